//! Vacations, protection and pauses, within one game.

use super::*;

const HOUR: Span = Span::hours(1);
const DAY: Span = Span::days(1);
const MOMENT: Span = Span::millis(1);

fn away(game: &mut Game, at: Timestamp, by: PlayerId, until: Timestamp) {
    let action = Action::Vacation {
        by,
        until: Some(until),
    };
    act_at(game, at, &action).unwrap();
}

fn back(game: &mut Game, at: Timestamp, by: PlayerId) {
    act_at(game, at, &Action::Vacation { by, until: None }).unwrap();
}

fn shelter(game: &Game, at: Timestamp, until: Timestamp) -> Result<Vec<Event>, Refusal> {
    let action = Action::CheckClock {
        shelter: Some(until),
    };
    game.decide(&action, None, at)
}

#[test]
fn a_vacation_stops_the_clock_and_a_move_ends_it() {
    let mut game = played("e4 e5");
    let revision = game.revision();
    away(&mut game, after(DAY), WHITE, after(Span::days(11)));
    assert_eq!(
        game.deadline(),
        Some(after(Span::days(13))),
        "two days were left"
    );
    assert_eq!(
        game.away(Color::White, after(DAY)),
        Some(after(Span::days(11)))
    );
    assert_eq!(game.away(Color::Black, after(DAY)), None);
    assert_eq!(
        game.revision(),
        revision,
        "the buttons of the board still work"
    );
    // Longer, and over earlier.
    away(
        &mut game,
        after(Span::days(2)),
        WHITE,
        after(Span::days(20)),
    );
    assert_eq!(game.deadline(), Some(after(Span::days(22))));
    let mut early = game.clone();
    back(&mut early, after(Span::days(5)), WHITE);
    assert_eq!(early.deadline(), Some(after(Span::days(7))));
    assert_eq!(early.away(Color::White, after(Span::days(5))), None);
    play(&mut game, after(Span::days(5)), "Nf3");
    assert_eq!(game.away(Color::White, after(Span::days(5))), None);
    let left: Vec<_> = game.moves().map(|played| played.left).collect();
    assert_eq!(
        left[2],
        Some(Span::days(2)),
        "nothing ran while he was away"
    );
}

#[test]
fn who_is_away_when_his_turn_begins_has_all_his_time_afterward() {
    let mut game = played("e4 e5");
    away(&mut game, START, BLACK, after(Span::days(10)));
    assert_eq!(
        game.deadline(),
        Some(after(Span::days(3))),
        "White is to move"
    );
    play(&mut game, after(DAY), "Nf3");
    assert_eq!(game.deadline(), Some(after(Span::days(13))));
    // A vacation that is over counts no more.
    let mut game = played("e4 e5");
    away(&mut game, START, BLACK, after(DAY));
    play(&mut game, after(Span::days(2)), "Nf3");
    assert_eq!(game.deadline(), Some(after(Span::days(5))));
}

#[test]
fn protection_comes_once_a_turn_and_before_the_flag() {
    let mut game = played("e4 e5 Nf3 Nc6");
    let deadline = after(Span::days(3));
    let until = deadline + Span::days(3);
    assert!(!matches!(
        shelter(&game, deadline - MOMENT, until).as_deref(),
        Ok([Event::WentAway { .. }])
    ));
    let events = shelter(&game, deadline + GRACE, until).unwrap();
    let at = deadline + GRACE;
    assert_eq!(
        events,
        [Event::WentAway {
            by: Color::White,
            at,
            until,
            sheltered: true
        }]
    );
    apply(&mut game, &events);
    assert_eq!((game.result(), game.deadline()), (None, Some(until)));
    assert_eq!(game.check_at(), Some(until), "a last reminder");
    while shelter(&game, until + GRACE - MOMENT, until + DAY).is_ok_and(|events| {
        assert!(matches!(events[..], [Event::Reminded { .. }]));
        apply(&mut game, &events);
        true
    }) {}
    let events = shelter(&game, until + GRACE, until + DAY).unwrap();
    assert!(matches!(events[..], [Event::Ended { .. }]), "{events:?}");
    // The next turn has a protection of its own.
    play(&mut game, until - MOMENT, "Bb5 a6");
    let deadline = game.deadline().unwrap();
    assert!(matches!(
        shelter(&game, deadline + GRACE, deadline + DAY).as_deref(),
        Ok([Event::WentAway { .. }])
    ));
}

