//! Brings a channel's overview up to date: edits its message, or puts a new one in its place where Discord takes no
//! edit any more.

use tracing::{info, warn};

use crate::app::{Errand, Fault, Shown};
use crate::game::MessageId;
use crate::time::{Span, Timestamp};

use super::call::Bot;
use super::errands::pause;
use super::invocation::snowflake_at;
use super::post::{self, GAMES_IN_AN_OVERVIEW, Names};
use super::rest::SendError;
use super::text::Text;
use super::view::Message;

/// Does the errand. `started` is when this process began: what is older may have been done by an earlier one.
pub(super) async fn run(bot: &Bot, errand: &Errand, started: Timestamp) -> Result<(), Fault> {
    let channel = errand.place.channel;
    let Some(overview) = bot.app.overview(channel, GAMES_IN_AN_OVERVIEW).await? else {
        return bot.app.give_up(errand.id).await;
    };
    let people: Vec<_> = overview
        .games
        .iter()
        .flat_map(|game| [game.players.white, game.players.black])
        .collect();
    let names = Names::of(&bot.app, &people).await?;
    let message = post::overview(&overview, &names, Text::default(), bot.app.now());
    match show(bot, errand, started, &message, overview.message).await {
        Ok(shown) => {
            bot.app
                .overview_shown(errand.id, overview.changes, shown)
                .await
        }
        Err(SendError::Trouble { what, wait }) => {
            warn!("Discord could not be reached, an overview waits: {what}");
            let at = bot.app.now() + pause(errand.attempts, wait);
            bot.app.retry_later(errand.id, at).await
        }
        Err(error) => {
            info!("An overview cannot be shown: {error}");
            bot.app
                .overview_refused(errand.id, overview.changes, overview.message)
                .await
        }
    }
}

async fn show(
    bot: &Bot,
    errand: &Errand,
    started: Timestamp,
    message: &Message,
    before: Option<MessageId>,
) -> Result<Shown, SendError> {
    let channel = errand.place.channel;
    let mut replaced = None;
    if let Some(before) = before {
        match bot.courier.edit(channel, before, message.json()).await {
            Ok(()) => {
                return Ok(Shown {
                    message: before,
                    is_new: false,
                    replaced: None,
                });
            }
            // Somebody has deleted it.
            Err(SendError::Gone(_)) => {}
            // It is too old to be edited so often.
            Err(SendError::Forbidden(_)) => replaced = Some(before),
            Err(error) => return Err(error),
        }
    }
    let may_stand = errand.attempts > 0 || errand.made < started;
    if may_stand && let Some(on) = standing(bot, errand, before).await? {
        bot.courier.edit(channel, on, message.json()).await?;
        return Ok(Shown {
            message: on,
            is_new: true,
            replaced,
        });
    }
    let nonce = format!("e{}", errand.id.0);
    Ok(Shown {
        message: bot.courier.post(channel, message, &nonce).await?,
        is_new: true,
        replaced,
    })
}

/// An overview that was posted without the bot's hearing of it.
async fn standing(
    bot: &Bot,
    errand: &Errand,
    before: Option<MessageId>,
) -> Result<Option<MessageId>, SendError> {
    let (me, title) = (
        bot.courier.application().to_string(),
        Text::default().overview_title(),
    );
    let since = snowflake_at(errand.made - Span::seconds(60));
    let messages = bot
        .courier
        .messages_after(errand.place.channel, since)
        .await?;
    let is_overview = |posted: &&serde_json::Value| {
        let content = posted["content"].as_str().unwrap_or_default();
        posted["author"]["id"].as_str() == Some(&me) && content.starts_with(&title)
    };
    let ids = messages.iter().filter(is_overview);
    let mut ids = ids.filter_map(|posted| posted["id"].as_str()?.parse().ok());
    Ok(ids.find(|&id| Some(id) != before))
}
