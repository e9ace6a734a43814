//! How a game ends by itself and what that means for the score.
//! Knows nothing of resignation, agreement and clocks.

use std::fmt;

use super::color::Color;

/// An end that comes with a position, without anybody asking for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The king is in check and there is no legal move (FIDE article 5.1.1).
    Checkmate,
    /// The king is not in check and there is no legal move (article 5.2.1).
    Stalemate,
    /// Neither side can mate by any series of legal moves (article 5.2.2).
    DeadPosition,
    /// The position has stood five times (article 9.6.1).
    FivefoldRepetition,
    /// 75 moves by each side without a capture or pawn move (article 9.6.2).
    SeventyFiveMoves,
}

impl Ending {
    /// The score of an end at which `turn` would be to move.
    pub fn outcome(self, turn: Color) -> Outcome {
        match self {
            Ending::Checkmate => Outcome::Win(!turn),
            Ending::Stalemate
            | Ending::DeadPosition
            | Ending::FivefoldRepetition
            | Ending::SeventyFiveMoves => Outcome::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "dead position",
            Ending::FivefoldRepetition => "fivefold repetition",
            Ending::SeventyFiveMoves => "seventy-five moves",
        })
    }
}

/// The score of a finished game. Written as in PGN: `1-0`, `0-1`, `1/2-1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Color),
    /// Nobody has won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}
