//! A small Discord on this machine: REST, gateway, posted files and a chat page on one loopback port, for
//! `penpawn try` and for tests that talk to a bot as people do.
//!
//! It enforces what Discord enforces (deadlines, limits, permissions, error codes) and makes trouble on request. It
//! knows nothing of the bot that connects to it, nor of chess. One lock guards all state; a bell rings after every
//! change, so that nothing here waits by polling.
//!
//! Reading order: `world` and `message` are the data, `state` holds them, `rest` and `gateway` are what the bot
//! sees, `ask` and `person` what people do, `page_api` what the chat page does through the same functions.

mod answer;
mod ask;
mod check;
mod clock;
mod draft;
mod embeds;
mod error;
mod fault;
mod gateway;
mod id;
mod interaction;
mod keeper;
mod limits;
mod line;
mod log;
mod message;
mod options;
mod options_check;
mod page_api;
mod page_files;
mod permissions;
mod person;
mod picture;
mod places;
mod post;
mod render;
mod rest;
mod server;
mod slash;
mod state;
mod store;
mod talk;
mod upload;
mod world;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

pub use self::answer::{Answer, Choice, Modal, ModalField, Reply};
pub use self::ask::ClientError;
pub use self::clock::Clock;
pub use self::fault::{Fault, Route, Trouble};
pub use self::id::Id;
pub use self::log::{Request, SentFile};
pub use self::message::{AnswerTo, Attachment, Button, Message, Select};
pub use self::options::{Behavior, Options};
pub use self::permissions::Permissions;
pub use self::person::{Pending, Person};
pub use self::world::{Channel, ChannelKind, User};

use self::gateway::session::{Frame, Sessions};
use self::state::{Shared, State};
use self::world::World;

