//! Vacations: what one means for all games of a player, and what a move and its undoing make of it.

use penpawn::app::{Occasion, VacationStanding};
use penpawn::game::{Action, Deed, Event, GRACE, GameId, Refusal, Revision, Termination, TimeOut};
use penpawn::time::{Span, Timestamp};

use crate::support::*;

#[tokio::test]
async fn protection_does_not_make_the_latest_buttons_stale() {
    let test = TestApp::new();
    let game = begun(&test).await;
    let shown = Some(Revision(2));
    test.pass(Span::days(3) + Span::seconds(5));
    let pressed = test
        .app
        .act(game, plain(ANNA, "Nf3"), shown, test.typed())
        .await
        .unwrap();
    assert!(matches!(
        pressed.events[0],
        Event::WentAway {
            sheltered: true,
            ..
        }
    ));
    assert_eq!(pressed.after.game.line().plies(), 3);
    let VacationStanding { present, days_left } = standing(&test, ANNA).await;
    assert_eq!(
        (present, days_left),
        (None, 29),
        "the day that began counts"
    );
    // A button of an earlier board is as stale as ever.
    test.pass(Span::days(3) + Span::seconds(5));
    let pressed = test.app.act(game, plain(BORIS, "Nc6"), shown, test.typed());
    assert_eq!(refusal(pressed.await), Refusal::Stale);
    assert_eq!(
        standing(&test, BORIS).await.days_left,
        30,
        "nothing was done"
    );
}

#[tokio::test]
async fn a_vacation_is_one_for_all_games() {
    let test = TestApp::new();
    let (first, second) = (begun(&test).await, begun(&test).await);
    let early = deadline(&test, first).await.unwrap();
    // Both are about to be lost at once, and both are saved by the same vacation.
    test.pass(Span::days(3) + GRACE);
    assert_eq!(test.app.check_clocks(test.app.now(), 10).await.unwrap(), 2);
    let until = early + GRACE + Span::days(3);
    for game in [first, second] {
        assert_eq!(deadline(&test, game).await, Some(until));
    }
    assert_eq!(standing(&test, ANNA).await.days_left, 27);
    // A claim on the board is no move, and does not end it; a move does, in all games.
    test.act(first, Action::By(ANNA, Deed::ClaimDraw { text: None }))
        .await
        .unwrap_err();
    assert!(standing(&test, ANNA).await.present.is_some());
    test.pass(DAY);
    test.act(first, plain(ANNA, "Nf3")).await.unwrap();
    assert_eq!(standing(&test, ANNA).await.present, None);
    let kept = test.app.game(second).await.unwrap().unwrap().game;
    assert_eq!(
        kept.away(penpawn::chess::Color::White, test.app.now()),
        None
    );
    assert_eq!(kept.deadline(), Some(test.app.now() + DAY));
}

/// Anna goes on vacation from two games for ten days. Five days later she moves in the first, another game that she has
/// begun in the meantime being untouched by all that. How it was just before the move.
struct Interrupted {
    test: TestApp,
    games: [GameId; 3],
    deadlines: [Option<Timestamp>; 3],
    standing: VacationStanding,
}

impl Interrupted {
    async fn begin() -> Interrupted {
        let test = TestApp::new();
        let (first, second) = (begun(&test).await, begun(&test).await);
        test.pass(DAY);
        let vacation = test.app.go_on_vacation(ANNA, 10, test.typed());
        vacation.await.unwrap();
        test.pass(Span::days(5));
        // She moves there at once, and was never away from it.
        let later = test.game().await.game.id;
        let games = [first, second, later];
        let interrupted = Interrupted {
            deadlines: deadlines(&test, games).await,
            standing: standing(&test, ANNA).await,
            test,
            games,
        };
        interrupted.test.moves(first, &["Nh3"]).await;
        interrupted
    }

    async fn undo(&self) {
        self.test.pass(Span::seconds(20));
        let undo = Action::By(ANNA, Deed::Undo);
        self.test.act(self.games[0], undo).await.unwrap();
    }

    /// Her vacation and all clocks are as they were, but that the bot was away for so long.
    #[track_caller]
    fn check_as_before(&self, now: ([Option<Timestamp>; 3], VacationStanding), outage: Span) {
        let [first, second, later] = self.deadlines;
        // Nothing runs on vacation, so that an outage takes nothing from there.
        let later = later.map(|deadline| deadline + outage);
        assert_eq!(now, ([first, second, later], self.standing));
    }

    async fn now(&self) -> ([Option<Timestamp>; 3], VacationStanding) {
        let deadlines = deadlines(&self.test, self.games).await;
        (deadlines, standing(&self.test, ANNA).await)
    }
}

async fn deadlines(test: &TestApp, games: [GameId; 3]) -> [Option<Timestamp>; 3] {
    let mut deadlines = [None; 3];
    for (at, game) in deadlines.iter_mut().zip(games) {
        *at = deadline(test, game).await;
    }
    deadlines
}

