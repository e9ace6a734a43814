//! What many games cost: `cargo bench --bench million`. The same is measured with 1,000, 10,000, 100,000 and 1,000,000
//! games, a tenth of which run, twenty of each player's; a table shows what grows and what does not. Then the release
//! binary opens the same database, and somebody uses it while a thousand games run out of time.
//!
//! `PENPAWN_BENCH_GAMES` takes other numbers, separated by commas; `PENPAWN_BENCH_KEEP` names a folder in which the
//! filled databases are kept for the next time.

mod fill;
#[path = "../support/long_line.rs"]
mod long_line;
#[expect(dead_code, reason = "one part is for the benchmark of the bot alone")]
#[path = "../support/process.rs"]
mod process;
mod used;

use std::path::Path;
use std::time::{Duration, Instant};

use penpawn::app::{App, Occasion};
use penpawn::chess::Line;
use penpawn::game::{Action, ChallengeLimits, Deed, GameId, PlayerId};
use penpawn::time::{Clock, Span, Timestamp};

use fill::{DUE, NOW, PLIES, players, players_of, provide};
use long_line::long_line;

/// So many games are timed one by one.
const ROUNDS: u64 = 300;
/// What the worker decides in one transaction.
const GAMES_AT_ONCE: usize = 50;

fn main() {
    let sizes = std::env::var("PENPAWN_BENCH_GAMES")
        .unwrap_or_else(|_| "1000,10000,100000,1000000".to_owned());
    println!(
        "| games | running | file | filled in | opened in | a move, median / 95 % | `/games` of 20 | what is due next | \
         {DUE} time-outs | give-back | longest wait of a player meanwhile |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let used: Vec<String> = sizes
        .split(',')
        .map(|size| measure_size(size.trim().parse().expect("a number of games")))
        .collect();
    println!("\n{}{}", used::HEADING, used.concat());
}

/// Prints what the library needs, and gives the line of what the whole bot needs.
fn measure_size(games: i64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("bench.db");
    let line = long_line(PLIES);
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
        .enable_all()
        .build()
        .unwrap();
    let measured = runtime.block_on(measure(&app, &clock, games, &line));
    println!(
        "| {games} | {} | {} MB | {filled} | {opened:.1?} | {} |",
        games / 10,
        bytes >> 20,
        measured.join(" | ")
    );
    drop(app);
    runtime.block_on(used::measure(&database, games))
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
    app.heartbeat(app.now()).await.unwrap();
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
