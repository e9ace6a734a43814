//! What goes wrong without anybody's doing.

use std::fmt::Display;

/// The database failed or holds something that cannot be. It is nobody's mistake: it is logged once, where it
/// surfaces, and the person hears that nothing was changed.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub struct Fault(anyhow::Error);

impl Fault {
    /// A fault in so many words; lower case, no full stop.
    pub fn new(what: impl Display) -> Fault {
        Fault(anyhow::anyhow!("{what}"))
    }

    /// Whether something that is kept cannot be read, and so will not be read at the next try either.
    pub fn is_damage(&self) -> bool {
        use rusqlite::Error;
        match self.0.downcast_ref::<Error>() {
            None => true,
            Some(error) => matches!(
                error,
                Error::FromSqlConversionFailure(..)
                    | Error::InvalidColumnType(..)
                    | Error::IntegralValueOutOfRange(..)
            ),
        }
    }

    /// The same fault, told with what it happened to.
    pub fn of(self, subject: impl Display) -> Fault {
        Fault(self.0.context(subject.to_string()))
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Fault(error.into())
    }
}
