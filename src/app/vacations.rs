//! Vacations: a player's, and what they mean for each of his running games.

use rusqlite::{Connection, Transaction};

use super::{App, Denied, Fault, Keep, Occasion};
use crate::app::games::accept;
use crate::game::vacation::{counts_at, days_left, present, shelter, take};
use crate::game::{
    Action, Deed, Event, Game, GameId, PlayerId, Revision, Vacation, VacationRefusal,
};
use crate::store::vacations::CutShort;
use crate::store::{facts, games, overviews, people, vacations};
use crate::time::Timestamp;

/// How a player stands with his vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VacationStanding {
    /// The vacation that he is on.
    pub present: Option<Vacation>,
    /// Days that are left in this calendar year.
    pub days_left: u32,
}

impl App {
    /// Whether the player is on vacation, and what he has left.
    pub async fn vacation(&self, player: PlayerId) -> Result<VacationStanding, Fault> {
        let now = self.now();
        self.read(move |connection| {
            let taken = vacations::taken(connection, player, now)?;
            Ok(standing(&taken, now))
        })
        .await
    }

    /// Takes so many days of vacation from now on, or so many more; it covers the games that run now.
    pub async fn go_on_vacation(
        &self,
        player: PlayerId,
        days: u32,
        occasion: Occasion,
    ) -> Result<VacationStanding, Denied<VacationRefusal>> {
        self.be_back().await?;
        self.write_and_wake(Keep::Surely, move |tx| {
            accept(tx, &occasion)?;
            let taken = vacations::taken(tx, player, occasion.at)?;
            let vacation = take(&taken, occasion.at, days).map_err(Denied::Refused)?;
            begin(tx, player, vacation, occasion.at)?;
            let taken = vacations::taken(tx, player, occasion.at)?;
            Ok(standing(&taken, occasion.at))
        })
        .await
    }

    /// Ends the player's vacation.
    pub async fn end_vacation(
        &self,
        player: PlayerId,
        occasion: Occasion,
    ) -> Result<VacationStanding, Denied<VacationRefusal>> {
        self.be_back().await?;
        self.write_and_wake(Keep::Surely, move |tx| {
            accept(tx, &occasion)?;
            if !end(tx, player, None, occasion.at)? {
                return Err(Denied::Refused(VacationRefusal::NotAway));
            }
            let taken = vacations::taken(tx, player, occasion.at)?;
            Ok(standing(&taken, occasion.at))
        })
        .await
    }
}

/// The revision that somebody looked at, where it still matters: the vacation that shelters him raises the revision,
/// but what he looked at was the game before that.
pub(super) fn seen_through(
    sheltering: Option<&Action>,
    before: &Game,
    seen: Option<Revision>,
) -> Option<Revision> {
    seen.filter(|&seen| sheltering.is_none() || seen != before.revision())
}

/// What puts the player to move on vacation rather than letting him run out of time at `at`; `None` when he is not
/// about to, or has no vacation left, or does not want it.
pub(super) fn sheltering(
    connection: &Connection,
    game: &Game,
    at: Timestamp,
) -> Result<Option<Action>, Fault> {
    let Some(player) = game.to_move().filter(|_| game.is_flagging(at)) else {
        return Ok(None);
    };
    if !people::wants_shelter(connection, player)? {
        return Ok(None);
    }
    let vacation = shelter(&vacations::taken(connection, player, at)?, at);
    let action = vacation.map(|vacation| Action::CheckClock {
        shelter: Some(vacation.until),
    });
    // Whether the game takes it is for the game to decide.
    Ok(action.filter(|action| {
        game.decide(action, None, at).is_ok_and(|events| {
            matches!(
                events[..],
                [Event::WentAway {
                    sheltered: true,
                    ..
                }]
            )
        })
    }))
}

