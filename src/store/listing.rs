//! Games as lists show them: read from their rows alone. Nothing is replayed, so that a list is quick, and a game
//! whose moves cannot be read any more stands in it like all others.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Fault;
use super::games::{Post, optional_post};
use crate::chess::Color;
use crate::game::{ChannelId, GameId, Place, PlayerId, Players, Revision};
use crate::time::Timestamp;

/// What [`read`] needs of a row.
macro_rules! columns {
    () => {
        "SELECT id, white, black, guild, channel, start_fen, revision, deadline, paused_until, white_away, black_away,
             post_channel, post_message, ended, (SELECT max(ply) FROM move WHERE game_id = game.id) AS plies
         FROM game"
    };
}
/// What a list tells of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number.
    pub id: GameId,
    /// Who plays.
    pub players: Players,
    /// Where its posts go.
    pub place: Place,
    /// The latest board post, when it is known.
    pub post: Option<Post>,
    /// Whose turn it is.
    pub turn: Color,
    /// The number of the move that comes next, as players count: 1 at the start, for White and Black alike.
    pub move_number: u32,
    /// Its revision.
    pub revision: Revision,
    /// Until when the player to move has time; `None` without limit, in a pause, and once the game is over.
    pub deadline: Option<Timestamp>,
    /// Until when the game is paused at most.
    pub paused_until: Option<Timestamp>,
    /// Until when the player to move is on vacation; it may be over.
    pub away: Option<Timestamp>,
}

impl Listed {
    /// Who is to move.
    pub fn to_move(&self) -> PlayerId {
        self.players.of(self.turn)
    }

    /// The other player's id, for a player of this game.
    pub fn opponent_of(&self, player: PlayerId) -> Option<PlayerId> {
        let color = self.players.color_of(player)?;
        Some(self.players.of(!color))
    }
}

/// The running games of a player, the one with the least time left first, those whose clock stands still or that have
/// none last.
pub(crate) fn running_of(connection: &Connection, player: PlayerId) -> Result<Vec<Listed>, Fault> {
    let mut query = connection.prepare_cached(RUNNING_OF)?;
    let mut games: Vec<Listed> = query.query_map([player], read)?.collect::<Result<_, _>>()?;
    games.sort_by_key(|game| (game.deadline.is_none(), game.deadline, game.id));
    Ok(games)
}

/// The running games of a channel, in the same order, so many at most, and how many there are.
pub(crate) fn running_in(
    connection: &Connection,
    channel: ChannelId,
    limit: usize,
) -> Result<(Vec<Listed>, usize), Fault> {
    let mut query = connection.prepare_cached(RUNNING_IN)?;
    let games = query
        .query_map(params![channel, limit as i64], read)?
        .collect::<Result<_, _>>()?;
    let mut count = connection
        .prepare_cached("SELECT count(*) FROM game WHERE ended IS NULL AND channel = ?1")?;
    let count: i64 = count.query_row([channel], |row| row.get(0))?;
    Ok((games, usize::try_from(count).unwrap_or_default()))
}

/// Games of a player that are over, the one that ended last first, so many at most.
pub(crate) fn finished_of(
    connection: &Connection,
    player: PlayerId,
    limit: usize,
) -> Result<Vec<Listed>, Fault> {
    let mut query = connection.prepare_cached(FINISHED_OF)?;
    let games = query
        .query_map(params![player, limit as i64], read)?
        .collect::<Result<_, _>>()?;
    Ok(games)
}

/// The player's game that ended last of those whose posts are in the channel.
pub(crate) fn last_finished_in(
    connection: &Connection,
    player: PlayerId,
    channel: ChannelId,
) -> Result<Option<GameId>, Fault> {
    let mut query = connection.prepare_cached(
        "SELECT id, ended FROM game WHERE ended IS NOT NULL AND white = ?1 AND channel = ?2
         UNION ALL SELECT id, ended FROM game WHERE ended IS NOT NULL AND black = ?1 AND channel = ?2
         ORDER BY ended DESC, id DESC LIMIT 1",
    )?;
    let game = query.query_row(params![player, channel], |row| row.get(0));
    Ok(game.optional()?)
}

pub(super) const RUNNING_OF: &str = concat!(
    columns!(),
    " WHERE ended IS NULL AND white = ?1 UNION ALL ",
    columns!(),
    " WHERE ended IS NULL AND black = ?1"
);

pub(super) const RUNNING_IN: &str = concat!(
    columns!(),
    " WHERE ended IS NULL AND channel = ?1 ORDER BY deadline IS NULL, deadline, id LIMIT ?2"
);

pub(super) const FINISHED_OF: &str = concat!(
    "SELECT * FROM (",
    columns!(),
    " WHERE ended IS NOT NULL AND white = ?1 ORDER BY ended DESC LIMIT ?2) UNION ALL SELECT * FROM (",
    columns!(),
    " WHERE ended IS NOT NULL AND black = ?1 ORDER BY ended DESC LIMIT ?2) ORDER BY ended DESC, id DESC LIMIT ?2"
);

fn read(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let plies: Option<u32> = row.get("plies")?;
    let start_fen: Option<String> = row.get("start_fen")?;
    let (turn, move_number) = after(start_fen.as_deref(), plies.unwrap_or_default());
    Ok(Listed {
        id: row.get("id")?,
        players: Players {
            white: row.get("white")?,
            black: row.get("black")?,
        },
        place: Place {
            guild: row.get("guild")?,
            channel: row.get("channel")?,
        },
        post: optional_post(row.get("post_channel")?, row.get("post_message")?),
        turn,
        move_number,
        revision: row.get("revision")?,
        deadline: row.get("deadline")?,
        paused_until: row.get("paused_until")?,
        away: row.get(match turn {
            Color::White => "white_away",
            Color::Black => "black_away",
        })?,
    })
}

/// Whose turn it is and which move comes next after so many plies from a position, the standard one unless given.
fn after(start_fen: Option<&str>, plies: u32) -> (Color, u32) {
    let mut fields = start_fen.unwrap_or_default().split(' ');
    let black_begins = fields.nth(1) == Some("b");
    let first: u32 = fields
        .nth(3)
        .and_then(|field| field.parse().ok())
        .unwrap_or(1);
    let half_moves = plies + u32::from(black_begins);
    let turn = if half_moves.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    };
    (turn, first.saturating_add(half_moves / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(start: Option<&str>, plies: u32, expected: (Color, u32)) {
        assert_eq!(after(start, plies), expected);
    }

    #[test]
    fn plies_are_counted_as_players_count_moves() {
        check(None, 0, (Color::White, 1));
        check(None, 1, (Color::Black, 1));
        check(None, 26, (Color::White, 14));
        let black_begins = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30");
        check(black_begins, 0, (Color::Black, 30));
        check(black_begins, 1, (Color::White, 31));
        check(
            Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 7"),
            3,
            (Color::Black, 8),
        );
    }
}
