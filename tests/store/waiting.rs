//! Several at once, and another program that holds the database.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use penpawn::app::Denied;
use penpawn::game::{ChallengeTerms, PlayerId};
use rusqlite::{Transaction, TransactionBehavior};

use crate::support::*;

/// Twenty games wait for a lock that another program holds; none of their moves is lost. Meanwhile everybody can read,
/// and the two async workers are free.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_wait_for_a_backup_and_readers_do_not() {
    let test = TestApp::new();
    let mut games = Vec::new();
    for n in 0..20 {
        let terms = ChallengeTerms {
            opponent: None,
            ..open_to_all()
        };
        let made = test.challenge(PlayerId(n), terms).await.unwrap();
        let accept = penpawn::app::Answer::Accept { by: BORIS };
        let answered = test
            .app
            .answer_challenge(made.challenge.id, accept, test.typed())
            .await
            .unwrap();
        games.push(answered.game.unwrap().game.id);
    }
    let beside = test.beside();
    let held = Transaction::new_unchecked(&beside, TransactionBehavior::Immediate).unwrap();
    let moves: Vec<_> = (0..20)
        .map(|n| {
            let (app, occasion, game) = (test.app.clone(), test.typed(), games[n as usize]);
            tokio::spawn(async move {
                app.act(game, plain(PlayerId(n), "e4"), None, occasion)
                    .await
            })
        })
        .collect();
    for &game in &games {
        assert_eq!(
            test.app
                .game(game)
                .await
                .unwrap()
                .unwrap()
                .game
                .line()
                .plies(),
            0
        );
    }
    assert!(moves.iter().all(|task| !task.is_finished()));
    // A real wait: SQLite's own, well below the five seconds after which it gives up.
    tokio::time::sleep(Duration::from_millis(200)).await;
    held.execute("INSERT INTO setting VALUES ('beside', '1')", [])
        .unwrap();
    held.commit().unwrap();
    for task in moves {
        task.await.unwrap().unwrap();
    }
    let rows: i64 = beside
        .query_row("SELECT count(*) FROM move", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows, 20);
}

/// The same move sent twice at the same moment is played once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_click_plays_once() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let line = [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3",
        "d6", "c3", "O-O",
    ];
    for (round, text) in line.into_iter().enumerate() {
        let by = if round % 2 == 0 { ANNA } else { BORIS };
        let once = || {
            let (app, occasion) = (test.app.clone(), test.interaction(round as u64));
            tokio::spawn(async move { app.act(game, plain(by, text), None, occasion).await })
        };
        let (first, second) = (once(), once());
        let results = [first.await.unwrap(), second.await.unwrap()];
        let repeats = results
            .iter()
            .filter(|result| matches!(result, Err(Denied::Repeat)))
            .count();
        let played = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!((played, repeats), (1, 1), "{results:?}");
    }
    let kept = test.app.game(game).await.unwrap().unwrap();
    assert_eq!(kept.game.line().plies(), line.len());
}

/// Whoever asked may be gone before the answer: the action is done or not, never by half.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_nobody_waits_for_is_whole() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    {
        let acting = test.app.act(game, plain(ANNA, "e4"), None, test.typed());
        let begun = pin!(acting).poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(begun, Poll::Pending | Poll::Ready(Ok(_))));
    }
    // Writers take turns, so this comes after it.
    test.app
        .set_setting("after", "it".to_owned())
        .await
        .unwrap();
    let kept = test.app.game(game).await.unwrap().unwrap();
    let posts = test.app.due_errands(9).await.unwrap().len();
    assert!([(0, 0), (1, 1)].contains(&(kept.game.line().plies(), posts)));
}
