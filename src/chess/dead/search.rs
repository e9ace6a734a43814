//! The search for a helpmate: best first, through every position that can arise, each once. If it runs dry there is no
//! mate; if it meets one there is.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use super::distance::distance;
use super::mobility::Mobility;
use super::{CanMate, material, net, playout};
use crate::chess::{Color, Position};

/// First some games at random, which find a mate in nearly every ordinary position, then everything in order.
pub(super) fn run(position: &Position, side: Color, budget: usize) -> CanMate {
    if is_mate(position, side) {
        return CanMate::Yes;
    }
    if is_hopeless(position, side) {
        return CanMate::No;
    }
    let tries = (budget / 4).min(MOST_TRIES);
    if playout::finds_mate(position, side, tries) {
        return CanMate::Yes;
    }
    exhaust(position, side, budget - tries)
}

/// Half-moves played at random before the search proper.
const MOST_TRIES: usize = 6000;

/// Goes through the positions that can arise, the most promising first, until a mate is met or none is left.
pub(super) fn exhaust(position: &Position, side: Color, budget: usize) -> CanMate {
    if budget == 0 {
        return CanMate::YesNotProven;
    }
    let mut seen = Seen::default();
    let mut open = BinaryHeap::new();
    seen.add(position.clone(), true);
    open.push(Reverse((0, 0)));
    while let Some(Reverse((_, index))) = open.pop() {
        let Node {
            position: from,
            irreversible,
        } = seen.nodes[index].clone();
        // Only captures and pawn moves change what the pieces and the walls show.
        if irreversible && is_hopeless(&from, side) {
            continue;
        }
        for mv in &from.legal_moves() {
            let to = from.after(mv);
            if is_mate(&to, side) {
                return CanMate::Yes;
            }
            let distance = distance(&to, side);
            let Some(index) = seen.add(to, mv.is_irreversible()) else {
                continue;
            };
            if index >= budget {
                return CanMate::YesNotProven;
            }
            open.push(Reverse((distance, index)));
        }
    }
    CanMate::No
}

/// The positions met, each once. Found by hash, compared in full: a "no" is a proof.
#[derive(Default)]
struct Seen {
    nodes: Vec<Node>,
    by_hash: HashMap<u64, usize, BuildHasherDefault<GivenHash>>,
}

#[derive(Clone)]
struct Node {
    position: Position,
    /// It came about by a capture or a pawn move.
    irreversible: bool,
}

impl Seen {
    /// The index of a position that is new.
    fn add(&mut self, position: Position, irreversible: bool) -> Option<usize> {
        let mut key = position.hash();
        while let Some(&index) = self.by_hash.get(&key) {
            if self.nodes[index].position.repeats(&position) {
                return None;
            }
            key = key.wrapping_add(1);
        }
        let index = self.nodes.len();
        self.by_hash.insert(key, index);
        self.nodes.push(Node {
            position,
            irreversible,
        });
        Some(index)
    }
}

pub(super) fn is_mate(position: &Position, side: Color) -> bool {
    position.turn() != side && position.is_check() && !position.has_legal_move()
}

/// Whether a look without search shows that `side` will never mate.
pub(super) fn is_hopeless(position: &Position, side: Color) -> bool {
    material::cannot_mate(position.board(), side)
        || Mobility::grow(position, |mobility| !net::is_impossible(mobility, side))
}

/// Positions carry their hash already.
#[derive(Default)]
struct GivenHash(u64);

impl Hasher for GivenHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
