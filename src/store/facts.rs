//! What a game's moves do not imply: the columns of `game` that change as it goes on, and `undo`, the turn before the
//! last move.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use rusqlite::types::Type;

use super::Fault;
use super::sql::Score;
use crate::game::{
    Askers, DrawOffers, Facts, Game, GameId, GameResult, Outage, Plan, Plans, Terms, TurnClock,
    TurnState, Undo,
};

/// Keeps the facts of a game.
pub(crate) fn update(tx: &Transaction<'_>, game: &Game) -> Result<(), Fault> {
    let facts = game.facts();
    let turn = &facts.turn;
    let offers = turn.draw_offers;
    let clock = turn.clock;
    tx.prepare_cached(
        "UPDATE game SET clock_left = :clock_left, clock_runs_from = :clock_runs_from, draw_offer = :draw_offer,
             white_offered_after = :white_offered_after, black_offered_after = :black_offered_after,
             reminded = :reminded, sheltered = :sheltered, time_up_told = :time_up_told, takeback = :takeback,
             white_asked_takeback = :white_asked_takeback, black_asked_takeback = :black_asked_takeback,
             pause_asked = :pause_asked, white_plan = :white_plan, black_plan = :black_plan, white_away = :white_away, black_away = :black_away,
             paused_until = :paused_until, server_gone = :server_gone, outcome = :outcome, termination = :termination, ended = :ended,
             revision = :revision, touched = :touched, deadline = :deadline, check_at = :check_at
         WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": game.id,
        ":clock_left": clock.map(|clock| clock.left),
        ":clock_runs_from": clock.and_then(|clock| clock.runs_from),
        ":draw_offer": offers.standing,
        ":white_offered_after": offers.white_offered_after,
        ":black_offered_after": offers.black_offered_after,
        ":reminded": turn.reminded,
        ":sheltered": turn.sheltered,
        ":time_up_told": turn.time_up_told,
        ":takeback": turn.takeback,
        ":white_asked_takeback": turn.takeback_askers.white,
        ":black_asked_takeback": turn.takeback_askers.black,
        ":pause_asked": turn.pause_asked,
        ":white_plan": plan_text(&turn.plans.white),
        ":black_plan": plan_text(&turn.plans.black),
        ":white_away": facts.white_away,
        ":black_away": facts.black_away,
        ":paused_until": facts.paused_until,
        ":server_gone": facts.server_gone,
        ":outcome": facts.result.map(|(result, _)| Score(result.outcome)),
        ":termination": facts.result.map(|(result, _)| result.termination),
        ":ended": facts.result.map(|(_, at)| at),
        ":revision": facts.revision,
        ":touched": facts.touched,
        ":deadline": game.deadline(),
        ":check_at": game.check_at(),
    })?;
    match &facts.undo {
        Some(undo) => keep_undo(tx, game.id, undo),
        None => drop_undo(tx, game.id),
    }
}

/// Gives an outage back to everything that runs. Everybody waits meanwhile, so it reads no more than it needs, and goes
/// through the games as they lie in the file.
pub(crate) fn give_back(tx: &Transaction<'_>, outage: Outage) -> Result<(), Fault> {
    let mut query = tx.prepare_cached(
        "SELECT id, days, when_time_runs_out, clock_left, clock_runs_from, reminded, paused_until,
             server_gone
         FROM game WHERE check_at > 0 ORDER BY id",
    )?;
    let running: Vec<rusqlite::Result<(GameId, Terms, Facts)>> = query
        .query_map([], |row| {
            let terms = Terms {
                days: row.get(1)?,
                when_time_runs_out: row.get(2)?,
            };
            Ok((row.get(0)?, terms, read_what_runs(row)?))
        })?
        .collect();
    let mut update = tx.prepare_cached(
        "UPDATE game SET clock_runs_from = ?2, paused_until = ?3, deadline = ?4, check_at = ?5 WHERE id = ?1",
    )?;
    for row in running {
        let (game, terms, mut facts) = match row.map_err(Fault::from) {
            Ok(row) => row,
            // A row that cannot be read keeps nobody else from his time.
            Err(fault) if fault.is_damage() => continue,
            Err(fault) => return Err(fault),
        };
        facts.give_back(outage);
        let runs_from = facts.turn.clock.and_then(|clock| clock.runs_from);
        let (deadline, check_at) = (facts.deadline(), facts.check_at(terms));
        update.execute(params![
            game,
            runs_from,
            facts.paused_until,
            deadline,
            check_at
        ])?;
    }
    // What `Undo::give_back` does, for all at once.
    tx.prepare_cached(
        "UPDATE undo SET until = until + ?2 - ?1, clock_runs_from = clock_runs_from
             + iif(clock_runs_from + clock_left > ?1, max(0, ?2 - max(clock_runs_from, ?1)), 0),
             paused_until = paused_until + iif(paused_until > ?1, ?2 - ?1, 0)
         WHERE until > ?1",
    )?
    .execute(params![outage.from, outage.to])?;
    Ok(())
}

/// Of a game that time will do something to: all that says when.
fn read_what_runs(row: &Row<'_>) -> rusqlite::Result<Facts> {
    let left: Option<_> = row.get(3)?;
    let runs_from = row.get(4)?;
    Ok(Facts {
        turn: TurnState {
            clock: left.map(|left| TurnClock { left, runs_from }),
            reminded: row.get(5)?,
            ..TurnState::default()
        },
        paused_until: row.get(6)?,
        server_gone: row.get(7)?,
        ..Facts::default()
    })
}

