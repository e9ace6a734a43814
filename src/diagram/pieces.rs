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
    /// Flat and fine-lined, like the diagrams of an old chess book.
    Book,
}

/// The name is none of the piece sets.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no piece set is called {0:?}; there are turned and book")]
pub struct UnknownPieceSet(String);

impl PieceSet {
    /// Every set, the default first.
    pub const ALL: [PieceSet; 2] = [PieceSet::Turned, PieceSet::Book];

    /// The name by which people choose it.
    pub const fn name(self) -> &'static str {
        match self {
            PieceSet::Turned => "turned",
            PieceSet::Book => "book",
        }
    }

    /// The drawing of a piece, in White's colors.
    pub(super) const fn drawing(self, role: Role) -> &'static str {
        macro_rules! file {
            ($path:literal) => {
                include_str!(concat!("../../assets/pieces/", $path, ".svg"))
            };
        }
        match self {
            PieceSet::Turned => match role {
                Role::Pawn => file!("turned/pawn"),
                Role::Knight => file!("turned/knight"),
                Role::Bishop => file!("turned/bishop"),
                Role::Rook => file!("turned/rook"),
                Role::Queen => file!("turned/queen"),
                Role::King => file!("turned/king"),
            },
            PieceSet::Book => match role {
                Role::Pawn => file!("book/pawn"),
                Role::Knight => file!("book/knight"),
                Role::Bishop => file!("book/bishop"),
                Role::Rook => file!("book/rook"),
                Role::Queen => file!("book/queen"),
                Role::King => file!("book/king"),
            },
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

#[cfg(test)]
mod tests {
    use resvg::usvg::{self, Node};
    use tiny_skia::PathSegment;

    use super::*;

    /// Twice the area that a part of a path encloses, negative if it runs counterclockwise. Curves are taken for the
    /// lines along their control points.
    fn areas(path: &tiny_skia::Path) -> Vec<f32> {
        let mut parts: Vec<Vec<tiny_skia::Point>> = Vec::new();
        for segment in path.segments() {
            let points = match segment {
                PathSegment::MoveTo(point) => {
                    parts.push(vec![point]);
                    continue;
                }
                PathSegment::LineTo(end) => vec![end],
                PathSegment::QuadTo(control, end) => vec![control, end],
                PathSegment::CubicTo(one, other, end) => vec![one, other, end],
                PathSegment::Close => continue,
            };
            parts
                .last_mut()
                .expect("a path starts somewhere")
                .extend(points);
        }
        let area = |points: &Vec<tiny_skia::Point>| {
            let next = points.iter().cycle().skip(1);
            points
                .iter()
                .zip(next)
                .map(|(a, b)| a.x * b.y - b.x * a.y)
                .sum()
        };
        parts.iter().map(area).collect()
    }

    /// Where parts that run in opposite directions overlap, neither is filled, and the outline shows through.
    #[test]
    fn parts_of_a_drawing_leave_no_holes_where_they_overlap() {
        for set in PieceSet::ALL {
            for role in Role::ALL {
                let tree = usvg::Tree::from_str(set.drawing(role), &usvg::Options::default());
                for node in tree.expect("a valid drawing").root().children() {
                    let Node::Path(path) = node else {
                        panic!("{set} {role:?}: only paths are drawn")
                    };
                    let areas = areas(path.data());
                    let clockwise = areas.iter().all(|&area| area > 0.0);
                    assert!(
                        path.fill().is_none() || clockwise,
                        "{set} {role:?}: {areas:?}"
                    );
                }
            }
        }
    }
}
