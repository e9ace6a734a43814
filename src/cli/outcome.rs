//! `penpawn outcome`: whether a game has ended by itself, and what may be claimed.

use std::io::{self, Write};

use clap::Args;

use super::{ExitStatus, PositionArgs};
use crate::chess::{Claims, Line, Outcome, Position};

/// Tell whether the game is over after some moves, and which draws may be claimed
///
/// Three fields: how the game stands; what the player to move may claim on the board; the moves with which a claim
/// would be right.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  penpawn outcome 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' f2f3 e7e5 g2g4 d8h4"
)]
pub struct OutcomeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to play first, in UCI notation
    #[arg(value_name = "UCI")]
    moves: Vec<String>,
}

/// Plays the moves and writes one line about the position then reached.
pub fn run(args: &OutcomeArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<ExitStatus> {
    let Some(start) = args.position.read(err)? else {
        return Ok(ExitStatus::No);
    };
    let Some(line) = play(start, &args.moves, err)? else {
        return Ok(ExitStatus::No);
    };
    writeln!(
        out,
        "{}\t{}\t{}",
        standing(&line),
        claims(line.claims()),
        claiming_moves(&line)
    )?;
    Ok(ExitStatus::Yes)
}

fn play(start: Position, moves: &[String], err: &mut dyn Write) -> io::Result<Option<Line>> {
    let mut line = Line::new(start);
    for (number, uci) in (1..).zip(moves) {
        match line.position().parse_uci(uci) {
            Ok(mv) => line.push(mv),
            Err(error) => {
                writeln!(err, "move {number}, {uci}: {error}")?;
                return Ok(None);
            }
        }
    }
    Ok(Some(line))
}

/// `ongoing` or the ending; the result follows checkmate alone, all other ends are draws.
fn standing(line: &Line) -> String {
    let Some(ending) = line.ending() else {
        return "ongoing".to_owned();
    };
    match ending.outcome(line.position().turn()) {
        Outcome::Draw => ending.to_string(),
        outcome @ Outcome::Win(_) => format!("{ending} {outcome}"),
    }
}

fn claims(claims: Claims) -> &'static str {
    match (claims.threefold, claims.fifty) {
        (false, false) => "-",
        (true, false) => "threefold",
        (false, true) => "fifty",
        (true, true) => "threefold,fifty",
    }
}

fn claiming_moves(line: &Line) -> String {
    let moves = line.claiming_moves().into_iter();
    let mut moves: Vec<String> = moves.map(|mv| line.position().uci(mv)).collect();
    moves.sort();
    if moves.is_empty() {
        "-".to_owned()
    } else {
        moves.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[track_caller]
    fn check(fen: &str, moves: &str, status: ExitStatus, out: &str, err: &str) {
        let args = OutcomeArgs {
            position: PositionArgs {
                fen: fen.to_owned(),
                chess960: false,
            },
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        };
        let found = captured(|out, err| run(&args, out, err));
        assert_eq!(
            found,
            (status, out.to_owned(), err.to_owned()),
            "{fen} {moves}"
        );
    }

    #[test]
    fn every_standing() {
        check(START, "", ExitStatus::Yes, "ongoing\t-\t-\n", "");
        check(
            START,
            "f2f3 e7e5 g2g4 d8h4",
            ExitStatus::Yes,
            "checkmate 0-1\t-\t-\n",
            "",
        );
        check(
            "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
            "g5g6",
            ExitStatus::Yes,
            "stalemate\t-\t-\n",
            "",
        );
        check(
            "8/8/8/8/8/3n4/4K3/k7 w - - 9 9",
            "e2d3",
            ExitStatus::Yes,
            "dead position\t-\t-\n",
            "",
        );
        check(
            "7k/5Q2/6K1/8/8/8/8/8 w - - 149 120",
            "f7a7",
            ExitStatus::Yes,
            "seventy-five moves\t-\t-\n",
            "",
        );
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
        check(
            START,
            &there_and_back,
            ExitStatus::Yes,
            "fivefold repetition\t-\t-\n",
            "",
        );
    }

    #[test]
    fn claims_on_the_board_and_with_a_move() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        check(
            START,
            &there_and_back,
            ExitStatus::Yes,
            "ongoing\tthreefold\tg1f3\n",
            "",
        );
        let one_short = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        check(START, one_short, ExitStatus::Yes, "ongoing\t-\tf6g8\n", "");
        check(
            "k7/p7/P7/8/8/8/8/K6R w - - 99 120",
            "a1b1",
            ExitStatus::Yes,
            "ongoing\tfifty\ta8b8\n",
            "",
        );
    }

    #[test]
    fn wrong_moves_are_named() {
        check(
            START,
            "e2e4 e2e4",
            ExitStatus::No,
            "",
            "move 2, e2e4: not a legal move here\n",
        );
        check(
            START,
            "e4",
            ExitStatus::No,
            "",
            "move 1, e4: not a move in UCI notation, as in e2e4 or e7e8q\n",
        );
    }
}
