//! What pictures cost, as ratios to the plain way in the same run: one SVG file of the whole board, parsed, rendered and
//! encoded by `resvg`. Every figure is the least of several rounds, on one thread. Run it with
//! `cargo bench --bench diagram`; it fails if a target is missed.

use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use penpawn::chess::{Color, Line, Piece, Position, Role, Square};
use penpawn::diagram::{Diagram, Ink, Renderer, Replay, Size};
use resvg::usvg;

/// A game of 80 plies.
const GAME: &str = "\
    d2d4 g8f6 c2c4 e7e6 c1g5 f8b4 b1c3 c7c5 a2a3 b4c3 b2c3 e8g8 e2e4 d8a5 d1d3 f6e4 \
    g5e7 f8e8 e7c5 e4c5 d4c5 a5c5 g1f3 d7d5 f1e2 d5c4 d3c2 b8d7 e1g1 b7b5 f1d1 d7f6 \
    d1d4 c8b7 a3a4 a7a6 a4b5 a6b5 a1b1 e6e5 d4h4 e5e4 f3d4 b7c6 c2b2 e4e3 d4c6 e3f2 \
    g1f1 c5c6 e2f3 c6c5 f3a8 e8a8 b2b5 c5b5 b1b5 h7h5 h4c4 a8a2 h2h3 g7g6 c4f4 g8g7 \
    g2g4 h5g4 h3g4 a2c2 g4g5 f6h5 f4f3 f7f5 b5b7 g7f8 f3d3 f8e8 b7c7 f5f4 c3c4 h5g3";

/// Plies of the longest game known.
const LONGEST_KNOWN: usize = 1061;

/// How often a figure is measured; the least counts, because others use the machine too.
const ROUNDS: usize = 15;

