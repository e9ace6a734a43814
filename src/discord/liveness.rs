//! Whether the bot is there for everybody: what players do reaches it while its gateway is connected.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serenity::gateway::{ConnectionStage, ShardManager};

/// Watches the gateway's connection.
#[derive(Clone)]
pub struct Liveness {
    shards: Arc<ShardManager>,
    sessions: Arc<AtomicU64>,
}

impl Liveness {
    pub(super) fn new(shards: Arc<ShardManager>, sessions: Arc<AtomicU64>) -> Liveness {
        Liveness { shards, sessions }
    }

    /// The connection that stands now: its number grows with every one that is made or resumed. `None` while there is
    /// none.
    pub async fn connection(&self) -> Option<u64> {
        let runners = self.shards.runners.lock().await;
        let connected = runners
            .values()
            .any(|runner| runner.stage == ConnectionStage::Connected);
        let sessions = self.sessions.load(Ordering::Relaxed);
        (connected && sessions > 0).then_some(sessions)
    }
}
