//! Accounts, the server and its members.

use serde_json::{Value, json};

use super::call::path_id;
use super::{Answer, Outcome};
use crate::sandbox::error::ApiError;
use crate::sandbox::state::State;
use crate::sandbox::world::{Channel, ChannelKind};

pub(super) fn user(state: &State, id: &str) -> Outcome {
    let id = path_id(id, ApiError::unknown_user)?;
    match state.user(id) {
        Value::Null => Err(ApiError::unknown_user()),
        user => Answer::ok(user),
    }
}

pub(super) fn mine(state: &State) -> Outcome {
    let guild = &state.world.guild;
    let mine = state.world.is_member(state.world.bot).then(|| {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false, "features": [],
            "permissions": state.world.guild_permissions(state.world.bot).0.to_string(),
        })
    });
    Answer::ok(mine.into_iter().collect())
}

pub(super) fn guild(state: &State, id: &str) -> Outcome {
    check(state, id)?;
    Answer::ok(state.guild())
}

pub(super) fn roles(state: &State, id: &str) -> Outcome {
    check(state, id)?;
    Answer::ok(state.roles())
}

pub(super) fn channels(state: &State, id: &str) -> Outcome {
    check(state, id)?;
    let text = |channel: &&Channel| channel.kind == ChannelKind::Text;
    let channels = state.world.channels.values().filter(text);
    Answer::ok(channels.map(|channel| state.channel(channel)).collect())
}

pub(super) fn active_threads(state: &State, id: &str) -> Outcome {
    check(state, id)?;
    let bot = state.world.bot;
    let threads = state.world.channels.values().filter(|channel| {
        channel.kind.is_thread() && !channel.archived && state.world.can_see(bot, channel)
    });
    let threads: Vec<Value> = threads.map(|thread| state.channel(thread)).collect();
    let members: Vec<Value> = threads
        .iter()
        .filter_map(|thread| thread.get("member").cloned())
        .collect();
    Answer::ok(json!({"threads": threads, "members": members, "has_more": false}))
}

/// The list of members needs the privileged intent, which the app does not have.
pub(super) fn members(state: &State, id: &str) -> Outcome {
    check(state, id)?;
    Err(ApiError::missing_access())
}

pub(super) fn member(state: &State, guild: &str, user: &str) -> Outcome {
    check(state, guild)?;
    let id = path_id(user, ApiError::unknown_user)?;
    if !state.world.users.contains_key(&id) {
        return Err(ApiError::unknown_user());
    }
    state
        .member(id)
        .map_or_else(|| Err(ApiError::unknown_member()), Answer::ok)
}

/// Refuses another server, and this one when the bot is not in it.
fn check(state: &State, id: &str) -> Result<(), ApiError> {
    if path_id(id, ApiError::unknown_guild)? != state.world.guild.id {
        return Err(ApiError::unknown_guild());
    }
    if !state.world.is_member(state.world.bot) {
        return Err(ApiError::missing_access());
    }
    Ok(())
}
