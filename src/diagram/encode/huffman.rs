//! Huffman codes as deflate uses them (RFC 1951, section 3.2.2): canonical, limited in length, sent bit-reversed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bits::Bits;

/// One code for each symbol of an alphabet. A symbol that was never counted has an empty code.
#[derive(Debug, Clone)]
pub(super) struct Code {
    codes: Vec<Bits>,
}

impl Code {
    /// The shortest code for symbols that occur this often, none longer than `limit` bits.
    pub(super) fn new(counts: &[u32], limit: u8) -> Code {
        let mut counts = counts.to_vec();
        let lengths = loop {
            let lengths = lengths(&counts);
            if lengths.iter().all(|&length| length <= limit) {
                break lengths;
            }
            // Flatter counts make a flatter tree; a fraction of a percent longer than the best one.
            for count in &mut counts {
                *count = count.div_ceil(2);
            }
        };
        Code {
            codes: canonical(&lengths),
        }
    }

    pub(super) fn of(&self, symbol: usize) -> Bits {
        self.codes[symbol]
    }

    /// Length of each symbol's code in bits.
    pub(super) fn lengths(&self) -> impl Iterator<Item = u8> + '_ {
        self.codes.iter().map(|code| code.len())
    }
}

/// Lengths of the codes of a Huffman tree.
fn lengths(counts: &[u32]) -> Vec<u8> {
    let mut queue: BinaryHeap<Reverse<(u32, usize)>> = (0..counts.len())
        .filter(|&symbol| counts[symbol] > 0)
        .map(|symbol| Reverse((counts[symbol], symbol)))
        .collect();
    // Nodes from `counts.len()` on are pairs of earlier ones; a parent stands behind its children.
    let mut pairs = Vec::new();
    while queue.len() > 1 {
        let [Some(Reverse((one, a))), Some(Reverse((other, b)))] = [queue.pop(), queue.pop()]
        else {
            break;
        };
        queue.push(Reverse((one + other, counts.len() + pairs.len())));
        pairs.push((a, b));
    }
    let mut lengths = vec![0u8; counts.len() + pairs.len()];
    if pairs.is_empty() {
        // A lone symbol still needs a bit.
        lengths
            .iter_mut()
            .zip(counts)
            .for_each(|(length, &count)| *length = u8::from(count > 0));
    }
    for (node, (a, b)) in pairs.into_iter().enumerate().rev() {
        let depth = lengths[counts.len() + node] + 1;
        (lengths[a], lengths[b]) = (depth, depth);
    }
    lengths.truncate(counts.len());
    lengths
}

/// Codes from lengths alone, as the reader will rebuild them.
fn canonical(lengths: &[u8]) -> Vec<Bits> {
    let mut codes = vec![Bits::default(); lengths.len()];
    let mut next = 0u64;
    for length in 1..=lengths.iter().copied().max().unwrap_or(0) {
        for (code, _) in codes
            .iter_mut()
            .zip(lengths)
            .filter(|(_, it)| **it == length)
        {
            *code = Bits::new(next.reverse_bits() >> (64 - length), length);
            next += 1;
        }
        next <<= 1;
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(counts: &[u32], limit: u8, expected: &[u8]) {
        let code = Code::new(counts, limit);
        let lengths: Vec<u8> = code.lengths().collect();
        assert_eq!(lengths, expected);
        let kraft: u32 = lengths
            .iter()
            .filter(|&&length| length > 0)
            .map(|&length| 1 << (15 - length))
            .sum();
        assert!(kraft <= 1 << 15, "the code can be told apart");
    }

    #[test]
    fn lengths_fit_counts() {
        check(&[0, 7, 0], 15, &[0, 1, 0]);
        check(&[1, 1], 15, &[1, 1]);
        check(&[8, 4, 2, 1, 1], 15, &[1, 2, 3, 4, 4]);
        check(&[8, 4, 2, 1, 1], 3, &[1, 3, 3, 3, 3]);
    }

    #[test]
    fn the_code_of_the_standard_comes_out() {
        // RFC 1951, 3.2.2: lengths 3, 3, 3, 3, 3, 2, 4, 4 give 010, 011, 100, 101, 110, 00, 1110, 1111.
        let codes = canonical(&[3, 3, 3, 3, 3, 2, 4, 4]);
        let plain = codes
            .iter()
            .map(|bits| bits.value().reverse_bits() >> (64 - bits.len()));
        assert_eq!(
            plain.collect::<Vec<_>>(),
            [0b010, 0b011, 0b100, 0b101, 0b110, 0b00, 0b1110, 0b1111]
        );
    }
}
