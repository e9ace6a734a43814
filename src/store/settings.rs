//! Single words that have to outlive the process, by key.

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::Fault;

/// What is kept under the key.
pub(crate) fn get(connection: &Connection, key: &str) -> Result<Option<String>, Fault> {
    let mut query = connection.prepare_cached("SELECT value FROM setting WHERE key = ?1")?;
    Ok(query.query_row([key], |row| row.get(0)).optional()?)
}

/// Keeps the value under the key, in place of what was there.
pub(crate) fn set(tx: &Transaction<'_>, key: &str, value: &str) -> Result<(), Fault> {
    tx.prepare_cached(
        "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )?
    .execute(params![key, value])?;
    Ok(())
}
