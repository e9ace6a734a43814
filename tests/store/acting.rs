//! Acting on games.

use penpawn::app::{Denied, ErrandKind};
use penpawn::chess::{Ending, Outcome};
use penpawn::game::{
    Action, Deed, GameId, GameResult, Headline, Notice, PlayerId, Refusal, Revision, Termination,
};
use penpawn::time::Span;

use crate::support::*;

#[tokio::test]
async fn a_move_is_there_before_it_is_acknowledged_and_after_a_restart() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.pass(Span::hours(5));
    let acted = test.act(game, plain(ANNA, "e4")).await.unwrap();
    assert_eq!(acted.before.line().plies(), 0);
    assert_eq!(acted.after.game.line().san_moves(), ["e4"]);
    assert_eq!(acted.after.game.turn_started(), START + Span::hours(5));
    let test = test.reopened();
    assert_eq!(test.app.game(game).await.unwrap(), Some(acted.after));
}

#[tokio::test]
async fn a_refusal_changes_nothing() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let before = test.app.game(game).await.unwrap();
    let rows = rows(&test);
    let interaction = test.interaction(7);
    let moved = test
        .app
        .act(game, plain(BORIS, "e5"), None, interaction.clone())
        .await;
    assert_eq!(refusal(moved), Refusal::NotYourTurn);
    assert_eq!(
        refusal(test.act(game, plain(CLARA, "e4")).await),
        Refusal::NotYourGame
    );
    assert_eq!(
        refusal(test.act(game, Action::By(ANNA, Deed::OfferDraw)).await),
        Refusal::OfferBeforeFirstMove
    );
    let stale = test
        .app
        .act(game, plain(ANNA, "e4"), Some(Revision(3)), test.typed())
        .await;
    assert_eq!(refusal(stale), Refusal::Stale);
    assert_eq!(test.app.game(game).await.unwrap(), before);
    assert_eq!(self::rows(&test), rows);
    // What was refused can be said again by the same interaction.
    test.app
        .act(game, plain(ANNA, "e4"), Some(Revision(0)), interaction)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_late_button_counts_through_the_vacation_that_shelters_its_presser() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let before = test.moves(game, &["e4", "e5"]).await.after.game;
    let seen = Some(before.revision());
    let deadline = before.deadline().unwrap();
    let at = test.pass(deadline - test.app.now() + Span::seconds(30));
    let stale = test
        .app
        .act(game, plain(ANNA, "Nf3"), Some(Revision(0)), test.typed())
        .await;
    assert_eq!(refusal(stale), Refusal::Stale);
    let foreseen = test.app.foresee(game, plain(ANNA, "Nf3"), seen, at).await;
    assert_eq!(foreseen.unwrap().0.game, before, "nothing is changed");
    let acted = test
        .app
        .act(game, plain(ANNA, "Nf3"), seen, test.typed())
        .await
        .unwrap();
    assert_eq!(acted.after.game.line().san_moves(), ["e4", "e5", "Nf3"]);
}

#[tokio::test]
async fn an_unknown_game_is_missing() {
    let test = TestApp::new();
    for id in [0, 1, u64::MAX] {
        assert!(matches!(
            test.act(GameId(id), plain(ANNA, "e4")).await,
            Err(Denied::Missing)
        ));
        assert_eq!(test.app.game(GameId(id)).await.unwrap(), None);
        assert!(matches!(
            test.app.move_posts_to(GameId(id), ANNA, CAFE).await,
            Err(Denied::Missing)
        ));
    }
}

#[tokio::test]
async fn a_repeated_interaction_changes_nothing() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let acted = test
        .app
        .act(game, plain(ANNA, "e4"), None, test.interaction(7))
        .await
        .unwrap();
    let test = test.reopened();
    let repeat = test
        .app
        .act(game, plain(ANNA, "e4"), None, test.interaction(7))
        .await;
    assert!(matches!(repeat, Err(Denied::Repeat)), "{repeat:?}");
    assert_eq!(test.app.game(game).await.unwrap(), Some(acted.after));
}

