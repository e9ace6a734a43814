//! What still has to reach people: in order, once, and whatever dies in between.

use penpawn::app::{Answer, Errand, ErrandId, ErrandKind, Occasion};
use penpawn::game::{Action, ChallengeId, ChannelId, Deed, GameId, MessageId, Notice, Revision};
use penpawn::time::Span;

use crate::support::*;

#[tokio::test]
async fn an_errand_without_interaction_is_due_at_once() {
    let test = TestApp::new();
    let made = test.challenge(ANNA, to(BORIS)).await.unwrap();
    assert_eq!(test.app.due_errands(9).await.unwrap(), made.errands);
    assert_eq!(test.app.next_errand().await.unwrap(), Some(START));
    assert_eq!(
        test.reopened().app.due_errands(9).await.unwrap(),
        made.errands
    );
}

#[tokio::test]
async fn an_interaction_has_ten_seconds_for_its_own_answer() {
    let test = TestApp::new();
    // Discord's clock may be ahead of ours or behind it.
    for (n, skew) in [-60, 0, 60].into_iter().enumerate() {
        let occasion = test.interaction(n as u64);
        let occasion = Occasion {
            at: occasion.at + Span::seconds(skew),
            ..occasion
        };
        let made = test
            .app
            .challenge(ANNA, open_to_all(), SQUARE, occasion.clone())
            .await
            .unwrap();
        assert_eq!(
            (made.errands[0].made, &made.errands[0].origin),
            (occasion.at, &occasion.interaction)
        );
        assert_eq!(test.app.due_errands(9).await.unwrap(), []);
        assert_eq!(
            test.app.next_errand().await.unwrap(),
            Some(test.app.now() + Span::seconds(10))
        );
        test.pass(Span::millis(9_999));
        assert_eq!(test.app.due_errands(9).await.unwrap(), []);
        test.pass(Span::millis(1));
        assert_eq!(test.app.due_errands(9).await.unwrap(), made.errands);
        test.app.delivered(made.errands[0].id, None).await.unwrap();
    }
}

#[tokio::test]
async fn an_answer_that_does_not_work_out_is_handed_over() {
    let test = TestApp::new();
    let made = test
        .app
        .challenge(ANNA, open_to_all(), SQUARE, test.interaction(1))
        .await
        .unwrap();
    test.app.hand_over(made.errands[0].id).await.unwrap();
    assert_eq!(test.app.due_errands(9).await.unwrap(), made.errands);
}

#[tokio::test]
async fn errands_of_one_game_keep_their_order() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    let other = test.game().await.game.id;
    test.deliver_all().await;
    test.moves(game, &["e4", "e5"]).await;
    test.moves(other, &["d4"]).await;
    assert_eq!(boards(&due(&test).await), [(game, 1), (other, 1)]);
    let first = due(&test).await[0].id;
    let later = test.app.now() + Span::seconds(60);
    test.app.retry_later(first, later).await.unwrap();
    assert_eq!(boards(&due(&test).await), [(other, 1)]);
    deliver(&test, due(&test).await[0].id, 50).await;
    // The previous post of the other game; nothing else can be done before the first errand of the game.
    deliver(&test, due(&test).await[0].id, 51).await;
    assert_eq!(due(&test).await, []);
    assert_eq!(test.app.next_errand().await.unwrap(), Some(later));
    test.pass(Span::seconds(60));
    assert_eq!(boards(&due(&test).await), [(game, 1)]);
    assert_eq!(due(&test).await[0].attempts, 1);
    test.app.give_up(first).await.unwrap();
    assert_eq!(boards(&due(&test).await), [(game, 2)]);
}

#[tokio::test]
async fn at_most_as_many_as_are_asked_for() {
    let test = TestApp::new();
    for _ in 0..5 {
        test.challenge(ANNA, open_to_all()).await.unwrap();
    }
    let ids = |errands: Vec<Errand>| {
        errands
            .into_iter()
            .map(|errand| errand.id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(test.app.due_errands(3).await.unwrap()), [1, 2, 3]);
    assert!(test.app.due_errands(0).await.unwrap().is_empty());
    test.app.delivered(ErrandId(2), None).await.unwrap();
    assert_eq!(ids(test.app.due_errands(3).await.unwrap()), [1, 3, 4]);
}

#[tokio::test]
async fn a_new_post_takes_the_buttons_off_the_one_before() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    let before = post(&test, game).await;
    test.moves(game, &["e4"]).await;
    let errand = due(&test).await[0].id;
    deliver(&test, errand, 70).await;
    assert_eq!(
        post(&test, game).await,
        Some((SQUARE.channel, MessageId(70)))
    );
    let (channel, message) = before.unwrap();
    assert_eq!(
        kinds(&test).await,
        [ErrandKind::Retire {
            channel,
            message,
            challenge: None
        }]
    );
    // Told twice, done once.
    deliver(&test, errand, 71).await;
    assert_eq!(
        post(&test, game).await,
        Some((SQUARE.channel, MessageId(70)))
    );
    assert_eq!(due(&test).await.len(), 1);
}

