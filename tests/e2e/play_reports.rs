//! What went wrong in other bots while people played, as they reported it, tried here. The numbers are those of the
//! collection of reports.

use std::time::Duration;

use penpawn::chess::{CastlingMode, Line, Position};
use penpawn::sandbox::Message;

use crate::clockwork::{
    GRACE, THREE_DAYS, deadline, pass_and_look, post_after, posts_with, reminders, termination,
    unprotected,
};
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const ONE_DAY_A_MOVE: [(&str, &str); 1] = [("days", "1")];

async fn resign(scene: &Scene, table: &Table, game: &str) -> Message {
    let options = [("game", game)];
    let asked = table.white.command(table.channel, "resign", &options).await;
    let over = posted(&table.white.press(asked.message(), "Yes, resign").await);
    scene.loses_its_buttons(asked.message()).await;
    over
}

#[tokio::test(flavor = "multi_thread")]
async fn br_008_nobody_accepts_his_own_draw_offer() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let offer = posted(&table.white.command(table.channel, "draw offer", &[]).await);
    let told = private(&table.white.command(table.channel, "draw accept", &[]).await);
    assert!(told.contains("The draw offer is your own"), "{told}");
    let told = private(&table.white.press(&offer, "Accept draw").await);
    assert!(told.contains("The draw offer is your own"), "{told}");
    assert_eq!(termination(&scene, 1), None);
    let over = posted(&table.black.command(table.channel, "draw accept", &[]).await);
    assert!(over.content.contains("½-½"), "{}", over.content);
    assert_eq!(termination(&scene, 1).as_deref(), Some("agreement"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_009_an_offer_stands_until_the_opponent_answers_or_moves() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let channel = table.channel;
    let with_offer = [("move", "e4"), ("draw", "true")];
    let answer = table.white.command(channel, "move", &with_offer).await;
    table.played("e4", posted(&answer));
    assert_eq!(labels(&table.post)[0], "Accept draw");
    table.play("e5").await;
    assert_eq!(labels(&table.post)[0], "Move");
    let told = private(&table.black.command(channel, "draw accept", &[]).await);
    assert!(told.contains("Nobody has offered a draw"), "{told}");
    // Black offers, so that White may again; White's own move does not end his offer.
    posted(&table.black.command(channel, "draw offer", &[]).await);
    posted(&table.white.command(channel, "draw decline", &[]).await);
    posted(&table.white.command(channel, "draw offer", &[]).await);
    table.play("Nf3").await;
    assert_eq!(labels(&table.post)[0], "Accept draw");
    let over = posted(&table.black.command(channel, "draw accept", &[]).await);
    assert!(over.content.contains("½-½"), "{}", over.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_017_no_reminder_comes_after_the_move() {
    let scene = Scene::start().await;
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &ONE_DAY_A_MOVE).await;
    table.play("e4").await;
    // A fifth of a day is left in a second.
    pass_and_look(&scene, Duration::from_secs(86_400 - 17_280 - 1)).await;
    table.play("e5").await;
    pass_and_look(&scene, HOUR).await;
    table
        .play_all("Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5")
        .await;
    pass_and_look(&scene, HOUR).await;
    assert!(reminders(&scene).is_empty());
    // The next turns have reminders of their own, each for the one to move.
    for (text, told) in [("Bb3", 1), ("d6", 2)] {
        pass_and_look(&scene, 20 * HOUR).await;
        scene
            .sandbox
            .until("a reminder", || {
                (reminders(&scene).len() == told).then_some(())
            })
            .await;
        let last = reminders(&scene).pop().expect("a reminder");
        assert_eq!(last.pings, [table.mover().id()]);
        table.play(text).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_022_the_right_game_is_resigned() {
    let scene = Scene::start().await;
    let bob = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let carol = Table::between(&scene, scene.chess(), "alice", "carol").await;
    let asked = bob.white.command(bob.channel, "resign", &[]).await;
    let games = ["Game 1 against Bob", "Game 2 against Carol"];
    let mut offered = labels(asked.message());
    offered.sort();
    assert_eq!(offered, games);
    assert_eq!(
        (termination(&scene, 1), termination(&scene, 2)),
        (None, None)
    );
    let over = resign(&scene, &carol, "2").await;
    assert_eq!(over.pings, [carol.black.id()]);
    assert_eq!(termination(&scene, 1), None);
    assert_eq!(termination(&scene, 2).as_deref(), Some("resignation"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_038_no_clock_runs_after_the_end() {
    let scene = Scene::start().await;
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &ONE_DAY_A_MOVE).await;
    table.play_all("e4 e5").await;
    let over = resign(&scene, &table, "1").await;
    assert!(over.content.contains("0-1"), "{}", over.content);
    pass_and_look(&scene, HOUR).await;
    let board = [("game", "1")];
    let board = table.white.command(table.channel, "board", &board).await;
    assert!(!board.text().contains("<t:"), "{}", board.text());
    pass_and_look(&scene, 5 * DAY).await;
    assert_eq!(termination(&scene, 1).as_deref(), Some("resignation"));
    assert!(reminders(&scene).is_empty());
    let messages = scene.sandbox.messages(table.channel);
    assert_eq!(messages.last().map(|last| last.id), Some(over.id));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_042_a_draw_by_the_last_move_is_one_for_both() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let moves = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    table.play_all(moves).await;
    let fen = "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10";
    assert_eq!(table.line.position().fen(), fen);
    assert!(
        table.post.content.contains("Stalemate"),
        "{}",
        table.post.content
    );
    assert!(
        !table.post.content.contains("to move"),
        "{}",
        table.post.content
    );
    for player in [&table.white, &table.black] {
        let told = private(&player.command(table.channel, "games", &[]).await);
        assert!(told.contains("no running game"), "{told}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_043_one_resigns_out_of_turn() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let over = resign(&scene, &table, "1").await;
    assert!(
        over.content.starts_with("Alice resigns"),
        "{}",
        over.content
    );
    assert!(over.content.contains("0-1"), "{}", over.content);
    assert_eq!(over.pings, [table.black.id()]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_046_what_was_acknowledged_survives_kill_9() {
    let mut scene = Scene::start().await;
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &ONE_DAY_A_MOVE).await;
    let carol = scene.person("carol");
    let challenge = posted(&carol.command(table.channel, "challenge", &[]).await);
    scene.kill_bot().await;
    scene.start_bot().await;
    table.play("e4").await;
    scene.kill_bot().await;
    scene.start_bot().await;
    let offer = posted(&table.white.command(table.channel, "draw offer", &[]).await);
    scene.kill_bot().await;
    scene.start_bot().await;
    pass_and_look(&scene, 16 * SECOND).await;
    pass_and_look(&scene, 20 * HOUR).await;
    scene
        .sandbox
        .until("a reminder", || {
            (reminders(&scene).len() == 1).then_some(())
        })
        .await;
    scene.kill_bot().await;
    scene.start_bot().await;
    posted(&table.black.press(&offer, "Decline draw").await);
    scene.kill_bot().await;
    scene.start_bot().await;
    let told = private(&table.black.command(table.channel, "draw accept", &[]).await);
    assert!(told.contains("Nobody has offered a draw"), "{told}");
    table.play("e5").await;
    posted(&scene.person("bob").press(&challenge, "Accept").await);
    assert_eq!(reminders(&scene).len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_055_times_are_seconds_everywhere() {
    let scene = Scene::start().await;
    // 2027-03-27T12:00:00Z, the day before summer time begins in Berlin, where the bot runs.
    scene.sandbox.clock().set(1_806_148_800_000);
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &ONE_DAY_A_MOVE).await;
    table.play("e4").await;
    let time = "<t:1806235200:R>";
    assert!(table.post.content.contains(time), "{}", table.post.content);
    let list = private(&table.black.command(table.channel, "games", &[]).await);
    assert!(list.contains(time), "{list}");
    pass_and_look(&scene, 20 * HOUR).await;
    let reminder = scene
        .sandbox
        .until("a reminder", || reminders(&scene).pop())
        .await;
    assert!(reminder.content.contains(time), "{}", reminder.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_072_who_cannot_mate_does_not_win_on_time() {
    let scene = Scene::start().await;
    let no_mate = "Time ran out, but the other side could not checkmate any more.";
    for (game, (fen, moves, words)) in (1..).zip([
        ("8/8/8/3k4/8/8/4K2Q/8 w - - 0 1", "Kd2 Kc5 Ke2 Kd5", no_mate),
        (
            "8/5b2/8/3k4/8/8/4K2Q/8 w - - 0 1",
            "Kd2 Kc5 Ke2 Kd5",
            no_mate,
        ),
        (
            "8/5n2/8/3k4/8/8/4K2Q/8 w - - 0 1",
            "Kd2 Kc5 Ke2 Kd5",
            no_mate,
        ),
        (
            "8/8/5b2/8/8/2k5/P7/1K6 w - - 0 1",
            "Kc1 Be7 Kb1 Bf6",
            "Alice ran out of time",
        ),
    ]) {
        let mut table = Table::begin(&scene).await;
        let set_up = "UPDATE game SET start_fen = ?1 WHERE id = ?2";
        let changed = scene.database_for_writing().execute(set_up, (fen, game));
        assert_eq!(changed, Ok(1));
        table.line = Line::new(Position::from_fen(fen, CastlingMode::Standard).expect("a FEN"));
        table.play_all(moves).await;
        unprotected(&scene);
        scene.pass(THREE_DAYS + GRACE);
        let over = post_after(&scene, &table.post, words).await;
        assert_eq!(over.pings, [table.black.id()], "{fen}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_087_a_challenge_answered_elsewhere_opens_where_it_was_made() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let to_bob = [("opponent", "bob")];
    posted(&alice.command(scene.chess(), "challenge", &to_bob).await);
    let to_alice = [("opponent", "alice")];
    let pending = bob.command(scene.general(), "challenge", &to_alice).await;
    assert!(private(&pending).contains("still waiting for its answer"));
    bob.press(pending.message(), "Accept").await;
    let board = scene.post_with(scene.chess(), "**Game 1**").await;
    assert_eq!(board.pings, [alice.id()]);
    assert!(posts_with(&scene, scene.general(), "Game 1").is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_090_a_day_is_a_day_whatever_the_clocks_do() {
    for (sent, until) in [
        (1_806_148_800_000, 1_806_235_200_000),
        (1_824_935_400_000, 1_825_021_800_000),
    ] {
        let scene = Scene::start().await;
        scene.sandbox.clock().set(sent);
        let mut table =
            Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &ONE_DAY_A_MOVE).await;
        table.play("e4").await;
        assert_eq!(deadline(&scene, 1), until);
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn br_102_the_challenger_hears_how_it_ended() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let to_bob = [("opponent", "bob")];
    let declined = posted(&alice.command(scene.chess(), "challenge", &to_bob).await);
    bob.press(&declined, "Decline").await;
    let told = post_after(&scene, &declined, "declined your challenge").await;
    assert_eq!(told.pings, [alice.id()]);
    let expired = posted(&alice.command(scene.chess(), "challenge", &to_bob).await);
    pass_and_look(&scene, 7 * DAY).await;
    let told = post_after(&scene, &expired, "has expired").await;
    assert_eq!(told.pings, [alice.id()]);
    for post in [&declined, &expired] {
        scene.loses_its_buttons(post).await;
    }
    pass_and_look(&scene, DAY).await;
    for words in ["declined your challenge", "has expired"] {
        assert_eq!(posts_with(&scene, scene.chess(), words).len(), 1, "{words}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_103_offers_do_not_pester() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let channel = table.channel;
    table.play("e4").await;
    posted(&table.white.command(channel, "draw offer", &[]).await);
    for _ in 0..4 {
        let told = private(&table.white.command(channel, "draw offer", &[]).await);
        assert!(told.contains("Your draw offer still stands"), "{told}");
    }
    table.play("e5").await;
    for text in "Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5".split(' ') {
        let told = private(&table.white.command(channel, "draw offer", &[]).await);
        assert!(told.contains("You offered a draw not long ago"), "{told}");
        table.play(text).await;
    }
    posted(&table.black.command(channel, "draw offer", &[]).await);
    table.play("Bb3").await;
    let offer = posted(&table.white.command(channel, "draw offer", &[]).await);
    assert_eq!(offer.pings, [table.black.id()]);
    assert_eq!(posts_with(&scene, channel, "Alice offers a draw.").len(), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_119_every_end_counts_as_what_it_is() {
    let scene = Scene::start().await;
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let stalemate =
        "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    for moves in [
        "f3 e5 g4 Qh4#",
        "e4 e5",
        "d4 d5",
        "c4 c5",
        stalemate,
        shuffle,
    ] {
        // Earlier games are still going on.
        let channel = scene.sandbox.create_channel(&moves[..2].to_lowercase());
        let mut table = Table::between(&scene, channel, "alice", "bob").await;
        table.play_all(moves).await;
        match moves {
            "e4 e5" => drop(resign(&scene, &table, "2").await),
            "c4 c5" => {
                let offer = table.white.command(channel, "draw offer", &[]).await;
                posted(&table.black.press(&posted(&offer), "Accept draw").await);
            }
            _ if moves == shuffle => {
                posted(&table.white.press(&table.post, "Claim a draw").await);
            }
            _ => {}
        }
    }
    unprotected(&scene);
    scene.pass(THREE_DAYS + GRACE);
    scene
        .as_time_passes("the time-out", || termination(&scene, 3))
        .await;
    let ends: Vec<(String, String)> = {
        let database = scene.database();
        let mut rows = database
            .prepare("SELECT termination, outcome FROM game ORDER BY id")
            .expect("a query");
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.expect("rows").map(|row| row.expect("a row")).collect()
    };
    let expected = [
        ("checkmate", "0-1"),
        ("resignation", "0-1"),
        ("time out", "0-1"),
        ("agreement", "1/2-1/2"),
        ("stalemate", "1/2-1/2"),
        ("threefold claimed", "1/2-1/2"),
    ];
    let ends: Vec<_> = ends
        .iter()
        .map(|(how, score)| (how.as_str(), score.as_str()))
        .collect();
    assert_eq!(ends, expected);
    scene.end().await;
}
