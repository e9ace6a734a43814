//! What `penpawn board` and `penpawn replay` have in common: how a picture looks and where it goes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::ExitStatus;
use crate::diagram::{PieceSet, Size, Theme, View};

/// How a picture looks and where it goes.
#[derive(Args, Clone, Debug)]
pub struct PictureArgs {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Black at the bottom
    #[arg(long)]
    pub black: bool,
    /// walnut, slate, moss, night or contrast
    #[arg(long, value_name = "NAME", default_value_t)]
    pub theme: Theme,
    /// turned or book
    #[arg(long, value_name = "NAME", default_value_t)]
    pub pieces: PieceSet,
    /// Width and height in pixels: 512, 720, 800 or 1024
    #[arg(long, value_name = "PIXELS", default_value = "720", value_parser = size)]
    pub size: Size,
}

impl PictureArgs {
    /// Whose side is at the bottom.
    pub fn view(&self) -> View {
        if self.black { View::Black } else { View::White }
    }

    /// Writes the file, and its name, width and length to `out`.
    pub fn write(
        &self,
        picture: &[u8],
        width: usize,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> io::Result<ExitStatus> {
        if let Err(error) = fs::write(&self.output, picture) {
            writeln!(err, "{}: {error}", self.output.display())?;
            return Ok(ExitStatus::No);
        }
        writeln!(out, "{}\t{width}\t{}", name(&self.output), picture.len())?;
        Ok(ExitStatus::Yes)
    }
}

/// A path as a field, which holds no tab and no line break.
fn name(path: &Path) -> String {
    path.display().to_string().replace(['\t', '\n', '\r'], " ")
}

fn size(text: &str) -> Result<Size, &'static str> {
    let size = text.parse().ok().and_then(Size::from_pixels);
    size.ok_or("a picture is 512, 720, 800 or 1024 pixels wide")
}
