//! Deadlines of answers, follow-ups, nonces, and trouble on request.

use std::time::Duration;

use penpawn::sandbox::{Fault, Options, Permissions, Reply, Route, Trouble};
use serde_json::{Value, json};

use super::{Api, check_described, code, form_of, with_json};
use crate::conversation::standing;

#[tokio::test]
async fn answers_have_their_time() {
    let api = Api::start(standing()).await;
    let alice = api.sandbox.person("alice");
    let hello = json!({"type": 4, "data": {"content": "hello"}});

    let (id, callback) = api.go(&alice, api.chess());
    assert_eq!(api.call("POST", &callback, hello.clone()).await.0, 204);
    assert_eq!(
        code(&api.call("POST", &callback, hello.clone()).await),
        (400, 40060)
    );

    // The token serves for a quarter of an hour.
    let original = format!("{}/messages/@original", api.webhook(id));
    api.sandbox
        .clock()
        .advance(Duration::from_secs(15 * 60 - 1));
    assert_eq!(
        api.call("PATCH", &original, json!({"content": "changed"}))
            .await
            .0,
        200
    );
    api.sandbox.clock().advance(Duration::from_secs(1));
    assert_eq!(
        code(
            &api.call("PATCH", &original, json!({"content": "late"}))
                .await
        ),
        (401, 50027)
    );

    let (late, callback) = api.go(&alice, api.chess());
    assert_eq!(
        code(
            &api.call("POST", &api.webhook(late), json!({"content": "early"}))
                .await
        ),
        (404, 10015)
    );
    api.sandbox.clock().advance(Duration::from_millis(3001));
    assert_eq!(
        code(&api.call("POST", &callback, hello.clone()).await),
        (404, 10062)
    );
    let strange = format!("/interactions/{late}/no-such-token/callback");
    assert_eq!(code(&api.call("POST", &strange, hello).await), (404, 10062));
}

#[tokio::test]
async fn a_callback_is_described_on_request() {
    let api = Api::start(standing()).await;
    let alice = api.sandbox.person("alice");
    for (kind, data) in [
        (4, json!({"content": "x", "flags": 64})),
        (5, json!({})),
        (9, form_of(1)),
    ] {
        let (_, callback) = api.go(&alice, api.chess());
        let body = json!({"type": kind, "data": data});
        let (status, answer) = api
            .call("POST", &format!("{callback}?with_response=1"), body)
            .await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(answer["interaction"]["type"], 2);
        assert_eq!(
            answer["interaction"]["response_message_loading"] == true,
            kind == 5
        );
        assert_eq!(answer["resource"]["message"]["flags"] == 64, kind == 4);
    }
    check_described(&api);
}

#[tokio::test]
async fn an_app_that_only_its_user_installed_is_held_short() {
    let api = Api::start(Options {
        bot_in_guild: false,
        ..standing()
    })
    .await;
    let (alice, bob) = (api.sandbox.person("alice"), api.sandbox.person("bob"));
    let chess = api.chess();
    assert_eq!(
        code(
            &api.call(
                "POST",
                &format!("/channels/{chess}/messages"),
                json!({"content": "x"})
            )
            .await
        ),
        (403, 50001)
    );
    let hello = json!({"type": 4, "data": {"content": "hello"}});
    let (id, callback) = api.go(&alice, chess);
    api.call("POST", &callback, hello.clone()).await;
    let mut follow_ups = Vec::new();
    for _ in 0..6 {
        follow_ups.push(code(
            &api.call("POST", &api.webhook(id), json!({"content": "more"}))
                .await,
        ));
    }
    assert_eq!(
        follow_ups,
        [
            (200, 0),
            (200, 0),
            (200, 0),
            (200, 0),
            (200, 0),
            (400, 40094)
        ]
    );

    // Without the right to use apps from elsewhere, answers turn private.
    api.sandbox.fault(Fault::Deny {
        user: bob.id(),
        channel: chess,
        permissions: Permissions::USE_EXTERNAL_APPS,
    });
    let pending = bob.begin_command(chess, "go", &[]);
    let token = api
        .sandbox
        .interaction_token(pending.interaction)
        .expect("a token");
    api.call(
        "POST",
        &format!("/interactions/{}/{token}/callback", pending.interaction),
        hello.clone(),
    )
    .await;
    assert!(matches!(pending.answer().await.reply, Reply::Private(_)));

    // In a conversation of two people the app can only answer.
    let direct = alice.dm_with(&bob);
    let pending = alice.begin_command(direct, "go", &[]);
    let token = api
        .sandbox
        .interaction_token(pending.interaction)
        .expect("a token");
    api.call(
        "POST",
        &format!("/interactions/{}/{token}/callback", pending.interaction),
        hello,
    )
    .await;
    assert_eq!(bob.messages(direct).len(), 1);
    assert_eq!(
        code(
            &api.call(
                "POST",
                &format!("/channels/{direct}/messages"),
                json!({"content": "x"})
            )
            .await
        ),
        (403, 50001)
    );
}

#[tokio::test]
async fn a_nonce_keeps_a_message_from_being_sent_twice() {
    let api = Api::start(standing()).await;
    let path = format!("/channels/{}/messages", api.chess());
    let send = async |nonce: &str, enforce: bool| {
        let body = json!({"content": "x", "nonce": nonce, "enforce_nonce": enforce});
        api.call("POST", &path, body).await.1["id"].clone()
    };
    let first = send("game-7-12", true).await;
    assert_eq!(send("game-7-12", true).await, first);
    assert_ne!(send("game-7-13", true).await, first);
    assert_ne!(send("game-7-12", false).await, first);
    api.sandbox.clock().advance(Duration::from_mins(10));
    assert_ne!(send("game-7-12", true).await, first);
}

#[tokio::test]
async fn trouble_comes_on_request() {
    let api = Api::start(standing()).await;
    let chess = api.chess();
    let path = format!("/channels/{chess}/messages");
    let send = async || api.call("POST", &path, json!({"content": "x"})).await;
    let route = || Route::new("POST /channels/*/messages");
    let rest = |times: u32, trouble: Trouble| Fault::Rest {
        route: route(),
        times,
        trouble,
    };
    api.sandbox.fault(rest(
        2,
        Trouble::Status {
            status: 500,
            code: 0,
        },
    ));
    assert_eq!(
        [send().await.0, send().await.0, send().await.0],
        [500, 500, 200]
    );

    api.sandbox.fault(rest(
        1,
        Trouble::RateLimited {
            retry_after: 1.5,
            global: true,
        },
    ));
    let response = with_json(api.request("POST", &path), &json!({"content": "x"}))
        .send()
        .await
        .expect("an answer");
    let header = |name: &str| {
        response
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned)
    };
    assert_eq!(
        (
            response.status().as_u16(),
            header("retry-after"),
            header("x-ratelimit-global")
        ),
        (429, Some("2".into()), Some("true".into()))
    );
    assert_eq!(
        serde_json::from_str::<Value>(&response.text().await.expect("a body")).expect("json")["retry_after"],
        1.5
    );

    for (trouble, posted) in [(Trouble::DropBefore, 0), (Trouble::DropAfter, 1)] {
        let before = api.sandbox.messages(chess).len();
        api.sandbox.fault(rest(1, trouble));
        let broken = with_json(api.request("POST", &path), &json!({"content": "x"}))
            .send()
            .await;
        assert!(broken.is_err(), "{broken:?}");
        assert_eq!(api.sandbox.messages(chess).len() - before, posted);
    }
}
