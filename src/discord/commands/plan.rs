//! `/plan`: if-then moves, which are played at once when the opponent does what they wait for.

use crate::discord::button::Intent;
use crate::discord::call::{Answer, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on_fitting_game;
use crate::game::Deed;

use super::{Command, GAME, Opt, OptKind, Subcommand};

/// `/plan add <line> [game]`, `/plan list|clear [game]`.
pub(super) const COMMAND: Command = Command {
    name: "plan",
    options: &[],
    subcommands: &[
        Subcommand {
            name: "add",
            options: &[
                Opt {
                    name: "line",
                    kind: OptKind::Text,
                    required: true,
                },
                GAME,
            ],
        },
        Subcommand {
            name: "list",
            options: &[GAME],
        },
        Subcommand {
            name: "clear",
            options: &[GAME],
        },
    ],
    run: |call| Box::pin(run(call)),
    complete: Some(|call| Box::pin(super::games::complete_game(call))),
};

async fn run(call: Call<'_>) -> Outcome {
    let What::Command { subcommand, .. } = &call.invocation.what else {
        return Ok(Answer::Nothing);
    };
    let intent = match subcommand.as_deref() {
        Some("add") => Intent::Do(Deed::AddToPlan {
            text: call
                .invocation
                .text_option("line")
                .unwrap_or_default()
                .to_owned(),
        }),
        Some("clear") => Intent::Do(Deed::ClearPlan),
        Some(_) | None => Intent::ViewPlan,
    };
    perform_on_fitting_game(call, intent).await
}
