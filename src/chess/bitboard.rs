//! A set of squares in one machine word.
//! Knows nothing of what the set stands for.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::color::Color;
use super::square::{File, Rank, Square};

/// A set of squares; bit 0 is a1, bit 63 is h8. `-` is the difference of sets.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The first and the eighth rank, where pawns promote.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);

    /// The set of one square.
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// All squares of a file.
    pub const fn file(file: File) -> Bitboard {
        Bitboard(Bitboard::FILE_A.0 << file.index())
    }

    /// All squares of a rank.
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank.index()))
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Bitboard::of(square).0 != 0
    }

    /// Whether the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the set has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has two squares or more.
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the sets share a square.
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest index.
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros()))
        }
    }

    /// The square with the highest index.
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::from_index(self.0.ilog2()))
        }
    }

    /// Every square moved one rank ahead as `color` plays; what leaves the board is dropped.
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square moved one file towards h; what leaves the board is dropped.
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_H.0) << 1)
    }

    /// Every square moved one file towards a; what leaves the board is dropped.
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_A.0) >> 1)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        // Clears the lowest bit.
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident, $assign:ident $assign_method:ident: $combine:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: Bitboard) -> Bitboard {
                let combine: fn(u64, u64) -> u64 = $combine;
                Bitboard(combine(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand, BitAndAssign bitand_assign: |a, b| a & b;
    BitOr bitor, BitOrAssign bitor_assign: |a, b| a | b;
    BitXor bitxor, BitXorAssign bitxor_assign: |a, b| a ^ b;
    Sub sub, SubAssign sub_assign: |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_order() {
        let set: Bitboard = [Square::H8, Square::A1, Square::E4].into_iter().collect();
        assert_eq!(set.len(), 3);
        assert!(set.into_iter().eq([Square::A1, Square::E4, Square::H8]));
        assert_eq!(
            (set.first(), set.last()),
            (Some(Square::A1), Some(Square::H8))
        );
        assert_eq!(
            (Bitboard::EMPTY.first(), Bitboard::EMPTY.last()),
            (None, None)
        );
    }

    #[test]
    fn steps_do_not_wrap_around_the_edge() {
        assert_eq!(Bitboard::of(Square::H4).east(), Bitboard::EMPTY);
        assert_eq!(Bitboard::of(Square::A4).west(), Bitboard::EMPTY);
        assert_eq!(
            Bitboard::of(Square::E8).forward(Color::White),
            Bitboard::EMPTY
        );
        assert_eq!(
            Bitboard::of(Square::E2).forward(Color::Black),
            Square::E1.into()
        );
    }
}
