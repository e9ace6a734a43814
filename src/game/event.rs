//! What has happened to a game.

use super::GameResult;
use crate::chess::{Color, Move};
use crate::time::Timestamp;

/// A fact about a game, accepted and final. Each raises the game's revision by one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The player to move has moved.
    Moved {
        /// A legal move of the position.
        mv: Move,
        /// When it counts: the moment at which the player sent it.
        at: Timestamp,
    },
    /// A draw was offered.
    DrawOffered {
        /// Whose offer it is.
        by: Color,
    },
    /// The standing draw offer was declined in words; a move declines it silently.
    DrawDeclined {
        /// Who declined.
        by: Color,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
        /// When.
        at: Timestamp,
    },
}
