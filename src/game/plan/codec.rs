//! A plan as text for one column of a database, and back. One branch a line, indented by its depth:
//!
//! ```text
//! g8f6<TAB>e4e5
//!  f6d5<TAB>g1f3
//!  any<TAB>"Nf3
//!   "Nc6<TAB>draw
//! any<TAB>resign
//! ```
//!
//! Known moves are in UCI notation; what is kept as it was typed follows a quotation mark. There is one text for each plan.

use std::iter::Peekable;
use std::str::Lines;

use super::Plan;
use super::tree::{Branch, Planned, Trigger, Written, ends};
use crate::chess::Square;

const ANY: &str = "any";
const RESIGN: &str = "resign";
const ACCEPT_DRAW: &str = "draw";

/// A text that no plan was written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} is not of a plan")]
pub struct PlanTextError {
    /// The line at fault, counted from 1.
    pub line: usize,
}

impl Plan {
    /// The plan as text, for keeping. An empty plan is an empty text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        write(&self.branches, 0, &mut text);
        text
    }

    /// The plan that was written as this text.
    pub fn from_text(text: &str) -> Result<Plan, PlanTextError> {
        let mut reader = Reader {
            lines: text.lines().peekable(),
            read: 0,
        };
        let branches = reader.siblings(0, true)?;
        let plan = Plan { branches };
        // What reads but is written otherwise was damaged: a stray end of line, a branch twice, a line too far in.
        let whole = reader.lines.peek().is_none() && plan.to_text() == text;
        if whole && ends(&plan.branches) <= Plan::MAX_LINES {
            Ok(plan)
        } else {
            Err(reader.damage())
        }
    }
}

fn write(branches: &[Branch], depth: usize, text: &mut String) {
    for branch in branches {
        text.extend(std::iter::repeat_n(' ', depth));
        match &branch.on {
            Trigger::Any => text.push_str(ANY),
            Trigger::Move(written) => push_written(written, text),
        }
        text.push('\t');
        match &branch.reply {
            Planned::Move(written) => push_written(written, text),
            Planned::Resign => text.push_str(RESIGN),
            Planned::AcceptDraw => text.push_str(ACCEPT_DRAW),
        }
        text.push('\n');
        write(&branch.then, depth + 1, text);
    }
}

fn push_written(written: &Written, text: &mut String) {
    match written {
        Written::Exact(uci) => text.push_str(uci),
        Written::Typed(typed) => {
            text.push('"');
            text.push_str(typed);
        }
    }
}

struct Reader<'a> {
    lines: Peekable<Lines<'a>>,
    read: usize,
}

impl<'a> Reader<'a> {
    /// The branches at this depth, up to the first line that is less deep. `known`: all moves above them are.
    fn siblings(&mut self, depth: usize, known: bool) -> Result<Vec<Branch>, PlanTextError> {
        let mut branches: Vec<Branch> = Vec::new();
        while let Some(line) = self.next_at(depth) {
            if depth >= Plan::MAX_REPLIES {
                return Err(self.damage());
            }
            let mut branch = branch(line, known).ok_or_else(|| self.damage())?;
            let twice = branches.iter().any(|other| {
                other.on == branch.on && other.reply.answers_offer() == branch.reply.answers_offer()
            });
            if twice {
                return Err(self.damage());
            }
            if let Planned::Move(reply) = &branch.reply {
                let known = known
                    && matches!(branch.on, Trigger::Move(Written::Exact(_)))
                    && matches!(reply, Written::Exact(_));
                branch.then = self.siblings(depth + 1, known)?;
            }
            branches.push(branch);
        }
        Ok(branches)
    }

    /// The next line without its indent, if it is at this depth.
    fn next_at(&mut self, depth: usize) -> Option<&'a str> {
        let line = self.lines.peek()?;
        let content = line.trim_start_matches(' ');
        if line.len() - content.len() != depth {
            return None;
        }
        self.lines.next();
        self.read += 1;
        Some(content)
    }

    fn damage(&self) -> PlanTextError {
        PlanTextError {
            line: self.read.max(1),
        }
    }
}

fn branch(line: &str, known: bool) -> Option<Branch> {
    let (on, reply) = line.split_once('\t')?;
    let on = match on {
        ANY => Trigger::Any,
        on => Trigger::Move(written(on, known)?),
    };
    let known = known && matches!(on, Trigger::Move(Written::Exact(_)));
    let reply = match reply {
        RESIGN => Planned::Resign,
        ACCEPT_DRAW => Planned::AcceptDraw,
        reply => Planned::Move(written(reply, known)?),
    };
    Some(Branch {
        on,
        reply,
        then: Vec::new(),
    })
}

fn written(text: &str, known: bool) -> Option<Written> {
    let Some(typed) = text.strip_prefix('"') else {
        return (known && is_uci(text)).then(|| Written::Exact(text.to_owned()));
    };
    let is_typed = !typed.is_empty()
        && typed.chars().count() <= Plan::MAX_CHARACTERS
        && typed.split(' ').all(|word| !word.is_empty())
        && !typed.contains(|c: char| c != ' ' && (c.is_whitespace() || c.is_control()));
    is_typed.then(|| Written::Typed(typed.to_owned()))
}

fn is_uci(text: &str) -> bool {
    let is_square = |at: usize| {
        text.get(at..at + 2)
            .is_some_and(|s| s.parse::<Square>().is_ok())
    };
    is_square(0) && is_square(2) && matches!(text.get(4..), Some("" | "q" | "r" | "b" | "n"))
}
