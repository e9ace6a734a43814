//! The reminders of one player, sent together: by direct message, or one message for each channel.
//!
//! Whatever can be wrong with one way, the other is tried once; then the reminder is dropped, and nobody else waits.

use serde_json::Value;
use tracing::{info, warn};

use crate::app::{DueReminder, DueReminders, ErrandId, Fault, RemindersBy};
use crate::discord::call::Bot;
use crate::discord::invocation::snowflake_at;
use crate::discord::post::{self, Names};
use crate::discord::rest::SendError;
use crate::discord::text::Text;
use crate::discord::view::Message;
use crate::game::{ChannelId, Delivery, PlayerId};
use crate::time::{Span, Timestamp};

use super::pause;

/// Reminds a player of all that is due. `started` is when this process began.
pub(super) async fn remind(bot: &Bot, player: PlayerId, started: Timestamp) -> Result<(), Fault> {
    let DueReminders {
        settings,
        reminders,
    } = bot.app.due_reminders(player).await?;
    let now = bot.app.now();
    let (wanted, idle): (Vec<_>, Vec<_>) = reminders
        .into_iter()
        .partition(|due| post::is_wanted(&due.kept, due.ply, player, now));
    // A later reminder of the same turn says all that an earlier one would.
    let (wanted, repeated) = once_a_game(wanted);
    done(bot, idle.iter().chain(&repeated)).await?;
    let (mut batch, mut waiting, mut silent) = (Vec::new(), Vec::new(), true);
    for due in wanted {
        let deadline = due.kept.game.deadline().unwrap_or(now);
        match Delivery::at(now, deadline, settings.quiet, settings.zone.as_ref()) {
            Delivery::At(at) => waiting.push((due.errand, at)),
            Delivery::Silently => batch.push(due),
            Delivery::Now => {
                silent = false;
                batch.push(due);
            }
        }
    }
    if !waiting.is_empty() {
        bot.app.put_off(waiting).await?;
    }
    if batch.is_empty() {
        return Ok(());
    }
    batch.sort_by_key(|due| due.kept.game.deadline());
    let mail = Mail {
        bot,
        player,
        silent,
        started,
    };
    let direct_is_refused = bot.courier.direct_is_refused(player, now);
    match settings.reminders {
        RemindersBy::DirectMessage if direct_is_refused => mail.in_channels(batch, None).await,
        RemindersBy::DirectMessage => match mail.send(Way::Direct, &batch).await? {
            Sent::Refused(error) => {
                info!("Somebody's direct messages are closed, the channel is told: {error}");
                mail.in_channels(batch, None).await
            }
            Sent::Settled => Ok(()),
        },
        RemindersBy::Channel => {
            let other_way = (!direct_is_refused).then_some(Way::Direct);
            mail.in_channels(batch, other_way).await
        }
    }
}

/// Reminders of a player on their way.
struct Mail<'a> {
    bot: &'a Bot,
    player: PlayerId,
    /// Whether nobody's telephone makes a sound.
    silent: bool,
    started: Timestamp,
}

/// Where they go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Direct,
    Channel(ChannelId),
}

/// What came of it.
enum Sent {
    /// They stand, or wait for another try.
    Settled,
    /// That way is closed.
    Refused(SendError),
}

