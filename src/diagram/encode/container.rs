//! What surrounds the compressed pixels: PNG's chunks, zlib's frame, and the code at the head of a deflate block.

use super::bits::Bits;
use super::huffman::Code;
use super::symbols;
use crate::diagram::color::Rgb;

/// The order in which the lengths of code lengths are sent (RFC 1951, section 3.2.7).
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];
/// Bytes of a chunk around its data: length, type and checksum.
const LENGTH: usize = 4;

/// A square palette picture's file up to the first compressed byte. The length of the last chunk is still to be set.
pub(super) fn head(width: usize, palette: &[Rgb]) -> Vec<u8> {
    let side = (width as u32).to_be_bytes();
    let mut file = vec![0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
    // Eight bits a pixel, palette, no interlacing.
    chunk(
        &mut file,
        *b"IHDR",
        &[&side[..], &side[..], &[8, 3, 0, 0, 0]].concat(),
    );
    chunk(
        &mut file,
        *b"PLTE",
        &palette
            .iter()
            .flat_map(|color| color.0)
            .collect::<Vec<u8>>(),
    );
    file.extend_from_slice(&[0; LENGTH]);
    file.extend_from_slice(b"IDAT");
    // zlib: deflate with a window of 32 KiB, no dictionary.
    file.extend_from_slice(&[0x78, 0x9c]);
    file
}

/// Closes a file that began with a [`head`] of that many bytes.
pub(super) fn finish(mut file: Vec<u8>, head: usize, adler: u32) -> Vec<u8> {
    file.extend_from_slice(&adler.to_be_bytes());
    let kind = head - 6;
    let length = (file.len() - kind - 4) as u32;
    file[kind - LENGTH..kind].copy_from_slice(&length.to_be_bytes());
    let checksum = crc32fast::hash(&file[kind..]);
    file.extend_from_slice(&checksum.to_be_bytes());
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend_from_slice(&(data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend_from_slice(&kind);
    file.extend_from_slice(data);
    let checksum = crc32fast::hash(&file[start..]);
    file.extend_from_slice(&checksum.to_be_bytes());
}

/// The head of the only block of a deflate stream: both codes, as lengths in a code of their own.
pub(super) fn block_head(literals: &Code, distances: &Code) -> Vec<Bits> {
    let lengths: Vec<usize> = literals
        .lengths()
        .chain(distances.lengths())
        .map(usize::from)
        .collect();
    let mut counts = [0; ORDER.len()];
    for &length in &lengths {
        counts[length] += 1;
    }
    let code = Code::new(&counts, 7);
    let mut bits = vec![
        // The last block, with codes of its own.
        Bits::new(1, 1),
        Bits::new(2, 2),
        Bits::new(symbols::LITERALS as u64 - 257, 5),
        Bits::new(symbols::DISTANCES as u64 - 1, 5),
        Bits::new(ORDER.len() as u64 - 4, 4),
    ];
    bits.extend(ORDER.map(|length| Bits::new(u64::from(code.of(length).len()), 3)));
    bits.extend(lengths.into_iter().map(|length| code.of(length)));
    bits
}
