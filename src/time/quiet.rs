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
mod tests {
    use super::*;

    #[track_caller]
    fn check_read(text: &str, expected: Option<&str>) {
        let read = QuietHours::read(text).map(|quiet| quiet.to_string());
        assert_eq!(read.as_deref().ok(), expected, "{text:?}");
    }

    #[test]
    fn quiet_hours_leave_some_of_the_day() {
        let check = |text, expected| assert_eq!(QuietHours::read(text).err(), expected, "{text}");
        check("16-8", None);
        check("16-8:01", Some(QuietHoursError::TooLong));
        check("8-7", Some(QuietHoursError::TooLong));
        check("0:00-16:00", None);
        check("0:00-23:00", Some(QuietHoursError::TooLong));
        check("7-7", Some(QuietHoursError::NoLength));
        check("0-24", Some(QuietHoursError::NoLength));
        check("late", Some(QuietHoursError::Unreadable));
    }

    #[test]
    fn quiet_hours_are_read_as_people_write_them() {
        check_read("22:00-7:00", Some("22:00-07:00"));
        check_read("22-7", Some("22:00-07:00"));
        check_read(" 22.30 – 07.15 ", Some("22:30-07:15"));
        check_read("10pm to 7am", Some("22:00-07:00"));
        check_read("10:30 PM until 7 AM", Some("22:30-07:00"));
        check_read("12am-12pm", Some("00:00-12:00"));
        check_read("23:00-24:00", Some("23:00-00:00"));
        check_read("7-7", None);
        check_read("25-7", None);
        check_read("13pm-7am", None);
        check_read("22:60-7", None);
        check_read("+1-7", None);
        check_read("-", None);
        check_read("late", None);
        check_read("", None);
    }

    #[test]
    fn every_minute_of_the_day_reads_back() {
        for minute in 0..MINUTES {
            let time = DayTime::from_minutes(minute).unwrap();
            assert_eq!(DayTime::read(&time.to_string()), Some(time));
            assert_eq!(DayTime::of(time.time()), time);
        }
        assert_eq!(DayTime::from_minutes(MINUTES), None);
    }

    /// At `at`, which is UTC as in `2026-03-28T23:00Z`, the hours are on until `end`, or not at all.
    #[track_caller]
    fn check(zone: &str, hours: &str, at: &str, end: Option<&str>) {
        let zone = Zone::named(zone).unwrap();
        let quiet = QuietHours::read(hours).unwrap();
        let instant = |text: &str| {
            let text = text.replace('Z', ":00Z");
            let instant: jiff::Timestamp = text.parse().unwrap();
            Timestamp::from_millis(instant.as_millisecond())
        };
        let found = quiet.end(&zone, instant(at));
        assert_eq!(found, end.map(instant), "{} {hours} {at}", zone.name());
    }

    #[test]
    fn hours_of_one_day_and_over_midnight() {
        check("UTC", "13-15", "2026-06-01T12:59Z", None);
        check(
            "UTC",
            "13-15",
            "2026-06-01T13:00Z",
            Some("2026-06-01T15:00Z"),
        );
        check("UTC", "13-15", "2026-06-01T15:00Z", None);
        check("UTC", "22-7", "2026-06-01T21:59Z", None);
        check(
            "UTC",
            "22-7",
            "2026-06-01T22:00Z",
            Some("2026-06-02T07:00Z"),
        );
        check(
            "UTC",
            "22-7",
            "2026-06-02T06:59Z",
            Some("2026-06-02T07:00Z"),
        );
        check("UTC", "22-7", "2026-06-02T07:00Z", None);
        check(
            "Asia/Kolkata",
            "22-7",
            "2026-06-01T16:30Z",
            Some("2026-06-02T01:30Z"),
        );
        check(
            "Pacific/Kiritimati",
            "0-12",
            "2026-06-01T10:00Z",
            Some("2026-06-01T22:00Z"),
        );
    }

