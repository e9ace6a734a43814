//! The process and the gateway: starts, stops, restarts, and connections that break. Nothing is lost or doubled.

use std::time::Duration;

use penpawn::sandbox::{Behavior, Fault, Options, Permissions};

use crate::bot::Bot;
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_everything() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let carol = scene.person("carol");
    let challenge = posted(&carol.command(table.channel, "challenge", &[]).await);
    let form = table.white.press(&table.post, "Move").await;
    scene.restart_bot().await;
    let post = posted(
        &table
            .white
            .submit(form.modal(), &[("Your move", "e4")])
            .await,
    );
    table.played("e4", post);
    let offer = posted(&table.white.command(table.channel, "draw offer", &[]).await);
    let asked = table.black.command(table.channel, "resign", &[]).await;
    scene.restart_bot().await;
    let told = private(&table.white.command(table.channel, "draw offer", &[]).await);
    assert!(told.contains("still stands"), "{told}");
    let declined = posted(&table.black.press(&offer, "Decline draw").await);
    scene.restart_bot().await;
    let form = table.black.press(&declined, "Move").await;
    let post = posted(
        &table
            .black
            .submit(form.modal(), &[("Your move", "e5")])
            .await,
    );
    table.played("e5", post);
    posted(&table.black.press(&challenge, "Accept").await);
    let over = posted(&table.black.press(asked.message(), "Yes, resign").await);
    assert!(over.content.contains("Bob resigns"), "{}", over.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_once_and_again_after_a_change() {
    let mut scene = Scene::start().await;
    let registrations = |scene: &Scene| {
        let requests = scene.sandbox.requests();
        let puts = requests.iter().filter(|request| request.method == "PUT");
        puts.count()
    };
    assert_eq!(registrations(&scene), 1);
    scene.restart_bot().await;
    assert_eq!(registrations(&scene), 1);
    scene.stop_bot().await;
    let older = "UPDATE setting SET value = 'of an older version' WHERE key = 'commands'";
    let changed = scene.database_for_writing().execute(older, []).unwrap();
    assert_eq!(changed, 1);
    scene.start_bot().await;
    assert_eq!(registrations(&scene), 2);
    private(
        &scene
            .person("alice")
            .command(scene.chess(), "help", &[])
            .await,
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_session_misses_nothing() {
    let mut scene = Scene::start().await;
    // Serenity itself may say that a connection broke.
    scene.expected.in_the_log("serenity");
    let mut table = Table::begin(&scene).await;
    let faults = [
        ("op 7", Fault::Reconnect),
        ("op 9, resumable", Fault::InvalidSession { resumable: true }),
        ("close code 4000", Fault::Close(4000)),
        ("close code 1001", Fault::Close(1001)),
        ("a broken connection", Fault::Cut),
        ("a missed event", Fault::CutAtNextEvent),
    ];
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
    for ((name, fault), text) in faults.into_iter().zip(moves) {
        scene.sandbox.fault(fault);
        table.play(text).await;
        assert_eq!(scene.sandbox.identifies(), 1, "{name}");
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_session_is_replaced() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log("serenity");
    let mut table = Table::begin(&scene).await;
    // Each new session makes its own READY; there are more of them than threads.
    let faults = [
        Fault::InvalidSession { resumable: false },
        Fault::Close(4009),
        Fault::InvalidSession { resumable: false },
    ];
    for (fault, text) in faults.into_iter().zip(["e4", "e5", "Nf3"]) {
        let before = scene.sandbox.identifies();
        scene.sandbox.fault(fault);
        scene
            .sandbox
            .until("a new session", || {
                let fresh = scene.sandbox.identifies() > before && scene.sandbox.online();
                fresh.then_some(())
            })
            .await;
        table.play(text).await;
    }
    let registered = scene.sandbox.requests();
    let registered = registered.iter().filter(|request| request.method == "PUT");
    assert_eq!(registered.count(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_acknowledgements_lead_to_a_new_connection() {
    let behavior = Behavior {
        heartbeat_interval: std::time::Duration::from_secs(2),
        ..Behavior::default()
    };
    let mut scene = Scene::with(Options {
        behavior,
        ..Options::default()
    })
    .await;
    scene.expected.in_the_log("serenity");
    let mut table = Table::begin(&scene).await;
    let before = scene.sandbox.identifies();
    scene.sandbox.fault(Fault::StopAcks);
    scene
        .sandbox
        .until("a new session", || {
            let fresh = scene.sandbox.identifies() > before && scene.sandbox.online();
            fresh.then_some(())
        })
        .await;
    table.play("e4").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_arrives_twice_is_done_once() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    scene.sandbox.fault(Fault::DuplicateInteraction);
    table.play("e4").await;
    scene.sandbox.fault(Fault::DuplicateInteraction);
    let offer = posted(&table.white.command(table.channel, "draw offer", &[]).await);
    scene.sandbox.fault(Fault::DuplicateInteraction);
    posted(&table.black.press(&offer, "Decline draw").await);
    table.play("e5").await;
    scene.sandbox.fault(Fault::DuplicateInteraction);
    posted(&table.white.command(table.channel, "challenge", &[]).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_answered() {
    let mut scene = Scene::start().await;
    scene
        .expected
        .in_the_log("An interaction could not be read");
    let mut table = Table::begin(&scene).await;
    let without = vec!["entitlements".to_owned()];
    scene.sandbox.fault(Fault::MangleInteraction { without });
    let told = private(&table.type_move("e4").await);
    assert!(told.contains("Something went wrong"), "{told}");
    scene.sandbox.fault(Fault::MangleInteraction {
        without: Vec::new(),
    });
    table.play("e4").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_fails_says_why() {
    let mut scene = Scene::start().await;
    let environment = scene.environment();
    let with = |name: &'static str, value: &str| {
        let mut changed = environment.clone();
        changed.retain(|(known, _)| *known != name);
        if !value.is_empty() {
            changed.push((name, value.to_owned()));
        }
        changed
    };
    let elsewhere = scene.database_file().with_file_name("other.db");
    let elsewhere = elsewhere.display().to_string();
    let with_other_database = |name, value: &str| {
        let mut changed = with(name, value);
        changed.retain(|(known, _)| *known != "PENPAWN_DATABASE");
        changed.push(("PENPAWN_DATABASE", elsewhere.clone()));
        changed
    };
    for (environment, status, words) in [
        (with("PENPAWN_TOKEN", ""), 2, "no token"),
        (with("PENPAWN_CONFIG", "missing.toml"), 2, "missing.toml"),
        (with("PENPAWN_LOG", "penpawn=loud"), 2, "log"),
        (
            with("PENPAWN_DISCORD_API", "http://example.com"),
            2,
            "on this machine",
        ),
        (with("PENPAWN_LOG", "info"), 3, "in use by another Penpawn"),
        (
            with("PENPAWN_DATABASE", "/nowhere/penpawn.db"),
            3,
            "cannot be created",
        ),
        (
            with_other_database("PENPAWN_TOKEN", "not.the.token"),
            4,
            "refuses the bot's token",
        ),
        (
            with_other_database("PENPAWN_DISCORD_API", "http://127.0.0.1:1"),
            4,
            "cannot be reached",
        ),
    ] {
        let bot = Bot::start(scene.folder(), &environment);
        let (ended, output) = bot.ended().await;
        assert_eq!(ended.code(), Some(status), "{words}: {output:?}");
        assert!(output.stderr.contains(words), "{words}: {output:?}");
        assert_eq!(output.stdout, "", "{words}");
        for secret in [&*scene.sandbox.token(), "not.the.token"] {
            assert!(!output.stderr.contains(secret), "{output:?}");
        }
    }
    // The one that runs was not disturbed, but a token that is taken back ends it.
    private(
        &scene
            .person("alice")
            .command(scene.chess(), "help", &[])
            .await,
    );
    scene.expected.refusals = true;
    scene.expected.in_the_log("serenity");
    scene.sandbox.fault(Fault::Close(4004));
    let (status, output) = scene.bot_ends().await;
    assert_eq!(status, Some(4), "{output:?}");
    assert!(
        output.stderr.contains("refuses the bot's token"),
        "{output:?}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permissions_are_named_before_anything_begins() {
    let scene = Scene::start().await;
    let (alice, bot) = (scene.person("alice"), scene.sandbox.bot());
    scene.sandbox.fault(Fault::Deny {
        user: bot,
        channel: scene.chess(),
        permissions: Permissions::ATTACH_FILES,
    });
    let told = private(&alice.command(scene.chess(), "challenge", &[]).await);
    assert!(told.contains("Attach Files"), "{told}");
    let challenge = posted(&alice.command(scene.general(), "challenge", &[]).await);
    assert_eq!(labels(&challenge), ["Accept", "Withdraw"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_the_bot_is_not_in_the_server() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let day = Duration::from_hours(24);
    scene.pass(day);
    let stands = |scene: &Scene| -> (Option<i64>, bool) {
        scene
            .database()
            .query_row(
                "SELECT deadline, server_gone IS NOT NULL FROM game",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .expect("a game")
    };
    let (before, _) = stands(&scene);
    let is_gone = |scene: &Scene, gone: bool| (stands(scene).1 == gone).then_some(());
    scene.sandbox.set_bot_in_guild(false);
    scene
        .as_time_passes("the game stands still", || is_gone(&scene, true))
        .await;
    assert_eq!(stands(&scene).0, None);
    // Removed or not is told again at a start.
    scene.restart_bot().await;
    scene.pass(day * 10);
    scene.sandbox.set_bot_in_guild(true);
    scene
        .as_time_passes("the game goes on", || is_gone(&scene, false))
        .await;
    // The waiting above lets some seconds pass as well.
    let later = stands(&scene)
        .0
        .zip(before)
        .map(|(now, before)| now - before);
    let ten_days = 10 * 24 * 3_600_000;
    assert!(
        (ten_days..ten_days + 300_000).contains(&later.expect("a deadline")),
        "{later:?}"
    );
    let told = scene.post_with(table.channel, "I was away from").await;
    assert!(told.pings.is_empty());
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_its_server_ends_after_thirty_days() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    scene.stop_bot().await;
    scene.sandbox.set_bot_in_guild(false);
    scene.start_bot().await;
    scene.expected.refusals = true;
    scene.pass(Duration::from_hours(30 * 24));
    let ended = || {
        let database = scene.database();
        let end: Option<String> = database
            .query_row("SELECT termination FROM game", [], |row| row.get(0))
            .expect("a game");
        end.filter(|end| end == "server gone")
    };
    scene.as_time_passes("the game ends", ended).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_requests_at_once_keep_below_the_global_limit() {
    let scene = Scene::in_real_time().await;
    let mut tables = Vec::new();
    for _ in 0..MANY {
        tables.push(Table::begin(&scene).await);
    }
    // Each of these moves has an old board that loses its buttons, by a request that counts.
    let first = counted(&scene).len();
    let moves: Vec<_> = tables
        .iter()
        .map(|table| {
            let game = table.game.to_string();
            let options = [("move", "e4"), ("game", game.as_str())];
            table.white.begin_command(table.channel, "move", &options)
        })
        .collect();
    for one in moves {
        posted(&one.answer().await);
    }
    scene
        .sandbox
        .until("no old board has buttons", || {
            let old = |table: &Table| scene.sandbox.message(table.post.id);
            let bare = |table| old(table).is_some_and(|old| old.button("Move").is_none());
            tables.iter().all(bare).then_some(())
        })
        .await;
    let at = &counted(&scene)[first..];
    assert!(at.len() >= MANY, "{}", at.len());
    let in_a_second = |from: &i64| {
        at.iter()
            .filter(|at| (0..1000).contains(&(**at - from)))
            .count()
    };
    let most = at.iter().map(in_a_second).max().unwrap_or(0);
    assert!((30..=40).contains(&most), "{most} requests in a second");
    scene.end().await;
}

/// Games in which something happens at the same moment: far more than Discord takes requests in a second.
const MANY: usize = 120;

/// When the requests came that count towards the global limit, and none was one too many.
fn counted(scene: &Scene) -> Vec<i64> {
    let requests = scene.sandbox.requests();
    let counts = requests.iter().filter(|request| {
        let is_answer = ["/interactions/", "/webhooks/"];
        !is_answer.iter().any(|path| request.path.starts_with(path))
    });
    counts
        .map(|request| {
            assert_ne!(request.status, 429, "{} {}", request.method, request.path);
            request.at_ms
        })
        .collect()
}
