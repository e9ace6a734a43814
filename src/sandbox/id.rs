//! Snowflakes: Discord's ids, which carry the time at which they were made. Knows nothing of what they name.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The first millisecond of 2015, from which snowflakes count (docs: reference, "Snowflakes").
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// A snowflake: the id of a user, channel, message, interaction or anything else.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Id(u64);

impl Id {
    /// The id with this number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number itself.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The first id of a millisecond, given in Unix time.
    pub const fn at(unix_ms: i64) -> Self {
        let since = unix_ms - DISCORD_EPOCH;
        Self(if since < 0 { 0 } else { (since as u64) << 22 })
    }

    /// When the id was made, in Unix milliseconds.
    pub const fn created_ms(self) -> i64 {
        (self.0 >> 22) as i64 + DISCORD_EPOCH
    }

    /// A fresh id for `unix_ms`, later than this one even when the clock stands still or goes back.
    pub(crate) fn next(self, unix_ms: i64) -> Self {
        Self::at(unix_ms).max(Self(self.0 + 1))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    /// Reads a string or a number: the docs allow clients both.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Id;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a snowflake")
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Id, E> {
                Ok(Id(number))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Id, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
