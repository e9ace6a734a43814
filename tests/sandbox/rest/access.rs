//! Who may see, write and open what.

use penpawn::sandbox::{Fault, Permissions};
use serde_json::{Value, json};

use super::{Api, check_described, check_verdict, code};
use crate::conversation::standing;

#[tokio::test]
async fn permissions_are_asked() {
    let api = Api::start(standing()).await;
    let (bot, chess) = (api.sandbox.bot(), api.chess());
    let messages = format!("/channels/{chess}/messages");
    let threads = format!("/channels/{chess}/threads");
    let said = api.sandbox.person("alice").say(chess, "hello");
    let cases = [
        (
            Permissions::VIEW_CHANNEL,
            "POST",
            messages.clone(),
            json!({"content": "x"}),
            (403, 50001),
        ),
        (
            Permissions::SEND_MESSAGES,
            "POST",
            messages.clone(),
            json!({"content": "x"}),
            (403, 50013),
        ),
        (
            Permissions::EMBED_LINKS,
            "POST",
            messages.clone(),
            json!({"embeds": [{"title": "x"}]}),
            (403, 50013),
        ),
        (
            Permissions::READ_MESSAGE_HISTORY,
            "GET",
            format!("{messages}/{}", said.id),
            Value::Null,
            (403, 50001),
        ),
        (
            Permissions::READ_MESSAGE_HISTORY,
            "POST",
            messages.clone(),
            json!({"content": "x", "message_reference": {"message_id": said.id}}),
            (400, 160_002),
        ),
        (
            Permissions::CREATE_PUBLIC_THREADS,
            "POST",
            threads,
            json!({"name": "t", "type": 11}),
            (403, 50013),
        ),
        (
            Permissions::NONE,
            "DELETE",
            format!("{messages}/{}", said.id),
            Value::Null,
            (403, 50013),
        ),
        (
            Permissions::NONE,
            "PATCH",
            format!("{messages}/{}", said.id),
            json!({"content": "x"}),
            (403, 50005),
        ),
        (
            Permissions::NONE,
            "GET",
            format!("{messages}/1"),
            Value::Null,
            (404, 10008),
        ),
        (
            Permissions::NONE,
            "GET",
            "/channels/1".to_owned(),
            Value::Null,
            (404, 10003),
        ),
        (
            Permissions::NONE,
            "GET",
            format!(
                "/guilds/{}/members/{}",
                api.sandbox.guild(),
                api.sandbox.person("dave").id()
            ),
            Value::Null,
            (404, 10007),
        ),
        (
            Permissions::NONE,
            "GET",
            "/users/1".to_owned(),
            Value::Null,
            (404, 10013),
        ),
        (
            Permissions::NONE,
            "GET",
            "/no/such/route".to_owned(),
            Value::Null,
            (404, 0),
        ),
    ];
    for (missing, method, path, body, expected) in cases {
        api.sandbox.fault(Fault::Deny {
            user: bot,
            channel: chess,
            permissions: missing,
        });
        assert_eq!(
            code(&api.call(method, &path, body).await),
            expected,
            "{method} {path} without {missing:?}"
        );
        api.sandbox.fault(Fault::Allow {
            user: bot,
            channel: chess,
            permissions: missing,
        });
    }
    api.sandbox.fault(Fault::Deny {
        user: bot,
        channel: chess,
        permissions: Permissions::ATTACH_FILES,
    });
    assert_eq!(
        code(
            &api.upload("POST", &messages, json!({"content": "x"}), &[("a", 1)])
                .await
        ),
        (403, 50013)
    );
    // An answer to an interaction needs none of the channel's permissions.
    api.sandbox.fault(Fault::Deny {
        user: bot,
        channel: chess,
        permissions: Permissions::VIEW_CHANNEL,
    });
    let (_, callback) = api.go(&api.sandbox.person("alice"), chess);
    let answer = api
        .upload(
            "POST",
            &callback,
            json!({"type": 4, "data": {"content": "x"}}),
            &[("a", 1)],
        )
        .await;
    assert_eq!(answer.0, 204);
    let unknown: Vec<String> = api
        .sandbox
        .requests()
        .into_iter()
        .filter(|request| !request.known_route)
        .map(|request| request.path.clone())
        .collect();
    assert_eq!(unknown, ["/no/such/route"]);

    let without_token = reqwest::get(format!("{}/api/v10/users/@me", api.sandbox.url()))
        .await
        .expect("an answer");
    assert_eq!(without_token.status().as_u16(), 401);
}

