//! Who was and is on vacation when.

use rusqlite::{Connection, Transaction, params};

use super::Fault;
use crate::game::{PlayerId, Vacation};
use crate::time::{Span, Timestamp};

/// What still counts at `now`: no vacation from before the last year reaches into this one.
pub(crate) fn taken(
    connection: &Connection,
    player: PlayerId,
    now: Timestamp,
) -> Result<Vec<Vacation>, Fault> {
    let mut query = connection.prepare_cached(
        "SELECT began, until FROM vacation WHERE player = ?1 AND began > ?2 ORDER BY began",
    )?;
    let taken = query
        .query_map(params![player, now - Span::days(800)], |row| {
            Ok(Vacation {
                began: row.get(0)?,
                until: row.get(1)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(taken)
}

/// Keeps a vacation, in place of one that began at the same instant.
pub(crate) fn keep(
    tx: &Transaction<'_>,
    player: PlayerId,
    vacation: Vacation,
) -> Result<(), Fault> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO vacation (player, began, until) VALUES (?1, ?2, ?3)",
    )?
    .execute(params![player, vacation.began, vacation.until])?;
    Ok(())
}
