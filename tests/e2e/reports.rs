//! What went wrong in other bots, as people there reported it, tried here.

use std::time::Duration;

use penpawn::sandbox::{Fault, Permissions, Trouble};

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

#[tokio::test(flavor = "multi_thread")]
async fn br_021_nothing_can_be_done_before_a_challenge_is_accepted() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let channel = scene.chess();
    let challenge = posted(
        &alice
            .command(channel, "challenge", &[("opponent", "bob")])
            .await,
    );
    for person in [&alice, &bob] {
        for (command, options) in [
            ("resign", &[][..]),
            ("move", &[("move", "e4")][..]),
            ("draw offer", &[][..]),
            ("board", &[][..]),
        ] {
            let told = private(&person.command(channel, command, options).await);
            assert!(
                told.contains("You have no running game"),
                "{command}: {told}"
            );
        }
    }
    posted(&bob.press(&challenge, "Accept").await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_023_two_games_of_one_pair_are_told_apart() {
    let scene = Scene::start().await;
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let mut second = Table::between(&scene, scene.chess(), "bob", "alice").await;
    let e4 = first
        .white
        .command(scene.chess(), "move", &[("move", "e4")])
        .await;
    first.played("e4", posted(&e4));
    let both = second
        .white
        .command(scene.chess(), "move", &[("move", "d4")])
        .await;
    assert_eq!(
        labels(both.message()),
        ["Game 1 against Alice", "Game 2 against Alice"]
    );
    let d4 = second
        .white
        .press(both.message(), "Game 2 against Alice")
        .await;
    second.played("d4", posted(&d4));
    // Alice is to move in the second game alone.
    let e5 = first
        .white
        .command(scene.chess(), "move", &[("move", "e5")])
        .await;
    second.played("e5", posted(&e5));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_044_a_game_that_is_over_cannot_be_touched() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let offer = posted(&table.black.command(table.channel, "draw offer", &[]).await);
    let asked = table.white.command(table.channel, "resign", &[]).await;
    let before = table.white.press(&offer, "Accept draw");
    let over = posted(&before.await);
    assert!(over.content.contains("½-½"), "{}", over.content);
    let late = table.white.press(asked.message(), "Yes, resign").await;
    assert!(late.text().contains("over already"), "{late:?}");
    for command in ["draw offer", "draw accept", "draw decline", "resign"] {
        let told = private(
            &table
                .black
                .command(table.channel, command, &[("game", "1")])
                .await,
        );
        assert!(told.contains("over already"), "{command}: {told}");
    }
    let posts = scene.sandbox.messages(table.channel).len();
    assert_eq!(posts, 5, "a challenge and four boards");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_047_a_challenge_whose_post_failed_is_no_ghost() {
    let mut scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let callback = "POST /interactions/*/*/callback";
    scene.trouble(
        callback,
        1,
        Trouble::Status {
            status: 500,
            code: 0,
        },
    );
    let _pending = alice.begin_command(scene.chess(), "challenge", &[("opponent", "bob")]);
    let challenge = scene.post_with(scene.chess(), "challenges you").await;
    assert_eq!(challenge.pings, [bob.id()]);
    posted(&alice.press(&challenge, "Withdraw").await);
    let carol = scene.person("carol");
    for challenger in [&alice, &carol] {
        let to_bob = [("opponent", "bob")];
        posted(
            &challenger
                .command(scene.chess(), "challenge", &to_bob)
                .await,
        );
    }
    let told = private(&bob.command(scene.chess(), "games", &[]).await);
    assert!(told.contains("You have no running game"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_007_tokens_are_not_used_beyond_their_life() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let options = [("opponent", "bob"), ("color", "white")];
    let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
    scene.pass(Duration::from_mins(16));
    let board = posted(&bob.press(&challenge, "Accept").await);
    scene.loses_its_buttons(&challenge).await;
    posted(
        &alice
            .command(scene.chess(), "move", &[("move", "e4")])
            .await,
    );
    scene.loses_its_buttons(&board).await;
    let offer = posted(&alice.command(scene.chess(), "draw offer", &[]).await);
    scene.pass(Duration::from_hours(71));
    posted(&bob.press(&offer, "Decline draw").await);
    scene.loses_its_buttons(&offer).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_048_each_missing_permission_is_named() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    for (permissions, name) in [
        (Permissions::SEND_MESSAGES, "Send Messages"),
        (Permissions::ATTACH_FILES, "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ] {
        let channel = scene
            .sandbox
            .create_channel(&name.to_lowercase().replace(' ', "-"));
        let open = posted(&alice.command(channel, "challenge", &[]).await);
        scene.sandbox.fault(Fault::Deny {
            user: scene.sandbox.bot(),
            channel,
            permissions,
        });
        for answer in [
            alice.command(channel, "challenge", &[]).await,
            scene.person("bob").press(&open, "Accept").await,
        ] {
            let told = private(&answer);
            assert!(told.contains(name), "{name}: {told}");
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_050_long_and_empty_texts_are_completed_and_refused_in_short() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let long = "N".repeat(200);
    for (typed, some) in [("", true), (" ", true), ("N", true), (&*long, false)] {
        let offered = table
            .white
            .autocomplete(table.channel, "move", &[], ("move", typed))
            .await
            .expect("an answer");
        assert_eq!(!offered.is_empty(), some, "{typed:?}");
        assert!(offered.len() <= 25);
    }
    let told = private(&table.type_move(&long).await);
    assert!(told.contains("I cannot read"), "{told}");
    assert!(told.chars().count() < 300, "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_089_every_command_works_in_a_direct_message_or_says_why_not() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let dm = table.white.dm();
    for (command, options) in [
        ("challenge", &[][..]),
        ("board", &[("game", "1")][..]),
        ("board", &[("game", "1"), ("view", "text")][..]),
        ("games", &[][..]),
        ("draw offer", &[("game", "1")][..]),
        ("resign", &[("game", "1")][..]),
        ("help", &[][..]),
    ] {
        let told = private(&table.white.command(dm, command, options).await);
        assert!(!told.contains("Something went wrong"), "{command}: {told}");
    }
    table.play("e4").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_088_colors_are_as_chosen() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    for n in 0..12 {
        let color = ["black", "white", "random"][n % 3];
        let options = [("opponent", "bob"), ("color", color)];
        let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
        let board = posted(&bob.press(&challenge, "Accept").await);
        let white = if board.content.contains("Alice (White) against Bob") {
            "white"
        } else {
            assert!(
                board.content.contains("Bob (White) against"),
                "{}",
                board.content
            );
            "black"
        };
        // By lot, either will do.
        assert!(color == "random" || color == white, "{}", board.content);
    }
    scene.end().await;
}
