//! Checks recorded requests and answers against Discord's own description of its API (`openapi/discord-openapi.json`
//! in the shared folder). Gateway events are not in that description.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::{Registry, Validator};
use penpawn::sandbox::Request;
use regex::Regex;
use serde_json::{Value, json};

/// The name of the description as it is, for answers: servers may add fields.
const LENIENT: &str = "urn:discord:v10";
/// The name of the description without unknown fields, for requests: a misspelt field must not pass.
const STRICT: &str = "urn:discord:v10:strict";

/// Discord's description, ready to check with.
pub(crate) struct Description {
    paths: Vec<(Regex, String)>,
    operations: Value,
    registry: Registry<'static>,
    /// What has been needed of it so far; many requests are alike.
    validators: Mutex<BTreeMap<String, Arc<Validator>>>,
}

impl Description {
    /// Reads the description, or says why the test is skipped and gives none.
    pub(crate) fn load() -> Option<Self> {
        let shared = std::env::var_os("PENPAWN_SHARED").map_or_else(
            || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
            PathBuf::from,
        );
        let file = shared.join("openapi/discord-openapi.json");
        let Ok(text) = std::fs::read(&file) else {
            eprintln!("skipped: ../shared is not here");
            return None;
        };
        let mut lenient: Value = serde_json::from_slice(&text).expect("the description is JSON");
        lenient["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        let mut strict = lenient.clone();
        lenient["$id"] = json!(LENIENT);
        strict["$id"] = json!(STRICT);
        forbid_unknown_fields(&mut strict);
        let operations = lenient["paths"].clone();
        let mut templates: Vec<String> = operations
            .as_object()
            .expect("paths")
            .keys()
            .cloned()
            .collect();
        // Fixed segments win over ids, so that `@original` is found.
        templates.sort_by_key(|template| template.matches('{').count());
        let hole = Regex::new(r"\{[^}]+\}").expect("a fixed pattern");
        let paths = templates
            .into_iter()
            .map(|template| {
                let pattern = format!("^{}$", hole.replace_all(&template, "[^/]+"));
                (Regex::new(&pattern).expect("paths are plain"), template)
            })
            .collect();
        let valid = "the description is a schema";
        let registry = Registry::new().add(LENIENT, lenient).expect(valid);
        let registry = registry
            .add(STRICT, strict)
            .expect(valid)
            .prepare()
            .expect(valid);
        Some(Self {
            paths,
            operations,
            registry,
            validators: Mutex::default(),
        })
    }

    /// Panics with every fault of these requests and answers. Requests that were refused as bad are not held against
    /// their sender here, since tests send such on purpose; their answers are checked.
    #[track_caller]
    pub(crate) fn check(&self, requests: &[Arc<Request>]) {
        let faults: Vec<String> = requests
            .iter()
            .flat_map(|request| self.faults(request))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// What is wrong with a request and its answer.
    pub(crate) fn faults(&self, request: &Request) -> Vec<String> {
        let place = format!("{} {} -> {}", request.method, request.path, request.status);
        let Some((_, template)) = self
            .paths
            .iter()
            .find(|(pattern, _)| pattern.is_match(&request.path))
        else {
            return vec![format!("{place}: no such path")];
        };
        let method = request.method.to_lowercase();
        let operation = &self.operations[template][&method];
        if operation.is_null() {
            return vec![format!("{place}: no such method")];
        }
        let pointer = format!(
            "#/paths/{}/{method}",
            template.replace('~', "~0").replace('/', "~1")
        );
        let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
        let mut faults = Vec::new();
        if (200..300).contains(&request.status) && !request.body.is_null() {
            let schema = match callback_schema(template, &request.body) {
                Some(name) => format!("{STRICT}#/components/schemas/{name}"),
                None => format!("{STRICT}{pointer}/requestBody/content/application~1json/schema"),
            };
            let mut body = request.body.clone();
            normalize(&mut body);
            faults.extend(
                self.violations(&schema, &body)
                    .into_iter()
                    .map(|fault| format!("{place}: request {fault}")),
            );
        }
        let declared =
            &operation["responses"][request.status.to_string()]["content"]["application/json"];
        if !declared.is_null() {
            let schema = format!(
                "{LENIENT}{pointer}/responses/{}/content/application~1json/schema",
                request.status
            );
            let found = self.violations(&schema, &request.response);
            faults.extend(
                found
                    .into_iter()
                    .map(|fault| format!("{place}: answer {fault}")),
            );
        } else if (200..300).contains(&request.status) && !request.response.is_null() {
            faults.push(format!("{place}: an answer with a body is not declared"));
        }
        faults
    }

    fn violations(&self, schema: &str, body: &Value) -> Vec<String> {
        let validator = self.validator(schema);
        validator
            .iter_errors(body)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .map(|fault| fault.chars().take(600).collect())
            .collect()
    }

    fn validator(&self, schema: &str) -> Arc<Validator> {
        let mut validators = self
            .validators
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let made = jsonschema::options()
                .with_registry(&self.registry)
                .build(&json!({"$ref": schema}));
            Arc::new(made.unwrap_or_else(|error| panic!("{schema}: {error}")))
        };
        let validator = validators.entry(schema.to_owned()).or_insert_with(make);
        Arc::clone(validator)
    }
}

/// The branch of the callback's body by its type, for errors that can be read.
fn callback_schema(template: &str, body: &Value) -> Option<&'static str> {
    if template != "/interactions/{interaction_id}/{interaction_token}/callback" {
        return None;
    }
    Some(match body["type"].as_u64()? {
        4 | 5 => "CreateMessageInteractionCallbackRequest",
        6 | 7 => "UpdateMessageInteractionCallbackRequest",
        8 => "ApplicationCommandAutocompleteCallbackRequest",
        9 => "ModalInteractionCallbackRequest",
        _ => return None,
    })
}

