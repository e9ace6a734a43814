//! Games: the facts that the moves do not imply are columns of `game`, the line is `move`, and a game that is loaded
//! is a replay of its moves.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use super::Fault;
use super::facts;
use crate::chess::{CastlingMode, Position};
use crate::game::{
    ChannelId, Event, Facts, Game, GameId, GuildId, MessageId, Place, PlayedMove, PlayerId,
    Players, Revision, Terms,
};
use crate::time::Timestamp;

/// A message that shows a game or a challenge.
pub type Post = (ChannelId, MessageId);

/// A game and where it is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// The game.
    pub game: Game,
    /// Where its posts go.
    pub place: Place,
    /// The latest board post, when it is known.
    pub post: Option<Post>,
    /// The first game of the series of rematches that it belongs to, its own number if it is the first or the only one.
    pub series: GameId,
}

/// What a new game begins with.
pub(crate) struct NewGame<'a> {
    pub(crate) players: Players,
    pub(crate) terms: Terms,
    pub(crate) start: &'a Position,
    pub(crate) started: Timestamp,
    pub(crate) place: Place,
    /// The first game of the series, when it is not this one.
    pub(crate) series: Option<GameId>,
}

/// Keeps a new game, which gets the next number.
pub(crate) fn add(tx: &Transaction<'_>, new: &NewGame<'_>) -> Result<Kept, Fault> {
    let chess960 = new.start.castling_mode() == CastlingMode::Chess960;
    let start_fen = (chess960 || *new.start != Position::start()).then(|| new.start.fen());
    tx.prepare_cached(
        "INSERT INTO game (white, black, guild, channel, days, when_time_runs_out, chess960, start_fen, started,
             series, revision)
         VALUES (:white, :black, :guild, :channel, :days, :when_time_runs_out, :chess960, :start_fen, :started,
             :series, :revision)",
    )?
    .execute(named_params! {
        ":white": new.players.white,
        ":black": new.players.black,
        ":guild": new.place.guild,
        ":channel": new.place.channel,
        ":days": new.terms.days,
        ":when_time_runs_out": new.terms.when_time_runs_out,
        ":chess960": chess960,
        ":start_fen": start_fen,
        ":started": new.started,
        ":series": new.series,
        ":revision": Revision::FIRST,
    })?;
    let id = GameId(tx.last_insert_rowid().cast_unsigned());
    let game = Game::new(id, new.players, new.terms, new.start.clone(), new.started);
    facts::update(tx, &game)?;
    Ok(Kept {
        game,
        place: new.place,
        post: None,
        series: new.series.unwrap_or(id),
    })
}

/// The game with that number.
pub(crate) fn load(connection: &Connection, id: GameId) -> Result<Option<Kept>, Fault> {
    let mut query = connection.prepare_cached("SELECT * FROM game WHERE id = ?1")?;
    let row = query
        .query_row([id], GameRow::read)
        .optional()
        .map_err(|error| naming(id, error))?;
    row.map(|row| replay(connection, row)).transpose()
}

