//! PGN in the standard's export format: seven tags first, lines of at most 80 characters, escaped values.

use std::fmt;

use super::{Annotation, Game};
use crate::chess::{CastlingMode, Color, Outcome, Position};

/// The standard's export format allows lines of less than 80 characters (section 4.3).
const WIDTH: usize = 79;

/// The tags that every game has, in their order (section 8.1.1), and what stands for an unknown value.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The end marker of a result: `1-0`, `0-1`, `1/2-1/2` or `*`.
pub fn result_text(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Color::White)) => "1-0",
        Some(Outcome::Win(Color::Black)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Writes the game with its tags, ready to be followed by a blank line and the next game.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(
                f,
                name,
                self.tags
                    .get(name)
                    .filter(|value| !value.is_empty())
                    .unwrap_or(unknown),
            )?;
        }
        write_tag(f, "Result", result_text(self.result))?;
        let start = self.line.start();
        let chess960 = start.castling_mode() == CastlingMode::Chess960;
        if chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if chess960 || *start != Position::start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.fen())?;
        }
        for (name, value) in self
            .tags
            .iter()
            .filter(|(name, _)| !is_written_already(name))
        {
            write_tag(f, name, value)?;
        }
        f.write_str("\n")?;
        let mut movetext = Movetext::default();
        for (index, san) in self.line.san_moves().iter().enumerate() {
            let before = &self.line.positions()[index];
            let commented = self.push_annotation(index, &mut movetext);
            match before.turn() {
                Color::White => movetext.push(&format!("{}.", before.fullmove_number())),
                Color::Black if index == 0 || commented => {
                    movetext.push(&format!("{}...", before.fullmove_number()));
                }
                Color::Black => {}
            }
            movetext.push(san);
        }
        self.push_annotation(self.line.plies(), &mut movetext);
        movetext.push(result_text(self.result));
        writeln!(f, "{}", movetext.text)
    }
}

impl Game {
    /// Writes what stands after `plies` moves; whether there was anything.
    fn push_annotation(&self, plies: usize, movetext: &mut Movetext) -> bool {
        let annotation = self
            .annotations
            .get(plies)
            .filter(|annotation| !annotation.is_empty());
        if let Some(annotation) = annotation {
            movetext.push_comment(annotation);
        }
        annotation.is_some()
    }
}

fn is_written_already(name: &str) -> bool {
    ROSTER.iter().any(|(known, _)| *known == name)
        || matches!(name, "Result" | "Variant" | "SetUp" | "FEN")
}

/// Backslashes and quotation marks are escaped (section 7); what would break the line becomes a space.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => f.write_str(" ")?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"]\n")
}

/// Fills lines up to the width.
#[derive(Default)]
struct Movetext {
    text: String,
    /// Characters on the last line.
    column: usize,
}

impl Movetext {
    /// Adds one thing that must not be broken. A line that starts with `%` would be no movetext (section 6).
    fn push(&mut self, token: &str) {
        let length = token.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH || token.starts_with('%');
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(token);
        self.column += length;
    }

    /// A brace comment has no escapes, so a brace in it becomes a bracket.
    fn push_comment(&mut self, annotation: &Annotation) {
        let comment = annotation.comment.replace('{', "(").replace('}', ")");
        let words = comment.split_whitespace().map(str::to_owned);
        let mut parts: Vec<String> = annotation.commands().into_iter().chain(words).collect();
        if let Some(first) = parts.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = parts.last_mut() {
            last.push('}');
        }
        for part in &parts {
            self.push(part);
        }
    }
}