impl Mail<'_> {
    /// One message for each channel. Where one cannot be written in, the other way is left, if any.
    async fn in_channels(
        &self,
        mut batch: Vec<DueReminder>,
        other_way: Option<Way>,
    ) -> Result<(), Fault> {
        while let Some(first) = batch.first() {
            let channel = first.kept.place.channel;
            let (here, elsewhere): (Vec<_>, Vec<_>) = batch
                .into_iter()
                .partition(|due| due.kept.place.channel == channel);
            batch = elsewhere;
            let Sent::Refused(error) = self.send(Way::Channel(channel), &here).await? else {
                continue;
            };
            let sent = match other_way {
                Some(way) => self.send(way, &here).await?,
                None => Sent::Refused(error),
            };
            if let Sent::Refused(error) = sent {
                info!("A reminder is given up, the game goes on: {error}");
                done(self.bot, &here).await?;
            }
        }
        Ok(())
    }

    /// Sends one message that way and keeps what became of it.
    async fn send(&self, way: Way, batch: &[DueReminder]) -> Result<Sent, Fault> {
        match self.try_to_send(way, batch).await? {
            Ok(()) => Ok(Sent::Settled),
            Err(SendError::Trouble { what, wait }) => {
                warn!("Discord could not be reached, reminders wait: {what}");
                let attempts = batch.iter().map(|due| due.attempts).max().unwrap_or(0);
                let at = self.bot.app.now() + pause(attempts, wait);
                self.bot.app.retry_all_later(ids(batch), at).await?;
                Ok(Sent::Settled)
            }
            Err(error) => {
                if way == Way::Direct {
                    let now = self.bot.app.now();
                    self.bot.courier.note_refused_direct(self.player, now);
                }
                Ok(Sent::Refused(error))
            }
        }
    }

    async fn try_to_send(
        &self,
        way: Way,
        batch: &[DueReminder],
    ) -> Result<Result<(), SendError>, Fault> {
        let courier = &self.bot.courier;
        let channel = match way {
            Way::Channel(channel) => channel,
            Way::Direct => match courier.direct_channel(self.player).await {
                Ok(channel) => channel,
                Err(error) => return Ok(Err(error)),
            },
        };
        let left = match self.not_standing(way, channel, batch).await? {
            Ok(left) => left,
            Err(error) => return Ok(Err(error)),
        };
        let Some(first) = left.first() else {
            return Ok(Ok(()));
        };
        let (message, named) = self.compose(way, &left).await?;
        let told = &left[..named];
        let last = told.last().unwrap_or(first);
        let nonce = format!("r{}x{named}x{}", first.errand.0, last.errand.0);
        // Where the channel is busy, the message waits for its turn, and a move may come first.
        let still = || self.is_still_so(told);
        match courier.post_while(channel, &message, &nonce, still).await {
            // Something has changed, so it is composed once more: the errands are still due.
            Ok(None) => Ok(Ok(())),
            Ok(Some(_)) => {
                done(self.bot, told).await?;
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    async fn compose(&self, way: Way, left: &[DueReminder]) -> Result<(Message, usize), Fault> {
        let games: Vec<_> = left.iter().map(|due| &due.kept).collect();
        let people: Vec<_> = games
            .iter()
            .flat_map(|kept| [kept.game.players.white, kept.game.players.black])
            .collect();
        let names = Names::of(&self.bot.app, &people).await?;
        let direct = way == Way::Direct;
        let (message, named) = post::reminder(self.player, &games, &names, direct, Text::default());
        let silent = self.silent;
        Ok((Message { silent, ..message }, named))
    }

    /// Those that do not stand there yet. Said twice is worse than not said: what may stand where nobody can look is
    /// given up.
    async fn not_standing(
        &self,
        way: Way,
        channel: ChannelId,
        batch: &[DueReminder],
    ) -> Result<Result<Vec<DueReminder>, SendError>, Fault> {
        let may_stand = |due: &&DueReminder| due.attempts > 0 || due.made < self.started;
        let Some(oldest) = batch.iter().filter(may_stand).map(|due| due.made).min() else {
            return Ok(Ok(batch.to_vec()));
        };
        let since = snowflake_at(oldest - Span::seconds(60));
        let application = self.bot.courier.application();
        let messages = match self.bot.courier.messages_after(channel, since).await {
            Ok(messages) => Some(messages),
            Err(error) if error.may_pass() => return Ok(Err(error)),
            // There is no such place, so nothing can stand there.
            Err(error @ SendError::Gone(_)) => return Ok(Err(error)),
            Err(_) => None,
        };
        let stands = |due: &DueReminder| match &messages {
            Some(messages) => messages
                .iter()
                .filter(|message| snowflake(message) >= snowflake_at(due.made - Span::seconds(60)))
                .any(|message| is_reminder(message, application, self.player, way, due)),
            None => may_stand(&due),
        };
        let (standing, left): (Vec<_>, Vec<_>) = batch.iter().cloned().partition(stands);
        done(self.bot, &standing).await?;
        Ok(Ok(left))
    }

    /// Whether those games are as they were when the message was composed.
    async fn is_still_so(&self, told: &[DueReminder]) -> bool {
        let Ok(now) = self.bot.app.due_reminders(self.player).await else {
            return false;
        };
        let state = |due: &DueReminder| {
            let game = &due.kept.game;
            (
                due.errand,
                game.line().plies(),
                game.to_move(),
                game.deadline(),
            )
        };
        told.iter()
            .all(|due| now.reminders.iter().any(|now| state(now) == state(due)))
    }
}

/// The latest reminder of each game, and the others.
fn once_a_game(mut due: Vec<DueReminder>) -> (Vec<DueReminder>, Vec<DueReminder>) {
    due.sort_by_key(|due| (due.kept.game.id, std::cmp::Reverse(due.errand)));
    let mut last = None;
    due.into_iter().partition(|due| {
        let game = Some(due.kept.game.id);
        std::mem::replace(&mut last, game) != game
    })
}

async fn done<'a>(bot: &Bot, due: impl IntoIterator<Item = &'a DueReminder>) -> Result<(), Fault> {
    let errands = ids(due);
    if errands.is_empty() {
        return Ok(());
    }
    bot.app.done_with(errands).await
}

fn ids<'a>(due: impl IntoIterator<Item = &'a DueReminder>) -> Vec<ErrandId> {
    due.into_iter().map(|due| due.errand).collect()
}

fn snowflake(message: &Value) -> u64 {
    let id = message["id"].as_str();
    id.and_then(|id| id.parse().ok()).unwrap_or(0)
}

/// Whether a message is a reminder of that player that names the game, alone or among others.
fn is_reminder(
    message: &Value,
    application: u64,
    player: PlayerId,
    way: Way,
    due: &DueReminder,
) -> bool {
    let by_us = message["author"]["id"].as_str() == Some(&application.to_string());
    let mention = format!("<@{player}>");
    let to_player = way == Way::Direct
        || message["content"]
            .as_str()
            .is_some_and(|content| content.contains(&mention));
    // A board has the same button, below a picture.
    let files = message["attachments"].as_array();
    let no_board = files.is_none_or(Vec::is_empty);
    by_us && to_player && no_board && super::has_button(message, &post::look_at(&due.kept))
}
