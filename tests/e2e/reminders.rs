//! Reminders: one message for all games of a player, where and when he wants it, once, and never after his move.

use std::time::Duration;

use penpawn::sandbox::{Fault, Id, Message, Permissions, Person, Trouble};

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

const OPEN_DIRECT: &str = "POST /users/@me/channels";
/// A game of three days a move reminds after four fifths of the time, and three hours before the end.
pub(crate) const FIRST: u64 = 72 * 3600 * 4 / 5;
pub(crate) const SECOND: u64 = 69 * 3600;
/// Discord's mark of a message that makes no sound.
const SILENT: u64 = 1 << 12;

/// So many seconds.
pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A game in which White is to move: its number and its first board.
pub(crate) async fn begin(scene: &Scene, channel: Id, white: &str, black: &str) -> (u64, Message) {
    let options = [("opponent", black), ("color", "white")];
    let white = scene.person(white);
    let challenge = posted(&white.command(channel, "challenge", &options).await);
    let post = posted(&scene.person(black).press(&challenge, "Accept").await);
    let (game, _) = crate::conduct::board_of(&post).expect("a board");
    (game, post)
}

/// The reminders in a channel, oldest first.
pub(crate) fn reminders(scene: &Scene, channel: Id) -> Vec<Message> {
    let mut messages = scene.sandbox.messages(channel);
    messages.retain(|message| message.content.contains("it is your move"));
    messages
}

/// Waits until so many reminders stand in a channel, and gives the last.
pub(crate) async fn reminded(scene: &Scene, channel: Id, count: usize) -> Message {
    let there = scene
        .sandbox
        .until("a reminder", || {
            let there = reminders(scene, channel);
            (there.len() >= count).then_some(there)
        })
        .await;
    assert_eq!(there.len(), count, "{there:?}");
    there.into_iter().next_back().expect("one")
}

/// Changes settings.
pub(crate) async fn settle(scene: &Scene, person: &Person, options: &[(&str, &str)]) {
    private(&person.command(scene.chess(), "settings", options).await);
}

/// Waits until the only errand is put off to `at`, in Unix seconds.
async fn waits_until(scene: &Scene, at: i64) {
    let due = || {
        scene
            .database()
            .query_row("SELECT max(due) FROM outbox", [], |row| {
                row.get::<_, Option<i64>>(0)
            })
            .expect("a database")
    };
    scene
        .as_time_passes("the reminder waits", || {
            (due() == Some(at * 1000)).then_some(())
        })
        .await;
}

