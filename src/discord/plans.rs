//! A player's plan, for his eyes only.

use crate::app::Kept;
use crate::game::{Deed, PlanLine, Refusal};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome, private};
use super::post::names;
use super::view::{Control, MAX_MENU_TEXT, Menu, MenuChoice, Message, Style};

/// What the person has planned in the game, with the ways to drop a line or all.
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
    let position = game.plan_position(color);
    let lines = plan.lines(position);
    let waits = color == game.turn();
    let words = call
        .text
        .plan(game.id, &names.shown(opponent), &lines, waits);
    let button = |deed| Button::Game {
        game: game.id,
        seen: None,
        intent: Intent::Do(deed),
    };
    // One line is the plan.
    let menu = (lines.len() > 1).then(|| Menu {
        placeholder: call.text.drop_line(),
        choices: lines
            .iter()
            .map(|line| MenuChoice {
                button: button(Deed::DropFromPlan(PlanLine::of(position, line))),
                label: line.clone(),
                description: end_of(line),
            })
            .collect(),
    });
    let clear = button(Deed::ClearPlan);
    let clear = Control::new(clear, call.text.clear_plan(), Style::Secondary);
    let message = Message::private(words)
        .with_menus(menu)
        .with_controls([clear]);
    Ok(Answer::Message(message))
}

/// The end of a line that a menu cannot show whole: it is what tells it from others that begin the same.
fn end_of(line: &str) -> Option<String> {
    let length = line.chars().count();
    let end = |skipped| format!("…{}", line.chars().skip(skipped).collect::<String>());
    (length > MAX_MENU_TEXT).then(|| end(length - (MAX_MENU_TEXT - 1)))
}
