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
    let mut line = Line {
        text: String::new(),
        position: Some(position.clone()),
    };
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
    fn push(&mut self, on: &Trigger, reply: &Planned) {
        match on {
            Trigger::Move(on) => self.push_move(on),
            Trigger::Any => {
                self.position = None;
                self.push_apart("any");
            }
        }
        match reply {
            Planned::Move(reply) => {
                if self.position.is_none() {
                    self.text.push(':');
                }
                self.push_reply(reply);
            }
            Planned::Resign => self.text.push_str(": resign"),
            Planned::AcceptDraw => self.text.push_str(": accept the draw"),
        }
    }

    fn push_move(&mut self, written: &Written) {
        match &mut self.position {
            Some(position) => {
                let number = position.fullmove_number();
                let prefix = match position.turn() {
                    Color::White => format!("{number}. "),
                    Color::Black if self.text.is_empty() => format!("{number}... "),
                    Color::Black => String::new(),
                };
                let san = play(position, written);
                if !self.text.is_empty() {
                    self.text.push(' ');
                }
                self.text.push_str(&prefix);
                self.text.push_str(&san);
            }
            None => self.push_apart(written.text()),
        }
    }

    fn push_reply(&mut self, written: &Written) {
        if self.position.is_some() {
            self.push_move(written);
        } else {
            self.text.extend([" ", written.text()]);
        }
    }

    fn push_apart(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        self.text.push_str(text);
    }
}

/// Plays the move and tells it in SAN. A plan of another position is shown as it is kept.
fn play(position: &mut Position, written: &Written) -> String {
    match written.read(position) {
        Some(mv) => {
            let san = position.san(mv);
            position.play(mv);
            san
        }
        None => written.text().to_owned(),
    }
}