fn main() -> ExitCode {
    let line = game();
    let moves = std::iter::once(None).chain(line.moves().iter().copied().map(Some));
    let diagrams: Vec<Diagram> = line
        .positions()
        .iter()
        .zip(moves)
        .map(|(position, mv)| Diagram::of(position, mv))
        .collect();

    let naive_files: Vec<Vec<u8>> = line.positions().iter().step_by(8).map(naive).collect();
    let naive_bytes = naive_files.iter().map(Vec::len).sum::<usize>() / naive_files.len();
    let renderer = Renderer::new();
    renderer.warm_up(&diagrams[0]);
    let files: Vec<Vec<u8>> = diagrams
        .iter()
        .map(|diagram| renderer.png(diagram))
        .collect();
    let still_bytes = files.iter().map(Vec::len).sum::<usize>() / files.len();
    let arrows = diagrams[30]
        .clone()
        .arrow(Square::D3, Square::H7, Ink::Blue)
        .circle(Square::C5, Ink::Orange);
    let arrows_bytes = renderer.png(&arrows).len();
    let replay = replay_of(&line);
    let replay_bytes = renderer.gif(&replay).len();
    let long = replay_of(&random_game(LONGEST_KNOWN));
    let long_bytes = renderer.gif(&long).len();
    let longest = replay_of(&random_game(Replay::MOST_PLIES));
    let longest_bytes = renderer.gif(&longest).len();

    let [
        mut naive_time,
        mut still_time,
        mut arrows_time,
        mut replay_time,
        mut long_time,
        mut first_time,
    ] = [Duration::MAX; 6];
    // In turns, so that what else the machine does falls on all alike.
    for _ in 0..ROUNDS {
        least(&mut naive_time, || naive(&line.positions()[30]));
        least(&mut still_time, || {
            diagrams
                .iter()
                .map(|diagram| renderer.png(diagram).len())
                .sum::<usize>()
        });
        least(&mut arrows_time, || renderer.png(&arrows));
        least(&mut replay_time, || renderer.gif(&replay_of(&line)));
        least(&mut long_time, || renderer.gif(&long));
    }
    still_time /= diagrams.len() as u32;
    for _ in 0..ROUNDS {
        // As at a start of the program: nothing is there yet. It leaves a thread at work, which the rest outlasts.
        least(&mut first_time, || Renderer::new().png(&diagrams[30]));
        for _ in 0..10 {
            least(&mut naive_time, || naive(&line.positions()[30]));
        }
    }

    println!(
        "at {} pixels                    time    naive stills      bytes",
        Size::default().pixels()
    );
    let row = |what: &str, time: Duration, bytes: usize| {
        let ratio = time.as_secs_f64() / naive_time.as_secs_f64();
        println!(
            "{what:<25} {:>9.3} ms  {ratio:>12.4}  {bytes:>9}",
            time.as_secs_f64() * 1e3
        );
    };
    row("naive still", naive_time, naive_bytes);
    row("still", still_time, still_bytes);
    row("first still of a style", first_time, still_bytes);
    row("still with shapes", arrows_time, arrows_bytes);
    row("replay of 80 plies", replay_time, replay_bytes);
    row("replay of 1061 plies", long_time, long_bytes);
    println!(
        "the longest replay, of {} plies, has {longest_bytes} bytes",
        Replay::MOST_PLIES
    );
    println!(
        "a still is {:.0} times faster than a naive one",
        naive_time.as_secs_f64() / still_time.as_secs_f64()
    );

    let targets = [
        (
            "a still is 300 times faster than a naive one",
            still_time * 300 <= naive_time,
        ),
        (
            "a still has at most half the bytes of a naive one",
            still_bytes * 2 <= naive_bytes,
        ),
        ("a still has at most 28 KB", still_bytes <= 28_000),
        (
            "the first still takes at most 25 ms",
            first_time <= Duration::from_millis(25),
        ),
        (
            "a replay takes no longer than a naive still",
            replay_time <= naive_time,
        ),
        ("a replay has less than 290 KB", replay_bytes < 290_000),
        (
            "a replay of 1061 plies has less than 10 MiB",
            long_bytes < 10 << 20,
        ),
        (
            "the longest replay has less than 10 MiB",
            longest_bytes < 10 << 20,
        ),
        (
            "a replay of 1061 plies takes less than a second",
            long_time < Duration::from_secs(1),
        ),
    ];
    let missed: Vec<&str> = targets
        .into_iter()
        .filter(|&(_, met)| !met)
        .map(|(what, _)| what)
        .collect();
    for what in &missed {
        println!("missed: {what}");
    }
    if missed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn least<T>(least: &mut Duration, work: impl FnOnce() -> T) {
    let start = Instant::now();
    black_box(work());
    *least = start.elapsed().min(*least);
}

fn game() -> Line {
    let mut line = Line::new(Position::start());
    for uci in GAME.split_whitespace() {
        line.push(line.position().parse_uci(uci).expect("a legal move"));
    }
    line
}

fn replay_of(line: &Line) -> Replay {
    Replay::new(line).expect("a game that is not too long")
}

/// So many plies at random.
fn random_game(plies: usize) -> Line {
    let mut random = fastrand::Rng::with_seed(1061);
    let mut line = Line::new(Position::start());
    while line.plies() < plies {
        let moves: Vec<_> = line.position().legal_moves().into_iter().collect();
        match random.choice(moves) {
            Some(mv) => line.push(mv),
            None => line = Line::new(Position::start()),
        }
    }
    line
}

/// The board as one SVG file, rendered and encoded by resvg.
fn naive(position: &Position) -> Vec<u8> {
    let tree = usvg::Tree::from_str(&svg(position), &usvg::Options::default()).expect("valid SVG");
    let side = Size::default().pixels() as u32;
    let mut pixmap = tiny_skia::Pixmap::new(side, side).expect("a picture");
    resvg::render(
        &tree,
        tiny_skia::Transform::identity(),
        &mut pixmap.as_mut(),
    );
    pixmap.encode_png().expect("a file")
}

fn svg(position: &Position) -> String {
    let (gutter, side) = (Size::default().gutter(), Size::default().square());
    let width = Size::default().pixels();
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}"><rect width="{width}" height="{width}" fill="#2b2d31"/>"##
    );
    for square in Square::ALL {
        let x = gutter + square.file().index() * side;
        let y = (7 - square.rank().index()) * side;
        let fill = if square.is_light() {
            "#f0e4cf"
        } else {
            "#b38a63"
        };
        let _ = write!(
            svg,
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>"#
        );
        if let Some(piece) = position.board().piece_at(square) {
            let (scale, paths) = (side as f32 / 45.0, drawing(piece));
            let _ = write!(
                svg,
                r#"<g transform="translate({x} {y}) scale({scale})">{paths}</g>"#
            );
        }
    }
    svg + "</svg>"
}

/// The paths of a piece.
fn drawing(piece: Piece) -> String {
    let file = match piece.role {
        Role::Pawn => include_str!("../assets/pieces/turned/pawn.svg"),
        Role::Knight => include_str!("../assets/pieces/turned/knight.svg"),
        Role::Bishop => include_str!("../assets/pieces/turned/bishop.svg"),
        Role::Rook => include_str!("../assets/pieces/turned/rook.svg"),
        Role::Queen => include_str!("../assets/pieces/turned/queen.svg"),
        Role::King => include_str!("../assets/pieces/turned/king.svg"),
    };
    let (start, end) = (
        file.find('>').map_or(0, |end| end + 1),
        file.rfind("</svg>").unwrap_or(file.len()),
    );
    let paths = file[start..end].to_owned();
    match piece.color {
        Color::White => paths,
        Color::Black => paths
            .replace("#fdfaf3", "#37312c")
            .replace("#dacdb6", "#231f1b")
            .replace("#241f1b", "#100e0c"),
    }
}
