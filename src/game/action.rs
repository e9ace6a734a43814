//! What a player may ask of a game.

use super::PlayerId;

/// What somebody wants to do to a game. Whether he may is for [`Game::decide`](super::Game::decide).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play a move, given as a person types it; with a draw offer or without.
    Move {
        /// Who moves.
        by: PlayerId,
        /// The move as typed.
        text: String,
        /// Whether a draw is offered with the move (FIDE 9.1.2.1).
        offer_draw: bool,
    },
    /// Offer a draw.
    OfferDraw {
        /// Who offers.
        by: PlayerId,
    },
    /// Accept the opponent's draw offer.
    AcceptDraw {
        /// Who accepts.
        by: PlayerId,
    },
    /// Decline the opponent's draw offer.
    DeclineDraw {
        /// Who declines.
        by: PlayerId,
    },
    /// Resign (FIDE 5.1.2). The confirmation was asked before.
    Resign {
        /// Who resigns.
        by: PlayerId,
    },
}

impl Action {
    /// Who wants it.
    pub fn by(&self) -> PlayerId {
        match *self {
            Action::Move { by, .. }
            | Action::OfferDraw { by }
            | Action::AcceptDraw { by }
            | Action::DeclineDraw { by }
            | Action::Resign { by } => by,
        }
    }
}
