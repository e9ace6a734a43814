//! Moves in Standard Algebraic Notation: `Nf3`, `exd6`, `O-O-O`, `e8=Q#`.
//! Writes by the PGN standard, section 8.2.3, and FIDE appendix C; reads little more than it writes. What people
//! type is read elsewhere.

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::castling::CastlingSide;
use super::moves::Move;
use super::piece::Role;
use super::position::Position;
use super::square::{File, Rank, Square};

impl Position {
    /// A move of this position in SAN, with `+` for check and `#` for mate.
    pub fn san(&self, mv: Move) -> String {
        self.san_towards(mv, &self.after(mv))
    }

    /// The same, for a caller that has the position after the move.
    pub(super) fn san_towards(&self, mv: Move, after: &Position) -> String {
        let mut san = String::with_capacity(8);
        match (mv.castling_side(), mv.role()) {
            (Some(CastlingSide::King), _) => san.push_str("O-O"),
            (Some(CastlingSide::Queen), _) => san.push_str("O-O-O"),
            (None, Role::Pawn) => push_pawn_move(mv, &mut san),
            (None, _) => self.push_piece_move(mv, &mut san),
        }
        if after.is_check() {
            san.push(if after.has_legal_move() { '+' } else { '#' });
        }
        san
    }

    fn push_piece_move(&self, mv: Move, san: &mut String) {
        san.push(mv.role().char());
        let rivals = self.rivals(mv);
        if !rivals.is_empty() {
            let shares_file = rivals.intersects(Bitboard::file(mv.from().file()));
            let shares_rank = rivals.intersects(Bitboard::rank(mv.from().rank()));
            if !shares_file || shares_rank {
                san.push(mv.from().file().char());
            }
            if shares_file {
                san.push(mv.from().rank().char());
            }
        }
        if mv.is_capture() {
            san.push('x');
        }
        push_square(mv.to(), san);
    }

    /// The other pieces of the same role that may legally go to the same square.
    fn rivals(&self, mv: Move) -> Bitboard {
        let reach = attacks::by_role(mv.role(), mv.to(), self.board().occupied());
        let candidates = (reach & self.board().men(self.turn(), mv.role())) - mv.from().into();
        if candidates.is_empty() {
            return candidates;
        }
        self.reaching(candidates, mv.to())
    }

    /// The legal move that a SAN text stands for. Signs for check and mate at the end are not looked at, `0-0` is
    /// castling, more of the source square than needed is allowed, a missing `x` or `=` too, a false `x` is not.
    ///
    /// ```
    /// use penpawn::chess::{Position, SanError};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.parse_san("e4").map(|mv| start.uci(mv)), Ok("e2e4".to_owned()));
    /// assert_eq!(start.parse_san("Nd2"), Err(SanError::Illegal));
    /// assert_eq!(start.parse_san("hello"), Err(SanError::Unreadable));
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let pattern = Pattern::read(text).ok_or(SanError::Unreadable)?;
        let mut found = Err(SanError::Illegal);
        self.for_each_move(pattern.sources(self), pattern.targets(), |mv| {
            if pattern.fits(mv) {
                found = match found {
                    Err(SanError::Illegal) => Ok(mv),
                    Ok(_) | Err(SanError::Ambiguous | SanError::Unreadable) => {
                        Err(SanError::Ambiguous)
                    }
                };
            }
        });
        found
    }
}

fn push_pawn_move(mv: Move, san: &mut String) {
    if mv.is_capture() {
        san.extend([mv.from().file().char(), 'x']);
    }
    push_square(mv.to(), san);
    if let Some(role) = mv.promotion() {
        san.extend(['=', role.char()]);
    }
}

fn push_square(square: Square, san: &mut String) {
    san.extend([square.file().char(), square.rank().char()]);
}

/// What a SAN text says about a move.
enum Pattern {
    Castling(CastlingSide),
    Plain {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        takes: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Pattern {
    /// Takes the text apart, from the end to the start.
    fn read(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#']);
        match text {
            "O-O" | "0-0" => return Some(Pattern::Castling(CastlingSide::King)),
            "O-O-O" | "0-0-0" => return Some(Pattern::Castling(CastlingSide::Queen)),
            _ => {}
        }
        let (role, rest) = match text.chars().next().and_then(Role::from_char) {
            Some(Role::Pawn) => return None,
            Some(role) => (role, &text[1..]),
            None => (Role::Pawn, text),
        };
        let (promotion, rest) = match rest.chars().next_back().and_then(Role::from_char) {
            Some(promotion) => (Some(promotion), &rest[..rest.len() - 1]),
            None => (None, rest),
        };
        let rest = match promotion {
            Some(_) => rest.strip_suffix('=').unwrap_or(rest),
            None => rest,
        };
        let split = rest.len().checked_sub(2)?;
        let (source, to) = (rest.get(..split)?, rest.get(split..)?.parse().ok()?);
        let (source, takes) = match source.strip_suffix('x') {
            Some(source) => (source, true),
            None => (source, false),
        };
        let mut source = source.chars().peekable();
        let file = source.peek().copied().and_then(File::from_char);
        source.next_if(|_| file.is_some());
        let rank = source.peek().copied().and_then(Rank::from_char);
        source.next_if(|_| rank.is_some());
        match source.next() {
            None => Some(Pattern::Plain {
                role,
                file,
                rank,
                takes,
                to,
                promotion,
            }),
            Some(_) => None,
        }
    }

    /// The squares from which such a move can start.
    fn sources(&self, position: &Position) -> Bitboard {
        match *self {
            Pattern::Castling(_) => position.king(position.turn()).into(),
            Pattern::Plain {
                role,
                file,
                rank,
                to,
                ..
            } => {
                // A pawn that names no file stays on its own.
                let file = file.or((role == Role::Pawn).then_some(to.file()));
                position.board().men(position.turn(), role)
                    & file.map_or(Bitboard::ALL, Bitboard::file)
                    & rank.map_or(Bitboard::ALL, Bitboard::rank)
            }
        }
    }

    /// The squares to which such a move, if it is not castling, can go.
    fn targets(&self) -> Bitboard {
        match *self {
            Pattern::Castling(_) => Bitboard::EMPTY,
            Pattern::Plain { to, .. } => to.into(),
        }
    }

    /// Whether a move from one of the sources is meant.
    fn fits(&self, mv: Move) -> bool {
        match *self {
            Pattern::Castling(side) => mv.castling_side() == Some(side),
            Pattern::Plain {
                takes,
                to,
                promotion,
                ..
            } => {
                mv.to() == to
                    && mv.promotion() == promotion
                    && (mv.is_capture() || !takes)
                    && !mv.is_castling()
            }
        }
    }
}

/// Why a text is no move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanError {
    /// Not of the form of SAN.
    Unreadable,
    /// Of that form, but no legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanError::Unreadable => "not a move in algebraic notation, as in Nf3 or exd5",
            SanError::Illegal => "not a legal move here",
            SanError::Ambiguous => "more than one legal move fits",
        })
    }
}

impl std::error::Error for SanError {}
