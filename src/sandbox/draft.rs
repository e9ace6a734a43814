//! A message body as the app sent it, read and checked: what a new message says, or what an edit changes.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::check;
use super::error::{ApiError, Form, list};
use super::id::Id;
use super::message::flag;
use super::picture;
use super::render::FILE_LIMIT;

/// A file that came with a request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) field: String,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

/// A file that will be posted.
#[derive(Clone, Debug)]
pub(crate) struct NewFile {
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    pub(crate) dimensions: Option<(u32, u32)>,
    pub(crate) bytes: Bytes,
}

/// Whose mentions may resolve (docs: resources/message, "Allowed Mentions").
#[derive(Clone, Debug, Default)]
pub(crate) struct Allowed {
    pub(crate) everyone: bool,
    pub(crate) all_users: bool,
    pub(crate) users: Vec<Id>,
    pub(crate) replied_user: bool,
}

/// A body. A field that is `None` was not sent, which in an edit leaves things as they are.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    /// Existing files that stay, by id, with a new alt text if one was sent. `None` keeps all.
    pub(crate) kept: Option<Vec<(Id, Option<String>)>>,
    pub(crate) files: Vec<NewFile>,
    pub(crate) allowed: Allowed,
    pub(crate) flags: u64,
    pub(crate) nonce: Option<Value>,
    pub(crate) enforce_nonce: bool,
    pub(crate) reply_to: Option<(Id, bool)>,
}

impl Draft {
    /// Reads a body at `path` (`data` within an interaction answer, else empty). `was_v2` says that the message which
    /// is edited uses the newer components already.
    pub(crate) fn read(
        path: &str,
        body: &Value,
        uploads: &[Upload],
        was_v2: bool,
    ) -> Result<Self, ApiError> {
        let at = |field: &str| {
            if path.is_empty() {
                field.to_owned()
            } else {
                format!("{path}.{field}")
            }
        };
        if uploads.iter().any(|upload| upload.bytes.len() > FILE_LIMIT) {
            return Err(ApiError::too_large());
        }
        let mut form = Form::new();
        form.length(&at("content"), &body["content"], 0, 2000);
        let flags = body["flags"].as_u64().unwrap_or(0);
        let v2 = was_v2 || flags & flag::IS_COMPONENTS_V2 != 0;
        check::embed::check(&mut form, &at("embeds"), list(&body["embeds"]));
        check::component::check(&mut form, &at("components"), list(&body["components"]), v2);
        let says_legacy = |field: &str| match &body[field] {
            Value::String(text) => !text.is_empty(),
            Value::Array(list) => !list.is_empty(),
            _ => false,
        };
        if v2 {
            for field in ["content", "embeds"]
                .into_iter()
                .filter(|field| says_legacy(field))
            {
                let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
                let message = format!(
                    "The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                );
                form.error(&at(field), code, message);
            }
        }
        check_nonce(&mut form, &at("nonce"), &body["nonce"]);
        check_mentions(
            &mut form,
            &at("allowed_mentions"),
            &body["allowed_mentions"],
        );
        let (kept, files) =
            attachments(&mut form, &at("attachments"), &body["attachments"], uploads);
        check_embed_files(
            &mut form,
            &at("embeds"),
            list(&body["embeds"]),
            &files,
            was_edit(body),
        );
        form.finish()?;
        Ok(Self {
            content: body
                .get("content")
                .map(|text| text.as_str().unwrap_or_default().to_owned()),
            embeds: body.get("embeds").map(|embeds| list(embeds).to_vec()),
            components: body.get("components").map(|parts| list(parts).to_vec()),
            kept,
            files,
            allowed: Allowed::read(&body["allowed_mentions"]),
            flags,
            nonce: body.get("nonce").filter(|nonce| !nonce.is_null()).cloned(),
            enforce_nonce: body["enforce_nonce"] == true,
            reply_to: read_id(&body["message_reference"]["message_id"])
                .map(|id| (id, body["message_reference"]["fail_if_not_exists"] != false)),
        })
    }

    /// Whether a new message of this would show nothing.
    pub(crate) fn is_empty(&self) -> bool {
        let v2 = self.is_v2();
        self.content
            .as_deref()
            .unwrap_or_default()
            .trim()
            .is_empty()
            && self.embeds.as_ref().is_none_or(Vec::is_empty)
            && self.files.is_empty()
            && !(v2
                && self
                    .components
                    .as_ref()
                    .is_some_and(|parts| !parts.is_empty()))
    }

    pub(crate) fn is_v2(&self) -> bool {
        self.flags & flag::IS_COMPONENTS_V2 != 0
    }
}

/// An embed picture by `attachment://` must name a file of the same request; in an edit it may be an older one.
fn was_edit(body: &Value) -> bool {
    !list(&body["attachments"]).is_empty()
}

fn check_embed_files(
    form: &mut Form,
    path: &str,
    embeds: &[Value],
    files: &[NewFile],
    lenient: bool,
) {
    for (n, embed) in embeds.iter().enumerate() {
        for image in ["image", "thumbnail"] {
            let Some(name) = embed[image]["url"]
                .as_str()
                .and_then(|url| url.strip_prefix("attachment://"))
            else {
                continue;
            };
            if !lenient && !files.iter().any(|file| file.filename == name) {
                let at = format!("{path}.{n}.{image}.url");
                form.error(
                    &at,
                    "MESSAGE_ATTACHMENT_NOT_FOUND",
                    "Referenced attachment was not found.",
                );
            }
        }
    }
}

fn check_nonce(form: &mut Form, path: &str, nonce: &Value) {
    match nonce {
        Value::Null | Value::Number(_) => {}
        Value::String(_) => form.length(path, nonce, 0, 25),
        _ => form.error(
            path,
            "UNION_TYPE_CHOICES",
            "Must be a string or an integer.",
        ),
    }
}

fn check_mentions(form: &mut Form, path: &str, allowed: &Value) {
    for list_name in ["users", "roles"] {
        let ids = list(&allowed[list_name]);
        form.count(&format!("{path}.{list_name}"), ids.len(), 0, 100);
        let parsed = list(&allowed["parse"]).iter().any(|kind| kind == list_name);
        if parsed && !ids.is_empty() {
            let code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE";
            let message = format!(
                "parse:[\"{list_name}\"] and {list_name}: [ids...] are mutually exclusive."
            );
            form.error(path, code, message);
        }
    }
}

impl Allowed {
    fn read(allowed: &Value) -> Self {
        // Without the field everything resolves.
        if allowed.is_null() {
            return Self {
                everyone: true,
                all_users: true,
                users: Vec::new(),
                replied_user: true,
            };
        }
        let parses = |kind: &str| list(&allowed["parse"]).iter().any(|item| item == kind);
        Self {
            everyone: parses("everyone"),
            all_users: parses("users"),
            users: list(&allowed["users"]).iter().filter_map(read_id).collect(),
            replied_user: allowed["replied_user"] == true,
        }
    }

