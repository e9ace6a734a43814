//! From an invocation to its answer, within Discord's three seconds whatever happens.

use std::pin::pin;
use std::time::Duration;

use serde_json::{Value, json};
use tracing::{debug, error, info, warn};

use crate::app::Fault;
use crate::app::{Errand, ErrandId, ErrandKind};
use crate::game::{ChannelId, GameId, MessageId};

use super::call::{Answer, Bot, Call, Outcome, private};
use super::deliver::Callback;
use super::invocation::{Invocation, What};
use super::rest::SendError;
use super::text::Text;
use super::view::{File, Form, Message, choices_json};
use super::{commands, onward, post, press};

/// An answer that takes longer is announced first. Discord waits for three seconds.
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>
const PATIENCE: Duration = Duration::from_secs(1);

/// Answers what somebody did.
pub(super) async fn handle(bot: &Bot, invocation: &Invocation) {
    let text = Text::in_language(&invocation.locale);
    let call = Call {
        bot,
        invocation,
        text,
    };
    let mut preparing = pin!(prepare(call));
    let timer = tokio::time::sleep(PATIENCE);
    tokio::select! {
        prepared = &mut preparing => deliver(call, prepared).await,
        () = timer => deliver_late(call, after_deferral(call, preparing).await).await,
    }
}

/// An answer ready to be sent.
enum Prepared {
    Message {
        message: Message,
        callback: Callback,
    },
    /// A post for everybody, and what the person alone reads.
    Post {
        post: Message,
        errand: ErrandId,
        done: Message,
        /// The game in which the person has moved, if he has.
        moved_in: Option<GameId>,
    },
    Form(Form),
    Choices(Value),
    Nothing,
}

/// Tells the person that the answer is on its way, then waits for it. `None` when there is no time left to answer,
/// or the answer cannot come late.
async fn after_deferral(
    call: Call<'_>,
    preparing: impl Future<Output = Prepared>,
) -> Option<Prepared> {
    if matches!(call.invocation.what, What::Autocomplete { .. }) {
        return None;
    }
    let (callback, data) = match call.invocation.private_message() {
        Some(_) => (Callback::DeferUpdate, Value::Null),
        None => (Callback::Defer, json!({"flags": 64})),
    };
    let deferred = answer(call, callback, data, Vec::new()).await;
    let prepared = preparing.await;
    match deferred {
        Ok(_) => Some(prepared),
        Err(error) => {
            warn!("An answer could not be deferred: {error}");
            hand_over(call, &prepared).await;
            None
        }
    }
}

async fn prepare(call: Call<'_>) -> Prepared {
    let answer = match answer_to(call).await {
        Ok(answer) => Ok(answer),
        Err(fault) => apologize(call, &fault),
    };
    let prepared = match answer {
        Ok(answer) => ready(call, answer).await,
        Err(fault) => Err(fault),
    };
    prepared.unwrap_or_else(|fault| {
        error!("An answer could not be composed: {fault}");
        message(Message::private(call.text.something_went_wrong()))
    })
}

async fn answer_to(call: Call<'_>) -> Outcome {
    match &call.invocation.what {
        What::Command { name, .. } => match commands::find(name) {
            Some(command) => (command.run)(call).await,
            None => private(call.text.unknown_command()),
        },
        What::Autocomplete { name, .. } => {
            match commands::find(name).and_then(|command| command.complete) {
                Some(complete) => complete(call).await,
                None => Ok(Answer::Choices(Vec::new())),
            }
        }
        What::Press {
            button, message, ..
        } => press::press(call, button.clone(), *message).await,
        What::Form { button, line, .. } => press::submit(call, button.clone(), line).await,
    }
}

fn apologize(call: Call<'_>, fault: &Fault) -> Outcome {
    error!("Interaction {} led to a fault: {fault}", call.invocation.id);
    if matches!(call.invocation.what, What::Autocomplete { .. }) {
        return Ok(Answer::Choices(Vec::new()));
    }
    private(call.text.something_went_wrong())
}

/// Everything that can take time, done: the picture drawn, the words put together.
async fn ready(call: Call<'_>, answer: Answer) -> Result<Prepared, Fault> {
    match answer {
        Answer::Message(words) => Ok(message(words)),
        Answer::Replace(words) => Ok(Prepared::Message {
            message: words,
            callback: Callback::Update,
        }),
        Answer::Form(form) => Ok(Prepared::Form(form)),
        Answer::Choices(choices) => Ok(Prepared::Choices(choices_json(&choices))),
        Answer::Nothing => Ok(Prepared::Nothing),
        Answer::Posts { errands, done } => posts(call, errands, done).await,
    }
}

fn message(message: Message) -> Prepared {
    Prepared::Message {
        message,
        callback: Callback::Message,
    }
}

