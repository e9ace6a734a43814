//! `/time`: gives the opponent time, pauses a game, takes a vacation, claims the win over somebody who is late.

use crate::app::{Denied, VacationStanding};
use crate::discord::button::{Button, Intent};
use crate::discord::call::{Answer, Call, Outcome, private};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on_fitting_game;
use crate::discord::view::{Control, Message, Style};
use crate::game::vacation::VACATION_DAYS;
use crate::game::{Deed, VacationRefusal};

use super::{Command, GAME, Opt, OptKind, Subcommand};

/// `/time give|pause|resume|claim [game]`, `/time vacation [days]`.
pub(super) const COMMAND: Command = Command {
    name: "time",
    options: &[],
    subcommands: &[
        Subcommand {
            name: "give",
            options: &[GAME],
        },
        Subcommand {
            name: "pause",
            options: &[GAME],
        },
        Subcommand {
            name: "resume",
            options: &[GAME],
        },
        Subcommand {
            name: "claim",
            options: &[GAME],
        },
        Subcommand {
            name: "vacation",
            options: &[Opt {
                name: "days",
                kind: OptKind::Integer(1, VACATION_DAYS as i64),
                required: false,
            }],
        },
    ],
    run: |call| Box::pin(run(call)),
    complete: Some(|call| Box::pin(super::games::complete_game(call))),
};

async fn run(call: Call<'_>) -> Outcome {
    let What::Command { subcommand, .. } = &call.invocation.what else {
        return Ok(Answer::Nothing);
    };
    let deed = match subcommand.as_deref() {
        Some("vacation") => return vacation(call).await,
        Some("pause") => Deed::AskPause,
        Some("resume") => Deed::Resume,
        Some("claim") => Deed::ClaimWin,
        Some(_) | None => Deed::GiveTime,
    };
    perform_on_fitting_game(call, Intent::Do(deed)).await
}

async fn vacation(call: Call<'_>) -> Outcome {
    let person = call.invocation.person.id;
    let Some(days) = call.invocation.integer_option("days") else {
        let standing = call.bot.app.vacation(person).await?;
        return Ok(Answer::Message(told(call, standing)));
    };
    let days = u32::try_from(days).unwrap_or(0);
    let done = call
        .bot
        .app
        .go_on_vacation(person, days, call.occasion())
        .await;
    answer(call, done)
}

/// Ends the vacation of whoever presses the button.
pub(in crate::discord) async fn end_vacation(call: Call<'_>) -> Outcome {
    let person = call.invocation.person.id;
    let done = call.bot.app.end_vacation(person, call.occasion()).await;
    answer(call, done)
}

fn answer(call: Call<'_>, done: Result<VacationStanding, Denied<VacationRefusal>>) -> Outcome {
    match done {
        Ok(standing) => Ok(Answer::Message(told(call, standing))),
        Err(Denied::Refused(refusal)) => private(call.text.vacation_refusal(refusal)),
        Err(Denied::Missing | Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

fn told(call: Call<'_>, standing: VacationStanding) -> Message {
    let until = standing.present.map(|vacation| vacation.until);
    let message = Message::private(call.text.vacation(until, standing.days_left));
    message.with_controls(until.map(|_| {
        Control::new(
            Button::EndVacation,
            call.text.end_vacation(),
            Style::Secondary,
        )
    }))
}
