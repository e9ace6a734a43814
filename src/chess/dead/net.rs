//! Whether any mate could be set up at all, given where every piece can ever go: some square for the king, checked,
//! with every square around it taken by an own man or covered by the other side.

use super::mobility::{Man, Mobility};
use crate::chess::{Bitboard, Color, Piece, Role, Square, attacks};

/// Whether no placement within the picture of `mobility` is a mate by `side`.
pub(super) fn is_impossible(mobility: &Mobility, side: Color) -> bool {
    let cover: Vec<Bitboard> = mobility
        .men
        .iter()
        .filter(|man| man.piece.color == side && man.piece.role != Role::King)
        .map(|man| covered_by(man, mobility.nailed))
        .collect();
    let checks = cover.iter().fold(Bitboard::EMPTY, |all, &one| all | one);
    let king_of = |color: Color| {
        mobility.men.iter().filter(move |man| {
            man.piece
                == Piece {
                    color,
                    role: Role::King,
                }
        })
    };
    let own_kings = king_of(side).fold(Bitboard::EMPTY, |all, man| all | man.reach);
    let targets = king_of(!side).fold(Bitboard::EMPTY, |all, man| all | man.reach) & checks;
    let blockers: Vec<Bitboard> = mobility
        .men
        .iter()
        .filter(|man| man.piece.color == !side && man.piece.role != Role::King)
        .map(Man::anywhere)
        .collect();
    !targets.into_iter().any(|king| {
        let ring = attacks::king(king) - checks;
        if can_be_blocked(ring, &blockers) {
            return true;
        }
        // Only the squares that the other king covers are missing: try all his places.
        (own_kings - attacks::king(king) - king.into())
            .into_iter()
            .any(|own| can_be_blocked(ring - attacks::king(own), &blockers))
    })
}

/// Whether each square can be taken by a man of its own: a matching of squares to men.
fn can_be_blocked(squares: Bitboard, blockers: &[Bitboard]) -> bool {
    let mut used_by: Vec<Option<Square>> = vec![None; blockers.len()];
    squares.into_iter().all(|square| {
        let mut tried = vec![false; blockers.len()];
        place(square, blockers, &mut used_by, &mut tried)
    })
}

/// Finds a man for the square, if need be by finding another square's man a new one.
fn place(
    square: Square,
    blockers: &[Bitboard],
    used_by: &mut [Option<Square>],
    tried: &mut [bool],
) -> bool {
    for man in 0..blockers.len() {
        if tried[man] || !blockers[man].contains(square) {
            continue;
        }
        tried[man] = true;
        let free = match used_by[man] {
            None => true,
            Some(other) => place(other, blockers, used_by, tried),
        };
        if free {
            used_by[man] = Some(square);
            return true;
        }
    }
    false
}

/// All squares that a man can ever attack.
fn covered_by(man: &Man, nailed: Bitboard) -> Bitboard {
    let mut covered = Bitboard::EMPTY;
    for from in man.reach {
        covered |= match man.piece.role {
            Role::Pawn => attacks::pawn(man.piece.color, from),
            role => attacks::by_role(role, from, nailed - from.into()),
        };
    }
    for from in man.promoted {
        covered |= attacks::queen(from, nailed) | attacks::knight(from);
    }
    covered
}
