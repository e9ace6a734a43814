//! `/takeback`: undoes one's move within a minute, or asks the opponent whether it may be taken back.

use crate::discord::button::Intent;
use crate::discord::call::{Answer, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on_fitting_game;
use crate::game::Deed;

use super::{Command, GAME, Subcommand};

/// `/takeback ask|accept|decline [game]`.
pub(super) const COMMAND: Command = Command {
    name: "takeback",
    options: &[],
    subcommands: &[
        Subcommand {
            name: "ask",
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
    let deed = match subcommand.as_deref() {
        Some("accept") => Deed::AcceptTakeback,
        Some("decline") => Deed::DeclineTakeback,
        Some(_) | None => Deed::AskTakeback,
    };
    perform_on_fitting_game(call, Intent::Do(deed)).await
}
