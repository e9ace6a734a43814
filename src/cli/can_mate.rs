//! `penpawn can-mate`: whether a side can still mate by any series of legal moves.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::{ExitStatus, PositionArgs};
use crate::chess::{CanMate, Color};

/// Positions looked at before the answer is "yes (not proven)": some seconds at most.
const BUDGET: usize = 300_000;

/// Tell whether a side can still mate by any series of legal moves
///
/// The answer is "yes", "no" (a proof, exit code 1) or "yes (not proven)" when 300,000 positions show neither. Positions
/// that no game leads to are taken as well.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  penpawn can-mate '3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1' white"
)]
pub struct CanMateArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The side that would mate
    side: Side,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    White,
    Black,
}

/// Writes one of the three answers.
pub fn run(args: &CanMateArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<ExitStatus> {
    let Some(position) = args.position.read_unreachable(err)? else {
        return Ok(ExitStatus::No);
    };
    let side = match args.side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let answer = position.can_mate(side, BUDGET);
    writeln!(out, "{answer}")?;
    Ok(match answer {
        CanMate::Yes | CanMate::YesNotProven => ExitStatus::Yes,
        CanMate::No => ExitStatus::No,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    #[track_caller]
    fn check(fen: &str, side: Side, status: ExitStatus, expected: &str) {
        let position = PositionArgs {
            fen: fen.to_owned(),
            chess960: false,
        };
        let (found, out, err) = captured(|out, err| run(&CanMateArgs { position, side }, out, err));
        assert_eq!(
            (found, out.as_str(), err.as_str()),
            (status, expected, ""),
            "{fen}"
        );
    }

    #[test]
    fn one_word_a_side() {
        let queen = "8/8/8/2K5/1PQ5/P7/6k1/8 w - - 5 82";
        check(queen, Side::White, ExitStatus::Yes, "yes\n");
        check(queen, Side::Black, ExitStatus::No, "no\n");
        check(
            "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1",
            Side::White,
            ExitStatus::No,
            "no\n",
        );
    }
}
