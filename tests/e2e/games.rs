//! Complete real games by real commands. A few run with every test; all of them with
//! `PENPAWN_ALL_GAMES=1 cargo test --test e2e games:: -- --nocapture`.

use std::time::Duration;

use penpawn::chess::{Color, Outcome, Position, pgn};
use penpawn::sandbox::Message;

use crate::scene::Scene;
use crate::shared;
use crate::table::{Table, posted};

/// Played in every test run: short ones with everything that is odd in them, and one of more than 300 plies.
const ALWAYS: &[&str] = &[
    "chesscom-20efe2ac1d", // mate by Black
    "chessjs-341f1d3624",  // castling long and mate
    "chesscom-10a8ea3559", // en passant
    "chesscom-347abc5e7b", // both castle long, resignation
    "chesscom-7086a39189", // both ways of castling
    "pychess-47523c335f",  // promotion to a bishop, draw
    "chesscom-e7d7b1a09f", // stalemate
    "pychess-8a04a8043d",  // nothing left to mate with
    "chesscom-13da75cb25", // promotion to a knight
    "chesscom-8148840577", // promotion to a rook, mate
    "twic-7a2344a628",     // 305 plies
];

/// Played on request.
const MORE: &[&str] = &[
    "chesscom-2357762797", // mate by White
    "tcec-d8431d2863",     // stalemate
    "lichess-24bc426a96",  // promotion to a queen, stalemate
    "tcec-c6439b06cb",     // nothing left to mate with
    "chesscom-90f9a19e6c", // en passant, promotion, nothing left
    "twic-de938f0a23",     // fivefold repetition
    "tcec-d528601482",     // double check, promotion to a knight
    "tcec-190b8ec371",     // two promotions and mate
    "chessjs-3138e382dd",  // promotions to three queens and a bishop, en passant
    "tcec-b9b7584716",     // promotion to a rook and a queen, en passant
    "tcec-7fef3eb186",     // promotion to a rook, threefold
    "lichess-d1a01cabe9",  // two promotions and mate
    "chesscom-c82fd37f68", // en passant and castling long
    "chesscom-bf89b44874", // both castle long, mate
    "chesscom-289631a92f", // resignation after seven plies
    "chesscom-87637ccbbe", // resignation by White
    "chesscom-e96ae6c477", // double check
    "chesscom-4f2c98817e", // two double checks
    "chesscom-0142f57fc9", // moves told apart by rank
    "tcec-ad4edff352",     // threefold, unclaimed here
    "tcec-707901c29f",     // fifty moves, unclaimed here
    "chesscom-de4a4b5b34", // draw by agreement
    "chesscom-9a99664ed4", // correspondence
    "tcec-304e95aabf",     // 303 plies
];

#[tokio::test(flavor = "multi_thread")]
async fn real_games() {
    let Some(text) = shared::read("cases/pgn/games/games.tsv") else {
        return;
    };
    let all = std::env::var_os("PENPAWN_ALL_GAMES").is_some();
    let more = MORE.iter().filter(|_| all);
    let (mut games, mut plies) = (0, 0);
    for id in ALWAYS.iter().chain(more) {
        let row = text
            .lines()
            .find(|row| row.split('\t').next() == Some(id))
            .unwrap_or_else(|| panic!("the collection has no game {id}"));
        plies += check_game(&Row::read(row)).await;
        games += 1;
    }
    println!("{games} games, {plies} plies");
}

/// A game of the collection.
struct Row<'a> {
    id: &'a str,
    result: &'a str,
    final_fen: &'a str,
    uci: Vec<&'a str>,
}

impl Row<'_> {
    fn read(row: &str) -> Row<'_> {
        let fields: Vec<&str> = row.split('\t').collect();
        Row {
            id: fields[0],
            result: fields[7],
            final_fen: fields[10],
            uci: fields[23].split_whitespace().collect(),
        }
    }
}

