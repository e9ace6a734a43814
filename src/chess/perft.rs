//! Counting all ways to play on, the classic test of a move generator.
//! Knows nothing of how moves are found.
//!
//! Source: <https://www.chessprogramming.org/Perft>.

use super::bitboard::Bitboard;
use super::moves::Move;
use super::position::Position;

/// The number of ways to play `depth` half-moves from a position.
///
/// ```
/// use penpawn::chess::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut nodes = 0;
            position.for_each_move(Bitboard::ALL, Bitboard::ALL, |mv| {
                nodes += perft(&position.after(mv), depth - 1);
            });
            nodes
        }
    }
}

/// The same number, apart for each first move. Lazy, so that a caller can tell how far the count is.
pub fn divide(position: &Position, depth: u32) -> impl ExactSizeIterator<Item = (Move, u64)> + '_ {
    let moves = if depth == 0 {
        Vec::new()
    } else {
        position.legal_moves().as_slice().to_vec()
    };
    moves
        .into_iter()
        .map(move |mv| (mv, perft(&position.after(mv), depth - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divided_count_adds_up() {
        let start = Position::start();
        assert_eq!(
            divide(&start, 3).map(|(_, nodes)| nodes).sum::<u64>(),
            perft(&start, 3)
        );
        assert_eq!(divide(&start, 1).map(|(_, nodes)| nodes).sum::<u64>(), 20);
        assert_eq!(divide(&start, 0).count(), 0);
    }
}
