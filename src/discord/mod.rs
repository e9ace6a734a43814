//! What people see and press on Discord. The only module that knows serenity, and only in three places: `connect` runs
//! its gateway, `liveness` watches it, `invocation` reads what it received.
//!
//! An `invocation` is answered by `handle`: a command in `commands`, or a button in `press`, both of which
//! `perform` what is wanted of a game. The answer is a value of `view` with words from `text`, composed for
//! everybody's eyes in `post`, and sent by `deliver` through `rest`. `errands` brings what an answer did not.

pub mod button;
mod call;
mod commands;
mod connect;
mod deliver;
pub mod errands;
mod guided;
mod handle;
mod invocation;
mod liveness;
mod look;
mod menu;
mod onward;
mod overview;
mod pace;
mod perform;
mod permissions;
mod plans;
mod post;
mod press;
mod record;
mod rest;
pub mod text;
pub mod view;
mod which;

pub use call::Bot;
pub use connect::{ConnectError, Connection, connect};
pub use liveness::Liveness;
