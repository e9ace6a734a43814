//! Games, challenges and the outbox in one SQLite file.
//!
//! It keeps values and gives them back as they were; what may be done to them it does not know. Whatever writes takes
//! a [`rusqlite::Transaction`], so that nothing is written outside of one. The schema is in `migrations/`.

mod backup;
pub(crate) mod challenges;
mod errand;
pub(crate) mod facts;
mod fault;
pub(crate) mod games;
pub(crate) mod heartbeat;
pub(crate) mod interactions;
pub(crate) mod listing;
mod migrate;
mod open;
pub(crate) mod outbox;
pub(crate) mod overviews;
pub(crate) mod people;
#[cfg(test)]
mod plans;
pub(crate) mod series;
pub(crate) mod settings;
mod sql;
pub(crate) mod vacations;

pub use backup::{CopyError, backup, restore};
pub use errand::{Errand, ErrandId, ErrandKind, Origin};
pub use fault::Fault;
pub use games::{Kept, Post};
pub use listing::Listed;
pub use open::OpenError;
pub(crate) use open::Store;
pub use people::{PersonSettings, RemindersBy, SettingChange};
pub use series::SeriesScore;
