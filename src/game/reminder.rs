//! When the player to move is reminded.

use crate::time::{Days, Span, Timestamp};

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
