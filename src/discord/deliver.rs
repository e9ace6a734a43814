//! Every request that the bot sends to Discord, by what it is for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use reqwest::Method;
use serde_json::{Value, json};

use crate::game::{ChannelId, InteractionId, MessageId, PlayerId};
use crate::time::{Span, Timestamp};

use super::rest::{Call, Lane, Rest, SendError};
use super::view::{File, Message};

/// Direct messages that were refused are not tried again for so long: who opens too many channels is blocked.
/// <https://discord.com/developers/docs/resources/user#create-dm>
const REFUSED_FOR: Span = Span::hours(1);
/// As many pages of a channel are looked through.
const MOST_PAGES: usize = 10;
const PAGE: usize = 100;

/// Types of answers to an interaction.
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callback {
    /// A new message.
    Message = 4,
    /// A message will follow; until then the person sees that the bot is at work.
    Defer = 5,
    /// The message whose button was pressed will become another.
    DeferUpdate = 6,
    /// The message whose button was pressed becomes another.
    Update = 7,
    /// Values for an option.
    Choices = 8,
    /// A form.
    Form = 9,
}

/// Sends what [`super::view`] describes, as one application.
pub struct Courier {
    rest: Rest,
    application: u64,
    /// Whose direct messages were refused, and when.
    refused_directs: Mutex<HashMap<PlayerId, Timestamp>>,
}

impl Courier {
    /// Asks Discord who the bot is. A wrong token is told here, before anything else is tried.
    pub async fn introduce(rest: Rest) -> Result<Courier, SendError> {
        let me = rest
            .send(Call::new(
                Lane::Of("GET application", 0),
                Method::GET,
                "/applications/@me",
            ))
            .await?;
        let application = me["id"].as_str().and_then(|id| id.parse().ok());
        let application = application
            .ok_or_else(|| SendError::Refused("an application without an id".to_owned()))?;
        Ok(Courier {
            rest,
            application,
            refused_directs: Mutex::default(),
        })
    }

    /// The application's id, which is its bot user's too.
    pub fn application(&self) -> u64 {
        self.application
    }

    /// Whether Discord tells where its gateway is.
    pub async fn gateway(&self) -> Result<(), SendError> {
        let call = Call::new(Lane::Of("GET gateway", 0), Method::GET, "/gateway");
        self.rest.send(call).await.map(drop)
    }

    /// Makes these the bot's commands everywhere, and drops all others.
    pub async fn register(&self, commands: &Value) -> Result<(), SendError> {
        let path = format!("/applications/{}/commands", self.application);
        let lane = Lane::Of("PUT commands", self.application);
        self.rest
            .send(Call::new(lane, Method::PUT, path).body(commands.clone()))
            .await
            .map(drop)
    }

    /// Answers an interaction, for the first and only time; tells the message that stands now, if one does.
    pub async fn answer(
        &self,
        interaction: InteractionId,
        token: &str,
        callback: Callback,
        data: Value,
        files: Vec<File>,
    ) -> Result<Option<MessageId>, SendError> {
        let path = format!("/interactions/{interaction}/{token}/callback?with_response=true");
        let mut body = json!({"type": callback as u8});
        if !data.is_null() {
            body["data"] = data;
        }
        let answer = self
            .rest
            .send(
                Call::new(Lane::Free, Method::POST, path)
                    .body(body)
                    .files(files),
            )
            .await?;
        Ok(message_id(&answer["resource"]["message"]))
    }

    /// Replaces the answer to an interaction.
    pub async fn edit_answer(&self, token: &str, message: &Message) -> Result<(), SendError> {
        let call = Call::new(Lane::Free, Method::PATCH, self.answer_path(token));
        self.rest
            .send(call.body(message.json()).files(message.files.clone()))
            .await
            .map(drop)
    }

    /// Replaces the private message whose button or form led to an interaction that was answered with another
    /// message. Only the interaction's token can do that: nobody sees the message but the person.
    /// <https://discord.com/developers/docs/interactions/receiving-and-responding#edit-followup-message>
    pub async fn edit_private(
        &self,
        token: &str,
        private: MessageId,
        message: &Message,
    ) -> Result<(), SendError> {
        let path = format!("/webhooks/{}/{token}/messages/{private}", self.application);
        let call = Call::new(Lane::Free, Method::PATCH, path);
        self.rest
            .send(call.body(message.json()).files(message.files.clone()))
            .await
            .map(drop)
    }

    /// The message that answers an interaction, as JSON.
    pub async fn answer_of(&self, token: &str) -> Result<Value, SendError> {
        self.rest
            .send(Call::new(Lane::Free, Method::GET, self.answer_path(token)))
            .await
    }

