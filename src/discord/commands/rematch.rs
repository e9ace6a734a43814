//! `/rematch`: the next game against the same opponent, with the colors swapped.

use crate::app::{Denied, Kept, RematchRefusal, Rematched};
use crate::discord::button::Intent;
use crate::discord::call::{Answer, Call, Outcome, private};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on;
use crate::discord::permissions;
use crate::discord::post::{Names, link_to, names, ways_out};
use crate::discord::view::{Choice, ChoiceValue, MAX_CHOICES, Message};
use crate::game::{ChallengeRefusal, ChallengeTerms, ColorChoice, GameId};

use super::{Command, GAME};

/// `/rematch [game]`.
pub(super) const COMMAND: Command = Command {
    name: "rematch",
    options: &[GAME],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: Some(|call| Box::pin(complete(call))),
};

async fn run(call: Call<'_>) -> Outcome {
    let (person, here) = (call.invocation.person.id, call.invocation.place.channel);
    let game = if call.invocation.option(GAME.name).is_some() {
        let number = call.invocation.integer_option(GAME.name);
        match number.map(u64::try_from) {
            Some(Ok(number)) => GameId(number),
            Some(Err(_)) | None => return private(call.text.unknown_command()),
        }
    } else {
        match call.bot.app.last_finished_in(here, person).await? {
            Some(game) => game,
            None => return private(call.text.no_finished_game_here()),
        }
    };
    perform_on(call, game, None, Intent::Rematch).await
}

/// Asks for the rematch of a game, or begins it when the opponent has asked.
pub(in crate::discord) async fn ask_rematch(call: Call<'_>, kept: &Kept) -> Outcome {
    let (game, person) = (kept.game.id, call.invocation.person.id);
    if kept.place.channel == call.invocation.place.channel {
        let missing = permissions::missing(call.invocation);
        if !missing.is_empty() {
            return private(call.text.missing_permissions(&missing));
        }
    }
    match call.bot.app.rematch(game, person, call.occasion()).await {
        Ok(Rematched::Asked(made)) => Ok(Answer::Posts {
            errands: made.errands,
            done: Message::private(call.text.rematch_asked(game, kept.place.channel)),
        }),
        Ok(Rematched::Begun(answered)) => {
            let begun = answered.game.as_ref().map_or(game, |begun| begun.game.id);
            let place = answered.challenge.place;
            Ok(Answer::Posts {
                errands: answered.errands,
                done: Message::private(call.text.board_elsewhere(begun, place.channel)),
            })
        }
        Err(Denied::Refused(refusal)) => refused(call, kept, refusal).await,
        Err(Denied::Missing) => private(call.text.no_such_game(game)),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

async fn refused(call: Call<'_>, kept: &Kept, refusal: RematchRefusal) -> Outcome {
    let (text, game, person) = (call.text, kept.game.id, call.invocation.person.id);
    let names = names(&call.bot.app, &kept.game).await?;
    let opponent = kept.game.opponent_of(person);
    let name = opponent.map(|opponent| names.shown(opponent));
    match refusal {
        RematchRefusal::NotYourGame => private(text.rematch_not_yours(game)),
        RematchRefusal::StillRunning => private(text.rematch_still_running(game)),
        RematchRefusal::AskedAlready(challenge) => {
            let words = text.rematch_asked_already(&name.unwrap_or_default());
            let challenge = call.bot.app.challenge_by_id(challenge).await?;
            let controls =
                challenge.map_or_else(Vec::new, |challenge| ways_out(&challenge, person, text));
            Ok(Answer::Message(
                Message::private(words).with_controls(controls),
            ))
        }
        RematchRefusal::BegunAlready(rematch) => {
            let link = rematch.post.map(|post| link_to(rematch.place, post));
            private(text.rematch_begun_already(game, rematch.game.id, link.as_deref()))
        }
        RematchRefusal::Challenge(refusal) => {
            let terms = ChallengeTerms {
                opponent,
                color: ColorChoice::default(),
                game: kept.game.terms,
                rematch_of: Some(game),
            };
            let words = text.challenge_refusal(refusal, name.as_deref(), &terms);
            let pending = match (refusal, opponent) {
                (ChallengeRefusal::PendingAlready, Some(opponent)) => {
                    call.bot.app.pending_challenge([person, opponent]).await?
                }
                _ => None,
            };
            let controls =
                pending.map_or_else(Vec::new, |pending| ways_out(&pending, person, text));
            Ok(Answer::Message(
                Message::private(words).with_controls(controls),
            ))
        }
    }
}

/// Offers the person's latest games that are over.
async fn complete(call: Call<'_>) -> Outcome {
    let What::Autocomplete { typed, .. } = &call.invocation.what else {
        return Ok(Answer::Nothing);
    };
    let person = call.invocation.person.id;
    let games = call.bot.app.finished_games(person, MAX_CHOICES).await?;
    let opponents: Vec<_> = games
        .iter()
        .filter_map(|game| game.opponent_of(person))
        .collect();
    let names = Names::of(&call.bot.app, &opponents).await?;
    let typed = typed.trim().to_lowercase();
    let choices = games.iter().zip(opponents).map(|(game, opponent)| Choice {
        name: call.text.game_against(game.id, &names.plain(opponent)),
        value: ChoiceValue::Integer(game.id.0),
    });
    let fitting = choices.filter(|choice| choice.name.to_lowercase().contains(&typed));
    Ok(Answer::Choices(fitting.collect()))
}
