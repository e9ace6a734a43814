//! Errands: what still has to reach people when no answer took it along. Before anything is sent that may have been
//! sent before, the bot looks whether it stands already.

mod reminders;

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};
use tracing::{error, info, warn};

use crate::app::Fault;
use crate::app::{Errand, ErrandId, ErrandKind};
use crate::game::{ChallengeId, ChannelId, MessageId, Notice, PlayerId};
use crate::time::{Span, Timestamp};

use super::button::Button;
use super::call::Bot;
use super::invocation::{TOKEN_LIFE, snowflake_at, snowflake_time};
use super::overview;
use super::post;
use super::rest::SendError;
use super::text::Text;
use super::view::{Message, board_file_name};

/// A failed errand waits so long at first, then twice as long every time, up to the longest.
const FIRST_WAIT: Span = Span::seconds(2);
const LONGEST_WAIT: Span = Span::seconds(600);

/// What is done at one go.
#[derive(Debug)]
pub enum Job {
    /// An errand of its own.
    Errand(Box<Errand>),
    /// All the reminders of a player.
    Reminders(PlayerId),
}

/// What a job is about: no two of the same may be done at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// An errand.
    Errand(ErrandId),
    /// A player's reminders.
    Player(PlayerId),
}

impl Job {
    /// What it is about.
    pub fn subject(&self) -> Subject {
        match self {
            Job::Errand(errand) => Subject::Errand(errand.id),
            Job::Reminders(player) => Subject::Player(*player),
        }
    }
}

/// The jobs that those errands make, in their order.
pub fn jobs(errands: Vec<Errand>) -> Vec<Job> {
    let mut reminded = HashSet::new();
    let job = |errand: Errand| match errand.kind {
        ErrandKind::Post(Notice::Reminder { player, .. }) => {
            reminded.insert(player).then_some(Job::Reminders(player))
        }
        ErrandKind::Post(
            Notice::Board { .. }
            | Notice::Outage(_)
            | Notice::Challenge { .. }
            | Notice::ChallengeOver { .. },
        )
        | ErrandKind::Overview
        | ErrandKind::Retire { .. }
        | ErrandKind::Remove { .. } => Some(Job::Errand(Box::new(errand))),
    };
    errands.into_iter().filter_map(job).collect()
}

/// Does a job. `started` is when this process began: what is older may have been done by an earlier one.
pub async fn run(bot: &Bot, job: Job, started: Timestamp) -> Result<(), Fault> {
    let errand = match job {
        Job::Reminders(player) => return reminders::remind(bot, player, started).await,
        Job::Errand(errand) => errand,
    };
    match run_alone(bot, &errand, started).await {
        // Nothing that is tried again would be different.
        Err(fault) if fault.is_damage() => {
            error!("Errand {} is given up: {fault}", errand.id.0);
            bot.app.give_up(errand.id).await
        }
        done => done,
    }
}

async fn run_alone(bot: &Bot, errand: &Errand, started: Timestamp) -> Result<(), Fault> {
    let done = match errand.kind {
        ErrandKind::Post(notice) => {
            match post::compose(&bot.app, &bot.renderer, Text::default(), notice).await? {
                Some(message) => post_once(bot, errand, notice, &message, started).await,
                None => return bot.app.give_up(errand.id).await,
            }
        }
        ErrandKind::Retire {
            channel,
            message,
            challenge,
        } => retire(bot, channel, message, challenge)
            .await?
            .map(|()| Posted::Nothing),
        ErrandKind::Overview => return overview::run(bot, errand, started).await,
        ErrandKind::Remove { channel, message } => bot
            .courier
            .delete(channel, message)
            .await
            .map(|()| Posted::Nothing),
    };
    match done {
        Ok(Posted::Message(message)) => {
            bot.app
                .delivered(errand.id, Some((errand.place.channel, message)))
                .await
        }
        Ok(Posted::Nothing) => bot.app.delivered(errand.id, None).await,
        Err(SendError::Trouble { what, wait }) => {
            warn!("Discord could not be reached, an errand waits: {what}");
            bot.app
                .retry_later(errand.id, bot.app.now() + pause(errand.attempts, wait))
                .await
        }
        Err(error) => {
            info!("An errand is given up, the game goes on: {error}");
            bot.app.give_up(errand.id).await
        }
    }
}

enum Posted {
    Message(MessageId),
    Nothing,
}

async fn post_once(
    bot: &Bot,
    errand: &Errand,
    notice: Notice,
    message: &Message,
    started: Timestamp,
) -> Result<Posted, SendError> {
    let may_stand = errand.origin.is_some() || errand.attempts > 0 || errand.made < started;
    if may_stand {
        match standing(bot, errand, notice, message).await? {
            Look::Stands(message) => return Ok(Posted::Message(message)),
            Look::Missing => {}
            // Said twice is worse than not said: the game can be seen with /board.
            Look::Unknown => {
                return Err(SendError::Forbidden(
                    "the channel cannot be looked at".to_owned(),
                ));
            }
        }
    }
    bot.courier
        .post(errand.place.channel, message, &nonce(notice, errand))
        .await
        .map(Posted::Message)
}

