//! Who can still mate, against positions with known answers, and dead positions in real games. A "no" is never wrong.
//!
//! All 1,200 positions with the budget of `penpawn can-mate`, with the share that is exact:
//! `cargo test --release --test chess_dead -- --ignored --nocapture`.

mod shared;

use penpawn::chess::{CanMate, CastlingMode, Color, Ending, Line, Position};

fn position(fen: &str) -> Position {
    Position::from_unreachable_fen(fen, CastlingMode::Standard).expect("a position")
}

/// Answers that agree with the collection, and those that leave it open, in percent.
struct Share {
    exact: usize,
    not_proven: usize,
    rows: usize,
}

/// Asks for both sides of every `step`th row.
fn ask(step: usize, budget: usize) -> Option<Share> {
    let table = shared::read("cases/unwinnable.tsv")?;
    let mut share = Share {
        exact: 0,
        not_proven: 0,
        rows: 0,
    };
    for row in table.lines().skip(1).step_by(step) {
        let fields: Vec<&str> = row.split('\t').collect();
        let position = position(fields[0]);
        let mut exact = true;
        for (side, expected) in [(Color::White, fields[1]), (Color::Black, fields[2])] {
            let found = position.can_mate(side, budget);
            match (expected, found) {
                ("no", CanMate::No) | ("yes", CanMate::Yes) => {}
                (_, CanMate::YesNotProven) => {
                    share.not_proven += 1;
                    exact = exact && expected == "yes";
                }
                _ => panic!("{}: {side:?} {expected}, but {found}", fields[0]),
            }
        }
        share.exact += usize::from(exact);
        share.rows += 1;
    }
    Some(share)
}

#[test]
fn nothing_is_wrong_with_a_small_budget() {
    let Some(share) = ask(4, 2000) else { return };
    assert!(share.rows >= 300, "{} rows", share.rows);
    assert!(
        share.exact * 100 >= share.rows * 85,
        "{} of {} rows",
        share.exact,
        share.rows
    );
}

#[test]
#[ignore = "minutes without --release"]
fn nearly_everything_is_exact_with_a_large_budget() {
    let Some(share) = ask(1, 300_000) else { return };
    println!(
        "{} of {} rows right, {} of {} answers not proven",
        share.exact,
        share.rows,
        share.not_proven,
        2 * share.rows
    );
    assert!(
        share.exact * 100 >= share.rows * 95,
        "{} of {} rows",
        share.exact,
        share.rows
    );
}

#[test]
fn hard_cases_of_dead_positions() {
    let Some(table) = shared::read("cases/hard_cases.tsv") else {
        return;
    };
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        if fields[2] != "dead" {
            continue;
        }
        rows += 1;
        let (id, fen, expected) = (fields[0], fields[3], fields[6]);
        let position = position(fen);
        let can = |side| match position.can_mate(side, 50_000) {
            CanMate::No => "no",
            CanMate::Yes | CanMate::YesNotProven => "yes",
        };
        let (white, black) = (can(Color::White), can(Color::Black));
        let dead = if (white, black) == ("no", "no") {
            "yes"
        } else {
            "no"
        };
        assert_eq!(
            format!("dead={dead} white_can_mate={white} black_can_mate={black}"),
            expected,
            "{id}: {fen}"
        );
        let ending = match Line::new(position.clone()).ending() {
            Some(Ending::DeadPosition) => "yes",
            // The game is over already, there is nothing left to prove.
            Some(Ending::Stalemate) => dead,
            _ => "no",
        };
        assert_eq!(ending, dead, "{id}: {fen}");
    }
    assert!(rows > 25, "only {rows} rows");
}

/// A flag falls: a win unless the opponent cannot mate by any series of legal moves (FIDE article 6.9).
#[test]
fn hard_cases_of_flag_falls() {
    let Some(table) = shared::read("cases/hard_cases.tsv") else {
        return;
    };
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        if fields[2] != "timeout" {
            continue;
        }
        rows += 1;
        let (winner, won) = match fields[5] {
            "flag=white" => (Color::Black, "0-1"),
            "flag=black" => (Color::White, "1-0"),
            other => panic!("{other}"),
        };
        let found = match position(fields[3]).can_mate(winner, 50_000) {
            CanMate::No => "1/2-1/2",
            CanMate::Yes | CanMate::YesNotProven => won,
        };
        assert_eq!(found, fields[6], "{}: {}", fields[0], fields[3]);
    }
    assert!(rows > 10, "only {rows} rows");
}

#[track_caller]
fn check_ending(fen: &str, expected: Option<Ending>) {
    assert_eq!(Line::new(position(fen)).ending(), expected, "{fen}");
}

#[test]
fn dead_positions_end_a_game_by_themselves() {
    // Behind a locked wall, before a forced capture, and not while a pawn can still open it.
    check_ending(
        "3k4/8/p5p1/P1p1p1Pp/2P1P2P/P3K3/8/8 b - - 0 56",
        Some(Ending::DeadPosition),
    );
    check_ending("7k/8/8/8/8/8/6q1/7K w - - 0 1", Some(Ending::DeadPosition));
    check_ending("3k4/8/p5p1/P1p1p2p/2P1P1PP/P3K3/8/8 w - - 1 56", None);
    // The next move stalemates: that end comes by itself and has its own name.
    check_ending("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", Some(Ending::Stalemate));
    check_ending("7k/5K1p/7P/8/8/8/8/8 b - - 0 1", Some(Ending::Stalemate));
}

#[test]
fn ordinary_positions_are_alive() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut line = Line::new(Position::start());
    for _ in 0..2000 {
        let moves: Vec<_> = line.position().legal_moves().into_iter().collect();
        if moves.is_empty() || line.plies() > 60 {
            line = Line::new(Position::start());
            continue;
        }
        line.push(moves[random.usize(..moves.len())]);
        assert!(!line.position().is_dead(), "{}", line.position().fen());
    }
}
