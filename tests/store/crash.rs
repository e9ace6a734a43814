//! What was acknowledged is there, however the process or the machine ends.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use penpawn::app::App;
use penpawn::game::{ChallengeLimits, GameId};
use penpawn::time::Clock;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::*;

const FOLDER: &str = "PENPAWN_TEST_CRASH_FOLDER";

/// Kills a process that plays, again and again, and looks whether what it had acknowledged is there.
#[tokio::test]
async fn a_killed_process_loses_nothing_that_it_acknowledged() {
    let folder = TempDir::new().unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..12 {
        let mut child = player(folder.path());
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map(Result::unwrap);
        let mut acknowledged = Vec::new();
        let patience = random.usize(1..60);
        while acknowledged.len() < patience {
            let line = lines.next().expect("the player broke off");
            acknowledged.extend(Acknowledged::read(&line));
        }
        child.kill().unwrap();
        // What it wrote until it died counts as well.
        acknowledged.extend(lines.filter_map(|line| Acknowledged::read(&line)));
        child.wait().unwrap();
        check_all(folder.path(), &acknowledged).await;
    }
}

/// Cuts the write-ahead log at arbitrary bytes and fills the rest with noise, as a power cut may leave it.
#[tokio::test]
async fn a_torn_log_loses_nothing_that_was_acknowledged() {
    let test = TestApp::new();
    let log = |folder: &Path| folder.join("penpawn.db-wal");
    let log_length = || fs::metadata(log(test.folder.path())).unwrap().len();
    let mut acknowledged: Vec<(u64, Acknowledged)> = Vec::new();
    for _ in 0..4 {
        let game = test.game().await.game.id;
        for ply in 1..=10 {
            let kept = test.app.game(game).await.unwrap().unwrap();
            let mv = kept
                .game
                .position()
                .legal_moves()
                .into_iter()
                .next()
                .unwrap();
            let text = kept.game.position().uci(mv);
            test.act(game, plain(kept.game.to_move().unwrap(), &text))
                .await
                .unwrap();
            acknowledged.push((log_length(), Acknowledged { game, ply }));
        }
    }
    let (main, whole) = (
        fs::read(database(test.folder.path())).unwrap(),
        fs::read(log(test.folder.path())).unwrap(),
    );
    let mut random = fastrand::Rng::with_seed(2);
    for round in 0..150 {
        let cut = random.u64(acknowledged[0].0..=whole.len() as u64);
        let mut torn = whole[..cut as usize].to_vec();
        if round % 2 == 0 {
            torn.resize(whole.len(), 0);
            random.fill(&mut torn[cut as usize..]);
        }
        let folder = TempDir::new().unwrap();
        fs::write(database(folder.path()), &main).unwrap();
        fs::write(log(folder.path()), torn).unwrap();
        let kept: Vec<Acknowledged> = acknowledged
            .iter()
            .filter(|(length, _)| *length <= cut)
            .map(|(_, acknowledged)| *acknowledged)
            .collect();
        check_all(folder.path(), &kept).await;
    }
}

#[derive(Clone, Copy, Debug)]
struct Acknowledged {
    game: GameId,
    ply: usize,
}

impl Acknowledged {
    fn read(line: &str) -> Option<Acknowledged> {
        let (game, ply) = line.strip_prefix("acknowledged ")?.split_once(' ')?;
        Some(Acknowledged {
            game: game.parse().ok()?,
            ply: ply.parse().ok()?,
        })
    }
}

/// The database opens, is sound, holds what was acknowledged, and for each event of a game exactly one errand.
async fn check_all(folder: &Path, acknowledged: &[Acknowledged]) {
    let app = open(folder).unwrap();
    for &Acknowledged { game, ply } in acknowledged {
        let kept = app.game(game).await.unwrap().unwrap();
        assert!(
            kept.game.line().plies() >= ply,
            "game {game} has lost ply {ply}"
        );
    }
    drop(app);
    let connection = Connection::open(database(folder)).unwrap();
    let sound: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sound, "ok");
    let orphans: i64 = connection
        .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(orphans, 0);
    let untold: i64 = connection
        .query_row(
            "SELECT count(*) FROM game WHERE revision + 1 <> (SELECT count(*) FROM outbox WHERE game_id = game.id)
                 OR revision <> (SELECT count(*) FROM move WHERE game_id = game.id)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(untold, 0, "moves, revisions and errands differ");
}

fn player(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "crash::player_until_killed",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
#[ignore = "the process that the crash test kills"]
async fn player_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let database = database(Path::new(&folder));
    let limits = ChallengeLimits {
        running_games: u32::MAX,
        challenges_an_hour: u32::MAX,
    };
    let app = App::open(&database, limits, Clock::System).unwrap();
    loop {
        let occasion = || penpawn::app::Occasion {
            at: app.now(),
            interaction: None,
            people: Vec::new(),
        };
        let made = app
            .challenge(ANNA, open_to_all(), SQUARE, occasion())
            .await
            .unwrap();
        let accept = penpawn::app::Answer::Accept { by: BORIS };
        let answered = app
            .answer_challenge(made.challenge.id, accept, occasion())
            .await
            .unwrap();
        let mut game = answered.game.unwrap().game;
        println!("\nacknowledged {} 0", game.id);
        for _ in 0..fastrand::usize(1..30) {
            let moves = game.position().legal_moves();
            let mv = moves.iter().nth(fastrand::usize(..moves.len())).unwrap();
            let text = game.position().uci(mv);
            let acted = app
                .act(
                    game.id,
                    plain(game.to_move().unwrap(), &text),
                    None,
                    occasion(),
                )
                .await
                .unwrap();
            game = acted.after.game;
            println!("acknowledged {} {}", game.id, game.line().plies());
            if game.result().is_some() {
                break;
            }
        }
    }
}

pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self")
        .is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0)
}

/// Runs one test of this program again as a user without rights.
pub(crate) fn run_as_nobody(test: &str) {
    const NOBODY: u32 = 65_534;
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    match child {
        Ok(child) => {
            let output = child.wait_with_output().unwrap();
            let told =
                String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && told.contains("1 passed"),
                "{told}"
            );
        }
        Err(error) => eprintln!("skipped: cannot run as another user: {error}"),
    }
}
