//! Files that a person gives with a command (docs: interactions/application-commands, option type 11). They are there
//! as long as the sandbox runs: an app reads them at once, for Discord's own addresses of them end soon too.

use axum::body::Bytes;
use base64::Engine;
use serde_json::{Value, json};

use super::ask::ClientError;
use super::id::Id;
use super::message::Attachment;
use super::picture;
use super::render::FILE_LIMIT;
use super::state::State;

const ATTACHMENT: u64 = 11;

impl State {
    /// Keeps the files that stand in a command's options as `{filename, content_type, data}` with the bytes in base64,
    /// and puts the id of each in its place. Gives what the app is told of them, by id; empty without files.
    pub(crate) fn take_files(
        &mut self,
        channel: Id,
        options: &mut [Value],
    ) -> Result<Value, ClientError> {
        let mut taken = json!({});
        for option in options {
            // Looked up, not indexed: indexing would leave an `options` of null, at which discord.js breaks.
            if let Some(below) = option.get_mut("options").and_then(Value::as_array_mut) {
                let mut below = std::mem::take(below);
                for (id, file) in self
                    .take_files(channel, &mut below)?
                    .as_object()
                    .into_iter()
                    .flatten()
                {
                    taken[id] = file.clone();
                }
                option["options"] = json!(below);
            }
            if option["type"] != ATTACHMENT {
                continue;
            }
            let id = self.fresh_id();
            let file = read(id, &option["value"]).map_err(|problem| ClientError::BadOption {
                option: option["name"].as_str().unwrap_or_default().to_owned(),
                problem: problem.to_owned(),
            })?;
            taken[id.to_string()] = self.attachment(channel, &file, true);
            option["value"] = json!(id);
            self.uploads.insert(id, file);
        }
        Ok(taken)
    }
}

fn read(id: Id, value: &Value) -> Result<Attachment, &'static str> {
    let text = |field: &str| value[field].as_str();
    let (Some(filename), Some(data)) = (text("filename"), text("data")) else {
        return Err("it must be a file");
    };
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(data)
        .map_err(|_| "its bytes are not in base64")?;
    if bytes.len() > FILE_LIMIT {
        return Err("a file has at most 10 MiB");
    }
    Ok(Attachment {
        id,
        filename: filename.replace(['/', '\\'], "_"),
        description: None,
        content_type: picture::content_type(filename, text("content_type")),
        dimensions: picture::dimensions(&bytes),
        embedded: false,
        bytes: Bytes::from(bytes),
    })
}
