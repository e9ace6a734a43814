//! The second book: what every game, challenge and vacation must be like. It is kept by hand, from the rules.

use penpawn::chess::{Color, Line, Position};
use penpawn::sandbox::{Id, Person};
use penpawn::time::Timestamp;

use crate::choice::Fate;
use crate::clock::{DAY, Ms, TurnClock};

/// Days of vacation in a calendar year.
const VACATION_DAYS: usize = 30;

/// A member of the club.
pub(crate) struct Member {
    pub(crate) person: Person,
    /// When each vacation began and ends, or ended.
    pub(crate) vacations: Vec<(Ms, Ms)>,
    /// The last of them, while an undone move would bring it back.
    pub(crate) broken_off: Option<BrokenOff>,
}

/// A vacation that a move has ended.
pub(crate) struct BrokenOff {
    /// The game of the move.
    pub(crate) game: usize,
    pub(crate) ended: Ms,
    /// When it would have ended.
    pub(crate) until: Ms,
}

impl Member {
    /// The end of the vacation that he is on.
    pub(crate) fn away(&self, now: Ms) -> Option<Ms> {
        let present = self
            .vacations
            .iter()
            .find(|(from, to)| *from <= now && now < *to);
        present.map(|(_, until)| *until)
    }

    /// So many days of vacation could begin, or be added, now.
    pub(crate) fn days_left(&self, now: Ms) -> i64 {
        let fits = |days: &i64| {
            let mut taken = self.vacations.clone();
            lengthen(&mut taken, now, *days);
            let mut years: Vec<i16> = taken.iter().flat_map(|&stay| days_of(stay)).collect();
            years.sort_unstable();
            years
                .chunk_by(|one, other| one == other)
                .all(|days| days.len() <= VACATION_DAYS)
        };
        (1..=60).take_while(fits).last().unwrap_or(0)
    }

    /// Takes so many days from now on, or so many more; tells until when he is away.
    pub(crate) fn take(&mut self, now: Ms, days: i64) -> Ms {
        lengthen(&mut self.vacations, now, days);
        self.broken_off = None;
        self.away(now).expect("days that were left")
    }

    pub(crate) fn end_vacation(&mut self, now: Ms) {
        self.broken_off = None;
        for (from, to) in &mut self.vacations {
            if *from <= now && now < *to {
                *to = now;
            }
        }
        // Two that began at the same instant are one.
        self.vacations.dedup_by_key(|(from, _)| *from);
    }
}

fn lengthen(taken: &mut Vec<(Ms, Ms)>, now: Ms, days: i64) {
    let present = taken
        .iter_mut()
        .find(|(from, to)| *from <= now && now < *to);
    if let Some((_, until)) = present {
        *until += days * DAY;
    } else {
        taken.retain(|(from, _)| *from != now);
        taken.push((now, now + days * DAY));
    }
}

/// The calendar year of each day that has begun; one has at least.
fn days_of((from, to): (Ms, Ms)) -> Vec<i16> {
    let days = ((to - from) + DAY - 1).div_euclid(DAY).max(1);
    let year = |day| Timestamp::from_millis(from + day * DAY).utc_year();
    (0..days).map(year).collect()
}

/// What belongs to the present turn.
#[derive(Clone, Default)]
pub(crate) struct Turn {
    pub(crate) clock: Option<TurnClock>,
    pub(crate) offer: Option<Color>,
    /// After how many own moves each last offered.
    pub(crate) offered_after: [Option<usize>; 2],
    pub(crate) takeback: Option<Color>,
    pub(crate) takeback_asked: [bool; 2],
    pub(crate) pause: Option<Color>,
    pub(crate) sheltered: bool,
    pub(crate) time_up: bool,
    /// What each will answer at once to a move of the opponent.
    pub(crate) plans: [Option<Plan>; 2],
}

/// How the last move can be undone, and what was before it.
#[derive(Clone)]
pub(crate) struct Undo {
    pub(crate) until: Ms,
    pub(crate) turn: Turn,
    /// The mover's.
    pub(crate) away: Ms,
    pub(crate) paused_until: Option<Ms>,
}

/// If this move, then that.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) on: String,
    pub(crate) reply: String,
}

/// A board that must stand in the channel, once.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    pub(crate) revision: u64,
    pub(crate) ping: Option<Id>,
    pub(crate) at: Ms,
    /// The message, once it was seen.
    pub(crate) message: Option<Id>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) outcome: &'static str,
    pub(crate) termination: &'static str,
}

