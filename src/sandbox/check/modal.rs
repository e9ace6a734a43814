//! The limits of forms (docs: interactions/receiving-and-responding, "Modal"; components/reference).

use std::collections::HashSet;

use serde_json::Value;

use super::component::{custom_id, select};
use crate::sandbox::error::{Form, list};

/// Checks the data of a modal answer at `path`.
pub(in crate::sandbox) fn check(form: &mut Form, path: &str, modal: &Value) {
    let at = |field: &str| format!("{path}.{field}");
    form.required_length(&at("custom_id"), &modal["custom_id"], 1, 100);
    form.required_length(&at("title"), &modal["title"], 1, 45);
    let parts = list(&modal["components"]);
    form.count(&at("components"), parts.len(), 1, 5);
    let mut seen = HashSet::new();
    for (n, part) in parts.iter().enumerate() {
        let at = at(&format!("components.{n}"));
        match part["type"].as_u64() {
            // A row with one text input, the older way.
            Some(1) => {
                let inner = list(&part["components"]);
                form.count(&format!("{at}.components"), inner.len(), 1, 1);
                for (m, input) in inner.iter().enumerate() {
                    let at = format!("{at}.components.{m}");
                    form.required_length(&format!("{at}.label"), &input["label"], 1, 45);
                    field(form, &at, input, &[4], &mut seen);
                }
            }
            Some(10) => {
                form.required_length(&format!("{at}.content"), &part["content"], 1, 4000);
            }
            Some(18) => {
                form.required_length(&format!("{at}.label"), &part["label"], 1, 45);
                form.length(&format!("{at}.description"), &part["description"], 0, 100);
                let kinds = &[3, 4, 5, 6, 7, 8, 19, 21, 22, 23];
                field(
                    form,
                    &format!("{at}.component"),
                    &part["component"],
                    kinds,
                    &mut seen,
                );
            }
            _ => form.error(
                &format!("{at}.type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1, 10, 18).",
            ),
        }
    }
}

fn field(form: &mut Form, path: &str, part: &Value, kinds: &[u64], seen: &mut HashSet<String>) {
    let at = |field: &str| format!("{path}.{field}");
    let kind = part["type"].as_u64().unwrap_or(0);
    if !kinds.contains(&kind) {
        let message = "This component cannot stand here.";
        form.error(&at("type"), "UNION_TYPE_CHOICES", message);
        return;
    }
    match kind {
        4 => {
            custom_id(form, path, part, seen);
            if !matches!(part["style"].as_u64(), Some(1 | 2)) {
                form.error(
                    &at("style"),
                    "BASE_TYPE_CHOICES",
                    "Value must be one of {1, 2}.",
                );
            }
            form.length(&at("placeholder"), &part["placeholder"], 0, 100);
            form.length(&at("value"), &part["value"], 0, 4000);
            let min = part["min_length"].as_u64().unwrap_or(0);
            let max = part["max_length"].as_u64().unwrap_or(4000);
            if max == 0 || max > 4000 || min > max {
                let message = "Must be between min_length and 4000.";
                form.error(&at("max_length"), "NUMBER_TYPE_MAX", message);
            }
        }
        3 | 5..=8 => select(form, path, part, seen),
        _ => custom_id(form, path, part, seen),
    }
}
