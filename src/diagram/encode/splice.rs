//! The fast way to a PNG file: pictures are put together from tiles that are compressed already.
//!
//! A board is always the same few tiles in another order, so each row of a tile is compressed **once**, into bits that
//! decode to the same pixels wherever the tile stands. A picture is then those bit strings one after the other; no
//! pixel is looked at. Three things make this possible: one fixed Huffman code for all pictures of a style; copies
//! only from inside the same tile, whose distance never changes (see `tokens`); and checksums that can be joined.
//!
//! ```text
//! one row of pixels, y > 0:   0 │ label │ e4 (empty)    │ f4 (a rook's edge)   │ g4 (empty) ...
//! kept for each tile row:       │ above │ above × width │ above, BITS, above   │ above × width
//! written:                      └── copy from above ────────┘  BITS  └── copy from above ──...
//! ```
//!
//! What equals the row above is not stored but counted, so that all of it up to the next change, over tile borders and
//! line ends, becomes a single copy. The `png` crate (see the module above) is the judge: both decode to the same
//! pixels.

use super::bits::{BitWriter, Bits};
use super::container;
use super::huffman::Code;
use super::symbols::{self, MATCH};
use super::tokens::{self, Costs, Row, Token};
use crate::diagram::color::Rgb;

/// The largest prime below 2^16, by which Adler-32 reckons (RFC 1950).
const ADLER: u64 = 65_521;
/// How often the code is fitted to the tokens and the tokens to the code.
const ROUNDS: usize = 3;

/// Compresses tiles of one style and puts pictures together from them.
#[derive(Debug)]
pub(in crate::diagram) struct Splicer {
    stride: usize,
    costs: Costs,
    literals: Code,
    distances: Code,
    /// Copies from the row above, by length.
    above: Vec<Bits>,
    /// The file up to the compressed pixels.
    head: Vec<u8>,
    /// The start of the compressed pixels: the code itself.
    block_head: Vec<Bits>,
}

/// A compressed tile.
#[derive(Debug)]
pub(in crate::diagram) struct SplicedTile {
    rows: Box<[SplicedRow]>,
    bits: Box<[Bits]>,
}

#[derive(Debug)]
struct SplicedRow {
    /// Pixels at either end that equal the row above; in a row without bits, `lead` is all of it.
    lead: u32,
    tail: u32,
    /// Where this row's bits end in the tile's; they start where those of the row above end.
    end: u32,
    width: u32,
    /// Sum of the pixels, and their sum weighted by the distance from the row's end.
    sum: u32,
    weighted: u32,
}

/// A tile to fit the code to.
#[derive(Debug, Clone, Copy)]
pub(in crate::diagram) struct Sample<'a> {
    pub(in crate::diagram) pixels: &'a [u8],
    pub(in crate::diagram) width: usize,
    /// How often it stands in a hundred pictures or so.
    pub(in crate::diagram) count: u32,
}

impl Splicer {
    /// For square pictures of this width. The code is fitted to the samples, but any tile can be compressed.
    pub(in crate::diagram) fn new(
        width: usize,
        palette: &[Rgb],
        samples: &[Sample<'_>],
    ) -> Splicer {
        let stride = width + 1;
        let mut costs = Costs::guess(stride);
        let (mut literals, mut distances) = fit(samples, palette.len(), stride, &costs);
        for _ in 1..ROUNDS {
            costs = Costs::of(&literals, &distances, stride);
            (literals, distances) = fit(samples, palette.len(), stride, &costs);
        }
        let copy = |length| join(&[copy(&literals, &distances, length, stride)])[0];
        Splicer {
            stride,
            above: (0..=*MATCH.end())
                .map(|it| {
                    if MATCH.contains(&it) {
                        copy(it)
                    } else {
                        Bits::default()
                    }
                })
                .collect(),
            costs: Costs::of(&literals, &distances, stride),
            head: container::head(width, palette),
            block_head: container::block_head(&literals, &distances),
            literals,
            distances,
        }
    }

    /// Compresses a tile, whose rows have this many pixels.
    pub(in crate::diagram) fn tile(&self, pixels: &[u8], width: usize) -> SplicedTile {
        let mut rows = Vec::new();
        let mut bits = Vec::new();
        for (y, row) in pixels.chunks_exact(width).enumerate() {
            let Row { lead, tokens, tail } =
                tokens::parse(pixels, width, y, self.stride, &self.costs);
            let strings: Vec<Bits> = tokens
                .into_iter()
                .map(|token| match token {
                    Token::Literal(value) => self.literals.of(usize::from(value)),
                    Token::Copy { length, distance } => {
                        copy(&self.literals, &self.distances, length, distance)
                    }
                })
                .collect();
            bits.extend(join(&strings));
            let values = || row.iter().map(|&value| u32::from(value));
            rows.push(SplicedRow {
                lead: lead as u32,
                tail: tail as u32,
                end: bits.len() as u32,
                width: width as u32,
                sum: values().sum(),
                weighted: values()
                    .zip((1..=width as u32).rev())
                    .map(|(value, weight)| value * weight)
                    .sum(),
            });
        }
        SplicedTile {
            rows: rows.into(),
            bits: bits.into(),
        }
    }

    /// A picture of nine by nine tiles as a PNG file.
    pub(in crate::diagram) fn png(&self, tiles: &[[&SplicedTile; 9]; 9]) -> Vec<u8> {
        let mut file = Vec::with_capacity(40 << 10);
        file.extend_from_slice(&self.head);
        let mut out = Spliced {
            splicer: self,
            writer: BitWriter::after(file),
            above: 0,
            adler: (1, 0),
        };
        self.block_head
            .iter()
            .for_each(|&bits| out.writer.put(bits));
        for line in tiles {
            for y in 0..line[0].rows.len() {
                out.filter_byte();
                for tile in line {
                    out.tile_row(tile, y);
                }
            }
        }
        out.finish()
    }

    fn put_above(&self, writer: &mut BitWriter, mut length: usize) {
        while length > 0 {
            // The rest must be long enough to be copied too.
            let step = if length <= 258 {
                length
            } else {
                (length - MATCH.start()).min(*MATCH.end())
            };
            writer.put(self.above[step]);
            length -= step;
        }
    }
}

/// A picture on its way.
struct Spliced<'a> {
    splicer: &'a Splicer,
    writer: BitWriter,
    /// Bytes up to here that equal those above and are not yet written; 0 or enough to be copied.
    above: usize,
    /// The two sums of Adler-32 over all bytes so far.
    adler: (u64, u64),
}

