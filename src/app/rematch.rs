//! The next game between two people who have just finished one, with the colors swapped.
//!
//! It is an ordinary challenge, but for two things: the wish of the other player for the same game answers it, and a
//! game is followed by one rematch only.

use rusqlite::Transaction;

use super::challenges::{answer_within, make, note_beginning};
use super::games::accept;
use super::{Answer, Answered, App, Denied, Keep, Kept, Made, Occasion};
use crate::chess::Color;
use crate::game::{
    ChallengeId, ChallengeLimits, ChallengeRefusal, ChallengeTerms, ColorChoice, GameId, PlayerId,
};
use crate::store::challenges::{self, Rematch};
use crate::store::games;
use crate::time::Timestamp;

/// What came of somebody's wish for a rematch.
#[derive(Clone, PartialEq, Debug)]
pub enum Rematched {
    /// The opponent is challenged.
    Asked(Made),
    /// The opponent had asked for it already, so it has begun.
    Begun(Box<Answered>),
}

/// Why there is no rematch.
#[derive(Clone, PartialEq, Debug)]
pub enum RematchRefusal {
    /// Only the two who played can ask.
    NotYourGame,
    /// The game is not over.
    StillRunning,
    /// The person has asked already and waits for the opponent.
    AskedAlready(ChallengeId),
    /// It was begun already.
    BegunAlready(Box<Kept>),
    /// The challenge may not be made, or not be answered.
    Challenge(ChallengeRefusal),
}

impl App {
    /// The person would like to play the next game after `game`, in its place and on its terms.
    pub async fn rematch(
        &self,
        game: GameId,
        by: PlayerId,
        occasion: Occasion,
    ) -> Result<Rematched, Denied<RematchRefusal>> {
        self.be_back().await?;
        let (now, limits) = (self.now(), self.limits());
        let rematched = self
            .write_and_wake(Keep::Surely, move |tx| {
                accept(tx, &occasion)?;
                rematch_within(tx, game, by, limits, &occasion, now)
            })
            .await?;
        if let Rematched::Begun(answered) = &rematched {
            note_beginning(answered);
        }
        Ok(rematched)
    }
}

fn rematch_within(
    tx: &Transaction<'_>,
    game: GameId,
    by: PlayerId,
    limits: ChallengeLimits,
    occasion: &Occasion,
    now: Timestamp,
) -> Result<Rematched, Denied<RematchRefusal>> {
    let played = games::load(tx, game)?.ok_or(Denied::Missing)?;
    let Some(color) = played.game.players.color_of(by) else {
        return Err(Denied::Refused(RematchRefusal::NotYourGame));
    };
    if played.game.result().is_none() {
        return Err(Denied::Refused(RematchRefusal::StillRunning));
    }
    match challenges::rematch_of(tx, game, occasion.at)? {
        Some(Rematch::Begun(rematch)) => {
            let rematch = games::load(tx, rematch)?.ok_or(Denied::Missing)?;
            Err(Denied::Refused(RematchRefusal::BegunAlready(Box::new(
                rematch,
            ))))
        }
        Some(Rematch::Asked(challenge)) => {
            let answer = Answer::Accept { by };
            match answer_within(tx, challenge, answer, limits, occasion, now) {
                Ok(answered) => Ok(Rematched::Begun(Box::new(answered))),
                Err(Denied::Refused(ChallengeRefusal::YourOwn)) => {
                    Err(Denied::Refused(RematchRefusal::AskedAlready(challenge)))
                }
                Err(denied) => Err(of_challenge(denied)),
            }
        }
        None => {
            let terms = ChallengeTerms {
                opponent: Some(played.game.players.of(!color)),
                color: match color {
                    Color::White => ColorChoice::Black,
                    Color::Black => ColorChoice::White,
                },
                game: played.game.terms,
                rematch_of: Some(game),
            };
            make(tx, by, terms, played.place, limits, occasion, now)
                .map(Rematched::Asked)
                .map_err(of_challenge)
        }
    }
}

fn of_challenge(denied: Denied<ChallengeRefusal>) -> Denied<RematchRefusal> {
    match denied {
        Denied::Refused(refusal) => Denied::Refused(RematchRefusal::Challenge(refusal)),
        Denied::Missing => Denied::Missing,
        Denied::Repeat => Denied::Repeat,
        Denied::Fault(fault) => Denied::Fault(fault),
    }
}
