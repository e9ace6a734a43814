//! Embeds as they are kept and as they are answered. A picture that came as a file is kept by the file's id, since the
//! address of the sandbox may be another one tomorrow.

use serde_json::{Value, json};

use super::message::{Attachment, Message};
use super::render::merge;
use super::state::State;

/// How a kept embed names a file of its message.
const FILE: &str = "attachment://";

/// Puts checked embeds into a message whose files are there already. `base` is the sandbox's address, for clients that
/// send back what they were answered.
pub(super) fn set_embeds(base: &str, message: &mut Message, mut embeds: Vec<Value>) {
    for embed in &mut embeds {
        let Some(fields) = embed.as_object_mut() else {
            continue;
        };
        fields.retain(|_, value| !value.is_null());
        fields.insert("type".to_owned(), json!("rich"));
        for (name, part) in fields.iter_mut() {
            match name.as_str() {
                "image" | "thumbnail" => {
                    without_nulls(part);
                    keep_picture(base, message, part);
                }
                "footer" | "author" => without_nulls(part),
                "fields" => {
                    for field in part.as_array_mut().into_iter().flatten() {
                        field["inline"] = json!(field["inline"] == true);
                    }
                }
                _ => {}
            }
        }
    }
    message.embeds = embeds;
}

fn without_nulls(part: &mut Value) {
    if let Some(fields) = part.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
}

fn keep_picture(base: &str, message: &mut Message, picture: &mut Value) {
    let url = picture["url"].as_str().unwrap_or_default();
    let named = url.strip_prefix(FILE).unwrap_or_default();
    let answered = url.strip_prefix(base).unwrap_or_default();
    let shown = message.attachments.iter_mut().find(|file| {
        let id = file.id.to_string();
        file.filename == named || id == named || answered.split('/').any(|part| part == id)
    });
    if let Some(file) = shown {
        file.embedded = true;
        *picture = json!({"url": format!("{FILE}{}", file.id)});
    }
}

impl State {
    /// The embeds of a message as Discord answers them.
    pub(super) fn embeds(&self, message: &Message) -> Vec<Value> {
        let mut embeds = message.embeds.clone();
        for embed in &mut embeds {
            for place in ["image", "thumbnail"] {
                let url = embed[place]["url"].as_str().unwrap_or_default();
                let id = url.strip_prefix(FILE).and_then(|id| id.parse().ok());
                let file = message.attachments.iter().find(|file| Some(file.id) == id);
                if let Some(file) = file {
                    merge(&mut embed[place], self.picture(message, file));
                }
            }
        }
        embeds
    }

    fn picture(&self, message: &Message, file: &Attachment) -> Value {
        let url = self.attachment_url(message.channel, file);
        let mut picture = json!({"url": url, "proxy_url": url, "content_type": file.content_type});
        if let Some((width, height)) = file.dimensions {
            merge(&mut picture, json!({"width": width, "height": height}));
        }
        picture
    }
}
