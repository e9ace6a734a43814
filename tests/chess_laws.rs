//! Laws of the rules on random play, and agreement with cozy-chess, which was written by others.
//!
//! The default count of positions takes seconds. More, as a number of games of each kind:
//! `PENPAWN_RANDOM_GAMES=5000 cargo test --release --test chess_laws -- --nocapture`

use std::collections::HashMap;

use cozy_chess::BoardBuilder;
use penpawn::chess::{
    CastlingMode, CastlingSide, Color, Line, Move, Piece, Position, Role, SanError, Square,
};

const MOST_PLIES: usize = 200;

#[test]
fn texts_read_back() {
    let positions = random_play(CastlingMode::Standard, 40, check_texts)
        + random_play(CastlingMode::Chess960, 40, check_texts);
    eprintln!("texts: {positions} positions");
}

#[test]
fn moving_is_as_good_as_setting_up() {
    let positions = random_play(CastlingMode::Standard, 200, check_rebuilt)
        + random_play(CastlingMode::Chess960, 200, check_rebuilt);
    eprintln!("rebuilt: {positions} positions");
}

#[test]
fn cozy_chess_finds_the_same_moves() {
    let positions = random_play(CastlingMode::Standard, 200, check_against_cozy)
        + random_play(CastlingMode::Chess960, 200, check_against_cozy);
    eprintln!("compared: {positions} positions");
}

#[test]
fn taking_back_restores_the_line() {
    let mut random = fastrand::Rng::with_seed(4);
    let mut line = Line::new(Position::start());
    let mut before = vec![line.clone()];
    while line.plies() < MOST_PLIES && line.position().has_legal_move() {
        line.push(random_move(line.position(), &mut random));
        before.push(line.clone());
    }
    while let Some(expected) = before.pop() {
        assert_eq!(line, expected);
        assert_eq!(line.repetitions() as usize, line.repeated_at().len());
        assert_eq!(line.pop().is_none(), before.is_empty());
    }
}

#[test]
fn repetitions_are_what_a_plain_count_says() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..20 {
        let start = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1";
        let mut line = Line::new(Position::from_fen(start, CastlingMode::Standard).unwrap());
        let mut seen: HashMap<String, u32> = HashMap::new();
        while line.plies() < 120 && line.position().has_legal_move() {
            let fen = line.position().fen();
            let identity = fen.rsplitn(3, ' ').last().unwrap().to_owned();
            let count = seen.entry(identity).or_default();
            *count += 1;
            assert_eq!(line.repetitions(), *count, "{fen}");
            let claiming = line.claiming_moves();
            for mv in line.position().legal_moves() {
                let mut with = line.clone();
                with.push(mv);
                let claims = with.claims();
                let right = with.ending().is_none() && claims.any();
                if line.ending().is_none() && with.ending().is_none() {
                    assert_eq!(claiming.contains(&mv), right, "{fen} {mv:?}");
                }
            }
            line.push(random_move(line.position(), &mut random));
        }
    }
}

/// Plays random games, as many as the environment asks for or `games`, and hands over every position. Gives the
/// number of positions.
fn random_play(mode: CastlingMode, games: usize, check: fn(&Position)) -> usize {
    let wanted = std::env::var("PENPAWN_RANDOM_GAMES")
        .ok()
        .and_then(|games| games.parse().ok());
    let mut random = fastrand::Rng::with_seed(mode as u64 + 1);
    let mut positions = 0;
    for _ in 0..wanted.unwrap_or(games) {
        let mut position = random_start(mode, &mut random);
        for _ in 0..MOST_PLIES {
            check(&position);
            positions += 1;
            if !position.has_legal_move() {
                break;
            }
            position.play(random_move(&position, &mut random));
        }
    }
    positions
}

