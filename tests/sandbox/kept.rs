//! What was said is there again after a restart.

use penpawn::sandbox::{Clock, Options, Sandbox};

use crate::bot::{PIXEL, start};
use crate::conversation::NOW;

#[tokio::test]
async fn everything_is_there_tomorrow() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = |at: i64| Options {
        clock: Clock::standing_at(at),
        folder: Some(folder.path().to_owned()),
        ..Options::default()
    };
    let mut bot = start(options(NOW)).await;
    let alice = bot.sandbox.person("alice").id();
    let chess = bot.sandbox.channel("chess");
    let board = bot
        .sandbox
        .person("alice")
        .command(chess, "board", &[])
        .await;
    bot.sandbox
        .person("alice")
        .command(chess, "thread", &[])
        .await;
    bot.sandbox.person("bob").say(chess, "nice");
    let before = bot.sandbox.messages(chess);
    let commands = bot.sandbox.commands();
    bot.task.abort();
    let empty = Sandbox::start(Options::default())
        .await
        .expect("a sandbox starts");
    std::mem::replace(&mut bot.sandbox, empty).stop().await;

    let again = Sandbox::start(options(NOW + 86_400_000))
        .await
        .expect("the world is read again");
    assert_eq!(again.person("alice").id(), alice);
    let after = again.messages(chess);
    let shape = |messages: &[penpawn::sandbox::Message]| -> Vec<_> {
        messages
            .iter()
            .map(|message| (message.id, message.content.clone(), message.buttons()))
            .collect()
    };
    assert_eq!(shape(&after), shape(&before));
    assert_eq!(
        again
            .message(board.message().id)
            .expect("the board")
            .attachments[0]
            .bytes,
        PIXEL
    );
    assert_eq!(again.messages(again.channel("game")).len(), 1);
    assert_eq!(again.commands(), commands);
    assert!(again.person("carol").say(chess, "hello").id > after[after.len() - 1].id);
}
