//! How accounts, the server, channels and messages read in Discord's JSON. Decides nothing.

use serde_json::{Map, Value, json};

use super::clock::iso8601;
use super::id::Id;
use super::message::{Attachment, Message, flag};
use super::permissions::Permissions;
use super::state::State;
use super::world::{Channel, ChannelKind, User};

/// How large a file may be in bytes (docs: reference, "Uploading Files").
pub(crate) const FILE_LIMIT: usize = 10 * 1024 * 1024;

impl State {
    pub(crate) fn gateway_url(&self) -> String {
        self.base.replacen("http", "ws", 1)
    }

    /// The application's flags: bit 19 stands for the message content intent of a small app.
    pub(crate) fn application_flags(&self) -> u64 {
        if self.behavior.message_content {
            1 << 19
        } else {
            0
        }
    }

    pub(crate) fn user(&self, id: Id) -> Value {
        self.world.users.get(&id).map_or(Value::Null, user)
    }

    /// The bot's account as it sees itself.
    pub(crate) fn own_user(&self) -> Value {
        let mut user = self.user(self.world.bot);
        user["mfa_enabled"] = json!(true);
        user["locale"] = json!("en-US");
        user["verified"] = json!(true);
        user["email"] = Value::Null;
        user
    }

    pub(crate) fn application(&self) -> Value {
        let bot = &self.world.users[&self.world.bot];
        json!({
            "id": bot.id, "name": bot.username, "icon": null, "description": "", "type": null, "bot": user(bot),
            "summary": "", "bot_public": true, "bot_require_code_grant": false, "verify_key": "0".repeat(64),
            "flags": self.application_flags(), "flags_new": self.application_flags().to_string(),
            "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
            "owner": self.user(self.world.guild.owner), "approximate_guild_count": 1,
            "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": ["applications.commands", "bot"],
            "integration_types_config": {"0": {}, "1": {}},
        })
    }

    /// A member of the server.
    pub(crate) fn member(&self, id: Id) -> Option<Value> {
        let account = self.world.users.get(&id).filter(|user| user.in_guild)?;
        let mut member = self.partial_member(id);
        member["user"] = user(account);
        Some(member)
    }

    /// A member without the account, as it stands beside one.
    fn partial_member(&self, id: Id) -> Value {
        let roles: Vec<Id> = if id == self.world.bot {
            vec![bot_role(id)]
        } else {
            Vec::new()
        };
        json!({
            "avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0,
            "joined_at": iso8601(self.world.guild.id.created_ms()), "nick": null, "pending": false,
            "premium_since": null, "roles": roles, "mute": false, "deaf": false,
        })
    }

    /// The member that acts in an interaction, with what it may do in the channel.
    pub(crate) fn acting_member(&self, id: Id, channel: &Channel) -> Option<Value> {
        let mut member = self.member(id)?;
        member["permissions"] = json!(self.world.permissions(id, channel).0.to_string());
        member["unusual_dm_activity_until"] = Value::Null;
        Some(member)
    }

    pub(crate) fn roles(&self) -> Value {
        let guild = &self.world.guild;
        let bot = self.world.bot;
        let role = |id: Id, name: &str, permissions: Permissions, position: u8, managed: bool| {
            json!({
                "id": id, "name": name, "permissions": permissions.0.to_string(), "position": position,
                "color": 0, "hoist": false, "managed": managed, "mentionable": false, "icon": null,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
                "unicode_emoji": null, "flags": 0,
            })
        };
        let mut roles = vec![role(guild.id, "@everyone", Permissions::EVERYONE, 0, false)];
        if self.world.is_member(bot) {
            let name = &self.world.users[&bot].username;
            let mut own = role(bot_role(bot), name, guild.bot_permissions, 1, true);
            own["tags"] = json!({"bot_id": bot});
            roles.push(own);
        }
        Value::Array(roles)
    }

