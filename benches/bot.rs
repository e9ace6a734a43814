//! How fast the bot is as people meet it: `cargo bench --bench bot`. The release binary answers real interactions of the
//! sandbox, with a thousand running games in its database; the moves are those of a real game (`../shared`, or
//! `PENPAWN_SHARED`). Sandbox and bot share the machine, so the figures include the sandbox's own work.

#[path = "support/process.rs"]
mod process;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use penpawn::app::App;
use penpawn::chess::Position;
use penpawn::game::ChallengeLimits;
use penpawn::sandbox::{Behavior, Clock, Options, Person, Sandbox};
use rusqlite::{Connection, params};

use process::Bot;

const GAMES: usize = 1000;
/// Games in which a move is made at the same moment.
const AT_ONCE: usize = 200;
/// Who plays all that. The sandbox renders every message for everybody in the channel, hence not more of them.
const PAIRS: usize = 10;
/// Plies that every game has before anything is measured.
const PLIES: usize = 40;
const WARM_UP: usize = 20;
const ROUNDS: usize = 600;
/// What one action adds to the write-ahead log: a few pages with their headers.
const WAL_WRITE: usize = 5 * 4120;

fn main() {
    let Some(moves) = real_moves() else {
        eprintln!("skipped: ../shared is not here");
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure(&moves));
}

/// The first moves of a real long game, in SAN and UCI.
fn real_moves() -> Option<Vec<(String, String)>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let shared = std::env::var_os("PENPAWN_SHARED").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(shared.join("cases/long_game_uci.txt")).ok()?;
    let mut position = Position::start();
    let moves = text.split_whitespace().take(PLIES + 60).map(|uci| {
        let mv = position.parse_uci(uci).expect("a legal move");
        let san = position.san(mv);
        position.play(mv);
        (san, uci.to_owned())
    });
    Some(moves.collect())
}

