//! From symbols to readings, in stages: the first stage in which a reading is legal decides.
//! Knows how moves are written; the position is asked only later.

use super::body::{Body, body};
use super::clean::{Cleaned, LONGEST};
use super::reading::{Capture, Promotion, Reading, Target};
use super::symbols::{Symbol, foreign_role, symbols};
use crate::chess::{CastlingSide, File, Rank, Role, Square};

/// What a text asks for.
pub(super) enum Request {
    /// Castling, to one side or to whichever is possible.
    Castle(Option<CastlingSide>),
    /// Readings in stages: later ones count only while no earlier one is legal; readings of one stage are equals.
    Moves(Vec<Vec<Reading>>),
}

/// Reads what people type, or `None` when it is no move.
pub(super) fn request(cleaned: &Cleaned) -> Option<Request> {
    let text = cleaned.text.as_str();
    let castling = castling_signs(text)
        .map(|side| Request::Castle(Some(side)))
        .or_else(|| castling_words(text));
    if castling.is_some() {
        return castling.filter(|_| !cleaned.en_passant);
    }
    let stages = match numeric(text) {
        Some(reading) => vec![vec![reading]],
        None => stages(&symbols(text)?),
    };
    let mut stages: Vec<Vec<Reading>> = stages
        .into_iter()
        .filter(|stage| !stage.is_empty())
        .collect();
    for reading in stages.iter_mut().flatten() {
        reading.en_passant = cleaned.en_passant;
    }
    (!stages.is_empty()).then_some(Request::Moves(stages))
}

/// Reads only what books and programs write: English capitals for pieces, small letters for files. For PGN.
pub(super) fn written(text: &str) -> Option<Request> {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    if let Some(side) = castling_signs(text) {
        return Some(Request::Castle(Some(side)));
    }
    if text.len() > LONGEST
        || !text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '=' | '/' | '(' | ')'))
    {
        return None;
    }
    let symbols = symbols(text)?;
    let is_written = |symbol: &Symbol| match *symbol {
        Symbol::Letter(letter) => letter.is_ascii_lowercase() || Role::from_char(letter).is_some(),
        Symbol::Role(_) | Symbol::Takes { word: true } => false,
        Symbol::Rank(_)
        | Symbol::Takes { word: false }
        | Symbol::To
        | Symbol::At
        | Symbol::Promotes
        | Symbol::Open
        | Symbol::Close => true,
    };
    if !symbols.iter().all(is_written) {
        return None;
    }
    let piece = text.chars().next().and_then(Role::from_char);
    let mut stages = stages(&symbols);
    stages.truncate(1);
    for stage in &mut stages {
        stage.retain(|reading| match piece {
            Some(role) => reading.role == Some(role),
            None => matches!(reading.role, None | Some(Role::Pawn)),
        });
    }
    stages.retain(|stage| !stage.is_empty());
    (!stages.is_empty()).then_some(Request::Moves(stages))
}

/// `O-O`, `0-0-0`, `oo`, `O - O`.
fn castling_signs(text: &str) -> Option<CastlingSide> {
    let signs: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    if !signs.iter().all(|c| matches!(c, 'O' | 'o' | '0')) {
        return None;
    }
    match signs.len() {
        2 => Some(CastlingSide::King),
        3 => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// "castle", "castle short", "queenside castle", "Kurze Rochade" (FIDE Laws, appendix D.2.1).
fn castling_words(text: &str) -> Option<Request> {
    let mut castles = false;
    let mut named = String::new();
    for word in text
        .to_lowercase()
        .split([' ', '-'])
        .filter(|word| !word.is_empty())
    {
        match word {
            "castle" | "castles" | "castling" | "rochade" if !castles => castles = true,
            "to" | "on" | "the" => {}
            word => named.push_str(word),
        }
    }
    if !castles {
        return None;
    }
    match named.as_str() {
        "" => Some(Request::Castle(None)),
        "short" | "king" | "kings" | "kingside" | "kingsside" | "kurze" | "kurz" => {
            Some(Request::Castle(Some(CastlingSide::King)))
        }
        "long" | "queen" | "queens" | "queenside" | "queensside" | "lange" | "lang" => {
            Some(Request::Castle(Some(CastlingSide::Queen)))
        }
        _ => None,
    }
}

/// ICCF numeric notation: file, rank, file, rank, and 1 to 4 for a promotion to queen, rook, bishop or knight.
fn numeric(text: &str) -> Option<Reading> {
    let mut digits = Vec::new();
    for c in text.chars().filter(|c| !matches!(c, ' ' | '-')) {
        digits.push(Rank::from_char(c)?.index());
    }
    let (squares, promotion) = match digits.as_slice() {
        [squares @ .., _] if squares.len() == 4 => (
            squares,
            Promotion::Named(*Role::PROMOTIONS.get(*digits.last()?)?),
        ),
        squares if squares.len() == 4 => (squares, Promotion::Unsaid),
        _ => return None,
    };
    Some(Reading {
        role: None,
        from_file: Some(File::ALL[squares[0]]),
        from_rank: Some(Rank::ALL[squares[1]]),
        to: Target::Square(Square::new(File::ALL[squares[2]], Rank::ALL[squares[3]])),
        capture: Capture::Open,
        victim: None,
        promotion,
        en_passant: false,
    })
}

/// Decides by case what the first letter may be: a piece, a file, or a piece of another language.
fn stages(symbols: &[Symbol]) -> Vec<Vec<Reading>> {
    let first = match symbols {
        [Symbol::Role(role), rest @ ..] => {
            return vec![
                body(rest)
                    .and_then(|body| body.with_piece(*role))
                    .into_iter()
                    .collect(),
            ];
        }
        [Symbol::Letter(letter), ..] => *letter,
        _ => {
            return vec![
                body(symbols)
                    .and_then(Body::without_piece)
                    .into_iter()
                    .collect(),
            ];
        }
    };
    let whole = body(symbols);
    let rest = body(&symbols[1..]);
    let in_full = whole.is_some_and(Body::names_both_squares);
    let plain = whole.and_then(Body::without_piece);
    let as_piece = |role: Option<Role>| rest.and_then(|rest| rest.with_piece(role?));
    let english = as_piece(Role::from_char(first.to_ascii_uppercase()));
    let foreign = as_piece(foreign_role(first));
    let shouted = rest.or(whole).is_some_and(|body| body.upper_case);

    if first.is_ascii_lowercase() {
        // `bb3` is written by nobody who means the pawn, but it could be: ask.
        if whole.is_some_and(Body::repeats_file) {
            return vec![vec![plain, english].into_iter().flatten().collect()];
        }
        let english = english.filter(|_| !in_full);
        return vec![plain.into_iter().collect(), english.into_iter().collect()];
    }
    if shouted {
        let pieces = [english, foreign]
            .into_iter()
            .flatten()
            .filter(|_| !in_full);
        return vec![plain.into_iter().chain(pieces).collect()];
    }
    if Role::from_char(first).is_some() {
        // `B2b4` is also what a phone makes of `b2b4`.
        let plain = plain.filter(|_| {
            in_full || rest.is_none() && whole.is_some_and(|body| !body.is_files_only())
        });
        return vec![english.into_iter().chain(plain).collect()];
    }
    // `Cxd5` may be the knight of other languages or, from a phone, the c-pawn: with an x the two are equals.
    let takes = rest.is_some_and(|body| body.takes.is_some());
    let equal = plain.filter(|_| takes || in_full);
    vec![
        foreign.into_iter().chain(equal).collect(),
        plain.into_iter().collect(),
    ]
}
