//! Discord's rules over plain HTTP: deadlines, limits, permissions and error codes.

mod access;
mod answers;
mod files;
mod limits;

use penpawn::sandbox::{Id, Options, Person, Sandbox};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

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
