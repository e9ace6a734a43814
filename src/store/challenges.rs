//! Challenges, pending and over.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use super::games::{count_running, optional_post};
use super::sql::words;
use super::{Fault, Post};
use crate::game::{
    Challenge, ChallengeEnd, ChallengeId, ChallengeTerms, GameId, Outage, Place, PlayerId, Players,
    Standing, Terms,
};
use crate::time::{Span, Timestamp};

/// Keeps a new challenge, which gets the next number.
pub(crate) fn add(
    tx: &Transaction<'_>,
    challenger: PlayerId,
    terms: ChallengeTerms,
    place: Place,
    made: Timestamp,
) -> Result<Challenge, Fault> {
    let mut challenge = Challenge {
        id: ChallengeId(0),
        challenger,
        terms,
        place,
        made,
        expires: made + Challenge::LIFE,
        end: None,
    };
    tx.prepare_cached(
        "INSERT INTO challenge (challenger, opponent, color, days, when_time_runs_out, rematch_of, guild, channel,
             made, expires)
         VALUES (:challenger, :opponent, :color, :days, :when_time_runs_out, :rematch_of, :guild, :channel,
             :made, :expires)",
    )?
    .execute(named_params! {
        ":challenger": challenger,
        ":opponent": terms.opponent,
        ":color": terms.color,
        ":days": terms.game.days,
        ":when_time_runs_out": terms.game.when_time_runs_out,
        ":rematch_of": terms.rematch_of,
        ":guild": place.guild,
        ":channel": place.channel,
        ":made": made,
        ":expires": challenge.expires,
    })?;
    challenge.id = ChallengeId(tx.last_insert_rowid().cast_unsigned());
    Ok(challenge)
}

/// The challenge with that number.
pub(crate) fn load(connection: &Connection, id: ChallengeId) -> Result<Option<Challenge>, Fault> {
    let mut query = connection.prepare_cached(LOAD)?;
    let challenge = query.query_row([id], read).optional();
    challenge.map_err(|error| Fault::from(error).of(format!("challenge {id}")))
}

/// Keeps how a challenge ended; `game` is the one that an accepted challenge led to.
pub(crate) fn close(
    tx: &Transaction<'_>,
    id: ChallengeId,
    end: ChallengeEnd,
    game: Option<GameId>,
) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE challenge SET end_kind = ?2, game_id = ?3 WHERE id = ?1")?
        .execute(params![id, EndKind::of(end), game])?;
    Ok(())
}

/// Pending challenges whose time is up, the oldest first.
pub(crate) fn due(connection: &Connection, now: Timestamp) -> Result<Vec<ChallengeId>, Fault> {
    let mut query = connection.prepare_cached(DUE)?;
    let ids = query
        .query_map([now], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(ids)
}

/// When the next pending challenge expires.
pub(crate) fn next_expiry(connection: &Connection) -> Result<Option<Timestamp>, Fault> {
    Ok(connection
        .prepare_cached(NEXT_EXPIRY)?
        .query_row([], |row| row.get(0))?)
}

/// It is looked at again at `at`.
pub(crate) fn put_off(tx: &Transaction<'_>, id: ChallengeId, at: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE challenge SET expires = ?2 WHERE id = ?1")?
        .execute(params![id, at])?;
    Ok(())
}

/// Whoever waits for an answer has the length of an outage more.
pub(crate) fn give_back(tx: &Transaction<'_>, outage: Outage) -> Result<(), Fault> {
    tx.prepare_cached(
        "UPDATE challenge SET expires = expires + ?2 WHERE end_kind IS NULL AND expires > ?1",
    )?
    .execute(params![outage.from, outage.length()])?;
    Ok(())
}

/// How much a person has going on who wants to play `opponent`, or anybody.
pub(crate) fn standing(
    connection: &Connection,
    person: PlayerId,
    opponent: Option<PlayerId>,
    now: Timestamp,
) -> Result<Standing, Fault> {
    let mut recent = connection.prepare_cached(MADE_SINCE)?;
    let mut pending = connection.prepare_cached(PENDING)?;
    Ok(Standing {
        running_games: count_running(connection, person)?,
        challenges_within_the_hour: recent
            .query_row(params![person, now - Span::hours(1)], |row| row.get(0))?,
        pending_with_opponent: match opponent {
            Some(opponent) => pending.exists(params![person, opponent, now])?,
            None => false,
        },
    })
}

/// The challenge that waits between two people, whichever of them made it.
pub(crate) fn pending_between(
    connection: &Connection,
    people: [PlayerId; 2],
    now: Timestamp,
) -> Result<Option<Challenge>, Fault> {
    let id = connection
        .prepare_cached(PENDING)?
        .query_row(params![people[0], people[1], now], |row| row.get(0))
        .optional()?;
    id.map_or(Ok(None), |id| load(connection, id))
}

/// What has come of the wish for the next game after one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rematch {
    /// One of the players has asked, and the other has not answered yet.
    Asked(ChallengeId),
    /// It was begun.
    Begun(GameId),
}

