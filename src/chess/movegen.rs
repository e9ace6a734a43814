//! The legal moves of a position.
//! Knows nothing of text, repetition and claims.
//!
//! Every move is legal as it comes: a checked king confines all others to the squares that stop the check, a pinned
//! piece is confined to the line of its pin, and only en passant is tried out.

use std::ops::ControlFlow;

use super::attacks;
use super::bitboard::Bitboard;
use super::bundle::Bundle;
use super::castling::CastlingSide;
use super::checks::Threats;
use super::moves::{Move, MoveList};
use super::piece::Role;
use super::position::Position;
use super::square::{Rank, Square};

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use penpawn::chess::Position;
    ///
    /// assert_eq!(Position::start().legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        self.legal_moves_from(Bitboard::ALL)
    }

    /// The legal moves of the pieces on the given squares.
    pub fn legal_moves_from(&self, from: Bitboard) -> MoveList {
        let mut moves = Vec::with_capacity(48);
        self.for_each_move(from, Bitboard::ALL, |mv| moves.push(mv));
        moves.into()
    }

    /// How many legal moves there are, without making them.
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        let _ = self.generate(Bitboard::ALL, &mut |bundle| {
            count += bundle.len();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether there is a legal move: if not, it is checkmate or stalemate.
    pub fn has_legal_move(&self) -> bool {
        self.generate(Bitboard::ALL, &mut |bundle| match bundle.len() {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        })
        .is_break()
    }

    /// Those of the pieces on `from`, kings and pawns aside, that may legally go to `to`.
    pub(super) fn reaching(&self, from: Bitboard, to: Square) -> Bitboard {
        let mut sources = Bitboard::EMPTY;
        let _ = self.generate(from, &mut |bundle| {
            if let Bundle::Piece { from, targets, .. } = bundle
                && targets.contains(to)
            {
                sources |= from.into();
            }
            ControlFlow::Continue(())
        });
        sources
    }

    /// Hands over the legal moves of the pieces on the squares `from`, but of plain moves only those to `to`.
    pub(super) fn for_each_move(&self, from: Bitboard, to: Bitboard, mut take: impl FnMut(Move)) {
        let _ = self.generate(from, &mut |bundle| {
            bundle.narrowed(to).unpack(self, &mut take);
            ControlFlow::Continue(())
        });
    }

    /// Hands over all bundles of the pieces on the squares `from`, until `take` breaks off.
    fn generate<F: FnMut(Bundle) -> ControlFlow<()>>(
        &self,
        from: Bitboard,
        take: &mut F,
    ) -> ControlFlow<()> {
        let us = self.turn();
        let board = self.board();
        let king = self.king(us);
        let Threats {
            checkers,
            pinners,
            pinned,
        } = self.threats(king);

        if from.contains(king) {
            take(self.king_steps(king))?;
            if checkers.is_empty() && self.castling_rooks().intersects(board.color(us)) {
                self.castlings(king, take)?;
            }
        }
        if checkers.has_several() {
            return ControlFlow::Continue(());
        }

        let mut targets = !board.color(us);
        if let Some(checker) = checkers.first() {
            targets &= attacks::between(king, checker) | checker.into();
        }
        let men = from & board.color(us);
        self.bundles(men - pinned, targets, take)?;
        if men.intersects(pinned) {
            for pinner in pinners {
                let line = attacks::between(king, pinner) | pinner.into();
                self.bundles(men & line, targets & line, take)?;
            }
        }
        if let Some(target) = self.en_passant() {
            for from in self.en_passant_capturers(target) & men {
                take(Bundle::EnPassant { from, target })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The bundles of pieces other than the king, to the given targets.
    fn bundles<F: FnMut(Bundle) -> ControlFlow<()>>(
        &self,
        men: Bitboard,
        targets: Bitboard,
        take: &mut F,
    ) -> ControlFlow<()> {
        let board = self.board();
        let occupied = board.occupied();
        let pawns = men & board.role(Role::Pawn);
        if !pawns.is_empty() {
            self.pawn_steps(pawns, targets, take)?;
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in men & board.role(role) {
                let targets = attacks::by_role(role, from, occupied) & targets;
                take(Bundle::Piece {
                    role,
                    from,
                    targets,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Pawns go in step: all that advance, advance two, or take to the left or right form one bundle each.
    fn pawn_steps<F: FnMut(Bundle) -> ControlFlow<()>>(
        &self,
        pawns: Bitboard,
        targets: Bitboard,
        take: &mut F,
    ) -> ControlFlow<()> {
        let us = self.turn();
        let free = !self.board().occupied();
        let enemies = self.board().color(!us) & targets;
        let third = Bitboard::rank(us.pick(Rank::Third, Rank::Sixth));
        let ahead = us.pick(8, -8);

        let one = pawns.forward(us) & free;
        let two = (one & third).forward(us) & free;
        let attacked = pawns.forward(us);
        take(Bundle::Pawns {
            step: ahead,
            targets: one & targets,
        })?;
        take(Bundle::Pawns {
            step: 2 * ahead,
            targets: two & targets,
        })?;
        take(Bundle::Pawns {
            step: ahead - 1,
            targets: attacked.west() & enemies,
        })?;
        take(Bundle::Pawns {
            step: ahead + 1,
            targets: attacked.east() & enemies,
        })
    }

    /// The king's own steps; it does not shield itself on the line on which it leaves.
    fn king_steps(&self, king: Square) -> Bundle {
        let us = self.turn();
        let without_king = self.board().occupied() - king.into();
        let targets = (attacks::king(king) - self.board().color(us))
            .into_iter()
            .filter(|&to| !self.is_attacked(to, !us, without_king))
            .collect();
        Bundle::Piece {
            role: Role::King,
            from: king,
            targets,
        }
    }

    /// FIDE article 3.8.2.2: no square that the king crosses or reaches is attacked, none that king or rook cross
    /// or reach is occupied by another piece. The king is not in check here.
    fn castlings<F: FnMut(Bundle) -> ControlFlow<()>>(
        &self,
        king: Square,
        take: &mut F,
    ) -> ControlFlow<()> {
        let us = self.turn();
        for rook in self.castling_rooks() & self.board().color(us) {
            let side = CastlingSide::of(king, rook);
            let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
            let king_path = attacks::between(king, king_to) | king_to.into();
            let rook_path = attacks::between(rook, rook_to) | rook_to.into();
            // Without the rook, because in Chess960 it may leave the king open to a piece beyond it.
            let others = self.board().occupied() - king.into() - rook.into();
            let is_free = !(king_path | rook_path).intersects(others);
            if is_free
                && king_path
                    .into_iter()
                    .all(|square| !self.is_attacked(square, !us, others))
            {
                take(Bundle::Castling { king, rook })?;
            }
        }
        ControlFlow::Continue(())
    }
}
