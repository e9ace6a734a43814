//! The lenient reader: a move as a person types it, in a chat or into a form.
//!
//! It never guesses. The text is cleaned, then read in stages: exact case first (`bxc3` is the pawn, `Bxc3` the
//! bishop), then folded case, then piece letters of other languages. One legal reading is the answer, two are asked
//! back, none is refused with the reason. It refuses to know what else a text might be: "resign", "draw" and chatter
//! are simply [`Unread::Unreadable`].
//!
//! ```
//! use penpawn::chess::{Position, notation};
//!
//! let start = Position::start();
//! let mv = notation::read(&start, "knight to f3!").unwrap();
//! assert_eq!(start.san(mv), "Nf3");
//! assert_eq!(notation::read(&start, "good morning"), Err(notation::Unread::Unreadable));
//! ```

mod body;
mod clean;
mod explain;
mod grammar;
mod reading;
mod reason;
mod symbols;

pub use reason::{CastlingBar, Illegal, Reason};

use std::error::Error;
use std::fmt;

use self::grammar::Request;
use self::reading::{Reading, Target};
use super::{Bitboard, CastlingSide, Move, Position, Role};

/// Why a text gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A move, but not a legal one here.
    Illegal(Illegal),
    /// Several legal moves fit. If only the promotion is missing, [`Unread::asks_promotion`] says so.
    Ambiguous(Vec<Move>),
    /// No move at all.
    Unreadable,
}

impl Unread {
    /// Whether all that is missing is the piece that a pawn becomes.
    pub fn asks_promotion(&self) -> bool {
        match self {
            Unread::Ambiguous(moves) => moves.iter().all(|mv| {
                mv.promotion().is_some() && (mv.from(), mv.to()) == (moves[0].from(), moves[0].to())
            }),
            Unread::Illegal(_) | Unread::Unreadable => false,
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Illegal(illegal) => illegal.fmt(f),
            Unread::Ambiguous(_) if self.asks_promotion() => {
                f.write_str("the pawn promotes: to which piece?")
            }
            Unread::Ambiguous(moves) => write!(f, "{} legal moves fit", moves.len()),
            Unread::Unreadable => f.write_str("not a move"),
        }
    }
}

impl Error for Unread {}

/// The one legal move that a typed text means.
pub fn read(position: &Position, text: &str) -> Result<Move, Unread> {
    let request = clean::clean(text).and_then(|cleaned| grammar::request(&cleaned));
    decide(position, request.ok_or(Unread::Unreadable)?)
}

/// The one legal move that books and programs write so: English capitals for pieces, short or long algebraic, UCI.
/// For files, where the writer was a program and a lenient reading would hide a fault.
pub(super) fn read_written(position: &Position, text: &str) -> Result<Move, Unread> {
    decide(position, grammar::written(text).ok_or(Unread::Unreadable)?)
}

fn decide(position: &Position, request: Request) -> Result<Move, Unread> {
    let stages = match request {
        Request::Castle(side) => return castle(position, side),
        Request::Moves(stages) => stages,
    };
    for stage in &stages {
        let mut found: Vec<Move> = Vec::new();
        for mv in stage.iter().flat_map(|reading| reading.matches(position)) {
            if !found.contains(&mv) {
                found.push(mv);
            }
        }
        match found.as_slice() {
            [] => {}
            [mv] => return Ok(*mv),
            _ => return Err(Unread::Ambiguous(found)),
        }
    }
    let sensible = stages
        .iter()
        .flatten()
        .find(|reading| is_sensible(position, reading));
    let reading = match sensible {
        Some(reading) => reading,
        // Two files and no pawn for them: letters by chance, not a move.
        None if stages
            .iter()
            .flatten()
            .all(|reading| matches!(reading.to, Target::File(_))) =>
        {
            return Err(Unread::Unreadable);
        }
        None => &stages[0][0],
    };
    Err(Unread::Illegal(explain::illegal(position, reading)))
}

/// Whether a pawn reading has a pawn that could, on some board, do what it says. Pieces always could.
fn is_sensible(position: &Position, reading: &Reading) -> bool {
    let (Some(Role::Pawn), Some(from)) = (reading.role, reading.from_file) else {
        return true;
    };
    let to = match reading.to {
        Target::Square(square) => square.file(),
        Target::File(file) => file,
    };
    from.index().abs_diff(to.index()) == 1
        && position
            .board()
            .men(position.turn(), Role::Pawn)
            .intersects(Bitboard::file(from))
}

fn castle(position: &Position, side: Option<CastlingSide>) -> Result<Move, Unread> {
    let found: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_castling() && (side.is_none() || mv.castling_side() == side))
        .collect();
    match found.as_slice() {
        [] => Err(Unread::Illegal(explain::no_castling(position, side))),
        [mv] => Ok(*mv),
        _ => Err(Unread::Ambiguous(found)),
    }
}
