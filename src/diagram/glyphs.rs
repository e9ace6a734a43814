//! The sixteen labels as strokes, so that no font is needed and every machine draws the same picture.
//!
//! Each glyph stands in a cell 8 units wide; capitals and digits reach from 1.5 down to the base line at 12, and the
//! tail of the g goes on to 15.

use crate::chess::{File, Rank};

/// Height of digits and of tall letters, in glyph units.
pub(super) const CAP_HEIGHT: f32 = 10.5;
/// Middle of a digit in its cell, in glyph units.
pub(super) const MIDDLE: (f32, f32) = (4.0, 6.75);
/// Middle of the letters a to h as a row, whose tails and stems reach further.
pub(super) const LETTER_MIDDLE: (f32, f32) = (4.0, 7.3);
/// Width of the stroke, in glyph units.
pub(super) const STROKE: f32 = 1.5;

/// The letter of a file as an SVG path.
pub(super) const fn file(file: File) -> &'static str {
    match file {
        File::A => "M7 5.5V12M7 8.75A3 3.25 0 1 1 1 8.75A3 3.25 0 1 1 7 8.75Z",
        File::B => "M1 1.5V12M7 8.75A3 3.25 0 1 1 1 8.75A3 3.25 0 1 1 7 8.75Z",
        File::C => "M6.6 6.6A3.1 3.25 0 1 0 6.6 10.9",
        File::D => "M7 1.5V12M7 8.75A3 3.25 0 1 1 1 8.75A3 3.25 0 1 1 7 8.75Z",
        File::E => "M1.2 8.8H6.9A3 3.3 0 1 0 6.4 10.8",
        File::F => "M6.6 2.2C4.4 1.2 3 2.2 3 4.4V12M1 5.7H5.8",
        File::G => {
            "M7 5.5V12.2C7 15 3 15.6 1.4 14.2M7 8.75A3 3.25 0 1 1 1 8.75A3 3.25 0 1 1 7 8.75Z"
        }
        File::H => "M1 1.5V12M1 8.2C1.4 4.6 6.8 4.4 6.8 8.4V12",
    }
}

/// The digit of a rank as an SVG path.
pub(super) const fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::First => "M1.8 3.8L4.6 1.7V12",
        Rank::Second => "M1.2 4.4C1.4 .8 6.8 .8 6.8 4.4C6.8 7 2.6 9 1.2 12H7",
        Rank::Third => {
            "M1.3 3C3 .6 6.6 1.4 6.6 4.2C6.6 6 5 6.6 3.4 6.6C5.4 6.6 7 7.4 7 9.2C7 12.4 2.6 13 1 10.6"
        }
        Rank::Fourth => "M5.4 12V1.7L.8 9H7.2",
        Rank::Fifth => "M6.6 1.7H2L1.5 6.4C4 4.8 7 5.8 7 8.7C7 12.2 2.8 13 1 10.8",
        Rank::Sixth => "M5.6 1.7C3 3 1 6 1 8.8A3 3.25 0 1 0 7 8.8C7 5.2 2 4.8 1.2 8",
        Rank::Seventh => "M1 1.7H7L3.2 12",
        Rank::Eighth => {
            "M4 6.4C.6 6.4 .6 1.6 4 1.6C7.4 1.6 7.4 6.4 4 6.4C0 6.4 0 12 4 12C8 12 8 6.4 4 6.4Z"
        }
    }
}
