//! Whether a set-up can be a position of a game.
//! Knows nothing of text. Not a proof that the position can be reached, but what every serious program asks for.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::fen::FenError;
use super::piece::Role;
use super::position::Setup;
use super::square::{Rank, Square};

/// What the rules themselves need: a king each, the right to move with the side that is not giving check, no pawn
/// where it would be a piece. Castling rights have been checked by their reader.
pub(super) fn check_rules(setup: &Setup) -> Result<(), FenError> {
    let board = &setup.board;
    for color in Color::ALL {
        let kings = board.men(color, Role::King).len();
        if kings != 1 {
            return Err(FenError::Kings(color, kings));
        }
    }
    if let Some(pawn) = (board.role(Role::Pawn) & Bitboard::BACK_RANKS).first() {
        return Err(FenError::PawnOnBackRank(pawn));
    }
    if !checkers(board, !setup.turn).is_empty() {
        return Err(FenError::OpponentInCheck);
    }
    match setup.en_passant {
        Some(target) if !is_en_passant_possible(setup, target) => {
            Err(FenError::EnPassantSquare(target))
        }
        Some(_) | None => Ok(()),
    }
}

/// What no game leads to, as far as it shows at once. For set-ups that keep the rules.
pub(super) fn check_reachable(setup: &Setup) -> Result<(), FenError> {
    let board = &setup.board;
    for color in Color::ALL {
        if !is_material_possible(board, color) {
            return Err(FenError::TooManyPieces(color));
        }
    }
    let checkers = checkers(board, setup.turn);
    let is_possible = match setup.en_passant {
        Some(target) => checkers.is_empty() || !was_in_check_before_advance(setup, target),
        None => is_check_possible(board, setup.turn, checkers),
    };
    if is_possible {
        Ok(())
    } else {
        Err(FenError::ImpossibleCheck)
    }
}

/// Sixteen pieces at most, and for every piece beyond the first set a pawn less.
fn is_material_possible(board: &Board, color: Color) -> bool {
    let count = |role| board.men(color, role).len();
    let beyond = |role, first_set| count(role).saturating_sub(first_set);
    let promoted = beyond(Role::Queen, 1)
        + beyond(Role::Rook, 2)
        + beyond(Role::Bishop, 2)
        + beyond(Role::Knight, 2);
    count(Role::Pawn) + promoted <= 8
}

/// The pieces that attack the king of a side.
fn checkers(board: &Board, color: Color) -> Bitboard {
    let kings = board.men(color, Role::King).into_iter();
    kings.fold(Bitboard::EMPTY, |checkers, king| {
        checkers | board.attackers(king, !color, board.occupied())
    })
}

/// Whether a pawn can just have advanced two squares past `target`.
fn is_en_passant_possible(setup: &Setup, target: Square) -> bool {
    let them = !setup.turn;
    let (origin, pawn) = around(them, target);
    target.rank() == them.pick(Rank::Third, Rank::Sixth)
        && setup.board.men(them, Role::Pawn).contains(pawn)
        && !setup.board.occupied().contains(target)
        && !setup.board.occupied().contains(origin)
}

/// With an en passant square the last move is known: a check must not have been there before it.
fn was_in_check_before_advance(setup: &Setup, target: Square) -> bool {
    let them = !setup.turn;
    let (origin, pawn) = around(them, target);
    let mut before = setup.board;
    before.toggle(them, Role::Pawn, pawn);
    before.toggle(them, Role::Pawn, origin);
    !checkers(&before, setup.turn).is_empty()
}

/// Where the pawn that has passed `target` comes from, and where it stands.
fn around(color: Color, target: Square) -> (Square, Square) {
    let ahead = color.pick(8, -8);
    (target.offset(-ahead), target.offset(ahead))
}

/// One move gives at most two checks: one by the piece that has moved, one by a slider that it has uncovered. So
/// there is a slider among two checkers, and they do not stand on one line with the king.
fn is_check_possible(board: &Board, turn: Color, checkers: Bitboard) -> bool {
    match checkers.into_iter().collect::<Vec<_>>()[..] {
        [] | [_] => true,
        [a, b] => {
            let leapers = board.role(Role::Pawn) | board.role(Role::Knight);
            let all_leap = leapers.contains(a) && leapers.contains(b);
            let king_between = board
                .men(turn, Role::King)
                .intersects(attacks::between(a, b));
            !all_leap && !king_between
        }
        [_, _, _, ..] => false,
    }
}
