//! Moves as values, and lists of them.
//! Knows nothing of positions: a move says what is done, not whether it may be done.

use super::castling::CastlingSide;
use super::piece::Role;
use super::square::Square;

/// A legal move of some position, which made it. Its text is a matter of that position: see
/// [`Position::uci`](super::Position::uci) and [`Position::san`](super::Position::san).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) role: Role,
    pub(super) captured: Option<Role>,
    pub(super) promotion: Option<Role>,
    pub(super) kind: MoveKind,
}

/// What sets some moves apart from others with the same squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MoveKind {
    Plain,
    EnPassant,
    /// With the rook on this square.
    Castling(Square),
}

impl Move {
    /// Where the piece stands before the move; the king's square for castling.
    pub fn from(self) -> Square {
        self.from
    }

    /// Where the piece stands after the move; the king's square for castling, in Chess960 too.
    pub fn to(self) -> Square {
        self.to
    }

    /// What moves; the pawn for a promotion, the king for castling.
    pub fn role(self) -> Role {
        self.role
    }

    /// What the pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// What is taken.
    pub fn captured(self) -> Option<Role> {
        self.captured
    }

    /// Whether something is taken, en passant included.
    pub fn is_capture(self) -> bool {
        self.captured.is_some()
    }

    /// Whether this is a pawn taking in passing (FIDE article 3.7.3.1).
    pub fn is_en_passant(self) -> bool {
        self.kind == MoveKind::EnPassant
    }

    /// Whether king and rook move together.
    pub fn is_castling(self) -> bool {
        self.castling_rook().is_some()
    }

    /// Where the castling rook stands before the move.
    pub fn castling_rook(self) -> Option<Square> {
        match self.kind {
            MoveKind::Castling(rook) => Some(rook),
            MoveKind::Plain | MoveKind::EnPassant => None,
        }
    }

    /// The side towards which this castles.
    pub fn castling_side(self) -> Option<CastlingSide> {
        self.castling_rook()
            .map(|rook| CastlingSide::of(self.from, rook))
    }

    /// Where the captured piece stands: behind `to` for en passant.
    pub fn capture_square(self) -> Option<Square> {
        match (self.captured, self.kind) {
            (None, _) => None,
            (Some(_), MoveKind::EnPassant) => Some(Square::new(self.to.file(), self.from.rank())),
            (Some(_), MoveKind::Plain | MoveKind::Castling(_)) => Some(self.to),
        }
    }

    /// Whether the move starts the count of the 50-move rule anew (FIDE article 9.3).
    pub fn is_irreversible(self) -> bool {
        self.role == Role::Pawn || self.is_capture()
    }
}

/// The legal moves of a position, in no order that means anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no move: checkmate or stalemate.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the move is among them.
    pub fn contains(&self, mv: Move) -> bool {
        self.0.contains(&mv)
    }

    /// The moves, one after the other.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Move>> {
        self.0.iter().copied()
    }

    /// The moves side by side.
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        MoveList(moves.into_iter().collect())
    }
}

impl From<Vec<Move>> for MoveList {
    fn from(moves: Vec<Move>) -> MoveList {
        MoveList(moves)
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
