//! Undone and taken-back moves, and games that are broken off.

use super::*;

const DAY: Span = Span::days(1);
const MOMENT: Span = Span::millis(1);

#[test]
fn an_undone_move_leaves_everything_as_it_was() {
    // An offer stands, somebody asks for a takeback and for a pause, and a reminder was sent.
    let mut game = played("e4 e5 b=");
    does(&mut game, START, BLACK, Deed::AskPause);
    does(
        &mut game,
        after(Span::seconds(61)),
        BLACK,
        Deed::AskTakeback,
    );
    let due = game.check_at().unwrap();
    tick(&mut game, due).unwrap();
    let before = game.clone();
    let at = due + Span::hours(1);
    play(&mut game, at, "Nf3");
    assert_eq!(game.draw_offers().standing, None);
    let moved = game.revision();
    does(&mut game, at + Span::seconds(59), WHITE, Deed::Undo);
    assert_eq!(game.facts().turn, before.facts().turn);
    assert_eq!(game.line(), before.line());
    assert_eq!(
        (game.deadline(), game.check_at()),
        (before.deadline(), before.check_at())
    );
    assert!(game.revision() > moved, "old buttons stay dead");
    does(&mut game, at + Span::seconds(59), WHITE, Deed::AcceptDraw);
}

/// White on vacation from the first to the twentieth day, in the fifth.
fn on_vacation() -> Game {
    let mut game = played("e4 e5");
    away(&mut game, after(DAY), after(Span::days(20)));
    game
}

fn away(game: &mut Game, at: Timestamp, until: Timestamp) {
    let go = Action::Vacation {
        by: WHITE,
        until: Some(until),
    };
    act_at(game, at, &go).unwrap();
}

#[test]
fn a_vacation_and_a_pause_come_back_with_an_undone_move() {
    let at = after(Span::days(5));
    let mut game = on_vacation();
    does(&mut game, after(Span::days(2)), WHITE, Deed::AskPause);
    does(&mut game, after(Span::days(2)), BLACK, Deed::AcceptPause);
    let limit = game.paused_until();
    play(&mut game, at, "Nh3");
    assert_eq!(
        (game.paused_until(), game.away(Color::White, at)),
        (None, None)
    );
    does(&mut game, at + Span::seconds(59), WHITE, Deed::Undo);
    let later = at + Span::seconds(59);
    assert_eq!(
        (game.paused_until(), game.deadline(), game.check_at()),
        (limit, None, limit)
    );
    assert_eq!(game.away(Color::White, later), Some(after(Span::days(20))));
    does(&mut game, later, WHITE, Deed::Resume);
    assert_eq!(game.deadline(), Some(after(Span::days(22))));
}

#[test]
fn a_vacation_that_was_taken_anew_stands_when_the_move_is_undone() {
    let at = after(Span::days(5));
    let until = at + Span::days(2);
    let mut game = on_vacation();
    play(&mut game, at, "Nh3");
    away(&mut game, at + Span::seconds(10), until);
    does(&mut game, at + Span::seconds(20), WHITE, Deed::Undo);
    assert_eq!(game.away(Color::White, at + Span::seconds(20)), Some(until));
    assert_eq!(game.deadline(), Some(until + Span::days(2)));
}

#[test]
fn a_pause_does_not_run_in_an_outage_while_a_move_can_be_undone() {
    let mut game = played("e4 e5");
    does(&mut game, START, WHITE, Deed::AskPause);
    does(&mut game, START, BLACK, Deed::AcceptPause);
    play(&mut game, after(DAY), "Nh3");
    let outage = Outage {
        from: after(DAY),
        to: after(Span::days(40)),
    };
    game.facts.give_back(outage);
    does(&mut game, outage.to, WHITE, Deed::Undo);
    let until = START + LONGEST_PAUSE + outage.length();
    assert_eq!(game.paused_until(), Some(until));
}

#[test]
fn a_move_is_undone_within_a_minute_and_before_it_is_answered() {
    let mut game = played("e4 e5");
    let late = Refusal::TooLateToUndo;
    assert_eq!(
        refused(&game, START, WHITE, Deed::Undo),
        late,
        "it is not his move"
    );
    assert_eq!(refused(&game, after(UNDO_WITHIN), BLACK, Deed::Undo), late);
    let just = after(UNDO_WITHIN - MOMENT);
    for deed in [Deed::Undo, Deed::AskTakeback] {
        let events = does(&mut game.clone(), just, BLACK, deed);
        assert_eq!(events, [Event::Undone { at: just }]);
    }
    does(&mut game, START, BLACK, Deed::Undo);
    assert_eq!(
        refused(&game, START, WHITE, Deed::Undo),
        late,
        "only the last move"
    );
    // Answered.
    let mut game = played("e4 e5 Nf3");
    assert_eq!(refused(&game, START, BLACK, Deed::Undo), late);
    does(&mut game, START, BLACK, Deed::Resign);
    assert_eq!(refused(&game, START, WHITE, Deed::Undo), Refusal::GameOver);
}

#[test]
fn nobody_undoes_a_move_into_a_lost_game() {
    let deadline = after(Span::days(3));
    let mut game = played("e4 e5");
    play(&mut game, deadline - Span::seconds(10), "Nf3");
    does(&mut game.clone(), deadline - MOMENT, WHITE, Deed::Undo);
    assert_eq!(
        refused(&game, deadline, WHITE, Deed::Undo),
        Refusal::TooLateToUndo
    );
    let events = does(&mut game, deadline, WHITE, Deed::AskTakeback);
    assert_eq!(events, [Event::TakebackAsked { by: Color::White }]);
}

