//! Why a readable move is not legal, in terms that teach: what stands in the way, what pins, what is missing.
//! Knows the position and one reading of the text; the wording for players is made elsewhere.

use super::reading::{Capture, Promotion, Reading, Target};
use super::reason::{CastlingBar, Illegal, Reason};
use crate::chess::{
    Bitboard, Board, CastlingMode, CastlingSide, Move, Position, Rank, Role, Square, attacks,
};

/// Why `reading`, which no legal move fits, is not possible.
pub(super) fn illegal(position: &Position, reading: &Reading) -> Illegal {
    let board = position.board();
    let own = board.color(position.turn());
    if let Some(from) = reading.origin() {
        let reason = match board.piece_at(from) {
            None => Some(Reason::EmptySquare(from)),
            Some(piece) if piece.color != position.turn() => Some(Reason::NotYours(from)),
            Some(piece) if reading.role.is_some_and(|role| role != piece.role) => {
                Some(Reason::OtherPiece(from, piece.role))
            }
            Some(_) => None,
        };
        if let Some(reason) = reason {
            return Illegal {
                reason,
                moves: legal_moves(position, Bitboard::of(from)),
            };
        }
    }
    let of_role = reading.role.map_or(own, |role| own & board.role(role));
    let meant: Bitboard = of_role
        .into_iter()
        .filter(|&square| reading.fits_origin(square))
        .collect();
    // A square alone means the pawn that would be pushed there.
    let meant = match (reading.capture, reading.to) {
        (Capture::Excluded, Target::Square(to)) => meant & Bitboard::file(to.file()),
        _ => meant,
    };
    Illegal {
        reason: reason(position, reading, meant),
        moves: legal_moves(position, meant),
    }
}

/// Why castling to `side`, or to any side, is not possible.
pub(super) fn no_castling(position: &Position, side: Option<CastlingSide>) -> Illegal {
    let color = position.turn();
    let side = side.unwrap_or_else(|| {
        let kept = CastlingSide::ALL
            .into_iter()
            .find(|&side| position.castling_rook(color, side).is_some());
        kept.unwrap_or(CastlingSide::King)
    });
    Illegal {
        reason: Reason::Castling(castling_bar(position, side)),
        moves: legal_moves(position, Bitboard::of(position.king(color))),
    }
}

fn castling_bar(position: &Position, side: CastlingSide) -> CastlingBar {
    let (board, color, king) = (
        position.board(),
        position.turn(),
        position.king(position.turn()),
    );
    let Some(rook) = position.castling_rook(color, side) else {
        return CastlingBar::NoRight;
    };
    if let Some(by) = position.checkers().first() {
        return CastlingBar::InCheck(by);
    }
    let (king_to, rook_to) = (side.king_target(color), side.rook_target(color));
    let walked = attacks::between(king, king_to) | Bitboard::of(king_to);
    let needed = walked | attacks::between(rook, rook_to) | Bitboard::of(rook_to);
    let others = board.occupied() - Bitboard::of(king) - Bitboard::of(rook);
    if let Some(by) = (needed & others).first() {
        return CastlingBar::Blocked(by);
    }
    for square in walked {
        if let Some(by) = board.attackers(square, !color, others).first() {
            return CastlingBar::Attacked(square, by);
        }
    }
    CastlingBar::NoRight
}

fn legal_moves(position: &Position, from: Bitboard) -> Vec<Move> {
    position.legal_moves_from(from).into_iter().collect()
}

fn reason(position: &Position, reading: &Reading, meant: Bitboard) -> Reason {
    let board = position.board();
    if let Promotion::Named(role @ (Role::King | Role::Pawn)) = reading.promotion {
        return Reason::BadPromotion(role);
    }
    let to = match reading.to {
        Target::Square(square) => square,
        Target::File(file) => {
            let taken = board.color(!position.turn()) & Bitboard::file(file);
            let reached = |to: Square| {
                meant
                    .into_iter()
                    .any(|from| board.pseudo_legal_targets(from).contains(to))
            };
            match taken.into_iter().find(|&to| reached(to)) {
                Some(to) => to,
                // No pawn has anything to take there; any square of the file says so.
                None => {
                    return Reason::NothingToCapture(Square::new(file, relative_fourth(position)));
                }
            }
        }
    };
    if let Some(mv) = legal_moves(position, meant)
        .into_iter()
        .find(|mv| mv.to() == to)
    {
        return false_claim(reading, mv);
    }
    let reaching: Bitboard = meant
        .into_iter()
        .filter(|&from| board.pseudo_legal_targets(from).contains(to))
        .collect();
    match reaching.first() {
        Some(from) => danger(position, from, to),
        None => out_of_reach(position, reading, meant, to),
    }
}

