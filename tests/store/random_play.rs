//! Laws on random play: what comes back from the database is what the core made of the same actions.

use penpawn::app::{Acted, Denied};
use penpawn::chess::Color;
use penpawn::game::{Action, Deed, Event, Game, PlayerId};
use penpawn::time::{Span, Timestamp};

use crate::support::*;

/// Plays one game by random actions, legal and other, and compares it with a model at every step.
async fn play(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut test = TestApp::new();
    let kept = test.game().await;
    let mut model: Game = kept.game;
    // What begins a vacation by itself is in the tests of absences.
    for person in [ANNA, BORIS] {
        let add = "INSERT INTO person (id, name, shelter) VALUES (?1, 'somebody', 0)";
        test.beside()
            .execute(add, [person.0.cast_signed()])
            .unwrap();
    }
    for _ in 0..random.usize(20..200) {
        if random.u32(..8) == 0 {
            test.pass(Span::millis(random.i64(0..40_000_000)));
        }
        let action = any_action(&mut random, &model, test.app.now());
        if let Action::Vacation { by, until } = action {
            vacation(&test, &mut model, by, until).await;
            continue;
        }
        let seen = random.bool().then(|| model.revision());
        let expected = model.decide(&action, seen, test.app.now());
        match (
            test.app
                .act(model.id, action.clone(), seen, test.typed())
                .await,
            expected,
        ) {
            (
                Ok(Acted {
                    before,
                    events,
                    after,
                    errands,
                }),
                Ok(expected),
            ) => {
                assert_eq!(
                    (&before, &events),
                    (&model, &expected),
                    "seed {seed}: {action:?}"
                );
                for event in &events {
                    model.apply(event);
                }
                assert_eq!(after.game, model, "seed {seed}: {action:?}");
                // What nobody sees is told to nobody, but for a reminder.
                let is_told =
                    |event: &Event| event.is_seen() || matches!(event, Event::Reminded { .. });
                let posts = usize::from(events.iter().any(is_told));
                assert_eq!(errands.len(), posts, "seed {seed}: {action:?}");
            }
            (Err(Denied::Refused(refusal)), Err(expected)) => {
                assert_eq!(refusal, expected, "seed {seed}: {action:?}");
            }
            (done, expected) => panic!("seed {seed}: {action:?} gave {done:?}, not {expected:?}"),
        }
        if matches!(action, Action::By(_, Deed::Undo | Deed::AskTakeback)) {
            // Who has ended his next vacation as well has none to come back to.
            let by = action.by().unwrap();
            if test.app.vacation(by).await.unwrap().present.is_none() {
                come_back(&mut model, by, test.app.now());
            }
        }
        if random.u32(..32) == 0 {
            test = test.reopened();
        }
        let loaded = test.app.game(model.id).await.unwrap().unwrap();
        assert_eq!(loaded.game, model, "seed {seed}");
        let check_at: Option<i64> = test
            .beside()
            .query_row("SELECT check_at FROM game", [], |row| row.get(0))
            .unwrap();
        assert_eq!(check_at, model.check_at().map(Timestamp::as_millis));
        let deadline: Option<i64> = test
            .beside()
            .query_row("SELECT deadline FROM game", [], |row| row.get(0))
            .unwrap();
        assert_eq!(
            deadline,
            model.deadline().map(penpawn::time::Timestamp::as_millis)
        );
    }
}

/// Vacations are the player's, and reach the game through the application.
async fn vacation(test: &TestApp, model: &mut Game, by: PlayerId, until: Option<Timestamp>) {
    let now = test.app.now();
    if until.is_none() {
        if test.app.end_vacation(by, test.typed()).await.is_ok() {
            come_back(model, by, now);
        }
        return;
    }
    let Ok(standing) = test.app.go_on_vacation(by, 1, test.typed()).await else {
        return;
    };
    let until = standing.present.map(|present| present.until);
    if let Ok(events) = model.decide(&Action::Vacation { by, until }, None, now) {
        for event in &events {
            model.apply(event);
        }
    }
}

fn come_back(model: &mut Game, by: PlayerId, now: Timestamp) {
    let back = Action::Vacation { by, until: None };
    for event in model.decide(&back, None, now).unwrap_or_default() {
        model.apply(&event);
    }
}

fn any_action(random: &mut fastrand::Rng, game: &Game, now: Timestamp) -> Action {
    let by: PlayerId = match random.u32(..16) {
        0 => CLARA,
        1..3 => game.players.of(!game.turn()),
        3.. => game.players.of(game.turn()),
    };
    match random.u32(..110) {
        100..104 => Action::CheckClock { shelter: None },
        104.. => Action::Vacation {
            by,
            until: random.bool().then(|| now + Span::hours(random.i64(1..100))),
        },
        0..70 => {
            let moves = game.position().legal_moves();
            let any = moves.iter().nth(random.usize(..moves.len().max(1)));
            let text = any.map_or_else(|| "e4".to_owned(), |mv| game.position().uci(mv));
            Action::By(
                by,
                Deed::Move {
                    text,
                    offer_draw: random.u32(..10) == 0,
                },
            )
        }
        70..75 => Action::By(
            by,
            Deed::Move {
                text: "Qxh9".to_owned(),
                offer_draw: false,
            },
        ),
        75..80 => Action::By(by, Deed::OfferDraw),
        80..85 => Action::By(by, Deed::DeclineDraw),
        85..99 => {
            let deeds = [
                Deed::AcceptDraw,
                Deed::ClaimDraw { text: None },
                Deed::AskTakeback,
                Deed::Undo,
                Deed::AcceptTakeback,
                Deed::DeclineTakeback,
                Deed::GiveTime,
                Deed::ClaimWin,
                Deed::AskPause,
                Deed::AcceptPause,
                Deed::DeclinePause,
                Deed::Resume,
                Deed::Abort,
                Deed::AddToPlan {
                    text: "any: e4, any: d4".to_owned(),
                },
                Deed::AddToPlan {
                    text: "any: resign".to_owned(),
                },
                Deed::ClearPlan,
            ];
            let color = if random.bool() {
                Color::White
            } else {
                Color::Black
            };
            let deed = deeds[random.usize(..deeds.len())].clone();
            Action::By(game.players.of(color), deed)
        }
        99 => Action::By(by, Deed::Resign),
    }
}

#[tokio::test]
async fn games_come_back_as_they_were() {
    for seed in 0..25 {
        play(seed).await;
    }
}
