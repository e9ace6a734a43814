//! Vacations: taken, seen by the opponent, ended by a move, and as a protection.

use std::time::Duration;

use penpawn::sandbox::Person;

use crate::clockwork::{
    GRACE, THREE_DAYS, deadline, pass_and_look, post_after, termination, unprotected,
};
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const DAY: Duration = Duration::from_hours(24);

/// Takes so many days, or with "" asks what is left.
async fn vacation(scene: &Scene, person: &Person, days: &str) -> String {
    let days = [("days", days)];
    let options = if days[0].1.is_empty() {
        &days[..0]
    } else {
        &days
    };
    private(
        &person
            .command(scene.chess(), "time vacation", options)
            .await,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_stops_the_clocks_until_a_move_ends_it() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let (alice, bob, channel) = (table.white.clone(), table.black.clone(), table.channel);
    table.play_all("e4 e5").await;
    let mut other = Table::between(&scene, scene.general(), "carol", "alice").await;
    other.play("d4").await;
    unprotected(&scene);
    let told = vacation(&scene, &alice, "").await;
    assert!(
        told.contains("You are not on vacation. You have 30 days"),
        "{told}"
    );
    let until = scene.now() + 10 * 86_400;
    let told = vacation(&scene, &alice, "10").await;
    assert!(
        told.contains(&format!("You are on vacation until <t:{until}:f>.")),
        "{told}"
    );
    assert!(told.contains("You have 20 days left this year."), "{told}");
    // A game that begins later is not covered.
    let late = Table::between(&scene, scene.general(), "alice", "carol").await;
    // The opponent sees until when.
    let seen = format!("Alice is on vacation until <t:{until}:f>.");
    let board = bob.command(channel, "board", &[]).await;
    assert!(board.text().contains(&seen), "{}", board.text());
    let list = private(&bob.command(channel, "games", &[]).await);
    let line = format!("Alice to move, on vacation until <t:{until}:f>");
    assert!(list.contains(&line), "{list}");
    // Five days are gone, and nobody is late but in the new game.
    pass_and_look(&scene, 5 * DAY).await;
    assert_eq!(
        (termination(&scene, 1), termination(&scene, 2)),
        (None, None)
    );
    post_after(&scene, &late.post, "before both players had moved").await;
    table.play("Nf3").await;
    assert_eq!(
        deadline(&scene, 2),
        scene.sandbox.clock().now() + 3 * 86_400_000
    );
    let told = vacation(&scene, &alice, "").await;
    assert!(
        told.contains("You are not on vacation. You have 25 days"),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_post_tells_the_opponent_until_when() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let told = vacation(&scene, &table.black, "7").await;
    assert!(told.contains("You have 23 days left this year."), "{told}");
    let until = scene.now() + 7 * 86_400;
    table.play("Nf3").await;
    let deadline = until + 3 * 86_400;
    let expected = format!(
        "**2. Nf3** by Alice. {} to move, until <t:{deadline}:f>, <t:{deadline}:R>. Bob is on vacation until <t:{until}:f>.",
        table.black.mention()
    );
    assert_eq!(table.post.content.lines().next(), Some(&*expected));
    // He comes back without a move.
    let standing = table
        .black
        .command(table.channel, "time vacation", &[])
        .await;
    assert_eq!(labels(standing.message()), ["I am back"]);
    scene.pass(DAY);
    let told = table.black.press(standing.message(), "I am back").await;
    assert!(
        told.text()
            .contains("You are not on vacation. You have 29 days"),
        "{told:?}"
    );
    assert_eq!(
        self::deadline(&scene, 1),
        scene.sandbox.clock().now() + 3 * 86_400_000
    );
    table.play("Nc6").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_calendar_year_has_its_days() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    let told = vacation(&scene, &alice, "30").await;
    assert!(told.contains("You have no day left this year."), "{told}");
    // A day before the end of the year nothing is left, and two days later everything.
    scene.pass(36 * DAY);
    let told = vacation(&scene, &alice, "").await;
    assert!(
        told.contains("You have no day of vacation left this year."),
        "{told}"
    );
    let told = vacation(&scene, &alice, "1").await;
    assert!(
        told.contains("You have no day of vacation left this year."),
        "{told}"
    );
    scene.pass(2 * DAY);
    let told = vacation(&scene, &alice, "").await;
    assert!(
        told.contains("You have 30 days of vacation left this year."),
        "{told}"
    );
    let told = vacation(&scene, &alice, "29").await;
    assert!(told.contains("You have 1 day left this year."), "{told}");
    let told = vacation(&scene, &alice, "2").await;
    assert!(
        told.contains("You have only 1 day of vacation left this year."),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_about_to_lose_is_put_on_vacation_once_a_turn() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    scene.pass(THREE_DAYS + GRACE);
    let until = scene.now() + 3 * 86_400;
    let post = post_after(&scene, &table.post, "a vacation until").await;
    let expected = format!(
        "Alice ran out of time. Instead of a loss, a vacation until <t:{until}:f> has begun. \
         {} to move, until <t:{until}:f>, <t:{until}:R>.",
        table.white.mention()
    );
    assert_eq!(post.content.lines().next(), Some(&*expected));
    assert_eq!(post.pings, [table.white.id()]);
    let told = vacation(&scene, &table.white, "").await;
    assert!(told.contains("You have 27 days left this year."), "{told}");
    scene.pass(3 * DAY + GRACE);
    let over = post_after(&scene, &post, "ran out of time").await;
    assert_eq!(over.pings, [table.black.id()]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_just_too_late_is_protected_by_what_he_does() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    // Nothing is decided yet, and the button of the latest board still is good.
    pass_and_look(&scene, THREE_DAYS + GRACE / 2).await;
    let form = table.white.press(&table.post, "Move").await;
    let moved = table
        .white
        .submit(form.modal(), &[("Your move", "Nf3")])
        .await;
    table.played("Nf3", posted(&moved));
    let told = vacation(&scene, &table.white, "").await;
    assert!(
        told.contains("You are not on vacation. You have 29 days"),
        "{told}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_one_game_does_not_lose_the_other() {
    let scene = Scene::start().await;
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let mut second = Table::between(&scene, scene.general(), "alice", "carol").await;
    first.play_all("e4 e5").await;
    second.play_all("d4 d5").await;
    scene.pass(THREE_DAYS + GRACE);
    post_after(&scene, &first.post, "a vacation until").await;
    post_after(&scene, &second.post, "a vacation until").await;
    first.play("Nf3").await;
    // The day of vacation that has begun is paid for.
    assert_eq!(
        deadline(&scene, 2),
        scene.sandbox.clock().now() + 86_400_000
    );
    pass_and_look(&scene, DAY / 2).await;
    second.play("c4").await;
    scene.end().await;
}
