//! How fast the rules are, beside cozy-chess in the same run, so that the ratio means something on any machine:
//! `cargo bench --bench chess`. Replays need the collection of games in `../shared` or `PENPAWN_SHARED`.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use penpawn::chess::{CastlingMode, CastlingSide, Color, Line, Position, perft};

/// The six positions of <https://www.chessprogramming.org/Perft_Results>, with depths of some million nodes.
const PERFT: [(&str, u32); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
    ),
];

const ROUNDS: usize = 25;

fn main() {
    println!("perft: million nodes a second, here and by cozy-chess, and the ratio");
    let mut logarithms = 0.0;
    for (fen, depth) in PERFT {
        let ratio = compare_perft(fen, depth);
        logarithms += ratio.ln();
    }
    println!(
        "geometric mean of the ratios: {:.2}",
        (logarithms / PERFT.len() as f64).exp()
    );
    replay_games();
}

fn compare_perft(fen: &str, depth: u32) -> f64 {
    let ours = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let theirs: cozy_chess::Board = fen.parse().unwrap();
    let nodes = perft(&ours, depth);
    assert_eq!(nodes, cozy_perft(&theirs, depth), "{fen}");
    let [here, there] = fastest([
        &mut || black_box(perft(black_box(&ours), depth)),
        &mut || black_box(cozy_perft(black_box(&theirs), depth)),
    ]);
    let ratio = there.as_secs_f64() / here.as_secs_f64();
    println!(
        "{:7.1} {:7.1} {ratio:5.2}  {fen}",
        millions(nodes, here),
        millions(nodes, there)
    );
    ratio
}

fn millions(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e6
}

/// Takes turns, so that a slow moment of the machine meets all, and keeps the best time of each.
fn fastest<const N: usize>(mut runs: [&mut dyn FnMut() -> u64; N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (run, best) in runs.iter_mut().zip(&mut best) {
            let start = Instant::now();
            run();
            *best = start.elapsed().min(*best);
        }
    }
    best
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                nodes += cozy_perft(&after, depth - 1);
            }
        }
        false
    });
    nodes
}

struct Game {
    start: String,
    mode: CastlingMode,
    moves: Vec<String>,
}

fn replay_games() {
    let Some(games) = read_games() else {
        println!("replay: skipped, ../shared is not here");
        return;
    };
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    println!(
        "replay of {} games, {plies} plies: games a second",
        games.len()
    );
    let lines: Vec<Line> = games.iter().map(replay).collect();
    let [here, there, san] = fastest([
        &mut || games.iter().map(|game| replay(game).plies() as u64).sum(),
        &mut || games.iter().map(cozy_replay).sum(),
        &mut || {
            lines
                .iter()
                .map(|line| black_box(line.san_moves()).len() as u64)
                .sum()
        },
    ]);
    let rate = |time: Duration| games.len() as f64 / time.as_secs_f64();
    println!(
        "{:9.0} read from UCI and checked, all positions kept",
        rate(here)
    );
    println!(
        "{:9.0} the same by cozy-chess, ratio {:.2}",
        rate(there),
        rate(here) / rate(there)
    );
    println!("{:9.0} the same with SAN written", rate(here + san));
}

fn replay(game: &Game) -> Line {
    let mut line = Line::new(Position::from_fen(&game.start, game.mode).unwrap());
    for uci in &game.moves {
        line.push(line.position().parse_uci(uci).unwrap());
    }
    line
}

/// Positions are kept here as well.
fn cozy_replay(game: &Game) -> u64 {
    let chess960 = game.mode == CastlingMode::Chess960;
    let fen = if chess960 {
        shredder_fen(game)
    } else {
        game.start.clone()
    };
    let mut boards = vec![cozy_chess::Board::from_fen(&fen, chess960).unwrap()];
    for uci in &game.moves {
        let mut board = boards[boards.len() - 1].clone();
        let mv = match game.mode {
            CastlingMode::Standard => cozy_chess::util::parse_uci_move(&board, uci).unwrap(),
            CastlingMode::Chess960 => uci.parse().unwrap(),
        };
        board.try_play(mv).unwrap();
        boards.push(board);
    }
    boards.len() as u64
}

/// The start with the files of the rooks in place of `KQkq`, as cozy-chess wants it.
fn shredder_fen(game: &Game) -> String {
    let start = Position::from_fen(&game.start, game.mode).unwrap();
    let mut files = String::new();
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let file = start
                .castling_rook(color, side)
                .map(|rook| rook.file().char());
            files.extend(file.map(|file| match color {
                Color::White => file.to_ascii_uppercase(),
                Color::Black => file,
            }));
        }
    }
    game.start.replacen("KQkq", &files, 1)
}

fn read_games() -> Option<Vec<Game>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("PENPAWN_SHARED").map_or_else(beside, PathBuf::from);
    let text = std::fs::read_to_string(root.join("cases/pgn/games/games.tsv")).ok()?;
    let rows = text
        .lines()
        .skip(1)
        .map(|row| row.split('\t').collect::<Vec<_>>());
    let games = rows.map(|row| Game {
        start: row[9].to_owned(),
        mode: match row[2] {
            "chess960" => CastlingMode::Chess960,
            _ => CastlingMode::Standard,
        },
        moves: row[23].split_whitespace().map(str::to_owned).collect(),
    });
    Some(games.collect())
}
