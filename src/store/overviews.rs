//! The channels in which one message lists the running games, and what that message shows.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::outbox::{NewErrand, enqueue};
use super::{ErrandKind, Fault};
use crate::game::{ChannelId, MessageId, Place};
use crate::time::{Span, Timestamp};

/// Changes that come so close together are shown at once.
const GATHERED: Span = Span::seconds(3);

/// A channel's overview.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overview {
    /// The message that shows it, once there is one.
    pub(crate) message: Option<MessageId>,
    /// How often something has changed.
    pub(crate) changes: u64,
}

/// The overview of a channel, if it has one.
pub(crate) fn load(connection: &Connection, channel: ChannelId) -> Result<Option<Overview>, Fault> {
    let mut query =
        connection.prepare_cached("SELECT message, changes FROM overview WHERE channel = ?1")?;
    let overview = query.query_row([channel], |row| {
        Ok(Overview {
            message: row.get(0)?,
            changes: row.get::<_, i64>(1)?.cast_unsigned(),
        })
    });
    Ok(overview.optional()?)
}

/// The channel has an overview from now on, which is shown at once; `false` when it has one already.
pub(crate) fn add(tx: &Transaction<'_>, place: Place, now: Timestamp) -> Result<bool, Fault> {
    let added = tx
        .prepare_cached(
            "INSERT OR IGNORE INTO overview (channel, guild, changes, shown, not_before) VALUES (?1, ?2, 1, 0, ?3)",
        )?
        .execute(params![place.channel, place.guild, now])?;
    if added > 0 {
        bring_up_to_date(tx, place, now, now)?;
    } else {
        changed(tx, place.channel, now)?;
    }
    Ok(added > 0)
}

/// The channel has no overview any more; gives the one that it had.
pub(crate) fn remove(tx: &Transaction<'_>, channel: ChannelId) -> Result<Option<Overview>, Fault> {
    let overview = load(tx, channel)?;
    tx.prepare_cached("DELETE FROM overview WHERE channel = ?1")?
        .execute([channel])?;
    Ok(overview)
}

/// Something has changed that the channel's overview shows, if it has one: it is brought up to date soon.
pub(crate) fn changed(
    tx: &Transaction<'_>,
    channel: ChannelId,
    now: Timestamp,
) -> Result<(), Fault> {
    let mut count = tx.prepare_cached(
        "UPDATE overview SET changes = changes + 1 WHERE channel = ?1
         RETURNING guild, not_before, changes = shown + 1",
    )?;
    let first = count
        .query_row([channel], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, bool>(2)?))
        })
        .optional()?;
    match first {
        Some((guild, not_before, true)) => {
            let place = Place { guild, channel };
            bring_up_to_date(tx, place, (now + GATHERED).max(not_before), now)
        }
        // An errand waits already.
        Some((_, _, false)) | None => Ok(()),
    }
}

/// Something has changed that every overview shows.
pub(crate) fn all_changed(tx: &Transaction<'_>, now: Timestamp) -> Result<(), Fault> {
    let mut query = tx.prepare_cached("SELECT channel FROM overview")?;
    let channels: Vec<ChannelId> = query
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for channel in channels {
        changed(tx, channel, now)?;
    }
    Ok(())
}

/// The message shows the channel's games as they were after so many changes, and is left alone until `not_before`.
/// `false` when the channel has no overview any more.
pub(crate) fn shown(
    tx: &Transaction<'_>,
    channel: ChannelId,
    changes: u64,
    message: Option<MessageId>,
    not_before: Timestamp,
    now: Timestamp,
) -> Result<bool, Fault> {
    let mut keep = tx.prepare_cached(
        "UPDATE overview SET shown = ?2, message = ?3, not_before = ?4 WHERE channel = ?1
         RETURNING guild, changes > shown",
    )?;
    let kept = keep
        .query_row(
            params![channel, changes.cast_signed(), message, not_before],
            |row| Ok((row.get(0)?, row.get::<_, bool>(1)?)),
        )
        .optional()?;
    if let Some((guild, true)) = kept {
        bring_up_to_date(tx, Place { guild, channel }, not_before, now)?;
    }
    Ok(kept.is_some())
}

fn bring_up_to_date(
    tx: &Transaction<'_>,
    place: Place,
    due: Timestamp,
    now: Timestamp,
) -> Result<(), Fault> {
    let errand = NewErrand {
        kind: ErrandKind::Overview,
        place,
        origin: None,
        made: now,
        due,
    };
    enqueue(tx, errand).map(drop)
}
