//! Whether the statements stay flat with a million games: none of them may walk through a table.

use std::fmt::Write;

use regex::Regex;
use rusqlite::Connection;
use tempfile::TempDir;

use super::Store;
use super::listing::{FINISHED_OF, RUNNING_IN, RUNNING_OF};

const SOURCES: [&str; 10] = [
    include_str!("challenges.rs"),
    include_str!("facts.rs"),
    include_str!("games.rs"),
    include_str!("heartbeat.rs"),
    include_str!("interactions.rs"),
    include_str!("outbox.rs"),
    include_str!("people.rs"),
    include_str!("series.rs"),
    include_str!("settings.rs"),
    include_str!("vacations.rs"),
];

/// After an outage every running game is changed, in the order in which they lie in the file: this walk is meant.
const MEANT_WALK: &str = "FROM game WHERE check_at > 0 ORDER BY id";

#[test]
fn no_statement_walks_through_a_table() {
    let (_folder, connection) = database();
    let statement = Regex::new(r#"(?s)"((?:SELECT|INSERT|UPDATE|DELETE)\b[^"]*)""#).unwrap();
    for source in SOURCES {
        let mut statements = statement
            .captures_iter(source)
            .map(|found| found.extract::<1>().1[0])
            .peekable();
        assert!(statements.peek().is_some());
        statements
            .filter(|sql| !sql.ends_with(MEANT_WALK))
            .for_each(|sql| check(&connection, sql));
    }
    for sql in [RUNNING_OF, RUNNING_IN, FINISHED_OF] {
        check(&connection, sql);
    }
}

#[test]
#[should_panic(expected = "SCAN game")]
fn a_walk_is_found() {
    check(&database().1, "SELECT * FROM game WHERE started = ?1");
}

#[track_caller]
fn check(connection: &Connection, sql: &str) {
    let mut query = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
        .unwrap();
    // The plan does not depend on the values.
    let values = vec![0; query.parameter_count()];
    let mut rows = query.query(rusqlite::params_from_iter(values)).unwrap();
    let mut plan = String::new();
    while let Some(row) = rows.next().unwrap() {
        writeln!(plan, "{}", row.get::<_, String>("detail").unwrap()).unwrap();
    }
    // What a statement has found itself, it may walk through.
    let harmless = |line: &str| line == "SCAN CONSTANT ROW" || line.starts_with("SCAN (");
    let walks = |line: &str| line.starts_with("SCAN") && !harmless(line);
    assert!(!plan.lines().any(walks), "{sql}\n{plan}");
}

fn database() -> (TempDir, Connection) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&folder.path().join("plans.db")).unwrap();
    (folder, store.writer.into_inner().unwrap())
}