#[tokio::test]
async fn direct_messages_can_be_closed() {
    let api = Api::start(standing()).await;
    for (name, open, expected) in [
        ("alice", true, (200, 0)),
        ("bob", false, (403, 50007)),
        ("dave", true, (403, 50007)),
    ] {
        let person = api.sandbox.person(name);
        api.sandbox.fault(Fault::DirectMessages {
            user: person.id(),
            open,
        });
        let (status, channel) = api
            .call(
                "POST",
                "/users/@me/channels",
                json!({"recipient_id": person.id()}),
            )
            .await;
        assert_eq!((status, &channel["type"]), (200, &json!(1)));
        let path = format!(
            "/channels/{}/messages",
            channel["id"].as_str().expect("an id")
        );
        assert_eq!(
            code(&api.call("POST", &path, json!({"content": "psst"})).await),
            expected,
            "{name}"
        );
    }
    let alice = api.sandbox.person("alice");
    assert_eq!(api.sandbox.messages(alice.dm())[0].pings, [alice.id()]);
    check_described(&api);
}

#[tokio::test]
async fn lists_page_through_a_channel() {
    let api = Api::start(standing()).await;
    let bob = api.sandbox.person("bob");
    let said: Vec<String> = (0..5)
        .map(|n| bob.say(api.chess(), &n.to_string()).id.to_string())
        .collect();
    let listed = async |query: &str| {
        let (_, list) = api
            .call(
                "GET",
                &format!("/channels/{}/messages?{query}", api.chess()),
                Value::Null,
            )
            .await;
        let place = |message: &Value| {
            said.iter()
                .position(|id| message["id"] == **id)
                .expect("a message of bob's")
        };
        list.as_array()
            .expect("a list")
            .iter()
            .map(place)
            .collect::<Vec<_>>()
    };
    assert_eq!(listed("limit=3").await, [4, 3, 2]);
    assert_eq!(listed(&format!("before={}", said[2])).await, [1, 0]);
    assert_eq!(listed(&format!("after={}&limit=2", said[1])).await, [3, 2]);
    // Text by others is not for the bot to read.
    let (_, one) = api
        .call(
            "GET",
            &format!("/channels/{}/messages/{}", api.chess(), said[0]),
            Value::Null,
        )
        .await;
    assert_eq!(one["content"], "");
    check_described(&api);
}

#[tokio::test]
async fn threads_have_rules() {
    let api = Api::start(standing()).await;
    let chess = api.chess();
    let (_, message) = api
        .call(
            "POST",
            &format!("/channels/{chess}/messages"),
            json!({"content": "x"}),
        )
        .await;
    let from = format!(
        "/channels/{chess}/messages/{}/threads",
        message["id"].as_str().expect("an id")
    );
    let (status, thread) = api.call("POST", &from, json!({"name": "game"})).await;
    assert_eq!((status, &thread["id"]), (201, &message["id"]));
    assert_eq!(
        code(&api.call("POST", &from, json!({"name": "again"})).await),
        (400, 160_004)
    );
    let long = json!({"name": "n".repeat(101), "type": 11});
    check_verdict(
        &long,
        &api.call("POST", &format!("/channels/{chess}/threads"), long.clone())
            .await,
        Some("name"),
    );

    let id = api.sandbox.channel("game");
    let messages = format!("/channels/{id}/messages");
    let (_, inside) = api.call("POST", &messages, json!({"content": "x"})).await;
    let inside = format!("{messages}/{}", inside["id"].as_str().expect("an id"));
    api.sandbox.archive_thread(id, false);
    assert_eq!(
        code(&api.call("PATCH", &inside, json!({"content": "y"})).await),
        (400, 50083)
    );
    assert_eq!(
        api.call("POST", &messages, json!({"content": "awake"}))
            .await
            .0,
        200
    );
    api.sandbox.archive_thread(id, true);
    assert_eq!(
        code(&api.call("POST", &messages, json!({"content": "x"})).await),
        (400, 50083)
    );
    check_described(&api);
}
