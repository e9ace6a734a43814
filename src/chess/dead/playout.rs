//! Games at random, both sides helping: in nearly every ordinary position one of them soon meets a mate.

use super::distance::distance;
use super::search::is_mate;
use crate::chess::{Color, Position};

/// A game that has not met a mate by then starts again.
const LONGEST: usize = 120;
/// Of so many moves drawn by lot, the most promising is played.
const DRAWN: usize = 3;

/// Whether a mate by `side` turns up within `plies` half-moves played in all.
pub(super) fn finds_mate(start: &Position, side: Color, plies: usize) -> bool {
    let mut random = Random(start.hash() | 1);
    let mut position = start.clone();
    let mut length = 0;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if position.turn() == side && moves.iter().any(|mv| is_mate(&position.after(mv), side)) {
            return true;
        }
        if moves.is_empty() || length == LONGEST {
            position = start.clone();
            length = 0;
            continue;
        }
        let drawn = (0..DRAWN).map(|_| position.after(moves.as_slice()[random.below(moves.len())]));
        let Some(next) = drawn.min_by_key(|position| distance(position, side)) else {
            return false;
        };
        position = next;
        length += 1;
    }
    false
}

/// Numbers that look random, the same in every run: xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
