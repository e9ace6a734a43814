//! Posting, changing and deleting messages: ids, mentions and pings, files, and who is told of it.

use serde_json::{Value, json};

use super::draft::{Draft, NewFile, number_components};
use super::embeds::set_embeds;
use super::error::ApiError;
use super::gateway::session::intent;
use super::id::Id;
use super::message::{AnswerTo, Attachment, Message, flag};
use super::render::merge;
use super::state::State;

/// Messages older than this may not be edited often, in milliseconds.
const OLD_MS: i64 = 60 * 60 * 1000;

/// Where a new message comes from and who will see it.
#[derive(Clone, Debug)]
pub(crate) struct Posting {
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) answer_to: Option<AnswerTo>,
    pub(crate) visible_to: Option<Id>,
    /// A deferred answer, which has no text yet.
    pub(crate) loading: bool,
}

impl Posting {
    /// A plain message by `author`.
    pub(crate) fn plain(channel: Id, author: Id) -> Self {
        Self {
            channel,
            author,
            answer_to: None,
            visible_to: None,
            loading: false,
        }
    }
}

impl State {
    /// Posts a message and tells everyone who sees it. The draft is checked already.
    pub(crate) fn post(&mut self, posting: Posting, draft: &Draft) -> Id {
        let id = self.fresh_id();
        let mut message = Message {
            id,
            channel: posting.channel,
            author: posting.author,
            content: draft.content.clone().unwrap_or_default(),
            sent_ms: self.now(),
            edited_ms: None,
            embeds: Vec::new(),
            components: draft.components.clone().unwrap_or_default(),
            attachments: Vec::new(),
            flags: draft.flags
                & (flag::SUPPRESS_EMBEDS | flag::SUPPRESS_NOTIFICATIONS | flag::IS_COMPONENTS_V2),
            mentions: Vec::new(),
            mention_everyone: false,
            pings: Vec::new(),
            reply_to: draft.reply_to.map(|(id, _)| id),
            nonce: draft.nonce.clone(),
            answer_to: posting.answer_to,
            thread: None,
            visible_to: posting.visible_to,
            loading: posting.loading,
            failed: false,
            dismissed: false,
            system: false,
        };
        number_components(&mut message.components);
        self.add_files(&mut message, &draft.files);
        set_embeds(
            &self.base,
            &mut message,
            draft.embeds.clone().unwrap_or_default(),
        );
        self.resolve_mentions(&mut message, draft);
        message.pings = self.pings(&message);
        self.world.messages.insert(id, message);
        if let Some(channel) = self.world.channels.get_mut(&posting.channel) {
            // A message wakes an archived thread.
            channel.archived = false;
        }
        self.announce(id, "MESSAGE_CREATE", "message_create");
        id
    }

    /// Changes a message and tells everyone who sees it. Edits notify nobody, not even people newly mentioned.
    pub(crate) fn edit(&mut self, id: Id, draft: &Draft) -> Result<(), ApiError> {
        let Some(mut message) = self.world.messages.get(&id).cloned() else {
            return Err(ApiError::unknown_message());
        };
        if let Some(kept) = &draft.kept {
            message
                .attachments
                .retain(|file| kept.iter().any(|(id, _)| *id == file.id));
            for file in &mut message.attachments {
                let described = kept
                    .iter()
                    .find(|(id, _)| *id == file.id)
                    .and_then(|(_, text)| text.clone());
                file.description = described.or(file.description.take());
                file.embedded = false;
            }
        }
        self.add_files(&mut message, &draft.files);
        if let Some(content) = &draft.content {
            message.content.clone_from(content);
            self.resolve_mentions(&mut message, draft);
        }
        if let Some(embeds) = draft
            .embeds
            .clone()
            .or_else(|| draft.kept.is_some().then(|| message.embeds.clone()))
        {
            set_embeds(&self.base, &mut message, embeds);
        }
        if let Some(components) = &draft.components {
            message.components.clone_from(components);
            number_components(&mut message.components);
        }
        message.flags |= draft.flags & flag::IS_COMPONENTS_V2;
        let shows_parts =
            message.flags & flag::IS_COMPONENTS_V2 != 0 && !message.components.is_empty();
        if message.content.trim().is_empty()
            && message.embeds.is_empty()
            && message.attachments.is_empty()
            && !shows_parts
        {
            return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
        }
        // The first text of a deferred answer is not an edit of anything that could be read.
        if !std::mem::take(&mut message.loading) {
            message.edited_ms = Some(self.now());
        }
        self.world.messages.insert(id, message);
        self.announce(id, "MESSAGE_UPDATE", "message_update");
        Ok(())
    }

    /// Refuses an edit when the channel had too many to old messages lately.
    pub(crate) fn count_edit(&mut self, id: Id) -> Result<(), ApiError> {
        let (now, limit) = (self.now(), self.behavior.edits_of_old_messages);
        let Some(message) = self.world.messages.get(&id) else {
            return Ok(());
        };
        if now - message.sent_ms <= OLD_MS
            || self.limits.count_old_edit(message.channel, limit, now)
        {
            return Ok(());
        }
        let message =
            "Maximum number of edits to messages older than 1 hour reached. Try again later.";
        Err(ApiError {
            retry_after: Some(3600.0),
            ..ApiError::new(429, 30046, message)
        })
    }

