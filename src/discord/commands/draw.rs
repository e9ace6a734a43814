//! `/draw`: offers a draw, accepts or declines one.

use crate::discord::button::Intent;
use crate::discord::call::{Answer, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on_fitting_game;

use super::{Command, GAME, Subcommand};

/// `/draw offer|accept|decline [game]`.
pub(super) const COMMAND: Command = Command {
    name: "draw",
    options: &[],
    subcommands: &[
        Subcommand {
            name: "offer",
            options: &[GAME],
        },
        Subcommand {
            name: "accept",
            options: &[GAME],
        },
        Subcommand {
            name: "decline",
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
        Some("accept") => Intent::AcceptDraw,
        Some("decline") => Intent::DeclineDraw,
        Some(_) | None => Intent::OfferDraw,
    };
    perform_on_fitting_game(call, intent).await
}
