//! Times in which the bot was not there: nobody is late because of them, and nothing is told twice.

use std::time::Duration;

use penpawn::sandbox::{Fault, Trouble};

use crate::clockwork::{
    GRACE, THREE_DAYS, deadline, heartbeat, kept, pass_and_look, post_after, posts_with, reminders,
    termination, the_heart_beats, unprotected,
};
use crate::scene::Scene;
use crate::table::{Table, posted, private};

const POSTS: &str = "POST /channels/*/messages";
const AWAY: &str = "I was away from";
const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// The bot is killed, time passes, and it comes back. Returns how much time it gives back.
async fn outage(scene: &mut Scene, span: Duration) -> i64 {
    pass_and_look(scene, 16 * SECOND).await;
    scene.kill_bot().await;
    let last = heartbeat(scene);
    scene.pass(span);
    scene.start_bot().await;
    the_heart_beats(scene).await;
    scene.sandbox.clock().now() - last
}

fn number(scene: &Scene, query: &str) -> i64 {
    scene
        .database()
        .query_row(query, [], |row| row.get(0))
        .expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn br_086_an_outage_over_many_deadlines_ends_no_game() {
    let mut scene = Scene::start().await;
    let mut tables = Vec::new();
    for game in 0..30 {
        let channel = [scene.chess(), scene.general()][game % 2];
        let pair = [["alice", "bob"], ["bob", "carol"], ["carol", "alice"]][game % 3];
        let mut table = Table::between(&scene, channel, pair[0], pair[1]).await;
        if game % 5 == 0 {
            play_in(&mut table, game + 1, "e4").await;
            play_in(&mut table, game + 1, "e5").await;
        }
        tables.push(table);
        // Less than the life of a token, by which the next game may still be offered.
        scene.pass(10 * 60 * SECOND);
    }
    unprotected(&scene);
    let before: Vec<i64> = (1..=30).map(|game| deadline(&scene, game)).collect();
    let given_back = outage(&mut scene, THREE_DAYS + DAY).await;
    let after: Vec<i64> = (1..=30).map(|game| deadline(&scene, game)).collect();
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(after - before, given_back);
    }
    assert!((1..=30).all(|game| termination(&scene, game).is_none()));
    for channel in [scene.chess(), scene.general()] {
        let told = scene.post_with(channel, AWAY).await;
        assert!(told.pings.is_empty());
        assert!(
            told.content.contains("All that time is given back"),
            "{}",
            told.content
        );
    }
    // The first is due first, and the others after it as ever.
    let to_first = Duration::from_millis((after[0] - scene.sandbox.clock().now()) as u64);
    pass_and_look(&scene, to_first + GRACE).await;
    post_after(&scene, &tables[0].post, "ran out of time").await;
    assert!((2..=30).all(|game| termination(&scene, game).is_none()));
    for channel in [scene.chess(), scene.general()] {
        assert_eq!(posts_with(&scene, channel, AWAY).len(), 1);
    }
    scene.end().await;
}

