//! Which squares a piece attacks, by role, square and occupied squares.
//! Knows nothing of sides (but for pawns), turns and legality.
//!
//! Sliding pieces use Kindergarten bitboards: a line is masked, multiplied so that its six inner squares land in
//! the top bits, and those look the attacked squares up in a table of four kilobytes that the compiler fills in.
//! Source: Gerd Isenberg, <https://www.chessprogramming.org/Kindergarten_Bitboards>.

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::Role;
use super::square::Square;

/// The squares that a piece of this role (not a pawn) attacks from `square`.
pub(super) fn by_role(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => unreachable!("pawns attack by color"),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The one or two squares that a pawn of this side attacks (FIDE article 3.7.3).
pub(super) fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// FIDE article 3.6.
pub(super) fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares next to the king's (FIDE article 3.8.1).
pub(super) fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// FIDE article 3.2; occupied squares are attacked, those behind them are not.
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    along(&DIAGONAL, square, occupied) | along(&ANTIDIAGONAL, square, occupied)
}

/// FIDE article 3.3; occupied squares are attacked, those behind them are not.
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    along(&RANK, square, occupied) | along_file(square, occupied)
}

/// FIDE article 3.4.
pub(super) fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a bishop would attack on an empty board.
pub(super) fn bishop_rays(square: Square) -> Bitboard {
    DIAGONAL[square.index()] | ANTIDIAGONAL[square.index()]
}

/// The squares that a rook would attack on an empty board.
pub(super) fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The squares strictly between two squares of one rank, file or diagonal; empty when they share none.
pub(super) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Attacks along a line that meets every file once: its squares add up, file by file, in the eighth rank.
fn along(line: &[Bitboard; 64], square: Square, occupied: Bitboard) -> Bitboard {
    const FILE_B: u64 = 0x0202_0202_0202_0202;
    let line = line[square.index()];
    let inner = (occupied & line).0.wrapping_mul(FILE_B) >> 58;
    line & FILES[square.index() & 7][inner as usize]
}

/// Attacks along a file: it is moved to the a-file and turned into the eighth rank by the diagonal c2 to h7.
fn along_file(square: Square, occupied: Bitboard) -> Bitboard {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const C2_TO_H7: u64 = 0x0080_4020_1008_0400;
    let file = square.index() & 7;
    let inner = ((occupied.0 >> file) & FILE_A).wrapping_mul(C2_TO_H7) >> 58;
    Bitboard(RANKS[square.index() >> 3][inner as usize].0 << file)
}

type BySquare = [Bitboard; 64];

static PAWN: [BySquare; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static KNIGHT: BySquare = leaps(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: BySquare = leaps(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static DIAGONAL: BySquare = lines(&[(1, 1), (-1, -1)]);
static ANTIDIAGONAL: BySquare = lines(&[(1, -1), (-1, 1)]);
static RANK: BySquare = lines(&[(1, 0), (-1, 0)]);
static ROOK_RAYS: BySquare = lines(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
static FILES: [BySquare; 8] = attacked_files();
static RANKS: [BySquare; 8] = attacked_ranks();
static BETWEEN: [BySquare; 64] = squares_between();

/// The square so many files and ranks on, if the board goes that far.
const fn step(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let file = square.index() as i32 % 8 + files;
    let rank = square.index() as i32 / 8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some(Square::from_index((rank * 8 + file) as u32))
}

/// The squares in one direction, up to the first occupied one and with it.
const fn walk(from: Square, direction: (i32, i32), occupied: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    let mut here = from;
    while let Some(next) = step(here, direction) {
        seen.0 |= Bitboard::of(next).0;
        if occupied.contains(next) {
            break;
        }
        here = next;
    }
    seen
}

const fn leaps(steps: &[(i32, i32)]) -> BySquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(Square::ALL[from], steps[i]) {
                table[from].0 |= Bitboard::of(to).0;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn lines(directions: &[(i32, i32)]) -> BySquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < directions.len() {
            table[from].0 |= walk(Square::ALL[from], directions[i], Bitboard::EMPTY).0;
            i += 1;
        }
        from += 1;
    }
    table
}

/// By the slider's file and the occupied inner files (bit 0 is the b-file): all squares of the files it reaches.
const fn attacked_files() -> [BySquare; 8] {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = Bitboard((inner as u64) << 1);
            let here = Square::ALL[file];
            let reached = walk(here, (1, 0), occupied).0 | walk(here, (-1, 0), occupied).0;
            table[file][inner] = Bitboard(reached * 0x0101_0101_0101_0101);
            inner += 1;
        }
        file += 1;
    }
    table
}

/// By the slider's rank and the occupied inner ranks (bit 0 is the seventh rank): the squares of the a-file it reaches.
const fn attacked_ranks() -> [BySquare; 8] {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut inner = 0;
        while inner < 64 {
            let mut occupied = Bitboard::EMPTY;
            let mut bit = 0;
            while bit < 6 {
                occupied.0 |= ((inner as u64 >> bit) & 1) << (8 * (6 - bit));
                bit += 1;
            }
            let here = Square::ALL[8 * rank];
            table[rank][inner] =
                Bitboard(walk(here, (0, 1), occupied).0 | walk(here, (0, -1), occupied).0);
            inner += 1;
        }
        rank += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "the compiler evaluates it")]
const fn squares_between() -> [BySquare; 64] {
    const DIRECTIONS: [(i32, i32); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let mut passed = Bitboard::EMPTY;
            let mut here = Square::ALL[from];
            while let Some(next) = step(here, DIRECTIONS[i]) {
                table[from][next.index()] = passed;
                passed.0 |= Bitboard::of(next).0;
                here = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

    fn walked(square: Square, directions: [(i32, i32); 4], occupied: Bitboard) -> Bitboard {
        directions
            .into_iter()
            .fold(Bitboard::EMPTY, |seen, direction| {
                seen | walk(square, direction, occupied)
            })
    }

    #[test]
    fn sliders_reach_what_a_walk_reaches() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let dense = random.u64(..);
            for occupied in [
                dense,
                dense & random.u64(..),
                dense & random.u64(..) & random.u64(..),
            ] {
                let occupied = Bitboard(occupied);
                for square in Square::ALL {
                    assert_eq!(
                        rook(square, occupied),
                        walked(square, STRAIGHT, occupied),
                        "{square} {occupied:?}"
                    );
                    assert_eq!(
                        bishop(square, occupied),
                        walked(square, DIAGONALS, occupied),
                        "{square} {occupied:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn between_is_what_two_rooks_or_two_bishops_both_see() {
        for a in Square::ALL {
            for b in Square::ALL {
                let ends = Bitboard::of(a) | b.into();
                let expected = if rook_rays(a).contains(b) {
                    rook(a, ends) & rook(b, ends)
                } else if bishop_rays(a).contains(b) {
                    bishop(a, ends) & bishop(b, ends)
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn leapers_at_the_edge() {
        assert_eq!(
            knight(Square::A1),
            [Square::B3, Square::C2].into_iter().collect()
        );
        assert_eq!(
            king(Square::H8),
            [Square::G7, Square::G8, Square::H7].into_iter().collect()
        );
        assert_eq!(pawn(Color::White, Square::A2), Square::B3.into());
        assert_eq!(pawn(Color::Black, Square::H7), Square::G6.into());
        assert_eq!(pawn(Color::White, Square::E8), Bitboard::EMPTY);
    }
}
