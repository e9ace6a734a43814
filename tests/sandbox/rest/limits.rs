//! How long, how many and how large: every limit at its edge.

use std::time::Duration;

use penpawn::sandbox::{Behavior, Options};
use serde_json::{Value, json};

use super::{Api, button, check_described, check_verdict, code, form_of, menu, row};
use crate::conversation::standing;

#[tokio::test]
async fn limits_of_messages() {
    let api = Api::start(standing()).await;
    let path = format!("/channels/{}/messages", api.chess());
    let x = |n: usize| "x".repeat(n);
    let embed = |n: usize| json!({"description": x(n)});
    let rows: Vec<Value> = (0..6).map(|n| json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "b", "custom_id": format!("r{n}")}]})).collect();
    let v2 = 1 << 15;
    let cases = [
        (json!({"content": x(2000)}), None),
        (json!({"content": x(2001)}), Some("content")),
        (json!({"content": "é".repeat(2000)}), None),
        (json!({"embeds": [embed(4096), embed(1904)]}), None),
        (
            json!({"embeds": [embed(4096), embed(1905)]}),
            Some("embeds"),
        ),
        (
            json!({"embeds": [embed(4097)]}),
            Some("embeds.0.description"),
        ),
        (json!({"embeds": vec![embed(1); 11]}), Some("embeds")),
        (
            json!({"embeds": [{"title": x(257)}]}),
            Some("embeds.0.title"),
        ),
        (
            json!({"embeds": [{"fields": [{"name": "n", "value": x(1025)}]}]}),
            Some("embeds.0.fields.0.value"),
        ),
        (
            json!({"embeds": [{"fields": [{"name": "n"}]}]}),
            Some("embeds.0.fields.0.value"),
        ),
        (
            json!({"embeds": [{"image": {"url": "attachment://none.png"}}]}),
            Some("embeds.0.image.url"),
        ),
        (json!({"content": "x", "components": [row(5)]}), None),
        (
            json!({"content": "x", "components": [row(6)]}),
            Some("components.0.components"),
        ),
        (
            json!({"content": "x", "components": rows}),
            Some("components"),
        ),
        (
            json!({"content": "x", "components": [row(1), row(1)]}),
            Some("components.1.components.0.custom_id"),
        ),
        (button(&json!({"label": x(80)})), None),
        (
            button(&json!({"label": x(81)})),
            Some("components.0.components.0.label"),
        ),
        (
            button(&json!({"label": ""})),
            Some("components.0.components.0"),
        ),
        (button(&json!({"custom_id": x(100)})), None),
        (
            button(&json!({"custom_id": x(101)})),
            Some("components.0.components.0.custom_id"),
        ),
        (
            button(&json!({"custom_id": null})),
            Some("components.0.components.0.custom_id"),
        ),
        (
            button(&json!({"style": 5, "custom_id": null, "url": "https://a.b"})),
            None,
        ),
        (
            button(&json!({"style": 5, "custom_id": null, "url": x(513)})),
            Some("components.0.components.0.url"),
        ),
        (
            button(&json!({"style": 9})),
            Some("components.0.components.0.style"),
        ),
        (json!({"content": "x", "components": [menu(25)]}), None),
        (
            json!({"content": "x", "components": [menu(26)]}),
            Some("components.0.components.0.options"),
        ),
        (
            json!({"content": "x", "components": [{"type": 2, "style": 1, "label": "b", "custom_id": "b"}]}),
            Some("components.0.type"),
        ),
        (json!({"content": "x", "nonce": x(25)}), None),
        (json!({"content": "x", "nonce": x(26)}), Some("nonce")),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            Some("allowed_mentions"),
        ),
        (
            json!({"content": "x", "allowed_mentions": {"users": vec!["1"; 101]}}),
            Some("allowed_mentions.users"),
        ),
        (
            json!({"flags": v2, "components": [{"type": 10, "content": "text"}]}),
            None,
        ),
        (
            json!({"flags": v2, "content": "x", "components": [{"type": 10, "content": "text"}]}),
            Some("content"),
        ),
        (
            json!({"flags": v2, "components": [{"type": 17, "components": vec![json!({"type": 10, "content": "t"}); 40]}]}),
            Some("components"),
        ),
        (
            json!({"content": "x", "components": [{"type": 10, "content": "text"}]}),
            Some("components.0.type"),
        ),
        (
            json!({"content": "x", "message_reference": {"message_id": "1"}}),
            Some("message_reference"),
        ),
    ];
    for (body, wrong) in cases {
        // Each message stands alone in its second of the global limit, counted in real time.
        let answer = api.call("POST", &path, body.clone()).await;
        check_verdict(&body, &answer, wrong);
    }
    assert_eq!(
        code(&api.call("POST", &path, json!({"content": " "})).await),
        (400, 50006)
    );
    assert_eq!(
        code(
            &api.call("POST", &path, json!({"components": [row(1)]}))
                .await
        ),
        (400, 50006)
    );
    check_described(&api);
}

#[tokio::test]
async fn limits_of_callbacks() {
    let api = Api::start(standing()).await;
    let alice = api.sandbox.person("alice");
    let x = |n: usize| "x".repeat(n);
    let mut long_title = form_of(1);
    long_title["title"] = json!(x(46));
    let mut twin = form_of(2);
    twin["components"][1]["components"][0]["custom_id"] = json!("i0");
    let cases = [
        (
            json!({"type": 4, "data": {"content": x(2001)}}),
            Some("data.content"),
        ),
        (json!({"type": 99}), Some("type")),
        (json!({"type": 8, "data": {"choices": []}}), Some("type")),
        (json!({"type": 7, "data": {"content": "x"}}), Some("type")),
        (json!({"type": 9, "data": form_of(5)}), None),
        (
            json!({"type": 9, "data": form_of(6)}),
            Some("data.components"),
        ),
        (
            json!({"type": 9, "data": form_of(0)}),
            Some("data.components"),
        ),
        (json!({"type": 9, "data": long_title}), Some("data.title")),
        (
            json!({"type": 9, "data": twin}),
            Some("data.components.1.components.0.custom_id"),
        ),
    ];
    for (body, wrong) in cases {
        let (_, callback) = api.go(&alice, api.chess());
        let answer = api.call("POST", &callback, body.clone()).await;
        check_verdict(&body, &answer, wrong);
    }
}

