//! What people type, press and send that the bot must not take: each gets a clear private answer, and nothing changes.
//!
//! The scene, the bot and what must hold at the end of every test are those of the end-to-end tests.

#[allow(dead_code, reason = "the end-to-end tests use the rest")]
#[path = "../e2e/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the end-to-end tests use the rest")]
#[path = "../e2e/conduct.rs"]
mod conduct;
#[allow(dead_code, reason = "the end-to-end tests use the rest")]
#[path = "../e2e/scene.rs"]
mod scene;
#[allow(dead_code, reason = "the end-to-end tests use the rest")]
#[path = "../e2e/table.rs"]
mod table;

#[expect(dead_code, reason = "one part is for the tests of the sandbox alone")]
#[path = "../support/openapi.rs"]
mod openapi;

mod broken;
mod buttons;
mod challenges;
mod forged;
mod moves;
mod names;
mod permissions;
mod races;
mod still;
