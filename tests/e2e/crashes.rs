//! `kill -9` at any moment of a game and a new start: what was acknowledged is there, and nothing stands twice.

use std::time::Duration;

use penpawn::chess::{Move, Position};
use penpawn::sandbox::{Message, Reply, Trouble};

use crate::conduct::board_of;
use crate::scene::Scene;
use crate::table::{Table, posted};

const CALLBACK: &str = "POST /interactions/*/*/callback";
/// By the clock, the worker leaves an answer that much time before it brings it itself.
const HEAD_START: Duration = Duration::from_secs(11);

/// What happens to the bot around a move.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Nothing,
    /// Killed before the move is sent.
    Before,
    /// Killed while it works on the move, wherever that is.
    AtWork,
    /// Killed when the board stands and the bot has not been told so yet.
    BeforeTheReceipt,
    /// The board never arrives, and the bot is killed when that has happened.
    WhenTheAnswerBroke,
    /// Killed as soon as the board is there.
    After,
}

const FATES: [Fate; 6] = [
    Fate::Nothing,
    Fate::Before,
    Fate::AtWork,
    Fate::BeforeTheReceipt,
    Fate::WhenTheAnswerBroke,
    Fate::After,
];

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_kills_at_any_moment() {
    let rounds =
        std::env::var("PENPAWN_CRASH_PLIES").map_or(24, |plies| plies.parse().expect("a number"));
    let seed = std::env::var("PENPAWN_SEED").map_or(7, |seed| seed.parse().expect("a number"));
    println!("seed {seed}, {rounds} plies");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut scene = Scene::start().await;
    scene.expected.refusals = true;
    scene.expected.in_the_log("Discord could not be reached");
    scene.expected.in_the_log("An answer could not be sent");
    let mut table = Table::begin(&scene).await;
    for ply in 0..rounds {
        let Some(mv) = quiet_move(&mut random, table.line.position()) else {
            break;
        };
        let san = table.line.position().san(mv);
        // Every fate at least once, then by lot.
        let fate = FATES
            .get(ply)
            .copied()
            .unwrap_or_else(|| random.choice(FATES).expect("some"));
        let post = play(&mut scene, &table, &san, fate, &mut random).await;
        table.played(&san, post);
        if table.line.ending().is_some() {
            break;
        }
    }
    scene.settle_and_stop().await;
    let kept: i64 = scene
        .database()
        .query_row("SELECT count(*) FROM move", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept as usize, table.line.plies());
    scene.end().await;
}

/// A random move that does not end the game soon: the first of a few that takes nothing, if there is one.
fn quiet_move(random: &mut fastrand::Rng, position: &Position) -> Option<Move> {
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let quiet: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| !mv.is_capture())
        .collect();
    random.choice(if quiet.is_empty() { moves } else { quiet })
}

/// Gets the move onto the board, whatever happens to the bot; tells the post.
async fn play(
    scene: &mut Scene,
    table: &Table,
    san: &str,
    fate: Fate,
    random: &mut fastrand::Rng,
) -> Message {
    let plies = table.line.plies() as u64 + 1;
    let is_it = move |message: &Message| board_of(message) == Some((1, plies));
    let begin = || {
        table
            .mover()
            .begin_command(table.channel, "move", &[("move", san)])
    };
    match fate {
        Fate::Nothing => return posted(&begin().answer().await),
        Fate::Before => {
            scene.kill_bot().await;
            let pending = begin();
            scene.pass(Duration::from_secs(4));
            assert!(pending.answer().await.failed());
            scene.start_bot().await;
        }
        Fate::AtWork => {
            let _pending = begin();
            // The only place where time goes by for its own sake.
            let moment = Duration::from_micros(random.u64(0..30_000));
            tokio::time::sleep(moment).await;
            scene.kill_bot().await;
            scene.start_bot().await;
        }
        Fate::BeforeTheReceipt => {
            scene.trouble(CALLBACK, 1, Trouble::DelayAnswer(Duration::from_secs(20)));
            let _pending = begin();
            scene
                .sandbox
                .message_where("the board", table.channel, is_it)
                .await;
            scene.kill_bot().await;
            scene.start_bot().await;
        }
        Fate::WhenTheAnswerBroke => {
            scene.trouble(CALLBACK, 1, Trouble::DropBefore);
            let before = scene.sandbox.requests().len();
            let _pending = begin();
            scene
                .sandbox
                .until("the answer broke", || {
                    let requests = scene.sandbox.requests();
                    requests[before..]
                        .iter()
                        .any(|request| request.status == 0)
                        .then_some(())
                })
                .await;
            scene.kill_bot().await;
            scene.start_bot().await;
        }
        Fate::After => {
            let post = posted(&begin().answer().await);
            scene.kill_bot().await;
            scene.start_bot().await;
            return post;
        }
    }
    scene.sandbox.clear_faults();
    let kept: i64 = scene
        .database()
        .query_row("SELECT count(*) FROM move", [], |row| row.get(0))
        .expect("a database");
    let kept = kept as u64;
    if kept == plies {
        // The move counts, so its board must come by itself.
        scene.pass(HEAD_START);
        scene
            .sandbox
            .message_where("the board that was not acknowledged", table.channel, is_it)
            .await
    } else {
        assert_eq!(kept + 1, plies, "an acknowledged move is gone");
        let answer = begin().answer().await;
        match answer.reply {
            Reply::Posted(message) => message,
            other => panic!("{fate:?}: {other:?}"),
        }
    }
}