/// The running games of a player, the one with the least time left first, those without limit last. One that is kept
/// damaged is left out, so that it does not block the others; whoever looks at its clock tells of it.
pub(crate) fn running(connection: &Connection, player: PlayerId) -> Result<Vec<Kept>, Fault> {
    let mut query = connection.prepare_cached(RUNNING)?;
    let ids: Vec<GameId> = query
        .query_map([player], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut games = Vec::with_capacity(ids.len());
    for id in ids {
        match load(connection, id) {
            Ok(kept) => games.extend(kept),
            Err(fault) if fault.is_damage() => {}
            Err(fault) => return Err(fault),
        }
    }
    games.sort_by_key(|kept| {
        let deadline = kept.game.deadline();
        (deadline.is_none(), deadline, kept.game.id)
    });
    Ok(games)
}

/// How many games the player plays now.
pub(crate) fn count_running(connection: &Connection, player: PlayerId) -> Result<u32, Fault> {
    let mut query = connection.prepare_cached(COUNT_RUNNING)?;
    Ok(query.query_row([player], |row| row.get(0))?)
}

/// Keeps what an event has changed in the line; `after` is the game just after it.
pub(crate) fn record(tx: &Transaction<'_>, event: &Event, after: &Game) -> Result<(), Fault> {
    let plies = after.line().plies();
    match event {
        Event::Moved { mv, .. } => {
            let played = after.moves().last();
            let before = &after.line().positions()[plies - 1];
            tx.prepare_cached(
                "INSERT INTO move (game_id, ply, uci, at, left) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                after.id,
                plies as i64,
                before.uci(*mv),
                played.map(|played| played.at),
                played.and_then(|played| played.left),
            ])?;
        }
        Event::TakenBack { .. } | Event::Undone { .. } => {
            tx.prepare_cached(
                "INSERT INTO taken_back (game_id, ply, uci, at, left)
                 SELECT game_id, ply, uci, at, left FROM move WHERE game_id = ?1 AND ply > ?2",
            )?
            .execute(params![after.id, plies as i64])?;
            tx.prepare_cached("DELETE FROM move WHERE game_id = ?1 AND ply > ?2")?
                .execute(params![after.id, plies as i64])?;
        }
        Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::TakebackAsked { .. }
        | Event::TakebackDeclined { .. }
        | Event::TimeGiven { .. }
        | Event::PauseAsked { .. }
        | Event::PauseDeclined { .. }
        | Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::ServerGone { .. }
        | Event::ServerBack { .. }
        | Event::WentAway { .. }
        | Event::Planned { .. }
        | Event::CameBack { .. }
        | Event::Reminded { .. }
        | Event::TimeUp
        | Event::Ended { .. } => {}
    }
    Ok(())
}

