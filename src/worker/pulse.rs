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

    /// When the bot was last there for everybody for sure; `None` while it is not. What it missed before is given back
    /// first.
    pub async fn beat(&mut self, app: &App) -> Result<Option<Timestamp>, Fault> {
        let Some(connection) = self.liveness.connection().await else {
            self.last = None;
            app.left();
            return Ok(None);
        };
        // A gateway that is silent may be dead already: only up to then is nobody late.
        let there = app.clock().ago(connection.heard);
        let felt = SystemTime::now();
        let unbroken = self.last.take().filter(|last| {
            let gap = felt.duration_since(last.felt).unwrap_or_default();
            last.connection == connection.number && gap <= LONGEST_GAP
        });
        let kept = match unbroken {
            Some(last) if (there - last.kept).as_millis().abs() < EVERY.as_millis() => last.kept,
            Some(_) => {
                app.heartbeat(there).await?;
                there
            }
            None => {
                app.back().await?;
                app.now()
            }
        };
        self.felt.send_replace(true);
        self.last = Some(Beat {
            connection: connection.number,
            felt,
            kept,
        });
        Ok(Some(there))
    }
}
