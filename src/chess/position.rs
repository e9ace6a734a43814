//! A position of a game: what decides which moves are legal.
//! Knows nothing of text and of what was played before, but for the two counters that a FEN carries.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::castling::{CastlingMode, CastlingSide};
use super::color::Color;
use super::moves::{Move, MoveKind};
use super::piece::Role;
use super::square::Square;
use super::zobrist;

/// A legal position: both kings are there, the side that has moved is not in check, and castling rights and en
/// passant square fit the pieces. The only ways in are [`start`](Position::start),
/// [`from_fen`](Position::from_fen) and legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Color,
    /// The rooks with which castling is still possible, now or later (FIDE article 3.8.2.1).
    castling_rooks: Bitboard,
    /// The square behind a pawn that has just advanced two squares, if it may legally be taken there.
    en_passant: Option<Square>,
    halfmove_clock: u32,
    fullmove_number: u32,
    mode: CastlingMode,
    hash: u64,
}

/// The fields of a FEN, as the reader hands them over.
pub(super) struct Setup {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) castling_rooks: Bitboard,
    /// The square behind a pawn that has just advanced two squares, whether or not it may be taken.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
    pub(super) mode: CastlingMode,
}

impl Position {
    /// The standard start position (FIDE article 2.3).
    pub fn start() -> Position {
        Position::from_fen(START_FEN, CastlingMode::Standard).expect("the start position is legal")
    }

    /// The position of fields that have been checked. The en passant square is kept only if a capture is legal.
    pub(super) fn from_checked(setup: &Setup) -> Position {
        let mut position = Position {
            board: setup.board,
            turn: setup.turn,
            castling_rooks: setup.castling_rooks,
            en_passant: None,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            mode: setup.mode,
            hash: 0,
        };
        position.hash = position.hash_anew();
        if let Some(target) = setup.en_passant {
            position.allow_en_passant(target);
        }
        position
    }

    /// Where the pieces stand.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether this is a game of Chess960.
    pub fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// Half-moves since the last capture or pawn move (FIDE article 9.3).
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move that is to be played: 1 at the start, one more after each move of Black.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The square on which a pawn may legally be taken in passing.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rook with which a side has kept the right to castle, whether or not it may do so at once.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        (self.castling_rooks & self.board.color(color))
            .into_iter()
            .find(|&rook| CastlingSide::of(self.king(color), rook) == side)
    }

    /// The rooks of both sides that have kept the right to castle.
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// Where a side's king stands.
    pub fn king(&self, color: Color) -> Square {
        self.board
            .men(color, Role::King)
            .first()
            .expect("a position has both kings")
    }

    /// Whether the king of the side to move is attacked (FIDE article 3.9).
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// A number that is the same for positions that are the same for repetition (see
    /// [`repeats`](Position::repeats)) and, but for rare chance, differs for others.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether the positions are the same in the sense of FIDE article 9.2.3: placement, side to move, castling
    /// rights and a legal en passant capture, but not the counters.
    pub fn repeats(&self, other: &Position) -> bool {
        self.hash == other.hash
            && self.board == other.board
            && self.turn == other.turn
            && self.castling_rooks == other.castling_rooks
            && self.en_passant == other.en_passant
    }

    /// The position after a move, which must be one of this position's legal moves.
    pub fn after(&self, mv: Move) -> Position {
        let mut position = self.clone();
        position.play(mv);
        position
    }

    /// Plays a move, which must be one of this position's legal moves.
    pub fn play(&mut self, mv: Move) {
        let us = self.turn;
        debug_assert!(
            self.board.men(us, mv.role).contains(mv.from),
            "{mv:?} is no move of {self:?}"
        );

        if let Some(target) = self.en_passant.take() {
            self.hash ^= zobrist::en_passant(target.file());
        }
        self.move_pieces(mv);
        self.drop_castling_rights(mv);
        self.halfmove_clock = if mv.is_irreversible() {
            0
        } else {
            self.halfmove_clock + 1
        };
        self.fullmove_number += us.pick(0, 1);
        self.turn = !us;
        self.hash ^= zobrist::BLACK_TO_MOVE;
        if mv.role == Role::Pawn && mv.from.index().abs_diff(mv.to.index()) == 16 {
            self.allow_en_passant(mv.to.offset(us.pick(-8, 8)));
        }
    }

    fn move_pieces(&mut self, mv: Move) {
        let us = self.turn;
        self.toggle(us, mv.role, mv.from);
        if let (Some(role), Some(square)) = (mv.captured, mv.capture_square()) {
            self.toggle(!us, role, square);
        }
        if let MoveKind::Castling(rook) = mv.kind {
            self.toggle(us, Role::Rook, rook);
            self.toggle(
                us,
                Role::Rook,
                CastlingSide::of(mv.from, rook).rook_target(us),
            );
        }
        self.toggle(us, mv.promotion.unwrap_or(mv.role), mv.to);
    }

    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.board.toggle(color, role, square);
        self.hash ^= zobrist::piece(color, role, square);
    }

    /// A right is lost for ever when its rook leaves or is taken, both rights when the king moves.
    fn drop_castling_rights(&mut self, mv: Move) {
        let mut touched = Bitboard::of(mv.from) | mv.to.into();
        if mv.role == Role::King {
            touched |= Bitboard::rank(self.turn.back_rank());
        }
        for rook in self.castling_rooks & touched {
            self.castling_rooks -= rook.into();
            self.hash ^= zobrist::castling(rook);
        }
    }

    /// Remembers the square behind a pawn that has advanced two squares, if it may legally be taken there.
    fn allow_en_passant(&mut self, target: Square) {
        let capturers = attacks::pawn(!self.turn, target) & self.board.men(self.turn, Role::Pawn);
        if !capturers.is_empty() && !self.en_passant_capturers(target).is_empty() {
            self.en_passant = Some(target);
            self.hash ^= zobrist::en_passant(target.file());
        }
    }

    fn hash_anew(&self) -> u64 {
        let pieces = self
            .board
            .pieces()
            .map(|(square, piece)| zobrist::piece(piece.color, piece.role, square));
        let rights = self.castling_rooks.into_iter().map(zobrist::castling);
        let turn = self.turn.pick(0, zobrist::BLACK_TO_MOVE);
        let en_passant = self
            .en_passant
            .map(|target| zobrist::en_passant(target.file()));
        pieces
            .chain(rights)
            .chain(en_passant)
            .fold(turn, |hash, key| hash ^ key)
    }
}

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