    pub(crate) fn guild(&self) -> Value {
        let guild = &self.world.guild;
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "description": null, "home_header": null,
            "splash": null, "discovery_splash": null, "features": [], "banner": null, "owner_id": guild.owner,
            "application_id": null, "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300,
            "system_channel_id": null, "system_channel_flags": 0, "widget_enabled": false,
            "widget_channel_id": null, "verification_level": 0, "roles": self.roles(),
            "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0,
            "max_presences": null, "max_members": 500_000, "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25, "vanity_url_code": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": null,
            "safety_alerts_channel_id": null, "public_updates_channel_id": null,
            "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": [], "stickers": [],
            "incidents_data": null,
        })
    }

    /// The server as the gateway describes it.
    pub(crate) fn guild_create(&self) -> Value {
        let mut guild = self.guild();
        let members: Vec<Value> = self
            .world
            .users
            .keys()
            .filter_map(|id| self.member(*id))
            .collect();
        let seen = |wanted: fn(ChannelKind) -> bool| -> Vec<Value> {
            self.world
                .channels
                .values()
                .filter(|channel| wanted(channel.kind) && !channel.archived)
                .filter(|channel| self.world.can_see(self.world.bot, channel))
                .map(|channel| self.channel(channel))
                .collect()
        };
        let extra = json!({
            "joined_at": iso8601(self.world.guild.id.created_ms()), "large": false, "unavailable": false,
            "member_count": members.len(), "voice_states": [], "members": members, "presences": [],
            "channels": seen(|kind| kind == ChannelKind::Text), "threads": seen(ChannelKind::is_thread),
            "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [], "lazy": true,
        });
        merge(&mut guild, extra);
        guild
    }

    pub(crate) fn channel(&self, channel: &Channel) -> Value {
        let last = self
            .world
            .public_messages(channel.id)
            .next_back()
            .map(|message| message.id);
        let mut json = json!({
            "id": channel.id, "type": channel.kind.number(), "flags": 0, "last_message_id": last,
        });
        let extra = match channel.kind {
            ChannelKind::Direct => {
                // The reader of this channel is the bot; the other one is the recipient.
                let others = channel
                    .recipients
                    .iter()
                    .filter(|id| **id != self.world.bot);
                json!({"recipients": others.map(|id| self.user(*id)).collect::<Vec<_>>()})
            }
            ChannelKind::Text => {
                let overwrites: Vec<Value> = channel
                    .denied
                    .iter()
                    .map(|(who, denied)| {
                        let kind = u8::from(*who != self.world.guild.id);
                        json!({"id": who, "type": kind, "allow": "0", "deny": denied.0.to_string()})
                    })
                    .collect();
                let position = self.world.channels.range(..channel.id).count();
                json!({
                    "guild_id": self.world.guild.id, "name": channel.name, "position": position, "topic": null,
                    "parent_id": null, "nsfw": false, "rate_limit_per_user": 0,
                    "permission_overwrites": overwrites,
                })
            }
            ChannelKind::PublicThread | ChannelKind::PrivateThread => self.thread_fields(channel),
        };
        merge(&mut json, extra);
        json
    }

    fn thread_fields(&self, thread: &Channel) -> Value {
        let count = self.world.public_messages(thread.id).count();
        let made = iso8601(thread.id.created_ms());
        let mut json = json!({
            "guild_id": self.world.guild.id, "name": thread.name, "parent_id": thread.parent,
            "owner_id": thread.owner, "message_count": count, "member_count": thread.recipients.len(),
            "total_message_sent": count, "rate_limit_per_user": 0,
            "thread_metadata": {
                "archived": thread.archived, "archive_timestamp": made, "locked": thread.locked,
                "auto_archive_duration": thread.auto_archive_minutes, "create_timestamp": made,
            },
        });
        if thread.recipients.contains(&self.world.bot) {
            json["member"] = json!({"id": thread.id, "user_id": self.world.bot, "join_timestamp": made, "flags": 0});
        }
        json
    }

    /// A message as REST answers it to the bot.
    pub(crate) fn message(&self, message: &Message) -> Value {
        let seen = self.behavior.message_content || self.content_is_seen(message);
        self.message_as(message, seen)
    }

    /// A message as the gateway sends it, with the fields that only events have.
    pub(crate) fn message_event(&self, message: &Message, with_content: bool) -> Value {
        let seen = with_content || self.content_is_seen(message);
        let mut json = self.message_as(message, seen);
        if let Some(channel) = self.world.channels.get(&message.channel)
            && channel.is_in_guild()
        {
            json["guild_id"] = json!(self.world.guild.id);
            if self.world.is_member(message.author) {
                json["member"] = self.partial_member(message.author);
            }
        }
        json["channel_type"] = json!(
            self.world
                .channels
                .get(&message.channel)
                .map(|c| c.kind.number())
        );
        json
    }

    /// Whether the bot sees the text without the privileged intent: in direct messages, in its own messages and where
    /// it is mentioned (docs: events/gateway, "Message Content Intent").
    fn content_is_seen(&self, message: &Message) -> bool {
        let bot = self.world.bot;
        let direct = self
            .world
            .channels
            .get(&message.channel)
            .is_some_and(|channel| !channel.is_in_guild());
        direct || message.author == bot || message.mentions.contains(&bot)
    }

    /// A message with or without what the message content intent guards.
    pub(crate) fn message_as(&self, message: &Message, with_content: bool) -> Value {
        let mut json = self.message_alone(message, with_content);
        if let Some(reply_to) = message.reply_to {
            json["message_reference"] =
                json!({"type": 0, "message_id": reply_to, "channel_id": message.channel});
            if message.visible_to.is_none() {
                self.add_guild(message.channel, &mut json["message_reference"]);
            }
            json["referenced_message"] =
                self.world
                    .messages
                    .get(&reply_to)
                    .map_or(Value::Null, |replied| {
                        self.message_alone(replied, with_content || self.content_is_seen(replied))
                    });
        }
        if let Some(thread) = message.thread.and_then(|id| self.world.channels.get(&id)) {
            json["thread"] = self.channel(thread);
        }
        json
    }

    fn message_alone(&self, message: &Message, with_content: bool) -> Value {
        let files: Vec<Value> = message
            .attachments
            .iter()
            .filter(|file| !file.embedded)
            .map(|file| self.attachment(message.channel, file, message.is_ephemeral()))
            .collect();
        let mut json = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user(message.author),
            "type": message_type(message), "content": "", "mentions": [], "mention_roles": [], "attachments": [],
            "embeds": [], "components": [], "timestamp": iso8601(message.sent_ms),
            "edited_timestamp": message.edited_ms.map(iso8601), "flags": flags(message), "pinned": false,
            "mention_everyone": message.mention_everyone, "tts": false,
        });
        json["mentions"] = message.mentions.iter().map(|id| self.user(*id)).collect();
        if with_content {
            json["content"] = json!(message.content);
            json["attachments"] = json!(files);
            json["embeds"] = json!(self.embeds(message));
            json["components"] = json!(message.components);
        }
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(answer) = &message.answer_to {
            json["application_id"] = json!(self.world.bot);
            json["webhook_id"] = json!(self.world.bot);
            json["interaction_metadata"] = self.metadata(answer);
            if let Some(name) = &answer.name {
                json["interaction"] = json!({"id": answer.id, "type": answer.kind, "name": name, "user": self.user(answer.user)});
            }
        }
        json
    }

    fn metadata(&self, answer: &super::message::AnswerTo) -> Value {
        let mut json = json!({
            "id": answer.id, "type": answer.kind, "user": self.user(answer.user),
            "authorizing_integration_owners": answer.owners,
        });
        if let Some(original) = answer.original {
            json["original_response_message_id"] = json!(original);
        }
        match answer.kind {
            2 => json["name"] = json!(answer.name),
            3 => json["interacted_message_id"] = json!(answer.source),
            // A form was opened by a component or by a command; here it names what is known of that.
            _ => {
                json["triggering_interaction_metadata"] = json!({
                    "id": answer.id, "user": self.user(answer.user),
                    "authorizing_integration_owners": answer.owners, "type": 2, "name": "",
                });
                if let Some(source) = answer.source {
                    json["triggering_interaction_metadata"]["type"] = json!(3);
                    json["triggering_interaction_metadata"]["interacted_message_id"] =
                        json!(source);
                }
            }
        }
        json
    }

    /// A file in a channel; an ephemeral one is seen by one person alone.
    pub(crate) fn attachment(&self, channel: Id, file: &Attachment, ephemeral: bool) -> Value {
        let url = self.attachment_url(channel, file);
        let mut json = json!({
            "id": file.id, "filename": file.filename, "size": file.bytes.len(), "url": url, "proxy_url": url,
            "content_type": file.content_type,
        });
        if let Some(description) = &file.description {
            json["description"] = json!(description);
        }
        if let Some((width, height)) = file.dimensions {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        if ephemeral {
            json["ephemeral"] = json!(true);
        }
        json
    }

    pub(crate) fn attachment_url(&self, channel: Id, file: &Attachment) -> String {
        format!(
            "{}/attachments/{channel}/{}/{}",
            self.base, file.id, file.filename
        )
    }

    /// Adds the server's id to something that happens in one of its channels.
    pub(crate) fn add_guild(&self, channel: Id, json: &mut Value) {
        if self
            .world
            .channels
            .get(&channel)
            .is_some_and(Channel::is_in_guild)
        {
            json["guild_id"] = json!(self.world.guild.id);
        }
    }
}

