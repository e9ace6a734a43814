//! Everything of a typed move but the piece in front: coordinates, the sign of capture, the promotion.
//! Knows their order; which piece is meant is decided by the caller.

use self::Coordinate::{File as F, Rank as R};
use super::reading::{Capture, Promotion, Reading, Target};
use super::symbols::{Symbol, foreign_role};
use crate::chess::{File, Rank, Role, Square};

/// Everything of a move but the piece in front.
#[derive(Clone, Copy)]
pub(super) struct Body {
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Target,
    /// Whether it takes, and if so, whether a word said it.
    pub(super) takes: Option<bool>,
    victim: Option<Role>,
    promotion: Promotion,
    /// The target's file was typed as a capital.
    pub(super) upper_case: bool,
}

impl Body {
    pub(super) fn with_piece(self, role: Role) -> Option<Reading> {
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
    pub(super) fn without_piece(self) -> Option<Reading> {
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

    pub(super) fn names_both_squares(self) -> bool {
        self.from_file.is_some() && self.from_rank.is_some()
    }

    pub(super) fn is_files_only(self) -> bool {
        matches!(self.to, Target::File(_))
    }

    /// `bb3`: the file twice.
    pub(super) fn repeats_file(self) -> bool {
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
pub(super) fn body(symbols: &[Symbol]) -> Option<Body> {
    let mut coordinates: Vec<Coordinate> = Vec::new();
    let mut separator = None;
    let mut takes = None;
    let mut victim = None;
    let mut needs_origin = false;
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
            // "takes on e5" names the target, "from g1" and "on g1" the origin.
            Symbol::At if takes.is_some() && separator == Some(at) => {}
            Symbol::At if at == 0 => needs_origin = true,
            Symbol::At => return None,
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
    let fits = separator.is_none_or(|place| place == start) && !(needs_origin && start == 0);
    fits.then_some(Body {
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
