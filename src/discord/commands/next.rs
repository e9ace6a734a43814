//! `/next`: the most urgent game in which the person is to move, ready to be moved in.

use tracing::error;

use crate::app::{Fault, Listed};
use crate::discord::button::{Button, Intent};
use crate::discord::call::{Answer, Call, Outcome, private};
use crate::discord::onward::{next_game, waiting_for};
use crate::discord::perform::perform_on;
use crate::discord::post::Names;
use crate::discord::view::{Control, Style};

use super::Command;

/// `/next`.
pub(super) const COMMAND: Command = Command {
    name: "next",
    options: &[],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: None,
};

async fn run(call: Call<'_>) -> Outcome {
    let player = call.invocation.person.id;
    let games = call.bot.app.listed_games(player).await?;
    let mut waiting = waiting_for(player, games.clone());
    while let Some(game) = waiting.next() {
        match perform_on(call, game.id, None, Intent::View).await {
            Ok(answer) => return with_ways_on(call, answer, &game, waiting.next()).await,
            // The next one is as good.
            Err(fault) if fault.is_damage() => error!(game.id = %game.id, "Not shown: {fault}"),
            Err(fault) => return Err(fault),
        }
    }
    nothing_to_move(call, &games).await
}

async fn with_ways_on(
    call: Call<'_>,
    answer: Answer,
    game: &Listed,
    after: Option<Listed>,
) -> Outcome {
    let Answer::Message(message) = answer else {
        return Ok(answer);
    };
    let player = call.invocation.person.id;
    let mut controls = Vec::new();
    if let Some(after) = after {
        let names = Names::of(&call.bot.app, &[after.players.white, after.players.black]).await?;
        let label = next_game(&after, player, &names, call.text);
        controls.push(Control {
            style: Style::Secondary,
            ..label
        });
    }
    if call.invocation.place.guild.is_some() {
        let show = Button::ShowBoard(game.id);
        controls.push(Control::new(show, call.text.show_here(), Style::Secondary));
    }
    Ok(Answer::Message(message.with_controls(controls)))
}

/// Whose time ends first, of those for whom the person waits.
async fn nothing_to_move(call: Call<'_>, games: &[Listed]) -> Outcome {
    let player = call.invocation.person.id;
    let waits = |game: &&Listed| game.to_move() != player && game.paused_until.is_none();
    let Some(game) = games.iter().find(waits) else {
        return private(call.text.nothing_to_move(None));
    };
    let name = opponent(call, game).await?;
    private(
        call.text
            .nothing_to_move(Some((game.id, &name, game.deadline))),
    )
}

async fn opponent(call: Call<'_>, game: &Listed) -> Result<String, Fault> {
    let opponent = game.to_move();
    let names = Names::of(&call.bot.app, &[opponent]).await?;
    Ok(names.shown(opponent))
}