/// Games to which time has something to do, the one that waits longest first.
pub(crate) fn due(
    connection: &Connection,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<GameId>, Fault> {
    let mut query = connection
        .prepare_cached("SELECT id FROM game WHERE check_at <= ?1 ORDER BY check_at LIMIT ?2")?;
    let ids = query
        .query_map(params![now, limit as i64], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(ids)
}

/// When time next has something to do to a game.
pub(crate) fn next_check(connection: &Connection) -> Result<Option<Timestamp>, Fault> {
    let mut query =
        connection.prepare_cached("SELECT min(check_at) FROM game WHERE check_at IS NOT NULL")?;
    Ok(query.query_row([], |row| row.get(0))?)
}

/// Nothing could be done to the game now; it is looked at again at `at`, or never.
pub(crate) fn look_at(
    tx: &Transaction<'_>,
    id: GameId,
    at: Option<Timestamp>,
) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE game SET check_at = ?2 WHERE id = ?1")?
        .execute(params![id, at])?;
    Ok(())
}

/// The servers in which games run.
pub(crate) fn servers(connection: &Connection) -> Result<Vec<GuildId>, Fault> {
    let mut query = connection
        .prepare_cached("SELECT DISTINCT guild FROM game WHERE ended IS NULL AND guild > 0")?;
    let servers = query
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(servers)
}

/// The running games of a server: those that wait for it to be back, or the others.
pub(crate) fn of_server(
    connection: &Connection,
    server: GuildId,
    gone: bool,
) -> Result<Vec<GameId>, Fault> {
    let mut query = connection.prepare_cached(
        "SELECT id FROM game WHERE ended IS NULL AND guild = ?1 AND (server_gone IS NOT NULL) = ?2",
    )?;
    let ids = query
        .query_map(params![server, gone], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(ids)
}

/// Where games are played in which a clock runs.
pub(crate) fn places_with_clocks(connection: &Connection) -> Result<Vec<Place>, Fault> {
    let mut query =
        connection.prepare_cached("SELECT DISTINCT guild, channel FROM game WHERE check_at > 0")?;
    let places = query
        .query_map([], |row| {
            Ok(Place {
                guild: row.get(0)?,
                channel: row.get(1)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(places)
}

/// From now on the game's posts go there.
pub(crate) fn set_place(tx: &Transaction<'_>, id: GameId, place: Place) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE game SET guild = ?2, channel = ?3 WHERE id = ?1")?
        .execute(params![id, place.guild, place.channel])?;
    Ok(())
}

/// A post that shows the game at `revision` has been made. Returns the message that is out of date now: the post
/// before, or the new one itself when a later revision was posted earlier.
pub(crate) fn posted(
    tx: &Transaction<'_>,
    id: GameId,
    revision: Revision,
    post: Option<Post>,
) -> Result<Option<Post>, Fault> {
    let mut query = tx.prepare_cached(
        "SELECT post_revision, post_channel, post_message FROM game WHERE id = ?1",
    )?;
    let (shown, before): (Option<Revision>, Option<Post>) = query.query_row([id], |row| {
        Ok((row.get(0)?, optional_post(row.get(1)?, row.get(2)?)))
    })?;
    if shown > Some(revision) {
        return Ok(post);
    }
    tx.prepare_cached(
        "UPDATE game SET post_revision = ?2, post_channel = ?3, post_message = ?4 WHERE id = ?1",
    )?
    .execute(params![
        id,
        revision,
        post.map(|post| post.0),
        post.map(|post| post.1)
    ])?;
    Ok(before.filter(|_| before != post))
}

pub(super) fn optional_post(
    channel: Option<ChannelId>,
    message: Option<MessageId>,
) -> Option<Post> {
    channel.zip(message)
}

const RUNNING: &str = "SELECT id FROM game WHERE ended IS NULL AND white = ?1
     UNION ALL SELECT id FROM game WHERE ended IS NULL AND black = ?1";

const COUNT_RUNNING: &str = "SELECT (SELECT count(*) FROM game WHERE ended IS NULL AND white = ?1)
     + (SELECT count(*) FROM game WHERE ended IS NULL AND black = ?1)";

/// A row of `game`, not yet replayed.
struct GameRow {
    id: GameId,
    players: Players,
    place: Place,
    terms: Terms,
    chess960: bool,
    start_fen: Option<String>,
    started: Timestamp,
    facts: Facts,
    post: Option<Post>,
    series: Option<GameId>,
}

impl GameRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<GameRow> {
        Ok(GameRow {
            id: row.get("id")?,
            players: Players {
                white: row.get("white")?,
                black: row.get("black")?,
            },
            place: Place {
                guild: row.get("guild")?,
                channel: row.get("channel")?,
            },
            terms: facts::read_terms(row)?,
            chess960: row.get("chess960")?,
            start_fen: row.get("start_fen")?,
            started: row.get("started")?,
            facts: facts::read(row)?,
            post: optional_post(row.get("post_channel")?, row.get("post_message")?),
            series: row.get("series")?,
        })
    }
}

fn replay(connection: &Connection, mut row: GameRow) -> Result<Kept, Fault> {
    let id = row.id;
    let start = start_position(&row).map_err(|fault| fault.of(subject(id)))?;
    row.facts.undo = facts::undo(connection, id).map_err(|fault| fault.of(subject(id)))?;
    let moves = line(connection, id, start.clone()).map_err(|fault| fault.of(subject(id)))?;
    let fresh = Game::new(id, row.players, row.terms, start, row.started);
    Ok(Kept {
        game: Game::restore(fresh, moves, row.facts),
        place: row.place,
        post: row.post,
        series: row.series.unwrap_or(id),
    })
}

fn start_position(row: &GameRow) -> Result<Position, Fault> {
    let mode = if row.chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    match &row.start_fen {
        Some(fen) => Position::from_fen(fen, mode)
            .map_err(|error| Fault::new(format!("start position: {error}"))),
        None => Ok(Position::start()),
    }
}

fn line(connection: &Connection, id: GameId, start: Position) -> Result<Vec<PlayedMove>, Fault> {
    let mut query = connection
        .prepare_cached("SELECT ply, uci, at, left FROM move WHERE game_id = ?1 ORDER BY ply")?;
    let mut rows = query.query([id])?;
    let mut position = start;
    let mut moves = Vec::with_capacity(128);
    while let Some(row) = rows.next()? {
        let ply: i64 = row.get(0)?;
        if ply != moves.len() as i64 + 1 {
            return Err(Fault::new(format!("ply {} is missing", moves.len() + 1)));
        }
        let uci = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        let mv = position
            .parse_uci(uci)
            .map_err(|error| Fault::new(format!("ply {ply}, {uci:?}: {error}")))?;
        position.play(mv);
        moves.push(PlayedMove {
            mv,
            at: row.get(2)?,
            left: row.get(3)?,
        });
    }
    Ok(moves)
}

fn naming(id: GameId, error: rusqlite::Error) -> Fault {
    Fault::from(error).of(subject(id))
}

fn subject(id: GameId) -> String {
    format!("game {id}")
}

#[cfg(test)]
mod tests;
