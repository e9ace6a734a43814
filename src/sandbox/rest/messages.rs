//! Messages in channels: read, sent, changed, deleted by the bot.

use serde_json::{Value, json};

use super::call::{Call, path_id};
use super::channels::{cannot_write, may_write, named};
use super::{Answer, Outcome};
use crate::sandbox::draft::{Draft, read_id};
use crate::sandbox::error::{ApiError, Form};
use crate::sandbox::id::Id;
use crate::sandbox::message::{Message, flag};
use crate::sandbox::permissions::Permissions;
use crate::sandbox::post::Posting;
use crate::sandbox::state::State;
use crate::sandbox::world::{Channel, ChannelKind};

/// A nonce is remembered for this long, in milliseconds ("a few minutes" in the docs).
const NONCE_MS: i64 = 5 * 60 * 1000;

pub(super) fn list(state: &State, call: &Call, channel: &str) -> Outcome {
    let id = named(channel)?;
    let channel = state.channel_for_bot(id)?;
    let held = state.world.permissions(state.world.bot, channel);
    let limit = match call.query("limit").map(str::parse) {
        None => 50,
        Some(Ok(limit @ 1..=100)) => limit,
        Some(_) => {
            let mut form = Form::new();
            form.error(
                "limit",
                "NUMBER_TYPE_MAX",
                "int value should be between 1 and 100.",
            );
            form.finish()?;
            0
        }
    };
    if !held.contains(Permissions::READ_MESSAGE_HISTORY) {
        return Answer::ok(json!([]));
    }
    let bound = |name: &str| call.query(name).and_then(|id| read_id(&Value::from(id)));
    let all: Vec<&Message> = state.world.public_messages(id).collect();
    // Newest first in any case; `after` takes the oldest that fit, the others the newest.
    let chosen: Vec<&Message> = if let Some(after) = bound("after") {
        let mut page: Vec<&Message> = all
            .into_iter()
            .filter(|message| message.id > after)
            .take(limit)
            .collect();
        page.reverse();
        page
    } else if let Some(around) = bound("around") {
        let middle = all.partition_point(|message| message.id < around);
        let start = middle.saturating_sub(limit / 2);
        all.into_iter().skip(start).take(limit).rev().collect()
    } else {
        let before = bound("before");
        all.into_iter()
            .rev()
            .filter(|message| before.is_none_or(|before| message.id < before))
            .take(limit)
            .collect()
    };
    Answer::ok(
        chosen
            .into_iter()
            .map(|message| state.message(message))
            .collect(),
    )
}

pub(super) fn get(state: &State, channel: &str, message: &str) -> Outcome {
    let (id, message) = (
        named(channel)?,
        path_id(message, ApiError::unknown_message)?,
    );
    let channel = state.channel_for_bot(id)?;
    if !state
        .world
        .permissions(state.world.bot, channel)
        .contains(Permissions::READ_MESSAGE_HISTORY)
    {
        return Err(ApiError::missing_access());
    }
    Answer::ok(state.message(state.message_in(id, message)?))
}

pub(super) fn create(state: &mut State, call: &Call, channel: &str) -> Outcome {
    let id = named(channel)?;
    let bot = state.world.bot;
    let channel = state.channel_for_bot(id)?.clone();
    may_write(state, &channel)?;
    let draft = Draft::read("", &call.body, &call.uploads, false)?;
    may_say(state, &channel, &draft)?;
    if draft.is_empty() {
        return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
    }
    let draft = check_reply(state, &channel, draft)?;
    if draft.enforce_nonce
        && let Some(nonce) = &draft.nonce
        && let Some(earlier) = same_nonce(state, nonce)
    {
        return Answer::ok(state.message(earlier));
    }
    let id = state.post(Posting::plain(id, bot), &draft);
    Answer::ok(state.message(&state.world.messages[&id]))
}

/// A message of the bot that was sent with this nonce in the last few minutes. The nonce counts for its sender, in any
/// channel.
fn same_nonce<'a>(state: &'a State, nonce: &Value) -> Option<&'a Message> {
    let now = state.now();
    let recent = state.world.messages.values().rev();
    recent
        .take_while(|message| now - message.sent_ms < NONCE_MS)
        .find(|message| message.author == state.world.bot && message.nonce.as_ref() == Some(nonce))
}