/// Plays a game; tells how many plies it had.
async fn check_game(row: &Row<'_>) -> usize {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let mut position = Position::start();
    for uci in &row.uci {
        let mv = position.parse_uci(uci).expect("a legal move");
        let san = position.san(mv);
        position.play(mv);
        // Longer than a token lives and than posts are young.
        scene.pass(Duration::from_secs(3700));
        assert!(
            table.line.ending().is_none(),
            "{} ends before {san}",
            row.id
        );
        let before = table.post.clone();
        table.play(&san).await;
        // Otherwise an hour would hold more edits of old posts than Discord allows.
        scene.loses_its_buttons(&before).await;
        let has_file = table.post.file("penpawn-1.pgn").is_some();
        assert_eq!(has_file, table.line.ending().is_some());
    }
    assert_eq!(position.fen(), row.final_fen, "{}", row.id);
    let (last, termination) = match (table.line.ending(), row.result) {
        (Some(_), _) => (table.post.clone(), None),
        (None, "1-0") => (resign(&table, Color::Black).await, Some("resignation")),
        (None, "0-1") => (resign(&table, Color::White).await, Some("resignation")),
        (None, _) => (agree(&table).await, Some("agreement")),
    };
    table.check_picture(&last, Color::White);
    check_file(row, &table, &last);
    scene.settle_and_stop().await;
    check_database(row, &scene, termination);
    scene.end().await;
    row.uci.len()
}

async fn resign(table: &Table, loser: Color) -> Message {
    let (loser, winner) = (table.player(loser), table.player(!loser));
    let asked = loser.command(table.channel, "resign", &[]).await;
    let over = posted(&loser.press(asked.message(), "Yes, resign").await);
    assert_eq!(over.pings, [winner.id()]);
    over
}

async fn agree(table: &Table) -> Message {
    let offer = table
        .mover()
        .command(table.channel, "draw offer", &[])
        .await;
    let offer = posted(&offer);
    assert_eq!(offer.pings, [table.waiter().id()]);
    let over = posted(&table.waiter().press(&offer, "Accept draw").await);
    assert_eq!(over.pings, [table.mover().id()]);
    over
}

/// The PGN file of the last post is the game that was played.
fn check_file(row: &Row<'_>, table: &Table, last: &Message) {
    let shown = row.result.replace("1/2-1/2", "½-½");
    assert!(
        last.content.contains(&shown),
        "{}: {}",
        row.id,
        last.content
    );
    let file = last.file("penpawn-1.pgn").expect("a PGN file");
    let text = String::from_utf8(file.bytes.to_vec()).expect("text");
    let read: Vec<_> = pgn::games(&text)
        .map(|read| read.expect("a game"))
        .collect();
    assert_eq!(read.len(), 1, "{text}");
    assert!(read[0].warnings.is_empty(), "{:?}", read[0].warnings);
    let game = &read[0].game;
    assert_eq!(game.line, table.line, "{text}");
    let result = match row.result {
        "1-0" => Outcome::Win(Color::White),
        "0-1" => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    };
    assert_eq!(game.result, Some(result), "{text}");
    for (tag, value) in [
        ("White", "Alice"),
        ("Black", "Bob"),
        ("Result", row.result),
        ("TimeControl", "1/259200"),
        ("Termination", "normal"),
    ] {
        assert_eq!(game.tags.get(tag), Some(value), "{text}");
    }
}

fn check_database(row: &Row<'_>, scene: &Scene, termination: Option<&str>) {
    let database = scene.database();
    let mut moves = database
        .prepare("SELECT uci FROM move WHERE game_id = 1 ORDER BY ply")
        .unwrap();
    let moves: Vec<String> = moves
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(moves, row.uci, "{}", row.id);
    let (outcome, kept): (String, String) = database
        .query_row(
            "SELECT outcome, termination FROM game WHERE id = 1",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    assert_eq!(outcome, row.result, "{}", row.id);
    if let Some(termination) = termination {
        assert_eq!(kept, termination, "{}", row.id);
    }
}
