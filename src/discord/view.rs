//! What people see, as values: a [`Message`] with its files and buttons, a [`Form`], the [`Choice`]s of an option.
//!
//! Each becomes the JSON of Discord's API in one place here, so that every limit is kept and no mention ever resolves
//! but the one that is meant. Nothing here sends anything.

use serde_json::{Value, json};

use crate::game::{PlayerId, Revision};

use super::button::Button;

/// Discord takes no longer text in a message.
/// <https://discord.com/developers/docs/resources/message#create-message>
pub const MAX_CONTENT: usize = 2000;
/// Most choices that an option's autocomplete may offer.
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#autocomplete>
pub const MAX_CHOICES: usize = 25;
/// Longest name of a choice, label of a button being 80.
pub const MAX_CHOICE_NAME: usize = 100;
const MAX_LABEL: usize = 80;
const MAX_ALT_TEXT: usize = 1024;
const EPHEMERAL: u64 = 1 << 6;

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

/// A message, public or for one person's eyes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The words, in Discord's markdown.
    pub content: String,
    /// Its files.
    pub files: Vec<File>,
    /// Its buttons, row by row.
    pub rows: Vec<Vec<Control>>,
    /// The only person whose mention resolves.
    pub ping: Option<PlayerId>,
    /// Whether only the person who acted sees it.
    pub private: bool,
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
            self.rows.push(row.to_vec());
        }
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
            "components": self.rows.iter().take(5).map(|row| row_json(row)).collect::<Vec<_>>(),
            "attachments": self.attachments(),
        });
        if self.private {
            body["flags"] = json!(EPHEMERAL);
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

fn row_json(row: &[Control]) -> Value {
    json!({"type": 1, "components": row.iter().map(Control::json).collect::<Vec<_>>()})
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

/// At most `limit` characters; a longer text ends in an ellipsis.
pub fn clip(text: &str, limit: usize) -> String {
    // Discord counts UTF-16 units in some places and code points in others; the larger count is safe in both.
    let units = |c: char| c.len_utf16();
    if text.chars().map(units).sum::<usize>() <= limit {
        return text.to_owned();
    }
    let mut left = limit - 1;
    let kept = text.chars().take_while(|&c| {
        let fits = units(c) <= left;
        left = left.saturating_sub(units(c));
        fits
    });
    kept.chain(['…']).collect()
}

/// What people typed, as plain words: markdown does not apply and no mention or timestamp resolves.
/// <https://discord.com/developers/docs/reference#message-formatting>
pub fn escape(text: &str) -> String {
    let text = legible(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '-' | '[' | ']' | '(' | ')'
            | ':' => {
                escaped.push('\\');
                escaped.push(c);
            }
            // A zero-width space keeps "@everyone" and "@here" from being read as such.
            '@' => escaped.push_str("@\u{200b}"),
            c => escaped.push(c),
        }
    }
    if text.chars().any(is_right_to_left) {
        // An isolate, so that the words around it keep their order.
        escaped = format!("\u{2068}{escaped}\u{2069}");
    }
    escaped
}

/// What people typed without what only disturbs: characters that rearrange or hide others, line breaks, and more
/// marks on a letter than any language has.
pub fn legible(text: &str) -> String {
    const MOST_MARKS: usize = 3;
    let mut kept = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        match c {
            // Directions and their isolates, zero-width spaces and joiners of words, invisible operators, soft hyphens.
            '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{061c}'
            | '\u{180e}'
            | '\u{feff}'
            | '\u{00ad}' => {}
            '\u{2028}' | '\u{2029}' => kept.push(' '),
            c if c.is_control() => kept.push(' '),
            _ if marks > MOST_MARKS => {}
            c => kept.push(c),
        }
    }
    kept.trim().to_owned()
}

/// Whether a legible text shows at least one sign.
pub fn shows_something(text: &str) -> bool {
    let is_empty = |c: char| {
        c.is_whitespace()
            || is_mark(c)
            // Joiners and fillers: Hangul's, the blank Braille pattern, variation selectors, tags.
            || matches!(c, '\u{200c}' | '\u{200d}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}'
                | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
    };
    !text.chars().all(is_empty)
}

/// The blocks of combining marks in Unicode.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Hebrew, Arabic and the other scripts that Unicode writes from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_clip(text: &str, limit: usize, expected: &str) {
        assert_eq!(clip(text, limit), expected);
    }

    #[test]
    fn long_texts_end_in_an_ellipsis() {
        check_clip("Nf3", 3, "Nf3");
        check_clip("Nxf3", 3, "Nx…");
        check_clip("♞♞♞♞", 3, "♞♞…");
        check_clip("🏁🏁🏁", 4, "🏁…");
    }

    #[track_caller]
    fn check_escape(text: &str, expected: &str) {
        assert_eq!(escape(text), expected);
    }

    #[test]
    fn what_people_type_stays_words() {
        check_escape("Bob", "Bob");
        check_escape("**bold** <@5>", "\\*\\*bold\\*\\* \\<@\u{200b}5\\>");
        check_escape("@everyone", "@\u{200b}everyone");
        check_escape("\u{202e}evil\n# big", "evil \\# big");
        check_escape("a\u{200b}b\u{2028}c\u{7}", "ab c");
        check_escape(
            "[click](https://x.test)",
            "\\[click\\]\\(https\\://x.test\\)",
        );
        check_escape("שלום", "\u{2068}שלום\u{2069}");
        check_escape(
            "Z\u{301}\u{302}\u{303}\u{304}\u{305}a",
            "Z\u{301}\u{302}\u{303}a",
        );
        check_escape("👩\u{200d}🚀", "👩\u{200d}🚀");
    }

    #[test]
    fn a_name_that_shows_nothing_is_known() {
        for empty in ["", " ", "\u{3164}", "\u{200d}\u{fe0f}", "\u{2800}\u{301}"] {
            assert!(!shows_something(&legible(empty)), "{empty:?}");
        }
        for name in ["a", "שלום", "♟", "é", "_"] {
            assert!(shows_something(&legible(name)), "{name:?}");
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
