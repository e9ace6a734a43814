//! Challenges as everybody sees them: open, closed, and the word that one is over.

use crate::app::SeriesScore;
use crate::discord::button::Button;
use crate::discord::text::Text;
use crate::discord::view::{Control, Message, Style};
use crate::game::{Challenge, ChallengeEnd, PlayerId};

use super::Names;
use super::board::series_words;

/// A challenge that waits for its answer; `series` is what it would go on with.
pub(super) fn open(
    challenge: &Challenge,
    names: &Names,
    ping: Option<PlayerId>,
    series: Option<SeriesScore>,
    text: Text,
) -> Message {
    let series = series.and_then(|score| series_words(&score, names, text));
    let challenger = names.shown(challenge.challenger);
    let opponent = challenge
        .terms
        .opponent
        .map(|opponent| names.mention(opponent, ping));
    let content = text.challenge(
        &challenger,
        opponent.as_deref(),
        &challenge.terms,
        challenge.expires,
        series.as_deref(),
    );
    let controls = [
        Some(accept(challenge, text)),
        challenge.terms.opponent.map(|_| decline(challenge, text)),
        Some(withdraw(challenge, text)),
    ];
    Message {
        content,
        ping,
        ..Message::default()
    }
    .with_controls(controls.into_iter().flatten())
}

/// The buttons with which that person can end a challenge that waits, wherever its post may be.
pub(in crate::discord) fn ways_out(
    challenge: &Challenge,
    person: PlayerId,
    text: Text,
) -> Vec<Control> {
    if challenge.challenger == person {
        vec![withdraw(challenge, text)]
    } else {
        vec![accept(challenge, text), decline(challenge, text)]
    }
}

fn accept(challenge: &Challenge, text: Text) -> Control {
    Control::new(
        Button::AcceptChallenge(challenge.id),
        text.accept(),
        Style::Success,
    )
}

fn decline(challenge: &Challenge, text: Text) -> Control {
    Control::new(
        Button::DeclineChallenge(challenge.id),
        text.decline(),
        Style::Secondary,
    )
}

fn withdraw(challenge: &Challenge, text: Text) -> Control {
    Control::new(
        Button::WithdrawChallenge(challenge.id),
        text.withdraw(),
        Style::Secondary,
    )
}

/// What becomes of the post of a challenge once that is over; `None` while it is not.
pub(in crate::discord) fn closed(
    challenge: &Challenge,
    names: &Names,
    text: Text,
) -> Option<String> {
    let opponent = challenge
        .terms
        .opponent
        .map(|opponent| names.shown(opponent));
    let challenger = names.shown(challenge.challenger);
    let (opponent, terms) = (opponent.as_deref(), &challenge.terms);
    Some(text.closed_challenge(&challenger, opponent, terms, challenge.end?))
}

/// The word that a challenge is over; `None` where a game's first board says so.
pub(super) fn over(
    challenge: &Challenge,
    names: &Names,
    ping: Option<PlayerId>,
    text: Text,
) -> Option<Message> {
    let challenger = names.mention(challenge.challenger, ping);
    let opponent = challenge
        .terms
        .opponent
        .map(|opponent| names.shown(opponent));
    let people = [&*challenger, opponent.as_deref().unwrap_or_default()];
    let terms = &challenge.terms;
    let content = match challenge.end? {
        ChallengeEnd::Accepted(_) => return None,
        ChallengeEnd::Declined => text.challenge_declined(people, terms),
        ChallengeEnd::Withdrawn => text.challenge_withdrawn(people, terms),
        ChallengeEnd::Expired => text.challenge_expired(people, terms),
    };
    Some(Message {
        content,
        ping,
        ..Message::default()
    })
}
