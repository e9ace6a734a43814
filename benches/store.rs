//! How long an action takes in a database of many games: `cargo bench --bench store`. `PENPAWN_BENCH_GAMES` says how
//! many games lie in it (10,000 unless told). What the disk needs for one commit is measured beside it.

#[path = "support/long_line.rs"]
mod long_line;

use std::path::Path;
use std::time::{Duration, Instant};

use penpawn::app::{App, Occasion};
use penpawn::chess::{Line, Position};
use penpawn::game::{Action, ChallengeLimits, Deed, GameId, PlayerId};
use penpawn::time::{Clock, Timestamp};
use rusqlite::{Connection, params};

use long_line::long_line;

const PLIES: usize = 80;
const ROUNDS: i64 = 500;
const START: Timestamp = Timestamp::from_millis(1_795_910_400_000);
const PLAYER: PlayerId = PlayerId(1);

fn main() {
    let games = std::env::var("PENPAWN_BENCH_GAMES")
        .map_or(10_000, |text| text.parse().expect("a number of games"));
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bench.db");
    let line = long_line(PLIES);
    let begun = Instant::now();
    drop(App::open(&database, ChallengeLimits::default(), Clock::System).unwrap());
    fill(&database, games, &line);
    let bytes = std::fs::metadata(&database).unwrap().len();
    println!(
        "{games} games, {} MB, filled in {:.1} s",
        bytes >> 20,
        begun.elapsed().as_secs_f64()
    );
    let begun = Instant::now();
    let app = App::open(&database, ChallengeLimits::default(), Clock::System).unwrap();
    println!("open               {:>9.1?}", begun.elapsed());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(measure(&app, &line));
}

async fn measure(app: &App, line: &Line) {
    let next = line.position().legal_moves().into_iter().next().unwrap();
    let text = line.position().uci(next);
    let occasion = || Occasion {
        at: START,
        interaction: None,
        people: Vec::new(),
    };
    let mover = PlayerId(2 + u64::from(line.position().turn() == penpawn::chess::Color::Black));
    let mut acts = Vec::new();
    let mut commits = Vec::new();
    let mut loads = Vec::new();
    let mut refusals = Vec::new();
    let mut running = Vec::new();
    let mut listed = Vec::new();
    let mut due = Vec::new();
    for n in 1..=ROUNDS {
        let action = |by| {
            Action::By(
                by,
                Deed::Move {
                    text: text.clone(),
                    offer_draw: false,
                },
            )
        };
        commits.push(timed(app.set_setting("bench", n.to_string())).await);
        acts.push(timed(app.act(GameId(n as u64), action(mover), None, occasion())).await);
        loads.push(timed(app.game(GameId(n as u64))).await);
        let refused = app.act(
            GameId(n as u64),
            action(PlayerId(u64::MAX)),
            None,
            occasion(),
        );
        let begun = Instant::now();
        refused.await.unwrap_err();
        refusals.push(begun.elapsed());
        running.push(timed(app.running_games(PLAYER)).await);
        listed.push(timed(app.listed_games(PLAYER)).await);
        due.push(timed(app.due_errands(10)).await);
    }
    for (what, times) in [
        ("act, ply 81", acts),
        ("commit one word", commits),
        ("refuse, ply 81", refusals),
        ("load, ply 81", loads),
        ("20 running games", running),
        ("20 listed games", listed),
        ("10 due errands", due),
    ] {
        report(what, times);
    }
}

async fn timed<T, E: std::fmt::Debug>(work: impl Future<Output = Result<T, E>>) -> Duration {
    let begun = Instant::now();
    work.await.unwrap();
    begun.elapsed()
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    println!(
        "{what:<18} {:>9.1?} median, {:>9.1?} at 95 %",
        at(0.5),
        at(0.95)
    );
}

/// The first games are those that are acted on. 20 more are one player's; the others are over and have ten moves.
fn fill(database: &Path, games: i64, line: &Line) {
    let mut connection = Connection::open(database).unwrap();
    connection
        .pragma_update(None, "synchronous", "off")
        .unwrap();
    let tx = connection.transaction().unwrap();
    {
        let mut game = tx
            .prepare(
                "INSERT INTO game (white, black, channel, days, chess960, started, outcome, termination, ended, revision,
                     deadline, check_at, touched, clock_left, clock_runs_from)
                 VALUES (?1, ?2, 11, 3, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?3, 3 * 86400000, ?3)",
            )
            .unwrap();
        let mut mv = tx
            .prepare("INSERT INTO move (game_id, ply, uci, at) VALUES (?1, ?2, ?3, ?4)")
            .unwrap();
        let start = START.as_millis();
        let words: Vec<String> = {
            let mut position = Position::start();
            let mut word = |&mv| {
                let word = position.uci(mv);
                position.play(mv);
                word
            };
            line.moves().iter().map(&mut word).collect()
        };
        for n in 1..=games.max(2 * ROUNDS) {
            let (white, black, over) = match n {
                ..=ROUNDS => (2, 3, false),
                _ if n <= ROUNDS + 20 => (1, 4, false),
                _ => (5 + n % 50_000, 5 + n % 49_999, true),
            };
            let plies = if over { 10 } else { PLIES };
            let ended = over.then_some(start);
            let (outcome, termination) = (over.then_some("1-0"), over.then_some("resignation"));
            let deadline = (!over).then_some(start + 3 * 86_400_000);
            game.execute(params![
                white,
                black,
                start,
                outcome,
                termination,
                ended,
                plies as i64,
                deadline
            ])
            .unwrap();
            for (ply, word) in words[..plies].iter().enumerate() {
                mv.execute(params![n, ply as i64 + 1, word, start]).unwrap();
            }
        }
    }
    tx.commit().unwrap();
}
