//! Whether an action may be done, and what it leads to.

use super::{Action, Event, Game, GameResult, Refusal, Revision};
use crate::chess::Color;
use crate::chess::notation;
use crate::time::Timestamp;

impl Game {
    /// What `action` leads to, or why it may not be done. `seen` is the revision that the player looked at when he
    /// pressed a button; a typed command has none. The caller gives the time at which the action counts.
    pub fn decide(
        &self,
        action: &Action,
        seen: Option<Revision>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let color = self
            .players
            .color_of(action.by())
            .ok_or(Refusal::NotYourGame)?;
        if self.result.is_some() {
            return Err(Refusal::GameOver);
        }
        if seen.is_some_and(|seen| seen != self.revision) {
            return Err(Refusal::Stale);
        }
        // Clocks of different machines differ a little; time never runs backward within a game.
        let now = now.max(self.turn_started());
        match action {
            Action::Move {
                text, offer_draw, ..
            } => self.decide_move(color, text, *offer_draw, now),
            Action::OfferDraw { .. } => self.decide_offer(color),
            Action::AcceptDraw { .. } => {
                self.draw_offers.may_answer(color)?;
                Ok(vec![Event::Ended {
                    result: GameResult::AGREED,
                    at: now,
                }])
            }
            Action::DeclineDraw { .. } => {
                self.draw_offers.may_answer(color)?;
                Ok(vec![Event::DrawDeclined { by: color }])
            }
            Action::Resign { .. } => Ok(vec![Event::Ended {
                result: GameResult::resigned(color),
                at: now,
            }]),
        }
    }

    fn decide_move(
        &self,
        mover: Color,
        text: &str,
        offer_draw: bool,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if mover != self.turn() {
            return Err(Refusal::NotYourTurn);
        }
        if offer_draw {
            self.draw_offers
                .may_offer(mover, self.moves_made_by(mover) + 1)?;
        }
        let mv = notation::read(self.position(), text).map_err(Refusal::Move)?;
        let mut line = self.line.clone();
        line.push(mv);
        let mut events = vec![Event::Moved { mv, at: now }];
        match line.ending() {
            Some(ending) => {
                let result = GameResult::automatic(ending, line.position().turn());
                events.push(Event::Ended { result, at: now });
            }
            None if offer_draw => events.push(Event::DrawOffered { by: mover }),
            None => {}
        }
        Ok(events)
    }

    fn decide_offer(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        if self.line.plies() == 0 {
            return Err(Refusal::OfferBeforeFirstMove);
        }
        self.draw_offers.may_offer(by, self.moves_made_by(by))?;
        Ok(vec![Event::DrawOffered { by }])
    }
}
