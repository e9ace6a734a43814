//! Who was and is on vacation when.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::Fault;
use crate::game::{GameId, PlayerId, Vacation};
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

/// A vacation that is over early, and until when it was meant to last.
pub(crate) struct CutShort {
    pub(crate) vacation: Vacation,
    pub(crate) meant_until: Timestamp,
}

/// Keeps a vacation that a move in `game` has ended, for as long as nothing else is done about the player's vacations.
pub(crate) fn keep_cut_short(
    tx: &Transaction<'_>,
    player: PlayerId,
    cut_short: &CutShort,
    game: GameId,
) -> Result<(), Fault> {
    keep(tx, player, cut_short.vacation)?;
    tx.prepare_cached(
        "UPDATE vacation SET ended_in = ?3, meant_until = ?4 WHERE player = ?1 AND began = ?2",
    )?
    .execute(params![
        player,
        cut_short.vacation.began,
        game,
        cut_short.meant_until
    ])?;
    Ok(())
}

/// The vacation that the player's last move in the game has ended.
pub(crate) fn cut_short_in(
    connection: &Connection,
    player: PlayerId,
    game: GameId,
) -> Result<Option<CutShort>, Fault> {
    let mut query = connection.prepare_cached(
        "SELECT began, until, meant_until FROM vacation WHERE player = ?1 AND ended_in = ?2",
    )?;
    let cut_short = query
        .query_row(params![player, game], |row| {
            Ok(CutShort {
                vacation: Vacation {
                    began: row.get(0)?,
                    until: row.get(1)?,
                },
                meant_until: row.get(2)?,
            })
        })
        .optional()?;
    Ok(cut_short)
}

/// No undone move brings a vacation of the player back any more.
pub(crate) fn settle(tx: &Transaction<'_>, player: PlayerId) -> Result<(), Fault> {
    tx.prepare_cached(
        "UPDATE vacation SET ended_in = NULL, meant_until = NULL WHERE player = ?1 AND ended_in > 0",
    )?
    .execute([player])?;
    Ok(())
}
