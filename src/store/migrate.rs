//! Brings a database up to the schema that this program knows: all steps that are missing, in one transaction.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

/// Marks the file as Penpawn's: `PnPw` in SQLite's `application_id`.
const APPLICATION_ID: i32 = 0x506e_5077;

/// The steps from an empty file to the present schema. The n-th leads to version n; one that was released is never
/// changed.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_games.sql"),
    include_str!("../../migrations/0002_days.sql"),
    include_str!("../../migrations/0003_second_thoughts.sql"),
];

/// Why a database cannot be brought up to date.
#[derive(Debug)]
pub(super) enum MigrateError {
    /// Its version is higher than the last known one.
    Newer { found: usize, known: usize },
    /// It belongs to another program.
    Foreign,
    /// The copy that is made beforehand cannot be put in place.
    Copy(io::Error),
    /// Rows refer to others that are not there.
    Orphans(i64),
    /// SQLite says no.
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for MigrateError {
    fn from(error: rusqlite::Error) -> Self {
        MigrateError::Sqlite(error)
    }
}

/// Runs the steps that are missing. Before an existing database is changed, a copy named `<file>.before-v<n>` is made
/// beside it.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
) -> Result<(), MigrateError> {
    let found = version(connection)?;
    let known = steps.len();
    if found == known {
        return Ok(());
    }
    if found > known {
        return Err(MigrateError::Newer { found, known });
    }
    if found > 0 {
        copy_aside(connection, path, known)?;
    }
    run(connection, steps, found)
}

/// The schema version of the database; 0 for an empty one.
pub(super) fn version(connection: &Connection) -> Result<usize, MigrateError> {
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, objects) {
        (APPLICATION_ID, _) => Ok(version as usize),
        (0, 0) => Ok(0),
        (_, _) => Err(MigrateError::Foreign),
    }
}

/// `VACUUM INTO` takes what is still in the write-ahead log along, which a copy of the file would miss.
fn copy_aside(connection: &Connection, path: &Path, known: usize) -> Result<(), MigrateError> {
    let copy = with_suffix(path, &format!(".before-v{known}"));
    let unfinished = with_suffix(path, &format!(".before-v{known}.part"));
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(MigrateError::Copy(error));
        }
        Ok(()) | Err(_) => {}
    }
    let Some(target) = unfinished.to_str() else {
        return Err(MigrateError::Copy(io::Error::new(
            io::ErrorKind::InvalidFilename,
            "its path is not UTF-8",
        )));
    };
    connection.execute("VACUUM INTO ?1", [target])?;
    fs::rename(&unfinished, &copy).map_err(MigrateError::Copy)
}

fn run(connection: &mut Connection, steps: &[&str], found: usize) -> Result<(), MigrateError> {
    // A step may rebuild a table that others refer to; SQLite takes this switch only outside of a transaction.
    connection.pragma_update(None, "foreign_keys", false)?;
    let tx = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    for step in &steps[found..] {
        tx.execute_batch(step)?;
    }
    let orphans: i64 =
        tx.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| {
            row.get(0)
        })?;
    if orphans > 0 {
        return Err(MigrateError::Orphans(orphans));
    }
    tx.pragma_update(None, "application_id", APPLICATION_ID)?;
    tx.pragma_update(None, "user_version", steps.len() as u32)?;
    tx.commit()?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests;
