//! From symbols to readings, in stages: the first stage in which a reading is legal decides.
//! Knows how moves are written; the position is asked only later.

use self::Coordinate::{File as F, Rank as R};
use super::clean::{Cleaned, LONGEST};
use super::reading::{Capture, Promotion, Reading, Target};
use super::symbols::{Symbol, symbols};
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

/// Piece letters of other languages that English does not use, capitals only, since small ones would be files:
/// German, Dutch, French, Spanish, Italian.
fn foreign_role(letter: char) -> Option<Role> {
    match letter {
        'D' => Some(Role::Queen),
        'T' => Some(Role::Rook),
        'L' | 'F' | 'A' => Some(Role::Bishop),
        'S' | 'C' => Some(Role::Knight),
        _ => None,
    }
}

/// Everything of a move but the piece in front.
#[derive(Clone, Copy)]
struct Body {
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Target,
    /// Whether it takes, and if so, whether a word said it.
    takes: Option<bool>,
    victim: Option<Role>,
    promotion: Promotion,
    /// The target's file was typed as a capital.
    upper_case: bool,
}

impl Body {
    fn with_piece(self, role: Role) -> Option<Reading> {
        let pawn = role == Role::Pawn;
        if matches!(self.to, Target::File(_)) && !pawn {
            return None;
        }
        let pushes = pawn && self.from_file.is_none() && self.from_rank.is_none();
        Some(self.reading(
            Some(role),
            if pushes {
                Capture::Excluded
            } else {
                Capture::Open
            },
        ))
    }

    /// Without a piece it is a pawn, but for both squares in full and for "takes d5".
    fn without_piece(self) -> Option<Reading> {
        match (self.from_file, self.from_rank, self.takes) {
            (Some(_), Some(_), _) | (None, None, Some(true)) => {
                Some(self.reading(None, Capture::Open))
            }
            (Some(_), None, _) => Some(self.reading(Some(Role::Pawn), Capture::Open)),
            (None, None, _) => Some(self.reading(Some(Role::Pawn), Capture::Excluded)),
            (None, Some(_), _) => None,
        }
    }

    fn reading(self, role: Option<Role>, unless_claimed: Capture) -> Reading {
        Reading {
            role,
            from_file: self.from_file,
            from_rank: self.from_rank,
            to: self.to,
            capture: if self.takes.is_some() {
                Capture::Claimed
            } else {
                unless_claimed
            },
            victim: self.victim,
            promotion: self.promotion,
            en_passant: false,
        }
    }

    fn names_both_squares(self) -> bool {
        self.from_file.is_some() && self.from_rank.is_some()
    }

    fn is_files_only(self) -> bool {
        matches!(self.to, Target::File(_))
    }

    /// `bb3`: the file twice.
    fn repeats_file(self) -> bool {
        let to = match self.to {
            Target::Square(square) => square.file(),
            Target::File(file) => file,
        };
        self.from_rank.is_none() && self.from_file == Some(to)
    }
}

#[derive(Clone, Copy)]
enum Coordinate {
    File(File, char),
    Rank(Rank),
}

/// Reads coordinates, the sign of capture and the promotion.
fn body(symbols: &[Symbol]) -> Option<Body> {
    let mut coordinates: Vec<Coordinate> = Vec::new();
    let mut separator = None;
    let mut takes = None;
    let mut victim = None;
    let mut used = 0;
    for &symbol in symbols {
        let at = coordinates.len();
        match symbol {
            Symbol::Letter(letter) => match File::from_char(letter.to_ascii_lowercase()) {
                Some(file) => coordinates.push(Coordinate::File(file, letter)),
                None => break,
            },
            Symbol::Rank(rank) => coordinates.push(Coordinate::Rank(rank)),
            Symbol::Takes { word } => {
                if takes.replace(word).is_some()
                    || separator.replace(at).is_some_and(|place| place != at)
                {
                    return None;
                }
            }
            // "promotes to queen" and "a8 to queen" have it behind the target.
            Symbol::To if matches!(symbols.get(used + 1), Some(Symbol::Role(_))) => break,
            Symbol::To => {
                if separator.replace(at).is_some_and(|place| place != at) {
                    return None;
                }
            }
            Symbol::Role(role) if takes.is_some() && separator == Some(at) && victim.is_none() => {
                victim = Some(role);
            }
            Symbol::Role(_) | Symbol::Promotes | Symbol::Open | Symbol::Close => break,
        }
        used += 1;
    }
    let mut tail = symbols[used..].to_vec();
    // A file letter behind a complete square is a promotion: `a8b`.
    if let [.., R(_), F(_, letter)] = *coordinates.as_slice() {
        if !tail.is_empty() || separator == Some(coordinates.len() - 1) {
            return None;
        }
        tail.push(Symbol::Letter(letter));
        coordinates.pop();
    }
    let promotion = promotion(&tail)?;
    let square = |file: File, rank: Rank| Target::Square(Square::new(file, rank));
    let (from_file, from_rank, to, letter, start) = match *coordinates.as_slice() {
        [F(from, _), F(to, letter)] => (Some(from), None, Target::File(to), letter, 1),
        [F(file, letter), R(rank)] => (None, None, square(file, rank), letter, 0),
        [F(from, _), F(file, letter), R(rank)] => (Some(from), None, square(file, rank), letter, 1),
        [R(from), F(file, letter), R(rank)] => (None, Some(from), square(file, rank), letter, 1),
        [F(from_file, _), R(from_rank), F(file, letter), R(rank)] => (
            Some(from_file),
            Some(from_rank),
            square(file, rank),
            letter,
            2,
        ),
        _ => return None,
    };
    separator
        .is_none_or(|place| place == start)
        .then_some(Body {
            from_file,
            from_rank,
            to,
            takes,
            victim,
            promotion,
            upper_case: letter.is_ascii_uppercase(),
        })
}

/// What stands behind the target square.
fn promotion(tail: &[Symbol]) -> Option<Promotion> {
    let named = |symbol: Symbol| match symbol {
        Symbol::Role(role) => Some(Promotion::Named(role)),
        Symbol::Letter(letter) => Role::from_char(letter.to_ascii_uppercase())
            .or_else(|| foreign_role(letter))
            .map(Promotion::Named),
        _ => None,
    };
    match *tail {
        [] => Some(Promotion::Unsaid),
        [Symbol::Promotes] => Some(Promotion::Unnamed),
        [piece]
        | [Symbol::Promotes | Symbol::To, piece]
        | [Symbol::Promotes, Symbol::To, piece]
        | [Symbol::Open, piece, Symbol::Close] => named(piece),
        _ => None,
    }
}
