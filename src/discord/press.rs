//! What a press of a button, or a submitted form, does.

use crate::app::{self, Denied};
use crate::game::{ChallengeId, InteractionId, MessageId};

use super::button::{Button, Intent, UnknownButton};
use super::call::{Answer, Call, Outcome, private};
use super::commands::{end_vacation, press_setting, show_games, submit_setting};
use super::look::show_board;
use super::perform::perform_on;
use super::permissions;
use super::view::{Message, escape};

/// Answers a press of a button under `message`.
pub(super) async fn press(
    call: Call<'_>,
    button: Result<Button, UnknownButton>,
    message: MessageId,
) -> Outcome {
    let by = call.invocation.person.id;
    match button {
        Err(UnknownButton) => private(call.text.unknown_button()),
        Ok(Button::AcceptChallenge(id)) => in_its_place(
            call,
            answer_challenge(call, id, app::Answer::Accept { by }).await,
        ),
        Ok(Button::DeclineChallenge(id)) => in_its_place(
            call,
            answer_challenge(call, id, app::Answer::Decline { by }).await,
        ),
        Ok(Button::WithdrawChallenge(id)) => in_its_place(
            call,
            answer_challenge(call, id, app::Answer::Withdraw { by }).await,
        ),
        Ok(Button::Game { game, seen, intent }) => {
            in_its_place(call, perform_on(call, game, seen, intent).await)
        }
        // What is shown is no state that a second press would find changed, so the message is remembered.
        Ok(Button::ShowGames(_) | Button::ShowBoard(_))
            if !call.bot.app.first_time(InteractionId(message.0)).await? =>
        {
            private(call.text.shown_already())
        }
        Ok(Button::ShowGames(player)) => show_games(call, player).await,
        Ok(Button::ShowBoard(game)) => show_board(call, game).await,
        Ok(Button::EndVacation) => in_its_place(call, end_vacation(call).await),
        Ok(Button::Settings(setting)) => press_setting(call, setting).await,
        Ok(Button::Dismiss) => Ok(Answer::Replace(Message::private(call.text.dismissed()))),
    }
}

/// Answers a submitted form.
pub(super) async fn submit(
    call: Call<'_>,
    button: Result<Button, UnknownButton>,
    line: &str,
) -> Outcome {
    match button {
        Ok(Button::Game {
            game,
            seen,
            intent: Intent::MoveForm,
        }) => {
            let intent = Intent::Typed {
                text: line.to_owned(),
                offer_draw: false,
            };
            in_its_place(call, perform_on(call, game, seen, intent).await)
        }
        Ok(Button::Settings(setting)) => match submit_setting(call, setting, line).await {
            Some(answer) => answer,
            None => private(call.text.unknown_button()),
        },
        Ok(
            Button::AcceptChallenge(_)
            | Button::DeclineChallenge(_)
            | Button::WithdrawChallenge(_)
            | Button::Game { .. }
            | Button::ShowBoard(_)
            | Button::ShowGames(_)
            | Button::EndVacation
            | Button::Dismiss,
        )
        | Err(UnknownButton) => private(call.text.unknown_button()),
    }
}

/// A question to one person becomes its own answer, so that no stale buttons pile up.
fn in_its_place(call: Call<'_>, answer: Outcome) -> Outcome {
    let is_question = call.invocation.private_message().is_some();
    Ok(match answer? {
        Answer::Message(message) if message.private && is_question => Answer::Replace(message),
        other => other,
    })
}

async fn answer_challenge(call: Call<'_>, id: ChallengeId, answer: app::Answer) -> Outcome {
    if matches!(answer, app::Answer::Accept { .. }) {
        let missing = permissions::missing(call.invocation);
        if !missing.is_empty() {
            return private(call.text.missing_permissions(&missing));
        }
    }
    match call
        .bot
        .app
        .answer_challenge(id, answer, call.occasion())
        .await
    {
        Ok(answered) => Ok(Answer::Posts {
            errands: answered.errands,
            done: Message::private(call.text.challenge_answered()),
        }),
        Err(Denied::Refused(refusal)) => {
            let Some(challenge) = call.bot.app.challenge_by_id(id).await? else {
                return private(call.text.no_such_challenge());
            };
            let name = match challenge.terms.opponent {
                Some(opponent) => call
                    .bot
                    .app
                    .names(&[opponent])
                    .await?
                    .remove(&opponent)
                    .map(|name| escape(&name)),
                None => None,
            };
            let (name, terms) = (name.as_deref(), &challenge.terms);
            private(call.text.challenge_refusal(refusal, name, terms))
        }
        Err(Denied::Missing) => private(call.text.no_such_challenge()),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}
