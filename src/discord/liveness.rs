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
    heard: Heard,
    hearing: Hearing,
}

/// What came from the gateway so far.
#[derive(Clone, Default)]
pub(super) struct Heard {
    sessions: Arc<AtomicU64>,
    events: Arc<AtomicU64>,
}

impl Heard {
    /// An event has come, whichever.
    pub(super) fn event(&self) {
        self.events.fetch_add(1, Ordering::Relaxed);
    }

    /// A connection was made, or resumed.
    pub(super) fn connection(&self) {
        self.sessions.fetch_add(1, Ordering::Relaxed);
    }
}

/// A connection that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connection {
    /// It grows with every connection that is made or resumed.
    pub number: u64,
    /// The gateway was certainly heard so long ago, and perhaps since.
    pub heard: Duration,
}

impl Liveness {
    pub(super) fn new(shards: Arc<ShardManager>, heard: Heard) -> Liveness {
        Liveness {
            shards,
            heard,
            hearing: Hearing::default(),
        }
    }

    /// The connection that stands now. `None` while there is none, or it has not been heard for too long. Whoever relies
    /// on it looks every few seconds.
    pub async fn connection(&mut self) -> Option<Connection> {
        let sign = {
            let runners = self.shards.runners.lock().await;
            let connected = runners
                .values()
                .find(|runner| runner.stage == ConnectionStage::Connected);
            connected.map(|runner| Sign {
                connection: self.heard.sessions.load(Ordering::Relaxed),
                events: self.heard.events.load(Ordering::Relaxed),
                latency: runner.latency,
            })
        };
        self.hearing
            .is_there(sign.filter(|sign| sign.connection > 0), Instant::now())
    }
}

/// What shows that the gateway was heard, by changing: events are counted, and serenity measures the latency anew with
/// every heartbeat that is answered, and only then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sign {
    connection: u64,
    events: u64,
    latency: Option<Duration>,
}

impl Sign {
    fn is_news_after(self, last: Sign) -> bool {
        // Without a latency serenity has given the connection up, and that is no word of the gateway's.
        let is_answer = self.latency.is_some() && self.latency != last.latency;
        (self.connection, self.events) != (last.connection, last.events) || is_answer
    }
}

/// When the gateway was heard last.
#[derive(Clone, Default)]
struct Hearing {
    /// The sign of the last look, when it was new, and when that look was.
    last: Option<(Sign, Instant, Instant)>,
}

impl Hearing {
    fn is_there(&mut self, sign: Option<Sign>, now: Instant) -> Option<Connection> {
        let Some(sign) = sign else {
            self.last = None;
            return None;
        };
        // What is new has come since the look before, perhaps just after it.
        let heard = match self.last {
            None => now,
            Some((last, heard, _)) if !sign.is_news_after(last) => heard,
            Some((_, _, looked)) => looked,
        };
        self.last = Some((sign, heard, now));
        let heard = now.duration_since(heard);
        (heard <= HEARD_WITHIN).then_some(Connection {
            number: sign.connection,
            heard,
        })
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
            events: 0,
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
        let number = |there: Option<Connection>| there.map(|there| there.number);
        assert_eq!(number(hearing.is_there(Some(answered(3)), again)), Some(1));
        let other = Sign {
            connection: 2,
            events: 0,
            latency: None,
        };
        assert_eq!(hearing.is_there(None, again), None);
        assert_eq!(number(hearing.is_there(Some(other), again)), Some(2));
    }

    #[test]
    fn what_is_told_is_never_later_than_what_was_heard() {
        let (mut hearing, begin) = (Hearing::default(), Instant::now());
        let mut told = |second: u64, sign: Sign| {
            let now = begin + Duration::from_secs(second);
            hearing
                .is_there(Some(sign), now)
                .map(|there| second - there.heard.as_secs())
        };
        assert_eq!(told(0, answered(1)), Some(0));
        assert_eq!(told(30, answered(1)), Some(0));
        // The answer came some time after the look before.
        assert_eq!(told(35, answered(2)), Some(30));
        let with_events = |events| Sign {
            events,
            ..answered(2)
        };
        assert_eq!(told(40, with_events(7)), Some(35));
        assert_eq!(told(45, with_events(8)), Some(40));
        // Nothing comes any more, and neither a look nor a connection that is given up makes it younger.
        let given_up = Sign {
            latency: None,
            ..with_events(8)
        };
        assert_eq!(told(60, with_events(8)), Some(40));
        assert_eq!(told(97, with_events(8)), Some(40));
        assert_eq!(told(98, given_up), Some(40));
        assert_eq!(told(99, given_up), None);
    }
}
