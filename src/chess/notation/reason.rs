//! The reasons for which a readable move is not legal, as values, each with a plain English sentence for the command
//! line. Knows nothing of how they are found.

use std::fmt;

use crate::chess::{Move, Role, Square};

/// A move that is not legal here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// What forbids it.
    pub reason: Reason,
    /// The legal moves of the pieces that can have been meant; they may be none.
    pub moves: Vec<Move>,
}

/// What forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Castling is not possible (FIDE article 3.8.2).
    Castling(CastlingBar),
    /// Nothing stands on the square that the move starts from.
    EmptySquare(Square),
    /// The piece on that square is the opponent's.
    NotYours(Square),
    /// The piece on that square is another one than the text says.
    OtherPiece(Square, Role),
    /// No such piece of the player is where the text says.
    NoSuchPiece(Role),
    /// Only the opponent has a piece that could go there, and it is not his turn.
    OpponentsMove(Square),
    /// An own piece stands on the target.
    OwnPiece(Square),
    /// The way from the first square is blocked by what stands on the second.
    Blocked(Square, Square),
    /// No piece that can be meant moves like that to this square.
    CannotReach(Square),
    /// A pawn goes there only by taking, and a square alone is never a capture.
    OnlyByCapture(Square),
    /// There is nothing, or nothing of the kind named, to capture on this square.
    NothingToCapture(Square),
    /// The text says "e.p.", the move is none (FIDE article 3.7.3.1).
    NotEnPassant,
    /// The text names a promotion, the move is none.
    NoPromotion,
    /// A pawn cannot become this (FIDE article 3.7.3.3).
    BadPromotion(Role),
    /// The piece on the first square is pinned by the one on the second (FIDE article 3.9.2).
    Pinned(Square, Square),
    /// The king is in check from this square, and the move does not answer it.
    LeavesCheck(Square),
    /// The king would step onto the first square, which the piece on the second attacks.
    KingAttacked(Square, Square),
}

/// Why castling is not possible (FIDE article 3.8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingBar {
    /// King or rook has moved, or the rook is gone.
    NoRight,
    /// The king is in check from this square.
    InCheck(Square),
    /// This square has to be free.
    Blocked(Square),
    /// The king would cross or reach the first square, which the piece on the second attacks.
    Attacked(Square, Square),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Castling(bar) => bar.fmt(f),
            Reason::EmptySquare(square) => write!(f, "there is no piece on {square}"),
            Reason::NotYours(square) => write!(f, "the piece on {square} is your opponent's"),
            Reason::OtherPiece(square, role) => {
                write!(f, "the piece on {square} is a {}", name(*role))
            }
            Reason::NoSuchPiece(role) => write!(f, "you have no such {}", name(*role)),
            Reason::OpponentsMove(square) => {
                write!(
                    f,
                    "only your opponent's piece on {square} could go there, and it is your turn"
                )
            }
            Reason::OwnPiece(square) => write!(f, "your own piece stands on {square}"),
            Reason::Blocked(from, by) => write!(f, "the way from {from} is blocked on {by}"),
            Reason::CannotReach(square) => write!(f, "no such piece can go to {square}"),
            Reason::OnlyByCapture(square) => {
                write!(
                    f,
                    "a pawn gets to {square} only by taking; say from which file, like exd5"
                )
            }
            Reason::NothingToCapture(square) => {
                write!(f, "there is nothing like that to capture on {square}")
            }
            Reason::NotEnPassant => f.write_str("that would not be en passant"),
            Reason::NoPromotion => f.write_str("that move is no promotion"),
            Reason::BadPromotion(role) => write!(f, "a pawn cannot become a {}", name(*role)),
            Reason::Pinned(from, by) => {
                write!(f, "the piece on {from} is pinned by the one on {by}")
            }
            Reason::LeavesCheck(by) => write!(
                f,
                "your king is in check from {by}, and this does not answer it"
            ),
            Reason::KingAttacked(to, by) => write!(
                f,
                "the king may not go to {to}: the piece on {by} attacks it"
            ),
        }
    }
}

impl fmt::Display for CastlingBar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingBar::NoRight => f.write_str("there is no right to castle here any more"),
            CastlingBar::InCheck(by) => write!(
                f,
                "no castling out of check: the piece on {by} attacks the king"
            ),
            CastlingBar::Blocked(by) => write!(f, "castling is blocked on {by}"),
            CastlingBar::Attacked(square, by) => {
                write!(
                    f,
                    "no castling: the king would cross or reach {square}, which the piece on {by} attacks"
                )
            }
        }
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
