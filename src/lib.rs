//! Penpawn, a Discord bot for correspondence chess.
//!
//! The modules, in reading order:
//!
//! - [`chess`]: the rules of chess. Pure, `std` only.
//! - [`openings`]: names of openings, by position.
//! - [`time`]: instants and spans; the clock is a value that is handed in.
//! - [`game`]: what two people may do to each other's game. Pure.
//! - [`diagram`]: a chess diagram as a picture.
//! - [`store`]: games, challenges and the outbox in SQLite.
//! - [`app`]: the only writer: one action is one transaction.
//! - [`discord`]: what people see and press; the only module that knows serenity.
//! - [`worker`]: what falls due without anybody acting.
//! - [`cli`]: the tools of the command line that need no Discord.
//! - [`config`]: settings from a file and the environment.
//! - [`sandbox`]: a small Discord on this machine, for `penpawn try` and the tests.
//!
//! Invariants that hold throughout:
//!
//! - A [`chess::Position`] is legal: the only way in is a constructor that can fail.
//! - Nothing acknowledged is lost: what an action changes and what it makes people see are committed together.
//! - The core knows no clock, no database and no Discord: it is told the time and returns values.

pub mod app;
pub mod chess;
pub mod cli;
pub mod config;
pub mod diagram;
pub mod discord;
pub mod game;
pub mod openings;
#[cfg(feature = "sandbox")]
pub mod sandbox;
pub mod store;
pub mod time;
pub mod worker;