/// The terms in a row of `game`.
pub(super) fn read_terms(row: &Row<'_>) -> rusqlite::Result<Terms> {
    Ok(Terms {
        days: row.get("days")?,
        when_time_runs_out: row.get("when_time_runs_out")?,
    })
}

/// The facts in a row of `game`, but for the way back from the last move.
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Facts> {
    let result = match (
        row.get("outcome")?,
        row.get("termination")?,
        row.get("ended")?,
    ) {
        (Some(Score(outcome)), Some(termination), Some(at)) => Some((
            GameResult {
                outcome,
                termination,
            },
            at,
        )),
        // A CHECK keeps the three together.
        _ => None,
    };
    Ok(Facts {
        turn: read_turn(row)?,
        undo: None,
        white_away: row.get("white_away")?,
        black_away: row.get("black_away")?,
        paused_until: row.get("paused_until")?,
        server_gone: row.get("server_gone")?,
        result,
        revision: row.get("revision")?,
        touched: row.get("touched")?,
    })
}

/// The way back from the game's last move.
pub(super) fn undo(connection: &Connection, game: GameId) -> Result<Option<Undo>, Fault> {
    let mut query = connection.prepare_cached("SELECT * FROM undo WHERE game_id = ?1")?;
    let undo = query
        .query_row([game], |row| {
            Ok(Undo {
                until: row.get("until")?,
                before: read_turn(row)?,
                away: row.get("away")?,
                paused_until: row.get("paused_until")?,
            })
        })
        .optional()?;
    Ok(undo)
}

/// The columns that `game` and `undo` have in common.
fn read_turn(row: &Row<'_>) -> rusqlite::Result<TurnState> {
    let left: Option<_> = row.get("clock_left")?;
    let runs_from = row.get("clock_runs_from")?;
    Ok(TurnState {
        clock: left.map(|left| TurnClock { left, runs_from }),
        draw_offers: DrawOffers {
            standing: row.get("draw_offer")?,
            white_offered_after: row.get("white_offered_after")?,
            black_offered_after: row.get("black_offered_after")?,
        },
        reminded: row.get("reminded")?,
        sheltered: row.get("sheltered")?,
        time_up_told: row.get("time_up_told")?,
        takeback: row.get("takeback")?,
        takeback_askers: Askers {
            white: row.get("white_asked_takeback")?,
            black: row.get("black_asked_takeback")?,
        },
        pause_asked: row.get("pause_asked")?,
        plans: Plans {
            white: read_plan(row, "white_plan")?,
            black: read_plan(row, "black_plan")?,
        },
    })
}

/// Hardly any game has a plan, so most have no text either.
fn plan_text(plan: &Plan) -> Option<String> {
    (!plan.is_empty()).then(|| plan.to_text())
}

fn read_plan(row: &Row<'_>, column: &str) -> rusqlite::Result<Plan> {
    let text: Option<String> = row.get(column)?;
    let plan = text.map_or(Ok(Plan::default()), |text| Plan::from_text(&text));
    plan.map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error)))
}

fn keep_undo(tx: &Transaction<'_>, game: GameId, undo: &Undo) -> Result<(), Fault> {
    let turn = &undo.before;
    tx.prepare_cached(
        "INSERT OR REPLACE INTO undo (game_id, until, clock_left, clock_runs_from, draw_offer, white_offered_after,
             black_offered_after, reminded, sheltered, time_up_told, takeback, white_asked_takeback,
             black_asked_takeback, pause_asked, white_plan, black_plan, away, paused_until)
         VALUES (:game_id, :until, :clock_left, :clock_runs_from, :draw_offer, :white_offered_after,
             :black_offered_after, :reminded, :sheltered, :time_up_told, :takeback, :white_asked_takeback,
             :black_asked_takeback, :pause_asked, :white_plan, :black_plan, :away, :paused_until)",
    )?
    .execute(named_params! {
        ":game_id": game,
        ":until": undo.until,
        ":clock_left": turn.clock.map(|clock| clock.left),
        ":clock_runs_from": turn.clock.and_then(|clock| clock.runs_from),
        ":draw_offer": turn.draw_offers.standing,
        ":white_offered_after": turn.draw_offers.white_offered_after,
        ":black_offered_after": turn.draw_offers.black_offered_after,
        ":reminded": turn.reminded,
        ":sheltered": turn.sheltered,
        ":time_up_told": turn.time_up_told,
        ":takeback": turn.takeback,
        ":white_asked_takeback": turn.takeback_askers.white,
        ":black_asked_takeback": turn.takeback_askers.black,
        ":pause_asked": turn.pause_asked,
        ":white_plan": plan_text(&turn.plans.white),
        ":black_plan": plan_text(&turn.plans.black),
        ":away": undo.away,
        ":paused_until": undo.paused_until,
    })?;
    Ok(())
}

fn drop_undo(tx: &Transaction<'_>, game: GameId) -> Result<(), Fault> {
    tx.prepare_cached("DELETE FROM undo WHERE game_id = ?1")?
        .execute([game])?;
    Ok(())
}
