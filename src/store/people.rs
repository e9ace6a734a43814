//! What is kept of each person: the name by which he was last seen, and his settings.

use std::collections::HashMap;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, ToSql, Transaction, params};

use super::Fault;
use super::sql::words;
use crate::game::PlayerId;
use crate::time::{DayTime, QuietHours, Zone};

/// By which way reminders reach somebody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RemindersBy {
    /// In the channel of the game.
    #[default]
    Channel,
    /// By direct message.
    DirectMessage,
}

/// What a person has settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonSettings {
    /// How reminders come.
    pub reminders: RemindersBy,
    /// Where the person lives; `None` until it was said.
    pub zone: Option<Zone>,
    /// When reminders wait, by the clocks of the zone.
    pub quiet: Option<QuietHours>,
    /// Whether a vacation is taken rather than a game lost on time.
    pub shelter: bool,
    /// Whether moves are shown before they are played.
    pub preview: bool,
}

impl Default for PersonSettings {
    fn default() -> Self {
        PersonSettings {
            reminders: RemindersBy::Channel,
            zone: None,
            quiet: None,
            shelter: true,
            preview: false,
        }
    }
}

/// One setting, changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingChange {
    /// How reminders come.
    Reminders(RemindersBy),
    /// Where the person lives.
    Zone(Zone),
    /// When reminders wait; `None` for never.
    Quiet(Option<QuietHours>),
    /// Whether a vacation is taken rather than a game lost on time.
    Shelter(bool),
    /// Whether moves are shown before they are played.
    Preview(bool),
}

/// Keeps what the person is called now.
pub(crate) fn remember(tx: &Transaction<'_>, person: PlayerId, name: &str) -> Result<(), Fault> {
    tx.prepare_cached(
        "INSERT INTO person (id, name) VALUES (?1, ?2)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
    )?
    .execute(params![person, name])?;
    Ok(())
}

/// The names of those among `people` who were ever seen.
pub(crate) fn names(
    connection: &Connection,
    people: &[PlayerId],
) -> Result<HashMap<PlayerId, String>, Fault> {
    let mut query = connection.prepare_cached("SELECT name FROM person WHERE id = ?1")?;
    let mut names = HashMap::with_capacity(people.len());
    for &person in people {
        if let Some(name) = query.query_row([person], |row| row.get(0)).optional()? {
            names.insert(person, name);
        }
    }
    Ok(names)
}

/// What the person has settled; what everybody has who was never seen.
pub(crate) fn settings(connection: &Connection, person: PlayerId) -> Result<PersonSettings, Fault> {
    let mut query = connection.prepare_cached(
        "SELECT reminders, zone, quiet_from, quiet_to, shelter, preview FROM person WHERE id = ?1",
    )?;
    let settings = query.query_row([person], |row| {
        let quiet: (Option<DayTime>, Option<DayTime>) =
            (row.get("quiet_from")?, row.get("quiet_to")?);
        Ok(PersonSettings {
            reminders: row.get("reminders")?,
            zone: row.get("zone")?,
            quiet: match quiet {
                (Some(from), Some(to)) => QuietHours::new(from, to),
                (None, _) | (_, None) => None,
            },
            shelter: row.get("shelter")?,
            preview: row.get("preview")?,
        })
    });
    Ok(settings.optional()?.unwrap_or_default())
}

/// Whether the person wants a vacation rather than run out of time; everybody does who has not said otherwise.
pub(crate) fn wants_shelter(connection: &Connection, person: PlayerId) -> Result<bool, Fault> {
    let mut query = connection.prepare_cached("SELECT shelter FROM person WHERE id = ?1")?;
    let wants = query.query_row([person], |row| row.get(0)).optional()?;
    Ok(wants.unwrap_or(PersonSettings::default().shelter))
}

/// Keeps a setting of somebody who was seen before.
pub(crate) fn change(
    tx: &Transaction<'_>,
    person: PlayerId,
    change: &SettingChange,
) -> Result<(), Fault> {
    let run = |sql: &str, values: &[&dyn ToSql]| -> rusqlite::Result<usize> {
        tx.prepare_cached(sql)?.execute(values)
    };
    match change {
        SettingChange::Reminders(by) => run(
            "UPDATE person SET reminders = ?2 WHERE id = ?1",
            &[&person, by],
        )?,
        SettingChange::Zone(zone) => run(
            "UPDATE person SET zone = ?2 WHERE id = ?1",
            &[&person, zone],
        )?,
        SettingChange::Quiet(quiet) => {
            let (from, to) = (quiet.map(QuietHours::from), quiet.map(QuietHours::to));
            run(
                "UPDATE person SET quiet_from = ?2, quiet_to = ?3 WHERE id = ?1",
                &[&person, &from, &to],
            )?
        }
        SettingChange::Shelter(wanted) => run(
            "UPDATE person SET shelter = ?2 WHERE id = ?1",
            &[&person, wanted],
        )?,
        SettingChange::Preview(wanted) => run(
            "UPDATE person SET preview = ?2 WHERE id = ?1",
            &[&person, wanted],
        )?,
    };
    Ok(())
}

words!(RemindersBy {
    "channel" => [RemindersBy::Channel],
    "dm" => [RemindersBy::DirectMessage],
});

impl ToSql for Zone {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.name()))
    }
}

impl FromSql for Zone {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        Zone::named(name)
            .ok_or_else(|| FromSqlError::Other(format!("unknown time zone {name:?}").into()))
    }
}

impl ToSql for DayTime {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.minutes()))
    }
}

impl FromSql for DayTime {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let minutes = u16::column_result(value)?;
        DayTime::from_minutes(minutes).ok_or(FromSqlError::OutOfRange(minutes.into()))
    }
}
