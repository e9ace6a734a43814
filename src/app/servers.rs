//! Servers that the bot is removed from, and let in again: their clocks stand still in between.

use std::collections::HashSet;

use rusqlite::Transaction;
use tracing::{error, info};

use super::{App, Fault, Keep};
use crate::app::heartbeat::announce_in;
use crate::game::{Action, GameId, GuildId, Outage, Place};
use crate::store::{facts, games, overviews};
use crate::time::Timestamp;

impl App {
    /// The bot is in these servers and no others.
    pub async fn servers_are(&self, servers: HashSet<GuildId>) -> Result<(), Fault> {
        let with_games = self.read(games::servers).await?;
        for server in with_games {
            if !servers.contains(&server) {
                self.server_gone(server).await?;
            }
        }
        Ok(())
    }

    /// The bot was removed from a server.
    pub async fn server_gone(&self, server: GuildId) -> Result<(), Fault> {
        // What ran while the bot was away must not stop the clocks too late.
        self.be_back().await?;
        let now = self.now();
        let stopped = self
            .write_and_wake(Keep::Surely, move |tx| {
                let running = games::of_server(tx, server, false)?;
                for &game in &running {
                    change(tx, game, false, now)?;
                }
                Ok::<_, Fault>(running.len())
            })
            .await?;
        if stopped > 0 {
            info!("The bot is not in server {server} any more, {stopped} games stand still");
        }
        Ok(())
    }

    /// The bot is in a server, perhaps again.
    pub async fn server_back(&self, server: GuildId) -> Result<(), Fault> {
        let waiting = self
            .read(move |connection| games::of_server(connection, server, true))
            .await?;
        if waiting.is_empty() {
            return Ok(());
        }
        let now = self.now();
        self.write_and_wake(Keep::Surely, move |tx| {
            let mut places: HashSet<Place> = HashSet::new();
            let mut since = now;
            for game in games::of_server(tx, server, true)? {
                if let Some((place, gone)) = change(tx, game, true, now)? {
                    places.insert(place);
                    since = since.min(gone);
                }
            }
            let outage = Outage {
                from: since,
                to: now,
            };
            announce_in(tx, outage, places)
        })
        .await
    }
}

/// Stops the game or lets it go on; tells where it is played and since when it stood.
fn change(
    tx: &Transaction<'_>,
    game: GameId,
    is_there: bool,
    now: Timestamp,
) -> Result<Option<(Place, Timestamp)>, Fault> {
    let kept = match games::load(tx, game) {
        Ok(Some(kept)) => kept,
        Ok(None) => return Ok(None),
        // One game that cannot be read keeps no other from going on.
        Err(fault) if fault.is_damage() => {
            error!(game.id = %game, "A change of servers passes game {game} by: {fault}");
            return Ok(None);
        }
        Err(fault) => return Err(fault),
    };
    let mut game = kept.game;
    let since = game.facts().server_gone.unwrap_or(now);
    let Ok(events) = game.decide(&Action::Server { is_there }, None, now) else {
        return Ok(None);
    };
    for event in &events {
        game.apply(event);
    }
    facts::update(tx, &game)?;
    overviews::changed(tx, kept.place.channel, now)?;
    Ok(Some((kept.place, since)))
}
