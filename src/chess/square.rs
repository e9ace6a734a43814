//! The 64 squares and their coordinates.
//! Knows nothing of what stands on them.

use std::fmt;
use std::str::FromStr;

/// A column of the board, from White's left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the letters say it")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, from a to h.
    pub const ALL: [File; 8] = [
        File::A,
        File::B,
        File::C,
        File::D,
        File::E,
        File::F,
        File::G,
        File::H,
    ];

    /// 0 for a to 7 for h.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter.
    pub const fn char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a lower-case letter.
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }
}

/// A row of the board, counted from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the numbers say it")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks, from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first rank to 7 for the eighth.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The digit, `1` to `8`.
    pub const fn char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit.
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }
}

/// A square: a1 is 0, b1 is 1, h8 is 63.
///
/// ```
/// use penpawn::chess::{File, Rank, Square};
///
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
/// assert_eq!(Square::E4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// All squares, from a1 along the first rank to h8.
    pub const ALL: [Square; 64] = {
        let mut all = [Square(0); 64];
        let mut index = 0;
        while index < 64 {
            all[index] = Square(index as u8);
            index += 1;
        }
        all
    };

    /// The square where a file and a rank meet.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square of a lower-case letter and a digit.
    pub(crate) const fn from_ascii(file: u8, rank: u8) -> Option<Square> {
        match (File::from_char(file as char), Rank::from_char(rank as char)) {
            (Some(file), Some(rank)) => Some(Square::new(file, rank)),
            (None, _) | (_, None) => None,
        }
    }

    /// The square with an index below 64; only the low six bits count.
    pub(crate) const fn from_index(index: u32) -> Square {
        Square(index as u8 & 63)
    }

    /// 0 for a1, 1 for b1, 63 for h8.
    pub const fn index(self) -> usize {
        // The mask tells the compiler that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// The column of this square.
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// The row of this square.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// Whether the square is a light one, as h1 is (FIDE article 2.1).
    pub const fn is_light(self) -> bool {
        (self.file().index() + self.rank().index()) % 2 == 1
    }

    /// The square so many indices on: 8 is one rank up, -1 one file left.
    pub(crate) const fn offset(self, step: i8) -> Square {
        Square(self.0.wrapping_add_signed(step) & 63)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match *text.as_bytes() {
            [file, rank] => Square::from_ascii(file, rank).ok_or(ParseSquareError),
            _ => Err(ParseSquareError),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().char(), self.rank().char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a to h and a digit 1 to 8, as in e4")
    }
}

impl std::error::Error for ParseSquareError {}

macro_rules! square_constants {
    ($($file:ident: $($name:ident)*;)*) => {
        #[expect(missing_docs, reason = "the names say it")]
        impl Square {
            $(square_constants! { @file $file 0, $($name)* })*
        }
    };
    (@file $file:ident $rank:expr, $name:ident $($rest:ident)*) => {
        pub const $name: Square = Square::new(File::$file, Rank::ALL[$rank]);
        square_constants! { @file $file $rank + 1, $($rest)* }
    };
    (@file $file:ident $rank:expr,) => {};
}

square_constants! {
    A: A1 A2 A3 A4 A5 A6 A7 A8;
    B: B1 B2 B3 B4 B5 B6 B7 B8;
    C: C1 C2 C3 C4 C5 C6 C7 C8;
    D: D1 D2 D3 D4 D5 D6 D7 D8;
    E: E1 E2 E3 E4 E5 E6 E7 E8;
    F: F1 F2 F3 F4 F5 F6 F7 F8;
    G: G1 G2 G3 G4 G5 G6 G7 G8;
    H: H1 H2 H3 H4 H5 H6 H7 H8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Square, ParseSquareError>) {
        assert_eq!(text.parse(), expected, "{text:?}");
    }

    #[test]
    fn squares_are_read_strictly() {
        check("a1", Ok(Square::A1));
        check("h8", Ok(Square::H8));
        check("c7", Ok(Square::C7));
        for wrong in ["", "e", "e9", "i1", "E4", "e44", "4e", "é4", " e4"] {
            check(wrong, Err(ParseSquareError));
        }
    }

    #[test]
    fn every_square_reads_back() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            check(&square.to_string(), Ok(square));
        }
    }

    #[test]
    fn corner_colors() {
        assert!(Square::H1.is_light() && Square::A8.is_light());
        assert!(!Square::A1.is_light() && !Square::H8.is_light());
    }
}
