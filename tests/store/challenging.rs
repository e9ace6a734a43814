//! Making, answering and ending challenges.

use penpawn::app::{Answer, Denied, ErrandKind};
use penpawn::chess::Color;
use penpawn::game::{
    Challenge, ChallengeEnd, ChallengeId, ChallengeLimits, ChallengeRefusal, ChallengeTerms,
    ColorChoice, Headline, MessageId, Notice, Players, Revision,
};
use penpawn::time::Span;

use crate::support::*;

#[tokio::test]
async fn acceptance_makes_the_game_with_the_challenge() {
    let test = TestApp::new();
    let made = test.challenge(ANNA, to(BORIS)).await.unwrap();
    assert_eq!(made.errands.len(), 1);
    assert_eq!(
        made.errands[0].kind,
        ErrandKind::Post(Notice::Challenge {
            challenge: made.challenge.id,
            ping: Some(BORIS)
        })
    );
    test.pass(Span::hours(1));
    let accept = Answer::Accept { by: BORIS };
    let answered = test
        .app
        .answer_challenge(made.challenge.id, accept, test.typed())
        .await
        .unwrap();
    let kept = answered.game.unwrap();
    let players = Players {
        white: ANNA,
        black: BORIS,
    };
    assert_eq!(
        answered.challenge.end,
        Some(ChallengeEnd::Accepted(players))
    );
    assert_eq!(
        (kept.game.players, kept.place, kept.game.started),
        (players, SQUARE, START + Span::hours(1))
    );
    assert_eq!(
        answered.errands[0].kind,
        ErrandKind::Post(Notice::Board {
            game: kept.game.id,
            revision: Revision::FIRST,
            ply: 0,
            news: 0,
            headline: Headline::Started,
            ping: Some(ANNA)
        })
    );
    let test = test.reopened();
    assert_eq!(
        test.app.challenge_by_id(made.challenge.id).await.unwrap(),
        Some(answered.challenge)
    );
    assert_eq!(test.app.game(kept.game.id).await.unwrap(), Some(kept));
}

#[tokio::test]
async fn every_challenge_comes_back_as_it_was() {
    let test = TestApp::new();
    let days = [
        None,
        penpawn::time::Days::new(1),
        penpawn::time::Days::new(14),
    ];
    for color in [ColorChoice::White, ColorChoice::Black, ColorChoice::Random] {
        for (n, days) in days.into_iter().enumerate() {
            for opponent in [None, Some(BORIS)] {
                let made = test
                    .challenge(
                        ANNA,
                        ChallengeTerms {
                            opponent,
                            color,
                            game: penpawn::game::Terms {
                                days,
                                ..penpawn::game::Terms::default()
                            },
                            rematch_of: None,
                        },
                    )
                    .await
                    .unwrap()
                    .challenge;
                assert_eq!(test.app.challenge_by_id(made.id).await.unwrap(), Some(made));
                let (answer, end) = match (opponent, n) {
                    (Some(by), 0) => (Answer::Decline { by }, ChallengeEnd::Declined),
                    _ => (Answer::Withdraw { by: ANNA }, ChallengeEnd::Withdrawn),
                };
                let answered = test
                    .app
                    .answer_challenge(made.id, answer, test.typed())
                    .await
                    .unwrap();
                assert_eq!(
                    answered.challenge,
                    Challenge {
                        end: Some(end),
                        ..made
                    }
                );
                assert_eq!(answered.game, None);
                assert_eq!(
                    test.app.challenge_by_id(made.id).await.unwrap(),
                    Some(answered.challenge)
                );
            }
        }
    }
}

#[tokio::test]
async fn the_first_of_two_who_accept_at_once_plays() {
    let test = TestApp::new();
    for _ in 0..20 {
        let id = test
            .challenge(ANNA, open_to_all())
            .await
            .unwrap()
            .challenge
            .id;
        let accept = |by| {
            test.app
                .answer_challenge(id, Answer::Accept { by }, test.typed())
        };
        let (boris, clara) = tokio::join!(accept(BORIS), accept(CLARA));
        let (winner, loser) = if boris.is_ok() {
            (boris, clara)
        } else {
            (clara, boris)
        };
        assert_eq!(
            refusal(loser),
            ChallengeRefusal::Over(winner.unwrap().challenge.end.unwrap())
        );
    }
    assert_eq!(test.app.running_games(ANNA).await.unwrap().len(), 20);
}

#[tokio::test]
async fn the_coin_has_two_sides() {
    let test = TestApp::new();
    let mut whites = 0;
    for _ in 0..64 {
        let terms = ChallengeTerms {
            color: ColorChoice::Random,
            ..open_to_all()
        };
        let id = test.challenge(ANNA, terms).await.unwrap().challenge.id;
        let answered = test
            .app
            .answer_challenge(id, Answer::Accept { by: BORIS }, test.typed())
            .await
            .unwrap();
        let players = answered.game.unwrap().game.players;
        whites += usize::from(players.color_of(ANNA) == Some(Color::White));
    }
    // A fair coin falls outside of this once in some 10^11 runs.
    assert!((6..=58).contains(&whites), "{whites} of 64");
}

