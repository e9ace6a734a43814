//! Channels: direct messages, threads, typing.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::call::{Call, path_id};
use super::{Answer, Outcome};
use crate::sandbox::draft::read_id;
use crate::sandbox::error::{ApiError, Form};
use crate::sandbox::id::Id;
use crate::sandbox::permissions::Permissions;
use crate::sandbox::state::State;
use crate::sandbox::world::{Channel, ChannelKind};

pub(super) fn get(state: &State, id: &str) -> Outcome {
    let id = named(id)?;
    let channel = state.channel_for_bot(id)?;
    Answer::ok(state.channel(channel))
}

pub(super) fn open_direct(state: &mut State, call: &Call) -> Outcome {
    let Some(other) = read_id(&call.body["recipient_id"]) else {
        let mut form = Form::new();
        form.required("recipient_id");
        form.finish()?;
        return Err(ApiError::unknown_user());
    };
    let bot = state.world.bot;
    match state.world.users.get(&other) {
        None => return Err(ApiError::unknown_user()),
        // Programs cannot write to each other.
        Some(user) if user.bot => return Err(cannot_write()),
        Some(_) => {}
    }
    let id = state.direct_channel(bot, other);
    Answer::ok(state.channel(&state.world.channels[&id]))
}

/// The answer when a person takes no direct messages from the bot.
pub(super) fn cannot_write() -> ApiError {
    ApiError::new(403, 50007, "Cannot send messages to this user")
}

pub(super) fn typing(state: &mut State, id: &str) -> Outcome {
    let id = named(id)?;
    let channel = state.channel_for_bot(id)?;
    let bot = state.world.bot;
    may_write(state, channel)?;
    for viewer in state
        .world
        .viewers(id)
        .into_iter()
        .filter(|viewer| *viewer != bot)
    {
        state.tell(viewer, json!({"type": "typing", "channel_id": id}));
    }
    Ok(Answer::Empty)
}

