//! Replays 2,722 real games: final position, ending, claims, and the plies at which the draw rules first apply.

mod shared;

use penpawn::chess::{CastlingMode, Ending, Line, Position};

#[test]
fn real_games() {
    let Some(text) = shared::read("cases/pgn/games/games.tsv") else {
        return;
    };
    let mut games = 0;
    for row in text.lines().skip(1) {
        check_game(&row.split('\t').collect::<Vec<_>>());
        games += 1;
    }
    assert_eq!(games, 2_722);
}

#[test]
fn a_game_of_520_plies_in_both_notations() {
    let Some(uci) = shared::read("cases/long_game_uci.txt") else {
        return;
    };
    let Some(san) = shared::read("cases/long_game_san.txt") else {
        return;
    };
    let by_uci = replay(Position::start(), uci.split_whitespace());
    assert_eq!(by_uci.plies(), 520);
    let is_move = |word: &&str| !word.ends_with('.') && *word != "*";
    let moves: Vec<&str> = san.split_whitespace().filter(is_move).collect();
    assert_eq!(by_uci.san_moves(), moves);
}

fn replay<'a>(start: Position, moves: impl Iterator<Item = &'a str>) -> Line {
    let mut line = Line::new(start);
    for uci in moves {
        line.push(line.position().parse_uci(uci).unwrap());
    }
    line
}

#[track_caller]
fn check_game(row: &[&str]) {
    let (id, variant, start, moves) = (row[0], row[2], row[9], row[23]);
    let mode = if variant == "chess960" {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    let mut line = Line::new(Position::from_fen(start, mode).unwrap());
    let mut most_repetitions = line.repetitions();
    let [mut threefold, mut fivefold, mut fifty, mut seventy_five] = [0; 4];
    for uci in moves.split_whitespace() {
        let mv = line
            .position()
            .parse_uci(uci)
            .unwrap_or_else(|error| panic!("{id} {uci}: {error}"));
        let san = line.position().san(mv);
        assert_eq!(line.position().parse_san(&san), Ok(mv), "{id} {san}");
        line.push(mv);
        let repetitions = line.repetitions();
        most_repetitions = most_repetitions.max(repetitions);
        note_first(&mut threefold, repetitions >= 3, &line);
        note_first(&mut fivefold, repetitions >= 5, &line);
        note_first(&mut fifty, line.position().halfmove_clock() >= 100, &line);
        note_first(
            &mut seventy_five,
            line.position().halfmove_clock() >= 150,
            &line,
        );
    }
    assert_eq!(line.position().fen(), row[10], "{id}");
    // The collection goes on offering claims after a fivefold repetition; after an end there is nothing to claim.
    let claims = if row[11] == "none" { row[12] } else { "-" };
    if id == PLAYED_ON {
        assert_eq!(line.ending(), Some(Ending::DeadPosition), "{id}");
    } else {
        assert_eq!(verdict(&line), (row[11].to_owned(), claims), "{id}");
    }
    let found = [
        line.plies(),
        line.position().halfmove_clock() as usize,
        most_repetitions as usize,
        threefold,
        fivefold,
        fifty,
        seventy_five,
    ];
    let columns = [8, 14, 15, 16, 17, 18, 19];
    assert_eq!(
        found,
        columns.map(|column: usize| row[column].parse::<usize>().unwrap()),
        "{id}"
    );
}

fn note_first(ply: &mut usize, holds: bool, line: &Line) {
    if *ply == 0 && holds {
        *ply = line.plies();
    }
}

/// Dead behind a locked wall long before it was given up; the collection knows dead positions by material only.
const PLAYED_ON: &str = "tcec-a39f1cbe40";

/// The ending and the claims in the words of the collection, which knows dead positions by material only.
fn verdict(line: &Line) -> (String, &'static str) {
    let claims = match (line.claims().threefold, line.claims().fifty) {
        (false, false) => "-",
        (true, false) => "threefold",
        (false, true) => "fifty",
        (true, true) => "threefold,fifty",
    };
    let ending = match line.ending() {
        None => return ("none".to_owned(), claims),
        Some(Ending::Checkmate) => "checkmate",
        Some(Ending::Stalemate) => "stalemate",
        Some(Ending::DeadPosition) => "insufficient_material",
        Some(Ending::FivefoldRepetition) => "fivefold_repetition",
        Some(Ending::SeventyFiveMoves) => "seventyfive_moves",
    };
    let outcome = line
        .ending()
        .map(|ending| ending.outcome(line.position().turn()).to_string());
    (format!("{ending} {}", outcome.unwrap_or_default()), claims)
}