async fn measure(moves: &[(String, String)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let behavior = Behavior {
        global_rate_limit: false,
        ..Behavior::default()
    };
    let options = Options {
        behavior,
        ..Options::default()
    };
    let sandbox = Sandbox::start(options).await.expect("a sandbox");
    let players: Vec<[Person; 2]> = (0..PAIRS)
        .map(|n| {
            ["white", "black"]
                .map(|side| sandbox.add_person(&format!("{side}{n}"), &format!("{side} {n}")))
        })
        .collect();
    let database = folder.path().join("penpawn.db");
    fill(&database, &sandbox, &players, moves);
    let fsync = fsync_of(folder.path());

    let (bot, ready) = Bot::start(&database, &sandbox);
    sandbox.ready().await;
    let idle = resident_kib(bot.id());

    let mut times = Vec::new();
    let worked = cpu_ms(bot.id());
    for round in 0..WARM_UP + ROUNDS {
        let (game, ply) = (1 + round % (GAMES / 5), PLIES + round / (GAMES / 5));
        let answer = mover(&players, game, ply)
            .begin_command(
                sandbox.channel("chess"),
                "move",
                &[("move", &moves[ply].0), ("game", &game.to_string())],
            )
            .answer()
            .await;
        assert_eq!(answer.files().len(), 1, "{answer:?}");
        if round >= WARM_UP {
            times.push(answer.took);
        }
    }
    times.sort_unstable();
    let worked = cpu_ms(bot.id()) - worked;

    let first = GAMES - AT_ONCE + 1;
    let pending: Vec<_> = (first..=GAMES)
        .map(|game| {
            mover(&players, game, PLIES).begin_command(
                sandbox.channel("chess"),
                "move",
                &[("move", &moves[PLIES].0), ("game", &game.to_string())],
            )
        })
        .collect();
    let mut burst = Vec::new();
    let mut deferred = 0;
    for pending in pending {
        let answer = pending.answer().await;
        deferred += usize::from(answer.deferred);
        burst.push(answer.took);
    }
    burst.sort_unstable();
    let busy = resident_kib(bot.id());

    let at = |times: &[Duration], share: f64| {
        let n = ((times.len() - 1) as f64 * share).round() as usize;
        format!("{:.1} ms", times[n].as_secs_f64() * 1e3)
    };
    println!("| measured with {GAMES} running games | |");
    println!("|---|---|");
    println!(
        "| a move to its board, picture included: p50 | {} |",
        at(&times, 0.5)
    );
    println!("| p99 of {ROUNDS} moves | {} |", at(&times, 0.99));
    println!(
        "| for comparison, one fsync of {} KB on this disk: p50 | {} |",
        WAL_WRITE / 1024,
        at(&fsync, 0.5)
    );
    println!(
        "| CPU time of the bot for a move, its old board included | {:.1} ms |",
        worked / (WARM_UP + ROUNDS) as f64
    );
    println!(
        "| {AT_ONCE} moves in {AT_ONCE} games at once: p50 | {} |",
        at(&burst, 0.5)
    );
    println!(
        "| the last of them ({deferred} deferred) | {} |",
        at(&burst, 1.0)
    );
    println!("| start to ready | {:.0} ms |", ready.as_secs_f64() * 1e3);
    println!(
        "| resident memory after the start | {:.1} MB |",
        idle as f64 / 1024.0
    );
    println!(
        "| resident memory after all that | {:.1} MB |",
        busy as f64 / 1024.0
    );
}

fn mover(players: &[[Person; 2]], game: usize, ply: usize) -> &Person {
    &players[(game - 1) % PAIRS][ply % 2]
}

/// Games in the middle, each between two of the players.
fn fill(database: &Path, sandbox: &Sandbox, players: &[[Person; 2]], moves: &[(String, String)]) {
    let limits = ChallengeLimits::default();
    drop(App::open(database, limits, penpawn::time::Clock::System).expect("a database"));
    let now = Clock::real().now();
    let mut connection = Connection::open(database).expect("a database");
    let tx = connection.transaction().expect("a transaction");
    let number = |id: penpawn::sandbox::Id| id.get().cast_signed();
    for game in 1..=GAMES {
        let [white, black] = &players[(game - 1) % PAIRS];
        tx.execute(
            "INSERT INTO game (id, white, black, guild, channel, days, chess960, started, touched, revision,
                 clock_left, clock_runs_from, deadline, check_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 3, 0, ?6, ?6, ?7, 3 * 86400000, ?6, ?8, ?8)",
            params![
                game as i64,
                number(white.id()),
                number(black.id()),
                number(sandbox.guild()),
                number(sandbox.channel("chess")),
                now - 86_400_000,
                PLIES as i64,
                now + 2 * 86_400_000
            ],
        )
        .expect("a game");
        for (ply, (_, uci)) in (1_i64..).zip(&moves[..PLIES]) {
            let row = params![game as i64, ply, uci, now - 86_400_000 + ply];
            tx.execute(
                "INSERT INTO move (game_id, ply, uci, at) VALUES (?1, ?2, ?3, ?4)",
                row,
            )
            .expect("a move");
        }
    }
    tx.commit().expect("a commit");
}

/// How long the disk takes to keep what an action writes.
fn fsync_of(folder: &Path) -> Vec<Duration> {
    let mut file = File::create(folder.join("fsync")).expect("a file");
    let page = vec![7; WAL_WRITE];
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            file.write_all(&page).expect("a write");
            let begun = Instant::now();
            file.sync_data().expect("fsync");
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

/// Memory that a process holds, in KiB.
fn resident_kib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

/// CPU time that a process has used, in milliseconds: the 14th and 15th field, in hundredths of a second.
fn cpu_ms(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux");
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(11).take(2);
    ticks
        .map(|ticks| ticks.parse::<f64>().expect("a number"))
        .sum::<f64>()
        * 10.0
}