    /// Posts a message in a channel. Sent again with the same nonce within minutes, it stands once.
    pub async fn post(
        &self,
        channel: ChannelId,
        message: &Message,
        nonce: &str,
    ) -> Result<MessageId, SendError> {
        let posted = self
            .post_while(channel, message, nonce, || std::future::ready(true))
            .await?;
        posted.ok_or_else(|| SendError::Refused("a message that was not sent".to_owned()))
    }

    /// The same, unless `still` says no once the message's turn has come; then `None`.
    pub async fn post_while<Answered: Future<Output = bool> + Send>(
        &self,
        channel: ChannelId,
        message: &Message,
        nonce: &str,
        still: impl Fn() -> Answered + Send + Sync,
    ) -> Result<Option<MessageId>, SendError> {
        let lane = Lane::Of("POST messages", channel.0);
        let call = Call::new(lane, Method::POST, format!("/channels/{channel}/messages"));
        let call = call
            .body(message.json_with_nonce(nonce))
            .files(message.files.clone());
        let Some(answer) = self.rest.send_while(call, still).await? else {
            return Ok(None);
        };
        let message = message_id(&answer);
        message
            .map(Some)
            .ok_or_else(|| SendError::Refused("a message without an id".to_owned()))
    }

    /// The channel of direct messages with somebody, opened if need be.
    pub async fn direct_channel(&self, player: PlayerId) -> Result<ChannelId, SendError> {
        let lane = Lane::Of("POST direct channels", 0);
        let call = Call::new(lane, Method::POST, "/users/@me/channels");
        let body = json!({"recipient_id": player.to_string()});
        let channel = self.rest.send(call.body(body)).await?;
        let id = channel["id"].as_str().and_then(|id| id.parse().ok());
        id.ok_or_else(|| SendError::Refused("a channel without an id".to_owned()))
    }

    /// The person takes no direct messages now.
    pub fn note_refused_direct(&self, player: PlayerId, now: Timestamp) {
        let mut refused = self.refused_directs();
        refused.retain(|_, &mut at| now - at < REFUSED_FOR);
        refused.insert(player, now);
    }

    /// Whether the person took no direct messages a short while ago.
    pub fn direct_is_refused(&self, player: PlayerId, now: Timestamp) -> bool {
        let refused = self.refused_directs();
        refused
            .get(&player)
            .is_some_and(|&at| now - at < REFUSED_FOR)
    }

    fn refused_directs(&self) -> std::sync::MutexGuard<'_, HashMap<PlayerId, Timestamp>> {
        self.refused_directs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes a message of the bot's own. What `body` leaves out stays, pictures included.
    pub async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        body: Value,
    ) -> Result<(), SendError> {
        let lane = Lane::Of("PATCH messages", channel.0);
        let call = Call::new(
            lane,
            Method::PATCH,
            format!("/channels/{channel}/messages/{message}"),
        );
        self.rest.send(call.body(body)).await.map(drop)
    }

    /// Deletes a message of the bot's own.
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), SendError> {
        let lane = Lane::Of("DELETE messages", channel.0);
        let path = format!("/channels/{channel}/messages/{message}");
        self.rest
            .send(Call::new(lane, Method::DELETE, path))
            .await
            .map(drop)
    }

    /// Says one thing more to whoever did something, after its answer.
    /// <https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages>
    pub async fn follow_up(&self, token: &str, message: &Message) -> Result<(), SendError> {
        let path = format!("/webhooks/{}/{token}", self.application);
        let call = Call::new(Lane::Free, Method::POST, path);
        self.rest.send(call.body(message.json())).await.map(drop)
    }

    /// Messages of a channel that are younger than a snowflake, as JSON; only the oldest thousand of them.
    pub async fn messages_after(
        &self,
        channel: ChannelId,
        snowflake: u64,
    ) -> Result<Vec<Value>, SendError> {
        let mut messages = Vec::new();
        let mut after = snowflake;
        for _ in 0..MOST_PAGES {
            let lane = Lane::Of("GET messages", channel.0);
            let path = format!("/channels/{channel}/messages?after={after}&limit={PAGE}");
            let Value::Array(page) = self.rest.send(Call::new(lane, Method::GET, path)).await?
            else {
                return Err(SendError::Refused("messages that are no list".to_owned()));
            };
            let is_last = page.len() < PAGE;
            after = page
                .iter()
                .filter_map(message_id)
                .map(|id| id.0)
                .fold(after, u64::max);
            messages.extend(page);
            if is_last {
                break;
            }
        }
        Ok(messages)
    }

    fn answer_path(&self, token: &str) -> String {
        format!("/webhooks/{}/{token}/messages/@original", self.application)
    }
}

fn message_id(message: &Value) -> Option<MessageId> {
    message["id"].as_str()?.parse().ok()
}
