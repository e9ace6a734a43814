//! When the player to move is reminded, and when that waits for the end of his quiet hours.

use crate::time::{Days, QuietHours, Span, Timestamp, Zone};

/// Quiet hours hold a reminder up until so long before the deadline at most.
const HELD_UP_UNTIL: Span = Span::hours(1);

/// A reminder; each is sent at most once in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reminder {
    /// A fifth of the time for a move is left.
    AFifthLeft,
    /// Three hours are left.
    ThreeHoursLeft,
}

impl Reminder {
    /// Both, in the order in which they fall due.
    pub const ALL: [Reminder; 2] = [Reminder::AFifthLeft, Reminder::ThreeHoursLeft];

    /// How much time is left when it is due.
    pub fn time_left(self, days: Days) -> Span {
        match self {
            Reminder::AFifthLeft => Span::millis(days.span().as_millis() / 5),
            Reminder::ThreeHoursLeft => Span::hours(3),
        }
    }

    /// When it is due, with a clock that runs from `runs_from` to `deadline`.
    pub fn due(self, days: Days, runs_from: Timestamp, deadline: Timestamp) -> Timestamp {
        (deadline - self.time_left(days)).max(runs_from)
    }
}

/// How a reminder goes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// At once.
    Now,
    /// At once, without a sound: these are quiet hours, but there is no more time to wait for their end.
    Silently,
    /// Not before that instant.
    At(Timestamp),
}

impl Delivery {
    /// How a reminder that is due goes out at `now` to somebody who lives in that zone and wants these hours quiet.
    pub fn at(
        now: Timestamp,
        deadline: Timestamp,
        quiet: Option<QuietHours>,
        zone: Option<&Zone>,
    ) -> Delivery {
        let end = quiet
            .zip(zone)
            .and_then(|(quiet, zone)| quiet.end(zone, now));
        let latest = deadline - HELD_UP_UNTIL;
        match end {
            None => Delivery::Now,
            Some(_) if now >= latest => Delivery::Silently,
            Some(end) => Delivery::At(end.min(latest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hours after the beginning of 2026-03-29 in UTC, the day on which Berlin puts its clocks forward.
    fn hour(hours: i64) -> Timestamp {
        Timestamp::from_millis(1_774_742_400_000) + Span::hours(hours)
    }

    #[track_caller]
    fn check(now: i64, deadline: i64, expected: Delivery) {
        let zone = Zone::named("Europe/Berlin");
        let quiet = QuietHours::read("22:00-7:00").ok();
        let delivery = |quiet, zone| Delivery::at(hour(now), hour(deadline), quiet, zone);
        assert_eq!(delivery(quiet, zone.as_ref()), expected);
        assert_eq!(delivery(quiet, None), Delivery::Now);
        assert_eq!(delivery(None, zone.as_ref()), Delivery::Now);
    }

    #[test]
    fn quiet_hours_hold_a_reminder_up_but_never_too_long() {
        // They go from 21:00 UTC, 22:00 in winter, to 05:00 UTC, 7:00 in summer.
        check(-4, 10, Delivery::Now);
        check(-3, 10, Delivery::At(hour(5)));
        check(4, 10, Delivery::At(hour(5)));
        check(5, 10, Delivery::Now);
        check(-3, 6, Delivery::At(hour(5)));
        check(-3, 5, Delivery::At(hour(4)));
        check(3, 4, Delivery::Silently);
        check(4, 5, Delivery::Silently);
        check(2, 4, Delivery::At(hour(3)));
    }
}
