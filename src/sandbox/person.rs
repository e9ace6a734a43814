//! A person at a Discord client, for tests: gives commands, presses buttons, fills forms, writes, and reads answers.
//! What the client would not let through panics here, with the reason; everything else waits for the app's answer.

use std::sync::Arc;

use serde_json::{Value, json};

use super::answer::{Answer, Choice, Modal, answer, choices};
use super::ask::{ClientError, CommandCall};
use super::draft::{Allowed, Draft};
use super::id::Id;
use super::message::Message;
use super::slash::slash_call;
use super::state::{Shared, State};

/// Somebody with an account.
#[derive(Clone)]
pub struct Person {
    shared: Arc<Shared>,
    id: Id,
}

/// An interaction that is under way.
#[must_use = "an answer is awaited with `answer`"]
#[derive(Clone)]
pub struct Pending {
    shared: Arc<Shared>,
    /// The interaction's id.
    pub interaction: Id,
}

impl Pending {
    /// Waits for the answer; a deferred one until it has come or failed.
    pub async fn answer(&self) -> Answer {
        let id = self.interaction;
        match self.shared.until(|state| answer(state, id)).await {
            Some(answer) => answer,
            None => panic!(
                "no answer came to interaction {id}, and the clock did not make it fail either"
            ),
        }
    }
}

impl Person {
    pub(crate) fn new(shared: Arc<Shared>, id: Id) -> Self {
        Self { shared, id }
    }

    /// The account's id.
    pub fn id(&self) -> Id {
        self.id
    }

    /// How the account is mentioned.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Gives a slash command and waits for the answer. Subcommands follow after a space (`draw offer`); options are
    /// given as texts and read by their declared types, accounts by user name or id.
    #[track_caller]
    pub fn command(
        &self,
        channel: Id,
        name: &str,
        options: &[(&str, &str)],
    ) -> impl Future<Output = Answer> + use<> {
        let pending = self.begin_command(channel, name, options);
        async move { pending.answer().await }
    }

    /// As [`Person::command`], without waiting.
    #[track_caller]
    pub fn begin_command(&self, channel: Id, name: &str, options: &[(&str, &str)]) -> Pending {
        self.must(self.try_command(channel, name, options))
    }

    /// As [`Person::begin_command`], with the client's refusal as a value.
    pub fn try_command(
        &self,
        channel: Id,
        name: &str,
        options: &[(&str, &str)],
    ) -> Result<Pending, ClientError> {
        self.start(|state| {
            let call = slash_call(state, self.id, channel, name, options, None)?;
            state.start_command(self.id, channel, &call)
        })
    }

    /// Uses a command on an account, from its context menu.
    #[track_caller]
    pub fn user_command(
        &self,
        channel: Id,
        name: &str,
        target: Id,
    ) -> impl Future<Output = Answer> + use<> {
        self.menu_command(channel, name, 2, target)
    }

    /// Uses a command on a message, from its context menu.
    #[track_caller]
    pub fn message_command(
        &self,
        message: &Message,
        name: &str,
    ) -> impl Future<Output = Answer> + use<> {
        self.menu_command(message.channel, name, 3, message.id)
    }

    #[track_caller]
    fn menu_command(
        &self,
        channel: Id,
        name: &str,
        kind: u64,
        target: Id,
    ) -> impl Future<Output = Answer> + use<> {
        let call = CommandCall {
            name: name.to_owned(),
            kind,
            target: Some(target),
            options: Vec::new(),
            autocomplete: false,
        };
        let pending = self.must(self.start(|state| state.start_command(self.id, channel, &call)));
        async move { pending.answer().await }
    }

    /// What is suggested for the option that is being typed, the last one given; `None` when no answer came.
    pub async fn autocomplete(
        &self,
        channel: Id,
        name: &str,
        options: &[(&str, &str)],
        typed: (&str, &str),
    ) -> Option<Vec<Choice>> {
        let pending = self.must(self.start(|state| {
            let call = slash_call(state, self.id, channel, name, options, Some(typed))?;
            state.start_command(self.id, channel, &call)
        }));
        let choices = choices(&self.shared, pending.interaction).await?;
        let text = |value: &Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        let read = |choice: &Value| Choice {
            name: text(&choice["name"]),
            value: text(&choice["value"]),
        };
        Some(choices.iter().map(read).collect())
    }

    /// Presses the button with this label or custom id and waits for the answer.
    #[track_caller]
    pub fn press(
        &self,
        message: &Message,
        label_or_id: &str,
    ) -> impl Future<Output = Answer> + use<> {
        let pending = self.begin_press(message, label_or_id);
        async move { pending.answer().await }
    }

    /// As [`Person::press`], without waiting.
    #[track_caller]
    pub fn begin_press(&self, message: &Message, label_or_id: &str) -> Pending {
        let custom_id = message
            .button(label_or_id)
            .map_or(label_or_id.to_owned(), |button| button.custom_id);
        self.must(self.try_component(message.id, &custom_id, &[]))
    }

