//! The REST interface under `/api/v10`: reads a request, has troubles happen, checks the token and the limits, finds
//! the route, records what was answered. The routes are listed here and live in the files below.

mod applications;
mod call;
mod channels;
mod guilds;
mod interactions;
mod messages;
mod webhooks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State as Given};
use axum::response::Response;
use serde_json::Value;

use self::call::Call;
use super::error::ApiError;
use super::fault::Trouble;
use super::limits::Bucket;
use super::line::Line;
use super::log;
use super::state::{Shared, State};

/// A good answer.
pub(super) enum Answer {
    Json(u16, Value),
    Empty,
}

impl Answer {
    #[expect(clippy::unnecessary_wraps, reason = "routes end with it")]
    fn ok(body: Value) -> Result<Self, ApiError> {
        Ok(Self::Json(200, body))
    }
}

type Outcome = Result<Answer, ApiError>;

/// Serves one request.
pub(super) async fn serve(
    Given(shared): Given<Arc<Shared>>,
    ConnectInfo(line): ConnectInfo<Line>,
    request: Request,
) -> Response {
    let call = match Call::read(request).await {
        Ok(call) => call,
        Err((call, error)) => {
            return shared.change(|state| record(state, call, Err(error), true, None));
        }
    };
    let trouble = shared.change(|state| state.faults.take(&call.method, &call.path));
    let mut answer_after = None;
    match trouble {
        None => {}
        Some(Trouble::Status { status, code }) => {
            let error = ApiError::new(status, code, "The sandbox was asked to fail here.");
            return shared.change(|state| record(state, call, Err(error), true, None));
        }
        Some(Trouble::RateLimited {
            retry_after,
            global,
        }) => {
            let error = ApiError::rate_limited(retry_after, global);
            return shared.change(|state| record(state, call, Err(error), true, None));
        }
        Some(Trouble::DropBefore) => {
            line.cut();
            shared.change(|state| record_drop(state, call));
            return Response::new(Body::empty());
        }
        Some(Trouble::DropAfter) => {
            line.cut();
            return shared.change(|state| {
                let (outcome, known) = route(state, &call);
                let response = record(state, call, outcome, known, None);
                if let Some(last) = state.log.last_mut() {
                    Arc::make_mut(last).status = 0;
                }
                response
            });
        }
        Some(Trouble::Delay(span)) => tokio::time::sleep(span).await,
        Some(Trouble::DelayAnswer(span)) => answer_after = Some(span),
    }
    let response = shared.change(|state| answer(state, call));
    if let Some(span) = answer_after {
        tokio::time::sleep(span).await;
    }
    response
}

/// Does what a request asks and records it.
fn answer(state: &mut State, call: Call) -> Response {
    let now = Instant::now();
    if !call.needs_no_token() {
        if call.token.as_deref() != Some(&state.token) {
            return record(state, call, Err(ApiError::unauthorized()), true, None);
        }
        if state.behavior.global_rate_limit
            && let Err(error) = state.limits.count_global(now)
        {
            return record(state, call, Err(error), true, None);
        }
    }
    let (bucket, room) = count_route(state, &call, now);
    if let Err(error) = room {
        return record(state, call, Err(error), true, Some(&bucket));
    }
    let (outcome, known) = route(state, &call);
    record(state, call, outcome, known, Some(&bucket))
}

/// The bucket of a request. Only sending messages is really counted, and that on request; the other headers are
/// generous but true in form.
fn count_route(state: &mut State, call: &Call, now: Instant) -> (Bucket, Result<(), ApiError>) {
    let segments = call.segments();
    let sends = call.method == "POST" && matches!(segments.as_slice(), ["channels", _, "messages"]);
    if let Some(limit) = state.behavior.messages_per_channel.filter(|_| sends) {
        return state
            .limits
            .count_route(&call.path, limit, Duration::from_secs(5), now);
    }
    let bucket = Bucket {
        name: format!(
            "{}-{}",
            call.method,
            segments.first().copied().unwrap_or_default()
        ),
        limit: 1000,
        remaining: 999,
        reset_after: 1.0,
    };
    (bucket, Ok(()))
}

