//! Discord's rate limits, counted in real time: 50 requests a second over all routes, and if wanted a few messages at
//! a time in each channel (docs: topics/rate-limits).

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::error::ApiError;
use super::id::Id;

/// The limit of all routes together: so many requests in any one second.
const GLOBAL: usize = 50;

/// How many requests came lately.
#[derive(Debug, Default)]
pub(crate) struct RateLimits {
    recent: VecDeque<Instant>,
    buckets: HashMap<String, VecDeque<Instant>>,
    /// Edits of old messages, by channel, in the clock's milliseconds.
    old_edits: HashMap<Id, VecDeque<i64>>,
}

/// What the headers of an answer say about its bucket.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    pub(crate) name: String,
    pub(crate) limit: usize,
    pub(crate) remaining: usize,
    pub(crate) reset_after: f64,
}

impl RateLimits {
    /// Counts a request towards the global limit, or refuses it.
    pub(crate) fn count_global(&mut self, now: Instant) -> Result<(), ApiError> {
        let second = Duration::from_secs(1);
        match count(&mut self.recent, GLOBAL, second, now) {
            Ok(_) => Ok(()),
            Err(wait) => Err(ApiError::rate_limited(wait.as_secs_f64(), true)),
        }
    }

    /// Counts a request towards its route's own limit: what the headers say of it, and perhaps a refusal.
    pub(crate) fn count_route(
        &mut self,
        route: &str,
        limit: usize,
        span: Duration,
        now: Instant,
    ) -> (Bucket, Result<(), ApiError>) {
        let times = self.buckets.entry(route.to_owned()).or_default();
        let bucket = |remaining, reset_after| Bucket {
            name: route.replace('/', "-"),
            limit,
            remaining,
            reset_after,
        };
        match count(times, limit, span, now) {
            Ok(remaining) => (bucket(remaining, span.as_secs_f64()), Ok(())),
            Err(wait) => {
                let wait = wait.as_secs_f64();
                (bucket(0, wait), Err(ApiError::rate_limited(wait, false)))
            }
        }
    }
}

impl RateLimits {
    /// Counts an edit to an old message within the last hour of the clock; `false` when it is one too many.
    pub(crate) fn count_old_edit(&mut self, channel: Id, limit: usize, now_ms: i64) -> bool {
        let times = self.old_edits.entry(channel).or_default();
        times.retain(|at| now_ms - at < 3_600_000);
        let room = times.len() < limit;
        if room {
            times.push_back(now_ms);
        }
        room
    }
}

/// Notes a moment when there is room and gives the room left, else how long until there is.
fn count(
    times: &mut VecDeque<Instant>,
    limit: usize,
    span: Duration,
    now: Instant,
) -> Result<usize, Duration> {
    while times
        .front()
        .is_some_and(|first| now.duration_since(*first) >= span)
    {
        times.pop_front();
    }
    if times.len() >= limit {
        let first = *times.front().expect("a limit is at least one");
        return Err(span.saturating_sub(now.duration_since(first)));
    }
    times.push_back(now);
    Ok(limit - times.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifty_first_request_within_a_second_waits() {
        let mut limits = RateLimits::default();
        let start = Instant::now();
        for n in 0..50 {
            let at = start + Duration::from_millis(n);
            assert!(limits.count_global(at).is_ok(), "request {n}");
        }
        let refused = limits
            .count_global(start + Duration::from_millis(500))
            .unwrap_err();
        assert_eq!((refused.status, refused.retry_after), (429, Some(0.5)));
        assert!(limits.count_global(start + Duration::from_secs(1)).is_ok());
    }

    #[test]
    fn routes_are_counted_apart() {
        let mut limits = RateLimits::default();
        let now = Instant::now();
        let span = Duration::from_secs(5);
        let mut count = |route: &str| limits.count_route(route, 2, span, now);
        assert_eq!(count("a").0.remaining, 1);
        assert!(count("a").1.is_ok());
        assert!(count("a").1.is_err());
        assert!(count("b").1.is_ok());
    }
}
