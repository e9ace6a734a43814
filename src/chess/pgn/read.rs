//! From tokens to games: the streaming reader. One item a game; a broken game gives one complaint, and the next game is
//! still read. Variations are stepped over; their moves are not checked.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use super::Game;
use super::draft::{Draft, result};
use super::lexer::{Lexer, Place, Token, looks_like_tag};
use crate::chess::notation::{self, Unread};
use crate::chess::{FenError, Outcome, Position};

/// A game and what was odd about the way it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The game.
    pub game: Game,
    /// Where it starts.
    pub place: Place,
    /// Oddities that leave no doubt about the moves, at most [`super::MOST_WARNINGS`] of them.
    pub warnings: Vec<Complaint>,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Where it starts.
    pub place: Place,
    /// What it is.
    pub fault: Fault,
}

/// What can be wrong in a PGN file. Those below the line are only warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The file holds no game.
    NoGame,
    /// A `[` that opens no tag pair.
    BadTag,
    /// The `FEN` tag holds no position.
    Fen(FenError),
    /// The `Variant` tag names other rules than chess and Chess960.
    Variant(String),
    /// This is not a legal move here.
    Move(String, Unread),
    /// A null move, `--`, in the main line.
    NullMove(String),
    /// "e.p." behind a move that is none.
    NotEnPassant,
    /// A comment that is never closed.
    OpenComment,
    /// A variation that is never closed.
    OpenVariation,
    /// A closing bracket without an opening one.
    UnmatchedBracket,
    /// A character that means nothing here; `<` and `>` are reserved (PGN standard, section 7).
    Stray(char),

    /// A tag was given again; the first value is kept.
    DuplicateTag(String),
    /// The `Result` tag and the end marker differ; the marker is kept.
    ResultMismatch(String, &'static str),
    /// The result is not what the final position says; the tags are kept.
    ResultAgainstBoard(Outcome, Outcome),
    /// A result in another form than the standard's.
    ResultForm(String),
    /// Text that belongs to no game.
    Junk,
    /// Chess symbols in place of piece letters.
    Figurine,
    /// `e8(Q)`, which looks like a variation.
    PromotionInBrackets,
    /// `exd6e.p.` in one word.
    GluedEnPassant,
}

/// Makes text of a file: UTF-8, or else Latin-1, the standard's own character set.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Reads the games of a file, one at a time.
pub fn games(text: &str) -> Games<'_> {
    Games {
        lexer: Lexer::new(text),
        held: None,
        seen_any: false,
    }
}

/// The streaming reader: an iterator over games and complaints.
pub struct Games<'a> {
    lexer: Lexer<'a>,
    /// A token that was read too far: the first tag of the next game.
    held: Option<(Place, Token<'a>)>,
    seen_any: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<Read, Complaint>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = Draft::default();
        self.skip_junk(&mut draft);
        let place = self.lexer.place();
        let read = self.read_game(&mut draft);
        match read {
            Ok(()) if draft.is_empty() => {
                let nothing = !std::mem::replace(&mut self.seen_any, true);
                let place = Place { line: 1, column: 1 };
                nothing.then_some(Err(Complaint {
                    place,
                    fault: Fault::NoGame,
                }))
            }
            Ok(()) => {
                self.seen_any = true;
                self.skip_junk(&mut draft);
                let (game, warnings) = draft.finish();
                Some(Ok(Read {
                    game,
                    place,
                    warnings,
                }))
            }
            Err(complaint) => {
                self.seen_any = true;
                self.skip_game(complaint.fault != Fault::BadTag);
                self.skip_junk(&mut Draft::default());
                Some(Err(complaint))
            }
        }
    }
}

impl<'a> Games<'a> {
    fn take(&mut self) -> Option<(Place, Token<'a>)> {
        self.held.take().or_else(|| self.lexer.next())
    }