/// What has happened to one game may begin a vacation, end one or bring one back, and then does so in all games.
pub(super) fn follow(
    tx: &Transaction<'_>,
    action: &Action,
    events: &[Event],
    after: &Game,
    at: Timestamp,
) -> Result<(), Fault> {
    for event in events {
        if let Event::WentAway {
            by,
            at,
            sheltered: true,
            ..
        } = *event
        {
            let player = after.players.of(by);
            if let Some(vacation) = shelter(&vacations::taken(tx, player, at)?, at) {
                begin(tx, player, vacation, at)?;
            }
        }
    }
    match action {
        Action::By(player, Deed::Move { .. } | Deed::ClaimDraw { text: Some(_) }) => {
            end(tx, *player, Some(after.id), at)?;
        }
        Action::By(player, Deed::Undo | Deed::AskTakeback)
            if events
                .iter()
                .any(|event| matches!(event, Event::Undone { .. })) =>
        {
            bring_back(tx, *player, after.id, at)?;
        }
        Action::By(..)
        | Action::Vacation { .. }
        | Action::Server { .. }
        | Action::CheckClock { .. } => {}
    }
    Ok(())
}

fn standing(taken: &[Vacation], now: Timestamp) -> VacationStanding {
    VacationStanding {
        present: present(taken, now),
        days_left: days_left(taken, now.utc_year()),
    }
}

fn begin(
    tx: &Transaction<'_>,
    player: PlayerId,
    vacation: Vacation,
    at: Timestamp,
) -> Result<(), Fault> {
    vacations::settle(tx, player)?;
    vacations::keep(tx, player, vacation)?;
    in_all_games(tx, player, Some(vacation.until), at, |_| true)
}

/// Whether there was a vacation to end. One that ended by a move comes back with the move undone.
fn end(
    tx: &Transaction<'_>,
    player: PlayerId,
    by_move_in: Option<GameId>,
    at: Timestamp,
) -> Result<bool, Fault> {
    vacations::settle(tx, player)?;
    let taken = vacations::taken(tx, player, at)?;
    let at = counts_at(&taken, at);
    let Some(present) = present(&taken, at) else {
        return Ok(false);
    };
    let vacation = Vacation {
        until: at,
        ..present
    };
    match by_move_in {
        Some(game) => {
            let cut_short = CutShort {
                vacation,
                meant_until: present.until,
            };
            vacations::keep_cut_short(tx, player, &cut_short, game)?;
        }
        None => vacations::keep(tx, player, vacation)?,
    }
    in_all_games(tx, player, None, at, |_| true)?;
    Ok(true)
}

/// The move that had ended the vacation is undone: it goes on as if it had never ended, in all games that it was from.
fn bring_back(
    tx: &Transaction<'_>,
    player: PlayerId,
    game: GameId,
    at: Timestamp,
) -> Result<(), Fault> {
    let Some(CutShort {
        vacation,
        meant_until,
    }) = vacations::cut_short_in(tx, player, game)?
    else {
        // He has moved elsewhere since, so it is over in the undone game as well.
        return match present(&vacations::taken(tx, player, at)?, at) {
            Some(_) => Ok(()),
            None => in_all_games(tx, player, None, at, |_| true),
        };
    };
    let ended = vacation.until;
    let vacation = Vacation {
        until: meant_until,
        ..vacation
    };
    vacations::keep(tx, player, vacation)?;
    in_all_games(tx, player, Some(meant_until), ended, |other| {
        let away = other.players.color_of(player);
        let away = away.and_then(|color| other.facts().away(color));
        other.id != game && away >= Some(ended)
    })
}

fn in_all_games(
    tx: &Transaction<'_>,
    player: PlayerId,
    until: Option<Timestamp>,
    at: Timestamp,
    among: impl Fn(&Game) -> bool,
) -> Result<(), Fault> {
    for kept in games::running(tx, player)? {
        let mut game = kept.game;
        // Without a clock there is nothing to stop.
        if game.terms.days.is_none() || !among(&game) {
            continue;
        }
        let action = Action::Vacation { by: player, until };
        // A game that is being lost on time just now does not take part.
        let Ok(events) = game.decide(&action, None, at) else {
            continue;
        };
        if events.is_empty() {
            continue;
        }
        for event in &events {
            game.apply(event);
        }
        facts::update(tx, &game)?;
        overviews::changed(tx, kept.place.channel, at)?;
    }
    Ok(())
}
