//! Copies of the whole database, and the way back. A copy of the bare file would miss what is still in the write-ahead
//! log, so SQLite makes them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::OpenError;
use super::migrate::{MIGRATIONS, MigrateError, version, with_suffix};
use super::open::{explain, lock, resolve};

/// Why a copy cannot be made or put back. Each says in one line what to do.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// One of the two databases cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// There is nothing to copy.
    #[error("there is no database {}: set the path of an existing one", .0.display())]
    Missing(PathBuf),
    /// A copy never takes the place of another file.
    #[error("{} exists already: name a file that does not", .0.display())]
    Exists(PathBuf),
    /// The copy was read back and is not sound.
    #[error("the copy of {} is not sound ({what}): take another", path.display())]
    Unsound {
        /// What was copied.
        path: PathBuf,
        /// What SQLite found first.
        what: String,
    },
    /// The system says no.
    #[error("{} cannot be written: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        reason: io::Error,
    },
}

/// Copies the database to `target`, which must not exist, whether or not Penpawn runs. The copy is read back before it
/// gets its name.
pub fn backup(database: &Path, target: &Path) -> Result<(), CopyError> {
    if target.exists() {
        return Err(CopyError::Exists(target.to_owned()));
    }
    copy(database, target)
}

/// Puts the copy `source` in the place of the database, while no Penpawn runs. Returns what the database that was there
/// is called now.
pub fn restore(source: &Path, database: &Path) -> Result<Option<PathBuf>, CopyError> {
    let database = &resolve(database)?;
    let _lock = lock(database)?;
    let incoming = with_suffix(database, ".restored");
    remove(&incoming)?;
    copy(source, &incoming)?;
    let aside = if database.exists() {
        Some(move_aside(database)?)
    } else {
        None
    };
    // A log without its database would be taken for the new one's.
    remove(&with_suffix(database, "-wal"))?;
    rename(&incoming, database)?;
    Ok(aside)
}

fn copy(source: &Path, target: &Path) -> Result<(), CopyError> {
    if !source.exists() {
        return Err(CopyError::Missing(source.to_owned()));
    }
    let unfinished = with_suffix(target, ".part");
    remove(&unfinished)?;
    let sqlite = |error| CopyError::from(explain(source, &error));
    {
        let connection = Connection::open_with_flags(
            source,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .map_err(sqlite)?;
        check_version(&connection, source)?;
        let name = unfinished
            .to_str()
            .ok_or_else(|| io_error(target, io::ErrorKind::InvalidFilename.into()))?;
        connection
            .execute("VACUUM INTO ?1", [name])
            .map_err(sqlite)?;
    }
    check_sound(&unfinished, source)?;
    File::open(&unfinished)
        .and_then(|file| file.sync_all())
        .map_err(|reason| io_error(&unfinished, reason))?;
    rename(&unfinished, target)
}

fn check_version(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let path = path.to_owned();
    let known = MIGRATIONS.len();
    match version(connection) {
        Ok(0) | Err(MigrateError::Foreign) => Err(OpenError::NotADatabase(path)),
        Ok(found) if found > known => Err(OpenError::Newer { path, found, known }),
        Ok(_) => Ok(()),
        Err(error) => Err(error.explain(&path)),
    }
}

fn check_sound(copy: &Path, source: &Path) -> Result<(), CopyError> {
    let examine = || -> rusqlite::Result<String> {
        let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let orphans: i64 =
            connection.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| {
                row.get(0)
            })?;
        if orphans > 0 {
            return Ok(format!("{orphans} rows refer to others that are missing"));
        }
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
    };
    match examine() {
        Ok(verdict) if verdict == "ok" => Ok(()),
        Ok(what) => Err(CopyError::Unsound {
            path: source.to_owned(),
            what,
        }),
        Err(error) => Err(explain(source, &error).into()),
    }
}

/// The database and its log get a name that is free, so that nothing is ever lost by a restore.
fn move_aside(database: &Path) -> Result<PathBuf, CopyError> {
    let mut n = 1;
    let aside = loop {
        let name = with_suffix(database, &format!(".before-restore-{n}"));
        if !name.exists() {
            break name;
        }
        n += 1;
    };
    let log = with_suffix(database, "-wal");
    if log.exists() {
        rename(&log, &with_suffix(&aside, "-wal"))?;
    }
    rename(database, &aside)?;
    Ok(aside)
}

/// Renames, and makes sure that the new name outlives a power cut.
fn rename(from: &Path, to: &Path) -> Result<(), CopyError> {
    let folder = to
        .parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."));
    fs::rename(from, to)
        .and_then(|()| File::open(folder)?.sync_all())
        .map_err(|reason| io_error(to, reason))
}

fn remove(path: &Path) -> Result<(), CopyError> {
    match fs::remove_file(path) {
        Err(reason) if reason.kind() != io::ErrorKind::NotFound => Err(io_error(path, reason)),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn io_error(path: &Path, reason: io::Error) -> CopyError {
    CopyError::Io {
        path: path.to_owned(),
        reason,
    }
}
