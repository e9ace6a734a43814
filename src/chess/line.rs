//! A start position and the moves played from it: what repetition, claims and automatic ends depend on.
//! Knows nothing of players, offers and clocks.

use super::draw::{Claims, FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use super::moves::Move;
use super::outcome::Ending;
use super::position::Position;

/// A line of play. It keeps every position, so that repetition is compared and not guessed from hashes.
///
/// ```
/// use penpawn::chess::{Line, Position};
///
/// let mut line = Line::new(Position::start());
/// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
///     line.push(line.position().parse_uci(uci)?);
/// }
/// assert_eq!(line.repetitions(), 3);
/// assert!(line.claims().threefold);
/// # Ok::<(), penpawn::chess::UciError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// One more than there are moves: the first is the start.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Line {
    /// The line without moves.
    pub fn new(start: Position) -> Line {
        Line {
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// All positions, from the start to the present one.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many half-moves were played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move, which must be a legal move of the present position. A line may go on past an automatic end,
    /// as games on record do.
    pub fn push(&mut self, mv: Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The moves in SAN.
    pub fn san_moves(&self) -> Vec<String> {
        let steps = self.positions.windows(2).zip(&self.moves);
        steps
            .map(|(around, &mv)| around[0].san_towards(mv, &around[1]))
            .collect()
    }

    /// How the present position ends the game by itself. Mate comes first (FIDE article 9.6.2).
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if !position.has_legal_move() {
            let mate = position.is_check();
            return Some(if mate {
                Ending::Checkmate
            } else {
                Ending::Stalemate
            });
        }
        if position.is_dead() {
            return Some(Ending::DeadPosition);
        }
        if self.repetitions() >= 5 {
            return Some(Ending::FivefoldRepetition);
        }
        if position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            return Some(Ending::SeventyFiveMoves);
        }
        None
    }

    /// What the player to move may claim with the position on the board; nothing once the game has ended.
    pub fn claims(&self) -> Claims {
        match self.ending() {
            Some(_) => Claims::default(),
            None => Claims {
                threefold: self.repetitions() >= 3,
                fifty: self.position().halfmove_clock() >= FIFTY_MOVES,
            },
        }
    }

    /// What the player to move may claim by declaring that he will play this legal move (FIDE articles 9.2.1 and
    /// 9.3.1). A move that leaves no reply ends the game itself, there is nothing to claim with it.
    pub fn claims_with(&self, mv: Move) -> Claims {
        match self.ending() {
            Some(_) => Claims::default(),
            None => self.claims_after(mv),
        }
    }

    /// The legal moves with which a claim would be right; none once the game has ended.
    pub fn claiming_moves(&self) -> Vec<Move> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let moves = self.position().legal_moves().into_iter();
        moves.filter(|&mv| self.claims_after(mv).any()).collect()
    }

    fn claims_after(&self, mv: Move) -> Claims {
        let after = self.position().after(mv);
        if !after.has_legal_move() {
            return Claims::default();
        }
        Claims {
            threefold: 1 + self.earlier(&after, self.positions.len()).count() >= 3,
            fifty: after.halfmove_clock() >= FIFTY_MOVES,
        }
    }

    /// How often the present position has stood, this time included (FIDE article 9.2.3).
    pub fn repetitions(&self) -> u32 {
        1 + self.earlier(self.position(), self.moves.len()).count() as u32
    }

    /// After how many half-moves the present position has stood, the latest first and this time included.
    pub fn repeated_at(&self) -> Vec<usize> {
        let present = std::iter::once(self.plies());
        present
            .chain(self.earlier(self.position(), self.plies()))
            .collect()
    }

    /// The plies before `ply` at which a position like `position`, which stands at `ply`, has stood. No capture or
    /// pawn move is ever undone, and nothing comes back in less than four half-moves.
    fn earlier(&self, position: &Position, ply: usize) -> impl Iterator<Item = usize> {
        let reach = (position.halfmove_clock() as usize).min(ply);
        let plies = (4..=reach).step_by(2).map(move |back| ply - back);
        plies.filter(move |&ply| self.positions[ply].repeats(position))
    }
}
