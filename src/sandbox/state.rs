//! All that the sandbox knows, behind one lock, and a bell that rings after every change.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{broadcast, watch};

use super::clock::Clock;
use super::error::ApiError;
use super::fault::RestFaults;
use super::gateway::session::Sessions;
use super::id::Id;
use super::limits::RateLimits;
use super::log::Request;
use super::message::{Attachment, Message};
use super::options::Behavior;
use super::world::{Channel, World};

/// Waiting in a test gives up after this much real time: something is broken then, not slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// Requests that are remembered at most; a sandbox that runs for weeks must not grow for ever.
const REMEMBERED_REQUESTS: usize = 20_000;

/// Something that a chat page is told, and who is told.
#[derive(Clone, Debug)]
pub(crate) struct PageEvent {
    pub(crate) to: Id,
    pub(crate) body: Value,
}

/// Everything that can change.
pub(crate) struct State {
    pub(crate) clock: Clock,
    /// `http://127.0.0.1:PORT`
    pub(crate) base: String,
    pub(crate) token: String,
    pub(crate) behavior: Behavior,
    pub(crate) world: World,
    /// Files given with commands.
    pub(crate) uploads: BTreeMap<Id, Attachment>,
    pub(crate) sessions: Sessions,
    pub(crate) faults: RestFaults,
    pub(crate) limits: RateLimits,
    pub(crate) log: Vec<Arc<Request>>,
    pub(crate) page: broadcast::Sender<Arc<PageEvent>>,
}

impl State {
    /// A fresh id for the present moment.
    pub(crate) fn fresh_id(&mut self) -> Id {
        self.world.last_id = self.world.last_id.next(self.clock.now());
        self.world.last_id
    }

    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }

    /// A channel that the bot can see, or why it gets no answer about it.
    pub(crate) fn channel_for_bot(&self, id: Id) -> Result<&Channel, ApiError> {
        let channel = self
            .world
            .channels
            .get(&id)
            .ok_or_else(ApiError::unknown_channel)?;
        if self.world.can_see(self.world.bot, channel) {
            Ok(channel)
        } else {
            Err(ApiError::missing_access())
        }
    }

    /// A message that everyone in the channel sees.
    pub(crate) fn message_in(&self, channel: Id, id: Id) -> Result<&Message, ApiError> {
        self.world
            .messages
            .get(&id)
            .filter(|message| message.channel == channel && message.visible_to.is_none())
            .ok_or_else(ApiError::unknown_message)
    }

    /// Remembers a request and its answer; the oldest ones make room.
    pub(crate) fn remember(&mut self, request: Request) {
        if self.log.len() == REMEMBERED_REQUESTS {
            self.log.drain(..REMEMBERED_REQUESTS / 2);
        }
        self.log.push(Arc::new(request));
    }

    /// Tells one person's chat pages something.
    pub(crate) fn tell(&self, to: Id, body: Value) {
        // Nobody may be looking, which is fine.
        let _ = self.page.send(Arc::new(PageEvent { to, body }));
    }

    /// Tells everybody's chat pages something.
    pub(crate) fn tell_all(&self, body: &Value) {
        for user in self.world.users.keys() {
            self.tell(*user, body.clone());
        }
    }
}

/// What every part of the sandbox holds on to.
pub(crate) struct Shared {
    state: Mutex<State>,
    bell: watch::Sender<u64>,
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) clock: Clock,
}

impl Shared {
    pub(crate) fn new(state: State) -> Self {
        Self {
            clock: state.clock.clone(),
            state: Mutex::new(state),
            bell: watch::Sender::new(0),
            stop: watch::Sender::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic in another test thread must not hide the first fault behind a second.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks, without changing anything.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.lock())
    }

    /// Changes something and rings the bell.
    pub(crate) fn change<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let result = act(&mut self.lock());
        self.bell.send_modify(|rings| *rings += 1);
        result
    }

    /// A bell that rings after every change from now on.
    pub(crate) fn bell(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    /// Waits until `look` finds something. Woken by changes alone; gives up after half a minute of real time.
    pub(crate) async fn until<T>(&self, mut look: impl FnMut(&State) -> Option<T>) -> Option<T> {
        self.until_unlocked(&mut || self.read(&mut look)).await
    }

    /// As [`Shared::until`], for a look that takes the lock itself.
    pub(crate) async fn until_unlocked<T>(
        &self,
        look: &mut impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let mut bell = self.bell();
        let give_up = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = look() {
                return Some(found);
            }
            let rung = tokio::time::timeout_at(give_up.into(), bell.changed());
            if !matches!(rung.await, Ok(Ok(()))) {
                return None;
            }
        }
    }

    /// Resolves when the sandbox is to end.
    pub(crate) async fn stopped(&self) {
        // The sender lives in `self`, so waiting cannot fail.
        let _ = self.stop.subscribe().wait_for(|stop| *stop).await;
    }
}