    pub(crate) fn user(&self, id: Id) -> bool {
        self.all_users || self.users.contains(&id)
    }
}

/// What stays of the files that were there, and what comes new. An entry whose id is the number of an uploaded file
/// describes that one; any other id is that of a file which stays.
#[expect(
    clippy::type_complexity,
    reason = "told in the line above and used once"
)]
fn attachments(
    form: &mut Form,
    path: &str,
    entries: &Value,
    uploads: &[Upload],
) -> (Option<Vec<(Id, Option<String>)>>, Vec<NewFile>) {
    let mut kept = entries.is_array().then(Vec::new);
    let mut described = Vec::new();
    for (n, entry) in list(entries).iter().enumerate() {
        let at = |field: &str| format!("{path}.{n}.{field}");
        form.length(&at("description"), &entry["description"], 0, 1024);
        let Some(id) = read_id(&entry["id"]) else {
            form.required(&at("id"));
            continue;
        };
        let field = format!("files[{id}]");
        if uploads.iter().any(|upload| upload.field == field) {
            described.push((field, entry));
        } else if let Some(kept) = &mut kept {
            let description = entry["description"].as_str().map(str::to_owned);
            kept.push((id, description));
        }
    }
    let files: Vec<NewFile> = uploads
        .iter()
        .map(|upload| {
            let entry = described
                .iter()
                .find(|(field, _)| *field == upload.field)
                .map(|(_, entry)| *entry);
            let named = entry.and_then(|entry| entry["filename"].as_str());
            let filename = clean(named.unwrap_or(&upload.filename));
            NewFile {
                description: entry
                    .and_then(|entry| entry["description"].as_str())
                    .filter(|text| !text.is_empty())
                    .map(str::to_owned),
                content_type: picture::content_type(&filename, upload.content_type.as_deref()),
                dimensions: picture::dimensions(&upload.bytes),
                bytes: upload.bytes.clone(),
                filename,
            }
        })
        .collect();
    form.count(path, kept.as_ref().map_or(0, Vec::len) + files.len(), 0, 10);
    (kept, files)
}

/// A file name as Discord keeps it: other characters than letters, digits, `-`, `_` and `.` become `_`.
fn clean(filename: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = filename
        .chars()
        .map(|c| if fits(c) { c } else { '_' })
        .collect();
    if name.is_empty() {
        "unknown".to_owned()
    } else {
        name
    }
}

/// An id that may be a string or a number.
pub(crate) fn read_id(value: &Value) -> Option<Id> {
    serde_json::from_value(value.clone()).ok()
}

/// Gives every component the number that Discord adds, counting in reading order, and its defaults.
pub(crate) fn number_components(components: &mut [Value]) {
    let mut next = 1;
    for component in components {
        number(component, &mut next);
    }
}

fn number(part: &mut Value, next: &mut u64) {
    let Some(fields) = part.as_object_mut() else {
        return;
    };
    fields.retain(|_, value| !value.is_null());
    fields.entry("id").or_insert_with(|| json!(*next));
    *next += 1;
    match fields.get("type").and_then(Value::as_u64) {
        Some(3 | 5..=8) => {
            fields.entry("min_values").or_insert(json!(1));
            fields.entry("max_values").or_insert(json!(1));
        }
        Some(17) => {
            fields.entry("accent_color").or_insert(Value::Null);
            fields.entry("spoiler").or_insert(json!(false));
        }
        Some(14) => {
            fields.entry("spacing").or_insert(json!(1));
            fields.entry("divider").or_insert(json!(true));
        }
        _ => {}
    }
    if let Some(inner) = fields.get_mut("components").and_then(Value::as_array_mut) {
        for part in inner {
            number(part, next);
        }
    }
    for field in ["accessory", "component"] {
        if let Some(inner) = fields.get_mut(field) {
            number(inner, next);
        }
    }
}

impl Draft {
    /// A message of text alone.
    pub(crate) fn text(content: String, allowed: Allowed) -> Self {
        Self {
            content: Some(content),
            embeds: None,
            components: None,
            kept: None,
            files: Vec::new(),
            allowed,
            flags: 0,
            nonce: None,
            enforce_nonce: false,
            reply_to: None,
        }
    }
}

impl Allowed {
    /// What people's own messages allow, short of everyone at once.
    pub(crate) fn everybody() -> Self {
        Self {
            everyone: false,
            all_users: true,
            users: Vec::new(),
            replied_user: false,
        }
    }
}
