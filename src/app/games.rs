//! Acting on a game.

use rusqlite::Transaction;
use tracing::{error, info};

use super::errands::tell;
use super::reminders::reminders_soon;
use super::{Acted, App, Denied, Fault, Keep, Kept, Occasion, Origin, vacations};
use crate::game::{Action, Event, Game, GameId, Place, PlayerId, Refusal, Revision, notices};
use crate::store::{facts, games, interactions, outbox, overviews, people};
use crate::time::{Span, Timestamp};

/// A game to which nothing can be done when something should be is looked at again after so long.
const LOOK_AGAIN_AFTER: Span = Span::hours(1);

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
        self.be_back().await?;
        let now = self.now();
        let acted = self
            .write_and_wake(Keep::Surely, move |tx| {
                act_within(tx, game, &action, seen, &occasion, now)
            })
            .await?;
        note_end(&acted);
        Ok(acted)
    }

    /// Does what time has to do to games at `now`, an instant at which the bot was there for everybody: nobody must be
    /// late because of it, not even while this waits for its turn. It does so to as many games as `limit`, the one that
    /// waits longest first, and tells how many they were.
    pub async fn check_clocks(&self, now: Timestamp, limit: usize) -> Result<usize, Fault> {
        // A commit wakes the worker, which would look again at once and for ever.
        let nothing_is_due = self
            .read(move |connection| Ok::<_, Fault>(games::due(connection, now, 1)?.is_empty()))
            .await?;
        if nothing_is_due {
            return Ok(0);
        }
        self.write_and_wake(Keep::Surely, move |tx| {
            let due = games::due(tx, now, limit)?;
            for &game in &due {
                let Some(acted) = check_clock(tx, game, now, now)? else {
                    continue;
                };
                if let Some(player) = reminded(&acted) {
                    for (soon, due) in reminders_soon(tx, player, now)? {
                        check_clock(tx, soon, due, now)?;
                    }
                }
            }
            Ok(due.len())
        })
        .await
    }

    /// From now on the game's posts go to `place`, those that still wait among them. Only its players may say so.
    pub async fn move_posts_to(
        &self,
        game: GameId,
        by: PlayerId,
        place: Place,
    ) -> Result<Kept, Denied<Refusal>> {
        let now = self.now();
        self.write_and_wake(Keep::Surely, move |tx| {
            let kept = games::load(tx, game)?.ok_or(Denied::Missing)?;
            if kept.game.players.color_of(by).is_none() {
                return Err(Denied::Refused(Refusal::NotYourGame));
            }
            games::set_place(tx, game, place)?;
            overviews::changed(tx, kept.place.channel, now)?;
            overviews::changed(tx, place.channel, now)?;
            outbox::redirect(tx, game, place, now)?;
            Ok(Kept { place, ..kept })
        })
        .await
    }
}

/// Does what time has to do to a game at `at`; `None` when there was nothing.
fn check_clock(
    tx: &Transaction<'_>,
    game: GameId,
    at: Timestamp,
    now: Timestamp,
) -> Result<Option<Acted>, Fault> {
    let nobody = Occasion {
        at,
        interaction: None,
        people: Vec::new(),
    };
    let action = Action::CheckClock { shelter: None };
    tx.execute_batch("SAVEPOINT one_game")
        .map_err(Fault::from)?;
    let done = act_within(tx, game, &action, None, &nobody, now);
    if done.is_err() {
        tx.execute_batch("ROLLBACK TO one_game")
            .map_err(Fault::from)?;
    }
    tx.execute_batch("RELEASE one_game").map_err(Fault::from)?;
    match done {
        Ok(acted) => {
            note_end(&acted);
            return Ok(Some(acted));
        }
        Err(Denied::Fault(fault)) if fault.is_damage() => {
            error!(game.id = %game, "Time passes game {game} by: {fault}");
            games::look_at(tx, game, Some(now + LOOK_AGAIN_AFTER))?;
        }
        Err(Denied::Fault(fault)) => return Err(fault),
        // Somebody has acted in the meantime, or it is not known why it should be due.
        Err(Denied::Refused(_) | Denied::Missing | Denied::Repeat) => {
            let next = games::load(tx, game)?.and_then(|kept| kept.game.check_at());
            let next = next.map(|next| {
                if next > now {
                    next
                } else {
                    now + LOOK_AGAIN_AFTER
                }
            });
            games::look_at(tx, game, next)?;
        }
    }
    Ok(None)
}

/// Who was reminded, if that is what happened.
fn reminded(acted: &Acted) -> Option<PlayerId> {
    let is_reminder = |event: &Event| matches!(event, Event::Reminded { .. });
    let game = &acted.after.game;
    acted
        .events
        .iter()
        .any(is_reminder)
        .then(|| game.players.of(game.turn()))
}

fn note_end(acted: &Acted) {
    let game = &acted.after.game;
    if let Some((result, _)) = game.result() {
        info!(game.id = %game.id, "Game {} ended by {:?}", game.id, result.termination);
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
    let kept = games::load(tx, game)?.ok_or(Denied::Missing)?;
    let before = kept.game.clone();
    let mut change = Change {
        events: Vec::new(),
        game: kept.game,
    };
    // Who acts after his deadline, but before that was decided, is on vacation already if he has one left.
    // Time alone waits for what was done in time and is still on its way.
    let may_shelter = action.by().is_some() || before.is_overdue(occasion.at);
    let sheltering = if may_shelter {
        vacations::sheltering(tx, &before, occasion.at)?
    } else {
        None
    };
    if let Some(sheltering) = &sheltering {
        change.by(tx, sheltering, None, occasion.at)?;
    }
    let seen = vacations::seen_through(sheltering.as_ref(), &before, seen);
    // Where time alone acts, the vacation was all there was to do.
    if action.by().is_some() || sheltering.is_none() {
        change.by(tx, action, seen, occasion.at)?;
    }
    let Change {
        events,
        game: after,
    } = change;
    facts::update(tx, &after)?;
    vacations::follow(tx, action, &events, &after, occasion.at)?;
    let errands = tell(
        tx,
        notices(&before, &events, &after),
        kept.place,
        occasion,
        now,
    )?;
    Ok(Acted {
        before,
        events,
        after: Kept {
            game: after,
            ..kept
        },
        errands,
    })
}

/// A game on its way through an action.
struct Change {
    events: Vec<Event>,
    game: Game,
}

impl Change {
    fn by(
        &mut self,
        tx: &Transaction<'_>,
        action: &Action,
        seen: Option<Revision>,
        at: Timestamp,
    ) -> Result<(), Denied<Refusal>> {
        for event in self
            .game
            .decide(action, seen, at)
            .map_err(Denied::Refused)?
        {
            self.game.apply(&event);
            games::record(tx, &event, &self.game)?;
            self.events.push(event);
        }
        Ok(())
    }
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
