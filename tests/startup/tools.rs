//! The tools of the command line: help with an example, exit statuses, and the forms of what they tell.

use crate::shared;
use crate::trial::{Ended, penpawn, run};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn told(arguments: &[&str]) -> Ended {
    run(&mut penpawn(arguments))
}

/// The names of all subcommands, from the help itself.
fn subcommands() -> Vec<String> {
    let help = told(&["--help"]);
    assert_eq!(help.status, Some(0));
    let listed = help.stdout.lines().skip_while(|line| *line != "Commands:");
    let names = listed
        .skip(1)
        .take_while(|line| !line.is_empty())
        // A long description goes on further to the right.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn every_subcommand_helps_by_an_example() {
    let names = subcommands();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        let help = told(&[&name, "--help"]);
        assert_eq!((help.status, &*help.stderr), (Some(0), ""), "{name}");
        let [example, examples] =
            ["Example", "Examples"].map(|title| format!("{title}:\n  penpawn {name} "));
        let of_run = "Example:\n  PENPAWN_TOKEN=... penpawn run";
        let of_try = "Example:\n  penpawn try\n";
        let has = |words: &str| help.stdout.contains(words);
        assert!(
            has(&example) || has(&examples) || has(of_run) || has(of_try),
            "{name}: {}",
            help.stdout
        );
    }
}

#[test]
fn wrong_arguments_are_bad_usage() {
    let mut rows = vec![
        vec![],
        vec!["fly"],
        vec!["--fly"],
        vec!["run", "--token", "x"],
        vec!["run", "x"],
        vec!["try", "--port", "99999"],
        vec!["perft", START, "x"],
        vec!["perft", START, "-1"],
        vec!["perft", START, "1", "2"],
        vec!["legal", START, "e4"],
        vec!["move", START],
        vec!["move", START, "e4", "e5"],
        vec!["board", START],
        vec!["board", START, "-o"],
        vec!["board", START, "-o", "x.png", "--theme", "none"],
        vec!["can-mate", START, "green"],
    ];
    let names = subcommands();
    let needing: Vec<_> = names
        .iter()
        .filter(|name| !["run", "try"].contains(&name.as_str()))
        .collect();
    rows.extend(needing.iter().map(|name| vec![name.as_str()]));
    for arguments in rows {
        let ended = told(&arguments);
        assert_eq!(ended.status, Some(2), "{arguments:?}: {ended:?}");
        assert_eq!(ended.stdout, "", "{arguments:?}");
        assert!(!ended.stderr.is_empty(), "{arguments:?}");
    }
}

#[track_caller]
fn check(arguments: &[&str], status: i32, stdout: &str) {
    let ended = told(arguments);
    assert_eq!(
        (ended.status, &*ended.stdout),
        (Some(status), stdout),
        "{arguments:?}: {}",
        ended.stderr
    );
    assert!(status == 0 || !ended.stderr.is_empty(), "no reason is told");
}

#[test]
fn results_have_their_forms() {
    check(&["perft", START, "3"], 0, "8902\n");
    check(&["perft", START, "0"], 0, "1\n");
    let divided = told(&["perft", START, "1", "--divide"]).stdout;
    assert_eq!(divided.lines().count(), 21);
    assert_eq!(divided.lines().next(), Some("a2a3\t1"));
    assert_eq!(divided.lines().last(), Some("20"));
    check(&["legal", "8/8/8/8/8/8/5k2/7K w - - 0 1"], 0, "h1h2\n");
    check(&["legal", "3K3R w K"], 1, "");
    let after = "e2e4\te4\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    check(&["move", START, "pawn to e4"], 0, after);
    check(&["move", START, "Nf6"], 1, "illegal\n");
    check(&["move", START, "hello"], 1, "unreadable\n");
    check(
        &["move", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle"],
        1,
        "ambiguous\te1c1\te1g1\n",
    );
    let castled = "e1h1\tO-O\t4k3/8/8/8/8/8/8/5RK1 b - - 1 1\n";
    let fen = "4k3/8/8/8/8/8/8/4K2R w H - 0 1";
    check(&["move", fen, "O-O", "--chess960"], 0, castled);
    check(&["move", fen, "O-O"], 1, "");
    let mate = ["outcome", START, "f2f3", "e7e5", "g2g4", "d8h4"];
    check(&mate, 0, "checkmate 0-1\t-\t-\n");
    check(&["outcome", START], 0, "ongoing\t-\t-\n");
    check(&["outcome", START, "e2e5"], 1, "");
}

#[test]
fn games_are_checked_one_a_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("games.pgn");
    let games = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Result \"*\"]\n\n1. e4 Ke7 *\n\n\
                 [Result \"*\"]\n\n1. e4 *\n";
    std::fs::write(&file, games).expect("a file");
    let name = file.display().to_string();
    let ended = told(&["check-pgn", &name]);
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let lines: Vec<Vec<&str>> = ended
        .stdout
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(lines.len(), 3, "{}", ended.stdout);
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(
        lines[0],
        [&*name, "1", "0-1", "4", mated, "checkmate 0-1"],
        "{lines:?}"
    );
    assert_eq!(lines[1][..5], [&*name, "2", "error", "7", "7"], "{lines:?}");
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(
        lines[2][..6],
        [&*name, "3", "*", "1", after, "*"],
        "{lines:?}"
    );
    check(&["check-pgn", "missing.pgn"], 1, "");
}

