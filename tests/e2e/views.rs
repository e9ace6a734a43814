//! Looking: `/board`, `/games`, `/help`, and which game is meant.

use penpawn::chess::Color;

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

#[tokio::test(flavor = "multi_thread")]
async fn a_board_for_ones_own_eyes() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let own = table.white.command(table.channel, "board", &[]).await;
    let told = private(&own);
    assert!(
        told.contains("**Game 1**: Alice (White) against Bob (Black)"),
        "{told}"
    );
    assert!(told.contains("Last move: **1. e4**"), "{told}");
    table.check_picture(own.message(), Color::White);
    assert_eq!(labels(own.message()), ["Undo my move"]);
    assert!(own.message().selects().is_empty(), "it is not his turn");
    let other = table.black.press(&table.post, "My view").await;
    assert!(other.is_private());
    table.check_picture(other.message(), Color::Black);
    let form = table.black.press(other.message(), "Type a move").await;
    let post = posted(
        &table
            .black
            .submit(form.modal(), &[("Your move", "e5")])
            .await,
    );
    table.played("e5", post);
    let onlooker = scene.person("carol").press(&table.post, "My view").await;
    assert!(onlooker.is_private());
    table.check_picture(onlooker.message(), Color::White);
    let words = private(
        &table
            .white
            .command(table.channel, "board", &[("view", "text")])
            .await,
    );
    let alt = table.post.attachments[0].description.clone().unwrap();
    assert!(words.contains(&alt), "{words}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_are_brought_to_another_channel() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let here = [("view", "here"), ("game", "1")];
    let told = private(
        &scene
            .person("carol")
            .command(scene.general(), "board", &here)
            .await,
    );
    assert!(told.contains("You do not play in this game"), "{told}");
    let told = private(&table.black.command(scene.general(), "board", &here).await);
    assert!(told.contains("come to this channel from now on"), "{told}");
    table.channel = scene.general();
    table.play("e5").await;
    assert_eq!(table.post.channel, scene.general());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_are_listed_and_shown() {
    let scene = Scene::start().await;
    let told = private(
        &scene
            .person("alice")
            .command(scene.chess(), "games", &[])
            .await,
    );
    assert!(told.contains("You have no running game"), "{told}");
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let second = Table::between(&scene, scene.general(), "carol", "alice").await;
    first.play("e4").await;
    let listed = first.white.command(scene.chess(), "games", &[]).await;
    let told = private(&listed);
    assert!(told.contains("Alice: 2"), "{told}");
    assert!(told.contains("Game 1 against Bob: Bob to move"), "{told}");
    assert!(
        told.contains("Game 2 against Carol: Carol to move"),
        "{told}"
    );
    for post in [&first.post, &second.post] {
        let guild = scene.sandbox.guild();
        let link = format!(
            "https://discord.com/channels/{guild}/{}/{}",
            post.channel, post.id
        );
        assert!(told.contains(&link), "{told}");
    }
    let shown = posted(&first.white.press(listed.message(), "Show here").await);
    assert!(shown.content.contains("Alice: 2"), "{}", shown.content);
    assert_eq!(shown.pings, []);
    let of_carol = [("player", "carol")];
    let told = private(&first.black.command(scene.chess(), "games", &of_carol).await);
    assert!(
        told.contains("**Game 2** against Alice: **Carol to move**"),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn least_time_left_comes_first() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    for (opponent, days) in [("bob", "0"), ("carol", "9"), ("bob", "2")] {
        let options = [("opponent", opponent), ("color", "white"), ("days", days)];
        let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
        posted(&scene.person(opponent).press(&challenge, "Accept").await);
    }
    let told = private(&alice.command(scene.general(), "games", &[]).await);
    let place = |words: &str| {
        told.find(words)
            .unwrap_or_else(|| panic!("{words}: {told}"))
    };
    let places = ["Game 3", "Game 2", "Game 1"].map(place);
    assert!(places.is_sorted(), "{told}");
    let choices = alice
        .autocomplete(scene.chess(), "board", &[], ("game", ""))
        .await
        .unwrap();
    let numbers: Vec<_> = choices.iter().map(|choice| &*choice.value).collect();
    assert_eq!(numbers, ["3", "2", "1"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_names_every_command() {
    let scene = Scene::start().await;
    let told = private(
        &scene
            .person("carol")
            .command(scene.chess(), "help", &[])
            .await,
    );
    for command in scene.sandbox.commands() {
        let name = command["name"].as_str().unwrap();
        assert!(told.contains(&format!("`/{name}`")), "{name}: {told}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_games_here_are_asked_for() {
    let scene = Scene::start().await;
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let second = Table::between(&scene, scene.chess(), "alice", "carol").await;
    let asked = first.type_move("e4").await;
    assert!(private(&asked).contains("You play several games here"));
    assert_eq!(
        labels(asked.message()),
        ["Game 1 against Bob", "Game 2 against Carol"]
    );
    let post = posted(
        &first
            .white
            .press(asked.message(), "Game 1 against Bob")
            .await,
    );
    first.played("e4", post);
    // Now only one game waits for a move of hers, and the move goes there.
    let answer = first
        .white
        .command(scene.chess(), "move", &[("move", "d4")])
        .await;
    let mut second = second;
    second.played("d4", posted(&answer));
    // Resigning is asked about, whoever is to move.
    let asked = first.white.command(scene.chess(), "resign", &[]).await;
    assert_eq!(labels(asked.message()).len(), 2);
    let named = first
        .white
        .command(scene.chess(), "board", &[("game", "2")])
        .await;
    second.check_picture(named.message(), Color::White);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_elsewhere_are_offered_and_posted_in_their_own_channel() {
    let scene = Scene::start().await;
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let asked = first
        .white
        .command(scene.general(), "move", &[("move", "e4")])
        .await;
    assert!(private(&asked).contains("None of your running games is in this channel"));
    let done = first
        .white
        .press(asked.message(), "Game 1 against Bob")
        .await;
    let told = done.text();
    assert!(told.contains("The board of game 1 is in"), "{told}");
    assert!(told.contains(&format!("<#{}>", scene.chess())), "{told}");
    let post = scene.post_with(scene.chess(), "**1. e4**").await;
    first.played("e4", post);
    // In a direct message with the bot as well.
    let named = [("move", "e5"), ("game", "1")];
    let told = private(&first.black.command(first.black.dm(), "move", &named).await);
    assert!(told.contains("The board of game 1 is in"), "{told}");
    let post = scene.post_with(scene.chess(), "**1... e5**").await;
    first.played("e5", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_do_not_go_where_the_opponent_does_not_see_them() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let here = [("view", "here"), ("game", "1")];
    let dm = table.white.dm();
    let told = private(&table.white.command(dm, "board", &here).await);
    assert!(told.contains("where both of you can see them"), "{told}");
    table.play("e4").await;
    assert!(
        scene
            .sandbox
            .messages(dm)
            .iter()
            .all(|message| message.pings.is_empty())
    );
    scene.end().await;
}
