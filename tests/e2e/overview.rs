//! A channel's overview: one message that follows its games.

use std::time::Duration;

use penpawn::sandbox::{Answer, Behavior, Fault, Message, Options, Trouble};
use serde_json::json;

use crate::scene::Scene;
use crate::table::{Table, private};

const TITLE: &str = "**Running games in this channel**";

async fn turn(scene: &Scene, show: &str) -> Answer {
    let alice = scene.person("alice");
    let options = [("show", show)];
    alice
        .command(scene.chess(), "server overview", &options)
        .await
}

/// The only overview in the channel that holds these words, once it is there.
async fn overview(scene: &Scene, words: &str) -> Message {
    let found = || {
        let messages = scene.sandbox.messages(scene.chess());
        let mut overviews = messages
            .into_iter()
            .filter(|message| message.content.starts_with(TITLE));
        let only = overviews.next()?;
        (overviews.next().is_none() && only.content.contains(words)).then_some(only)
    };
    let message = scene.as_time_passes(words, found).await;
    assert_eq!(message.pings, []);
    message
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_follows_the_games() {
    let mut scene = Scene::start().await;
    let told = private(&turn(&scene, "on").await);
    assert!(told.contains("From now on"), "{told}");
    let empty = overview(&scene, "None at the moment").await;
    let guild = scene.sandbox.guild();
    let link = format!(
        "[Here it is](https://discord.com/channels/{guild}/{}/{})",
        empty.channel, empty.id
    );
    assert!(told.contains(&link), "{told}");
    let told = private(&turn(&scene, "on").await);
    assert!(told.contains("already"), "{told}");
    assert!(told.contains(&link), "{told}");

    let mut table = Table::begin(&scene).await;
    let link = |table: &Table| {
        let post = &table.post;
        let guild = scene.sandbox.guild();
        format!(
            "[Game 1](https://discord.com/channels/{guild}/{}/{})",
            post.channel, post.id
        )
    };
    let first = overview(&scene, &link(&table)).await;
    assert_eq!(first.id, empty.id, "it is edited in place");
    let words = "Alice against Bob, move 1, **Alice to move**, <t:";
    assert!(first.content.contains(words), "{}", first.content);
    table.play_all("e4 e5 Nf3").await;
    let second = overview(&scene, &link(&table)).await;
    assert_eq!(second.id, empty.id);
    let words = "Alice against Bob, move 2, **Bob to move**";
    assert!(second.content.contains(words), "{}", second.content);

    // What another process left is brought up to date by the next.
    table.play("Nc6").await;
    scene.stop_bot().await;
    scene.start_bot().await;
    let third = overview(&scene, "move 3, **Alice to move**").await;
    assert_eq!(third.id, empty.id);

    // A game that leaves the channel, or is over, leaves the list.
    let here = [("view", "here"), ("game", "1")];
    private(&table.white.command(scene.general(), "board", &here).await);
    overview(&scene, "None at the moment").await;
    let back = [("view", "here"), ("game", "1")];
    private(&table.white.command(scene.chess(), "board", &back).await);
    overview(&scene, "Game 1").await;
    let asked = table.black.command(scene.chess(), "resign", &[]).await;
    table.black.press(asked.message(), "Yes, resign").await;
    overview(&scene, "None at the moment").await;

    let told = private(&turn(&scene, "off").await);
    assert!(told.contains("is gone"), "{told}");
    scene
        .sandbox
        .until("the message is deleted", || {
            scene.sandbox.message(empty.id).is_none().then_some(())
        })
        .await;
    let told = private(&turn(&scene, "off").await);
    assert!(told.contains("has no list"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_are_gathered() {
    let scene = Scene::start().await;
    private(&turn(&scene, "on").await);
    overview(&scene, "None").await;
    let mut table = Table::begin(&scene).await;
    let shown = overview(&scene, "Game 1").await;
    let edits = || {
        let path = format!("/channels/{}/messages/{}", scene.chess(), shown.id);
        let requests = scene.sandbox.requests().into_iter();
        requests
            .filter(|request| request.method == "PATCH" && request.path.ends_with(&path))
            .count()
    };
    let before = edits();
    // Less than half a minute of the clock goes by, however long the test takes.
    for (n, san) in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
        .into_iter()
        .enumerate()
    {
        table.play(san).await;
        if n < 5 {
            scene.pass(Duration::from_secs(4));
        }
    }
    assert_eq!(edits(), before);
    scene.pass(Duration::from_secs(30));
    overview(&scene, "move 4, **Alice to move**").await;
    assert!(edits() <= before + 2, "{} edits", edits() - before);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_takes_no_edit_is_replaced() {
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
    private(&turn(&scene, "on").await);
    let old = overview(&scene, "None at the moment").await;
    scene.pass(Duration::from_secs(3700));
    let table = Table::begin(&scene).await;
    let new = overview(&scene, "Game 1").await;
    assert_ne!(new.id, old.id);
    assert!(scene.sandbox.message(old.id).is_none());

    // Somebody deletes it: the next change brings it back.
    scene.sandbox.delete_message(new.id);
    scene.pass(Duration::from_mins(1));
    let asked = table.white.command(scene.chess(), "resign", &[]).await;
    table.white.press(asked.message(), "Yes, resign").await;
    let third = overview(&scene, "None at the moment").await;
    assert_ne!(third.id, new.id);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_makes_no_second_message() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log("an overview waits");
    scene.trouble("POST /channels/*/messages", 1, Trouble::DropAfter);
    private(&turn(&scene, "on").await);
    overview(&scene, "None at the moment").await;
    let table = Table::begin(&scene).await;
    let shown = overview(&scene, "Game 1").await;

    // Where it may not be shown, the game goes on, and later all is well again.
    let status = Trouble::Status {
        status: 403,
        code: 50001,
    };
    let edit = format!("PATCH /channels/*/messages/{}", shown.id);
    scene.trouble(&edit, 1, status.clone());
    scene.trouble("POST /channels/*/messages", 1, status);
    let mut table = table;
    scene.pass(Duration::from_mins(1));
    table.type_move("e4").await;
    scene
        .as_time_passes("nothing is under way", || {
            (scene.waiting_errands() == 0).then_some(())
        })
        .await;
    scene.sandbox.clear_faults();
    scene.pass(Duration::from_hours(2));
    let post = scene.post_with(scene.chess(), "**1. e4**").await;
    table.played("e4", post);
    table.play("e5").await;
    overview(&scene, "move 2, **Alice to move**").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_managers_decide() {
    let scene = Scene::start().await;
    let bob = scene.person("bob");
    let options = [("show", "on")];
    let hidden = bob.try_command(scene.chess(), "server overview", &options);
    assert!(hidden.is_err(), "Discord does not offer it to Bob");
    // Nor does the bot rely on that.
    let patch = json!({"member": {"permissions": "2048"}});
    scene.sandbox.fault(Fault::AlterInteraction(patch));
    let told = private(&turn(&scene, "on").await);
    assert!(told.contains("Manage Server"), "{told}");
    let overviews: i64 = scene
        .database()
        .query_row("SELECT count(*) FROM overview", [], |row| row.get(0))
        .expect("a database");
    assert_eq!(overviews, 0);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_are_counted() {
    let scene = Scene::start().await;
    private(&turn(&scene, "on").await);
    for _ in 0..18 {
        Table::begin(&scene).await;
    }
    let shown = overview(&scene, "more.").await;
    let lines = shown.content.lines().filter(|line| line.starts_with("- "));
    let more = format!("… and {} more.", 18 - lines.count());
    assert!(shown.content.ends_with(&more), "{}", shown.content);
    assert!(shown.content.encode_utf16().count() <= 2000);
    scene.end().await;
}
