//! People talk with the serenity bot, and every body that went over the wire is checked.

use penpawn::sandbox::{Clock, Options, Reply, Sandbox};

use crate::bot::{PIXEL, start};
use crate::openapi::{Description, routes_seen};

/// A moment in 2026, in Unix milliseconds.
pub(crate) const NOW: i64 = 1_786_000_000_000;

pub(crate) fn standing() -> Options {
    Options {
        clock: Clock::standing_at(NOW),
        ..Options::default()
    }
}

#[track_caller]
fn check_wire(sandbox: &Sandbox) {
    let requests = sandbox.requests();
    let unknown: Vec<_> = requests
        .iter()
        .filter(|request| !request.known_route)
        .collect();
    assert!(unknown.is_empty(), "unknown routes: {unknown:?}");
    if let Some(description) = Description::load() {
        description.check(&requests);
    }
}

#[tokio::test]
async fn commands_are_answered_with_files_and_buttons() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let (alice, bob) = (sandbox.person("alice"), sandbox.person("bob"));
    let chess = sandbox.channel("chess");

    let answer = alice.command(chess, "ping", &[]).await;
    assert!(matches!(answer.reply, Reply::Posted(_)), "{answer:?}");
    assert_eq!(answer.text(), "pong");
    assert_eq!(sandbox.messages(chess).len(), 1);

    let board = alice.command(chess, "board", &[]).await;
    let file = &board.files()[0];
    assert_eq!(
        (file.filename.as_str(), file.content_type.as_str()),
        ("board.png", "image/png")
    );
    assert_eq!(
        (file.description.as_deref(), &file.bytes[..]),
        (Some("White to move"), PIXEL)
    );
    assert_eq!(file.dimensions, Some((1, 1)));
    let labels: Vec<String> = board
        .message()
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect();
    assert_eq!(labels, ["Flip", "Ask", "Off"]);

    // Somebody else presses; the picture is replaced and the buttons go.
    let flipped = bob.press(board.message(), "Flip").await;
    assert!(matches!(flipped.reply, Reply::Updated(_)));
    assert_eq!(flipped.text(), "flipped");
    assert_eq!(flipped.files().len(), 1);
    assert_eq!(
        flipped.files()[0].description.as_deref(),
        Some("Black to move")
    );
    assert!(flipped.message().buttons().is_empty());
    check_wire(sandbox);
}

#[tokio::test]
async fn menus_forms_and_suggestions() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let alice = sandbox.person("alice");
    let chess = sandbox.channel("chess");

    let board = alice.command(chess, "board", &[]).await;
    let chosen = alice.select(board.message(), "Piece", &["Knight"]).await;
    assert!(matches!(chosen.reply, Reply::Acknowledged));
    let id = board.message().id;
    let edited = || {
        sandbox
            .message(id)
            .filter(|message| message.content == "chose n")
    };
    let edited = sandbox.until("the menu's message is edited", edited).await;
    assert_eq!(
        edited.attachments.len(),
        1,
        "an edit without attachments keeps them"
    );

    let asked = alice.press(&edited, "Ask").await;
    let modal = asked.modal();
    assert_eq!(
        (modal.title.as_str(), modal.fields[0].value.as_str()),
        ("Move", "e4")
    );
    let sent = alice.submit(modal, &[("Your move", "Nf3")]).await;
    assert_eq!(sent.text(), "form: Nf3");
    let refused = alice.try_submit(modal, &[("move", "far too long for the field")]);
    assert!(refused.is_err());

    let from_command = alice.command(chess, "form", &[]).await;
    assert_eq!(
        alice.submit(from_command.modal(), &[]).await.text(),
        "form: e4"
    );

    let choices = alice
        .autocomplete(chess, "say", &[], ("text", "N"))
        .await
        .expect("suggestions");
    assert_eq!(choices[0].value, "N!");
    check_wire(sandbox);
}

#[tokio::test]
async fn deferred_private_answers_and_follow_ups() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let (alice, bob) = (sandbox.person("alice"), sandbox.person("bob"));
    let chess = sandbox.channel("chess");

    let slow = alice.command(chess, "slow", &[]).await;
    assert!(slow.deferred && slow.is_private());
    assert_eq!(slow.text(), "at last");
    assert_eq!(slow.files().len(), 1);
    let follow_up = || sandbox.answers_to(slow.interaction).into_iter().nth(1);
    let follow_up = sandbox.until("the follow-up comes", follow_up).await;
    assert_eq!(
        (follow_up.content.as_str(), follow_up.is_ephemeral()),
        ("and more", true)
    );
    assert_eq!(
        (alice.messages(chess).len(), bob.messages(chess).len()),
        (2, 0)
    );
    alice.dismiss(&follow_up);
    assert_eq!(alice.messages(chess).len(), 1);

    let twice = alice.command(chess, "twice", &[]).await;
    let second = || sandbox.answers_to(twice.interaction).into_iter().nth(1);
    let second = sandbox.until("the bot tells of the refusal", second).await;
    assert!(
        second.content.contains("already been acknowledged"),
        "{}",
        second.content
    );
    check_wire(sandbox);
}

