//! The gateway's troubles, as serenity lives through them.

use penpawn::sandbox::{Fault, Sandbox};
use serenity::all::GatewayError;

use crate::bot::{client, start};
use crate::conversation::standing;

#[tokio::test]
async fn a_wrong_token_is_refused() {
    let sandbox = Sandbox::start(standing()).await.expect("a sandbox starts");
    let mut client = client(&sandbox, "not.the.token").await;
    let error = client.start().await.expect_err("the token is wrong");
    let refused = matches!(
        error,
        serenity::Error::Gateway(GatewayError::InvalidAuthentication)
    );
    // The REST call for the gateway's address fails first when it needs a token.
    assert!(
        refused || error.to_string().contains("Unauthorized"),
        "{error:?}"
    );
    assert_eq!(sandbox.identifies(), 0);
}

/// After this trouble the bot answers again, and has resumed or identified anew.
async fn check_recovery(fault: Fault, identifies: u64) {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let alice = sandbox.person("alice");
    let chess = sandbox.channel("chess");
    assert_eq!(alice.command(chess, "ping", &[]).await.text(), "pong");
    sandbox.fault(fault.clone());
    // This one is sent while the bot is away, or is what the connection breaks at.
    let answer = alice.command(chess, "ping", &[]).await;
    assert_eq!(answer.text(), "pong", "after {fault:?}");
    assert_eq!(sandbox.identifies(), identifies, "after {fault:?}");
}

#[tokio::test]
async fn the_bot_resumes_and_misses_nothing() {
    for fault in [
        Fault::Reconnect,
        Fault::Cut,
        Fault::CutAtNextEvent,
        Fault::Close(4000),
    ] {
        check_recovery(fault, 1).await;
    }
}

#[tokio::test]
async fn a_session_that_is_void_is_opened_anew() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    sandbox.fault(Fault::InvalidSession { resumable: false });
    let again = || (sandbox.identifies() == 2 && sandbox.online()).then_some(());
    sandbox.until("the bot identifies again", again).await;
    let answer = sandbox
        .person("alice")
        .command(sandbox.channel("chess"), "ping", &[])
        .await;
    assert_eq!(answer.text(), "pong");
}

#[tokio::test]
async fn interactions_can_come_twice_or_spoiled() {
    let bot = start(standing()).await;
    let sandbox = &bot.sandbox;
    let alice = sandbox.person("alice");
    let chess = sandbox.channel("chess");
    sandbox.fault(Fault::DuplicateInteraction);
    let answer = alice.command(chess, "ping", &[]).await;
    let callbacks = || {
        let requests = sandbox.requests();
        let tried: Vec<u16> = requests
            .iter()
            .filter(|request| {
                request
                    .path
                    .starts_with(&format!("/interactions/{}/", answer.interaction))
            })
            .map(|request| request.status)
            .collect();
        (tried.len() == 2).then_some(tried)
    };
    let mut tried = sandbox
        .until("both deliveries are answered", callbacks)
        .await;
    tried.sort_unstable();
    assert_eq!(tried, [204, 400]);
    assert_eq!(sandbox.messages(chess).len(), 1);

    sandbox.fault(Fault::MangleInteraction {
        without: vec!["entitlements".to_owned()],
    });
    let pending = alice.begin_command(chess, "ping", &[]);
    // serenity drops what it cannot read, so the next one overtakes it.
    assert_eq!(alice.command(chess, "ping", &[]).await.text(), "pong");
    sandbox.clock().advance(std::time::Duration::from_secs(4));
    assert!(pending.answer().await.failed());
}

#[tokio::test]
async fn shutting_down_ends_the_connection() {
    let bot = start(standing()).await;
    bot.shards.shutdown_all().await;
    bot.sandbox
        .until("the bot is gone", || (!bot.sandbox.online()).then_some(()))
        .await;
}
