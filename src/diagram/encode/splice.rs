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
use super::symbols::MATCH;
use super::tokens::{self, Costs, Geometry, Row, TWINS, Token};
use crate::diagram::color::Rgb;

/// The largest prime below 2^16, by which Adler-32 reckons (RFC 1950).
const ADLER: u64 = 65_521;
/// How often the code is fitted to the tokens and the tokens to the code.
const ROUNDS: usize = 3;
/// About what a copy of a like square costs, in bits: a row that costs less is not worth it.
const TWIN_COST: u32 = 20;

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

/// A picture's tiles: a column and a row of labels, and the squares.
pub(in crate::diagram) type Grid<T> = [[T; 9]; 9];

/// A tile in parts: tokens while the code is being fitted, and then bits.
#[derive(Debug)]
pub(in crate::diagram) struct SplicedTile<Part = Bits> {
    rows: Box<[TileRow]>,
    parts: Box<[Part]>,
}

#[derive(Debug, Clone, Copy)]
struct TileRow {
    width: u32,
    /// Pixels at either end that equal the row above; in a row without parts, `lead` is all of it.
    lead: u32,
    tail: u32,
    /// Where this row's parts end in the tile's; they start where those of the row above end.
    end: u32,
    cost: u32,
    /// Sum of the pixels, and their sum weighted by the distance from the row's end.
    sum: u32,
    weighted: u32,
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
        let mut costs = Costs::guess(geometry);
        let mut codebook;
        let mut round = 0;
        loop {
            let tiles: Vec<SplicedTile<Token>> = numbers
                .iter()
                .map(|&number| {
                    let (pixels, width) = tile(number);
                    SplicedTile::parse(pixels, width, &costs)
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
            codebook = Codebook::new(&counter.counts);
            costs = codebook.costs(geometry);
            round += 1;
            if round == ROUNDS {
                break;
            }
        }
        Splicer {
            costs,
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

impl SplicedTile<Token> {
    fn parse(pixels: &[u8], width: usize, costs: &Costs) -> SplicedTile<Token> {
        let mut parts = Vec::new();
        let rows = pixels.chunks_exact(width).enumerate().map(|(y, row)| {
            let Row {
                lead,
                tokens,
                tail,
                cost,
            } = tokens::parse(pixels, width, y, costs);
            parts.extend(tokens);
            let values = || row.iter().map(|&value| u32::from(value));
            let weighted = values()
                .zip((1..=width as u32).rev())
                .map(|(value, weight)| value * weight);
            TileRow {
                width: width as u32,
                lead: lead as u32,
                tail: tail as u32,
                end: parts.len() as u32,
                cost,
                sum: values().sum(),
                weighted: weighted.sum(),
            }
        });
        SplicedTile {
            rows: rows.collect(),
            parts: parts.into(),
        }
    }

    fn compress(self, codebook: &Codebook) -> SplicedTile {
        let mut bits: Vec<Bits> = Vec::new();
        let rows = (0..self.rows.len()).map(|y| {
            let start = bits.len();
            for &token in self.row(y).1 {
                let next = codebook.token(token);
                // As few strings as possible, but none over the end of a row.
                match bits[start..]
                    .last_mut()
                    .and_then(|last| last.then(next).map(|both| (last, both)))
                {
                    Some((last, both)) => *last = both,
                    None => bits.push(next),
                }
            }
            TileRow {
                end: bits.len() as u32,
                ..self.rows[y]
            }
        });
        SplicedTile {
            rows: rows.collect(),
            parts: bits.into(),
        }
    }
}

impl<Part> SplicedTile<Part> {
    #[inline]
    fn row(&self, y: usize) -> (&TileRow, &[Part]) {
        let start = y
            .checked_sub(1)
            .map_or(0, |above| self.rows[above].end as usize);
        let row = &self.rows[y];
        (row, &self.parts[start..row.end as usize])
    }
}

/// Where bytes can be copied from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Source(usize);

impl Source {
    const COUNT: usize = 1 + TWINS.len();
    /// The row above.
    const ABOVE: Source = Source(0);

    /// All of them: the row above, and like squares as far to the left as [`TWINS`] says.
    fn all() -> [Source; Source::COUNT] {
        std::array::from_fn(Source)
    }

    /// The nearest like square to the left, or else the row above.
    fn of<T>(line: &[&T; 9], column: usize) -> Source {
        // The first tile is a label; the squares begin behind it.
        let like = |twin: usize| column > twin && std::ptr::eq(line[column], line[column - twin]);
        TWINS
            .into_iter()
            .position(like)
            .map_or(Source::ABOVE, |twin| Source(1 + twin))
    }

    fn distance(self, geometry: Geometry) -> usize {
        self.0
            .checked_sub(1)
            .map_or(geometry.stride, |twin| geometry.twin(TWINS[twin]))
    }
}

/// Takes a picture part by part.
trait Sink {
    type Part;
    fn literal(&mut self, value: u8);
    fn part(&mut self, part: &Self::Part);
    fn copy(&mut self, source: Source, length: usize);
}

/// Goes through a picture row by row and returns the Adler-32 of its bytes.
fn walk<S: Sink>(tiles: &Grid<&SplicedTile<S::Part>>, sink: &mut S) -> u32 {
    let mut copies = Copies {
        sink,
        source: Source::ABOVE,
        length: 0,
    };
    let (mut sum, mut weighted) = (1, 0);
    for line in tiles {
        let sources: [_; 9] = std::array::from_fn(|column| Source::of(line, column));
        for y in 0..line[0].rows.len() {
            // The byte that starts each row and says that it is not filtered.
            if copies.length > 0 && copies.source == Source::ABOVE {
                copies.length += 1;
            } else {
                copies.flush();
                copies.sink.literal(0);
            }
            weighted += sum;
            for (tile, source) in line.iter().zip(sources) {
                let (row, parts) = tile.row(y);
                weighted += sum * u64::from(row.width) + u64::from(row.weighted);
                sum += u64::from(row.sum);
                if source != Source::ABOVE && (row.cost > TWIN_COST || copies.source == source) {
                    copies.add(source, row.width);
                    continue;
                }
                copies.add(Source::ABOVE, row.lead);
                if row.lead < row.width {
                    copies.flush();
                    for part in parts {
                        copies.sink.part(part);
                    }
                    copies.add(Source::ABOVE, row.tail);
                }
            }
            // Reduced once a row, the sums stay far below 2^64.
            (sum, weighted) = (sum % ADLER, weighted % ADLER);
        }
    }
    copies.flush();
    ((weighted << 16) | sum) as u32
}

/// Gathers neighboring copies from one source to one.
struct Copies<'a, S> {
    sink: &'a mut S,
    source: Source,
    /// Bytes that are not yet copied: none, or enough for a copy.
    length: usize,
}

impl<S: Sink> Copies<'_, S> {
    #[inline]
    fn add(&mut self, source: Source, length: u32) {
        if self.source != source {
            self.flush();
            self.source = source;
        }
        self.length += length as usize;
    }

    #[inline]
    fn flush(&mut self) {
        while self.length > 0 {
            // What is left must be long enough to be copied too.
            let fits = self.length <= *MATCH.end();
            let step = if fits {
                self.length
            } else {
                (self.length - MATCH.start()).min(*MATCH.end())
            };
            self.sink.copy(self.source, step);
            self.length -= step;
        }
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
        self.bits.put(self.splicer.copies[source.0][length]);
    }
}