#[test]
fn nobody_is_protected_who_has_not_moved_or_has_nothing_left() {
    let ends = |game: &Game, until| {
        let events = shelter(game, after(Span::days(3)) + GRACE, until).unwrap();
        matches!(events[..], [Event::Ended { .. }])
    };
    assert!(
        ends(&played("e4"), after(Span::days(6))),
        "Black never moved"
    );
    assert!(ends(&played(""), after(Span::days(6))));
    assert!(
        ends(&played("e4 e5"), after(Span::days(3))),
        "a vacation that is over"
    );
    assert!(!ends(&played("e4 e5"), after(Span::days(6))));
}

#[test]
fn protection_is_there_where_the_opponent_decides_too() {
    let mut game = played("e4 e5");
    game.terms.when_time_runs_out = WhenTimeRunsOut::OpponentDecides;
    let deadline = after(Span::days(3));
    let until = deadline + Span::days(3);
    // He could simply move, so nothing is spent on him in the first minute.
    assert!(!game.is_flagging(deadline + GRACE - MOMENT));
    assert!(game.is_flagging(deadline + GRACE));
    let events = shelter(&game, deadline + GRACE, until).unwrap();
    assert!(matches!(
        events[..],
        [Event::WentAway {
            sheltered: true,
            ..
        }]
    ));
    apply(&mut game, &events);
    assert_eq!(
        refused(&game, deadline + GRACE, BLACK, Deed::ClaimWin),
        Refusal::TimeNotUp
    );
    assert!(!game.is_flagging(until - MOMENT));
    while tick(&mut game, until + GRACE - MOMENT).is_ok() {}
    assert_eq!(
        shelter(&game, until + GRACE, until + DAY),
        Ok(vec![Event::TimeUp])
    );
}

#[test]
fn a_vacation_does_not_undo_that_the_time_is_up() {
    let mut game = played("e4 e5");
    game.terms.when_time_runs_out = WhenTimeRunsOut::OpponentDecides;
    let late = after(Span::days(4));
    let go = |by| Action::Vacation {
        by,
        until: Some(late + DAY),
    };
    assert_eq!(
        game.decide(&go(WHITE), None, late),
        Err(Refusal::TimeIsUp { late: Color::White })
    );
    assert!(
        game.decide(&go(BLACK), None, late).is_ok(),
        "the other may go"
    );
    assert!(
        game.decide(&go(WHITE), None, after(Span::days(3)) - MOMENT)
            .is_ok()
    );
}

#[test]
fn who_comes_back_from_a_protection_has_the_day_that_he_paid_for() {
    // Both games were about to be lost, and a move in one ends the vacation for the other as well.
    let mut game = played("e4 e5 Nf3 Nc6");
    let deadline = after(Span::days(3));
    let events = shelter(&game, deadline + GRACE, deadline + Span::days(3)).unwrap();
    apply(&mut game, &events);
    let mut soon = game.clone();
    back(&mut soon, deadline + HOUR, WHITE);
    assert_eq!(soon.deadline(), Some(deadline + HOUR + DAY));
    // Never longer than the vacation was.
    back(&mut game, deadline + Span::days(3) - HOUR, WHITE);
    assert_eq!(game.deadline(), Some(deadline + Span::days(3)));
}

