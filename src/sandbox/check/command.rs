//! The limits of registered commands (docs: interactions/application-commands).

use std::collections::HashSet;

use serde_json::Value;

use crate::sandbox::error::{Form, list};

/// Texts of one command with all its options.
const CHARACTERS: usize = 8000;

/// Checks one command at `path` (empty for a body that is the command itself).
pub(in crate::sandbox) fn check(form: &mut Form, path: &str, command: &Value) {
    let at = |field: &str| join(path, field);
    let slash = command["type"].as_u64().unwrap_or(1) == 1;
    if slash {
        name(form, &at("name"), &command["name"]);
        form.required_length(&at("description"), &command["description"], 1, 100);
    } else {
        form.required_length(&at("name"), &command["name"], 1, 32);
        if command["description"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
        {
            let message = "Context menu commands cannot have description";
            let code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED";
            form.error(&at("description"), code, message);
        }
        if !list(&command["options"]).is_empty() {
            let message = "Context menu commands cannot have options";
            form.error(
                &at("options"),
                "APPLICATION_COMMAND_INVALID_OPTIONS",
                message,
            );
        }
    }
    options(form, path, &command["options"], 0);
    if characters(command) > CHARACTERS {
        let message = "Command exceeds maximum size (8000)";
        form.error(path, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

/// Checks a whole list of commands: each by itself, their number and that no name is used twice.
pub(in crate::sandbox) fn check_all(form: &mut Form, commands: &[Value]) {
    let mut names = HashSet::new();
    for (n, command) in commands.iter().enumerate() {
        check(form, &n.to_string(), command);
        let kind = command["type"].as_u64().unwrap_or(1);
        if !names.insert((kind, command["name"].as_str())) {
            let message = "Application command names must be unique";
            let at = format!("{n}.name");
            form.error(&at, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
}

fn options(form: &mut Form, path: &str, value: &Value, depth: u8) {
    let options_ = list(value);
    form.count(&join(path, "options"), options_.len(), 0, 25);
    let mut names = HashSet::new();
    let mut optional_seen = false;
    let groups = options_
        .iter()
        .filter(|option| is_subcommand(option))
        .count();
    if groups != 0 && groups != options_.len() {
        let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
        form.error(
            &join(path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            message,
        );
    }
    for (n, option) in options_.iter().enumerate() {
        let here = join(path, &format!("options.{n}"));
        let at = |field: &str| join(&here, field);
        name(form, &at("name"), &option["name"]);
        form.required_length(&at("description"), &option["description"], 1, 100);
        if !names.insert(option["name"].as_str()) {
            let message = "Option names must be unique";
            form.error(
                &at("name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                message,
            );
        }
        let kind = option["type"].as_u64().unwrap_or(0);
        if !(1..=11).contains(&kind) || kind == 2 && depth > 0 || kind == 1 && depth > 1 {
            form.error(
                &at("type"),
                "BASE_TYPE_CHOICES",
                "This option type cannot stand here.",
            );
            continue;
        }
        if is_subcommand(option) {
            options(
                form,
                &here,
                &option["options"],
                if kind == 1 { 2 } else { 1 },
            );
            continue;
        }
        if option["required"] == true && optional_seen {
            let message = "Required options must be placed before non-required options";
            form.error(
                &at("required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message,
            );
        }
        optional_seen |= option["required"] != true;
        choices(form, &here, option, kind);
    }
}

fn choices(form: &mut Form, path: &str, option: &Value, kind: u64) {
    let choices = list(&option["choices"]);
    form.count(&join(path, "choices"), choices.len(), 0, 25);
    if option["autocomplete"] == true && (!choices.is_empty() || !matches!(kind, 3 | 4 | 10)) {
        let message = "Autocomplete cannot stand beside choices or on this type";
        form.error(
            &join(path, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            message,
        );
    }
    let mut names = HashSet::new();
    for (n, choice) in choices.iter().enumerate() {
        let at = |field: &str| join(path, &format!("choices.{n}.{field}"));
        form.required_length(&at("name"), &choice["name"], 1, 100);
        match kind {
            3 => form.required_length(&at("value"), &choice["value"], 1, 100),
            4 if !choice["value"].is_i64() => {
                form.error(&at("value"), "NUMBER_TYPE_COERCE", "Value is not int.");
            }
            10 if !choice["value"].is_number() => {
                form.error(&at("value"), "NUMBER_TYPE_COERCE", "Value is not a number.");
            }
            _ => {}
        }
        if !names.insert(choice["name"].as_str()) {
            let message = "The option choice name is already used";
            form.error(
                &at("name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                message,
            );
        }
    }
}

/// A name of a slash command or option: `^[-_'\p{L}\p{N}]{1,32}$` without upper case.
fn name(form: &mut Form, path: &str, value: &Value) {
    form.required_length(path, value, 1, 32);
    let Some(name) = value.as_str() else { return };
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    if !name.chars().all(fits) || name.chars().any(char::is_uppercase) {
        form.error(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

fn is_subcommand(option: &Value) -> bool {
    matches!(option["type"].as_u64(), Some(1 | 2))
}

/// Names, descriptions and values of a command, its options and choices, in characters.
fn characters(part: &Value) -> usize {
    let own: usize = ["name", "description", "value"]
        .iter()
        .filter_map(|field| part[*field].as_str())
        .map(|text| text.chars().count())
        .sum();
    let inner = list(&part["options"]).iter().chain(list(&part["choices"]));
    own + inner.map(characters).sum::<usize>()
}

fn join(path: &str, field: &str) -> String {
    if path.is_empty() {
        field.to_owned()
    } else {
        format!("{path}.{field}")
    }
}
