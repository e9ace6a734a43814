//! Whether a side can still mate by any series of legal moves: for flag falls (FIDE article 6.9) and dead positions
//! (article 5.2.2). Three steps, the cheapest first: what the pieces alone show, where every piece can ever go at best,
//! and a search through the positions that can really arise. A "no" is always a proof.
//!
//! The idea of joining a picture of what can ever move with a search for a helpmate is described in Miguel Ambrona, "A
//! Practical Algorithm for Chess Unwinnability" (FUN 2022).
//!
//! Knows no clocks and no counters: repetition and the move rules end no series here.

mod distance;
mod material;
mod mobility;
mod net;
mod playout;
mod search;

use std::fmt;

use super::{Color, Position, Role, Square};

/// Whether a side can still mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CanMate {
    /// A series of legal moves that mates was found.
    Yes,
    /// No series of legal moves mates.
    No,
    /// Neither was found within the budget. It counts as yes.
    YesNotProven,
}

impl fmt::Display for CanMate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CanMate::Yes => "yes",
            CanMate::No => "no",
            CanMate::YesNotProven => "yes (not proven)",
        })
    }
}

impl Position {
    /// Whether `side` can mate by any series of legal moves. Looks at no more than `budget` positions.
    ///
    /// ```
    /// use penpawn::chess::{CanMate, CastlingMode, Color, Position};
    ///
    /// let wall = Position::from_fen("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1", CastlingMode::Standard)?;
    /// assert_eq!(wall.can_mate(Color::White, 100), CanMate::No);
    /// assert_eq!(Position::start().can_mate(Color::White, 10_000), CanMate::Yes);
    /// # Ok::<(), penpawn::chess::FenError>(())
    /// ```
    pub fn can_mate(&self, side: Color, budget: usize) -> CanMate {
        search::run(self, side, budget)
    }
}

/// Whether neither side can ever mate, as far as a short look shows it: some microseconds in ordinary positions, a few
/// milliseconds where nearly all pawns are locked. A "yes" is a proof.
///
/// A position in which every move stalemates counts as alive: it ends by itself with the next move, in a way that people
/// recognize, and the score is the same.
pub(super) fn is_dead(position: &Position) -> bool {
    let mut open = Color::ALL
        .into_iter()
        .filter(|&side| !search::is_hopeless(position, side))
        .peekable();
    let proven = open.peek().is_none() || {
        let budget = budget(position);
        open.all(|side| search::exhaust(position, side, budget) == CanMate::No)
    };
    proven && !every_move_stalemates(position)
}

fn every_move_stalemates(position: &Position) -> bool {
    position.legal_moves().iter().all(|mv| {
        let after = position.after(mv);
        !after.is_check() && !after.has_legal_move()
    })
}

/// How many positions may be looked at before a position counts as alive.
fn budget(position: &Position) -> usize {
    let board = position.board();
    let pawns = board.role(Role::Pawn);
    let loose = |pawn: &Square| !board.pseudo_legal_targets(*pawn).is_empty();
    let roams = |piece: Square| board.pseudo_legal_targets(piece).len() > 2;
    let strong = board.role(Role::Queen) | board.role(Role::Rook) | board.role(Role::Knight);
    let replies = position.count_legal_moves();
    let is_locked = pawns.len() >= 2
        && !strong.into_iter().any(roams)
        && (replies <= 6 || pawns.into_iter().filter(loose).count() <= 2);
    if is_locked {
        LOCKED
    } else if replies <= 3 {
        FORCED
    } else {
        0
    }
}

/// Enough for kings and a bishop behind a wall of pawns, and for the last moves of a pawn before it is locked.
const LOCKED: usize = 3000;
/// Enough for a forced capture or two.
const FORCED: usize = 60;
