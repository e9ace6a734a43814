//! What two people may do to each other's game: the law of correspondence play, without a clock, a database or
//! Discord.
//!
//! [`Game::decide`] says what an [`Action`] leads to, as [`Event`]s, or why it may not be done, as a [`Refusal`];
//! [`Game::apply`] makes an event so; [`notices`] tells who must hear of it. A [`Challenge`] comes before a game and
//! goes the same way.

mod action;
mod apply;
mod challenge;
mod clock;
mod decide;
mod draw_offer;
mod event;
mod ids;
mod notice;
mod plan;
mod refusal;
mod reminder;
mod result;
mod state;
pub mod vacation;

pub use action::{Action, Deed};
pub use apply::UNDO_WITHIN;
pub use challenge::{
    Challenge, ChallengeAction, ChallengeEnd, ChallengeLimits, ChallengeRefusal, ChallengeTerms,
    ColorChoice, Standing,
};
pub use clock::{LONGEST_PAUSE, MOST_LEFT_BY_A_GIFT, ONE_DAY, Outage, TurnClock};
pub use decide::{ABANDONED_AFTER, GRACE};
pub use draw_offer::{DrawOffers, MOVES_BETWEEN_OFFERS};
pub use event::Event;
pub use ids::{
    ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Place, PlayerId, Revision,
};
pub use notice::{Headline, Notice, challenge_notices, notices};
pub use plan::{Answer, Plan, PlanLine, PlanRefusal, PlanStep, PlanTextError, Reply};
pub use refusal::Refusal;
pub use reminder::{Delivery, Reminder};
pub use result::{Claim, GameResult, Termination, TimeOut};
pub use state::{
    Askers, Facts, Game, Plans, PlayedMove, Players, Terms, TurnState, Undo, WhenTimeRunsOut,
};
pub use vacation::{Vacation, VacationRefusal};

#[cfg(test)]
mod tests;
