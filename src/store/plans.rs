//! Whether the statements stay flat with a million games: none of them may walk through a table.

use std::fmt::Write;

use regex::Regex;
use rusqlite::Connection;
use tempfile::TempDir;

use super::Store;

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
        statements.for_each(|sql| check(&connection, sql));
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
    let walks = |line: &str| line.starts_with("SCAN") && line != "SCAN CONSTANT ROW";
    assert!(!plan.lines().any(walks), "{sql}\n{plan}");
}

fn database() -> (TempDir, Connection) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&folder.path().join("plans.db")).unwrap();
    (folder, store.writer.into_inner().unwrap())
}
