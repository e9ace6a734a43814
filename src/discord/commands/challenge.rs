//! `/challenge`: offers a game to one person or to anybody.

use crate::app::{Denied, Fault, Made};
use crate::discord::call::{Answer, Call, Outcome, private};
use crate::discord::invocation::NamedPerson;
use crate::discord::permissions;
use crate::discord::post::ways_out;
use crate::discord::view::{Control, Message, escape};
use crate::game::{
    ChallengeRefusal, ChallengeTerms, ColorChoice, PlayerId, Terms, WhenTimeRunsOut,
};
use crate::time::Days;

use super::{Command, Opt, OptKind};

/// `/challenge [opponent] [color] [days] [when-time-runs-out]`.
pub(super) const COMMAND: Command = Command {
    name: "challenge",
    options: &[
        Opt {
            name: "opponent",
            kind: OptKind::Person,
            required: false,
        },
        Opt {
            name: "color",
            kind: OptKind::Word(&["random", "white", "black"]),
            required: false,
        },
        // Zero stands for no limit.
        Opt {
            name: "days",
            kind: OptKind::Integer(0, Days::MAX.get() as i64),
            required: false,
        },
        Opt {
            name: "when-time-runs-out",
            kind: OptKind::Word(&["game-ends", "opponent-decides"]),
            required: false,
        },
    ],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: None,
};

async fn run(call: Call<'_>) -> Outcome {
    let invocation = call.invocation;
    if invocation.place.guild.is_none() {
        return private(call.text.challenge_in_a_server());
    }
    let opponent = invocation.person_option("opponent");
    if let Some(opponent) = opponent
        && let Some(words) = cannot_play(call, opponent)
    {
        return private(words);
    }
    let missing = permissions::missing(invocation);
    if !missing.is_empty() {
        return private(call.text.missing_permissions(&missing));
    }
    let Ok(days) = days(invocation.integer_option("days")) else {
        return private(call.text.days_out_of_range());
    };
    let at_the_end = invocation.text_option("when-time-runs-out");
    if days.is_none() && at_the_end.is_some() {
        return private(call.text.days_without_limit());
    }
    let terms = ChallengeTerms {
        opponent: opponent.map(|opponent| opponent.id),
        color: match invocation.text_option("color") {
            Some("white") => ColorChoice::White,
            Some("black") => ColorChoice::Black,
            Some(_) | None => ColorChoice::Random,
        },
        game: Terms {
            days,
            when_time_runs_out: match at_the_end {
                Some("opponent-decides") => WhenTimeRunsOut::OpponentDecides,
                Some(_) | None => WhenTimeRunsOut::GameEnds,
            },
        },
        rematch_of: None,
    };
    let mut occasion = call.occasion();
    occasion
        .people
        .extend(opponent.map(|opponent| (opponent.id, opponent.name.clone())));
    match call
        .bot
        .app
        .challenge(invocation.person.id, terms, invocation.place, occasion)
        .await
    {
        Ok(Made { errands, .. }) => Ok(Answer::Posts {
            errands,
            done: Message::private(call.text.challenge_posted()),
        }),
        Err(Denied::Refused(refusal)) => {
            let name = opponent.map(|opponent| escape(&opponent.name));
            let words = call
                .text
                .challenge_refusal(refusal, name.as_deref(), &terms);
            let controls = ways_out_of(call, refusal, terms.opponent).await?;
            Ok(Answer::Message(
                Message::private(words).with_controls(controls),
            ))
        }
        Err(Denied::Missing) => private(call.text.no_such_challenge()),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

/// A challenge that waits may have lost its post, so the refusal brings its buttons along.
async fn ways_out_of(
    call: Call<'_>,
    refusal: ChallengeRefusal,
    opponent: Option<PlayerId>,
) -> Result<Vec<Control>, Fault> {
    let person = call.invocation.person.id;
    let (ChallengeRefusal::PendingAlready, Some(opponent)) = (refusal, opponent) else {
        return Ok(Vec::new());
    };
    let pending = call.bot.app.pending_challenge([person, opponent]).await?;
    Ok(pending.map_or_else(Vec::new, |pending| ways_out(&pending, person, call.text)))
}

/// Why that person cannot be challenged here, as far as Discord knows; the rest is for the game's law.
fn cannot_play(call: Call<'_>, opponent: &NamedPerson) -> Option<String> {
    let name = escape(&opponent.name);
    if opponent.id == call.invocation.person.id {
        // Told by the law of the game, with everything else about oneself.
        None
    } else if opponent.is_bot {
        Some(call.text.bots_do_not_play(&name))
    } else if !opponent.is_here {
        Some(call.text.not_in_this_server(&name))
    } else if !opponent.sees_channel {
        Some(call.text.cannot_see_this_channel(&name))
    } else {
        None
    }
}

fn days(option: Option<i64>) -> Result<Option<Days>, ()> {
    match option {
        None => Ok(Some(Days::DEFAULT)),
        Some(0) => Ok(None),
        Some(days) => u8::try_from(days)
            .ok()
            .and_then(Days::new)
            .map(Some)
            .ok_or(()),
    }
}