    /// Chooses values in the menu with this placeholder or custom id and waits for the answer. Labels serve as well as
    /// values.
    #[track_caller]
    pub fn select(
        &self,
        message: &Message,
        placeholder_or_id: &str,
        values: &[&str],
    ) -> impl Future<Output = Answer> + use<> {
        let menu = message.selects().into_iter().find(|menu| {
            menu.custom_id == placeholder_or_id || menu.placeholder == placeholder_or_id
        });
        let custom_id = menu
            .as_ref()
            .map_or(placeholder_or_id, |menu| &menu.custom_id)
            .to_owned();
        let value = |wanted: &&str| {
            let options = menu.iter().flat_map(|menu| &menu.options);
            options
                .into_iter()
                .find(|(label, _)| label == wanted)
                .map_or((*wanted).to_owned(), |(_, value)| value.clone())
        };
        let values: Vec<String> = values.iter().map(value).collect();
        let pending = self.must(self.try_component(message.id, &custom_id, &values));
        async move { pending.answer().await }
    }

    /// Uses a component by its custom id, with the client's refusal as a value.
    pub fn try_component(
        &self,
        message: Id,
        custom_id: &str,
        values: &[String],
    ) -> Result<Pending, ClientError> {
        let values: Vec<Value> = values.iter().map(|value| json!(value)).collect();
        self.start(|state| state.start_component(self.id, message, custom_id, &values))
    }

    /// Fills a form by custom ids or labels, sends it and waits for the answer.
    #[track_caller]
    pub fn submit(
        &self,
        modal: &Modal,
        fields: &[(&str, &str)],
    ) -> impl Future<Output = Answer> + use<> {
        let pending = self.must(self.try_submit(modal, fields));
        async move { pending.answer().await }
    }

    /// As [`Person::submit`], without waiting and with the client's refusal as a value.
    pub fn try_submit(
        &self,
        modal: &Modal,
        fields: &[(&str, &str)],
    ) -> Result<Pending, ClientError> {
        let mut filled = Vec::new();
        for (name, value) in fields {
            let field = modal
                .fields
                .iter()
                .find(|field| field.custom_id == *name || field.label == *name);
            let Some(field) = field else {
                let problem = "there is no such field".to_owned();
                return Err(ClientError::BadField {
                    field: (*name).to_owned(),
                    problem,
                });
            };
            filled.push(json!({"custom_id": field.custom_id, "value": value, "values": [value]}));
        }
        self.start(|state| state.start_modal_submit(self.id, modal.opened_by, &filled))
    }

    /// Writes a message. Panics when the client would not send it.
    #[track_caller]
    pub fn say(&self, channel: Id, text: &str) -> Message {
        self.write(channel, text, None)
    }

    /// Replies to a message, notifying its author or not.
    #[track_caller]
    pub fn reply(&self, message: &Message, text: &str, notify: bool) -> Message {
        self.write(message.channel, text, Some((message.id, notify)))
    }

    #[track_caller]
    fn write(&self, channel: Id, text: &str, reply_to: Option<(Id, bool)>) -> Message {
        let said = self.shared.change(|state| {
            let id = state.say(self.id, channel, text, reply_to)?;
            Ok(state.world.messages[&id].clone())
        });
        self.must(said)
    }

    /// Changes a message that this person wrote.
    pub fn edit(&self, message: &Message, text: &str) {
        self.shared.change(|state| {
            let allowed = Allowed::everybody();
            let draft = Draft::text(text.to_owned(), allowed);
            // The message may be deleted meanwhile; a client then shows nothing either.
            let _ = state.edit(message.id, &draft);
        });
    }

    /// The direct message channel with the bot, opened if need be.
    pub fn dm(&self) -> Id {
        self.shared
            .change(|state| state.direct_channel(self.id, state.world.bot))
    }

    /// The direct message channel with somebody else, opened if need be.
    pub fn dm_with(&self, other: &Self) -> Id {
        self.shared
            .change(|state| state.direct_channel(self.id, other.id))
    }

    /// What this person sees in a channel, oldest first.
    pub fn messages(&self, channel: Id) -> Vec<Message> {
        self.shared.read(|state| {
            state
                .world
                .messages_seen(self.id, channel)
                .cloned()
                .collect()
        })
    }

    /// Puts a private answer away.
    #[track_caller]
    pub fn dismiss(&self, message: &Message) {
        let done = self
            .shared
            .change(|state| state.dismiss(self.id, message.id));
        self.must(done);
    }

    /// Leaves the server.
    pub fn leave(&self) {
        self.shared.change(|state| {
            if let Some(user) = state.world.users.get_mut(&self.id) {
                user.in_guild = false;
            }
        });
    }

    fn start(
        &self,
        begin: impl FnOnce(&mut State) -> Result<Id, ClientError>,
    ) -> Result<Pending, ClientError> {
        let interaction = self.shared.change(begin)?;
        Ok(Pending {
            shared: Arc::clone(&self.shared),
            interaction,
        })
    }

    #[track_caller]
    fn must<T>(&self, result: Result<T, ClientError>) -> T {
        match result {
            Ok(value) => value,
            Err(error) => panic!("the client of account {} refuses: {error}", self.id),
        }
    }
}
