//! How lines are typed, and how they are listed.

use super::*;

/// A line typed so, after 1. e4, is listed so.
#[track_caller]
fn check(text: &str, listed: &str) {
    check_at(E4, text, listed);
}

#[track_caller]
fn check_at(fen: &str, text: &str, listed: &str) {
    assert_eq!(plan(fen, &[text]).lines(&position(fen)), [listed], "{text}");
}

const ALEKHINE: &str = "1... Nf6 2. e5 Nd5 3. Nf3";

#[test]
fn marks_and_little_words_may_stand_between_moves() {
    check("if Nf6 then e5, if Nd5 then Nf3", ALEKHINE);
    check("If Nf6, then e5; if Nd5, then Nf3.", ALEKHINE);
    check("IF Nf6 THEN e5 IF Nd5 THEN Nf3", ALEKHINE);
    check("if Nf6 e5 if Nd5 Nf3", ALEKHINE);
    check("if Nf6: e5, and if Nd5: Nf3", ALEKHINE);
    check("Nf6 then e5 and Nd5 then Nf3", ALEKHINE);
    check("Nf6, e5, Nd5, Nf3", ALEKHINE);
    check("Nf6;e5;Nd5;Nf3", ALEKHINE);
    check("Nf6 -> e4 -> e5, Nd5 => Nf3", ALEKHINE);
    check(
        "1... Nf6 \u{2192} 2. e5, Nd5 \u{2192} g1 \u{2192} f3",
        ALEKHINE,
    );
    check("Nf6\u{ff0c}e5\u{3001}Nd5\u{ff1b}Nf3", ALEKHINE);
    check("  Nf6\n e5\tNd5   Nf3 , ", ALEKHINE);
}

#[test]
fn words_alone_are_enough() {
    check("Nf6 e5 Nd5 Nf3", ALEKHINE);
    check("nf6 e4e5 f6d5 nf3", ALEKHINE);
    check("knight f6 e5 knight d5 knight to f3", ALEKHINE);
    check("Knight to f6 e4 - e5 N d5 knight from g1 to f3", ALEKHINE);
    check("g8 f6 e4 e5 f6 d5 g1 f3", ALEKHINE);
    check_at(
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "castle short O - O - O",
        "1... O-O 2. O-O-O",
    );
    check_at(
        "3r3k/4P3/8/8/8/6K1/p7/8 b - - 0 1",
        "a2 a1 queen pawn from e7 takes on d8 promotes to queen check",
        "1... a1=Q 2. exd8=Q+",
    );
}

#[test]
fn numbers_may_stand_before_moves() {
    check("1... Nf6 2. e5 Nd5 3. Nf3", ALEKHINE);
    check("1...Nf6 2.e5 2...Nd5 3.Nf3", ALEKHINE);
    check("1\u{2026} Nf6 2. e5 \u{2026} Nd5 3.Nf3", ALEKHINE);
    check("if 1... Nf6 then 2. e5, if 2... Nd5 then 3. Nf3", ALEKHINE);
    check("... Nf6 2 e5 ...Nd5 3 Nf3", ALEKHINE);
    check_at(
        QUEEN,
        "30. Qxb7 g6 31. Qb3+ Kg7",
        "30. Qxb7 g6 31. Qb3+ Kg7",
    );
}

#[test]
fn any_stands_for_every_move() {
    for text in [
        "if any: Nf3",
        "if any then Nf3",
        "any: Nf3",
        "any:Nf3",
        "any Nf3",
        "If anything, Nf3",
        "any move Nf3",
        "1... any 2. Nf3",
    ] {
        let listed = plan(E4, &[text]).lines(&position(E4));
        assert_eq!(listed.len(), 1);
        assert!(listed[0].starts_with("any: "), "{listed:?}");
        assert!(listed[0].ends_with("Nf3"), "{listed:?}");
    }
    check(
        "any: Nf3, if knight c6 then Bb5",
        "any: Nf3, knight c6: Bb5",
    );
    check(
        "Nf6 e5, any: d4, any: resign",
        "1... Nf6 2. e5, any: d4, any: resign",
    );
}

#[test]
fn a_reply_may_end_the_game() {
    check("if Nf6 then resign", "1... Nf6: resign");
    check("if Nf6, resign!", "1... Nf6: resign");
    check("Nf6 I resign", "1... Nf6: resign");
    check("Nf6 e5 Nd5: resign", "1... Nf6 2. e5 Nd5: resign");
    check_at(QUEEN, "if Qxb7 then resign", "30. Qxb7: resign");
    for text in [
        "if Nf6 accept the draw",
        "if Nf6 then accept draw",
        "Nf6 accept",
        "Nf6: Accept a draw.",
        "if Nf6, accept the draw offer",
        "if Nf6, accept the offer",
    ] {
        check(text, "1... Nf6: accept the draw");
    }
    check("any: accept the draw", "any: accept the draw");
}

#[test]
fn colons_also_take() {
    check("d5 e:d5", "1... d5 2. exd5");
    check("d5: e:d5", "1... d5 2. exd5");
    check("d5\u{ff1a} exd5", "1... d5 2. exd5");
    check("d5 : exd5", "1... d5 2. exd5");
}

#[test]
fn lines_add_up_to_a_tree() {
    let lines = [
        "Nf6 e5 Nd5 Nf3",
        "Nf6 e5 Ng8 d4",
        "c5 Nf3",
        "c5 accept the draw",
        "any: accept the draw",
        "any: d4",
        "any: d4, d5: exd5",
        "any: d4, any: resign",
    ];
    let listed = [
        "1... Nf6 2. e5 Nd5 3. Nf3",
        "1... Nf6 2. e5 Ng8 3. d4",
        "1... c5 2. Nf3",
        "1... c5: accept the draw",
        "any: accept the draw",
        "any: d4, d5: exd5",
        "any: d4, any: resign",
    ];
    assert_eq!(plan(E4, &lines).lines(&position(E4)), listed);
}

#[test]
fn the_same_line_again_changes_nothing() {
    for (lines, again) in [
        (["Nf6 e5 Nd5 Nf3", "c5 Nf3"], "if knight f6: e4e5"),
        (["Nf6 e5 Nd5 Nf3", "c5 Nf3"], "Nf6 e5 Nd5 Nf3"),
        (["any: resign", "c5: accept"], "any: resign"),
        (
            ["any: Nf3, Nc6: Bb5", "any: accept"],
            "any: knight f3, knight c6: bishop b5",
        ),
    ] {
        let once = plan(E4, &lines);
        let twice = plan(E4, &[lines[0], lines[1], again]);
        assert_eq!(once, twice, "{again}");
    }
}

#[test]
fn castling_of_chess960_is_planned_as_well() {
    let fen = "1k1r4/pppppppp/8/8/8/8/PPPPPPPP/1K1R4 b Dd - 0 1";
    let position = Position::from_fen(fen, CastlingMode::Chess960).unwrap();
    let mut plan = Plan::default();
    plan.add(Color::White, &position, "O-O O-O").unwrap();
    assert_eq!(plan.lines(&position), ["1... O-O 2. O-O"]);
    assert_eq!(plan.to_text(), "b8d8\tb1d1\n");
}
