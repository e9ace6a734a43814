//! The outbox: what still has to reach people, and what became of it.

use rusqlite::Transaction;
use tracing::error;

use super::{App, Errand, ErrandId, ErrandKind, Fault, Keep, Occasion, Post};
use crate::game::{ChallengeId, ChannelId, MessageId, Notice, Place};
use crate::store::outbox::{self, NewErrand};
use crate::store::{challenges, games, overviews};
use crate::time::{Span, Timestamp};

/// How long whoever handles an interaction has for answering it with the errand, before the worker takes over.
const HEAD_START: Span = Span::seconds(10);

/// After a start, so long for what the process before it had sent to arrive, before anybody looks whether it stands.
const ON_THE_WAY: Span = Span::seconds(2);

impl App {
    /// Errands that are due, the oldest first. An errand of a game or challenge waits for the earlier ones of it.
    /// What cannot be read is told in the log and given up: it would hold up all others.
    pub async fn due_errands(&self, limit: usize) -> Result<Vec<Errand>, Fault> {
        let now = self.now();
        let due = self
            .read(move |connection| outbox::due(connection, now, limit))
            .await?;
        if !due.damaged.is_empty() {
            for (errand, fault) in &due.damaged {
                error!("Errand {} is damaged and given up: {fault}", errand.0);
            }
            let damaged = due.damaged.into_iter().map(|(errand, _)| errand);
            self.done_with(damaged.collect()).await?;
        }
        Ok(due.errands)
    }

    /// Takes over what an earlier process left: its errands need not wait for an answer that nobody gives any more.
    pub async fn resume_errands(&self) -> Result<(), Fault> {
        let at = self.now() + ON_THE_WAY;
        self.write_and_wake(Keep::Soon, move |tx| outbox::resume(tx, at))
            .await
    }

    /// When the next errand falls due.
    pub async fn next_errand(&self) -> Result<Option<Timestamp>, Fault> {
        self.read(outbox::next_due).await
    }

    /// When the next challenge expires, or time has something to do to a game.
    pub async fn next_look(&self) -> Result<Option<Timestamp>, Fault> {
        self.read(|connection| {
            let expiry = challenges::next_expiry(connection)?;
            let check = games::next_check(connection)?;
            Ok(expiry.into_iter().chain(check).min())
        })
        .await
    }

    /// The errand is done; `message` is what it posted, when that is known. The post that it takes the place of loses
    /// its buttons. Does nothing when the errand is gone already.
    pub async fn delivered(
        &self,
        errand: ErrandId,
        message: Option<(ChannelId, MessageId)>,
    ) -> Result<(), Fault> {
        let now = self.now();
        self.write_and_wake(Keep::Soon, move |tx| {
            let Some(Errand { kind, place, .. }) = outbox::take(tx, errand)? else {
                return Ok(());
            };
            match kind {
                ErrandKind::Post(Notice::Board { game, revision, .. }) => {
                    if let Some(outdated) = games::posted(tx, game, revision, message)? {
                        retire(tx, outdated, place, None, now)?;
                    }
                    // It leads to the latest board.
                    overviews::changed(tx, place.channel, now)?;
                }
                ErrandKind::Post(Notice::Challenge { challenge, .. }) => {
                    let Some(post) = message else { return Ok(()) };
                    challenges::set_post(tx, challenge, post)?;
                    // It may have ended before its post was made.
                    if challenges::load(tx, challenge)?
                        .is_some_and(|challenge| challenge.end.is_some())
                    {
                        retire(tx, post, place, Some(challenge), now)?;
                    }
                }
                ErrandKind::Post(
                    Notice::ChallengeOver { .. } | Notice::Reminder { .. } | Notice::Outage(_),
                )
                | ErrandKind::Retire { .. }
                | ErrandKind::Overview
                | ErrandKind::Remove { .. } => {}
            }
            Ok(())
        })
        .await
    }

    /// Delivery failed; it is tried again at `at`.
    pub async fn retry_later(&self, errand: ErrandId, at: Timestamp) -> Result<(), Fault> {
        self.retry_all_later(vec![errand], at).await
    }

    /// Delivery of several at once failed; it is tried again at `at`.
    pub async fn retry_all_later(
        &self,
        errands: Vec<ErrandId>,
        at: Timestamp,
    ) -> Result<(), Fault> {
        self.write_and_wake(Keep::Surely, move |tx| {
            errands
                .into_iter()
                .try_for_each(|errand| outbox::postpone(tx, errand, at))
        })
        .await
    }

    /// The interaction could not be answered with it: the worker may deliver it now.
    pub async fn hand_over(&self, errand: ErrandId) -> Result<(), Fault> {
        let now = self.now();
        self.write_and_wake(Keep::Soon, move |tx| outbox::hurry(tx, errand, now))
            .await
    }

    /// The errand belongs elsewhere than where the interaction was, so its answer does not carry it.
    pub async fn release(&self, errand: ErrandId) -> Result<(), Fault> {
        let now = self.now();
        self.write_and_wake(Keep::Soon, move |tx| outbox::release(tx, errand, now))
            .await
    }

    /// The errand can never be done.
    pub async fn give_up(&self, errand: ErrandId) -> Result<(), Fault> {
        self.done_with(vec![errand]).await
    }
}

/// Puts `notices` into the outbox. Whoever handles the interaction answers it with them at once; the worker takes
/// them only if that does not happen.
pub(super) fn tell(
    tx: &Transaction<'_>,
    notices: Vec<Notice>,
    place: Place,
    occasion: &Occasion,
    now: Timestamp,
) -> Result<Vec<Errand>, Fault> {
    let origin = &occasion.interaction;
    // By our own clock: Discord's may differ from it.
    let due = if origin.is_some() {
        now + HEAD_START
    } else {
        now
    };
    if notices
        .iter()
        .any(|notice| matches!(notice, Notice::Board { .. }))
    {
        overviews::changed(tx, place.channel, now)?;
    }
    let enqueue = |notice| {
        let kind = ErrandKind::Post(notice);
        outbox::enqueue(
            tx,
            NewErrand {
                kind,
                place,
                origin: origin.clone(),
                made: occasion.at,
                due,
            },
        )
    };
    notices.into_iter().map(enqueue).collect()
}

/// The message is to lose its buttons.
pub(super) fn retire(
    tx: &Transaction<'_>,
    (channel, message): Post,
    place: Place,
    challenge: Option<ChallengeId>,
    now: Timestamp,
) -> Result<(), Fault> {
    let kind = ErrandKind::Retire {
        channel,
        message,
        challenge,
    };
    let place = Place { channel, ..place };
    outbox::enqueue(
        tx,
        NewErrand {
            kind,
            place,
            origin: None,
            made: now,
            due: now,
        },
    )
    .map(drop)
}

/// The message of the bot's own is to be deleted.
pub(super) fn remove(
    tx: &Transaction<'_>,
    place: Place,
    message: MessageId,
    now: Timestamp,
) -> Result<(), Fault> {
    let kind = ErrandKind::Remove {
        channel: place.channel,
        message,
    };
    let errand = NewErrand {
        kind,
        place,
        origin: None,
        made: now,
        due: now,
    };
    outbox::enqueue(tx, errand).map(drop)
}
