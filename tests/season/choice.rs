//! What players feel like doing, and when.

use fastrand::Rng;
use penpawn::chess::{Color, notation};

use crate::book::{Game, Plan};
use crate::clock::{DAY, HOUR, MINUTE, Ms, SECOND};
use crate::rules::Deed;
use crate::scripts::SHORT_GAMES;

/// How a game is going to go.
#[derive(Clone, Debug)]
pub(crate) struct Fate {
    script: Vec<&'static str>,
    /// So many half-moves, unless it ends before.
    plies: usize,
    finish: Finish,
    /// When somebody next does something; never, when somebody forgets it.
    pub(crate) next: Option<Ms>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Finish {
    Resign,
    Agree,
    Forget,
    Abort,
}

impl Fate {
    pub(crate) fn draw_lots(random: &mut Rng, now: Ms) -> Fate {
        let script = if random.u8(..) < 100 {
            let game = random.choice(SHORT_GAMES).expect("some");
            game.split_whitespace().collect()
        } else {
            Vec::new()
        };
        let (finish, plies) = match random.u8(0..20) {
            0..=8 => (Finish::Resign, random.usize(2..12)),
            9..=13 => (Finish::Agree, random.usize(2..12)),
            14..=17 => (Finish::Forget, random.usize(0..10)),
            _ => (Finish::Abort, random.usize(0..2)),
        };
        let plies = if script.is_empty() || finish == Finish::Abort {
            plies
        } else {
            script.len()
        };
        Fate {
            script,
            plies,
            finish,
            next: Some(now + random.i64(MINUTE..20 * HOUR)),
        }
    }
}

/// What is done next in a game, by whom; `None` when nobody does anything any more.
pub(crate) fn next_deed(game: &Game, random: &mut Rng, now: Ms) -> Option<(Color, Deed)> {
    let (mover, turn) = (game.to_move(), &game.turn);
    let chance = random.u8(0..100);
    let somebody = if random.bool() { mover } else { !mover };
    if let Some(offerer) = turn.offer {
        match chance {
            0..40 => return Some((!offerer, Deed::AcceptDraw)),
            40..70 => return Some((!offerer, Deed::DeclineDraw)),
            _ => {}
        }
    } else if let Some(asker) = turn.takeback {
        match chance {
            0..50 => return Some((!asker, Deed::AcceptTakeback)),
            50..80 => return Some((!asker, Deed::DeclineTakeback)),
            _ => {}
        }
    } else if let Some(asker) = turn.pause {
        match chance {
            0..50 => return Some((!asker, Deed::AcceptPause)),
            50..60 => return Some((!asker, Deed::Pause)),
            60..80 => return Some((!asker, Deed::DeclinePause)),
            _ => {}
        }
    } else if turn.time_up {
        match chance {
            // Who has gone on vacation since then has time again.
            0..50 if game.deadline().is_some_and(|at| at <= now) => {
                return Some((!mover, Deed::ClaimWin));
            }
            50..80 => return Some((!mover, Deed::Give)),
            _ => {}
        }
    } else if game.paused_until.is_some() && chance < 70 {
        return Some((somebody, Deed::Resume));
    } else if game.can_undo(!mover, now) && chance < 80 {
        return Some((!mover, Deed::Takeback));
    } else if let Some(deed) = aside(game, somebody, random.u8(0..100), now) {
        return Some(deed);
    }
    if game.line.claims().threefold && chance.is_multiple_of(2) {
        return Some((mover, Deed::ClaimDraw));
    }
    if game.line.plies() >= game.fate.plies {
        match game.fate.finish {
            Finish::Forget if game.days.is_some() => return None,
            Finish::Abort if game.line.plies() < 2 => return Some((somebody, Deed::Abort)),
            Finish::Agree if game.may_offer(somebody) => return Some((somebody, Deed::OfferDraw)),
            Finish::Agree | Finish::Forget | Finish::Abort | Finish::Resign if chance < 70 => {
                return Some((somebody, Deed::Resign));
            }
            Finish::Agree | Finish::Forget | Finish::Abort | Finish::Resign => {}
        }
    }
    let draw = game.line.plies() > 0 && chance < 6 && may_offer_with_move(game, mover);
    let san = san(game, random);
    Some((mover, Deed::Move { san, draw }))
}

/// Something beside the moves.
fn aside(game: &Game, by: Color, lot: u8, now: Ms) -> Option<(Color, Deed)> {
    let turn = &game.turn;
    let clock = turn.clock.as_ref().filter(|clock| !clock.is_paused());
    let may_take_back =
        game.moves_of(by) > 0 && !turn.takeback_asked[by.index()] && turn.takeback.is_none();
    let deed = match lot {
        0..4 if game.may_offer(by) => Deed::OfferDraw,
        4..10 if may_take_back && !game.can_undo(by, now) => Deed::Takeback,
        10..15 if clock.is_some() => Deed::Pause,
        15..20 if clock?.left_at(now) <= 14 * DAY - HOUR => {
            return Some((!game.to_move(), Deed::Give));
        }
        _ => return None,
    };
    Some((by, deed))
}

fn may_offer_with_move(game: &Game, by: Color) -> bool {
    let rested = |then: usize| game.moves_of(by) + 1 >= then + 10;
    game.turn.offer.is_none() && game.turn.offered_after[by.index()].is_none_or(rested)
}

fn san(game: &Game, random: &mut Rng) -> String {
    let (line, script) = (&game.line, &game.fate.script);
    // What the opponent hopes for happens often enough.
    let hoped_for = game.turn.plans[(!game.to_move()).index()].as_ref();
    if let Some(plan) = hoped_for
        && random.u8(0..10) < 7
    {
        return plan.on.clone();
    }
    let played = line.san_moves();
    let as_written =
        script.len() > played.len() && script.iter().zip(&played).all(|(one, other)| one == other);
    if as_written {
        return script[played.len()].to_owned();
    }
    let moves: Vec<_> = line.position().legal_moves().into_iter().collect();
    let mv = random.choice(moves).expect("a game that runs has moves");
    line.position().san(mv)
}

/// What the waiting player may plan; `None` where nothing can be planned.
pub(crate) fn any_plan(game: &Game, random: &mut Rng) -> Option<Plan> {
    let on = san(game, random);
    let mut line = game.line.clone();
    line.push(notation::read(line.position(), &on).ok()?);
    if line.ending().is_some() {
        return None;
    }
    let moves: Vec<_> = line.position().legal_moves().into_iter().collect();
    let reply = line.position().san(random.choice(moves)?);
    Some(Plan { on, reply })
}

/// When something happens next after `deed`, or after time has done something.
pub(crate) fn when_next(game: &Game, deed: Option<&Deed>, random: &mut Rng, now: Ms) -> Option<Ms> {
    let turn = &game.turn;
    let lot = random.u8(0..100);
    if matches!(deed, Some(Deed::Move { .. })) && lot < 8 {
        return Some(now + random.i64(2 * SECOND..58 * SECOND));
    }
    let is_asked = turn.offer.is_some() || turn.takeback.is_some() || turn.pause.is_some();
    if is_asked {
        return Some(now + random.i64(5 * SECOND..6 * HOUR));
    }
    if turn.time_up {
        return Some(now + random.i64(MINUTE..2 * DAY));
    }
    if game.paused_until.is_some() {
        return (lot < 85).then(|| now + random.i64(HOUR..12 * DAY));
    }
    let Some(deadline) = game.deadline() else {
        return Some(now + random.i64(MINUTE..3 * DAY));
    };
    let left = deadline - now;
    if left < 2 * HOUR || lot < 3 {
        return None;
    }
    // Some wait for their reminders.
    let latest = if lot < 15 { left - HOUR } else { left / 2 };
    let earliest = if lot < 15 { left / 2 } else { MINUTE };
    Some(now + random.i64(earliest..latest.max(earliest + 1)).min(30 * DAY))
}
