//! Where the line being typed has got to: one position while all moves are known, the possible ones after "any".

use std::rc::Rc;

use super::tree::Written;
use crate::chess::notation::{self, Unread};
use crate::chess::{Move, Position};

/// How many possible positions are kept. No position has more than 218 legal moves, so after the first "any" these
/// are all; after a second one they are a sample, evenly spread.
const MOST: usize = 256;

/// The positions in which the next move may be made; at least one.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    positions: Rc<[Position]>,
    /// Whether the only position is the one that will be.
    known: bool,
}

/// How two texts compare in the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    /// They mean the same move wherever either means one.
    Same,
    /// They mean the same move in some positions only.
    Overlapping,
    /// They never mean the same move.
    Apart,
}

impl Standing {
    pub(super) fn at(position: &Position) -> Standing {
        Standing {
            positions: Rc::new([position.clone()]),
            known: true,
        }
    }

    /// The position, or after "any" one of the possible ones.
    pub(super) fn example(&self) -> &Position {
        &self.positions[0]
    }

    pub(super) fn is_known(&self) -> bool {
        self.known
    }

    /// Whether nobody can move here any more.
    pub(super) fn is_over(&self) -> bool {
        !self.positions.iter().any(Position::has_legal_move)
    }

    /// The move that the text means here, and what stands after it. After "any" it has to be legal in one of the
    /// positions. Otherwise the most telling refusal, and the position that it speaks of.
    pub(super) fn read(&self, text: &str) -> Result<(Written, Standing), (Unread, &Position)> {
        let mut after = Vec::new();
        let mut moves: Vec<Move> = Vec::new();
        let mut refusal: Option<(Unread, &Position)> = None;
        for position in self.positions.iter() {
            match notation::read(position, text) {
                Ok(mv) => {
                    after.push(position.after(mv));
                    moves.push(mv);
                }
                Err(unread) => {
                    let worth = telling(&unread);
                    if refusal
                        .as_ref()
                        .is_none_or(|(other, _)| worth > telling(other))
                    {
                        refusal = Some((unread, position));
                    }
                }
            }
        }
        let Some(&mv) = moves.first() else {
            return Err(refusal.unwrap_or((Unread::Unreadable, self.example())));
        };
        let written = if self.known {
            Written::Exact(self.example().uci(mv))
        } else {
            Written::Typed(text.to_owned())
        };
        let standing = Standing {
            positions: after.into(),
            known: self.known,
        };
        Ok((written, standing))
    }

    /// What stands after any move of the opponent; `None` if he has none.
    pub(super) fn after_any(&self) -> Option<Standing> {
        let mut after = Vec::new();
        for position in self.positions.iter() {
            after.extend(position.legal_moves().iter().map(|mv| position.after(mv)));
        }
        if after.len() > MOST {
            let all = after.len();
            after = (0..MOST).map(|n| after[n * all / MOST].clone()).collect();
        }
        (!after.is_empty()).then(|| Standing {
            positions: after.into(),
            known: false,
        })
    }

    pub(super) fn likeness(&self, a: &Written, b: &Written) -> Likeness {
        let (mut equal, mut different) = (0, 0);
        for position in self.positions.iter() {
            match (a.read(position), b.read(position)) {
                (None, None) => {}
                (a, b) if a == b => equal += 1,
                _ => different += 1,
            }
        }
        match (equal, different) {
            (0, _) => Likeness::Apart,
            (_, 0) => Likeness::Same,
            _ => Likeness::Overlapping,
        }
    }
}

/// How much a refusal can teach.
fn telling(unread: &Unread) -> u8 {
    match unread {
        Unread::Unreadable => 0,
        Unread::Illegal(_) => 1,
        Unread::Ambiguous(_) => 2,
    }
}
