//! Where everything stands in the picture. The only place that knows which way is up.
//!
//! A picture is a square of nine by nine tiles: a narrow column of rank labels on the left, a narrow row of file
//! labels at the bottom, and eight by eight squares. All that follows speaks of tiles and pixels; nothing else asks
//! whether the board is seen from White or from Black.

use crate::chess::{File, Rank, Square};

/// Whose side is at the bottom. Black's view is White's turned by half a turn, not its mirror image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// White at the bottom, a1 in the lower left corner.
    #[default]
    White,
    /// Black at the bottom, h8 in the lower left corner.
    Black,
}

impl View {
    /// Both views.
    pub const ALL: [View; 2] = [View::White, View::Black];
}

/// Width and height of a picture. Clients scale it down, so sizes below 700 pixels are for files that must be small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Size {
    /// 512 pixels.
    Small,
    /// 720 pixels: sharp on a phone, light to send.
    #[default]
    Medium,
    /// 800 pixels.
    Large,
    /// 1,024 pixels.
    Huge,
}

impl Size {
    /// Every size, smallest first.
    pub const ALL: [Size; 4] = [Size::Small, Size::Medium, Size::Large, Size::Huge];

    /// The size with this width in pixels.
    pub fn from_pixels(pixels: usize) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.pixels() == pixels)
    }

    /// Width of the whole picture in pixels: the gutter and eight squares.
    pub const fn pixels(self) -> usize {
        self.gutter() + 8 * self.square()
    }

    /// Width of the label column and height of the label row, in pixels.
    pub const fn gutter(self) -> usize {
        match self {
            Size::Small => 24,
            Size::Medium | Size::Large => 32,
            Size::Huge => 40,
        }
    }

    /// Side of one square of the board, in pixels.
    pub const fn square(self) -> usize {
        match self {
            Size::Small => 61,
            Size::Medium => 86,
            Size::Large => 96,
            Size::Huge => 123,
        }
    }
}

/// A point of the picture in pixels, from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// The board turned to one side and drawn at one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) view: View,
    pub(super) size: Size,
}

impl Layout {
    /// The square of the board at a row (0 is the uppermost) and a column (0 is the leftmost) of squares.
    pub(super) fn square_at(self, row: usize, column: usize) -> Square {
        Square::new(self.file_at(column), self.rank_at(row))
    }

    /// The rank whose label stands left of a row of squares.
    pub(super) fn rank_at(self, row: usize) -> Rank {
        match self.view {
            View::White => Rank::ALL[7 - row],
            View::Black => Rank::ALL[row],
        }
    }

    /// The file whose label stands under a column of squares.
    pub(super) fn file_at(self, column: usize) -> File {
        match self.view {
            View::White => File::ALL[column],
            View::Black => File::ALL[7 - column],
        }
    }

    /// Row and column of a square.
    pub(super) fn place(self, square: Square) -> (usize, usize) {
        let (file, rank) = (square.file().index(), square.rank().index());
        match self.view {
            View::White => (7 - rank, file),
            View::Black => (rank, 7 - file),
        }
    }

    /// The middle of a square.
    pub(super) fn center(self, square: Square) -> Point {
        let (row, column) = self.place(square);
        let side = self.size.square() as f32;
        Point {
            x: self.size.gutter() as f32 + (column as f32 + 0.5) * side,
            y: (row as f32 + 0.5) * side,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_add_up() {
        let widths = Size::ALL.map(Size::pixels);
        assert_eq!(widths, [512, 720, 800, 1024]);
        assert_eq!(Size::from_pixels(720), Some(Size::Medium));
        assert_eq!(Size::from_pixels(721), None);
    }

    #[test]
    fn a_square_lies_where_its_label_says() {
        for size in Size::ALL {
            for view in View::ALL {
                let layout = Layout { view, size };
                for square in Square::ALL {
                    let (row, column) = layout.place(square);
                    assert_eq!(layout.square_at(row, column), square);
                    assert_eq!(layout.rank_at(row), square.rank());
                    assert_eq!(layout.file_at(column), square.file());
                }
            }
        }
    }

    #[test]
    fn black_sees_a_half_turn_of_what_white_sees() {
        let [white, black] = View::ALL.map(|view| Layout {
            view,
            size: Size::Medium,
        });
        for square in Square::ALL {
            let (row, column) = white.place(square);
            assert_eq!(black.place(square), (7 - row, 7 - column));
        }
        let a1 = Square::new(File::A, Rank::First);
        assert_eq!(white.place(a1), (7, 0), "a1 is White's lower left corner");
    }
}
