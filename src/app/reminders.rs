//! The reminders of one player: those that are due, with all that has to be known to send them together.

use rusqlite::{Connection, Transaction};
use tracing::error;

use super::{App, ErrandId, Fault, Keep, Kept, PersonSettings};
use crate::game::{Action, Event, GameId, Notice, PlayerId};
use crate::store::{Errand, ErrandKind, games, outbox, people};
use crate::time::{Span, Timestamp};

/// A player who is reminded of one game is told of those games too whose reminder would come so soon after.
pub const GATHERED_WITHIN: Span = Span::seconds(15 * 60);

/// What a player is to be reminded of.
#[derive(Debug)]
pub struct DueReminders {
    /// How the player wants it.
    pub settings: PersonSettings,
    /// The reminders that are due, in the order in which they arose.
    pub reminders: Vec<DueReminder>,
}

/// A reminder that waits, with its game as it is now.
#[derive(Clone, PartialEq, Debug)]
pub struct DueReminder {
    /// Its errand.
    pub errand: ErrandId,
    /// How many plies had been played: a reminder is for one turn.
    pub ply: u32,
    /// When it arose.
    pub made: Timestamp,
    /// How often it was tried to be sent without success.
    pub attempts: u32,
    /// The game.
    pub kept: Kept,
}

impl App {
    /// What the player is to be reminded of now.
    pub async fn due_reminders(&self, player: PlayerId) -> Result<DueReminders, Fault> {
        let now = self.now();
        let (due, lost) = self
            .read(move |connection| {
                let settings = settings_or_default(connection, player)?;
                let mut due = DueReminders {
                    settings,
                    reminders: Vec::new(),
                };
                let mut lost = Vec::new();
                for errand in outbox::due_reminders(connection, player, now)? {
                    match load(connection, &errand)? {
                        Some(reminder) => due.reminders.push(reminder),
                        None => lost.push(errand.id),
                    }
                }
                Ok::<_, Fault>((due, lost))
            })
            .await?;
        if !lost.is_empty() {
            self.done_with(lost).await?;
        }
        Ok(due)
    }

    /// The errands are done, or not to be done any more.
    pub async fn done_with(&self, errands: Vec<ErrandId>) -> Result<(), Fault> {
        self.write_and_wake(Keep::Soon, move |tx| {
            errands
                .into_iter()
                .try_for_each(|errand| outbox::discard(tx, errand))
        })
        .await
    }

    /// The errands wait until `at`. That counts as no try.
    pub async fn put_off(&self, errands: Vec<(ErrandId, Timestamp)>) -> Result<(), Fault> {
        self.write_and_wake(Keep::Soon, move |tx| {
            errands
                .into_iter()
                .try_for_each(|(errand, at)| outbox::put_off(tx, errand, at))
        })
        .await
    }
}

/// The games of whose reminder the player hears at once, because he is reminded of another, and when.
pub(super) fn reminders_soon(
    tx: &Transaction<'_>,
    player: PlayerId,
    now: Timestamp,
) -> Result<Vec<(GameId, Timestamp)>, Fault> {
    let running = match games::running(tx, player) {
        // Their own reminders come in any case.
        Err(fault) if fault.is_damage() => Vec::new(),
        running => running?,
    };
    let soon = running.into_iter().filter_map(|kept| {
        let game = kept.game;
        let due = game
            .check_at()
            .filter(|&due| due <= now + GATHERED_WITHIN)?
            .max(now);
        let action = Action::CheckClock { shelter: None };
        let events = game.decide(&action, None, due).ok()?;
        let reminds =
            game.to_move() == Some(player) && matches!(events[..], [Event::Reminded { .. }]);
        reminds.then_some((game.id, due))
    });
    Ok(soon.collect())
}

/// Whatever may be damaged there, the reminder has to come.
fn settings_or_default(connection: &Connection, player: PlayerId) -> Result<PersonSettings, Fault> {
    match people::settings(connection, player) {
        Err(fault) if fault.is_damage() => {
            error!("The settings of a player cannot be read: {fault}");
            Ok(PersonSettings::default())
        }
        settings => settings,
    }
}

/// The reminder with its game; `None` when there is nothing to read any more.
fn load(connection: &Connection, errand: &Errand) -> Result<Option<DueReminder>, Fault> {
    let ErrandKind::Post(Notice::Reminder { game, ply, .. }) = errand.kind else {
        return Ok(None);
    };
    match games::load(connection, game) {
        Ok(kept) => Ok(kept.map(|kept| DueReminder {
            errand: errand.id,
            ply,
            made: errand.made,
            attempts: errand.attempts,
            kept,
        })),
        Err(fault) if fault.is_damage() => {
            error!(game.id = %game, "Nobody is reminded of game {game}: {fault}");
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}
