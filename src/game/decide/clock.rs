//! What time does to a game, and what players may do about it.

use super::ended;
use crate::chess::{CanMate, Color};
use crate::game::{
    Event, Facts, Game, GameResult, LONGEST_PAUSE, Outage, Refusal, Reminder, Termination, Terms,
    TimeOut, Undo, WhenTimeRunsOut,
};
use crate::time::{Span, Timestamp};

/// A time-out is decided so long after the deadline: what was done in time may still be on its way.
pub const GRACE: Span = Span::seconds(60);
/// Without limit, so long after the last move the waiting player may end the game without result.
pub const ABANDONED_AFTER: Span = Span::days(30);
/// A gift of less, because there is that much time already, is none: it would only call the opponent.
const LEAST_GIFT: Span = Span::hours(1);
/// So many positions are looked at before a player who ran out of time loses: some tenths of a second at worst.
const CAN_MATE_BUDGET: usize = 100_000;

impl Game {
    /// When time has something to do to the game next; `None` when it never will.
    pub fn check_at(&self) -> Option<Timestamp> {
        self.facts.check_at(self.terms)
    }

    /// Whether the time of the player to move is up and the game ends of that.
    pub fn is_lost_on_time(&self, at: Timestamp) -> bool {
        self.ends_by_itself() && self.is_time_up(at)
    }

    /// Whether what was done before the deadline has had the time to arrive.
    pub fn is_overdue(&self, at: Timestamp) -> bool {
        self.is_time_up(at - GRACE)
    }

    /// Whether a vacation would help the player to move now, because he is late. Where the opponent decides he may
    /// still move himself, so it helps him once a win could be claimed.
    pub fn is_flagging(&self, at: Timestamp) -> bool {
        let since = if self.ends_by_itself() {
            at
        } else {
            at - GRACE
        };
        let turn = &self.facts.turn;
        self.is_time_up(since)
            && !turn.sheltered
            && !turn.time_up_told
            && self.moves_made_by(self.turn()) > 0
    }

    pub(super) fn check_clock(
        &self,
        shelter: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if self.facts.result.is_some() {
            return Err(Refusal::GameOver);
        }
        if let Some(since) = self.facts.server_gone {
            return if now < since + LONGEST_PAUSE {
                Err(Refusal::NotDue)
            } else {
                Ok(ended(GameResult::none(Termination::ServerGone), now))
            };
        }
        if let Some(until) = self.facts.paused_until {
            return if now < until {
                Err(Refusal::NotDue)
            } else {
                Ok(vec![Event::Resumed { by: None, at: now }])
            };
        }
        let deadline = self.deadline().ok_or(Refusal::NotDue)?;
        if self.is_flagging(now)
            && let Some(until) = shelter.filter(|&until| until > now)
        {
            return Ok(vec![Event::WentAway {
                by: self.turn(),
                at: now,
                until,
                sheltered: true,
            }]);
        }
        if self.facts.turn.time_up_told {
            Err(Refusal::NotDue)
        } else if now >= deadline + GRACE {
            Ok(if self.ends_by_itself() {
                // What was done before this instant was done in time.
                ended(self.time_out(), deadline)
            } else {
                vec![Event::TimeUp]
            })
        } else if let Some(due) = self.facts.next_reminder(self.terms)
            && now >= due
        {
            Ok(vec![Event::Reminded {
                reminder: self.latest_reminder(now),
            }])
        } else {
            Err(Refusal::NotDue)
        }
    }

    pub(super) fn give_time(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        let clock = self.facts.turn.clock.ok_or(Refusal::NoTimeLimit)?;
        if by == self.turn() {
            return Err(Refusal::OwnClock);
        }
        if clock.runs_from.is_none() {
            return Err(Refusal::PausedAlready {
                until: self.facts.paused_until.unwrap_or(now),
            });
        }
        if clock.give(now).left_at(now) < clock.left_at(now) + LEAST_GIFT {
            return Err(Refusal::EnoughTime);
        }
        Ok(vec![Event::TimeGiven { at: now }])
    }

