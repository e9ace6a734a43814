//! The gateway WebSocket: HELLO, IDENTIFY, RESUME, heartbeats and dispatch, with the close codes of
//! docs: topics/opcodes-and-status-codes. What is dispatched is decided elsewhere.

pub(super) mod session;
mod zlib;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use self::session::{Frame, Resume, intent};
use self::zlib::Compression;
use super::state::{Shared, State};

/// A client may send so many payloads in a minute.
const SENDS_PER_MINUTE: usize = 120;
/// A payload of a client may be so long, in bytes.
const LONGEST_PAYLOAD: usize = 4096;

/// Why a connection ends.
enum End {
    Close(u16),
    Cut,
    /// The client closed it; `true` when that ends the session too.
    Client(bool),
}

struct Connection {
    shared: Arc<Shared>,
    socket: WebSocket,
    number: u64,
    compression: Compression,
    link: UnboundedSender<Frame>,
    identified: bool,
    sends: VecDeque<Instant>,
}

/// Serves one client until the connection ends. `stream` asks for transport compression.
pub(super) async fn serve(shared: Arc<Shared>, socket: WebSocket, stream: bool) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (link, frames) = unbounded_channel();
    let mut connection = Connection {
        shared: Arc::clone(&shared),
        socket,
        number: NEXT.fetch_add(1, Ordering::Relaxed),
        compression: if stream {
            Compression::stream()
        } else {
            Compression::None
        },
        link,
        identified: false,
        sends: VecDeque::new(),
    };
    let number = connection.number;
    let end = connection.run(frames).await;
    let ended = match end {
        End::Client(ended) => ended,
        End::Close(_) | End::Cut => false,
    };
    shared.change(|state| {
        let before = state.sessions.online();
        state.sessions.disconnected(number, ended);
        tell_online(state, before);
    });
    if let End::Close(code) = end {
        let close = CloseFrame {
            code,
            reason: reason(code).into(),
        };
        // The client may be gone already.
        let _ = connection.socket.send(Message::Close(Some(close))).await;
        // Its answer is awaited for a moment, so that the code is read before TCP ends.
        let _ = tokio::time::timeout(Duration::from_secs(1), connection.socket.recv()).await;
    }
}

impl Connection {
    async fn run(&mut self, mut frames: UnboundedReceiver<Frame>) -> End {
        let interval = self.shared.read(|state| state.behavior.heartbeat_interval);
        let hello = json!({"op": 10, "s": null, "t": null,
            "d": {"heartbeat_interval": interval.as_millis() as u64, "_trace": []}});
        if let Err(end) = self.send(&hello).await {
            return end;
        }
        let mut last_heard = Instant::now();
        loop {
            // A client that misses two heartbeats is taken for dead.
            let dead = last_heard + interval * 2 + Duration::from_secs(5);
            let step = tokio::select! {
                biased;
                () = stop(&self.shared) => Err(End::Close(1001)),
                frame = frames.recv() => match frame {
                    Some(Frame::Send(payload)) => self.send(&payload).await,
                    Some(Frame::Close(code)) => Err(End::Close(code)),
                    Some(Frame::Cut) | None => Err(End::Cut),
                },
                message = self.socket.recv() => {
                    last_heard = Instant::now();
                    self.hear(message).await
                }
                () = tokio::time::sleep_until(dead.into()) => Err(End::Close(4009)),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn send(&mut self, payload: &Value) -> Result<(), End> {
        let message = self.compression.pack(payload);
        self.socket.send(message).await.map_err(|_| End::Cut)
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let bytes = match message {
            Some(Ok(Message::Text(text))) => axum::body::Bytes::from(text),
            Some(Ok(Message::Binary(bytes))) => bytes,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Close(frame))) => {
                let code = frame.map_or(1005, |frame| frame.code);
                return Err(End::Client(matches!(code, 1000 | 1001)));
            }
            Some(Err(_)) | None => return Err(End::Client(false)),
        };
        self.count_send()?;
        if bytes.len() > LONGEST_PAYLOAD {
            return Err(End::Close(4002));
        }
        let Ok(payload) = serde_json::from_slice::<Value>(&bytes) else {
            return Err(End::Close(4002));
        };
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => self.heartbeat().await,
            Some(2) => self.identify(data),
            Some(6) => self.resume(data).await,
            Some(3 | 4 | 8) if !self.identified => Err(End::Close(4003)),
            // Presence and voice state change nothing that is shown here.
            Some(3 | 4) => Ok(()),
            Some(8) => {
                self.members(data);
                Ok(())
            }
            Some(_) => Err(End::Close(4001)),
            None => Err(End::Close(4002)),
        }
    }

    fn count_send(&mut self) -> Result<(), End> {
        let now = Instant::now();
        self.sends.push_back(now);
        self.sends
            .retain(|at| now.duration_since(*at) < Duration::from_mins(1));
        if self.sends.len() > SENDS_PER_MINUTE {
            return Err(End::Close(4008));
        }
        Ok(())
    }

    async fn heartbeat(&mut self) -> Result<(), End> {
        let number = self.number;
        let acks = self
            .shared
            .change(|state| state.sessions.on(number).is_none_or(|session| session.acks));
        if acks {
            let ack = json!({"op": 11, "s": null, "t": null, "d": null});
            self.send(&ack).await?;
        }
        Ok(())
    }

