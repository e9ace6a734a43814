//! What the chat page asks and is told: the same acts as `person`, over HTTP and a WebSocket.

use std::sync::Arc;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, Request, State as Given};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::answer::choices;
use super::ask::{ClientError, CommandCall};
use super::draft::read_id;
use super::error::list;
use super::id::Id;
use super::page_files;
use super::render;
use super::state::{Shared, State};
use super::world::{Channel, User};

type App = Given<Arc<Shared>>;
type Done = Result<Json<Value>, Refused>;

/// Who acts.
#[derive(Deserialize)]
struct As {
    r#as: Id,
}

/// A refusal in plain words.
struct Refused(StatusCode, String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"message": self.1}))).into_response()
    }
}

impl From<ClientError> for Refused {
    fn from(error: ClientError) -> Self {
        let status = match error {
            ClientError::UnknownUser
            | ClientError::UnknownChannel
            | ClientError::UnknownMessage
            | ClientError::UnknownCommand(_)
            | ClientError::UnknownComponent(_)
            | ClientError::UnknownModal => StatusCode::NOT_FOUND,
            ClientError::NotAllowed(_) => StatusCode::FORBIDDEN,
            ClientError::BadOption { .. } | ClientError::BadField { .. } | ClientError::BadText => {
                StatusCode::BAD_REQUEST
            }
        };
        Self(status, error.to_string())
    }
}

/// The page's routes.
pub(super) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/page/{file}", get(page_file))
        .merge(acts().layer(middleware::from_fn(only_this_page)))
}

fn acts() -> Router<Arc<Shared>> {
    Router::new()
        .route("/sandbox/state", get(overview))
        .route("/sandbox/channels/{id}/messages", get(messages).post(say))
        .route("/sandbox/commands", post(command))
        .route("/sandbox/autocomplete", post(autocomplete))
        .route("/sandbox/components", post(component))
        .route("/sandbox/modals", post(modal))
        .route("/sandbox/messages/{id}/dismiss", post(dismiss))
        .route("/sandbox/users/{id}", post(settings))
        .route("/sandbox/dms", post(open_direct))
        .route("/sandbox/events", get(events))
}

async fn page_file(Path(name): Path<String>) -> Response {
    let Some((media, text)) = page_files::find(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, media),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}

/// Other sites that are open in the same browser can reach a loopback port too: only the page itself may act.
async fn only_this_page(request: Request, next: Next) -> Response {
    if comes_from_page(request.headers()) {
        next.run(request).await
    } else {
        Refused(
            StatusCode::FORBIDDEN,
            "only the sandbox's own page may do that".to_owned(),
        )
        .into_response()
    }
}

fn comes_from_page(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let own =
        text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    own && ["127.0.0.1", "localhost"].contains(&name)
}

/// Who looks, if the page knows already.
#[derive(Deserialize)]
struct Looker {
    r#as: Option<Id>,
}

/// Everything that a page starts with. A page that is nobody yet becomes the first account that a person can be.
async fn overview(Given(shared): App, Query(who): Query<Looker>) -> Done {
    shared.read(|state| {
        let users = &state.world.users;
        let me = match who.r#as {
            Some(id) => users.get(&id),
            None => users.values().find(|user| !user.bot),
        };
        let me = me.ok_or(ClientError::UnknownUser)?;
        let seen = |channel: &&Channel| state.world.can_see(me.id, channel);
        let channels: Vec<Value> = state
            .world
            .channels
            .values()
            .filter(seen)
            .map(|channel| state.channel_for_page(channel, me.id))
            .collect();
        let people = state
            .world
            .users
            .values()
            .filter(|user| user.id != state.world.bot);
        Ok(Json(json!({
            "me": account(me), "bot": account(&state.world.users[&state.world.bot]),
            "users": people.map(account).collect::<Vec<_>>(),
            "guild": {"id": state.world.guild.id, "name": state.world.guild.name},
            "channels": channels, "commands": state.world.commands.values().collect::<Vec<_>>(),
            "online": state.sessions.online(), "now": state.now(),
        })))
    })
}

/// An account with what the page shows of it.
fn account(user: &User) -> Value {
    let mut json = render::user(user);
    let extra = json!({"in_guild": user.in_guild, "dms_open": user.dms_open, "is_bot": user.bot});
    render::merge(&mut json, extra);
    json
}

#[derive(Deserialize)]
struct PageOfMessages {
    r#as: Id,
    before: Option<Id>,
    limit: Option<usize>,
}

