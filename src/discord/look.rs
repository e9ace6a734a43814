//! A game for one person's eyes: the board with the ways to move, the position in words, the posts brought here.

use crate::app::{Denied, Fault, Kept};
use crate::chess::Color;
use crate::game::{Deed, Game, GameId, PlayerId};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome, private};
use super::guided::{piece_menus, type_a_move};
use super::perform::refused;
use super::post::{Names, before, draw, last_move, names, picture};
use super::view::{Control, Message, Style, board_file_name};
use super::which::may_see;

/// The board for the person's eyes, his own side at the bottom.
pub(super) async fn view(call: Call<'_>, kept: &Kept) -> Outcome {
    let name = board_file_name(kept.game.id, kept.game.revision());
    let message = Message {
        private: true,
        ..board(call, kept, name).await?
    };
    Ok(Answer::Message(ways_to_move(call, kept, message)))
}

/// The same for everybody's eyes; nobody is called, and there is nothing to press.
pub(super) async fn show_board(call: Call<'_>, game: GameId) -> Outcome {
    match call.bot.app.game(game).await? {
        Some(kept) if may_see(call, &kept) => {
            // Not the name of a board's post, for which it must not be taken.
            let name = format!("penpawn-{game}-shown.png");
            Ok(Answer::Message(board(call, &kept, name).await?))
        }
        Some(_) | None => private(call.text.no_such_game(game)),
    }
}

async fn board(call: Call<'_>, kept: &Kept, name: String) -> Result<Message, Fault> {
    let names = names(&call.bot.app, &kept.game).await?;
    let side = own_side(kept, call.invocation.person.id);
    let (renderer, line) = (call.bot.renderer.clone(), kept.game.line().clone());
    let picture = draw(move || picture(&renderer, &line, side, name)).await?;
    let words = Message {
        content: summary(call, kept, &names),
        ..Message::default()
    };
    Ok(words.with_file(picture))
}

/// The position in words.
pub(super) async fn view_in_words(call: Call<'_>, kept: &Kept) -> Outcome {
    let names = names(&call.bot.app, &kept.game).await?;
    let line = kept.game.line();
    let before = before(line);
    let last = before
        .as_ref()
        .map(crate::chess::Line::position)
        .zip(line.moves().last().copied());
    let words = crate::diagram::describe(line.position(), last);
    private(format!("{}\n{words}", summary(call, kept, &names)))
}

/// Brings the game's posts to where the person is.
pub(super) async fn view_here(call: Call<'_>, kept: &Kept) -> Outcome {
    let invocation = call.invocation;
    // Where the opponent does not read along he would never know that it is his turn.
    let elsewhere = kept.place.guild.is_some() && kept.place.guild != invocation.place.guild;
    if invocation.place.guild.is_none() || elsewhere {
        return private(call.text.posts_stay_in_the_server());
    }
    let missing = super::permissions::missing(invocation);
    if !missing.is_empty() {
        return private(call.text.missing_permissions(&missing));
    }
    match call
        .bot
        .app
        .move_posts_to(kept.game.id, invocation.person.id, invocation.place)
        .await
    {
        Ok(_) => private(call.text.posts_come_here(kept.game.id)),
        Err(Denied::Refused(refusal)) => {
            refused(call, kept.game.id, &Deed::OfferDraw, &refusal).await
        }
        Err(Denied::Missing) => private(call.text.no_such_game(kept.game.id)),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

/// A game in a line or two: who plays whom, the last move, whose turn it is or how it ended.
fn summary(call: Call<'_>, kept: &Kept, names: &Names) -> String {
    let (game, text) = (&kept.game, call.text);
    let [white, black] = [game.players.white, game.players.black].map(|player| names.shown(player));
    let mut lines = vec![text.game_title(game.id, &white, &black)];
    if game.line().plies() > 0 {
        lines.push(text.last_move(&last_move(game.line())));
    }
    let to_move = names.shown(game.players.of(game.turn()));
    lines.push(match (game.result(), game.deadline()) {
        (Some((result, _)), _) => text.result(result, &white, &black),
        (None, Some(deadline)) => text.to_move_until(&to_move, deadline),
        (None, None) => text.to_move(&to_move),
    });
    if let Some(until) = game
        .paused_until()
        .filter(|_| game.facts().server_gone.is_none())
    {
        lines.push(text.paused(game.id, until));
    }
    if game.result().is_none() {
        lines.extend(vacations(call, game, names));
    }
    if let Some(by) = game.draw_offers().standing {
        lines.push(text.draw_offer_stands(&names.shown(game.players.of(by))));
    }
    lines.join("\n")
}

/// Who of the two is on vacation, and until when.
fn vacations(call: Call<'_>, game: &Game, names: &Names) -> Vec<String> {
    let away = |color| Some((color, game.away(color, call.invocation.at)?));
    let told = |(color, until)| {
        let player = names.shown(game.players.of(color));
        call.text.on_vacation(&player, until)
    };
    Color::ALL.into_iter().filter_map(away).map(told).collect()
}

/// To the player to move it offers his pieces and the form; to the one who has just moved, to undo that.
fn ways_to_move(call: Call<'_>, kept: &Kept, mut message: Message) -> Message {
    if kept.game.to_move() == Some(call.invocation.person.id) {
        return message
            .with_menus(piece_menus(call, kept))
            .with_controls([type_a_move(call, kept)]);
    }
    match undo_offer(call, kept) {
        Some((words, undo)) => {
            message.content = format!("{}\n{words}", message.content);
            message.with_controls([undo])
        }
        None => message,
    }
}

/// Until when the person can undo his last move, in words, and the button that does it.
pub(super) fn undo_offer(call: Call<'_>, kept: &Kept) -> Option<(String, Control)> {
    let game = &kept.game;
    let color = game.players.color_of(call.invocation.person.id)?;
    if game.result().is_some() {
        return None;
    }
    let until = game.can_undo_until(color, call.invocation.at)?;
    let button = Button::Game {
        game: game.id,
        seen: Some(game.revision()),
        intent: Intent::Do(Deed::Undo),
    };
    let control = Control::new(button, call.text.undo(), Style::Secondary);
    Some((call.text.can_undo_until(until), control))
}

/// The side that the person plays, or White's for an onlooker.
pub(super) fn own_side(kept: &Kept, person: PlayerId) -> Color {
    kept.game.players.color_of(person).unwrap_or(Color::White)
}