/// An account.
pub(crate) fn user(user: &User) -> Value {
    let mut json = json!({
        "id": user.id, "username": user.username, "global_name": user.global_name, "avatar": null,
        "discriminator": if user.bot { "0001" } else { "0" }, "public_flags": 0, "flags": 0,
        "primary_guild": null,
    });
    if user.bot {
        json["bot"] = json!(true);
    }
    json
}

/// The role that Discord makes for a bot, a little after its account.
fn bot_role(bot: Id) -> Id {
    Id::new(bot.get() + 50)
}

/// Discord's number for the type of a message: 0 default, 18 thread created, 19 reply, 20 command, 23 context menu.
fn message_type(message: &Message) -> u8 {
    if message.system {
        18
    } else if message.reply_to.is_some() {
        19
    } else if message
        .answer_to
        .as_ref()
        .is_some_and(|answer| answer.kind == 2 && answer.original.is_none())
    {
        20
    } else {
        0
    }
}

fn flags(message: &Message) -> u64 {
    let mut flags = message.flags;
    if message.loading {
        flags |= flag::LOADING;
    }
    if message.is_ephemeral() {
        flags |= flag::EPHEMERAL;
    }
    if message.thread.is_some() {
        flags |= flag::HAS_THREAD;
    }
    flags
}

/// Adds the fields of one object to another.
pub(crate) fn merge(into: &mut Value, from: Value) {
    if let (Some(into), Value::Object(from)) = (into.as_object_mut(), from) {
        into.extend::<Map<String, Value>>(from);
    }
}
