//! The clock of the player to move: how much time is left, since when it runs, and what changes that.
//!
//! Time is spent while the clock runs, added by a gift of the opponent or by the day that a resumed game has at least,
//! and never otherwise created or lost: a vacation, a pause and an outage only decide when the clock runs.

use crate::time::{Days, Span, Timestamp};

/// What a gift adds, and what a resumed game leaves at least.
pub const ONE_DAY: Span = Span::days(1);
/// A gift never leaves more than this.
pub const MOST_LEFT_BY_A_GIFT: Span = Days::MAX.span();
/// How long a pause lasts at most.
pub const LONGEST_PAUSE: Span = Span::days(30);

/// The clock of one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnClock {
    /// What was left when the clock last began to run, or will be when it begins; never negative.
    pub left: Span,
    /// Since when it runs; in the future while its player is on vacation; `None` in a pause.
    pub runs_from: Option<Timestamp>,
}

/// A stretch of time in which the bot was not there for anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it was last there.
    pub from: Timestamp,
    /// When it was back.
    pub to: Timestamp,
}

impl Outage {
    /// How long it lasted.
    pub fn length(self) -> Span {
        (self.to - self.from).max(Span::ZERO)
    }

    /// An instant by which somebody has to act, given back what he could not use of the outage.
    pub fn give_back(self, limit: Timestamp) -> Timestamp {
        if limit > self.from {
            limit + self.length()
        } else {
            limit
        }
    }
}

impl TurnClock {
    /// The clock of a turn that begins at `at`, for a player who is away until then, if he is.
    pub fn start(at: Timestamp, days: Days, away_until: Option<Timestamp>) -> TurnClock {
        TurnClock {
            left: days.span(),
            runs_from: Some(away_until.map_or(at, |until| until.max(at))),
        }
    }

