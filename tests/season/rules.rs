//! What deeds, time and outages do, entered into the second book.

use penpawn::chess::{CanMate, Color, Ending, notation};

use crate::book::{Book, BrokenOff, Game, Plan, Undo};
use crate::clock::{DAY, MINUTE, Ms, SECOND};

/// A time-out is decided so long after the deadline.
pub(crate) const GRACE: Ms = 60 * SECOND;
const LONGEST_PAUSE: Ms = 30 * DAY;
const SHELTER_DAYS: i64 = 3;

/// What a player does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    Move { san: String, draw: bool },
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ClaimDraw,
    Resign,
    Abort,
    Takeback,
    AcceptTakeback,
    DeclineTakeback,
    Give,
    Pause,
    AcceptPause,
    DeclinePause,
    Resume,
    ClaimWin,
}

impl Book {
    /// A player does what he may do.
    pub(crate) fn enter(&mut self, game: usize, by: Color, deed: &Deed, now: Ms) {
        let member = self.games[game].members[by.index()];
        let is_undone = *deed == Deed::Takeback && self.games[game].can_undo(by, now);
        if let Deed::Move { .. } = deed {
            // An undone move brings back what it has changed.
            let entry = &mut self.games[game];
            entry.undo = Some(Undo {
                until: now + MINUTE,
                turn: entry.turn.clone(),
                away: entry.away[by.index()],
                paused_until: entry.paused_until,
            });
            // A move ends a vacation.
            let away = self.members[member].away(now);
            self.members[member].broken_off = None;
            self.end_vacation(member, now);
            self.members[member].broken_off = away.map(|until| BrokenOff {
                game,
                ended: now,
                until,
            });
        }
        self.games[game].enter(by, deed, now);
        if is_undone {
            self.bring_vacation_back(member, game, now);
        }
        let game = &mut self.games[game];
        game.journal.push(format!(
            "{now}: {by:?}, {deed:?}: revision {}",
            game.revision
        ));
        self.running.retain(|&game| self.games[game].runs());
    }

    /// A member goes away from all games that he plays now.
    pub(crate) fn go_away(&mut self, member: usize, days: i64, now: Ms) {
        let until = self.members[member].take(now, days);
        self.in_all_games(member, until, now);
    }

    pub(crate) fn end_vacation(&mut self, member: usize, now: Ms) {
        if self.members[member].away(now).is_some() {
            self.members[member].end_vacation(now);
            self.in_all_games(member, 0, now);
        }
    }

    /// The move that had ended it is undone: it goes on in all games, unless he has done something else about it.
    fn bring_vacation_back(&mut self, member: usize, undone: usize, now: Ms) {
        let entry = &mut self.members[member];
        let Some(BrokenOff { ended, until, .. }) = entry
            .broken_off
            .take_if(|broken_off| broken_off.game == undone)
        else {
            if entry.away(now).is_none() {
                self.in_all_games(member, 0, now);
            }
            return;
        };
        if let Some((_, to)) = entry.vacations.last_mut() {
            *to = until;
        }
        for &game in self.running.iter().filter(|&&game| game != undone) {
            let game = &mut self.games[game];
            let Some(side) = game.members.iter().position(|&player| player == member) else {
                continue;
            };
            if !game.runs() || game.away[side] < ended {
                continue;
            }
            game.away[side] = until;
            if game.to_move().index() == side
                && let Some(clock) = &mut game.turn.clock
            {
                clock.stay_away(until);
            }
        }
    }

    fn in_all_games(&mut self, member: usize, until: Ms, now: Ms) {
        for &game in &self.running {
            let game = &mut self.games[game];
            if !game.runs() {
                continue;
            }
            let Some(side) = game.members.iter().position(|&player| player == member) else {
                continue;
            };
            // Who is late cannot go away from it, where the opponent decides either.
            let goes = until > 0 && game.to_move().index() == side;
            let is_up = game.deadline().is_some_and(|at| at <= now);
            let is_lost = is_up && (game.ends_by_itself() || goes);
            let was_away = game.away[side] > now;
            if is_lost || (until == 0 && !was_away) {
                continue;
            }
            game.away[side] = until.max(now);
            if game.to_move().index() == side
                && let Some(clock) = &mut game.turn.clock
            {
                if until == 0 {
                    // Who was about to lose keeps the day that has begun and counts.
                    let paid = if game.turn.sheltered { DAY } else { 0 };
                    clock.come_back(now, paid);
                } else {
                    clock.go_away(now, until);
                }
            }
        }
    }

    /// What time has done by now, while the bot was there.
    pub(crate) fn sweep(&mut self, now: Ms) {
        let mut due: Vec<(Ms, usize)> = self
            .running
            .iter()
            .filter_map(|&game| Some((self.games[game].due()?, game)))
            .filter(|&(due, _)| due <= now)
            .collect();
        due.sort_unstable();
        for (_, game) in due {
            self.sweep_game(game, now);
        }
        self.running.retain(|&game| self.games[game].runs());
        self.open.retain(|open| open.expires > now);
    }

