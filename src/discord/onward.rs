//! The next game that waits for somebody who has just moved: offered to him alone, once the board is on its way.
//!
//! It is a courtesy: what fails here is not told to anybody.

use tracing::debug;

use crate::app::{Errand, ErrandKind, Fault, Listed};
use crate::game::{GameId, Notice, PlayerId};

use super::button::{Button, Intent};
use super::call::Call;
use super::invocation::TOKEN_LIFE;
use super::post::Names;
use super::text::Text;
use super::view::{Control, Message, Style};

/// The game in which the errand shows a move, if it does.
pub(super) fn moved_in(errand: &Errand) -> Option<GameId> {
    match errand.kind {
        ErrandKind::Post(Notice::Board { game, news, .. }) if news > 0 => Some(game),
        ErrandKind::Post(
            Notice::Board { .. }
            | Notice::Reminder { .. }
            | Notice::Outage(_)
            | Notice::Challenge { .. }
            | Notice::ChallengeOver { .. },
        )
        | ErrandKind::Retire { .. }
        | ErrandKind::Overview
        | ErrandKind::Remove { .. } => None,
    }
}

/// Offers the next game by a message of its own.
pub(super) async fn offer(call: Call<'_>, moved_in: Option<GameId>) {
    let Some(moved_in) = moved_in else { return };
    if call.bot.app.now() - call.invocation.at >= TOKEN_LIFE {
        return;
    }
    match waiting(call, moved_in).await {
        Ok(Some((words, control))) => {
            let message = Message::private(words).with_controls([control]);
            let token = &call.invocation.token;
            if let Err(error) = call.bot.courier.follow_up(token, &message).await {
                debug!("The next game could not be offered: {error}");
            }
        }
        Ok(None) => {}
        Err(fault) => debug!("The next game could not be looked for: {fault}"),
    }
}

/// The same at the end of a private message, which the person gets anyway.
pub(super) async fn with_next(
    call: Call<'_>,
    moved_in: Option<GameId>,
    message: Message,
) -> Message {
    let Some(moved_in) = moved_in else {
        return message;
    };
    match waiting(call, moved_in).await {
        Ok(Some((words, control))) => Message {
            content: format!("{}\n{words}", message.content),
            ..message
        }
        .with_controls([control]),
        Ok(None) => message,
        Err(fault) => {
            debug!("The next game could not be looked for: {fault}");
            message
        }
    }
}

/// The games in which that player is to move and a clock runs or none is set, the most urgent first.
pub(super) fn waiting_for(player: PlayerId, games: Vec<Listed>) -> impl Iterator<Item = Listed> {
    games
        .into_iter()
        .filter(move |game| game.to_move() == player && game.paused_until.is_none())
}

/// The button that shows the next game.
pub(super) fn next_game(game: &Listed, player: PlayerId, names: &Names, text: Text) -> Control {
    let opponent = game
        .opponent_of(player)
        .map(|opponent| names.plain(opponent));
    let button = Button::Game {
        game: game.id,
        seen: None,
        intent: Intent::View,
    };
    let label = text.next_game(game.id, &opponent.unwrap_or_default());
    Control::new(button, label, Style::Primary)
}

async fn waiting(call: Call<'_>, moved_in: GameId) -> Result<Option<(String, Control)>, Fault> {
    let player = call.invocation.person.id;
    let games = call.bot.app.listed_games(player).await?;
    let others = waiting_for(player, games).filter(|game| game.id != moved_in);
    let others: Vec<Listed> = others.collect();
    let Some(next) = others.first() else {
        return Ok(None);
    };
    let names = Names::of(&call.bot.app, &[next.players.white, next.players.black]).await?;
    let control = next_game(next, player, &names, call.text);
    Ok(Some((call.text.more_wait(others.len()), control)))
}