#[test]
fn an_outage_leaves_the_time_to_undo_and_the_time_to_come_back_to() {
    let mut game = played("e4 e5");
    play(&mut game, after(DAY), "Nf3");
    let outage = Outage {
        from: after(DAY) + Span::seconds(30),
        to: after(Span::days(10)),
    };
    let mut facts = game.facts().clone();
    facts.give_back(outage);
    let fresh = Game::new(
        game.id,
        game.players,
        game.terms,
        game.line().start().clone(),
        START,
    );
    let mut game = Game::restore(fresh, game.moves().collect::<Vec<_>>(), facts);
    let at = outage.to + Span::seconds(29);
    does(&mut game, at, WHITE, Deed::Undo);
    assert_eq!(
        game.deadline(),
        Some(after(Span::days(3)) + outage.length())
    );
}

#[test]
fn a_takeback_takes_one_ply_or_two() {
    #[track_caller]
    fn check(asker: PlayerId, left: &[&str], turn: Color) {
        let mut game = played("e4 e5 Nf3");
        let (asked, agreed) = (after(DAY), after(Span::days(2)));
        let other = game.opponent_of(asker).unwrap();
        does(&mut game, asked, asker, Deed::AskTakeback);
        assert_eq!(
            refused(&game, asked, asker, Deed::AcceptTakeback),
            Refusal::OwnTakeback
        );
        does(&mut game, agreed, other, Deed::AcceptTakeback);
        assert_eq!(game.line().san_moves(), left);
        assert_eq!(game.turn(), turn);
        assert_eq!(
            game.deadline(),
            Some(agreed + Span::days(3)),
            "a fresh full turn"
        );
    }
    check(WHITE, &["e4", "e5"], Color::White);
    check(BLACK, &["e4"], Color::Black);
}

#[test]
fn a_takeback_is_asked_once_a_turn_and_lapses_with_a_move() {
    let asked = after(UNDO_WITHIN);
    let mut game = played("e4");
    assert_eq!(
        refused(&game, asked, BLACK, Deed::AskTakeback),
        Refusal::NothingToTakeBack
    );
    assert_eq!(
        refused(&game, asked, BLACK, Deed::AcceptTakeback),
        Refusal::NoTakebackAsked
    );
    does(&mut game, asked, WHITE, Deed::AskTakeback);
    assert_eq!(
        refused(&game, asked, WHITE, Deed::AskTakeback),
        Refusal::TakebackAskedAlready
    );
    does(&mut game, asked, BLACK, Deed::DeclineTakeback);
    assert_eq!(
        refused(&game, asked, BLACK, Deed::AcceptTakeback),
        Refusal::NoTakebackAsked
    );
    assert_eq!(
        refused(&game, asked, WHITE, Deed::AskTakeback),
        Refusal::TakebackAskedThisTurn
    );
    play(&mut game, asked, "e5");
    does(&mut game, asked, WHITE, Deed::AskTakeback);
    play(&mut game, asked, "Nf3");
    assert_eq!(
        refused(&game, asked, BLACK, Deed::AcceptTakeback),
        Refusal::NoTakebackAsked
    );
    // An ask is answered before the other asks in turn: it would not be clear what is agreed to.
    let mut game = played("e4 e5 Nf3");
    does(&mut game, asked, BLACK, Deed::AskTakeback);
    assert_eq!(
        refused(&game, asked, WHITE, Deed::AskTakeback),
        Refusal::OpponentAsksTakeback
    );
}

#[test]
fn a_takeback_drops_the_offer_that_stands() {
    let mut game = played("e4 e5 Nf3 b=");
    does(&mut game, after(DAY), WHITE, Deed::AskTakeback);
    does(&mut game, after(DAY), BLACK, Deed::AcceptTakeback);
    assert_eq!(game.draw_offers().standing, None);
    let mut game = played("e4 e5 Nf3 w#");
    assert_eq!(
        refused(&game, START, BLACK, Deed::AskTakeback),
        Refusal::GameOver
    );
    assert!(act(&mut game, &Action::By(BLACK, Deed::AcceptTakeback)).is_err());
}

#[test]
fn a_game_is_aborted_until_both_have_moved() {
    for (words, by) in [("", WHITE), ("", BLACK), ("e4", WHITE), ("e4", BLACK)] {
        let before = played(words);
        let mut game = before.clone();
        let events = does(&mut game, START, by, Deed::Abort);
        let aborted = GameResult::none(Termination::Aborted(before.players.color_of(by)));
        assert_eq!(game.result(), Some((aborted, START)), "{words}");
        let [Notice::Board { ping, .. }] = notices(&before, &events, &game)[..] else {
            panic!("one post");
        };
        assert_eq!(ping, game.opponent_of(by), "the one who did not end it");
    }
    let game = played("e4 e5");
    assert_eq!(
        refused(&game, START, WHITE, Deed::Abort),
        Refusal::BegunAlready
    );
    assert_eq!(
        refused(&game, START, NOBODY, Deed::Abort),
        Refusal::NotYourGame
    );
}
