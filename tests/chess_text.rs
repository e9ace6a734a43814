//! FEN, SAN and UCI by example, without the collection.

use penpawn::chess::{
    CastlingMode, Color, FenError, ParseBoardError, Position, Rank, SanError, Square, UciError,
};

#[track_caller]
fn check_fen(fen: &str, expected: Result<&str, FenError>) {
    check_fen_in(CastlingMode::Standard, fen, expected);
}

#[track_caller]
fn check_fen_in(mode: CastlingMode, fen: &str, expected: Result<&str, FenError>) {
    let read = Position::from_fen(fen, mode).map(|position| position.fen());
    assert_eq!(read.as_deref(), expected.as_ref().copied(), "{fen:?}");
}

#[test]
fn fens_that_are_accepted() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1",
        "8/8/8/8/8/3k4/8/3K3R w - - 151 220",
    ] {
        check_fen(fen, Ok(fen));
    }
}

#[test]
fn the_en_passant_square_stands_for_a_legal_capture() {
    let written = Ok("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    check_fen(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        written,
    );
    check_fen(
        "8/8/8/8/k1pP3R/8/8/3K4 b - d3 0 1",
        Ok("8/8/8/8/k1pP3R/8/8/3K4 b - - 0 1"),
    );
    let wrong_rank = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 2";
    check_fen(wrong_rank, Err(FenError::EnPassantSquare(Square::E3)));
    let still_there = "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 2";
    check_fen(still_there, Err(FenError::EnPassantSquare(Square::E6)));
    check_fen(
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 2",
        Err(FenError::EnPassantSquare(Square::E6)),
    );
    check_fen("4k3/8/8/8/8/8/8/4K3 w - e9 0 2", Err(FenError::EnPassant));
}

#[test]
fn fields_are_read_strictly() {
    check_fen("", Err(FenError::Fields(1)));
    check_fen("4k3/8/8/8/8/8/8/4K3 w - -", Err(FenError::Fields(4)));
    check_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", Err(FenError::Fields(7)));
    check_fen("4k3/8/8/8/8/8/8/4K3  w - - 0 1", Err(FenError::Fields(7)));
    check_fen("4k3/8/8/8/8/8/8/4K3 W - - 0 1", Err(FenError::Turn));
    check_fen("4k3/8/8/8/8/8/8/4K3 w  - 0 1", Err(FenError::CastlingField));
    check_fen(
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        Err(FenError::HalfmoveClock),
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
        Err(FenError::HalfmoveClock),
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K3 w - - 10000 1",
        Err(FenError::HalfmoveClock),
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
        Err(FenError::FullmoveNumber),
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 -5",
        Err(FenError::FullmoveNumber),
    );
    let short = Err(FenError::Board(ParseBoardError::RankLength(Rank::Third)));
    check_fen("8/8/8/8/8/3k3/8/3K3R w - - 0 1", short);
}

#[test]
fn set_ups_that_no_game_leads_to() {
    check_fen(
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        Err(FenError::Kings(Color::Black, 0)),
    );
    check_fen(
        "k3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        Err(FenError::Kings(Color::Black, 2)),
    );
    check_fen(
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        Err(FenError::PawnOnBackRank(Square::A1)),
    );
    check_fen(
        "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        Err(FenError::OpponentInCheck),
    );
    let nine_pawns = "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1";
    check_fen(nine_pawns, Err(FenError::TooManyPieces(Color::Black)));
    let two_queens = "rnbqkbnr/pppppppp/8/8/8/7Q/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
    check_fen(two_queens, Err(FenError::TooManyPieces(Color::White)));
    for impossible_check in [
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
        "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
        "4k3/3P4/3N4/8/8/8/8/4R1K1 b - - 0 1",
        "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
    ] {
        check_fen(impossible_check, Err(FenError::ImpossibleCheck));
        assert!(Position::from_unreachable_fen(impossible_check, CastlingMode::Standard).is_ok());
    }
}

#[test]
fn castling_rights_need_king_and_rook() {
    let check = |rights: &str, expected| {
        check_fen(
            &format!("r3k2r/8/8/8/8/8/8/R3K3 w {rights} - 0 1"),
            expected,
        );
    };
    check("Qkq", Ok("r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"));
    check("qkQ", Ok("r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"));
    check("K", Err(FenError::CastlingRight('K')));
    check("qq", Err(FenError::CastlingField));
    check("QX", Err(FenError::CastlingField));
    check("A", Err(FenError::Chess960Right('A')));
    check_fen(
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        Err(FenError::CastlingRight('K')),
    );
    check_fen(
        "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
        Err(FenError::CastlingRight('K')),
    );
}

