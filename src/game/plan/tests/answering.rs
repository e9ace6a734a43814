//! What a plan says to a move.

use super::*;

/// What the plan says, in words: the reply in SAN, and the lines that are left.
fn told(fen: &str, lines: &[&str], mv: &str, draw_offered: bool) -> (String, Vec<String>) {
    let before = position(fen);
    let mv = san(&before, mv);
    let after = before.after(mv);
    match plan(fen, lines).answer(&before, mv, draw_offered) {
        Answer::Reply(Reply::Move(reply), rest) => {
            (after.san(reply), rest.lines(&after.after(reply)))
        }
        Answer::Reply(Reply::Resign, rest) => ("resign".to_owned(), rest.lines(&after)),
        Answer::Reply(Reply::AcceptDraw, rest) => ("accept".to_owned(), rest.lines(&after)),
        Answer::Waits => ("waits".to_owned(), Vec::new()),
        Answer::Left => ("left".to_owned(), Vec::new()),
        Answer::Unplayable(text) => (format!("unplayable: {text}"), Vec::new()),
    }
}

#[track_caller]
fn check(lines: &[&str], mv: &str, reply: &str, rest: &[&str]) {
    let (said, left) = told(E4, lines, mv, false);
    assert_eq!(
        (said.as_str(), left.as_slice()),
        (reply, owned(rest).as_slice())
    );
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

const TREE: &[&str] = &[
    "Nf6 e5 Nd5 Nf3",
    "Nf6 e5 Ng8 d4 d5 exd6",
    "e5: resign",
    "any: d4, d5: exd5, Qxd5: Nc3",
    "any: d4, Nxe4: resign",
    "any: d4, any: accept",
];

#[test]
fn the_branch_of_the_move_goes_on() {
    check(
        TREE,
        "Nf6",
        "e5",
        &["2... Nd5 3. Nf3", "2... Ng8 3. d4 d5 4. exd6"],
    );
    check(TREE, "e5", "resign", &[]);
    check(&["Nf6 e5"], "Nf6", "e5", &[]);
}

#[test]
fn any_answers_what_has_no_branch() {
    // What cannot come any more is left out, and what was typed is known by now.
    check(
        TREE,
        "a6",
        "d4",
        &["2... d5 3. exd5 Qxd5 4. Nc3", "any: accept the draw"],
    );
    check(&["any: d4, any: a3"], "d5", "d4", &["any: a3"]);
    check(&["any: resign"], "d5", "resign", &[]);
}

#[test]
fn the_first_stands_when_two_become_one() {
    let text = "any\t\"a4\n \"e5\t\"h4\n \"pawn e7 e5\t\"h3\n \"e5\tdraw\n";
    let plan = Plan::from_text(text).unwrap();
    let before = position(E4);
    let Answer::Reply(Reply::Move(reply), rest) = plan.answer(&before, san(&before, "a6"), false)
    else {
        panic!("a4 is ready");
    };
    let position = before.after(san(&before, "a6"));
    let listed = ["2... e5 3. h4", "2... e5: accept the draw"];
    assert_eq!(rest.lines(&position.after(reply)), listed);
}

/// Either knight may go to d5, and c2 takes on d3 if one comes there.
const KNIGHTS: &str = "6k1/8/5n2/8/1n6/8/P1P4P/6K1 b - - 0 1";

#[test]
fn any_does_not_answer_for_what_was_typed_and_cannot_be_played() {
    let start = position(KNIGHTS);
    let lines = [
        "any: Kh1, Nd5: a4, Kf7: a5",
        "any: Kh1, Kh7: cxd3",
        "any: Kh1, any: a3",
    ];
    let answer = plan(KNIGHTS, &lines).answer(&start, san(&start, "Kg7"), false);
    let Answer::Reply(Reply::Move(reply), mut rest) = answer else {
        panic!("Kh1 is ready");
    };
    let position = start.after(san(&start, "Kg7")).after(reply);
    let listed = ["Nd5: a4, Kf7: a5", "2... Kh7: cxd3", "any: a3"];
    assert_eq!(rest.lines(&position), listed);
    assert_eq!(Plan::from_text(&rest.to_text()), Ok(rest.clone()));
    let unplayable = |text: &str| Answer::Unplayable(text.to_owned());
    let nfd5 = san(&position, "Nfd5");
    assert_eq!(rest.answer(&position, nfd5, false), unplayable("Nd5"));
    assert_eq!(rest.answer(&position, nfd5, true), unplayable("Nd5"));
    assert_eq!(
        rest.answer(&position, san(&position, "Kh7"), false),
        unplayable("cxd3")
    );
    // A line that leaves no doubt goes before.
    rest.add(Color::White, &position, "Nfd5 h3").unwrap();
    let answer = rest.answer(&position, nfd5, false);
    assert!(matches!(answer, Answer::Reply(Reply::Move(_), _)));
    rest.add(Color::White, &position, "Nbd5 accept").unwrap();
    let accepts = Answer::Reply(Reply::AcceptDraw, Plan::default());
    assert_eq!(
        rest.answer(&position, san(&position, "Nbd5"), true),
        accepts
    );
    let doubtful = Plan::from_text("\"Nd5\tdraw\nany\tdraw\n").unwrap();
    assert_eq!(doubtful.answer(&position, nfd5, true), Answer::Left);
}

#[test]
fn the_opponent_may_leave_the_plan() {
    check(&["Nf6 e5"], "e5", "left", &[]);
    check(&[], "e5", "left", &[]);
    check(&["Nf6: accept"], "Nf6", "left", &[]);
    check(&["any: exd5"], "d5", "exd5", &[]);
    check(&["any: exd5"], "d6", "unplayable: exd5", &[]);
}

#[test]
fn an_offer_comes_before_the_plan() {
    let check = |lines: &[&str], reply: &str| {
        assert_eq!(told(E4, lines, "Nf6", true).0, reply, "{lines:?}");
    };
    check(&["Nf6 e5"], "waits");
    check(&["Nf6: resign"], "waits");
    check(&["any: e5"], "waits");
    check(&["Nf6: accept"], "accept");
    check(&["Nf6 e5", "Nf6: accept"], "accept");
    check(&["Nf6 e5", "any: accept"], "accept");
    check(&["c5 Nf3", "any: accept"], "accept");
    check(&["c5: accept", "Nf6 e5"], "waits");
    check(&["c5: accept"], "left");
    check(&["c5 Nf3"], "left");
    check(&["any: exd5"], "unplayable: exd5");
}

#[test]
fn after_a_declined_offer_the_plan_is_asked_again() {
    let plan = plan(E4, &["Nf6 e5 Nd5 Nf3", "any: accept"]);
    let kept = Plan::from_text(&plan.to_text()).unwrap();
    let before = position(E4);
    let mv = san(&before, "Nf6");
    let Answer::Reply(Reply::Move(reply), rest) = kept.answer(&before, mv, false) else {
        panic!("e5 is ready");
    };
    let after = before.after(mv);
    assert_eq!(after.san(reply), "e5");
    assert_eq!(rest.lines(&after.after(reply)), ["2... Nd5 3. Nf3"]);
}
