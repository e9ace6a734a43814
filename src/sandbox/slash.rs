//! Slash commands from texts, as tests write them.

use serde_json::{Value, json};

use super::ask::{ClientError, CommandCall};
use super::error::list;
use super::id::Id;
use super::state::State;

/// A slash command from texts: finds the declared options and reads each text by its type.
pub(super) fn slash_call(
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
