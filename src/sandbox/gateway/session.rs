//! Gateway sessions: who is connected, what was dispatched to whom, and what a resume has to repeat.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

/// Events that are kept for a resume.
const REPLAY: usize = 1000;

/// Gateway intents that matter here (docs: events/gateway, "Gateway Intents").
pub(crate) mod intent {
    pub(crate) const GUILDS: u64 = 1 << 0;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    /// Events that come whatever was asked for.
    pub(crate) const ALWAYS: u64 = 0;
    /// Every bit that Discord has given a meaning.
    pub(crate) const KNOWN: u64 = ((1 << 17) - 1) | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
}

/// What a connection is to do.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    Send(Arc<Value>),
    Close(u16),
    /// Break the TCP connection without a word.
    Cut,
}

/// One session, connected or waiting to be resumed.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) intents: u64,
    seq: u64,
    events: VecDeque<(u64, Arc<Value>)>,
    link: Option<UnboundedSender<Frame>>,
    pub(crate) connection: u64,
    pub(crate) acks: bool,
    cut_at_next_event: bool,
}

/// All sessions of the bot.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    all: Vec<Session>,
    made: u64,
    pub(crate) without: Vec<String>,
    pub(crate) changes: Value,
    pub(crate) duplicate: bool,
}

impl Session {
    fn connect(&mut self, connection: u64, link: UnboundedSender<Frame>) {
        self.link = Some(link);
        self.connection = connection;
        self.acks = true;
    }

    /// Sends a frame on the present connection, if there is one.
    fn send(&mut self, frame: Frame) {
        if let Some(link) = &self.link
            && link.send(frame).is_err()
        {
            self.link = None;
        }
    }

    /// Numbers an event, keeps it for a resume, then sends it.
    pub(crate) fn dispatch(&mut self, event: &str, data: Value) {
        self.seq += 1;
        let mut payload = json!({"op": 0, "t": event, "s": self.seq});
        payload["d"] = data;
        let payload = Arc::new(payload);
        self.events.push_back((self.seq, Arc::clone(&payload)));
        if self.events.len() > REPLAY {
            self.events.pop_front();
        }
        if std::mem::take(&mut self.cut_at_next_event) {
            self.send(Frame::Cut);
            self.link = None;
        } else {
            self.send(Frame::Send(payload));
        }
    }
}

impl Sessions {
    /// Opens a session on a connection. A bot that identifies anew has given up what it left to be resumed.
    pub(crate) fn open(
        &mut self,
        intents: u64,
        connection: u64,
        link: UnboundedSender<Frame>,
    ) -> &mut Session {
        self.made += 1;
        self.all.retain(|session| session.link.is_some());
        self.all.push(Session {
            id: format!(
                "{:032x}",
                u128::from(self.made) << 64 | u128::from(connection)
            ),
            intents,
            seq: 0,
            events: VecDeque::new(),
            link: Some(link),
            connection,
            acks: true,
            cut_at_next_event: false,
        });
        self.all.last_mut().expect("just pushed")
    }

    /// Goes on with a session after event `seq`: moves it to this connection and gives the missed events.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        seq: u64,
        connection: u64,
        link: UnboundedSender<Frame>,
    ) -> Resume {
        let Some(session) = self.all.iter_mut().find(|session| session.id == id) else {
            return Resume::Unknown;
        };
        if seq > session.seq {
            return Resume::InvalidSequence;
        }
        session.connect(connection, link);
        let missed: Vec<Arc<Value>> = session
            .events
            .iter()
            .filter(|(number, _)| *number > seq)
            .map(|(_, payload)| Arc::clone(payload))
            .collect();
        for payload in missed {
            session.send(Frame::Send(payload));
        }
        session.dispatch("RESUMED", json!({"_trace": []}));
        Resume::Resumed
    }

    /// The connection is gone; the session waits for a resume unless the client ended it.
    pub(crate) fn disconnected(&mut self, connection: u64, ended: bool) {
        if ended {
            self.all.retain(|session| session.connection != connection);
        } else if let Some(session) = self.on(connection) {
            session.link = None;
        }
    }

    /// The session of a connection.
    pub(crate) fn on(&mut self, connection: u64) -> Option<&mut Session> {
        self.all
            .iter_mut()
            .find(|session| session.connection == connection)
    }

    /// Whether the bot is connected.
    pub(crate) fn online(&self) -> bool {
        self.all.iter().any(|session| session.link.is_some())
    }

    /// How many sessions were opened so far: one for each IDENTIFY.
    pub(crate) fn opened(&self) -> u64 {
        self.made
    }

    /// Sends an event to every session that asked for it; `intents` 0 means that all did.
    pub(crate) fn dispatch(&mut self, event: &str, intents: u64, data: &Value) {
        self.dispatch_with(event, intents, |_| data.clone());
    }

    /// As [`Sessions::dispatch`], with data that depends on the intents of the session.
    pub(crate) fn dispatch_with(&mut self, event: &str, intents: u64, data: impl Fn(u64) -> Value) {
        for session in &mut self.all {
            if intents == intent::ALWAYS || session.intents & intents != 0 {
                let data = data(session.intents);
                session.dispatch(event, data);
            }
        }
    }

    /// Sends an interaction, spoiled, altered or doubled when a test asked for that.
    pub(crate) fn dispatch_interaction(&mut self, mut data: Value) {
        for field in std::mem::take(&mut self.without) {
            if let Some(fields) = data.as_object_mut() {
                fields.remove(&field);
            }
        }
        if let changes @ Value::Object(_) = std::mem::take(&mut self.changes) {
            merge(&mut data, changes);
        }
        for _ in 0..=u8::from(std::mem::take(&mut self.duplicate)) {
            self.dispatch("INTERACTION_CREATE", intent::ALWAYS, &data);
        }
    }

    /// Sends a frame on every connection.
    pub(crate) fn send_all(&mut self, frame: &Frame) {
        for session in &mut self.all {
            session.send(frame.clone());
        }
    }

    /// Forgets all sessions, so that none can be resumed.
    pub(crate) fn invalidate(&mut self) {
        for session in &mut self.all {
            session.id.clear();
        }
    }

    pub(crate) fn stop_acks(&mut self) {
        for session in &mut self.all {
            session.acks = false;
        }
    }

    pub(crate) fn cut_at_next_event(&mut self) {
        for session in &mut self.all {
            session.cut_at_next_event = true;
        }
    }
}

/// A JSON merge patch (RFC 7396).
fn merge(target: &mut Value, patch: Value) {
    let Value::Object(changes) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = json!({});
    }
    for (name, change) in changes {
        if change.is_null() {
            target.as_object_mut().map(|fields| fields.remove(&name));
        } else {
            merge(&mut target[name], change);
        }
    }
}

/// What became of a resume.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Resume {
    Resumed,
    Unknown,
    InvalidSequence,
}
