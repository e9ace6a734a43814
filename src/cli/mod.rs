//! The tools of the command line that need no Discord and no database: one file each, with its arguments and a
//! function that runs it. Results go to `out` in tab-separated fields, explanations to `err`.
//! Knows nothing of which stream is which and of how the program starts; `main` mounts the commands.

pub mod board;
pub mod can_mate;
pub mod check_pgn;
pub mod legal;
pub mod outcome;
pub mod perft;
pub mod picture;
pub mod read_move;
pub mod replay;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use crate::chess::{CastlingMode, FenError, Position};

/// How a command answers beyond what it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// The answer is there, or is yes: exit code 0.
    Yes,
    /// The answer is no, or the position or move asked about is not one: exit code 1.
    No,
    /// The question cannot be understood: exit code 2, as clap gives for wrong arguments.
    BadUsage,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        match status {
            ExitStatus::Yes => ExitCode::SUCCESS,
            ExitStatus::No => ExitCode::from(1),
            ExitStatus::BadUsage => ExitCode::from(2),
        }
    }
}

/// The position that a command is about.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The position in Forsyth-Edwards Notation, all six fields in one argument
    pub fen: String,
    /// Read X-FEN and Shredder castling rights, write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
}

impl PositionArgs {
    /// Reads the position strictly. None if it is refused, with the reason on `err`.
    pub fn read(&self, err: &mut dyn Write) -> io::Result<Option<Position>> {
        self.read_by(Position::from_fen, err)
    }

    /// Reads the position, one that no game leads to as well, but says so on `err`.
    pub fn read_unreachable(&self, err: &mut dyn Write) -> io::Result<Option<Position>> {
        let position = self.read_by(Position::from_unreachable_fen, err)?;
        if let (Some(_), Err(error)) = (&position, Position::from_fen(&self.fen, self.mode())) {
            writeln!(err, "no game leads to this position: {error}")?;
        }
        Ok(position)
    }

    fn read_by(&self, read: ReadFen, err: &mut dyn Write) -> io::Result<Option<Position>> {
        match read(&self.fen, self.mode()) {
            Ok(position) => {
                let fen = position.fen();
                if fen != self.fen {
                    writeln!(err, "read as {fen}")?;
                }
                Ok(Some(position))
            }
            Err(error) => {
                writeln!(err, "this FEN is refused: {error}")?;
                Ok(None)
            }
        }
    }

    fn mode(&self) -> CastlingMode {
        if self.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        }
    }
}

type ReadFen = fn(&str, CastlingMode) -> Result<Position, FenError>;

/// What a command wrote, for tests: exit status, `out`, `err`.
#[cfg(test)]
pub(crate) fn captured(
    run: impl FnOnce(&mut dyn Write, &mut dyn Write) -> io::Result<ExitStatus>,
) -> (ExitStatus, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = run(&mut out, &mut err).expect("writing to memory cannot fail");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status, text(out), text(err))
}
