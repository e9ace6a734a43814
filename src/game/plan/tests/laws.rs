//! Laws on random play.

use super::*;
use crate::chess::Line;
use fastrand::Rng;

/// A position some plies into a random game, with moves to make.
fn random_position(rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::start();
        for _ in 0..rng.usize(..60) {
            match rng.choice(position.legal_moves()) {
                Some(mv) => position.play(mv),
                None => break,
            }
        }
        if position.has_legal_move() {
            return position;
        }
    }
}

/// A random line of play: the opponent's move, the reply, and so on.
fn random_line(rng: &mut Rng, from: &Position, replies: usize) -> Vec<Move> {
    let mut line = Line::new(from.clone());
    for _ in 0..2 * replies {
        match rng.choice(line.position().legal_moves()) {
            Some(mv) => line.push(mv),
            None => break,
        }
    }
    if line.plies() % 2 == 1 {
        line.pop();
    }
    line.moves().to_vec()
}

/// The line as somebody might type it.
fn typed(rng: &mut Rng, from: &Position, moves: &[Move]) -> String {
    let mut position = from.clone();
    let mut text = String::new();
    let style = rng.u8(..4);
    for (ply, &mv) in moves.iter().enumerate() {
        let san = position.san(mv);
        let word = if rng.bool() { san } else { position.uci(mv) };
        let mark = match (style, ply % 2) {
            (0, 0) => "if ",
            (0, _) => "then ",
            (1, _) => ", ",
            (2, 0) => "1. ",
            _ => "",
        };
        text.extend([" ", mark, &word]);
        position.play(mv);
    }
    text
}

/// A plan of a few random lines that may branch anywhere, and the lines that were accepted.
fn random_plan(rng: &mut Rng, from: &Position) -> (Plan, Vec<Vec<Move>>) {
    let mut plan = Plan::default();
    let mut accepted: Vec<Vec<Move>> = Vec::new();
    for _ in 0..rng.usize(1..8) {
        let replies = rng.usize(1..8);
        let mut moves = random_line(rng, from, replies);
        if let Some(earlier) = accepted.get(rng.usize(..8)) {
            let shared = 2 * rng.usize(..=earlier.len() / 2);
            let mut branch = from.clone();
            moves = earlier[..shared].to_vec();
            for &mv in &moves {
                branch.play(mv);
            }
            let replies = rng.usize(..5);
            moves.extend(random_line(rng, &branch, replies));
        }
        if moves.is_empty() {
            continue;
        }
        let before = plan.clone();
        let text = typed(rng, from, &moves);
        match plan.add(!from.turn(), from, &text) {
            Ok(()) => accepted.push(moves),
            Err(PlanRefusal::Contradiction { ply, stands }) => {
                assert_eq!(plan, before);
                assert!(ply % 2 == 1 && !stands.is_empty());
            }
            Err(refusal) => panic!("{text}: {refusal:?}"),
        }
    }
    (plan, accepted)
}

#[test]
fn what_was_accepted_is_played_as_it_was_written() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..300 {
        let from = random_position(&mut rng);
        let (plan, accepted) = random_plan(&mut rng, &from);
        for moves in accepted {
            let (mut position, mut plan) = (from.clone(), plan.clone());
            for pair in moves.chunks(2) {
                let answer = plan.answer(&position, pair[0], false);
                let Answer::Reply(Reply::Move(reply), rest) = answer else {
                    panic!("{answer:?}");
                };
                assert_eq!(reply, pair[1]);
                assert_eq!(plan.answer(&position, pair[0], true), Answer::Waits);
                position.play(pair[0]);
                position.play(reply);
                plan = rest;
            }
        }
    }
}

#[test]
fn plans_are_listed_and_kept_without_loss() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..300 {
        let from = random_position(&mut rng);
        let (plan, _) = random_plan(&mut rng, &from);
        let text = plan.to_text();
        assert_eq!(Plan::from_text(&text), Ok(plan.clone()), "{text}");
        let mut again = Plan::default();
        for line in plan.lines(&from) {
            again.add(!from.turn(), &from, &line).unwrap();
        }
        assert_eq!(again, plan);
    }
}

/// Pieces of lines, sense and nonsense.
const SCRAPS: [&str; 40] = [
    "if ", "then ", "any: ", "any ", ", ", "; ", ": ", " ", "1. ", "2... ", "and ", "resign",
    "accept ", "the draw", "Nf6 ", "e5 ", "Nd5 ", "Nf3 ", "knight ", "f3 ", "e4 ", "e4e5 ", "d5 ",
    "exd5 ", "ed ", "O-O ", "castle ", "short ", "Nc6 ", "Bb5 ", "a6 ", "bishop ", "takes ", "c6 ",
    "dxc6 ", "any ", "e ", "4 ", "\u{200b}", "\u{265e}",
];

