//! Second thoughts: undoing one's own move, and taking moves back by agreement.

use crate::chess::Color;
use crate::game::{Event, Game, Refusal};
use crate::time::Timestamp;

impl Game {
    /// Until when `by` can undo his last move without asking; `None` when he cannot, as of `at`. Not beyond the deadline
    /// that he would be back at: he would only lose by it.
    pub fn can_undo_until(&self, by: Color, at: Timestamp) -> Option<Timestamp> {
        let undo = self.facts.undo.as_ref()?;
        let deadline = undo.before.clock.and_then(|clock| clock.deadline());
        let until = deadline.map_or(undo.until, |deadline| deadline.min(undo.until));
        (by != self.turn() && at < until).then_some(until)
    }

    pub(super) fn undo(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.can_undo_until(by, now)
            .map(|_| vec![Event::Undone { at: now }])
            .ok_or(Refusal::TooLateToUndo)
    }

    pub(super) fn ask_takeback(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if let Ok(events) = self.undo(by, now) {
            return Ok(events);
        }
        let turn = &self.facts.turn;
        if self.moves_made_by(by) == 0 {
            return Err(Refusal::NothingToTakeBack);
        }
        match turn.takeback {
            Some(asker) if asker == by => return Err(Refusal::TakebackAskedAlready),
            Some(_) => return Err(Refusal::OpponentAsksTakeback),
            None => {}
        }
        if turn.takeback_askers.contain(by) {
            return Err(Refusal::TakebackAskedThisTurn);
        }
        Ok(vec![Event::TakebackAsked { by }])
    }

    /// One half-move goes when the asker's opponent has not replied yet, else two.
    pub(super) fn accept_takeback(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        let asker = self.asker_of_takeback(by)?;
        let plies = if asker == self.turn() { 2 } else { 1 };
        Ok(vec![Event::TakenBack {
            by: asker,
            plies,
            at: now,
        }])
    }

    pub(super) fn decline_takeback(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        self.asker_of_takeback(by)
            .map(|_| vec![Event::TakebackDeclined { by }])
    }

    fn asker_of_takeback(&self, by: Color) -> Result<Color, Refusal> {
        match self.facts.turn.takeback {
            None => Err(Refusal::NoTakebackAsked),
            Some(asker) if asker == by => Err(Refusal::OwnTakeback),
            Some(asker) => Ok(asker),
        }
    }
}
