//! Strings of bits, least significant bit first as deflate packs them.

/// Up to 56 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::diagram) struct Bits {
    value: u64,
    len: u8,
}

impl Bits {
    /// The most that one string holds; with up to seven waiting bits it still fits a machine word.
    const MAX: u8 = 56;

    pub(super) const fn new(value: u64, len: u8) -> Bits {
        Bits { value, len }
    }

    #[cfg(test)]
    pub(super) const fn value(self) -> u64 {
        self.value
    }

    pub(super) const fn len(self) -> u8 {
        self.len
    }

    /// Both strings as one, or nothing if they are too long.
    pub(super) fn then(self, next: Bits) -> Option<Bits> {
        let len = self.len + next.len;
        (len <= Bits::MAX).then(|| Bits {
            value: self.value | next.value << self.len,
            len,
        })
    }
}

/// Collects bits behind bytes that are already there.
#[derive(Debug)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    waiting: u64,
    len: u32,
}

impl BitWriter {
    pub(super) fn after(bytes: Vec<u8>) -> BitWriter {
        BitWriter {
            bytes,
            waiting: 0,
            len: 0,
        }
    }

    #[inline]
    pub(super) fn put(&mut self, bits: Bits) {
        self.waiting |= bits.value << self.len;
        self.len += u32::from(bits.len);
        // Eight bytes at once and back again is faster than a loop over whole bytes.
        let whole = self.len / 8;
        self.bytes.extend_from_slice(&self.waiting.to_le_bytes());
        self.bytes.truncate(self.bytes.len() - 8 + whole as usize);
        self.waiting >>= whole * 8;
        self.len %= 8;
    }

    /// All bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.len > 0 {
            self.bytes.push(self.waiting as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_out_as_they_went_in() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let mut writer = BitWriter::after(vec![0xab]);
            let mut expected: Vec<bool> = Vec::new();
            for _ in 0..random.usize(..60) {
                let len = random.u8(..=Bits::MAX);
                let value = random.u64(..) & ((1 << len) - 1);
                writer.put(Bits::new(value, len));
                expected.extend((0..len).map(|bit| value >> bit & 1 == 1));
            }
            let bytes = writer.finish();
            assert_eq!(bytes[0], 0xab);
            assert_eq!(bytes.len() - 1, expected.len().div_ceil(8));
            let bits = bytes[1..]
                .iter()
                .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
            assert!(bits.take(expected.len()).eq(expected));
        }
    }
}
