//! Plans as text, and damaged text.

use super::*;
use crate::chess::Square;

#[test]
fn a_plan_is_kept_as_lines() {
    let plan = plan(
        E4,
        &[
            "Nf6 e5 Nd5 Nf3",
            "Nf6 e5, any: knight f3, Nc6: accept",
            "any: resign",
            "c5 accept",
        ],
    );
    let text =
        "g8f6\te4e5\n f6d5\tg1f3\n any\t\"knight f3\n  \"Nc6\tdraw\nany\tresign\nc7c5\tdraw\n";
    assert_eq!(plan.to_text(), text);
    assert_eq!(Plan::from_text(text), Ok(plan));
    let typed = "g8f6\t\"Bb5\n\"Nd5\t\"c4\n \"Nb6\t\"c5\n";
    assert_eq!(Plan::from_text(typed).unwrap().to_text(), typed);
    assert_eq!(Plan::from_text(""), Ok(Plan::default()));
    assert_eq!(Plan::default().to_text(), "");
}

#[track_caller]
fn check_damaged(text: &str) {
    assert!(Plan::from_text(text).is_err(), "{text:?}");
}

#[test]
fn damaged_text_is_an_error() {
    for text in [
        "\n",
        "g8f6",
        "g8f6\t",
        "\te4e5\n",
        "g8f6\te4e5",
        "g8f6\te4e5\r\n",
        "g8f6\te4e5\n\n",
        "g8f6 e4e5\n",
        "g8f6\te4e5\t\n",
        " g8f6\te4e5\n",
        "g8f6\te4e5\n  f6d5\tg1f3\n",
        "g8f6\tresign\n f6d5\tg1f3\n",
        "g8f6\tdraw\n f6d5\tg1f3\n",
        "g8f6\te4e9\n",
        "g8f6\te4e5k\n",
        "Nf6\te4e5\n",
        "any\tg1f3\n",
        "any\t\"\n",
        "any\t\"knight  f3\n",
        "any\t\"Nf3\n g8f6\t\"d4\n",
        "any\t\"Nf3\n \"any\t\"d4\u{0}\n",
        "g8f6\te4e5\ng8f6\tresign\n",
        "g8f6\te4e5\ng8f6\te4e5\n",
        "g8f6\tdraw\ng8f6\tdraw\n",
        "resign\te4e5\n",
        "\u{e9}8f6\te4e5\n",
    ] {
        check_damaged(text);
    }
    let nested = |deep: usize| -> String {
        let indents = (0..deep).map(|depth| " ".repeat(depth));
        indents
            .flat_map(|indent| [indent, "g8f6\te4e5\n".to_owned()])
            .collect()
    };
    assert!(Plan::from_text(&nested(Plan::MAX_REPLIES)).is_ok());
    check_damaged(&nested(Plan::MAX_REPLIES + 1));
    let side_by_side = |many: usize| -> String {
        let targets = Square::ALL.into_iter().skip(1).take(many);
        targets
            .flat_map(|to| ["a1".to_owned(), to.to_string(), "\tresign\n".to_owned()])
            .collect()
    };
    assert!(Plan::from_text(&side_by_side(Plan::MAX_LINES)).is_ok());
    check_damaged(&side_by_side(Plan::MAX_LINES + 1));
}

#[test]
fn the_line_at_fault_is_told() {
    let error = Plan::from_text("g8f6\te4e5\nc7c5\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2 is not of a plan");
}

#[test]
fn one_line_is_dropped_with_all_that_leads_to_it_alone() {
    let lines = ["e5 Nf3 Nc6 Bb5", "e5 Nf3 d6 d4", "c5 Nc3", "any: d4"];
    let listed = [
        "1... e5 2. Nf3 Nc6 3. Bb5",
        "1... e5 2. Nf3 d6 3. d4",
        "1... c5 2. Nc3",
        "any: d4",
    ];
    let (whole, position) = (plan(E4, &lines), position(E4));
    for dropped in 0..listed.len() {
        let mut left = whole.clone();
        let line = PlanLine::of(&position, listed[dropped]);
        left.drop_line(&position, line).unwrap();
        let mut expected = listed.to_vec();
        expected.remove(dropped);
        assert_eq!(left.lines(&position), expected);
        assert_eq!(Plan::from_text(&left.to_text()), Ok(left.clone()));
        assert_eq!(
            left.drop_line(&position, line),
            Err(PlanRefusal::NoSuchLine)
        );
        assert_eq!(left.lines(&position), expected);
    }
    // The moves that only led there go as well.
    let mut left = plan(E4, &lines[..1]);
    let line = PlanLine::of(&position, listed[0]);
    left.drop_line(&position, line).unwrap();
    assert!(left.is_empty());
}
