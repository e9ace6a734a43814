//! The errands that wait. A row is put in by the transaction that changes what it tells of, and is taken out by the
//! one that keeps what became of it.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use super::sql::words;
use super::{Errand, ErrandId, ErrandKind, Fault, Origin};
use crate::game::{
    ChallengeId, ChannelId, GameId, Headline, MessageId, Notice, Outage, Place, PlayerId, Revision,
};
use crate::time::Timestamp;

/// An errand that has no number yet.
pub(crate) struct NewErrand {
    pub(crate) kind: ErrandKind,
    pub(crate) place: Place,
    pub(crate) origin: Option<Origin>,
    pub(crate) made: Timestamp,
    /// When the worker may take it.
    pub(crate) due: Timestamp,
}

/// Puts an errand into the outbox.
pub(crate) fn enqueue(tx: &Transaction<'_>, new: NewErrand) -> Result<Errand, Fault> {
    let columns = Columns::of(&new.kind);
    let origin = new.origin.as_ref();
    tx.prepare_cached(
        "INSERT INTO outbox (kind, game_id, challenge_id, guild, channel, message, revision, ply, news, headline, ping, since,
             interaction, token, made, due)
         VALUES (:kind, :game_id, :challenge_id, :guild, :channel, :message, :revision, :ply, :news, :headline, :ping, :since,
             :interaction, :token, :made, :due)",
    )?
    .execute(named_params! {
        ":kind": columns.kind,
        ":game_id": columns.game,
        ":challenge_id": columns.challenge,
        ":guild": new.place.guild,
        ":channel": new.place.channel,
        ":message": columns.message,
        ":revision": columns.revision,
        ":ply": columns.ply,
        ":news": columns.news,
        ":headline": columns.headline,
        ":ping": columns.ping,
        ":since": columns.since,
        ":interaction": origin.map(|origin| origin.interaction),
        ":token": origin.map(|origin| &origin.token),
        ":made": new.made,
        ":due": new.due,
    })?;
    let id = ErrandId(tx.last_insert_rowid().cast_unsigned());
    Ok(Errand {
        id,
        kind: new.kind,
        place: new.place,
        origin: new.origin,
        made: new.made,
        attempts: 0,
    })
}

/// What is due.
#[derive(Default)]
pub(crate) struct Due {
    /// The errands, the oldest first.
    pub(crate) errands: Vec<Errand>,
    /// Those that cannot be read, and why.
    pub(crate) damaged: Vec<(ErrandId, Fault)>,
}

/// Errands that are due and before which no other post of the same game or challenge waits, the oldest first.
pub(crate) fn due(connection: &Connection, now: Timestamp, limit: usize) -> Result<Due, Fault> {
    let mut query = connection.prepare_cached(&format!("{DUE} ORDER BY due, id LIMIT ?2"))?;
    let mut rows = query.query(params![now, limit as i64])?;
    let mut due = Due::default();
    while let Some(row) = rows.next()? {
        match read(row) {
            Ok(errand) => due.errands.push(errand),
            Err(error) => due.damaged.push((row.get("id")?, error.into())),
        }
    }
    Ok(due)
}

/// The reminders of a player that are due, in the order in which they arose. Those that cannot be read are left to
/// [`due`].
pub(crate) fn due_reminders(
    connection: &Connection,
    player: PlayerId,
    now: Timestamp,
) -> Result<Vec<Errand>, Fault> {
    let sql = format!("{DUE} AND kind = 'reminder' AND ping = ?2 ORDER BY id");
    let mut query = connection.prepare_cached(&sql)?;
    let mut rows = query.query(params![now, player])?;
    let mut errands = Vec::new();
    while let Some(row) = rows.next()? {
        errands.extend(read(row));
    }
    Ok(errands)
}

/// When the next errand falls due before which no other waits.
pub(crate) fn next_due(connection: &Connection) -> Result<Option<Timestamp>, Fault> {
    let mut query = connection.prepare_cached(&format!("{DUE} ORDER BY due LIMIT 1"))?;
    Ok(query
        .query_row([i64::MAX], |row| row.get("due"))
        .optional()?)
}

