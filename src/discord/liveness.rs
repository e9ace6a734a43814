//! Whether the bot is there for everybody: what players do reaches it while its gateway is connected and answers.
//!
//! A connection that breaks without a word looks whole until a heartbeat stays unanswered, which serenity sees with the
//! next one only. A player who acts in the meantime must not be late: so the gateway has to have answered within the
//! minute for which a time-out waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serenity::gateway::{ConnectionStage, ShardManager};

/// What was not heard for longer is not there: less than the minute of grace, and more than the 41.25 seconds between
/// two of Discord's heartbeats, the time of an answer and the time between two looks.
const HEARD_WITHIN: Duration = Duration::from_secs(58);

/// Watches the gateway's connection.
#[derive(Clone)]
pub struct Liveness {
    shards: Arc<ShardManager>,
    sessions: Arc<AtomicU64>,
    hearing: Hearing,
}

impl Liveness {
    pub(super) fn new(shards: Arc<ShardManager>, sessions: Arc<AtomicU64>) -> Liveness {
        Liveness {
            shards,
            sessions,
            hearing: Hearing::default(),
        }
    }

    /// The connection that stands now: its number grows with every one that is made or resumed. `None` while there is
    /// none, or it has not been heard for too long. Whoever relies on it looks every few seconds.
    pub async fn connection(&mut self) -> Option<u64> {
        let sign = {
            let runners = self.shards.runners.lock().await;
            let connected = runners
                .values()
                .find(|runner| runner.stage == ConnectionStage::Connected);
            connected.map(|runner| Sign {
                connection: self.sessions.load(Ordering::Relaxed),
                latency: runner.latency,
            })
        };
        self.hearing
            .is_there(sign.filter(|sign| sign.connection > 0), Instant::now())
    }
}

/// What shows that the gateway was heard, by changing: serenity measures the latency anew with every heartbeat that is
/// answered, and only then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sign {
    connection: u64,
    latency: Option<Duration>,
}

/// When the gateway was heard last.
#[derive(Clone, Default)]
struct Hearing {
    /// The sign of the last look, when it was new, and when that look was.
    last: Option<(Sign, Instant, Instant)>,
}

impl Hearing {
    fn is_there(&mut self, sign: Option<Sign>, now: Instant) -> Option<u64> {
        let Some(sign) = sign else {
            self.last = None;
            return None;
        };
        // What is new has come since the look before, perhaps just after it.
        let heard = match self.last {
            None => now,
            Some((last, heard, _)) if last == sign => heard,
            Some((_, _, looked)) => looked,
        };
        self.last = Some((sign, heard, now));
        (now.duration_since(heard) <= HEARD_WITHIN).then_some(sign.connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GRACE;

    /// The gateway answers in so many milliseconds on connection 1.
    fn answered(in_ms: u64) -> Sign {
        Sign {
            connection: 1,
            latency: Some(Duration::from_millis(in_ms)),
        }
    }

    /// One look every five seconds over so long, each with the same sign; tells the seconds at which it was not there.
    fn missed(
        hearing: &mut Hearing,
        begin: Instant,
        seconds: std::ops::Range<u64>,
        sign: Sign,
    ) -> Vec<u64> {
        seconds
            .step_by(5)
            .filter(|&second| {
                let now = begin + Duration::from_secs(second);
                hearing.is_there(Some(sign), now).is_none()
            })
            .collect()
    }

    #[test]
    fn a_gateway_that_answers_every_heartbeat_is_there_all_the_time() {
        let (mut hearing, begin) = (Hearing::default(), Instant::now());
        for beat in 0..100 {
            // Each answer comes just after a look, and as late as it may.
            let from = beat * 45;
            let missed = missed(&mut hearing, begin, from..from + 45, answered(beat));
            assert!(missed.is_empty(), "{missed:?}");
        }
    }

    #[test]
    fn a_gateway_that_is_half_open_is_gone_before_a_time_out_may_be_decided() {
        let (mut hearing, begin) = (Hearing::default(), Instant::now());
        assert!(missed(&mut hearing, begin, 0..40, answered(1)).is_empty());
        // It dies just after the answer that is seen at second 40, and was there at second 35 last for sure.
        let gone = missed(&mut hearing, begin, 40..200, answered(2));
        let first = gone[0];
        assert_eq!(gone.len() as u64, (200 - first).div_ceil(5));
        assert!(i64::try_from(first - 35).unwrap() <= GRACE.as_seconds());
        // A heartbeat that is answered after all, or another connection, shows that it is there again.
        let again = begin + Duration::from_secs(200);
        assert_eq!(hearing.is_there(Some(answered(3)), again), Some(1));
        let other = Sign {
            connection: 2,
            latency: None,
        };
        assert_eq!(hearing.is_there(None, again), None);
        assert_eq!(hearing.is_there(Some(other), again), Some(2));
    }
}
