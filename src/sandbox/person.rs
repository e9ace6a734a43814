//! A person at a Discord client, for tests: gives commands, presses buttons, fills forms, writes, and reads answers.
//! What the client would not let through panics here, with the reason; everything else waits for the app's answer.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::ask::{ClientError, CommandCall};
use super::error::list;
use super::id::Id;
use super::interaction::Response;
use super::message::{Attachment, Message};
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

/// How the app answered an interaction.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The interaction's id.
    pub interaction: Id,
    /// What came of it.
    pub reply: Reply,
    /// Whether the app first only said that an answer would come.
    pub deferred: bool,
    /// From the dispatch to the first answer, in real time.
    pub took: Duration,
}

/// What came of an interaction.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A message for all to see.
    Posted(Message),
    /// A message that only this person sees.
    Private(Message),
    /// The message with the component was changed; this is how it reads now.
    Updated(Message),
    /// Nothing to see at once: the app took notice.
    Acknowledged,
    /// A form.
    Modal(Modal),
    /// "The application did not respond."
    Failed,
}

/// A form that the app opened.
#[derive(Clone, Debug)]
pub struct Modal {
    /// The interaction that led to it.
    pub opened_by: Id,
    /// What the app is told when it is sent.
    pub custom_id: String,
    /// The heading.
    pub title: String,
    /// The fields, in order.
    pub fields: Vec<ModalField>,
}

/// A field of a form.
#[derive(Clone, Debug)]
pub struct ModalField {
    /// What the app is told.
    pub custom_id: String,
    /// The text above it.
    pub label: String,
    /// What is in it already.
    pub value: String,
    /// Whether it must be filled.
    pub required: bool,
}

/// A suggestion of autocomplete.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Choice {
    /// What the person reads.
    pub name: String,
    /// What the app receives.
    pub value: String,
}

impl Answer {
    /// The message that came, of whatever kind. Panics when none came.
    #[track_caller]
    pub fn message(&self) -> &Message {
        match &self.reply {
            Reply::Posted(message) | Reply::Private(message) | Reply::Updated(message) => message,
            Reply::Acknowledged | Reply::Modal(_) | Reply::Failed => {
                panic!("a message was expected, not {:?}", self.reply)
            }
        }
    }

    /// Everything that can be read in the message. Panics when none came.
    #[track_caller]
    pub fn text(&self) -> String {
        self.message().full_text()
    }

    /// The files of the message. Panics when none came.
    #[track_caller]
    pub fn files(&self) -> &[Attachment] {
        &self.message().attachments
    }

    /// The form that was opened. Panics when none was.
    #[track_caller]
    pub fn modal(&self) -> &Modal {
        match &self.reply {
            Reply::Modal(modal) => modal,
            Reply::Posted(_)
            | Reply::Private(_)
            | Reply::Updated(_)
            | Reply::Acknowledged
            | Reply::Failed => {
                panic!("a form was expected, not {:?}", self.reply)
            }
        }
    }

    /// Whether only the person sees the answer.
    pub fn is_private(&self) -> bool {
        matches!(self.reply, Reply::Private(_))
    }

