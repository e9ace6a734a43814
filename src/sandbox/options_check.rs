//! What a client checks before it sends: the options of a command and the fields of a form.

use serde_json::{Value, json};

use super::ask::ClientError;
use super::error::list;

/// Checks given options against the declared ones. While suggestions are asked for, nothing has to be complete.
pub(super) fn check(
    declared: &[Value],
    given: &[Value],
    autocomplete: bool,
) -> Result<(), ClientError> {
    for option in given {
        let name = option["name"].as_str().unwrap_or_default();
        let bad = |problem: String| ClientError::BadOption {
            option: name.to_owned(),
            problem,
        };
        let Some(wanted) = declared.iter().find(|wanted| wanted["name"] == name) else {
            return Err(bad("there is no such option".to_owned()));
        };
        if option["type"] != wanted["type"] {
            return Err(bad(format!("its type is {}", wanted["type"])));
        }
        if matches!(wanted["type"].as_u64(), Some(1 | 2)) {
            check(
                list(&wanted["options"]),
                list(&option["options"]),
                autocomplete,
            )?;
        } else if !autocomplete {
            check_value(wanted, &option["value"]).map_err(bad)?;
        } else if option["focused"] == true && wanted["autocomplete"] != true {
            return Err(bad("it has no suggestions".to_owned()));
        }
    }
    if autocomplete {
        return Ok(());
    }
    let is_given = |name: &Value| given.iter().any(|option| option["name"] == *name);
    let has_subcommands = declared
        .iter()
        .any(|option| matches!(option["type"].as_u64(), Some(1 | 2)));
    if has_subcommands && given.len() != 1 {
        let option = "subcommand".to_owned();
        return Err(ClientError::BadOption {
            option,
            problem: "one must be chosen".to_owned(),
        });
    }
    match declared
        .iter()
        .find(|option| option["required"] == true && !is_given(&option["name"]))
    {
        Some(missing) => Err(ClientError::BadOption {
            option: missing["name"].as_str().unwrap_or_default().to_owned(),
            problem: "this option is required".to_owned(),
        }),
        None => Ok(()),
    }
}

fn check_value(wanted: &Value, value: &Value) -> Result<(), String> {
    let choices = list(&wanted["choices"]);
    if !choices.is_empty() && !choices.iter().any(|choice| choice["value"] == *value) {
        return Err(format!("{value} is not one of the choices"));
    }
    match wanted["type"].as_u64() {
        Some(3) => {
            let text = value.as_str().ok_or("it must be a text")?;
            let length = text.chars().count() as u64;
            let min = wanted["min_length"].as_u64().unwrap_or(1);
            let max = wanted["max_length"].as_u64().unwrap_or(6000);
            if !(min..=max).contains(&length) {
                return Err(format!("it has {min} to {max} characters"));
            }
        }
        Some(4) if !value.is_i64() && !value.is_u64() => {
            return Err("it must be a whole number".to_owned());
        }
        Some(10) if !value.is_number() => return Err("it must be a number".to_owned()),
        Some(5) if !value.is_boolean() => return Err("it must be true or false".to_owned()),
        _ => {}
    }
    if let Some(number) = value.as_f64() {
        let below = wanted["min_value"].as_f64().is_some_and(|min| number < min);
        let above = wanted["max_value"].as_f64().is_some_and(|max| number > max);
        if below || above {
            return Err(format!(
                "it goes from {} to {}",
                wanted["min_value"], wanted["max_value"]
            ));
        }
    }
    Ok(())
}

/// The fields of a form with what a person put in, as the app receives them. Values come by custom id from
/// `given`, in rows or alone; fields without one keep the value that the form was opened with.
pub(super) fn fill_modal(modal: &Value, given: &[Value]) -> Result<Vec<Value>, ClientError> {
    let inputs: Vec<&Value> = super::message::leaves(given).collect();
    let fill = |field: &Value| -> Result<Value, ClientError> {
        let id = field["custom_id"].as_str().unwrap_or_default();
        let input = inputs.iter().find(|input| input["custom_id"] == id);
        let bad = |problem: String| ClientError::BadField {
            field: id.to_owned(),
            problem,
        };
        let mut filled = json!({"type": field["type"], "id": field["id"], "custom_id": id});
        if field["type"] == 4 {
            let preset = field["value"].as_str().unwrap_or_default();
            let text = input
                .and_then(|input| input["value"].as_str())
                .unwrap_or(preset);
            let length = text.chars().count() as u64;
            let required = field["required"] != false;
            let min = field["min_length"]
                .as_u64()
                .unwrap_or(0)
                .max(u64::from(required));
            let max = field["max_length"].as_u64().unwrap_or(4000);
            if length > max || length < min && (required || length > 0) {
                return Err(bad(format!("it has {min} to {max} characters")));
            }
            filled["value"] = json!(text);
        } else {
            filled["values"] = input.map_or(json!([]), |input| input["values"].clone());
        }
        Ok(filled)
    };
    let mut rows = Vec::new();
    for row in list(&modal["components"]) {
        match row["type"].as_u64() {
            Some(1) => {
                let fields: Result<Vec<Value>, ClientError> =
                    list(&row["components"]).iter().map(fill).collect();
                rows.push(json!({"type": 1, "id": row["id"], "components": fields?}));
            }
            Some(18) => rows
                .push(json!({"type": 18, "id": row["id"], "component": fill(&row["component"])?})),
            _ => {}
        }
    }
    Ok(rows)
}