#[tokio::test]
async fn interactions_are_forgotten_after_a_day() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.app
        .act(game, plain(ANNA, "e4"), None, test.interaction(7))
        .await
        .unwrap();
    let count = || -> i64 {
        test.beside()
            .query_row("SELECT count(*) FROM accepted_interaction", [], |row| {
                row.get(0)
            })
            .unwrap()
    };
    test.pass(Span::days(1));
    test.app
        .act(game, plain(BORIS, "e5"), None, test.interaction(8))
        .await
        .unwrap();
    assert_eq!(count(), 2);
    test.pass(Span::millis(1));
    test.app
        .act(game, plain(ANNA, "Nf3"), None, test.interaction(9))
        .await
        .unwrap();
    assert_eq!(count(), 2);
}

#[tokio::test]
async fn a_game_is_played_to_mate() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let acted = test.moves(game, &["f3", "e5", "g4", "Qh4#"]).await;
    let result = GameResult {
        outcome: Some(Outcome::Win(!penpawn::chess::Color::White)),
        termination: Termination::Automatic(Ending::Checkmate),
    };
    assert_eq!(acted.after.game.result(), Some((result, START)));
    assert_eq!(acted.after.game.deadline(), None);
    assert_eq!(
        refusal(test.act(game, plain(ANNA, "e4")).await),
        Refusal::GameOver
    );
    assert_eq!(test.app.running_games(ANNA).await.unwrap(), []);
    assert_eq!(
        test.reopened().app.game(game).await.unwrap(),
        Some(acted.after)
    );
}

#[tokio::test]
async fn a_draw_is_agreed_over_a_restart() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let offer = Action::By(
        ANNA,
        Deed::Move {
            text: "d4".to_owned(),
            offer_draw: true,
        },
    );
    let acted = test.act(game, offer).await.unwrap();
    assert_eq!(acted.after.game.revision(), Revision(2));
    let test = test.reopened();
    let acted = test
        .act(game, Action::By(BORIS, Deed::AcceptDraw))
        .await
        .unwrap();
    assert_eq!(acted.after.game.result(), Some((GameResult::AGREED, START)));
    assert_eq!(acted.errands.len(), 1);
    let ErrandKind::Post(Notice::Board { headline, ping, .. }) = acted.errands[0].kind else {
        panic!()
    };
    assert_eq!((headline, ping), (Headline::Ended, Some(ANNA)));
}

#[tokio::test]
async fn running_games_come_by_time_left() {
    let test = TestApp::new();
    let mut ids = Vec::new();
    for days in [None, Some(7), Some(1), Some(3)] {
        let days = days.map(|days| penpawn::time::Days::new(days).unwrap());
        let terms = penpawn::game::ChallengeTerms {
            game: penpawn::game::Terms {
                days,
                ..penpawn::game::Terms::default()
            },
            rematch_of: None,
            ..open_to_all()
        };
        let made = test.challenge(ANNA, terms).await.unwrap();
        let accept = penpawn::app::Answer::Accept { by: BORIS };
        let answered = test
            .app
            .answer_challenge(made.challenge.id, accept, test.typed())
            .await
            .unwrap();
        ids.push(answered.game.unwrap().game.id);
    }
    let order = async |player| -> Vec<GameId> {
        test.app
            .running_games(player)
            .await
            .unwrap()
            .iter()
            .map(|kept| kept.game.id)
            .collect()
    };
    assert_eq!(order(ANNA).await, [ids[2], ids[3], ids[1], ids[0]]);
    assert_eq!(order(BORIS).await, order(ANNA).await);
    assert_eq!(order(CLARA).await, []);
    test.act(ids[2], Action::By(BORIS, Deed::Resign))
        .await
        .unwrap();
    assert_eq!(order(BORIS).await, [ids[3], ids[1], ids[0]]);
}

