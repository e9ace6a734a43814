//! Who gives check, who is pinned and what is attacked.
//! Knows nothing of moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::Role;
use super::position::Position;
use super::square::Square;

/// What stands against a king.
pub(super) struct Threats {
    pub(super) checkers: Bitboard,
    /// Enemy sliders with one own man between them and the king, and those men.
    pub(super) pinners: Bitboard,
    pub(super) pinned: Bitboard,
}

impl Position {
    /// The enemy pieces that attack the king of the side to move.
    pub fn checkers(&self) -> Bitboard {
        let us = self.turn();
        self.board()
            .attackers(self.king(us), !us, self.board().occupied())
    }

    /// Who gives check and who is pinned. Only sliders on the king's lines matter: with nothing between it is a
    /// check, with one own man between it is a pin.
    pub(super) fn threats(&self, king: Square) -> Threats {
        let us = self.turn();
        let board = self.board();
        let enemies = board.color(!us);
        let queens = board.role(Role::Queen);
        let mut threats = Threats {
            checkers: enemies
                & ((attacks::pawn(us, king) & board.role(Role::Pawn))
                    | (attacks::knight(king) & board.role(Role::Knight))),
            pinners: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        };
        let snipers = enemies
            & ((attacks::bishop_rays(king) & (board.role(Role::Bishop) | queens))
                | (attacks::rook_rays(king) & (board.role(Role::Rook) | queens)));
        for sniper in snipers {
            let shields = attacks::between(king, sniper) & board.occupied();
            if shields.is_empty() {
                threats.checkers |= sniper.into();
            } else if !shields.has_several() && shields.intersects(board.color(us)) {
                threats.pinners |= sniper.into();
                threats.pinned |= shields;
            }
        }
        threats
    }

    /// Like [`Board::attackers`](super::Board::attackers), but stops at the first.
    pub(super) fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let board = self.board();
        let them = board.color(by);
        let queens = board.role(Role::Queen);
        let diagonal = (board.role(Role::Bishop) | queens) & them;
        let straight = (board.role(Role::Rook) | queens) & them;
        let near = (attacks::pawn(!by, square) & board.role(Role::Pawn))
            | (attacks::knight(square) & board.role(Role::Knight))
            | (attacks::king(square) & board.role(Role::King));
        near.intersects(them)
            || (attacks::bishop_rays(square).intersects(diagonal)
                && attacks::bishop(square, occupied).intersects(diagonal))
            || (attacks::rook_rays(square).intersects(straight)
                && attacks::rook(square, occupied).intersects(straight))
    }

    /// The pawns of the side to move that may legally take in passing on `target` (FIDE article 3.7.3.1). Both
    /// pawns leave their lines at once, so the capture is tried out.
    pub(super) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        let us = self.turn();
        let board = self.board();
        let king = self.king(us);
        let taken = target.offset(us.pick(-8, 8));
        let candidates = attacks::pawn(!us, target) & board.men(us, Role::Pawn);
        candidates
            .into_iter()
            .filter(|&pawn| {
                let gone = Bitboard::of(pawn) | taken.into();
                let occupied = (board.occupied() - gone) | target.into();
                (board.attackers(king, !us, occupied) - gone).is_empty()
            })
            .collect()
    }
}