    fn sweep_game(&mut self, number: usize, now: Ms) {
        let game = &mut self.games[number];
        let late = game.to_move();
        if game.paused_until.take().is_some() {
            game.resume(None, now);
            return;
        }
        let may_be_sheltered = game.moves_of(late) > 0 && !game.turn.sheltered;
        let member = game.members[late.index()];
        let until = if may_be_sheltered {
            self.shelter(member, now)
        } else {
            None
        };
        let game = &mut self.games[number];
        let Some(until) = until else {
            if game.ends_by_itself() {
                game.time_out();
            } else {
                game.turn.time_up = true;
                game.revision += 1;
            }
            game.post(now, Some(!late));
            return;
        };
        game.away[late.index()] = until;
        game.turn.sheltered = true;
        if let Some(clock) = &mut game.turn.clock {
            clock.go_away(now, until);
        }
        game.revision += 1;
        game.post(now, Some(late));
        self.in_all_games(member, until, now);
    }

    /// Three days of vacation from now on, or what is left; a vacation that he is on already gets longer.
    fn shelter(&mut self, member: usize, now: Ms) -> Option<Ms> {
        let member = &mut self.members[member];
        let away = member.away(now);
        let missing = away.map_or(SHELTER_DAYS, |until| {
            let missing = (now + SHELTER_DAYS * DAY - until).max(0);
            (missing + DAY - 1) / DAY
        });
        let days = missing.min(member.days_left(now));
        if days > 0 {
            Some(member.take(now, days))
        } else {
            away
        }
    }

    /// The bot was not there in that time, and gives it back.
    pub(crate) fn outage(&mut self, from: Ms, to: Ms) {
        if to - from <= MINUTE {
            return;
        }
        let later = |limit: &mut Ms| {
            if *limit > from {
                *limit += to - from;
            }
        };
        for &game in &self.running {
            let game = &mut self.games[game];
            let mut clocks: Vec<_> = game.turn.clock.iter_mut().collect();
            game.paused_until.iter_mut().for_each(later);
            if let Some(undo) = &mut game.undo {
                later(&mut undo.until);
                undo.paused_until.iter_mut().for_each(later);
                clocks.extend(undo.turn.clock.iter_mut());
            }
            for clock in clocks {
                clock.outage(from, to);
            }
        }
        for open in &mut self.open {
            later(&mut open.expires);
        }
    }
}

impl Game {
    /// When time alone does something next, beside reminders.
    pub(crate) fn due(&self) -> Option<Ms> {
        if !self.runs() || self.turn.time_up {
            return None;
        }
        self.paused_until.or_else(|| Some(self.deadline()? + GRACE))
    }

    fn enter(&mut self, by: Color, deed: &Deed, now: Ms) {
        let mover = self.to_move();
        let unless_by = |by: Color| (mover != by).then_some(mover);
        let ping = match deed {
            Deed::Move { san, draw } => return self.enter_move(by, san, *draw, now),
            Deed::Resume => {
                self.paused_until = None;
                return self.resume(Some(by), now);
            }
            Deed::Takeback if self.can_undo(by, now) => return self.undo(now),
            Deed::AcceptTakeback => return self.take_back(now),
            Deed::AcceptPause => return self.pause(now),
            Deed::Pause if self.turn.pause == Some(!by) => return self.pause(now),
            Deed::OfferDraw => {
                self.offer(by);
                Some(!by)
            }
            Deed::DeclineDraw => {
                self.turn.offer = None;
                self.undo = None;
                // On his own turn, his plan was waiting for that.
                let waiting = if by == mover {
                    self.turn.plans[by.index()].take()
                } else {
                    None
                };
                if let Some(plan) = waiting {
                    self.revision += 1;
                    self.undo = None;
                    self.play(by, &plan.reply, now);
                    return self.post(now, Some(!by));
                }
                unless_by(by)
            }
            Deed::Takeback => {
                self.turn.takeback = Some(by);
                self.turn.takeback_asked[by.index()] = true;
                Some(!by)
            }
            Deed::DeclineTakeback => {
                self.turn.takeback = None;
                unless_by(by)
            }
            Deed::Pause => {
                self.turn.pause = Some(by);
                Some(!by)
            }
            Deed::DeclinePause => {
                self.turn.pause = None;
                unless_by(by)
            }
            Deed::Give => {
                if let Some(clock) = &mut self.turn.clock {
                    clock.give_a_day(now);
                }
                self.turn.time_up = false;
                Some(mover)
            }
            Deed::AcceptDraw | Deed::ClaimDraw | Deed::Resign | Deed::Abort | Deed::ClaimWin => {
                self.finish_by(by, deed);
                // At the end the player is pinged who did not end it.
                return self.post(now, Some(!by));
            }
        };
        self.revision += 1;
        self.post(now, ping);
    }

