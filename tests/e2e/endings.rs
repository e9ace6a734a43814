//! Ends that come by themselves, on games that are made up here. Real games come to theirs in [`crate::games`].

use penpawn::chess::{Ending, Line, Move, Position};

use crate::scene::Scene;
use crate::table::{Table, labels, private};

#[tokio::test(flavor = "multi_thread")]
async fn checkmate() {
    check_end("f3 e5 g4 Qh4#", "Checkmate! Bob wins against", "0-1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stalemate() {
    // By Sam Loyd: the shortest there is.
    let moves = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    check_end(moves, "Stalemate: no legal move and no check.", "1/2-1/2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fivefold_repetition() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    check_end(&moves, "The same position for the fifth time.", "1/2-1/2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seventy_five_moves() {
    let moves = first_game(|line| {
        let quiet = |mv: &Move| !mv.is_capture() && mv.role() != penpawn::chess::Role::Pawn;
        let fresh = |mv: &Move| {
            let mut line = line.clone();
            line.push(*mv);
            line.repetitions() == 1
        };
        line.position()
            .legal_moves()
            .into_iter()
            .filter(|mv| quiet(mv) && fresh(mv))
            .collect()
    });
    assert_eq!(moves.split_whitespace().count(), 150);
    let words = "Seventy-five moves without a capture or a pawn move.";
    check_end(&moves, words, "1/2-1/2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dead_position() {
    let moves = first_game(|line| {
        let moves = line.position().legal_moves();
        let captures: Vec<Move> = moves.into_iter().filter(|mv| mv.is_capture()).collect();
        if captures.is_empty() {
            line.position().legal_moves().into_iter().collect()
        } else {
            captures
        }
    });
    check_end(&moves, "Neither side can checkmate any more.", "1/2-1/2").await;
}

/// The first game by some seed that ends by itself without mate and within two hundred plies, playing only moves that
/// `choose` allows.
fn first_game(choose: impl Fn(&Line) -> Vec<Move>) -> String {
    for seed in 0.. {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut line = Line::new(Position::start());
        while line.ending().is_none() && line.plies() < 200 {
            let Some(mv) = random.choice(choose(&line)) else {
                break;
            };
            line.push(mv);
        }
        let wanted = [Ending::DeadPosition, Ending::SeventyFiveMoves];
        if line.ending().is_some_and(|ending| wanted.contains(&ending)) {
            return line.san_moves().join(" ");
        }
    }
    unreachable!("some seed leads there");
}

/// Plays to the end and looks at the last post.
async fn check_end(moves: &str, words: &str, score: &str) {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all(moves).await;
    let post = &table.post;
    assert!(post.content.contains(words), "{}", post.content);
    let shown = score.replace("1/2-1/2", "½-½");
    assert!(post.content.contains(&shown), "{}", post.content);
    assert_eq!(labels(post), ["Rematch"]);
    let pgn = post.file("penpawn-1.pgn").expect("a PGN file");
    assert!(post.file("penpawn-1.gif").is_some());
    let text = String::from_utf8(pgn.bytes.to_vec()).expect("text");
    assert!(text.contains(&format!("[Result \"{score}\"]")), "{text}");
    // Nothing can be done any more.
    let told = private(&table.type_move("e4").await);
    assert!(told.contains("You have no running game"), "{told}");
    for (command, options) in [
        ("resign", vec![("game", "1")]),
        ("draw offer", vec![("game", "1")]),
        ("move", vec![("move", "a3"), ("game", "1")]),
    ] {
        let told = private(&table.white.command(table.channel, command, &options).await);
        assert!(told.contains("over already"), "{command}: {told}");
    }
    scene.end().await;
}
