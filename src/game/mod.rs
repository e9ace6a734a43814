//! What two people may do to each other's game: the law of correspondence play, without a clock, a database or
//! Discord.
//!
//! [`Game::decide`] says what an [`Action`] leads to, as [`Event`]s, or why it may not be done, as a [`Refusal`];
//! [`Game::apply`] makes an event so; [`notices`] tells who must hear of it. A [`Challenge`] comes before a game and
//! goes the same way.

mod action;
mod challenge;
mod decide;
mod draw_offer;
mod event;
mod ids;
mod notice;
mod plan;
mod refusal;
mod result;
mod state;

pub use action::Action;
pub use challenge::{
    Challenge, ChallengeAction, ChallengeEnd, ChallengeLimits, ChallengeRefusal, ChallengeTerms,
    ColorChoice, Standing,
};
pub use draw_offer::{DrawOffers, MOVES_BETWEEN_OFFERS};
pub use event::Event;
pub use ids::{
    ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Place, PlayerId, Revision,
};
pub use notice::{Headline, Notice, challenge_notices, notices};
pub use plan::{Answer, Plan, PlanRefusal, PlanStep, PlanTextError, Reply};
pub use refusal::Refusal;
pub use result::{GameResult, Termination};
pub use state::{Game, PlayedMove, Players};

#[cfg(test)]
mod tests;
