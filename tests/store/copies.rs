//! Backups, and the way back.

use std::fs;

use penpawn::app::OpenError;
use penpawn::store::{CopyError, backup, restore};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::*;

#[tokio::test]
async fn a_backup_of_a_running_penpawn_has_everything() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let acted = test.moves(game, &["e4", "e5"]).await;
    let folder = TempDir::new().unwrap();
    let copy = folder.path().join("copy.db");
    backup(&database(test.folder.path()), &copy).unwrap();
    // What comes after is not in it.
    test.moves(game, &["Nf3"]).await;
    let elsewhere = TempDir::new().unwrap();
    // The log of a database that is gone must not be taken for the new one's.
    fs::copy(
        test.folder.path().join("penpawn.db-wal"),
        elsewhere.path().join("penpawn.db-wal"),
    )
    .unwrap();
    assert_eq!(restore(&copy, &database(elsewhere.path())).unwrap(), None);
    let restored = open(elsewhere.path()).unwrap();
    assert_eq!(restored.game(game).await.unwrap(), Some(acted.after));
    let sound: String = Connection::open(&copy)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sound, "ok");
}

#[tokio::test]
async fn a_restore_keeps_what_was_there() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.moves(game, &["e4"]).await;
    let folder = TempDir::new().unwrap();
    let copy = folder.path().join("copy.db");
    let path = database(test.folder.path());
    backup(&path, &copy).unwrap();
    test.moves(game, &["e5"]).await;
    assert!(matches!(
        restore(&copy, &path),
        Err(CopyError::Database(OpenError::Locked(_)))
    ));
    // As after a crash: the second move is in the log alone.
    let crashed = TempDir::new().unwrap();
    for suffix in ["", "-wal"] {
        let name = format!("penpawn.db{suffix}");
        fs::copy(test.folder.path().join(&name), crashed.path().join(&name)).unwrap();
    }
    let plies = async |folder: &std::path::Path| {
        open(folder)
            .unwrap()
            .game(game)
            .await
            .unwrap()
            .unwrap()
            .game
            .line()
            .plies()
    };
    for n in 1..=2 {
        let aside = restore(&copy, &database(crashed.path())).unwrap().unwrap();
        assert!(
            aside.ends_with(format!("penpawn.db.before-restore-{n}")),
            "{}",
            aside.display()
        );
        assert_eq!(plies(crashed.path()).await, 1);
    }
    let first = database(crashed.path()).with_extension("db.before-restore-1");
    let again = TempDir::new().unwrap();
    backup(&first, &database(again.path())).unwrap();
    assert_eq!(plies(again.path()).await, 2);
}

#[tokio::test]
async fn what_is_not_a_sound_copy_is_refused_and_nothing_changes() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let acted = test.moves(game, &["e4"]).await;
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let path = database(test.folder.path());
    backup(&path, &file("good")).unwrap();
    fs::write(file("text"), "no database".repeat(100)).unwrap();
    fs::write(file("empty"), "").unwrap();
    Connection::open(file("foreign"))
        .unwrap()
        .execute_batch("CREATE TABLE recipe (name TEXT)")
        .unwrap();
    fs::copy(file("good"), file("newer")).unwrap();
    Connection::open(file("newer"))
        .unwrap()
        .pragma_update(None, "user_version", 999)
        .unwrap();
    fs::copy(file("good"), file("orphan")).unwrap();
    let orphan = "PRAGMA foreign_keys = off; INSERT INTO move VALUES (99, 1, 'e2e4', 0, NULL)";
    Connection::open(file("orphan"))
        .unwrap()
        .execute_batch(orphan)
        .unwrap();
    let mut bytes = fs::read(file("good")).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0xa5);
    fs::write(file("damaged"), bytes).unwrap();
    let test = {
        let TestApp { app, folder } = test;
        drop(app);
        folder
    };
    for name in [
        "text", "empty", "foreign", "newer", "orphan", "damaged", "missing",
    ] {
        let told = restore(&file(name), &path).unwrap_err().to_string();
        assert!(
            told.contains(file(name).to_str().unwrap()),
            "{name}: {told}"
        );
        assert_eq!(told.lines().count(), 1, "{name}: {told}");
    }
    assert_eq!(
        open(test.path()).unwrap().game(game).await.unwrap(),
        Some(acted.after)
    );
    assert!(matches!(
        backup(&path, &file("good")),
        Err(CopyError::Exists(_))
    ));
    assert!(matches!(
        backup(&file("missing"), &file("new")),
        Err(CopyError::Missing(_))
    ));
    assert!(!file("new").exists() && !file("missing").exists());
}