/// A random legal move; half the time one that castles, takes in passing or promotes, if there is any.
fn random_move(position: &Position, random: &mut fastrand::Rng) -> Move {
    let moves = position.legal_moves();
    let special: Vec<Move> = moves
        .iter()
        .filter(|mv| mv.is_castling() || mv.is_en_passant() || mv.promotion().is_some())
        .collect();
    match random.choice(&special) {
        Some(&mv) if random.bool() => mv,
        _ => *random.choice(moves.as_slice()).expect("a legal move"),
    }
}

/// The start of a game; in Chess960 both sides are shuffled apart, and some pawns are gone, so that more happens.
fn random_start(mode: CastlingMode, random: &mut fastrand::Rng) -> Position {
    let (white, black) = match mode {
        CastlingMode::Standard => ("RNBQKBNR".to_owned(), "RNBQKBNR".to_owned()),
        CastlingMode::Chess960 => (shuffled_rank(random), shuffled_rank(random)),
    };
    let pawns = |letter: char, random: &mut fastrand::Rng| {
        let row = (0..8).map(|_| if random.u8(..5) == 0 { '1' } else { letter });
        row.collect::<String>()
    };
    let (white_pawns, black_pawns) = (pawns('P', random), pawns('p', random));
    let rows = [black.to_lowercase(), black_pawns, white_pawns, white];
    let [black, black_pawns, white_pawns, white] = rows.map(|row| joined_digits(&row));
    let fen = format!("{black}/{black_pawns}/8/8/8/8/{white_pawns}/{white} w KQkq - 0 1");
    // Without pawns a side may stand in check at once.
    Position::from_fen(&fen, mode).unwrap_or_else(|_| random_start(mode, random))
}

/// A back rank by the rules of Chess960: bishops on both colors, the king between the rooks.
fn shuffled_rank(random: &mut fastrand::Rng) -> String {
    let mut row = [None; 8];
    row[2 * random.usize(..4)] = Some('B');
    row[2 * random.usize(..4) + 1] = Some('B');
    for piece in ['Q', 'N', 'N'] {
        let free: Vec<usize> = (0..8).filter(|&file| row[file].is_none()).collect();
        row[free[random.usize(..free.len())]] = Some(piece);
    }
    let mut rest = "RKR".chars();
    row.into_iter()
        .map(|piece| piece.or_else(|| rest.next()).unwrap())
        .collect()
}

fn joined_digits(row: &str) -> String {
    let mut joined = String::new();
    let mut gap = 0_u8;
    for char in row.chars().chain([' ']) {
        if char == '1' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            joined.push((b'0' + gap) as char);
        }
        gap = 0;
        joined.push(char);
    }
    joined.trim_end().to_owned()
}

/// FEN, UCI and SAN read back what they write, and SAN is the shortest text of its kind that does.
fn check_texts(position: &Position) {
    let fen = position.fen();
    assert_eq!(
        Position::from_unreachable_fen(&fen, position.castling_mode()).as_ref(),
        Ok(position)
    );
    for mv in position.legal_moves() {
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv), "{fen}");
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{fen} {san}");
        assert_eq!(
            san.ends_with(['+', '#']),
            position.after(mv).is_check(),
            "{fen} {san}"
        );
        assert_eq!(
            san.ends_with('#'),
            position.after(mv).is_check() && position.after(mv).legal_moves().is_empty(),
            "{fen} {san}"
        );
        check_shortest(position, mv, &san);
    }
}

fn check_shortest(position: &Position, mv: Move, san: &str) {
    let fen = position.fen();
    let bare = san.trim_end_matches(['+', '#']);
    if mv.is_castling() || mv.role() == Role::Pawn {
        return;
    }
    let source = &bare[1..bare.len() - 2 - usize::from(mv.is_capture())];
    let tail = &bare[1 + source.len()..];
    let read = |source: &str| position.parse_san(&format!("{}{source}{tail}", mv.role().char()));
    let (file, rank) = (
        mv.from().file().char().to_string(),
        mv.from().rank().char().to_string(),
    );
    // The order of preference: nothing, the file, the rank, both (PGN standard, section 8.2.3.4).
    let both = format!("{file}{rank}");
    let choices = ["", &file, &rank, &both];
    let shortest = choices
        .into_iter()
        .find(|source| read(source) == Ok(mv))
        .expect("both always do");
    assert_eq!(source, shortest, "{fen} {san}");
    for choice in choices.into_iter().take_while(|&choice| choice != shortest) {
        assert_eq!(read(choice), Err(SanError::Ambiguous), "{fen} {san}");
    }
}