/// Finds the route. The second value tells whether there is one.
fn route(state: &mut State, call: &Call) -> (Outcome, bool) {
    let outcome = match (call.method.as_str(), call.segments().as_slice()) {
        ("GET", ["gateway"]) => applications::gateway(state),
        ("GET", ["gateway", "bot"]) => applications::gateway_bot(state),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            Answer::ok(state.application())
        }
        (method, ["applications", app, "commands", rest @ ..]) => {
            return applications::commands(state, call, method, app, None, rest);
        }
        (method, ["applications", app, "guilds", guild, "commands", rest @ ..]) => {
            return applications::commands(state, call, method, app, Some(guild), rest);
        }
        ("GET", ["users", "@me"]) => Answer::ok(state.own_user()),
        ("GET", ["users", "@me", "guilds"]) => guilds::mine(state),
        ("POST", ["users", "@me", "channels"]) => channels::open_direct(state, call),
        ("GET", ["users", user]) => guilds::user(state, user),
        ("GET", ["guilds", guild]) => guilds::guild(state, guild),
        ("GET", ["guilds", guild, "channels"]) => guilds::channels(state, guild),
        ("GET", ["guilds", guild, "roles"]) => guilds::roles(state, guild),
        ("GET", ["guilds", guild, "threads", "active"]) => guilds::active_threads(state, guild),
        ("GET", ["guilds", guild, "members"]) => guilds::members(state, guild),
        ("GET", ["guilds", guild, "members", user]) => guilds::member(state, guild, user),
        ("GET", ["channels", channel]) => channels::get(state, channel),
        ("PATCH", ["channels", channel]) => channels::modify(state, call, channel),
        ("DELETE", ["channels", channel]) => channels::delete(state, channel),
        ("POST", ["channels", channel, "typing"]) => channels::typing(state, channel),
        ("POST", ["channels", channel, "threads"]) => {
            channels::start_thread(state, call, channel, None)
        }
        ("POST", ["channels", channel, "messages", message, "threads"]) => {
            channels::start_thread(state, call, channel, Some(message))
        }
        ("PUT", ["channels", channel, "thread-members", user]) => {
            channels::join(state, channel, user, true)
        }
        ("DELETE", ["channels", channel, "thread-members", user]) => {
            channels::join(state, channel, user, false)
        }
        ("GET", ["channels", channel, "messages"]) => messages::list(state, call, channel),
        ("POST", ["channels", channel, "messages"]) => messages::create(state, call, channel),
        ("GET", ["channels", channel, "messages", message]) => {
            messages::get(state, channel, message)
        }
        ("PATCH", ["channels", channel, "messages", message]) => {
            messages::edit(state, call, channel, message)
        }
        ("DELETE", ["channels", channel, "messages", message]) => {
            messages::delete(state, channel, message)
        }
        ("POST", ["interactions", id, token, "callback"]) => {
            interactions::callback(state, call, id, token)
        }
        ("POST", ["webhooks", app, token]) => webhooks::follow_up(state, call, app, token),
        ("GET", ["webhooks", app, token, "messages", message]) => {
            webhooks::get(state, app, token, message)
        }
        ("PATCH", ["webhooks", app, token, "messages", message]) => {
            webhooks::edit(state, call, app, token, message)
        }
        ("DELETE", ["webhooks", app, token, "messages", message]) => {
            webhooks::delete(state, app, token, message)
        }
        _ => return (Err(ApiError::no_such_route()), false),
    };
    (outcome, true)
}

/// Writes a request into the log and makes the HTTP answer.
fn record(
    state: &mut State,
    call: Call,
    outcome: Outcome,
    known_route: bool,
    bucket: Option<&Bucket>,
) -> Response {
    let (status, body, error) = match outcome {
        Ok(Answer::Json(status, body)) => (status, Some(body), None),
        Ok(Answer::Empty) => (204, None, None),
        Err(error) => (error.status, Some(error.body()), Some(error)),
    };
    let mut response = Response::builder()
        .status(status)
        .header("via", "1.1 sandbox");
    if let Some(bucket) = bucket {
        let reset = state.now() as f64 / 1000.0 + bucket.reset_after;
        response = response
            .header("x-ratelimit-limit", bucket.limit)
            .header("x-ratelimit-remaining", bucket.remaining)
            .header("x-ratelimit-reset", format!("{reset:.3}"))
            .header(
                "x-ratelimit-reset-after",
                format!("{:.3}", bucket.reset_after),
            )
            .header("x-ratelimit-bucket", &bucket.name);
    }
    if let Some(error) = &error
        && let Some(seconds) = error.retry_after
    {
        let scope = if error.global { "global" } else { "user" };
        response = response
            .header("retry-after", format!("{}", seconds.ceil() as u64))
            .header("x-ratelimit-scope", scope);
        if error.global {
            response = response.header("x-ratelimit-global", "true");
        }
        if bucket.is_none() && !error.global {
            let reset = state.now() as f64 / 1000.0 + seconds;
            response = response
                .header("x-ratelimit-limit", 5)
                .header("x-ratelimit-remaining", 0)
                .header("x-ratelimit-reset", format!("{reset:.3}"))
                .header("x-ratelimit-reset-after", format!("{seconds:.3}"))
                .header("x-ratelimit-bucket", "sandbox-fault");
        }
    }
    let text = body.as_ref().map(Value::to_string);
    state.remember(call.into_record(
        status,
        body.unwrap_or(Value::Null),
        known_route,
        state.clock.now(),
    ));
    let response = match text {
        Some(text) => response
            .header("content-type", "application/json")
            .body(Body::from(text)),
        None => response.body(Body::empty()),
    };
    response.expect("the headers are plain text")
}

fn record_drop(state: &mut State, call: Call) {
    let now = state.now();
    let entry: log::Request = call.into_record(0, Value::Null, true, now);
    state.remember(entry);
}
