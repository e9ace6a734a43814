//! Time zones by their IANA names, as people find them, and offsets from UTC. The database is within the program, so a
//! bare machine knows them all. What a zone is used for is not known here.

mod offset;

use jiff::tz::TimeZone;

use super::{DayTime, Timestamp};

/// A time zone of the IANA database, or a fixed offset from UTC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    name: String,
    rules: TimeZone,
}

impl Zone {
    /// The zone of exactly that name, as in `Europe/Berlin` or `UTC+2`; upper and lower case do not matter.
    pub fn named(name: &str) -> Option<Zone> {
        if let Some(zone) = offset::named(name) {
            return Some(zone);
        }
        let rules = jiff::tz::db().get(name).ok()?;
        let name = rules.iana_name()?.to_owned();
        Some(Zone { name, rules })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is an offset that never changes, summer or winter, and no place on Earth.
    pub fn is_fixed(&self) -> bool {
        self.rules.iana_name().is_none()
    }

    /// What clocks on the wall show there.
    pub fn time_of_day(&self, at: Timestamp) -> DayTime {
        let civil = self.rules.to_datetime(at.to_jiff());
        DayTime::of(civil.time())
    }

    /// The zone that those words mean beyond doubt.
    pub fn meant_by(typed: &str) -> Option<Zone> {
        if let Some(zone) = offset::typed(typed) {
            return Some(zone);
        }
        let found = ranked(typed);
        let best = found.first()?.fit;
        let mut best: Vec<Zone> = found
            .iter()
            .take_while(|found| found.fit == best)
            .filter_map(|found| Zone::named(&found.name))
            .collect();
        // Some zones have several names.
        let is_one = best
            .iter()
            .all(|zone| zone.rules.primary_iana_name() == best[0].rules.primary_iana_name());
        is_one.then(|| best.remove(0))
    }

    /// Up to so many zones that those words can mean, the likeliest first; some that many people live in while there
    /// are no words yet.
    pub fn suggestions(typed: &str, limit: usize) -> Vec<Zone> {
        if let Some(zone) = offset::typed(typed) {
            return vec![zone];
        }
        let names = if key(typed).is_empty() {
            COMMON.iter().map(|&name| name.to_owned()).collect()
        } else {
            let found = ranked(typed).into_iter();
            found.map(|found| found.name).collect::<Vec<_>>()
        };
        names
            .iter()
            .filter_map(|name| Zone::named(name))
            .take(limit)
            .collect()
    }

    pub(super) fn rules(&self) -> &TimeZone {
        &self.rules
    }
}

/// How well a name fits what was typed, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    City,
    CityBegins,
    WordBegins,
}

/// A zone that fits what was typed. Where one has several names, the one it is known by now comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    fit: Fit,
    is_old_name: bool,
    name: String,
}

fn ranked(typed: &str) -> Vec<Found> {
    let typed = key(typed);
    if typed.is_empty() {
        return Vec::new();
    }
    let in_zone = CITIES.iter().filter_map(|&(city, zone)| {
        let fit = if city == typed {
            Fit::City
        } else if city.starts_with(&typed) {
            Fit::CityBegins
        } else {
            return None;
        };
        Some(Found {
            fit,
            is_old_name: false,
            name: zone.to_owned(),
        })
    });
    let names = jiff::tz::db().available();
    let named = names.filter_map(|name| {
        let name = name.as_str();
        // Their signs are the other way round than everybody writes them: `Etc/GMT-2` is UTC+2.
        if name.starts_with("Etc/GMT") {
            return None;
        }
        let fit = fit(&typed, name)?;
        let zone = Zone::named(name)?;
        Some(Found {
            fit,
            is_old_name: !zone.rules.is_primary(),
            name: name.to_owned(),
        })
    });
    let mut found: Vec<_> = in_zone.chain(named).collect();
    found.sort();
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|found| seen.insert(found.name.clone()));
    found
}

fn fit(typed: &str, name: &str) -> Option<Fit> {
    let whole = key(name);
    let city = key(name.rsplit('/').next().unwrap_or(name));
    if whole == typed {
        Some(Fit::Whole)
    } else if city == typed {
        Some(Fit::City)
    } else if city.starts_with(typed) {
        Some(Fit::CityBegins)
    } else if whole.starts_with(typed) || whole.contains(&format!(" {typed}")) {
        Some(Fit::WordBegins)
    } else {
        None
    }
}

