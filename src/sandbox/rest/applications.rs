//! The gateway's address and the app's registered commands.

use serde_json::{Value, json};

use super::call::{Call, path_id};
use super::{Answer, Outcome};
use crate::sandbox::check;
use crate::sandbox::error::{ApiError, Form, list};
use crate::sandbox::id::Id;
use crate::sandbox::state::State;

/// Global slash commands an app may have; 15 of either menu kind come on top.
const SLASH_COMMANDS: usize = 100;
const MENU_COMMANDS: usize = 15;

pub(super) fn gateway(state: &State) -> Outcome {
    Answer::ok(json!({"url": state.gateway_url()}))
}

pub(super) fn gateway_bot(state: &State) -> Outcome {
    let used = state.sessions.opened();
    Answer::ok(json!({
        "url": state.gateway_url(), "shards": 1,
        "session_start_limit": {"total": 1000, "remaining": 1000_u64.saturating_sub(used),
            "reset_after": 86_400_000, "max_concurrency": 1},
    }))
}

/// All routes about commands, global ones or those of the server.
pub(super) fn commands(
    state: &mut State,
    call: &Call,
    method: &str,
    app: &str,
    guild: Option<&str>,
    rest: &[&str],
) -> (Outcome, bool) {
    if app != state.world.bot.to_string() {
        return (Err(ApiError::new(404, 10002, "Unknown Application")), true);
    }
    if let Some(guild) = guild
        && (guild != state.world.guild.id.to_string() || !state.world.is_member(state.world.bot))
    {
        return (Err(ApiError::missing_access()), true);
    }
    let guild = guild.map(|_| state.world.guild.id);
    let outcome = match (method, rest) {
        ("GET", []) => Answer::ok(listed(state, guild)),
        ("PUT", []) => replace_all(state, &call.body, guild),
        ("POST", []) => create(state, &call.body, guild),
        ("GET", [id]) => {
            existing(state, id, guild).and_then(|id| Answer::ok(state.world.commands[&id].clone()))
        }
        ("PATCH", [id]) => existing(state, id, guild).and_then(|id| modify(state, &call.body, id)),
        ("DELETE", [id]) => existing(state, id, guild).map(|id| {
            state.world.commands.remove(&id);
            tell_pages(state);
            Answer::Empty
        }),
        _ => return (Err(ApiError::no_such_route()), false),
    };
    (outcome, true)
}

fn replace_all(state: &mut State, body: &Value, guild: Option<Id>) -> Outcome {
    let wanted = list(body);
    let mut form = Form::new();
    check::command::check_all(&mut form, wanted);
    form.finish()?;
    check_numbers(wanted)?;
    let before: Vec<Value> = list(&listed(state, guild)).to_vec();
    state
        .world
        .commands
        .retain(|_, command| command["guild_id"] != json!(guild));
    for command in wanted {
        // A command that was there keeps its id.
        let old = before.iter().find(|old| same(old, command));
        let id = match old.and_then(|old| crate::sandbox::draft::read_id(&old["id"])) {
            Some(id) => id,
            None => state.fresh_id(),
        };
        let stored = registered(state, id, command, guild);
        state.world.commands.insert(id, stored);
    }
    tell_pages(state);
    Answer::ok(listed(state, guild))
}

fn create(state: &mut State, body: &Value, guild: Option<Id>) -> Outcome {
    let mut form = Form::new();
    check::command::check(&mut form, "", body);
    form.finish()?;
    let before = listed(state, guild);
    let old = list(&before)
        .iter()
        .find(|old| same(old, body))
        .map(|old| old["id"].clone());
    let (id, status) = match old.as_ref().and_then(crate::sandbox::draft::read_id) {
        Some(id) => (id, 200),
        None => (state.fresh_id(), 201),
    };
    let all: Vec<Value> = list(&before)
        .iter()
        .filter(|old| !same(old, body))
        .chain([body])
        .cloned()
        .collect();
    check_numbers(&all)?;
    let stored = registered(state, id, body, guild);
    state.world.commands.insert(id, stored.clone());
    tell_pages(state);
    Ok(Answer::Json(status, stored))
}

