//! Portable Game Notation: games as text files, read leniently where the standard is commonly bent and refused with
//! line and column where it is broken, written by the standard's export format.
//! Knows no player, clock or database; it keeps tags as text.
//!
//! ```
//! use penpawn::chess::pgn;
//!
//! let file = "[White \"Ann\"]\n\n1. e4 {[%clk 71:59:50]} e5 2. Nf3 *";
//! let read = pgn::games(file).next().unwrap().unwrap();
//! assert_eq!(read.game.tags.get("White"), Some("Ann"));
//! assert_eq!(read.game.line.san_moves(), ["e4", "e5", "Nf3"]);
//! assert!(read.game.to_string().ends_with("1. e4 {[%clk 71:59:50]} 1... e5 2. Nf3 *\n"));
//! ```

mod annotation;
mod draft;
mod lexer;
mod read;
mod write;

pub use annotation::Annotation;
pub use draft::MOST_WARNINGS;
pub use lexer::Place;
pub use read::{Complaint, Fault, Games, Read, decode, games};
pub use write::result_text;

use super::{Line, Outcome, Position};

/// One game of a PGN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What is known about the game. `Result`, `SetUp` and `FEN` are written from the fields below.
    pub tags: Tags,
    /// The start position and the moves; variations are not kept.
    pub line: Line,
    /// Comments and clocks: the first before the first move, then one after each move.
    pub annotations: Vec<Annotation>,
    /// The score; `None` is `*`, unfinished or unknown.
    pub result: Option<Outcome>,
}

impl Game {
    /// A game without tags and comments.
    pub fn new(line: Line, result: Option<Outcome>) -> Game {
        let annotations = vec![Annotation::default(); line.plies() + 1];
        Game {
            tags: Tags::default(),
            line,
            annotations,
            result,
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Line::new(Position::start()), None)
    }
}

/// Tag pairs in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value; a tag that was given before keeps its place.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
