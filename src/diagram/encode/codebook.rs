//! The one code for all pictures of a style.

use super::bits::Bits;
use super::huffman::Code;
use super::symbols::{self, MATCH};
use super::tokens::{Costs, Geometry, Token};

/// How often each symbol is needed.
#[derive(Debug)]
pub(super) struct Counts {
    literals: Vec<u32>,
    distances: Vec<u32>,
}

impl Counts {
    /// Everything that a picture in this many colors may need, once.
    pub(super) fn new(colors: usize, geometry: Geometry) -> Counts {
        let mut counts = Counts {
            literals: vec![0; symbols::LITERALS],
            distances: vec![0; symbols::DISTANCES],
        };
        counts.literals[..colors].fill(1);
        counts.literals[symbols::END..].fill(1);
        for distance in geometry.distances() {
            counts.distances[symbols::distance(distance).0] = 1;
        }
        counts
    }

    pub(super) fn add(&mut self, token: Token) {
        match token {
            Token::Literal(value) => self.literals[usize::from(value)] += 1,
            Token::Copy { length, distance } => {
                self.literals[symbols::length(length).0] += 1;
                self.distances[symbols::distance(distance).0] += 1;
            }
        }
    }
}

/// Codes for literals with lengths and for distances.
#[derive(Debug)]
pub(super) struct Codebook {
    pub(super) literals: Code,
    pub(super) distances: Code,
}

impl Codebook {
    pub(super) fn new(counts: &Counts) -> Codebook {
        Codebook {
            literals: Code::new(&counts.literals, 15),
            distances: Code::new(&counts.distances, 15),
        }
    }

    /// The bits of a token.
    pub(super) fn token(&self, token: Token) -> Bits {
        match token {
            Token::Literal(value) => self.literals.of(usize::from(value)),
            Token::Copy { length, distance } => {
                let (length, length_extra) = symbols::length(length);
                let (distance, distance_extra) = symbols::distance(distance);
                let rest = [length_extra, self.distances.of(distance), distance_extra];
                rest.into_iter()
                    .fold(self.literals.of(length), |all, part| {
                        all.then(part).expect("a copy has at most 48 bits")
                    })
            }
        }
    }

    /// The bits of copies of every length from one distance.
    pub(super) fn copies(&self, distance: usize) -> Vec<Bits> {
        let copy = |length| self.token(Token::Copy { length, distance });
        (0..=*MATCH.end())
            .map(|length| {
                if MATCH.contains(&length) {
                    copy(length)
                } else {
                    Bits::default()
                }
            })
            .collect()
    }

    pub(super) fn end(&self) -> Bits {
        self.literals.of(symbols::END)
    }

    /// What tokens cost under this code.
    pub(super) fn costs(&self, geometry: Geometry) -> Costs {
        let cost = |code: &Code, (symbol, extra): (usize, Bits)| {
            u32::from(code.of(symbol).len()) + u32::from(extra.len())
        };
        Costs::new(
            geometry,
            |value| cost(&self.literals, (usize::from(value), Bits::default())),
            |length| cost(&self.literals, symbols::length(length)),
            |distance| cost(&self.distances, symbols::distance(distance)),
        )
    }
}
