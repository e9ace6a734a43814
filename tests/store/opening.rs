//! Opening a database, and what is said when that does not work out.

use std::fs;
use std::os::unix::fs::symlink;

use penpawn::app::{App, OpenError};
use penpawn::game::ChallengeLimits;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::*;

#[track_caller]
fn check(folder: &TempDir, says: &str) {
    let Err(error) = open(folder.path()) else {
        panic!("it opens")
    };
    let told = error.to_string();
    assert!(told.contains(says), "{told}");
    assert!(
        told.contains(folder.path().to_str().unwrap()),
        "no path: {told}"
    );
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_second_penpawn_is_kept_out_while_the_first_lives() {
    let folder = TempDir::new().unwrap();
    let first = open(folder.path()).unwrap();
    check(&folder, "in use by another Penpawn");
    let alias = folder.path().join("alias.db");
    symlink(database(folder.path()), &alias).unwrap();
    let through_alias = App::open(&alias, ChallengeLimits::default(), clock(folder.path()));
    assert!(matches!(through_alias, Err(OpenError::Locked(_))));
    let clone = first.clone();
    drop(first);
    check(&folder, "in use by another Penpawn");
    drop(clone);
    open(folder.path()).unwrap();
}

#[test]
fn a_database_of_a_newer_penpawn_is_left_alone() {
    let folder = TempDir::new().unwrap();
    drop(open(folder.path()).unwrap());
    let connection = Connection::open(database(folder.path())).unwrap();
    connection
        .pragma_update(None, "user_version", 1_000)
        .unwrap();
    drop(connection);
    let before = fs::read(database(folder.path())).unwrap();
    check(&folder, "schema 1000");
    assert_eq!(fs::read(database(folder.path())).unwrap(), before);
}

#[test]
fn other_files_are_left_alone() {
    let folder = TempDir::new().unwrap();
    let text = "Dear diary, this is longer than the header of a database, which takes a hundred bytes in all of them.";
    fs::write(database(folder.path()), text).unwrap();
    check(&folder, "not a Penpawn database");
    assert_eq!(fs::read_to_string(database(folder.path())).unwrap(), text);

    let folder = TempDir::new().unwrap();
    Connection::open(database(folder.path()))
        .unwrap()
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .unwrap();
    let before = fs::read(database(folder.path())).unwrap();
    check(&folder, "not a Penpawn database");
    assert_eq!(fs::read(database(folder.path())).unwrap(), before);

    let folder = TempDir::new().unwrap();
    let connection = Connection::open(database(folder.path())).unwrap();
    connection.pragma_update(None, "application_id", 7).unwrap();
    drop(connection);
    check(&folder, "not a Penpawn database");
}

#[test]
fn an_empty_file_is_a_new_database() {
    let folder = TempDir::new().unwrap();
    fs::write(database(folder.path()), "").unwrap();
    open(folder.path()).unwrap();
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("no such folder/penpawn.db");
    let Err(error) = App::open(&path, ChallengeLimits::default(), clock(folder.path())) else {
        panic!("it opens")
    };
    assert!(matches!(error, OpenError::CannotCreate { .. }), "{error}");
    assert!(error.to_string().contains("create its folder"), "{error}");
}

#[test]
fn a_folder_in_place_of_the_file_is_told() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(database(folder.path())).unwrap();
    check(&folder, "is a folder");
}

#[test]
fn a_damaged_database_is_told() {
    let folder = TempDir::new().unwrap();
    drop(open(folder.path()).unwrap());
    let mut bytes = fs::read(database(folder.path())).unwrap();
    // The first page: its header stays, the list of tables is overwritten.
    bytes[100..4096].fill(0xa5);
    fs::write(database(folder.path()), bytes).unwrap();
    check(&folder, "damaged");
}
