//! When the bot was last there for everybody.

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::Fault;
use crate::time::Timestamp;

/// The last heartbeat; `None` before the first.
pub(crate) fn last(connection: &Connection) -> Result<Option<Timestamp>, Fault> {
    let mut query = connection.prepare_cached("SELECT at FROM heartbeat WHERE id = 1")?;
    Ok(query.query_row([], |row| row.get(0)).optional()?)
}

/// The bot is there at `at`.
pub(crate) fn beat(tx: &Transaction<'_>, at: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached("INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, ?1)")?
        .execute([at])?;
    Ok(())
}
