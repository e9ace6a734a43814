//! What falls due without anybody acting: clocks, challenges that expire, errands that no answer took along.

mod pulse;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::error;

use crate::app::Fault;
use crate::discord::{Bot, errands};
pub use pulse::Pulse;

use crate::time::{Clock, Timestamp};

/// So many errands are done at once; Discord allows 50 requests a second.
/// <https://discord.com/developers/docs/topics/rate-limits#global-rate-limit>
const ERRANDS_AT_ONCE: usize = 10;
/// So many games are looked at in one transaction: not so many that a player who acts would have to wait.
const GAMES_AT_ONCE: usize = 50;
/// Even when nothing is known to be due, the worker looks this often, and the bot's heart beats with it.
const LONGEST_SLEEP: Duration = Duration::from_secs(15);
/// With a clock that a test sets, nobody can tell how long to sleep.
const SLEEP_BY_A_SET_CLOCK: Duration = Duration::from_millis(50);
/// After a fault, so that a full disk does not fill the log too.
const SLEEP_AFTER_A_FAULT: Duration = Duration::from_secs(5);

/// Works until `stop` becomes true; an errand that was begun is finished.
pub async fn run(bot: Arc<Bot>, mut pulse: Pulse, mut stop: watch::Receiver<bool>) {
    let started = bot.app.now();
    if let Err(fault) = bot.app.resume_errands().await {
        error!("What an earlier process left has to wait: {fault}");
    }
    while !*stop.borrow() {
        let sleep = match tick(&bot, &mut pulse, started).await {
            Ok(next) => sleep_until(&bot, next),
            Err(fault) => {
                error!("The worker met a fault: {fault}");
                SLEEP_AFTER_A_FAULT
            }
        };
        tokio::select! {
            () = bot.app.outbox_changed().notified() => {}
            () = tokio::time::sleep(sleep) => {}
            _ = stop.wait_for(|&stop| stop) => {}
        }
    }
}

/// Does everything that is due now; tells when something will be due next.
async fn tick(
    bot: &Arc<Bot>,
    pulse: &mut Pulse,
    started: Timestamp,
) -> Result<Option<Timestamp>, Fault> {
    // Nobody is late while the bot does not hear him.
    let is_there = pulse.beat(&bot.app).await?;
    if is_there {
        bot.app.expire_challenges().await?;
        while bot.app.check_clocks(GAMES_AT_ONCE).await? == GAMES_AT_ONCE {}
    }
    loop {
        let due = bot.app.due_errands(ERRANDS_AT_ONCE).await?;
        if due.is_empty() {
            return bot.app.next_due(is_there).await;
        }
        let mut running = JoinSet::new();
        for errand in due {
            let bot = bot.clone();
            running.spawn(async move { errands::run(&bot, &errand, started).await });
        }
        while let Some(ended) = running.join_next().await {
            ended.map_err(|error| Fault::new(error.to_string()))??;
        }
    }
}

fn sleep_until(bot: &Bot, next: Option<Timestamp>) -> Duration {
    let longest = match bot.app.clock() {
        Clock::System => LONGEST_SLEEP,
        Clock::File(_) => SLEEP_BY_A_SET_CLOCK,
    };
    let until_next = next.map_or(i64::MAX, |next| (next - bot.app.now()).as_millis());
    longest.min(Duration::from_millis(until_next.max(1) as u64))
}
