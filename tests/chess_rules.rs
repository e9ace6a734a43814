//! The rules by example, without the collection: legal moves, castling, en passant, endings and claims.

use penpawn::chess::{CastlingMode, Ending, Line, Position};

fn line(fen: &str, mode: CastlingMode, moves: &str) -> Line {
    let start = Position::from_fen(fen, mode).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut line = Line::new(start);
    for uci in moves.split_whitespace() {
        let mv = line
            .position()
            .parse_uci(uci)
            .unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
        line.push(mv);
    }
    line
}

#[track_caller]
fn check_legal(fen: &str, moves: &str, legal: &[&str], illegal: &[&str]) {
    check_legal_in(CastlingMode::Standard, fen, moves, legal, illegal);
}

#[track_caller]
fn check_legal_in(mode: CastlingMode, fen: &str, moves: &str, legal: &[&str], illegal: &[&str]) {
    let line = line(fen, mode, moves);
    for uci in legal {
        assert!(
            line.position().parse_uci(uci).is_ok(),
            "{fen} {moves}: {uci} is legal"
        );
    }
    for uci in illegal {
        assert!(
            line.position().parse_uci(uci).is_err(),
            "{fen} {moves}: {uci} is illegal"
        );
    }
}

#[test]
fn en_passant_is_tried_out() {
    // Both pawns leave the rank, the rook looks at the king.
    check_legal("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1", "", &["b5b6"], &["b5c6"]);
    check_legal("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", "d7d5", &[], &["c5d6"]);
    // A third man stays on the rank.
    check_legal("8/8/8/8/R2NpP1k/8/8/4K3 b - f3 0 1", "", &["e4f3"], &[]);
    // The captured pawn shields the king.
    check_legal("8/1b6/8/3pP3/8/5K2/8/k7 w - d6 0 1", "", &[], &["e5d6"]);
    // The capturer is pinned: on its file, on the diagonal of the capture.
    check_legal(
        "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "",
        &["e5e6"],
        &["e5d6"],
    );
    check_legal(
        "1b4k1/8/8/3pP3/5K2/8/8/8 w - d6 0 1",
        "",
        &["e5d6"],
        &["e5e6"],
    );
    // The pawn that has just moved gives check; the one it uncovers does.
    check_legal(
        "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
        "",
        &["e5d6", "e4d5"],
        &["e5e6"],
    );
    check_legal(
        "2b3k1/8/8/3pP3/8/7K/8/8 w - d6 0 1",
        "",
        &["h3g3"],
        &["e5d6"],
    );
    // The captured pawn gives check.
    check_legal(
        "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1",
        "d2d4",
        &["e4d3", "c5d4"],
        &["e4e3"],
    );
    // Only at once.
    check_legal("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", &["e5d6"], &[]);
    check_legal(
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5 e1e2 e8e7",
        &[],
        &["e5d6"],
    );
}