fn modify(state: &mut State, body: &Value, id: Id) -> Outcome {
    let mut command = state.world.commands[&id].clone();
    crate::sandbox::render::merge(&mut command, body.clone());
    let mut form = Form::new();
    check::command::check(&mut form, "", &command);
    form.finish()?;
    state.world.commands.insert(id, command.clone());
    tell_pages(state);
    Answer::ok(command)
}

fn existing(state: &State, id: &str, guild: Option<Id>) -> Result<Id, ApiError> {
    let id = path_id(id, ApiError::unknown_command)?;
    match state.world.commands.get(&id) {
        Some(command) if command["guild_id"] == json!(guild) => Ok(id),
        Some(_) | None => Err(ApiError::unknown_command()),
    }
}

fn check_numbers(commands: &[Value]) -> Result<(), ApiError> {
    let of = |kind: u64| {
        commands
            .iter()
            .filter(|command| command["type"].as_u64().unwrap_or(1) == kind)
            .count()
    };
    if of(1) > SLASH_COMMANDS || of(2) > MENU_COMMANDS || of(3) > MENU_COMMANDS {
        return Err(ApiError::new(
            400,
            30032,
            "Maximum number of application commands reached (100)",
        ));
    }
    Ok(())
}

fn listed(state: &State, guild: Option<Id>) -> Value {
    let here = |command: &&Value| command["guild_id"] == json!(guild);
    state
        .world
        .commands
        .values()
        .filter(here)
        .cloned()
        .collect()
}

fn same(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"]
        && one["type"].as_u64().unwrap_or(1) == other["type"].as_u64().unwrap_or(1)
}

/// A set of permissions as Discord tells it, which takes a number too.
fn permissions(given: &Value) -> Value {
    match given.as_u64() {
        Some(bits) => json!(bits.to_string()),
        None => given.clone(),
    }
}

/// A command as Discord answers it: with ids and with the fields that it fills in.
fn registered(state: &mut State, id: Id, body: &Value, guild: Option<Id>) -> Value {
    let kind = body["type"].as_u64().unwrap_or(1);
    let mut command = json!({
        "id": id, "application_id": state.world.bot, "version": state.fresh_id(), "type": kind,
        "name": body["name"], "description": body["description"].as_str().unwrap_or_default(),
        "default_member_permissions": permissions(&body["default_member_permissions"]), "nsfw": body["nsfw"] == true,
        "name_localizations": body["name_localizations"],
        "description_localizations": body["description_localizations"],
    });
    if let Some(guild) = guild {
        command["guild_id"] = json!(guild);
    } else {
        let or = |field: &str, default: Value| {
            if body[field].is_array() {
                body[field].clone()
            } else {
                default
            }
        };
        command["integration_types"] = or("integration_types", json!([0]));
        command["contexts"] = or("contexts", Value::Null);
        command["dm_permission"] = json!(body["dm_permission"] != false);
    }
    if !list(&body["options"]).is_empty() {
        command["options"] = list(&body["options"]).iter().map(answered_option).collect();
    }
    command
}

/// An option as Discord answers it: empty lists and nulls are left out.
fn answered_option(option: &Value) -> Value {
    let mut option = option.clone();
    if let Some(fields) = option.as_object_mut() {
        fields.retain(|_, value| !value.is_null() && !value.as_array().is_some_and(Vec::is_empty));
        if let Some(inner) = fields.get_mut("options").and_then(Value::as_array_mut) {
            for option in inner {
                *option = answered_option(option);
            }
        }
    }
    option
}

/// Chat pages show the commands that their person can use.
fn tell_pages(state: &State) {
    let commands: Vec<&Value> = state.world.commands.values().collect();
    state.tell_all(&json!({"type": "commands", "commands": commands}));
}
