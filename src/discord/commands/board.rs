//! `/board`: a private view of a game, a view in words, or the game's posts brought here.

use crate::discord::button::Intent;
use crate::discord::call::{Call, Outcome};
use crate::discord::perform::perform_on_fitting_game;

use super::{Command, GAME, Opt, OptKind};

/// `/board [view] [game]`.
pub(super) const COMMAND: Command = Command {
    name: "board",
    options: &[
        Opt {
            name: "view",
            kind: OptKind::Word(&["picture", "text", "here"]),
            required: false,
        },
        GAME,
    ],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: Some(|call| Box::pin(super::games::complete_game(call))),
};

async fn run(call: Call<'_>) -> Outcome {
    let intent = match call.invocation.text_option("view") {
        Some("text") => Intent::ViewText,
        Some("here") => Intent::ViewHere,
        Some(_) | None => Intent::View,
    };
    perform_on_fitting_game(call, intent).await
}
