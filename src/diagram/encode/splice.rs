//! The fast way to a PNG file: pictures are put together from tiles that are compressed already.
//!
//! A board is always the same few tiles in another order, so each row of a tile is compressed **once**, into bits that
//! decode to the same pixels wherever the tile stands. A picture is then those bit strings one after the other; no
//! pixel is looked at. Three things make this possible: one fixed Huffman code for all pictures of a style; copies
//! only from inside the same tile, whose distance never changes (see `tokens`); and checksums that can be joined.
//!
//! ```text
//! one row of pixels:     0 │ label │ e4 (empty)    │ f4 (a rook's edge)  │ g4 (empty)    │ h4 (as f4) │ 0 ...
//! kept for each tile:      │ above │ above × width │ above, BITS, above  │ above × width │            │
//! written:               └─ copy from above ───────────┘ BITS └─ copy from above ────────┘└ copy of f4 ┘
//! ```
//!
//! What equals the row above is not stored but counted, so that all of it up to the next change, over tile borders and
//! line ends, becomes a single copy. A square like one further left, as in a row of pawns, is copied from there.
//! The `png` crate (see the module above) is the judge: both decode to the same pixels.

use super::bits::{BitWriter, Bits};
use super::codebook::{Codebook, Counts};
use super::container;
use super::tile::SplicedTile;
use super::tokens::{Costs, Geometry, Token};
use super::walk::{Grid, Sink, Source, walk};
use crate::diagram::color::Rgb;

/// How often the code is fitted to the tokens and the tokens to the code.
const ROUNDS: usize = 3;
/// Compresses tiles of one style and puts pictures together from them.
#[derive(Debug)]
pub(in crate::diagram) struct Splicer {
    codebook: Codebook,
    costs: Costs,
    /// Copies by source and length.
    copies: [Vec<Bits>; Source::COUNT],
    /// The file up to the compressed pixels.
    head: Vec<u8>,
    /// The start of the compressed pixels: the code itself.
    block_head: Vec<Bits>,
}

impl Splicer {
    /// For square pictures of this width and this width of squares. The code is fitted to typical pictures, given by
    /// the numbers of their tiles and the tiles by their pixels and width, but anything can be compressed.
    pub(in crate::diagram) fn new<'a>(
        width: usize,
        square: usize,
        palette: &[Rgb],
        typical: &[Grid<usize>],
        tile: impl Fn(usize) -> (&'a [u8], usize),
    ) -> Splicer {
        let geometry = Geometry {
            stride: width + 1,
            square,
        };
        let mut numbers: Vec<usize> = typical.iter().flatten().flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let fit = |costs: &Costs| {
            let tiles: Vec<SplicedTile<Token>> = numbers
                .iter()
                .map(|&number| {
                    let (pixels, width) = tile(number);
                    SplicedTile::parse(pixels, width, costs)
                })
                .collect();
            let find = |number| {
                &tiles[numbers
                    .binary_search(&number)
                    .expect("all numbers are there")]
            };
            let mut counter = Counter {
                counts: Counts::new(palette.len(), geometry),
                geometry,
            };
            for picture in typical {
                walk(&picture.map(|line| line.map(find)), &mut counter);
            }
            Codebook::new(&counter.counts)
        };
        let mut codebook = fit(&Costs::guess(geometry));
        for _ in 1..ROUNDS {
            codebook = fit(&codebook.costs(geometry));
        }
        Splicer {
            costs: codebook.costs(geometry),
            copies: Source::all().map(|source| codebook.copies(source.distance(geometry))),
            head: container::head(width, palette),
            block_head: container::block_head(&codebook.literals, &codebook.distances),
            codebook,
        }
    }

    /// Compresses a tile, whose rows have this many pixels.
    pub(in crate::diagram) fn tile(&self, pixels: &[u8], width: usize) -> SplicedTile {
        SplicedTile::parse(pixels, width, &self.costs).compress(&self.codebook)
    }

    /// A picture as a PNG file.
    pub(in crate::diagram) fn png(&self, tiles: &Grid<&SplicedTile>) -> Vec<u8> {
        let mut file = Vec::with_capacity(40 << 10);
        file.extend_from_slice(&self.head);
        let mut writer = Writer {
            splicer: self,
            bits: BitWriter::after(file),
        };
        for &bits in &self.block_head {
            writer.bits.put(bits);
        }
        let adler = walk(tiles, &mut writer);
        writer.bits.put(self.codebook.end());
        container::finish(writer.bits.finish(), self.head.len(), adler)
    }
}

/// Counts what a picture needs.
struct Counter {
    counts: Counts,
    geometry: Geometry,
}

impl Sink for Counter {
    type Part = Token;

    fn literal(&mut self, value: u8) {
        self.counts.add(Token::Literal(value));
    }

    fn part(&mut self, part: &Token) {
        self.counts.add(*part);
    }

    fn copy(&mut self, source: Source, length: usize) {
        let distance = source.distance(self.geometry);
        self.counts.add(Token::Copy { length, distance });
    }
}

/// Writes a picture.
struct Writer<'a> {
    splicer: &'a Splicer,
    bits: BitWriter,
}

impl Sink for Writer<'_> {
    type Part = Bits;

    #[inline]
    fn literal(&mut self, value: u8) {
        self.bits
            .put(self.splicer.codebook.token(Token::Literal(value)));
    }

    #[inline]
    fn part(&mut self, part: &Bits) {
        self.bits.put(*part);
    }

    #[inline]
    fn copy(&mut self, source: Source, length: usize) {
        self.bits.put(self.splicer.copies[source.index()][length]);
    }
}
