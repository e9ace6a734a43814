//! Pauses by agreement, and time that is given.

use std::time::Duration;

use crate::clockwork::{
    GRACE, THREE_DAYS, deadline, kept, pass_and_look, post_after, termination, unprotected,
};
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_agreed_seen_and_resumed() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let channel = table.channel;
    let menu = table.white.press(&table.post, "More").await;
    let asked = posted(&table.white.press(menu.message(), "Ask for a pause").await);
    assert!(
        asked
            .content
            .starts_with("Alice would like to pause the game."),
        "{}",
        asked.content
    );
    let until = scene.now() + 30 * 86_400;
    let longest = format!("Agreed now, the pause lasts until <t:{until}:f> at most.");
    assert!(asked.content.contains(&longest), "{}", asked.content);
    assert_eq!(asked.pings, [table.black.id()]);
    assert_eq!(labels(&asked)[..2], ["Agree to pause", "Decline pause"]);
    let told = private(&table.white.press(&asked, "Agree to pause").await);
    assert!(
        told.contains("It was you who asked. Only Bob can agree."),
        "{told}"
    );
    let declined = posted(&table.black.press(&asked, "Decline pause").await);
    assert!(
        declined
            .content
            .starts_with("Bob does not agree to a pause."),
        "{}",
        declined.content
    );
    assert_eq!(declined.pings, [table.white.id()]);
    scene.pass(70 * HOUR);
    let asked = posted(&table.black.command(channel, "time pause", &[]).await);
    assert_eq!(asked.pings, [table.white.id()]);
    let paused = posted(&table.white.press(&asked, "Agree to pause").await);
    let until = scene.now() + 30 * 86_400;
    let expected = format!(
        "Game 1 is paused, until <t:{until}:f> at most. Either player can resume it; whoever is to move then has at least a day."
    );
    assert_eq!(paused.content.lines().next(), Some(&*expected));
    assert_eq!(labels(&paused)[0], "Resume");
    let list = private(&table.black.command(channel, "games", &[]).await);
    assert!(
        list.contains(&format!("paused until <t:{until}:f> at most")),
        "{list}"
    );
    let board = table.black.command(channel, "board", &[]).await;
    assert!(
        board.text().contains("Game 1 is paused"),
        "{}",
        board.text()
    );
    let told = private(&table.black.command(channel, "time give", &[]).await);
    assert!(told.contains("Game 1 is paused, until"), "{told}");
    pass_and_look(&scene, 20 * DAY).await;
    assert_eq!(termination(&scene, 1), None);
    let resumed = posted(&table.black.press(&paused, "Resume").await);
    assert!(
        resumed.content.starts_with("Bob resumes the game."),
        "{}",
        resumed.content
    );
    assert_eq!(resumed.pings, [table.white.id()]);
    assert_eq!(
        deadline(&scene, 1),
        scene.sandbox.clock().now() + 86_400_000
    );
    let told = private(&table.black.command(channel, "time resume", &[]).await);
    assert!(told.contains("Game 1 is not paused"), "{told}");
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_ends_by_itself_or_by_a_move() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    unprotected(&scene);
    let pause = async |table: &Table| {
        let asked = table.white.command(table.channel, "time pause", &[]).await;
        posted(&table.black.press(&posted(&asked), "Agree to pause").await)
    };
    pause(&table).await;
    pass_and_look(&scene, DAY).await;
    table.play("Nf3").await;
    assert_eq!(
        deadline(&scene, 1),
        scene.sandbox.clock().now() + 3 * 86_400_000
    );
    let paused = pause(&table).await;
    scene.pass(30 * DAY);
    let resumed = post_after(&scene, &paused, "The longest pause is over").await;
    assert_eq!(resumed.pings, [table.black.id()]);
    scene.pass(THREE_DAYS + GRACE);
    let over = post_after(&scene, &resumed, "ran out of time").await;
    assert_eq!(over.pings, [table.white.id()]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_and_a_pause_go_together() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let days = [("days", "10")];
    private(
        &table
            .white
            .command(table.channel, "time vacation", &days)
            .await,
    );
    let back = scene.sandbox.clock().now() + 10 * 86_400_000;
    let asked = posted(&table.black.command(table.channel, "time pause", &[]).await);
    posted(&table.white.press(&asked, "Agree to pause").await);
    assert_eq!(kept(&scene, 1, "deadline"), None);
    pass_and_look(&scene, 4 * DAY).await;
    posted(&table.black.command(table.channel, "time resume", &[]).await);
    assert_eq!(deadline(&scene, 1), back + 3 * 86_400_000);
    let board = table.black.command(table.channel, "board", &[]).await;
    assert!(
        board.text().contains("Alice is on vacation"),
        "{}",
        board.text()
    );
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_is_given_up_to_fourteen_days() {
    let scene = Scene::start().await;
    let terms = [("days", "13")];
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &terms).await;
    let channel = table.channel;
    let told = private(&table.white.command(channel, "time give", &[]).await);
    assert!(told.contains("It is your own clock that runs"), "{told}");
    let given = posted(&table.black.command(channel, "time give", &[]).await);
    assert_eq!(given.pings, [table.white.id()]);
    assert_eq!(
        deadline(&scene, 1),
        scene.sandbox.clock().now() + 14 * 86_400_000
    );
    let told = private(&table.black.command(channel, "time give", &[]).await);
    assert!(
        told.contains("Alice has fourteen days left already"),
        "{told}"
    );
    table.play("e4").await;
    assert_eq!(
        deadline(&scene, 1),
        scene.sandbox.clock().now() + 13 * 86_400_000
    );
    // Without a limit there is nothing to give.
    let terms = [("days", "0")];
    let other = Table::on_terms(&scene, scene.general(), ["alice", "bob"], &terms).await;
    for command in ["time give", "time pause"] {
        let told = private(&other.black.command(other.channel, command, &[]).await);
        assert!(told.contains("has no time limit"), "{command}: {told}");
    }
    scene.end().await;
}
