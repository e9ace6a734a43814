//! `penpawn board`: a board as a picture.

use std::io::{self, Write};
use std::str::FromStr;

use clap::Args;

use super::ExitStatus;
use super::picture::PictureArgs;
use crate::chess::{Board, CastlingMode, Color, ParseSquareError, Position, Square};
use crate::diagram::{Diagram, Ink, Renderer};

/// Draw a board as a PNG file
///
/// Any board can be drawn, with kings or without. From a whole FEN the picture also shows who is to move and whether
/// the king is in check. Writes file, width in pixels and length in bytes.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  penpawn board 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' --last e7e5 -o board.png
  penpawn board 8/8/8/8/2pP4/8/8/8 --arrow c4d3 --highlight d3 --theme slate -o en-passant.png")]
pub struct BoardArgs {
    /// The position in Forsyth-Edwards Notation, or only its first field
    fen: String,
    #[command(flatten)]
    picture: PictureArgs,
    /// The last move, in UCI notation
    #[arg(long, value_name = "UCI")]
    last: Option<Step>,
    /// An arrow from one square to another; may be given several times
    #[arg(long, value_name = "SQUARES")]
    arrow: Vec<Step>,
    /// A circle around a square; may be given several times
    #[arg(long, value_name = "SQUARE")]
    circle: Vec<Square>,
    /// A square to point out; may be given several times
    #[arg(long, value_name = "SQUARE")]
    highlight: Vec<Square>,
}

/// From one square to another; a promotion piece behind them changes nothing in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: Square,
    to: Square,
}

impl FromStr for Step {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Step, ParseSquareError> {
        let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().parse();
        match text.get(4..) {
            Some("" | "q" | "r" | "b" | "n") => Ok(Step {
                from: part(0..2)?,
                to: part(2..4)?,
            }),
            _ => Err(ParseSquareError),
        }
    }
}

/// Draws the board. The answer is no if there is no board to read or the file cannot be written.
pub fn run(args: &BoardArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<ExitStatus> {
    let diagram = match read(&args.fen) {
        Ok(diagram) => diagram,
        Err(error) => {
            writeln!(err, "this board cannot be read: {error}")?;
            return Ok(ExitStatus::No);
        }
    };
    let mut diagram = diagram
        .view(args.picture.view())
        .theme(args.picture.theme)
        .pieces(args.picture.pieces)
        .size(args.picture.size)
        .highlights(args.highlight.iter().copied());
    if let Some(Step { from, to }) = args.last {
        diagram = diagram.last_move(from, to);
    }
    for &Step { from, to } in &args.arrow {
        diagram = diagram.arrow(from, to, Ink::Blue);
    }
    for &square in &args.circle {
        diagram = diagram.circle(square, Ink::Blue);
    }
    let file = Renderer::new().png(&diagram);
    args.picture
        .write(&file, args.picture.size.pixels(), out, err)
}

/// As much as the text tells: a position, or a board and perhaps who is to move.
fn read(fen: &str) -> Result<Diagram, crate::chess::ParseBoardError> {
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        if let Ok(position) = Position::from_unreachable_fen(fen, mode) {
            return Ok(Diagram::of(&position, None));
        }
    }
    let mut fields = fen.split_ascii_whitespace();
    let board: Board = fields.next().unwrap_or_default().parse()?;
    let diagram = Diagram::new(&board);
    Ok(match fields.next() {
        Some("w") => diagram.turn(Color::White),
        Some("b") => diagram.turn(Color::Black),
        _ => diagram,
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::captured;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: BoardArgs,
    }

    #[track_caller]
    fn check(arguments: &[&str], expected: &Diagram) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("board.png");
        let name = file.display().to_string();
        let line = ["board", "-o", &name]
            .into_iter()
            .chain(arguments.iter().copied());
        let args = Line::try_parse_from(line).expect("right arguments").args;
        let picture = Renderer::new().png(expected);
        let found = captured(|out, err| run(&args, out, err));
        let told = format!(
            "{name}\t{}\t{}\n",
            args.picture.size.pixels(),
            picture.len()
        );
        assert_eq!(found, (ExitStatus::Yes, told, String::new()));
        assert!(std::fs::read(&file).expect("a file") == picture);
    }

    #[test]
    fn options_reach_the_picture() {
        use crate::diagram::{PieceSet, Size, Theme, View};
        let passing: Board = "8/8/8/8/2pP4/8/8/8".parse().expect("a board");
        check(&["8/8/8/8/2pP4/8/8/8"], &Diagram::new(&passing));
        check(
            &["8/8/8/8/2pP4/8/8/8 b"],
            &Diagram::new(&passing).turn(Color::Black),
        );
        check(
            &[
                "8/8/8/8/2pP4/8/8/8",
                "--black",
                "--theme",
                "slate",
                "--pieces",
                "book",
                "--size",
                "512",
                "--last",
                "d2d4",
                "--arrow",
                "c4d3",
                "--circle",
                "c4",
                "--highlight",
                "d3",
                "--highlight",
                "e3",
            ],
            &Diagram::new(&passing)
                .view(View::Black)
                .theme(Theme::Slate)
                .pieces(PieceSet::Book)
                .size(Size::Small)
                .last_move(Square::D2, Square::D4)
                .arrow(Square::C4, Square::D3, Ink::Blue)
                .circle(Square::C4, Ink::Blue)
                .highlights([Square::D3, Square::E3]),
        );
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let board: Board = mate
            .split(' ')
            .next()
            .unwrap_or_default()
            .parse()
            .expect("a board");
        check(
            &[mate, "--last", "d8h4"],
            &Diagram::new(&board)
                .turn(Color::White)
                .last_move(Square::D8, Square::H4)
                .mate(Square::E1),
        );
    }

    #[track_caller]
    fn check_refused(arguments: &[&str]) {
        let line = ["board", "-o", "none/board.png"]
            .into_iter()
            .chain(arguments.iter().copied());
        let Ok(line) = Line::try_parse_from(line) else {
            return;
        };
        let (status, out, err) = captured(|out, err| run(&line.args, out, err));
        assert_eq!((status, out.as_str()), (ExitStatus::No, ""), "{err}");
        assert!(!err.is_empty());
    }

    #[test]
    fn what_is_no_board_is_refused() {
        check_refused(&["8/8/8/8/8/8/8/9"]);
        check_refused(&["8/8/8/8/8/8/8/8", "--size", "700"]);
        check_refused(&["8/8/8/8/8/8/8/8", "--arrow", "e2e9"]);
        check_refused(&["8/8/8/8/8/8/8/8", "--arrow", "é2e4"]);
        check_refused(&["8/8/8/8/8/8/8/8", "--theme", "plaid"]);
        // A folder that is not there.
        check_refused(&["8/8/8/8/8/8/8/8"]);
    }
}
