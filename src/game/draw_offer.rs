//! Draw offers: which one stands, and who may offer again when.
//!
//! An offer stands until the other player answers it or moves (FIDE 9.1.2); the offerer's own move does not end it.
//! Against pestering, the same player may offer again only after ten more moves of his own, or once the other has
//! offered.

use crate::chess::Color;

use super::Refusal;

/// Own moves that must lie between two offers by the same player.
pub const MOVES_BETWEEN_OFFERS: u32 = 10;

/// The draw offers of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawOffers {
    /// Whose offer stands.
    pub standing: Option<Color>,
    /// How many moves White had made when he last offered; `None` when he may offer freely.
    pub white_offered_after: Option<u32>,
    /// The same for Black.
    pub black_offered_after: Option<u32>,
}

impl DrawOffers {
    /// Whether `by`, who has made `own_moves` moves, may offer now.
    pub fn may_offer(&self, by: Color, own_moves: u32) -> Result<(), Refusal> {
        match self.standing {
            Some(color) if color == by => return Err(Refusal::OfferStandsAlready),
            Some(_) => return Err(Refusal::OpponentHasOffered),
            None => {}
        }
        let moves_left = self.offered_after(by).map_or(0, |then| {
            (then + MOVES_BETWEEN_OFFERS).saturating_sub(own_moves)
        });
        if moves_left > 0 {
            Err(Refusal::OfferTooSoon { moves_left })
        } else {
            Ok(())
        }
    }

    /// Whether `by` may accept or decline now.
    pub fn may_answer(&self, by: Color) -> Result<(), Refusal> {
        match self.standing {
            None => Err(Refusal::NoDrawOffer),
            Some(offerer) if offerer == by => Err(Refusal::OwnDrawOffer { by }),
            Some(_) => Ok(()),
        }
    }

    /// `by`, who has made `own_moves` moves, offers; the other may offer freely again.
    pub fn offer(&mut self, by: Color, own_moves: u32) {
        self.standing = Some(by);
        *self.offered_after_mut(by) = Some(own_moves);
        *self.offered_after_mut(!by) = None;
    }

    /// The standing offer is answered.
    pub fn close(&mut self) {
        self.standing = None;
    }

    /// `mover` has moved: an offer by the opponent is thereby declined.
    pub fn moved(&mut self, mover: Color) {
        if self.standing == Some(!mover) {
            self.close();
        }
    }

    fn offered_after(&self, color: Color) -> Option<u32> {
        match color {
            Color::White => self.white_offered_after,
            Color::Black => self.black_offered_after,
        }
    }

    fn offered_after_mut(&mut self, color: Color) -> &mut Option<u32> {
        match color {
            Color::White => &mut self.white_offered_after,
            Color::Black => &mut self.black_offered_after,
        }
    }
}
