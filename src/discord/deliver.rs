//! Every request that the bot sends to Discord, by what it is for.

use reqwest::Method;
use serde_json::{Value, json};

use crate::game::{ChannelId, InteractionId, MessageId};

use super::rest::{Call, Lane, Rest, SendError};
use super::view::{File, Message};

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
        Ok(Courier { rest, application })
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
        let lane = Lane::Of("POST messages", channel.0);
        let call = Call::new(lane, Method::POST, format!("/channels/{channel}/messages"));
        let call = call
            .body(message.json_with_nonce(nonce))
            .files(message.files.clone());
        let answer = self.rest.send(call).await?;
        message_id(&answer).ok_or_else(|| SendError::Refused("a message without an id".to_owned()))
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

    /// Up to a hundred messages of a channel that are younger than a snowflake, as JSON.
    pub async fn messages_after(
        &self,
        channel: ChannelId,
        snowflake: u64,
    ) -> Result<Vec<Value>, SendError> {
        let lane = Lane::Of("GET messages", channel.0);
        let path = format!("/channels/{channel}/messages?after={snowflake}&limit=100");
        match self.rest.send(Call::new(lane, Method::GET, path)).await? {
            Value::Array(messages) => Ok(messages),
            _ => Err(SendError::Refused("messages that are no list".to_owned())),
        }
    }

    fn answer_path(&self, token: &str) -> String {
        format!("/webhooks/{}/{token}/messages/@original", self.application)
    }
}

fn message_id(message: &Value) -> Option<MessageId> {
    message["id"].as_str()?.parse().ok()
}
