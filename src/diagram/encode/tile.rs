//! A tile, compressed once for all the pictures in which it will stand.

use super::bits::Bits;
use super::codebook::Codebook;
use super::tokens::{self, Costs, Row, Token};

/// A tile in parts: tokens while the code is being fitted, and then bits.
#[derive(Debug)]
pub(in crate::diagram) struct SplicedTile<Part = Bits> {
    rows: Box<[TileRow]>,
    parts: Box<[Part]>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TileRow {
    pub(super) width: u32,
    /// Pixels at either end that equal the row above; in a row without parts, `lead` is all of it.
    pub(super) lead: u32,
    pub(super) tail: u32,
    /// Where this row's parts end in the tile's; they start where those of the row above end.
    end: u32,
    /// What its parts cost, in bits.
    pub(super) cost: u32,
    /// Sum of the pixels, and their sum weighted by the distance from the row's end.
    pub(super) sum: u32,
    pub(super) weighted: u32,
}

impl SplicedTile<Token> {
    pub(super) fn parse(pixels: &[u8], width: usize, costs: &Costs) -> SplicedTile<Token> {
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

    pub(super) fn compress(self, codebook: &Codebook) -> SplicedTile {
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
    /// How much memory it takes.
    #[cfg(test)]
    pub(in crate::diagram) fn bytes(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.parts)
    }

    /// How many rows of pixels it has.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// A row and its parts.
    #[inline]
    pub(super) fn row(&self, y: usize) -> (&TileRow, &[Part]) {
        let start = y
            .checked_sub(1)
            .map_or(0, |above| self.rows[above].end as usize);
        let row = &self.rows[y];
        (row, &self.parts[start..row.end as usize])
    }
}
