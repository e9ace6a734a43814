//! What may be asked of a game.

use super::{PlanLine, PlayerId};
use crate::time::Timestamp;

/// What somebody, or time, does to a game. Whether it may be done is for [`Game::decide`](super::Game::decide).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A player does something.
    By(PlayerId, Deed),
    /// A player goes on vacation, stays longer, or comes back early. What he has left of it is not the game's to know.
    Vacation {
        /// Who.
        by: PlayerId,
        /// Until when; `None` when it is over.
        until: Option<Timestamp>,
    },
    /// The bot was removed from the game's server, or let in again.
    Server {
        /// Whether it is in the server.
        is_there: bool,
    },
    /// Time passes.
    CheckClock {
        /// Until when a vacation would keep the player to move from running out of time, if he has one left.
        shelter: Option<Timestamp>,
    },
}

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Play a move.
    Move {
        /// The move as a person types it.
        text: String,
        /// Whether a draw is offered with the move (FIDE 9.1.2.1).
        offer_draw: bool,
    },
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's draw offer.
    AcceptDraw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Claim a draw by repetition or by fifty moves (FIDE 9.2 and 9.3).
    ClaimDraw {
        /// The move with which the claim is made, as typed; `None` for the position on the board.
        text: Option<String>,
    },
    /// Resign (FIDE 5.1.2). The confirmation was asked before.
    Resign,
    /// End the game without result: before both have moved, or when nobody has moved for thirty days without limit.
    Abort,
    /// Take one's last move back: at once within a minute, else by asking.
    AskTakeback,
    /// Take one's last move back at once, or not at all.
    Undo,
    /// Agree to the takeback.
    AcceptTakeback,
    /// Do not agree to the takeback.
    DeclineTakeback,
    /// Give the opponent a day.
    GiveTime,
    /// Claim the win over an opponent whose time is over.
    ClaimWin,
    /// Ask for a pause.
    AskPause,
    /// Agree to the pause.
    AcceptPause,
    /// Do not agree to the pause.
    DeclinePause,
    /// Let the clock run again.
    Resume,
    /// Add a line of if-then moves to one's plan.
    AddToPlan {
        /// The line as typed.
        text: String,
    },
    /// Drop one line of one's plan.
    DropFromPlan(PlanLine),
    /// Drop one's plan.
    ClearPlan,
}

impl Action {
    /// Who does it; nobody when time passes.
    pub fn by(&self) -> Option<PlayerId> {
        match *self {
            Action::By(player, _) | Action::Vacation { by: player, .. } => Some(player),
            Action::Server { .. } | Action::CheckClock { .. } => None,
        }
    }
}
