//! Why an action may not be done. A refusal is an answer, not a fault: it changes nothing and is put into words for
//! the player.

use super::PlanRefusal;
use crate::chess::Color;
use crate::chess::notation::Unread;
use crate::time::Timestamp;

/// Why a game does not take an action.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The person plays neither side.
    NotYourGame,
    /// The game is over already.
    GameOver,
    /// It was done in time, but arrived when the time-out was decided already.
    ArrivedTooLate,
    /// The time of the player to move is up, and the game is about to end.
    TimeIsUp {
        /// Whose time.
        late: Color,
    },
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
    /// There is no draw to claim.
    WrongClaim {
        /// The move with which it was claimed, in SAN; `None` for the position on the board.
        mv: Option<String>,
        /// How often the position has stood, this time included.
        times: u32,
        /// Half-moves since the last capture or pawn move.
        halfmoves: u32,
    },
    /// Both have moved: the game can be resigned or drawn, not aborted.
    BegunAlready,
    /// The player has made no move yet.
    NothingToTakeBack,
    /// The player's ask stands already.
    TakebackAskedAlready,
    /// One ask in a turn is enough.
    TakebackAskedThisTurn,
    /// Nobody asks for a takeback.
    NoTakebackAsked,
    /// The player asks himself.
    OwnTakeback,
    /// The opponent asks for a takeback: that is to be answered first.
    OpponentAsksTakeback,
    /// A move can be undone for a minute, and until the opponent answers.
    TooLateToUndo,
    /// Nobody has a clock in this game.
    NoTimeLimit,
    /// It is the player's own clock that runs.
    OwnClock,
    /// A gift would leave the opponent more time than it may.
    EnoughTime,
    /// The opponent's time is not over.
    TimeNotUp,
    /// The opponent's time has just run out: a move that he made in time may still be on its way.
    TimeJustUp,
    /// When time runs out, this game ends by itself.
    EndsByItself,
    /// The game is paused until then at most.
    PausedAlready {
        /// Until when.
        until: Timestamp,
    },
    /// The game is not paused.
    NotPaused,
    /// The player's ask stands already.
    PauseAskedAlready,
    /// Nobody asks for a pause.
    NoPauseAsked,
    /// The player asks himself.
    OwnPauseAsk,
    /// The line does not become part of the plan.
    Plan(PlanRefusal),
    /// There is no plan to drop.
    NothingPlanned,
    /// The bot is not in the game's server any more.
    ServerGone,
    /// Nothing is due.
    NotDue,
}
