//! What people see, as values: a [`Message`] with its files, buttons and menus, a [`Form`], the [`Choice`]s of an option.
//!
//! Each becomes the JSON of Discord's API in one place here, so that every limit is kept and no mention ever resolves
//! but the one that is meant. Nothing here sends anything.

use serde_json::{Value, json};

use crate::game::{PlayerId, Revision};

use super::button::Button;

mod words;

pub use words::{clip, escape, legible, shows_something};

/// Discord takes no longer text in a message.
/// <https://discord.com/developers/docs/resources/message#create-message>
pub const MAX_CONTENT: usize = 2000;
/// Most choices that an option's autocomplete may offer.
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#autocomplete>
pub const MAX_CHOICES: usize = 25;
/// Longest name of a choice, label of a button being 80.
pub const MAX_CHOICE_NAME: usize = 100;
const MAX_LABEL: usize = 80;
/// Most choices of a menu, the longest text of one, and the longest one in the empty menu.
/// <https://discord.com/developers/docs/components/reference#string-select>
const MAX_MENU_CHOICES: usize = 25;
pub(super) const MAX_MENU_TEXT: usize = 100;
const MAX_PLACEHOLDER: usize = 150;
/// A message has at most so many rows.
const MAX_ROWS: usize = 5;
const MAX_ALT_TEXT: usize = 1024;
const EPHEMERAL: u64 = 1 << 6;
/// Nobody's device makes a sound of it.
/// <https://discord.com/developers/docs/resources/message#message-object-message-flags>
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// A file that goes with a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name, with the ending that tells its kind.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// What a person hears who cannot see it.
    pub alt: Option<String>,
}

impl File {
    /// Its kind, by the ending of its name.
    pub fn media_type(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "png")) => "image/png",
            Some((_, "gif")) => "image/gif",
            Some((_, "pgn")) => "application/vnd.chess-pgn",
            _ => "application/octet-stream",
        }
    }
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The thing to do next.
    Primary,
    /// Anything else.
    Secondary,
    /// Agreement.
    Success,
    /// What cannot be taken back.
    Danger,
}

/// A button below a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// What a press does.
    pub button: Button,
    /// What it says.
    pub label: String,
    /// How it looks.
    pub style: Style,
}

impl Control {
    /// A button that says `label`.
    pub fn new(button: Button, label: impl Into<String>, style: Style) -> Self {
        Self {
            button,
            label: label.into(),
            style,
        }
    }

    fn json(&self) -> Value {
        let style = match self.style {
            Style::Primary => 1,
            Style::Secondary => 2,
            Style::Success => 3,
            Style::Danger => 4,
        };
        json!({"type": 2, "style": style, "label": clip(&self.label, MAX_LABEL), "custom_id": self.button.custom_id()})
    }
}

/// A menu below a message: choosing does what a press of the choice's button would.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Menu {
    /// What it says while nothing is chosen.
    pub placeholder: String,
    /// From what to choose, at most [`Menu::MOST`].
    pub choices: Vec<MenuChoice>,
}

/// One choice of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuChoice {
    /// What choosing it does.
    pub button: Button,
    /// What it says.
    pub label: String,
    /// What it says in small type below.
    pub description: Option<String>,
}

impl Menu {
    /// Discord takes no more choices in a menu.
    pub const MOST: usize = MAX_MENU_CHOICES;

    fn json(&self) -> Value {
        let choices: Vec<Value> = self
            .choices
            .iter()
            .take(Self::MOST)
            .map(MenuChoice::json)
            .collect();
        // No other menu of the message begins with the same choice, and a message that becomes the next question gets
        // a new menu, so that no client shows in it what was chosen in the one before.
        let first = self.choices.first().map(|choice| choice.button.custom_id());
        json!({
            "type": 3,
            "custom_id": format!("m:{}", first.unwrap_or_default()),
            "placeholder": clip(&self.placeholder, MAX_PLACEHOLDER),
            "options": choices,
        })
    }
}

impl MenuChoice {
    fn json(&self) -> Value {
        let label = clip(&self.label, MAX_MENU_TEXT);
        let mut choice = json!({"label": label, "value": self.button.custom_id()});
        if let Some(description) = &self.description {
            choice["description"] = json!(clip(description, MAX_MENU_TEXT));
        }
        choice
    }
}

/// A row below a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Control>),
    /// A menu, which takes a row of its own.
    Menu(Menu),
}

impl Row {
    fn json(&self) -> Value {
        let parts = match self {
            Row::Buttons(controls) => controls.iter().map(Control::json).collect(),
            Row::Menu(menu) => vec![menu.json()],
        };
        json!({"type": 1, "components": parts})
    }
}

/// A message, public or for one person's eyes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The words, in Discord's markdown.
    pub content: String,
    /// Its files.
    pub files: Vec<File>,
    /// Its buttons and menus.
    pub rows: Vec<Row>,
    /// The only person whose mention resolves.
    pub ping: Option<PlayerId>,
    /// Whether only the person who acted sees it.
    pub private: bool,
    /// Whether it comes without a sound.
    pub silent: bool,
}

