//! What an app says about an interaction after its first answer: follow-ups, and changes to its answers.

use super::call::{Call, path_id};
use super::interactions::post_follow_up;
use super::messages::read_edit;
use super::{Answer, Outcome};
use crate::sandbox::draft::Draft;
use crate::sandbox::error::ApiError;
use crate::sandbox::id::Id;
use crate::sandbox::interaction::Interaction;
use crate::sandbox::state::State;

/// Follow-ups of an app that only its user installed.
const EXTERNAL_FOLLOW_UPS: u32 = 5;

pub(super) fn follow_up(state: &mut State, call: &Call, app: &str, token: &str) -> Outcome {
    let asked = named(state, app, token)?;
    let draft = Draft::read("", &call.body, &call.uploads, false)?;
    // The first follow-up to a deferred answer is that answer.
    let loading = asked.original().filter(|id| {
        state
            .world
            .messages
            .get(id)
            .is_some_and(|message| message.loading)
    });
    if let Some(id) = loading {
        state.edit(id, &draft)?;
        return answer(state, id);
    }
    if draft.is_empty() {
        return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
    }
    if asked.user_installed_only && asked.follow_ups >= EXTERNAL_FOLLOW_UPS {
        let message = "Maximum number of follow up messages for this interaction reached";
        return Err(ApiError::new(400, 40094, message));
    }
    if let Some(asked) = state.world.interactions.get_mut(&asked.id) {
        asked.follow_ups += 1;
    }
    let id = post_follow_up(state, &asked, &draft);
    answer(state, id)
}

pub(super) fn get(state: &State, app: &str, token: &str, message: &str) -> Outcome {
    let asked = named(state, app, token)?;
    let id = own_message(state, &asked, message)?;
    answer(state, id)
}

pub(super) fn edit(
    state: &mut State,
    call: &Call,
    app: &str,
    token: &str,
    message: &str,
) -> Outcome {
    let asked = named(state, app, token)?;
    let id = own_message(state, &asked, message)?;
    let draft = read_edit(&state.world.messages[&id], call, "")?;
    state.edit(id, &draft)?;
    answer(state, id)
}

pub(super) fn delete(state: &mut State, app: &str, token: &str, message: &str) -> Outcome {
    let asked = named(state, app, token)?;
    let id = own_message(state, &asked, message)?;
    state.delete(id);
    Ok(Answer::Empty)
}

fn answer(state: &State, id: Id) -> Outcome {
    Answer::ok(state.message_as(&state.world.messages[&id], true))
}

/// The interaction that a token names, answered and not too old.
fn named(state: &State, app: &str, token: &str) -> Result<Interaction, ApiError> {
    if app != state.world.bot.to_string() {
        return Err(ApiError::unknown_webhook());
    }
    let asked = state
        .world
        .interactions
        .values()
        .find(|asked| asked.token == token);
    let asked = asked.ok_or_else(ApiError::unknown_webhook)?;
    if asked.token_is_over(state.now()) {
        return Err(ApiError::new(401, 50027, "Invalid Webhook Token"));
    }
    if asked.response.is_none() {
        return Err(ApiError::unknown_webhook());
    }
    Ok(asked.clone())
}

/// A message that belongs to the interaction: the first answer, a follow-up, or the message whose component was used.
fn own_message(state: &State, asked: &Interaction, message: &str) -> Result<Id, ApiError> {
    let id = if message == "@original" {
        asked.original().ok_or_else(ApiError::unknown_message)?
    } else {
        path_id(message, ApiError::unknown_message)?
    };
    let message = state
        .world
        .messages
        .get(&id)
        .ok_or_else(ApiError::unknown_message)?;
    let answers = message
        .answer_to
        .as_ref()
        .is_some_and(|answer| answer.id == asked.id);
    if answers || asked.source == Some(id) {
        Ok(id)
    } else {
        Err(ApiError::unknown_message())
    }
}
