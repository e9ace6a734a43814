//! The sandbox's clock: real, or one that a test sets. Every rule that counts seconds asks it; nothing here sleeps by itself.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// The present, in Unix milliseconds. Clones are the same clock.
#[derive(Clone)]
pub struct Clock(Arc<Source>);

enum Source {
    Real,
    Set {
        now: watch::Sender<i64>,
        file: Option<PathBuf>,
    },
}

impl Clock {
    /// The machine's own time.
    pub fn real() -> Self {
        Self(Arc::new(Source::Real))
    }

    /// A clock that stands at `unix_ms` until it is moved.
    pub fn standing_at(unix_ms: i64) -> Self {
        Self(Arc::new(Source::Set {
            now: watch::Sender::new(unix_ms),
            file: None,
        }))
    }

    /// As [`Clock::standing_at`], and the time is kept in `file` as decimal Unix milliseconds, so that another
    /// process can follow it. The file is replaced in one step, never half written.
    pub fn shared_by_file(unix_ms: i64, file: &Path) -> io::Result<Self> {
        write_time(file, unix_ms)?;
        Ok(Self(Arc::new(Source::Set {
            now: watch::Sender::new(unix_ms),
            file: Some(file.to_owned()),
        })))
    }

    /// The present in Unix milliseconds.
    pub fn now(&self) -> i64 {
        match &*self.0 {
            Source::Real => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_millis() as i64),
            Source::Set { now, .. } => *now.borrow(),
        }
    }

    /// Moves a clock that stands. Panics on the real clock, which nobody can move.
    pub fn set(&self, unix_ms: i64) {
        let Source::Set { now, file } = &*self.0 else {
            panic!("the real clock cannot be set");
        };
        if let Some(file) = file {
            write_time(file, unix_ms).expect("the clock file can be written");
        }
        now.send_replace(unix_ms);
    }

    /// Moves a clock that stands forward by a span.
    pub fn advance(&self, span: Duration) {
        self.set(self.now() + span.as_millis() as i64);
    }

    /// Waits until the clock shows `unix_ms` or later.
    pub(crate) async fn reached(&self, unix_ms: i64) {
        match &*self.0 {
            Source::Real => {
                let left = unix_ms.saturating_sub(self.now()).max(0);
                tokio::time::sleep(Duration::from_millis(left as u64)).await;
            }
            Source::Set { now, .. } => {
                // The sender lives in `self`, so waiting cannot fail.
                let _ = now.subscribe().wait_for(|now| *now >= unix_ms).await;
            }
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &*self.0 {
            Source::Real => "real",
            Source::Set { .. } => "set",
        };
        write!(f, "Clock({kind}, {})", self.now())
    }
}

fn write_time(file: &Path, unix_ms: i64) -> io::Result<()> {
    let fresh = file.with_extension("next");
    std::fs::write(&fresh, unix_ms.to_string())?;
    std::fs::rename(fresh, file)
}

/// `unix_ms` in the ISO 8601 form of Discord's bodies, for example `2026-08-06T09:30:00.250000+00:00`.
pub(crate) fn iso8601(unix_ms: i64) -> String {
    let (days, in_day) = (
        unix_ms.div_euclid(86_400_000),
        unix_ms.rem_euclid(86_400_000),
    );
    let (year, month, day) = civil_from_days(days);
    let (hours, minutes) = (in_day / 3_600_000, in_day / 60_000 % 60);
    let (seconds, micros) = (in_day / 1000 % 60, in_day % 1000 * 1000);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{micros:06}+00:00")
}

/// Year, month and day of a day counted from 1970-01-01, in the proleptic Gregorian calendar. Years start in March
/// within the sum, so that the leap day comes last.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(unix_ms: i64, expected: &str) {
        assert_eq!(iso8601(unix_ms), expected);
    }

    #[test]
    fn times_are_written_as_discord_writes_them() {
        check(0, "1970-01-01T00:00:00.000000+00:00");
        check(951_782_400_000, "2000-02-29T00:00:00.000000+00:00");
        check(1_735_689_599_999, "2024-12-31T23:59:59.999000+00:00");
        check(1_786_008_600_250, "2026-08-06T09:30:00.250000+00:00");
    }
}
