//! What plans add to what happens: replies at the instant of the move that they answer.

use super::ended;
use crate::chess::Color;
use crate::game::plan::{Answer, Plan, PlanLine, Reply};
use crate::game::{Event, Game, GameResult, Refusal};
use crate::time::Timestamp;

impl Game {
    pub(super) fn add_to_plan(&self, by: Color, text: &str) -> Result<Vec<Event>, Refusal> {
        let mut plan = self.plan(by).clone();
        plan.add(by, self.position(), text).map_err(Refusal::Plan)?;
        Ok(vec![Event::Planned { by, plan }])
    }

    pub(super) fn drop_from_plan(&self, by: Color, line: PlanLine) -> Result<Vec<Event>, Refusal> {
        let mut plan = self.plan(by).clone();
        plan.drop_line(self.plan_position(by), line)
            .map_err(Refusal::Plan)?;
        Ok(vec![Event::Planned { by, plan }])
    }

    pub(super) fn clear_plan(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        if self.plan(by).is_empty() {
            return Err(Refusal::NothingPlanned);
        }
        Ok(vec![Event::Planned {
            by,
            plan: Plan::default(),
        }])
    }

    /// The same events, and what the plans of both players answer to them, turn by turn.
    pub(super) fn with_replies(&self, mut events: Vec<Event>, now: Timestamp) -> Vec<Event> {
        let mut game = self.clone();
        for event in &events {
            game.apply(event);
        }
        while let Some(replies) = game.next_reply(now) {
            for event in &replies {
                game.apply(event);
            }
            events.extend(replies);
        }
        events
    }

    /// What the plan of the player to move makes of the last move; `None` when there is nothing more to do.
    fn next_reply(&self, now: Timestamp) -> Option<Vec<Event>> {
        let owner = self.turn();
        let last = *self.line.moves().last()?;
        let plan = self.plan(owner);
        if self.facts.result.is_some() || plan.is_empty() {
            return None;
        }
        let offered = self.draw_offers().standing == Some(!owner);
        let planned = |plan| Event::Planned { by: owner, plan };
        match plan.answer(self.plan_position(owner), last, offered) {
            Answer::Reply(Reply::Move(mv), rest) => {
                let mut events = self.moved(mv, true, now);
                // A game that is over has no plans.
                if events.len() == 1 {
                    events.push(planned(rest));
                }
                Some(events)
            }
            Answer::Reply(Reply::Resign, _) => Some(ended(GameResult::resigned(owner), now)),
            Answer::Reply(Reply::AcceptDraw, _) => Some(ended(GameResult::AGREED, now)),
            Answer::Waits => None,
            Answer::Left | Answer::Unplayable(_) => Some(vec![planned(Plan::default())]),
        }
    }
}
