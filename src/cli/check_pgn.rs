//! `penpawn check-pgn`: replays the games of PGN files with the rules engine.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::ExitStatus;
use crate::chess::pgn::{self, Complaint, Read};
use crate::chess::{Line, Outcome};

/// Replay games and tell what is wrong with them
///
/// One line a game: file, number, result, plies, final position, the verdict on it or an asterisk, then warnings. For a
/// broken game: file, number, "error", line, column and why; the next game is still read.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example:\n  penpawn check-pgn games.pgn more-games.pgn")]
pub struct CheckPgnArgs {
    /// PGN files, in UTF-8 or Latin-1
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Writes a line for every game. The answer is no if any game is broken or any file cannot be read.
pub fn run(
    args: &CheckPgnArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let mut status = ExitStatus::Yes;
    for file in &args.files {
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                writeln!(err, "{}: {error}", file.display())?;
                status = ExitStatus::No;
                continue;
            }
        };
        for (number, read) in (1_u32..).zip(pgn::games(&pgn::decode(&bytes))) {
            write!(out, "{}\t{number}\t", one_line(file))?;
            match read {
                Ok(read) => write_game(&read, out)?,
                Err(complaint) => {
                    write_complaint(&complaint, out)?;
                    status = ExitStatus::No;
                }
            }
        }
    }
    Ok(status)
}

fn write_game(read: &Read, out: &mut dyn Write) -> io::Result<()> {
    let line = &read.game.line;
    let result = pgn::result_text(read.game.result);
    write!(
        out,
        "{result}\t{}\t{}\t{}",
        line.plies(),
        line.position().fen(),
        verdict(line)
    )?;
    for warning in &read.warnings {
        write!(out, "\twarning: {}", tabless(&warning.to_string()))?;
    }
    writeln!(out)
}

fn write_complaint(complaint: &Complaint, out: &mut dyn Write) -> io::Result<()> {
    let Complaint { place, fault } = complaint;
    writeln!(
        out,
        "error\t{}\t{}\t{}",
        place.line,
        place.column,
        tabless(&fault.to_string())
    )
}

/// How the final position has ended the game, or `*`.
fn verdict(line: &Line) -> String {
    match line.ending() {
        None => "*".to_owned(),
        Some(ending) => match ending.outcome(line.position().turn()) {
            Outcome::Draw => ending.to_string(),
            outcome @ Outcome::Win(_) => format!("{ending} {outcome}"),
        },
    }
}

fn one_line(file: &Path) -> String {
    tabless(&file.display().to_string())
}

/// A field holds no tab and no line break.
fn tabless(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captured;

    #[test]
    fn one_line_a_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.pgn");
        let text = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 Ke7 *\n\n[Result \"1/2\"]\n\n1. e4 1/2-1/2\n";
        fs::write(&file, text).expect("a file");
        let missing = folder.path().join("none.pgn");
        let args = CheckPgnArgs {
            files: vec![file.clone(), missing],
        };
        let (status, out, err) = captured(|out, err| run(&args, out, err));
        let name = file.display();
        let expected = format!(
            "{name}\t1\t0-1\t4\trnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\tcheckmate 0-1\n\
             {name}\t2\terror\t3\t7\t\"Ke7\" cannot be played: your own piece stands on e7\n\
             {name}\t3\t1/2-1/2\t1\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\t*\t\
             warning: line 5, column 1: \"1/2\" is not a standard form of result\n"
        );
        assert_eq!((status, out), (ExitStatus::No, expected));
        assert!(err.contains("none.pgn"), "{err}");
    }
}
