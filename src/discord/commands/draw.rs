//! `/draw`: offers a draw, answers an offer, or claims a draw by repetition or by fifty moves.

use crate::discord::button::Intent;
use crate::discord::call::{Answer, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on_fitting_game;
use crate::game::Deed;

use super::{Command, GAME, Opt, OptKind, Subcommand};

/// `/draw offer|accept|decline [game]`, `/draw claim [move] [game]`.
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
        Subcommand {
            name: "claim",
            options: &[
                Opt {
                    name: "move",
                    kind: OptKind::CompletedText,
                    required: false,
                },
                GAME,
            ],
        },
    ],
    run: |call| Box::pin(run(call)),
    complete: Some(super::move_::complete),
};

async fn run(call: Call<'_>) -> Outcome {
    let What::Command { subcommand, .. } = &call.invocation.what else {
        return Ok(Answer::Nothing);
    };
    let deed = match subcommand.as_deref() {
        Some("accept") => Deed::AcceptDraw,
        Some("decline") => Deed::DeclineDraw,
        Some("claim") => Deed::ClaimDraw {
            text: call.invocation.text_option("move").map(str::to_owned),
        },
        Some(_) | None => Deed::OfferDraw,
    };
    perform_on_fitting_game(call, Intent::Do(deed)).await
}
