//! Games: the facts that the moves do not imply are columns of `game`, the line is `move`, and a game that is loaded
//! is a replay of its moves.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use super::Fault;
use crate::chess::{CastlingMode, Position};
use crate::game::{
    ChannelId, DrawOffers, Event, Game, GameId, GameResult, MessageId, Place, PlayedMove, PlayerId,
    Players, Revision,
};
use crate::time::{Days, Timestamp};

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
}

/// What a new game begins with.
pub(crate) struct NewGame<'a> {
    pub(crate) players: Players,
    pub(crate) days: Option<Days>,
    pub(crate) start: &'a Position,
    pub(crate) started: Timestamp,
    pub(crate) place: Place,
}

/// Keeps a new game, which gets the next number.
pub(crate) fn add(tx: &Transaction<'_>, new: &NewGame<'_>) -> Result<Kept, Fault> {
    let chess960 = new.start.castling_mode() == CastlingMode::Chess960;
    let start_fen = (chess960 || *new.start != Position::start()).then(|| new.start.fen());
    tx.prepare_cached(
        "INSERT INTO game (white, black, guild, channel, days, chess960, start_fen, started, revision)
         VALUES (:white, :black, :guild, :channel, :days, :chess960, :start_fen, :started, :revision)",
    )?
    .execute(named_params! {
        ":white": new.players.white,
        ":black": new.players.black,
        ":guild": new.place.guild,
        ":channel": new.place.channel,
        ":days": new.days,
        ":chess960": chess960,
        ":start_fen": start_fen,
        ":started": new.started,
        ":revision": Revision::FIRST,
    })?;
    let id = GameId(tx.last_insert_rowid().cast_unsigned());
    let game = Game::new(id, new.players, new.days, new.start.clone(), new.started);
    update(tx, &game)?;
    Ok(Kept {
        game,
        place: new.place,
        post: None,
    })
}

/// The game with that number.
pub(crate) fn load(connection: &Connection, id: GameId) -> Result<Option<Kept>, Fault> {
    let mut query = connection.prepare_cached("SELECT * FROM game WHERE id = ?1")?;
    let row = query
        .query_row([id], GameRow::read)
        .optional()
        .map_err(|error| naming(id, error))?;
    row.map(|row| replay(connection, &row)).transpose()
}

/// The running games of a player, the one with the least time left first, those without limit last.
pub(crate) fn running(connection: &Connection, player: PlayerId) -> Result<Vec<Kept>, Fault> {
    let mut query = connection.prepare_cached(RUNNING)?;
    let ids: Vec<GameId> = query
        .query_map([player], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut games = Vec::with_capacity(ids.len());
    for id in ids {
        games.extend(load(connection, id)?);
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

/// Keeps the part of an event that is not a column of `game`. `before` is the game just before the event.
pub(crate) fn record(tx: &Transaction<'_>, before: &Game, event: &Event) -> Result<(), Fault> {
    match *event {
        Event::Moved { mv, at } => {
            let ply = before.line().plies() + 1;
            tx.prepare_cached("INSERT INTO move (game_id, ply, uci, at) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![
                    before.id,
                    ply as i64,
                    before.position().uci(mv),
                    at
                ])?;
        }
        Event::DrawOffered { .. } | Event::DrawDeclined { .. } | Event::Ended { .. } => {}
    }
    Ok(())
}

/// Keeps what the moves do not imply.
pub(crate) fn update(tx: &Transaction<'_>, game: &Game) -> Result<(), Fault> {
    let result = game.result();
    let offers = game.draw_offers();
    tx.prepare_cached(
        "UPDATE game SET draw_offer = :draw_offer, white_offered_after = :white_offered_after,
             black_offered_after = :black_offered_after, outcome = :outcome, termination = :termination,
             ended = :ended, revision = :revision, deadline = :deadline
         WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": game.id,
        ":draw_offer": offers.standing,
        ":white_offered_after": offers.white_offered_after,
        ":black_offered_after": offers.black_offered_after,
        ":outcome": result.map(|(result, _)| result.outcome),
        ":termination": result.map(|(result, _)| result.termination),
        ":ended": result.map(|(_, at)| at),
        ":revision": game.revision(),
        ":deadline": game.deadline(),
    })?;
    Ok(())
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
    days: Option<Days>,
    chess960: bool,
    start_fen: Option<String>,
    started: Timestamp,
    draw_offers: DrawOffers,
    result: Option<(GameResult, Timestamp)>,
    revision: Revision,
    post: Option<Post>,
}

impl GameRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<GameRow> {
        let result = match (
            row.get("outcome")?,
            row.get("termination")?,
            row.get("ended")?,
        ) {
            (Some(outcome), Some(termination), Some(at)) => Some((
                GameResult {
                    outcome,
                    termination,
                },
                at,
            )),
            // A CHECK keeps the three together.
            _ => None,
        };
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
            days: row.get("days")?,
            chess960: row.get("chess960")?,
            start_fen: row.get("start_fen")?,
            started: row.get("started")?,
            draw_offers: DrawOffers {
                standing: row.get("draw_offer")?,
                white_offered_after: row.get("white_offered_after")?,
                black_offered_after: row.get("black_offered_after")?,
            },
            result,
            revision: row.get("revision")?,
            post: optional_post(row.get("post_channel")?, row.get("post_message")?),
        })
    }
}

fn replay(connection: &Connection, row: &GameRow) -> Result<Kept, Fault> {
    let id = row.id;
    let start = start_position(row).map_err(|fault| fault.of(subject(id)))?;
    let moves = line(connection, id, start.clone()).map_err(|fault| fault.of(subject(id)))?;
    let fresh = Game::new(id, row.players, row.days, start, row.started);
    let game = Game::restore(fresh, moves, row.draw_offers, row.result, row.revision);
    Ok(Kept {
        game,
        place: row.place,
        post: row.post,
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
        .prepare_cached("SELECT ply, uci, at FROM move WHERE game_id = ?1 ORDER BY ply")?;
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