/// A game.
pub(crate) struct Game {
    pub(crate) number: u64,
    pub(crate) channel: Id,
    /// The members, White first.
    pub(crate) members: [usize; 2],
    pub(crate) ids: [Id; 2],
    pub(crate) days: Option<i64>,
    pub(crate) opponent_decides: bool,
    pub(crate) line: Line,
    pub(crate) turn: Turn,
    pub(crate) undo: Option<Undo>,
    pub(crate) away: [Ms; 2],
    pub(crate) paused_until: Option<Ms>,
    pub(crate) revision: u64,
    pub(crate) end: Option<End>,
    pub(crate) posts: Vec<Post>,
    /// Who was to move from when on.
    pub(crate) turns: Vec<(Ms, Id)>,
    /// Whether the next game of the two was asked for.
    pub(crate) rematched: bool,
    /// What was entered, for whoever looks for a fault.
    pub(crate) journal: Vec<String>,
    /// How its players behave.
    pub(crate) fate: Fate,
}

impl Game {
    #[expect(clippy::too_many_arguments, reason = "a challenge says as much")]
    pub(crate) fn begin(
        number: u64,
        channel: Id,
        members: [usize; 2],
        ids: [Id; 2],
        days: Option<i64>,
        opponent_decides: bool,
        fate: Fate,
        now: Ms,
    ) -> Game {
        let clock = days.map(|days| TurnClock::fresh(now, days, 0));
        Game {
            number,
            channel,
            members,
            ids,
            days,
            opponent_decides,
            line: Line::new(Position::start()),
            turn: Turn {
                clock,
                ..Turn::default()
            },
            undo: None,
            away: [0; 2],
            paused_until: None,
            revision: 0,
            end: None,
            posts: Vec::new(),
            turns: vec![(now, ids[0])],
            rematched: false,
            journal: Vec::new(),
            fate,
        }
    }

    pub(crate) fn runs(&self) -> bool {
        self.end.is_none()
    }

    pub(crate) fn to_move(&self) -> Color {
        self.line.position().turn()
    }

    pub(crate) fn id_of(&self, color: Color) -> Id {
        self.ids[color.index()]
    }

    pub(crate) fn moves_of(&self, color: Color) -> usize {
        match color {
            Color::White => self.line.plies().div_ceil(2),
            Color::Black => self.line.plies() / 2,
        }
    }

    /// A running game with a limit that is not paused has one; no other has.
    pub(crate) fn deadline(&self) -> Option<Ms> {
        if self.runs() {
            self.turn.clock.as_ref()?.deadline()
        } else {
            None
        }
    }

    pub(crate) fn ends_by_itself(&self) -> bool {
        self.line.plies() < 2 || !self.opponent_decides
    }

    pub(crate) fn may_offer(&self, by: Color) -> bool {
        let moves = self.moves_of(by);
        let rested = |then: usize| moves >= then + 10;
        self.line.plies() > 0
            && self.turn.offer.is_none()
            && self.turn.offered_after[by.index()].is_none_or(rested)
    }

    pub(crate) fn can_undo(&self, by: Color, now: Ms) -> bool {
        // Nobody undoes a move into a game that he has lost on time.
        by != self.to_move()
            && self.undo.as_ref().is_some_and(|undo| {
                let deadline = undo.turn.clock.as_ref().and_then(TurnClock::deadline);
                now < undo.until && deadline.is_none_or(|deadline| now < deadline)
            })
    }

    /// Everybody sees what happened.
    pub(crate) fn post(&mut self, now: Ms, ping: Option<Color>) {
        let ping = ping.map(|color| self.id_of(color));
        self.posts.push(Post {
            revision: self.revision,
            ping,
            at: now,
            message: None,
        });
    }

    pub(crate) fn finish(&mut self, outcome: &'static str, termination: &'static str) {
        self.revision += 1;
        self.end = Some(End {
            outcome,
            termination,
        });
        self.undo = None;
        self.paused_until = None;
    }

    /// A full turn for whoever is to move now.
    pub(crate) fn begin_turn(&mut self, now: Ms) {
        let mover = self.to_move();
        let away = self.away[mover.index()];
        self.turn = Turn {
            clock: self.days.map(|days| TurnClock::fresh(now, days, away)),
            offer: self.turn.offer,
            offered_after: self.turn.offered_after,
            ..Turn::default()
        };
        self.turns.push((now, self.id_of(mover)));
    }
}

/// A challenge that nobody has answered.
pub(crate) struct Open {
    pub(crate) expires: Ms,
}

/// All of it.
#[derive(Default)]
pub(crate) struct Book {
    pub(crate) members: Vec<Member>,
    pub(crate) games: Vec<Game>,
    /// The games that run, by their place in `games`.
    pub(crate) running: Vec<usize>,
    pub(crate) open: Vec<Open>,
}