#[test]
fn chess960_reads_x_fen_and_shredder_fen() {
    let with = |rights: &str| format!("1k6/8/8/8/8/8/8/R1RK1R1R w {rights} - 0 1");
    let check = |rights: &str, expected: Result<&str, FenError>| {
        let expected = expected.map(with);
        let expected = expected.as_deref().map_err(|&error| error);
        check_fen_in(CastlingMode::Chess960, &with(rights), expected);
    };
    check("KQ", Ok("KQ"));
    check("HA", Ok("KQ"));
    check("FC", Ok("FC"));
    check("CF", Ok("FC"));
    check("KC", Ok("KC"));
    check("HF", Err(FenError::CastlingField));
    check("KF", Err(FenError::CastlingField));
    check("B", Err(FenError::CastlingRight('B')));
    check("k", Err(FenError::CastlingRight('k')));
}

#[track_caller]
fn check_san(fen: &str, uci: &str, expected: &str) {
    let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let mv = position.parse_uci(uci).unwrap();
    assert_eq!(position.san(mv), expected, "{fen} {uci}");
    assert_eq!(position.parse_san(expected), Ok(mv), "{fen} {expected}");
}

#[test]
fn san_is_written() {
    check_san("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2");
    check_san("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3");
    check_san("4k3/8/8/8/3N4/8/7N/4K3 w - - 0 1", "h2f3", "Nhf3");
    check_san("Q6Q/8/4K3/8/8/8/2k5/Q7 w - - 0 1", "a8h1", "Qa8h1");
    // The other knight and the other rook are pinned.
    let pinned_knight = "r1bqk1nr/ppp2ppp/2n5/3p4/1b1P4/2NB4/PPP2PPP/R1BQK1NR w KQkq - 2 6";
    check_san(pinned_knight, "g1e2", "Ne2");
    check_san("3rk3/8/8/8/8/8/3R4/R2K4 w - - 0 1", "a1a2", "Ra2");
    check_san("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5");
    check_san("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    check_san("5B1n/2K5/k1p5/Pp6/2Q5/3r4/Q7/8 w - b6 0 1", "a5b6", "axb6#");
    check_san("4Q3/P1k5/KR6/3Pp3/8/3N4/P7/8 w - e6 0 1", "a7a8n", "a8=N#");
    check_san("4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1", "g7h8q", "gxh8=Q+");
    check_san("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    check_san(
        "b4Q2/4R3/8/8/3n4/4p3/4R3/R3K1k1 w Q - 0 1",
        "e1c1",
        "O-O-O#",
    );
}

#[track_caller]
fn check_san_read(fen: &str, san: &str, expected: Result<&str, SanError>) {
    let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let read = position.parse_san(san).map(|mv| position.uci(mv));
    assert_eq!(read.as_deref(), expected.as_ref().copied(), "{fen} {san}");
}

#[test]
fn san_is_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check_san_read(start, "Nf3#", Ok("g1f3"));
    check_san_read(start, "Nxf3", Err(SanError::Illegal));
    check_san_read(start, "e5", Err(SanError::Illegal));
    for unreadable in [
        "", "Pe4", "e", "e9", "Nf", "N", "+", "nf3", "e4 ", "é4", "Nf3e", "--", "O-O-O-O", "0000",
        "Qé1",
    ] {
        check_san_read(start, unreadable, Err(SanError::Unreadable));
    }
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    check_san_read(knights, "Nd2", Err(SanError::Ambiguous));
    check_san_read(knights, "Nb1d2", Ok("b1d2"));
    let three_knights = "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82";
    check_san_read(three_knights, "Nec3", Err(SanError::Ambiguous));
    check_san_read(three_knights, "N4c3", Ok("e4c3"));
    check_san_read(three_knights, "Ne2c3", Ok("e2c3"));
    let promotion = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    check_san_read(promotion, "axb8Q", Ok("a7b8q"));
    check_san_read(promotion, "axb8", Err(SanError::Illegal));
    check_san_read(promotion, "axb8=K", Err(SanError::Illegal));
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    check_san_read(castling, "0-0", Ok("e1g1"));
    check_san_read(castling, "O-O-O", Err(SanError::Illegal));
    check_san_read(castling, "Kg1", Err(SanError::Illegal));
    check_san_read(
        "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
        "d6",
        Err(SanError::Illegal),
    );
}

#[test]
fn uci_is_read_strictly() {
    let start = Position::start();
    for unreadable in [
        "", "e2", "e2e", "e2e4k", "e2e4qq", "E2E4", "e2-e4", "0000", "e2e4 ", "éé",
    ] {
        assert_eq!(
            start.parse_uci(unreadable),
            Err(UciError::Unreadable),
            "{unreadable:?}"
        );
    }
    for illegal in ["e2e5", "e7e5", "e4e5", "e2e4q"] {
        assert_eq!(
            start.parse_uci(illegal),
            Err(UciError::Illegal),
            "{illegal:?}"
        );
    }
}
