//! What a plan says to the opponent's move.

use super::Plan;
use super::tree::{Branch, Planned, Trigger, settle};
use crate::chess::{Move, Position};

/// What a plan does for its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Plays this move, which is legal.
    Move(Move),
    /// Resigns.
    Resign,
    /// Accepts the draw offer that stands.
    AcceptDraw,
}

/// What a plan says to a move of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This is done at once, at the instant of the move; the plan that is left goes on from there.
    Reply(Reply, Plan),
    /// A reply is ready, but the opponent's draw offer has to be answered first, by the owner. The plan stays as it
    /// is, and is asked the same again, without offer, once the owner has declined in words. If he moves himself,
    /// it is spent.
    Waits,
    /// The opponent has left the plan: nothing is said about his move. The plan is spent.
    Left,
    /// What was typed below an "any", this text, cannot be played here, or not without asking. The plan is spent.
    Unplayable(String),
}

impl Plan {
    /// What the plan answers to the opponent's legal move from the position for which it was made. A branch of its own
    /// for the move goes before "any".
    ///
    /// While the opponent's draw offer stands (`draw_offered`), whether it came with the move or before, nothing but
    /// "accept the draw" is done: the rest waits. Game and last move are all that is needed to ask again later, so
    /// the wait needs no keeping but the plan itself.
    pub fn answer(&self, before: &Position, opponents_move: Move, draw_offered: bool) -> Answer {
        let answered = self.answer_to_move(before, opponents_move);
        if !draw_offered {
            return answered;
        }
        let acceptance = self.find(before, opponents_move, true);
        if acceptance.is_some_and(|branch| !branch.on.may_be(opponents_move, before)) {
            return Answer::Reply(Reply::AcceptDraw, Plan::default());
        }
        match answered {
            Answer::Reply(..) => Answer::Waits,
            Answer::Waits | Answer::Left | Answer::Unplayable(_) => answered,
        }
    }

    fn answer_to_move(&self, before: &Position, opponents_move: Move) -> Answer {
        let Some(branch) = self.find(before, opponents_move, false) else {
            return Answer::Left;
        };
        if let Trigger::Move(written) = &branch.on
            && branch.on.may_be(opponents_move, before)
        {
            return Answer::Unplayable(written.text().to_owned());
        }
        match &branch.reply {
            Planned::Move(written) => {
                let after = before.after(opponents_move);
                let Some(mv) = written.read(&after) else {
                    return Answer::Unplayable(written.text().to_owned());
                };
                let branches = settle(&branch.then, &after.after(mv));
                Answer::Reply(Reply::Move(mv), Plan { branches })
            }
            Planned::Resign => Answer::Reply(Reply::Resign, Plan::default()),
            Planned::AcceptDraw => Answer::Left,
        }
    }

    /// The branch for this move, or else one that may be for it, or else that for any; among those that answer an
    /// offer or those that answer a move.
    fn find(&self, before: &Position, mv: Move, offer: bool) -> Option<&Branch> {
        let find = |fits: &dyn Fn(&Trigger) -> bool| {
            let mut branches = self.branches.iter();
            branches.find(|branch| branch.reply.answers_offer() == offer && fits(&branch.on))
        };
        find(&|on| on.is(mv, before))
            .or_else(|| find(&|on| on.may_be(mv, before)))
            .or_else(|| find(&|on| *on == Trigger::Any))
    }
}
