//! Names of openings and their codes in the Encyclopaedia of Chess Openings, found by position, so that transpositions
//! are known as well. Knows nothing of how the game was played but its positions.
//!
//! ```
//! use penpawn::chess::{Line, Position};
//! use penpawn::openings;
//!
//! let mut line = Line::new(Position::start());
//! for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "h6"] {
//!     line.push(line.position().parse_san(san)?);
//! }
//! let opening = openings::name(&line).unwrap();
//! assert_eq!((opening.eco, opening.name), ("C60", "Ruy Lopez"));
//! # Ok::<(), penpawn::chess::SanError>(())
//! ```

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::chess::{Line, Position};

/// A named position of opening theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The English name: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

/// The opening of a game: that of its last position which has a name.
pub fn name(line: &Line) -> Option<Opening> {
    let mut latest_first = line.positions().iter().rev();
    latest_first.find_map(|position| BY_POSITION.get(&position.hash()).copied())
}

const TABLE: &str = include_str!("../../assets/openings.tsv");

/// By [`Position::hash`]. Among a few thousand positions a wrong match is as good as impossible, and it would cost no
/// more than a wrong name.
static BY_POSITION: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    let mut found = HashMap::new();
    let mut walked = Walk::new();
    for (eco, name, moves) in rows() {
        if let Some(position) = walked.to(moves) {
            found.insert(position.hash(), Opening { eco, name });
        }
    }
    found
});

/// Code, name and moves of each row of the table.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (eco, rest) = line.split_once('\t')?;
            let (name, moves) = rest.split_once('\t')?;
            Some((eco, name, moves))
        })
}

/// Plays one row after another; what two rows share at their beginning is played once.
struct Walk {
    moves: Vec<&'static str>,
    /// One more than there are moves.
    positions: Vec<Position>,
}

impl Walk {
    fn new() -> Walk {
        Walk {
            moves: Vec::new(),
            positions: vec![Position::start()],
        }
    }

    /// The position after these moves, or `None` when one is not legal.
    fn to(&mut self, moves: &'static str) -> Option<&Position> {
        let moves = moves.split(' ');
        let shared = moves
            .clone()
            .zip(&self.moves)
            .take_while(|(new, old)| new == *old)
            .count();
        self.moves.truncate(shared);
        self.positions.truncate(shared + 1);
        for san in moves.skip(shared) {
            let position = self.positions.last()?;
            let next = position.after(position.parse_san(san).ok()?);
            self.moves.push(san);
            self.positions.push(next);
        }
        self.positions.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn opening(moves: &str) -> Option<Opening> {
        let mut line = Line::new(Position::start());
        for san in moves.split_whitespace() {
            line.push(line.position().parse_san(san).expect("a legal move"));
        }
        name(&line)
    }

    #[track_caller]
    fn check(moves: &str, eco: &str, name: &str) {
        let found = opening(moves).expect("a known opening");
        assert_eq!((found.eco, found.name), (eco, name), "{moves}");
    }

    #[test]
    fn well_known_openings() {
        check(
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
            "B90",
            "Sicilian Defense: Najdorf Variation",
        );
        check(
            "e4 e6 d4 d5 Nc3 Bb4",
            "C15",
            "French Defense: Winawer Variation",
        );
        check("d4 Nf6 c4 g6 Nc3 d5 a4 a5", "D80", "Grünfeld Defense");
        check("c4 e6 d4 d5", "D30", "Queen's Gambit Declined");
        check("d4 d5 c4 e6", "D30", "Queen's Gambit Declined");
        assert_eq!(opening(""), None);
    }

    #[test]
    fn every_row_is_playable_and_every_code_is_there() {
        let mut walk = Walk::new();
        let mut codes = HashSet::new();
        let mut positions = HashSet::new();
        for (eco, name, moves) in rows() {
            let position = walk
                .to(moves)
                .unwrap_or_else(|| panic!("{eco} {name}: {moves}"));
            assert!(
                positions.insert(position.fen()),
                "{eco} {name}: named before"
            );
            codes.insert(eco);
        }
        let all = ('A'..='E')
            .flat_map(|letter| (0..100).map(move |number| format!("{letter}{number:02}")));
        let missing: Vec<String> = all.filter(|code| !codes.contains(code.as_str())).collect();
        assert_eq!((codes.len(), missing), (500, Vec::new()));
        assert_eq!(
            positions.len(),
            TABLE.lines().filter(|line| !line.starts_with('#')).count()
        );
        assert_eq!(BY_POSITION.len(), positions.len());
    }
}
