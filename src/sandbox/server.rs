//! The loopback port: which paths lead to the gateway, to REST, to posted files and to the chat page.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State as Given};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{any, get};
use base64::Engine;
use tokio::net::TcpListener;

use super::id::Id;
use super::line::{Line, Lines};
use super::state::Shared;
use super::{gateway, page_api, page_files, rest};

/// The bot's token: three parts between dots, as Discord's look. It opens nothing but this machine's sandbox.
pub(super) fn token(bot: Id) -> String {
    let id = base64::engine::general_purpose::STANDARD_NO_PAD.encode(bot.to_string());
    format!("{id}.sandbx.only-for-the-sandbox-on-this-machine")
}

/// Serves until the sandbox ends.
pub(super) async fn run(shared: Arc<Shared>, listener: TcpListener) {
    let routes = Router::new()
        .route("/", get(front))
        .route(
            "/attachments/{channel}/{attachment}/{filename}",
            get(attachment),
        )
        .route("/api/{*path}", any(rest::serve))
        .merge(page_api::routes())
        .layer(DefaultBodyLimit::disable())
        .with_state(Arc::clone(&shared));
    let service = routes.into_make_service_with_connect_info::<Line>();
    let serving = axum::serve(Lines(listener), service)
        .with_graceful_shutdown(async move { shared.stopped().await });
    // Accepting goes on through every error, so this ends only when the sandbox does.
    let _ = serving.await;
}

/// The front door: the gateway for a WebSocket, the chat page for a browser.
async fn front(
    Given(shared): Given<Arc<Shared>>,
    RawQuery(query): RawQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let query = query.unwrap_or_default();
    let Ok(upgrade) = upgrade else {
        let page = page_files::find("index.html").map_or("", |(_, text)| text);
        return Html(page).into_response();
    };
    let stream = query
        .split('&')
        .any(|field| field == "compress=zlib-stream");
    upgrade.on_upgrade(move |socket| gateway::serve(shared, socket, stream))
}

/// A posted file.
async fn attachment(
    Given(shared): Given<Arc<Shared>>,
    Path((channel, attachment, _)): Path<(Id, Id, String)>,
) -> Response {
    let found = shared.read(|state| {
        state
            .world
            .messages
            .values()
            .filter(|message| message.channel == channel)
            .flat_map(|message| &message.attachments)
            .chain(state.uploads.get(&attachment))
            .find(|file| file.id == attachment)
            .map(|file| (file.content_type.clone(), file.bytes.clone()))
    });
    match found {
        Some((content_type, bytes)) => {
            let kept = "private, max-age=31536000, immutable";
            (
                [
                    (header::CONTENT_TYPE, content_type),
                    (header::CACHE_CONTROL, kept.to_owned()),
                    // A posted file is no part of the page: no script of it may act as the page does.
                    (header::CONTENT_SECURITY_POLICY, "sandbox".to_owned()),
                    (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
                ],
                bytes,
            )
                .into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