#[tokio::test]
async fn ids_of_all_sizes_come_back_as_they_were() {
    let test = TestApp::new();
    for id in [
        1_234_567_890_123_456_789,
        i64::MAX as u64,
        1 << 63,
        u64::MAX,
    ] {
        let (white, place) = (
            PlayerId(id),
            penpawn::game::Place {
                guild: Some(penpawn::game::GuildId(id)),
                channel: penpawn::game::ChannelId(id),
            },
        );
        let occasion = penpawn::app::Occasion {
            people: vec![(white, id.to_string())],
            ..test.interaction(id)
        };
        let made = test
            .app
            .challenge(white, to(BORIS), place, occasion)
            .await
            .unwrap();
        let accept = penpawn::app::Answer::Accept { by: BORIS };
        let answered = test
            .app
            .answer_challenge(made.challenge.id, accept, test.typed())
            .await
            .unwrap();
        let kept = test
            .app
            .game(answered.game.unwrap().game.id)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((kept.game.players.white, kept.place), (white, place));
        assert_eq!(
            test.app.names(&[white]).await.unwrap()[&white],
            id.to_string()
        );
        let again = test
            .app
            .challenge(white, to(CLARA), place, test.interaction(id))
            .await;
        assert!(matches!(again, Err(Denied::Repeat)));
        test.pass(Span::seconds(10));
        let errands = test.app.due_errands(100).await.unwrap();
        assert!(
            errands
                .iter()
                .any(|errand| errand.origin == test.interaction(id).interaction),
            "{errands:?}"
        );
    }
}

#[tokio::test]
async fn names_are_the_latest_and_come_with_what_was_accepted() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let called = |name: &str| penpawn::app::Occasion {
        people: vec![(ANNA, name.to_owned())],
        ..test.typed()
    };
    let act = async |text, name| {
        test.app
            .act(game, plain(ANNA, text), None, called(name))
            .await
    };
    act("e5", "refused").await.unwrap_err();
    assert!(test.app.names(&[ANNA, BORIS]).await.unwrap().is_empty());
    act("e4", "Anna").await.unwrap();
    test.moves(game, &["e5"]).await;
    act("d4", "Anna ♟ 'x'; --").await.unwrap();
    let names = test.app.names(&[ANNA, BORIS, ANNA]).await.unwrap();
    assert_eq!((names.len(), names[&ANNA].as_str()), (1, "Anna ♟ 'x'; --"));
}

#[tokio::test]
async fn settings_are_kept() {
    let test = TestApp::new();
    assert_eq!(test.app.setting("beat").await.unwrap(), None);
    for value in ["1", "", "2"] {
        test.app
            .set_setting("beat", value.to_owned())
            .await
            .unwrap();
    }
    test.app.set_setting("other", "3".to_owned()).await.unwrap();
    assert_eq!(
        test.reopened()
            .app
            .setting("beat")
            .await
            .unwrap()
            .as_deref(),
        Some("2")
    );
}

#[tokio::test]
async fn a_game_that_cannot_be_replayed_is_a_fault_that_names_it() {
    #[track_caller]
    fn check(fault: &str, part: &str) {
        assert!(
            fault.starts_with("game 1: ") && fault.contains(part),
            "{fault}"
        );
    }
    for (damage, part) in [
        ("UPDATE move SET uci = 'e2e5' WHERE ply = 1", "ply 1"),
        ("UPDATE move SET uci = 'e7' WHERE ply = 2", "ply 2"),
        ("DELETE FROM move WHERE ply = 2", "ply 2 is missing"),
        (
            "UPDATE game SET start_fen = '8/8/8/8/8/8/8/8 w - - 0 1'",
            "start position",
        ),
        ("UPDATE game SET days = 15", "15"),
        ("UPDATE game SET draw_offer = 'green'", "green"),
    ] {
        let test = TestApp::new();
        let game = test.game().await.game.id;
        test.moves(game, &["e4", "e5", "Nf3"]).await;
        assert_ne!(test.beside().execute(damage, []).unwrap(), 0);
        check(&test.app.game(game).await.unwrap_err().to_string(), part);
        match test.act(game, plain(BORIS, "Nc6")).await {
            Err(Denied::Fault(fault)) => check(&fault.to_string(), part),
            other => panic!("{other:?}"),
        }
    }
}

fn rows(test: &TestApp) -> [i64; 4] {
    ["game", "move", "outbox", "accepted_interaction"].map(|table| {
        test.beside()
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
                row.get(0)
            })
            .unwrap()
    })
}
