//! Draws: offered, accepted, declined and claimed.

use super::ended;
use crate::chess::notation;
use crate::chess::{Claims, Color};
use crate::game::{Claim, Event, Game, GameResult, Refusal};
use crate::time::Timestamp;

impl Game {
    pub(super) fn decide_offer(&self, by: Color) -> Result<Vec<Event>, Refusal> {
        if self.line.plies() == 0 {
            return Err(Refusal::OfferBeforeFirstMove);
        }
        self.draw_offers().may_offer(by, self.moves_made_by(by))?;
        Ok(vec![Event::DrawOffered { by }])
    }

    pub(super) fn accept_draw(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.draw_offers().may_answer(by)?;
        Ok(ended(GameResult::AGREED, now))
    }

    pub(super) fn decline_draw(&self, by: Color, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.draw_offers().may_answer(by)?;
        // His plan may have waited for this.
        Ok(self.with_replies(vec![Event::DrawDeclined { by }], now))
    }

    /// A claim by the player to move, for the position on the board or with the move that he intends (FIDE 9.2.1,
    /// 9.2.2 and 9.3). A wrong one changes nothing.
    pub(super) fn claim_draw(
        &self,
        by: Color,
        text: Option<&str>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if by != self.turn() {
            return Err(Refusal::NotYourTurn);
        }
        let Some(text) = text else {
            let claim = claimed(self.line.claims());
            return match claim {
                Some(claim) => Ok(ended(GameResult::claimed(claim), now)),
                None => Err(Refusal::WrongClaim {
                    mv: None,
                    times: self.line.repetitions(),
                    halfmoves: self.position().halfmove_clock(),
                }),
            };
        };
        let mv = notation::read(self.position(), text).map_err(Refusal::Move)?;
        let line = self.line_with(mv);
        // A move that ends the game by itself leaves nothing to claim, and is as good.
        let result = match line.ending() {
            Some(ending) => GameResult::automatic(ending, line.position().turn()),
            None => match claimed(self.line.claims_with(mv)) {
                Some(claim) => GameResult::claimed(claim),
                None => {
                    return Err(Refusal::WrongClaim {
                        mv: Some(self.position().san(mv)),
                        times: line.repetitions(),
                        halfmoves: line.position().halfmove_clock(),
                    });
                }
            },
        };
        let mut events = vec![Event::Moved {
            mv,
            at: now,
            planned: false,
        }];
        events.extend(ended(result, now));
        Ok(events)
    }
}

fn claimed(claims: Claims) -> Option<Claim> {
    if claims.threefold {
        Some(Claim::Threefold)
    } else if claims.fifty {
        Some(Claim::FiftyMoves)
    } else {
        None
    }
}
