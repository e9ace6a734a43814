//! How an event changes a game.

use super::{Event, Game, ONE_DAY, Plan, TurnClock, TurnState, Undo};
use crate::chess::Color;
use crate::time::{Span, Timestamp};

/// How long one's own move can be undone without asking.
pub const UNDO_WITHIN: Span = Span::seconds(60);

impl Game {
    /// Makes an event so.
    pub fn apply(&mut self, event: &Event) {
        let turn = &mut self.facts.turn;
        match event.clone() {
            Event::Moved { mv, at, planned } => {
                let before = turn.clone();
                let mover = self.turn();
                let mut draw_offers = before.draw_offers;
                draw_offers.moved(mover);
                // Who moves himself has done with his plan, which was waiting at most; what is left of a plan that
                // moves is told next.
                let mut plans = before.plans.clone();
                plans.set(mover, Plan::default());
                let left = before.clock.map(|clock| clock.left_at(at));
                // What a plan has answered cannot be undone, nor what answers by itself.
                self.facts.undo = (!planned).then_some(Undo {
                    until: at + UNDO_WITHIN,
                    before,
                    away: self.facts.away(mover),
                    paused_until: self.facts.paused_until,
                });
                if !planned {
                    // Who moves himself is there, and the game goes on.
                    self.end_vacation(mover, at);
                    self.facts.paused_until = None;
                }
                self.line.push(mv);
                self.times.push((at, left));
                self.begin_turn(at);
                self.facts.turn.draw_offers = draw_offers;
                self.facts.turn.plans = plans;
                self.touch(at);
            }
            Event::Planned { by, plan } => turn.plans.set(by, plan),
            Event::DrawOffered { by } => {
                let own_moves = self.moves_made_by(by);
                self.facts.turn.draw_offers.offer(by, own_moves);
            }
            Event::DrawDeclined { .. } => {
                turn.draw_offers.close();
                // Who has been answered cannot undo what he was answered to.
                self.facts.undo = None;
            }
            Event::TakebackAsked { by } => {
                turn.takeback = Some(by);
                turn.takeback_askers.add(by);
            }
            Event::TakebackDeclined { .. } => turn.takeback = None,
            Event::TakenBack { plies, at, .. } => {
                let mut draw_offers = turn.draw_offers;
                draw_offers.close();
                for _ in 0..plies {
                    self.line.pop();
                    self.times.pop();
                }
                self.facts.undo = None;
                self.begin_turn(at);
                self.facts.turn.draw_offers = draw_offers;
                self.touch(at);
            }
            Event::Undone { at } => {
                if let Some(undo) = self.facts.undo.take() {
                    self.line.pop();
                    self.times.pop();
                    self.facts.turn = undo.before;
                    self.facts.paused_until = undo.paused_until;
                    // A vacation that he has taken since then stands in place of the one that his move had ended.
                    let mover = self.turn();
                    match self.away(mover, at) {
                        Some(until) => {
                            self.change_clock(|clock| clock.release(at).hold(at, until));
                        }
                        None => *self.away_mut(mover) = undo.away,
                    }
                }
                self.touch(at);
            }
            Event::TimeGiven { at } => {
                self.change_clock(|clock| clock.give(at));
                self.facts.turn.time_up_told = false;
                self.touch(at);
            }
            Event::PauseAsked { by } => turn.pause_asked = Some(by),
            Event::PauseDeclined { .. } => turn.pause_asked = None,
            Event::Paused { at, until } => {
                turn.pause_asked = None;
                turn.time_up_told = false;
                // Who agrees to a pause has answered the move.
                self.facts.undo = None;
                self.facts.paused_until = Some(until);
                self.change_clock(|clock| clock.pause(at));
                self.touch(at);
            }
            Event::Resumed { at, .. } => self.run_again(at),
            Event::ServerBack { at } => {
                self.facts.server_gone = None;
                // A pause that both had agreed goes on.
                if self.facts.paused_until.is_none() {
                    let away = self.away(self.turn(), at);
                    self.change_clock(|clock| clock.run(at, away));
                }
                self.touch(at);
            }
            Event::ServerGone { at } => {
                self.facts.server_gone = Some(at);
                self.change_clock(|clock| clock.pause(at));
                self.touch(at);
            }
            Event::WentAway {
                by,
                at,
                until,
                sheltered,
            } => {
                *self.away_mut(by) = Some(until);
                self.facts.turn.sheltered |= sheltered;
                self.hold_while_away(at);
                self.touch(at);
            }
            Event::CameBack { by, at } => {
                self.end_vacation(by, at);
                if by == self.turn() {
                    // Who was about to lose keeps the day of vacation that has begun and counts.
                    let paid = if self.facts.turn.sheltered {
                        ONE_DAY
                    } else {
                        Span::ZERO
                    };
                    self.change_clock(|clock| clock.release(at + paid));
                }
                self.touch(at);
            }
            Event::Reminded { reminder } => turn.reminded = Some(reminder),
            Event::TimeUp => turn.time_up_told = true,
            Event::Ended { result, at } => {
                self.facts.turn = TurnState {
                    clock: turn.clock,
                    draw_offers: turn.draw_offers,
                    ..TurnState::default()
                };
                self.facts.turn.draw_offers.close();
                self.facts.undo = None;
                self.facts.paused_until = None;
                self.facts.server_gone = None;
                self.facts.result = Some((result, at));
                self.touch(at);
            }
        }
        if event.is_seen() {
            self.facts.revision = self.facts.revision.next();
        }
    }

    fn begin_turn(&mut self, at: Timestamp) {
        let away = self.away(self.turn(), at);
        let clock = self.terms.days;
        self.facts.turn = TurnState {
            clock: clock.map(|days| TurnClock::start(at, days, away)),
            ..TurnState::default()
        };
        self.stop_while_paused(at);
    }

    /// No clock runs in a pause, whoever's turn it has become: neither a takeback nor a plan that answers ends it.
    fn stop_while_paused(&mut self, at: Timestamp) {
        if self.facts.paused_until.is_some() || self.facts.server_gone.is_some() {
            self.change_clock(|clock| clock.pause(at));
        }
    }

    fn run_again(&mut self, at: Timestamp) {
        self.facts.paused_until = None;
        let away = self.away(self.turn(), at);
        self.change_clock(|clock| clock.resume(at, away));
        self.touch(at);
    }

    /// A player who is away has his clock stand still, as long as the game is not paused.
    fn hold_while_away(&mut self, at: Timestamp) {
        if let Some(until) = self.away(self.turn(), at) {
            self.change_clock(|clock| clock.hold(at, until));
        }
    }

    fn end_vacation(&mut self, of: Color, at: Timestamp) {
        if self.away(of, at).is_some() {
            *self.away_mut(of) = Some(at);
        }
    }

    fn change_clock(&mut self, change: impl FnOnce(TurnClock) -> TurnClock) {
        self.facts.turn.clock = self.facts.turn.clock.map(change);
    }

    fn away_mut(&mut self, color: Color) -> &mut Option<Timestamp> {
        match color {
            Color::White => &mut self.facts.white_away,
            Color::Black => &mut self.facts.black_away,
        }
    }

    fn touch(&mut self, at: Timestamp) {
        self.facts.touched = self.facts.touched.max(at);
    }
}
