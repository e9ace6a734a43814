//! A database of every schema that was ever released, as SQL: each still opens and holds the same games.
//!
//! A new migration gets a sample of its own: `cargo test --test store -- --ignored write_the_sample` writes it, and a
//! test below asks for it. Those that are there are never written again.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use penpawn::app::{Answer, App, ErrandKind};
use penpawn::chess::{CastlingMode, Color, Ending, Outcome};
use penpawn::game::{
    Action, ChallengeEnd, ChallengeId, ChannelId, Deed, Game, GameId, GameResult, Headline,
    MessageId, Notice, Players, Revision, Termination,
};
use penpawn::time::{Days, Span};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::*;

#[tokio::test]
async fn the_sample_of_schema_1_holds_what_was_played() {
    check_sample_file("0001.sql").await;
}

#[tokio::test]
async fn the_sample_of_schema_2_holds_what_was_played() {
    check_sample_file("0002.sql").await;
}

#[tokio::test]
async fn the_sample_of_schema_3_holds_what_was_played() {
    check_sample_file("0003.sql").await;
}

async fn check_sample_file(name: &str) {
    let folder = TempDir::new().unwrap();
    set_clock(folder.path(), START + Span::hours(4));
    Connection::open(database(folder.path()))
        .unwrap()
        .execute_batch(
            &fs::read_to_string(
                PathBuf::from(env!("CARGO_MANIFEST_DIR"))
                    .join("tests/store/samples")
                    .join(name),
            )
            .unwrap(),
        )
        .unwrap();
    let app = open(folder.path()).unwrap();
    check_sample(&app).await;
}

/// The present schema has a sample, and its migrations make exactly what they made when the sample was written.
#[test]
fn the_present_schema_has_its_sample() {
    let fresh = TempDir::new().unwrap();
    drop(open(fresh.path()).unwrap());
    let fresh = Connection::open(database(fresh.path())).unwrap();
    let sample = fs::read_to_string(sample_path(&fresh)).expect("a sample of the present schema");
    let from_sample = Connection::open_in_memory().unwrap();
    from_sample.execute_batch(&sample).unwrap();
    assert_eq!(schema(&fresh), schema(&from_sample));
}

#[tokio::test]
#[ignore = "writes the sample of the present schema, if there is none"]
async fn write_the_sample() {
    let test = TestApp::new();
    play_sample(&test).await;
    check_sample(&test.app).await;
    let connection = test.beside();
    let path = sample_path(&connection);
    if !path.exists() {
        fs::write(path, dump(&connection)).unwrap();
    }
}