    /// When the time runs out; `None` in a pause.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.runs_from.map(|from| from + self.left)
    }

    /// What is left at `at`.
    pub fn left_at(&self, at: Timestamp) -> Span {
        let spent = self
            .runs_from
            .map_or(Span::ZERO, |from| (at - from).max(Span::ZERO));
        (self.left - spent).max(Span::ZERO)
    }

    /// Its player is away until `until`: it runs again from then on.
    #[must_use]
    pub fn hold(self, at: Timestamp, until: Timestamp) -> TurnClock {
        match self.runs_from {
            Some(from) => TurnClock {
                left: self.left_at(at),
                runs_from: Some(until.max(from).max(at)),
            },
            None => self,
        }
    }

    /// Its player is back earlier than he had said.
    #[must_use]
    pub fn release(self, at: Timestamp) -> TurnClock {
        TurnClock {
            runs_from: self.runs_from.map(|from| from.min(at)),
            ..self
        }
    }

    /// It stops until it is resumed.
    #[must_use]
    pub fn pause(self, at: Timestamp) -> TurnClock {
        TurnClock {
            left: self.left_at(at),
            runs_from: None,
        }
    }

    /// It runs again with what was left, once its player is there.
    #[must_use]
    pub fn run(self, at: Timestamp, away_until: Option<Timestamp>) -> TurnClock {
        match self.runs_from {
            Some(_) => self,
            None => TurnClock {
                runs_from: Some(away_until.map_or(at, |until| until.max(at))),
                ..self
            },
        }
    }

    /// It runs again after a pause, with a day at least, once its player is there.
    #[must_use]
    pub fn resume(self, at: Timestamp, away_until: Option<Timestamp>) -> TurnClock {
        match self.runs_from {
            Some(_) => self,
            None => TurnClock {
                left: self.left.max(ONE_DAY),
                ..self
            }
            .run(at, away_until),
        }
    }

    /// The opponent gives a day. Who has run out of time gets the day from now on; who has more than the most that a
    /// gift may leave keeps it.
    #[must_use]
    pub fn give(self, at: Timestamp) -> TurnClock {
        let left = self.left_at(at);
        let gift = ONE_DAY.min((MOST_LEFT_BY_A_GIFT - left).max(Span::ZERO));
        TurnClock {
            left: left + gift,
            runs_from: self.runs_from.map(|from| from.max(at)),
        }
    }

    /// What ran during an outage is given back.
    #[must_use]
    pub fn give_back(self, outage: Outage) -> TurnClock {
        let Some(from) = self.runs_from else {
            return self;
        };
        // Time that had run out before is not given again.
        if self.left_at(outage.from) == Span::ZERO && from <= outage.from {
            return self;
        }
        let ran = (outage.to - from.max(outage.from)).max(Span::ZERO);
        TurnClock {
            runs_from: Some(from + ran),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: Days = Days::DEFAULT;

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_millis(0) + Span::hours(hours)
    }

    #[track_caller]
    fn check(clock: TurnClock, deadline: Option<i64>, left_now: (i64, i64)) {
        let (now, left) = left_now;
        assert_eq!(
            (clock.deadline(), clock.left_at(at(now))),
            (deadline.map(at), Span::hours(left)),
            "{clock:?}"
        );
    }

    #[test]
    fn each_rule_moves_the_deadline_as_it_says() {
        let clock = TurnClock::start(at(0), THREE, None);
        check(clock, Some(72), (10, 62));
        check(
            TurnClock::start(at(0), THREE, Some(at(24))),
            Some(96),
            (10, 72),
        );
        check(clock.hold(at(10), at(58)), Some(120), (58, 62));
        check(
            clock.hold(at(10), at(58)).release(at(20)),
            Some(82),
            (20, 62),
        );
        check(clock.pause(at(10)), None, (700, 62));
        check(
            clock.pause(at(10)).resume(at(100), None),
            Some(162),
            (100, 62),
        );
        check(
            clock.pause(at(70)).resume(at(100), None),
            Some(124),
            (100, 24),
        );
        check(
            clock.pause(at(10)).resume(at(100), Some(at(110))),
            Some(172),
            (100, 62),
        );
        check(clock.give(at(10)), Some(96), (10, 86));
        check(clock.give(at(100)), Some(124), (100, 24));
        check(
            TurnClock::start(at(0), Days::MAX, None).give(at(0)),
            Some(336),
            (0, 336),
        );
        check(
            TurnClock::start(at(0), Days::MAX, None).give(at(12)),
            Some(348),
            (12, 336),
        );
    }

    #[test]
    fn an_outage_gives_back_what_ran_in_it() {
        let outage = Outage {
            from: at(10),
            to: at(30),
        };
        check(
            TurnClock::start(at(0), THREE, None).give_back(outage),
            Some(92),
            (30, 62),
        );
        check(
            TurnClock::start(at(20), THREE, None).give_back(outage),
            Some(102),
            (30, 72),
        );
        check(
            TurnClock::start(at(0), THREE, Some(at(25))).give_back(outage),
            Some(102),
            (30, 72),
        );
        check(
            TurnClock::start(at(0), THREE, Some(at(40))).give_back(outage),
            Some(112),
            (40, 72),
        );
        check(
            TurnClock::start(at(0), THREE, None)
                .pause(at(5))
                .give_back(outage),
            None,
            (30, 67),
        );
        let over = TurnClock::start(at(-80), THREE, None);
        check(over.give_back(outage), Some(-8), (30, 0));
    }

    /// Random stretches of running, vacation, pause and outage: what is left is what there was, less what ran, plus
    /// what was given.
    #[test]
    fn time_is_neither_created_nor_lost() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20_000 {
            let mut now = at(random.i64(0..1_000));
            let days = Days::new(random.u8(1..=14)).unwrap();
            let mut clock = TurnClock::start(now, days, None);
            let mut left = days.span();
            let (mut away_until, mut paused) = (now, false);
            for _ in 0..random.usize(1..30) {
                let running_from = |now: Timestamp, away_until: Timestamp| now.max(away_until);
                let step = Span::millis(random.i64(0..Span::hours(40).as_millis()));
                let next = now + step;
                let ran = if paused {
                    Span::ZERO
                } else {
                    (next - running_from(now, away_until)).max(Span::ZERO)
                };
                if random.u8(..) < 30 {
                    clock = clock.give_back(Outage {
                        from: now,
                        to: next,
                    });
                    if left == Span::ZERO && running_from(now, away_until) == now {
                        assert_eq!(clock.left_at(next), Span::ZERO);
                    }
                } else {
                    left = (left - ran).max(Span::ZERO);
                }
                now = next;
                assert_eq!(clock.left_at(now), left);
                match random.u8(0..6) {
                    0 => {
                        away_until = away_until.max(now + Span::hours(random.i64(1..200)));
                        clock = clock.hold(now, away_until);
                    }
                    1 => {
                        away_until = away_until.min(now);
                        clock = clock.release(now);
                    }
                    2 => {
                        paused = true;
                        clock = clock.pause(now);
                    }
                    3 if paused => {
                        paused = false;
                        left = left.max(ONE_DAY);
                        clock = clock.resume(now, Some(away_until));
                    }
                    4 => {
                        let gift = ONE_DAY.min((MOST_LEFT_BY_A_GIFT - left).max(Span::ZERO));
                        left = left + gift;
                        clock = clock.give(now);
                    }
                    _ => {}
                }
                assert_eq!(clock.left_at(now), left, "{clock:?}");
                assert!(clock.left >= Span::ZERO);
                assert_eq!(clock.deadline().is_none(), paused);
            }
        }
    }
}