/// The post that belongs here becomes the answer; all others are for the worker.
async fn posts(call: Call<'_>, errands: Vec<Errand>, done: Message) -> Result<Prepared, Fault> {
    let mut answer = None;
    let moved_in = errands.iter().find_map(onward::moved_in);
    for errand in errands {
        let belongs_here = errand.place.channel == call.invocation.place.channel;
        match errand.kind {
            ErrandKind::Post(notice) if belongs_here && answer.is_none() => {
                // A fault must not lose the post: the action is done, and the worker tries again.
                match post::compose(&call.bot.app, &call.bot.renderer, Text::default(), notice)
                    .await
                {
                    Ok(Some(message)) => answer = Some((message, errand.id)),
                    Ok(None) => call.bot.app.give_up(errand.id).await?,
                    Err(fault) => {
                        error!("A post could not be composed: {fault}");
                        call.bot.app.hand_over(errand.id).await?;
                    }
                }
            }
            ErrandKind::Post(_)
            | ErrandKind::Retire { .. }
            | ErrandKind::Overview
            | ErrandKind::Remove { .. } => {
                call.bot.app.release(errand.id).await?;
            }
        }
    }
    Ok(match answer {
        Some((post, errand)) => Prepared::Post {
            post,
            errand,
            done,
            moved_in,
        },
        None => Prepared::Message {
            message: onward::with_next(call, moved_in, done).await,
            callback: match call.invocation.private_message() {
                Some(_) => Callback::Update,
                None => Callback::Message,
            },
        },
    })
}

async fn deliver(call: Call<'_>, prepared: Prepared) {
    match prepared {
        Prepared::Message { message, callback } => note(
            answer(call, callback, message.json(), message.files)
                .await
                .map(drop),
        ),
        Prepared::Post {
            post,
            errand,
            done,
            moved_in,
        } => {
            let sent = answer(call, Callback::Message, post.json(), post.files).await;
            let is_answered = sent.is_ok();
            settle(call, errand, sent).await;
            if let Some(question) = call.invocation.private_message() {
                let done = onward::with_next(call, moved_in, done).await;
                close_question(call, question, &done).await;
            } else if is_answered {
                onward::offer(call, moved_in).await;
            }
        }
        Prepared::Form(form) => note(
            answer(call, Callback::Form, form.json(), Vec::new())
                .await
                .map(drop),
        ),
        Prepared::Choices(choices) => note(
            answer(call, Callback::Choices, choices, Vec::new())
                .await
                .map(drop),
        ),
        Prepared::Nothing => {}
    }
}

/// The answer was deferred privately; a post goes to the channel, where it can ping.
async fn deliver_late(call: Call<'_>, prepared: Option<Prepared>) {
    let Some(prepared) = prepared else { return };
    hand_over(call, &prepared).await;
    let message = match prepared {
        Prepared::Post { done, moved_in, .. } => onward::with_next(call, moved_in, done).await,
        Prepared::Message { message, .. } => message,
        Prepared::Form(_) => Message::private(call.text.something_went_wrong()),
        Prepared::Choices(_) | Prepared::Nothing => return,
    };
    note(
        call.bot
            .courier
            .edit_answer(&call.invocation.token, &message)
            .await,
    );
}

async fn hand_over(call: Call<'_>, prepared: &Prepared) {
    if let Prepared::Post { errand, .. } = prepared
        && let Err(fault) = call.bot.app.hand_over(*errand).await
    {
        error!("A post could not be handed over: {fault}");
    }
}

async fn answer(
    call: Call<'_>,
    callback: Callback,
    data: Value,
    files: Vec<File>,
) -> Result<Option<MessageId>, SendError> {
    let invocation = call.invocation;
    call.bot
        .courier
        .answer(invocation.id, &invocation.token, callback, data, files)
        .await
}

/// The private question whose answer everybody sees now says so, and has no buttons that would ask again. The post
/// came first: nobody waits for this, and should it fail, the buttons are told to be stale when they are pressed.
async fn close_question(call: Call<'_>, question: MessageId, done: &Message) {
    let token = &call.invocation.token;
    note(call.bot.courier.edit_private(token, question, done).await);
}

/// Keeps in mind that the post stands, or leaves it to the worker.
async fn settle(call: Call<'_>, errand: ErrandId, sent: Result<Option<MessageId>, SendError>) {
    let channel: ChannelId = call.invocation.place.channel;
    let settled = match sent {
        Ok(message) => {
            call.bot
                .app
                .delivered(errand, message.map(|message| (channel, message)))
                .await
        }
        Err(error) => {
            info!("A post could not be sent as an answer and goes to the channel: {error}");
            call.bot.app.hand_over(errand).await
        }
    };
    if let Err(fault) = settled {
        error!("What became of a post could not be kept: {fault}");
    }
}

fn note(sent: Result<(), SendError>) {
    match sent {
        Ok(()) => {}
        // A repeat of what was answered before, or an answer that came too late; the person sees it.
        Err(SendError::AnsweredBefore | SendError::Gone(_)) => {
            debug!("An answer was not wanted any more");
        }
        Err(error) => warn!("An answer could not be sent: {error}"),
    }
}