#[tokio::test]
async fn a_post_that_comes_late_does_not_become_the_latest() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    let first = test
        .app
        .act(game, plain(ANNA, "e4"), None, test.interaction(1))
        .await
        .unwrap()
        .errands[0]
        .id;
    let second = test
        .app
        .act(game, plain(BORIS, "e5"), None, test.interaction(2))
        .await
        .unwrap()
        .errands[0]
        .id;
    let start = post(&test, game).await.unwrap();
    deliver(&test, second, 82).await;
    deliver(&test, first, 81).await;
    assert_eq!(
        post(&test, game).await,
        Some((SQUARE.channel, MessageId(82)))
    );
    let retire = |message| ErrandKind::Retire {
        channel: SQUARE.channel,
        message,
        challenge: None,
    };
    assert_eq!(kinds(&test).await, [retire(start.1), retire(MessageId(81))]);
}

#[tokio::test]
async fn a_post_whose_message_is_unknown_still_replaces_the_one_before() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    let before = post(&test, game).await.unwrap().1;
    test.moves(game, &["e4"]).await;
    test.app
        .delivered(due(&test).await[0].id, None)
        .await
        .unwrap();
    assert_eq!(post(&test, game).await, None);
    assert_eq!(
        kinds(&test).await,
        [ErrandKind::Retire {
            channel: SQUARE.channel,
            message: before,
            challenge: None
        }]
    );
}

#[tokio::test]
async fn the_post_of_a_challenge_loses_its_buttons_however_it_ends() {
    let test = TestApp::new();
    for (n, answer) in [
        Answer::Accept { by: BORIS },
        Answer::Decline { by: BORIS },
        Answer::Withdraw { by: ANNA },
    ]
    .into_iter()
    .enumerate()
    {
        for post_first in [true, false] {
            let message = 100 + 2 * n as u64 + u64::from(post_first);
            let made = test.challenge(ANNA, to(BORIS)).await.unwrap();
            let id = made.challenge.id;
            if post_first {
                deliver(&test, made.errands[0].id, message).await;
            }
            test.app
                .answer_challenge(id, answer, test.typed())
                .await
                .unwrap();
            if !post_first {
                deliver(&test, made.errands[0].id, message).await;
            }
            let message = MessageId(message);
            let retire = ErrandKind::Retire {
                channel: SQUARE.channel,
                message,
                challenge: Some(id),
            };
            let kinds = kinds(&test).await;
            assert_eq!(
                kinds.iter().filter(|kind| **kind == retire).count(),
                1,
                "{kinds:?}"
            );
            test.deliver_all().await;
        }
    }
}

#[tokio::test]
async fn a_challenge_is_told_to_be_over_after_it_was_told_of() {
    let test = TestApp::new();
    let made = test.challenge(ANNA, to(BORIS)).await.unwrap();
    let id = made.challenge.id;
    test.app
        .answer_challenge(id, Answer::Decline { by: BORIS }, test.typed())
        .await
        .unwrap();
    assert_eq!(due(&test).await, made.errands);
    deliver(&test, made.errands[0].id, 5).await;
    let over = ErrandKind::Post(Notice::ChallengeOver {
        challenge: id,
        ping: Some(ANNA),
    });
    let retire = ErrandKind::Retire {
        channel: SQUARE.channel,
        message: MessageId(5),
        challenge: Some(id),
    };
    assert_eq!(kinds(&test).await, [over, retire]);
}

