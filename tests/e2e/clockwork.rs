//! What tests about time look at beside the posts: the clocks as they are kept, and whether the bot has looked at them.

use std::time::Duration;

use penpawn::sandbox::{Id, Message, Trouble};

use crate::scene::Scene;

/// The time for a move in a usual game.
pub(crate) const THREE_DAYS: Duration = Duration::from_hours(72);
/// A time-out is decided so long after the deadline.
pub(crate) const GRACE: Duration = Duration::from_mins(1);

/// From now on nobody who was seen so far is put on vacation rather than run out of time.
pub(crate) fn unprotected(scene: &Scene) {
    let changed = scene
        .database_for_writing()
        .execute("UPDATE person SET shelter = 0", [])
        .expect("a database");
    assert_ne!(changed, 0);
}

/// One number of a game's row.
pub(crate) fn kept(scene: &Scene, game: u64, column: &str) -> Option<i64> {
    scene
        .database()
        .query_row(
            &format!("SELECT {column} FROM game WHERE id = ?1"),
            [game.cast_signed()],
            |row| row.get(0),
        )
        .expect("a game")
}

/// When the time for the present move of a game is over, in Unix milliseconds.
pub(crate) fn deadline(scene: &Scene, game: u64) -> i64 {
    kept(scene, game, "deadline").expect("a deadline")
}

/// How a game ended; `None` while it runs.
pub(crate) fn termination(scene: &Scene, game: u64) -> Option<String> {
    scene
        .database()
        .query_row(
            "SELECT termination FROM game WHERE id = ?1",
            [game.cast_signed()],
            |row| row.get(0),
        )
        .expect("a game")
}

/// When the bot was last there for everybody.
pub(crate) fn heartbeat(scene: &Scene) -> i64 {
    scene
        .database()
        .query_row("SELECT at FROM heartbeat", [], |row| row.get(0))
        .expect("a heartbeat")
}

/// Lets time pass, and waits until the bot has noticed: it looks at the clocks just after its heart has beaten.
pub(crate) async fn pass_and_look(scene: &Scene, span: Duration) {
    assert!(
        span > Duration::from_secs(15),
        "the heart beats no more often"
    );
    scene.pass(span);
    the_heart_beats(scene).await;
}

/// Waits until the bot has noticed what time it is. No more time passes meanwhile.
pub(crate) async fn the_heart_beats(scene: &Scene) {
    let now = scene.sandbox.clock().now();
    let mut look = || (heartbeat(scene) >= now).then_some(());
    for _ in 0..1200 {
        // What the bot keeps for itself does not wake those who wait for Discord.
        let soon = scene.sandbox.until("the heart beats", &mut look);
        if let Ok(()) = tokio::time::timeout(Duration::from_millis(50), soon).await {
            return;
        }
    }
    panic!("the heart does not beat");
}

/// The buttons of old posts stay where they are, as if somebody had opened them before: what they do can be tried.
pub(crate) fn keep_old_buttons(scene: &mut Scene) {
    scene.expected.old_buttons = true;
    // To the bot it looks as if the old messages were deleted.
    let gone = Trouble::Status {
        status: 404,
        code: 10_008,
    };
    scene.trouble("PATCH /channels/*/messages/*", 1_000, gone);
}

/// The posts of the bot in a channel that hold these words.
pub(crate) fn posts_with(scene: &Scene, channel: Id, words: &str) -> Vec<Message> {
    let messages = scene.sandbox.messages(channel).into_iter();
    messages
        .filter(|message| message.author == scene.sandbox.bot() && message.content.contains(words))
        .collect()
}

/// The first post after this one that holds these words.
pub(crate) async fn post_after(scene: &Scene, earlier: &Message, words: &str) -> Message {
    let id = earlier.id;
    scene
        .sandbox
        .message_where(words, earlier.channel, |message| {
            message.id > id && message.content.contains(words)
        })
        .await
}

/// The messages that remind somebody of his games.
pub(crate) fn reminders(scene: &Scene) -> Vec<Message> {
    let channels = scene.sandbox.channels().into_iter();
    let messages = channels.flat_map(|channel| scene.sandbox.messages(channel.id));
    messages
        .filter(|message| message.author == scene.sandbox.bot())
        .filter(|message| message.content.contains("it is your move"))
        .collect()
}
