//! What the pieces alone show: sides that could not mate from any placement of these pieces.

use crate::chess::{Bitboard, Board, Color, Role, Square};

/// Whether no placement of these pieces, with any help, is or leads to a mate by `side`.
///
/// - A bare king never mates.
/// - A lone knight needs a man of the other side beside the king that cannot take it: any but a queen.
/// - Bishops of one square color leave the king the squares of the other; only a pawn (which can become one), a knight
///   or a bishop of that other color could block them without taking or stepping between.
pub(super) fn cannot_mate(board: &Board, side: Color) -> bool {
    let men = |color: Color, role: Role| board.men(color, role);
    let strong = men(side, Role::Pawn) | men(side, Role::Rook) | men(side, Role::Queen);
    if !strong.is_empty() {
        return false;
    }
    let (knights, bishops) = (men(side, Role::Knight), men(side, Role::Bishop));
    match (knights.len(), bishops.len()) {
        (0, 0) => true,
        (1, 0) => {
            (board.color(!side) - men(!side, Role::Queen) - men(!side, Role::King)).is_empty()
        }
        (0, _) => {
            let helpers = men(!side, Role::Pawn) | men(!side, Role::Knight);
            helpers.is_empty() && of_one_color(board.role(Role::Bishop))
        }
        _ => false,
    }
}

fn of_one_color(squares: Bitboard) -> bool {
    squares.into_iter().all(Square::is_light) || !squares.into_iter().any(Square::is_light)
}
