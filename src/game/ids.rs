//! The names that games, people and places go by. Each is a type of its own, so that none is taken for another.

use std::fmt;
use std::str::FromStr;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id! {
    /// A game: 1, 2, 3... in the order in which they began.
    GameId(u64)
}
id! {
    /// A challenge: 1, 2, 3... in the order in which they were made.
    ChallengeId(u64)
}
id! {
    /// A person who plays: the Discord user's snowflake.
    PlayerId(u64)
}
id! {
    /// A Discord server's snowflake.
    GuildId(u64)
}
id! {
    /// A Discord channel's, thread's or DM's snowflake.
    ChannelId(u64)
}
id! {
    /// A Discord message's snowflake.
    MessageId(u64)
}
id! {
    /// One thing that a person did on Discord: the interaction's or the message's snowflake.
    InteractionId(u64)
}
id! {
    /// How many events of a game everybody has seen. It never falls, so a button that carries it can be told to be
    /// stale even when moves were taken back.
    #[derive(Default)]
    Revision(u32)
}

impl Revision {
    /// A game to which nothing has happened yet.
    pub const FIRST: Revision = Revision(0);

    /// The one after it.
    pub const fn next(self) -> Revision {
        Revision(self.0 + 1)
    }
}

/// Where a game's posts go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The server; `None` in a DM.
    pub guild: Option<GuildId>,
    /// The channel, thread or DM.
    pub channel: ChannelId,
}
