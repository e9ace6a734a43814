//! The two sides of castling and where king and rook end up (FIDE article 3.8.2, Chess960 guidelines).
//! Knows nothing of whether castling is legal now.

use super::color::Color;
use super::square::{File, Square};

/// How castling rights are read and written, and which set-ups are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Kings castle from the e-file with rooks of the a- and h-file only.
    Standard,
    /// Any start of king and rooks; FENs by X-FEN or Shredder, castling in UCI is "king takes rook".
    Chess960,
}

/// The side of the board towards which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Towards the h-file, `O-O`.
    King,
    /// Towards the a-file, `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first as in a FEN.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The side on which the rook stands as seen from its king.
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook > king {
            CastlingSide::King
        } else {
            CastlingSide::Queen
        }
    }

    /// Where the king goes: the g- or the c-file.
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook goes: the f- or the d-file.
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }

    /// The file of this side's rook in the standard start position.
    pub(super) const fn standard_rook_file(self) -> File {
        match self {
            CastlingSide::King => File::H,
            CastlingSide::Queen => File::A,
        }
    }
}
