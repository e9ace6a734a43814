//! What a host meets who starts the bot and something is wrong: one line that says what to do, an exit status for
//! scripts, and never the token. And the tools of the command line, as scripts see them.

#[allow(dead_code, reason = "the end-to-end tests use the rest")]
#[path = "e2e/bot.rs"]
mod bot;
#[path = "startup/databases.rs"]
mod databases;
#[path = "startup/discord.rs"]
mod discord;
#[path = "startup/settings.rs"]
mod settings;
mod shared;
#[path = "startup/tools.rs"]
mod tools;
#[path = "startup/trial.rs"]
mod trial;
