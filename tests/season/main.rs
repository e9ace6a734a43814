//! The season of a club: many people, games and months against the real binary in the sandbox, by slash commands and
//! buttons, with outages, kills, vacations and pauses. A second book, kept from the rules and not from the bot's code,
//! says what must be in the database and in the channels after every step.
//!
//! As it stands a small club plays; `PENPAWN_SEASON=full` makes it 300 people, 2,000 games and half a year.
//! `PENPAWN_SEED` repeats a season: the seed is printed at its beginning.

mod acts;
mod begin;
mod book;
mod check;
mod choice;
mod clock;
mod club;
mod others;
mod outages;
mod rules;
mod scripts;

#[path = "../e2e/bot.rs"]
mod bot;
#[path = "../e2e/conduct.rs"]
mod conduct;
#[expect(dead_code, reason = "one part is for the tests of the sandbox alone")]
#[path = "../support/openapi.rs"]
mod openapi;
#[expect(dead_code, reason = "one part is for the end-to-end tests alone")]
#[path = "../e2e/scene.rs"]
mod scene;

use club::{Club, Size};

#[tokio::test(flavor = "multi_thread")]
async fn a_club_plays_a_season() {
    let size = match std::env::var("PENPAWN_SEASON").as_deref() {
        Ok("full") => Size::FULL,
        Ok(other) => panic!("PENPAWN_SEASON={other}: only \"full\" is known"),
        Err(_) => Size::SMALL,
    };
    let seed = std::env::var("PENPAWN_SEED").map_or(2026, |seed| seed.parse().expect("a number"));
    println!("PENPAWN_SEED={seed}: {size:?}");
    let mut club = Club::found(size, seed).await;
    club.play().await;
    club.close().await;
}
