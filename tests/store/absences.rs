//! The bot's absences: what an outage gives back.

use penpawn::game::{Action, Deed, Notice};
use penpawn::time::Span;

use crate::support::*;

#[tokio::test]
async fn an_outage_moves_what_runs_and_does_so_once() {
    let test = TestApp::new();
    let game = begun(&test).await;
    let challenge = test
        .challenge(CLARA, open_to_all())
        .await
        .unwrap()
        .challenge;
    let undo = || -> i64 {
        let query = "SELECT until FROM undo";
        test.beside()
            .query_row(query, [], |row| row.get(0))
            .unwrap()
    };
    let (before, undo_before) = (deadline(&test, game).await.unwrap(), undo());
    outage(&test, Span::seconds(60)).await;
    assert_eq!(test.app.back().await.unwrap(), None, "a minute is none");
    assert_eq!(deadline(&test, game).await, Some(before));
    outage(&test, Span::seconds(61)).await;
    let length = test.app.back().await.unwrap().unwrap().length();
    assert_eq!(length, Span::seconds(61));
    for _ in 0..3 {
        assert_eq!(test.app.back().await.unwrap(), None);
    }
    let test = test.reopened();
    assert_eq!(test.app.back().await.unwrap(), None);
    assert_eq!(deadline(&test, game).await, Some(before + length));
    let expires = test
        .app
        .challenge_by_id(challenge.id)
        .await
        .unwrap()
        .unwrap()
        .expires;
    assert_eq!(expires, challenge.expires + length);
    // The minute for undoing was over before the second outage began.
    let query = "SELECT until FROM undo";
    let undo: i64 = test
        .beside()
        .query_row(query, [], |row| row.get(0))
        .unwrap();
    assert_eq!(undo, undo_before);
}

#[tokio::test]
async fn who_acts_first_after_an_outage_is_not_late() {
    for by_challenge in [false, true] {
        let test = TestApp::new();
        let game = begun(&test).await;
        let made = test.challenge(CLARA, open_to_all()).await.unwrap();
        let before = deadline(&test, game).await.unwrap();
        outage(&test, Span::days(20)).await;
        if by_challenge {
            let accept = penpawn::app::Answer::Accept { by: BORIS };
            let answered = test
                .app
                .answer_challenge(made.challenge.id, accept, test.typed())
                .await;
            assert!(answered.unwrap().game.is_some());
        } else {
            test.act(game, plain(ANNA, "Nf3")).await.unwrap();
        }
        // Who is there was told, and the worker finds nothing more to give back.
        assert_eq!(test.app.back().await.unwrap(), None);
        assert_eq!(test.app.check_clocks(test.app.now(), 10).await.unwrap(), 0);
        if by_challenge {
            assert_eq!(deadline(&test, game).await, Some(before + Span::days(20)));
        }
    }
}

#[tokio::test]
async fn an_undone_move_leads_back_to_a_clock_that_did_not_run_in_the_outage() {
    let test = TestApp::new();
    let game = begun(&test).await;
    let before = deadline(&test, game).await.unwrap();
    test.moves(game, &["Nf3"]).await;
    outage(&test, Span::days(9)).await;
    test.act(game, Action::By(ANNA, Deed::Undo)).await.unwrap();
    assert_eq!(deadline(&test, game).await, Some(before + Span::days(9)));
}

#[tokio::test]
async fn an_outage_is_announced_once_in_every_place_with_a_clock() {
    let test = TestApp::new();
    begun(&test).await;
    begun(&test).await;
    test.deliver_all().await;
    outage(&test, Span::hours(1)).await;
    test.app.back().await.unwrap();
    assert!(
        test.app.due_errands(10).await.unwrap().is_empty(),
        "an hour is not told"
    );
    outage(&test, Span::hours(1) + Span::millis(1)).await;
    test.app.back().await.unwrap();
    let test = test.reopened();
    test.app.back().await.unwrap();
    let told = test.app.due_errands(10).await.unwrap();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].place, SQUARE);
    let is_outage = matches!(
        told[0].kind,
        penpawn::app::ErrandKind::Post(Notice::Outage(outage)) if outage.to == test.app.now()
    );
    assert!(is_outage, "{told:?}");
}

#[tokio::test]
async fn what_cannot_be_read_keeps_nobody_else_from_his_time() {
    let test = TestApp::new();
    let [damaged, sound] = [begun(&test).await, begun(&test).await];
    let challenge = test
        .challenge(CLARA, open_to_all())
        .await
        .unwrap()
        .challenge;
    let before = deadline(&test, sound).await.unwrap();
    let spoil = |sql: &str| test.beside().execute(sql, []).unwrap();
    spoil(&format!(
        "UPDATE game SET reminded = 'garbage' WHERE id = {damaged}"
    ));
    outage(&test, DAY).await;
    assert!(test.app.back().await.unwrap().is_some());
    assert_eq!(deadline(&test, sound).await, Some(before + DAY));
    // A challenge that is due and cannot be read is put off, and the next look is not at once.
    spoil(&format!(
        "UPDATE challenge SET when_time_runs_out = 'garbage', expires = 1 WHERE id = {}",
        challenge.id
    ));
    assert_eq!(test.app.expire_challenges(test.app.now()).await.unwrap(), 0);
    assert!(test.app.next_look().await.unwrap() > Some(test.app.now()));
    // Nor does a damaged game keep the others of its server waiting.
    let server = penpawn::game::GuildId(77);
    spoil("UPDATE game SET guild = 77");
    test.app.server_gone(server).await.unwrap();
    assert_eq!(deadline(&test, sound).await, None);
    test.app.server_back(server).await.unwrap();
    assert_eq!(deadline(&test, sound).await, Some(before + DAY));
}
