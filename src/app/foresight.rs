//! What an action would lead to, without doing it.

use super::{App, Denied, Kept, vacations};
use crate::game::{Action, Event, GameId, Refusal, Revision};
use crate::store::games;
use crate::time::Timestamp;

impl App {
    /// The game as it stands, and what would happen to it if `action` were done at `at`, or why it could not be done.
    /// Nothing is changed; by the time that somebody acts upon it, the answer may be another.
    pub async fn foresee(
        &self,
        game: GameId,
        action: Action,
        seen: Option<Revision>,
        at: Timestamp,
    ) -> Result<(Kept, Vec<Event>), Denied<Refusal>> {
        self.read(move |connection| {
            let kept = games::load(connection, game)?.ok_or(Denied::Missing)?;
            let mut then = kept.game.clone();
            let sheltering = vacations::sheltering(connection, &then, at)?;
            if let Some(sheltering) = &sheltering {
                let events = then.decide(sheltering, None, at);
                for event in events.map_err(Denied::Refused)? {
                    then.apply(&event);
                }
            }
            let seen = vacations::seen_through(sheltering.as_ref(), &kept.game, seen);
            let events = then.decide(&action, seen, at).map_err(Denied::Refused)?;
            Ok((kept, events))
        })
        .await
    }
}
