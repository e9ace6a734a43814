//! A plan as its owner reads it: one text a line, in algebraic notation with move numbers.

use super::reader::Step;
use super::tree::{Branch, Planned, Trigger, Written, rival};
use crate::chess::{Color, Position};

type Pair<'a> = (&'a Trigger, &'a Planned);

/// Every way from the root to an end.
pub(super) fn lines(position: &Position, branches: &[Branch]) -> Vec<String> {
    let mut lines = Vec::new();
    collect(position, branches, &mut Vec::new(), &mut lines);
    lines
}

/// A line that was read.
pub(super) fn steps(position: &Position, steps: &[Step]) -> String {
    let pairs: Vec<Pair<'_>> = steps.iter().map(|step| (&step.on, &step.reply)).collect();
    line(position, &pairs)
}

/// The steps so far, and the opponent's move that still waits for its reply.
pub(super) fn so_far(position: &Position, steps: &[Step], open: Option<&Trigger>) -> String {
    let mut line = Line::from(position);
    for step in steps {
        line.push(&step.on, &step.reply);
    }
    if let Some(on) = open {
        line.push_move(on);
    }
    line.text
}

/// What stands in the tree for these steps.
pub(super) fn standing(position: &Position, branches: &[Branch], steps: &[Step]) -> String {
    let mut pairs = Vec::new();
    let mut siblings = branches;
    for step in steps {
        let Some(branch) = rival(siblings, step).map(|index| &siblings[index]) else {
            break;
        };
        pairs.push((&branch.on, &branch.reply));
        siblings = &branch.then;
    }
    line(position, &pairs)
}

fn collect<'a>(
    position: &Position,
    branches: &'a [Branch],
    path: &mut Vec<Pair<'a>>,
    lines: &mut Vec<String>,
) {
    for branch in branches {
        path.push((&branch.on, &branch.reply));
        if branch.then.is_empty() {
            lines.push(line(position, path));
        } else {
            collect(position, &branch.then, path, lines);
        }
        path.pop();
    }
}

fn line(position: &Position, pairs: &[Pair<'_>]) -> String {
    let mut line = Line::from(position);
    for (on, reply) in pairs {
        line.push(on, reply);
    }
    line.text
}

struct Line {
    text: String,
    /// `None` once it is not known any more.
    position: Option<Position>,
}

impl Line {
    fn from(position: &Position) -> Line {
        Line {
            text: String::new(),
            position: Some(position.clone()),
        }
    }

    fn push(&mut self, on: &Trigger, reply: &Planned) {
        self.push_move(on);
        match reply {
            Planned::Move(reply) => match self.played(reply) {
                Some(reply) => self.text.extend([" ", &reply]),
                None => self.text.extend([": ", reply.text()]),
            },
            Planned::Resign => self.text.push_str(": resign"),
            Planned::AcceptDraw => self.text.push_str(": accept the draw"),
        }
    }

    fn push_move(&mut self, on: &Trigger) {
        let on = match on {
            Trigger::Move(on) => self.played(on).ok_or(on.text()),
            Trigger::Any => {
                self.position = None;
                Err("any")
            }
        };
        let gap = if self.text.is_empty() {
            ""
        } else if on.is_ok() {
            " "
        } else {
            ", "
        };
        self.text.push_str(gap);
        self.text
            .push_str(on.as_deref().unwrap_or_else(|text| text));
    }

    /// Plays the move and tells it in SAN, with its number where one is due. From a move that cannot be played here
    /// on nothing is known.
    fn played(&mut self, written: &Written) -> Option<String> {
        let position = self.position.take()?;
        let mv = written.read(&position)?;
        let (number, san) = (position.fullmove_number(), position.san(mv));
        self.position = Some(position.after(mv));
        Some(match position.turn() {
            Color::White => format!("{number}. {san}"),
            Color::Black if self.text.is_empty() => format!("{number}... {san}"),
            Color::Black => san,
        })
    }
}
