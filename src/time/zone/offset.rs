//! Offsets from UTC as zones, for people who know theirs by heart: `UTC+2`, `GMT-5`, `+05:30`.
//!
//! Their sign is that of everybody: `UTC+2` is two hours ahead. (In the IANA database `Etc/GMT-2` is.)

use jiff::tz::{Offset, TimeZone};

use super::Zone;

/// The offsets that clocks on Earth show go from twelve hours behind to fourteen ahead, in steps of quarters.
const FURTHEST: std::ops::RangeInclusive<i32> = -12 * 60..=14 * 60;
const STEP: i32 = 15;

/// The offset of exactly that name, as [`Zone::name`] writes it.
pub(super) fn named(name: &str) -> Option<Zone> {
    typed(name).filter(|zone| zone.name().eq_ignore_ascii_case(name))
}

/// The offset that somebody means by `UTC+2`, `GMT-5`, `+02:00`, `utc +0530`.
pub(super) fn typed(text: &str) -> Option<Zone> {
    let text = text.trim().to_ascii_uppercase();
    let behind = text.strip_prefix("UTC").or(text.strip_prefix("GMT"));
    let text = behind.unwrap_or(&text).trim_start();
    let (sign, digits) = match text.strip_prefix('+') {
        Some(digits) => (1, digits),
        None => (-1, text.strip_prefix(['-', '\u{2212}', '\u{2013}'])?),
    };
    let minutes = sign * minutes(digits.trim_start())?;
    (FURTHEST.contains(&minutes) && minutes % STEP == 0).then(|| zone(minutes))
}

/// Minutes of `2`, `02`, `0530`, `5:30`.
fn minutes(digits: &str) -> Option<i32> {
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) if minutes.len() == 2 => (hours, minutes),
        Some(_) => return None,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "00"),
    };
    let number = |text: &str| -> Option<i32> {
        let is_number = matches!(text.len(), 1 | 2) && text.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (minutes < 60).then_some(hours * 60 + minutes)
}

fn zone(minutes: i32) -> Zone {
    if minutes == 0 {
        return Zone {
            name: "UTC".to_owned(),
            rules: TimeZone::UTC,
        };
    }
    let sign = if minutes < 0 { '-' } else { '+' };
    let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
    let name = match rest {
        0 => format!("UTC{sign}{hours}"),
        rest => format!("UTC{sign}{hours}:{rest:02}"),
    };
    let offset = Offset::from_seconds(minutes * 60).unwrap_or(Offset::UTC);
    Zone {
        name,
        rules: TimeZone::fixed(offset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    /// `text` means an offset of that name, by which it is that late at noon UTC.
    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let noon = Timestamp::from_millis(12 * 3_600_000);
        let zone = typed(text);
        let shown = zone.as_ref().map(|zone| zone.time_of_day(noon).to_string());
        let found = zone.as_ref().map(Zone::name).zip(shown.as_deref());
        assert_eq!(found, expected, "{text:?}");
        if let Some(zone) = zone {
            assert_eq!(Zone::named(zone.name()), Some(zone), "{text:?}");
        }
    }

    #[test]
    fn offsets_are_read_with_everybodys_sign() {
        check("UTC+2", Some(("UTC+2", "14:00")));
        check("gmt-5", Some(("UTC-5", "07:00")));
        check("+02:00", Some(("UTC+2", "14:00")));
        check("utc +0530", Some(("UTC+5:30", "17:30")));
        check(" -3:30 ", Some(("UTC-3:30", "08:30")));
        check("UTC\u{2212}8", Some(("UTC-8", "04:00")));
        check("+14", Some(("UTC+14", "02:00")));
        check("UTC+05:45", Some(("UTC+5:45", "17:45")));
        check("UTC+0", Some(("UTC", "12:00")));
    }

    #[test]
    fn what_no_clock_shows_is_no_offset() {
        for text in [
            "+15", "-13", "+2:10", "+2:60", "UTC", "2", "+", "++2", "UTC+2x", "+2:5", "+123",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn an_offset_is_told_from_a_place() {
        assert!(Zone::named("UTC+2").unwrap().is_fixed());
        assert!(!Zone::named("UTC").unwrap().is_fixed());
        assert!(!Zone::named("Europe/Berlin").unwrap().is_fixed());
        assert_eq!(Zone::named("+2"), None);
    }
}