/// A position reached by moves equals the one read from its FEN, hash included, and so does its identity.
fn check_rebuilt(position: &Position) {
    let rebuilt =
        Position::from_unreachable_fen(&position.fen(), position.castling_mode()).unwrap();
    assert_eq!(&rebuilt, position);
    assert_eq!(rebuilt.hash(), position.hash());
    assert!(rebuilt.repeats(position));
    for mv in position.legal_moves() {
        let is_plain = !mv.is_castling() && !mv.is_en_passant();
        let targets = position.board().pseudo_legal_targets(mv.from());
        assert!(
            !is_plain || targets.contains(mv.to()),
            "{}",
            position.uci(mv)
        );
        let after = position.after(mv);
        assert!(!after.repeats(position));
        assert_ne!(after.hash(), position.hash());
        let board = after.board();
        let attackers =
            board.attackers(after.king(position.turn()), after.turn(), board.occupied());
        assert!(
            attackers.is_empty(),
            "{} leaves the king in check",
            position.uci(mv)
        );
    }
    assert_eq!(position.count_legal_moves(), position.legal_moves().len());
    assert_eq!(
        position.has_legal_move(),
        !position.legal_moves().is_empty()
    );
}

fn check_against_cozy(position: &Position) {
    let board = cozy_board(position);
    let mut theirs = Vec::new();
    board.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    // There castling is always "king takes rook".
    let ours = position.legal_moves().into_iter().map(|mv| {
        let to = mv.castling_rook().unwrap_or(mv.to());
        let promotion = mv
            .promotion()
            .map(|role| role.char().to_ascii_lowercase().to_string());
        format!("{}{to}{}", mv.from(), promotion.unwrap_or_default())
    });
    let mut ours: Vec<String> = ours.collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{}", position.fen());
    assert_eq!(
        position.is_check(),
        !board.checkers().is_empty(),
        "{}",
        position.fen()
    );
}

fn cozy_board(position: &Position) -> cozy_chess::Board {
    let mut builder = BoardBuilder::empty();
    for (square, Piece { color, role }) in position.board().pieces() {
        *builder.square_mut(cozy_square(square)) = Some((cozy_role(role), cozy_color(color)));
    }
    builder.side_to_move = cozy_color(position.turn());
    for color in Color::ALL {
        let file = |side| {
            position
                .castling_rook(color, side)
                .map(|rook| cozy_square(rook).file())
        };
        let rights = builder.castle_rights_mut(cozy_color(color));
        rights.short = file(CastlingSide::King);
        rights.long = file(CastlingSide::Queen);
    }
    builder.en_passant = position.en_passant().map(cozy_square);
    builder
        .build()
        .unwrap_or_else(|error| panic!("{}: {error}", position.fen()))
}

fn cozy_square(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(square.index())
}

fn cozy_color(color: Color) -> cozy_chess::Color {
    match color {
        Color::White => cozy_chess::Color::White,
        Color::Black => cozy_chess::Color::Black,
    }
}

fn cozy_role(role: Role) -> cozy_chess::Piece {
    match role {
        Role::Pawn => cozy_chess::Piece::Pawn,
        Role::Knight => cozy_chess::Piece::Knight,
        Role::Bishop => cozy_chess::Piece::Bishop,
        Role::Rook => cozy_chess::Piece::Rook,
        Role::Queen => cozy_chess::Piece::Queen,
        Role::King => cozy_chess::Piece::King,
    }
}
