//! Reads a typed line: finds the one way to cut its words into moves that are legal one after the other.
//!
//! A move may be several words, "knight f3", and words alone do not tell where one ends. So every cut is tried; the
//! chess decides, and if it leaves two ways the owner is asked. All is bounded: the words of a move, the ways that are
//! followed at once, the replies of a line.

use super::standing::Standing;
use super::tree::{Planned, Trigger};
use super::words::{Side, Word, is_any, is_arrow, split};
use super::{Plan, PlanRefusal, PlanStep, listing};
use crate::chess::Position;
use crate::chess::notation::{Illegal, Reason, Unread};

/// How many words a move has at most: "pawn from e7 takes on d8 promotes to queen check".
const LONGEST_MOVE: usize = 10;
/// How many ways to cut the words are followed at once.
const MOST_WAYS: usize = 4;

/// One move of the opponent and the reply.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) on: Trigger,
    pub(super) reply: Planned,
    /// Where the opponent moves.
    pub(super) before: Standing,
    /// Where the reply is made.
    pub(super) between: Standing,
}

impl Step {
    fn says_the_same(&self, other: &Step) -> bool {
        (&self.on, &self.reply) == (&other.on, &other.reply)
    }

    /// Whether the opponent could make this move instead.
    fn could_be(&self, text: &str) -> bool {
        let read = self.before.read(text);
        read.is_ok_and(|(written, _)| self.on != Trigger::Move(written))
    }
}

/// One way to cut the words so far.
#[derive(Clone)]
struct Way {
    steps: Vec<Step>,
    open: Option<Open>,
    standing: Standing,
    /// A reply was to resign or to accept a draw.
    ended: bool,
}

/// A move of the opponent that waits for its reply.
#[derive(Clone)]
struct Open {
    on: Trigger,
    text: String,
    before: Standing,
}

/// Reads a whole line, from the position in which the opponent is to move.
pub(super) fn read(position: &Position, text: &str) -> Result<Vec<Step>, PlanRefusal> {
    let words = split(text);
    if words.is_empty() {
        return Err(PlanRefusal::Empty);
    }
    let mut ways: Vec<Vec<Way>> = vec![Vec::new(); words.len() + 1];
    ways[0].push(Way {
        steps: Vec::new(),
        open: None,
        standing: Standing::at(position),
        ended: false,
    });
    let mut furthest = None;
    let mut too_many = false;
    for at in 0..words.len() {
        let mut dead_end = None;
        for way in std::mem::take(&mut ways[at]) {
            let further = way.further(&words[at..]);
            if further.is_empty() && dead_end.is_none() {
                dead_end = Some(way.refusal(&words, at));
            }
            for (length, way) in further {
                let reached = &mut ways[at + length];
                if reached.len() < MOST_WAYS {
                    reached.push(way);
                } else {
                    too_many = true;
                }
            }
        }
        furthest = dead_end.or(furthest);
    }
    let ends = ways.pop().unwrap_or_default();
    choose(position, ends, too_many, furthest)
}

/// The one complete way, if there is just one.
fn choose(
    position: &Position,
    ends: Vec<Way>,
    too_many: bool,
    furthest: Option<PlanRefusal>,
) -> Result<Vec<Step>, PlanRefusal> {
    let (open, complete): (Vec<Way>, Vec<Way>) =
        ends.into_iter().partition(|way| way.open.is_some());
    let mut found: Vec<Vec<Step>> = Vec::new();
    for way in complete {
        let is_new = found.iter().all(|steps| {
            steps.len() != way.steps.len()
                || !steps
                    .iter()
                    .zip(&way.steps)
                    .all(|(a, b)| a.says_the_same(b))
        });
        if is_new {
            found.push(way.steps);
        }
    }
    if too_many || found.len() > 1 {
        let readings = found.iter().take(2);
        return Err(PlanRefusal::Unclear {
            readings: readings
                .map(|steps| listing::steps(position, steps))
                .collect(),
        });
    }
    match (found.pop(), open.into_iter().next()) {
        (Some(steps), _) => Ok(steps),
        (None, Some(way)) => Err(way.no_reply()),
        (None, None) => Err(furthest.unwrap_or(PlanRefusal::Empty)),
    }
}

impl Way {
    fn side(&self) -> Side {
        match self.open {
            None => Side::Opponent,
            Some(_) => Side::Owner,
        }
    }

