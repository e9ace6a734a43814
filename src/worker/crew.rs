//! The jobs that are being done: several at once, never two about the same thing.

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;

use tokio::task::{Id, JoinSet};

use crate::app::Fault;
use crate::discord::Bot;
use crate::discord::errands::{self, Subject};
use crate::time::Timestamp;

/// So many jobs are done at once, so that a channel that has to wait does not hold up the others. How fast requests
/// follow each other is not decided here.
const JOBS_AT_ONCE: usize = 20;
/// So many errands are looked at for the next jobs; several can belong to one, and those of present jobs are among
/// them.
const ERRANDS_LOOKED_AT: usize = 100;

/// Those at work.
#[derive(Default)]
pub(super) struct Crew {
    tasks: JoinSet<Result<(), Fault>>,
    subjects: HashMap<Id, Subject>,
}

impl Crew {
    /// Whether anything is being done.
    pub(super) fn is_busy(&self) -> bool {
        !self.tasks.is_empty()
    }

    /// Begins what is due, as far as there are hands.
    pub(super) async fn take_on(
        &mut self,
        bot: &Arc<Bot>,
        started: Timestamp,
    ) -> Result<(), Fault> {
        let free = JOBS_AT_ONCE.saturating_sub(self.tasks.len());
        if free == 0 {
            return Ok(());
        }
        let due = bot.app.due_errands(ERRANDS_LOOKED_AT).await?;
        let mut jobs = errands::jobs(due);
        jobs.retain(|job| {
            let subject = job.subject();
            self.subjects.values().all(|&busy| busy != subject)
        });
        for job in jobs.into_iter().take(free) {
            let (bot, subject) = (Arc::clone(bot), job.subject());
            let task = self
                .tasks
                .spawn(async move { errands::run(&bot, job, started).await });
            self.subjects.insert(task.id(), subject);
        }
        Ok(())
    }

    /// Waits until a job is done, for ever when there is none, and tells what went wrong with it.
    pub(super) async fn next_done(&mut self) -> Result<(), Fault> {
        let Some(ended) = self.tasks.join_next_with_id().await else {
            return pending().await;
        };
        let (id, done) = match ended {
            Ok((id, done)) => (id, done),
            Err(error) => (error.id(), Err(Fault::new(&error))),
        };
        self.subjects.remove(&id);
        done
    }
}
