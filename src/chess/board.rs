//! Which pieces stand where: any placement, kings or not.
//! Knows nothing of whose turn it is and of what was played before.

use std::fmt;
use std::str::FromStr;

use super::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::{Piece, Role};
use super::square::{File, Rank, Square};

/// A placement of pieces. Reads and writes the first field of a FEN.
///
/// ```
/// use penpawn::chess::{Board, Square};
///
/// let board: Board = "8/8/8/3q4/8/8/8/8".parse()?;
/// assert_eq!(board.piece_at(Square::D5).map(|piece| piece.char()), Some('q'));
/// assert_eq!(board.pseudo_legal_targets(Square::D5).len(), 27);
/// # Ok::<(), penpawn::chess::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    by_color: [Bitboard; 2],
    by_role: [Bitboard; 6],
}

impl Board {
    /// The board without pieces.
    pub const EMPTY: Board = Board {
        by_color: [Bitboard::EMPTY; 2],
        by_role: [Bitboard::EMPTY; 6],
    };

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.color(color).contains(square))?;
        let role = self.role_at(square)?;
        Some(Piece { color, role })
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(old) = self.piece_at(square) {
            self.toggle(old.color, old.role, square);
        }
        if let Some(new) = piece {
            self.toggle(new.color, new.role, square);
        }
    }

    /// All pieces with their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The squares on which something stands.
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The squares of one side's pieces.
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The squares of both sides' pieces of a role.
    pub fn role(&self, role: Role) -> Bitboard {
        self.by_role[role.index()]
    }

    /// The squares of one side's pieces of a role.
    pub fn men(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// Where the piece on `square` could go by its way of moving and by what stands in its way, without regard to
    /// turn, check, castling and en passant (FIDE articles 3.1 to 3.8.1). Empty for an empty square.
    pub fn pseudo_legal_targets(&self, square: Square) -> Bitboard {
        let Some(Piece { color, role }) = self.piece_at(square) else {
            return Bitboard::EMPTY;
        };
        match role {
            Role::Pawn => {
                let free = !self.occupied();
                let one = Bitboard::of(square).forward(color) & free;
                let third = Bitboard::rank(color.pick(Rank::Third, Rank::Sixth));
                let two = (one & third).forward(color) & free;
                one | two | (attacks::pawn(color, square) & self.color(!color))
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                attacks::by_role(role, square, self.occupied()) - self.color(color)
            }
        }
    }

    /// The pieces of `by` that attack a square when the squares of `occupied` block the way. Pinned pieces attack
    /// as well (FIDE article 3.1.3).
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        let attackers = (attacks::pawn(!by, square) & self.role(Role::Pawn))
            | (attacks::knight(square) & self.role(Role::Knight))
            | (attacks::king(square) & self.role(Role::King))
            | (attacks::bishop(square, occupied) & (self.role(Role::Bishop) | queens))
            | (attacks::rook(square, occupied) & (self.role(Role::Rook) | queens));
        attackers & self.color(by)
    }

    /// The role of whatever stands on a square.
    pub(super) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| self.role(role).contains(square))
    }

    /// Puts the piece there if it is not, takes it away if it is.
    pub(super) fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.by_color[color.index()] ^= square.into();
        self.by_role[role.index()] ^= square.into();
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let mut board = Board::EMPTY;
        let mut rows = text.split('/');
        for rank in Rank::ALL.into_iter().rev() {
            let row = rows.next().ok_or(ParseBoardError::RankCount)?;
            read_rank(row, rank, &mut board)?;
        }
        match rows.next() {
            None => Ok(board),
            Some(_) => Err(ParseBoardError::RankCount),
        }
    }
}