    #[test]
    fn clocks_put_forward_shorten_the_night() {
        let berlin = |at, end| check("Europe/Berlin", "22-7", at, end);
        // 22:00 CET to 07:00 CEST.
        berlin("2026-03-28T20:59Z", None);
        berlin("2026-03-28T21:00Z", Some("2026-03-29T05:00Z"));
        berlin("2026-03-29T04:59Z", Some("2026-03-29T05:00Z"));
        berlin("2026-03-29T05:00Z", None);
        // 02:30 is not shown that night: the hours end with the change, or begin with it.
        check(
            "Europe/Berlin",
            "22:00-2:30",
            "2026-03-29T00:59Z",
            Some("2026-03-29T01:00Z"),
        );
        check("Europe/Berlin", "22:00-2:30", "2026-03-29T01:00Z", None);
        check("Europe/Berlin", "2:30-6:00", "2026-03-29T00:59Z", None);
        check(
            "Europe/Berlin",
            "2:30-6:00",
            "2026-03-29T01:00Z",
            Some("2026-03-29T04:00Z"),
        );
        // Hours that the change leaves nothing of.
        check("Europe/Berlin", "2:10-2:50", "2026-03-29T01:00Z", None);
        check(
            "America/New_York",
            "23-6:30",
            "2026-03-08T04:00Z",
            Some("2026-03-08T10:30Z"),
        );
        // By half an hour only: 02:00 becomes 02:30 on 2026-10-04, at 15:30 UTC the day before.
        check(
            "Australia/Lord_Howe",
            "22:00-2:15",
            "2026-10-03T15:29Z",
            Some("2026-10-03T15:30Z"),
        );
        check(
            "Australia/Lord_Howe",
            "22:00-6:00",
            "2026-10-03T15:30Z",
            Some("2026-10-03T19:00Z"),
        );
    }

    #[test]
    fn clocks_put_back_lengthen_the_night() {
        let berlin = |at, end| check("Europe/Berlin", "22-7", at, end);
        berlin("2026-10-24T20:00Z", Some("2026-10-25T06:00Z"));
        berlin("2026-10-25T05:59Z", Some("2026-10-25T06:00Z"));
        berlin("2026-10-25T06:00Z", None);
        // 02:30 comes twice: the hours end with the second, and begin with the first.
        check(
            "Europe/Berlin",
            "22:00-2:30",
            "2026-10-25T00:30Z",
            Some("2026-10-25T01:30Z"),
        );
        check("Europe/Berlin", "22:00-2:30", "2026-10-25T01:30Z", None);
        check("Europe/Berlin", "2:30-6:00", "2026-10-25T00:29Z", None);
        check(
            "Europe/Berlin",
            "2:30-6:00",
            "2026-10-25T01:10Z",
            Some("2026-10-25T05:00Z"),
        );
        check(
            "America/New_York",
            "23-6:30",
            "2026-11-01T03:00Z",
            Some("2026-11-01T11:30Z"),
        );
        check(
            "America/New_York",
            "1:15-1:45",
            "2026-11-01T06:00Z",
            Some("2026-11-01T06:45Z"),
        );
        // 02:00 becomes 01:30 on 2026-04-05, at 15:00 UTC the day before.
        check(
            "Australia/Lord_Howe",
            "22:00-1:45",
            "2026-04-04T14:50Z",
            Some("2026-04-04T15:15Z"),
        );
        check(
            "Australia/Lord_Howe",
            "22:00-6:00",
            "2026-04-04T11:00Z",
            Some("2026-04-04T19:30Z"),
        );
    }

    /// On a walk through a year: the end is never in the past, nothing is on at it unless the next night begins
    /// there, and no night lasts longer than its hours and the largest change.
    #[test]
    fn hours_end_within_a_day_and_a_half() {
        let step = 37 * 60 * 1000;
        for name in [
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "America/St_Johns",
            "Africa/Casablanca",
            "Asia/Gaza",
        ] {
            let zone = Zone::named(name).unwrap();
            let quiet = QuietHours::read("23:30-6:45").unwrap();
            let mut at = 1_767_225_600_000_i64;
            while at < 1_767_225_600_000 + 366 * 86_400_000 {
                let now = Timestamp::from_millis(at);
                let shown = zone.time_of_day(now);
                if let Some(end) = quiet.end(&zone, now) {
                    assert!(end > now && (end - now).as_seconds() <= (7 * 60 + 15 + 60) * 60);
                    assert_eq!(quiet.end(&zone, end), None, "{name} {at}");
                } else {
                    let inside = shown >= quiet.from() || shown < quiet.to();
                    assert!(!inside, "{name} {at} {shown}");
                }
                at += step;
            }
        }
    }
}
