//! The only writer: one action is one transaction.
//!
//! What an action changes and whom it makes somebody tell are committed together, so that nothing is lost between
//! the two. SQLite never runs on the async workers, and no transaction is open across an `.await`. What may be done
//! is for [`crate::game`] to decide; how people are told is for whoever takes the errands.

mod challenges;
mod errands;
mod foresight;
mod games;
mod heartbeat;
mod outcome;
mod overview;
mod people;
mod rematch;
mod reminders;
mod servers;
mod vacations;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::watch;

use crate::game::{
    Challenge, ChallengeId, ChallengeLimits, ChannelId, GameId, InteractionId, PlayerId,
};
use crate::store::{
    Store, challenges as challenge_rows, games as game_rows, interactions, listing,
    people as person_rows, series, settings,
};
use crate::time::{Clock, Timestamp};

pub use crate::store::{
    Errand, ErrandId, ErrandKind, Fault, Kept, Listed, OpenError, Origin, PersonSettings, Post,
    RemindersBy, SeriesScore, SettingChange,
};
pub use outcome::{Acted, Answer, Answered, Denied, Made, Occasion};
pub use overview::{Overview, Shown};
pub use rematch::{RematchRefusal, Rematched};
pub use reminders::{DueReminder, DueReminders, GATHERED_WITHIN};
pub use vacations::VacationStanding;

/// The application: a database and what may be done with it. Cheap to clone.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    limits: ChallengeLimits,
    clock: Clock,
    changed: watch::Sender<()>,
    /// Whether the bot was away when somebody last looked, so that an outage may have to be given back.
    away: AtomicBool,
}

/// When what is written lasts, power cuts included. That the process ends loses nothing either way.
#[derive(Clone, Copy)]
enum Keep {
    /// Before anybody hears of it.
    Surely,
    /// With the next action at the latest.
    Soon,
}

impl App {
    /// Opens the database, creates it when there is none, and brings it up to date. No other process can open it
    /// while this one lives.
    pub fn open(database: &Path, limits: ChallengeLimits, clock: Clock) -> Result<App, OpenError> {
        let store = Store::open(database)?;
        Ok(App {
            shared: Arc::new(Shared {
                store,
                limits,
                clock,
                changed: watch::Sender::new(()),
                away: AtomicBool::new(false),
            }),
        })
    }

    /// The clock that everything goes by.
    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// How much anybody may have going on.
    pub fn limits(&self) -> ChallengeLimits {
        self.shared.limits
    }

    /// Changes with every commit after which something may fall due earlier than [`App::next_errand`] or
    /// [`App::next_look`] said.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.shared.changed.subscribe()
    }

    /// The game with that number.
    pub async fn game(&self, id: GameId) -> Result<Option<Kept>, Fault> {
        self.read(move |connection| game_rows::load(connection, id))
            .await
    }

    /// The running games of a player: the one with the least time left first, those without limit last.
    pub async fn running_games(&self, player: PlayerId) -> Result<Vec<Kept>, Fault> {
        self.read(move |connection| game_rows::running(connection, player))
            .await
    }

    /// The running games of a player as a list tells them: the one with the least time left first, those whose clock
    /// stands still or that have none last.
    pub async fn listed_games(&self, player: PlayerId) -> Result<Vec<Listed>, Fault> {
        self.read(move |connection| listing::running_of(connection, player))
            .await
    }

    /// Games of a player that are over, the one that ended last first, so many at most.
    pub async fn finished_games(
        &self,
        player: PlayerId,
        limit: usize,
    ) -> Result<Vec<Listed>, Fault> {
        self.read(move |connection| listing::finished_of(connection, player, limit))
            .await
    }

    /// The player's game that ended last of those whose posts are in the channel.
    pub async fn last_finished_in(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<GameId>, Fault> {
        self.read(move |connection| listing::last_finished_in(connection, player, channel))
            .await
    }

    /// How the series of a game stood once that game was over, or stands while it runs; `None` when there is no such
    /// game.
    pub async fn series_score(&self, game: GameId) -> Result<Option<SeriesScore>, Fault> {
        self.read(move |connection| series::score(connection, game))
            .await
    }

    /// The challenge with that number.
    pub async fn challenge_by_id(&self, id: ChallengeId) -> Result<Option<Challenge>, Fault> {
        self.read(move |connection| challenge_rows::load(connection, id))
            .await
    }

    /// The challenge that waits between two people, whichever of them made it.
    pub async fn pending_challenge(
        &self,
        people: [PlayerId; 2],
    ) -> Result<Option<Challenge>, Fault> {
        let now = self.now();
        self.read(move |connection| challenge_rows::pending_between(connection, people, now))
            .await
    }

    /// The names of those among `players` who were ever seen.
    pub async fn names(&self, players: &[PlayerId]) -> Result<HashMap<PlayerId, String>, Fault> {
        let players = players.to_vec();
        self.read(move |connection| person_rows::names(connection, &players))
            .await
    }

    /// What was kept under the key.
    pub async fn setting(&self, key: &'static str) -> Result<Option<String>, Fault> {
        self.read(move |connection| settings::get(connection, key))
            .await
    }

    /// Keeps a word under a key, in place of what was there.
    pub async fn set_setting(&self, key: &'static str, value: String) -> Result<(), Fault> {
        self.write(move |tx| settings::set(tx, key, &value)).await
    }

    /// Whether nothing was done yet in answer to `id`, an interaction or the message that it came from; from now on
    /// something was, for a day.
    pub async fn first_time(&self, id: InteractionId) -> Result<bool, Fault> {
        let now = self.now();
        self.write(move |tx| interactions::first_time(tx, id, now))
            .await
    }

    /// Runs `work` on one snapshot of the database.
    async fn read<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Fault> + Send + 'static,
    {
        self.blocking(move |app| {
            let mut connection = lock(&app.shared.store.reader);
            let snapshot = connection.transaction().map_err(Fault::from)?;
            work(&snapshot)
        })
        .await
    }

    /// Runs `work` in a transaction that nobody else writes beside, and commits it unless it fails.
    async fn write<T, E>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Fault> + Send + 'static,
    {
        self.blocking(move |app| app.transact(Keep::Surely, work))
            .await
    }

    /// Like [`App::write`], for what changes when the worker has something to do. The wake-up goes with the commit,
    /// whether or not somebody still waits for the answer. What became of an errand is kept soon: should a power cut
    /// forget it, whoever takes the errand again looks first whether it is done.
    async fn write_and_wake<T, E>(
        &self,
        keep: Keep,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Fault> + Send + 'static,
    {
        self.blocking(move |app| {
            let done = app.transact(keep, work)?;
            app.shared.changed.send_replace(());
            Ok(done)
        })
        .await
    }

    fn transact<T, E: From<Fault>>(
        &self,
        keep: Keep,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = lock(&self.shared.store.writer);
        let synchronous = match keep {
            Keep::Surely => "full",
            Keep::Soon => "normal",
        };
        connection
            .pragma_update(None, "synchronous", synchronous)
            .map_err(Fault::from)?;
        let tx = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(Fault::from)?;
        let done = work(&tx)?;
        tx.commit().map_err(Fault::from)?;
        Ok(done)
    }

    async fn blocking<T, E>(
        &self,
        work: impl FnOnce(&App) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Fault> + Send + 'static,
    {
        let app = self.clone();
        tokio::task::spawn_blocking(move || work(&app))
            .await
            .unwrap_or_else(|error| {
                Err(Fault::new(format!("database work broke off: {error}")).into())
            })
    }
}

/// A panic rolls its transaction back while it unwinds, so the connection is sound.
fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
