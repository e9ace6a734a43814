//! Discord's rules over plain HTTP: deadlines, limits, permissions and error codes.

use std::time::Duration;

use penpawn::sandbox::{
    Behavior, Fault, Id, Options, Permissions, Person, Reply, Route, Sandbox, Trouble,
};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::conversation::standing;
use crate::openapi::Description;

/// A sandbox and a hand-written client.
pub(crate) struct Api {
    pub(crate) sandbox: Sandbox,
    http: reqwest::Client,
    token: String,
}

impl Api {
    pub(crate) async fn start(options: Options) -> Self {
        let sandbox = Sandbox::start(options).await.expect("a sandbox starts");
        let token = format!("Bot {}", sandbox.token());
        let api = Self {
            sandbox,
            http: reqwest::Client::new(),
            token,
        };
        let option =
            json!({"type": 3, "name": "text", "description": "what", "autocomplete": true});
        let commands = json!([
            {"name": "go", "description": "goes", "options": [option], "integration_types": [0, 1]},
        ]);
        let (status, _) = api
            .call(
                "PUT",
                &format!("/applications/{}/commands", api.sandbox.bot()),
                commands,
            )
            .await;
        assert_eq!(status, 200);
        api
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = self.request(method, path);
        Self::read(if body.is_null() {
            request
        } else {
            with_json(request, &body)
        })
        .await
    }

    async fn upload(
        &self,
        method: &str,
        path: &str,
        body: Value,
        files: &[(&str, usize)],
    ) -> (u16, Value) {
        let mut form = Form::new().text("payload_json", body.to_string());
        for (n, (name, size)) in files.iter().enumerate() {
            form = form.part(
                format!("files[{n}]"),
                Part::bytes(vec![7; *size]).file_name((*name).to_owned()),
            );
        }
        Self::read(self.request(method, path).multipart(form)).await
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v10{path}", self.sandbox.url());
        self.http
            .request(method.parse().expect("a method"), url)
            .header("authorization", &self.token)
    }

    async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    fn chess(&self) -> Id {
        self.sandbox.channel("chess")
    }

    /// Starts `/go` in a channel, and gives the interaction and the path of its callback.
    fn go(&self, person: &Person, channel: Id) -> (Id, String) {
        let pending = person.begin_command(channel, "go", &[]);
        let token = self
            .sandbox
            .interaction_token(pending.interaction)
            .expect("a token");
        (
            pending.interaction,
            format!("/interactions/{}/{token}/callback", pending.interaction),
        )
    }

    fn webhook(&self, interaction: Id) -> String {
        let token = self
            .sandbox
            .interaction_token(interaction)
            .expect("a token");
        format!("/webhooks/{}/{token}", self.sandbox.bot())
    }
}

fn with_json(request: reqwest::RequestBuilder, body: &Value) -> reqwest::RequestBuilder {
    request
        .header("content-type", "application/json")
        .body(body.to_string())
}

fn code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or(0))
}

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

#[track_caller]
fn check_described(api: &Api) {
    if let Some(description) = Description::load() {
        description.check(&api.sandbox.requests());
    }
}

fn form_of(inputs: usize) -> Value {
    let rows: Vec<Value> = (0..inputs)
        .map(|n| {
            let input = json!({"type": 4, "custom_id": format!("i{n}"), "label": "l", "style": 1});
            json!({"type": 1, "components": [input]})
        })
        .collect();
    json!({"custom_id": "m", "title": "t", "components": rows})
}

fn row(buttons: usize) -> Value {
    let button =
        |n: usize| json!({"type": 2, "style": 1, "label": "b", "custom_id": format!("b{n}")});
    json!({"type": 1, "components": (0..buttons).map(button).collect::<Vec<_>>()})
}

fn menu(options: usize) -> Value {
    let option = |n: usize| json!({"label": "l", "value": n.to_string()});
    let options: Vec<Value> = (0..options).map(option).collect();
    json!({"type": 1, "components": [{"type": 3, "custom_id": "s", "options": options}]})
}

