//! The hours of the day in which somebody wants to be left in peace. Pure: it is told the zone and the instant.

use std::fmt;

use jiff::civil::{Date, Time};
use jiff::tz::AmbiguousOffset;

use super::{Timestamp, Zone};

/// Minutes of a day.
const MINUTES: u16 = 24 * 60;

/// A time of the day in whole minutes, as clocks on the wall show it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DayTime(u16);

impl DayTime {
    /// So many minutes after the beginning of the day; `None` from 1,440 on.
    pub const fn from_minutes(minutes: u16) -> Option<DayTime> {
        if minutes < MINUTES {
            Some(DayTime(minutes))
        } else {
            None
        }
    }

    /// Minutes after the beginning of the day, by the clock on the wall.
    pub const fn minutes(self) -> u16 {
        self.0
    }

    /// Reads `22:00`, `22`, `10pm`, `10:30 pm`.
    pub fn read(text: &str) -> Option<DayTime> {
        let text = text.trim().to_lowercase().replace('.', ":");
        let halves = [("am", false), ("pm", true)];
        let half = halves
            .iter()
            .find_map(|&(word, pm)| Some((text.strip_suffix(word)?, pm)));
        let (clock, pm) = match half {
            Some((clock, pm)) => (clock.trim_end(), Some(pm)),
            None => (text.as_str(), None),
        };
        let (hour, minute) = clock.split_once(':').unwrap_or((clock, "0"));
        let (hour, minute) = (number(hour)?, number(minute)?);
        let hour = match pm {
            None if hour == 24 && minute == 0 => 0,
            None if hour < 24 => hour,
            Some(pm) if (1..=12).contains(&hour) => hour % 12 + if pm { 12 } else { 0 },
            None | Some(_) => return None,
        };
        (minute < 60).then_some(DayTime(hour * 60 + minute))
    }

    pub(super) fn of(time: Time) -> DayTime {
        let (hour, minute) = (time.hour().unsigned_abs(), time.minute().unsigned_abs());
        DayTime(u16::from(hour) * 60 + u16::from(minute))
    }

    fn time(self) -> Time {
        Time::constant((self.0 / 60) as i8, (self.0 % 60) as i8, 0, 0)
    }
}

impl fmt::Display for DayTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

fn number(text: &str) -> Option<u16> {
    let is_number = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// A stretch of every day, over midnight where `to` is not later than `from`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietHours {
    from: DayTime,
    to: DayTime,
}

/// Why a text gives no quiet hours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuietHoursError {
    /// It is not two times of the day.
    Unreadable,
    /// Both are the same.
    NoLength,
    /// They are longer than [`QuietHours::LONGEST_HOURS`].
    TooLong,
}

impl QuietHours {
    /// How long anybody may ask to be left in peace: some of the day must be left for reminders.
    pub const LONGEST_HOURS: u16 = 16;

    /// From one time of the day to the other; `None` when the two are the same.
    pub fn new(from: DayTime, to: DayTime) -> Option<QuietHours> {
        (from != to).then_some(QuietHours { from, to })
    }

    /// When they begin.
    pub fn from(self) -> DayTime {
        self.from
    }

    /// When they end.
    pub fn to(self) -> DayTime {
        self.to
    }

    /// Reads `22:00-7:00`, `22 to 7`, `10pm - 7:30am`.
    pub fn read(text: &str) -> Result<QuietHours, QuietHoursError> {
        let text = text.to_lowercase();
        let between = ["–", "—", "-", " to ", " until ", " till "];
        let halves = between.iter().find_map(|between| text.split_once(between));
        let read = halves.and_then(|(from, to)| DayTime::read(from).zip(DayTime::read(to)));
        let (from, to) = read.ok_or(QuietHoursError::Unreadable)?;
        let quiet = QuietHours::new(from, to).ok_or(QuietHoursError::NoLength)?;
        if quiet.minutes() > Self::LONGEST_HOURS * 60 {
            return Err(QuietHoursError::TooLong);
        }
        Ok(quiet)
    }

    /// How long they are by the clock on the wall.
    fn minutes(self) -> u16 {
        (self.to.0 + MINUTES - self.from.0) % MINUTES
    }

    /// When they end, if it is within them at `at` in that zone.
    ///
    /// They are a stretch from one instant to another. Where clocks are put forward over one of the two, that instant
    /// is the change; where they are put back, so that it comes twice, the hours begin with the first and end with the
    /// last.
    pub fn end(self, zone: &Zone, at: Timestamp) -> Option<Timestamp> {
        let today = zone.rules().to_datetime(at.to_jiff()).date();
        let over_midnight = self.to <= self.from;
        // The hours that began yesterday may go on; those of tomorrow may have begun where clocks were put back.
        let mut days = [today.yesterday(), Ok(today), today.tomorrow()].into_iter();
        days.find_map(|day| {
            let first = day.ok()?;
            let last = if over_midnight {
                first.tomorrow().ok()?
            } else {
                first
            };
            let begin = instant(zone, first, self.from, Twice::First)?;
            let end = instant(zone, last, self.to, Twice::Last)?;
            (begin <= at && at < end).then_some(end)
        })
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Which instant is meant where a time of the day comes twice.
#[derive(Clone, Copy)]
enum Twice {
    First,
    Last,
}

fn instant(zone: &Zone, day: Date, time: DayTime, twice: Twice) -> Option<Timestamp> {
    let shown = zone
        .rules()
        .to_ambiguous_timestamp(day.to_datetime(time.time()));
    let instant = match (shown.offset(), twice) {
        (AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. }, Twice::First) => {
            shown.earlier().ok()?
        }
        (AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. }, Twice::Last) => {
            shown.later().ok()?
        }
        // The clock never shows it. By the rule before the change it would come after that.
        (AmbiguousOffset::Gap { .. }, _) => {
            let after = shown.later().ok()?;
            zone.rules().preceding(after).next()?.timestamp()
        }
    };
    Some(Timestamp::from_millis(instant.as_millisecond()))
}

#[cfg(test)]
mod tests;