impl Spliced<'_> {
    /// The byte that starts each row and says that it is not filtered.
    #[inline]
    fn filter_byte(&mut self) {
        if self.above > 0 {
            self.above += 1;
        } else {
            self.writer.put(self.splicer.literals.of(0));
        }
        let (sum, weighted) = self.adler;
        // A row adds less than 2^24 to either sum times its width: reducing once a row cannot be late.
        self.adler = (sum % ADLER, (weighted + sum) % ADLER);
    }

    #[inline]
    fn tile_row(&mut self, tile: &SplicedTile, y: usize) {
        let row = &tile.rows[y];
        let (sum, weighted) = self.adler;
        self.adler = (
            sum + u64::from(row.sum),
            weighted + sum * u64::from(row.width) + u64::from(row.weighted),
        );
        self.above += row.lead as usize;
        if row.lead == row.width {
            return;
        }
        self.flush();
        let start = y
            .checked_sub(1)
            .map_or(0, |above| tile.rows[above].end as usize);
        for &bits in &tile.bits[start..row.end as usize] {
            self.writer.put(bits);
        }
        self.above = row.tail as usize;
    }

    #[inline]
    fn flush(&mut self) {
        self.splicer.put_above(&mut self.writer, self.above);
        self.above = 0;
    }

    fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.writer.put(self.splicer.literals.of(symbols::END));
        let (sum, weighted) = self.adler;
        let adler = ((weighted % ADLER) << 16) | (sum % ADLER);
        container::finish(self.writer.finish(), self.splicer.head.len(), adler as u32)
    }
}

/// Counts the tokens of the samples and makes codes that fit them and reach everything else.
fn fit(samples: &[Sample<'_>], colors: usize, stride: usize, costs: &Costs) -> (Code, Code) {
    let mut literals = vec![0u32; symbols::LITERALS];
    let mut distances = vec![0u32; symbols::DISTANCES];
    literals[..colors].fill(1);
    literals[symbols::END..].fill(1);
    for distance in tokens::distances(stride) {
        distances[symbols::distance(distance).0] = 1;
    }
    for sample in samples {
        let mut count_copy = |length: usize, distance: usize, literals: &mut [u32]| {
            literals[symbols::length(length).0] += sample.count;
            distances[symbols::distance(distance).0] += sample.count;
        };
        for y in 0..sample.pixels.len() / sample.width {
            let row = tokens::parse(sample.pixels, sample.width, y, stride, costs);
            // What lies between two pieces' edges becomes one copy: half of it is this tile's.
            let above = row.lead + row.tail;
            if !row.tokens.is_empty() && above > 0 {
                count_copy(above.min(*MATCH.end()), stride, &mut literals);
            }
            for token in row.tokens {
                match token {
                    Token::Literal(value) => literals[usize::from(value)] += sample.count,
                    Token::Copy { length, distance } => count_copy(length, distance, &mut literals),
                }
            }
        }
    }
    (Code::new(&literals, 15), Code::new(&distances, 15))
}

fn copy(literals: &Code, distances: &Code, length: usize, distance: usize) -> Bits {
    let (symbol, extra) = symbols::length(length);
    let (distance_symbol, distance_extra) = symbols::distance(distance);
    let parts = [
        literals.of(symbol),
        extra,
        distances.of(distance_symbol),
        distance_extra,
    ];
    parts
        .into_iter()
        .reduce(|all, part| all.then(part).expect("a copy has at most 48 bits"))
        .unwrap_or_default()
}

/// The same bits in as few strings as possible.
fn join(strings: &[Bits]) -> Vec<Bits> {
    let mut joined: Vec<Bits> = Vec::new();
    for &next in strings {
        match joined
            .last_mut()
            .and_then(|last| last.then(next).map(|both| (last, both)))
        {
            Some((last, both)) => *last = both,
            None => joined.push(next),
        }
    }
    joined
}
