//! Random keys whose combination identifies a position (Zobrist hashing).
//! Knows nothing of the rules: the position says what is part of its identity.
//!
//! Source: <https://www.chessprogramming.org/Zobrist_Hashing>. The keys come from `SplitMix64` by Sebastiano Vigna,
//! <https://prng.di.unimi.it/splitmix64.c> (public domain), and never change, so that hashes may be stored.

use super::color::Color;
use super::piece::Role;
use super::square::{File, Square};

/// The key of a piece on a square.
pub(super) fn piece(color: Color, role: Role, square: Square) -> u64 {
    KEYS[(color.index() * 6 + role.index()) * 64 + square.index()]
}

/// The key of the right to castle with the rook on a square.
pub(super) fn castling(rook: Square) -> u64 {
    KEYS[CASTLING + rook.index()]
}

/// The key of a legal en passant capture on a file.
pub(super) fn en_passant(file: File) -> u64 {
    KEYS[EN_PASSANT + file.index()]
}

/// The key of Black being to move.
pub(super) const BLACK_TO_MOVE: u64 = KEYS[COUNT - 1];

const CASTLING: usize = 2 * 6 * 64;
const EN_PASSANT: usize = CASTLING + 64;
const COUNT: usize = EN_PASSANT + 8 + 1;

static KEYS: [u64; COUNT] = keys();

const fn keys() -> [u64; COUNT] {
    let mut keys = [0; COUNT];
    let mut state: u64 = 0;
    let mut i = 0;
    while i < COUNT {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ() {
        let mut keys = KEYS.to_vec();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), COUNT);
    }
}
