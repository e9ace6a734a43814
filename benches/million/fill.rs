//! A database with many games: who plays them, and how far they have come.

use std::path::{Path, PathBuf};
use std::time::Instant;

use penpawn::app::App;
use penpawn::chess::{Line, Position};
use penpawn::game::ChallengeLimits;
use penpawn::time::{Clock, Timestamp};
use rusqlite::{Connection, params};

/// Half-moves of a running game; one that is over has fewer.
pub(crate) const PLIES: usize = 40;
const PLIES_WHEN_OVER: usize = 10;
const GAMES_OF_ONE_PLAYER: i64 = 20;
/// So many fall due at once; their players have no vacation left, or do not want it.
pub(crate) const DUE: i64 = 1_000;
/// The instant that the database is made for.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_795_910_400_000);
pub(crate) const THREE_DAYS: i64 = 3 * 86_400_000;

/// A filled database, from the kept ones if there is one; tells how long filling took.
pub(crate) fn provide(database: &Path, games: i64, line: &Line) -> String {
    let kept = std::env::var_os("PENPAWN_BENCH_KEEP")
        .map(|folder| PathBuf::from(folder).join(format!("{games}.db")));
    if let Some(kept) = &kept
        && kept.exists()
    {
        std::fs::copy(kept, database).unwrap();
        return "kept".to_owned();
    }
    let begun = Instant::now();
    drop(App::open(database, ChallengeLimits::default(), Clock::System).unwrap());
    fill(database, games, line);
    let took = begun.elapsed();
    if let Some(kept) = &kept {
        std::fs::create_dir_all(kept.parent().unwrap()).unwrap();
        std::fs::copy(database, kept).unwrap();
    }
    format!("{:.1} s", took.as_secs_f64())
}

pub(crate) fn players(running: i64) -> i64 {
    (running * 2 / GAMES_OF_ONE_PLAYER).max(2)
}

/// Who plays a running game: everybody the same number of games.
pub(crate) fn players_of(game: i64, running: i64) -> (i64, i64) {
    let players = players(running);
    let white = game % players;
    (
        1 + white,
        1 + (white + 1 + game / players % (players - 1)) % players,
    )
}

/// A tenth of the games run, the first of them due at [`NOW`]; the others are over.
fn fill(database: &Path, games: i64, line: &Line) {
    let mut connection = Connection::open(database).unwrap();
    connection
        .pragma_update(None, "synchronous", "off")
        .unwrap();
    connection
        .pragma_update(None, "cache_size", -400_000)
        .unwrap();
    let tx = connection.transaction().unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let running = games / 10;
    let now = NOW.as_millis();
    let due = DUE.min(running / 2);
    {
        let mut person = tx
            .prepare("INSERT INTO person (id, name, shelter) VALUES (?1, ?2, 0)")
            .unwrap();
        for player in 1..=players(running) {
            person
                .execute(params![player, format!("Player {player}")])
                .unwrap();
        }
        let mut game = tx
            .prepare(
                "INSERT INTO game (white, black, guild, channel, days, chess960, started, outcome, termination, ended,
                     revision, deadline, check_at, touched, clock_left, clock_runs_from, reminded)
                 VALUES (?1, ?2, 10, ?3, 3, 0, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )
            .unwrap();
        let mut mv = tx
            .prepare("INSERT INTO move (game_id, ply, uci, at, left) VALUES (?1, ?2, ?3, ?4, ?5)")
            .unwrap();
        let words = words(line);
        for n in 1..=games {
            let is_over = n > running;
            let (white, black) = players_of(n, running);
            let plies = if is_over { PLIES_WHEN_OVER } else { PLIES };
            // The clocks of those that are due ran out two minutes ago.
            let turn = if n <= due {
                now - THREE_DAYS - 120_000
            } else {
                now - random.i64(0..THREE_DAYS / 2)
            };
            let started = turn - plies as i64 * 3_600_000;
            let deadline = (!is_over).then_some(turn + THREE_DAYS);
            let check_at = deadline.map(|at| {
                if n <= due {
                    at + 60_000
                } else {
                    at - THREE_DAYS / 5
                }
            });
            game.execute(params![
                white,
                black,
                100 + n % 50,
                started,
                is_over.then_some("1-0"),
                is_over.then_some("resignation"),
                is_over.then_some(turn),
                plies as i64,
                deadline,
                check_at,
                turn,
                (!is_over).then_some(THREE_DAYS),
                (!is_over).then_some(turn),
                (n <= due).then_some("three hours left"),
            ])
            .unwrap();
            for (ply, word) in words[..plies].iter().enumerate() {
                let at = turn - (plies - 1 - ply) as i64 * 3_600_000;
                mv.execute(params![n, ply as i64 + 1, word, at, THREE_DAYS])
                    .unwrap();
            }
        }
    }
    tx.commit().unwrap();
    connection
        .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
}

fn words(line: &Line) -> Vec<String> {
    let mut position = Position::start();
    let mut word = |&mv| {
        let word = position.uci(mv);
        position.play(mv);
        word
    };
    line.moves().iter().map(&mut word).collect()
}
