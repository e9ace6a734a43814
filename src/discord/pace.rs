//! How fast requests may follow each other. Pure: it is told the instant and tells how long to wait.

use std::time::{Duration, Instant};

/// Discord allows 50 requests a second in all, answers to interactions not counted. Together with a burst this makes 39,
/// which leaves room.
/// <https://discord.com/developers/docs/topics/rate-limits#global-rate-limit>
const SPACING: Duration = Duration::from_millis(29);
/// So many may go at once after a while of quiet.
const BURST: u32 = 5;

/// Keeps requests apart.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// When all that was let go before is used up.
    paid_until: Option<Instant>,
}

impl Pace {
    /// How long a request that comes now has to wait for its turn.
    pub(super) fn wait(&mut self, now: Instant) -> Duration {
        let paid_until = self.paid_until.map_or(now, |paid| paid.max(now));
        self.paid_until = Some(paid_until + SPACING);
        let ahead = paid_until - now;
        ahead.saturating_sub(SPACING * (BURST - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest number of requests within any second.
    fn most_in_a_second(sent: &[Instant]) -> usize {
        let within = |first: &Instant| {
            sent.iter()
                .filter(|sent| (first..&(*first + Duration::from_secs(1))).contains(sent))
                .count()
        };
        sent.iter().map(within).max().unwrap_or(0)
    }

    #[test]
    fn no_second_has_more_than_is_allowed() {
        let start = Instant::now();
        let mut random = fastrand::Rng::with_seed(7);
        let mut pace = Pace::default();
        let mut now = start;
        let mut sent = Vec::new();
        for _ in 0..2000 {
            // Now and then nothing is to be sent for a while; else far more than may be.
            let pause = if random.u8(..) == 0 {
                3000
            } else {
                random.u64(..20)
            };
            now += Duration::from_millis(pause);
            sent.push(now + pace.wait(now));
        }
        let most = most_in_a_second(&sent);
        assert!((36..=40).contains(&most), "{most}");
    }

    #[test]
    fn a_few_go_at_once_and_the_rest_in_turn() {
        let now = Instant::now();
        let mut pace = Pace::default();
        let waits: Vec<u128> = (0..8).map(|_| pace.wait(now).as_millis()).collect();
        assert_eq!(waits, [0, 0, 0, 0, 0, 29, 58, 87]);
        let later = now + Duration::from_secs(1);
        assert_eq!(pace.wait(later), Duration::ZERO);
    }
}