    fn identify(&mut self, data: &Value) -> Result<(), End> {
        if self.identified {
            return Err(End::Close(4005));
        }
        let (link, number) = (self.link.clone(), self.number);
        self.shared.change(|state| {
            if !token_fits(state, &data["token"]) {
                return Err(End::Close(4004));
            }
            let Some(intents) = data["intents"]
                .as_u64()
                .filter(|bits| bits & !intent::KNOWN == 0)
            else {
                return Err(End::Close(4013));
            };
            let privileged = intent::GUILD_MEMBERS
                | intent::GUILD_PRESENCES
                | if state.behavior.message_content {
                    0
                } else {
                    intent::MESSAGE_CONTENT
                };
            if intents & privileged != 0 {
                return Err(End::Close(4014));
            }
            let shard = &data["shard"];
            if !shard.is_null() && !is_shard(shard) {
                return Err(End::Close(4010));
            }
            let before = state.sessions.online();
            let id = state.sessions.open(intents, number, link).id.clone();
            let ready = ready(state, &id, shard);
            let guild = state
                .world
                .is_member(state.world.bot)
                .then(|| state.guild_create());
            if let Some(session) = state.sessions.on(number) {
                session.dispatch("READY", ready);
                if let Some(guild) = guild.filter(|_| intents & intent::GUILDS != 0) {
                    session.dispatch("GUILD_CREATE", guild);
                }
            }
            tell_online(state, before);
            Ok(())
        })?;
        self.identified = true;
        if data["compress"] == true {
            self.compression.by_payload();
        }
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), End> {
        if self.identified {
            return Err(End::Close(4005));
        }
        let (link, number) = (self.link.clone(), self.number);
        let resumed = self.shared.change(|state| {
            if !token_fits(state, &data["token"]) {
                return Err(End::Close(4004));
            }
            let before = state.sessions.online();
            let id = data["session_id"].as_str().unwrap_or_default();
            let seq = data["seq"].as_u64().unwrap_or(0);
            let resumed = if id.is_empty() {
                Resume::Unknown
            } else {
                state.sessions.resume(id, seq, number, link)
            };
            tell_online(state, before);
            Ok(resumed)
        })?;
        match resumed {
            Resume::Resumed => {
                self.identified = true;
                Ok(())
            }
            Resume::Unknown => {
                let invalid = json!({"op": 9, "s": null, "t": null, "d": false});
                self.send(&invalid).await
            }
            Resume::InvalidSequence => Err(End::Close(4007)),
        }
    }

    /// Op 8: the members whose ids were asked for. Names cannot be searched without the privileged intent.
    fn members(&self, data: &Value) {
        let number = self.number;
        self.shared.change(|state| {
            let asked = match &data["user_ids"] {
                Value::Array(ids) => ids.clone(),
                one => vec![one.clone()],
            };
            let ids = asked
                .iter()
                .filter_map(|id| serde_json::from_value(id.clone()).ok());
            let members: Vec<Value> = ids.filter_map(|id| state.member(id)).collect();
            let mut chunk = json!({"guild_id": state.world.guild.id, "members": members,
                "chunk_index": 0, "chunk_count": 1, "not_found": []});
            if !data["nonce"].is_null() {
                chunk["nonce"] = data["nonce"].clone();
            }
            if let Some(session) = state.sessions.on(number) {
                session.dispatch("GUILD_MEMBERS_CHUNK", chunk);
            }
        });
    }
}

fn ready(state: &State, session: &str, shard: &Value) -> Value {
    let bot = state.world.bot;
    let guilds: Vec<Value> = state
        .world
        .is_member(bot)
        .then(|| json!({"id": state.world.guild.id, "unavailable": true}))
        .into_iter()
        .collect();
    json!({
        "v": 10, "user": state.own_user(), "guilds": guilds, "session_id": session,
        "session_type": "normal", "resume_gateway_url": state.gateway_url(), "private_channels": [],
        "relationships": [], "presences": [], "user_settings": {}, "geo_ordered_rtc_regions": [],
        "guild_join_requests": [], "game_relationships": [], "auth": {}, "_trace": [],
        "shard": if shard.is_null() { json!([0, 1]) } else { shard.clone() },
        "application": {"id": bot, "flags": state.application_flags()},
    })
}

/// Whether this is the bot's token, with or without the prefix of REST, which one library sends here too.
fn token_fits(state: &State, token: &Value) -> bool {
    let token = token.as_str().unwrap_or_default();
    token.strip_prefix("Bot ").unwrap_or(token) == state.token
}

fn is_shard(shard: &Value) -> bool {
    let number = |n: usize| shard[n].as_u64();
    matches!((number(0), number(1)), (Some(shard), Some(count)) if shard < count)
}

async fn stop(shared: &Shared) {
    shared.stopped().await;
}

/// Tells the chat pages when the bot came or went.
fn tell_online(state: &State, before: bool) {
    let online = state.sessions.online();
    if online != before {
        state.tell_all(&json!({"type": "online", "online": online}));
    }
}

fn reason(code: u16) -> &'static str {
    match code {
        4000 => "Unknown error.",
        4001 => "Unknown opcode.",
        4002 => "Error while decoding payload.",
        4003 => "Not authenticated.",
        4004 => "Authentication failed.",
        4005 => "Already authenticated.",
        4007 => "Invalid seq.",
        4008 => "Rate limited.",
        4009 => "Session timed out.",
        4010 => "Invalid shard.",
        4011 => "Sharding required.",
        4012 => "Invalid API version.",
        4013 => "Invalid intent(s).",
        4014 => "Disallowed intent(s).",
        _ => "",
    }
}
