//! Legal moves in bundles: one piece with all its targets, or all pawns that take the same step.
//! Counting moves needs no list of them. Knows nothing of how they were found.

use super::bitboard::Bitboard;
use super::castling::CastlingSide;
use super::moves::{Move, MoveKind};
use super::piece::Role;
use super::position::Position;
use super::square::Square;

/// Legal moves that have something in common. The targets may be none.
#[derive(Clone, Copy)]
pub(super) enum Bundle {
    /// One piece, not a pawn, and all its targets.
    Piece {
        role: Role,
        from: Square,
        targets: Bitboard,
    },
    /// All pawns that go the same way: each comes from `target - step`.
    Pawns {
        step: i8,
        targets: Bitboard,
    },
    EnPassant {
        from: Square,
        target: Square,
    },
    Castling {
        king: Square,
        rook: Square,
    },
}

impl Bundle {
    /// Without the plain moves that do not go to `to`.
    pub(super) fn narrowed(self, to: Bitboard) -> Bundle {
        match self {
            Bundle::Piece {
                role,
                from,
                targets,
            } => Bundle::Piece {
                role,
                from,
                targets: targets & to,
            },
            Bundle::Pawns { step, targets } => Bundle::Pawns {
                step,
                targets: targets & to,
            },
            Bundle::EnPassant { .. } | Bundle::Castling { .. } => self,
        }
    }

    /// How many moves these are; a promotion is four.
    pub(super) fn len(self) -> usize {
        match self {
            Bundle::Piece { targets, .. } => targets.len(),
            Bundle::Pawns { targets, .. } => {
                targets.len() + 3 * (targets & Bitboard::BACK_RANKS).len()
            }
            Bundle::EnPassant { .. } | Bundle::Castling { .. } => 1,
        }
    }

    /// Hands over the moves one by one; `position` is the one in which they are legal.
    pub(super) fn unpack(self, position: &Position, take: &mut impl FnMut(Move)) {
        let board = position.board();
        let plain = |role, from, to, promotion| Move {
            from,
            to,
            role,
            captured: board.role_at(to),
            promotion,
            kind: MoveKind::Plain,
        };
        match self {
            Bundle::Piece {
                role,
                from,
                targets,
            } => {
                for to in targets {
                    take(plain(role, from, to, None));
                }
            }
            Bundle::Pawns { step, targets } => {
                for to in targets - Bitboard::BACK_RANKS {
                    take(plain(Role::Pawn, to.offset(-step), to, None));
                }
                for to in targets & Bitboard::BACK_RANKS {
                    for role in Role::PROMOTIONS {
                        take(plain(Role::Pawn, to.offset(-step), to, Some(role)));
                    }
                }
            }
            Bundle::EnPassant { from, target } => take(Move {
                from,
                to: target,
                role: Role::Pawn,
                captured: Some(Role::Pawn),
                promotion: None,
                kind: MoveKind::EnPassant,
            }),
            Bundle::Castling { king, rook } => take(Move {
                from: king,
                to: CastlingSide::of(king, rook).king_target(position.turn()),
                role: Role::King,
                captured: None,
                promotion: None,
                kind: MoveKind::Castling(rook),
            }),
        }
    }
}
