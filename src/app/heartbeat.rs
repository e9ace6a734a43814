//! The time in which the bot was not there for anybody, given back.

use std::sync::atomic::Ordering;

use rusqlite::Transaction;
use tracing::info;

use super::{App, Fault, Keep};
use crate::game::{Notice, Outage, Place};
use crate::store::{ErrandKind, challenges, facts, games, heartbeat, outbox, overviews};
use crate::time::{Span, Timestamp};

/// A gap up to this long is no outage.
const SHORTEST_OUTAGE: Span = Span::seconds(60);
/// An outage longer than this is told to every channel with games.
const UNTOLD: Span = Span::hours(1);

impl App {
    /// The bot is there for everybody. When it was not since the last heartbeat, every clock that ran gets that time
    /// back.
    pub async fn back(&self) -> Result<Option<Outage>, Fault> {
        let now = self.now();
        let outage = self
            .write_and_wake(Keep::Surely, move |tx| {
                let outage = heartbeat::last(tx)?
                    .map(|from| Outage { from, to: now })
                    .filter(|outage| outage.length() > SHORTEST_OUTAGE);
                if let Some(outage) = outage {
                    facts::give_back(tx, outage)?;
                    challenges::give_back(tx, outage)?;
                    announce(tx, outage)?;
                    overviews::all_changed(tx, now)?;
                }
                heartbeat::beat(tx, now)?;
                Ok::<_, Fault>(outage)
            })
            .await?;
        self.shared.away.store(false, Ordering::Relaxed);
        if let Some(outage) = outage {
            let seconds = outage.length().as_seconds();
            info!("An outage of {seconds} seconds was given back to all running games");
        }
        Ok(outage)
    }

    /// The bot is not there for everybody.
    pub fn left(&self) {
        self.shared.away.store(true, Ordering::Relaxed);
    }

    /// Who acts proves that the bot is there: what it missed is given back before that is judged by the clock.
    pub(super) async fn be_back(&self) -> Result<(), Fault> {
        if self.shared.away.load(Ordering::Relaxed) {
            self.back().await?;
        }
        Ok(())
    }

    /// The bot has been there for everybody all the time from the last heartbeat up to `at`.
    pub async fn heartbeat(&self, at: Timestamp) -> Result<(), Fault> {
        self.blocking(move |app| app.transact(Keep::Soon, |tx| heartbeat::beat(tx, at)))
            .await
    }
}

fn announce(tx: &Transaction<'_>, outage: Outage) -> Result<(), Fault> {
    announce_in(tx, outage, games::places_with_clocks(tx)?)
}

/// Tells each of those places that no clock ran in it, unless it was too short to tell.
pub(super) fn announce_in(
    tx: &Transaction<'_>,
    outage: Outage,
    places: impl IntoIterator<Item = Place>,
) -> Result<(), Fault> {
    if outage.length() <= UNTOLD {
        return Ok(());
    }
    for place in places {
        enqueue(tx, outage, place, outage.to)?;
    }
    Ok(())
}

fn enqueue(
    tx: &Transaction<'_>,
    outage: Outage,
    place: Place,
    now: Timestamp,
) -> Result<(), Fault> {
    outbox::enqueue(
        tx,
        outbox::NewErrand {
            kind: ErrandKind::Post(Notice::Outage(outage)),
            place,
            origin: None,
            made: now,
            due: now,
        },
    )
    .map(drop)
}