    pub(super) fn claim_win(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if self.terms.when_time_runs_out == WhenTimeRunsOut::GameEnds {
            return Err(Refusal::EndsByItself);
        }
        if by == self.turn() || !self.is_time_up(now) {
            return Err(Refusal::TimeNotUp);
        }
        if !self.is_time_up(now - GRACE) {
            return Err(Refusal::TimeJustUp);
        }
        Ok(ended(self.time_out(), now))
    }

    pub(super) fn abort(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if !self.both_have_moved() {
            return Ok(ended(GameResult::none(Termination::Aborted(Some(by))), now));
        }
        let abandoned = self.terms.days.is_none()
            && by != self.turn()
            && now - self.facts.touched >= ABANDONED_AFTER;
        if abandoned {
            Ok(ended(
                GameResult::none(Termination::Abandoned(Some(by))),
                now,
            ))
        } else {
            Err(Refusal::BegunAlready)
        }
    }

    pub(super) fn come_back(&self, by: Color, now: Timestamp) -> Vec<Event> {
        let away = self.away(by, now);
        away.map(|_| Event::CameBack { by, at: now })
            .into_iter()
            .collect()
    }

    /// Before both have moved nobody has to decide anything: the game is simply not played.
    fn ends_by_itself(&self) -> bool {
        !self.both_have_moved() || self.terms.when_time_runs_out == WhenTimeRunsOut::GameEnds
    }

    pub(super) fn is_time_up(&self, at: Timestamp) -> bool {
        self.deadline().is_some_and(|deadline| at >= deadline)
    }

    fn time_out(&self) -> GameResult {
        let late = self.turn();
        if !self.both_have_moved() {
            return GameResult::none(Termination::NeverBegun);
        }
        let how = if self.draw_offers().standing == Some(!late) {
            TimeOut::DrawOfferStood
        } else {
            match self.position().can_mate(!late, CAN_MATE_BUDGET) {
                CanMate::No => TimeOut::CannotBeMated,
                CanMate::Yes | CanMate::YesNotProven => TimeOut::Lost,
            }
        };
        GameResult::timed_out(late, how)
    }

    /// The last of the reminders that are due: who gets it needs none of those before.
    fn latest_reminder(&self, now: Timestamp) -> Reminder {
        let three_hours = self
            .deadline()
            .zip(self.terms.days)
            .is_some_and(|(deadline, days)| {
                now >= deadline - Reminder::ThreeHoursLeft.time_left(days)
            });
        if three_hours {
            Reminder::ThreeHoursLeft
        } else {
            Reminder::AFifthLeft
        }
    }
}

impl Facts {
    /// When time has something to do to a game with these facts, played on these terms; `None` when it never will.
    pub fn check_at(&self, terms: Terms) -> Option<Timestamp> {
        if self.result.is_some() {
            return None;
        }
        if let Some(since) = self.server_gone {
            return Some(since + LONGEST_PAUSE);
        }
        if self.turn.time_up_told {
            return None;
        }
        if let Some(until) = self.paused_until {
            return Some(until);
        }
        let time_out = self.deadline()? + GRACE;
        let reminder = self.next_reminder(terms);
        Some(reminder.map_or(time_out, |due| due.min(time_out)))
    }

    /// Gives back what ran of an outage, and the chances that went by in it.
    pub fn give_back(&mut self, outage: Outage) {
        self.turn.clock = self.turn.clock.map(|clock| clock.give_back(outage));
        self.paused_until = self.paused_until.map(|until| outage.give_back(until));
        if let Some(undo) = &mut self.undo {
            undo.give_back(outage);
        }
    }

    fn next_reminder(&self, terms: Terms) -> Option<Timestamp> {
        let clock = self.turn.clock?;
        let (days, from, deadline) = (terms.days?, clock.runs_from?, clock.deadline()?);
        Reminder::ALL
            .into_iter()
            .find(|&reminder| Some(reminder) > self.turn.reminded)
            .map(|reminder| reminder.due(days, from, deadline))
    }
}

impl Undo {
    /// The way back stays open for as long as the outage lasted, and leads to a clock or a pause that did not run in it.
    pub fn give_back(&mut self, outage: Outage) {
        if self.until > outage.from {
            self.until = outage.give_back(self.until);
            self.before.clock = self.before.clock.map(|clock| clock.give_back(outage));
            self.paused_until = self.paused_until.map(|until| outage.give_back(until));
        }
    }
}