    /// Deletes a message and tells everyone who saw it.
    pub(crate) fn delete(&mut self, id: Id) {
        let Some(message) = self.world.messages.remove(&id) else {
            return;
        };
        let mut data = json!({"id": id, "channel_id": message.channel});
        self.add_guild(message.channel, &mut data);
        if message.visible_to.is_none() && self.bot_sees(message.channel) {
            self.sessions.dispatch(
                "MESSAGE_DELETE",
                self.message_intent(message.channel),
                &data,
            );
        }
        let body = json!({"type": "message_delete", "channel_id": message.channel, "id": id});
        for viewer in self.readers(&message) {
            self.tell(viewer, body.clone());
        }
    }

    /// Who reads a message on a chat page.
    fn readers(&self, message: &Message) -> Vec<Id> {
        match message.visible_to {
            Some(only) => vec![only],
            None => self.world.viewers(message.channel),
        }
    }

    /// Tells the bot and the chat pages of a new or changed message.
    pub(crate) fn announce(&mut self, id: Id, event: &str, page_event: &str) {
        let Some(message) = self.world.messages.get(&id) else {
            return;
        };
        // A large server without a chat page that is open has nobody to write for.
        let readers = if self.page.receiver_count() > 0 {
            self.readers(message)
        } else {
            Vec::new()
        };
        for viewer in &readers {
            let body = json!({"type": page_event, "message": self.message_for(message, *viewer)});
            self.tell(*viewer, body);
        }
        if event == "MESSAGE_CREATE" {
            for pinged in &message.pings {
                self.tell(
                    *pinged,
                    json!({"type": "ping", "channel_id": message.channel, "message_id": id}),
                );
            }
        }
        if message.visible_to.is_none() && self.bot_sees(message.channel) {
            let intents = self.message_intent(message.channel);
            let versions = [
                self.message_event(message, false),
                self.message_event(message, true),
            ];
            self.sessions.dispatch_with(event, intents, |session| {
                versions[usize::from(session & intent::MESSAGE_CONTENT != 0)].clone()
            });
        }
    }

    /// A message as `viewer` sees it on a chat page: Discord's JSON with what only this reader knows.
    pub(crate) fn message_for(&self, message: &Message, viewer: Id) -> Value {
        let mut json = self.message_as(message, true);
        let extra = [
            ("ephemeral", message.is_ephemeral()),
            ("pings", message.pings.contains(&viewer)),
            ("loading", message.loading && !message.failed),
            ("failed", message.failed),
        ];
        for (name, is) in extra {
            if is {
                merge(&mut json, json!({name: true}));
            }
        }
        json
    }

    pub(crate) fn bot_sees(&self, channel: Id) -> bool {
        let channel = self.world.channels.get(&channel);
        channel.is_some_and(|channel| self.world.can_see(self.world.bot, channel))
    }

    /// The intent under which a channel's messages come.
    fn message_intent(&self, channel: Id) -> u64 {
        if self
            .world
            .channels
            .get(&channel)
            .is_some_and(super::world::Channel::is_in_guild)
        {
            intent::GUILD_MESSAGES
        } else {
            intent::DIRECT_MESSAGES
        }
    }

    fn add_files(&mut self, message: &mut Message, files: &[NewFile]) {
        for file in files {
            let id = self.fresh_id();
            message.attachments.push(Attachment {
                id,
                filename: file.filename.clone(),
                description: file.description.clone(),
                content_type: file.content_type.clone(),
                dimensions: file.dimensions,
                embedded: false,
                bytes: file.bytes.clone(),
            });
        }
    }

    /// Finds whom a text mentions, as far as its sender allowed that.
    fn resolve_mentions(&self, message: &mut Message, draft: &Draft) {
        let text = message.full_text();
        let mut mentions: Vec<Id> = mentioned(&text)
            .filter(|id| self.world.users.contains_key(id) && draft.allowed.user(*id))
            .collect();
        let replied = message.reply_to.and_then(|id| self.world.messages.get(&id));
        if let Some(replied) = replied
            && draft.allowed.replied_user
            && (replied.answer_to.is_none() || self.behavior.replies_to_answers_mention)
            && replied.author != message.author
        {
            mentions.push(replied.author);
        }
        mentions.sort_unstable();
        mentions.dedup();
        message.mentions = mentions;
        message.mention_everyone = draft.allowed.everyone
            && ["@everyone", "@here"]
                .iter()
                .any(|word| message.content.contains(word));
    }

    /// Who is notified of a new message: people mentioned who see it, and the other one of a direct message.
    fn pings(&self, message: &Message) -> Vec<Id> {
        if message.is_ephemeral()
            || message.loading
            || message.flags & flag::SUPPRESS_NOTIFICATIONS != 0
        {
            return Vec::new();
        }
        let direct = self
            .world
            .channels
            .get(&message.channel)
            .is_some_and(|channel| !channel.is_in_guild());
        let mut pinged = self.world.viewers(message.channel);
        pinged.retain(|id| {
            *id != message.author
                && (direct || message.mention_everyone || message.mentions.contains(id))
        });
        pinged
    }
}

/// The ids in `<@id>` and `<@!id>`.
fn mentioned(text: &str) -> impl Iterator<Item = Id> + '_ {
    text.split("<@").skip(1).filter_map(|rest| {
        let (number, _) = rest.split_once('>')?;
        number.strip_prefix('!').unwrap_or(number).parse().ok()
    })
}
