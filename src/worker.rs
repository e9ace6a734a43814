//! What falls due without anybody acting: clocks, challenges that expire, errands that no answer took along.
//!
//! Time is kept beside the errands, so that posts that take long hold no clock up.

mod crew;
mod pulse;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tracing::error;

use crate::app::Fault;
use crate::discord::Bot;
use crate::time::{Clock, Timestamp};

use crew::Crew;
pub use pulse::Pulse;

/// So many games are looked at in one transaction: not so many that a player who acts would have to wait.
const GAMES_AT_ONCE: usize = 50;
/// Even when nothing is known to be due, the worker looks this often, and the bot's heart beats with it.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);
/// Nobody can tell how long to sleep with a clock that a test sets, or until the gateway is connected.
const SHORT_SLEEP: Duration = Duration::from_millis(50);
/// After a fault, so that a full disk does not fill the log too.
const SLEEP_AFTER_A_FAULT: Duration = Duration::from_secs(5);

/// Works until `stop` becomes true; an errand that was begun is finished.
pub async fn run(bot: Arc<Bot>, pulse: Pulse, stop: watch::Receiver<bool>) {
    tokio::join!(
        keep_time(bot.clone(), pulse, stop.clone()),
        do_errands(bot, stop)
    );
}

async fn keep_time(bot: Arc<Bot>, mut pulse: Pulse, mut stop: watch::Receiver<bool>) {
    let mut changes = bot.app.changes();
    while !*stop.borrow() {
        changes.mark_unchanged();
        let sleep = match look(&bot, &mut pulse).await {
            Ok(Some(next)) => sleep_until(&bot, next),
            Ok(None) => SHORT_SLEEP,
            Err(fault) => slowed_down(&fault),
        };
        rest(&mut changes, sleep, &mut stop).await;
    }
}

/// Does what time has to do, as far as the bot has heard its players: nobody is late before. Tells when it will have to
/// do something next, if ever; nothing while the bot listens for them.
async fn look(bot: &Bot, pulse: &mut Pulse) -> Result<Option<Option<Timestamp>>, Fault> {
    let Some(there) = pulse.beat(&bot.app).await? else {
        return Ok(None);
    };
    bot.app.expire_challenges(there).await?;
    while bot.app.check_clocks(there, GAMES_AT_ONCE).await? == GAMES_AT_ONCE {}
    let next = bot.app.next_look().await?;
    // What is due already waits until players have been heard once more.
    let waits = next.is_some_and(|next| next <= bot.app.now());
    Ok((!waits).then_some(next))
}

async fn do_errands(bot: Arc<Bot>, mut stop: watch::Receiver<bool>) {
    let started = bot.app.now();
    if let Err(fault) = bot.app.resume_errands().await {
        error!("What an earlier process left has to wait: {fault}");
    }
    let mut changes = bot.app.changes();
    let mut crew = Crew::default();
    while !*stop.borrow() {
        changes.mark_unchanged();
        let sleep = match begin_due_errands(&bot, &mut crew, started).await {
            Ok(next) => sleep_until(&bot, next),
            Err(fault) => slowed_down(&fault),
        };
        tokio::select! {
            () = rest(&mut changes, sleep, &mut stop) => {}
            done = crew.next_done() => if let Err(fault) = done {
                // It is still due, and would fail again at once.
                let sleep = tokio::time::sleep(slowed_down(&fault));
                tokio::select! {
                    () = sleep => {}
                    _ = stop.wait_for(|&stop| stop) => {}
                }
            },
        }
    }
    while crew.is_busy() {
        if let Err(fault) = crew.next_done().await {
            slowed_down(&fault);
        }
    }
}

/// Begins what is due now, as far as there are hands; tells when something will be due next.
async fn begin_due_errands(
    bot: &Arc<Bot>,
    crew: &mut Crew,
    started: Timestamp,
) -> Result<Option<Timestamp>, Fault> {
    crew.take_on(bot, started).await?;
    let next = bot.app.next_errand().await?;
    // What is due already is being done, or waits until something else is done.
    let now = bot.app.now();
    Ok(next.filter(|&next| next > now || !crew.is_busy()))
}

async fn rest(
    changes: &mut watch::Receiver<()>,
    sleep: Duration,
    stop: &mut watch::Receiver<bool>,
) {
    tokio::select! {
        _ = changes.changed() => {}
        () = tokio::time::sleep(sleep) => {}
        _ = stop.wait_for(|&stop| stop) => {}
    }
}

fn slowed_down(fault: &Fault) -> Duration {
    error!("The worker met a fault: {fault}");
    SLEEP_AFTER_A_FAULT
}

fn sleep_until(bot: &Bot, next: Option<Timestamp>) -> Duration {
    let longest = match bot.app.clock() {
        Clock::System => LONGEST_SLEEP,
        Clock::File(_) => SHORT_SLEEP,
    };
    let until_next = next.map_or(i64::MAX, |next| (next - bot.app.now()).as_millis());
    longest.min(Duration::from_millis(until_next.max(1) as u64))
}
