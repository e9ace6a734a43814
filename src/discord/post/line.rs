//! A game's moves as posts tell them: the last ones with their numbers, and who has more material.

use crate::chess::{Color, Line, Role};
use crate::discord::text::Text;
use crate::openings;

/// The line as it was after so many plies.
pub(super) fn cut_back(line: &Line, plies: usize) -> Line {
    let mut line = line.clone();
    while line.plies() > plies {
        line.pop();
    }
    line
}

/// The line before its last move, if there is one.
pub(in crate::discord) fn before(line: &Line) -> Option<Line> {
    let plies = line.plies().checked_sub(1)?;
    Some(cut_back(line, plies))
}

/// The last move with its number, `14. Nf3` or `14... Nf6`.
pub(in crate::discord) fn last_move(line: &Line) -> String {
    last_moves(line, 1)
}

/// So many of the last moves with their numbers, `14. Nf3 Nf6 15. e5`.
pub(super) fn last_moves(line: &Line, count: usize) -> String {
    numbered(line, line.plies().saturating_sub(count))
}

/// After which moves the present position stood before, the earliest first.
pub(in crate::discord) fn earlier_occurrences(text: Text, line: &Line) -> Vec<String> {
    let mut plies = line.repeated_at();
    plies.retain(|&ply| ply < line.plies());
    plies.reverse();
    plies
        .into_iter()
        .map(|ply| match ply {
            0 => text.at_the_start(),
            ply => text.after_move(&last_move(&cut_back(line, ply))),
        })
        .collect()
}

fn numbered(line: &Line, from: usize) -> String {
    let first = line.start();
    let offset = usize::from(first.turn() == Color::Black);
    let mut words = Vec::new();
    for (ply, san) in line.san_moves().iter().enumerate().skip(from) {
        let number = first.fullmove_number() as usize + (ply + offset) / 2;
        let by_white = (ply + offset).is_multiple_of(2);
        if by_white {
            words.push(format!("{number}. {san}"));
        } else if words.is_empty() {
            words.push(format!("{number}... {san}"));
        } else {
            words.push(san.clone());
        }
    }
    words.join(" ")
}

/// The last three moves, the material difference, the opening that the last move led into and how the series stands,
/// in small type; before the first move the series alone.
pub(super) fn small_line(text: Text, line: &Line, series: Option<String>) -> Option<String> {
    if line.plies() == 0 {
        return series.map(|series| text.small(&series));
    }
    let moves = numbered(line, line.plies().saturating_sub(3));
    let opening = openings::name(line).filter(|opening| {
        before(line).and_then(|before| openings::name(&before)) != Some(*opening)
    });
    let opening = opening.map(|opening| opening.name);
    Some(text.small_line(&moves, material_difference(line), opening, series))
}

/// White's pieces less Black's, counted as queen 9, rook 5, bishop and knight 3, pawn 1.
fn material_difference(line: &Line) -> i32 {
    let value = |role| match role {
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
        Role::King => 0,
    };
    let board = line.position().board();
    let pieces = crate::chess::Square::ALL
        .into_iter()
        .filter_map(|square| board.piece_at(square));
    pieces
        .map(|piece| {
            if piece.color == Color::White {
                value(piece.role)
            } else {
                -value(piece.role)
            }
        })
        .sum()
}