/// What has come of the wish for the next game after `game`; `None` when nobody has it now.
pub(crate) fn rematch_of(
    connection: &Connection,
    game: GameId,
    now: Timestamp,
) -> Result<Option<Rematch>, Fault> {
    let mut query = connection.prepare_cached(REMATCH)?;
    let found = query
        .query_row(params![game, now], |row| {
            let begun: Option<GameId> = row.get(1)?;
            Ok(match begun {
                Some(game) => Rematch::Begun(game),
                None => Rematch::Asked(row.get(0)?),
            })
        })
        .optional()?;
    Ok(found)
}

/// The message that shows the challenge, when it is known.
pub(crate) fn post(connection: &Connection, id: ChallengeId) -> Result<Option<Post>, Fault> {
    let mut query = connection
        .prepare_cached("SELECT post_channel, post_message FROM challenge WHERE id = ?1")?;
    let post = query
        .query_row([id], |row| Ok(optional_post(row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(post.flatten())
}

/// That message shows the challenge.
pub(crate) fn set_post(tx: &Transaction<'_>, id: ChallengeId, post: Post) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE challenge SET post_channel = ?2, post_message = ?3 WHERE id = ?1")?
        .execute(params![id, post.0, post.1])?;
    Ok(())
}

const LOAD: &str = "SELECT challenge.*, game.white, game.black
     FROM challenge LEFT JOIN game ON game.id = challenge.game_id WHERE challenge.id = ?1";

const DUE: &str =
    "SELECT id FROM challenge WHERE end_kind IS NULL AND expires <= ?1 ORDER BY expires";

const NEXT_EXPIRY: &str = "SELECT min(expires) FROM challenge WHERE end_kind IS NULL";

const MADE_SINCE: &str = "SELECT count(*) FROM challenge WHERE challenger = ?1 AND made > ?2";

// One whose time is up no longer stands in anybody's way, even before it is closed.
const PENDING: &str = "SELECT id FROM challenge
     WHERE end_kind IS NULL AND challenger = ?1 AND opponent = ?2 AND expires > ?3
     UNION ALL SELECT id FROM challenge
     WHERE end_kind IS NULL AND challenger = ?2 AND opponent = ?1 AND expires > ?3";

const REMATCH: &str = "SELECT id, game_id FROM challenge
     WHERE rematch_of = ?1 AND (game_id IS NOT NULL OR (end_kind IS NULL AND expires > ?2))
     ORDER BY game_id IS NULL LIMIT 1";

/// How a challenge ended, without the sides: those are the game's.
#[derive(Clone, Copy)]
enum EndKind {
    Accepted,
    Declined,
    Withdrawn,
    Expired,
}

words!(EndKind {
    "accepted" => [EndKind::Accepted],
    "declined" => [EndKind::Declined],
    "withdrawn" => [EndKind::Withdrawn],
    "expired" => [EndKind::Expired],
});

impl EndKind {
    fn of(end: ChallengeEnd) -> EndKind {
        match end {
            ChallengeEnd::Accepted(_) => EndKind::Accepted,
            ChallengeEnd::Declined => EndKind::Declined,
            ChallengeEnd::Withdrawn => EndKind::Withdrawn,
            ChallengeEnd::Expired => EndKind::Expired,
        }
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Challenge> {
    let end = match row.get("end_kind")? {
        Some(EndKind::Accepted) => Some(ChallengeEnd::Accepted(Players {
            white: row.get("white")?,
            black: row.get("black")?,
        })),
        Some(EndKind::Declined) => Some(ChallengeEnd::Declined),
        Some(EndKind::Withdrawn) => Some(ChallengeEnd::Withdrawn),
        Some(EndKind::Expired) => Some(ChallengeEnd::Expired),
        None => None,
    };
    Ok(Challenge {
        id: row.get("id")?,
        challenger: row.get("challenger")?,
        terms: ChallengeTerms {
            opponent: row.get("opponent")?,
            color: row.get("color")?,
            game: Terms {
                days: row.get("days")?,
                when_time_runs_out: row.get("when_time_runs_out")?,
            },
            rematch_of: row.get("rematch_of")?,
        },
        place: Place {
            guild: row.get("guild")?,
            channel: row.get("channel")?,
        },
        made: row.get("made")?,
        expires: row.get("expires")?,
        end,
    })
}
