//! The order in which the bytes of a picture come, and what of it is copied from where.

use super::symbols::MATCH;
use super::tile::SplicedTile;
use super::tokens::{Geometry, TWINS};

/// The largest prime below 2^16, by which Adler-32 reckons (RFC 1950).
const ADLER: u64 = 65_521;
/// About what a copy of a like square costs, in bits: a row that costs less is not worth it.
const TWIN_COST: u32 = 20;

/// A picture's tiles: a column and a row of labels, and the squares.
pub(in crate::diagram) type Grid<T> = [[T; 9]; 9];

/// Where bytes can be copied from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source(usize);

impl Source {
    pub(super) const COUNT: usize = 1 + TWINS.len();
    /// The row above.
    const ABOVE: Source = Source(0);

    /// Its number among [`Source::all`].
    pub(super) fn index(self) -> usize {
        self.0
    }

    /// All of them: the row above, and like squares as far to the left as [`TWINS`] says.
    pub(super) fn all() -> [Source; Source::COUNT] {
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

    /// How far back it is in the bytes of a picture.
    pub(super) fn distance(self, geometry: Geometry) -> usize {
        self.0
            .checked_sub(1)
            .map_or(geometry.stride, |twin| geometry.twin(TWINS[twin]))
    }
}

/// Takes a picture part by part.
pub(super) trait Sink {
    type Part;
    fn literal(&mut self, value: u8);
    fn part(&mut self, part: &Self::Part);
    fn copy(&mut self, source: Source, length: usize);
}

/// Goes through a picture row by row and returns the Adler-32 of its bytes.
pub(super) fn walk<S: Sink>(tiles: &Grid<&SplicedTile<S::Part>>, sink: &mut S) -> u32 {
    let mut copies = Copies {
        sink,
        source: Source::ABOVE,
        length: 0,
    };
    let (mut sum, mut weighted) = (1, 0);
    for line in tiles {
        let sources: [_; 9] = std::array::from_fn(|column| Source::of(line, column));
        for y in 0..line[0].height() {
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
