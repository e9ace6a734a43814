//! The limits of message components, both the plain rows and the newer layout ("V2"; docs: components/reference).

use std::collections::HashSet;

use serde_json::Value;

use crate::sandbox::error::{Form, list};
use crate::sandbox::message::leaves;

/// Checks the components of a message at `path`.
pub(in crate::sandbox) fn check(form: &mut Form, path: &str, components: &[Value], v2: bool) {
    if v2 {
        let total = leaves(components).count();
        if total > 40 {
            let message = "Must be 40 or fewer in length.";
            form.error(path, "BASE_TYPE_MAX_LENGTH", message);
        }
    } else {
        form.count(path, components.len(), 0, 5);
    }
    let mut seen = HashSet::new();
    for (n, component) in components.iter().enumerate() {
        let allowed: &[u64] = if v2 {
            &[1, 9, 10, 12, 13, 14, 17]
        } else {
            &[1]
        };
        part(form, &format!("{path}.{n}"), component, allowed, &mut seen);
    }
}

/// Checks one component, of a kind that may stand here, and what it holds.
fn part(form: &mut Form, path: &str, item: &Value, allowed: &[u64], seen: &mut HashSet<String>) {
    let Some(kind) = item["type"].as_u64() else {
        form.required(&format!("{path}.type"));
        return;
    };
    if !allowed.contains(&kind) {
        let kinds: Vec<String> = allowed.iter().map(u64::to_string).collect();
        let message = format!(
            "Value of field \"type\" must be one of ({}).",
            kinds.join(", ")
        );
        form.error(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
        return;
    }
    let at = |field: &str| format!("{path}.{field}");
    match kind {
        1 => row(form, path, item, seen),
        2 => button(form, path, item, seen),
        3 | 5..=8 => select(form, path, item, seen),
        9 => {
            let inner = list(&item["components"]);
            form.count(&at("components"), inner.len(), 1, 3);
            for (n, inner) in inner.iter().enumerate() {
                part(form, &at(&format!("components.{n}")), inner, &[10], seen);
            }
            if item["accessory"].is_null() {
                form.required(&at("accessory"));
            } else {
                part(form, &at("accessory"), &item["accessory"], &[2, 11], seen);
            }
        }
        10 => form.required_length(&at("content"), &item["content"], 1, 4000),
        11 if item["media"]["url"].is_null() => form.required(&at("media.url")),
        11 => form.length(&at("description"), &item["description"], 0, 1024),
        12 => {
            let items = list(&item["items"]);
            form.count(&at("items"), items.len(), 1, 10);
            for (n, item) in items.iter().enumerate() {
                form.length(
                    &at(&format!("items.{n}.description")),
                    &item["description"],
                    0,
                    1024,
                );
            }
        }
        13 if item["file"]["url"].is_null() => form.required(&at("file.url")),
        17 => {
            for (n, inner) in list(&item["components"]).iter().enumerate() {
                let allowed = &[1, 9, 10, 12, 13, 14];
                part(form, &at(&format!("components.{n}")), inner, allowed, seen);
            }
        }
        _ => {}
    }
}

fn row(form: &mut Form, path: &str, row: &Value, seen: &mut HashSet<String>) {
    let parts = list(&row["components"]);
    let at = format!("{path}.components");
    form.count(&at, parts.len(), 1, 5);
    // A row holds up to five buttons or one menu.
    if parts.len() > 1 && parts.iter().any(|part| part["type"] != 2) {
        form.error(
            &at,
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        );
    }
    for (n, inner) in parts.iter().enumerate() {
        part(form, &format!("{at}.{n}"), inner, &[2, 3, 5, 6, 7, 8], seen);
    }
}

fn button(form: &mut Form, path: &str, button: &Value, seen: &mut HashSet<String>) {
    let at = |field: &str| format!("{path}.{field}");
    form.length(&at("label"), &button["label"], 0, 80);
    let style = button["style"].as_u64();
    match style {
        Some(1..=4) => {
            custom_id(form, path, button, seen);
            if !button["url"].is_null() {
                let message = "A custom id and url cannot both be specified";
                form.error(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    message,
                );
            }
        }
        Some(5) => {
            form.required_length(&at("url"), &button["url"], 1, 512);
            if !button["custom_id"].is_null() {
                let message = "A custom id and url cannot both be specified";
                form.error(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    message,
                );
            }
        }
        Some(6) => {}
        Some(_) | None => {
            let message = "Value must be one of {1, 2, 3, 4, 5, 6}.";
            form.error(&at("style"), "BASE_TYPE_CHOICES", message);
        }
    }
    let empty = |value: &Value| value.as_str().is_none_or(str::is_empty);
    let no_emoji = empty(&button["emoji"]["name"]) && button["emoji"]["id"].is_null();
    if style != Some(6) && empty(&button["label"]) && no_emoji {
        let message = "A button must have a label or emoji";
        form.error(path, "BUTTON_COMPONENT_LABEL_EMOJI_REQUIRED", message);
    }
}

/// Checks a menu in a message or in a form.
pub(super) fn select(form: &mut Form, path: &str, select: &Value, seen: &mut HashSet<String>) {
    let at = |field: &str| format!("{path}.{field}");
    custom_id(form, path, select, seen);
    form.length(&at("placeholder"), &select["placeholder"], 0, 150);
    let max = select["max_values"].as_u64().unwrap_or(1);
    let min = select["min_values"].as_u64().unwrap_or(1);
    if min > max || max == 0 || max > 25 {
        let message = "Must be between min_values and 25.";
        form.error(&at("max_values"), "NUMBER_TYPE_MAX", message);
    }
    if select["type"] != 3 {
        return;
    }
    let options = list(&select["options"]);
    form.count(&at("options"), options.len(), 1, 25);
    if max as usize > options.len() {
        let message = "int value should be less than or equal to the number of options.";
        form.error(&at("max_values"), "NUMBER_TYPE_MAX", message);
    }
    let mut values = HashSet::new();
    for (n, option) in options.iter().enumerate() {
        let at = |field: &str| format!("{path}.options.{n}.{field}");
        form.required_length(&at("label"), &option["label"], 1, 100);
        form.required_length(&at("value"), &option["value"], 1, 100);
        form.length(&at("description"), &option["description"], 0, 100);
        if !values.insert(option["value"].as_str()) {
            let message = "The specified option value is already used";
            form.error(
                &at("value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                message,
            );
        }
    }
}

/// Checks a custom id: 1 to 100 characters and the only one of its kind in the message.
pub(super) fn custom_id(form: &mut Form, path: &str, part: &Value, seen: &mut HashSet<String>) {
    let at = format!("{path}.custom_id");
    form.required_length(&at, &part["custom_id"], 1, 100);
    if let Some(id) = part["custom_id"].as_str()
        && !seen.insert(id.to_owned())
    {
        let message = "Component custom id cannot be duplicated";
        form.error(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}