/// Lines that can be mutated.
const LINES: [&str; 5] = [
    "if Nf6 then e5, if Nd5 then Nf3",
    "Nf6 e5 Nd5 Nf3 knight c6 bishop b5",
    "1... e5 2. Nf3 Nc6 3. Bb5 a6: resign",
    "any: d4, d5: exd5, any: Nf3, Nc6: accept the draw",
    "c5 any: Nf3, any: d4, if any then Nc3, cxd4: knight takes d4",
];

/// Some scraps, or a line with some of its words exchanged, and some characters of either.
fn mutated(rng: &mut Rng) -> String {
    let mut words: Vec<&str> = match rng.choice(LINES) {
        Some(line) if rng.bool() => line.split_inclusive(' ').collect(),
        _ => vec![""; rng.usize(1..14)],
    };
    let all = words[0].is_empty();
    for word in &mut words {
        if all || rng.u8(..12) == 0 {
            *word = SCRAPS[rng.usize(..SCRAPS.len())];
        }
    }
    let mut chars: Vec<char> = words.concat().chars().collect();
    for _ in 0..rng.usize(..3) {
        let at = rng.usize(..chars.len());
        chars[at] = rng.char(..);
    }
    chars.into_iter().collect()
}

#[test]
fn no_text_does_harm() {
    let mut rng = Rng::with_seed(3);
    let from = position(E4);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let text = mutated(&mut rng);
        accepted += usize::from(does_no_harm(&mut rng, &from, &text));
    }
    assert!(accepted > 1000, "only {accepted} of these texts were lines");
}

/// Whether the text is accepted. If so, it can be listed, kept and played; whatever it answers is legal.
fn does_no_harm(rng: &mut Rng, from: &Position, text: &str) -> bool {
    let mut plan = Plan::default();
    if plan.add(Color::White, from, text).is_err() {
        assert!(plan.is_empty());
        return false;
    }
    assert_eq!(Plan::from_text(&plan.to_text()), Ok(plan.clone()), "{text}");
    let listed = plan.lines(from);
    let mut again = Plan::default();
    assert_eq!(again.add(Color::White, from, &listed[0]), Ok(()), "{text}");
    assert_eq!(again.lines(from), listed, "{text}");
    let mut position = from.clone();
    while let Some(mv) = rng.choice(position.legal_moves()) {
        let offered = plan.answer(&position, mv, true);
        let acts = matches!(offered, Answer::Reply(Reply::Move(_) | Reply::Resign, _));
        assert!(!acts, "{text}");
        let Answer::Reply(Reply::Move(reply), rest) = plan.answer(&position, mv, false) else {
            break;
        };
        position.play(mv);
        assert!(position.legal_moves().contains(reply), "{text}");
        position.play(reply);
        plan = rest;
        assert_eq!(Plan::from_text(&plan.to_text()), Ok(plan.clone()), "{text}");
    }
    true
}

#[test]
fn damaged_keeping_never_panics() {
    let mut rng = Rng::with_seed(4);
    let mut read = 0;
    for _ in 0..300 {
        let from = random_position(&mut rng);
        let (plan, _) = random_plan(&mut rng, &from);
        for _ in 0..50 {
            let mut chars: Vec<char> = plan.to_text().chars().collect();
            chars.extend("any\t\"Nf3\n \"Nc6\tdraw\n".chars());
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..chars.len());
                match rng.u8(..3) {
                    0 => drop(chars.remove(at)),
                    1 => chars.insert(at, *rng.choice(&[' ', '\t', '\n', '"', 'a', '1']).unwrap()),
                    _ => chars[at] = rng.char('a'..'i'),
                }
            }
            let text: String = chars.into_iter().collect();
            if let Ok(plan) = Plan::from_text(&text) {
                read += 1;
                assert_eq!(plan.to_text(), text);
                // Moves of another position are shown as they are kept, and never played.
                assert!(plan.lines(&from).len() <= Plan::MAX_LINES);
                for mv in from.legal_moves() {
                    if let Answer::Reply(Reply::Move(reply), _) = plan.answer(&from, mv, false) {
                        assert!(from.after(mv).legal_moves().contains(reply));
                    }
                }
            }
        }
    }
    assert!(read > 500, "only {read} of these texts were plans");
}
