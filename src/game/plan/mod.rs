//! Plans: if-then moves of correspondence chess. One player's private replies, prepared for what the opponent may do.
//!
//! A plan is a tree: the opponent's moves, one reply to each, and so on. `words` and `reader` turn what its owner
//! types into a line, `tree` grows the line into it, `listing` writes it out, `line` tells its lines
//! apart, `codec` keeps it; [`Plan::answer`] tells
//! what it says to a move. It refuses to know whose game it is, when it is played and what is told to whom.

mod answer;
mod codec;
mod line;
mod listing;
mod reader;
mod refusal;
mod standing;
mod tree;
mod words;

pub use answer::{Answer, Reply};
pub use codec::PlanTextError;
pub use line::PlanLine;
pub use refusal::{PlanRefusal, PlanStep};

use self::tree::Branch;
use crate::chess::{Color, Position};

/// What a player has decided to do in answer to the moves that his opponent may make next.
///
/// ```
/// use penpawn::chess::{Color, Position};
/// use penpawn::game::Plan;
///
/// let mut position = Position::start();
/// position.play(position.parse_san("e4")?);
/// let mut plan = Plan::default();
/// plan.add(Color::White, &position, "if Nf6 then e5, if knight d5 then Nf3").unwrap();
/// plan.add(Color::White, &position, "any: resign").unwrap();
/// assert_eq!(plan.lines(&position), ["1... Nf6 2. e5 Nd5 3. Nf3", "any: resign"]);
/// # Ok::<(), penpawn::chess::SanError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// In the order in which they were entered; what the opponent does is looked up among them.
    branches: Vec<Branch>,
}

impl Plan {
    /// How many lines a plan can have: ways from the present position to its ends.
    pub const MAX_LINES: usize = 20;
    /// How many replies a line can have.
    pub const MAX_REPLIES: usize = 20;
    /// How many characters of text a line can be typed with.
    pub const MAX_CHARACTERS: usize = 500;

    /// Whether nothing is planned.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Adds a line as its owner types it: the opponent's move, the reply, the opponent's next move, and so on, each
    /// after the one before it. Moves are read leniently and never guessed; "if", "then", numbers and punctuation may
    /// stand between them. The opponent's move may be "any"; a reply may be "resign", or "accept the draw" for a move
    /// that comes with an offer. `position` is that of the game, with the opponent to move.
    ///
    /// What was planned before stays as it is: a line that is there already changes nothing, one that replies
    /// otherwise is refused. A refused line changes nothing either.
    pub fn add(
        &mut self,
        owner: Color,
        position: &Position,
        text: &str,
    ) -> Result<(), PlanRefusal> {
        if position.turn() == owner {
            return Err(PlanRefusal::YourTurn);
        }
        if text.chars().count() > Self::MAX_CHARACTERS {
            return Err(PlanRefusal::TooLong {
                limit: Self::MAX_CHARACTERS,
            });
        }
        let steps = reader::read(position, text)?;
        let mut branches = self.branches.clone();
        tree::grow(&mut branches, &steps).map_err(|step| PlanRefusal::Contradiction {
            ply: 2 * step + 1,
            stands: listing::standing(position, &self.branches, &steps[..=step]),
        })?;
        if tree::ends(&branches) > Self::MAX_LINES {
            return Err(PlanRefusal::TooManyLines {
                limit: Self::MAX_LINES,
            });
        }
        self.branches = branches;
        Ok(())
    }

    /// Every line in algebraic notation, numbered as in books, for its owner: `1... Nf6 2. e5 Nd5 3. Nf3`,
    /// `1... Qxb7: resign`. After "any" the moves stand as they were typed: `any: Kh1, Qg2: Kxg2`. Each line can be
    /// typed as it is listed. `position` is the one that the plan was made for, with the opponent to move.
    pub fn lines(&self, position: &Position) -> Vec<String> {
        listing::lines(position, &self.branches)
    }

    /// Drops one line, with all moves that lead to no other. `position` is the one that the plan was made for.
    pub fn drop_line(&mut self, position: &Position, line: PlanLine) -> Result<(), PlanRefusal> {
        let lines = self.lines(position);
        let number = lines
            .iter()
            .position(|text| PlanLine::of(position, text) == line);
        tree::cut(&mut self.branches, number.ok_or(PlanRefusal::NoSuchLine)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
