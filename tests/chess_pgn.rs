//! The PGN reader against odd files with known verdicts and against 2,722 real games, and the writer against the reader
//! and against python-chess.
//!
//! The python-chess part needs `PENPAWN_PYTHON`, a Python with the package `chess`, and says so when it is missing.

mod shared;

use std::collections::HashMap;
use std::time::Duration;

use penpawn::chess::pgn::{self, Complaint, Fault, Game, Read};
use penpawn::chess::{CastlingMode, Color, Line, Outcome, Position};

fn read_all(text: &str) -> Vec<Result<Read, Complaint>> {
    pgn::games(text).collect()
}

fn shared_pgn(path: &str) -> Option<String> {
    let file = shared::folder()?.join(path);
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Some(pgn::decode(&bytes).into_owned())
}

#[test]
fn every_quirk_has_its_verdict() {
    let Some(table) = shared::read("cases/pgn/quirk/quirk.tsv") else {
        return;
    };
    let mut wrong = Vec::new();
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (file, verdict, fens) = (fields[0], fields[2], fields[3]);
        let text = shared_pgn(&format!("cases/pgn/quirk/{file}")).expect("the file of the row");
        let games = read_all(&text);
        let warned = games.iter().flatten().any(|read| !read.warnings.is_empty());
        let found_fens: Vec<String> = games
            .iter()
            .flatten()
            .map(|read| read.game.line.position().fen())
            .collect();
        let found = match games.iter().any(Result::is_err) {
            true => "reject",
            false if warned => "ok-warn",
            false => "ok",
        };
        let fens_agree = verdict == "reject" || found_fens.join(" | ") == fens;
        if found != verdict || !fens_agree {
            wrong.push(format!(
                "{file}: {verdict} expected, {found}, {found_fens:?} {:?}",
                games
                    .iter()
                    .map(|g| g.as_ref().map(|r| &r.warnings))
                    .collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A complaint names its place, and the games behind it are read.
#[test]
fn a_broken_game_does_not_swallow_the_next() {
    #[track_caller]
    fn check(file: &str, line: u32, column: u32, games_after: usize) {
        let Some(text) = shared_pgn(&format!("cases/pgn/quirk/{file}")) else {
            return;
        };
        let games = read_all(&text);
        let complaint = games[0].as_ref().expect_err("the first game is broken");
        assert_eq!(
            (complaint.place.line, complaint.place.column),
            (line, column),
            "{file}: {complaint}"
        );
        assert_eq!(
            games[1..].iter().filter(|game| game.is_ok()).count(),
            games_after,
            "{file}"
        );
        assert_eq!(games.len(), 1 + games_after, "{file}");
    }
    check("unterminated.pgn", 9, 53, 1);
    check("illegal_move.pgn", 9, 41, 1);
    check("paren_unbalanced.pgn", 9, 41, 0);
    check("angle_reserved.pgn", 9, 31, 0);
    check("null_move.pgn", 9, 7, 0);
    check("german.pgn", 9, 7, 0);
    check("fen_bad.pgn", 9, 1, 0);
}

#[test]
fn every_real_game() {
    let Some(table) = shared::read("cases/pgn/games/games.tsv") else {
        return;
    };
    let rows: HashMap<&str, Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|row| {
            (
                row.split('\t').next().unwrap_or(""),
                row.split('\t').collect(),
            )
        })
        .collect();
    let mut seen = 0;
    for file in [
        "chesscom",
        "chesscom_chess960",
        "chessjs",
        "kokopu",
        "kokopu_chess960",
        "lichess",
        "pgnextract",
        "pychess",
        "pychess_chess960",
        "pythonchess",
        "pythonchess_chess960",
        "tcec",
        "tcec_chess960",
        "twic",
    ] {
        let text = shared::read(&format!("cases/pgn/games/{file}.pgn"))
            .expect("the file of the collection");
        for read in pgn::games(&text) {
            let read = read.unwrap_or_else(|complaint| panic!("{file}: {complaint}"));
            let id = read.game.tags.get("GameId").expect("every game has its id");
            let row = &rows[id];
            let line = &read.game.line;
            let mut walked = line.start().clone();
            let moves: Vec<String> = line
                .moves()
                .iter()
                .map(|&mv| {
                    let uci = walked.uci(mv);
                    walked.play(mv);
                    uci
                })
                .collect();
            assert_eq!(moves.join(" "), row[23], "{id}: moves");
            assert_eq!(line.position().fen(), row[10], "{id}: final position");
            assert_eq!(pgn::result_text(read.game.result), row[7], "{id}: result");
            // Written and read again it is the same game, and the text says so too.
            let written = read.game.to_string();
            let again = read_all(&written);
            assert_eq!(again.len(), 1, "{id}");
            let again = again[0].as_ref().expect("what is written is read");
            assert_eq!(again.game.line, read.game.line, "{id}");
            assert_eq!(again.game.to_string(), written, "{id}");
            seen += 1;
        }
    }
    assert_eq!(seen, rows.len());
}

fn game(moves: &[&str]) -> Game {
    let mut line = Line::new(Position::start());
    for san in moves {
        line.push(line.position().parse_san(san).expect("a legal move"));
    }
    Game::new(line, None)
}

#[test]
fn export_format() {
    let mut game = game(&["e4", "e5", "Nf3"]);
    game.tags.set("ECO", "C40");
    game.tags.set("White", "Ann \"Rook\" Lee\\");
    game.tags.set("Black", "[Bob]\nthe second");
    game.annotations[1].clock = Some(Duration::from_secs(259_190));
    game.annotations[2].elapsed = Some(Duration::from_millis(61_500));
    game.annotations[3].comment = "a } b".to_owned();
    assert_eq!(
        game.to_string(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann \\\"Rook\\\" Lee\\\\\"]\n\
         [Black \"[Bob] the second\"]\n[Result \"*\"]\n[ECO \"C40\"]\n\n\
         1. e4 {[%clk 71:59:50]} 1... e5 {[%emt 0:01:01.5]} 2. Nf3 {a ) b} *\n"
    );
    let again = read_all(&game.to_string());
    let again = &again[0].as_ref().expect("what is written is read").game;
    assert_eq!(again.tags.get("White"), Some("Ann \"Rook\" Lee\\"));
    assert_eq!(again.tags.get("Black"), Some("[Bob] the second"));
    assert_eq!(
        again.annotations[1].clock,
        Some(Duration::from_secs(259_190))
    );
    assert_eq!(
        again.annotations[2].elapsed,
        Some(Duration::from_millis(61_500))
    );
}

#[test]
fn other_starts_are_written_with_their_position() {
    let black = Position::from_fen("4k3/8/8/8/3p4/8/4P3/4K3 b - - 3 40", CastlingMode::Standard)
        .expect("legal");
    let text = Game::new(Line::new(black), None).to_string();
    assert!(
        text.contains(
            "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/3p4/8/4P3/4K3 b - - 3 40\"]\n\n*\n"
        ),
        "{text}"
    );
    let fen = "bbnrnkqr/pppppppp/8/8/8/8/PPPPPPPP/BBNRNKQR w KQkq - 0 1";
    let mixed = Position::from_fen(fen, CastlingMode::Chess960).expect("legal");
    let text = Game::new(Line::new(mixed.clone()), Some(Outcome::Win(Color::Black))).to_string();
    assert!(
        text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \""),
        "{text}"
    );
    assert_eq!(
        read_all(&text)[0]
            .as_ref()
            .expect("readable")
            .game
            .line
            .start(),
        &mixed
    );
}

#[test]
fn long_texts_are_broken_into_lines() {
    let mut game = game(&["e4", "e5", "Nf3", "Nc6"]);
    game.annotations[1].comment = "a very long thought about nothing "
        .repeat(20)
        .trim()
        .to_owned();
    game.annotations[2].clock = Some(Duration::from_secs(5));
    let text = game.to_string();
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert_eq!(
        read_all(&text)[0]
            .as_ref()
            .expect("readable")
            .game
            .annotations,
        game.annotations
    );
}

#[track_caller]
fn check_fault(text: &str, line: u32, column: u32, expected: &Fault) {
    let games = read_all(text);
    let complaint = games
        .iter()
        .find_map(|game| game.as_ref().err())
        .expect("a complaint");
    assert_eq!(
        (complaint.place.line, complaint.place.column),
        (line, column),
        "{text:?}: {complaint}"
    );
    assert_eq!(&complaint.fault, expected, "{text:?}");
}

#[test]
fn complaints_name_their_place() {
    check_fault("", 1, 1, &Fault::NoGame);
    check_fault("hello\nworld", 1, 1, &Fault::NoGame);
    check_fault("1. e4 (1. d4", 1, 7, &Fault::OpenVariation);
    check_fault("1. e4 e5\n2. Nf3 } *", 2, 8, &Fault::Stray('}'));
    check_fault(
        "[Event \"x\"]\n[White Ann]\n\n1. e4 *",
        2,
        1,
        &Fault::BadTag,
    );
    check_fault(
        "[Variant \"Atomic\"]\n\n1. e4 *",
        1,
        1,
        &Fault::Variant("Atomic".to_owned()),
    );
    check_fault("1. e4 d5 2. exd5 e.p. *", 1, 18, &Fault::NotEnPassant);
    check_fault(
        "1. e4 {\u{e9}\u{e9}} Z0 *",
        1,
        12,
        &Fault::NullMove("Z0".to_owned()),
    );
}

#[test]
fn odd_but_clear() {
    #[track_caller]
    fn check(text: &str, moves: &[&[&str]]) {
        let games: Vec<Vec<String>> = pgn::games(text)
            .map(|game| game.expect("readable").game.line.san_moves())
            .collect();
        assert_eq!(games, moves, "{text:?}");
    }
    check(
        "1. e4 {a; b} e5 2.Nf3 (2.f4 {x}) 2...Nc6 *",
        &[&["e4", "e5", "Nf3", "Nc6"]],
    );
    check("1. e4 * 1. d4 d5 *\nbye", &[&["e4"], &["d4", "d5"]]);
    check("; a list of games\n[Event \"a\"]\n\n1. e4 *\n", &[&["e4"]]);
    check(
        "1. e4 $1 e5 \u{2213} 2. f4 +/- (=) exf4!? *\n{the end}\n",
        &[&["e4", "e5", "f4", "exf4"]],
    );
    check(
        "1. e2-e4 e7e5 2. Ng1-f3 Nb8-c6",
        &[&["e4", "e5", "Nf3", "Nc6"]],
    );
}

/// No text makes the reader panic or loop; every game it gives has been replayed.
#[test]
fn random_text() {
    let parts = [
        "[Event \"x\"]",
        "[FEN \"8/8/8/8/8/8/8/k1K5 w - - 0 1\"]",
        "[",
        "]",
        "\"",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "<",
        "\n",
        "\n\n",
        " ",
        "1. e4",
        "e5",
        "2. Nf3",
        "Nc6",
        "1-0",
        "*",
        "0-0",
        "e.p.",
        "e8(Q)",
        "$5",
        "!",
        "\u{feff}",
        "\u{2658}f3",
        "--",
        "\\",
        "hello",
        "\r\n",
        "[White \"a\\\"\"]",
        "1/2-1/2",
        "[%clk 1:2:3]",
    ];
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..20_000 {
        let text: String = (0..random.usize(..40))
            .map(|_| parts[random.usize(..parts.len())])
            .collect();
        for item in pgn::games(&text).take(1000) {
            match item {
                Ok(read) => assert_eq!(
                    read.game.annotations.len(),
                    read.game.line.plies() + 1,
                    "{text:?}"
                ),
                Err(complaint) => assert!(complaint.place.line >= 1, "{text:?}"),
            }
        }
    }
}

/// Files made to be slow: unclosed things and one endless line. They end quickly, or this test never does.
#[test]
fn hostile_files_are_linear() {
    for part in [
        "{",
        "(",
        "[",
        "[a \"",
        "[\"",
        "1. e4 {",
        "1. e4 *",
        "\"",
        "[Event \"x\"]\n{\n",
        "e.p.",
        ") ",
        "%\n",
        "1-0 x\n",
    ] {
        let text = part.repeat(1_000_000 / part.len());
        let items = pgn::games(&text).count();
        assert!(items > 0, "{part:?}");
    }
}

/// python-chess re-reads what the writer writes: the same moves and the same final position.
#[test]
fn python_chess_reads_it_too() {
    let Some(python) = std::env::var_os("PENPAWN_PYTHON") else {
        eprintln!("skipped: PENPAWN_PYTHON does not name a Python with the package chess");
        return;
    };
    let Some(mut games) = sample_games() else {
        return;
    };
    games.push(annotated_game());
    let file: Vec<String> = games.iter().map(ToString::to_string).collect();
    let script = "import chess.pgn, sys\n\
        while (game := chess.pgn.read_game(sys.stdin)) is not None:\n\
        \x20   end = game.end()\n\
        \x20   print(end.ply() - game.ply(), end.board().fen(en_passant='legal'), game.headers['Result'], len(game.errors), \
        sum(node.clock() is not None for node in game.mainline()), sep='\\t')\n";
    let mut child = std::process::Command::new(python)
        .args(["-c", script])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || {
        std::io::Write::write_all(&mut stdin, file.join("\n").as_bytes())
    });
    let output = child.wait_with_output().expect("python ends");
    writer
        .join()
        .expect("no panic")
        .expect("python reads everything");
    let text = String::from_utf8(output.stdout).expect("python prints text");
    let found: Vec<&str> = text.lines().collect();
    let expected: Vec<String> = games
        .iter()
        .map(|game| {
            let clocks = game
                .annotations
                .iter()
                .filter(|annotation| annotation.clock.is_some())
                .count();
            let line = &game.line;
            let result = pgn::result_text(game.result);
            format!(
                "{}\t{}\t{result}\t0\t{clocks}",
                line.plies(),
                line.position().fen()
            )
        })
        .collect();
    assert_eq!(found, expected);
}

fn sample_games() -> Option<Vec<Game>> {
    let mut games = Vec::new();
    for file in [
        "lichess",
        "tcec_chess960",
        "pychess_chess960",
        "pythonchess",
    ] {
        let text = shared::read(&format!("cases/pgn/games/{file}.pgn"))?;
        games.extend(
            pgn::games(&text)
                .take(60)
                .map(|read| read.expect("readable").game),
        );
    }
    Some(games)
}

fn annotated_game() -> Game {
    let mut game = game(&["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"]);
    for (ply, annotation) in game.annotations.iter_mut().enumerate().skip(1) {
        annotation.clock = Some(Duration::from_secs(259_200 - 61 * ply as u64));
        annotation.comment = "thought ".repeat(ply) + "end";
    }
    game.result = Some(Outcome::Draw);
    game
}
