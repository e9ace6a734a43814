//! The alphabets of deflate (RFC 1951, section 3.2.5): literals with lengths, and distances.

use super::bits::Bits;

/// Symbols for literals, the end of a block and lengths.
pub(super) const LITERALS: usize = 286;
/// Symbols for distances.
pub(super) const DISTANCES: usize = 30;
/// The symbol that ends a block.
pub(super) const END: usize = 256;
/// The shortest and the longest match.
pub(super) const MATCH: std::ops::RangeInclusive<usize> = 3..=258;

const LENGTH_BASES: [usize; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
];
const DISTANCE_BASES: [usize; DISTANCES] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
];

/// Symbol and extra bits of a length in [`MATCH`].
pub(super) fn length(length: usize) -> (usize, Bits) {
    let step = LENGTH_BASES.partition_point(|&base| base <= length) - 1;
    let extra = match step {
        0..8 | 28 => 0,
        _ => step / 4 - 1,
    };
    (
        END + 1 + step,
        Bits::new((length - LENGTH_BASES[step]) as u64, extra as u8),
    )
}

/// The shortest length with the same symbol.
pub(super) fn shortest_like(length: usize) -> usize {
    LENGTH_BASES[LENGTH_BASES.partition_point(|&base| base <= length) - 1]
}

/// Symbol and extra bits of a distance from 1 to 32,768.
pub(super) fn distance(distance: usize) -> (usize, Bits) {
    let step = DISTANCE_BASES.partition_point(|&base| base <= distance) - 1;
    let extra = (step / 2).saturating_sub(1);
    (
        step,
        Bits::new((distance - DISTANCE_BASES[step]) as u64, extra as u8),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extra_bits_reach_to_the_next_symbol() {
        for (value, next) in (3..258).map(|it| (length(it), length(it + 1))) {
            check(value, next);
        }
        for (value, next) in (1..32768).map(|it| (distance(it), distance(it + 1))) {
            check(value, next);
        }
        assert_eq!(length(3), (257, Bits::new(0, 0)));
        assert_eq!(length(257), (284, Bits::new(30, 5)));
        assert_eq!(length(258), (285, Bits::new(0, 0)));
        assert_eq!(distance(721), (18, Bits::new(208, 8)));
        assert_eq!(distance(32768), (29, Bits::new(8191, 13)));
    }

    #[track_caller]
    fn check((symbol, extra): (usize, Bits), (next_symbol, next_extra): (usize, Bits)) {
        assert!(extra.value() < 1 << extra.len());
        if symbol == next_symbol {
            assert_eq!(next_extra.value(), extra.value() + 1);
        } else {
            assert_eq!((next_symbol, next_extra.value()), (symbol + 1, 0));
        }
    }
}