/// Why a sandbox does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The port is taken or not allowed.
    #[error("cannot listen on 127.0.0.1:{port}")]
    Listen {
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// The kept world cannot be read.
    #[error("cannot read the sandbox's folder")]
    Folder(#[from] io::Error),
}

/// A running sandbox. It ends when this is dropped.
pub struct Sandbox {
    shared: Arc<Shared>,
    address: SocketAddr,
    tasks: Vec<JoinHandle<()>>,
    saver: Option<JoinHandle<()>>,
}

impl Sandbox {
    /// Starts a sandbox on a loopback port.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
            .await
            .map_err(|source| StartError::Listen {
                port: options.port,
                source,
            })?;
        let address = listener.local_addr()?;
        let kept = match &options.folder {
            Some(folder) => store::load(folder)?,
            None => None,
        };
        let mut world =
            kept.unwrap_or_else(|| World::sample(options.clock.now(), &options.bot_name));
        world.guild.bot_permissions = options.bot_permissions;
        if let Some(bot) = world.users.get_mut(&world.bot) {
            bot.in_guild = options.bot_in_guild;
            bot.username.clone_from(&options.bot_name);
        }
        let token = server::token(world.bot);
        let shared = Arc::new(Shared::new(State {
            clock: options.clock,
            base: format!("http://{address}"),
            token,
            behavior: options.behavior,
            world,
            sessions: Sessions::default(),
            uploads: std::collections::BTreeMap::new(),
            faults: fault::RestFaults::default(),
            limits: limits::RateLimits::default(),
            log: Vec::new(),
            page: broadcast::Sender::new(4096),
        }));
        let saver = options
            .folder
            .map(|folder| tokio::spawn(store::keep_saved(Arc::clone(&shared), folder)));
        let tasks = vec![
            tokio::spawn(server::run(Arc::clone(&shared), listener)),
            tokio::spawn(keeper::run(Arc::clone(&shared))),
        ];
        Ok(Self {
            shared,
            address,
            tasks,
            saver,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the REST interface without its path, for clients that take another host: `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        self.shared.read(|state| state.base.clone())
    }

    /// The bot's token.
    pub fn token(&self) -> String {
        self.shared.read(|state| state.token.clone())
    }

    /// The clock by which answers are late.
    pub fn clock(&self) -> Clock {
        self.shared.clock.clone()
    }

    /// The bot's account, whose id is the application's too.
    pub fn bot(&self) -> Id {
        self.shared.read(|state| state.world.bot)
    }

    /// The server's id.
    pub fn guild(&self) -> Id {
        self.shared.read(|state| state.world.guild.id)
    }

    /// The channel of the server, or the thread, with this name. Panics when there is none.
    #[track_caller]
    pub fn channel(&self, name: &str) -> Id {
        let named = |state: &State| {
            state
                .world
                .channels
                .values()
                .find(|channel| channel.name == name)
                .map(|channel| channel.id)
        };
        match self.shared.read(named) {
            Some(id) => id,
            None => panic!("the sandbox has no channel {name:?}"),
        }
    }

    /// A channel as it is now.
    pub fn channel_info(&self, id: Id) -> Option<Channel> {
        self.shared
            .read(|state| state.world.channels.get(&id).cloned())
    }

    /// All channels, threads and direct message channels, oldest first.
    pub fn channels(&self) -> Vec<Channel> {
        self.shared
            .read(|state| state.world.channels.values().cloned().collect())
    }

    /// The account with this user name. Panics when there is none.
    #[track_caller]
    pub fn person(&self, username: &str) -> Person {
        let named = |state: &State| {
            state
                .world
                .users
                .values()
                .find(|user| user.username == username)
                .map(|user| user.id)
        };
        match self.shared.read(named) {
            Some(id) => Person::new(Arc::clone(&self.shared), id),
            None => panic!("the sandbox has no account {username:?}"),
        }
    }

    /// The messages of a channel that everybody in it sees, oldest first.
    pub fn messages(&self, channel: Id) -> Vec<Message> {
        self.shared
            .read(|state| state.world.public_messages(channel).cloned().collect())
    }

    /// A message as it is now.
    pub fn message(&self, id: Id) -> Option<Message> {
        self.shared
            .read(|state| state.world.messages.get(&id).cloned())
    }

    /// Every message that answers an interaction, private ones too, oldest first.
    pub fn answers_to(&self, interaction: Id) -> Vec<Message> {
        self.shared.read(|state| {
            let answers = |message: &&Message| {
                message
                    .answer_to
                    .as_ref()
                    .is_some_and(|to| to.id == interaction)
            };
            state
                .world
                .messages
                .values()
                .filter(answers)
                .cloned()
                .collect()
        })
    }

    /// The token of an interaction, which the app was told: for tests that answer in the app's place.
    pub fn interaction_token(&self, interaction: Id) -> Option<String> {
        self.shared.read(|state| {
            state
                .world
                .interactions
                .get(&interaction)
                .map(|asked| asked.token.clone())
        })
    }

    /// The interaction that was started last.
    pub fn newest_interaction(&self) -> Option<Id> {
        self.shared
            .read(|state| state.world.interactions.keys().next_back().copied())
    }

    /// The commands that the bot registered, as Discord answers them.
    pub fn commands(&self) -> Vec<Value> {
        self.shared
            .read(|state| state.world.commands.values().cloned().collect())
    }

    /// Every REST request so far and what it was answered.
    pub fn requests(&self) -> Vec<Arc<Request>> {
        self.shared.read(|state| state.log.clone())
    }

    /// How often a gateway session was opened: one for each IDENTIFY, none for a resume.
    pub fn identifies(&self) -> u64 {
        self.shared.read(|state| state.sessions.opened())
    }

    /// Whether the bot's gateway is connected.
    pub fn online(&self) -> bool {
        self.shared.read(|state| state.sessions.online())
    }

    /// Waits until the bot is connected and has registered commands.
    pub async fn ready(&self) {
        self.until(
            "the bot is connected and has registered its commands",
            || {
                let ready =
                    |state: &State| state.sessions.online() && !state.world.commands.is_empty();
                self.shared.read(ready).then_some(())
            },
        )
        .await;
    }

    /// Waits until `look` finds something, looking again after every change. Panics, naming `what` was awaited, after
    /// half a minute of real time.
    pub async fn until<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        match self.shared.until_unlocked(&mut look).await {
            Some(found) => found,
            None => panic!("waited in vain: {what}"),
        }
    }

    /// Waits for the first message in the same channel that the bot posts for all to see after this one.
    pub async fn next_message(&self, after: &Message) -> Message {
        let (channel, id) = (after.channel, after.id);
        self.message_where(
            "the bot's next message in the channel",
            channel,
            |message| message.id > id,
        )
        .await
    }

    /// Waits for a message of the bot in a channel, for all to see, that fits.
    pub async fn message_where(
        &self,
        what: &str,
        channel: Id,
        fits: impl Fn(&Message) -> bool,
    ) -> Message {
        let bot = self.bot();
        self.until(what, || {
            self.messages(channel)
                .into_iter()
                .find(|message| message.author == bot && !message.loading && fits(message))
        })
        .await
    }

    /// Makes trouble.
    pub fn fault(&self, fault: Fault) {
        self.shared.change(|state| make_trouble(state, fault));
    }

    /// Takes back all troubles of REST requests that have not happened yet.
    pub fn clear_faults(&self) {
        self.shared.change(|state| state.faults.clear());
    }

    /// Makes a text channel in the server.
    pub fn create_channel(&self, name: &str) -> Id {
        self.shared.change(|state| state.create_text_channel(name))
    }

    /// Somebody joins the server, under a user name and a name that the others see.
    pub fn add_person(&self, username: &str, name: &str) -> Person {
        let id = self.shared.change(|state| {
            let id = state.fresh_id();
            let user = User {
                id,
                username: username.to_owned(),
                global_name: Some(name.to_owned()),
                bot: false,
                in_guild: true,
                dms_open: true,
                locale: "en-US".to_owned(),
            };
            state.world.users.insert(id, user);
            id
        });
        Person::new(Arc::clone(&self.shared), id)
    }

    /// Deletes a channel or thread with all that is in it, as a moderator does.
    pub fn delete_channel(&self, id: Id) {
        self.shared.change(|state| state.remove_channel(id));
    }

    /// Deletes a message, as a moderator or its author does.
    pub fn delete_message(&self, id: Id) {
        self.shared.change(|state| state.delete(id));
    }

    /// Lets the bot into the server or throws it out.
    pub fn set_bot_in_guild(&self, member: bool) {
        self.shared.change(|state| state.set_bot_in_guild(member));
    }

    /// Archives a thread; a locked one only moderators can open again.
    pub fn archive_thread(&self, id: Id, locked: bool) {
        self.shared.change(|state| {
            if let Some(thread) = state.world.channels.get_mut(&id) {
                thread.archived = true;
                thread.locked = locked;
            }
            state.announce_channel(id, "THREAD_UPDATE", "channel_update");
        });
    }

    /// Ends the sandbox and waits until everything is saved.
    pub async fn stop(mut self) {
        self.shared.stop.send_replace(true);
        if let Some(saver) = self.saver.take() {
            // The saver ends by itself once all is written.
            let _ = saver.await;
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.shared.stop.send_replace(true);
        for task in &self.tasks {
            task.abort();
        }
    }
}

fn make_trouble(state: &mut State, fault: Fault) {
    match fault {
        Fault::Rest {
            route,
            times,
            trouble,
        } => state.faults.add(route, times, trouble),
        Fault::DirectMessages { user, open } => {
            if let Some(user) = state.world.users.get_mut(&user) {
                user.dms_open = open;
            }
        }
        Fault::Deny {
            user,
            channel,
            permissions,
        } => state.deny(user, channel, |held| held.with(permissions)),
        Fault::Allow {
            user,
            channel,
            permissions,
        } => state.deny(user, channel, |held| held.without(permissions)),
        Fault::Reconnect => {
            let reconnect = serde_json::json!({"op": 7, "s": null, "t": null, "d": null});
            state.sessions.send_all(&Frame::Send(Arc::new(reconnect)));
        }
        Fault::InvalidSession { resumable } => {
            let invalid = serde_json::json!({"op": 9, "s": null, "t": null, "d": resumable});
            state.sessions.send_all(&Frame::Send(Arc::new(invalid)));
            if !resumable {
                state.sessions.invalidate();
            }
        }
        Fault::Close(code) => {
            state.sessions.send_all(&Frame::Close(code));
            // After these a session cannot be resumed (docs: topics/opcodes-and-status-codes).
            if matches!(code, 4007 | 4009) {
                state.sessions.invalidate();
            }
        }
        Fault::Cut => state.sessions.send_all(&Frame::Cut),
        Fault::CutAtNextEvent => state.sessions.cut_at_next_event(),
        Fault::StopAcks => state.sessions.stop_acks(),
        Fault::MangleInteraction { without } => state.sessions.without = without,
        Fault::AlterInteraction(changes) => state.sessions.changes = changes,
        Fault::DuplicateInteraction => state.sessions.duplicate = true,
        Fault::Dispatch { event, data } => {
            state
                .sessions
                .dispatch(&event, gateway::session::intent::ALWAYS, &data);
        }
    }
}