    /// Reads to the end of the game: its end marker, the next game's first tag or the end of the file.
    fn read_game(&mut self, draft: &mut Draft) -> Result<(), Complaint> {
        let mut variations: Vec<Place> = Vec::new();
        while let Some((place, token)) = self.take() {
            let complain = |fault| Err(Complaint { place, fault });
            match token {
                Token::Tag { name, value } => {
                    if draft.has_moves() || name == "Event" && draft.has_tags() {
                        self.held = Some((place, Token::Tag { name, value }));
                        break;
                    }
                    draft.tag(place, name, &value);
                }
                Token::BadTag => {
                    self.lexer.skip_line();
                    return complain(Fault::BadTag);
                }
                Token::OpenComment => return complain(Fault::OpenComment),
                Token::Stray(c) => return complain(Fault::Stray(c)),
                Token::VariationStart => variations.push(place),
                Token::VariationEnd if variations.pop().is_none() => {
                    return complain(Fault::UnmatchedBracket);
                }
                Token::Comment(text) if variations.is_empty() => draft.comment(text),
                Token::Word(word) if variations.is_empty() => {
                    if draft.word(place, word)? {
                        return Ok(());
                    }
                }
                Token::VariationEnd | Token::Comment(_) | Token::Word(_) => {}
            }
        }
        if let Some(place) = variations.pop() {
            return Err(Complaint {
                place,
                fault: Fault::OpenVariation,
            });
        }
        if draft.is_empty() {
            Ok(())
        } else {
            draft.start_moves()
        }
    }

    /// After a fault: goes on to the end marker or to the next game's tags.
    fn skip_game(&mut self, mut in_movetext: bool) {
        while let Some((place, token)) = self.take() {
            match token {
                Token::Tag { name, value } if in_movetext || name == "Event" => {
                    self.held = Some((place, Token::Tag { name, value }));
                    return;
                }
                Token::Word(word) if result(word).is_some() => return,
                Token::Word(_) | Token::OpenComment => in_movetext = true,
                Token::Tag { .. }
                | Token::BadTag
                | Token::Comment(_)
                | Token::VariationStart
                | Token::VariationEnd
                | Token::Stray(_) => {}
            }
        }
    }

    /// Between games: letters, signatures and the like, a line at a time.
    fn skip_junk(&mut self, draft: &mut Draft) {
        while self.held.is_none() {
            let Some(line) = self.lexer.peek_line() else {
                return;
            };
            if looks_like_tag(line) || opens_movetext(line) {
                return;
            }
            let place = self.lexer.skip_line();
            draft.warn(place, Fault::Junk);
        }
    }
}

/// Whether a line between games can be the start of a game without tags: a comment, a move number, a result, or a
/// first move.
fn opens_movetext(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    let numberless = word.trim_start_matches(|c: char| c.is_ascii_digit());
    word.starts_with(['{', ';'])
        || numberless.len() < word.len() && numberless.starts_with('.')
        || result(word).is_some()
        || notation::read_written(&Position::start(), word).is_ok()
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.place.line, self.place.column, self.fault
        )
    }
}

impl Error for Complaint {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoGame => f.write_str("no game here"),
            Fault::BadTag => f.write_str("a bracket that opens no tag pair"),
            Fault::Fen(error) => write!(f, "the FEN tag holds no position: {error}"),
            Fault::Variant(name) => write!(f, "the rules of {name:?} are not known here"),
            Fault::Move(text, Unread::Unreadable) => write!(f, "{text:?} is no move"),
            Fault::Move(text, why) => write!(f, "{text:?} cannot be played: {why}"),
            Fault::NullMove(text) => write!(f, "{text:?} is a null move"),
            Fault::NotEnPassant => f.write_str("\"e.p.\" after a move that is not en passant"),
            Fault::OpenComment => f.write_str("this comment is never closed"),
            Fault::OpenVariation => f.write_str("this variation is never closed"),
            Fault::UnmatchedBracket => f.write_str("a closing bracket without an opening one"),
            Fault::Stray(c) => write!(f, "{c:?} means nothing here"),
            Fault::DuplicateTag(name) => {
                write!(f, "the tag {name} is given again, the first value counts")
            }
            Fault::ResultMismatch(tag, marker) => {
                write!(f, "the Result tag says {tag}, the end marker {marker}")
            }
            Fault::ResultAgainstBoard(given, board) => {
                write!(
                    f,
                    "the result is given as {given}, on the board it is {board}"
                )
            }
            Fault::ResultForm(text) => write!(f, "{text:?} is not a standard form of result"),
            Fault::Junk => f.write_str("text that belongs to no game"),
            Fault::Figurine => f.write_str("chess symbols in place of piece letters"),
            Fault::PromotionInBrackets => f.write_str("a promotion in brackets"),
            Fault::GluedEnPassant => f.write_str("\"e.p.\" in one word with the move"),
        }
    }
}