/// Letters, digits and signs, everything between words as one space.
fn key(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '+';
    let text = text.to_lowercase();
    let words: Vec<&str> = text
        .split(|c| !is_part(c))
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// What is offered before anything is typed, from west to east.
const COMMON: &[&str] = &[
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Manila",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
];

/// Large cities after which no zone is named.
const CITIES: &[(&str, &str)] = &[
    ("abu dhabi", "Asia/Dubai"),
    ("atlanta", "America/New_York"),
    ("bangalore", "Asia/Kolkata"),
    ("barcelona", "Europe/Madrid"),
    ("beijing", "Asia/Shanghai"),
    ("boston", "America/New_York"),
    ("cape town", "Africa/Johannesburg"),
    ("cologne", "Europe/Berlin"),
    ("dallas", "America/Chicago"),
    ("delhi", "Asia/Kolkata"),
    ("edinburgh", "Europe/London"),
    ("frankfurt", "Europe/Berlin"),
    ("geneva", "Europe/Zurich"),
    ("hamburg", "Europe/Berlin"),
    ("houston", "America/Chicago"),
    ("islamabad", "Asia/Karachi"),
    ("manchester", "Europe/London"),
    ("miami", "America/New_York"),
    ("milan", "Europe/Rome"),
    ("mumbai", "Asia/Kolkata"),
    ("munich", "Europe/Berlin"),
    ("new delhi", "Asia/Kolkata"),
    ("osaka", "Asia/Tokyo"),
    ("philadelphia", "America/New_York"),
    ("rio de janeiro", "America/Sao_Paulo"),
    ("saint petersburg", "Europe/Moscow"),
    ("san francisco", "America/Los_Angeles"),
    ("seattle", "America/Los_Angeles"),
    ("washington", "America/New_York"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_meant(typed: &str, expected: Option<&str>) {
        let meant = Zone::meant_by(typed);
        assert_eq!(meant.as_ref().map(Zone::name), expected, "{typed:?}");
    }

    #[test]
    fn zones_are_found_as_people_name_them() {
        check_meant("Europe/Berlin", Some("Europe/Berlin"));
        check_meant("europe/berlin", Some("Europe/Berlin"));
        check_meant("berlin", Some("Europe/Berlin"));
        check_meant(" new york ", Some("America/New_York"));
        check_meant("New-York", Some("America/New_York"));
        check_meant("lord howe", Some("Australia/Lord_Howe"));
        check_meant("Munich", Some("Europe/Berlin"));
        check_meant("beijing", Some("Asia/Shanghai"));
        check_meant("utc", Some("UTC"));
        check_meant("auckl", Some("Pacific/Auckland"));
        check_meant("buenos aires", Some("America/Argentina/Buenos_Aires"));
        check_meant("amsterdam", Some("Europe/Amsterdam"));
        check_meant("calcutta", Some("Asia/Calcutta"));
        check_meant("utc+2", Some("UTC+2"));
        check_meant("gmt", Some("GMT"));
        check_meant("san", None);
        check_meant("europe", None);
        check_meant("", None);
        check_meant("../../etc/passwd", None);
        check_meant("somewhere else", None);
    }

    #[test]
    fn every_zone_that_is_offered_exists() {
        let cities = CITIES.iter().map(|&(_, zone)| zone);
        for name in COMMON.iter().copied().chain(cities) {
            let zone = Zone::named(name).expect(name);
            assert_eq!(zone.name(), name);
        }
        assert_eq!(Zone::suggestions("", 25).len(), COMMON.len());
    }

    #[track_caller]
    fn check_suggested(typed: &str, expected: &[&str]) {
        let suggested = Zone::suggestions(typed, 3);
        let names: Vec<_> = suggested.iter().map(Zone::name).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn the_likeliest_zone_comes_first() {
        check_suggested("berl", &["Europe/Berlin"]);
        check_suggested("san f", &["America/Los_Angeles"]);
        check_suggested(
            "europe",
            &["Europe/Amsterdam", "Europe/Andorra", "Europe/Astrakhan"],
        );
        check_suggested("GMT-5", &["UTC-5"]);
        check_suggested("zzz", &[]);
    }

    #[test]
    fn a_zone_shows_the_time_of_day() {
        let at = Timestamp::from_millis(1_795_987_899_999);
        let shown = |name| Zone::named(name).unwrap().time_of_day(at).to_string();
        assert_eq!(
            ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"].map(shown),
            ["21:31", "22:31", "16:31", "03:01"]
        );
    }
}
