//! A game to fill databases with.

use penpawn::chess::{Line, Position};

/// A game of so many plies that could go on, by random moves.
pub(crate) fn long_line(plies: usize) -> Line {
    let mut random = fastrand::Rng::with_seed(80);
    'game: loop {
        let mut line = Line::new(Position::start());
        while line.plies() < plies + 1 {
            if line.ending().is_some() {
                continue 'game;
            }
            let moves = line.position().legal_moves();
            line.push(moves.iter().nth(random.usize(..moves.len())).unwrap());
        }
        line.pop();
        return line;
    }
}
