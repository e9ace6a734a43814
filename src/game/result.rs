//! How a game ended.

use crate::chess::{Color, Ending, Outcome};

/// What brought a game to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// By the rules of chess, without anybody's asking.
    Automatic(Ending),
    /// A draw agreed by both players (FIDE 5.2.3).
    Agreement,
    /// A player resigned (FIDE 5.1.2).
    Resignation,
}

/// An outcome and what brought it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// Why.
    pub termination: Termination,
}

impl GameResult {
    /// A draw that both players agreed.
    pub const AGREED: GameResult = GameResult {
        outcome: Outcome::Draw,
        termination: Termination::Agreement,
    };

    /// The opponent of `loser` wins.
    pub fn resigned(loser: Color) -> GameResult {
        GameResult {
            outcome: Outcome::Win(!loser),
            termination: Termination::Resignation,
        }
    }

    /// An end by the rules; `turn` is the color to move in the final position.
    pub fn automatic(ending: Ending, turn: Color) -> GameResult {
        GameResult {
            outcome: ending.outcome(turn),
            termination: Termination::Automatic(ending),
        }
    }
}
