//! Opening the database: the lock, the settings of a connection, and what to do when it does not work out.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};

use super::migrate::{MIGRATIONS, MigrateError, migrate, with_suffix};

/// How long a statement waits for a lock that another program holds, a backup tool's for instance.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The write-ahead log is cut to this many bytes once it has been copied back.
const JOURNAL_SIZE_LIMIT: i64 = 16 << 20;

/// Statements kept ready for each connection; there are about 40.
const PREPARED_STATEMENTS: usize = 64;

/// An open database: one connection that writes, one that reads, and the lock that keeps other processes out.
pub(crate) struct Store {
    pub(crate) reader: Mutex<Connection>,
    pub(crate) writer: Mutex<Connection>,
    /// Held until the connections are closed; the system lets go of it however the process ends.
    _lock: File,
}

/// Why a database cannot be opened. Each says in one line what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer Penpawn has changed the schema.
    #[error(
        "the database {} was written by a newer Penpawn (schema {found}, this one knows {known}): update Penpawn",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: usize,
        /// The version that this program knows.
        known: usize,
    },
    /// Another process has it open.
    #[error("the database {} is in use by another Penpawn: stop that one first", .0.display())]
    Locked(PathBuf),
    /// Another program, a backup or a viewer, holds SQLite's lock.
    #[error("the database {} is locked by another program: close that one first", .0.display())]
    Busy(PathBuf),
    /// It can be read only.
    #[error("the database {} cannot be written: let Penpawn's user write the file and its folder", .0.display())]
    ReadOnly(PathBuf),
    /// The file is something else.
    #[error("{} is not a Penpawn database: set another path, or move this file away", .0.display())]
    NotADatabase(PathBuf),
    /// The log of a database lies there without it, and opening would destroy what it holds.
    #[error(
        "{} is missing, but its log {}-wal is there and holds games: put the database back, or move the log away",
        .0.display(), .0.display()
    )]
    LogAlone(PathBuf),
    /// The path is that of a folder.
    #[error("{} is a folder: name a file in it for the database", .0.display())]
    Folder(PathBuf),
    /// There is no room for it.
    #[error("the disk of the database {} is full: make room and start again", .0.display())]
    DiskFull(PathBuf),
    /// There is no place for it.
    #[error(
        "the database {} cannot be created ({reason}): create its folder, let Penpawn's user write there, or set another path",
        path.display()
    )]
    CannotCreate {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// SQLite finds it malformed.
    #[error("the database {} is damaged: put the last backup in its place with `penpawn restore`", .0.display())]
    Damaged(PathBuf),
    /// Something else.
    #[error("the database {} cannot be opened: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What SQLite or the system says.
        reason: String,
    },
}

impl Store {
    /// Opens the database, creates it when there is none, and brings its schema up to date.
    pub(crate) fn open(path: &Path) -> Result<Store, OpenError> {
        let path = &resolve(path)?;
        refuse_foreign(path)?;
        let lock = lock(path)?;
        let log = with_suffix(path, "-wal");
        if !path.exists() && fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            return Err(OpenError::LogAlone(path.clone()));
        }
        let explain = |error| explain(path, &error);
        let mut writer = Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .map_err(explain)?;
        prepare(&writer).map_err(explain)?;
        if writer.is_readonly(MAIN_DB).map_err(explain)? {
            return Err(OpenError::ReadOnly(path.clone()));
        }
        migrate(&mut writer, path, MIGRATIONS).map_err(|error| error.explain(path))?;
        let mode: String = writer
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
            .map_err(explain)?;
        if mode != "wal" {
            let reason = "this file system does not support a write-ahead log".to_owned();
            return Err(OpenError::Other {
                path: path.clone(),
                reason,
            });
        }
        let reader = Connection::open_with_flags(
            path,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .map_err(explain)?;
        prepare(&reader).map_err(explain)?;
        Ok(Store {
            reader: reader.into(),
            writer: writer.into(),
            _lock: lock,
        })
    }
}

impl MigrateError {
    pub(super) fn explain(self, path: &Path) -> OpenError {
        let other = |reason| OpenError::Other {
            path: path.to_owned(),
            reason,
        };
        match self {
            MigrateError::Newer { found, known } => OpenError::Newer {
                path: path.to_owned(),
                found,
                known,
            },
            MigrateError::Foreign => OpenError::NotADatabase(path.to_owned()),
            MigrateError::Copy(error) => other(format!("no copy before the update: {error}")),
            MigrateError::Orphans(orphans) => {
                other(format!("{orphans} rows refer to others that are missing"))
            }
            MigrateError::Sqlite(error) => explain(path, &error),
        }
    }
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update_and_check(None, "journal_size_limit", JOURNAL_SIZE_LIMIT, |_| Ok(()))
}