    fn enter_move(&mut self, by: Color, san: &str, draw: bool, now: Ms) {
        self.paused_until = None;
        let plan = self.turn.plans[(!by).index()].take();
        self.play(by, san, now);
        if self.runs() && draw {
            self.offer(by);
            self.revision += 1;
        }
        self.answer_by_plan(by, san, plan, now);
        self.post(now, Some(if self.to_move() == by { by } else { !by }));
    }

    fn play(&mut self, by: Color, san: &str, now: Ms) {
        let mv = notation::read(self.line.position(), san).expect("a legal move");
        self.line.push(mv);
        self.revision += 1;
        if self.turn.offer == Some(!by) {
            self.turn.offer = None;
        }
        self.begin_turn(now);
        if self.paused_until.is_some()
            && let Some(clock) = &mut self.turn.clock
        {
            clock.pause(now);
        }
        if let Some(ending) = self.line.ending() {
            let (outcome, termination) = match ending {
                Ending::Checkmate => (win(by), "checkmate"),
                Ending::Stalemate => ("1/2-1/2", "stalemate"),
                Ending::DeadPosition => ("1/2-1/2", "dead position"),
                Ending::FivefoldRepetition => ("1/2-1/2", "fivefold repetition"),
                Ending::SeventyFiveMoves => ("1/2-1/2", "seventy-five moves"),
            };
            self.finish(outcome, termination);
        }
    }

    /// What the waiting player has planned for that move is played at the same instant, or waits until he has answered
    /// an offer; what he has planned for another one is dropped.
    fn answer_by_plan(&mut self, by: Color, san: &str, plan: Option<Plan>, now: Ms) {
        let Some(plan) = plan.filter(|plan| self.runs() && plan.on == san) else {
            return;
        };
        if self.turn.offer == Some(by) {
            self.turn.plans[(!by).index()] = Some(plan);
            return;
        }
        self.undo = None;
        self.play(!by, &plan.reply, now);
    }

    fn offer(&mut self, by: Color) {
        self.turn.offer = Some(by);
        self.turn.offered_after[by.index()] = Some(self.moves_of(by));
        self.turn.offered_after[(!by).index()] = None;
    }

    /// Everything is as it was before the move.
    fn undo(&mut self, now: Ms) {
        let Some(undo) = self.undo.take() else {
            return;
        };
        self.line.pop();
        self.turn = undo.turn;
        self.paused_until = undo.paused_until;
        let mover = self.to_move();
        let away = &mut self.away[mover.index()];
        if *away <= now {
            *away = undo.away;
        } else if let Some(clock) = &mut self.turn.clock {
            clock.come_back(now, 0);
            clock.go_away(now, *away);
        }
        self.turns.push((now, self.id_of(mover)));
        self.revision += 1;
        self.post(now, None);
    }

    fn take_back(&mut self, now: Ms) {
        let asker = self.turn.takeback.expect("somebody who asked");
        let plies = if asker == self.to_move() { 2 } else { 1 };
        for _ in 0..plies {
            self.line.pop();
        }
        self.undo = None;
        self.turn.offer = None;
        self.begin_turn(now);
        if self.paused_until.is_some()
            && let Some(clock) = &mut self.turn.clock
        {
            clock.pause(now);
        }
        self.revision += 1;
        self.post(now, Some(asker));
    }

    fn pause(&mut self, now: Ms) {
        self.turn.time_up = false;
        self.turn.pause = None;
        // Who agrees to a pause has answered the move.
        self.undo = None;
        self.paused_until = Some(now + LONGEST_PAUSE);
        if let Some(clock) = &mut self.turn.clock {
            clock.pause(now);
        }
        self.revision += 1;
        self.post(now, None);
    }

    fn resume(&mut self, by: Option<Color>, now: Ms) {
        let mover = self.to_move();
        let away = self.away[mover.index()];
        if let Some(clock) = &mut self.turn.clock {
            clock.resume(now, away);
        }
        self.revision += 1;
        self.post(now, (by != Some(mover)).then_some(mover));
    }

    fn finish_by(&mut self, by: Color, deed: &Deed) {
        match deed {
            Deed::AcceptDraw => self.finish("1/2-1/2", "agreement"),
            Deed::ClaimDraw => self.finish("1/2-1/2", "threefold claimed"),
            Deed::Resign => self.finish(win(!by), "resignation"),
            Deed::Abort if by == Color::White => self.finish("*", "aborted by white"),
            Deed::Abort => self.finish("*", "aborted by black"),
            Deed::ClaimWin => self.time_out(),
            other => unreachable!("{other:?} ends no game"),
        }
    }

    fn time_out(&mut self) {
        let late = self.to_move();
        let can_mate = self.line.position().can_mate(!late, 100_000) != CanMate::No;
        if self.line.plies() < 2 {
            self.finish("*", "never begun");
        } else if self.turn.offer == Some(!late) {
            self.finish("1/2-1/2", "time out, draw offered");
        } else if can_mate {
            self.finish(win(!late), "time out");
        } else {
            self.finish("1/2-1/2", "time out, no mate possible");
        }
    }
}

fn win(by: Color) -> &'static str {
    match by {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}
