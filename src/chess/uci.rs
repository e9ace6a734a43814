//! Moves in the notation of chess programs: `e2e4`, `e7e8q`.
//! Reads strictly; what people type is read elsewhere.
//!
//! Castling is the king's step, `e1g1`, but in Chess960 "king takes rook", `e1h1`, since there the step may be
//! none or that of an ordinary move. Source: Stefan Meyer-Kahlen's UCI protocol, option `UCI_Chess960`.

use std::fmt;

use super::castling::CastlingMode;
use super::moves::Move;
use super::piece::Role;
use super::position::Position;
use super::square::Square;

impl Position {
    /// A move of this position in UCI notation.
    pub fn uci(&self, mv: Move) -> String {
        let promotion = mv.promotion().map(|role| role.char().to_ascii_lowercase());
        let mut text = format!("{}{}", mv.from(), self.uci_target(mv));
        text.extend(promotion);
        text
    }

    /// The legal move that a UCI text stands for.
    ///
    /// ```
    /// use penpawn::chess::{Position, UciError};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.parse_uci("g1f3").map(|mv| start.san(mv)), Ok("Nf3".to_owned()));
    /// assert_eq!(start.parse_uci("e2e5"), Err(UciError::Illegal));
    /// assert_eq!(start.parse_uci("Nf3"), Err(UciError::Unreadable));
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) = read(text).ok_or(UciError::Unreadable)?;
        let mut found = None;
        self.for_each_move(from.into(), to.into(), |mv| {
            if mv.promotion() == promotion && self.uci_target(mv) == to {
                found = Some(mv);
            }
        });
        found.ok_or(UciError::Illegal)
    }

    fn uci_target(&self, mv: Move) -> Square {
        match (self.castling_mode(), mv.castling_rook()) {
            (CastlingMode::Chess960, Some(rook)) => rook,
            (CastlingMode::Chess960, None) | (CastlingMode::Standard, _) => mv.to(),
        }
    }
}

/// The two squares and the promotion of a text like `e7e8q`.
fn read(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let [from_file, from_rank, to_file, to_rank, ref rest @ ..] = *text.as_bytes() else {
        return None;
    };
    let promotion = match rest {
        [] => None,
        b"q" => Some(Role::Queen),
        b"r" => Some(Role::Rook),
        b"b" => Some(Role::Bishop),
        b"n" => Some(Role::Knight),
        _ => return None,
    };
    let from = Square::from_ascii(from_file, from_rank)?;
    let to = Square::from_ascii(to_file, to_rank)?;
    Some((from, to, promotion))
}

/// Why a text is no move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciError {
    /// Not of the form `e2e4` or `e7e8q`.
    Unreadable,
    /// Of that form, but not legal in this position.
    Illegal,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciError::Unreadable => "not a move in UCI notation, as in e2e4 or e7e8q",
            UciError::Illegal => "not a legal move here",
        })
    }
}

impl std::error::Error for UciError {}
