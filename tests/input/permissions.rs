//! Where the bot lacks a permission, it says which, and no game begins or moves there.

use penpawn::sandbox::{Answer, Fault, Id, Permissions};
use serde_json::json;

use crate::scene::Scene;
use crate::still::refused;
use crate::table::{Table, posted};

const VIEW: (Permissions, &str) = (Permissions::VIEW_CHANNEL, "View Channel");
const SEND: (Permissions, &str) = (Permissions::SEND_MESSAGES, "Send Messages");
const SEND_IN_THREADS: (Permissions, &str) = (
    Permissions::SEND_MESSAGES_IN_THREADS,
    "Send Messages in Threads",
);
const ATTACH: (Permissions, &str) = (Permissions::ATTACH_FILES, "Attach Files");
const READ: (Permissions, &str) = (Permissions::READ_MESSAGE_HISTORY, "Read Message History");

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_in_a_channel_is_named() {
    let scene = Scene::start().await;
    let channel = scene.chess();
    let elsewhere = Table::between(&scene, scene.general(), "alice", "bob").await;
    let pending = pending_challenge(&scene, channel).await;
    for one in [SEND, ATTACH, READ] {
        check(&scene, channel, channel, &pending, &[one]).await;
    }
    check(&scene, channel, channel, &pending, &[SEND, READ]).await;
    // Who does not see a channel can do nothing there.
    let all = [VIEW, SEND, ATTACH, READ];
    check(&scene, channel, channel, &pending, &all).await;
    // What only threads need is not asked for here.
    deny(&scene, channel, SEND_IN_THREADS.0);
    posted(&scene.person("bob").press(pending.message(), "Accept").await);
    assert_eq!(elsewhere.game, 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_in_a_thread_is_named() {
    let scene = Scene::start().await;
    let channel = scene.chess();
    let elsewhere = Table::between(&scene, scene.general(), "alice", "bob").await;
    let thread = open_thread(&scene, channel).await;
    let pending = pending_challenge(&scene, thread).await;
    for one in [SEND_IN_THREADS, ATTACH, READ] {
        check(&scene, channel, thread, &pending, &[one]).await;
    }
    let all = [VIEW, SEND_IN_THREADS, ATTACH, READ];
    check(&scene, channel, thread, &pending, &all).await;
    deny(&scene, channel, SEND.0);
    posted(&scene.person("bob").press(pending.message(), "Accept").await);
    assert_eq!(elsewhere.game, 1);
    scene.end().await;
}

/// Without these, nothing is begun and no game comes to `place`; the permissions of a thread are its channel's.
async fn check(
    scene: &Scene,
    channel: Id,
    place: Id,
    pending: &Answer,
    missing: &[(Permissions, &str)],
) {
    for (permission, _) in missing {
        deny(scene, channel, *permission);
    }
    let (bob, carol) = (scene.person("bob"), scene.person("carol"));
    let names: Vec<_> = missing
        .iter()
        .map(|(_, name)| format!("**{name}**"))
        .collect();
    let why = format!("has to allow me: {}.", names.join(", "));
    refused(scene, &why, || bob.command(place, "challenge", &[])).await;
    refused(scene, &why, || {
        carol.command(place, "challenge", &[("opponent", "bob")])
    })
    .await;
    refused(scene, &why, || bob.press(pending.message(), "Accept")).await;
    let here = [("view", "here"), ("game", "1")];
    refused(scene, &why, || bob.command(place, "board", &here)).await;
    for (permission, _) in missing {
        scene.sandbox.fault(Fault::Allow {
            user: scene.sandbox.bot(),
            channel,
            permissions: *permission,
        });
    }
}

fn deny(scene: &Scene, channel: Id, permissions: Permissions) {
    scene.sandbox.fault(Fault::Deny {
        user: scene.sandbox.bot(),
        channel,
        permissions,
    });
}

async fn pending_challenge(scene: &Scene, place: Id) -> Answer {
    let alice = scene.person("alice");
    alice
        .command(place, "challenge", &[("opponent", "bob")])
        .await
}

/// A thread in the channel.
async fn open_thread(scene: &Scene, channel: Id) -> Id {
    let made = reqwest::Client::new()
        .post(format!(
            "{}/api/v10/channels/{channel}/threads",
            scene.sandbox.url()
        ))
        .header("authorization", format!("Bot {}", scene.sandbox.token()))
        .header("content-type", "application/json")
        .body(json!({"name": "A game", "type": 11}).to_string())
        .send()
        .await
        .expect("the sandbox answers");
    assert!(made.status().is_success());
    scene.sandbox.channel("A game")
}
