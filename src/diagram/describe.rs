//! A position in words, for those who hear a board instead of seeing it: enough to play by.

use std::fmt::Write as _;

use crate::chess::{Board, Color, Move, Piece, Position, Role, Square};

/// The order in which pieces are listed, the same for both sides and always.
const ORDER: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// Who is to move, what the last move was, whether a king is in danger, and where every piece stands.
///
/// `last` is the move that led here and the position in which it was played. The text stays below the 1,024
/// characters that Discord allows for the description of a picture, however many queens there are.
pub fn describe(position: &Position, last: Option<(&Position, Move)>) -> String {
    let mut text = status(position);
    if let Some((before, mv)) = last {
        let _ = write!(text, " Last move: {}.", move_in_words(before, mv));
    }
    text.push(' ');
    text.push_str(&describe_board(position.board()));
    text
}

/// Where every piece stands, on any board.
pub fn describe_board(board: &Board) -> String {
    let sides: Vec<String> = Color::ALL
        .into_iter()
        .filter_map(|color| side_in_words(board, color))
        .collect();
    if sides.is_empty() {
        "The board is empty.".to_owned()
    } else {
        sides.join(" ")
    }
}

/// A move in words: "White knight from g1 to f3". The move must be legal in the position.
pub fn move_in_words(before: &Position, mv: Move) -> String {
    let mover = color_name(before.turn());
    if let Some(rook) = mv.castling_rook() {
        let side = if rook.file() > before.king(before.turn()).file() {
            "kingside"
        } else {
            "queenside"
        };
        return format!("{mover} castles {side}, king to {}", mv.to());
    }
    let mut words = format!("{mover} {} from {}", role_name(mv.role()), mv.from());
    let _ = match before.board().piece_at(mv.to()) {
        Some(taken) => write!(words, " takes the {} on {}", role_name(taken.role), mv.to()),
        None if mv.is_capture() => write!(words, " takes a pawn in passing, to {}", mv.to()),
        None => write!(words, " to {}", mv.to()),
    };
    if let Some(promotion) = mv.promotion() {
        let _ = write!(words, " and becomes a {}", role_name(promotion));
    }
    words
}

fn status(position: &Position) -> String {
    let turn = color_name(position.turn());
    match (position.is_check(), position.legal_moves().is_empty()) {
        (true, true) => format!("Checkmate: {turn} is mated."),
        (false, true) => format!("Stalemate: {turn} has no legal move."),
        (true, false) => format!("{turn} to move, in check."),
        (false, false) => format!("{turn} to move."),
    }
}

/// "White: king e1, queen d1, rooks a1 and h1." or nothing if the side has no piece.
fn side_in_words(board: &Board, color: Color) -> Option<String> {
    let groups: Vec<String> = ORDER
        .into_iter()
        .filter_map(|role| {
            let mut squares: Vec<Square> = Square::ALL
                .into_iter()
                .filter(|&at| board.piece_at(at) == Some(Piece { color, role }))
                .collect();
            squares.sort_by_key(|square| (square.file().index(), square.rank().index()));
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let plural = if names.len() > 1 { "s" } else { "" };
            (!names.is_empty()).then(|| format!("{}{plural} {}", role_name(role), names.join(" ")))
        })
        .collect();
    (!groups.is_empty()).then(|| format!("{}: {}.", color_name(color), groups.join(", ")))
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    #[track_caller]
    fn check(fen: &str, uci: &str, expected: &str) {
        let before = Position::from_fen(fen, CastlingMode::Standard).expect("a legal position");
        let mv = before.parse_uci(uci).expect("a legal move");
        assert_eq!(describe(&before.after(mv), Some((&before, mv))), expected);
    }

    #[test]
    fn moves_and_dangers_are_told() {
        check(
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
            "d8h4",
            "Checkmate: White is mated. Last move: Black queen from d8 to h4. White: king e1, queen d1, rooks a1 h1, \
             bishops c1 f1, knights b1 g1, pawns a2 b2 c2 d2 e2 f3 g4 h2. Black: king e8, queen h4, rooks a8 h8, \
             bishops c8 f8, knights b8 g8, pawns a7 b7 c7 d7 e5 f7 g7 h7.",
        );
        check(
            "4k2r/8/8/8/8/8/8/4K3 b k - 0 1",
            "e8g8",
            "White to move. Last move: Black castles kingside, king to g8. White: king e1. Black: king g8, rook f8.",
        );
        check(
            "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1",
            "c4d3",
            "White to move. Last move: Black pawn from c4 takes a pawn in passing, to d3. White: king e1. \
             Black: king e8, pawn d3.",
        );
        check(
            "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1",
            "c7d8q",
            "Black to move, in check. Last move: White pawn from c7 takes the rook on d8 and becomes a queen. \
             White: king e1, queen d8. Black: king e8.",
        );
        check(
            "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
            "f6f7",
            "Black to move. Last move: White king from f6 to f7. White: king f7, queen g1. Black: king h8.",
        );
    }

    #[test]
    fn any_board_fits_a_description() {
        assert_eq!(
            describe_board(&"8/8/8/8/8/8/8/8".parse().unwrap()),
            "The board is empty."
        );
        // A legal position with all that makes a text long: nine queens a side and a check by a capture that promotes.
        check_length(
            "qkqqrrbq/1P3bnn/qqqqq3/8/8/QQQQQ3/5BNN/QQQRRB1K w - - 0 1",
            "b7a8q",
        );
        for full in [
            "qqqqqqqq/".repeat(4) + &"QQQQQQQQ/".repeat(4),
            "rnbqkbnr/".repeat(4) + &"PRNBQKPN/".repeat(4),
        ] {
            let board: Board = full.trim_end_matches('/').parse().unwrap();
            // The longest status and move take less than 150 characters.
            assert!(describe_board(&board).chars().count() < 1024 - 150);
        }
    }

    #[track_caller]
    fn check_length(fen: &str, uci: &str) {
        let before =
            Position::from_unreachable_fen(fen, CastlingMode::Standard).expect("a position");
        let mv = before.parse_uci(uci).expect("a legal move");
        let words = describe(&before.after(mv), Some((&before, mv)));
        let board = describe_board(before.after(mv).board());
        assert!(
            words.chars().count() - board.chars().count() < 150,
            "{words}"
        );
        assert!(words.contains("in check"), "{words}");
        assert!(words.chars().count() <= 1024, "{words}");
    }
}
