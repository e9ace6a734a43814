//! A game in the making: takes tags, moves and results one by one and minds what is odd about them.
//! Knows no tokens and no brackets.

use super::Game;
use super::lexer::Place;
use super::read::{Complaint, Fault};
use super::write::result_text;
use crate::chess::notation;
use crate::chess::{CastlingMode, Color, Line, Move, Outcome, Position};

/// More warnings than this are not collected for one game.
pub const MOST_WARNINGS: usize = 20;

/// A complaint quotes no more characters of a word than this.
const LONGEST_QUOTE: usize = 40;

#[derive(Default)]
pub(super) struct Draft {
    game: Game,
    /// The start position is settled; a tag would belong to the next game.
    moving: bool,
    fen: Option<Place>,
    variant: Option<Place>,
    /// What the end marker says, and where it stands.
    marker: Option<(Place, Option<Outcome>)>,
    /// Where the `Result` tag stands.
    result_tag: Option<Place>,
    warnings: Vec<Complaint>,
}

impl Draft {
    pub(super) fn has_moves(&self) -> bool {
        self.moving
    }

    pub(super) fn has_tags(&self) -> bool {
        !self.game.tags.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.moving && !self.has_tags()
    }

    pub(super) fn warn(&mut self, place: Place, fault: Fault) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Complaint { place, fault });
        }
    }

    pub(super) fn tag(&mut self, place: Place, name: &str, value: &str) {
        if self.game.tags.get(name).is_some() {
            return self.warn(place, Fault::DuplicateTag(name.to_owned()));
        }
        self.game.tags.set(name, value);
        match name {
            "FEN" => self.fen = Some(place),
            "Variant" => self.variant = Some(place),
            "Result" => self.result_tag = Some(place),
            _ => {}
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        if let Some(annotation) = self.game.annotations.last_mut() {
            annotation.add(text);
        }
    }

    /// Takes the start position from the tags, once.
    pub(super) fn start_moves(&mut self) -> Result<(), Complaint> {
        if std::mem::replace(&mut self.moving, true) {
            return Ok(());
        }
        let mode = match (self.variant, self.game.tags.get("Variant")) {
            (Some(place), Some(name)) => castling_mode(name).ok_or_else(|| Complaint {
                place,
                fault: Fault::Variant(name.chars().take(LONGEST_QUOTE).collect()),
            })?,
            _ => CastlingMode::Standard,
        };
        if let (Some(place), Some(fen)) = (self.fen, self.game.tags.get("FEN")) {
            let start = Position::from_fen(fen.trim(), mode).map_err(|error| Complaint {
                place,
                fault: Fault::Fen(error),
            })?;
            self.game.line = Line::new(start);
        }
        Ok(())
    }

    /// Takes a word of the movetext; true when it ends the game.
    pub(super) fn word(&mut self, place: Place, word: &str) -> Result<bool, Complaint> {
        self.start_moves()?;
        if let Some((outcome, standard)) = result(word) {
            if !standard {
                self.warn(place, Fault::ResultForm(word.to_owned()));
            }
            self.marker = Some((place, outcome));
            return Ok(true);
        }
        let move_text = without_number(word);
        let complain = |fault| Err(Complaint { place, fault });
        match move_text {
            "" => Ok(false),
            "e.p." | "e.p" | "ep" => match self.game.line.moves().last() {
                Some(mv) if mv.is_en_passant() => Ok(false),
                _ => complain(Fault::NotEnPassant),
            },
            "--" | "Z0" | "Z1" | "null" | "pass" | "@@@@" => {
                complain(Fault::NullMove(move_text.to_owned()))
            }
            // `$7`, `!?`, `+-` and the like are judgements.
            text if text.starts_with('$') || !text.contains(char::is_alphanumeric) => Ok(false),
            text => {
                let mv = self.read_move(place, text)?;
                self.game.line.push(mv);
                self.game.annotations.push(super::Annotation::default());
                Ok(false)
            }
        }
    }

    fn read_move(&mut self, place: Place, text: &str) -> Result<Move, Complaint> {
        let text = text.trim_end_matches(['!', '?']);
        if let Ok(mv) = self.game.line.position().parse_san(text) {
            return Ok(mv);
        }
        let mut plain: String = text.chars().map(figurine_letter).collect();
        if plain != text {
            self.warn(place, Fault::Figurine);
        }
        if plain.ends_with(')') || plain.contains(")+") || plain.contains(")#") {
            self.warn(place, Fault::PromotionInBrackets);
        }
        let glued = plain
            .strip_suffix("e.p.")
            .or_else(|| plain.strip_suffix("ep"))
            .map(str::to_owned);
        let en_passant = glued.is_some();
        if let Some(shorter) = glued {
            self.warn(place, Fault::GluedEnPassant);
            plain = shorter;
        }
        let read = notation::read_written(self.game.line.position(), &plain);
        let mv = read.map_err(|why| Complaint {
            place,
            fault: Fault::Move(text.chars().take(LONGEST_QUOTE).collect(), why),
        })?;
        if en_passant && !mv.is_en_passant() {
            return Err(Complaint {
                place,
                fault: Fault::NotEnPassant,
            });
        }
        Ok(mv)
    }

    /// Settles the result and compares it with the final position.
    pub(super) fn finish(mut self) -> (Game, Vec<Complaint>) {
        let tag = self.game.tags.get("Result").map(str::to_owned);
        let tagged = tag.as_deref().and_then(result);
        if let (Some(place), Some(tag), None | Some((_, false))) = (self.result_tag, &tag, tagged) {
            self.warn(
                place,
                Fault::ResultForm(tag.chars().take(LONGEST_QUOTE).collect()),
            );
        }
        let tagged = tagged.map(|(outcome, _)| outcome);
        self.game.result = self.marker.map(|(_, outcome)| outcome).or(tagged).flatten();
        if let (Some((place, marker)), Some(tagged)) = (self.marker, tagged)
            && marker != tagged
        {
            let fault = Fault::ResultMismatch(result_text(tagged).to_owned(), result_text(marker));
            self.warn(place, fault);
        }
        let line = &self.game.line;
        let on_board = line
            .ending()
            .map(|ending| ending.outcome(line.position().turn()));
        let place = self.marker.map(|(place, _)| place).or(self.result_tag);
        if let (Some(place), Some(given), Some(on_board)) = (place, self.game.result, on_board)
            && given != on_board
        {
            self.warn(place, Fault::ResultAgainstBoard(given, on_board));
        }
        (self.game, self.warnings)
    }
}

