//! What a person asked of the app: the record of an interaction and how far its answer has come.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;

/// The first answer must come within this time (docs: interactions/receiving-and-responding).
pub(crate) const ANSWER_WITHIN_MS: i64 = 3_000;
/// The token serves for this long.
pub(crate) const TOKEN_LIVES_MS: i64 = 15 * 60 * 1000;

/// What kind of thing was asked.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(crate) enum Kind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Kind {
    /// Discord's number for it.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// How the app answered first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Response {
    /// With a message, private or not. `deferred` when it first said only that it would.
    Message { id: Id, deferred: bool },
    /// By changing the message whose component was used.
    Updated { id: Id },
    /// By saying that it will change that message, or will not.
    Acknowledged,
    /// With suggestions.
    Choices(Vec<Value>),
    /// With a form.
    Modal(Value),
}

/// One interaction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) kind: Kind,
    pub(crate) token: String,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) created_ms: i64,
    /// The command's full name.
    pub(crate) name: Option<String>,
    /// The message whose component was used, or whose component opened the form.
    pub(crate) source: Option<Id>,
    /// Only the person's own installation brought the app here.
    pub(crate) user_installed_only: bool,
    pub(crate) owners: Value,
    pub(crate) response: Option<Response>,
    /// No answer came in time.
    pub(crate) failed: bool,
    pub(crate) follow_ups: u32,
    /// When it was sent and answered, in real time, for measuring. Not kept on disk.
    #[serde(skip)]
    pub(crate) sent_at: Option<Instant>,
    #[serde(skip)]
    pub(crate) answered_at: Option<Instant>,
}

impl Interaction {
    /// The message that `@original` names.
    pub(crate) fn original(&self) -> Option<Id> {
        match &self.response {
            Some(Response::Message { id, .. } | Response::Updated { id }) => Some(*id),
            Some(Response::Acknowledged) => self.source,
            Some(Response::Choices(_) | Response::Modal(_)) | None => None,
        }
    }

    pub(crate) fn token_is_over(&self, now_ms: i64) -> bool {
        now_ms >= self.created_ms + TOKEN_LIVES_MS
    }

    pub(crate) fn is_late(&self, now_ms: i64) -> bool {
        now_ms > self.created_ms + ANSWER_WITHIN_MS
    }
}

impl Interaction {
    /// The form that it led to.
    pub(crate) fn modal(&self) -> Option<&Value> {
        match &self.response {
            Some(Response::Modal(modal)) => Some(modal),
            Some(
                Response::Message { .. }
                | Response::Updated { .. }
                | Response::Acknowledged
                | Response::Choices(_),
            )
            | None => None,
        }
    }
}