    /// The ways to go on with the first of these words, and how many words each takes.
    fn further(&self, words: &[Word<'_>]) -> Vec<(usize, Way)> {
        if !self.may_go_on(&words[0]) {
            return Vec::new();
        }
        let mut further = Vec::new();
        for length in 1..=reach(words) {
            let text = join(&words[..length]);
            further.extend(self.with(&text).map(|way| (length, way)));
        }
        further
    }

    fn may_go_on(&self, word: &Word<'_>) -> bool {
        !self.ended
            && word.side.is_none_or(|side| side == self.side())
            && self.steps.len() < Plan::MAX_REPLIES
    }

    /// The way with one more move, if that is what the text is.
    fn with(&self, text: &str) -> Option<Way> {
        let Some(open) = &self.open else {
            return self.with_trigger(text);
        };
        let (reply, standing) = if let Some(reply) = ending_words(text) {
            (reply, self.standing.clone())
        } else {
            let (written, standing) = self.standing.read(text).ok()?;
            (Planned::Move(written), standing)
        };
        let mut way = Way {
            steps: self.steps.clone(),
            open: None,
            standing,
            ended: !matches!(reply, Planned::Move(_)),
        };
        way.steps.push(Step {
            on: open.on.clone(),
            reply,
            before: open.before.clone(),
            between: self.standing.clone(),
        });
        Some(way)
    }

    fn with_trigger(&self, text: &str) -> Option<Way> {
        let (on, standing) = if is_any(text) {
            (Trigger::Any, self.standing.after_any()?)
        } else {
            let (written, standing) = self.standing.read(text).ok()?;
            (Trigger::Move(written), standing)
        };
        Some(Way {
            steps: self.steps.clone(),
            open: Some(Open {
                on,
                text: text.to_owned(),
                before: self.standing.clone(),
            }),
            standing,
            ended: false,
        })
    }

    /// Why the way does not go on at this word.
    fn refusal(&self, words: &[Word<'_>], at: usize) -> PlanRefusal {
        let first = words[at].text;
        if self.ended || self.standing.is_over() {
            return PlanRefusal::AfterTheEnd(self.step(first));
        }
        if self.steps.len() >= Plan::MAX_REPLIES {
            return PlanRefusal::TooDeep {
                limit: Plan::MAX_REPLIES,
            };
        }
        if !self.may_go_on(&words[at]) {
            return PlanRefusal::OutOfTurn(self.step(first));
        }
        let (text, unread, position) = self.telling(&words[at..]);
        let mut step = self.step(&text);
        step.position = position;
        if self.open.is_none() && self.steps.iter().any(|step| step.could_be(&text)) {
            return PlanRefusal::OtherLine(step, unread);
        }
        PlanRefusal::Unread(step, unread)
    }

    /// What of the words is to be told as the move that cannot be read: all up to the next mark if marks enclose them
    /// and they are a move at all, else as few as are one.
    fn telling(&self, words: &[Word<'_>]) -> (String, Unread, Position) {
        let reach = reach(words);
        let read = |length: usize| {
            let text = join(&words[..length]);
            let (unread, position) = match self.standing.read(&text) {
                Ok(_) => (Unread::Unreadable, self.standing.example()),
                Err(refused) => refused,
            };
            (text, unread, position.clone())
        };
        // "Nf5 e5" without a mark is two moves rather than one that begins on an empty square; "e2 e4" is one.
        let is_two = |length: usize, unread: &Unread| {
            let nowhere = matches!(
                unread,
                Unread::Illegal(Illegal {
                    reason: Reason::EmptySquare(_) | Reason::NotYours(_),
                    ..
                })
            );
            length > 1 && nowhere && words[0].text.len() > "e2".len()
        };
        let enclosed = words[0].begins && words.get(reach).is_none_or(|next| next.begins);
        let lengths = enclosed.then_some(reach).into_iter().chain(1..=reach);
        for length in lengths {
            let told = read(length);
            if told.1 != Unread::Unreadable && !is_two(length, &told.1) {
                return told;
            }
        }
        read(if enclosed { reach } else { 1 })
    }

    fn no_reply(self) -> PlanRefusal {
        let text = self.open.as_ref().map(|open| open.text.clone());
        let way = Way {
            standing: self.open.map_or(self.standing, |open| open.before),
            open: None,
            ..self
        };
        PlanRefusal::NoReply(way.step(text.as_deref().unwrap_or_default()))
    }

    fn step(&self, text: &str) -> Box<PlanStep> {
        let open = self.open.as_ref();
        let start = match (self.steps.first(), open) {
            (Some(first), _) => &first.before,
            (None, Some(open)) => &open.before,
            (None, None) => &self.standing,
        };
        Box::new(PlanStep {
            ply: 2 * self.steps.len() + 1 + usize::from(open.is_some()),
            text: text.to_owned(),
            after: listing::so_far(start.example(), &self.steps, open.map(|open| &open.on)),
            position: self.standing.example().clone(),
            known: self.standing.is_known(),
        })
    }
}

/// How many of the words can belong to the move that begins with the first.
fn reach(words: &[Word<'_>]) -> usize {
    let next = words[1..].iter().position(|word| word.begins);
    next.map_or(words.len(), |next| next + 1).min(LONGEST_MOVE)
}

/// The text of a move: the words without an arrow that leads to it.
fn join(words: &[Word<'_>]) -> String {
    let words = match words {
        [arrow, rest @ ..] if is_arrow(arrow.text) && !rest.is_empty() => rest,
        _ => words,
    };
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    texts.join(" ")
}

/// The replies that are no moves.
fn ending_words(text: &str) -> Option<Planned> {
    let text = text.trim_end_matches(['.', '!']).to_lowercase();
    match text.as_str() {
        "resign" | "i resign" => Some(Planned::Resign),
        "accept"
        | "accept draw"
        | "accept a draw"
        | "accept the draw"
        | "accept offer"
        | "accept the offer"
        | "accept draw offer"
        | "accept the draw offer" => Some(Planned::AcceptDraw),
        _ => None,
    }
}
