//! Games through the database and back.

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::chess::{Color, Outcome};
use crate::game::{Claim, GameResult, GuildId, Termination, TimeOut};
use crate::store::Store;
use crate::store::facts::update;
use crate::time::Days;

const PLACE: Place = Place {
    guild: None,
    channel: ChannelId(5),
};
const PLAYERS: Players = Players {
    white: PlayerId(1),
    black: PlayerId(2),
};

fn store() -> (TempDir, Connection) {
    let folder = TempDir::new().unwrap();
    let Store { writer, .. } = Store::open(&folder.path().join("games.db")).unwrap();
    (folder, writer.into_inner().unwrap())
}

/// Keeps a new game, then plays `plies` random moves, each kept as it is made; it must come back the same throughout.
#[track_caller]
fn check_round_trip(
    connection: &mut Connection,
    start: &Position,
    days: Option<Days>,
    plies: usize,
    seed: u64,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let started = Timestamp::from_millis(random.i64(..));
    let new = NewGame {
        players: PLAYERS,
        terms: Terms {
            days,
            ..Terms::default()
        },
        series: None,
        start,
        started,
        place: PLACE,
    };
    let tx = connection.transaction().unwrap();
    let mut kept = add(&tx, &new).unwrap();
    assert_eq!(
        load(&tx, kept.game.id).unwrap().as_ref(),
        Some(&kept),
        "{}",
        start.fen()
    );
    for _ in 0..plies {
        let moves = kept.game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves.iter().nth(random.usize(..moves.len())).unwrap();
        let event = Event::Moved {
            mv,
            planned: random.bool(),
            at: Timestamp::from_millis(random.i64(..)),
        };
        kept.game.apply(&event);
        record(&tx, &event, &kept.game).unwrap();
        update(&tx, &kept.game).unwrap();
    }
    tx.commit().unwrap();
    assert_eq!(
        load(connection, kept.game.id).unwrap(),
        Some(kept),
        "{}",
        start.fen()
    );
}

#[test]
fn games_from_any_position_come_back_as_they_were() {
    let (_folder, mut connection) = store();
    let fens = [
        (
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
            CastlingMode::Standard,
        ),
        (
            "4k3/P6P/8/8/8/8/p6p/4K3 b - - 99 120",
            CastlingMode::Standard,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            CastlingMode::Standard,
        ),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            CastlingMode::Chess960,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            CastlingMode::Chess960,
        ),
        (
            "1rkr4/8/8/8/8/8/8/1RKR4 w BDbd - 0 1",
            CastlingMode::Chess960,
        ),
    ];
    for seed in 0..20 {
        check_round_trip(
            &mut connection,
            &Position::start(),
            Days::new(14),
            300,
            seed,
        );
        for (fen, mode) in fens {
            let start = Position::from_fen(fen, mode).unwrap();
            check_round_trip(
                &mut connection,
                &start,
                Days::new(1 + seed as u8 % 14),
                60,
                seed,
            );
            check_round_trip(&mut connection, &start, None, 3, seed);
        }
    }
}

#[test]
fn the_standard_position_is_not_written_down() {
    let (_folder, mut connection) = store();
    check_round_trip(&mut connection, &Position::start(), None, 0, 0);
    let fen: Option<String> = connection
        .query_row("SELECT start_fen FROM game", [], |row| row.get(0))
        .unwrap();
    assert_eq!(fen, None);
}

#[test]
fn every_result_comes_back_as_it_was() {
    use crate::chess::Ending;
    let (_folder, mut connection) = store();
    let automatic = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::DeadPosition,
        Ending::FivefoldRepetition,
        Ending::SeventyFiveMoves,
    ]
    .map(Termination::Automatic);
    for termination in automatic.into_iter().chain([
        Termination::Agreement,
        Termination::Resignation,
        Termination::Claim(Claim::Threefold),
        Termination::Claim(Claim::FiftyMoves),
        Termination::TimeOut(TimeOut::Lost),
        Termination::TimeOut(TimeOut::CannotBeMated),
        Termination::TimeOut(TimeOut::DrawOfferStood),
        Termination::Aborted(None),
        Termination::Aborted(Some(Color::White)),
        Termination::Aborted(Some(Color::Black)),
        Termination::NeverBegun,
        Termination::Abandoned(None),
        Termination::Abandoned(Some(Color::White)),
        Termination::Abandoned(Some(Color::Black)),
        Termination::ServerGone,
    ]) {
        for outcome in [
            Some(Outcome::Win(Color::White)),
            Some(Outcome::Win(Color::Black)),
            Some(Outcome::Draw),
            None,
        ] {
            let tx = connection.transaction().unwrap();
            let started = Timestamp::from_millis(0);
            let place = Place {
                guild: Some(GuildId(3)),
                ..PLACE
            };
            let new = NewGame {
                players: PLAYERS,
                terms: Terms::default(),
                series: None,
                start: &Position::start(),
                started,
                place,
            };
            let mut kept = add(&tx, &new).unwrap();
            let result = GameResult {
                outcome,
                termination,
            };
            let event = Event::Ended {
                result,
                at: Timestamp::from_millis(9),
            };
            kept.game.apply(&event);
            record(&tx, &event, &kept.game).unwrap();
            update(&tx, &kept.game).unwrap();
            assert_eq!(load(&tx, kept.game.id).unwrap(), Some(kept));
            tx.commit().unwrap();
        }
    }
}

#[test]
fn the_key_keeps_a_move_from_being_stored_twice() {
    let (_folder, mut connection) = store();
    let tx = connection.transaction().unwrap();
    let started = Timestamp::from_millis(0);
    let new = NewGame {
        players: PLAYERS,
        terms: Terms::default(),
        series: None,
        start: &Position::start(),
        started,
        place: PLACE,
    };
    let mut game = add(&tx, &new).unwrap().game;
    let mv = game.position().parse_uci("e2e4").unwrap();
    let event = Event::Moved {
        mv,
        at: started,
        planned: false,
    };
    game.apply(&event);
    record(&tx, &event, &game).unwrap();
    let twice = record(&tx, &event, &game).unwrap_err().to_string();
    assert!(twice.contains("UNIQUE"), "{twice}");
}