#[tokio::test]
async fn limits_count_what_is_in_the_database() {
    let test = TestApp::limited(ChallengeLimits {
        running_games: 2,
        challenges_an_hour: 3,
    });
    test.challenge(ANNA, to(BORIS)).await.unwrap();
    assert_eq!(
        refusal(test.challenge(ANNA, to(BORIS)).await),
        ChallengeRefusal::PendingAlready
    );
    assert_eq!(
        refusal(test.challenge(BORIS, to(ANNA)).await),
        ChallengeRefusal::PendingAlready
    );
    assert_eq!(
        refusal(test.challenge(ANNA, to(ANNA)).await),
        ChallengeRefusal::ToOneself
    );
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(
            test.challenge(ANNA, open_to_all())
                .await
                .unwrap()
                .challenge
                .id,
        );
    }
    assert_eq!(
        refusal(test.challenge(ANNA, to(CLARA)).await),
        ChallengeRefusal::TooMany { limit: 3 }
    );
    test.pass(Span::hours(1));
    ids.push(
        test.challenge(ANNA, open_to_all())
            .await
            .unwrap()
            .challenge
            .id,
    );
    let accept = async |id| {
        test.app
            .answer_challenge(id, Answer::Accept { by: CLARA }, test.typed())
            .await
    };
    accept(ids[0]).await.unwrap();
    let game = accept(ids[1]).await.unwrap().game.unwrap().game.id;
    assert_eq!(
        refusal(accept(ids[2]).await),
        ChallengeRefusal::TooManyGames { limit: 2 }
    );
    assert_eq!(
        refusal(test.challenge(CLARA, to(BORIS)).await),
        ChallengeRefusal::TooManyGames { limit: 2 }
    );
    test.act(
        game,
        penpawn::game::Action::By(CLARA, penpawn::game::Deed::Resign),
    )
    .await
    .unwrap();
    accept(ids[2]).await.unwrap();
}

#[tokio::test]
async fn challenges_expire_after_seven_days_and_no_sooner() {
    let test = TestApp::new();
    let first = test.challenge(ANNA, to(BORIS)).await.unwrap().challenge.id;
    test.pass(Span::hours(1));
    let second = test.challenge(CLARA, to(BORIS)).await.unwrap().challenge.id;
    test.deliver_all().await;
    assert_eq!(
        test.app.next_look().await.unwrap(),
        Some(START + Challenge::LIFE)
    );
    let early = START + Challenge::LIFE - Span::millis(1) - test.app.now();
    test.pass(early);
    assert_eq!(test.app.expire_challenges(test.app.now()).await.unwrap(), 0);
    test.pass(Span::millis(1));
    // Its time is up even while nobody has looked.
    let late = test
        .app
        .answer_challenge(first, Answer::Accept { by: BORIS }, test.typed())
        .await;
    assert_eq!(refusal(late), ChallengeRefusal::TooLate);
    assert_eq!(test.app.expire_challenges(test.app.now()).await.unwrap(), 1);
    assert_eq!(test.app.expire_challenges(test.app.now()).await.unwrap(), 0);
    let ended = test.app.challenge_by_id(first).await.unwrap().unwrap();
    assert_eq!(ended.end, Some(ChallengeEnd::Expired));
    let kinds: Vec<_> = test
        .app
        .due_errands(9)
        .await
        .unwrap()
        .into_iter()
        .map(|errand| errand.kind)
        .collect();
    let told = ErrandKind::Post(Notice::ChallengeOver {
        challenge: first,
        ping: Some(ANNA),
    });
    let retired = ErrandKind::Retire {
        channel: SQUARE.channel,
        message: MessageId(1_001),
        challenge: Some(first),
    };
    assert_eq!(kinds, [told, retired]);
    test.deliver_all().await;
    assert_eq!(
        test.app.next_look().await.unwrap(),
        Some(START + Span::hours(1) + Challenge::LIFE)
    );
    assert_eq!(
        test.app.challenge_by_id(second).await.unwrap().unwrap().end,
        None
    );
}

#[tokio::test]
async fn an_expired_challenge_stands_in_nobodys_way() {
    let test = TestApp::new();
    test.challenge(ANNA, to(BORIS)).await.unwrap();
    test.challenge(CLARA, to(ANNA)).await.unwrap();
    test.pass(Challenge::LIFE);
    test.challenge(ANNA, to(BORIS)).await.unwrap();
    test.challenge(ANNA, to(CLARA)).await.unwrap();
}

#[tokio::test]
async fn unknown_and_repeated_answers() {
    let test = TestApp::new();
    let missing = test
        .app
        .answer_challenge(ChallengeId(5), Answer::Accept { by: BORIS }, test.typed())
        .await;
    assert!(matches!(missing, Err(Denied::Missing)));
    assert_eq!(
        test.app.challenge_by_id(ChallengeId(5)).await.unwrap(),
        None
    );
    let id = test
        .app
        .challenge(ANNA, to(BORIS), SQUARE, test.interaction(1))
        .await
        .unwrap()
        .challenge
        .id;
    let repeat = test
        .app
        .challenge(ANNA, to(CLARA), SQUARE, test.interaction(1))
        .await;
    assert!(matches!(repeat, Err(Denied::Repeat)));
    let accept = Answer::Accept { by: BORIS };
    test.app
        .answer_challenge(id, accept, test.interaction(2))
        .await
        .unwrap();
    assert!(matches!(
        test.app
            .answer_challenge(id, accept, test.interaction(2))
            .await,
        Err(Denied::Repeat)
    ));
    let over = test
        .app
        .answer_challenge(id, accept, test.interaction(3))
        .await;
    assert!(matches!(
        refusal(over),
        ChallengeRefusal::Over(ChallengeEnd::Accepted(_))
    ));
    assert_eq!(test.app.running_games(BORIS).await.unwrap().len(), 1);
}
