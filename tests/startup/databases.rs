//! Databases that cannot be used.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;

use penpawn::sandbox::{Options, Sandbox};
use rusqlite::Connection;

use crate::trial::{DATABASE, DISCORD, Trial, check, run};

/// A trial in which the bot has run before.
fn with_database() -> Trial {
    let trial = Trial::new();
    trial.check(DISCORD, "Discord cannot be reached");
    assert!(trial.path("penpawn.db").exists());
    trial
}

fn open(trial: &Trial) -> Connection {
    Connection::open(trial.path("penpawn.db")).expect("a database")
}

#[test]
fn a_newer_database_is_left_alone() {
    let trial = with_database();
    let newer = "PRAGMA user_version = 9999";
    open(&trial).execute_batch(newer).expect("a database");
    let before = fs::read(trial.path("penpawn.db")).expect("a file");
    trial.check(DATABASE, "was written by a newer Penpawn");
    trial.check(DATABASE, "update Penpawn");
    assert_eq!(before, fs::read(trial.path("penpawn.db")).expect("a file"));
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let words = "is not a Penpawn database: set another path, or move this file away";
    for content in [
        "Dear diary\n".repeat(1000),
        "SQLite format 3\n".repeat(100),
        "x".to_owned(),
    ] {
        let trial = Trial::new().with_file("penpawn.db", &content);
        trial.check(DATABASE, words);
        let kept = fs::read_to_string(trial.path("penpawn.db")).expect("a file");
        assert_eq!(kept, content);
    }
    let trial = Trial::new();
    let other = "CREATE TABLE recipe (name TEXT) STRICT";
    open(&trial).execute_batch(other).expect("a database");
    trial.check(DATABASE, words);
}

#[test]
fn a_damaged_database_is_told() {
    let trial = with_database();
    let path = trial.path("penpawn.db");
    let mut file = fs::File::options()
        .read(true)
        .write(true)
        .open(&path)
        .expect("a file");
    let mut start = [0; 100];
    file.read_exact(&mut start).expect("a header");
    file.seek(SeekFrom::Start(100)).expect("a file");
    file.write_all(&[0xff; 3000]).expect("a file");
    trial.check(DATABASE, "is damaged: put the last backup in its place");
}

#[test]
fn a_path_that_cannot_be_a_database_is_told() {
    let trial = Trial::new().with("PENPAWN_DATABASE", ".");
    trial.check(DATABASE, "is a folder: name a file in it");
    let trial = Trial::new().with("PENPAWN_DATABASE", "missing/penpawn.db");
    trial.check(DATABASE, "create its folder");
    let trial = Trial::new()
        .with_file("file", "")
        .with("PENPAWN_DATABASE", "file/penpawn.db");
    trial.check(DATABASE, "cannot be created");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_another_penpawn_uses_is_told() {
    let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
    let trial = Trial::new()
        .with("PENPAWN_TOKEN", &sandbox.token())
        .with("PENPAWN_DISCORD_API", &sandbox.url());
    let environment = [
        ("PENPAWN_TOKEN", sandbox.token()),
        ("PENPAWN_DISCORD_API", sandbox.url()),
    ];
    let first = crate::bot::Bot::start(trial.folder(), &environment);
    first.ready().await;
    let second = tokio::task::spawn_blocking(move || {
        trial.check(
            DATABASE,
            "is in use by another Penpawn: stop that one first",
        );
        trial
    });
    let trial = second.await.expect("the second ends so");
    let (status, output) = first.terminate().await;
    assert_eq!(status.code(), Some(0), "{output:?}");
    drop(trial);
}

/// It waits as long as the bot is patient, in real time.
#[test]
fn a_database_that_another_program_locks_is_told() {
    let trial = with_database();
    let other = open(&trial);
    other
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM setting")
        .expect("a lock");
    trial.check(
        DATABASE,
        "is locked by another program: close that one first",
    );
    drop(other);
    trial.check(DISCORD, "Discord cannot be reached");
}

#[cfg(unix)]
#[test]
fn what_may_not_be_written_is_told() {
    let trial = with_database();
    let words = "cannot be written: let Penpawn's user write the file and its folder";
    set_mode(&trial.path("penpawn.db"), 0o444);
    set_mode(&trial.path("penpawn.db.lock"), 0o666);
    set_mode(trial.folder(), 0o777);
    check(&run_unprivileged(&trial), DATABASE, words);
    set_mode(&trial.path("penpawn.db"), 0o666);
    set_mode(&trial.path("penpawn.db.lock"), 0o444);
    set_mode(trial.folder(), 0o555);
    check(&run_unprivileged(&trial), DATABASE, words);
    // And where there is none yet, none can be made.
    let trial = Trial::new();
    set_mode(trial.folder(), 0o555);
    check(&run_unprivileged(&trial), DATABASE, "cannot be created");
    set_mode(trial.folder(), 0o755);
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a file of ours");
}

/// Runs the bot as somebody whom permissions keep out: root is nobody then, others are themselves.
#[cfg(unix)]
fn run_unprivileged(trial: &Trial) -> crate::trial::Ended {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;

    let is_root = fs::metadata(trial.folder()).expect("a folder").uid() == 0;
    if !is_root {
        return run(&mut trial.command());
    }
    // The program may lie where nobody else comes.
    let place = tempfile::tempdir().expect("a temporary folder");
    set_mode(place.path(), 0o755);
    let program = place.path().join("penpawn");
    fs::copy(env!("CARGO_BIN_EXE_penpawn"), &program).expect("a copy");
    set_mode(&program, 0o755);
    let mut command = Command::new(program);
    command.arg("run").env_clear();
    trial.prepare(&mut command);
    run(command.uid(NOBODY).gid(NOBODY))
}

/// A file system of a few pages, which only root can make.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let mounted = "mount -t tmpfs -o size=\"$1\" none .";
    let in_a_small_place = |size: &str, then: &str, trial: &Trial| {
        let script = format!("{mounted} && cd \"$PWD\" && {then}");
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &script, "sh", size]);
        command
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.env("PROGRAM", env!("CARGO_BIN_EXE_penpawn"));
        trial.prepare(&mut command);
        run(&mut command)
    };
    if in_a_small_place("16k", "true", &Trial::new()).status != Some(0) {
        eprintln!("skipped: only root can make a small file system");
        return;
    }
    let ended = in_a_small_place("64k", "exec \"$PROGRAM\" run", &Trial::new());
    check(&ended, DATABASE, "is full: make room and start again");
}
