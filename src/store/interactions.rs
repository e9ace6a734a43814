//! Which interactions were accepted lately, so that a repeat changes nothing.

use rusqlite::{Transaction, params};

use super::Fault;
use crate::game::InteractionId;
use crate::time::{Span, Timestamp};

/// Discord repeats an interaction within seconds; a day is far on the safe side.
const KEPT: Span = Span::days(1);

/// Whether the interaction is new; from now on it is not.
pub(crate) fn first_time(
    tx: &Transaction<'_>,
    id: InteractionId,
    at: Timestamp,
) -> Result<bool, Fault> {
    tx.prepare_cached("DELETE FROM accepted_interaction WHERE at < ?1")?
        .execute([at - KEPT])?;
    let added = tx
        .prepare_cached(
            "INSERT INTO accepted_interaction (id, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        )?
        .execute(params![id, at])?;
    Ok(added == 1)
}
