//! Time-outs: when they are decided and by whom, what is told, and that a game has one end.

use std::time::Duration;

use penpawn::sandbox::Pending;

use crate::clockwork::{
    GRACE, THREE_DAYS, deadline, keep_old_buttons, kept, pass_and_look, post_after, posts_with,
    termination, unprotected,
};
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test(flavor = "multi_thread")]
async fn a_time_out_is_decided_a_minute_after_the_deadline() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    scene.pass(HOUR);
    table.play("e4").await;
    scene.pass(2 * HOUR);
    table.play("e5").await;
    unprotected(&scene);
    pass_and_look(&scene, THREE_DAYS + Duration::from_secs(59)).await;
    assert_eq!(termination(&scene, 1), None);
    let told = private(&table.type_move("Nf3").await);
    assert!(told.contains("Time has run out in game 1"), "{told}");
    let resigned = table.white.command(table.channel, "resign", &[]).await;
    let told = table.white.press(resigned.message(), "Yes, resign").await;
    assert!(told.text().contains("Time has run out"), "{told:?}");
    scene.pass(SECOND);
    let over = post_after(&scene, &table.post, "ran out of time").await;
    assert!(
        over.content.starts_with("Alice ran out of time: <@")
            && over.content.contains("> wins, 0-1."),
        "{}",
        over.content
    );
    assert_eq!(over.pings, [table.black.id()], "the winner");
    assert_eq!(labels(&over), ["Rematch"]);
    let pgn = over.file("penpawn-1.pgn").expect("a PGN file");
    let pgn = String::from_utf8(pgn.bytes.to_vec()).expect("text");
    for part in [
        "[Result \"0-1\"]",
        "[Termination \"time forfeit\"]",
        "[TimeControl \"1/259200\"]",
        "[%clk 71:00:00]",
        "[%clk 70:00:00]",
    ] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
    let late = [("move", "Nf3"), ("game", "1")];
    let told = private(&table.white.command(table.channel, "move", &late).await);
    assert!(told.contains("over already"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_in_time_and_comes_after_the_decision_is_explained() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    unprotected(&scene);
    scene.pass(Duration::from_secs(3 * 86_400 - 1));
    // The bot's clock goes ahead of Discord's, and so it decides before the move comes.
    let ahead = scene.sandbox.clock().now() + 61_000;
    std::fs::write(scene.folder().join("clock"), ahead.to_string()).expect("a clock");
    post_after(&scene, &table.post, "ran out of time").await;
    let sent = [("move", "Nf3"), ("game", "1")];
    let told = private(&table.white.command(table.channel, "move", &sent).await);
    assert!(
        told.contains("in time, but it reached me only after"),
        "{told}"
    );
    scene.pass(2 * GRACE);
    let told = private(&table.white.command(table.channel, "move", &sent).await);
    assert!(told.contains("over already"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_before_both_have_moved() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    scene.pass(THREE_DAYS + GRACE);
    let over = post_after(&scene, &table.post, "before both players had moved").await;
    assert!(
        over.content.contains("ends without result"),
        "{}",
        over.content
    );
    assert_eq!(over.pings, [table.white.id()], "the one who was waiting");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_offer_by_the_opponent_saves_the_late_player() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    posted(&table.black.command(table.channel, "draw offer", &[]).await);
    unprotected(&scene);
    scene.pass(THREE_DAYS + GRACE);
    let over = post_after(&scene, &table.post, "½-½").await;
    assert!(
        over.content
            .starts_with("Time ran out while the other side’s draw offer stood."),
        "{}",
        over.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_decides() {
    let mut scene = Scene::start().await;
    keep_old_buttons(&mut scene);
    let terms = [("when-time-runs-out", "opponent-decides")];
    let mut table = Table::on_terms(&scene, scene.chess(), ["alice", "bob"], &terms).await;
    table.play_all("e4 e5").await;
    unprotected(&scene);
    let claim = || table.black.command(table.channel, "time claim", &[]);
    let told = private(&claim().await);
    assert!(told.contains("Alice still has time in game 1"), "{told}");
    pass_and_look(&scene, THREE_DAYS).await;
    let told = private(&claim().await);
    assert!(told.contains("Alice’s time has just run out"), "{told}");
    scene.pass(GRACE);
    let asked = post_after(&scene, &table.post, "has run out of time").await;
    assert_eq!(
        asked.content.lines().next().unwrap_or_default(),
        format!(
            "Alice has run out of time. {}, you may claim the win, give a day, or just wait. \
             Until the win is claimed, Alice can still move.",
            table.black.mention()
        )
    );
    assert_eq!(asked.pings, [table.black.id()]);
    assert_eq!(labels(&asked)[..2], ["Claim the win", "Give a day"]);
    let told = private(&table.white.press(&asked, "Claim the win").await);
    assert!(told.contains("Bob still has time"), "{told}");
    // He waits for a week, and then gives a day.
    scene.pass(7 * DAY);
    let given = posted(&table.black.press(&asked, "Give a day").await);
    assert!(
        given.content.starts_with("Bob gives Alice one more day."),
        "{}",
        given.content
    );
    assert_eq!(given.pings, [table.white.id()]);
    assert_eq!(
        deadline(&scene, 1),
        scene.sandbox.clock().now() + 86_400_000
    );
    scene.pass(DAY + GRACE);
    let asked = post_after(&scene, &given, "has run out of time").await;
    // A late move is a move, and the old claim is dead.
    table.play("Nf3").await;
    let told = private(&table.black.press(&asked, "Claim the win").await);
    assert!(told.contains("The game has moved on"), "{told}");
    scene.pass(THREE_DAYS + GRACE);
    let asked = post_after(&scene, &table.post, "has run out of time").await;
    let over = posted(&table.white.press(&asked, "Claim the win").await);
    assert!(over.content.contains("ran out of time"), "{}", over.content);
    assert_eq!(over.pings, [table.black.id()]);
    assert_eq!(termination(&scene, 1).as_deref(), Some("time out"));
    scene.end().await;
}

/// What happens at the same moment, just before a game would be lost on time.
#[derive(Clone, Copy, Debug)]
enum Race {
    Move,
    Resign,
    OpponentResigns,
    AcceptDraw,
    All,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_one_end_whoever_is_first() {
    let mut scene = Scene::start().await;
    // While nothing can be written the interactions grow too old to be answered.
    scene.expected.refusals = true;
    scene.expected.in_the_log("An answer could not be");
    let races = [
        Race::Move,
        Race::Resign,
        Race::OpponentResigns,
        Race::AcceptDraw,
        Race::All,
        Race::All,
    ];
    for (race, game) in races.into_iter().zip(1..) {
        let mut table = Table::begin(&scene).await;
        table.play_all("e4 e5").await;
        let offer = posted(&table.black.command(table.channel, "draw offer", &[]).await);
        let [white, black] =
            [&table.white, &table.black].map(|player| player.command(table.channel, "resign", &[]));
        let (white_resigns, black_resigns) = (white.await, black.await);
        unprotected(&scene);
        scene.pass(Duration::from_secs(3 * 86_400 - 1));
        let held = scene.hold();
        let play = || {
            table
                .white
                .begin_command(table.channel, "move", &[("move", "Nf3")])
        };
        let resign = || {
            table
                .white
                .begin_press(white_resigns.message(), "Yes, resign")
        };
        let give_up = || {
            table
                .black
                .begin_press(black_resigns.message(), "Yes, resign")
        };
        let accept = || table.white.begin_press(&offer, "Accept draw");
        let pending: Vec<Pending> = match race {
            Race::Move => vec![play()],
            Race::Resign => vec![resign()],
            Race::OpponentResigns => vec![give_up()],
            Race::AcceptDraw => vec![accept()],
            Race::All => vec![accept(), give_up(), play(), resign()],
        };
        scene.pass(GRACE + 2 * SECOND);
        held.execute_batch("ROLLBACK").expect("a held database");
        for pending in pending {
            pending.answer().await;
        }
        // Whatever came first, soon nobody has anything left to say.
        scene
            .as_time_passes("the game ends or goes on", || {
                let now = scene.sandbox.clock().now();
                let moved = kept(&scene, game, "deadline").is_some_and(|at| at > now);
                (termination(&scene, game).is_some() || moved).then_some(())
            })
            .await;
        let is_over = termination(&scene, game).is_some();
        if !is_over {
            let told = [("game", &*game.to_string())];
            let asked = table.white.command(table.channel, "resign", &told).await;
            table.white.press(asked.message(), "Yes, resign").await;
        }
        scene
            .as_time_passes("every errand is done", || {
                (scene.waiting_errands() == 0).then_some(())
            })
            .await;
        let ends = scene.sandbox.messages(table.channel).into_iter();
        let file = format!("penpawn-{game}.pgn");
        let ends = ends.filter(|message| message.file(&file).is_some());
        assert_eq!(ends.count(), 1, "{race:?}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn br_026_br_027_a_lost_channel_or_player_holds_up_nobody() {
    let mut scene = Scene::start().await;
    scene.expected.refusals = true;
    let channels = ["one", "two", "three"].map(|name| scene.sandbox.create_channel(name));
    let mut tables = Vec::new();
    for channel in channels {
        let mut table = Table::between(&scene, channel, "alice", "bob").await;
        table.play_all("e4 e5 Nf3 Nc6").await;
        tables.push(table);
    }
    let carol = Table::between(&scene, scene.chess(), "carol", "bob").await;
    scene
        .as_time_passes("every errand is done", || {
            (scene.waiting_errands() == 0).then_some(())
        })
        .await;
    unprotected(&scene);
    scene.sandbox.delete_channel(channels[0]);
    scene.person("carol").leave();
    let before = scene.sandbox.requests().len();
    scene.pass(THREE_DAYS + GRACE);
    for table in &tables[1..] {
        let over = post_after(&scene, &table.post, "ran out of time").await;
        assert_eq!(over.pings, [table.black.id()]);
    }
    post_after(&scene, &carol.post, "before both players had moved").await;
    scene
        .as_time_passes("every game is over", || {
            (1..=4)
                .all(|game| termination(&scene, game).is_some())
                .then_some(())
        })
        .await;
    assert_eq!(termination(&scene, 1).as_deref(), Some("time out"));
    // Nothing is tried for ever.
    for _ in 0..10 {
        pass_and_look(&scene, HOUR).await;
    }
    let gone = format!("/channels/{}/", channels[0]);
    let requests = scene.sandbox.requests();
    let tries = requests[before..]
        .iter()
        .filter(|request| request.path.contains(&gone));
    let tries = tries.count();
    assert!((1..10).contains(&tries), "{tries}");
    // The lists name everybody still.
    let told = private(
        &scene
            .person("bob")
            .command(scene.chess(), "games", &[])
            .await,
    );
    assert!(told.contains("no running game"), "{told}");
    assert_eq!(posts_with(&scene, channels[1], "ran out of time").len(), 1);
    scene.end().await;
}