#[test]
fn castling_looks_at_the_way() {
    let both = ["e1g1", "e1c1"];
    check_legal(
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "",
        &both,
        &["e1h1", "e1a1"],
    );
    check_legal("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "", &[], &both);
    check_legal(
        "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1",
        "",
        &["e1c1"],
        &["e1g1"],
    );
    check_legal("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "", &["e1e2"], &both);
    check_legal("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1", "", &[], &both);
    check_legal(
        "4k3/8/8/8/8/2n5/8/R3K2R w KQ - 0 1",
        "",
        &["e1g1"],
        &["e1c1"],
    );
    // An attack on b1 or on the rook does not matter, a man on b1 does.
    check_legal("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", &both, &[]);
    check_legal("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", &both, &[]);
    check_legal("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "", &[], &["e1c1"]);
    // A pinned rook attacks (FIDE article 3.1.3).
    check_legal("8/8/8/R4r1k/8/8/7P/4K2R w K - 0 1", "", &[], &["e1g1"]);
}

#[test]
fn castling_rights_do_not_come_back() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check_legal(fen, "h1h2 e8e7 h2h1 e7e8", &["e1c1"], &["e1g1"]);
    check_legal(fen, "h1h2 e8e7 h2h1 e7e8 a1b1", &[], &["e8g8", "e8c8"]);
    check_legal(fen, "h1h8 e8d7", &["e1c1"], &["e1g1"]);
    // Another rook in the corner has no right.
    let fen = "r3k2r/8/8/3B4/8/8/8/4K3 w kq - 0 1";
    check_legal(
        fen,
        "d5a8 h8h7 a8d5 h7a7 e1d2 a7a8 d2e1",
        &["e8d8"],
        &["e8c8"],
    );
    check_legal(
        "1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1",
        "b7h1 h4h1 b8a7",
        &["e1f1"],
        &["e1g1"],
    );
}

#[test]
fn castling_in_chess960() {
    let check = |fen: &str, legal: &[&str], illegal: &[&str]| {
        check_legal_in(CastlingMode::Chess960, fen, "", legal, illegal);
    };
    // King takes rook; the king may stand still or next to its place.
    check("1k6/8/8/8/8/8/8/2RK2R1 w KQ - 0 1", &["d1g1", "d1c1"], &[]);
    check(
        "1k6/8/8/8/8/8/8/R1K4R w KQ - 0 1",
        &["c1a1", "c1h1"],
        &["c1g1"],
    );
    check("4k3/8/8/8/8/8/8/6KR w K - 0 1", &["g1h1", "g1f1"], &[]);
    // The rook that leaves b1 opens the rank to the rook on a1.
    check("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", &[], &["c1b1"]);
    check("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", &["c1b1"], &[]);
    // The rook's way crosses c1.
    check("4k3/8/8/8/8/8/8/RB1K4 w Q - 0 1", &[], &["d1a1"]);
}

#[track_caller]
fn check_after(fen: &str, moves: &str, expected: &str) {
    let line = line(fen, CastlingMode::Standard, moves);
    assert_eq!(line.position().fen(), expected, "{fen} {moves}");
}

#[test]
fn what_a_move_leaves_behind() {
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9";
    check_after(rooks, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 5 9");
    check_after(rooks, "e1c1 e8g8", "r4rk1/8/8/8/8/8/8/2KR3R w - - 6 10");
    check_after(rooks, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 9");
    // The right belongs to the rook on a1 alone.
    let three_rooks = "r3k2r/8/8/8/8/8/8/RR2K3 w Qkq - 0 1";
    check_after(three_rooks, "b1b8", "rR2k2r/8/8/8/8/8/8/R3K3 b Qkq - 1 1");
    let promotion = "4k2r/6P1/8/8/8/8/8/4K3 w k - 40 60";
    check_after(promotion, "g7h8q", "4k2Q/8/8/8/8/8/8/4K3 b - - 0 60");
    let en_passant = "d2d4 a7a6 d4d5 e7e5";
    let before = "rnbqkbnr/1ppp1ppp/p7/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3";
    check_after(START, en_passant, before);
    let after = "rnbqkbnr/1ppp1ppp/p3P3/8/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 3";
    check_after(before, "d5e6", after);
}

#[test]
fn checks_and_pins() {
    // Two checkers: only the king moves.
    check_legal(
        "3rk3/8/3N4/8/8/8/8/4RK2 b - - 0 1",
        "",
        &["e8d7"],
        &["d8d6"],
    );
    // A pinned rook goes along its pin.
    check_legal(
        "4k3/4r3/8/8/8/8/8/4RK2 b - - 0 1",
        "",
        &["e7e1", "e7e4"],
        &["e7d7"],
    );
    // The king does not hide behind itself, and kings keep apart.
    check_legal("8/8/8/8/R3k3/8/8/K7 b - - 0 1", "", &["e4e5"], &["e4f4"]);
    check_legal("8/8/8/3k4/8/3K4/8/8 b - - 0 1", "", &["d5c5"], &["d5d4"]);
    // A pinned pawn advances on its file, takes on its diagonal, and nothing else.
    check_legal(
        "4k3/8/8/8/4r3/3p4/3PP3/3QKR2 w - - 0 1",
        "",
        &["e2e3"],
        &["e2d3"],
    );
    check_legal("4k3/8/8/7b/8/8/4P3/3K4 w - - 0 1", "", &[], &["e2e3"]);
    // A promotion needs a piece.
    check_legal(
        "1n5k/P7/8/8/8/8/8/K7 w - - 0 1",
        "",
        &["a7a8q", "a7b8n"],
        &["a7a8", "a7b8k", "a7a8p"],
    );
}

#[track_caller]
fn check_ending(fen: &str, moves: &str, expected: Option<(Ending, &str)>) {
    let line = line(fen, CastlingMode::Standard, moves);
    let found = line
        .ending()
        .map(|ending| (ending, ending.outcome(line.position().turn()).to_string()));
    let expected = expected.map(|(ending, outcome)| (ending, outcome.to_owned()));
    assert_eq!(found, expected, "{fen} {moves}");
}

#[test]
fn mate_and_stalemate() {
    check_ending(
        "6rk/5Npp/8/8/8/8/8/7K b - - 0 1",
        "",
        Some((Ending::Checkmate, "1-0")),
    );
    check_ending("6rk/6pp/7N/8/8/8/8/6QK b - - 0 1", "", None);
    // En passant is the only answer to what looks like mate.
    check_ending("8/8/2k5/1p4pP/7K/1R1N1p1Q/8/6r1 w - g6 0 1", "", None);
    check_ending(
        "8/8/2k5/1p4pP/7K/1R1N1p1Q/8/6r1 w - - 0 1",
        "",
        Some((Ending::Checkmate, "0-1")),
    );
    check_ending(
        "8/1k6/1n6/KPp4r/8/8/8/8 w - c6 0 1",
        "",
        Some((Ending::Stalemate, "1/2-1/2")),
    );
    check_ending(
        "kn6/5P2/1K6/8/8/8/3N4/8 w - - 0 1",
        "f7f8r",
        Some((Ending::Stalemate, "1/2-1/2")),
    );
    check_ending("kn6/5P2/1K6/8/8/8/3N4/8 w - - 0 1", "f7f8b", None);
}

#[test]
fn dead_material() {
    let dead = Some((Ending::DeadPosition, "1/2-1/2"));
    check_ending("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", dead);
    check_ending("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "", dead);
    check_ending("4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "", dead);
    check_ending("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "", dead);
    check_ending("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "", None);
    check_ending("B3k3/8/8/8/8/8/8/4KB2 w - - 0 1", "", dead);
    check_ending("7k/8/7K/2Bb4/8/8/8/8 b - - 0 1", "", None);
    check_ending("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "", None);
    check_ending("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "", None);
    check_ending("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", "", None);
    check_ending("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", "", None);
}

#[test]
fn seventy_five_moves() {
    let fen = "7k/5Q2/6K1/8/8/8/8/8 w - - 149 120";
    check_ending(fen, "f7a7", Some((Ending::SeventyFiveMoves, "1/2-1/2")));
    check_ending(fen, "f7g7", Some((Ending::Checkmate, "1-0")));
    check_ending("7k/5Q2/6K1/8/8/8/8/8 w - - 148 120", "f7a7", None);
    check_ending("4k3/8/8/8/8/8/4P3/4K3 w - - 149 120", "e2e4", None);
    check_ending(
        "4k3/8/8/8/8/3n4/4K3/8 w - - 149 120",
        "e2d3",
        Some((Ending::DeadPosition, "1/2-1/2")),
    );
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn check_repetitions(fen: &str, moves: &str, expected: u32) {
    let line = line(fen, CastlingMode::Standard, moves);
    assert_eq!(line.repetitions(), expected, "{fen} {moves}");
    assert_eq!(
        line.claims().threefold,
        (3..5).contains(&expected),
        "{fen} {moves}"
    );
    let fivefold = line.ending() == Some(Ending::FivefoldRepetition);
    assert_eq!(fivefold, expected >= 5, "{fen} {moves}");
}

#[test]
fn repetition() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ";
    check_repetitions(START, &knights.repeat(2), 3);
    check_repetitions(START, &knights.repeat(4), 5);
    check_repetitions(START, &(knights.repeat(2) + "g1f3"), 3);
    // After e4 nothing can take on e3: the same position as without the right to.
    check_repetitions(START, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1", 3);
    // A legal en passant capture makes the first time another position, a pinned capturer does not.
    let knight_and_king = "e2e4 e8e7 g1f3 e7e8 f3g1 e8e7 g1f3 e7e8 f3g1";
    check_repetitions("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1", knight_and_king, 2);
    let pinned = "e2e4 a4a5 g1f3 a5a4 f3g1 a4a5 g1f3 a5a4 f3g1";
    check_repetitions("8/8/8/8/k2p3R/8/4P3/4K1N1 w - - 0 1", pinned, 3);
    // Castling rights count as long as they are there.
    let rooks = "a1b1 a8b8 b1a1 b8a8 ";
    check_repetitions("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &rooks.repeat(2), 2);
    check_repetitions("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", &rooks.repeat(2), 3);
    // Like knights that have swapped places are the same position; so is one reached another way.
    let swapped = "c3e4 a8b8 f6d5 b8a8 e4f6 a8b8 d5c3 b8a8";
    check_repetitions("k7/8/5N2/8/8/2N5/8/4K3 w - - 0 1", swapped, 2);
    let other_way = "h1h2 d3c3 h2h1 c3d3 h1h2 d3e3 h2h1 e3d3";
    check_repetitions("8/8/8/8/8/3k4/8/3K3R w - - 0 1", other_way, 3);
}

#[test]
fn repetition_in_games() {
    let check = |sans: &str, expected: u32| {
        let mut line = Line::new(Position::start());
        for san in sans.split_whitespace() {
            line.push(line.position().parse_san(san).unwrap());
        }
        assert_eq!(line.repetitions(), expected, "{sans}");
    };
    // The first of the three times the kings had not moved.
    check("e4 e5 Nf3 Nf6 Ng1 Ng8 Ke2 Ke7 Ke1 Ke8 Na3 Na6 Nb1 Nb8", 2);
    // A bishop goes from c5 by b4 to a5, while the rooks repeat.
    check(
        "Nc3 d5 e3 Nc6 Nf3 Nf6 Bb5 a6 Bxc6+ bxc6 Ne5 Qd6 d4 Nd7 f4 Nxe5 dxe5 Qg6 O-O Bf5 e4 Bxe4 Nxe4 Qxe4 Re1 Qb4 \
         e6 f6 Be3 g6 Qd4 Qxd4 Bxd4 Bh6 g3 g5 f5 g4 Rad1 Rg8 b3 Rb8 c4 dxc4 bxc4 Rd8 Kg2 Rc8 Bc5 Rg5 Rd7 Bf8 Rf1 a5 \
         Kg1 a4 Bb4 Rh5 Rf4 Rg5 Rf1 Rh5 Rf4 Rg5 Ba5",
        1,
    );
    // After 1...f5 White could take in passing, so that time does not count.
    let fen = "4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1";
    let kings = "f7f5 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8";
    check_repetitions(fen, kings, 2);
    check_repetitions(fen, &format!("{kings} e1d1"), 3);
}

#[track_caller]
fn check_claims(fen: &str, moves: &str, threefold: bool, fifty: bool, claiming: &str) {
    let line = line(fen, CastlingMode::Standard, moves);
    let claims = line.claims();
    assert_eq!(
        (claims.threefold, claims.fifty),
        (threefold, fifty),
        "{fen} {moves}"
    );
    let found = line.claiming_moves().into_iter();
    let mut found: Vec<String> = found.map(|mv| line.position().uci(mv)).collect();
    found.sort();
    assert_eq!(found.join(" "), claiming, "{fen} {moves}");
}

#[test]
fn claims() {
    check_claims(START, "", false, false, "");
    check_claims(
        START,
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
        false,
        false,
        "f6g8",
    );
    check_claims(
        START,
        &"g1f3 g8f6 f3g1 f6g8 ".repeat(2),
        true,
        false,
        "g1f3",
    );
    check_claims(START, &"g1f3 g8f6 f3g1 f6g8 ".repeat(4), false, false, "");
    // With the hundredth half-move; not with a pawn's, not with Rh8, which is mate, nor Rb1, stalemate.
    check_claims("k7/p7/P7/8/8/8/8/K6R w - - 98 120", "", false, false, "");
    let fen = "k7/8/K5PP/8/8/8/8/7R w - - 99 120";
    let quiet = "a6a5 a6b5 a6b6 h1a1 h1c1 h1d1 h1e1 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5";
    check_claims(fen, "", false, false, quiet);
    check_claims(
        "k7/p7/P7/8/8/8/8/K6R w - - 99 120",
        "a1b1",
        false,
        true,
        "a8b8",
    );
}
