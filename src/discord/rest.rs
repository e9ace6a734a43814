//! The HTTP client: one request to Discord and what its failure means.
//!
//! Serenity keeps the gateway; requests go their own way. Its client takes no two files beside a raw body, loses
//! `retry_after` wherever its limiter is off, keeps an entry for every interaction for ever and has no timeout. This
//! one keeps to a steady pace and Discord's rate limits as its headers tell them: requests on one lane (a method on a channel, say) go
//! one after another, and wait while the lane, or everything, is closed.
//! <https://discord.com/developers/docs/topics/rate-limits>

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, Response, StatusCode};
use serde_json::Value;
use tokio::time::Instant;

use super::pace::Pace;
use super::view::File;

const DISCORD: &str = "https://discord.com";
const USER_AGENT: &str = concat!(
    "DiscordBot (https://example.com/penpawn, ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// A request that takes longer has failed.
const TIMEOUT: Duration = Duration::from_secs(15);
/// A closed lane is waited for up to this long; beyond, the caller hears of it and comes back later.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
const TRIES_WHEN_LIMITED: u32 = 3;
/// Lanes kept in mind; idle ones are forgotten beyond.
const MANY_LANES: usize = 1000;

/// Why a request did not lead to anything.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The message, channel or interaction is not there, or not any more.
    #[error("discord does not know it ({0})")]
    Gone(String),
    /// The bot may not do that there.
    #[error("discord does not allow it ({0})")]
    Forbidden(String),
    /// The token is not, or no longer, that of a bot.
    #[error("discord refuses the bot's token")]
    BadToken,
    /// The interaction was answered before.
    #[error("the interaction was answered before")]
    AnsweredBefore,
    /// Discord finds fault with the request: ours to mend, and no use to repeat.
    #[error("discord refuses the request ({0})")]
    Refused(String),
    /// It may work another time, after the given wait where one is known.
    #[error("discord could not be reached ({what})")]
    Trouble {
        /// What went wrong.
        what: String,
        /// How long Discord wants us to wait.
        wait: Option<Duration>,
    },
}

impl SendError {
    /// Whether sending the same again may help.
    pub fn may_pass(&self) -> bool {
        matches!(self, SendError::Trouble { .. })
    }

    fn trouble(what: impl Into<String>) -> Self {
        SendError::Trouble {
            what: what.into(),
            wait: None,
        }
    }
}

/// Requests that Discord counts together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lane {
    /// Answers to interactions, which are not limited.
    Free,
    /// One kind of request on one thing, as in `POST channel 5`.
    Of(&'static str, u64),
}

/// A request.
pub struct Call {
    /// What it counts as.
    pub lane: Lane,
    /// The method.
    pub method: Method,
    /// The path below `/api/v10`, with its query. It may hold a token: never to be logged.
    pub path: String,
    /// The body, if any.
    pub body: Option<Value>,
    /// Files beside the body.
    pub files: Vec<File>,
}

impl Call {
    /// A request without a body.
    pub fn new(lane: Lane, method: Method, path: impl Into<String>) -> Self {
        Self {
            lane,
            method,
            path: path.into(),
            body: None,
            files: Vec::new(),
        }
    }

