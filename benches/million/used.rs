//! The whole bot with many games: what somebody with twenty games waits for, and a thousand games that run out of time
//! while their posts go out no faster than Discord takes them.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use penpawn::sandbox::{Clock, Id, Options, Person, Sandbox};
use rusqlite::{Connection, OpenFlags, params};

use crate::fill::{DUE, NOW, THREE_DAYS};
use crate::process::Bot;
use crate::spread;

pub(crate) const HEADING: &str = "| games | ready in | `/games` | `/next` | a choice of moves | \
     time-outs decided | meanwhile `/next`, median / 95 % / longest | posts out | most requests in a second |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";

const ROUNDS: usize = 100;
/// Where the games are that run out of time.
const CHANNELS: usize = 20;
/// So long after the start they do.
const SOON_MS: i64 = 25_000;

/// One line of the table.
pub(crate) async fn measure(database: &Path, games: i64) -> String {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let alice = sandbox.person("alice");
    let due = prepare(database, &sandbox, &alice);
    // The bot's first fsync must not wait for what was written here.
    assert!(Command::new("sync").status().unwrap().success());
    let (bot, ready) = Bot::start(database, &sandbox);
    sandbox.ready().await;
    let quiet = commands(&sandbox, &alice).await;
    let out = time_outs(database, &sandbox, &alice, due).await;
    drop(bot);
    format!("| {games} | {ready:.0?} | {quiet} | {out} |\n")
}

/// Brings the database to the present, gives Alice a player's games, and lets many games run out of time soon: how
/// many, and when.
fn prepare(database: &Path, sandbox: &Sandbox, alice: &Person) -> (i64, i64) {
    let db = Connection::open(database).unwrap();
    let now = Clock::real().now();
    let later = now - NOW.as_millis();
    let id = |id: Id| id.get().cast_signed();
    let (guild, channel) = (id(sandbox.guild()), id(sandbox.channel("chess")));
    db.execute_batch("DELETE FROM heartbeat; DELETE FROM outbox")
        .unwrap();
    db.execute(
        "UPDATE game SET deadline = deadline + ?1, check_at = check_at + ?1, touched = touched + ?1,
             clock_runs_from = clock_runs_from + ?1, guild = ?2 WHERE ended IS NULL",
        [later, guild],
    )
    .unwrap();
    let whose: i64 = db
        .query_row(
            "SELECT white FROM game WHERE ended IS NULL ORDER BY id DESC LIMIT 1",
            [],
            |row| row.get(0),
        )
        .unwrap();
    for side in ["white", "black"] {
        let sql = format!(
            "UPDATE game SET {side} = ?1, channel = ?2 WHERE ended IS NULL AND {side} = ?3"
        );
        db.execute(&sql, params![id(alice.id()), channel, whose])
            .unwrap();
    }
    let at = now + SOON_MS;
    let channels: Vec<i64> = (0..CHANNELS)
        .map(|n| id(sandbox.create_channel(&format!("chess-{n}"))))
        .collect();
    let running: Vec<i64> = db
        .prepare("SELECT id FROM game WHERE ended IS NULL AND ?1 NOT IN (white, black) LIMIT ?2")
        .unwrap()
        .query_map([id(alice.id()), DUE], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let tx = db.unchecked_transaction().unwrap();
    for (n, game) in running.iter().enumerate() {
        // The time was up a minute before it is looked at, as always.
        let deadline = at - 60_000;
        tx.execute(
            "UPDATE game SET channel = ?1, deadline = ?2, check_at = ?3, clock_runs_from = ?2 - ?4,
                 clock_left = ?4, reminded = 'three hours left' WHERE id = ?5",
            params![channels[n % CHANNELS], deadline, at, THREE_DAYS, game],
        )
        .unwrap();
    }
    tx.commit().unwrap();
    (running.len() as i64, at)
}

/// What a player waits for when nothing else happens.
async fn commands(sandbox: &Sandbox, alice: &Person) -> String {
    let channel = sandbox.channel("chess");
    let mut lists = Vec::new();
    let mut nexts = Vec::new();
    let mut choices = Vec::new();
    for _ in 0..ROUNDS {
        let list = alice.command(channel, "games", &[]).await;
        assert!(list.text().contains("your move"), "{}", list.text());
        lists.push(list.took);
        nexts.push(next(sandbox, alice).await);
        let game = first_waiting(&list.text());
        let begun = Instant::now();
        let offered = alice
            .autocomplete(channel, "move", &[("game", &game)], ("move", ""))
            .await;
        choices.push(begun.elapsed());
        assert!(!offered.expect("choices").is_empty());
    }
    let [lists, nexts, choices] = [&mut lists, &mut nexts, &mut choices].map(|times| spread(times));
    format!("{lists} | {nexts} | {choices}")
}

async fn next(sandbox: &Sandbox, alice: &Person) -> Duration {
    let answer = alice.command(sandbox.channel("chess"), "next", &[]).await;
    assert_eq!(answer.files().len(), 1, "{answer:?}");
    answer.took
}

/// The number of the first game in a list that waits for its reader; such ones are bold.
fn first_waiting(list: &str) -> String {
    let behind = list.split("**Game ").nth(1).expect("a game");
    behind.chars().take_while(char::is_ascii_digit).collect()
}

/// Games that run out of time together, with a player who looks at his own meanwhile.
async fn time_outs(
    database: &Path,
    sandbox: &Sandbox,
    alice: &Person,
    (games, at): (i64, i64),
) -> String {
    let db = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let count = |sql: &str| -> i64 { db.query_row(sql, [], |row| row.get(0)).unwrap() };
    let clock = Clock::real();
    assert!(clock.now() < at, "the quiet part took too long");
    let over = "SELECT count(*) FROM game WHERE termination LIKE 'time out%'";
    let before = count(over);
    let first = sandbox.requests().len();
    let mut waits = Vec::new();
    let mut decided = None;
    let posts = loop {
        waits.push(next(sandbox, alice).await);
        let now = clock.now();
        if decided.is_none() && count(over) >= before + games {
            decided = Some(now - at);
        }
        if decided.is_some() && count("SELECT count(*) FROM outbox") == 0 {
            break now - at;
        }
        assert!(now - at < 120_000, "never done");
    };
    let sent: Vec<i64> = sandbox.requests()[first..]
        .iter()
        .filter(|request| request.path.starts_with("/channels/"))
        .inspect(|request| {
            assert!(
                request.status < 300,
                "{}: {}",
                request.path,
                request.response
            );
        })
        .map(|request| request.at_ms)
        .collect();
    assert!(sent.len() as i64 >= games, "{} requests", sent.len());
    let within = |from: &i64| {
        sent.partition_point(|at| at - from < 1000) - sent.partition_point(|at| at < from)
    };
    let most = sent.iter().map(within).max().unwrap_or(0);
    let usual = spread(&mut waits);
    let longest = waits.last().copied().unwrap_or_default();
    format!(
        "{games} in {:.2} s | {usual} / {longest:.1?} | {:.1} s | {most}",
        decided.unwrap_or_default() as f64 / 1e3,
        posts as f64 / 1e3,
    )
}
