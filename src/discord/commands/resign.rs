//! `/resign`: asks whether the player means it; the button resigns.

use crate::discord::button::Intent;
use crate::discord::perform::perform_on_fitting_game;

use super::{Command, GAME};

/// `/resign [game]`.
pub(super) const COMMAND: Command = Command {
    name: "resign",
    options: &[GAME],
    subcommands: &[],
    run: |call| Box::pin(perform_on_fitting_game(call, Intent::AskResign)),
    complete: Some(|call| Box::pin(super::games::complete_game(call))),
};
