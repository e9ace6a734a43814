//! A pause by agreement.

use crate::chess::Color;
use crate::game::{Event, Game, LONGEST_PAUSE, Refusal};
use crate::time::Timestamp;

impl Game {
    pub(super) fn ask_pause(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if self.facts.turn.clock.is_none() {
            return Err(Refusal::NoTimeLimit);
        }
        if let Some(until) = self.facts.paused_until {
            return Err(Refusal::PausedAlready { until });
        }
        match self.facts.turn.pause_asked {
            Some(asker) if asker == by => Err(Refusal::PauseAskedAlready),
            // Both want it, so they agree.
            Some(_) => self.accept_pause(by, now),
            None => Ok(vec![Event::PauseAsked { by }]),
        }
    }

    pub(super) fn accept_pause(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.must_be_asked_for_a_pause(by)?;
        Ok(vec![Event::Paused {
            at: now,
            until: now + LONGEST_PAUSE,
        }])
    }

    pub(super) fn decline_pause(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        self.must_be_asked_for_a_pause(by)?;
        Ok(vec![Event::PauseDeclined { by }])
    }

    pub(super) fn resume(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        match self.facts.paused_until {
            Some(_) => Ok(vec![Event::Resumed {
                by: Some(by),
                at: now,
            }]),
            None => Err(Refusal::NotPaused),
        }
    }

    fn must_be_asked_for_a_pause(&self, by: Color) -> Result<(), Refusal> {
        match self.facts.turn.pause_asked {
            None => Err(Refusal::NoPauseAsked),
            Some(asker) if asker == by => Err(Refusal::OwnPauseAsk),
            Some(_) => Ok(()),
        }
    }
}