/// The file behind links, so that two names of one database share one lock.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, OpenError> {
    let cannot_create = |reason| OpenError::CannotCreate {
        path: path.to_owned(),
        reason,
    };
    match fs::canonicalize(path) {
        Ok(resolved) if resolved.is_dir() => Err(OpenError::Folder(path.to_owned())),
        Ok(resolved) => Ok(resolved),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = path
                .file_name()
                .ok_or_else(|| cannot_create(io::ErrorKind::IsADirectory.into()))?;
            let folder = match path.parent() {
                Some(folder) if folder != Path::new("") => folder,
                Some(_) | None => Path::new("."),
            };
            Ok(fs::canonicalize(folder).map_err(cannot_create)?.join(name))
        }
        Err(error) => Err(cannot_create(error)),
    }
}

/// A file too short to be a database would pass for an empty one, and be written over.
fn refuse_foreign(path: &Path) -> Result<(), OpenError> {
    /// How every SQLite database begins (<https://sqlite.org/fileformat.html>, section 1.3.1).
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16).read_to_end(&mut start));
    match read {
        Ok(_) if !start.is_empty() && start != MAGIC => {
            Err(OpenError::NotADatabase(path.to_owned()))
        }
        // One that is new, or that cannot be read: SQLite says why.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The lock is on a file of its own: SQLite's locks would be lost if the database were opened and closed beside it.
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(with_suffix(path, ".lock"));
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem if path.exists() => {
            OpenError::ReadOnly(path.to_owned())
        }
        _ => OpenError::CannotCreate {
            path: path.to_owned(),
            reason: error,
        },
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::Locked(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::Other {
            path: path.to_owned(),
            reason: format!("it cannot be locked: {error}"),
        }),
    }
}

pub(super) fn explain(path: &Path, error: &rusqlite::Error) -> OpenError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path),
        Some(ErrorCode::DatabaseCorrupt) => OpenError::Damaged(path),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => OpenError::ReadOnly(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::Busy(path),
        Some(ErrorCode::DiskFull) => OpenError::DiskFull(path),
        Some(ErrorCode::CannotOpen) if !path.exists() => OpenError::CannotCreate {
            path,
            reason: io::ErrorKind::PermissionDenied.into(),
        },
        Some(_) | None => OpenError::Other {
            path,
            reason: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn every_connection_is_set_up_for_safety() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&folder.path().join("set up.db")).unwrap();
        for connection in [&store.reader, &store.writer] {
            let connection = connection.lock().unwrap();
            let pragma = |name| -> i64 {
                connection
                    .pragma_query_value(None, name, |row| row.get(0))
                    .unwrap()
            };
            assert_eq!(
                (
                    pragma("foreign_keys"),
                    pragma("synchronous"),
                    pragma("busy_timeout")
                ),
                (1, 2, 5_000)
            );
            let mode: String = connection
                .pragma_query_value(None, "journal_mode", |row| row.get(0))
                .unwrap();
            assert_eq!(mode, "wal");
        }
        let writer = store.writer.lock().unwrap();
        let orphan = "INSERT INTO move (game_id, ply, uci, at) VALUES (999999, 1, 'e2e4', 0)";
        assert!(
            writer
                .execute(orphan, [])
                .unwrap_err()
                .to_string()
                .contains("FOREIGN KEY")
        );
        assert!(
            store
                .reader
                .lock()
                .unwrap()
                .execute("DELETE FROM game", [])
                .is_err()
        );
    }

    #[test]
    fn the_log_is_cut_back_after_a_burst() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("burst.db");
        let store = Store::open(&path).unwrap();
        let writer = store.writer.lock().unwrap();
        let log = || fs::metadata(with_suffix(&path, "-wal")).unwrap().len();
        let write = || {
            writer
                .execute(
                    "INSERT OR REPLACE INTO setting VALUES ('x', hex(randomblob(1000000)))",
                    [],
                )
                .unwrap()
        };
        {
            // While a reader stands still, the log cannot be used anew.
            let reader = store.reader.lock().unwrap();
            let still = reader.unchecked_transaction().unwrap();
            still
                .query_row("SELECT count(*) FROM setting", [], |row| {
                    row.get::<_, i64>(0)
                })
                .unwrap();
            for _ in 0..20 {
                write();
            }
            assert!(log() > JOURNAL_SIZE_LIMIT as u64);
        }
        for _ in 0..2 {
            write();
        }
        assert!(log() <= JOURNAL_SIZE_LIMIT as u64, "{}", log());
    }
}
