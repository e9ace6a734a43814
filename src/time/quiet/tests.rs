//! Quiet hours as people write them, and when they end, over nights in which clocks change too.

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