#[tokio::test]
async fn limits_of_commands() {
    let api = Api::start(standing()).await;
    let path = format!("/applications/{}/commands", api.sandbox.bot());
    let x = |n: usize| "x".repeat(n);
    let option = |name: &str, required: bool| json!({"type": 3, "name": name, "description": "d", "required": required});
    let with = |options: Value| json!({"name": "a", "description": "d", "options": options});
    let choices = |n: usize| {
        let all: Vec<Value> = (0..n)
            .map(|n| json!({"name": n.to_string(), "value": "v"}))
            .collect();
        json!([{"type": 3, "name": "o", "description": "d", "choices": all}])
    };
    let many: Vec<Value> = (0..26).map(|n| option(&format!("o{n}"), false)).collect();
    let cases = [
        (json!({"name": x(32), "description": x(100)}), None),
        (json!({"name": x(33), "description": "d"}), Some("name")),
        (json!({"name": "Upper", "description": "d"}), Some("name")),
        (
            json!({"name": "two words", "description": "d"}),
            Some("name"),
        ),
        (json!({"name": "zug-zwang_é", "description": "d"}), None),
        (
            json!({"name": "a", "description": x(101)}),
            Some("description"),
        ),
        (json!({"name": "a"}), Some("description")),
        (json!({"name": "Two Words", "type": 2}), None),
        (
            json!({"name": "Two Words", "type": 2, "description": "d"}),
            Some("description"),
        ),
        (with(json!([option("o", true), option("p", false)])), None),
        (
            with(json!([option("o", false), option("p", true)])),
            Some("options.1.required"),
        ),
        (
            with(json!([option("o", false), option("o", false)])),
            Some("options.1.name"),
        ),
        (with(json!(many)), Some("options")),
        (with(choices(25)), None),
        (with(choices(26)), Some("options.0.choices")),
        (
            with(json!([{"type": 1, "name": "s", "description": "d"}, option("o", false)])),
            Some("options"),
        ),
        (
            with(
                json!([{"type": 3, "name": "o", "description": "d", "autocomplete": true, "choices": [{"name": "n", "value": "v"}]}]),
            ),
            Some("options.0.autocomplete"),
        ),
    ];
    for (body, wrong) in cases {
        let answer = api.call("POST", &path, body.clone()).await;
        check_verdict(&body, &answer, wrong);
    }
    let twins = json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]);
    assert_eq!(code(&api.call("PUT", &path, twins).await), (400, 50035));
    check_described(&api);
}

#[tokio::test]
async fn suggestions_have_limits() {
    let api = Api::start(standing()).await;
    let alice = api.sandbox.person("alice");
    let chess = api.chess();
    for (count, length, status) in [(25, 100, 204), (26, 1, 400), (1, 101, 400)] {
        let asked = alice.autocomplete(chess, "go", &[], ("text", "e"));
        let answered = async {
            let id = api
                .sandbox
                .newest_interaction()
                .expect("the question was asked first");
            let token = api.sandbox.interaction_token(id).expect("a token");
            let choices: Vec<Value> = (0..count)
                .map(|n| json!({"name": "n".repeat(length), "value": n.to_string()}))
                .collect();
            let body = json!({"type": 8, "data": {"choices": choices}});
            let answer = api
                .call(
                    "POST",
                    &format!("/interactions/{id}/{token}/callback"),
                    body,
                )
                .await;
            // What was refused never arrives: the person's client gives up.
            api.sandbox.clock().advance(Duration::from_secs(4));
            answer.0
        };
        let (choices, answered) = tokio::join!(asked, answered);
        assert_eq!(answered, status);
        assert_eq!(
            choices.map(|choices| choices.len()),
            (status == 204).then_some(count)
        );
    }
}

#[tokio::test]
async fn old_messages_are_rarely_edited() {
    let behavior = Behavior {
        edits_of_old_messages: 2,
        ..Behavior::default()
    };
    let api = Api::start(Options {
        behavior,
        ..standing()
    })
    .await;
    let path = format!("/channels/{}/messages", api.chess());
    let (_, message) = api.call("POST", &path, json!({"content": "x"})).await;
    let at = format!("{path}/{}", message["id"].as_str().expect("an id"));
    let edit = async || code(&api.call("PATCH", &at, json!({"content": "y"})).await);
    for _ in 0..5 {
        assert_eq!(edit().await, (200, 0));
    }
    api.sandbox.clock().advance(Duration::from_secs(3601));
    assert_eq!(
        [edit().await, edit().await, edit().await],
        [(200, 0), (200, 0), (429, 30046)]
    );
}

#[tokio::test]
async fn the_global_limit_is_fifty_a_second() {
    let api = Api::start(standing()).await;
    let calls = (0..80).map(|_| api.call("GET", "/users/@me", Value::Null));
    let answers = futures_util::future::join_all(calls).await;
    // Eighty at once may take a little more than a second on a slow machine; some must still be refused then.
    let refused = answers.iter().filter(|answer| answer.0 == 429).count();
    assert!((1..=31).contains(&refused), "{refused} of 80 refused");
    assert!(
        answers
            .iter()
            .all(|answer| answer.0 == 200 || answer.1["global"] == true)
    );
}
