//! What many games cost: `cargo bench --bench million`. The same is measured with 1,000, 10,000, 100,000 and 1,000,000
//! games, a tenth of which run, twenty of each player's; a table shows what grows and what does not.
//!
//! `PENPAWN_BENCH_GAMES` takes other numbers, separated by commas; `PENPAWN_BENCH_KEEP` names a folder in which the
//! filled databases are kept for the next time.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use penpawn::app::{App, Occasion};
use penpawn::chess::{Line, Position};
use penpawn::game::{Action, ChallengeLimits, Deed, GameId, PlayerId};
use penpawn::time::{Clock, Span, Timestamp};
use rusqlite::{Connection, params};

/// Half-moves of a running game; one that is over has fewer.
const PLIES: usize = 40;
const PLIES_WHEN_OVER: usize = 10;
const GAMES_OF_ONE_PLAYER: i64 = 20;
/// So many games are timed one by one.
const ROUNDS: u64 = 300;
/// So many fall due at once; their players have no vacation left, or do not want it.
const DUE: i64 = 1_000;
/// What the worker decides in one transaction.
const GAMES_AT_ONCE: usize = 50;
const NOW: Timestamp = Timestamp::from_millis(1_795_910_400_000);
const THREE_DAYS: i64 = 3 * 86_400_000;

fn main() {
    let sizes = std::env::var("PENPAWN_BENCH_GAMES")
        .unwrap_or_else(|_| "1000,10000,100000,1000000".to_owned());
    println!(
        "| games | running | file | filled in | opened in | a move, median / 95 % | `/games` of 20 | what is due next | \
         {DUE} time-outs | give-back | longest wait of a player meanwhile |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for size in sizes.split(',') {
        let games = size.trim().parse().expect("a number of games");
        measure_size(games);
    }
}

fn measure_size(games: i64) {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bench.db");
    let line = long_line();
    let filled = provide(&database, games, &line);
    let bytes = std::fs::metadata(&database).unwrap().len();
    let clock = folder.path().join("clock");
    set(&clock, NOW);
    let begun = Instant::now();
    let app = App::open(
        &database,
        ChallengeLimits::default(),
        Clock::File(clock.clone().into()),
    )
    .unwrap();
    let opened = begun.elapsed();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    let measured = runtime.block_on(measure(&app, &clock, games, &line));
    println!(
        "| {games} | {} | {} MB | {filled} | {opened:.1?} | {} |",
        games / 10,
        bytes >> 20,
        measured.join(" | ")
    );
}

async fn measure(app: &App, clock: &Path, games: i64, line: &Line) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(6);
    let running = games / 10;
    let next = line.position().legal_moves().into_iter().next().unwrap();
    let text = line.position().uci(next);
    let (mut acts, mut lists, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
    // The games that fall due come first.
    let due = DUE.min(running / 2);
    let others: Vec<i64> = (due + 1..=running).collect();
    let mut chosen: Vec<i64> = (0..ROUNDS)
        .map(|_| others[random.usize(..others.len())])
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    random.shuffle(&mut chosen);
    for &game in &chosen {
        acts.push(
            timed(app.act(
                GameId(game.cast_unsigned()),
                moving(game, running, &text),
                None,
                occasion(),
            ))
            .await,
        );
        let player = PlayerId(random.u64(1..=players(running).cast_unsigned()));
        let begun = Instant::now();
        let list = app.running_games(player).await.unwrap();
        let opponents: Vec<_> = list
            .iter()
            .filter_map(|kept| kept.game.opponent_of(player))
            .collect();
        app.names(&opponents).await.unwrap();
        lists.push(begun.elapsed());
        let begun = Instant::now();
        app.next_errand().await.unwrap();
        app.next_look().await.unwrap();
        nexts.push(begun.elapsed());
    }
    let begun = Instant::now();
    let mut decided = 0;
    loop {
        let some = app.check_clocks(app.now(), GAMES_AT_ONCE).await.unwrap();
        decided += some;
        if some < GAMES_AT_ONCE {
            break;
        }
    }
    let swept = begun.elapsed();
    let (given_back, waited) = give_back(app, clock, others[0], running, &text).await;
    vec![
        spread(&mut acts),
        spread(&mut lists),
        spread(&mut nexts),
        format!("{swept:.1?} ({decided})"),
        format!("{given_back:.1?}"),
        format!("{waited:.1?}"),
    ]
}

/// The bot comes back after two hours, and a player acts while everybody gets his time back.
async fn give_back(
    app: &App,
    clock: &Path,
    first: i64,
    running: i64,
    text: &str,
) -> (Duration, Duration) {
    app.heartbeat().await.unwrap();
    set(clock, NOW + Span::hours(2));
    let coming_back = {
        let app = app.clone();
        tokio::spawn(async move {
            let begun = Instant::now();
            app.back().await.unwrap().expect("an outage");
            begun.elapsed()
        })
    };
    let mut waited = Duration::ZERO;
    let mut game = first;
    while !coming_back.is_finished() {
        // A move that is refused holds the writer too, and changes nothing.
        let action = Action::By(
            PlayerId(u64::MAX),
            Deed::Move {
                text: text.to_owned(),
                offer_draw: false,
            },
        );
        let begun = Instant::now();
        app.act(GameId(game.cast_unsigned()), action, None, occasion())
            .await
            .unwrap_err();
        waited = waited.max(begun.elapsed());
        game = first + (game - first + 1) % (running - first);
    }
    (coming_back.await.unwrap(), waited)
}

fn moving(game: i64, running: i64, text: &str) -> Action {
    // After an even number of half-moves White is to move.
    let (white, _) = players_of(game, running);
    let deed = Deed::Move {
        text: text.to_owned(),
        offer_draw: false,
    };
    Action::By(PlayerId(white.cast_unsigned()), deed)
}

fn occasion() -> Occasion {
    Occasion {
        at: NOW,
        interaction: None,
        people: Vec::new(),
    }
}

async fn timed<T, E: std::fmt::Debug>(work: impl Future<Output = Result<T, E>>) -> Duration {
    let begun = Instant::now();
    work.await.unwrap();
    begun.elapsed()
}

fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    format!("{:.2?} / {:.2?}", at(0.5), at(0.95))
}

fn set(clock: &Path, now: Timestamp) {
    std::fs::write(clock, now.as_millis().to_string()).unwrap();
}

fn players(running: i64) -> i64 {
    (running * 2 / GAMES_OF_ONE_PLAYER).max(2)
}

/// Who plays a running game: everybody the same number of games.
fn players_of(game: i64, running: i64) -> (i64, i64) {
    let players = players(running);
    let white = game % players;
    (
        1 + white,
        1 + (white + 1 + game / players % (players - 1)) % players,
    )
}

/// A filled database, from the kept ones if there is one; tells how long filling took.
fn provide(database: &Path, games: i64, line: &Line) -> String {
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

/// A game without end, by random moves.
fn long_line() -> Line {
    let mut random = fastrand::Rng::with_seed(80);
    'game: loop {
        let mut line = Line::new(Position::start());
        while line.plies() < PLIES + 1 {
            if line.ending().is_some() {
                continue 'game;
            }
            let moves = line.position().legal_moves();
            line.push(moves.iter().nth(random.usize(..moves.len())).unwrap());
        }
        line.pop();
        return line;
    }
}
