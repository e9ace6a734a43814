//! `penpawn legal`: the legal moves of a position.

use std::io::{self, Write};

use clap::Args;

use super::{ExitStatus, PositionArgs};

/// List the legal moves in UCI notation, sorted, one a line
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  penpawn legal '8/8/8/8/8/8/5k2/R6K w - - 0 1'")]
pub struct LegalArgs {
    #[command(flatten)]
    position: PositionArgs,
}

/// Writes the moves; in checkmate and stalemate there are none.
pub fn run(args: &LegalArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<ExitStatus> {
    let Some(position) = args.position.read(err)? else {
        return Ok(ExitStatus::No);
    };
    let moves = position.legal_moves().into_iter();
    let mut moves: Vec<String> = moves.map(|mv| position.uci(mv)).collect();
    moves.sort();
    for uci in moves {
        writeln!(out, "{uci}")?;
    }
    Ok(ExitStatus::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    #[track_caller]
    fn check(fen: &str, chess960: bool, status: ExitStatus, out: &str, err: &str) {
        let position = PositionArgs {
            fen: fen.to_owned(),
            chess960,
        };
        let found = captured(|out, err| run(&LegalArgs { position }, out, err));
        assert_eq!(found, (status, out.to_owned(), err.to_owned()), "{fen}");
    }

    #[test]
    fn moves_are_sorted() {
        let moves = "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 a1e1 a1f1 a1g1 h1h2 ";
        let lines = moves.replace(' ', "\n");
        check(
            "8/8/8/8/8/8/5k2/R6K w - - 0 1",
            false,
            ExitStatus::Yes,
            &lines,
            "",
        );
    }

    #[test]
    fn stalemate_has_none() {
        check(
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            false,
            ExitStatus::Yes,
            "",
            "",
        );
    }

    #[test]
    fn castling_in_chess960_takes_the_rook() {
        let moves = "e1d1\ne1d2\ne1e2\ne1f1\ne1f2\ne1g1\ng1f1\ng1h1\ng2g3\ng2g4\nh2h3\nh2h4\n";
        let fen = "6k1/8/8/8/8/8/6PP/4K1R1 w G - 0 1";
        let read_as = "read as 6k1/8/8/8/8/8/6PP/4K1R1 w K - 0 1\n";
        check(fen, true, ExitStatus::Yes, moves, read_as);
    }

    #[test]
    fn a_wrong_fen_is_explained() {
        check(
            "startpos",
            false,
            ExitStatus::No,
            "",
            "this FEN is refused: a FEN has six fields with one space between (pieces, side to move, castling, en passant, halfmove clock, move number), this has 1\n",
        );
    }
}
