//! The posts that everybody sees: the board after every action, a challenge, and how a challenge ended.
//!
//! A post is composed when it is sent, from the game as it is kept, cut back to the ply that the post is about.

mod board;
mod challenge;
mod line;
mod overview;
mod reminder;

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::{App, Fault};
use crate::diagram::Renderer;
use crate::game::{Challenge, Game, Notice, PlayerId};

use super::text::Text;
use super::view::{Message, escape};

pub(super) use board::picture;
pub(super) use challenge::{closed, ways_out};
pub(super) use line::{before, earlier_occurrences, last_move};
pub(super) use overview::{GAMES_IN_AN_OVERVIEW, fitted, link, link_to, listed_time, overview};
pub(super) use reminder::{is_wanted, look_at, reminder};

/// The message for a notice; `None` when what it is about is gone.
pub(super) async fn compose(
    app: &App,
    renderer: &Arc<Renderer>,
    text: Text,
    notice: Notice,
) -> Result<Option<Message>, Fault> {
    match notice {
        Notice::Board {
            game,
            revision,
            ply,
            news,
            headline,
            ping,
        } => {
            let Some(kept) = app.game(game).await? else {
                return Ok(None);
            };
            let names = names(app, &kept.game).await?;
            let series = app.series_score(game).await?;
            let renderer = Arc::clone(renderer);
            let ply = ply as usize;
            // What has been overtaken calls nobody: the board that overtook it does.
            let ping = ping.filter(|_| kept.game.revision() == revision);
            let post = board::Post {
                kept,
                revision,
                ply,
                news: news as usize,
                headline,
                ping,
                names,
                series,
                text,
                now: app.now(),
            };
            draw(move || post.compose(&renderer)).await.map(Some)
        }
        Notice::Reminder { game, ply, player } => {
            let Some(kept) = app.game(game).await? else {
                return Ok(None);
            };
            let names = names(app, &kept.game).await?;
            let wanted = is_wanted(&kept, ply, player, app.now());
            Ok(wanted.then(|| reminder(player, &[&kept], &names, false, text).0))
        }
        Notice::Outage(outage) => Ok(Some(Message {
            content: text.outage(outage),
            ..Message::default()
        })),
        Notice::Challenge { challenge, ping } => {
            let Some(challenge) = app.challenge_by_id(challenge).await? else {
                return Ok(None);
            };
            let names = challenge_names(app, &challenge).await?;
            let series = match challenge.terms.rematch_of {
                Some(game) => app.series_score(game).await?,
                None => None,
            };
            Ok(Some(challenge::open(
                &challenge, &names, ping, series, text,
            )))
        }
        Notice::ChallengeOver { challenge, ping } => {
            let Some(challenge) = app.challenge_by_id(challenge).await? else {
                return Ok(None);
            };
            let names = challenge_names(app, &challenge).await?;
            Ok(challenge::over(&challenge, &names, ping, text))
        }
    }
}

/// Draws beside the tasks that answer people: none of them waits for a picture but the one that needs it.
pub(super) async fn draw<T: Send + 'static>(
    paint: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    tokio::task::spawn_blocking(paint)
        .await
        .map_err(|error| Fault::new(format!("drawing broke off: {error}")))
}

/// The names of two players, made safe to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names {
    by_id: HashMap<PlayerId, String>,
}

impl Names {
    /// Looks up those people.
    pub(super) async fn of(app: &App, players: &[PlayerId]) -> Result<Names, Fault> {
        Ok(Names {
            by_id: app.names(players).await?,
        })
    }

    /// The name, escaped.
    pub(super) fn shown(&self, player: PlayerId) -> String {
        self.by_id
            .get(&player)
            .map_or_else(|| player.to_string(), |name| escape(name))
    }

    /// The name as it is, for files and where Discord reads no markdown.
    pub(super) fn plain(&self, player: PlayerId) -> String {
        self.by_id
            .get(&player)
            .cloned()
            .unwrap_or_else(|| player.to_string())
    }

    /// A mention for the one who is pinged, a name for everybody else.
    pub(super) fn mention(&self, player: PlayerId, ping: Option<PlayerId>) -> String {
        if ping == Some(player) {
            format!("<@{player}>")
        } else {
            self.shown(player)
        }
    }
}

/// The names of a game's players.
pub(super) async fn names(app: &App, game: &Game) -> Result<Names, Fault> {
    Names::of(app, &[game.players.white, game.players.black]).await
}

/// The names of those whom a challenge concerns.
pub(super) async fn challenge_names(app: &App, challenge: &Challenge) -> Result<Names, Fault> {
    let people: Vec<_> = [Some(challenge.challenger), challenge.terms.opponent]
        .into_iter()
        .flatten()
        .collect();
    Names::of(app, &people).await
}
