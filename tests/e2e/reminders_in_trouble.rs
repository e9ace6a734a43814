//! Reminders when something goes wrong: each stands once, tells the truth or is dropped, and holds up nobody.

use std::time::Duration;

use penpawn::sandbox::Trouble;

use crate::reminders::{FIRST, SECOND, begin, reminded, reminders, seconds, settle};
use crate::scene::Scene;
use crate::table::Table;

const POST: &str = "POST /channels/*/messages";

#[tokio::test(flavor = "multi_thread")]
async fn no_reminder_overtakes_a_move_while_it_waits_for_its_turn() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let chess = scene.chess();
    let busy = Trouble::RateLimited {
        retry_after: 1.5,
        global: false,
    };
    scene.trouble(POST, 1, busy);
    scene.pass(seconds(FIRST));
    scene
        .sandbox
        .until("the channel is busy", || {
            let requests = scene.sandbox.requests();
            requests
                .iter()
                .any(|request| request.status == 429)
                .then_some(())
        })
        .await;
    table.play("e4").await;
    scene
        .as_time_passes("nothing waits", || {
            (scene.waiting_errands() == 0).then_some(())
        })
        .await;
    assert!(reminders(&scene, chess).is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_may_stand_is_looked_for_first() {
    let mut scene = Scene::start().await;
    let chess = scene.chess();
    scene.expected.in_the_log("Discord could not be reached");
    begin(&scene, chess, "alice", "bob").await;
    begin(&scene, chess, "alice", "carol").await;
    scene.pass(seconds(1200));
    begin(&scene, chess, "alice", "bob").await;
    scene.trouble(POST, 1, Trouble::DropAfter);
    scene.pass(seconds(FIRST - 1200));
    reminded(&scene, chess, 1).await;
    // It stands, the bot does not know, and by now another game is due as well.
    scene.pass(seconds(1200));
    let other = reminded(&scene, chess, 2).await;
    assert!(
        other.content.contains("in game 3 against Bob"),
        "{}",
        other.content
    );
    scene.end().await;
}

/// Time that passes before a new process is there for everybody would be an outage.
async fn its_heart_beats(scene: &Scene) {
    scene.pass(seconds(20));
    let since = scene.now();
    scene
        .as_time_passes("the heart beats", || {
            let beat: i64 = scene
                .database()
                .query_row("SELECT at FROM heartbeat", [], |row| row.get(0))
                .expect("a database");
            (beat / 1000 >= since).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_survives_a_kill_and_stands_once() {
    for direct in [false, true] {
        let mut scene = Scene::start().await;
        let alice = scene.person("alice");
        if direct {
            settle(&scene, &alice, &[("reminders", "dm")]).await;
        }
        let place = if direct { alice.dm() } else { scene.chess() };
        begin(&scene, scene.chess(), "alice", "bob").await;
        begin(&scene, scene.chess(), "alice", "carol").await;
        // It stands, and the bot is killed before it hears so.
        scene.trouble(POST, 1, Trouble::DelayAnswer(Duration::from_mins(1)));
        scene.pass(seconds(FIRST));
        reminded(&scene, place, 1).await;
        scene.kill_bot().await;
        assert_eq!(scene.waiting_errands(), 2);
        scene.start_bot().await;
        scene
            .as_time_passes("nothing waits", || {
                (scene.waiting_errands() == 0).then_some(())
            })
            .await;
        reminded(&scene, place, 1).await;
        its_heart_beats(&scene).await;
        // One that was never sent is sent by the next process.
        scene.trouble(POST, 1, Trouble::Delay(Duration::from_mins(1)));
        scene.pass(seconds(SECOND - FIRST));
        scene
            .as_time_passes("reminders wait", || {
                (scene.waiting_errands() == 2).then_some(())
            })
            .await;
        scene.kill_bot().await;
        scene.sandbox.clear_faults();
        scene.start_bot().await;
        let there = scene
            .as_time_passes("the second reminder", || {
                reminders(&scene, place).get(1).cloned()
            })
            .await;
        assert!(there.content.contains("in 2 games"), "{}", there.content);
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_did_not_take_comes_late_or_never() {
    let mut scene = Scene::start().await;
    let chess = scene.chess();
    scene.expected.in_the_log("Discord could not be reached");
    begin(&scene, chess, "alice", "bob").await;
    let broken = || Trouble::Status {
        status: 500,
        code: 0,
    };
    scene.trouble(POST, 3, broken());
    scene.pass(seconds(FIRST));
    let there = scene
        .as_time_passes("the reminder", || reminders(&scene, chess).first().cloned())
        .await;
    assert!(
        there.content.contains("in game 1 against Bob"),
        "{}",
        there.content
    );
    scene.trouble(POST, 1, broken());
    scene.pass(seconds(SECOND - FIRST));
    scene
        .as_time_passes("it fails", || {
            let requests = scene.sandbox.requests();
            let failed = requests.iter().filter(|request| request.status == 500);
            (failed.count() == 4).then_some(())
        })
        .await;
    scene.pass(seconds(3 * 3600 + 120));
    scene.post_with(chess, "Time ran out before both").await;
    assert_eq!(reminders(&scene, chess).len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_errand_holds_up_nobody() {
    let mut scene = Scene::start().await;
    begin(&scene, scene.chess(), "alice", "bob").await;
    scene.expected.in_the_log("is damaged and given up");
    scene
        .database_for_writing()
        .execute_batch(
            "INSERT INTO outbox (kind, channel, made, due) VALUES ('fireworks', 1, 0, 0), ('board', 1, 0, 0);
             INSERT INTO outbox (kind, game_id, channel, ping, made, due) VALUES ('reminder', 1, 1, 2, 0, 0);",
        )
        .expect("rows");
    scene.pass(seconds(FIRST));
    reminded(&scene, scene.chess(), 1).await;
    scene.end().await;
}
