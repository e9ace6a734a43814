//! `penpawn replay`: a game as an animated picture.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::ExitStatus;
use super::picture::PictureArgs;
use crate::chess::pgn;
use crate::diagram::{Renderer, Replay};

/// Draw a game as an animated GIF file
///
/// Writes file, width in pixels and length in bytes. A file that would become larger than 10 MiB is drawn 512 pixels
/// wide. A game of more than 3,000 plies is refused.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  penpawn replay game.pgn -o game.gif --black")]
pub struct ReplayArgs {
    /// A PGN file, in UTF-8 or Latin-1
    #[arg(value_name = "FILE.pgn")]
    file: PathBuf,
    #[command(flatten)]
    picture: PictureArgs,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
}

/// Draws the game. The answer is no if it is broken, too long or not there, or the picture cannot be written.
pub fn run(args: &ReplayArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<ExitStatus> {
    let file = args.file.display();
    if args.picture.would_replace(&args.file) {
        writeln!(
            err,
            "{file}: the picture would replace the game, so it needs another name"
        )?;
        return Ok(ExitStatus::No);
    }
    let bytes = match fs::read(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            writeln!(err, "{file}: {error}")?;
            return Ok(ExitStatus::No);
        }
    };
    let game = match pgn::games(&pgn::decode(&bytes)).nth(args.game as usize - 1) {
        Some(Ok(read)) => read.game,
        Some(Err(complaint)) => {
            writeln!(err, "{file}: {complaint}")?;
            return Ok(ExitStatus::No);
        }
        None => {
            writeln!(err, "{file}: there is no game {}", args.game)?;
            return Ok(ExitStatus::No);
        }
    };
    let Some(replay) = Replay::new(&game.line) else {
        let (plies, most) = (game.line.plies(), Replay::MOST_PLIES);
        writeln!(
            err,
            "{file}: the game has {plies} plies, and a picture of more than {most} would be too large"
        )?;
        return Ok(ExitStatus::No);
    };
    let replay = replay
        .view(args.picture.view())
        .theme(args.picture.theme)
        .pieces(args.picture.pieces)
        .size(args.picture.size);
    let picture = Renderer::new().gif(&replay);
    // The width stands in the file's header: it may be less than asked for.
    let width = usize::from(u16::from_le_bytes([picture[6], picture[7]]));
    args.picture.write(&picture, width, out, err)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::cli::captured;
    use crate::diagram::{PieceSet, Size, Theme};

    fn args(file: PathBuf, output: PathBuf, game: u32) -> ReplayArgs {
        let picture = PictureArgs {
            output,
            black: true,
            theme: Theme::Moss,
            pieces: PieceSet::Book,
            size: Size::Small,
        };
        ReplayArgs {
            file,
            picture,
            game,
        }
    }

    #[test]
    fn the_game_that_is_asked_for_is_drawn() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, output) = (
            folder.path().join("games.pgn"),
            folder.path().join("game.gif"),
        );
        fs::write(&file, "1. e4 *\n\n1. d4 d5 2. c4 *\n\n1. e4 Ke7 *\n").expect("a file");

        let found = captured(|out, err| run(&args(file.clone(), output.clone(), 2), out, err));
        let picture = fs::read(&output).expect("a picture");
        let told = format!("{}\t512\t{}\n", output.display(), picture.len());
        assert_eq!(found, (ExitStatus::Yes, told, String::new()));
        let mut reader = gif::DecodeOptions::new()
            .read_info(&picture[..])
            .expect("a GIF file");
        let frames =
            std::iter::from_fn(|| reader.next_frame_info().expect("a frame").map(|_| ())).count();
        assert_eq!(frames, 4);

        check_refused(&file, &output, 3, "line 5, column");
        check_refused(&file, &output, 4, "there is no game 4");
        check_refused(&file, &file, 2, "needs another name");
        assert!(
            fs::read_to_string(&file)
                .expect("a file")
                .starts_with("1. e4")
        );
    }

    #[track_caller]
    fn check_refused(file: &Path, output: &Path, game: u32, why: &str) {
        let args = args(file.to_owned(), output.to_owned(), game);
        let (status, out, err) = captured(|out, err| run(&args, out, err));
        assert_eq!((status, out.as_str()), (ExitStatus::No, ""));
        assert!(err.contains(why), "{err}");
    }

    #[test]
    fn a_game_that_is_too_long_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, output) = (
            folder.path().join("long.pgn"),
            folder.path().join("long.gif"),
        );
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(Replay::MOST_PLIES / 4);
        fs::write(&file, format!("{moves} e4 *\n")).expect("a file");
        check_refused(&file, &output, 1, "the game has 3001 plies");
        assert!(!output.exists());
    }
}
