//! What a person sees of the app's answer to an interaction, and how it is read from the record.

use std::time::Duration;

use serde_json::Value;

use super::error::list;
use super::id::Id;
use super::interaction::Response;
use super::message::{Attachment, Message};
use super::state::{Shared, State};

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

/// The answer to an interaction, once it is there or has failed.
pub(super) fn answer(state: &State, id: Id) -> Option<Answer> {
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
