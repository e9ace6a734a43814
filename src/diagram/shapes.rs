//! Arrows and circles, laid over a picture that is already there.

use std::ops::Range;

use tiny_skia::{FillRule, LineJoin, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::color::Rgb;
use super::input::Ink;
use super::layout::Point;
use super::scene::{Outline, Shape};
use super::theme;
use super::tiles::paint;

/// Proportions, in squares.
const SHAFT_WIDTH: f32 = 0.17;
const HEAD_LENGTH: f32 = 0.40;
const HEAD_WIDTH: f32 = 0.50;
/// From the middle of the first square to the end of the shaft, which leaves most of the piece to be seen.
const TAIL_GAP: f32 = 0.30;
/// From the tip to the middle of the last square.
const TIP_GAP: f32 = 0.06;
const ARROW_CASING: f32 = 0.0375;
const CIRCLE_RADIUS: f32 = 0.42;
const CIRCLE_WIDTH: f32 = 0.065;
const CIRCLE_CASING_WIDTH: f32 = 0.10;

/// How far a shape and its casing reach beyond the middles of its squares, at most.
const REACH: f32 = 0.5;

/// How much of the picture below shapes cover.
const INK_OPACITY: f32 = 0.90;
const CASING_OPACITY: f32 = 0.75;

impl Ink {
    pub(super) const fn color(self) -> Rgb {
        match self {
            Ink::Blue => Rgb::hex("#0b5fae"),
            Ink::Orange => Rgb::hex("#e06a00"),
            Ink::Ink => Rgb::hex("#2b2521"),
        }
    }

    /// What the ink makes of a color under it.
    pub(super) fn over(self, below: Rgb) -> Rgb {
        below.covered(self.color(), INK_OPACITY)
    }
}

impl Shape {
    /// What the casing of a shape makes of a color under it.
    pub(super) fn casing_over(below: Rgb) -> Rgb {
        below.covered(theme::CASING, CASING_OPACITY)
    }

    /// The rows of pixels that the shape may touch.
    pub(super) fn rows(self, square: f32) -> Range<usize> {
        let (one, other) = match self.outline {
            Outline::Arrow { from, to } => (from, to),
            Outline::Circle { center } => (center, center),
        };
        let reach = REACH * square;
        // Where a row is not whole, the conversion rounds down and stops at 0.
        (one.y.min(other.y) - reach) as usize..(one.y.max(other.y) + reach) as usize + 1
    }

    /// Paints the shape on a picture whose squares have this side, in pixels.
    pub(super) fn paint(self, picture: &mut Pixmap, square: f32) {
        let (casing, body) = match self.outline {
            Outline::Arrow { from, to } => {
                let body = arrow(from, to, square);
                let rim = Stroke {
                    width: 2.0 * ARROW_CASING * square,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                (outline(&body, &rim), body)
            }
            Outline::Circle { center } => {
                let line = PathBuilder::from_circle(center.x, center.y, CIRCLE_RADIUS * square);
                let line = line.expect("the radius is positive");
                let width = |width: f32| Stroke {
                    width: width * square,
                    ..Stroke::default()
                };
                (
                    outline(&line, &width(CIRCLE_CASING_WIDTH)),
                    outline(&line, &width(CIRCLE_WIDTH)),
                )
            }
        };
        for (path, color, opacity) in [
            (casing, theme::CASING, CASING_OPACITY),
            (body, self.ink.color(), INK_OPACITY),
        ] {
            picture.fill_path(
                &path,
                &paint(color, opacity),
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        }
    }
}

/// The seven corners of an arrow, from one middle of a square to another.
fn arrow(from: Point, to: Point, square: f32) -> Path {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    let along = Point {
        x: dx / length,
        y: dy / length,
    };
    let tip = length - TIP_GAP * square;
    let neck = tip - HEAD_LENGTH * square;
    let (shaft, head) = (SHAFT_WIDTH * square / 2.0, HEAD_WIDTH * square / 2.0);
    let corners = [
        (TAIL_GAP * square, -shaft),
        (neck, -shaft),
        (neck, -head),
        (tip, 0.0),
        (neck, head),
        (neck, shaft),
        (TAIL_GAP * square, shaft),
    ];
    let mut path = PathBuilder::new();
    for (i, (forward, sideways)) in corners.into_iter().enumerate() {
        let x = from.x + along.x * forward - along.y * sideways;
        let y = from.y + along.y * forward + along.x * sideways;
        if i == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.close();
    path.finish().expect("an arrow has an extent")
}

/// The area of a line.
fn outline(line: &Path, stroke: &Stroke) -> Path {
    line.stroke(stroke, 1.0).expect("a line has an extent")
}