impl Message {
    /// Words for the person who acted alone.
    pub fn private(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            private: true,
            ..Self::default()
        }
    }

    /// The same with a row of buttons more; five fit into a row.
    #[must_use]
    pub fn with_controls(mut self, controls: impl IntoIterator<Item = Control>) -> Self {
        let controls: Vec<Control> = controls.into_iter().collect();
        for row in controls.chunks(5) {
            self.rows.push(Row::Buttons(row.to_vec()));
        }
        self
    }

    /// The same with menus more.
    #[must_use]
    pub fn with_menus(mut self, menus: impl IntoIterator<Item = Menu>) -> Self {
        self.rows.extend(menus.into_iter().map(Row::Menu));
        self
    }

    /// The same with a file more.
    #[must_use]
    pub fn with_file(mut self, file: File) -> Self {
        self.files.push(file);
        self
    }

    /// The body of a message as Discord takes it.
    pub fn json(&self) -> Value {
        let mut body = json!({
            "content": clip(&self.content, MAX_CONTENT),
            "allowed_mentions": self.allowed_mentions(),
            "components": self.rows.iter().take(MAX_ROWS).map(Row::json).collect::<Vec<_>>(),
            "attachments": self.attachments(),
        });
        let flags = [
            (self.private, EPHEMERAL),
            (self.silent, SUPPRESS_NOTIFICATIONS),
        ];
        let set = flags.iter().filter(|(is_set, _)| *is_set);
        let flags = set.fold(0, |flags, (_, flag)| flags | flag);
        if flags != 0 {
            body["flags"] = json!(flags);
        }
        body
    }

    /// The body with which a channel post may be sent twice and stands once.
    /// <https://discord.com/developers/docs/resources/message#create-message>
    pub fn json_with_nonce(&self, nonce: &str) -> Value {
        let mut body = self.json();
        body["nonce"] = json!(nonce);
        body["enforce_nonce"] = json!(true);
        body
    }

    fn allowed_mentions(&self) -> Value {
        match self.ping {
            Some(player) => json!({"parse": [], "users": [player.to_string()]}),
            None => json!({"parse": []}),
        }
    }

    fn attachments(&self) -> Vec<Value> {
        let attachment = |(index, file): (usize, &File)| {
            let mut attachment = json!({"id": index.to_string(), "filename": file.name});
            if let Some(alt) = &file.alt {
                attachment["description"] = json!(clip(alt, MAX_ALT_TEXT));
            }
            attachment
        };
        self.files.iter().enumerate().map(attachment).collect()
    }
}

/// A form with one line to fill in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// What its submission does; the line is handed along.
    pub button: Button,
    /// The title, at most 45 characters.
    pub title: String,
    /// What stands above the line, at most 45 characters.
    pub label: String,
    /// What stands in the empty line, at most 100 characters.
    pub placeholder: String,
}

impl Form {
    /// The name of the line.
    pub const LINE: &'static str = "line";

    /// The data of a modal callback.
    pub fn json(&self) -> Value {
        let input = json!({
            "type": 4, "custom_id": Self::LINE, "style": 1, "label": clip(&self.label, 45), "min_length": 1,
            "max_length": 100, "required": true, "placeholder": clip(&self.placeholder, 100),
        });
        json!({
            "custom_id": self.button.custom_id(),
            "title": clip(&self.title, 45),
            "components": [{"type": 1, "components": [input]}],
        })
    }
}

/// A value that autocomplete offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What the list says.
    pub name: String,
    /// What is filled in.
    pub value: ChoiceValue,
}

/// The value of a [`Choice`], of the type that its option has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoiceValue {
    /// For a text option.
    Text(String),
    /// For a whole-number option.
    Integer(u64),
}

/// The data of an autocomplete callback.
pub fn choices_json(choices: &[Choice]) -> Value {
    let choice = |choice: &Choice| {
        let value = match &choice.value {
            ChoiceValue::Text(text) => json!(clip(text, 100)),
            ChoiceValue::Integer(number) => json!(number),
        };
        json!({"name": clip(&choice.name, MAX_CHOICE_NAME), "value": value})
    };
    json!({"choices": choices.iter().take(MAX_CHOICES).map(choice).collect::<Vec<_>>()})
}

/// The name of a board's picture. It tells which game at which revision, so that a post can be recognized.
pub fn board_file_name(game: crate::game::GameId, revision: Revision) -> String {
    format!("penpawn-g{game}-r{revision}.png")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_keeps_discords_limits() {
        let choice = |n: u32| MenuChoice {
            button: Button::Game {
                game: crate::game::GameId(1),
                seen: Some(Revision(n)),
                intent: crate::discord::button::Intent::View,
            },
            label: "long ".repeat(50),
            description: Some("longer ".repeat(50)),
        };
        let menu = |from: u32| Menu {
            placeholder: "Which? ".repeat(50),
            choices: (from..from + 30).map(choice).collect(),
        };
        let message = Message::private("").with_menus([menu(0), menu(30)]);
        let rows = message.json()["components"].clone();
        let menus = [0, 1].map(|n| rows[n]["components"][0].clone());
        assert_ne!(menus[0]["custom_id"], menus[1]["custom_id"]);
        for menu in menus {
            let length = |value: &Value| value.as_str().unwrap().chars().count();
            assert_eq!(menu["options"].as_array().unwrap().len(), 25);
            assert!(length(&menu["placeholder"]) <= 150);
            for option in menu["options"].as_array().unwrap() {
                assert!(length(&option["label"]) <= 100 && length(&option["description"]) <= 100);
                assert!(option["value"].as_str().unwrap().parse::<Button>().is_ok());
            }
        }
    }

    #[test]
    fn only_the_ping_resolves() {
        let quiet = Message {
            content: "<@1> <@2>".into(),
            ..Message::default()
        };
        assert_eq!(quiet.json()["allowed_mentions"], json!({"parse": []}));
        let loud = Message {
            ping: Some(PlayerId(2)),
            ..quiet
        };
        assert_eq!(
            loud.json()["allowed_mentions"],
            json!({"parse": [], "users": ["2"]})
        );
    }
}