fn read_rank(row: &str, rank: Rank, board: &mut Board) -> Result<(), ParseBoardError> {
    let mut file = 0;
    let mut after_digit = false;
    for char in row.chars() {
        if let '1'..='8' = char {
            if after_digit {
                return Err(ParseBoardError::AdjacentDigits(rank));
            }
            file += char as usize - '0' as usize;
        } else {
            let piece = Piece::from_char(char).ok_or(ParseBoardError::UnknownPiece(char))?;
            let file = File::ALL
                .get(file)
                .ok_or(ParseBoardError::RankLength(rank))?;
            board.toggle(piece.color, piece.role, Square::new(*file, rank));
        }
        file += usize::from(!char.is_ascii_digit());
        after_digit = char.is_ascii_digit();
    }
    if file == 8 {
        Ok(())
    } else {
        Err(ParseBoardError::RankLength(rank))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                let Some(piece) = self.piece_at(Square::new(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    write!(f, "{gap}")?;
                }
                gap = 0;
                write!(f, "{}", piece.char())?;
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// What is wrong with a text that should place pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseBoardError {
    /// Not eight ranks.
    RankCount,
    /// A rank that has not eight squares.
    RankLength(Rank),
    /// Two digits side by side, where one should stand for both.
    AdjacentDigits(Rank),
    /// A character that stands for no piece.
    UnknownPiece(char),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankCount => f.write_str("the board needs eight ranks with / between them"),
            Self::RankLength(rank) => write!(f, "rank {} does not have eight squares", rank.char()),
            Self::AdjacentDigits(rank) => {
                write!(f, "rank {} has two digits side by side", rank.char())
            }
            Self::UnknownPiece(char) => {
                write!(f, "{char:?} is no piece; the letters are PNBRQK and pnbrqk")
            }
        }
    }
}

impl std::error::Error for ParseBoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<(), ParseBoardError>) {
        let read = text.parse::<Board>();
        assert_eq!(read.map(|_| ()), expected, "{text:?}");
        if let Ok(board) = read {
            assert_eq!(board.to_string(), text);
        }
    }

    #[test]
    fn placements_are_read_strictly() {
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Ok(()));
        check("8/8/8/8/8/8/8/8", Ok(()));
        check("QQQQQQQQ/8/1p6/2p5/3p4/4p3/5p2/6pP", Ok(()));
        check("8/8/8/8/8/8/8", Err(ParseBoardError::RankCount));
        check("8/8/8/8/8/8/8/8/8", Err(ParseBoardError::RankCount));
        check(
            "8/8/8/8/8/8/8/7",
            Err(ParseBoardError::RankLength(Rank::First)),
        );
        check(
            "8/8/8/8/8/8/8/7pp",
            Err(ParseBoardError::RankLength(Rank::First)),
        );
        check(
            "8/8/8/8/8/8/8/8p",
            Err(ParseBoardError::RankLength(Rank::First)),
        );
        check(
            "44/8/8/8/8/8/8/8",
            Err(ParseBoardError::AdjacentDigits(Rank::Eighth)),
        );
        check("9/8/8/8/8/8/8/8", Err(ParseBoardError::UnknownPiece('9')));
        check("7x/8/8/8/8/8/8/8", Err(ParseBoardError::UnknownPiece('x')));
        check("", Err(ParseBoardError::RankLength(Rank::Eighth)));
    }

    #[track_caller]
    fn check_targets(placement: &str, square: Square, expected: &[Square]) {
        let board: Board = placement.parse().unwrap();
        assert_eq!(
            board.pseudo_legal_targets(square),
            expected.iter().copied().collect(),
            "{placement} {square}"
        );
    }

    #[test]
    fn targets_need_no_kings() {
        check_targets(
            "8/8/8/8/8/3p1p2/4P3/8",
            Square::E2,
            &[Square::E3, Square::E4, Square::D3, Square::F3],
        );
        check_targets("8/8/8/8/4p3/8/4P3/8", Square::E2, &[Square::E3]);
        check_targets("8/8/8/8/8/4p3/4P3/8", Square::E2, &[]);
        check_targets("8/4p3/8/8/8/8/8/8", Square::E7, &[Square::E6, Square::E5]);
        check_targets("8/8/8/8/8/8/P7/Rn6", Square::A1, &[Square::B1]);
        check_targets("8/8/8/8/8/8/8/8", Square::A1, &[]);
    }
}
