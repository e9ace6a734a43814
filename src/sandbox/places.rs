//! What happens to channels: opened, changed, removed, joined; and who is told.

use std::collections::BTreeMap;

use serde_json::json;

use super::draft::{Allowed, Draft};
use super::gateway::session::intent;
use super::id::Id;
use super::post::Posting;
use super::state::State;
use super::world::{Channel, ChannelKind};

impl State {
    /// The direct message channel of two people, opened if need be.
    pub(crate) fn direct_channel(&mut self, one: Id, other: Id) -> Id {
        if let Some(channel) = self.world.direct_channel(one, other) {
            return channel.id;
        }
        let id = self.fresh_id();
        self.world.channels.insert(
            id,
            Channel {
                id,
                kind: ChannelKind::Direct,
                name: String::new(),
                parent: None,
                recipients: vec![one, other],
                owner: None,
                archived: false,
                locked: false,
                auto_archive_minutes: 0,
                denied: BTreeMap::new(),
            },
        );
        self.announce_channel(id, "CHANNEL_CREATE", "channel_create");
        id
    }

    /// Whether the bot reaches a person by direct message: they take such messages and both are in the server, or the
    /// person installed the app, which everybody has where it is in no server.
    pub(crate) fn reaches(&self, user: Id) -> bool {
        let bot_is_member = self.world.is_member(self.world.bot);
        let open = self
            .world
            .users
            .get(&user)
            .is_some_and(|user| user.dms_open);
        open && (!bot_is_member || self.world.is_member(user))
    }

    /// Tells the bot and the chat pages of a new or changed channel.
    pub(crate) fn announce_channel(&mut self, id: Id, event: &str, page_event: &str) {
        let Some(channel) = self.world.channels.get(&id) else {
            return;
        };
        let json = self.channel(channel);
        for viewer in self.world.viewers(id) {
            self.tell(
                viewer,
                json!({"type": page_event, "channel": self.channel_for_page(channel, viewer)}),
            );
        }
        // A bot hears nothing of direct channels that it opens itself, nor of other people's.
        if channel.is_in_guild() && self.bot_sees(id) {
            self.sessions.dispatch(event, intent::GUILDS, &json);
        }
    }

    /// Removes a channel with its threads and everything in them.
    pub(crate) fn remove_channel(&mut self, id: Id) {
        let threads: Vec<Id> = self
            .world
            .channels
            .values()
            .filter(|other| other.parent == Some(id))
            .map(|thread| thread.id)
            .collect();
        for thread in threads {
            self.remove_channel(thread);
        }
        let viewers = self.world.viewers(id);
        let bot_saw = self.bot_sees(id);
        let Some(channel) = self.world.channels.get(&id) else {
            return;
        };
        let (event, json) = if channel.kind.is_thread() {
            let parent = channel.parent;
            let kind = channel.kind.number();
            (
                "THREAD_DELETE",
                json!({"id": id, "guild_id": self.world.guild.id, "parent_id": parent, "type": kind}),
            )
        } else {
            ("CHANNEL_DELETE", self.channel(channel))
        };
        self.world.channels.remove(&id);
        self.world
            .messages
            .retain(|_, message| message.channel != id);
        if bot_saw {
            self.sessions.dispatch(event, intent::GUILDS, &json);
        }
        for viewer in viewers {
            self.tell(viewer, json!({"type": "channel_delete", "id": id}));
        }
    }

    /// Adds somebody to a thread or takes them out.
    pub(crate) fn set_thread_member(&mut self, thread: Id, user: Id, joins: bool) {
        let Some(channel) = self.world.channels.get_mut(&thread) else {
            return;
        };
        channel.recipients.retain(|member| *member != user);
        if joins {
            channel.recipients.push(user);
        }
        let members = channel.recipients.len();
        let mut data =
            json!({"id": thread, "guild_id": self.world.guild.id, "member_count": members});
        if joins {
            let now = super::clock::iso8601(self.now());
            data["added_members"] = json!([{"id": thread, "user_id": user, "join_timestamp": now, "flags": 0,
                "member": self.member(user), "presence": null}]);
        } else {
            data["removed_member_ids"] = json!([user]);
        }
        if self.bot_sees(thread) {
            self.sessions
                .dispatch("THREAD_MEMBERS_UPDATE", intent::GUILDS, &data);
        }
    }

    /// Leaves the note in a channel that a thread was started there.
    pub(crate) fn note_thread(&mut self, parent: Id, thread: Id) {
        let name = self.world.channels[&thread].name.clone();
        let author = self.world.channels[&thread].owner.unwrap_or(self.world.bot);
        let note = Draft::text(name, Allowed::default());
        let id = self.post(Posting::plain(parent, author), &note);
        if let Some(note) = self.world.messages.get_mut(&id) {
            note.system = true;
            note.thread = Some(thread);
        }
    }

    /// Whether the bot is a member of the server from now on; it is told when that changes.
    pub(crate) fn set_bot_in_guild(&mut self, member: bool) {
        let bot = self.world.bot;
        if self.world.is_member(bot) == member {
            return;
        }
        if let Some(bot) = self.world.users.get_mut(&bot) {
            bot.in_guild = member;
        }
        if member {
            let guild = self.guild_create();
            self.sessions
                .dispatch("GUILD_CREATE", intent::GUILDS, &guild);
        } else {
            let data = json!({"id": self.world.guild.id});
            self.sessions
                .dispatch("GUILD_DELETE", intent::GUILDS, &data);
        }
    }

    /// A channel as `viewer` sees it in the list of a chat page.
    pub(crate) fn channel_for_page(&self, channel: &Channel, viewer: Id) -> serde_json::Value {
        let name = if channel.kind == ChannelKind::Direct {
            let other = channel
                .recipients
                .iter()
                .find(|id| **id != viewer)
                .and_then(|id| self.world.users.get(id));
            other
                .map_or("", |user| {
                    user.global_name.as_deref().unwrap_or(&user.username)
                })
                .to_owned()
        } else {
            channel.name.clone()
        };
        let recipients: Vec<serde_json::Value> = match channel.kind {
            ChannelKind::Direct => channel.recipients.iter().map(|id| self.user(*id)).collect(),
            ChannelKind::Text | ChannelKind::PublicThread | ChannelKind::PrivateThread => {
                Vec::new()
            }
        };
        let read = self
            .world
            .read
            .get(&viewer)
            .and_then(|read| read.get(&channel.id));
        let last = self.world.messages_seen(viewer, channel.id).next_back();
        let unread = last
            .is_some_and(|last| last.author != viewer && read.is_none_or(|read| *read < last.id));
        json!({
            "id": channel.id, "type": channel.kind.number(), "name": name, "parent_id": channel.parent,
            "recipients": recipients,
            "archived": channel.archived, "unread": unread,
        })
    }
}