/// Whether the bot may say this here: permissions for files and embeds, and whether a person takes direct messages.
fn may_say(state: &State, channel: &Channel, draft: &Draft) -> Result<(), ApiError> {
    let bot = state.world.bot;
    let held = state.world.permissions(bot, channel);
    let embeds = draft
        .embeds
        .as_ref()
        .is_some_and(|embeds| !embeds.is_empty());
    if (!draft.files.is_empty() && !held.contains(Permissions::ATTACH_FILES))
        || (embeds && !held.contains(Permissions::EMBED_LINKS))
    {
        return Err(ApiError::missing_permissions());
    }
    if channel.kind == ChannelKind::Direct
        && channel
            .recipients
            .iter()
            .any(|other| *other != bot && !state.reaches(*other))
    {
        return Err(cannot_write());
    }
    Ok(())
}

/// A reply needs its message, and the permission to read it, unless the sender said that it may fail.
fn check_reply(state: &State, channel: &Channel, mut draft: Draft) -> Result<Draft, ApiError> {
    let Some((replied, must_exist)) = draft.reply_to else {
        return Ok(draft);
    };
    let held = state.world.permissions(state.world.bot, channel);
    if !held.contains(Permissions::READ_MESSAGE_HISTORY) {
        return Err(ApiError::new(
            400,
            160_002,
            "Cannot reply without permission to read message history",
        ));
    }
    if state.message_in(channel.id, replied).is_err() {
        if must_exist {
            let mut form = Form::new();
            form.error(
                "message_reference",
                "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
                "Unknown message",
            );
            form.finish()?;
        }
        draft.reply_to = None;
    }
    Ok(draft)
}

pub(super) fn edit(state: &mut State, call: &Call, channel: &str, message: &str) -> Outcome {
    let (channel, id) = (
        named(channel)?,
        path_id(message, ApiError::unknown_message)?,
    );
    let place = state.channel_for_bot(channel)?.clone();
    let message = state.message_in(channel, id)?;
    if message.author != state.world.bot {
        return Err(ApiError::new(
            403,
            50005,
            "Cannot edit a message authored by another user",
        ));
    }
    if message.system {
        return Err(ApiError::new(
            403,
            50021,
            "Cannot execute action on a system message",
        ));
    }
    if place.archived {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    let draft = read_edit(message, call, "")?;
    may_attach(state, &place, &draft)?;
    state.count_edit(id)?;
    state.edit(id, &draft)?;
    Answer::ok(state.message(&state.world.messages[&id]))
}

fn may_attach(state: &State, channel: &Channel, draft: &Draft) -> Result<(), ApiError> {
    let held = state.world.permissions(state.world.bot, channel);
    if !draft.files.is_empty() && !held.contains(Permissions::ATTACH_FILES) {
        return Err(ApiError::missing_permissions());
    }
    Ok(())
}

/// Reads an edit of a message. Files that stay and files that come may be ten together.
pub(super) fn read_edit(message: &Message, call: &Call, path: &str) -> Result<Draft, ApiError> {
    let body = if path.is_empty() {
        &call.body
    } else {
        &call.body[path]
    };
    let was_v2 = message.flags & flag::IS_COMPONENTS_V2 != 0;
    let draft = Draft::read(path, body, &call.uploads, was_v2)?;
    let stay = match &draft.kept {
        Some(kept) => kept.len(),
        None => message.attachments.len(),
    };
    let mut form = Form::new();
    form.count("attachments", stay + draft.files.len(), 0, 10);
    form.finish()?;
    Ok(draft)
}

pub(super) fn delete(state: &mut State, channel: &str, message: &str) -> Outcome {
    let (channel, id) = (
        named(channel)?,
        path_id(message, ApiError::unknown_message)?,
    );
    let place = state.channel_for_bot(channel)?;
    let message: (Id, Id) = {
        let message = state.message_in(channel, id)?;
        (message.id, message.author)
    };
    let manages = state
        .world
        .permissions(state.world.bot, place)
        .contains(Permissions::MANAGE_MESSAGES);
    if message.1 != state.world.bot && !manages {
        let direct = place.kind == ChannelKind::Direct;
        return Err(if direct {
            ApiError::new(403, 50003, "Cannot execute action on a DM channel")
        } else {
            ApiError::missing_permissions()
        });
    }
    state.delete(message.0);
    Ok(Answer::Empty)
}
