//! `penpawn move`: reads a move as a person types it.

use std::io::{self, Write};

use clap::Args;

use super::{ExitStatus, PositionArgs};
use crate::chess::notation::{self, Unread};

/// Read a move as a person types it
///
/// Three fields: the move in UCI and in SAN notation, and the position after it. If the text is no legal move, one word
/// in their place: illegal, ambiguous (then the candidates in UCI) or unreadable.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  penpawn move 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 'knight to f3'"
)]
pub struct MoveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// What was typed
    #[arg(allow_hyphen_values = true)]
    text: Option<String>,
}

impl MoveArgs {
    /// What was typed. A bare `--`, which some people type for a null move, is no value to clap, so it is looked up in
    /// the command line itself.
    fn typed(&self) -> Option<&str> {
        let dashes = || std::env::args_os().next_back().filter(|last| last == "--");
        self.text.as_deref().or_else(|| dashes().map(|_| "--"))
    }
}

/// Writes one line about the text; why it is no legal move goes to `err`.
pub fn run(args: &MoveArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<ExitStatus> {
    let Some(text) = args.typed() else {
        writeln!(err, "the text of the move is missing, see --help")?;
        return Ok(ExitStatus::BadUsage);
    };
    let Some(position) = args.position.read(err)? else {
        return Ok(ExitStatus::No);
    };
    let unread = match notation::read(&position, text) {
        Ok(mv) => {
            writeln!(
                out,
                "{}\t{}\t{}",
                position.uci(mv),
                position.san(mv),
                position.after(mv).fen()
            )?;
            return Ok(ExitStatus::Yes);
        }
        Err(unread) => unread,
    };
    match &unread {
        Unread::Illegal(illegal) => {
            writeln!(out, "illegal")?;
            let moves: Vec<String> = illegal.moves.iter().map(|&mv| position.san(mv)).collect();
            match moves.as_slice() {
                [] => writeln!(err, "{unread}")?,
                moves => writeln!(err, "{unread}; legal: {}", moves.join(" "))?,
            }
        }
        Unread::Ambiguous(candidates) => {
            let mut moves: Vec<String> = candidates.iter().map(|&mv| position.uci(mv)).collect();
            moves.sort();
            writeln!(out, "ambiguous\t{}", moves.join("\t"))?;
            writeln!(err, "{unread}")?;
        }
        Unread::Unreadable => {
            writeln!(out, "unreadable")?;
            writeln!(err, "{unread}")?;
        }
    }
    Ok(ExitStatus::No)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[track_caller]
    fn check(fen: &str, chess960: bool, text: &str, status: ExitStatus, out: &str) -> String {
        let position = PositionArgs {
            fen: fen.to_owned(),
            chess960,
        };
        let args = MoveArgs {
            position,
            text: Some(text.to_owned()),
        };
        let (found, written, explained) = captured(|out, err| run(&args, out, err));
        assert_eq!(
            (found, written.as_str()),
            (status, out),
            "{text:?} in {fen}"
        );
        explained
    }

    #[test]
    fn a_move_is_told_with_the_position_after_it() {
        let after = "g1f3\tNf3\trnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n";
        check(START, false, "knight to f3", ExitStatus::Yes, after);
        let castled = "e1h1\tO-O\t4k3/8/8/8/8/8/8/5RK1 b - - 1 1\n";
        check(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            true,
            "o-o",
            ExitStatus::Yes,
            castled,
        );
    }

    #[test]
    fn anything_else_is_one_word_and_a_reason() {
        let why = check(START, false, "Nf6", ExitStatus::No, "illegal\n");
        assert_eq!(
            why,
            "only your opponent's piece on g8 could go there, and it is your turn; legal: Na3 Nc3 Nf3 Nh3\n"
        );
        check(START, false, "hello", ExitStatus::No, "unreadable\n");
        let pawn = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let asked = check(
            pawn,
            false,
            "a8",
            ExitStatus::No,
            "ambiguous\ta7a8b\ta7a8n\ta7a8q\ta7a8r\n",
        );
        assert_eq!(asked, "the pawn promotes: to which piece?\n");
        check("nonsense", false, "a8", ExitStatus::No, "");
    }
}
