//! What a player can do beside moving, as buttons, and the question before a resignation.

use crate::app::Kept;
use crate::game::{Deed, PlayerId, Refusal};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome};
use super::perform::refused;
use super::post::names;
use super::view::{Control, Message, Style};

/// The opponent, where the person plays the game and it still runs.
fn opponent_now(kept: &Kept, by: PlayerId) -> Result<PlayerId, Refusal> {
    let opponent = kept.game.opponent_of(by).ok_or(Refusal::NotYourGame)?;
    match kept.game.result() {
        None => Ok(opponent),
        Some(_) => Err(Refusal::GameOver),
    }
}

/// What else a player can do, as buttons.
pub(super) async fn menu(call: Call<'_>, kept: Kept) -> Outcome {
    let by = call.invocation.person.id;
    let opponent = match opponent_now(&kept, by) {
        Ok(opponent) => opponent,
        Err(refusal) => return refused(call, kept.game.id, &Deed::Resign, &refusal).await,
    };
    let control = |intent, seen, label: String, style| {
        Control::new(
            Button::Game {
                game: kept.game.id,
                seen,
                intent,
            },
            label,
            style,
        )
    };
    let seen = Some(kept.game.revision());
    let mut controls: Vec<Control> = choices(call, &kept, by)
        .into_iter()
        .map(|(deed, label)| control(Intent::Do(deed), seen, label, Style::Secondary))
        .collect();
    controls.push(control(
        Intent::AskResign,
        None,
        call.text.resign(),
        Style::Danger,
    ));
    let names = names(&call.bot.app, &kept.game).await?;
    let words = call.text.menu(kept.game.id, &names.shown(opponent));
    Ok(Answer::Message(
        Message::private(words).with_controls(controls),
    ))
}

/// What a player can do now beside moving and resigning.
fn choices(call: Call<'_>, kept: &Kept, by: PlayerId) -> Vec<(Deed, String)> {
    let (game, text) = (&kept.game, call.text);
    let Some(color) = game.players.color_of(by) else {
        return Vec::new();
    };
    let now = call.invocation.at;
    let mut choices = Vec::new();
    match game.draw_offers().standing {
        None if game.line().plies() > 0 => choices.push((Deed::OfferDraw, text.offer_draw())),
        Some(offerer) if offerer != color => {
            choices.push((Deed::AcceptDraw, text.accept_draw()));
            choices.push((Deed::DeclineDraw, text.decline_draw()));
        }
        None | Some(_) => {}
    }
    if game.can_undo_until(color, now).is_some() {
        choices.push((Deed::Undo, text.undo()));
    } else if game.moves_made_by(color) > 0 {
        choices.push((Deed::AskTakeback, text.ask_takeback()));
    }
    if game.paused_until().is_some() {
        choices.push((Deed::Resume, text.resume_game()));
    } else if game.terms.days.is_some() {
        choices.push((Deed::AskPause, text.ask_pause()));
        if color != game.turn() {
            choices.push((Deed::GiveTime, text.give_time()));
        }
    }
    if !game.both_have_moved() {
        choices.push((Deed::Abort, text.abort()));
    }
    choices
}

/// Whether he means it.
pub(super) async fn ask_resign(call: Call<'_>, kept: Kept) -> Outcome {
    let by = call.invocation.person.id;
    let opponent = match opponent_now(&kept, by) {
        Ok(opponent) => opponent,
        Err(refusal) => return refused(call, kept.game.id, &Deed::Resign, &refusal).await,
    };
    let names = names(&call.bot.app, &kept.game).await?;
    let confirm = Button::Game {
        game: kept.game.id,
        seen: None,
        intent: Intent::Do(Deed::Resign),
    };
    let controls = vec![
        Control::new(confirm, call.text.confirm_resign(), Style::Danger),
        Control::new(Button::Dismiss, call.text.keep_playing(), Style::Secondary),
    ];
    let words = call.text.ask_resign(kept.game.id, &names.shown(opponent));
    Ok(Answer::Message(
        Message::private(words).with_controls(controls),
    ))
}
