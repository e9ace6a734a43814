//! The heartbeat: kept while the bot is there for everybody, so that an outage can be told and given back.

use std::time::{Duration, SystemTime};

use tokio::sync::watch;

use crate::app::{App, Fault};
use crate::discord::Liveness;
use crate::time::{Span, Timestamp};

/// So often the heartbeat is kept.
const EVERY: Span = Span::seconds(15);
/// A process that was not run for longer than this, as on a machine that slept, was not there.
const LONGEST_GAP: Duration = Duration::from_mins(1);

/// Feels whether the bot is there.
pub struct Pulse {
    liveness: Liveness,
    last: Option<Beat>,
    felt: watch::Sender<bool>,
}

struct Beat {
    /// The connection by which the bot was there.
    connection: u64,
    /// When, by the machine's own clock: one that a test sets may jump.
    felt: SystemTime,
    /// The instant that was kept.
    kept: Timestamp,
}

impl Pulse {
    /// The pulse of a connection that is about to be made.
    pub fn of(liveness: Liveness, app: &App) -> Pulse {
        app.left();
        Pulse {
            liveness,
            last: None,
            felt: watch::Sender::new(false),
        }
    }

    /// Becomes true with the first beat: from then on the bot answers for time.
    pub fn felt(&self) -> watch::Receiver<bool> {
        self.felt.subscribe()
    }

    /// When the bot was there for everybody, which is now; `None` while it is not. What it missed before is given back
    /// first.
    pub async fn beat(&mut self, app: &App) -> Result<Option<Timestamp>, Fault> {
        let Some(connection) = self.liveness.connection().await else {
            self.last = None;
            app.left();
            return Ok(None);
        };
        let (felt, now) = (SystemTime::now(), app.now());
        let unbroken = self.last.take().filter(|last| {
            let gap = felt.duration_since(last.felt).unwrap_or_default();
            last.connection == connection && gap <= LONGEST_GAP
        });
        let kept = match unbroken {
            Some(last) if now - last.kept < EVERY && last.kept <= now => last.kept,
            Some(_) => {
                app.heartbeat().await?;
                now
            }
            None => {
                app.back().await?;
                now
            }
        };
        self.felt.send_replace(true);
        self.last = Some(Beat {
            connection,
            felt,
            kept,
        });
        Ok(Some(now))
    }
}
