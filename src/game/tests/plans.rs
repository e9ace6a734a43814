//! Plans in a game: when they move, wait, resign, accept and are dropped.

use super::*;

fn plan(game: &mut Game, by: PlayerId, text: &str) {
    let text = text.to_owned();
    act(game, &Action::By(by, Deed::AddToPlan { text })).unwrap();
}

fn do_all(game: &mut Game, words: &str) -> Vec<Event> {
    let mut last = Vec::new();
    for word in words.split(' ') {
        last = act(game, &read(game, word)).unwrap();
    }
    last
}

#[track_caller]
fn check_line(game: &Game, expected: &str) {
    assert_eq!(game.line().san_moves().join(" "), expected);
}

#[test]
fn a_burst_is_one_action_and_one_post() {
    let mut game = played("e4");
    plan(&mut game, WHITE, "e5 Nf3 Nc6 Bb5");
    assert_eq!(game.revision(), Revision(1), "nobody sees a plan");
    let before = game.clone();
    let events = do_all(&mut game, "e5");
    check_line(&game, "e4 e5 Nf3");
    let moves = game.moves().map(|played| played.at).collect::<Vec<_>>();
    assert_eq!(moves[1], moves[2], "a reply is played at the same instant");
    let [
        Notice::Board {
            news,
            headline,
            ping,
            ..
        },
    ] = notices(&before, &events, &game)[..]
    else {
        panic!()
    };
    assert_eq!((news, ping), (2, Some(BLACK)));
    assert_eq!(
        headline,
        Headline::Moved {
            with_draw_offer: false
        }
    );
    // Both have plans now: each move calls the next one.
    plan(&mut game, WHITE, "Nc6 Bb5 a6 Ba4");
    let mut both = game.clone();
    do_all(&mut both, "Nc6");
    check_line(&both, "e4 e5 Nf3 Nc6 Bb5");
    plan(&mut both, WHITE, "a6 Ba4");
    do_all(&mut both, "a6");
    check_line(&both, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
    assert!(both.plan(Color::White).is_empty());
}

#[test]
fn plans_of_both_answer_each_other() {
    let mut game = played("e4");
    plan(&mut game, WHITE, "e5 Nf3, Nc6 Bb5, a6 Ba4");
    do_all(&mut game, "e5");
    plan(&mut game, WHITE, "Nf6 d3");
    // Black answers by hand and plans on; White's plan goes on after each.
    do_all(&mut game, "Nc6");
    check_line(&game, "e4 e5 Nf3 Nc6 Bb5");
    let mut other = game.clone();
    plan(&mut other, WHITE, "d6 Bxc6+ bxc6 d4");
    do_all(&mut other, "d6 bxc6");
    check_line(&other, "e4 e5 Nf3 Nc6 Bb5 d6 Bxc6+ bxc6 d4");
    do_all(&mut game, "a6");
    check_line(&game, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
}

#[test]
fn a_plan_is_dropped_when_the_opponent_leaves_it() {
    let mut game = played("e4");
    plan(&mut game, WHITE, "e5 Nf3");
    do_all(&mut game, "c5");
    check_line(&game, "e4 c5");
    assert!(game.plan(Color::White).is_empty());
    // The move is undone, and with it what it did to the plan.
    let undo = Action::By(BLACK, Deed::Undo);
    act(&mut game, &undo).unwrap();
    do_all(&mut game, "e5");
    check_line(&game, "e4 e5 Nf3");
    // What a plan has answered cannot be undone.
    assert_eq!(act(&mut game, &undo), Err(Refusal::TooLateToUndo));
}

#[test]
fn a_plan_waits_for_the_answer_to_an_offer() {
    let mut game = played("e4");
    plan(&mut game, WHITE, "e5 Nf3");
    do_all(&mut game, "e5=");
    check_line(&game, "e4 e5");
    let mut moved = game.clone();
    do_all(&mut moved, "d4");
    assert!(moved.plan(Color::White).is_empty(), "he moved himself");
    do_all(&mut game, "w-");
    check_line(&game, "e4 e5 Nf3");
}

#[test]
fn a_plan_resigns_and_accepts() {
    let mut game = played("f3 e5 g4");
    plan(&mut game, WHITE, "any: resign");
    do_all(&mut game, "d6");
    assert_eq!(game.result().unwrap().0, GameResult::resigned(Color::White));
    let mut game = played("e4");
    plan(&mut game, WHITE, "any: accept the draw");
    plan(&mut game, WHITE, "e5 Nf3");
    let before = game.clone();
    let events = do_all(&mut game, "e5=");
    assert_eq!(game.result().unwrap().0, GameResult::AGREED);
    let [Notice::Board { ping, .. }] = notices(&before, &events, &game)[..] else {
        panic!()
    };
    assert_eq!(ping, Some(BLACK), "who offered is told");
}

#[test]
fn a_plan_ends_with_the_game_and_with_a_takeback() {
    let mut game = played("e4 e5");
    plan(&mut game, BLACK, "Nf3 Nc6");
    act(&mut game, &Action::By(BLACK, Deed::Resign)).unwrap();
    assert!(game.plan(Color::Black).is_empty());
    let mut game = played("e4 e5");
    plan(&mut game, BLACK, "Nf3 Nc6");
    act(&mut game, &Action::By(WHITE, Deed::AskTakeback)).unwrap();
    act(&mut game, &Action::By(BLACK, Deed::AcceptTakeback)).unwrap();
    check_line(&game, "");
    assert!(game.plan(Color::Black).is_empty());
}

#[test]
fn a_plan_moves_on_vacation_and_in_a_pause() {
    let mut game = played("e4");
    plan(&mut game, WHITE, "e5 Nf3, Nc6 Bb5");
    let away = Action::Vacation {
        by: WHITE,
        until: Some(START + Span::days(5)),
    };
    act(&mut game, &away).unwrap();
    do_all(&mut game, "e5");
    check_line(&game, "e4 e5 Nf3");
    assert!(
        game.away(Color::White, START).is_some(),
        "a plan does not end a vacation"
    );
    act(&mut game, &Action::By(WHITE, Deed::AskPause)).unwrap();
    act(&mut game, &Action::By(BLACK, Deed::AcceptPause)).unwrap();
    do_all(&mut game, "Nc6");
    check_line(&game, "e4 e5 Nf3 Nc6 Bb5");
}
