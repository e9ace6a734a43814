//! Positions as text: Forsyth-Edwards Notation.
//! Reads strictly and says what is wrong; whether the pieces make a legal position is checked next door.
//!
//! Sources: the PGN standard, section 16.1; for Chess960 X-FEN by Reinhard Scharnagl (`KQkq` is the outermost
//! rook, else its file) and Shredder-FEN (always the file). The en passant square is written only when a capture
//! there is legal.

use std::fmt::{self, Write as _};

use super::bitboard::Bitboard;
use super::board::{Board, ParseBoardError};
use super::castling::{CastlingMode, CastlingSide};
use super::color::Color;
use super::piece::Role;
use super::position::{Position, Setup};
use super::square::{File, Square};
use super::validity;

impl Position {
    /// Reads a FEN of six fields. An en passant square that fits the pieces is accepted, and forgotten when no
    /// legal move takes there.
    ///
    /// ```
    /// use penpawn::chess::{CastlingMode, FenError, Position};
    ///
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10";
    /// assert_eq!(Position::from_fen(fen, CastlingMode::Standard)?.fen(), fen);
    /// let no_rook = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1", CastlingMode::Standard);
    /// assert_eq!(no_rook, Err(FenError::CastlingRight('K')));
    /// # Ok::<(), FenError>(())
    /// ```
    pub fn from_fen(fen: &str, mode: CastlingMode) -> Result<Position, FenError> {
        let setup = read(fen, mode)?;
        validity::check_rules(&setup)?;
        validity::check_reachable(&setup)?;
        Ok(Position::from_checked(&setup))
    }

    /// Reads a FEN like [`from_fen`](Position::from_fen), but takes set-ups, too, that keep the rules and yet
    /// cannot come from a game: more pieces than promotions bring, checks that no move gives. For tools that look
    /// at positions as such.
    pub fn from_unreachable_fen(fen: &str, mode: CastlingMode) -> Result<Position, FenError> {
        let setup = read(fen, mode)?;
        validity::check_rules(&setup)?;
        Ok(Position::from_checked(&setup))
    }

    /// The position as a FEN; castling rights of Chess960 as X-FEN.
    pub fn fen(&self) -> String {
        let mut fen = format!("{} {} ", self.board(), self.turn().char());
        self.push_castling_field(&mut fen);
        match self.en_passant() {
            Some(square) => write!(fen, " {square}"),
            None => write!(fen, " -"),
        }
        .and_then(|()| write!(fen, " {} {}", self.halfmove_clock(), self.fullmove_number()))
        .expect("writing to a string cannot fail");
        fen
    }

    fn push_castling_field(&self, fen: &mut String) {
        if self.castling_rooks().is_empty() {
            fen.push('-');
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling_rook(color, side) else {
                    continue;
                };
                let letter = if outermost_rook(self.board(), color, side) == Some(rook) {
                    side_letter(side)
                } else {
                    rook.file().char()
                };
                fen.push(color.pick(letter.to_ascii_uppercase(), letter));
            }
        }
    }
}

fn read(fen: &str, mode: CastlingMode) -> Result<Setup, FenError> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [
        board,
        turn,
        castling,
        en_passant,
        halfmove_clock,
        fullmove_number,
    ] = fields[..]
    else {
        return Err(FenError::Fields(fields.len()));
    };
    let board: Board = board.parse().map_err(FenError::Board)?;
    let turn = match turn {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenError::Turn),
    };
    let castling_rooks = read_castling(castling, &board, mode)?;
    let en_passant = match en_passant {
        "-" => None,
        square => Some(square.parse().map_err(|_| FenError::EnPassant)?),
    };
    let halfmove_clock = read_number(halfmove_clock).ok_or(FenError::HalfmoveClock)?;
    let fullmove_number = read_number(fullmove_number)
        .filter(|&number| number > 0)
        .ok_or(FenError::FullmoveNumber)?;
    Ok(Setup {
        board,
        turn,
        castling_rooks,
        en_passant,
        halfmove_clock,
        fullmove_number,
        mode,
    })
}

/// Digits only, and no more than any game can need: the 75-move rule ends it before move 10,000.
fn read_number(text: &str) -> Option<u32> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn read_castling(field: &str, board: &Board, mode: CastlingMode) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rooks);
    }
    if field.is_empty() {
        return Err(FenError::CastlingField);
    }
    let mut taken = Vec::new();
    for letter in field.chars() {
        let (color, side, rook) = read_right(letter, board, mode)?;
        if taken.contains(&(color, side)) {
            return Err(FenError::CastlingField);
        }
        taken.push((color, side));
        rooks |= rook.into();
    }
    Ok(rooks)
}

