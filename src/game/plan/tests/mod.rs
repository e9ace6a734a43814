//! Plans, by rows and on random play.

mod answering;
mod keeping;
mod laws;
mod reading;
mod refusing;

use super::*;
use crate::chess::{CastlingMode, Move, notation::Unread};

/// Alekhine's Defense is about to come: Black is to move after 1. e4.
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// White, to move, has a pawn to take on b7.
const QUEEN: &str = "6k1/1p4pp/8/8/8/8/6PP/1Q3RK1 w - - 0 30";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap()
}

/// A plan of these lines, by the player who is not to move.
#[track_caller]
fn plan(fen: &str, lines: &[&str]) -> Plan {
    let position = position(fen);
    let mut plan = Plan::default();
    for line in lines {
        if let Err(refusal) = plan.add(!position.turn(), &position, line) {
            panic!("{line}: {refusal:?}");
        }
    }
    plan
}

fn san(position: &Position, text: &str) -> Move {
    position.parse_san(text).unwrap()
}
