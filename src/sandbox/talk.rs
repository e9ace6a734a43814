//! What people do without the app: write, reply, put answers away, open direct messages; and what moderators change.

use std::collections::BTreeMap;

use serde_json::json;

use super::ask::ClientError;
use super::draft::{Allowed, Draft};
use super::id::Id;
use super::permissions::Permissions;
use super::post::Posting;
use super::state::State;
use super::world::{Channel, ChannelKind};

impl State {
    /// A person writes a message, perhaps as a reply, with or without notifying whom they reply to.
    pub(crate) fn say(
        &mut self,
        user: Id,
        channel: Id,
        text: &str,
        reply_to: Option<(Id, bool)>,
    ) -> Result<Id, ClientError> {
        let place = self.channel_for(user, channel)?;
        let needed = if place.kind.is_thread() {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        };
        let held = self.world.permissions(user, place);
        if !held.contains(needed) {
            return Err(ClientError::NotAllowed("write"));
        }
        if place.locked && place.archived {
            return Err(ClientError::NotAllowed("write in a locked thread"));
        }
        if text.trim().is_empty() || text.chars().count() > 2000 {
            return Err(ClientError::BadText);
        }
        if let Some((replied, _)) = reply_to {
            self.message_in(channel, replied)
                .map_err(|_| ClientError::UnknownMessage)?;
        }
        let allowed = Allowed {
            everyone: held.contains(Permissions::MENTION_EVERYONE),
            all_users: true,
            users: Vec::new(),
            replied_user: reply_to.is_some_and(|(_, notify)| notify),
        };
        let mut draft = Draft::text(text.to_owned(), allowed);
        draft.reply_to = reply_to.map(|(id, _)| (id, true));
        Ok(self.post(Posting::plain(channel, user), &draft))
    }

    /// A person puts an answer away that only they see.
    pub(crate) fn dismiss(&mut self, user: Id, message: Id) -> Result<(), ClientError> {
        let message = self
            .world
            .messages
            .get_mut(&message)
            .filter(|message| message.visible_to == Some(user))
            .ok_or(ClientError::UnknownMessage)?;
        message.dismissed = true;
        let body =
            json!({"type": "message_delete", "channel_id": message.channel, "id": message.id});
        self.tell(user, body);
        Ok(())
    }

    /// Changes the permissions that a channel takes from an account.
    pub(crate) fn deny(
        &mut self,
        user: Id,
        channel: Id,
        change: impl FnOnce(Permissions) -> Permissions,
    ) {
        let Some(place) = self.world.channels.get_mut(&channel) else {
            return;
        };
        let denied = place.denied.entry(user).or_default();
        *denied = change(*denied);
        if *denied == Permissions::NONE {
            place.denied.remove(&user);
        }
        self.announce_channel(channel, "CHANNEL_UPDATE", "channel_update");
    }

    /// Makes a text channel in the server.
    pub(crate) fn create_text_channel(&mut self, name: &str) -> Id {
        let id = self.fresh_id();
        self.world.channels.insert(
            id,
            Channel {
                id,
                kind: ChannelKind::Text,
                name: name.to_owned(),
                parent: None,
                recipients: Vec::new(),
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
}
