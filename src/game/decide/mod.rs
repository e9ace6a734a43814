//! Whether an action may be done, and what it leads to.

mod clock;
mod draws;
mod pause;
mod plans;
mod takeback;

pub use clock::{ABANDONED_AFTER, GRACE};

use super::{Action, Deed, Event, Game, GameResult, PlayerId, Refusal, Revision, Termination};
use crate::chess::notation;
use crate::chess::{Color, Line, Move};
use crate::time::Timestamp;

impl Game {
    /// What `action` leads to, or why it may not be done. `seen` is the revision that the player looked at when he
    /// pressed a button; a typed command has none. The caller gives the time at which the action counts.
    pub fn decide(
        &self,
        action: &Action,
        seen: Option<Revision>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        // Clocks of different machines differ a little; time never runs backward within a game.
        let now = at.max(self.facts.touched);
        match action {
            Action::CheckClock { shelter } => self.check_clock(*shelter, now),
            Action::Server { is_there } => self.server(*is_there, now),
            Action::By(player, deed) => {
                let color = self.side_of(*player, at)?;
                if self.facts.server_gone.is_some() && *deed != Deed::Resign {
                    return Err(Refusal::ServerGone);
                }
                if seen.is_some_and(|seen| seen != self.revision()) {
                    return Err(Refusal::Stale);
                }
                self.decide_deed(color, deed, now)
            }
            Action::Vacation { by, until } => {
                let color = self.side_of(*by, at)?;
                // Who is late already cannot leave it behind, where the opponent decides.
                if until.is_some() && color == self.turn() && self.is_time_up(now) {
                    return Err(Refusal::TimeIsUp { late: color });
                }
                Ok(match until {
                    Some(until) => vec![Event::WentAway {
                        by: color,
                        at: now,
                        until: *until,
                        sheltered: false,
                    }],
                    None => self.come_back(color, now),
                })
            }
        }
    }

    fn decide_deed(
        &self,
        color: Color,
        deed: &Deed,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        match deed {
            Deed::Move { text, offer_draw } => self.decide_move(color, text, *offer_draw, now),
            Deed::OfferDraw => self.decide_offer(color),
            Deed::AcceptDraw => self.accept_draw(color, now),
            Deed::DeclineDraw => self.decline_draw(color, now),
            Deed::ClaimDraw { text } => self.claim_draw(color, text.as_deref(), now),
            Deed::Resign => Ok(ended(GameResult::resigned(color), now)),
            Deed::Abort => self.abort(color, now),
            Deed::AskTakeback => self.ask_takeback(color, now),
            Deed::Undo => self.undo(color, now),
            Deed::AcceptTakeback => self.accept_takeback(color, now),
            Deed::DeclineTakeback => self.decline_takeback(color),
            Deed::GiveTime => self.give_time(color, now),
            Deed::ClaimWin => self.claim_win(color, now),
            Deed::AskPause => self.ask_pause(color, now),
            Deed::AcceptPause => self.accept_pause(color, now),
            Deed::DeclinePause => self.decline_pause(color),
            Deed::Resume => self.resume(color, now),
            Deed::AddToPlan { text } => self.add_to_plan(color, text),
            Deed::DropFromPlan(line) => self.drop_from_plan(color, *line),
            Deed::ClearPlan => self.clear_plan(color),
        }
    }

    /// The color of a player who acted at `at`, if anything may still be done to the game.
    fn side_of(&self, player: PlayerId, at: Timestamp) -> Result<Color, Refusal> {
        let color = self.players.color_of(player).ok_or(Refusal::NotYourGame)?;
        match self.result() {
            Some((result, ended)) if at < ended && by_the_clock(result.termination) => {
                Err(Refusal::ArrivedTooLate)
            }
            Some(_) => Err(Refusal::GameOver),
            None if self.is_lost_on_time(at.max(self.facts.touched)) => {
                Err(Refusal::TimeIsUp { late: self.turn() })
            }
            None => Ok(color),
        }
    }

    fn decide_move(
        &self,
        mover: Color,
        text: &str,
        offer_draw: bool,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if mover != self.turn() {
            return Err(Refusal::NotYourTurn);
        }
        if offer_draw {
            self.draw_offers()
                .may_offer(mover, self.moves_made_by(mover) + 1)?;
        }
        let mv = notation::read(self.position(), text).map_err(Refusal::Move)?;
        let mut events = self.moved(mv, false, now);
        if offer_draw && !matches!(events.last(), Some(Event::Ended { .. })) {
            events.push(Event::DrawOffered { by: mover });
        }
        Ok(self.with_replies(events, now))
    }

    /// A move, and the end of the game if it ends by that.
    fn moved(&self, mv: Move, planned: bool, now: Timestamp) -> Vec<Event> {
        let mut events = vec![Event::Moved {
            mv,
            at: now,
            planned,
        }];
        let line = self.line_with(mv);
        if let Some(ending) = line.ending() {
            let result = GameResult::automatic(ending, line.position().turn());
            events.extend(ended(result, now));
        }
        events
    }

    fn line_with(&self, mv: Move) -> Line {
        let mut line = self.line.clone();
        line.push(mv);
        line
    }
}

fn ended(result: GameResult, at: Timestamp) -> Vec<Event> {
    vec![Event::Ended { result, at }]
}

fn by_the_clock(termination: Termination) -> bool {
    match termination {
        Termination::TimeOut(_) | Termination::NeverBegun => true,
        Termination::Automatic(_)
        | Termination::Agreement
        | Termination::Resignation
        | Termination::Claim(_)
        | Termination::Aborted(_)
        | Termination::Abandoned(_)
        | Termination::ServerGone => false,
    }
}