fn relative_fourth(position: &Position) -> Rank {
    position.turn().pick(Rank::Fifth, Rank::Fourth)
}

/// The move is legal, but the text says something about it that is not so.
fn false_claim(reading: &Reading, mv: Move) -> Reason {
    if reading.capture == Capture::Excluded && mv.is_capture() {
        Reason::OnlyByCapture(mv.to())
    } else if reading.en_passant && !mv.is_en_passant() {
        Reason::NotEnPassant
    } else if reading.promotion != Promotion::Unsaid && mv.promotion().is_none() {
        Reason::NoPromotion
    } else {
        Reason::NothingToCapture(mv.to())
    }
}

/// The piece moves like that, so the king must be what forbids it.
fn danger(position: &Position, from: Square, to: Square) -> Reason {
    let mut after = *position.board();
    let piece = after.piece_at(from);
    after.set(from, None);
    after.set(to, piece);
    let king = if position.king(position.turn()) == from {
        to
    } else {
        position.king(position.turn())
    };
    let attackers = after.attackers(king, !position.turn(), after.occupied());
    match attackers.first() {
        Some(by) if king == to => Reason::KingAttacked(to, by),
        Some(_) if attackers.intersects(position.checkers()) => {
            Reason::LeavesCheck((attackers & position.checkers()).first().unwrap_or(from))
        }
        Some(by) => Reason::Pinned(from, by),
        None => Reason::CannotReach(to),
    }
}

/// No piece that can be meant gets there: why the nearest one does not.
fn out_of_reach(position: &Position, reading: &Reading, meant: Bitboard, to: Square) -> Reason {
    let board = position.board();
    if let Some(side) = castling_step(position, meant, to) {
        return Reason::Castling(castling_bar(position, side));
    }
    if board.color(position.turn()).contains(to) {
        return Reason::OwnPiece(to);
    }
    let pawn_takes = attacks::pawn(!position.turn(), to) & board.men(position.turn(), Role::Pawn);
    if reading.role == Some(Role::Pawn)
        && board.piece_at(to).is_some()
        && reading.capture == Capture::Excluded
    {
        if !pawn_takes.is_empty() {
            return Reason::OnlyByCapture(to);
        }
    } else if !(meant & pawn_takes).is_empty() && board.piece_at(to).is_none() {
        return Reason::NothingToCapture(to);
    }
    for from in meant {
        if let Some(by) = blocker(board, from, to) {
            return Reason::Blocked(from, by);
        }
    }
    if reading.origin().is_none() {
        let theirs = board.color(!position.turn());
        let theirs = reading
            .role
            .map_or(theirs, |role| theirs & board.role(role));
        let could = |&from: &Square| board.pseudo_legal_targets(from).contains(to);
        if let Some(from) = theirs.into_iter().find(could) {
            return Reason::OpponentsMove(from);
        }
    }
    match reading.role {
        Some(role) if meant.is_empty() && role != Role::Pawn => Reason::NoSuchPiece(role),
        _ => Reason::CannotReach(to),
    }
}

/// `Kg1` or `e1c1`, where the king's two steps can only mean castling.
fn castling_step(position: &Position, meant: Bitboard, to: Square) -> Option<CastlingSide> {
    let king = position.king(position.turn());
    let steps = king.file().index().abs_diff(to.file().index());
    let side = CastlingSide::of(king, to);
    let means_castling = position.castling_mode() == CastlingMode::Standard
        && meant == Bitboard::of(king)
        && steps == 2
        && to == side.king_target(position.turn());
    means_castling.then_some(side)
}

/// The first piece in the way of a line piece or a pawn on its file.
fn blocker(board: &Board, from: Square, to: Square) -> Option<Square> {
    let piece = board.piece_at(from)?;
    let goes_there = match piece.role {
        Role::Pawn => {
            from.file() == to.file() && {
                let ahead = Bitboard::of(from).forward(piece.color);
                let double =
                    Bitboard::rank(piece.color.pick(Rank::Second, Rank::Seventh)).contains(from);
                (ahead
                    | if double {
                        ahead.forward(piece.color)
                    } else {
                        Bitboard::EMPTY
                    })
                .contains(to)
            }
        }
        Role::Knight | Role::King => false,
        Role::Bishop | Role::Rook | Role::Queen => {
            attacks::by_role(piece.role, from, Bitboard::EMPTY).contains(to)
        }
    };
    let way = attacks::between(from, to)
        | if piece.role == Role::Pawn {
            Bitboard::of(to)
        } else {
            Bitboard::EMPTY
        };
    let in_way = way & board.occupied();
    // The nearest one: the lowest square upwards, the highest downwards.
    let nearest = if from.index() < to.index() {
        in_way.first()
    } else {
        in_way.last()
    };
    nearest.filter(|_| goes_there)
}
