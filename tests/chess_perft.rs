//! Node counts against figures that two independent engines agree on.
//!
//! Every position is counted to depth 4 or the last listed below, which takes seconds. All listed depths
//! (28,400 million nodes, a minute or two on one core):
//! `cargo test --release --test chess_perft -- --ignored --nocapture`

mod shared;

use penpawn::chess::{CastlingMode, Position, perft};

#[test]
fn chess_programming_wiki() {
    check("perft_cpw.epd", CastlingMode::Standard, 4);
}

#[test]
fn roce() {
    check("perft_roce.epd", CastlingMode::Standard, 4);
}

#[test]
fn sedlak() {
    check("perft_sedlak_tricky.epd", CastlingMode::Standard, 4);
}

#[test]
fn tricky() {
    check("perft_tricky.epd", CastlingMode::Standard, 4);
}

#[test]
fn random() {
    check("perft_random.epd", CastlingMode::Standard, 4);
}

#[test]
fn chess960() {
    check("perft_chess960.epd", CastlingMode::Chess960, 4);
}

#[test]
fn scharnagl_chess960() {
    check(
        "perft_chess960_scharnagl.epd",
        CastlingMode::Chess960,
        500_000,
    );
}

#[test]
fn tricky_chess960() {
    check("perft_tricky_chess960.epd", CastlingMode::Chess960, 4);
}

#[test]
fn set_ups_that_no_game_leads_to() {
    check(
        "perft_tricky_unreachable.epd",
        CastlingMode::Chess960,
        10_000,
    );
}

#[test]
#[ignore = "a minute or two with --release; see the top of this file"]
fn every_listed_depth() {
    for (file, mode) in [
        ("perft_cpw.epd", CastlingMode::Standard),
        ("perft_roce.epd", CastlingMode::Standard),
        ("perft_sedlak_tricky.epd", CastlingMode::Standard),
        ("perft_tricky.epd", CastlingMode::Standard),
        ("perft_random.epd", CastlingMode::Standard),
        ("perft_chess960.epd", CastlingMode::Chess960),
        ("perft_chess960_scharnagl.epd", CastlingMode::Chess960),
        ("perft_tricky_chess960.epd", CastlingMode::Chess960),
    ] {
        check(file, mode, u32::MAX);
    }
}

/// Counts every position of a file at its greatest depth of no more than `deepest`.
#[track_caller]
fn check(file: &str, mode: CastlingMode, deepest: u32) {
    let Some(text) = shared::read(&format!("cases/perft/{file}")) else {
        return;
    };
    let mut total = 0;
    for line in text.lines() {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap().trim();
        let position = Position::from_unreachable_fen(fen, mode)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut depths = fields.map(|field| {
            let (depth, nodes) = field
                .trim()
                .strip_prefix('D')
                .unwrap()
                .split_once(' ')
                .unwrap();
            (depth.parse::<u32>().unwrap(), nodes.parse::<u64>().unwrap())
        });
        let (depth, nodes) = depths
            .rfind(|&(depth, _)| depth <= deepest)
            .expect("a depth that is not too deep");
        assert_eq!(perft(&position, depth), nodes, "{fen} at depth {depth}");
        total += nodes;
    }
    eprintln!("{file}: {} positions, {total} nodes", text.lines().count());
}