/// Takes an errand out; `None` when it is out already.
pub(crate) fn take(tx: &Transaction<'_>, id: ErrandId) -> Result<Option<Errand>, Fault> {
    let mut query = tx.prepare_cached("DELETE FROM outbox WHERE id = ?1 RETURNING *")?;
    Ok(query.query_row([id], read).optional()?)
}

/// Takes an errand out, whatever it holds.
pub(crate) fn discard(tx: &Transaction<'_>, id: ErrandId) -> Result<(), Fault> {
    tx.prepare_cached("DELETE FROM outbox WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

/// It waits until `at`, without having been tried.
pub(crate) fn put_off(tx: &Transaction<'_>, id: ErrandId, at: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE outbox SET due = ?2 WHERE id = ?1")?
        .execute(params![id, at])?;
    Ok(())
}

/// Delivery was tried without success; the next try is at `at`.
pub(crate) fn postpone(tx: &Transaction<'_>, id: ErrandId, at: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE outbox SET attempts = attempts + 1, due = ?2 WHERE id = ?1")?
        .execute(params![id, at])?;
    Ok(())
}

/// The worker may take it as of `now`.
pub(crate) fn hurry(tx: &Transaction<'_>, id: ErrandId, now: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE outbox SET due = min(due, ?2) WHERE id = ?1")?
        .execute(params![id, now])?;
    Ok(())
}

/// No answer will carry it: it is the worker's as of `now`, and not to be looked for among the answers.
pub(crate) fn release(tx: &Transaction<'_>, id: ErrandId, now: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached(
        "UPDATE outbox SET due = min(due, ?2), interaction = NULL, token = NULL WHERE id = ?1",
    )?
    .execute(params![id, now])?;
    Ok(())
}

/// Nobody who had a head start lives any more: what was not tried yet may be taken at `at`.
pub(crate) fn resume(tx: &Transaction<'_>, at: Timestamp) -> Result<(), Fault> {
    tx.prepare_cached("UPDATE outbox SET due = ?1 WHERE due > ?1 AND attempts = 0")?
        .execute([at])?;
    Ok(())
}

/// The player's reminders that nothing but his own wish holds back are looked at again.
pub(crate) fn reconsider_reminders(
    tx: &Transaction<'_>,
    player: PlayerId,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.prepare_cached(
        "UPDATE outbox SET due = ?2
         WHERE due > ?2 AND kind = 'reminder' AND ping = ?1 AND attempts = 0",
    )?
    .execute(params![player, now])?;
    Ok(())
}

/// The posts of a game that still wait go elsewhere, and those that failed are tried there at once.
pub(crate) fn redirect(
    tx: &Transaction<'_>,
    game: GameId,
    place: Place,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.prepare_cached(
        "UPDATE outbox SET guild = ?2, channel = ?3, due = iif(attempts > 0, min(due, ?4), due)
         WHERE game_id = ?1 AND kind = 'board'",
    )?
    .execute(params![game, place.guild, place.channel, now])?;
    Ok(())
}

/// Posts of one game or challenge wait for each other; old messages lose their buttons at any time. A reminder waits
/// for boards, but no board for a reminder, which may be put off for hours.
const DUE: &str = "SELECT * FROM outbox
     WHERE due <= ?1 AND (kind = 'retire' OR NOT EXISTS (
         SELECT 1 FROM outbox AS earlier
         WHERE earlier.game_id = outbox.game_id AND earlier.id < outbox.id
             AND earlier.kind NOT IN ('retire', 'reminder')
         UNION ALL
         SELECT 1 FROM outbox AS earlier
         WHERE earlier.challenge_id = outbox.challenge_id AND earlier.id < outbox.id AND earlier.kind <> 'retire'))";

#[derive(Clone, Copy)]
enum Kind {
    Board,
    Reminder,
    Challenge,
    ChallengeOver,
    Outage,
    Retire,
    Overview,
    Remove,
}

words!(Kind {
    "board" => [Kind::Board],
    "reminder" => [Kind::Reminder],
    "challenge" => [Kind::Challenge],
    "challenge over" => [Kind::ChallengeOver],
    "outage" => [Kind::Outage],
    "retire" => [Kind::Retire],
    "overview" => [Kind::Overview],
    "remove" => [Kind::Remove],
});

/// What an errand is about, column by column.
struct Columns {
    kind: Kind,
    game: Option<GameId>,
    challenge: Option<ChallengeId>,
    message: Option<MessageId>,
    revision: Option<Revision>,
    ply: Option<u32>,
    news: Option<u32>,
    headline: Option<Headline>,
    ping: Option<PlayerId>,
    since: Option<Timestamp>,
}

impl Columns {
    fn of(errand: &ErrandKind) -> Columns {
        let none = Columns {
            kind: Kind::Retire,
            game: None,
            challenge: None,
            message: None,
            revision: None,
            ply: None,
            news: None,
            headline: None,
            ping: None,
            since: None,
        };
        match *errand {
            ErrandKind::Post(Notice::Board {
                game,
                revision,
                ply,
                news,
                headline,
                ping,
            }) => Columns {
                kind: Kind::Board,
                game: Some(game),
                revision: Some(revision),
                ply: Some(ply),
                news: Some(news),
                headline: Some(headline),
                ping,
                ..none
            },
            ErrandKind::Post(Notice::Reminder { game, ply, player }) => Columns {
                kind: Kind::Reminder,
                game: Some(game),
                ply: Some(ply),
                ping: Some(player),
                ..none
            },
            ErrandKind::Post(Notice::Challenge { challenge, ping }) => Columns {
                kind: Kind::Challenge,
                challenge: Some(challenge),
                ping,
                ..none
            },
            ErrandKind::Post(Notice::ChallengeOver { challenge, ping }) => Columns {
                kind: Kind::ChallengeOver,
                challenge: Some(challenge),
                ping,
                ..none
            },
            ErrandKind::Post(Notice::Outage(outage)) => Columns {
                kind: Kind::Outage,
                since: Some(outage.from),
                ..none
            },
            ErrandKind::Retire {
                channel: _,
                message,
                challenge,
            } => Columns {
                kind: Kind::Retire,
                challenge,
                message: Some(message),
                ..none
            },
            ErrandKind::Overview => Columns {
                kind: Kind::Overview,
                ..none
            },
            ErrandKind::Remove {
                channel: _,
                message,
            } => Columns {
                kind: Kind::Remove,
                message: Some(message),
                ..none
            },
        }
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Errand> {
    let channel: ChannelId = row.get("channel")?;
    let kind = match row.get("kind")? {
        Kind::Board => ErrandKind::Post(Notice::Board {
            game: row.get("game_id")?,
            revision: row.get("revision")?,
            ply: row.get("ply")?,
            news: row.get("news")?,
            headline: row.get("headline")?,
            ping: row.get("ping")?,
        }),
        Kind::Reminder => ErrandKind::Post(Notice::Reminder {
            game: row.get("game_id")?,
            ply: row.get("ply")?,
            player: row.get("ping")?,
        }),
        Kind::Challenge => ErrandKind::Post(Notice::Challenge {
            challenge: row.get("challenge_id")?,
            ping: row.get("ping")?,
        }),
        Kind::ChallengeOver => ErrandKind::Post(Notice::ChallengeOver {
            challenge: row.get("challenge_id")?,
            ping: row.get("ping")?,
        }),
        Kind::Outage => ErrandKind::Post(Notice::Outage(Outage {
            from: row.get("since")?,
            to: row.get("made")?,
        })),
        Kind::Retire => ErrandKind::Retire {
            channel,
            message: row.get("message")?,
            challenge: row.get("challenge_id")?,
        },
        Kind::Overview => ErrandKind::Overview,
        Kind::Remove => ErrandKind::Remove {
            channel,
            message: row.get("message")?,
        },
    };
    let interaction: Option<_> = row.get("interaction")?;
    let token: Option<String> = row.get("token")?;
    Ok(Errand {
        id: row.get("id")?,
        kind,
        place: Place {
            guild: row.get("guild")?,
            channel,
        },
        origin: interaction
            .zip(token)
            .map(|(interaction, token)| Origin { interaction, token }),
        made: row.get("made")?,
        attempts: row.get("attempts")?,
    })
}
