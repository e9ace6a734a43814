//! The drawings of the pieces and how they take a theme's colors.
//!
//! A drawing is one SVG file of plain paths on a square of 45 units. Its classes say what each path is: `outline`,
//! `body`, `shade`, `detail` (lines) and `spot` (small filled marks). The files carry White's colors so that any
//! program shows them; a theme replaces these by a style sheet.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::theme::Theme;
use crate::chess::{Piece, Role};

/// A style of drawing for all twelve pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PieceSet {
    /// Solid pieces as if turned on a lathe, lit from the left.
    #[default]
    Turned,
}

/// The name is none of the piece sets.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no piece set is called {0:?}")]
pub struct UnknownPieceSet(String);

impl PieceSet {
    /// Every set, the default first.
    pub const ALL: [PieceSet; 1] = [PieceSet::Turned];

    /// The name by which people choose it.
    pub const fn name(self) -> &'static str {
        match self {
            PieceSet::Turned => "turned",
        }
    }

    /// The drawing of a piece, in White's colors.
    pub(super) const fn drawing(self, role: Role) -> &'static str {
        match (self, role) {
            (PieceSet::Turned, Role::Pawn) => include_str!("../../assets/pieces/turned/pawn.svg"),
            (PieceSet::Turned, Role::Knight) => {
                include_str!("../../assets/pieces/turned/knight.svg")
            }
            (PieceSet::Turned, Role::Bishop) => {
                include_str!("../../assets/pieces/turned/bishop.svg")
            }
            (PieceSet::Turned, Role::Rook) => include_str!("../../assets/pieces/turned/rook.svg"),
            (PieceSet::Turned, Role::Queen) => include_str!("../../assets/pieces/turned/queen.svg"),
            (PieceSet::Turned, Role::King) => include_str!("../../assets/pieces/turned/king.svg"),
        }
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PieceSet {
    type Err = UnknownPieceSet;

    fn from_str(name: &str) -> Result<PieceSet, UnknownPieceSet> {
        let known = PieceSet::ALL
            .into_iter()
            .find(|set| set.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownPieceSet(name.to_owned()))
    }
}

/// The style sheet that gives a drawing the colors of a piece in a theme.
pub(super) fn style_sheet(theme: Theme, piece: Piece) -> String {
    let colors = theme.pieces(piece.color);
    format!(
        ".outline {{ fill: {outline}; stroke: {outline} }} .body {{ fill: {fill} }} .shade {{ fill: {shade} }} \
         .detail {{ stroke: {detail} }} .spot {{ fill: {detail}; stroke: {detail} }}",
        outline = colors.outline,
        fill = colors.fill,
        shade = colors.shade,
        detail = colors.detail,
    )
}
