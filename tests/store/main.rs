//! The application on a real database file: what is acknowledged is there, whatever happens.

mod absences;
mod acting;
mod challenging;
mod copies;
mod errands;
mod opening;
mod random_play;
mod reminders;
mod samples;
mod support;
mod vacations;
mod waiting;
