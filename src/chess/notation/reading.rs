//! One way to understand a typed move, and the legal moves that it fits.
//! Knows nothing of how the text was written.

use crate::chess::{File, Move, Position, Rank, Role, Square};

/// What a text says about the move that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// `None`: any piece.
    pub(super) role: Option<Role>,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    pub(super) to: Target,
    pub(super) capture: Capture,
    /// "takes the knight on d5": what is taken.
    pub(super) victim: Option<Role>,
    pub(super) promotion: Promotion,
    /// The text says "e.p.".
    pub(super) en_passant: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Square(Square),
    /// `exd`: any square of a file, by a pawn that takes.
    File(File),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    /// The text leaves it open: `Nf3`, `e4d5`.
    Open,
    /// An `x` that must be true.
    Claimed,
    /// A square alone, `d5`, is never a capture.
    Excluded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotion {
    Unsaid,
    /// `e8=`: a promotion, but the piece is missing.
    Unnamed,
    Named(Role),
}

impl Reading {
    /// The square that the move starts from, if the text says it in full.
    pub(super) fn origin(&self) -> Option<Square> {
        Some(Square::new(self.from_file?, self.from_rank?))
    }

    /// The legal moves that this reading fits.
    pub(super) fn matches(&self, position: &Position) -> Vec<Move> {
        let mut found: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| self.fits(mv))
            .collect();
        // In Chess960 a king's step may end where castling would put him; the step is what the square says.
        if found
            .iter()
            .any(|mv| mv.role() == Role::King && !mv.is_castling())
        {
            found.retain(|mv| !mv.is_castling());
        }
        found
    }

    fn fits(&self, mv: Move) -> bool {
        self.role.is_none_or(|role| role == mv.role())
            && self.fits_origin(mv.from())
            && self.fits_target(mv)
            && self.fits_capture(mv)
            && match self.promotion {
                Promotion::Unsaid => true,
                Promotion::Unnamed => mv.promotion().is_some(),
                Promotion::Named(role) => mv.promotion() == Some(role),
            }
    }

    /// Whether a piece on `square` can be meant.
    pub(super) fn fits_origin(&self, square: Square) -> bool {
        self.from_file.is_none_or(|file| file == square.file())
            && self.from_rank.is_none_or(|rank| rank == square.rank())
    }

    fn fits_target(&self, mv: Move) -> bool {
        match self.to {
            Target::Square(square) if square == mv.to() => true,
            // `e1h1`: the king takes his own rook, as Chess960 writes castling.
            Target::Square(square) => {
                self.role.is_none() && self.origin().is_some() && mv.castling_rook() == Some(square)
            }
            Target::File(file) => mv.is_capture() && mv.to().file() == file,
        }
    }

    fn fits_capture(&self, mv: Move) -> bool {
        let claim_holds = match self.capture {
            Capture::Open => true,
            Capture::Claimed => mv.is_capture(),
            Capture::Excluded => !mv.is_capture(),
        };
        claim_holds
            && (mv.is_en_passant() || !self.en_passant)
            && self.victim.is_none_or(|role| mv.captured() == Some(role))
    }
}
