//! The rules of chess, by the FIDE Laws of 2023. `std` only, no I/O.
//!
//! The parts, in reading order:
//!
//! - [`Square`], [`Piece`], [`Bitboard`]: the words of the game, and sets of squares.
//! - [`Board`]: what stands where, legal or not. `attacks` knows how pieces reach squares.
//! - [`Position`]: a board and what else decides the legal moves; legal by construction (`fen`, `validity`).
//!   `movegen` finds its moves with the help of `checks`, and hands them over in a `bundle` each.
//! - [`Line`]: a start and the moves played: repetition, [`Claims`] and [`Ending`].
//! - `uci` and `san` read and write moves strictly, [`notation`] reads what people type, [`pgn`] whole games.
//!
//! ```
//! use penpawn::chess::{Color, Ending, Line, Outcome, Position};
//!
//! let mut line = Line::new(Position::start());
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     line.push(line.position().parse_san(san)?);
//! }
//! assert_eq!(line.ending(), Some(Ending::Checkmate));
//! assert_eq!(Ending::Checkmate.outcome(line.position().turn()), Outcome::Win(Color::Black));
//! # Ok::<(), penpawn::chess::SanError>(())
//! ```

mod attacks;
mod bitboard;
mod board;
mod bundle;
mod castling;
mod checks;
mod color;
mod dead;
mod draw;
mod fen;
mod line;
mod movegen;
mod moves;
pub mod notation;
mod outcome;
mod perft;
pub mod pgn;
mod piece;
mod position;
mod san;
mod square;
mod uci;
mod validity;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, ParseBoardError};
pub use castling::{CastlingMode, CastlingSide};
pub use color::Color;
pub use dead::CanMate;
pub use draw::Claims;
pub use fen::FenError;
pub use line::Line;
pub use moves::{Move, MoveList};
pub use outcome::{Ending, Outcome};
pub use perft::{divide, perft};
pub use piece::{Piece, Role};
pub use position::Position;
pub use san::SanError;
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::UciError;
