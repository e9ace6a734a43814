//! `penpawn perft`: how many ways there are to play on, the test of every move generator.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;

use super::{ExitStatus, PositionArgs};
use crate::chess::{Position, divide};

/// Count the positions that are reached in so many half-moves
///
/// The last line is the number. Positions to which no game leads are counted as well, with a note.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  penpawn perft 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 5 --divide"
)]
pub struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many half-moves to play
    depth: u32,
    /// First write the count after each legal move, one a line
    #[arg(long)]
    divide: bool,
}

/// Counts and writes the number. With `show_progress` a long count keeps a line on `err` that says how far it is.
pub fn run(
    args: &PerftArgs,
    show_progress: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let Some(position) = args.position.read_unreachable(err)? else {
        return Ok(ExitStatus::No);
    };
    if args.depth == 0 {
        writeln!(out, "1")?;
        return Ok(ExitStatus::Yes);
    }
    let mut progress = Progress::new(show_progress);
    let mut total = 0;
    let mut by_move = Vec::new();
    let moves = position.legal_moves();
    for (done, mv) in moves.iter().enumerate() {
        let after = position.after(mv);
        let before = total;
        // Reply by reply, so that there is news even when one move takes minutes.
        for nodes in replies(&after, args.depth - 1) {
            total += nodes;
            progress.show(err, || {
                format!("{done} of {} moves, {total} positions", moves.len())
            })?;
        }
        by_move.push((position.uci(mv), total - before));
    }
    progress.clear(err)?;
    if args.divide {
        by_move.sort();
        for (uci, nodes) in by_move {
            writeln!(out, "{uci}\t{nodes}")?;
        }
    }
    writeln!(out, "{total}")?;
    Ok(ExitStatus::Yes)
}

/// The counts after each reply; without depth the position itself counts.
fn replies(position: &Position, depth: u32) -> Box<dyn Iterator<Item = u64> + '_> {
    match depth {
        0 => Box::new(std::iter::once(1)),
        _ => Box::new(divide(position, depth).map(|(_, nodes)| nodes)),
    }
}

/// One line of a terminal that is written over, once a second at most and only when there is something to wait for.
struct Progress {
    last: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    fn new(enabled: bool) -> Progress {
        Progress {
            last: enabled.then(Instant::now),
            is_shown: false,
        }
    }

    fn show(&mut self, err: &mut dyn Write, text: impl FnOnce() -> String) -> io::Result<()> {
        let is_due = self
            .last
            .is_some_and(|last| last.elapsed() >= Duration::from_secs(1));
        if !is_due {
            return Ok(());
        }
        self.last = Some(Instant::now());
        self.is_shown = true;
        write!(err, "\r{}", text())?;
        err.flush()
    }

    fn clear(&self, err: &mut dyn Write) -> io::Result<()> {
        if self.is_shown {
            // "Erase to the end of the line", ECMA-48 section 8.3.41.
            write!(err, "\r\x1b[K")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    #[track_caller]
    fn check(fen: &str, depth: u32, divide: bool, status: ExitStatus, out: &str, err: &str) {
        let position = PositionArgs {
            fen: fen.to_owned(),
            chess960: false,
        };
        let args = PerftArgs {
            position,
            depth,
            divide,
        };
        let found = captured(|out, err| run(&args, true, out, err));
        assert_eq!(found, (status, out.to_owned(), err.to_owned()), "{fen}");
    }

    #[test]
    fn counts() {
        let fen = "k7/8/1K6/8/8/8/8/8 b - - 0 1";
        check(fen, 0, false, ExitStatus::Yes, "1\n", "");
        check(fen, 1, false, ExitStatus::Yes, "1\n", "");
        check(fen, 2, true, ExitStatus::Yes, "a8b8\t5\n5\n", "");
        check(
            "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
            3,
            true,
            ExitStatus::Yes,
            "0\n",
            "",
        );
    }

    #[test]
    fn unreachable_positions_are_counted_with_a_note() {
        check(
            "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
            2,
            false,
            ExitStatus::Yes,
            "125\n",
            "no game leads to this position: no move can have given this check\n",
        );
        check(
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            2,
            false,
            ExitStatus::No,
            "",
            "this FEN is refused: White has no king\n",
        );
    }
}