async fn play_sample(test: &TestApp) {
    let by_mate = test.game().await.game.id;
    test.moves(by_mate, &["f3", "e5", "g4", "Qh4#"]).await;
    let agreed = test.game().await.game.id;
    test.pass(Span::hours(1));
    let offer = Action::By(
        ANNA,
        Deed::Move {
            text: "e4".to_owned(),
            offer_draw: true,
        },
    );
    test.act(agreed, offer.clone()).await.unwrap();
    test.act(agreed, Action::By(BORIS, Deed::AcceptDraw))
        .await
        .unwrap();
    let resigned = test.game().await.game.id;
    test.act(resigned, Action::By(BORIS, Deed::Resign))
        .await
        .unwrap();
    test.deliver_all().await;
    let running = test.game().await.game.id;
    let named = penpawn::app::Occasion {
        people: vec![(ANNA, "Anna".to_owned())],
        ..test.interaction(900)
    };
    test.app.act(running, offer, None, named).await.unwrap();
    test.pass(Span::hours(2));
    test.moves(running, &["e5"]).await;
    test.act(running, Action::By(BORIS, Deed::OfferDraw))
        .await
        .unwrap();
    let ids = async |terms| test.challenge(ANNA, terms).await.unwrap().challenge.id;
    ids(open_to_all()).await;
    let declined = ids(to(BORIS)).await;
    test.app
        .answer_challenge(declined, Answer::Decline { by: BORIS }, test.typed())
        .await
        .unwrap();
    let withdrawn = ids(to(BORIS)).await;
    test.app
        .answer_challenge(withdrawn, Answer::Withdraw { by: ANNA }, test.typed())
        .await
        .unwrap();
    let waiting = test.app.due_errands(1).await.unwrap();
    test.app
        .retry_later(waiting[0].id, test.app.now() + Span::hours(1))
        .await
        .unwrap();
    test.app
        .set_setting("sample", "kept".to_owned())
        .await
        .unwrap();
    // No command of that time began such a game, but its columns were there.
    let chess960 = "INSERT INTO game (white, black, channel, chess960, start_fen, started, revision)
         VALUES (101, 103, 11, 1, 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', 5, 0)";
    test.beside().execute(chess960, []).unwrap();
}

async fn check_sample(app: &App) {
    let game = async |id| -> Game { app.game(GameId(id)).await.unwrap().unwrap().game };
    let by_mate = game(1).await;
    assert_eq!(
        by_mate.players,
        Players {
            white: ANNA,
            black: BORIS
        }
    );
    assert_eq!(
        (by_mate.terms.days, by_mate.started),
        (Some(Days::DEFAULT), START)
    );
    assert_eq!(by_mate.line().san_moves(), ["f3", "e5", "g4", "Qh4#"]);
    let mated = Termination::Automatic(Ending::Checkmate);
    let mated = GameResult {
        outcome: Some(Outcome::Win(Color::Black)),
        termination: mated,
    };
    assert_eq!(by_mate.result(), Some((mated, START)));
    let agreed = game(2).await;
    assert_eq!(
        agreed.result(),
        Some((GameResult::AGREED, START + Span::hours(1)))
    );
    assert_eq!(
        (
            agreed.revision().0,
            agreed.draw_offers().white_offered_after
        ),
        (3, Some(1))
    );
    assert_eq!(
        game(3).await.result().unwrap().0,
        GameResult::resigned(Color::Black)
    );
    let running = app.game(GameId(4)).await.unwrap().unwrap();
    assert_eq!((running.place, running.post), (SQUARE, None));
    assert_eq!(running.game.line().san_moves(), ["e4", "e5"]);
    assert_eq!(running.game.draw_offers().standing, Some(Color::Black));
    assert_eq!(
        running.game.deadline(),
        Some(running.game.turn_started() + Span::days(3))
    );
    let chess960 = game(5).await;
    assert_eq!(
        (chess960.terms.days, chess960.position().castling_mode()),
        (None, CastlingMode::Chess960)
    );
    assert_eq!(
        chess960.position().fen(),
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9"
    );
    let posted = app.game(GameId(1)).await.unwrap().unwrap().post;
    assert!(
        matches!(posted, Some((ChannelId(11), MessageId(1_001..)))),
        "{posted:?}"
    );
    let mut ends = Vec::new();
    for id in 1..=7 {
        let challenge = app.challenge_by_id(ChallengeId(id)).await.unwrap().unwrap();
        assert_eq!((challenge.challenger, challenge.place), (ANNA, SQUARE));
        ends.push(challenge.end);
    }
    let accepted = Some(ChallengeEnd::Accepted(Players {
        white: ANNA,
        black: BORIS,
    }));
    let others = [
        None,
        Some(ChallengeEnd::Declined),
        Some(ChallengeEnd::Withdrawn),
    ];
    assert_eq!(ends, [[accepted; 4].as_slice(), &others].concat());
    assert_eq!(
        app.names(&[ANNA, BORIS])
            .await
            .unwrap()
            .into_iter()
            .collect::<Vec<_>>(),
        [(ANNA, "Anna".to_owned())]
    );
    assert_eq!(
        app.setting("sample").await.unwrap().as_deref(),
        Some("kept")
    );
    let kinds: Vec<_> = app
        .due_errands(9)
        .await
        .unwrap()
        .into_iter()
        .map(|errand| errand.kind)
        .collect();
    let started = Notice::Board {
        game: GameId(4),
        revision: Revision::FIRST,
        ply: 0,
        news: 0,
        headline: Headline::Started,
        ping: Some(ANNA),
    };
    let challenges = [(5, None), (6, Some(BORIS)), (7, Some(BORIS))].map(|(id, ping)| {
        ErrandKind::Post(Notice::Challenge {
            challenge: ChallengeId(id),
            ping,
        })
    });
    assert_eq!(
        kinds,
        [[ErrandKind::Post(started)].as_slice(), &challenges].concat()
    );
    // The challenge that led to game 4 failed once and waits.
    assert_eq!(
        app.next_errand().await.unwrap(),
        app.due_errands(1)
            .await
            .unwrap()
            .first()
            .map(|errand| errand.made)
    );
}

fn sample_path(connection: &Connection) -> PathBuf {
    let version: u32 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/store/samples/{version:04}.sql"))
}

fn schema(connection: &Connection) -> Vec<String> {
    let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
    let mut query = connection.prepare(sql).unwrap();
    query
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

/// The whole database as the statements that make it.
fn dump(connection: &Connection) -> String {
    let mut dump = String::new();
    for pragma in ["application_id", "user_version"] {
        let value: i64 = connection
            .pragma_query_value(None, pragma, |row| row.get(0))
            .unwrap();
        writeln!(dump, "PRAGMA {pragma} = {value};").unwrap();
    }
    writeln!(dump, "PRAGMA foreign_keys = off;").unwrap();
    for sql in schema(connection) {
        writeln!(dump, "{sql};").unwrap();
    }
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_stat1' ORDER BY rowid";
    let mut tables = connection.prepare(sql).unwrap();
    for table in tables
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap()
        .map(Result::unwrap)
    {
        let columns = "SELECT group_concat(name) FROM pragma_table_info(?1)";
        let columns: String = connection
            .query_row(columns, [&table], |row| row.get(0))
            .unwrap();
        let quoted = columns
            .split(',')
            .map(|column| format!("quote({column})"))
            .collect::<Vec<_>>()
            .join("||','||");
        let mut rows = connection
            .prepare(&format!("SELECT {quoted} FROM {table}"))
            .unwrap();
        for row in rows
            .query_map([], |row| row.get::<_, String>(0))
            .unwrap()
            .map(Result::unwrap)
        {
            writeln!(dump, "INSERT INTO {table} ({columns}) VALUES ({row});").unwrap();
        }
    }
    dump
}