/// An end marker, and whether it has the standard's form. `*` is no outcome.
pub(super) fn result(word: &str) -> Option<(Option<Outcome>, bool)> {
    let standard = |outcome| Some((outcome, true));
    match word {
        "1-0" => return standard(Some(Outcome::Win(Color::White))),
        "0-1" => return standard(Some(Outcome::Win(Color::Black))),
        "1/2-1/2" => return standard(Some(Outcome::Draw)),
        "*" => return standard(None),
        _ => {}
    }
    let plain: String = word
        .chars()
        .map(|c| {
            if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | ':') {
                '-'
            } else {
                c
            }
        })
        .collect();
    let outcome = match plain.as_str() {
        "1-0" => Outcome::Win(Color::White),
        "0-1" => Outcome::Win(Color::Black),
        "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" | "0.5-0.5" => Outcome::Draw,
        _ => return None,
    };
    Some((Some(outcome), false))
}

/// `12.e4`, `12...e5`, `12.`: the move without its number. A number must have its dot, or nothing else in the word.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

fn figurine_letter(c: char) -> char {
    match c {
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => 'P',
        c => c,
    }
}

/// The rules that a `Variant` tag names; `None` for rules that are not known here.
fn castling_mode(variant: &str) -> Option<CastlingMode> {
    let name: String = variant
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    match name.as_str() {
        "" | "standard" | "normal" | "chess" | "classical" | "fromposition" => {
            Some(CastlingMode::Standard)
        }
        "chess960" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "freestyle" => Some(CastlingMode::Chess960),
        _ => None,
    }
}