#[tokio::test]
async fn posts_follow_their_game_to_another_channel() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    test.moves(game, &["e4"]).await;
    let errand = due(&test).await[0].id;
    test.app
        .retry_later(errand, test.app.now() + Span::hours(1))
        .await
        .unwrap();
    let moved = test.app.move_posts_to(game, BORIS, CAFE).await.unwrap();
    assert_eq!(moved.place, CAFE);
    assert_eq!(test.app.game(game).await.unwrap(), Some(moved));
    let errands = due(&test).await;
    assert_eq!((errands[0].id, errands[0].place), (errand, CAFE));
    let refused = test.app.move_posts_to(game, CLARA, SQUARE).await;
    assert_eq!(refusal(refused), penpawn::game::Refusal::NotYourGame);
    let acted = test.moves(game, &["e5"]).await;
    assert_eq!(acted.errands[0].place, CAFE);
}

#[tokio::test]
async fn every_errand_comes_back_as_it_was() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    let offer = Action::By(
        ANNA,
        Deed::Move {
            text: "e4".to_owned(),
            offer_draw: true,
        },
    );
    for (n, action) in [
        offer,
        Action::By(BORIS, Deed::DeclineDraw),
        plain(BORIS, "e5"),
        Action::By(BORIS, Deed::OfferDraw),
        Action::By(ANNA, Deed::DeclineDraw),
        Action::By(ANNA, Deed::Resign),
    ]
    .into_iter()
    .enumerate()
    {
        let acted = test
            .app
            .act(game, action, None, test.interaction(n as u64))
            .await
            .unwrap();
        assert_eq!(acted.errands.len(), 1);
        let ErrandKind::Post(Notice::Board { revision, .. }) = acted.errands[0].kind else {
            panic!()
        };
        assert_eq!(revision, acted.after.game.revision());
        test.pass(Span::seconds(10));
        let due = due(&test).await;
        assert!(due.ends_with(&acted.errands), "{due:?}");
        test.deliver_all().await;
    }
    assert_eq!(test.app.next_errand().await.unwrap(), None);
}

#[tokio::test]
async fn errands_that_are_gone_are_no_trouble() {
    let test = TestApp::new();
    let id = ErrandId(9);
    test.app
        .delivered(id, Some((ChannelId(1), MessageId(1))))
        .await
        .unwrap();
    test.app.retry_later(id, START).await.unwrap();
    test.app.hand_over(id).await.unwrap();
    test.app.give_up(id).await.unwrap();
    assert_eq!(test.app.next_errand().await.unwrap(), None);
    assert_eq!(
        test.app.challenge_by_id(ChallengeId(1)).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn the_worker_is_woken_by_what_it_has_to_see() {
    let test = TestApp::new();
    let mut changes = test.app.changes();
    let mut woken = || {
        let woken = changes.has_changed().unwrap();
        changes.mark_unchanged();
        woken
    };
    assert!(!woken());
    let made = test
        .app
        .challenge(ANNA, to(BORIS), SQUARE, test.interaction(1))
        .await
        .unwrap();
    assert!(woken(), "a challenge falls due earlier than nothing");
    assert!(!woken(), "one commit, one wake-up");
    test.app.hand_over(made.errands[0].id).await.unwrap();
    assert!(woken());
    refusal(test.challenge(ANNA, to(ANNA)).await);
    test.app.set_setting("beat", "1".to_owned()).await.unwrap();
    assert!(!woken(), "neither concerns the worker");
}

async fn due(test: &TestApp) -> Vec<Errand> {
    test.app.due_errands(100).await.unwrap()
}

async fn kinds(test: &TestApp) -> Vec<ErrandKind> {
    due(test)
        .await
        .into_iter()
        .map(|errand| errand.kind)
        .collect()
}

async fn deliver(test: &TestApp, errand: ErrandId, message: u64) {
    test.app
        .delivered(errand, Some((SQUARE.channel, MessageId(message))))
        .await
        .unwrap();
}

async fn post(test: &TestApp, game: GameId) -> Option<(ChannelId, MessageId)> {
    test.app.game(game).await.unwrap().unwrap().post
}

fn boards(errands: &[Errand]) -> Vec<(GameId, u32)> {
    errands
        .iter()
        .filter_map(|errand| match errand.kind {
            ErrandKind::Post(Notice::Board {
                game,
                revision: Revision(revision),
                ..
            }) => Some((game, revision)),
            ErrandKind::Post(
                Notice::Challenge { .. }
                | Notice::ChallengeOver { .. }
                | Notice::Reminder { .. }
                | Notice::Outage(_),
            )
            | ErrandKind::Retire { .. }
            | ErrandKind::Overview
            | ErrandKind::Remove { .. } => None,
        })
        .collect()
}