/// Rows whose FEN is refused, because the side that is not to move is in check.
const REFUSED: [&str; 6] = ["pr20", "sa05", "sa06", "sa07", "sa37", "fi08"];

#[test]
fn hard_cases_are_told_in_these_forms() {
    let Some(text) = shared::read("cases/hard_cases.tsv") else {
        return;
    };
    let mut checked = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, _, kind, fen, moves, arg, expected, ..] = fields[..] else {
            panic!("{row}")
        };
        let moves: Vec<&str> = moves.split(' ').filter(|&uci| uci != "-").collect();
        if REFUSED.contains(&id) {
            check(&["legal", fen], 1, "");
            continue;
        }
        match (kind, &moves[..]) {
            ("move", []) => {
                let listed = told(&["legal", fen]).stdout;
                let is_legal = listed.lines().any(|uci| uci == arg);
                assert_eq!(is_legal, expected == "legal", "{id}: {listed}");
            }
            ("moves", []) => check(&["legal", fen], 0, &(expected.replace(' ', "\n") + "\n")),
            ("san", []) => {
                let line = told(&["move", fen, arg]).stdout;
                let san = line.split('\t').nth(1);
                assert_eq!(san, Some(expected), "{id}");
            }
            ("fenafter", [uci]) => {
                let line = told(&["move", fen, uci]).stdout;
                assert_eq!(line.trim_end().split('\t').nth(2), Some(expected), "{id}");
            }
            ("status", moves) => check_outcome(id, fen, moves, 0, standing(id, expected)),
            ("repeat", moves) => {
                let may_claim =
                    expected.contains("threefold=yes") && expected.contains("fivefold=no");
                let claim = if may_claim { "threefold" } else { "-" };
                check_outcome(id, fen, moves, 1, claim);
            }
            ("fenparse", _) => check_fen(id, fen, expected),
            _ => continue,
        }
        checked += 1;
    }
    assert!(checked >= 130, "{checked} rows");
}

/// Our words for an end, from those of the collection.
fn standing<'a>(id: &str, expected: &'a str) -> &'a str {
    // Not mate, as the row says, but dead: the only move takes the queen and leaves bare kings (FIDE article 5.2.2).
    let expected = if id == "te12" {
        "insufficient_material 1/2-1/2"
    } else {
        expected
    };
    match expected {
        "stalemate 1/2-1/2" => "stalemate",
        "insufficient_material 1/2-1/2" => "dead position",
        "fivefold_repetition 1/2-1/2" => "fivefold repetition",
        "seventyfive_moves 1/2-1/2" => "seventy-five moves",
        other => other,
    }
}

#[track_caller]
fn check_outcome(id: &str, fen: &str, moves: &[&str], field: usize, expected: &str) {
    let arguments: Vec<&str> = ["outcome", fen]
        .into_iter()
        .chain(moves.iter().copied())
        .collect();
    let line = told(&arguments).stdout;
    let fields: Vec<&str> = line.trim_end_matches('\n').split('\t').collect();
    assert_eq!(fields.len(), 3, "{id}: {line}");
    assert_eq!(fields[field], expected, "{id}: {line}");
}

#[track_caller]
fn check_fen(id: &str, fen: &str, expected: &str) {
    let fen = if fen == "(empty)" { "" } else { fen };
    let ended = told(&["legal", fen]);
    match expected {
        "accept" => assert_eq!(ended.status, Some(0), "{id}: {ended:?}"),
        "reject" => assert_eq!(ended.status, Some(1), "{id}: {ended:?}"),
        // Either will do, but it says so.
        "accept-lenient" => assert!(!ended.stderr.is_empty(), "{id}"),
        other => panic!("{id}: unknown verdict {other}"),
    }
}
