//! What still has to reach people.

use crate::game::{ChallengeId, ChannelId, InteractionId, MessageId, Notice, Place};
use crate::time::Timestamp;

/// An errand's number: in the order in which they arose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ErrandId(pub u64);

/// The interaction by which somebody acted. It can be answered while its token lives, 15 minutes (Discord,
/// "Receiving and Responding to Interactions").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Its snowflake.
    pub interaction: InteractionId,
    /// What is needed to answer it. Never logged.
    pub token: String,
}

/// One thing that has to be done on Discord. It stays until it was delivered or given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errand {
    /// Its number.
    pub id: ErrandId,
    /// What is to be done.
    pub kind: ErrandKind,
    /// Where.
    pub place: Place,
    /// The interaction that it answers, if one caused it.
    pub origin: Option<Origin>,
    /// When it arose.
    pub made: Timestamp,
    /// How often delivery was tried without success.
    pub attempts: u32,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrandKind {
    /// Tell people.
    Post(Notice),
    /// Take the buttons off a message that is out of date.
    Retire {
        /// Where it is.
        channel: ChannelId,
        /// Which message.
        message: MessageId,
        /// The challenge that it shows; `None` for a board.
        challenge: Option<ChallengeId>,
    },
    /// Bring the channel's overview up to date.
    Overview,
    /// Delete a message of the bot's own.
    Remove {
        /// Where it is.
        channel: ChannelId,
        /// Which message.
        message: MessageId,
    },
}