#[test]
fn a_pause_is_agreed_and_ends() {
    let mut game = played("e4 e5");
    assert_eq!(
        refused(&game, START, WHITE, Deed::AcceptPause),
        Refusal::NoPauseAsked
    );
    assert_eq!(
        refused(&game, START, WHITE, Deed::Resume),
        Refusal::NotPaused
    );
    does(&mut game, START, WHITE, Deed::AskPause);
    assert_eq!(
        refused(&game, START, WHITE, Deed::AskPause),
        Refusal::PauseAskedAlready
    );
    assert_eq!(
        refused(&game, START, WHITE, Deed::AcceptPause),
        Refusal::OwnPauseAsk
    );
    does(&mut game, START, BLACK, Deed::DeclinePause);
    assert_eq!(
        refused(&game, START, BLACK, Deed::AcceptPause),
        Refusal::NoPauseAsked
    );
    does(&mut game, START, WHITE, Deed::AskPause);
    let paused = after(Span::days(2) + Span::hours(20));
    does(&mut game, paused, BLACK, Deed::AcceptPause);
    assert_eq!(
        (game.deadline(), game.check_at()),
        (None, Some(paused + LONGEST_PAUSE))
    );
    let until = paused + LONGEST_PAUSE;
    assert_eq!(game.paused_until(), Some(until));
    assert_eq!(
        refused(&game, paused, BLACK, Deed::GiveTime),
        Refusal::PausedAlready { until }
    );
    assert_eq!(
        refused(&game, paused, BLACK, Deed::AskPause),
        Refusal::PausedAlready { until }
    );
    // Four hours were left: either lets it go on, with a day.
    for by in [WHITE, BLACK] {
        let mut game = game.clone();
        does(&mut game, after(Span::days(9)), by, Deed::Resume);
        assert_eq!(game.deadline(), Some(after(Span::days(10))));
    }
    // A month is the most.
    assert_eq!(tick(&mut game, until - MOMENT), Err(Refusal::NotDue));
    tick(&mut game, until).unwrap();
    assert_eq!(game.deadline(), Some(until + DAY));
    assert_eq!(game.paused_until(), None);
}

#[test]
fn two_who_ask_for_a_pause_agree() {
    let mut game = played("e4 e5");
    does(&mut game, START, WHITE, Deed::AskPause);
    let events = does(&mut game, START, BLACK, Deed::AskPause);
    assert!(matches!(events[..], [Event::Paused { .. }]));
    // The ask lapses with a move.
    let mut game = played("e4 e5");
    does(&mut game, START, WHITE, Deed::AskPause);
    play(&mut game, START, "Nf3");
    assert_eq!(
        refused(&game, START, BLACK, Deed::AcceptPause),
        Refusal::NoPauseAsked
    );
}

#[test]
fn nothing_runs_in_a_pause_whatever_is_done() {
    fn paused(words: &str) -> Game {
        let mut game = played(words);
        does(&mut game, after(HOUR), WHITE, Deed::AskPause);
        does(&mut game, after(HOUR), BLACK, Deed::AcceptPause);
        game
    }
    #[track_caller]
    fn check(game: &Game, left: Span) {
        assert_eq!(game.deadline(), None);
        assert_eq!(game.check_at(), Some(after(HOUR) + LONGEST_PAUSE));
        let mut game = game.clone();
        does(&mut game, after(DAY), BLACK, Deed::Resume);
        assert_eq!(game.deadline(), Some(after(DAY) + left));
    }
    let mut game = paused("e4 e5");
    check(&game, Span::days(3) - HOUR);
    // A takeback gives a full turn, once the pause is over.
    does(&mut game, after(Span::hours(2)), WHITE, Deed::AskTakeback);
    does(
        &mut game,
        after(Span::hours(2)),
        BLACK,
        Deed::AcceptTakeback,
    );
    check(&game, Span::days(3));
    // Vacation in a pause, and pause in a vacation: neither uses up time.
    let mut game = paused("e4 e5");
    away(
        &mut game,
        after(Span::hours(2)),
        WHITE,
        after(Span::days(5)),
    );
    assert_eq!(game.deadline(), None);
    let mut resumed = game.clone();
    does(&mut resumed, after(DAY), BLACK, Deed::Resume);
    assert_eq!(resumed.deadline(), Some(after(Span::days(8)) - HOUR));
    back(&mut game, after(DAY), WHITE);
    check(&game, Span::days(3) - HOUR);
    let mut game = played("e4 e5");
    away(&mut game, after(HOUR), WHITE, after(Span::days(5)));
    does(&mut game, after(DAY), WHITE, Deed::AskPause);
    does(&mut game, after(DAY), BLACK, Deed::AcceptPause);
    does(&mut game, after(Span::days(9)), BLACK, Deed::Resume);
    assert_eq!(game.deadline(), Some(after(Span::days(12)) - HOUR));
    // A move ends both.
    let mut game = paused("e4 e5");
    away(
        &mut game,
        after(Span::hours(2)),
        WHITE,
        after(Span::days(5)),
    );
    play(&mut game, after(DAY), "Nf3");
    assert_eq!(
        (game.paused_until(), game.away(Color::White, after(DAY))),
        (None, None)
    );
    assert_eq!(game.deadline(), Some(after(Span::days(4))));
}
