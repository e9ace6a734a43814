//! Making, answering and ending challenges.

use std::hash::{BuildHasher, Hasher, RandomState};

use rusqlite::Transaction;
use tracing::{error, info};

use super::errands::{retire, tell};
use super::games::accept;
use super::{Answer, Answered, App, Denied, Fault, Keep, Made, Occasion};
use crate::chess::{Color, Position};
use crate::game::{
    Challenge, ChallengeAction, ChallengeEnd, ChallengeId, ChallengeLimits, ChallengeRefusal,
    ChallengeTerms, GameId, Place, PlayerId, challenge_notices,
};
use crate::store::{Kept, challenges, games};
use crate::time::Timestamp;

impl App {
    /// Makes a challenge, or tells why it may not be made.
    pub async fn challenge(
        &self,
        challenger: PlayerId,
        terms: ChallengeTerms,
        place: Place,
        occasion: Occasion,
    ) -> Result<Made, Denied<ChallengeRefusal>> {
        self.be_back().await?;
        let (now, limits) = (self.now(), self.limits());
        self.write_and_wake(Keep::Surely, move |tx| {
            accept(tx, &occasion)?;
            make(tx, challenger, terms, place, limits, &occasion, now)
        })
        .await
    }

    /// Ends a challenge by an answer, or tells why it may not be answered so. A color that was left to chance is drawn
    /// here. Acceptance begins the game, in the place of the challenge.
    pub async fn answer_challenge(
        &self,
        id: ChallengeId,
        answer: Answer,
        occasion: Occasion,
    ) -> Result<Answered, Denied<ChallengeRefusal>> {
        self.be_back().await?;
        let (now, limits) = (self.now(), self.limits());
        let answered = self
            .write_and_wake(Keep::Surely, move |tx| {
                accept(tx, &occasion)?;
                answer_within(tx, id, answer, limits, &occasion, now)
            })
            .await?;
        note_beginning(&answered);
        Ok(answered)
    }

    /// Ends the challenges whose time is up at `now`, an instant at which the bot was there for everybody. Returns how
    /// many they were.
    pub async fn expire_challenges(&self, now: Timestamp) -> Result<usize, Fault> {
        let limits = self.limits();
        let mut expired = 0;
        for id in self
            .read(move |connection| challenges::due(connection, now))
            .await?
        {
            let closed = self.write_and_wake(Keep::Surely, move |tx| {
                let challenge = match challenges::load(tx, id) {
                    Ok(Some(challenge)) => challenge,
                    Ok(None) => return Ok(false),
                    // One that cannot be read holds no clock up.
                    Err(fault) if fault.is_damage() => {
                        error!(challenge.id = %id, "Time passes challenge {id} by: {fault}");
                        challenges::put_off(tx, id, now + Challenge::LIFE)?;
                        return Ok(false);
                    }
                    Err(fault) => return Err(fault),
                };
                // Somebody may have answered in the meantime.
                let Ok(end) = challenge.decide(ChallengeAction::CheckClock, limits, now) else {
                    return Ok(false);
                };
                let nobody = Occasion {
                    at: now,
                    interaction: None,
                    people: Vec::new(),
                };
                close(tx, challenge, end, &nobody, now)?;
                Ok::<_, Fault>(true)
            });
            expired += usize::from(closed.await?);
        }
        Ok(expired)
    }
}

pub(super) fn note_beginning(answered: &Answered) {
    let challenge = answered.challenge.id;
    if let Some(Kept { game, .. }) = &answered.game {
        info!(game.id = %game.id, challenge.id = %challenge, "Game {} began from challenge {challenge}", game.id);
    }
}

/// Makes a challenge on an occasion that is accepted.
pub(super) fn make(
    tx: &Transaction<'_>,
    challenger: PlayerId,
    terms: ChallengeTerms,
    place: Place,
    limits: ChallengeLimits,
    occasion: &Occasion,
    now: Timestamp,
) -> Result<Made, Denied<ChallengeRefusal>> {
    let standing = challenges::standing(tx, challenger, terms.opponent, occasion.at)?;
    Challenge::may_be_made(challenger, &terms, standing, limits).map_err(Denied::Refused)?;
    let challenge = challenges::add(tx, challenger, terms, place, occasion.at)?;
    let errands = tell(
        tx,
        challenge_notices(&challenge, None),
        place,
        occasion,
        now,
    )?;
    Ok(Made { challenge, errands })
}

/// Answers a challenge on an occasion that is accepted.
pub(super) fn answer_within(
    tx: &Transaction<'_>,
    id: ChallengeId,
    answer: Answer,
    limits: ChallengeLimits,
    occasion: &Occasion,
    now: Timestamp,
) -> Result<Answered, Denied<ChallengeRefusal>> {
    let challenge = challenges::load(tx, id)?.ok_or(Denied::Missing)?;
    let action = match answer {
        Answer::Accept { by } => {
            let standing = |player| challenges::standing(tx, player, None, occasion.at);
            ChallengeAction::Accept {
                by,
                standing: standing(by)?,
                challenger: standing(challenge.challenger)?,
                coin: flip_a_coin(),
            }
        }
        Answer::Decline { by } => ChallengeAction::Decline { by },
        Answer::Withdraw { by } => ChallengeAction::Withdraw { by },
    };
    let end = challenge
        .decide(action, limits, occasion.at)
        .map_err(Denied::Refused)?;
    Ok(close(tx, challenge, end, occasion, now)?)
}

fn close(
    tx: &Transaction<'_>,
    challenge: Challenge,
    end: ChallengeEnd,
    occasion: &Occasion,
    now: Timestamp,
) -> Result<Answered, Fault> {
    let game = match end {
        ChallengeEnd::Accepted(players) => Some(games::add(
            tx,
            &games::NewGame {
                players,
                terms: challenge.terms.game,
                series: series(tx, challenge.terms.rematch_of)?,
                start: &Position::start(),
                started: occasion.at,
                place: challenge.place,
            },
        )?),
        ChallengeEnd::Declined | ChallengeEnd::Withdrawn | ChallengeEnd::Expired => None,
    };
    challenges::close(
        tx,
        challenge.id,
        end,
        game.as_ref().map(|kept| kept.game.id),
    )?;
    let challenge = Challenge {
        end: Some(end),
        ..challenge
    };
    let notices = challenge_notices(&challenge, game.as_ref().map(|kept| &kept.game));
    let errands = tell(tx, notices, challenge.place, occasion, now)?;
    if let Some(post) = challenges::post(tx, challenge.id)? {
        retire(tx, post, challenge.place, Some(challenge.id), now)?;
    }
    Ok(Answered {
        challenge,
        game,
        errands,
    })
}

/// The series that a rematch goes on with.
fn series(tx: &Transaction<'_>, rematch_of: Option<GameId>) -> Result<Option<GameId>, Fault> {
    let before = rematch_of.map_or(Ok(None), |game| games::load(tx, game))?;
    Ok(before.map(|kept| kept.series))
}

/// The hasher's keys are random; what it makes of nothing is as good as a coin.
fn flip_a_coin() -> Color {
    if RandomState::new().build_hasher().finish() & 1 == 0 {
        Color::White
    } else {
        Color::Black
    }
}
