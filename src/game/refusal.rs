//! Why an action may not be done. A refusal is an answer, not a fault: it changes nothing and is put into words for
//! the player.

use crate::chess::Color;
use crate::chess::notation::Unread;

/// Why a game does not take an action.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The person plays neither side.
    NotYourGame,
    /// The game is over already.
    GameOver,
    /// What the player looked at when he pressed the button has changed since.
    Stale,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The typed move cannot be played, or not without asking.
    Move(Unread),
    /// No draw may be offered before White's first move.
    OfferBeforeFirstMove,
    /// The player's own offer stands already.
    OfferStandsAlready,
    /// The opponent has offered a draw: it is to be accepted or declined first.
    OpponentHasOffered,
    /// The player offered not long ago and has to make this many moves more.
    OfferTooSoon {
        /// Own moves still to be made.
        moves_left: u32,
    },
    /// No draw offer stands.
    NoDrawOffer,
    /// The offer that stands is the player's own.
    OwnDrawOffer {
        /// The color that offered.
        by: Color,
    },
}