#[tokio::test]
async fn an_undone_move_brings_the_vacation_back_to_all_games() {
    let Interrupted {
        test,
        games,
        deadlines,
        standing,
    } = Interrupted::begin().await;
    let over = self::standing(&test, ANNA).await;
    assert_eq!((over.present, over.days_left), (None, 25));
    assert!(deadline(&test, games[1]).await < deadlines[1]);
    // A restart in between forgets nothing.
    let interrupted = Interrupted {
        test: test.reopened(),
        games,
        deadlines,
        standing,
    };
    interrupted.undo().await;
    interrupted.check_as_before(interrupted.now().await, Span::ZERO);
    // It ends again like any other, and for good once the minute is over.
    let test = interrupted.test;
    test.moves(games[0], &["Nf3"]).await;
    assert_eq!(self::standing(&test, ANNA).await.present, None);
    test.pass(Span::seconds(60));
    let late = test.act(games[0], Action::By(ANNA, Deed::Undo)).await;
    assert_eq!(refusal(late), Refusal::TooLateToUndo);
    assert_eq!(self::standing(&test, ANNA).await.present, None);
}

#[tokio::test]
async fn an_outage_in_between_takes_nothing_from_a_vacation_that_comes_back() {
    let interrupted = Interrupted::begin().await;
    outage(&interrupted.test, DAY).await;
    interrupted.test.app.back().await.unwrap();
    interrupted.undo().await;
    interrupted.check_as_before(interrupted.now().await, DAY);
}

#[tokio::test]
async fn what_happened_elsewhere_since_stands() {
    // Boris has given her a day there.
    let interrupted = Interrupted::begin().await;
    let Interrupted { test, games, .. } = &interrupted;
    test.act(games[1], Action::By(BORIS, Deed::GiveTime))
        .await
        .unwrap();
    interrupted.undo().await;
    let before = interrupted.deadlines[1].unwrap();
    assert_eq!(deadline(test, games[1]).await, Some(before + DAY));
    assert_eq!(standing(test, ANNA).await, interrupted.standing);
    // It has become her turn there: a full one, after her vacation.
    let test = TestApp::new();
    let (first, second) = (begun(&test).await, begun(&test).await);
    test.moves(second, &["Nf3"]).await;
    let vacation = test.app.go_on_vacation(ANNA, 10, test.typed());
    let vacation = vacation.await.unwrap();
    test.pass(DAY);
    test.moves(first, &["Nh3"]).await;
    test.pass(Span::seconds(5));
    test.moves(second, &["Nc6"]).await;
    test.act(first, Action::By(ANNA, Deed::Undo)).await.unwrap();
    let back = vacation.present.unwrap().until;
    assert_eq!(deadline(&test, second).await, Some(back + Span::days(3)));
}

#[tokio::test]
async fn a_vacation_does_not_come_back_to_who_has_decided_otherwise() {
    // By a move elsewhere, where she was away or was not: it is over from the first move on.
    for elsewhere in [1, 2] {
        let interrupted = Interrupted::begin().await;
        let Interrupted { test, games, .. } = &interrupted;
        test.moves(games[elsewhere], &["a3"]).await;
        interrupted.undo().await;
        let now = standing(test, ANNA).await;
        assert_eq!((now.present, now.days_left), (None, 25));
        let left = Span::days(2);
        assert_eq!(deadline(test, games[0]).await, Some(test.app.now() + left));
    }
    // By another vacation, and by the end of that.
    let interrupted = Interrupted::begin().await;
    let Interrupted { test, games, .. } = &interrupted;
    let anew = test
        .app
        .go_on_vacation(ANNA, 1, test.typed())
        .await
        .unwrap();
    interrupted.undo().await;
    assert_eq!(standing(test, ANNA).await, anew);
    let until = anew.present.unwrap().until;
    for game in &games[..2] {
        let at = deadline(test, *game).await;
        assert_eq!(at, Some(until + Span::days(2)));
    }
    let interrupted = Interrupted::begin().await;
    let Interrupted { test, games, .. } = &interrupted;
    test.app
        .go_on_vacation(ANNA, 1, test.typed())
        .await
        .unwrap();
    test.app.end_vacation(ANNA, test.typed()).await.unwrap();
    interrupted.undo().await;
    assert_eq!(standing(test, ANNA).await.present, None);
    let at = deadline(test, games[0]).await;
    assert_eq!(at, Some(test.app.now() + Span::days(2)));
}

#[tokio::test]
async fn an_undone_move_of_a_game_without_limit_brings_the_vacation_back() {
    let test = TestApp::new();
    let terms = penpawn::game::ChallengeTerms {
        game: penpawn::game::Terms::default(),
        ..to(BORIS)
    };
    let made = test.challenge(ANNA, terms).await.unwrap();
    let accept = penpawn::app::Answer::Accept { by: BORIS };
    let challenge = made.challenge.id;
    let unlimited = test.app.answer_challenge(challenge, accept, test.typed());
    let unlimited = unlimited.await.unwrap().game.unwrap().game.id;
    let other = begun(&test).await;
    let vacation = test.app.go_on_vacation(ANNA, 10, test.typed());
    let vacation = vacation.await.unwrap();
    let before = deadline(&test, other).await;
    test.moves(unlimited, &["e4"]).await;
    assert_ne!(deadline(&test, other).await, before);
    test.act(unlimited, Action::By(ANNA, Deed::Undo))
        .await
        .unwrap();
    assert_eq!(deadline(&test, other).await, before);
    assert_eq!(standing(&test, ANNA).await, vacation);
}

