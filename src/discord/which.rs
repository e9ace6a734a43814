//! Which game is meant, when the person does not say: the bot asks where it would have to guess.

use crate::app::{Fault, Kept};
use crate::game::{Deed, GameId};

use super::button::{Button, Intent, MAX_CARRIED_TEXT};
use super::call::{Answer, Call};
use super::post::Names;
use super::view::{Control, Message, Style};

/// The games that can be meant, or the answer that asks or explains.
pub(super) enum Which {
    /// This one.
    Game(Box<Kept>),
    /// It is not clear; this says so.
    Answer(Answer),
}

/// The most games that one question offers.
const MOST_OFFERED: usize = 20;

/// Finds the game that `intent` is about: the one that the `game` option names, else the only one that fits here.
pub(super) async fn which(call: Call<'_>, intent: &Intent) -> Result<Which, Fault> {
    let person = call.invocation.person.id;
    if call.invocation.option("game").is_some() {
        return match call.invocation.integer_option("game") {
            Some(number) => named(call, number).await,
            // Discord sends numbers for this option; what else comes is not to be taken for no game in particular.
            None => Ok(Which::Answer(Answer::Message(Message::private(
                call.text.unknown_command(),
            )))),
        };
    }
    let running = call.bot.app.running_games(person).await?;
    if running.is_empty() {
        return Ok(Which::Answer(Answer::Message(Message::private(
            call.text.no_running_games(),
        ))));
    }
    let here = call.invocation.place.channel;
    let (mut fitting, elsewhere): (Vec<_>, Vec<_>) = running
        .into_iter()
        .partition(|kept| kept.place.channel == here);
    // A move is for a game in which the person is to move, a plan for one in which he waits.
    let wanted = |kept: &Kept| match intent {
        Intent::Do(Deed::Move { .. } | Deed::ClaimDraw { .. })
        | Intent::Typed { .. }
        | Intent::MoveForm => kept.game.to_move() == Some(person),
        Intent::Do(Deed::AddToPlan { .. }) => kept.game.to_move() != Some(person),
        _ => true,
    };
    if fitting.iter().any(wanted) {
        fitting.retain(wanted);
    }
    match fitting.len() {
        1 => Ok(Which::Game(Box::new(fitting.remove(0)))),
        0 => ask(call, elsewhere, intent, call.text.which_game_elsewhere()).await,
        _ => ask(call, fitting, intent, call.text.which_game()).await,
    }
}

async fn named(call: Call<'_>, number: i64) -> Result<Which, Fault> {
    let kept = match u64::try_from(number) {
        Ok(number) => call.bot.app.game(GameId(number)).await?,
        Err(_) => None,
    };
    Ok(match kept.filter(|kept| may_see(call, kept)) {
        Some(kept) => Which::Game(Box::new(kept)),
        None => Which::Answer(Answer::Message(Message::private(
            call.text.no_such_game(number),
        ))),
    })
}

/// Whether the person may know of a game: his own, and those of this server.
pub(super) fn may_see(call: Call<'_>, kept: &Kept) -> bool {
    let own = kept
        .game
        .players
        .color_of(call.invocation.person.id)
        .is_some();
    let here = call.invocation.place;
    own || (kept.place.guild.is_some() && kept.place.guild == here.guild)
        || kept.place.channel == here.channel
}

async fn ask(
    call: Call<'_>,
    games: Vec<Kept>,
    intent: &Intent,
    question: String,
) -> Result<Which, Fault> {
    if let Intent::Typed { text, .. }
    | Intent::Do(Deed::Move { text, .. } | Deed::ClaimDraw { text: Some(text) }) = intent
        && text.encode_utf16().count() > MAX_CARRIED_TEXT
    {
        return Ok(Which::Answer(Answer::Message(Message::private(
            call.text.unreadable(text),
        ))));
    }
    if let Intent::Do(Deed::AddToPlan { text }) = intent
        && text.encode_utf16().count() > MAX_CARRIED_TEXT
    {
        let words = format!("{question} {}", call.text.name_the_game());
        return Ok(Which::Answer(Answer::Message(Message::private(words))));
    }
    let person = call.invocation.person.id;
    let opponents: Vec<_> = games
        .iter()
        .filter_map(|kept| kept.game.opponent_of(person))
        .collect();
    let names = Names::of(&call.bot.app, &opponents).await?;
    let controls = games
        .iter()
        .take(MOST_OFFERED)
        .zip(&opponents)
        .map(|(kept, &opponent)| {
            let label = call.text.game_against(kept.game.id, &names.plain(opponent));
            let button = Button::Game {
                game: kept.game.id,
                seen: seen_by(intent, kept),
                intent: intent.clone(),
            };
            Control::new(button, label, Style::Secondary)
        });
    let message = Message::private(question).with_controls(controls);
    Ok(Which::Answer(Answer::Message(message)))
}

/// A question about a draw or a move is about the game as it stands; a view or a resignation is not.
fn seen_by(intent: &Intent, kept: &Kept) -> Option<crate::game::Revision> {
    match intent {
        Intent::Do(Deed::Resign)
        | Intent::View
        | Intent::ViewText
        | Intent::ViewHere
        | Intent::ViewPlan
        | Intent::Menu
        | Intent::AskResign
        | Intent::Rematch => None,
        Intent::Do(_)
        | Intent::Typed { .. }
        | Intent::PieceOn(_)
        | Intent::Show(_)
        | Intent::MoveForm => Some(kept.game.revision()),
    }
}
