//! `/games`, `/next`, and the next game that is offered after a move.

use std::time::Duration;

use penpawn::chess::Color;
use penpawn::sandbox::{Message, Trouble};

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const DAY: Duration = Duration::from_hours(24);

/// Waits for what the bot says to somebody beside the answer.
async fn follow_up(scene: &Scene, interaction: penpawn::sandbox::Id) -> Message {
    scene
        .sandbox
        .until("one thing more is said", || {
            let answers = scene.sandbox.answers_to(interaction);
            answers.into_iter().find(Message::is_ephemeral)
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_tells_until_when() {
    let scene = Scene::start().await;
    let first = Table::begin(&scene).await;
    let second = Table::between(&scene, scene.general(), "carol", "alice").await;
    let alice = &first.white;
    let told = private(&alice.command(scene.chess(), "games", &[]).await);
    let deadline = scene.now() + 3 * 86_400;
    let mine =
        format!("**Game 1** against Bob: **your move**, until <t:{deadline}:f>, <t:{deadline}:R>");
    assert!(told.contains(&mine), "{told}");
    let waiting = format!("Game 2 against Carol: Carol to move, until <t:{deadline}:f>");
    assert!(told.contains(&waiting), "{told}");

    private(
        &second
            .white
            .command(scene.chess(), "time vacation", &[("days", "2")])
            .await,
    );
    let told = private(&alice.command(scene.chess(), "games", &[]).await);
    let until = scene.now() + 2 * 86_400;
    let away = format!("Carol to move, on vacation until <t:{until}:f>");
    assert!(told.contains(&away), "{told}");

    posted(
        &alice
            .command(scene.chess(), "time pause", &[("game", "1")])
            .await,
    );
    let asked = scene.post_with(scene.chess(), "would like to pause").await;
    posted(&first.black.press(&asked, "Agree to pause").await);
    let told = private(&alice.command(scene.chess(), "games", &[]).await);
    let until = scene.now() + 30 * 86_400;
    assert!(
        told.contains(&format!("paused until <t:{until}:f> at most")),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_games_fit_into_one_message() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    let name = "A player with thirty-two letters";
    assert_eq!(name.len(), 32);
    scene.sandbox.add_person("long", name);
    for n in 0..20 {
        let opponent = ["bob", "carol", "long"][n % 3];
        Table::between(&scene, scene.chess(), "alice", opponent).await;
        scene.pass(Duration::from_mins(1));
    }
    let list = alice.command(scene.chess(), "games", &[]).await;
    let told = private(&list);
    assert!(told.encode_utf16().count() <= 2000, "{}", told.len());
    let labels = labels(list.message());
    assert_eq!(labels.last().map(String::as_str), Some("Show here"));
    let mut places = Vec::new();
    for n in 1..=20 {
        let name = format!("**Game {n}** against");
        places.push(told.find(&name).unwrap_or_else(|| panic!("{name}: {told}")));
        let line = told.lines().find(|line| line.contains(&name)).unwrap();
        let is_linked = line.contains("](https://discord.com/channels/");
        assert!(is_linked != labels.contains(&format!("Game {n}")), "{line}");
    }
    assert!(places.is_sorted(), "{told}");
    assert!(!labels.contains(&"Game 1".to_owned()), "{labels:?}");
    let shown = posted(&alice.press(list.message(), "Show here").await);
    assert!(
        shown.content.contains("**Alice to move**"),
        "{}",
        shown.content
    );
    // What has no link has a button.
    let board = alice.press(list.message(), "Game 20").await;
    assert!(board.text().contains("**Game 20**"), "{}", board.text());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_game_blocks_no_list() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log("Not shown");
    let mut damaged = Table::begin(&scene).await;
    damaged.play_all("e4 e5").await;
    scene.pass(DAY);
    let sound = Table::between(&scene, scene.chess(), "alice", "carol").await;
    scene
        .database_for_writing()
        .execute("UPDATE move SET uci = 'e2e5' WHERE game_id = 1", [])
        .expect("a database");
    let alice = &sound.white;
    let told = private(&alice.command(scene.chess(), "games", &[]).await);
    assert!(told.contains("Game 1") && told.contains("Game 2"), "{told}");
    let next = alice.command(scene.chess(), "next", &[]).await;
    assert!(private(&next).contains("**Game 2**"), "{}", next.text());
    scene
        .database_for_writing()
        .execute("DELETE FROM game WHERE id = 1", [])
        .expect("a database");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_urgent_game_comes_next() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    let told = private(&alice.command(scene.chess(), "next", &[]).await);
    assert!(told.contains("You have no running game"), "{told}");
    let mut first = Table::begin(&scene).await;
    scene.pass(DAY);
    let second = Table::between(&scene, scene.general(), "alice", "carol").await;

    let next = alice.command(scene.general(), "next", &[]).await;
    assert!(private(&next).contains("**Game 1**"), "{}", next.text());
    let message = next.message().clone();
    first.check_picture(&message, Color::White);
    assert_eq!(
        labels(&message),
        ["Type a move", "Next: game 2 against Carol", "Show here"]
    );
    let shown = posted(&alice.press(&message, "Show here").await);
    first.check_picture(&shown, Color::White);
    assert_eq!((shown.pings.len(), labels(&shown).len()), (0, 0));
    let told = private(&alice.press(&message, "Show here").await);
    assert!(told.contains("shown to everybody already"), "{told}");

    // There and then: the form under the board plays the move, and the board goes where it belongs.
    let form = alice.press(&message, "Type a move").await;
    let done = alice.submit(form.modal(), &[("Your move", "e4")]).await;
    assert!(done.text().contains("Played: **1. e4**"), "{}", done.text());
    let post = scene.post_with(first.channel, "**1. e4**").await;
    first.played("e4", post);
    let next = alice
        .press(done.message(), "Next: game 2 against Carol")
        .await;
    assert!(next.text().contains("**Game 2**"), "{}", next.text());
    posted(
        &alice
            .command(second.channel, "move", &[("move", "d4")])
            .await,
    );
    let told = private(&alice.command(scene.chess(), "next", &[]).await);
    let deadline = scene.now() + 3 * 86_400;
    assert!(told.contains("No game waits for your move"), "{told}");
    assert!(told.contains("Bob’s time in game 1"), "{told}");
    assert!(told.contains(&format!("<t:{deadline}:R>")), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_move_the_next_game_is_offered() {
    let scene = Scene::start().await;
    let mut first = Table::begin(&scene).await;
    let mut second = Table::between(&scene, scene.general(), "alice", "carol").await;
    scene.sandbox.add_person("erin", "Erin");
    let third = Table::between(&scene, scene.general(), "erin", "alice").await;
    let moved = first.type_move("e4").await;
    first.played("e4", posted(&moved));
    let offer = follow_up(&scene, moved.interaction).await;
    assert!(
        offer.content.contains("One more game waits"),
        "{}",
        offer.content
    );
    let alice = first.white.clone();
    let label = "Next: game 2 against Carol";
    assert_eq!(labels(&offer), [label]);
    let board = alice.press(&offer, label).await;
    second.check_picture(board.message(), Color::White);
    assert_eq!(labels(board.message()), ["Type a move"]);

    // Bob has nothing else to do, and a move that is refused offers nothing.
    let moved = first.type_move("e5").await;
    first.played("e5", posted(&moved));
    let refused = second.type_move("e5").await;
    private(&refused);
    // Two wait for her by now, and only one after the next move.
    posted(
        &third
            .white
            .command(third.channel, "move", &[("move", "d4")])
            .await,
    );
    let form = alice.press(board.message(), "Type a move").await;
    let done = alice.submit(form.modal(), &[("Your move", "c4")]).await;
    let told = done.text();
    assert!(told.contains("Played: **1. c4**"), "{told}");
    assert!(told.contains("2 more games wait for your move"), "{told}");
    let next = labels(done.message()).pop();
    assert_eq!(next.as_deref(), Some("Next: game 1 against Bob"));
    let post = scene.post_with(second.channel, "**1. c4**").await;
    second.played("c4", post);
    // After all that, Bob has still heard nothing.
    let answers = scene.sandbox.answers_to(moved.interaction);
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(scene.sandbox.answers_to(refused.interaction).len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_fails_is_not_missed() {
    let mut scene = Scene::start().await;
    let mut first = Table::begin(&scene).await;
    Table::between(&scene, scene.general(), "alice", "carol").await;
    let trouble = Trouble::Status {
        status: 500,
        code: 0,
    };
    scene.trouble("POST /webhooks/*/*", 1, trouble);
    let moved = first.type_move("e4").await;
    first.played("e4", posted(&moved));
    first.play("e5").await;
    let again = first.type_move("Nf3").await;
    first.played("Nf3", posted(&again));
    follow_up(&scene, again.interaction).await;
    assert_eq!(scene.sandbox.answers_to(moved.interaction).len(), 1);
    scene.end().await;
}
