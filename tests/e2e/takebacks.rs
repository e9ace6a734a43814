//! Undone moves, takebacks and games that are broken off.

use std::time::Duration;

use crate::clockwork::{deadline, keep_old_buttons, termination};
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_undone_at_once_within_a_minute() {
    let mut scene = Scene::start().await;
    keep_old_buttons(&mut scene);
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let offer = posted(&table.black.command(table.channel, "draw offer", &[]).await);
    let before = deadline(&scene, 1);
    scene.pass(HOUR);
    let typo = table.play("Nh3").await;
    scene.pass(Duration::from_secs(59));
    let undone = posted(
        &table
            .white
            .command(table.channel, "takeback ask", &[])
            .await,
    );
    assert!(
        undone
            .content
            .starts_with("Alice has undone the last move. Alice to move"),
        "{}",
        undone.content
    );
    assert_eq!(undone.pings, []);
    table.line.pop();
    table.check_board(&undone);
    assert_eq!(deadline(&scene, 1), before);
    // Old buttons stay dead, those of the same ply too; the offer stands again, by the new post.
    for (person, post, button) in [
        (&table.black, &typo, "Move"),
        (&table.white, &offer, "Accept draw"),
        (&table.white, &offer, "Move"),
    ] {
        let told = private(&person.press(post, button).await);
        assert!(
            !told.is_empty() && !told.contains("Your move"),
            "{button}: {told}"
        );
    }
    let told = private(&table.white.press(&offer, "Accept draw").await);
    assert!(told.contains("The game has moved on"), "{told}");
    assert_eq!(labels(&undone)[0], "Accept draw");
    table.post = undone;
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_and_a_pause_that_a_move_ended_come_back_with_it() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let mut other = Table::between(&scene, scene.general(), "alice", "carol").await;
    table.play_all("e4 e5").await;
    other.play_all("d4 d5").await;
    let (alice, channel) = (table.white.clone(), table.channel);
    let days = [("days", "10")];
    private(&alice.command(channel, "time vacation", &days).await);
    let until = scene.now() + 10 * 86_400;
    let asked = posted(&table.black.command(channel, "time pause", &[]).await);
    let paused = posted(&alice.press(&asked, "Agree to pause").await);
    let limit = scene.now() + 30 * 86_400;
    let words = format!("Game 1 is paused, until <t:{limit}:f> at most.");
    assert!(paused.content.starts_with(&words), "{}", paused.content);
    scene.pass(24 * HOUR);
    let before = deadline(&scene, 2);
    table.play("Nh3").await;
    assert_ne!(deadline(&scene, 2), before);
    // The bot may be started anew in between.
    scene.stop_bot().await;
    scene.start_bot().await;
    let undo = alice.command(channel, "takeback ask", &[]).await;
    let undone = posted(&undo);
    for told in [words, format!("Alice is on vacation until <t:{until}:f>.")] {
        assert!(undone.content.contains(&told), "{}", undone.content);
    }
    assert_eq!(labels(&undone)[0], "Resume");
    assert_eq!(deadline(&scene, 2), before);
    let told = private(&alice.command(channel, "time vacation", &[]).await);
    assert!(
        told.contains(&format!("You are on vacation until <t:{until}:f>.")),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_minute_or_an_answer_it_has_to_be_asked_for() {
    let mut scene = Scene::start().await;
    keep_old_buttons(&mut scene);
    let mut table = Table::begin(&scene).await;
    let channel = table.channel;
    table.play_all("e4 e5 Nh3").await;
    let menu = table.white.press(&table.post, "More").await;
    assert!(labels(menu.message()).contains(&"Undo my move".to_owned()));
    scene.pass(MINUTE);
    let late = table.white.press(menu.message(), "Undo my move").await;
    assert!(
        late.text().contains("A move can be undone for a minute"),
        "{late:?}"
    );
    assert_eq!(labels(late.message()), ["Ask for a takeback"]);
    let asked = posted(
        &table
            .white
            .press(late.message(), "Ask for a takeback")
            .await,
    );
    assert!(
        asked
            .content
            .starts_with("Alice would like to take back a move. Bob, do you agree?"),
        "{}",
        asked.content
    );
    assert_eq!(asked.pings, [table.black.id()]);
    assert_eq!(labels(&asked)[..2], ["Allow takeback", "Refuse takeback"]);
    // One ask at a time, and one a turn.
    let crossed = table.black.command(channel, "takeback ask", &[]).await;
    assert!(private(&crossed).contains("Alice would like to take a move back"));
    assert_eq!(
        labels(crossed.message()),
        ["Allow takeback", "Refuse takeback"]
    );
    let told = private(&table.white.press(&asked, "Allow takeback").await);
    assert!(told.contains("It was you who asked"), "{told}");
    let refused = posted(&table.black.press(&asked, "Refuse takeback").await);
    assert!(
        refused
            .content
            .starts_with("Bob does not agree to the takeback."),
        "{}",
        refused.content
    );
    let told = private(&table.white.command(channel, "takeback ask", &[]).await);
    assert!(told.contains("You have asked once in this turn"), "{told}");
    // It lapses with a move.
    let asked = posted(&table.black.command(channel, "takeback ask", &[]).await);
    assert_eq!(asked.pings, [table.white.id()]);
    table.play("Nc6").await;
    let told = private(&table.white.press(&asked, "Allow takeback").await);
    assert!(told.contains("The game has moved on"), "{told}");
    let told = private(&table.white.command(channel, "takeback accept", &[]).await);
    assert!(told.contains("Nobody asks for a takeback"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_removes_one_ply_or_two() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let channel = table.channel;
    table.play_all("e4 e5 Nh3").await;
    scene.pass(HOUR);
    let asked = posted(&table.white.command(channel, "takeback ask", &[]).await);
    scene.pass(HOUR);
    let agreed = posted(&table.black.press(&asked, "Allow takeback").await);
    assert!(
        agreed
            .content
            .starts_with("Bob agrees, and Alice takes the move back."),
        "{}",
        agreed.content
    );
    assert_eq!(agreed.pings, [table.white.id()]);
    table.line.pop();
    table.check_board(&agreed);
    assert_eq!(
        deadline(&scene, 1),
        scene.sandbox.clock().now() + 3 * 86_400_000
    );
    table.play_all("Nf3 f6").await;
    scene.pass(HOUR);
    // She did not see it either: her own move goes with the answer to it.
    posted(&table.white.command(channel, "takeback ask", &[]).await);
    let agreed = posted(&table.black.command(channel, "takeback accept", &[]).await);
    table.line.pop();
    table.line.pop();
    table.check_board(&agreed);
    table.play_all("Bc4 Nc6").await;
    let kept: i64 = scene
        .database()
        .query_row("SELECT count(*) FROM taken_back", [], |row| row.get(0))
        .expect("a database");
    assert_eq!(kept, 3, "what was taken back is kept apart");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_aborted_until_both_have_moved() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let over = posted(&table.white.command(table.channel, "abort", &[]).await);
    let told = format!(
        "Alice has aborted the game. Alice against {} ends without result.",
        table.black.mention()
    );
    assert!(over.content.starts_with(&told), "{}", over.content);
    assert_eq!(over.pings, [table.black.id()]);
    assert_eq!(termination(&scene, 1).as_deref(), Some("aborted by white"));
    assert_eq!(
        over.attachments.len(),
        3,
        "the board, the game and its replay"
    );
    // Without a move there is nothing to keep.
    let table = Table::begin(&scene).await;
    let over = posted(&table.black.command(table.channel, "abort", &[]).await);
    assert!(
        over.content.starts_with("Bob has aborted the game."),
        "{}",
        over.content
    );
    assert_eq!(over.pings, [table.white.id()]);
    assert_eq!(over.attachments.len(), 1, "the board alone");
    assert_eq!(labels(&over), ["Rematch"]);
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let late = table.white.command(table.channel, "abort", &[]).await;
    let told = private(&late);
    assert!(told.contains("Both of you have moved already"), "{told}");
    assert_eq!(labels(late.message()), ["Resign"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_limit_can_be_ended_after_thirty_days() {
    let scene = Scene::start().await;
    let terms = [("days", "0")];
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &terms).await;
    table.play_all("e4 e5").await;
    scene.pass(Duration::from_mins(30 * 24 * 60 - 1));
    let told = private(&table.black.command(table.channel, "abort", &[]).await);
    assert!(
        told.contains("when Alice has not moved for thirty days"),
        "{told}"
    );
    scene.pass(MINUTE);
    let told = private(&table.white.command(table.channel, "abort", &[]).await);
    assert!(told.contains("cannot be aborted"), "{told}");
    let over = posted(&table.black.command(table.channel, "abort", &[]).await);
    assert!(
        over.content
            .starts_with("Nobody has moved for thirty days, and Bob ends the game:"),
        "{}",
        over.content
    );
    assert_eq!(over.pings, [table.white.id()]);
    scene.end().await;
}
