//! One row of a tile as deflate tokens that mean the same wherever the tile stands in a picture.
//!
//! A token may copy only what lies inside the tile and above or left of it: that is at the same distance in every
//! picture of this width. Nothing may be copied from a neighbor or from the tile above, which change.

use super::huffman::Code;
use super::symbols::{self, MATCH};

/// From where in the tile a token may copy: so many rows above, so many pixels to the left. The first continues a
/// run of one color, the second repeats the row above; the others catch slanted and curved edges.
const SOURCES: [(usize, isize); 11] = [
    (0, 1),
    (1, 0),
    (1, 1),
    (1, -1),
    (1, 2),
    (1, -2),
    (1, 3),
    (1, -3),
    (2, 0),
    (2, 1),
    (2, -1),
];

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
}

/// What tokens cost, in bits.
#[derive(Debug)]
pub(super) struct Costs {
    literals: Vec<u32>,
    lengths: Vec<u32>,
    /// One for each of [`SOURCES`].
    distances: Vec<u32>,
}

impl Costs {
    /// A first guess, before there is a code.
    pub(super) fn guess(stride: usize) -> Costs {
        let extra = |(_, extra): (usize, super::bits::Bits)| u32::from(extra.len());
        Costs {
            literals: vec![7; 256],
            lengths: lengths(|length| 6 + extra(symbols::length(length))),
            distances: distances(stride)
                .map(|distance| 3 + extra(symbols::distance(distance)))
                .collect(),
        }
    }

    /// The true costs under a code.
    pub(super) fn of(literals: &Code, distances_code: &Code, stride: usize) -> Costs {
        let cost = |code: &Code, (symbol, extra): (usize, super::bits::Bits)| {
            u32::from(code.of(symbol).len()) + u32::from(extra.len())
        };
        Costs {
            literals: (0..256)
                .map(|value| u32::from(literals.of(value).len()))
                .collect(),
            lengths: lengths(|length| cost(literals, symbols::length(length))),
            distances: distances(stride)
                .map(|it| cost(distances_code, symbols::distance(it)))
                .collect(),
        }
    }
}

/// Every distance that a token can have in pictures with this many bytes a row.
pub(super) fn distances(stride: usize) -> impl Iterator<Item = usize> {
    SOURCES
        .into_iter()
        .map(move |(dy, dx)| (dy * stride).wrapping_add_signed(dx))
}

/// The cheapest tokens for row `y` of a tile.
pub(super) fn parse(tile: &[u8], width: usize, y: usize, stride: usize, costs: &Costs) -> Row {
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
        };
    }
    let tail = copyable((0..width).rev().take_while(same).count());
    let tokens = cheapest(tile, width, y, lead..width - tail, stride, costs);
    Row { lead, tokens, tail }
}

fn copyable(length: usize) -> usize {
    if length < *MATCH.start() { 0 } else { length }
}

/// Shortest path from the first pixel to behind the last one, each token an edge.
fn cheapest(
    tile: &[u8],
    width: usize,
    y: usize,
    span: std::ops::Range<usize>,
    stride: usize,
    costs: &Costs,
) -> Vec<Token> {
    let mut best = vec![(u32::MAX, Token::Literal(0)); span.len() + 1];
    best[0].0 = 0;
    for x in span.clone() {
        let at = x - span.start;
        let cost_here = best[at].0;
        let mut offer = |length: usize, cost: u32, token: Token| {
            let end = &mut best[at + length];
            if cost_here + cost < end.0 {
                *end = (cost_here + cost, token);
            }
        };
        let pixel = tile[y * width + x];
        offer(1, costs.literals[usize::from(pixel)], Token::Literal(pixel));
        for ((source, distance), &cost) in SOURCES
            .into_iter()
            .zip(distances(stride))
            .zip(&costs.distances)
        {
            let longest = match_length(tile, width, y, x..span.end, source).min(*MATCH.end());
            for length in *MATCH.start()..=longest {
                offer(
                    length,
                    costs.lengths[length] + cost,
                    Token::Copy { length, distance },
                );
            }
        }
    }
    let mut tokens = Vec::new();
    let mut at = span.len();
    while at > 0 {
        let token = best[at].1;
        tokens.push(token);
        at -= match token {
            Token::Literal(_) => 1,
            Token::Copy { length, .. } => length,
        };
    }
    tokens.reverse();
    tokens
}

/// How many pixels from the start of the span on equal those at a source inside the tile.
fn match_length(
    tile: &[u8],
    width: usize,
    y: usize,
    span: std::ops::Range<usize>,
    (dy, dx): (usize, isize),
) -> usize {
    let Some(source_row) = y.checked_sub(dy) else {
        return 0;
    };
    let pairs = span.map(|x| (x, x.wrapping_add_signed(-dx)));
    pairs
        .take_while(|&(x, from)| {
            from < width && tile[source_row * width + from] == tile[y * width + x]
        })
        .count()
}

fn lengths(cost: impl Fn(usize) -> u32) -> Vec<u32> {
    (0..=*MATCH.end())
        .map(|length| {
            if MATCH.contains(&length) {
                cost(length)
            } else {
                u32::MAX
            }
        })
        .collect()
}
