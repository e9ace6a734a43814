//! A pause: by agreement, or because the bot was removed from the game's server.

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

    /// The bot was removed from the game's server, or let in again.
    pub(super) fn server(&self, is_there: bool, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if self.facts.result.is_some() {
            return Err(Refusal::GameOver);
        }
        match (self.facts.server_gone.is_some(), is_there) {
            (false, false) => Ok(vec![Event::ServerGone { at: now }]),
            (true, true) => Ok(vec![Event::ServerBack { at: now }]),
            (false, true) | (true, false) => Err(Refusal::NotDue),
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
