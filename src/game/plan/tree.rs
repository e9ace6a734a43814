//! The tree that a plan is, and how a line grows into it. Knows nothing of text and of positions but what a
//! [`Standing`] says of two typed moves.

use super::reader::Step;
use super::standing::{Likeness, Standing};
use crate::chess::notation::{self, Unread};
use crate::chess::{Move, Position};

/// One thing that the opponent may do, and what is done then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Branch {
    pub(super) on: Trigger,
    pub(super) reply: Planned,
    /// What may follow the reply; nothing unless it is a move.
    pub(super) then: Vec<Branch>,
}

/// What the opponent does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trigger {
    /// This move.
    Move(Written),
    /// Whatever has no branch of its own.
    Any,
}

/// What is done in answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Planned {
    Move(Written),
    Resign,
    /// Only if the opponent's draw offer stands.
    AcceptDraw,
}

/// A move of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Written {
    /// In UCI notation: a legal move of a known position.
    Exact(String),
    /// As it was typed. Below an "any" the position is not known yet; once it is, what remains typed cannot be played
    /// there, or not without asking.
    Typed(String),
}

impl Written {
    /// As it is kept.
    pub(super) fn text(&self) -> &str {
        match self {
            Written::Exact(text) | Written::Typed(text) => text,
        }
    }

    /// The move that is meant in this position, if it is legal there.
    pub(super) fn read(&self, position: &Position) -> Option<Move> {
        match self {
            Written::Exact(uci) => position.parse_uci(uci).ok(),
            Written::Typed(text) => notation::read(position, text).ok(),
        }
    }

    /// The moves between which it leaves the choice in this position.
    fn choices(&self, position: &Position) -> Vec<Move> {
        match self {
            Written::Exact(_) => Vec::new(),
            Written::Typed(text) => match notation::read(position, text) {
                Err(Unread::Ambiguous(moves)) => moves,
                Ok(_) | Err(Unread::Illegal(_) | Unread::Unreadable) => Vec::new(),
            },
        }
    }
}

impl Trigger {
    /// Whether it is this move that is waited for.
    pub(super) fn is(&self, mv: Move, position: &Position) -> bool {
        match self {
            Trigger::Move(written) => written.read(position) == Some(mv),
            Trigger::Any => false,
        }
    }

    /// Whether it may be this move or another that is waited for.
    pub(super) fn may_be(&self, mv: Move, position: &Position) -> bool {
        match self {
            Trigger::Move(written) => written.choices(position).contains(&mv),
            Trigger::Any => false,
        }
    }
}

impl Planned {
    /// Accepting a draw answers the offer, everything else the move: one of each may stand for the same move.
    pub(super) fn answers_offer(&self) -> bool {
        match self {
            Planned::AcceptDraw => true,
            Planned::Move(_) | Planned::Resign => false,
        }
    }
}

/// Grows a line into the tree without changing what is there; otherwise tells at which step a branch replies
/// differently.
pub(super) fn grow(branches: &mut Vec<Branch>, steps: &[Step]) -> Result<(), usize> {
    let Some((step, rest)) = steps.split_first() else {
        return Ok(());
    };
    let Some(branch) = rival(branches, step) else {
        branches.push(chain(step, rest));
        return Ok(());
    };
    let branch = &mut branches[branch];
    let same_move = trigger_likeness(&branch.on, step) == Likeness::Same;
    if !same_move || reply_likeness(&branch.reply, step) != Likeness::Same {
        return Err(0);
    }
    grow(&mut branch.then, rest).map_err(|deeper| deeper + 1)
}

/// The branch that may answer what this step answers.
pub(super) fn rival(branches: &[Branch], step: &Step) -> Option<usize> {
    branches.iter().position(|branch| {
        branch.reply.answers_offer() == step.reply.answers_offer()
            && trigger_likeness(&branch.on, step) != Likeness::Apart
    })
}

/// How many lines the tree has.
pub(super) fn ends(branches: &[Branch]) -> usize {
    branches
        .iter()
        .map(|branch| ends(&branch.then).max(1))
        .sum()
}

/// Cuts the line of that number, counted from 0 as [`ends`] does, and all that led to it alone.
pub(super) fn cut(branches: &mut Vec<Branch>, mut number: usize) {
    for at in 0..branches.len() {
        let lines = ends(&branches[at..=at]);
        if number >= lines {
            number -= lines;
        } else if lines == 1 {
            branches.remove(at);
            return;
        } else {
            return cut(&mut branches[at].then, number);
        }
    }
}

/// What is left of branches that were made for unknown positions, now that this one is on the board. A move of the
/// opponent that is not legal here can never come; of two that turn out to be the same the earlier stands. What cannot
/// be played, or not without asking, stays as it was typed, lest "any" answer in its place.
pub(super) fn settle(branches: &[Branch], position: &Position) -> Vec<Branch> {
    let mut settled: Vec<Branch> = Vec::new();
    for branch in branches {
        let Some(branch) = settle_branch(branch, position) else {
            continue;
        };
        let is_new = settled.iter().all(|earlier| {
            earlier.on != branch.on || earlier.reply.answers_offer() != branch.reply.answers_offer()
        });
        if is_new {
            settled.push(branch);
        }
    }
    settled
}

fn settle_branch(branch: &Branch, position: &Position) -> Option<Branch> {
    let Trigger::Move(on) = &branch.on else {
        return Some(branch.clone());
    };
    let Some(mv) = on.read(position) else {
        let may_come = !on.choices(position).is_empty();
        return may_come.then(|| branch.clone());
    };
    let after = position.after(mv);
    let playable = match &branch.reply {
        Planned::Move(reply) => reply.read(&after),
        Planned::Resign | Planned::AcceptDraw => None,
    };
    let (reply, then) = match playable {
        Some(mv) => {
            let reply = Planned::Move(Written::Exact(after.uci(mv)));
            (reply, settle(&branch.then, &after.after(mv)))
        }
        None => (branch.reply.clone(), Vec::new()),
    };
    Some(Branch {
        on: Trigger::Move(Written::Exact(position.uci(mv))),
        reply,
        then,
    })
}

fn chain(step: &Step, rest: &[Step]) -> Branch {
    let next = rest.split_first();
    Branch {
        on: step.on.clone(),
        reply: step.reply.clone(),
        then: next
            .map(|(step, rest)| chain(step, rest))
            .into_iter()
            .collect(),
    }
}

fn trigger_likeness(on: &Trigger, step: &Step) -> Likeness {
    match (on, &step.on) {
        (Trigger::Any, Trigger::Any) => Likeness::Same,
        (Trigger::Move(a), Trigger::Move(b)) => likeness(a, b, &step.before),
        (Trigger::Any, Trigger::Move(_)) | (Trigger::Move(_), Trigger::Any) => Likeness::Apart,
    }
}

fn reply_likeness(reply: &Planned, step: &Step) -> Likeness {
    match (reply, &step.reply) {
        (Planned::Move(a), Planned::Move(b)) => likeness(a, b, &step.between),
        (a, b) if a == b => Likeness::Same,
        _ => Likeness::Apart,
    }
}

fn likeness(a: &Written, b: &Written, standing: &Standing) -> Likeness {
    if a == b {
        Likeness::Same
    } else {
        standing.likeness(a, b)
    }
}
