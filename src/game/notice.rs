//! Who has to be told what. A pure function of what happened; how it is said and sent is not decided here.

use super::{
    Challenge, ChallengeEnd, ChallengeId, Event, Game, GameId, Outage, PlayerId, Revision,
    Termination, WhenTimeRunsOut,
};
use crate::chess::{Color, Outcome};

/// What the words above a board say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Headline {
    /// The game begins.
    Started,
    /// Moves were played.
    Moved {
        /// Whether a draw offer came with the last one.
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
    /// A takeback was asked for.
    TakebackAsked {
        /// Who asks.
        by: Color,
    },
    /// The opponent did not agree to a takeback.
    TakebackDeclined {
        /// Who declined.
        by: Color,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// Who asked.
        by: Color,
    },
    /// The last move was undone by its player.
    Undone,
    /// The player to move got a day from the opponent.
    TimeGiven,
    /// A pause was asked for.
    PauseAsked {
        /// Who asks.
        by: Color,
    },
    /// The opponent did not agree to a pause.
    PauseDeclined {
        /// Who declined.
        by: Color,
    },
    /// The game is paused.
    Paused,
    /// The game goes on after a pause.
    Resumed {
        /// Who resumed it; `None` when the longest pause was over.
        by: Option<Color>,
    },
    /// The player to move was about to run out of time and is on vacation instead.
    Sheltered,
    /// The time of the player to move is over, and the opponent decides.
    TimeUp,
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
        /// How many of them are news: more than one when a plan answered.
        news: u32,
        /// What the words say.
        headline: Headline,
        /// Who is pinged.
        ping: Option<PlayerId>,
    },
    /// The player to move should come while there is time.
    Reminder {
        /// Which game.
        game: GameId,
        /// How many plies had been played: a reminder is for one turn.
        ply: u32,
        /// Who is reminded.
        player: PlayerId,
    },
    /// The bot was away, and gives the time back; in a place where clocks run.
    Outage(Outage),
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

/// Who has to be told that `events` led from `before` to `after`. One action
/// makes one post, whatever it led to.
pub fn notices(before: &Game, events: &[Event], after: &Game) -> Vec<Notice> {
    let reminder = events.iter().find_map(|event| match event {
        Event::Reminded { .. } => Some(Notice::Reminder {
            game: after.id,
            ply: after.line().plies() as u32,
            player: after.players.of(after.turn()),
        }),
        _ => None,
    });
    let news = events
        .iter()
        .filter(|event| matches!(event, Event::Moved { .. }))
        .count() as u32;
    let seen = events.iter().rfind(|event| event.is_seen());
    let post = seen
        .and_then(|last| headline(before, events, news, last, after))
        .map(|(headline, ping)| {
            let ping = ping.map(|color| after.players.of(color));
            board(after, headline, news, ping)
        });
    post.into_iter().chain(reminder).collect()
}

/// What the post says of the last of the events, and who is pinged.
fn headline(
    before: &Game,
    events: &[Event],
    news: u32,
    last: &Event,
    after: &Game,
) -> Option<(Headline, Option<Color>)> {
    let to_move = after.turn();
    let opponent_decides = after.terms.when_time_runs_out == WhenTimeRunsOut::OpponentDecides;
    // Who asked on his own turn waits for the answer; otherwise nobody needs to come for a "no".
    let unless_by = |by: Color| (to_move != by).then_some(to_move);
    Some(match *last {
        Event::Moved { .. } => (
            Headline::Moved {
                with_draw_offer: false,
            },
            Some(to_move),
        ),
        Event::DrawOffered { by } if news > 0 => (
            Headline::Moved {
                with_draw_offer: true,
            },
            Some(!by),
        ),
        Event::DrawOffered { by } => (Headline::DrawOffered { by }, Some(!by)),
        Event::DrawDeclined { by } => (Headline::DrawDeclined { by }, unless_by(by)),
        Event::TakebackAsked { by } => (Headline::TakebackAsked { by }, Some(!by)),
        Event::TakebackDeclined { by } => (Headline::TakebackDeclined { by }, unless_by(by)),
        Event::TakenBack { by, .. } => (Headline::TakenBack { by }, Some(to_move)),
        Event::Undone { .. } => (Headline::Undone, None),
        Event::TimeGiven { .. } => (Headline::TimeGiven, Some(to_move)),
        Event::PauseAsked { by } => (Headline::PauseAsked { by }, Some(!by)),
        Event::PauseDeclined { by } => (Headline::PauseDeclined { by }, unless_by(by)),
        Event::Paused { .. } => (Headline::Paused, None),
        Event::Resumed { by, .. } => (
            Headline::Resumed { by },
            (by != Some(to_move)).then_some(to_move),
        ),
        Event::WentAway { .. } => (Headline::Sheltered, Some(to_move)),
        Event::TimeUp => (Headline::TimeUp, Some(!to_move)),
        Event::Ended { result, .. } => {
            let told = match result.termination {
                Termination::Automatic(_) => Some(to_move),
                // The offer may have come with a move that a plan answers.
                Termination::Agreement => events
                    .iter()
                    .find_map(|event| match event {
                        Event::DrawOffered { by } => Some(*by),
                        _ => None,
                    })
                    .or(before.draw_offers().standing),
                // With a move or without, the player to move was the one who claimed.
                Termination::Claim(_) => Some(!before.turn()),
                Termination::Resignation => match result.outcome {
                    Some(Outcome::Win(winner)) => Some(winner),
                    Some(Outcome::Draw) | None => None,
                },
                // Where the opponent decides, he ended it by claiming the win.
                Termination::TimeOut(_) if opponent_decides => Some(to_move),
                Termination::TimeOut(_) | Termination::NeverBegun => Some(!to_move),
                // Nobody asked for it.
                Termination::ServerGone => None,
                // Whoever broke it off knows.
                Termination::Aborted(by) | Termination::Abandoned(by) => by.map(|by| !by),
            };
            (Headline::Ended, told)
        }
        Event::ServerGone { .. }
        | Event::ServerBack { .. }
        | Event::Planned { .. }
        | Event::CameBack { .. }
        | Event::Reminded { .. } => return None,
    })
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
            board(game, Headline::Started, 0, Some(challenge.challenger))
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

fn board(game: &Game, headline: Headline, news: u32, ping: Option<PlayerId>) -> Notice {
    Notice::Board {
        game: game.id,
        revision: game.revision(),
        ply: game.line().plies() as u32,
        news,
        headline,
        ping,
    }
}
