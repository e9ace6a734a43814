//! How a sandbox is set up.

use std::path::PathBuf;
use std::time::Duration;

use super::clock::Clock;
use super::permissions::Permissions;

/// Settings of a sandbox. The default is what a test wants: a free port, the real time, nothing kept.
#[derive(Clone, Debug)]
pub struct Options {
    /// The loopback port; 0 takes a free one.
    pub port: u16,
    /// The clock by which answers are late and tokens end.
    pub clock: Clock,
    /// A folder in which the world is kept from one start to the next.
    pub folder: Option<PathBuf>,
    /// The user name of the bot's account.
    pub bot_name: String,
    /// Whether the bot is a member of the server. When it is not, it is there through people's own installation only.
    pub bot_in_guild: bool,
    /// What the bot's role adds to everybody's permissions.
    pub bot_permissions: Permissions,
    /// How strict and how quick the sandbox is.
    pub behavior: Behavior,
}

/// Parts of Discord's behavior that differ from app to app, or that a test wants to see sooner.
#[derive(Clone, Debug)]
pub struct Behavior {
    /// Whether the app was granted the privileged message content intent.
    pub message_content: bool,
    /// How often a client must send a heartbeat.
    pub heartbeat_interval: Duration,
    /// Whether 50 requests a second are the limit.
    pub global_rate_limit: bool,
    /// How many messages may be sent to one channel in five seconds of real time, if that is limited at all.
    pub messages_per_channel: Option<usize>,
    /// How many edits an hour a channel takes to messages that are older than an hour. Discord has such a limit
    /// (error 30046) and does not publish its number.
    pub edits_of_old_messages: usize,
    /// Whether a reply to an answer to an interaction counts as a mention of the bot. It often does not
    /// (discord-api-docs, discussion 5395), and the bot then sees no text.
    pub replies_to_answers_mention: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            clock: Clock::real(),
            folder: None,
            bot_name: "penpawn".to_owned(),
            bot_in_guild: true,
            bot_permissions: Permissions::NONE,
            behavior: Behavior::default(),
        }
    }
}

impl Default for Behavior {
    fn default() -> Self {
        Self {
            message_content: false,
            heartbeat_interval: Duration::from_millis(41_250),
            global_rate_limit: true,
            messages_per_channel: None,
            edits_of_old_messages: 30,
            replies_to_answers_mention: false,
        }
    }
}
