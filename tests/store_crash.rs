//! What was acknowledged is there, however the process or the machine ends.
//!
//! These tests start processes, each of which holds the files of all threads open for a moment, locks among them. So
//! they are a program of their own and run one after the other.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use penpawn::app::{Answer, App, Occasion, OpenError};
use penpawn::game::{
    Action, ChallengeLimits, ChallengeTerms, ChannelId, ColorChoice, Deed, GameId, Place, PlayerId,
};
use penpawn::time::{Clock, Days};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::Mutex;

static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

const FOLDER: &str = "PENPAWN_TEST_CRASH_FOLDER";

/// Kills a process that plays, again and again, and looks whether what it had acknowledged is there.
#[tokio::test]
async fn a_killed_process_loses_nothing_that_it_acknowledged() {
    let _alone = ONE_AT_A_TIME.lock().await;
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
    let _alone = ONE_AT_A_TIME.lock().await;
    let live = TempDir::new().unwrap();
    let app = open(live.path()).unwrap();
    let log = |folder: &Path| folder.join("penpawn.db-wal");
    let mut acknowledged: Vec<(u64, Acknowledged)> = Vec::new();
    for _ in 0..4 {
        play(&app, 10, |ack| {
            acknowledged.push((fs::metadata(log(live.path())).unwrap().len(), ack));
        })
        .await;
    }
    let (main, whole) = (
        fs::read(database(live.path())).unwrap(),
        fs::read(log(live.path())).unwrap(),
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

/// The commands find the database as the bot does, without a token.
#[tokio::test]
async fn copies_by_the_command_line() {
    let _alone = ONE_AT_A_TIME.lock().await;
    let folder = TempDir::new().unwrap();
    let config = folder.path().join("config.toml");
    fs::write(&config, "database = \"penpawn.db\"").unwrap();
    let penpawn = |command: &str, file: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg(command)
            .arg(folder.path().join(file))
            .arg("--config")
            .arg(&config)
            .env_clear()
            .output()
            .unwrap();
        let told =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.code(), told.into_owned())
    };
    let (status, told) = penpawn("backup", "copy.db");
    assert!(
        status == Some(3) && told.contains("there is no database"),
        "{told}"
    );
    let app = open(folder.path()).unwrap();
    play(&app, 5, |_| ()).await;
    let (status, told) = penpawn("backup", "copy.db");
    assert!(
        status == Some(0) && told.contains("copy.db is a copy"),
        "{told}"
    );
    let (status, told) = penpawn("backup", "copy.db");
    assert!(
        status == Some(3) && told.contains("exists already"),
        "{told}"
    );
    play(&app, 5, |_| ()).await;
    let (status, told) = penpawn("restore", "copy.db");
    assert!(
        status == Some(3) && told.contains("in use by another Penpawn"),
        "{told}"
    );
    drop(app);
    let (status, told) = penpawn("restore", "copy.db");
    assert!(
        status == Some(0) && told.contains("before-restore-1"),
        "{told}"
    );
    let app = open(folder.path()).unwrap();
    assert!(app.game(GameId(1)).await.unwrap().is_some());
    assert!(app.game(GameId(2)).await.unwrap().is_none());
}

#[tokio::test]
async fn what_cannot_be_written_is_told() {
    #[track_caller]
    fn check(folder: &TempDir, says: &str) {
        let Err(error) = open(folder.path()) else {
            panic!("it opens")
        };
        let told = error.to_string();
        assert!(
            told.contains(says) && told.contains(folder.path().to_str().unwrap()),
            "{told}"
        );
    }
    let _alone = ONE_AT_A_TIME.lock().await;
    if is_root() {
        // Nothing is read-only for root: the same test runs again as somebody else.
        run_as_nobody("what_cannot_be_written_is_told");
        return;
    }
    let read_only = |path: &Path, yes| {
        let mut permissions = fs::metadata(path).unwrap().permissions();
        permissions.set_readonly(yes);
        fs::set_permissions(path, permissions).unwrap();
    };
    let folder = TempDir::new().unwrap();
    drop(open(folder.path()).unwrap());
    read_only(&database(folder.path()), true);
    check(&folder, "cannot be written");
    read_only(&database(folder.path()), false);
    let lock = folder.path().join("penpawn.db.lock");
    read_only(&lock, true);
    check(&folder, "cannot be written");
    fs::remove_file(&lock).unwrap();
    read_only(folder.path(), true);
    check(&folder, "cannot be written");
    read_only(folder.path(), false);

    let folder = TempDir::new().unwrap();
    read_only(folder.path(), true);
    check(&folder, "cannot be created");
    read_only(folder.path(), false);
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
            "WITH kept AS (
                 SELECT game.*, (SELECT count(*) FROM move WHERE game_id = game.id) AS moves,
                     (SELECT count(*) FROM outbox WHERE game_id = game.id) AS errands FROM game)
             SELECT count(*) FROM kept WHERE errands <> moves + 1 OR revision <> moves + (ended IS NOT NULL)",
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
            "player_until_killed",
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
    let app = open(Path::new(&folder)).unwrap();
    // The name of the test stands at the beginning of the first line.
    println!();
    loop {
        play(
            &app,
            fastrand::usize(1..30),
            |Acknowledged { game, ply }| println!("acknowledged {game} {ply}"),
        )
        .await;
    }
}

/// Plays a game by random moves and tells at every one that it was acknowledged.
async fn play(app: &App, plies: usize, mut acknowledged: impl FnMut(Acknowledged)) {
    let occasion = || Occasion {
        at: app.now(),
        interaction: None,
        people: Vec::new(),
    };
    let terms = ChallengeTerms {
        opponent: None,
        color: ColorChoice::White,
        game: penpawn::game::Terms {
            days: Some(Days::DEFAULT),
            ..penpawn::game::Terms::default()
        },
        rematch_of: None,
    };
    let place = Place {
        guild: None,
        channel: ChannelId(11),
    };
    let made = app
        .challenge(PlayerId(1), terms, place, occasion())
        .await
        .unwrap();
    let accept = Answer::Accept { by: PlayerId(2) };
    let answered = app
        .answer_challenge(made.challenge.id, accept, occasion())
        .await
        .unwrap();
    let mut game = answered.game.unwrap().game;
    acknowledged(Acknowledged {
        game: game.id,
        ply: 0,
    });
    while let Some(by) = game.to_move().filter(|_| game.line().plies() < plies) {
        let moves = game.position().legal_moves();
        let mv = moves.iter().nth(fastrand::usize(..moves.len())).unwrap();
        let action = Action::By(
            by,
            Deed::Move {
                text: game.position().uci(mv),
                offer_draw: false,
            },
        );
        game = app
            .act(game.id, action, None, occasion())
            .await
            .unwrap()
            .after
            .game;
        acknowledged(Acknowledged {
            game: game.id,
            ply: game.line().plies(),
        });
    }
}

fn open(folder: &Path) -> Result<App, OpenError> {
    let limits = ChallengeLimits {
        running_games: u32::MAX,
        challenges_an_hour: u32::MAX,
    };
    App::open(&database(folder), limits, Clock::System)
}

fn database(folder: &Path) -> PathBuf {
    folder.join("penpawn.db")
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

/// Runs one test of this program again as a user without rights.
fn run_as_nobody(test: &str) {
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
