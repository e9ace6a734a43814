//! The people, the server, its channels and everything said in it: the part of the sandbox that is kept on disk.
//! Plain data; the rules live elsewhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;
use super::interaction::Interaction;
use super::message::Message;
use super::permissions::Permissions;

/// An account.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct User {
    /// The account's id.
    pub id: Id,
    /// The unique name, lower case.
    pub username: String,
    /// The name that others see.
    pub global_name: Option<String>,
    /// Whether a program speaks through it.
    pub bot: bool,
    /// Whether it is a member of the server.
    pub in_guild: bool,
    /// Whether it takes direct messages from members of the same server.
    pub dms_open: bool,
    /// The client's language, as Discord names it (`en-US`).
    pub locale: String,
}

/// The one server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    /// What the bot's own role adds to everybody's rights.
    pub(crate) bot_permissions: Permissions,
}

/// What kind of place a channel is (docs: resources/channel, "Channel types").
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum ChannelKind {
    /// A text channel of the server.
    Text,
    /// A direct message channel of two people.
    Direct,
    /// A thread that everyone who sees its channel sees.
    PublicThread,
    /// A thread for its members.
    PrivateThread,
}

impl ChannelKind {
    /// Discord's number for it.
    pub const fn number(self) -> u8 {
        match self {
            Self::Text => 0,
            Self::Direct => 1,
            Self::PublicThread => 11,
            Self::PrivateThread => 12,
        }
    }

    /// Whether it is a thread of either kind.
    pub const fn is_thread(self) -> bool {
        match self {
            Self::PublicThread | Self::PrivateThread => true,
            Self::Text | Self::Direct => false,
        }
    }
}

/// A place where messages are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Channel {
    /// The channel's id.
    pub id: Id,
    /// What kind of place it is.
    pub kind: ChannelKind,
    /// Its name; empty for direct messages.
    pub name: String,
    /// The channel that a thread belongs to.
    pub parent: Option<Id>,
    /// The people of a direct message channel, or the members of a thread.
    pub recipients: Vec<Id>,
    /// Who made a thread.
    pub owner: Option<Id>,
    /// A thread that nobody has used for a while, or that was closed.
    pub archived: bool,
    /// An archived thread that only moderators can open again.
    pub locked: bool,
    /// Minutes without a message after which a thread is archived.
    pub auto_archive_minutes: u64,
    /// What the channel takes away, by account, or from everyone by the server's id.
    pub denied: BTreeMap<Id, Permissions>,
}

impl Channel {
    /// Whether it belongs to the server.
    pub fn is_in_guild(&self) -> bool {
        self.kind != ChannelKind::Direct
    }
}

/// Everything that outlives a restart.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct World {
    pub(crate) last_id: Id,
    /// The bot's account; its application has the same id, as is usual.
    pub(crate) bot: Id,
    pub(crate) guild: Guild,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    /// Registered commands, as Discord answers them.
    pub(crate) commands: BTreeMap<Id, Value>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// The last message that an account has read, by account and channel.
    pub(crate) read: BTreeMap<Id, BTreeMap<Id, Id>>,
}

impl World {
    /// A fresh world: one server with two channels, a few people in it, one who left, another program, and the bot.
    pub(crate) fn sample(unix_ms: i64, bot_name: &str) -> Self {
        // Accounts and channels are older than anything that happens in the sandbox.
        let old = Id::at(unix_ms - 30 * 86_400_000).get();
        let user = |n: u64, username: &str, global_name: &str| User {
            id: Id::new(old + n),
            username: username.to_owned(),
            global_name: Some(global_name.to_owned()),
            bot: false,
            in_guild: true,
            dms_open: true,
            locale: "en-US".to_owned(),
        };
        let bot = User {
            bot: true,
            global_name: None,
            ..user(1, bot_name, "")
        };
        let users = [
            user(2, "alice", "Alice"),
            user(3, "bob", "Bob"),
            user(4, "carol", "Carol"),
            User {
                in_guild: false,
                ..user(5, "dave", "Dave")
            },
            User {
                bot: true,
                global_name: None,
                ..user(6, "otherbot", "")
            },
        ];
        let text = |n: u64, name: &str| Channel {
            id: Id::new(old + n),
            kind: ChannelKind::Text,
            name: name.to_owned(),
            parent: None,
            recipients: Vec::new(),
            owner: None,
            archived: false,
            locked: false,
            auto_archive_minutes: 0,
            denied: BTreeMap::new(),
        };
        let channels = [text(11, "chess"), text(12, "general")];
        Self {
            last_id: Id::new(old + 100),
            bot: bot.id,
            guild: Guild {
                id: Id::new(old + 10),
                name: "Chess corner".to_owned(),
                owner: users[0].id,
                bot_permissions: Permissions::NONE,
            },
            users: std::iter::once(bot)
                .chain(users)
                .map(|user| (user.id, user))
                .collect(),
            channels: channels
                .into_iter()
                .map(|channel| (channel.id, channel))
                .collect(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: BTreeMap::new(),
            read: BTreeMap::new(),
        }
    }

    /// Whether `user` is a member of the server.
    pub(crate) fn is_member(&self, user: Id) -> bool {
        self.users.get(&user).is_some_and(|user| user.in_guild)
    }

    /// Who sees a channel, in the order of their ids.
    pub(crate) fn viewers(&self, channel: Id) -> Vec<Id> {
        let Some(channel) = self.channels.get(&channel) else {
            return Vec::new();
        };
        self.users
            .keys()
            .copied()
            .filter(|user| self.can_see(*user, channel))
            .collect()
    }

    /// The direct message channel of two people, if there is one.
    pub(crate) fn direct_channel(&self, one: Id, other: Id) -> Option<&Channel> {
        self.channels.values().find(|channel| {
            channel.kind == ChannelKind::Direct
                && channel.recipients.contains(&one)
                && channel.recipients.contains(&other)
        })
    }

    /// The messages of a channel that everybody in it sees, oldest first.
    pub(crate) fn public_messages(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages
            .values()
            .filter(move |message| message.channel == channel && message.visible_to.is_none())
    }

    /// The messages of a channel that `user` sees, oldest first.
    pub(crate) fn messages_seen(
        &self,
        user: Id,
        channel: Id,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages.values().filter(move |message| {
            message.channel == channel
                && message.visible_to.is_none_or(|only| only == user)
                && !message.dismissed
        })
    }
}