/// Whether the bot may write into a channel that it sees.
pub(super) fn may_write(state: &State, channel: &Channel) -> Result<(), ApiError> {
    let needed = if channel.kind.is_thread() {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    if !state
        .world
        .permissions(state.world.bot, channel)
        .contains(needed)
    {
        return Err(ApiError::missing_permissions());
    }
    if channel.archived && channel.locked {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    Ok(())
}

/// Starts a thread in a channel, from a message or alone.
pub(super) fn start_thread(
    state: &mut State,
    call: &Call,
    channel: &str,
    message: Option<&str>,
) -> Outcome {
    let parent_id = named(channel)?;
    let bot = state.world.bot;
    let parent = state.channel_for_bot(parent_id)?;
    if parent.kind != ChannelKind::Text {
        return Err(ApiError::new(
            400,
            50024,
            "Cannot execute action on this channel type",
        ));
    }
    let message = match message {
        Some(id) => Some(state.message_in(parent_id, path_id(id, ApiError::unknown_message)?)?),
        None => None,
    };
    let body = &call.body;
    // A thread from a message is public; alone it is private unless the request says otherwise.
    let kind = if message.is_some() || body["type"] == 11 {
        ChannelKind::PublicThread
    } else {
        ChannelKind::PrivateThread
    };
    let needed = if kind == ChannelKind::PublicThread {
        Permissions::CREATE_PUBLIC_THREADS
    } else {
        Permissions::CREATE_PRIVATE_THREADS
    };
    if !state.world.permissions(bot, parent).contains(needed) {
        return Err(ApiError::missing_permissions());
    }
    check_thread(body, true)?;
    if message.is_some_and(|message| message.thread.is_some()) {
        return Err(ApiError::new(
            400,
            160_004,
            "A thread has already been created for this message",
        ));
    }
    // A thread from a message has that message's id.
    let message = message.map(|message| message.id);
    let id = match message {
        Some(id) => id,
        None => state.fresh_id(),
    };
    state.world.channels.insert(
        id,
        Channel {
            id,
            kind,
            name: body["name"].as_str().unwrap_or_default().to_owned(),
            parent: Some(parent_id),
            recipients: vec![bot],
            owner: Some(bot),
            archived: false,
            locked: false,
            auto_archive_minutes: body["auto_archive_duration"].as_u64().unwrap_or(4320),
            denied: BTreeMap::new(),
        },
    );
    state.announce_channel(id, "THREAD_CREATE", "channel_create");
    if let Some(message) = message {
        if let Some(message) = state.world.messages.get_mut(&message) {
            message.thread = Some(id);
        }
        state.announce(message, "MESSAGE_UPDATE", "message_update");
    } else if kind == ChannelKind::PublicThread {
        state.note_thread(parent_id, id);
    }
    Ok(Answer::Json(201, state.channel(&state.world.channels[&id])))
}

fn check_thread(body: &Value, fresh: bool) -> Result<(), ApiError> {
    let mut form = Form::new();
    if fresh {
        form.required_length("name", &body["name"], 1, 100);
    } else {
        form.length("name", &body["name"], 1, 100);
    }
    let minutes = &body["auto_archive_duration"];
    if !minutes.is_null() && !matches!(minutes.as_u64(), Some(60 | 1440 | 4320 | 10080)) {
        form.error(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        );
    }
    form.finish()
}

pub(super) fn modify(state: &mut State, call: &Call, id: &str) -> Outcome {
    let id = named(id)?;
    let bot = state.world.bot;
    let channel = state.channel_for_bot(id)?;
    if !channel.kind.is_thread() {
        return Err(ApiError::missing_permissions());
    }
    let held = state.world.permissions(bot, channel);
    let manages = held.contains(Permissions::MANAGE_THREADS);
    // Anyone who may write in a thread opens it again unless it is locked; the rest is for its owner and moderators.
    let only_opens = call
        .body
        .as_object()
        .is_some_and(|fields| fields.keys().all(|field| field == "archived"))
        && call.body["archived"] == false
        && !channel.locked;
    let owns = channel.owner == Some(bot) && call.body["locked"].is_null();
    if !(manages || owns || only_opens) {
        return Err(ApiError::missing_permissions());
    }
    if channel.archived && call.body["archived"] != false {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    check_thread(&call.body, false)?;
    if let Some(channel) = state.world.channels.get_mut(&id) {
        if let Some(name) = call.body["name"].as_str() {
            name.clone_into(&mut channel.name);
        }
        channel.archived = call.body["archived"].as_bool().unwrap_or(channel.archived);
        channel.locked = call.body["locked"].as_bool().unwrap_or(channel.locked);
        channel.auto_archive_minutes = call.body["auto_archive_duration"]
            .as_u64()
            .unwrap_or(channel.auto_archive_minutes);
    }
    state.announce_channel(id, "THREAD_UPDATE", "channel_update");
    Answer::ok(state.channel(&state.world.channels[&id]))
}

pub(super) fn delete(state: &mut State, id: &str) -> Outcome {
    let id = named(id)?;
    let channel = state.channel_for_bot(id)?;
    let held = state.world.permissions(state.world.bot, channel);
    let direct = channel.kind == ChannelKind::Direct;
    if !direct && (!channel.kind.is_thread() || !held.contains(Permissions::MANAGE_THREADS)) {
        return Err(ApiError::missing_permissions());
    }
    let json = state.channel(channel);
    if !direct {
        state.remove_channel(id);
    }
    Answer::ok(json)
}

/// Adds somebody to a thread or takes them out.
pub(super) fn join(state: &mut State, id: &str, user: &str, joins: bool) -> Outcome {
    let id = named(id)?;
    let bot = state.world.bot;
    let user = if user == "@me" {
        bot
    } else {
        path_id(user, ApiError::unknown_user)?
    };
    let thread = state.channel_for_bot(id)?;
    if !thread.kind.is_thread() {
        return Err(ApiError::unknown_channel());
    }
    if !state.world.is_member(user) {
        return Err(ApiError::unknown_member());
    }
    let allowed = if joins {
        may_write(state, thread).is_ok()
    } else {
        user == bot
            || state
                .world
                .permissions(bot, thread)
                .contains(Permissions::MANAGE_THREADS)
    };
    if !allowed {
        return Err(ApiError::missing_permissions());
    }
    state.set_thread_member(id, user, joins);
    Ok(Answer::Empty)
}

/// The channel that a path names.
pub(super) fn named(text: &str) -> Result<Id, ApiError> {
    path_id(text, ApiError::unknown_channel)
}