/// Removes differences that Discord accepts and its description does not know: attachment ids as numbers, and fields
/// that serenity always writes although they say nothing.
fn normalize(body: &mut Value) {
    match body {
        Value::Array(items) => items.iter_mut().for_each(normalize),
        Value::Object(fields) => {
            if let Some(Value::Array(attachments)) = fields.get_mut("attachments") {
                for attachment in attachments {
                    if let Some(number) = attachment["id"].as_u64() {
                        attachment["id"] = json!(number.to_string());
                    }
                }
            }
            // Commands and options: `nsfw` is in the docs and not in the description; the rest says nothing.
            let has = |name: &str| fields.contains_key(name);
            if has("name") && (has("type") || has("description")) {
                fields.retain(|name, value| {
                    let says_nothing = value.is_null()
                        || value == false
                        || value.as_array().is_some_and(Vec::is_empty);
                    !says_nothing && name != "nsfw"
                });
            }
            for (name, value) in fields.iter_mut() {
                if ["image", "thumbnail", "author", "footer"].contains(&name.as_str())
                    && let Some(inner) = value.as_object_mut()
                {
                    inner.retain(|_, value| !value.is_null());
                }
                normalize(value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds `additionalProperties: false` to every schema that names its fields and says nothing about others.
fn forbid_unknown_fields(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(forbid_unknown_fields),
        Value::Object(fields) => {
            let names_fields = fields.get("properties").is_some_and(Value::is_object);
            if names_fields && fields.get("type") == Some(&json!("object")) {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
            fields.values_mut().for_each(forbid_unknown_fields);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// How often each route was used, for a test that wants to know that it saw something.
pub(crate) fn routes_seen(requests: &[Arc<Request>]) -> BTreeMap<String, usize> {
    let mut seen = BTreeMap::new();
    for request in requests {
        let shape: Vec<&str> = request
            .path
            .split('/')
            .map(|segment| if segment.len() > 15 { "*" } else { segment })
            .collect();
        *seen
            .entry(format!("{} {}", request.method, shape.join("/")))
            .or_insert(0) += 1;
    }
    seen
}
