//! Updates that run, fail and are cut off.

use rusqlite::Batch;
use rusqlite::fallible_iterator::FallibleIterator;
use tempfile::TempDir;

use super::*;

const TWO: [&str; 2] = [
    "CREATE TABLE opening (eco TEXT PRIMARY KEY) STRICT; INSERT INTO opening VALUES ('C60');",
    "ALTER TABLE opening ADD COLUMN name TEXT; UPDATE opening SET name = 'Spanish'; CREATE INDEX opening_name ON opening (name);",
];

fn open(folder: &TempDir) -> (PathBuf, Connection) {
    let path = folder.path().join("penpawn.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))
        .unwrap();
    (path, connection)
}

/// What the database consists of and what is in `opening`.
fn dump(connection: &Connection) -> Vec<String> {
    let mut query = connection
        .prepare(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL UNION ALL SELECT eco || name FROM opening
             UNION ALL SELECT user_version FROM pragma_user_version",
        )
        .unwrap();
    query
        .query_map([], |row| row.get_ref(0).map(|value| format!("{value:?}")))
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn steps_run_once_and_in_order() {
    let folder = TempDir::new().unwrap();
    let (path, mut connection) = open(&folder);
    migrate(&mut connection, &path, &TWO[..1]).unwrap();
    migrate(&mut connection, &path, &TWO).unwrap();
    let after = dump(&connection);
    migrate(&mut connection, &path, &TWO).unwrap();
    assert_eq!(dump(&connection), after);
    let fresh = TempDir::new().unwrap();
    let (path, mut connection) = open(&fresh);
    migrate(&mut connection, &path, &TWO).unwrap();
    assert_eq!(dump(&connection), after);
}

#[test]
fn a_copy_is_made_before_an_update_and_not_before_the_first_step() {
    let folder = TempDir::new().unwrap();
    let (path, mut connection) = open(&folder);
    migrate(&mut connection, &path, &TWO[..1]).unwrap();
    let copy = with_suffix(&path, ".before-v2");
    assert_eq!(
        fs::read_dir(folder.path())
            .unwrap()
            .filter(|entry| entry.as_ref().unwrap().path() == copy)
            .count(),
        0
    );
    connection
        .execute("INSERT INTO opening VALUES ('B20')", [])
        .unwrap();
    // Left over from an update that was cut off.
    fs::write(with_suffix(&path, ".before-v2.part"), "half a copy").unwrap();
    migrate(&mut connection, &path, &TWO).unwrap();
    let copied = Connection::open(&copy).unwrap();
    let rows: i64 = copied
        .query_row("SELECT count(*) FROM opening", [], |row| row.get(0))
        .unwrap();
    assert_eq!((rows, version(&copied).unwrap()), (2, 1));
    assert!(!with_suffix(&path, ".before-v2.part").exists());
}

#[test]
fn an_update_that_fails_leaves_everything_as_it_was() {
    let folder = TempDir::new().unwrap();
    let (path, mut connection) = open(&folder);
    migrate(&mut connection, &path, &TWO).unwrap();
    let before = dump(&connection);
    for bad in [
        "CREATE TABLE a (b) STRICT;",
        "INSERT INTO opening VALUES ('C61', 'Bird'); SELECT no_such_function();",
        "CREATE TABLE child (eco TEXT REFERENCES opening (eco)); INSERT INTO child VALUES ('A00');",
    ] {
        let failed = migrate(&mut connection, &path, &[TWO[0], TWO[1], bad]);
        assert!(
            matches!(
                failed,
                Err(MigrateError::Sqlite(_) | MigrateError::Orphans(1))
            ),
            "{failed:?}"
        );
        assert_eq!(dump(&connection), before);
    }
}

#[test]
fn an_update_that_is_cut_off_after_any_statement_is_done_at_the_next_start() {
    let folder = TempDir::new().unwrap();
    let (path, mut connection) = open(&folder);
    migrate(&mut connection, &path, &TWO).unwrap();
    let expected = dump(&connection);
    for (done, step) in TWO.into_iter().enumerate() {
        let statements = step.split_inclusive(';').count();
        for cut in 0..=statements {
            let folder = TempDir::new().unwrap();
            let (path, mut connection) = open(&folder);
            if done == 1 {
                migrate(&mut connection, &path, &TWO[..1]).unwrap();
            }
            connection.execute_batch("BEGIN EXCLUSIVE").unwrap();
            let mut batch = Batch::new(&connection, step);
            for _ in 0..cut {
                if let Some(mut statement) = batch.next().unwrap() {
                    statement.execute([]).unwrap();
                }
            }
            // Uncommitted pages may reach the log when memory is short.
            connection.cache_flush().unwrap();
            let crashed = TempDir::new().unwrap();
            for suffix in ["", "-wal"] {
                fs::copy(
                    with_suffix(&path, suffix),
                    crashed.path().join(format!("penpawn.db{suffix}")),
                )
                .unwrap();
            }
            let (path, mut connection) = open(&crashed);
            migrate(&mut connection, &path, &TWO).unwrap();
            assert_eq!(dump(&connection), expected, "step {done}, {cut} statements");
        }
    }
}