enum Look {
    Stands(MessageId),
    Missing,
    Unknown,
}

/// Whether the post stands: as the answer to its interaction, or as a message in its channel.
async fn standing(
    bot: &Bot,
    errand: &Errand,
    notice: Notice,
    message: &Message,
) -> Result<Look, SendError> {
    let is_it =
        |posted: &Value| is_post(posted, bot.courier.application(), notice, &message.content);
    let mut since = snowflake_at(errand.made - Span::seconds(60));
    let mut answer_is_missing = false;
    if let Some(origin) = &errand.origin {
        since = origin.interaction.0;
        if bot.app.now() - snowflake_time(origin.interaction.0) < TOKEN_LIFE {
            match bot.courier.answer_of(&origin.token).await {
                Ok(answer) if is_it(&answer) => {
                    return Ok(message_id(&answer).map_or(Look::Unknown, Look::Stands));
                }
                Ok(_) | Err(SendError::Gone(_)) => answer_is_missing = true,
                Err(error) if error.may_pass() => return Err(error),
                Err(_) => {}
            }
        }
    }
    match bot
        .courier
        .messages_after(errand.place.channel, since)
        .await
    {
        Ok(messages) => Ok(messages
            .iter()
            .find(|posted| is_it(posted))
            .and_then(message_id)
            .map_or(Look::Missing, Look::Stands)),
        Err(error) if error.may_pass() => Err(error),
        // It was never tried in the channel, and it is not the answer.
        Err(_) if answer_is_missing && errand.attempts == 0 => Ok(Look::Missing),
        Err(_) => Ok(Look::Unknown),
    }
}

fn is_post(posted: &Value, application: u64, notice: Notice, content: &str) -> bool {
    if posted["author"]["id"].as_str() != Some(&application.to_string()) {
        return false;
    }
    match notice {
        Notice::Board { game, revision, .. } => {
            let name = board_file_name(game, revision);
            let files = posted["attachments"].as_array().into_iter().flatten();
            files
                .into_iter()
                .any(|file| file["filename"].as_str() == Some(&name))
        }
        Notice::Challenge { challenge, .. } => {
            has_button(posted, &Button::AcceptChallenge(challenge))
        }
        Notice::ChallengeOver { .. } | Notice::Reminder { .. } | Notice::Outage(_) => {
            posted["content"].as_str() == Some(content)
        }
    }
}

fn has_button(posted: &Value, button: &Button) -> bool {
    let wanted = button.custom_id();
    let rows = posted["components"].as_array().into_iter().flatten();
    let mut buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    buttons.any(|button| button["custom_id"].as_str() == Some(&wanted))
}

/// What Discord keeps a message from standing twice by, at most 25 characters.
fn nonce(notice: Notice, errand: &Errand) -> String {
    match notice {
        Notice::Board { game, revision, .. } => format!("g{game}r{revision}"),
        Notice::Challenge { challenge, .. } => format!("c{challenge}"),
        Notice::ChallengeOver { challenge, .. } => format!("c{challenge}over"),
        // A turn has two reminders; the hour tells them apart.
        Notice::Reminder { game, ply, .. } => {
            format!("g{game}p{ply}t{}", errand.made.as_seconds() / 3600)
        }
        // A nonce counts for the bot in any channel, and an outage is told in many.
        Notice::Outage(_) => format!("o{}", errand.id.0),
    }
}

/// Takes the buttons off a message; a challenge also says how it ended.
async fn retire(
    bot: &Bot,
    channel: ChannelId,
    message: MessageId,
    challenge: Option<ChallengeId>,
) -> Result<Result<(), SendError>, Fault> {
    let mut body = json!({"components": [], "allowed_mentions": {"parse": []}});
    if let Some(challenge) = challenge
        && let Some(challenge) = bot.app.challenge_by_id(challenge).await?
    {
        let names = post::challenge_names(&bot.app, &challenge).await?;
        if let Some(words) = post::closed(&challenge, &names, Text::default()) {
            body["content"] = json!(words);
        }
    }
    Ok(match bot.courier.edit(channel, message, body).await {
        Err(error) if error.may_pass() => Err(error),
        // The message is gone, or too old to be edited: its buttons are told to be stale when they are pressed.
        Ok(()) | Err(_) => Ok(()),
    })
}

fn message_id(message: &Value) -> Option<MessageId> {
    message["id"].as_str()?.parse().ok()
}

/// How long to wait after so many attempts, or as long as Discord asks for.
pub(super) fn pause(attempts: u32, asked: Option<Duration>) -> Span {
    let doubled = FIRST_WAIT.as_millis().saturating_mul(1 << attempts.min(20));
    let asked = asked.map_or(0, |wait| wait.as_millis() as i64);
    Span::millis(doubled.min(LONGEST_WAIT.as_millis()).max(asked))
}
