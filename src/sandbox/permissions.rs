//! Discord's permission bits, as far as the sandbox enforces them, and who holds which where.

use super::id::Id;
use super::world::{Channel, World};

/// A set of permissions (docs: topics/permissions).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Permissions(pub u64);

impl Permissions {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// Everything, as the owner of a server holds.
    pub const ALL: Self = Self((1 << 53) - 1);
    /// Change the server's settings.
    pub const MANAGE_GUILD: Self = Self(1 << 5);
    /// React to messages.
    pub const ADD_REACTIONS: Self = Self(1 << 6);
    /// See a channel and read new messages.
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// Write into a channel.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    /// Delete and pin other people's messages.
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    /// Have links and embeds shown.
    pub const EMBED_LINKS: Self = Self(1 << 14);
    /// Send files.
    pub const ATTACH_FILES: Self = Self(1 << 15);
    /// Read what was written before.
    pub const READ_MESSAGE_HISTORY: Self = Self(1 << 16);
    /// Ping everyone.
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    /// Use slash commands.
    pub const USE_APPLICATION_COMMANDS: Self = Self(1 << 31);
    /// Rename, archive and delete threads.
    pub const MANAGE_THREADS: Self = Self(1 << 34);
    /// Make threads that everyone sees.
    pub const CREATE_PUBLIC_THREADS: Self = Self(1 << 35);
    /// Make threads for invited people.
    pub const CREATE_PRIVATE_THREADS: Self = Self(1 << 36);
    /// Write into threads.
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);
    /// Answers of apps that are not on the server are shown to all.
    pub const USE_EXTERNAL_APPS: Self = Self(1 << 50);

    /// What everybody may do in a new server.
    pub const EVERYONE: Self = Self(
        Self::VIEW_CHANNEL.0
            | Self::SEND_MESSAGES.0
            | Self::EMBED_LINKS.0
            | Self::ATTACH_FILES.0
            | Self::READ_MESSAGE_HISTORY.0
            | Self::ADD_REACTIONS.0
            | Self::USE_APPLICATION_COMMANDS.0
            | Self::CREATE_PUBLIC_THREADS.0
            | Self::SEND_MESSAGES_IN_THREADS.0
            | Self::USE_EXTERNAL_APPS.0,
    );

    /// What people hold in a private channel.
    pub const PRIVATE_CHANNEL: Self = Self(
        Self::EVERYONE.0 & !(Self::CREATE_PUBLIC_THREADS.0 | Self::SEND_MESSAGES_IN_THREADS.0),
    );

    /// Whether every permission of `other` is here.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and those.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without those.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl World {
    /// What `user` holds in `channel`: server-wide rights less what the channel denies. A thread asks its parent.
    pub(crate) fn permissions(&self, user: Id, channel: &Channel) -> Permissions {
        if !channel.is_in_guild() {
            return if channel.recipients.contains(&user) {
                Permissions::PRIVATE_CHANNEL
            } else {
                Permissions::NONE
            };
        }
        if !self.is_member(user) {
            return Permissions::NONE;
        }
        if user == self.guild.owner {
            return Permissions::ALL;
        }
        let ruling = channel
            .parent
            .and_then(|parent| self.channels.get(&parent))
            .unwrap_or(channel);
        let everyone = self.guild.id;
        let denied = [everyone, user]
            .iter()
            .filter_map(|who| ruling.denied.get(who))
            .fold(Permissions::NONE, |all, denied| all.with(*denied));
        let held = self.guild_permissions(user).without(denied);
        // Who cannot see a channel can do nothing in it (docs: topics/permissions, "Implicit permissions").
        if held.contains(Permissions::VIEW_CHANNEL) {
            held
        } else {
            Permissions::NONE
        }
    }

    /// What `user` holds in the server before any channel has its say.
    pub(crate) fn guild_permissions(&self, user: Id) -> Permissions {
        if user == self.guild.owner {
            Permissions::ALL
        } else if user == self.bot {
            Permissions::EVERYONE.with(self.guild.bot_permissions)
        } else {
            Permissions::EVERYONE
        }
    }

    /// Whether `user` sees `channel` at all.
    pub(crate) fn can_see(&self, user: Id, channel: &Channel) -> bool {
        self.permissions(user, channel)
            .contains(Permissions::VIEW_CHANNEL)
    }
}
