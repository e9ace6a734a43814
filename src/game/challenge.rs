//! A challenge: an offer to play, open to one person or to anybody, that lives for seven days.

use super::{ChallengeId, GameId, Place, PlayerId, Players, Terms};
use crate::chess::Color;
use crate::time::{Span, Timestamp};

/// Which color the challenger wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Whatever the coin says at acceptance.
    #[default]
    Random,
}

/// What a challenge offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeTerms {
    /// Who is challenged; `None` for anybody.
    pub opponent: Option<PlayerId>,
    /// The challenger's color.
    pub color: ColorChoice,
    /// On what the game is played.
    pub game: Terms,
    /// The game that it is to be the next one of, with the colors swapped.
    pub rematch_of: Option<GameId>,
}

/// How a challenge ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeEnd {
    /// Somebody took it up, and these are the sides.
    Accepted(Players),
    /// The challenged person said no.
    Declined,
    /// Its author took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// An offer to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// Who made it.
    pub challenger: PlayerId,
    /// What it offers.
    pub terms: ChallengeTerms,
    /// Where it was posted; the game will be played there.
    pub place: Place,
    /// When it was made.
    pub made: Timestamp,
    /// When it expires.
    pub expires: Timestamp,
    /// How it ended; `None` while it is pending.
    pub end: Option<ChallengeEnd>,
}

/// What somebody, or time, does to a pending challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeAction {
    /// Take it up.
    Accept {
        /// Who takes it up.
        by: PlayerId,
        /// The acceptor's standing.
        standing: Standing,
        /// The challenger's standing by now.
        challenger: Standing,
        /// The color of the challenger when the choice was left to chance.
        coin: Color,
    },
    /// Say no.
    Decline {
        /// Who says no.
        by: PlayerId,
    },
    /// Take it back.
    Withdraw {
        /// Who takes it back.
        by: PlayerId,
    },
    /// Time passes.
    CheckClock,
}

/// How much a person has going on, as far as it limits him.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Games that he plays now.
    pub running_games: u32,
    /// Challenges that he made within the last hour.
    pub challenges_within_the_hour: u32,
    /// Whether a challenge is pending between him and the person he challenges now.
    pub pending_with_opponent: bool,
}

/// How much anybody may have going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeLimits {
    /// Running games for each player.
    pub running_games: u32,
    /// New challenges within an hour.
    pub challenges_an_hour: u32,
}

impl Default for ChallengeLimits {
    fn default() -> Self {
        Self {
            running_games: 20,
            challenges_an_hour: 5,
        }
    }
}

/// Why a challenge may not be made or answered so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeRefusal {
    /// One cannot play oneself.
    ToOneself,
    /// A challenge is pending between these two already.
    PendingAlready,
    /// Too many challenges within the hour.
    TooMany {
        /// How many an hour are allowed.
        limit: u32,
    },
    /// The person has as many running games as are allowed.
    TooManyGames {
        /// How many are allowed.
        limit: u32,
    },
    /// The challenger has begun as many other games since as are allowed.
    ChallengerHasTooManyGames,
    /// It is over already.
    Over(ChallengeEnd),
    /// Its time was up before the answer was sent.
    TooLate,
    /// Its author can only withdraw it.
    YourOwn,
    /// It is meant for somebody else.
    NotForYou,
    /// Only its author can withdraw it.
    NotYours,
    /// Its time is not up yet.
    NotDue,
}

impl Challenge {
    /// How long a challenge waits for an answer.
    pub const LIFE: Span = Span::days(7);

    /// Whether `challenger` may make such a challenge.
    pub fn may_be_made(
        challenger: PlayerId,
        terms: &ChallengeTerms,
        standing: Standing,
        limits: ChallengeLimits,
    ) -> Result<(), ChallengeRefusal> {
        if terms.opponent == Some(challenger) {
            return Err(ChallengeRefusal::ToOneself);
        }
        if standing.pending_with_opponent {
            return Err(ChallengeRefusal::PendingAlready);
        }
        if standing.challenges_within_the_hour >= limits.challenges_an_hour {
            return Err(ChallengeRefusal::TooMany {
                limit: limits.challenges_an_hour,
            });
        }
        room_for_a_game(standing, limits)
    }

    /// How `action` ends the challenge, or why it may not be done.
    pub fn decide(
        &self,
        action: ChallengeAction,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Result<ChallengeEnd, ChallengeRefusal> {
        if let Some(end) = self.end {
            return Err(ChallengeRefusal::Over(end));
        }
        let in_time = now < self.expires;
        match action {
            ChallengeAction::CheckClock if in_time => Err(ChallengeRefusal::NotDue),
            ChallengeAction::CheckClock => Ok(ChallengeEnd::Expired),
            ChallengeAction::Withdraw { by } if by != self.challenger => {
                Err(ChallengeRefusal::NotYours)
            }
            ChallengeAction::Accept { by, .. } | ChallengeAction::Decline { by }
                if by == self.challenger =>
            {
                Err(ChallengeRefusal::YourOwn)
            }
            ChallengeAction::Accept { by, .. } if !self.is_for(by) => {
                Err(ChallengeRefusal::NotForYou)
            }
            // An open challenge is nobody's to decline.
            ChallengeAction::Decline { by } if self.terms.opponent != Some(by) => {
                Err(ChallengeRefusal::NotForYou)
            }
            ChallengeAction::Accept { .. }
            | ChallengeAction::Decline { .. }
            | ChallengeAction::Withdraw { .. }
                if !in_time =>
            {
                Err(ChallengeRefusal::TooLate)
            }
            ChallengeAction::Accept {
                by,
                standing,
                challenger,
                coin,
            } => {
                room_for_a_game(standing, limits)?;
                room_for_a_game(challenger, limits)
                    .map_err(|_| ChallengeRefusal::ChallengerHasTooManyGames)?;
                Ok(ChallengeEnd::Accepted(self.sides(by, coin)))
            }
            ChallengeAction::Decline { .. } => Ok(ChallengeEnd::Declined),
            ChallengeAction::Withdraw { .. } => Ok(ChallengeEnd::Withdrawn),
        }
    }

    fn is_for(&self, person: PlayerId) -> bool {
        self.terms
            .opponent
            .is_none_or(|opponent| opponent == person)
    }

    fn sides(&self, acceptor: PlayerId, coin: Color) -> Players {
        let color = match self.terms.color {
            ColorChoice::White => Color::White,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random => coin,
        };
        match color {
            Color::White => Players {
                white: self.challenger,
                black: acceptor,
            },
            Color::Black => Players {
                white: acceptor,
                black: self.challenger,
            },
        }
    }
}

fn room_for_a_game(standing: Standing, limits: ChallengeLimits) -> Result<(), ChallengeRefusal> {
    if standing.running_games >= limits.running_games {
        Err(ChallengeRefusal::TooManyGames {
            limit: limits.running_games,
        })
    } else {
        Ok(())
    }
}