async fn messages(
    Given(shared): App,
    Path(channel): Path<Id>,
    Query(page): Query<PageOfMessages>,
) -> Done {
    shared.change(|state| {
        state.channel_for(page.r#as, channel)?;
        let limit = page.limit.unwrap_or(50).clamp(1, 100);
        let earlier = |id: Id| page.before.is_none_or(|before| id < before);
        let seen = state
            .world
            .messages_seen(page.r#as, channel)
            .rev()
            .filter(|message| earlier(message.id));
        let mut found: Vec<Value> = seen
            .take(limit)
            .map(|message| state.message_for(message, page.r#as))
            .collect();
        found.reverse();
        // Who looks at the end of a channel has read it.
        if page.before.is_none()
            && let Some(last) = found.last().and_then(|last| read_id(&last["id"]))
        {
            state
                .world
                .read
                .entry(page.r#as)
                .or_default()
                .insert(channel, last);
        }
        Ok(Json(Value::Array(found)))
    })
}

#[derive(Deserialize)]
struct Words {
    content: String,
    reply_to: Option<Id>,
    /// Whether the one who is replied to is notified; by default they are.
    reply_ping: Option<bool>,
}

async fn say(
    Given(shared): App,
    Path(channel): Path<Id>,
    Query(who): Query<As>,
    Json(words): Json<Words>,
) -> Done {
    shared.change(|state| {
        let reply_to = words
            .reply_to
            .map(|id| (id, words.reply_ping.unwrap_or(true)));
        let id = state.say(who.r#as, channel, &words.content, reply_to)?;
        Ok(Json(
            state.message_for(&state.world.messages[&id], who.r#as),
        ))
    })
}

fn read_call(body: &Value, autocomplete: bool) -> CommandCall {
    CommandCall {
        name: body["name"].as_str().unwrap_or_default().to_owned(),
        kind: body["type"].as_u64().unwrap_or(1),
        target: read_id(&body["target_id"]),
        options: list(&body["options"]).to_vec(),
        autocomplete,
    }
}

fn place(body: &Value) -> Result<Id, ClientError> {
    read_id(&body["channel_id"]).ok_or(ClientError::UnknownChannel)
}

async fn command(Given(shared): App, Query(who): Query<As>, Json(body): Json<Value>) -> Done {
    let call = read_call(&body, false);
    let id = shared.change(|state| state.start_command(who.r#as, place(&body)?, &call))?;
    Ok(Json(json!({"interaction_id": id})))
}

async fn autocomplete(Given(shared): App, Query(who): Query<As>, Json(body): Json<Value>) -> Done {
    let call = read_call(&body, true);
    let id = shared.change(|state| state.start_command(who.r#as, place(&body)?, &call))?;
    Ok(Json(match choices(&shared, id).await {
        Some(choices) => json!({"choices": choices}),
        None => json!({"failed": true, "choices": []}),
    }))
}

async fn component(Given(shared): App, Query(who): Query<As>, Json(body): Json<Value>) -> Done {
    let message = read_id(&body["message_id"]).ok_or(ClientError::UnknownMessage)?;
    let custom_id = body["custom_id"].as_str().unwrap_or_default();
    let id = shared.change(|state| {
        state.start_component(who.r#as, message, custom_id, list(&body["values"]))
    })?;
    Ok(Json(json!({"interaction_id": id})))
}

async fn modal(Given(shared): App, Query(who): Query<As>, Json(body): Json<Value>) -> Done {
    let opened_by = read_id(&body["interaction_id"]).ok_or(ClientError::UnknownModal)?;
    let id = shared
        .change(|state| state.start_modal_submit(who.r#as, opened_by, list(&body["components"])))?;
    Ok(Json(json!({"interaction_id": id})))
}

async fn dismiss(Given(shared): App, Path(message): Path<Id>, Query(who): Query<As>) -> Done {
    shared.change(|state| state.dismiss(who.r#as, message))?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
struct Settings {
    dms_open: Option<bool>,
}

async fn settings(Given(shared): App, Path(id): Path<Id>, Json(settings): Json<Settings>) -> Done {
    shared.change(|state| {
        let user = state
            .world
            .users
            .get_mut(&id)
            .ok_or(ClientError::UnknownUser)?;
        user.dms_open = settings.dms_open.unwrap_or(user.dms_open);
        Ok(Json(account(user)))
    })
}

async fn open_direct(Given(shared): App, Query(who): Query<As>, Json(body): Json<Value>) -> Done {
    let other = read_id(&body["with"]).ok_or(ClientError::UnknownUser)?;
    shared.change(|state: &mut State| {
        let known = [who.r#as, other]
            .iter()
            .all(|id| state.world.users.contains_key(id));
        if !known || who.r#as == other {
            return Err(ClientError::UnknownUser.into());
        }
        let id = state.direct_channel(who.r#as, other);
        Ok(Json(
            state.channel_for_page(&state.world.channels[&id], who.r#as),
        ))
    })
}

async fn events(
    Given(shared): App,
    Query(who): Query<As>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| stream(shared, socket, who.r#as)),
        Err(error) => error.into_response(),
    }
}

/// Passes on what one person is told, until the page or the sandbox ends.
async fn stream(shared: Arc<Shared>, mut socket: WebSocket, who: Id) {
    let mut told = shared.read(|state| state.page.subscribe());
    loop {
        tokio::select! {
            () = shared.stopped() => return,
            event = told.recv() => match event {
                Ok(event) if event.to == who => {
                    if socket.send(Frame::text(event.body.to_string())).await.is_err() {
                        return;
                    }
                }
                Ok(_) => {}
                // The page connects again and reads everything anew.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return,
            },
            heard = socket.recv() => match heard {
                Some(Ok(Frame::Text(_) | Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
            },
        }
    }
}