#[track_caller]
fn links_to(reminder: &Message, scene: &Scene, post: &Message) {
    let link = format!(
        "https://discord.com/channels/{}/{}/{}",
        scene.sandbox.guild(),
        post.channel,
        post.id
    );
    assert!(reminder.content.contains(&link), "{}", reminder.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_gathers_the_games_of_a_channel() {
    let scene = Scene::start().await;
    let (chess, general) = (scene.chess(), scene.general());
    let (_, first) = begin(&scene, chess, "alice", "bob").await;
    scene.pass(seconds(300));
    let (_, second) = begin(&scene, chess, "alice", "carol").await;
    scene.pass(seconds(300));
    let (_, elsewhere) = begin(&scene, general, "alice", "bob").await;
    let (_, third) = begin(&scene, chess, "alice", "bob").await;
    scene.pass(seconds(FIRST - 600));
    let reminder = reminded(&scene, chess, 1).await;
    let lines: Vec<&str> = reminder.content.lines().collect();
    let alice = scene.person("alice");
    assert!(
        lines[0].starts_with(&format!("{}, it is your move", alice.mention()))
            && lines[0].contains("in 3 games"),
        "{}",
        lines[0]
    );
    let named: Vec<_> = lines[1..].iter().map(|line| &line[..12]).collect();
    assert_eq!(named, ["- **Game 1**", "- **Game 2**", "- **Game 4**"]);
    for post in [&first, &second, &third] {
        links_to(&reminder, &scene, post);
    }
    let deadline = first.sent_ms / 1000 + 72 * 3600;
    assert!(
        lines[1].contains(&format!("<t:{deadline}:R>")),
        "{}",
        lines[1]
    );
    assert_eq!((&*reminder.pings, reminder.flags), (&[alice.id()][..], 0));
    let there = reminded(&scene, general, 1).await;
    links_to(&there, &scene, &elsewhere);
    assert!(
        there.content.contains("in game 3 against Bob"),
        "{}",
        there.content
    );
    // From the reminder to the board in one press.
    assert_eq!(
        labels(&reminder),
        [
            "Game 1 against Bob",
            "Game 2 against Carol",
            "Game 4 against Bob"
        ]
    );
    let view = alice.press(&reminder, "Game 2 against Carol").await;
    assert!(private(&view).contains("**Game 2**"));
    // The second reminders are as few.
    scene.pass(seconds(SECOND - FIRST));
    reminded(&scene, chess, 2).await;
    reminded(&scene, general, 2).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_games_than_one_message_holds_are_all_named_once() {
    let scene = Scene::start().await;
    for _ in 0..22 {
        begin(&scene, scene.chess(), "alice", "bob").await;
    }
    scene.pass(seconds(FIRST));
    reminded(&scene, scene.chess(), 2).await;
    let mut named: Vec<String> = reminders(&scene, scene.chess())
        .iter()
        .flat_map(labels)
        .collect();
    assert_eq!(named.len(), 22);
    named.sort();
    named.dedup();
    assert_eq!(named.len(), 22);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_gathers_all_channels() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    settle(&scene, &alice, &[("reminders", "dm")]).await;
    begin(&scene, scene.chess(), "alice", "bob").await;
    begin(&scene, scene.general(), "alice", "carol").await;
    begin(&scene, scene.general(), "bob", "carol").await;
    scene.pass(seconds(FIRST));
    let direct = reminded(&scene, alice.dm(), 1).await;
    assert!(direct.content.contains("in 2 games"), "{}", direct.content);
    assert_eq!((&*direct.pings, direct.flags), (&[alice.id()][..], 0));
    assert!(private(&alice.press(&direct, "Game 2 against Carol").await).contains("**Game 2**"));
    let of_bob = reminded(&scene, scene.general(), 1).await;
    assert_eq!(of_bob.pings, [bob.id()]);
    assert!(reminders(&scene, scene.chess()).is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_fall_back_to_the_channel_once() {
    for trouble in [
        None,
        Some(Trouble::Status {
            status: 429,
            code: 40003,
        }),
    ] {
        let mut scene = Scene::start().await;
        let (alice, chess, general) = (scene.person("alice"), scene.chess(), scene.general());
        settle(&scene, &alice, &[("reminders", "dm")]).await;
        settle(&scene, &scene.person("carol"), &[("reminders", "dm")]).await;
        begin(&scene, chess, "alice", "bob").await;
        begin(&scene, general, "alice", "carol").await;
        begin(&scene, general, "carol", "bob").await;
        begin(&scene, general, "bob", "carol").await;
        scene.expected.refusals = true;
        match trouble {
            Some(trouble) => scene.trouble(OPEN_DIRECT, 1, trouble),
            None => scene.sandbox.fault(Fault::DirectMessages {
                user: alice.id(),
                open: false,
            }),
        }
        scene.pass(seconds(FIRST));
        scene
            .sandbox
            .until("everybody is reminded", || {
                let all = [
                    chess,
                    general,
                    scene.person("alice").dm(),
                    scene.person("carol").dm(),
                ];
                (all.iter()
                    .map(|&channel| reminders(&scene, channel).len())
                    .sum::<usize>()
                    >= 3)
                    .then_some(())
            })
            .await;
        scene
            .as_time_passes("every errand is done", || {
                (scene.waiting_errands() == 0).then_some(())
            })
            .await;
        if scene
            .sandbox
            .requests()
            .iter()
            .any(|request| request.status == 403)
        {
            // It was Alice who could not be reached, and each channel names its own game only.
            let there = reminded(&scene, chess, 1).await;
            assert_eq!(there.pings, [alice.id()]);
            assert!(there.content.contains("in game 1 "), "{}", there.content);
            let in_general = reminders(&scene, general);
            assert_eq!(in_general.len(), 2, "Alice's and Bob's: {in_general:?}");
            assert!(
                in_general
                    .iter()
                    .all(|there| !there.content.contains("ame 1 "))
            );
            reminded(&scene, scene.person("carol").dm(), 1).await;
        }
        let tried = |status| {
            let requests = scene.sandbox.requests();
            let refused = requests.iter().filter(|request| request.status == status);
            refused.count()
        };
        assert_eq!(tried(403) + tried(429), 1, "one try, whatever follows");
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_is_gone_falls_back_to_a_direct_message() {
    let mut scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let club = scene.sandbox.create_channel("club");
    begin(&scene, club, "alice", "bob").await;
    let closed = scene.sandbox.create_channel("closed");
    begin(&scene, closed, "bob", "carol").await;
    begin(&scene, scene.chess(), "carol", "bob").await;
    scene.expected.refusals = true;
    scene.expected.old_buttons = true;
    scene.sandbox.delete_channel(club);
    scene.sandbox.fault(Fault::Deny {
        user: scene.sandbox.bot(),
        channel: closed,
        permissions: Permissions::SEND_MESSAGES,
    });
    scene.pass(seconds(FIRST));
    let direct = reminded(&scene, alice.dm(), 1).await;
    assert!(
        direct.content.contains("in game 1 against Bob"),
        "{}",
        direct.content
    );
    reminded(&scene, bob.dm(), 1).await;
    reminded(&scene, scene.chess(), 1).await;
    scene.end().await;
}

/// The scene begins on 2026-11-25 at 09:46:40 UTC, so the first reminder is due on the 27th at 19:22:40, the second on
/// the 28th at 06:46:40, and time is up at 09:46:40.
#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_hold_a_reminder_up_until_an_hour_before_the_end() {
    let scene = Scene::start().await;
    let (alice, chess) = (scene.person("alice"), scene.chess());
    let start = scene.now();
    let night = [("zone", "UTC"), ("quiet-hours", "19-23")];
    settle(&scene, &alice, &night).await;
    begin(&scene, chess, "alice", "bob").await;
    let (end, at_23) = (start + 72 * 3600, start + 61 * 3600 + 800);
    scene.pass(seconds(FIRST));
    waits_until(&scene, at_23).await;
    assert!(reminders(&scene, chess).is_empty());
    let late = 61 * 3600 + 800;
    scene.pass(seconds(late - (scene.now() - start) as u64));
    let loud = reminded(&scene, chess, 1).await;
    assert_eq!((&*loud.pings, loud.flags), (&[alice.id()][..], 0));
    // The next one would have to wait until noon, and so comes in the last hour without a sound.
    settle(&scene, &alice, &[("quiet-hours", "23-12")]).await;
    scene.pass(seconds(SECOND - late));
    waits_until(&scene, end - 3600).await;
    let rest = end - 3600 - scene.now();
    scene.pass(seconds(rest as u64));
    let silent = reminded(&scene, chess, 2).await;
    assert_eq!(silent.flags, SILENT);
    assert!(silent.pings.is_empty(), "no device makes a sound");
    assert_eq!(silent.mentions, [alice.id()]);
    assert!(
        silent.content.contains(&format!("<t:{end}:R>")),
        "{}",
        silent.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waited_through_the_night_is_said_once_and_not_after_the_move() {
    let scene = Scene::start().await;
    let (alice, chess) = (scene.person("alice"), scene.chess());
    let night = [("zone", "UTC"), ("quiet-hours", "19-8")];
    settle(&scene, &alice, &night).await;
    let mut moved = Table::between(&scene, chess, "alice", "bob").await;
    begin(&scene, chess, "alice", "carol").await;
    let start = scene.now();
    scene.pass(seconds(FIRST));
    let at_8 = start + 70 * 3600 + 800;
    waits_until(&scene, at_8).await;
    // The board of the move does not wait for the reminder before it.
    let options = [("move", "e4"), ("game", "1")];
    let post = posted(&alice.command(chess, "move", &options).await);
    moved.played("e4", post);
    scene.pass(seconds(SECOND - FIRST));
    waits_until(&scene, at_8).await;
    let rest = at_8 - scene.now();
    scene.pass(seconds(rest as u64));
    let reminder = reminded(&scene, chess, 1).await;
    assert!(
        reminder.content.contains("in game 2 against Carol"),
        "{}",
        reminder.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_no_more_quiet_hears_at_once() {
    let scene = Scene::start().await;
    let (alice, chess) = (scene.person("alice"), scene.chess());
    let night = [("zone", "UTC"), ("quiet-hours", "19-23")];
    settle(&scene, &alice, &night).await;
    begin(&scene, chess, "alice", "bob").await;
    let start = scene.now();
    scene.pass(seconds(FIRST));
    waits_until(&scene, start + 61 * 3600 + 800).await;
    settle(&scene, &alice, &[("quiet-hours", "off")]).await;
    reminded(&scene, chess, 1).await;
    scene.end().await;
}
