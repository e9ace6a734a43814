//! `/abort`: ends a game without result while it has hardly begun.

use crate::discord::button::Intent;
use crate::discord::perform::perform_on_fitting_game;
use crate::game::Deed;

use super::{Command, GAME};

/// `/abort [game]`.
pub(super) const COMMAND: Command = Command {
    name: "abort",
    options: &[GAME],
    subcommands: &[],
    run: |call| Box::pin(perform_on_fitting_game(call, Intent::Do(Deed::Abort))),
    complete: Some(|call| Box::pin(super::games::complete_game(call))),
};