    /// The same with a body.
    #[must_use]
    pub fn body(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// The same with files.
    #[must_use]
    pub fn files(mut self, files: Vec<File>) -> Self {
        self.files = files;
        self
    }
}

type Opening = Arc<tokio::sync::Mutex<Option<Instant>>>;

/// Sends requests as one bot.
pub struct Rest {
    client: reqwest::Client,
    base: String,
    lanes: Mutex<HashMap<Lane, Opening>>,
    everything_opens: Mutex<Option<Instant>>,
    pace: Option<Mutex<Pace>>,
}

impl Rest {
    /// A client with the bot's token. `api` is another address than Discord's, for the sandbox; `pace` keeps requests
    /// apart, if anything does.
    pub(super) fn new(token: &str, api: Option<&str>, pace: Option<Pace>) -> anyhow::Result<Rest> {
        let mut authorization = HeaderValue::from_str(&format!("Bot {token}"))?;
        authorization.set_sensitive(true);
        let mut client = reqwest::Client::builder()
            .use_rustls_tls()
            .timeout(TIMEOUT)
            .user_agent(USER_AGENT)
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, authorization)]));
        if api.is_some() {
            // What stays on this machine goes through nobody's proxy.
            client = client.no_proxy();
        }
        let client = client.build()?;
        let base = format!("{}/api/v10", api.unwrap_or(DISCORD).trim_end_matches('/'));
        Ok(Rest {
            client,
            base,
            lanes: Mutex::default(),
            everything_opens: Mutex::default(),
            pace: pace.map(Mutex::new),
        })
    }

    /// Sends a request and waits for its answer; an empty one is [`Value::Null`].
    pub async fn send(&self, call: Call) -> Result<Value, SendError> {
        let answer = self.send_while(call, || std::future::ready(true)).await?;
        Ok(answer.unwrap_or_default())
    }

    /// The same, unless `still` says no once the request's turn has come; then `None`.
    pub async fn send_while<Answered: Future<Output = bool> + Send>(
        &self,
        call: Call,
        still: impl Fn() -> Answered + Send + Sync,
    ) -> Result<Option<Value>, SendError> {
        if call.lane == Lane::Free {
            return read(self.send_once(&call).await?).await.map(Some);
        }
        let lane = self.lane(&call.lane);
        // Held throughout, so that requests on one lane keep their order.
        let mut opens = lane.lock().await;
        for _ in 0..TRIES_WHEN_LIMITED {
            self.wait_until_open(*opens).await?;
            self.keep_pace().await;
            if !still().await {
                return Ok(None);
            }
            let response = self.send_once(&call).await?;
            let headers = response.headers();
            if response.status() != StatusCode::TOO_MANY_REQUESTS {
                *opens = exhausted_for(headers).map(|wait| Instant::now() + wait);
                return read(response).await.map(Some);
            }
            let everything = headers.contains_key("x-ratelimit-global");
            let wait = retry_after(headers).unwrap_or(Duration::from_secs(1));
            // An old message that may not be edited any more, or a person to whom nobody may open one more direct
            // channel, says nothing about the rest.
            if let Err(forbidden @ SendError::Forbidden(_)) = read(response).await {
                return Err(forbidden);
            }
            if everything {
                *self
                    .everything_opens
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + wait);
            } else {
                *opens = Some(Instant::now() + wait);
            }
        }
        Err(SendError::trouble("limited again and again"))
    }

    async fn send_once(&self, call: &Call) -> Result<Response, SendError> {
        let mut request = self
            .client
            .request(call.method.clone(), format!("{}{}", self.base, call.path));
        match &call.body {
            None => {}
            Some(body) if call.files.is_empty() => {
                request = request
                    .header(reqwest::header::CONTENT_TYPE, "application/json")
                    .body(body.to_string());
            }
            Some(body) => request = request.multipart(form(body, &call.files)),
        }
        // Without the address: that of an answer holds its token.
        request
            .send()
            .await
            .map_err(|error| SendError::trouble(connection_error(&error)))
    }

    fn lane(&self, lane: &Lane) -> Opening {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() >= MANY_LANES {
            let now = Instant::now();
            let is_busy = |opens: &Opening| {
                Arc::strong_count(opens) > 1
                    || opens
                        .try_lock()
                        .is_ok_and(|opens| opens.is_some_and(|at| at > now))
            };
            lanes.retain(|_, opens| is_busy(opens));
        }
        lanes.entry(lane.clone()).or_default().clone()
    }

    async fn keep_pace(&self) {
        let Some(pace) = &self.pace else {
            return;
        };
        let wait = pace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .wait(std::time::Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    async fn wait_until_open(&self, lane_opens: Option<Instant>) -> Result<(), SendError> {
        let everything = *self
            .everything_opens
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let Some(opens) = lane_opens.max(everything) else {
            return Ok(());
        };
        let wait = opens.saturating_duration_since(Instant::now());
        if wait > LONGEST_WAIT {
            return Err(SendError::Trouble {
                what: "rate limited".to_owned(),
                wait: Some(wait),
            });
        }
        tokio::time::sleep(wait).await;
        Ok(())
    }
}

fn form(body: &Value, files: &[File]) -> Form {
    let mut form = Form::new().text("payload_json", body.to_string());
    for (index, file) in files.iter().enumerate() {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let part = part
            .mime_str(file.media_type())
            .unwrap_or_else(|_| Part::bytes(file.bytes.clone()));
        form = form.part(format!("files[{index}]"), part);
    }
    form
}

async fn read(response: Response) -> Result<Value, SendError> {
    let status = response.status();
    let limited_for = retry_after(response.headers());
    let bytes = response
        .bytes()
        .await
        .map_err(|error| SendError::trouble(connection_error(&error)))?;
    let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    if status.is_success() {
        return Ok(body);
    }
    let code = body["code"].as_i64().unwrap_or_default();
    let what = format!(
        "{} {code}: {}",
        status.as_u16(),
        body["message"].as_str().unwrap_or_default()
    );
    Err(match (status.as_u16(), code) {
        (_, 40060) => SendError::AnsweredBefore,
        // The token of an interaction, which is only valid for a quarter of an hour.
        (401, 50027) => SendError::Gone(what),
        (401, _) => SendError::BadToken,
        // Discord says 429 where an old message may not be edited so often (30046), and means about an hour, and where
        // too many direct channels are opened (40003).
        (403, _) | (_, 30046 | 40003) => SendError::Forbidden(what),
        (404, _) => SendError::Gone(what),
        (408 | 429 | 500.., _) => SendError::Trouble {
            what,
            wait: limited_for,
        },
        _ => SendError::Refused(what),
    })
}

fn connection_error(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "timed out"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    }
}

/// How long the lane stays closed after this answer, if it is used up.
fn exhausted_for(headers: &HeaderMap) -> Option<Duration> {
    let remaining = headers.get("x-ratelimit-remaining")?.to_str().ok()?;
    if remaining.trim() == "0" {
        seconds(headers, "x-ratelimit-reset-after")
    } else {
        None
    }
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    seconds(headers, "retry-after")
}

fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = headers.get(name)?.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}
