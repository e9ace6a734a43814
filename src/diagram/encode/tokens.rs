//! One row of a tile as deflate tokens that mean the same wherever the tile stands in a picture.
//!
//! A token may copy only what lies inside the tile and above or left of it: that is at the same distance in every
//! picture of this width. Nothing may be copied from a neighbor or from the tile above, which change.

use std::ops::Range;

use super::bits::Bits;
use super::symbols::{self, MATCH};

/// From where in the tile a token may copy: so many rows above, so many pixels to the left. The first continues a
/// run of one color, the second repeats the row above, the others follow slanted edges. Three times as many save
/// half a hundredth of the bytes.
const SOURCES: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// How many squares to the left a like square may stand to be copied: those of the same shade.
pub(super) const TWINS: [usize; 3] = [2, 4, 6];

/// A literal pixel or a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Literal(u8),
    Copy { length: usize, distance: usize },
}

/// A row of a tile, from left to right: `lead` pixels as in the row above, tokens, `tail` pixels as in the row above.
/// Both are 0 in a tile's first row, and otherwise 0 or long enough to be copied. They are kept apart because they
/// merge with those of neighboring tiles into one copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) lead: usize,
    pub(super) tokens: Vec<Token>,
    pub(super) tail: usize,
    /// What the tokens cost, in bits.
    pub(super) cost: u32,
}

/// What decides about distances: the bytes of a row of the picture and the width of a square.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry {
    pub(super) stride: usize,
    pub(super) square: usize,
}

impl Geometry {
    /// Every distance that a copy can have.
    pub(super) fn distances(self) -> impl Iterator<Item = usize> {
        self.inside().chain(TWINS.map(|twin| self.twin(twin)))
    }

    /// The distance to a square so many to the left.
    pub(super) fn twin(self, squares: usize) -> usize {
        squares * self.square
    }

    /// The distances to [`SOURCES`].
    fn inside(self) -> impl Iterator<Item = usize> {
        SOURCES
            .into_iter()
            .map(move |(dy, dx)| (dy * self.stride).wrapping_add_signed(dx))
    }
}

/// What tokens cost, in bits.
#[derive(Debug)]
pub(super) struct Costs {
    geometry: Geometry,
    literals: Vec<u32>,
    lengths: Vec<u32>,
    /// One for each of [`SOURCES`].
    distances: Vec<u32>,
}

impl Costs {
    pub(super) fn new(
        geometry: Geometry,
        literal: impl Fn(u8) -> u32,
        length: impl Fn(usize) -> u32,
        distance: impl Fn(usize) -> u32,
    ) -> Costs {
        Costs {
            geometry,
            literals: (0..=u8::MAX).map(literal).collect(),
            lengths: (0..=*MATCH.end())
                .map(|it| {
                    if MATCH.contains(&it) {
                        length(it)
                    } else {
                        u32::MAX
                    }
                })
                .collect(),
            distances: geometry.inside().map(distance).collect(),
        }
    }

    /// A first guess, before there is a code.
    pub(super) fn guess(geometry: Geometry) -> Costs {
        let extra = |(_, extra): (usize, Bits)| u32::from(extra.len());
        Costs::new(
            geometry,
            |_| 7,
            |length| 6 + extra(symbols::length(length)),
            |distance| 3 + extra(symbols::distance(distance)),
        )
    }
}

/// The cheapest tokens for row `y` of a tile.
pub(super) fn parse(tile: &[u8], width: usize, y: usize, costs: &Costs) -> Row {
    let row = &tile[y * width..][..width];
    let above = y
        .checked_sub(1)
        .map(|above| &tile[above * width..][..width]);
    let same = |x: &usize| above.is_some_and(|above| above[*x] == row[*x]);
    let lead = copyable((0..width).take_while(same).count());
    if lead == width {
        return Row {
            lead,
            tokens: Vec::new(),
            tail: 0,
            cost: 0,
        };
    }
    let tail = copyable((0..width).rev().take_while(same).count());
    let (tokens, cost) = cheapest(tile, width, y, lead..width - tail, costs);
    Row {
        lead,
        tokens,
        tail,
        cost,
    }
}

fn copyable(length: usize) -> usize {
    if length < *MATCH.start() { 0 } else { length }
}

/// Shortest path from the first pixel to behind the last one, each token an edge. Found from the end, because a match
/// is one pixel longer than the one that starts a pixel later.
fn cheapest(
    tile: &[u8],
    width: usize,
    y: usize,
    span: Range<usize>,
    costs: &Costs,
) -> (Vec<Token>, u32) {
    let row = |y: usize| &tile[y * width..][..width];
    let pixels = row(y);
    let mut sources: Vec<Source<'_>> = SOURCES
        .into_iter()
        .zip(costs.geometry.inside().zip(&costs.distances))
        .filter_map(|((dy, dx), (distance, &cost))| {
            Some(Source {
                pixels: row(y.checked_sub(dy)?),
                dx,
                distance,
                cost,
                matching: 0,
            })
        })
        .collect();
    // For each pixel, the cost from there to the end, and the token to take.
    let mut best = vec![(0, Token::Literal(0)); span.len() + 1];
    for x in span.clone().rev() {
        let at = x - span.start;
        let literal = best[at + 1].0 + costs.literals[usize::from(pixels[x])];
        let mut choice = (literal, Token::Literal(pixels[x]));
        for source in &mut sources {
            source.extend(x, pixels[x]);
            let mut length = source.matching.min(*MATCH.end());
            while length >= *MATCH.start() {
                let cost = best[at + length].0 + costs.lengths[length] + source.cost;
                if cost < choice.0 {
                    choice = (
                        cost,
                        Token::Copy {
                            length,
                            distance: source.distance,
                        },
                    );
                }
                // Lengths of one symbol cost the same: the longest of them will do.
                length = symbols::shortest_like(length) - 1;
            }
        }
        best[at] = choice;
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < span.len() {
        let token = best[at].1;
        tokens.push(token);
        at += match token {
            Token::Literal(_) => 1,
            Token::Copy { length, .. } => length,
        };
    }
    (tokens, best[0].0)
}

/// A place to copy from, as seen from one row.
struct Source<'a> {
    pixels: &'a [u8],
    dx: isize,
    distance: usize,
    cost: u32,
    /// How many pixels from the present one on equal those at the source.
    matching: usize,
}

impl Source<'_> {
    /// Goes one pixel to the left.
    fn extend(&mut self, x: usize, pixel: u8) {
        let source = x
            .checked_add_signed(-self.dx)
            .and_then(|x| self.pixels.get(x));
        self.matching = if source == Some(&pixel) {
            self.matching + 1
        } else {
            0
        };
    }
}
