//! What a plan does not take, and what its refusal says.

use super::*;
use crate::chess::Square;
use crate::chess::notation::{Illegal, Reason};

#[track_caller]
fn refusal(fen: &str, lines: &[&str], text: &str) -> PlanRefusal {
    let mut plan = plan(fen, lines);
    let before = plan.clone();
    let position = position(fen);
    let refusal = plan.add(!position.turn(), &position, text).unwrap_err();
    assert_eq!(plan, before, "{text}");
    refusal
}

/// The step that is at fault: its number, its text, the position by its FEN's first words.
#[track_caller]
fn check_step(step: &PlanStep, ply: usize, text: &str, after: &[&str]) {
    let mut expected = position(E4);
    for word in after {
        expected.play(san(&expected, word));
    }
    assert_eq!((step.ply, step.text.as_str()), (ply, text));
    assert_eq!(step.position, expected);
    assert!(step.known);
}

#[track_caller]
fn check_unread(text: &str, ply: usize, at: &str, after: &[&str]) -> Unread {
    match refusal(E4, &[], text) {
        PlanRefusal::Unread(step, why) => {
            check_step(&step, ply, at, after);
            why
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn check_illegal(text: &str, ply: usize, at: &str, after: &[&str], reason: Reason) {
    match check_unread(text, ply, at, after) {
        Unread::Illegal(Illegal { reason: found, .. }) => assert_eq!(found, reason, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn an_illegal_move_is_told_with_its_place() {
    let e6 = Reason::OpponentsMove(Square::E7);
    check_illegal("if Nf6 then e6, if Nd5 then Nf3", 2, "e6", &["Nf6"], e6);
    check_illegal("Nf6 e6 Nd5 Nf3", 2, "e6", &["Nf6"], e6);
    check_illegal("1... Nf6 2. e6", 2, "e6", &["Nf6"], e6);
    check_illegal("if Nf6 then pawn e6", 2, "pawn e6", &["Nf6"], e6);
    check_illegal("Nf6 pawn e6 Nd5 Nf3", 2, "pawn e6", &["Nf6"], e6);
    let far = Reason::CannotReach(Square::E6);
    check_illegal("if Nf6 then e4 e6", 2, "e4 e6", &["Nf6"], far);
    let rook = Reason::EmptySquare(Square::B3);
    check_illegal("Nf6 e5 Rb3d3 Nf3", 3, "Rb3d3", &["Nf6", "e5"], rook);
    let step = refusal(E4, &[], "Nf3 Nf6");
    assert!(matches!(step, PlanRefusal::Unread(step, Unread::Illegal(_)) if step.ply == 1));
}

#[test]
fn no_move_at_all_is_told_as_it_was_typed() {
    let unread = |text: &str, ply: usize, at: &str, after: &[&str]| {
        assert_eq!(
            check_unread(text, ply, at, after),
            Unread::Unreadable,
            "{text}"
        );
    };
    unread("hello", 1, "hello", &[]);
    unread("if hello there then e5", 1, "hello there", &[]);
    unread("Nf6 hello Nd5 Nf3", 2, "hello", &["Nf6"]);
    unread("Nf6 e5, Nd5 hello", 4, "hello", &["Nf6", "e5", "Nd5"]);
    unread("if resign then e5", 1, "resign", &[]);
    unread("if Nf6 then draw", 2, "draw", &["Nf6"]);
    unread("if Nf6 then any", 2, "any", &["Nf6"]);
    unread("Nf6 e5, if", 3, "if", &["Nf6", "e5"]);
    unread("Nf6 e5 ->", 3, "->", &["Nf6", "e5"]);
}

#[test]
fn a_move_that_belongs_to_a_line_of_its_own_is_told() {
    let other = "if e5 then Nf3, if e6 then d4";
    let PlanRefusal::OtherLine(step, Unread::Illegal(_)) = refusal(E4, &[], other) else {
        panic!("e6 could be played instead of e5");
    };
    check_step(&step, 3, "e6", &["e5", "Nf3"]);
    // The owner's own moves and a move played already are no other line.
    let unread = |text| matches!(refusal(E4, &[], text), PlanRefusal::Unread(..));
    assert!(unread("e5 Nf3 Nc6 e4"));
    assert!(unread("e5 Nf3 e7e5 Bc4"));
}

#[test]
fn an_ambiguous_move_is_asked_back() {
    let two_knights = "6k1/8/8/8/8/5N2/6PP/1N4K1 b - - 0 1";
    let PlanRefusal::Unread(step, Unread::Ambiguous(moves)) = refusal(two_knights, &[], "Kh7 Nd2")
    else {
        panic!("two knights can go to d2");
    };
    assert_eq!((step.ply, step.text.as_str(), moves.len()), (2, "Nd2", 2));
    let promotion = "6k1/4P3/8/8/8/8/8/6K1 b - - 0 1";
    let PlanRefusal::Unread(step, why) = refusal(promotion, &[], "if Kg7 then e8, Kh7 Kg2") else {
        panic!("the piece is missing");
    };
    assert!(why.asks_promotion());
    assert_eq!(step.text, "e8");
}

#[test]
fn a_line_has_a_reply_to_each_move() {
    for (text, ply, at, after) in [
        ("Nf6", 1, "Nf6", &[][..]),
        ("if knight f6 then", 1, "knight f6", &[]),
        ("any", 1, "any", &[]),
        ("Nf6 e5, if Nd5", 3, "Nd5", &["Nf6", "e5"]),
    ] {
        let PlanRefusal::NoReply(step) = refusal(E4, &[], text) else {
            panic!("{text}");
        };
        check_step(&step, ply, at, after);
    }
}

#[test]
fn if_is_the_opponents_and_then_the_owners() {
    for (text, ply, at, after) in [
        ("then Nf6 e5", 1, "Nf6", &[][..]),
        ("if Nf6 if e5", 2, "e5", &["Nf6"]),
        ("if Nf6 then e5 then Nf3", 3, "Nf3", &["Nf6", "e5"]),
    ] {
        let PlanRefusal::OutOfTurn(step) = refusal(E4, &[], text) else {
            panic!("{text}");
        };
        check_step(&step, ply, at, after);
    }
}

#[test]
fn nothing_comes_after_the_end() {
    for (text, ply, at, after) in [
        ("Nf6 resign, Nd5 Nf3", 3, "Nd5", &["Nf6"][..]),
        ("Nf6 accept the draw Nd5 Nf3", 3, "Nd5", &["Nf6"]),
        (
            "f6 Nc3 g5 Qh5 Nh6 a3",
            5,
            "Nh6",
            &["f6", "Nc3", "g5", "Qh5#"],
        ),
        (
            "f6 Nc3 g5 Qh5 any a3",
            5,
            "any",
            &["f6", "Nc3", "g5", "Qh5#"],
        ),
    ] {
        let PlanRefusal::AfterTheEnd(step) = refusal(E4, &[], text) else {
            panic!("{text}");
        };
        check_step(&step, ply, at, after);
    }
}

#[test]
fn an_unknown_position_is_said_to_be_unknown() {
    for (text, at) in [
        ("any: Nf5", "Nf5"),
        ("any: Nf3, knight e3: d4", "knight e3"),
    ] {
        let PlanRefusal::Unread(step, Unread::Illegal(_)) = refusal(E4, &[], text) else {
            panic!("{text}");
        };
        assert_eq!((step.text.as_str(), step.known), (at, false));
    }
    // Nothing but the answer to one move makes it legal.
    let capture = plan(E4, &["any: exd5"]);
    assert_eq!(capture.lines(&position(E4)), ["any: exd5"]);
}

#[test]
fn another_reply_to_the_same_move_is_refused() {
    let check = |lines: &[&str], text: &str, ply: usize, stands: &str| {
        let expected = PlanRefusal::Contradiction {
            ply,
            stands: stands.to_owned(),
        };
        assert_eq!(refusal(E4, lines, text), expected, "{text}");
    };
    check(&["Nf6 e5"], "Nf6 d3", 1, "1... Nf6 2. e5");
    check(
        &["Nf6 e5 Nd5 Nf3"],
        "if Nf6 then resign",
        1,
        "1... Nf6 2. e5",
    );
    check(&["Nf6: resign"], "Nf6 e5 Nd5 Nf3", 1, "1... Nf6: resign");
    check(
        &["Nf6 e5 Nd5 Nf3"],
        "Nf6 e5 Nd5 c4",
        3,
        "1... Nf6 2. e5 Nd5 3. Nf3",
    );
    check(&["any: Nf3"], "any: resign", 1, "any: Nf3");
    check(&["any: Nf3"], "any: d4", 1, "any: Nf3");
    check(
        &["any: Nf3, Nc6: Bb5"],
        "any: Nf3, knight c6: d4",
        3,
        "any: Nf3, Nc6: Bb5",
    );
    // The same move unless a pawn is on e6 by then.
    check(
        &["any: a4, e5: h4"],
        "any: a4, pawn e7 e5: h4",
        3,
        "any: a4, e5: h4",
    );
}

#[test]
fn the_owner_is_not_to_move() {
    let mut plan = Plan::default();
    let refusal = plan.add(Color::Black, &position(E4), "Nf6 e5");
    assert_eq!(refusal, Err(PlanRefusal::YourTurn));
}

#[test]
fn an_empty_line_is_none() {
    for text in ["", "  ", ", ;", "1..."] {
        assert_eq!(refusal(E4, &[], text), PlanRefusal::Empty, "{text}");
    }
}

#[test]
fn limits_are_kept() {
    let padding = " ".repeat(Plan::MAX_CHARACTERS - "Nf6 e5".len());
    plan(E4, &[&format!("Nf6{padding} e5")]);
    assert_eq!(
        refusal(E4, &[], &format!("Nf6{padding}  e5")),
        PlanRefusal::TooLong { limit: 500 }
    );

    let shuffle = "Nf6 Nf3 Ng8 Ng1 ".repeat(Plan::MAX_REPLIES / 2);
    let deep = plan(E4, &[&shuffle]);
    assert_eq!(deep.lines(&position(E4)).len(), 1);
    assert_eq!(
        refusal(E4, &[], &format!("{shuffle} e5 d4")),
        PlanRefusal::TooDeep { limit: 20 }
    );

    let position = position(E4);
    let moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| position.san(mv))
        .collect();
    assert_eq!(moves.len(), 20);
    let mut lines: Vec<String> = moves.iter().map(|mv| format!("{mv}: resign")).collect();
    let full: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(
        refusal(E4, &full, "any: resign"),
        PlanRefusal::TooManyLines { limit: 20 }
    );
    // A line that goes on where another ends is no line more.
    lines[0] = format!("{}: a3", moves[0]);
    let full: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut plan = plan(E4, &full);
    plan.add(
        Color::White,
        &position,
        &format!("{} a3, any: a4", moves[0]),
    )
    .unwrap();
    assert_eq!(plan.lines(&position).len(), 20);
}
