//! The name by which each person was last seen.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::Fault;
use crate::game::PlayerId;

/// Keeps what the person is called now.
pub(crate) fn remember(tx: &Transaction<'_>, person: PlayerId, name: &str) -> Result<(), Fault> {
    tx.prepare_cached(
        "INSERT INTO person (id, name) VALUES (?1, ?2)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
    )?
    .execute(params![person, name])?;
    Ok(())
}

/// Whether the person wants a vacation rather than run out of time; everybody does who has not said otherwise.
pub(crate) fn wants_shelter(connection: &Connection, person: PlayerId) -> Result<bool, Fault> {
    let mut query = connection.prepare_cached("SELECT shelter FROM person WHERE id = ?1")?;
    let wants = query.query_row([person], |row| row.get(0)).optional()?;
    Ok(wants.unwrap_or(true))
}

/// The names of those among `people` who were ever seen.
pub(crate) fn names(
    connection: &Connection,
    people: &[PlayerId],
) -> Result<HashMap<PlayerId, String>, Fault> {
    let mut query = connection.prepare_cached("SELECT name FROM person WHERE id = ?1")?;
    let mut names = HashMap::with_capacity(people.len());
    for &person in people {
        if let Some(name) = query.query_row([person], |row| row.get(0)).optional()? {
            names.insert(person, name);
        }
    }
    Ok(names)
}
