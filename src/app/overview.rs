//! The overview of a channel: one message that lists its running games and is brought up to date as they go on.
//!
//! Whatever changes what it shows puts an errand into the outbox in the same transaction, unless one waits already.

use std::convert::Infallible;

use super::errands::remove;
use super::{App, Denied, ErrandId, Fault, Keep, Listed, Occasion};
use crate::app::games::accept;
use crate::game::{ChannelId, MessageId, Place};
use crate::store::{listing, outbox, overviews};
use crate::time::Span;

/// A channel's overview is edited once in so long at most.
const BETWEEN_EDITS: Span = Span::seconds(30);
/// Where the bot may not post, it tries again after so long.
const AFTER_A_REFUSAL: Span = Span::hours(1);

/// What a channel's overview has to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overview {
    /// The message that shows it, once there is one.
    pub message: Option<MessageId>,
    /// How many changes this takes in.
    pub changes: u64,
    /// The channel's running games, the one with the least time left first; not all of them if they are many.
    pub games: Vec<Listed>,
    /// How many there are.
    pub count: usize,
}

/// Where an overview stands now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The message that shows it.
    pub message: MessageId,
    /// Whether it was posted just now.
    pub is_new: bool,
    /// A message that showed it before and is to be deleted.
    pub replaced: Option<MessageId>,
}

impl App {
    /// The channel has an overview from now on, or has none. Tells whether that is news.
    pub async fn set_overview(
        &self,
        place: Place,
        on: bool,
        occasion: Occasion,
    ) -> Result<bool, Denied<Infallible>> {
        let now = self.now();
        self.write_and_wake(Keep::Surely, move |tx| {
            accept(tx, &occasion)?;
            if on {
                return Ok(overviews::add(tx, place, now)?);
            }
            let Some(overview) = overviews::remove(tx, place.channel)? else {
                return Ok(false);
            };
            if let Some(message) = overview.message {
                remove(tx, place, message, now)?;
            }
            Ok(true)
        })
        .await
    }

    /// What the channel's overview has to show, with so many games at most; `None` when there is no overview.
    pub async fn overview(
        &self,
        channel: ChannelId,
        limit: usize,
    ) -> Result<Option<Overview>, Fault> {
        self.read(move |connection| {
            let Some(overview) = overviews::load(connection, channel)? else {
                return Ok(None);
            };
            let (games, count) = listing::running_in(connection, channel, limit)?;
            Ok(Some(Overview {
                message: overview.message,
                changes: overview.changes,
                games,
                count,
            }))
        })
        .await
    }

    /// The message that shows the channel's overview, once there is one.
    pub async fn overview_message(&self, channel: ChannelId) -> Result<Option<MessageId>, Fault> {
        let message = |overview: overviews::Overview| overview.message;
        self.read(move |connection| Ok(overviews::load(connection, channel)?.and_then(message)))
            .await
    }

    /// The errand is done: the overview is shown as it was after so many changes.
    pub async fn overview_shown(
        &self,
        errand: ErrandId,
        changes: u64,
        shown: Shown,
    ) -> Result<(), Fault> {
        let now = self.now();
        self.write_and_wake(Keep::Soon, move |tx| {
            let Some(errand) = outbox::take(tx, errand)? else {
                return Ok(());
            };
            let (place, next) = (errand.place, now + BETWEEN_EDITS);
            let message = Some(shown.message);
            let is_wanted = overviews::shown(tx, place.channel, changes, message, next, now)?;
            // Somebody may have turned it off in the meantime, and had the message deleted that was known then.
            let unwanted = if is_wanted {
                shown.replaced
            } else {
                message.filter(|_| shown.is_new)
            };
            if let Some(unwanted) = unwanted {
                remove(tx, place, unwanted, now)?;
            }
            Ok(())
        })
        .await
    }

    /// The errand cannot be done, since the bot may not post there. It is tried again when something changes, but not
    /// at once. A message that showed the overview before is not given up.
    pub async fn overview_refused(
        &self,
        errand: ErrandId,
        changes: u64,
        message: Option<MessageId>,
    ) -> Result<(), Fault> {
        let now = self.now();
        self.write_and_wake(Keep::Soon, move |tx| {
            let Some(errand) = outbox::take(tx, errand)? else {
                return Ok(());
            };
            let (channel, next) = (errand.place.channel, now + AFTER_A_REFUSAL);
            overviews::shown(tx, channel, changes, message, next, now).map(drop)
        })
        .await
    }
}