/// The right that one letter of the castling field stands for.
fn read_right(
    letter: char,
    board: &Board,
    mode: CastlingMode,
) -> Result<(Color, CastlingSide, Square), FenError> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let named_side = CastlingSide::ALL
        .into_iter()
        .find(|&side| side_letter(side) == letter.to_ascii_lowercase());
    let named_file = File::from_char(letter.to_ascii_lowercase());
    let missing = FenError::CastlingRight(letter);

    let king = board.men(color, Role::King).first().ok_or(missing)?;
    let rook = match (mode, named_side, named_file) {
        (CastlingMode::Standard, Some(side), _) if king.file() == File::E => {
            Square::new(side.standard_rook_file(), color.back_rank())
        }
        (CastlingMode::Standard, Some(_), _) => return Err(missing),
        (CastlingMode::Standard, None, Some(_)) => return Err(FenError::Chess960Right(letter)),
        (CastlingMode::Chess960, Some(side), _) => {
            outermost_rook(board, color, side).ok_or(missing)?
        }
        (CastlingMode::Chess960, None, Some(file)) => Square::new(file, color.back_rank()),
        (_, None, None) => return Err(FenError::CastlingField),
    };
    if king.rank() == color.back_rank() && board.men(color, Role::Rook).contains(rook) {
        Ok((color, CastlingSide::of(king, rook), rook))
    } else {
        Err(missing)
    }
}

/// The own rook nearest to the edge on that side of the king.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let king = board.men(color, Role::King).first()?;
    let rooks = board.men(color, Role::Rook) & Bitboard::rank(color.back_rank());
    let outermost = match side {
        CastlingSide::King => rooks.last(),
        CastlingSide::Queen => rooks.first(),
    };
    outermost.filter(|&rook| CastlingSide::of(king, rook) == side)
}

fn side_letter(side: CastlingSide) -> char {
    match side {
        CastlingSide::King => 'k',
        CastlingSide::Queen => 'q',
    }
}

/// Why a text is no FEN of a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// So many fields instead of six.
    Fields(usize),
    /// The placement cannot be read.
    Board(ParseBoardError),
    /// The side to move is neither `w` nor `b`.
    Turn,
    /// The castling field is empty, has another letter, or gives a right twice.
    CastlingField,
    /// A castling right without king and rook in their places.
    CastlingRight(char),
    /// A castling right by file, in a standard game.
    Chess960Right(char),
    /// The en passant field is neither a square nor `-`.
    EnPassant,
    /// No pawn can just have advanced two squares past the en passant square.
    EnPassantSquare(Square),
    /// The halfmove clock is no number from 0 to 9999.
    HalfmoveClock,
    /// The move number is no number from 1 to 9999.
    FullmoveNumber,
    /// A side has so many kings instead of one.
    Kings(Color, usize),
    /// A side has more than sixteen pieces, or more promoted ones than missing pawns.
    TooManyPieces(Color),
    /// A pawn on the first or eighth rank.
    PawnOnBackRank(Square),
    /// The side that has moved is in check.
    OpponentInCheck,
    /// No last move can have given check like this.
    ImpossibleCheck,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(count) => write!(
                f,
                "a FEN has six fields with one space between (pieces, side to move, castling, en passant, halfmove \
                 clock, move number), this has {count}"
            ),
            Self::Board(error) => error.fmt(f),
            Self::Turn => f.write_str("the side to move must be w or b"),
            Self::CastlingField => {
                f.write_str("the castling field must be - or letters of KQkq, each once")
            }
            Self::CastlingRight(letter) => {
                write!(
                    f,
                    "castling right {letter}: king and rook are not where they would have to be"
                )
            }
            Self::Chess960Right(letter) => {
                write!(f, "castling right {letter} is for Chess960 only")
            }
            Self::EnPassant => f.write_str("the en passant field must be - or a square"),
            Self::EnPassantSquare(square) => write!(f, "no pawn can just have passed {square}"),
            Self::HalfmoveClock => {
                f.write_str("the halfmove clock must be a number from 0 to 9999")
            }
            Self::FullmoveNumber => f.write_str("the move number must be a number from 1 to 9999"),
            Self::Kings(color, 0) => write!(f, "{color} has no king"),
            Self::Kings(color, count) => write!(f, "{color} has {count} kings"),
            Self::TooManyPieces(color) => {
                write!(f, "{color} has more pieces than promotions can bring")
            }
            Self::PawnOnBackRank(square) => write!(f, "a pawn cannot stand on {square}"),
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
            Self::ImpossibleCheck => f.write_str("no move can have given this check"),
        }
    }
}

impl std::error::Error for FenError {}
