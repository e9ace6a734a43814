//! Discord in trouble, and the database: boards come late but come once, and the game goes on.

use std::time::Duration;

use penpawn::sandbox::{Behavior, Fault, Message, Options, Permissions, Trouble};

use crate::conduct::board_of;
use crate::scene::Scene;
use crate::table::{Table, posted, private};

const CALLBACK: &str = "POST /interactions/*/*/callback";
const POSTS: &str = "POST /channels/*/messages";

fn troubles() -> [(&'static str, Trouble); 4] {
    [
        (
            "500",
            Trouble::Status {
                status: 500,
                code: 0,
            },
        ),
        (
            "429",
            Trouble::RateLimited {
                retry_after: 0.2,
                global: false,
            },
        ),
        ("broken before", Trouble::DropBefore),
        ("broken after", Trouble::DropAfter),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_trouble_goes_to_the_channel_once() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    for ((name, trouble), san) in troubles().into_iter().zip(["e4", "e5", "Nf3", "Nc6"]) {
        scene.trouble(CALLBACK, 1, trouble);
        let _pending = table
            .mover()
            .begin_command(table.channel, "move", &[("move", san)]);
        let post = board(&scene, &table, name).await;
        table.played(san, post);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_post_in_trouble_is_sent_again_and_stands_once() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log("an errand waits");
    let mut table = Table::begin(&scene).await;
    for ((name, trouble), san) in troubles().into_iter().zip(["e4", "e5", "Nf3", "Nc6"]) {
        scene.trouble(POSTS, 2, trouble);
        let options = [("move", san), ("game", "1")];
        let told = private(
            &table
                .mover()
                .command(scene.general(), "move", &options)
                .await,
        );
        assert!(told.contains("The board of game 1 is in"), "{told}");
        let post = board(&scene, &table, name).await;
        table.played(san, post);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_limit_is_waited_out() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let limit = Trouble::RateLimited {
        retry_after: 0.3,
        global: true,
    };
    scene.trouble(POSTS, 1, limit);
    let options = [("move", "e4"), ("game", "1")];
    private(&table.white.command(scene.general(), "move", &options).await);
    let post = board(&scene, &table, "a global limit").await;
    table.played("e4", post);
    scene.end().await;
}

/// The board after the next ply, letting time pass for what is tried again later.
async fn board(scene: &Scene, table: &Table, name: &str) -> Message {
    let wanted = Some((table.game, table.line.plies() as u64 + 1));
    scene
        .as_time_passes(name, || {
            let messages = scene.sandbox.messages(table.channel);
            messages
                .into_iter()
                .find(|message| board_of(message) == wanted)
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_too_late_stands_in_the_channel() {
    let mut scene = Scene::start().await;
    scene.expected.refusals = true;
    let mut table = Table::begin(&scene).await;
    let mut database = scene.database_for_writing();
    let lock = database
        .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
        .unwrap();
    let pending = table
        .white
        .begin_command(table.channel, "move", &[("move", "e4")]);
    scene.pass(Duration::from_secs(4));
    assert!(pending.answer().await.failed());
    lock.rollback().unwrap();
    let post = board(&scene, &table, "too late").await;
    table.played("e4", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_move_while_the_database_is_locked() {
    let mut scene = Scene::start().await;
    let mut tables = Vec::new();
    for n in 0..20 {
        let (white, black) = (format!("white{n}"), format!("black{n}"));
        scene.sandbox.add_person(&white, &format!("White {n}"));
        scene.sandbox.add_person(&black, &format!("Black {n}"));
        tables.push(Table::between(&scene, scene.chess(), &white, &black).await);
    }
    let mut database = scene.database_for_writing();
    let lock = database
        .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
        .unwrap();
    let pending: Vec<_> = tables
        .iter()
        .map(|table| {
            table
                .white
                .begin_command(table.channel, "move", &[("move", "e4")])
        })
        .collect();
    let before = scene.sandbox.requests().len();
    // What needs no database is answered meanwhile.
    private(
        &scene
            .person("alice")
            .command(scene.general(), "help", &[])
            .await,
    );
    // The lock is held until all have heard that their answer is on its way, and two seconds at least.
    let held = tokio::time::sleep(Duration::from_secs(2));
    scene
        .sandbox
        .until("every move is deferred", || {
            let requests = scene.sandbox.requests();
            let deferred = requests[before..]
                .iter()
                .filter(|request| request.body["type"] == 5);
            (deferred.count() == 20).then_some(())
        })
        .await;
    held.await;
    lock.rollback().unwrap();
    for (table, pending) in tables.iter_mut().zip(pending) {
        let answer = pending.answer().await;
        assert!(answer.deferred);
        assert!(answer.took < Duration::from_secs(3), "{:?}", answer.took);
        assert!(private(&answer).contains("Played: **1. e4**"), "{answer:?}");
        let post = board(&scene, table, "the board").await;
        table.played("e4", post);
    }
    scene.expected.refusals = true;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_outlives_its_channel() {
    let mut scene = Scene::start().await;
    let channel = scene.sandbox.create_channel("games");
    let mut table = Table::between(&scene, channel, "alice", "bob").await;
    table.play("e4").await;
    scene.expected.refusals = true;
    scene.sandbox.delete_channel(channel);
    let options = [("move", "e5"), ("game", "1")];
    private(&table.black.command(scene.chess(), "move", &options).await);
    let here = [("view", "here"), ("game", "1")];
    private(&table.white.command(scene.chess(), "board", &here).await);
    let e5 = penpawn::chess::notation::read(table.line.position(), "e5").unwrap();
    table.line.push(e5);
    table.channel = scene.chess();
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_where_the_bot_may_not_post() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    scene.expected.refusals = true;
    // Nobody can take the buttons off posts that the bot cannot see any more.
    scene.expected.old_buttons = true;
    scene.sandbox.fault(Fault::Deny {
        user: scene.sandbox.bot(),
        channel: scene.chess(),
        permissions: Permissions::SEND_MESSAGES.with(Permissions::VIEW_CHANNEL),
    });
    // Answers need no rights in the channel.
    table.play("e4").await;
    let options = [("move", "e5"), ("game", "1")];
    private(&table.black.command(scene.general(), "move", &options).await);
    let e5 = penpawn::chess::notation::read(table.line.position(), "e5").unwrap();
    table.line.push(e5);
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_that_may_not_be_edited_keep_buttons_that_do_nothing() {
    let behavior = Behavior {
        edits_of_old_messages: 0,
        ..Behavior::default()
    };
    let mut scene = Scene::with(Options {
        behavior,
        ..Options::default()
    })
    .await;
    scene.expected.refusals = true;
    scene.expected.old_buttons = true;
    scene.expected.in_the_log("an errand waits");
    let mut table = Table::begin(&scene).await;
    let first = table.post.clone();
    for san in ["e4", "e5", "Nf3", "Nc6"] {
        scene.pass(Duration::from_secs(3700));
        table.play(san).await;
    }
    let old = scene.sandbox.message(first.id).unwrap();
    assert!(!old.buttons().is_empty());
    let told = private(&table.white.press(&old, "Move").await);
    assert!(told.contains("The game has moved on"), "{told}");
    let post = posted(&table.type_move("Bb5").await);
    table.played("Bb5", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_waits_for_answers_that_are_on_their_way() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    scene.expected.refusals = true;
    scene.trouble(
        CALLBACK,
        1,
        Trouble::DelayAnswer(Duration::from_millis(500)),
    );
    let pending = table
        .white
        .begin_command(table.channel, "move", &[("move", "e4")]);
    let post = posted(&pending.answer().await);
    table.played("e4", post);
    scene.stop_bot().await;
    let kept: Option<i64> = scene
        .database()
        .query_row("SELECT post_revision FROM game", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, Some(1), "what became of the answer is kept");
    scene.start_bot().await;
    table.play("e5").await;
    scene.end().await;
}
