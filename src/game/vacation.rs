//! Vacations: thirty days in a calendar year, for all games that run when one begins.

use crate::time::{Span, Timestamp};

/// Days of vacation that everybody has in a calendar year (UTC).
pub const VACATION_DAYS: u32 = 30;
/// So many days a player gets who would run out of time otherwise.
pub const SHELTER_DAYS: u32 = 3;

/// A vacation. Each day of it that has begun counts, and the first one always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// When it began.
    pub began: Timestamp,
    /// When it ends, or ended.
    pub until: Timestamp,
}

/// Why a vacation may not be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VacationRefusal {
    /// A vacation is a day long at least.
    TooShort,
    /// So many days are left in the year, or in the years that it reaches into.
    TooLong {
        /// Days that can be taken from now on at most.
        left: u32,
    },
    /// The player is not on vacation.
    NotAway,
}

impl Vacation {
    /// How many of its days began in that year.
    pub fn days_in(&self, year: i16) -> u32 {
        self.days().filter(|day| day.utc_year() == year).count() as u32
    }

    /// When each of its days begins.
    fn days(&self) -> impl Iterator<Item = Timestamp> + '_ {
        let first = std::iter::once(self.began);
        let others = (1..).map(|day| self.began + Span::days(day));
        first.chain(others.take_while(|&day| day < self.until))
    }
}

/// When it counts what the player did at `at`. Of two things that he did at nearly the same time the later one can come
/// first, and what he did before counts behind it.
pub fn counts_at(taken: &[Vacation], at: Timestamp) -> Timestamp {
    let begun = taken.iter().map(|vacation| vacation.began);
    begun.fold(at, Timestamp::max)
}

/// The vacation that the player is on, of those that he has taken, by what he does at `at`.
pub fn present(taken: &[Vacation], at: Timestamp) -> Option<Vacation> {
    let at = counts_at(taken, at);
    taken
        .iter()
        .copied()
        .find(|vacation| vacation.began <= at && at < vacation.until)
}

/// How many days are left in the year.
pub fn days_left(taken: &[Vacation], year: i16) -> u32 {
    let used: u32 = taken.iter().map(|vacation| vacation.days_in(year)).sum();
    VACATION_DAYS.saturating_sub(used)
}

/// A vacation of so many days from `at` on, or the present one made so much longer.
pub fn take(taken: &[Vacation], at: Timestamp, days: u32) -> Result<Vacation, VacationRefusal> {
    if days == 0 {
        return Err(VacationRefusal::TooShort);
    }
    let left = most_days(taken, at);
    if days > left {
        return Err(VacationRefusal::TooLong { left });
    }
    Ok(lengthened(taken, at, days))
}

/// The vacation of a player who would run out of time at `at`; `None` when he has no day left. One who is on vacation
/// already, but not from that game, has it from that game too, and longer where it would be over too soon.
pub fn shelter(taken: &[Vacation], at: Timestamp) -> Option<Vacation> {
    let wanted = at + Span::days(SHELTER_DAYS.into());
    let present = present(taken, at);
    let missing = present.map_or(SHELTER_DAYS, |present| days_until(present.until, wanted));
    take(taken, at, missing.min(most_days(taken, at)))
        .ok()
        .or(present)
}

/// How many days have to be added to `from` to come to `to`.
fn days_until(from: Timestamp, to: Timestamp) -> u32 {
    let day = Span::days(1).as_millis();
    let missing = (to - from).max(Span::ZERO).as_millis();
    u32::try_from(missing.div_euclid(day) + i64::from(missing % day > 0)).unwrap_or(0)
}

/// How many days can be taken from `at` on.
fn most_days(taken: &[Vacation], at: Timestamp) -> u32 {
    let others: Vec<Vacation> = taken
        .iter()
        .copied()
        .filter(|vacation| Some(*vacation) != present(taken, at))
        .collect();
    let fits = |days: &u32| {
        let vacation = lengthened(taken, at, *days);
        [vacation.began, vacation.until]
            .map(Timestamp::utc_year)
            .into_iter()
            .all(|year| vacation.days_in(year) <= days_left(&others, year))
    };
    (1..=2 * VACATION_DAYS).take_while(fits).last().unwrap_or(0)
}

fn lengthened(taken: &[Vacation], at: Timestamp, days: u32) -> Vacation {
    let at = counts_at(taken, at);
    let present = present(taken, at).unwrap_or(Vacation {
        began: at,
        until: at,
    });
    Vacation {
        until: present.until + Span::days(days.into()),
        ..present
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Days since the beginning of 2026.
    fn day(days: i64) -> Timestamp {
        Timestamp::from_millis(1_767_225_600_000) + Span::days(days)
    }

    fn vacation(from: i64, to: i64) -> Vacation {
        Vacation {
            began: day(from),
            until: day(to),
        }
    }

    #[track_caller]
    fn check(taken: &[Vacation], at: i64, days: u32, expected: Result<Vacation, VacationRefusal>) {
        assert_eq!(take(taken, day(at), days), expected);
    }

    #[test]
    fn thirty_days_a_year_are_taken_as_one_likes() {
        let left = |left| Err(VacationRefusal::TooLong { left });
        check(&[], 10, 0, Err(VacationRefusal::TooShort));
        check(&[], 10, 30, Ok(vacation(10, 40)));
        check(&[], 10, 31, left(30));
        check(&[vacation(10, 30)], 100, 10, Ok(vacation(100, 110)));
        check(&[vacation(10, 30)], 100, 11, left(10));
        // On vacation already: it gets longer.
        check(&[vacation(10, 30)], 25, 10, Ok(vacation(10, 40)));
        check(&[vacation(10, 30)], 25, 11, left(10));
        // Over New Year: each day counts in its own year.
        check(&[vacation(10, 40)], 364, 1, left(0));
        check(&[vacation(10, 39)], 364, 31, Ok(vacation(364, 395)));
        check(&[vacation(10, 39)], 364, 32, left(31));
    }

    #[test]
    fn each_day_that_has_begun_counts_and_one_at_least() {
        let short = |length: Span| Vacation {
            began: day(0),
            until: day(0) + length,
        };
        let rows = [
            (Span::ZERO, 1),
            (Span::hours(1), 1),
            (Span::days(1), 1),
            (Span::days(1) + Span::millis(1), 2),
        ];
        for (length, days) in rows {
            assert_eq!(short(length).days_in(2026), days, "{length:?}");
        }
    }

    #[test]
    fn shelter_is_three_days_or_what_is_left() {
        assert_eq!(shelter(&[], day(5)), Some(vacation(5, 8)));
        assert_eq!(shelter(&[vacation(0, 29)], day(50)), Some(vacation(50, 51)));
        assert_eq!(shelter(&[vacation(0, 30)], day(50)), None);
        assert_eq!(shelter(&[vacation(0, 30)], day(20)), Some(vacation(0, 30)));
        assert_eq!(shelter(&[vacation(0, 21)], day(20)), Some(vacation(0, 23)));
        assert_eq!(shelter(&[vacation(0, 29)], day(28)), Some(vacation(0, 30)));
    }
}