#[tokio::test]
async fn threads_mentions_subcommands_and_menus_on_people() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let (alice, bob) = (sandbox.person("alice"), sandbox.person("bob"));
    let chess = sandbox.channel("chess");

    let thread = alice.command(chess, "thread", &[]).await;
    let id = sandbox.channel("game");
    assert_eq!(thread.text(), format!("<#{id}>"));
    let posted = &sandbox.messages(id)[0];
    assert_eq!(
        (posted.content.as_str(), posted.attachments.len()),
        ("two", 1)
    );
    assert_eq!(posted.attachments[0].description.as_deref(), Some("second"));
    assert!(posted.edited_ms.is_some());

    let both = alice
        .command(chess, "say", &[("text", "hi"), ("who", "bob")])
        .await;
    assert_eq!(both.message().pings, [bob.id()]);
    let none = alice
        .command(
            chess,
            "say",
            &[("text", &format!("psst {}", bob.mention()))],
        )
        .await;
    assert!(
        none.message().pings.is_empty(),
        "only allowed mentions resolve"
    );

    assert!(
        alice
            .command(chess, "draw offer", &[("days", "3")])
            .await
            .is_private()
    );
    for wrong in [
        &[][..],
        &[("days", "8")],
        &[("days", "soon")],
        &[("nights", "3")],
    ] {
        assert!(
            alice.try_command(chess, "draw offer", wrong).is_err(),
            "{wrong:?}"
        );
    }
    assert!(alice.try_command(chess, "draw", &[]).is_err());
    let challenge = alice
        .user_command(chess, "Challenge to chess", bob.id())
        .await;
    assert_eq!(challenge.text(), format!("challenge {}", bob.mention()));
    check_wire(sandbox);
}

#[tokio::test]
async fn plain_messages_come_with_text_only_where_discord_passes_it() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let alice = sandbox.person("alice");
    let chess = sandbox.channel("chess");
    let mention = format!("<@{}> Nf3", sandbox.bot());

    for (channel, said, heard) in [
        (chess, "e4", "heard:"),
        (chess, mention.as_str(), &format!("heard: {mention}")),
        (alice.dm(), "e4", "heard: e4"),
    ] {
        let said = alice.say(channel, said);
        let reply = sandbox.next_message(&said).await;
        assert_eq!(
            (reply.content.trim(), reply.reply_to),
            (heard, Some(said.id))
        );
    }
    // A reply with notification counts as a mention of a plain message's author, not of an answer's.
    let plain = sandbox.messages(chess).pop().expect("the bot's reply");
    let said = alice.reply(&plain, "d4", true);
    assert_eq!(sandbox.next_message(&said).await.content, "heard: d4");
    let answer = alice.command(chess, "ping", &[]).await;
    let said = alice.reply(answer.message(), "d4", true);
    assert_eq!(sandbox.next_message(&said).await.content.trim(), "heard:");
    check_wire(sandbox);
}

#[tokio::test]
async fn an_interaction_without_answer_fails_when_the_clock_says_so() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let alice = sandbox.person("alice");
    let pending = alice.begin_command(sandbox.channel("chess"), "silent", &[]);
    sandbox
        .clock()
        .advance(std::time::Duration::from_millis(3001));
    assert!(pending.answer().await.failed());
}

#[tokio::test]
async fn many_interactions_at_once_are_all_answered() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let alice = sandbox.person("alice");
    let chess = sandbox.channel("chess");
    let pending: Vec<_> = (0..200)
        .map(|_| alice.begin_command(chess, "ping", &[]))
        .collect();
    for pending in &pending {
        assert_eq!(pending.answer().await.text(), "pong");
    }
    assert_eq!(sandbox.messages(chess).len(), 200);
    let seen = routes_seen(&sandbox.requests());
    assert_eq!(
        seen.get("POST /interactions/*/*/callback"),
        Some(&200),
        "{seen:?}"
    );
}
