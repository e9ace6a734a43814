//! Instants and spans of time, and the clock that tells the present.
//!
//! Everything is UTC and counted in whole milliseconds. Nothing here knows what a deadline is; the only effect is
//! [`Clock::now`], and whoever needs the time is handed a clock.

mod quiet;
mod zone;

use std::fmt;
use std::ops::{Add, Sub};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use quiet::{DayTime, QuietHours, QuietHoursError};
pub use zone::Zone;

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The instant that many milliseconds after the Unix epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Whole seconds since the Unix epoch, as Discord's `<t:...>` wants them.
    pub const fn as_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The calendar year in UTC.
    pub fn utc_year(self) -> i16 {
        self.civil().year()
    }

    /// The UTC date as PGN writes it, `2026.11.29`.
    pub fn pgn_date(self) -> String {
        self.civil().strftime("%Y.%m.%d").to_string()
    }

    /// The UTC time of day as PGN writes it, `21:05:09`.
    pub fn pgn_time(self) -> String {
        self.civil().strftime("%H:%M:%S").to_string()
    }

    fn civil(self) -> jiff::civil::DateTime {
        jiff::tz::Offset::UTC.to_datetime(self.to_jiff())
    }

    fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

/// A length of time in milliseconds; negative when it runs backward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span(i64);

impl Span {
    /// No time.
    pub const ZERO: Span = Span(0);

    /// That many milliseconds.
    pub const fn millis(n: i64) -> Self {
        Self(n)
    }

    /// That many seconds.
    pub const fn seconds(n: i64) -> Self {
        Self(n * 1000)
    }

    /// That many hours.
    pub const fn hours(n: i64) -> Self {
        Self::seconds(n * 3600)
    }

    /// That many days of exactly 86,400 seconds.
    pub const fn days(n: i64) -> Self {
        Self::seconds(n * 86_400)
    }

    /// The length in milliseconds.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The length in whole seconds, rounded down.
    pub const fn as_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

impl Add for Span {
    type Output = Span;

    fn add(self, more: Span) -> Span {
        Span(self.0.saturating_add(more.0))
    }
}

impl Sub for Span {
    type Output = Span;

    fn sub(self, less: Span) -> Span {
        Span(self.0.saturating_sub(less.0))
    }
}

impl Add<Span> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

impl Sub<Span> for Timestamp {
    type Output = Timestamp;

    fn sub(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_sub(span.0))
    }
}

impl Sub for Timestamp {
    type Output = Span;

    fn sub(self, earlier: Timestamp) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

/// Days that a player has for each move: 1 to 14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Days(u8);

impl Days {
    /// What a challenge gets when nothing else is said.
    pub const DEFAULT: Days = Days(3);
    /// The longest time a move may take.
    pub const MAX: Days = Days(14);

    /// `None` outside 1 to 14.
    pub const fn new(days: u8) -> Option<Days> {
        if days >= 1 && days <= Self::MAX.0 {
            Some(Days(days))
        } else {
            None
        }
    }

    /// The number of days.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The same as a length of time.
    pub const fn span(self) -> Span {
        Span::days(self.0 as i64)
    }
}

impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Tells the present: the machine's clock, or a file that holds Unix milliseconds and is read at every look, so that
/// a test can set the time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's own clock.
    System,
    /// A file with the present time in Unix milliseconds.
    File(Arc<Path>),
}

impl Clock {
    /// The present. A clock file that cannot be read counts as the machine's clock.
    pub fn now(&self) -> Timestamp {
        match self {
            Clock::System => system_now(),
            Clock::File(path) => std::fs::read_to_string(path)
                .ok()
                .and_then(|text| text.trim().parse().ok())
                .map_or_else(system_now, Timestamp::from_millis),
        }
    }

    /// The instant of so much real time ago. A clock that a test sets does not go on by itself: there it is the
    /// present.
    pub fn ago(&self, real: Duration) -> Timestamp {
        match self {
            Clock::System => Timestamp(self.now().0 - real.as_millis() as i64),
            Clock::File(_) => self.now(),
        }
    }
}

fn system_now() -> Timestamp {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp(since_epoch.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_pgn(millis: i64, date: &str, time: &str) {
        let instant = Timestamp::from_millis(millis);
        assert_eq!(
            (instant.pgn_date().as_str(), instant.pgn_time().as_str()),
            (date, time)
        );
    }

    #[test]
    fn instants_are_written_as_pgn_wants_them() {
        check_pgn(0, "1970.01.01", "00:00:00");
        check_pgn(951_782_400_000, "2000.02.29", "00:00:00");
        check_pgn(1_795_987_899_999, "2026.11.29", "21:31:39");
    }

    #[test]
    fn days_are_one_to_fourteen() {
        assert_eq!(
            [0, 1, 14, 15].map(|n| Days::new(n).map(Days::get)),
            [None, Some(1), Some(14), None]
        );
    }

    #[test]
    fn a_day_is_86_400_seconds() {
        let start = Timestamp::from_millis(1_000);
        assert_eq!(
            (start + Days::DEFAULT.span() - start).as_seconds(),
            3 * 86_400
        );
    }

    #[test]
    fn a_clock_file_is_read_again_at_every_look() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let clock = Clock::File(file.path().into());
        for millis in [5, 1_700_000_000_000] {
            std::fs::write(file.path(), format!("{millis}\n")).unwrap();
            assert_eq!(clock.now(), Timestamp::from_millis(millis));
        }
    }
}