async fn play_in(table: &mut Table, game: usize, text: &str) {
    let options = [("move", text), ("game", &*game.to_string())];
    let answer = table.mover().command(table.channel, "move", &options).await;
    table.played(text, posted(&answer));
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_runs_is_moved_once() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let carol = scene.person("carol");
    let challenge = posted(&carol.command(table.channel, "challenge", &[]).await);
    table.play_all("e4 e5").await;
    unprotected(&scene);
    // A little outage is none; the next ones are given back, an hour is not worth a word.
    let before = deadline(&scene, 1);
    assert!(outage(&mut scene, 50 * SECOND).await <= 60_000);
    assert_eq!(deadline(&scene, 1), before);
    let given_back = outage(&mut scene, 40 * 60 * SECOND).await;
    assert_eq!(deadline(&scene, 1), before + given_back);
    assert!(posts_with(&scene, table.channel, AWAY).is_empty());
    table.play("Nf3").await;
    let before = deadline(&scene, 1);
    let expires = number(&scene, "SELECT max(expires) FROM challenge");
    let undo = number(&scene, "SELECT until FROM undo");
    let given_back = outage(&mut scene, 8 * DAY).await;
    assert_eq!(deadline(&scene, 1), before + given_back);
    assert_eq!(
        number(&scene, "SELECT max(expires) FROM challenge"),
        expires + given_back
    );
    assert_eq!(number(&scene, "SELECT until FROM undo"), undo + given_back);
    // A second start gives nothing more.
    scene.restart_bot().await;
    assert_eq!(deadline(&scene, 1), before + given_back);
    // The move is undone as if no time had gone by, and the clock did not run either.
    let undone = posted(
        &table
            .white
            .command(table.channel, "takeback ask", &[])
            .await,
    );
    assert!(
        undone
            .content
            .starts_with("Alice has undone the last move."),
        "{}",
        undone.content
    );
    assert!(deadline(&scene, 1) > scene.sandbox.clock().now() + 2 * 86_400_000);
    posted(&scene.person("bob").press(&challenge, "Accept").await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_first_after_an_outage_is_not_late() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    for text in ["Nf3", "Nc6", "Bb5", "a6"] {
        unprotected(&scene);
        scene.kill_bot().await;
        scene.pass(THREE_DAYS + HOUR);
        scene.start_bot().await;
        table.play(text).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_is_made_once_whatever_happens_around_it() {
    let mut scene = Scene::start().await;
    scene.expected.refusals = true;
    scene.expected.in_the_log("Discord could not be reached");
    let table = Table::begin(&scene).await;
    let troubles = [
        Trouble::Status {
            status: 500,
            code: 0,
        },
        Trouble::DropBefore,
        Trouble::DropAfter,
        Trouble::DelayAnswer(20 * SECOND),
    ];
    for (trouble, told) in troubles.into_iter().zip(1..) {
        scene.kill_bot().await;
        scene.pass(2 * HOUR);
        scene.trouble(POSTS, 5, trouble);
        let before = scene.sandbox.requests().len();
        let stood = posts_with(&scene, table.channel, AWAY).len();
        scene.start_bot().await;
        scene
            .sandbox
            .until("the announcement was tried", || {
                let stands = posts_with(&scene, table.channel, AWAY).len() > stood;
                let requests = scene.sandbox.requests();
                let tried = requests[before..]
                    .iter()
                    .any(|request| request.method == "POST" && request.path.ends_with("/messages"));
                (stands || tried).then_some(())
            })
            .await;
        scene.kill_bot().await;
        scene.sandbox.clear_faults();
        scene.start_bot().await;
        scene
            .as_time_passes("the announcement is done", || {
                (scene.waiting_errands() == 0).then_some(())
            })
            .await;
        assert_eq!(posts_with(&scene, table.channel, AWAY).len(), told);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_gateway_counts_while_everything_else_works() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log("serenity");
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    unprotected(&scene);
    pass_and_look(&scene, 71 * HOUR).await;
    let before = deadline(&scene, 1);
    // While nothing can be written the heart cannot beat, so that all of this is one moment to the bot.
    scene.expected.in_the_log("The worker met a fault");
    let held = scene.hold();
    scene.pass(16 * SECOND);
    let sessions = scene.sandbox.identifies();
    scene.sandbox.fault(Fault::Close(4009));
    scene
        .sandbox
        .until("a new session", || {
            let fresh = scene.sandbox.identifies() > sessions && scene.sandbox.online();
            fresh.then_some(())
        })
        .await;
    // Who is answered by the new session knows that the bot has heard of it.
    for _ in 0..2 {
        private(&table.white.command(table.channel, "help", &[]).await);
    }
    scene.pass(2 * HOUR);
    held.execute_batch("ROLLBACK").expect("a held database");
    the_heart_beats(&scene).await;
    table.play("Nf3").await;
    assert_eq!(termination(&scene, 1), None);
    let told = scene.post_with(table.channel, AWAY).await;
    assert!(before < scene.sandbox.clock().now(), "{}", told.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_002_new_sessions_double_nothing() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log("serenity");
    let days = [("days", "1")];
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &days).await;
    table.play_all("e4 e5").await;
    unprotected(&scene);
    for _ in 0..3 {
        let before = scene.sandbox.identifies();
        scene
            .sandbox
            .fault(Fault::InvalidSession { resumable: false });
        scene
            .sandbox
            .until("a new session", || {
                let fresh = scene.sandbox.identifies() > before && scene.sandbox.online();
                fresh.then_some(())
            })
            .await;
    }
    pass_and_look(&scene, 16 * SECOND).await;
    for hours in 1..=24 {
        pass_and_look(&scene, HOUR).await;
        let due = usize::from(hours >= 20) + usize::from(hours >= 21);
        scene
            .sandbox
            .until("each reminder", || {
                (reminders(&scene).len() >= due).then_some(())
            })
            .await;
    }
    scene.pass(GRACE);
    post_after(&scene, &table.post, "ran out of time").await;
    pass_and_look(&scene, HOUR).await;
    assert_eq!(reminders(&scene).len(), 2);
    assert_eq!(
        posts_with(&scene, table.channel, "ran out of time").len(),
        1
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_039_reminders_that_fell_into_an_outage_come_once_at_their_new_time() {
    let mut scene = Scene::start().await;
    let days = [("days", "1")];
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &days).await;
    table.play_all("e4 e5").await;
    unprotected(&scene);
    pass_and_look(&scene, 19 * HOUR).await;
    let given_back = outage(&mut scene, 6 * HOUR).await;
    assert!(given_back >= 6 * 3_600_000);
    assert!(
        reminders(&scene).is_empty(),
        "five hours are left as before"
    );
    let left = deadline(&scene, 1) - scene.sandbox.clock().now();
    assert!(left >= 5 * 3_600_000 - 16_000, "{left}");
    pass_and_look(&scene, HOUR).await;
    let first = scene
        .sandbox
        .until("the first reminder", || reminders(&scene).pop())
        .await;
    let seconds = deadline(&scene, 1) / 1000;
    assert!(
        first.content.contains(&format!("<t:{seconds}:R>")),
        "{}",
        first.content
    );
    outage(&mut scene, 2 * HOUR).await;
    assert_eq!(reminders(&scene).len(), 1);
    pass_and_look(&scene, 2 * HOUR).await;
    scene
        .sandbox
        .until("the second reminder", || {
            (reminders(&scene).len() == 2).then_some(())
        })
        .await;
    assert_eq!(kept(&scene, 1, "reminded IS NOT NULL"), Some(1));
    pass_and_look(&scene, HOUR).await;
    assert_eq!(termination(&scene, 1), None);
    table.play("Nf3").await;
    assert_eq!(reminders(&scene).len(), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_stands_still_tells_of_no_outage() {
    let mut scene = Scene::start().await;
    let days = [("days", "0")];
    let table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &days).await;
    outage(&mut scene, 2 * HOUR).await;
    private(&table.white.command(table.channel, "games", &[]).await);
    assert!(posts_with(&scene, table.channel, AWAY).is_empty());
    scene.end().await;
}
