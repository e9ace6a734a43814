//! How far a position seems from a mate: it only decides in which order positions are looked at.

use crate::chess::{Board, Color, Position, Role, Square, attacks};

/// A rough count of what is missing for a mate by `side`.
pub(super) fn distance(position: &Position, side: Color) -> u32 {
    let board = position.board();
    let (king, own_king) = (position.king(!side), position.king(side));
    let strong = board.men(side, Role::Queen) | board.men(side, Role::Rook);
    let pawns = board.men(side, Role::Pawn);
    let mut distance = 2 * to_corner(king)
        + 2 * steps(king, own_king)
        + 3 * flights(board, king, side)
        + check(board, king, side);
    if strong.is_empty() {
        let nearest = pawns.into_iter().map(|pawn| to_promotion(pawn, side)).min();
        distance += 8 + 4 * nearest.unwrap_or(3);
    }
    if strong.is_empty() && pawns.is_empty() {
        // Minor pieces need a man of the other side beside its king.
        let helpers = board.color(!side) - king.into();
        distance += 2 * helpers
            .into_iter()
            .map(|man| steps(man, king))
            .min()
            .unwrap_or(0);
        let pawns = board.men(!side, Role::Pawn);
        distance += 2 * pawns
            .into_iter()
            .map(|pawn| to_promotion(pawn, !side))
            .min()
            .unwrap_or(0);
    }
    distance
}

/// Squares around the king that are neither taken by his own men nor covered.
fn flights(board: &Board, king: Square, side: Color) -> u32 {
    let others = board.occupied() - king.into();
    let open = attacks::king(king) - board.color(!side);
    open.into_iter()
        .filter(|&square| board.attackers(square, side, others).is_empty())
        .count() as u32
}

/// Nothing when the king is in check, a little when a piece can give check at once, else more.
fn check(board: &Board, king: Square, side: Color) -> u32 {
    let occupied = board.occupied();
    if !board.attackers(king, side, occupied).is_empty() {
        return 0;
    }
    let can_check = |role: Role| {
        let targets = attacks::by_role(role, king, occupied) - board.color(side);
        board
            .men(side, role)
            .into_iter()
            .any(|from| attacks::by_role(role, from, occupied).intersects(targets))
    };
    if [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .into_iter()
        .any(can_check)
    {
        2
    } else {
        6
    }
}

fn to_promotion(pawn: Square, color: Color) -> u32 {
    let rank = pawn.rank().index() as u32;
    color.pick(7 - rank, rank)
}

fn to_corner(square: Square) -> u32 {
    let (file, rank) = (square.file().index() as u32, square.rank().index() as u32);
    file.min(7 - file) + rank.min(7 - rank)
}

fn steps(a: Square, b: Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as u32
}
