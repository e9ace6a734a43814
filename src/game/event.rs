//! What has happened to a game.

use super::{GameResult, Plan, Reminder};
use crate::chess::{Color, Move};
use crate::time::Timestamp;

/// A fact about a game, accepted and final.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The player to move has moved. If he did it himself, that ends his vacation and a pause.
    Moved {
        /// A legal move of the position.
        mv: Move,
        /// When it counts: the moment at which the player sent it.
        at: Timestamp,
        /// Whether his plan has made it, at the instant of the move that it answers.
        planned: bool,
    },
    /// A player has another plan now.
    Planned {
        /// Whose.
        by: Color,
        /// What is planned; nothing when the plan was cleared, or the opponent has left it.
        plan: Plan,
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
    /// Somebody would like to take back his last move.
    TakebackAsked {
        /// Who asks.
        by: Color,
    },
    /// The opponent does not agree to the takeback.
    TakebackDeclined {
        /// Who declined.
        by: Color,
    },
    /// The opponent agreed: the asker is to move again, with a fresh full turn.
    TakenBack {
        /// Who asked.
        by: Color,
        /// How many half-moves are gone.
        plies: u32,
        /// When the opponent agreed.
        at: Timestamp,
    },
    /// The mover thought better of it at once: everything is as it was before his move, a vacation or a pause that it
    /// had ended among it.
    Undone {
        /// When.
        at: Timestamp,
    },
    /// The waiting player gave the player to move a day.
    TimeGiven {
        /// When.
        at: Timestamp,
    },
    /// Somebody would like to pause the game.
    PauseAsked {
        /// Who asks.
        by: Color,
    },
    /// The opponent does not agree to the pause.
    PauseDeclined {
        /// Who declined.
        by: Color,
    },
    /// The opponent agreed: no clock runs.
    Paused {
        /// When.
        at: Timestamp,
        /// Until when at most.
        until: Timestamp,
    },
    /// The clock runs again.
    Resumed {
        /// Who resumed it; `None` when the longest pause was over.
        by: Option<Color>,
        /// When.
        at: Timestamp,
    },
    /// The bot was removed from the game's server: no clock runs.
    ServerGone {
        /// When.
        at: Timestamp,
    },
    /// The bot is in the game's server again, and the clock runs.
    ServerBack {
        /// When.
        at: Timestamp,
    },
    /// A player is on vacation.
    WentAway {
        /// Who.
        by: Color,
        /// Since when.
        at: Timestamp,
        /// Until when.
        until: Timestamp,
        /// Whether he was about to run out of time and got the vacation without asking.
        sheltered: bool,
    },
    /// A vacation has ended early.
    CameBack {
        /// Whose.
        by: Color,
        /// When.
        at: Timestamp,
    },
    /// The player to move was reminded.
    Reminded {
        /// For how long he still has time.
        reminder: Reminder,
    },
    /// The time of the player to move is over, and the opponent has to decide.
    TimeUp,
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
        /// When.
        at: Timestamp,
    },
}

impl Event {
    /// Whether everybody sees it in a post. Only this raises the game's revision: what nobody sees must not make the
    /// buttons of the latest post stale.
    pub fn is_seen(&self) -> bool {
        match self {
            Event::Moved { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackDeclined { .. }
            | Event::TakenBack { .. }
            | Event::Undone { .. }
            | Event::TimeGiven { .. }
            | Event::PauseAsked { .. }
            | Event::PauseDeclined { .. }
            | Event::Paused { .. }
            | Event::Resumed { .. }
            | Event::TimeUp
            | Event::Ended { .. } => true,
            Event::WentAway { sheltered, .. } => *sheltered,
            Event::ServerGone { .. }
            | Event::ServerBack { .. }
            | Event::Planned { .. }
            | Event::CameBack { .. }
            | Event::Reminded { .. } => false,
        }
    }
}