fn button(changes: &Value) -> Value {
    let mut button = json!({"type": 2, "style": 1, "label": "b", "custom_id": "b"});
    for (name, value) in changes.as_object().expect("changes") {
        button[name] = value.clone();
    }
    json!({"content": "x", "components": [{"type": 1, "components": [button]}]})
}

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

/// A body is taken, or refused with 50035 and a fault at this place.
#[track_caller]
fn check_verdict(body: &Value, answer: &(u16, Value), wrong: Option<&str>) {
    let shown: String = body.to_string().chars().take(200).collect();
    let Some(path) = wrong else {
        assert!((200..300).contains(&answer.0), "{shown}: {}", answer.1);
        return;
    };
    assert_eq!(code(answer), (400, 50035), "{shown}: {}", answer.1);
    let place = path
        .split('.')
        .fold(&answer.1["errors"], |place, key| &place[key]);
    assert!(
        place["_errors"][0]["code"].is_string(),
        "{shown}: nothing at {path} in {}",
        answer.1
    );
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
async fn files_have_limits_and_edits_replace_them() {
    let api = Api::start(standing()).await;
    let path = format!("/channels/{}/messages", api.chess());
    let described = json!({"content": "x", "attachments": [{"id": 0, "description": "alt", "filename": "a b.png"}]});
    let (status, message) = api
        .upload("POST", &path, described, &[("ignored.png", 10)])
        .await;
    assert_eq!(status, 200, "{message}");
    let file = &message["attachments"][0];
    assert_eq!(
        (&file["filename"], &file["description"], &file["size"]),
        (&json!("a_b.png"), &json!("alt"), &json!(10))
    );

    let at = format!("{path}/{}", message["id"].as_str().expect("an id"));
    let count = |answer: &(u16, Value)| answer.1["attachments"].as_array().map(Vec::len);
    assert_eq!(
        count(&api.call("PATCH", &at, json!({"content": "y"})).await),
        Some(1),
        "kept when not spoken of"
    );
    let two = api
        .upload("PATCH", &at, json!({"content": "y"}), &[("b.png", 1)])
        .await;
    assert_eq!(count(&two), Some(2), "new ones are added");
    let keep = json!({"attachments": [{"id": file["id"]}]});
    assert_eq!(
        count(&api.call("PATCH", &at, keep).await),
        Some(1),
        "the list says what stays"
    );
    assert_eq!(
        count(&api.call("PATCH", &at, json!({"attachments": []})).await),
        Some(0)
    );

    let long = json!({"content": "x", "attachments": [{"id": 0, "description": "d".repeat(1025)}]});
    check_verdict(
        &long,
        &api.upload("POST", &path, long.clone(), &[("a", 1)]).await,
        Some("attachments.0.description"),
    );
    let eleven: Vec<(&str, usize)> = vec![("a", 1); 11];
    check_verdict(
        &json!({}),
        &api.upload("POST", &path, json!({}), &eleven).await,
        Some("attachments"),
    );
    let limit = 10 * 1024 * 1024;
    assert_eq!(
        api.upload("POST", &path, json!({}), &[("a", limit)])
            .await
            .0,
        200
    );
    assert_eq!(
        code(
            &api.upload("POST", &path, json!({}), &[("a", limit + 1)])
                .await
        ),
        (413, 40005)
    );

    // A picture that an embed shows is not in the list of attachments.
    let shown =
        json!({"embeds": [{"image": {"url": "attachment://a.png"}}], "attachments": [{"id": 0}]});
    let shown = api.upload("POST", &path, shown, &[("a.png", 3)]).await;
    assert_eq!(count(&shown), Some(0), "{}", shown.1);
    let url = shown.1["embeds"][0]["image"]["url"]
        .as_str()
        .expect("a url");
    let bytes = reqwest::get(url)
        .await
        .expect("a file")
        .bytes()
        .await
        .expect("bytes");
    assert_eq!(&bytes[..], [7, 7, 7]);
    check_described(&api);
}

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
        .map(|request| request.path)
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
