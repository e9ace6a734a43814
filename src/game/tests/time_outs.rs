//! Who runs out of time when, and what becomes of the game.

use super::*;

const DAY: Span = Span::days(1);
const THREE: Span = Span::days(3);
/// The least span of time.
const MOMENT: Span = Span::millis(1);

fn opponent_decides() -> Game {
    Game {
        terms: Terms {
            days: Some(Days::DEFAULT),
            when_time_runs_out: WhenTimeRunsOut::OpponentDecides,
        },
        ..game()
    }
}

/// A game from that position on, three days a move.
fn timed_from(fen: &str) -> Game {
    let start = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    Game::new(
        GameId(1),
        game().players,
        terms(Some(Days::DEFAULT)),
        start,
        START,
    )
}

/// After these words, all at the start, the player to move is late and the game ends so.
#[track_caller]
fn check(fen: &str, words: &str, expected: GameResult) {
    let mut game = timed_from(fen);
    play(&mut game, START, words);
    assert_eq!(game.result(), None, "{fen} {words}");
    let deadline = after(THREE);
    assert_eq!(game.deadline(), Some(deadline));
    let events = tick(&mut game, deadline + GRACE).unwrap();
    assert_eq!(
        events,
        [Event::Ended {
            result: expected,
            at: deadline
        }],
        "{fen} {words}"
    );
    assert_eq!((game.check_at(), game.deadline()), (None, None));
}

