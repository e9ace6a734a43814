//! Who has to be told what. A pure function of what happened; how it is said and sent is not decided here.

use super::{
    Challenge, ChallengeEnd, ChallengeId, Event, Game, GameId, PlayerId, Revision, Termination,
};
use crate::chess::Color;

/// What the words above a board say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Headline {
    /// The game begins.
    Started,
    /// A move was played.
    Moved {
        /// Whether a draw offer came with it.
        with_draw_offer: bool,
    },
    /// A draw was offered.
    DrawOffered {
        /// Whose offer it is.
        by: Color,
    },
    /// The draw offer was declined.
    DrawDeclined {
        /// Who declined.
        by: Color,
    },
    /// The game is over; the last move, if one ended it, is the line's last.
    Ended,
}

/// One message that has to reach people, at most one of whom is pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The board of a game as it stood at a revision, in the game's place.
    Board {
        /// Which game.
        game: GameId,
        /// The revision that it shows.
        revision: Revision,
        /// How many plies had been played.
        ply: u32,
        /// What the words say.
        headline: Headline,
        /// Who is pinged.
        ping: Option<PlayerId>,
    },
    /// A new challenge, in the place where it was made.
    Challenge {
        /// Which challenge.
        challenge: ChallengeId,
        /// Who is pinged: the person who is challenged.
        ping: Option<PlayerId>,
    },
    /// How a challenge ended without a game.
    ChallengeOver {
        /// Which challenge.
        challenge: ChallengeId,
        /// Who is pinged: its author, unless he ended it himself.
        ping: Option<PlayerId>,
    },
}

/// Who has to be told that `events` led from `before` to `after`. One action makes one post, whatever it led to.
pub fn notices(before: &Game, events: &[Event], after: &Game) -> Vec<Notice> {
    let Some(last) = events.last() else {
        return Vec::new();
    };
    let (headline, ping) = match *last {
        Event::Moved { .. } => (
            Headline::Moved {
                with_draw_offer: false,
            },
            Some(after.turn()),
        ),
        Event::DrawOffered { by } if events.len() > 1 => (
            Headline::Moved {
                with_draw_offer: true,
            },
            Some(!by),
        ),
        Event::DrawOffered { by } => (Headline::DrawOffered { by }, Some(!by)),
        // The one who offered on his own turn waits for the answer; otherwise nobody needs to come.
        Event::DrawDeclined { by } => (
            Headline::DrawDeclined { by },
            (after.turn() != by).then_some(after.turn()),
        ),
        Event::Ended { result, .. } => {
            let told = match result.termination {
                Termination::Automatic(_) => Some(after.turn()),
                Termination::Agreement => before.draw_offers().standing,
                Termination::Resignation => match result.outcome {
                    crate::chess::Outcome::Win(winner) => Some(winner),
                    crate::chess::Outcome::Draw => None,
                },
            };
            (Headline::Ended, told)
        }
    };
    vec![board(
        after,
        headline,
        ping.map(|color| after.players.of(color)),
    )]
}

/// Who has to be told that a challenge was made or has ended. An accepted one is told by the new game's first board,
/// which pings the challenger: the one who accepted is there already.
pub fn challenge_notices(challenge: &Challenge, game: Option<&Game>) -> Vec<Notice> {
    let over = |ping| Notice::ChallengeOver {
        challenge: challenge.id,
        ping,
    };
    vec![match (challenge.end, game) {
        (Some(ChallengeEnd::Accepted(_)), Some(game)) => {
            board(game, Headline::Started, Some(challenge.challenger))
        }
        (Some(ChallengeEnd::Accepted(_)), None) => return Vec::new(),
        (None, _) => Notice::Challenge {
            challenge: challenge.id,
            ping: challenge.terms.opponent,
        },
        (Some(ChallengeEnd::Declined | ChallengeEnd::Expired), _) => {
            over(Some(challenge.challenger))
        }
        (Some(ChallengeEnd::Withdrawn), _) => over(None),
    }]
}

fn board(game: &Game, headline: Headline, ping: Option<PlayerId>) -> Notice {
    Notice::Board {
        game: game.id,
        revision: game.revision(),
        ply: game.line().plies() as u32,
        headline,
        ping,
    }
}
