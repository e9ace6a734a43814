//! What `penpawn board` and `penpawn replay` have in common: how a picture looks and where it goes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

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

    /// Whether the picture would take the place of this file.
    pub fn would_replace(&self, file: &Path) -> bool {
        let place = |path: &Path| path.canonicalize().ok();
        place(file).is_some_and(|file| place(&self.output) == Some(file))
    }

    /// Writes the file whole or not at all, and its name, width and length to `out`.
    pub fn write(
        &self,
        picture: &[u8],
        width: usize,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> io::Result<ExitStatus> {
        if let Err(error) = write_whole(&self.output, picture) {
            writeln!(err, "{}: {error}", self.output.display())?;
            return Ok(ExitStatus::No);
        }
        writeln!(out, "{}\t{width}\t{}", name(&self.output), picture.len())?;
        Ok(ExitStatus::Yes)
    }
}

/// Writes beside the file's place and moves it there, so that nobody ever finds half a picture.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = match fs::metadata(path) {
        // A pipe or a device takes the bytes and stays what it is.
        Ok(found) if !found.is_file() => return fs::write(path, bytes),
        // The file behind a link is meant, not the link.
        Ok(_) => path.canonicalize()?,
        Err(_) => path.to_owned(),
    };
    let unfinished = place.with_file_name(format!(".penpawn-{}.part", process::id()));
    let written = File::create(&unfinished)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&unfinished, &place));
    if written.is_err() {
        // It may not even be there; the reason why the picture is missing is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// A path as a field, which holds no tab and no line break.
fn name(path: &Path) -> String {
    path.display().to_string().replace(['\t', '\n', '\r'], " ")
}

fn size(text: &str) -> Result<Size, &'static str> {
    let size = text.parse().ok().and_then(Size::from_pixels);
    size.ok_or("a picture is 512, 720, 800 or 1024 pixels wide")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    fn args(output: PathBuf) -> PictureArgs {
        PictureArgs {
            output,
            black: false,
            theme: Theme::Walnut,
            pieces: PieceSet::Turned,
            size: Size::Small,
        }
    }

    /// The names in a folder, hidden ones too.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().display().to_string())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_picture_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let output = folder.path().join("board.png");
        for bytes in [b"first".as_slice(), b"second"] {
            let (status, ..) =
                captured(|out, err| args(output.clone()).write(bytes, 512, out, err));
            assert_eq!(status, ExitStatus::Yes);
            assert_eq!(fs::read(&output).expect("a picture"), bytes);
            assert_eq!(names(folder.path()), ["board.png"]);
        }
        // A folder is no file.
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).expect("a folder");
        let (status, out, err) = captured(|out, err| args(taken).write(b"third", 512, out, err));
        assert_eq!((status, out.as_str()), (ExitStatus::No, ""));
        assert!(err.contains("taken"), "{err}");
        assert_eq!(names(folder.path()), ["board.png", "taken"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_the_file_and_a_device_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (
            folder.path().join("file.png"),
            folder.path().join("link.png"),
        );
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert!(args(link.clone()).would_replace(&file));
        assert!(!args(folder.path().join("new.png")).would_replace(&file));
        for output in [link.clone(), PathBuf::from("/dev/null")] {
            let (status, ..) = captured(|out, err| args(output).write(b"new", 512, out, err));
            assert_eq!(status, ExitStatus::Yes);
        }
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("a file"), b"new");
        assert!(!Path::new("/dev/null").is_file());
    }
}
