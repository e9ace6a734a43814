//! The bot as people meet it: the real binary against the sandbox, with a clock that the test sets.
//!
//! Tests wait for what they want to see and never for time to go by. Every test ends with [`scene::Scene::end`], which
//! looks at everything that must hold always.

mod bot;
mod challenges;
mod claims;
mod clockwork;
mod conduct;
mod connection;
mod crashes;
mod draws;
mod endings;
mod faults;
mod games;
mod guided;
mod lists;
mod moves;
mod outages;
mod overview;
mod pauses;
mod plans;
mod play_reports;
mod preview;
mod rematch;
mod reminders;
mod reminders_in_trouble;
mod reports;
mod scene;
mod settings;
mod table;
mod takebacks;
mod time_outs;
mod vacations;
mod views;

#[expect(dead_code, reason = "one part is for the tests of the sandbox alone")]
#[path = "../support/openapi.rs"]
mod openapi;
#[path = "../shared/mod.rs"]
mod shared;