    /// Whether no answer came.
    pub fn failed(&self) -> bool {
        matches!(self.reply, Reply::Failed)
    }
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

fn answer(state: &State, id: Id) -> Option<Answer> {
    let asked = state.world.interactions.get(&id)?;
    let message = |id: &Id| state.world.messages.get(id).cloned();
    let mut was_deferred = false;
    let reply = match &asked.response {
        _ if asked.failed => Reply::Failed,
        None => return None,
        Some(Response::Message { id, deferred }) => {
            was_deferred = *deferred;
            // An answer that was deleted meanwhile leaves nothing to see.
            match message(id) {
                Some(message) if message.loading => return None,
                Some(message) if message.is_ephemeral() => Reply::Private(message),
                Some(message) => Reply::Posted(message),
                None => Reply::Acknowledged,
            }
        }
        Some(Response::Updated { id }) => message(id).map_or(Reply::Acknowledged, Reply::Updated),
        Some(Response::Acknowledged | Response::Choices(_)) => Reply::Acknowledged,
        Some(Response::Modal(modal)) => Reply::Modal(read_modal(id, modal)),
    };
    let took = match (asked.sent_at, asked.answered_at) {
        (Some(sent), Some(answered)) => answered.duration_since(sent),
        (None, _) | (_, None) => Duration::ZERO,
    };
    Some(Answer {
        interaction: id,
        reply,
        deferred: was_deferred,
        took,
    })
}

fn read_modal(opened_by: Id, modal: &Value) -> Modal {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut fields = Vec::new();
    for row in list(&modal["components"]) {
        let parts: Vec<&Value> = match row.get("component") {
            Some(part) => vec![part],
            None => list(&row["components"]).iter().collect(),
        };
        for part in parts {
            let label = if row["label"].is_null() {
                &part["label"]
            } else {
                &row["label"]
            };
            fields.push(ModalField {
                custom_id: text(&part["custom_id"]),
                label: text(label),
                value: text(&part["value"]),
                required: part["required"] != false,
            });
        }
    }
    Modal {
        opened_by,
        custom_id: text(&modal["custom_id"]),
        title: text(&modal["title"]),
        fields,
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
            let allowed = super::draft::Allowed::everybody();
            let draft = super::draft::Draft::text(text.to_owned(), allowed);
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

/// Waits for suggestions; `None` when the app does not answer.
pub(crate) async fn choices(shared: &Shared, interaction: Id) -> Option<Vec<Value>> {
    let answered = shared.until(|state| {
        let Some(asked) = state.world.interactions.get(&interaction) else {
            return Some(None);
        };
        match &asked.response {
            _ if asked.failed => Some(None),
            Some(Response::Choices(choices)) => Some(Some(choices.clone())),
            Some(
                Response::Message { .. }
                | Response::Updated { .. }
                | Response::Acknowledged
                | Response::Modal(_),
            )
            | None => None,
        }
    });
    answered.await.flatten()
}

/// A slash command from texts: finds the declared options and reads each text by its type.
fn slash_call(
    state: &State,
    user: Id,
    channel: Id,
    name: &str,
    options: &[(&str, &str)],
    typed: Option<(&str, &str)>,
) -> Result<CommandCall, ClientError> {
    let place = state.channel_for(user, channel)?;
    let mut words = name.split(' ');
    let command_name = words.next().unwrap_or_default();
    let unknown = || ClientError::UnknownCommand(name.to_owned());
    let command = state
        .command_here(user, place, 1, command_name)
        .ok_or_else(unknown)?;
    let mut declared = &command["options"];
    let mut path = Vec::new();
    for word in words {
        let inner = list(declared)
            .iter()
            .find(|option| option["name"] == word)
            .ok_or_else(unknown)?;
        path.push(json!({"type": inner["type"], "name": word}));
        declared = &inner["options"];
    }
    let focused = typed.map(|typed| (typed, true));
    let mut given = Vec::new();
    for ((option, text), focused) in options.iter().map(|option| (*option, false)).chain(focused) {
        let wanted = list(declared)
            .iter()
            .find(|wanted| wanted["name"] == option);
        let bad = |problem: &str| ClientError::BadOption {
            option: option.to_owned(),
            problem: problem.to_owned(),
        };
        let wanted = wanted.ok_or_else(|| bad("there is no such option"))?;
        let value = if focused {
            json!(text)
        } else {
            read_value(state, wanted, text).ok_or_else(|| bad("the text does not fit its type"))?
        };
        let mut option = json!({"type": wanted["type"], "name": option, "value": value});
        if focused {
            option["focused"] = json!(true);
        }
        given.push(option);
    }
    for mut level in path.into_iter().rev() {
        level["options"] = json!(given);
        given = vec![level];
    }
    Ok(CommandCall {
        name: command_name.to_owned(),
        kind: 1,
        target: None,
        options: given,
        autocomplete: typed.is_some(),
    })
}

fn read_value(state: &State, wanted: &Value, text: &str) -> Option<Value> {
    // A choice may be given by the name that people read.
    if let Some(choice) = list(&wanted["choices"])
        .iter()
        .find(|choice| choice["name"] == text)
    {
        return Some(choice["value"].clone());
    }
    match wanted["type"].as_u64()? {
        3 => Some(json!(text)),
        4 => text.parse::<i64>().ok().map(|number| json!(number)),
        5 => text
            .to_ascii_lowercase()
            .parse::<bool>()
            .ok()
            .map(|truth| json!(truth)),
        6 | 9 => {
            let named = state
                .world
                .users
                .values()
                .find(|user| user.username == text);
            named
                .map(|user| user.id)
                .or_else(|| text.parse().ok())
                .map(|id| json!(id))
        }
        7 => {
            let named = state
                .world
                .channels
                .values()
                .find(|channel| channel.name == text);
            named
                .map(|channel| channel.id)
                .or_else(|| text.parse().ok())
                .map(|id| json!(id))
        }
        10 => text.parse::<f64>().ok().map(|number| json!(number)),
        _ => None,
    }
}
