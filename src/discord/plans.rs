//! A player's plan, for his eyes only.

use crate::app::Kept;
use crate::game::{Deed, Refusal};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome, private};
use super::post::names;
use super::view::{Control, Message, Style, escape};

/// What the person has planned in the game, with a way to drop it.
pub(super) async fn view_plan(call: Call<'_>, kept: &Kept) -> Outcome {
    let (game, person) = (&kept.game, call.invocation.person.id);
    let (Some(color), Some(opponent)) = (game.players.color_of(person), game.opponent_of(person))
    else {
        let words = call
            .text
            .refusal(game, &Refusal::NotYourGame, None, &Deed::ClearPlan);
        return private(words);
    };
    let plan = game.plan(color);
    if plan.is_empty() {
        return private(call.text.no_plan(game.id));
    }
    let names = names(&call.bot.app, game).await?;
    let lines: Vec<String> = plan
        .lines(game.plan_position(color))
        .iter()
        .map(|line| escape(line))
        .collect();
    let waits = color == game.turn();
    let words = call
        .text
        .plan(game.id, &names.shown(opponent), &lines, waits);
    let clear = Button::Game {
        game: game.id,
        seen: None,
        intent: Intent::Do(Deed::ClearPlan),
    };
    let clear = Control::new(clear, call.text.clear_plan(), Style::Secondary);
    Ok(Answer::Message(
        Message::private(words).with_controls([clear]),
    ))
}
