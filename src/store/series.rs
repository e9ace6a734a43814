//! How a series of rematches stands.

use rusqlite::{Connection, OptionalExtension, params};

use super::Fault;
use super::sql::Score;
use crate::chess::{Color, Outcome};
use crate::game::{GameId, PlayerId, Players};

/// How a series stands between its two players. Games without result do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeriesScore {
    /// The first game of the series.
    pub series: GameId,
    /// The players, as in that game.
    pub players: Players,
    /// Half points of the one who had White in that game: two for a win, one for a draw.
    pub first_white: u32,
    /// Half points of the other.
    pub first_black: u32,
}

impl SeriesScore {
    /// Whether any game has counted yet.
    pub fn has_begun(&self) -> bool {
        self.first_white + self.first_black > 0
    }

    /// The players with their half points, the leader first.
    pub fn ranked(&self) -> [(PlayerId, u32); 2] {
        let (white, black) = (
            (self.players.white, self.first_white),
            (self.players.black, self.first_black),
        );
        if self.first_black > self.first_white {
            [black, white]
        } else {
            [white, black]
        }
    }
}

/// How the series of a game stood once that game was over, or stands while it runs.
pub(crate) fn score(connection: &Connection, game: GameId) -> Result<Option<SeriesScore>, Fault> {
    let mut query = connection.prepare_cached(
        "SELECT first.id, first.white, first.black FROM game
         JOIN game AS first ON first.id = coalesce(game.series, game.id) WHERE game.id = ?1",
    )?;
    let first = query
        .query_row([game], |row| {
            Ok(SeriesScore {
                series: row.get(0)?,
                players: Players {
                    white: row.get(1)?,
                    black: row.get(2)?,
                },
                first_white: 0,
                first_black: 0,
            })
        })
        .optional()?;
    let Some(mut score) = first else {
        return Ok(None);
    };
    let mut results = connection.prepare_cached(RESULTS)?;
    let mut rows = results.query(params![score.series, game])?;
    while let Some(row) = rows.next()? {
        let (white, Score(outcome)) = (row.get::<_, PlayerId>(0)?, row.get(1)?);
        let (white_gets, black_gets) = match outcome {
            Some(Outcome::Win(Color::White)) => (2, 0),
            Some(Outcome::Win(Color::Black)) => (0, 2),
            Some(Outcome::Draw) => (1, 1),
            None => (0, 0),
        };
        if white == score.players.white {
            score.first_white += white_gets;
            score.first_black += black_gets;
        } else {
            score.first_white += black_gets;
            score.first_black += white_gets;
        }
    }
    Ok(Some(score))
}

const RESULTS: &str = "SELECT white, outcome FROM game WHERE id = ?1 AND outcome IS NOT NULL
     UNION ALL SELECT white, outcome FROM game WHERE series = ?1 AND id <= ?2 AND outcome IS NOT NULL";
