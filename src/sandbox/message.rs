//! A message as the sandbox keeps it, and what a reader can find in it: its files, buttons, menus and pings.

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;

/// Bits of a message's `flags` (docs: resources/message, "Message Flags").
pub(crate) mod flag {
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub(crate) const HAS_THREAD: u64 = 1 << 5;
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    pub(crate) const LOADING: u64 = 1 << 7;
    pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub(crate) const IS_COMPONENTS_V2: u64 = 1 << 15;
}

/// A posted file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    /// The attachment's id.
    pub id: Id,
    /// The name that it was posted under.
    pub filename: String,
    /// The alt text.
    pub description: Option<String>,
    /// The media type.
    pub content_type: String,
    /// Width and height in pixels, of a picture.
    pub dimensions: Option<(u32, u32)>,
    /// Shown by an embed of the message, and so not in its list of attachments.
    pub embedded: bool,
    /// What is in it. Kept beside the world's file on disk, not within it.
    #[serde(skip)]
    pub bytes: Bytes,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswerTo {
    /// The interaction's id.
    pub id: Id,
    /// Its kind, in Discord's numbers: 2 command, 3 component, 5 modal.
    pub kind: u8,
    /// Who acted.
    pub user: Id,
    /// The command's full name, when it was a command.
    pub name: Option<String>,
    /// The message whose component was used.
    pub source: Option<Id>,
    /// The first answer to the interaction, when this is a follow-up.
    pub original: Option<Id>,
    /// Who had installed the app that answers, as Discord writes it.
    pub owners: Value,
}

/// A message in a channel, or an answer that only one person sees.
#[expect(
    clippy::struct_excessive_bools,
    reason = "Discord marks messages in ways that do not exclude each other"
)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    /// The message's id.
    pub id: Id,
    /// Where it stands.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// The text.
    pub content: String,
    /// When it was written, in Unix milliseconds.
    pub sent_ms: i64,
    /// When it was last changed, in Unix milliseconds.
    pub edited_ms: Option<i64>,
    /// Embeds, as Discord answers them, but with `attachment://ID` for pictures that are files of this message.
    pub embeds: Vec<Value>,
    /// Components, as Discord answers them.
    pub components: Vec<Value>,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// Discord's flag bits.
    pub flags: u64,
    /// Accounts whose mention in the text resolved.
    pub mentions: Vec<Id>,
    /// Whether `@everyone` resolved.
    pub mention_everyone: bool,
    /// Accounts that were notified.
    pub pings: Vec<Id>,
    /// The message that this one replies to.
    pub reply_to: Option<Id>,
    /// What the sender numbered it with.
    pub nonce: Option<Value>,
    /// What it answers.
    pub answer_to: Option<AnswerTo>,
    /// The thread that was started from it.
    pub thread: Option<Id>,
    /// The only one who sees it, for an ephemeral answer.
    pub visible_to: Option<Id>,
    /// A deferred answer that is still awaited ("thinking…").
    pub loading: bool,
    /// A deferred answer that never came.
    pub failed: bool,
    /// An ephemeral answer that its reader put away.
    pub dismissed: bool,
    /// A note by Discord itself rather than by its author, such as "started a thread".
    pub system: bool,
}

/// A button of a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Button {
    /// The text on it; the emoji's name when there is no text.
    pub label: String,
    /// What the app is told; empty for a link.
    pub custom_id: String,
    /// Where a link leads.
    pub url: Option<String>,
    /// Whether it can be pressed.
    pub disabled: bool,
    /// Discord's number: 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
}

/// A menu of a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Select {
    /// What the app is told.
    pub custom_id: String,
    /// The text that is shown while nothing is chosen.
    pub placeholder: String,
    /// Discord's number: 3 of strings, 5 of users, 6 roles, 7 both, 8 channels.
    pub kind: u64,
    /// Label and value of every choice, in order.
    pub options: Vec<(String, String)>,
    /// Whether it can be used.
    pub disabled: bool,
}

impl Message {
    /// The buttons, in reading order.
    pub fn buttons(&self) -> Vec<Button> {
        leaves(&self.components)
            .filter(|part| part["type"] == 2)
            .map(|part| Button {
                label: text(&part["label"])
                    .or_else(|| text(&part["emoji"]["name"]))
                    .unwrap_or_default(),
                custom_id: text(&part["custom_id"]).unwrap_or_default(),
                url: text(&part["url"]),
                disabled: part["disabled"] == true,
                style: part["style"].as_u64().unwrap_or(0),
            })
            .collect()
    }

    /// The button with this label or custom id.
    pub fn button(&self, label_or_id: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label_or_id || button.custom_id == label_or_id)
    }

    /// The menus, in reading order.
    pub fn selects(&self) -> Vec<Select> {
        leaves(&self.components)
            .filter(|part| matches!(part["type"].as_u64(), Some(3 | 5..=8)))
            .map(|part| Select {
                custom_id: text(&part["custom_id"]).unwrap_or_default(),
                placeholder: text(&part["placeholder"]).unwrap_or_default(),
                kind: part["type"].as_u64().unwrap_or(0),
                options: part["options"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|option| {
                        (
                            text(&option["label"]).unwrap_or_default(),
                            text(&option["value"]).unwrap_or_default(),
                        )
                    })
                    .collect(),
                disabled: part["disabled"] == true,
            })
            .collect()
    }

    /// The component that carries this custom id, as Discord answers it.
    pub(crate) fn component(&self, custom_id: &str) -> Option<&Value> {
        leaves(&self.components).find(|part| part["custom_id"] == custom_id)
    }

    /// The file with this name.
    pub fn file(&self, filename: &str) -> Option<&Attachment> {
        self.attachments
            .iter()
            .find(|file| file.filename == filename)
    }

    /// Everything that can be read in it: the text, then titles, descriptions and fields of embeds, then texts of
    /// V2 components, one a line.
    pub fn full_text(&self) -> String {
        let mut lines = vec![self.content.clone()];
        for embed in &self.embeds {
            lines.extend(
                [&embed["title"], &embed["description"]]
                    .into_iter()
                    .filter_map(text),
            );
            for field in embed["fields"].as_array().into_iter().flatten() {
                lines.extend(
                    [&field["name"], &field["value"]]
                        .into_iter()
                        .filter_map(text),
                );
            }
            lines.extend(text(&embed["footer"]["text"]));
        }
        lines.extend(
            leaves(&self.components)
                .filter(|part| part["type"] == 10)
                .filter_map(|part| text(&part["content"])),
        );
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Whether only one person sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.visible_to.is_some()
    }
}

/// Every component in reading order, containers before what they hold.
pub(crate) fn leaves(components: &[Value]) -> impl Iterator<Item = &Value> {
    let mut stack: Vec<&Value> = components.iter().rev().collect();
    std::iter::from_fn(move || {
        let part = stack.pop()?;
        if let Some(accessory) = part.get("accessory") {
            stack.push(accessory);
        }
        if let Some(inner) = part.get("component") {
            stack.push(inner);
        }
        stack.extend(part["components"].as_array().into_iter().flatten().rev());
        Some(part)
    })
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
