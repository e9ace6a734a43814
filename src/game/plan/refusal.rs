//! Why a line does not become part of a plan.

use crate::chess::Position;
use crate::chess::notation::Unread;

/// A place in a line that was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanStep {
    /// Which half-move of the line, counted from 1, which is the opponent's next move. Odd ones are the opponent's.
    pub ply: usize,
    /// What was typed for it.
    pub text: String,
    /// The moves of the line before it, as [`Plan::lines`](super::Plan::lines) lists them; empty at its beginning.
    pub after: String,
    /// The position in which it is to be made; below an "any" one of the possible ones.
    pub position: Position,
    /// Whether the position is certain; not so below an "any".
    pub known: bool,
}

/// Why a line is not taken into a plan, or not dropped from it. The plan stays as it is then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanRefusal {
    /// The owner is to move himself.
    YourTurn,
    /// The text has more characters than this.
    TooLong {
        /// How many are allowed.
        limit: usize,
    },
    /// The plan would have more lines than this.
    TooManyLines {
        /// How many are allowed.
        limit: usize,
    },
    /// The line has more replies than this.
    TooDeep {
        /// How many are allowed.
        limit: usize,
    },
    /// Nothing was typed.
    Empty,
    /// A move cannot be played where it stands, or not without asking. Below an "any" it can be played so in none of
    /// the possible positions.
    Unread(Box<PlanStep>, Unread),
    /// As [`Unread`](Self::Unread), but the opponent could make the move instead of an earlier one of the line. Each
    /// way that the game may go is a line of its own, entered by itself.
    OtherLine(Box<PlanStep>, Unread),
    /// The last move is the opponent's, and nothing is said about what to reply.
    NoReply(Box<PlanStep>),
    /// "If" stands before the owner's move, or "then" before the opponent's.
    OutOfTurn(Box<PlanStep>),
    /// The line goes on although the game is over: by the moves before, or by resigning or a draw.
    AfterTheEnd(Box<PlanStep>),
    /// The text can be cut into moves in several ways: commas will tell.
    Unclear {
        /// Two of them, as [`Plan::lines`](super::Plan::lines) would list them; none when there are too many to tell.
        readings: Vec<String>,
    },
    /// The plan has another reply to the same move, which stands until its owner clears it.
    Contradiction {
        /// Which half-move of the line is answered so, counted from 1.
        ply: usize,
        /// The line up to that reply, as [`Plan::lines`](super::Plan::lines) lists it.
        stands: String,
    },
    /// The line that is to be dropped is not in the plan, or not any more.
    NoSuchLine,
}
