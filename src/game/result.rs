//! How a game ended.

use crate::chess::{Color, Ending, Outcome};

/// What brought a game to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// By the rules of chess, without anybody's asking.
    Automatic(Ending),
    /// A draw agreed by both players (FIDE 5.2.3).
    Agreement,
    /// A player resigned (FIDE 5.1.2).
    Resignation,
    /// The player to move claimed a draw, and was right (FIDE 9.2 and 9.3).
    Claim(Claim),
    /// A player ran out of time.
    TimeOut(TimeOut),
    /// Broken off before both had moved, by this player; `None` for games from before that was kept.
    Aborted(Option<Color>),
    /// A player ran out of time before both had moved.
    NeverBegun,
    /// Without a time limit, nobody moved for thirty days, and this player, who was waiting, would wait no longer;
    /// `None` for games from before that was kept.
    Abandoned(Option<Color>),
    /// The bot was removed from the server and not let in again for thirty days.
    ServerGone,
}

/// What was claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position stands for the third time or more (FIDE 9.2).
    Threefold,
    /// Fifty moves by each side without a capture or a pawn move (FIDE 9.3).
    FiftyMoves,
}

/// What became of a game in which somebody ran out of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeOut {
    /// He lost (FIDE 6.9).
    Lost,
    /// The opponent could not mate by any series of legal moves, so it is a draw (FIDE 6.9).
    CannotBeMated,
    /// The opponent's draw offer stood, which is taken up.
    DrawOfferStood,
}

/// An outcome and what brought it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Who won, or a draw; `None` for a game that ended without result.
    pub outcome: Option<Outcome>,
    /// Why.
    pub termination: Termination,
}

impl GameResult {
    /// A draw that both players agreed.
    pub const AGREED: GameResult = GameResult {
        outcome: Some(Outcome::Draw),
        termination: Termination::Agreement,
    };

    /// The opponent of `loser` wins.
    pub fn resigned(loser: Color) -> GameResult {
        GameResult {
            outcome: Some(Outcome::Win(!loser)),
            termination: Termination::Resignation,
        }
    }

    /// An end by the rules; `turn` is the color to move in the final position.
    pub fn automatic(ending: Ending, turn: Color) -> GameResult {
        GameResult {
            outcome: Some(ending.outcome(turn)),
            termination: Termination::Automatic(ending),
        }
    }

    /// A draw that was claimed.
    pub fn claimed(claim: Claim) -> GameResult {
        GameResult {
            outcome: Some(Outcome::Draw),
            termination: Termination::Claim(claim),
        }
    }

    /// `late` ran out of time.
    pub fn timed_out(late: Color, how: TimeOut) -> GameResult {
        let outcome = match how {
            TimeOut::Lost => Outcome::Win(!late),
            TimeOut::CannotBeMated | TimeOut::DrawOfferStood => Outcome::Draw,
        };
        GameResult {
            outcome: Some(outcome),
            termination: Termination::TimeOut(how),
        }
    }

    /// No result.
    pub fn none(termination: Termination) -> GameResult {
        GameResult {
            outcome: None,
            termination,
        }
    }
}
