//! What goes into an action beside the action itself, and what comes out.

use crate::game::{Challenge, Event, Game, PlayerId};
use crate::store::{Errand, Fault, Kept, Origin};
use crate::time::Timestamp;

/// How somebody came to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occasion {
    /// When: the instant at which Discord created the interaction.
    pub at: Timestamp,
    /// The interaction. Each is accepted once.
    pub interaction: Option<Origin>,
    /// The people that were seen, and what they are called now.
    pub people: Vec<(PlayerId, String)>,
}

/// What somebody says to a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Take it up.
    Accept {
        /// Who.
        by: PlayerId,
    },
    /// Say no.
    Decline {
        /// Who.
        by: PlayerId,
    },
    /// Take it back.
    Withdraw {
        /// Who.
        by: PlayerId,
    },
}

/// A challenge was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The challenge.
    pub challenge: Challenge,
    /// What tells people of it.
    pub errands: Vec<Errand>,
}

/// A challenge was answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Answered {
    /// The challenge as it ended.
    pub challenge: Challenge,
    /// The game that an accepted one led to.
    pub game: Option<Kept>,
    /// What tells people of it.
    pub errands: Vec<Errand>,
}

/// An action was done.
#[derive(Clone, PartialEq, Debug)]
pub struct Acted {
    /// The game before.
    pub before: Game,
    /// What happened.
    pub events: Vec<Event>,
    /// The game after.
    pub after: Kept,
    /// What tells people of it.
    pub errands: Vec<Errand>,
}

/// Why nothing was changed.
#[derive(Debug)]
pub enum Denied<R> {
    /// It may not be done.
    Refused(R),
    /// There is no such game or challenge.
    Missing,
    /// This interaction was accepted before.
    Repeat,
    /// Something broke.
    Fault(Fault),
}

impl<R> From<Fault> for Denied<R> {
    fn from(fault: Fault) -> Self {
        Denied::Fault(fault)
    }
}