#[tokio::test]
async fn who_was_late_undoes_into_the_vacation_that_saved_him() {
    let test = TestApp::new();
    let game = begun(&test).await;
    test.pass(Span::days(3) + Span::seconds(5));
    let until = test.app.now() + Span::days(3);
    test.moves(game, &["Nh3"]).await;
    test.act(game, Action::By(ANNA, Deed::Undo)).await.unwrap();
    assert_eq!(deadline(&test, game).await, Some(until));
    let VacationStanding { present, days_left } = standing(&test, ANNA).await;
    assert_eq!(present.map(|present| present.until), Some(until));
    assert_eq!(days_left, 27);
}

#[tokio::test]
async fn a_claim_that_ends_one_game_leaves_the_vacation_from_the_others() {
    let test = TestApp::new();
    let (first, second) = (begun(&test).await, begun(&test).await);
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    test.moves(first, &shuffle).await;
    test.app
        .go_on_vacation(ANNA, 10, test.typed())
        .await
        .unwrap();
    test.act(first, Action::By(ANNA, Deed::ClaimDraw { text: None }))
        .await
        .unwrap();
    assert!(standing(&test, ANNA).await.present.is_some());
    let away_until = test.app.now() + Span::days(13);
    assert_eq!(deadline(&test, second).await, Some(away_until));
}

#[tokio::test]
async fn who_does_not_want_protection_has_none() {
    let test = TestApp::new();
    let game = begun(&test).await;
    let anna = i64::try_from(ANNA.0).unwrap();
    let add = "INSERT INTO person (id, name, shelter) VALUES (?1, 'Anna', 0)";
    test.beside().execute(add, [anna]).unwrap();
    test.pass(Span::days(3) + GRACE);
    assert_eq!(test.app.check_clocks(test.app.now(), 10).await.unwrap(), 1);
    let (result, _) = test
        .app
        .game(game)
        .await
        .unwrap()
        .unwrap()
        .game
        .result()
        .unwrap();
    assert_eq!(result.termination, Termination::TimeOut(TimeOut::Lost));
}

#[tokio::test]
async fn protection_comes_by_itself_where_the_opponent_decides() {
    let test = TestApp::new();
    let game = begun(&test).await;
    test.beside()
        .execute(
            "UPDATE game SET when_time_runs_out = 'opponent decides'",
            [],
        )
        .unwrap();
    let deadline = deadline(&test, game).await.unwrap();
    // Two reminders come first, then the minute of grace.
    let early = deadline + GRACE - Span::millis(1) - test.app.now();
    test.pass(early);
    while test.app.check_clocks(test.app.now(), 10).await.unwrap() > 0 {}
    assert_eq!(standing(&test, ANNA).await.present, None);
    test.pass(Span::millis(1));
    assert_eq!(test.app.check_clocks(test.app.now(), 10).await.unwrap(), 1);
    assert!(standing(&test, ANNA).await.present.is_some());
    let kept = test.app.game(game).await.unwrap().unwrap();
    assert!(!kept.game.facts().turn.time_up_told);
}

/// When somebody did something a moment before `test`'s present, and it arrives after what he did then.
fn a_moment_ago(test: &TestApp) -> Occasion {
    let now = test.typed();
    Occasion {
        at: now.at - Span::millis(1),
        ..now
    }
}

async fn away(test: &TestApp, game: GameId) -> Option<Timestamp> {
    let game = test.app.game(game).await.unwrap().unwrap().game;
    game.away(game.players.color_of(ANNA).unwrap(), test.app.now())
}

#[tokio::test]
async fn a_vacation_that_overtakes_a_move_is_ended_by_it_in_all_games() {
    let test = TestApp::new();
    let games = [begun(&test).await, begun(&test).await];
    test.pass(DAY);
    let vacation = test.app.go_on_vacation(ANNA, 2, test.typed());
    vacation.await.unwrap();
    let (mv, before) = (plain(ANNA, "Nf3"), a_moment_ago(&test));
    test.app.act(games[0], mv, None, before).await.unwrap();
    assert_eq!(standing(&test, ANNA).await.present, None);
    for game in games {
        assert_eq!(away(&test, game).await, None);
    }
}

#[tokio::test]
async fn a_vacation_that_overtakes_an_undo_stands_in_all_games() {
    let Interrupted { test, games, .. } = Interrupted::begin().await;
    test.pass(Span::seconds(10));
    let vacation = test.app.go_on_vacation(ANNA, 2, test.typed());
    let until = vacation.await.unwrap().present.unwrap().until;
    let (undo, before) = (Action::By(ANNA, Deed::Undo), a_moment_ago(&test));
    test.app.act(games[0], undo, None, before).await.unwrap();
    assert_eq!(
        standing(&test, ANNA).await.present.map(|on| on.until),
        Some(until)
    );
    for game in games {
        assert_eq!(away(&test, game).await, Some(until));
    }
}
