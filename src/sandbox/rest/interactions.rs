//! The first answer to an interaction.

use std::time::Instant;

use serde_json::{Value, json};

use super::call::{Call, path_id};
use super::messages::read_edit;
use super::{Answer, Outcome};
use crate::sandbox::check;
use crate::sandbox::draft::{Draft, number_components};
use crate::sandbox::error::{ApiError, Form, list};
use crate::sandbox::id::Id;
use crate::sandbox::interaction::{Interaction, Kind, Response};
use crate::sandbox::message::{AnswerTo, flag};
use crate::sandbox::permissions::Permissions;
use crate::sandbox::post::Posting;
use crate::sandbox::state::State;

pub(super) fn callback(state: &mut State, call: &Call, id: &str, token: &str) -> Outcome {
    let id = path_id(id, ApiError::unknown_interaction)?;
    let now = state.now();
    let asked = state
        .world
        .interactions
        .get(&id)
        .filter(|asked| asked.token == token)
        .cloned();
    let asked = asked.ok_or_else(ApiError::unknown_interaction)?;
    if asked.response.is_some() {
        return Err(ApiError::new(
            400,
            40060,
            "Interaction has already been acknowledged.",
        ));
    }
    if asked.failed || asked.is_late(now) {
        return Err(ApiError::unknown_interaction());
    }
    let kind = call.body["type"].as_u64().unwrap_or(0);
    check_type(&asked, kind)?;
    let data = &call.body["data"];
    let response = match kind {
        4 => {
            let draft = Draft::read("data", data, &call.uploads, false)?;
            if draft.is_empty() {
                return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
            }
            let id = post(state, &asked, &draft, false);
            Response::Message {
                id,
                deferred: false,
            }
        }
        5 => {
            let draft = Draft::read("data", data, &[], false)?;
            let id = post(state, &asked, &draft, true);
            Response::Message { id, deferred: true }
        }
        6 => Response::Acknowledged,
        7 => {
            let source = asked.source.and_then(|id| state.world.messages.get(&id));
            let source = source.ok_or_else(ApiError::unknown_message)?;
            let id = source.id;
            let draft = read_edit(source, call, "data")?;
            state.edit(id, &draft)?;
            Response::Updated { id }
        }
        8 => {
            check_choices(list(&data["choices"]))?;
            Response::Choices(list(&data["choices"]).to_vec())
        }
        _ => {
            let mut form = Form::new();
            check::modal::check(&mut form, "data", data);
            form.finish()?;
            let mut modal = data.clone();
            if let Some(components) = modal["components"].as_array_mut() {
                number_components(components);
            }
            Response::Modal(modal)
        }
    };
    settle(state, id, response);
    if call.says("with_response") {
        Answer::ok(described(state, &state.world.interactions[&id], kind))
    } else {
        Ok(Answer::Empty)
    }
}

/// Which kinds of answer fit which kinds of interaction (docs: interactions/receiving-and-responding).
fn check_type(asked: &Interaction, kind: u64) -> Result<(), ApiError> {
    let allowed: &[u64] = match (asked.kind, asked.source) {
        (Kind::Command, _) => &[4, 5, 9],
        (Kind::Component, _) => &[4, 5, 6, 7, 9],
        (Kind::Autocomplete, _) => &[8],
        (Kind::Modal, Some(_)) => &[4, 5, 6, 7],
        (Kind::Modal, None) => &[4, 5],
    };
    let mut form = Form::new();
    if !allowed.contains(&kind) {
        let kinds: Vec<String> = allowed.iter().map(u64::to_string).collect();
        form.error(
            "type",
            "BASE_TYPE_CHOICES",
            format!("Value must be one of {{{}}}.", kinds.join(", ")),
        );
    }
    form.finish()
}

fn check_choices(choices: &[Value]) -> Result<(), ApiError> {
    let mut form = Form::new();
    form.count("data.choices", choices.len(), 0, 25);
    for (n, choice) in choices.iter().enumerate() {
        form.required_length(&format!("data.choices.{n}.name"), &choice["name"], 1, 100);
        let at = format!("data.choices.{n}.value");
        match &choice["value"] {
            Value::Number(_) => {}
            value => form.required_length(&at, value, 1, 100),
        }
    }
    form.finish()
}

/// Posts an answer or follow-up. Where the app is only installed by its user and may not speak for all to see, the
/// answer becomes private.
fn post(state: &mut State, asked: &Interaction, draft: &Draft, loading: bool) -> Id {
    let private = draft.flags & flag::EPHEMERAL != 0 || must_be_private(state, asked);
    let answer_to = AnswerTo {
        id: asked.id,
        kind: asked.kind.number(),
        user: asked.user,
        name: asked.name.clone(),
        source: asked.source,
        original: asked.original(),
        owners: asked.owners.clone(),
    };
    let posting = Posting {
        channel: asked.channel,
        author: state.world.bot,
        answer_to: Some(answer_to),
        visible_to: private.then_some(asked.user),
        loading,
    };
    state.post(posting, draft)
}

/// Posts a follow-up.
pub(super) fn post_follow_up(state: &mut State, asked: &Interaction, draft: &Draft) -> Id {
    post(state, asked, draft, false)
}

fn must_be_private(state: &State, asked: &Interaction) -> bool {
    let Some(channel) = state.world.channels.get(&asked.channel) else {
        return false;
    };
    asked.user_installed_only
        && channel.is_in_guild()
        && !state
            .world
            .permissions(asked.user, channel)
            .contains(Permissions::USE_EXTERNAL_APPS)
}

/// Notes the answer and tells the person's chat pages.
fn settle(state: &mut State, id: Id, response: Response) {
    let Some(asked) = state.world.interactions.get_mut(&id) else {
        return;
    };
    let user = asked.user;
    let modal = match &response {
        Response::Modal(modal) => Some(modal.clone()),
        Response::Message { .. }
        | Response::Updated { .. }
        | Response::Acknowledged
        | Response::Choices(_) => None,
    };
    asked.response = Some(response);
    asked.answered_at = Some(Instant::now());
    if let Some(modal) = modal {
        state.tell(
            user,
            json!({"type": "modal", "interaction_id": id, "modal": modal}),
        );
    }
    state.tell(
        user,
        json!({"type": "interaction_done", "interaction_id": id}),
    );
}

/// The body that is answered on request.
fn described(state: &State, asked: &Interaction, kind: u64) -> Value {
    let mut interaction =
        json!({"id": asked.id, "type": asked.kind.number(), "channel_id": asked.channel});
    state.add_guild(asked.channel, &mut interaction);
    let message = match &asked.response {
        Some(Response::Message { id, .. } | Response::Updated { id }) => {
            state.world.messages.get(id)
        }
        Some(Response::Acknowledged | Response::Choices(_) | Response::Modal(_)) | None => None,
    };
    if let Some(message) = message {
        interaction["response_message_id"] = json!(message.id);
        interaction["response_message_loading"] = json!(message.loading);
        interaction["response_message_ephemeral"] = json!(message.is_ephemeral());
    }
    let mut body = json!({"interaction": interaction});
    if let Some(message) = message.filter(|_| matches!(kind, 4 | 7)) {
        body["resource"] = json!({"type": kind, "message": state.message_as(message, true)});
    }
    body
}
