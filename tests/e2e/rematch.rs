//! Rematches: two taps begin the next game, and its posts tell how the series stands.

use std::time::Duration;

use penpawn::sandbox::{Message, Options, Reply};

use crate::conduct;
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const DAY: Duration = Duration::from_hours(24);

/// Alice, White, plays and resigns; this is how the game ends.
async fn resigned(scene: &Scene) -> (Table, Message) {
    let mut table = Table::begin(scene).await;
    table.play_all("e4 e5").await;
    let end = resign(scene, &table, "1").await;
    (table, end)
}

async fn resign(scene: &Scene, table: &Table, game: &str) -> Message {
    let asked = table
        .white
        .command(table.channel, "resign", &[("game", game)])
        .await;
    let end = posted(&table.white.press(asked.message(), "Yes, resign").await);
    // The question is closed while its token lives.
    scene.loses_its_buttons(asked.message()).await;
    end
}

fn games(scene: &Scene) -> i64 {
    let database = scene.database();
    let count = database.query_row("SELECT count(*) FROM game", [], |row| row.get(0));
    count.expect("a database")
}

#[track_caller]
fn holds(message: &Message, words: &str) {
    assert!(message.content.contains(words), "{}", message.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_taps_begin_the_next_game() {
    let scene = Scene::start().await;
    let (table, end) = resigned(&scene).await;
    assert_eq!(labels(&end), ["Rematch"]);
    scene.pass(DAY);
    let challenge = posted(&table.black.press(&end, "Rematch").await);
    holds(&challenge, "**Bob** asks for a rematch of game 1");
    holds(&challenge, "Bob plays White, 3 days a move");
    holds(&challenge, "Series: Bob 1, Alice 0");
    assert_eq!(challenge.pings, [table.white.id()]);
    assert_eq!(labels(&challenge), ["Accept", "Decline", "Withdraw"]);

    let board = posted(&table.white.press(&end, "Rematch").await);
    holds(&board, "**Game 2**: Bob (White) against Alice (Black)");
    holds(&board, "-# Series: Bob 1, Alice 0");
    assert_eq!(board.pings, [table.black.id()], "the one who asked, once");
    holds(&scene.loses_its_buttons(&challenge).await, "Accepted");

    // Once is enough, and the way to it stays. The bot knows it when it has kept where the board stands.
    conduct::settle(&scene).await;
    let link = format!(
        "https://discord.com/channels/{}/{}/{}",
        scene.sandbox.guild(),
        board.channel,
        board.id
    );
    for person in [&table.white, &table.black] {
        let told = private(&person.press(&end, "Rematch").await);
        assert!(told.contains("was begun already"), "{told}");
        assert!(told.contains(&format!("[Game 2]({link})")), "{told}");
    }
    let told = private(&table.black.command(table.channel, "rematch", &[]).await);
    assert!(told.contains("was begun already"), "{told}");
    assert_eq!(games(&scene), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_tap_at_once_and_play_once() {
    let scene = Scene::start().await;
    let (table, end) = resigned(&scene).await;
    let hold = scene.hold();
    let taps = [
        table.white.begin_press(&end, "Rematch"),
        table.black.begin_press(&end, "Rematch"),
        table.white.begin_press(&end, "Rematch"),
        table.black.begin_press(&end, "Rematch"),
    ];
    drop(hold);
    let (mut public, mut told) = (Vec::new(), Vec::new());
    for tap in taps {
        let answer = tap.answer().await;
        match answer.reply {
            Reply::Posted(message) => public.push(message),
            _ => told.push(private(&answer)),
        }
    }
    let boards = public.iter().filter(|post| post.content.contains("Game 2"));
    assert_eq!(boards.count(), 1, "{public:?}");
    assert_eq!(public.len(), 2, "a challenge and a board: {public:?}");
    // Whoever came too early or too late hears so.
    let is_known = |told: &&String| {
        told.contains("You have asked already") || told.contains("was begun already")
    };
    assert_eq!(told.iter().filter(is_known).count(), 2, "{told:?}");
    assert_eq!(games(&scene), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_asked_for_once_and_by_the_players_alone() {
    let scene = Scene::start().await;
    let (table, end) = resigned(&scene).await;
    let told = private(&scene.person("carol").press(&end, "Rematch").await);
    assert!(told.contains("Only the two who played game 1"), "{told}");
    posted(&table.white.press(&end, "Rematch").await);
    let again = table.white.press(&end, "Rematch").await;
    let told = private(&again);
    assert!(told.contains("As soon as Bob wants the rematch"), "{told}");
    assert_eq!(labels(again.message()), ["Withdraw"]);
    table.white.press(again.message(), "Withdraw").await;
    scene
        .post_with(table.channel, "Alice no longer asks Bob for a rematch.")
        .await;

    // Declined, it can be asked for once more; left alone, it expires as any other.
    let challenge = posted(&table.white.press(&end, "Rematch").await);
    let told = posted(&table.black.press(&challenge, "Decline").await);
    holds(&told, "Bob declined the rematch.");
    posted(&table.white.press(&end, "Rematch").await);
    scene.pass(DAY * 7 + Duration::from_secs(1));
    scene.post_with(table.channel, "the rematch is off").await;
    let challenge = posted(&table.black.press(&end, "Rematch").await);
    let board = posted(&table.white.press(&challenge, "Accept").await);
    holds(&board, "**Game 2**: Bob (White)");
    holds(&board, "Series: Bob 1, Alice 0");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_challenge_between_the_two_comes_first() {
    let scene = Scene::start().await;
    let (table, end) = resigned(&scene).await;
    let options = [("opponent", "alice")];
    posted(
        &table
            .black
            .command(table.channel, "challenge", &options)
            .await,
    );
    let refused = table.white.press(&end, "Rematch").await;
    let told = private(&refused);
    assert!(told.contains("still waiting for its answer"), "{told}");
    assert_eq!(labels(refused.message()), ["Accept", "Decline"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_takes_the_latest_game_here() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    let told = private(&alice.command(scene.chess(), "rematch", &[]).await);
    assert!(
        told.contains("not finished a game in this channel"),
        "{told}"
    );
    let (table, _) = resigned(&scene).await;
    let second = Table::between(&scene, scene.chess(), "alice", "carol").await;
    let running = [("game", "2")];
    let told = private(&alice.command(scene.chess(), "rematch", &running).await);
    assert!(told.contains("Game 2 is not over yet"), "{told}");
    scene.pass(DAY);
    resign(&scene, &second, "2").await;
    let told = private(&alice.command(scene.general(), "rematch", &[]).await);
    assert!(
        told.contains("not finished a game in this channel"),
        "{told}"
    );
    let challenge = posted(&alice.command(scene.chess(), "rematch", &[]).await);
    holds(&challenge, "asks for a rematch of game 2");
    let choices = alice
        .autocomplete(scene.general(), "rematch", &[], ("game", ""))
        .await
        .unwrap();
    let names: Vec<_> = choices.iter().map(|choice| &*choice.name).collect();
    assert_eq!(names, ["Game 2 against Carol", "Game 1 against Bob"]);

    // From elsewhere it still is asked for where the game was played.
    let named = [("game", "1")];
    let told = private(
        &table
            .black
            .command(scene.general(), "rematch", &named)
            .await,
    );
    assert!(told.contains(&format!("<#{}>", scene.chess())), "{told}");
    let challenge = scene.post_with(scene.chess(), "rematch of game 1").await;
    assert_eq!(challenge.pings, [alice.id()]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_is_counted() {
    let scene = Scene::start().await;
    let (table, mut end) = resigned(&scene).await;
    assert!(!end.content.contains("Series"), "one game is none");
    let (alice, bob) = (&table.white, &table.black);
    // A draw, a game that is broken off, and a loss of Bob's.
    posted(&alice.press(&end, "Rematch").await);
    let board = posted(&bob.press(&end, "Rematch").await);
    holds(&board, "Bob (White) against <@");
    let first = posted(&bob.command(table.channel, "move", &[("move", "d4")]).await);
    holds(&first, "-# 1. d4 · ");
    holds(&first, " · Series: Bob 1, Alice 0");
    posted(&alice.command(table.channel, "draw offer", &[]).await);
    end = posted(&bob.command(table.channel, "draw accept", &[]).await);
    holds(&end, "½-½");
    holds(&end, " · Series: Bob 1½, Alice ½");

    posted(&bob.press(&end, "Rematch").await);
    posted(&alice.press(&end, "Rematch").await);
    end = posted(&alice.command(table.channel, "abort", &[]).await);
    holds(&end, "ends without result");
    holds(&end, " · Series: Bob 1½, Alice ½");

    posted(&bob.press(&end, "Rematch").await);
    posted(&alice.press(&end, "Rematch").await);
    let asked = bob.command(table.channel, "resign", &[]).await;
    end = posted(&bob.press(asked.message(), "Yes, resign").await);
    holds(&end, "Series: ");
    holds(&end, "Alice 1½");
    holds(&end, "Bob 1½");
    // Another game between the two is no part of it.
    let other = Table::begin(&scene).await;
    assert!(!other.post.content.contains("Series"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_for_rematches_too() {
    let mut scene = Scene::without_bot(Options::default()).await;
    scene.configure("games_per_player = 1\nchallenges_an_hour = 2\n");
    scene.start_bot().await;
    let (table, end) = resigned(&scene).await;
    let (alice, bob) = (&table.white, &table.black);
    let challenge = posted(&bob.press(&end, "Rematch").await);
    Table::between(&scene, scene.general(), "alice", "carol").await;
    let told = private(&alice.press(&end, "Rematch").await);
    assert!(told.contains("You have 1 running game"), "{told}");
    // Alice has made two challenges within the hour, and this would be the third.
    posted(&alice.press(&challenge, "Decline").await);
    let told = private(&alice.press(&end, "Rematch").await);
    assert!(told.contains("You have made 2 challenges"), "{told}");
    scene.end().await;
}
