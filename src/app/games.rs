//! Acting on a game.

use rusqlite::Transaction;
use tracing::info;

use super::errands::tell;
use super::{Acted, App, Denied, Kept, Occasion, Origin};
use crate::game::{Action, GameId, Place, PlayerId, Refusal, Revision, notices};
use crate::store::{games, interactions, outbox, people};
use crate::time::Timestamp;

impl App {
    /// Does `action`, or tells why it may not be done. `seen` is the revision that the player looked at when he pressed
    /// a button; a typed command has none.
    pub async fn act(
        &self,
        game: GameId,
        action: Action,
        seen: Option<Revision>,
        occasion: Occasion,
    ) -> Result<Acted, Denied<Refusal>> {
        let now = self.now();
        let acted = self
            .write_and_wake(move |tx| act_within(tx, game, &action, seen, &occasion, now))
            .await?;
        if let Some((result, _)) = acted.after.game.result() {
            info!(game.id = %game, "Game {game} ended {} by {:?}", result.outcome, result.termination);
        }
        Ok(acted)
    }

    /// From now on the game's posts go to `place`, those that still wait among them. Only its players may say so.
    pub async fn move_posts_to(
        &self,
        game: GameId,
        by: PlayerId,
        place: Place,
    ) -> Result<Kept, Denied<Refusal>> {
        let now = self.now();
        self.write_and_wake(move |tx| {
            let kept = games::load(tx, game)?.ok_or(Denied::Missing)?;
            if kept.game.players.color_of(by).is_none() {
                return Err(Denied::Refused(Refusal::NotYourGame));
            }
            games::set_place(tx, game, place)?;
            outbox::redirect(tx, game, place, now)?;
            Ok(Kept { place, ..kept })
        })
        .await
    }
}

fn act_within(
    tx: &Transaction<'_>,
    game: GameId,
    action: &Action,
    seen: Option<Revision>,
    occasion: &Occasion,
    now: Timestamp,
) -> Result<Acted, Denied<Refusal>> {
    accept(tx, occasion)?;
    let Kept {
        game: before,
        place,
        post,
    } = games::load(tx, game)?.ok_or(Denied::Missing)?;
    let events = before
        .decide(action, seen, occasion.at)
        .map_err(Denied::Refused)?;
    let mut after = before.clone();
    for event in &events {
        games::record(tx, &after, event)?;
        after.apply(event);
    }
    games::update(tx, &after)?;
    let errands = tell(tx, notices(&before, &events, &after), place, occasion, now)?;
    Ok(Acted {
        before,
        events,
        after: Kept {
            game: after,
            place,
            post,
        },
        errands,
    })
}

/// Takes note of how somebody came to act; refuses an interaction that was accepted before.
pub(super) fn accept<R>(tx: &Transaction<'_>, occasion: &Occasion) -> Result<(), Denied<R>> {
    if let Some(Origin { interaction, .. }) = occasion.interaction
        && !interactions::first_time(tx, interaction, occasion.at)?
    {
        return Err(Denied::Repeat);
    }
    for (person, name) in &occasion.people {
        people::remember(tx, *person, name)?;
    }
    Ok(())
}