#[test]
fn a_time_out_is_a_loss_but_for_the_exceptions() {
    let start = &Position::start().fen();
    let lost = |late| GameResult::timed_out(late, TimeOut::Lost);
    let no_mate = |late| GameResult::timed_out(late, TimeOut::CannotBeMated);
    let offered = |late| GameResult::timed_out(late, TimeOut::DrawOfferStood);
    check(start, "e4 e5", lost(Color::White));
    check(start, "e4 e5 Nf3", lost(Color::Black));
    // The opponent's offer is taken up, one's own helps nobody.
    check(start, "e4 e5 b=", offered(Color::White));
    check(start, "e4 e5 Nf3=", offered(Color::Black));
    check(start, "e4 e5 w=", lost(Color::White));
    check(start, "e4 e5= w-", lost(Color::White));
    check(start, "e4 e5 b= Nf3 Nc6", lost(Color::White));
    // The one who is late has a queen, and cannot be mated: a bare king, a bishop, a knight.
    let against = |piece: &str| format!("8/{piece}/8/3k4/8/8/4K2Q/8 w - - 0 1");
    check(&against("8"), "Kd2 Kc5 Ke2 Kd5", no_mate(Color::White));
    check(&against("5b2"), "Kd2 Kc5 Ke2 Kd5", no_mate(Color::White));
    check(&against("5n2"), "Kd2 Kc5 Ke2 Kd5", no_mate(Color::White));
    check(&against("8"), "Kd2 Kc5 Ke2", lost(Color::Black));
    // His own pawn stands in his way: 1. Ka1 Kc2 is mate.
    check(
        "8/8/5b2/8/8/2k5/P7/1K6 w - - 0 1",
        "Kc1 Be7 Kb1 Bf6",
        lost(Color::White),
    );
    // Behind a wall that only White can open there is no mate for Black, whatever he has.
    check(
        "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1",
        "Ka6 Kc8",
        no_mate(Color::White),
    );
    // An unclaimed draw does not save anybody.
    check(start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", lost(Color::White));
    // Before both have moved nobody loses.
    let never = GameResult::none(Termination::NeverBegun);
    check(start, "", never);
    check(start, "e4", never);
    check(start, "e4=", never);
}

#[test]
fn it_is_decided_a_minute_after_the_deadline_and_not_before() {
    let mut game = played("e4 e5 Nf3");
    let deadline = after(THREE);
    for due in [
        deadline - Span::millis(51_840_000),
        deadline - Span::hours(3),
    ] {
        assert_eq!(game.check_at(), Some(due));
        assert_eq!(tick(&mut game, due - MOMENT), Err(Refusal::NotDue));
        assert!(matches!(
            tick(&mut game, due).as_deref(),
            Ok([Event::Reminded { .. }])
        ));
    }
    assert_eq!(game.check_at(), Some(deadline + GRACE));
    assert_eq!(
        tick(&mut game, deadline + GRACE - MOMENT),
        Err(Refusal::NotDue)
    );
    let text = |text: &str| Deed::Move {
        text: text.to_owned(),
        offer_draw: false,
    };
    // What was sent in time counts, however late it arrives, as long as nothing is decided.
    let sent = deadline - MOMENT;
    assert!(
        game.decide(&Action::By(BLACK, text("Nc6")), None, sent)
            .is_ok()
    );
    let late = Refusal::TimeIsUp { late: Color::Black };
    for (by, deed) in [
        (BLACK, text("Nc6")),
        (BLACK, Deed::Resign),
        (BLACK, Deed::AcceptDraw),
        (WHITE, Deed::Resign),
        (WHITE, Deed::GiveTime),
        (WHITE, Deed::OfferDraw),
    ] {
        assert_eq!(refused(&game, deadline, by, deed), late);
    }
    tick(&mut game, deadline + GRACE).unwrap();
    let result = game.result();
    assert_eq!(
        refused(&game, sent, BLACK, text("Nc6")),
        Refusal::ArrivedTooLate
    );
    assert_eq!(
        refused(&game, sent, BLACK, Deed::Resign),
        Refusal::ArrivedTooLate
    );
    assert_eq!(
        refused(&game, deadline, BLACK, text("Nc6")),
        Refusal::GameOver
    );
    assert_eq!(tick(&mut game, deadline + DAY), Err(Refusal::GameOver));
    assert_eq!(game.result(), result);
}

#[test]
fn what_ends_a_game_first_is_its_end() {
    let deadline = after(THREE);
    let mut game = played("e4 e5");
    does(&mut game, deadline - MOMENT, BLACK, Deed::Resign);
    assert_eq!(tick(&mut game, deadline + GRACE), Err(Refusal::GameOver));
    assert_eq!(
        game.result(),
        Some((GameResult::resigned(Color::Black), deadline - MOMENT))
    );
    // No time-out decided it, so there is nothing to be sorry for.
    assert_eq!(
        refused(&game, START, WHITE, Deed::Resign),
        Refusal::GameOver
    );
}

#[test]
fn without_limit_nobody_is_late_but_a_game_can_be_left() {
    let mut game = Game::new(
        GameId(1),
        game().players,
        terms(None),
        Position::start(),
        START,
    );
    play(&mut game, START, "e4 e5");
    assert_eq!((game.check_at(), game.deadline()), (None, None));
    assert_eq!(
        tick(&mut game, after(Span::days(999))),
        Err(Refusal::NotDue)
    );
    let month = after(ABANDONED_AFTER);
    assert_eq!(
        refused(&game, month - MOMENT, BLACK, Deed::Abort),
        Refusal::BegunAlready
    );
    assert_eq!(
        refused(&game, month, WHITE, Deed::Abort),
        Refusal::BegunAlready
    );
    let without = GameResult::none(Termination::Abandoned(Some(Color::Black)));
    let events = game.decide(&Action::By(BLACK, Deed::Abort), None, month);
    assert_eq!(
        events,
        Ok(vec![Event::Ended {
            result: without,
            at: month
        }])
    );
    // A takeback gives the asker a fresh turn, here too.
    play(&mut game, START, "Nf3");
    does(&mut game, month, WHITE, Deed::AskTakeback);
    does(&mut game, month, BLACK, Deed::AcceptTakeback);
    assert_eq!(
        refused(&game, month, BLACK, Deed::Abort),
        Refusal::BegunAlready
    );
    does(&mut game, month + ABANDONED_AFTER, BLACK, Deed::Abort);
}

#[test]
fn the_opponent_decides() {
    let deadline = after(THREE);
    let mut game = opponent_decides();
    play(&mut game, START, "e4 e5");
    let claim = |game: &Game, at| game.decide(&Action::By(BLACK, Deed::ClaimWin), None, at);
    assert_eq!(claim(&game, deadline - MOMENT), Err(Refusal::TimeNotUp));
    // A move that was sent in time may still be on its way.
    assert_eq!(claim(&game, deadline), Err(Refusal::TimeJustUp));
    assert_eq!(
        claim(&game, deadline + GRACE - MOMENT),
        Err(Refusal::TimeJustUp)
    );
    assert_eq!(
        refused(&game, deadline + GRACE, WHITE, Deed::ClaimWin),
        Refusal::TimeNotUp
    );
    let lost = GameResult::timed_out(Color::White, TimeOut::Lost);
    let end = vec![Event::Ended {
        result: lost,
        at: deadline + GRACE,
    }];
    assert_eq!(claim(&game, deadline + GRACE), Ok(end));
    // It is told once, and then waits for him.
    while tick(&mut game, deadline + GRACE - MOMENT).is_ok() {}
    assert_eq!(game.check_at(), Some(deadline + GRACE));
    assert_eq!(tick(&mut game, deadline + GRACE), Ok(vec![Event::TimeUp]));
    assert_eq!(game.check_at(), None);
    assert_eq!(
        tick(&mut game, deadline + Span::days(50)),
        Err(Refusal::NotDue)
    );
    // The late player may move until then.
    let mut moved = game.clone();
    play(&mut moved, deadline + DAY, "Nf3");
    assert_eq!(moved.deadline(), Some(deadline + DAY + THREE));
    assert!(moved.check_at().is_some());
    // A day is given from now on, and runs out like any time.
    does(&mut game, deadline + Span::days(5), BLACK, Deed::GiveTime);
    let deadline = deadline + Span::days(6);
    assert_eq!(game.deadline(), Some(deadline));
    assert_eq!(claim(&game, deadline - MOMENT), Err(Refusal::TimeNotUp));
    assert_eq!(
        game.check_at(),
        Some(deadline + GRACE),
        "every reminder was sent in this turn"
    );
    assert_eq!(tick(&mut game, deadline + GRACE), Ok(vec![Event::TimeUp]));
    // A pause is as good as time.
    does(&mut game, deadline + DAY, WHITE, Deed::AskPause);
    does(&mut game, deadline + DAY, BLACK, Deed::AcceptPause);
    assert_eq!(game.check_at(), Some(deadline + DAY + LONGEST_PAUSE));
    tick(&mut game, deadline + DAY + LONGEST_PAUSE).unwrap();
    let deadline = deadline + DAY + LONGEST_PAUSE + DAY;
    assert_eq!(game.deadline(), Some(deadline));
    assert_eq!(tick(&mut game, deadline + GRACE), Ok(vec![Event::TimeUp]));
    does(&mut game, deadline + DAY, BLACK, Deed::ClaimWin);
    assert_eq!(game.result(), Some((lost, deadline + DAY)));
    assert_eq!(
        refused(&game, deadline + DAY - MOMENT, WHITE, Deed::OfferDraw),
        Refusal::ArrivedTooLate
    );
}

#[test]
fn a_claimed_win_knows_the_exceptions_too() {
    let deadline = after(THREE);
    let mut game = opponent_decides();
    play(&mut game, START, "e4 e5 b=");
    does(&mut game, deadline + GRACE, BLACK, Deed::ClaimWin);
    let offered = GameResult::timed_out(Color::White, TimeOut::DrawOfferStood);
    assert_eq!(game.result().map(|(result, _)| result), Some(offered));
    // Before both have moved the game is not worth a decision.
    let mut game = opponent_decides();
    play(&mut game, START, "e4");
    while tick(&mut game, deadline + GRACE - MOMENT).is_ok() {}
    tick(&mut game, deadline + GRACE).unwrap();
    let never = GameResult::none(Termination::NeverBegun);
    assert_eq!(game.result(), Some((never, deadline)));
    // And where the game ends by itself there is nothing to claim.
    let game = played("e4 e5");
    assert_eq!(
        refused(&game, deadline - MOMENT, BLACK, Deed::ClaimWin),
        Refusal::EndsByItself
    );
}

#[test]
fn a_day_is_given_up_to_fourteen() {
    let mut game = played("e4 e5");
    assert_eq!(
        refused(&game, START, WHITE, Deed::GiveTime),
        Refusal::OwnClock
    );
    for days in 4..=14 {
        does(&mut game, START, BLACK, Deed::GiveTime);
        assert_eq!(game.deadline(), Some(after(Span::days(days))));
    }
    assert_eq!(
        refused(&game, START, BLACK, Deed::GiveTime),
        Refusal::EnoughTime
    );
    assert_eq!(
        refused(&game, after(Span::hours(1) - MOMENT), BLACK, Deed::GiveTime),
        Refusal::EnoughTime
    );
    does(&mut game, after(Span::hours(1)), BLACK, Deed::GiveTime);
    assert_eq!(
        game.deadline(),
        Some(after(Span::hours(1) + Span::days(14)))
    );
    assert_eq!(
        refused(
            &game_from(&Position::start().fen()),
            START,
            BLACK,
            Deed::GiveTime
        ),
        Refusal::NoTimeLimit
    );
}
