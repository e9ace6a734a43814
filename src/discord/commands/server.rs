//! `/server`: what those who manage a server decide for it.

use std::time::Duration;

use crate::app::{Denied, Fault};
use crate::discord::call::{Answer, Call, Outcome, private};
use crate::discord::permissions;
use crate::discord::post::link_to;

use super::{Command, Opt, OptKind, Subcommand};

/// `/server overview <show>`.
pub(super) const COMMAND: Command = Command {
    name: "server",
    options: &[],
    subcommands: &[Subcommand {
        name: "overview",
        options: &[Opt {
            name: "show",
            kind: OptKind::Word(&["on", "off"]),
            required: true,
        }],
    }],
    run: |call| Box::pin(overview(call)),
    complete: None,
};

/// How long the answer waits for the message that it leads to.
const PATIENCE: Duration = Duration::from_secs(2);

async fn overview(call: Call<'_>) -> Outcome {
    let invocation = call.invocation;
    if invocation.place.guild.is_none() {
        return private(call.text.only_in_a_server());
    }
    // A server can open the command to others, and so can a bug; what it does is for managers all the same.
    if !invocation.manages_server {
        return private(call.text.for_managers());
    }
    let on = invocation.text_option("show") == Some("on");
    let missing = permissions::missing(invocation);
    if on && !missing.is_empty() {
        return private(call.text.missing_permissions(&missing));
    }
    let news = call
        .bot
        .app
        .set_overview(invocation.place, on, call.occasion())
        .await;
    private(match (news, on) {
        (Ok(true), true) => call.text.overview_on(link(call).await?.as_deref()),
        (Ok(false), true) => call.text.overview_on_already(link(call).await?.as_deref()),
        (Ok(true), false) => call.text.overview_off(),
        (Ok(false), false) => call.text.overview_off_already(),
        (Err(Denied::Refused(never)), _) => match never {},
        (Err(Denied::Missing | Denied::Repeat), _) => return Ok(Answer::Nothing),
        (Err(Denied::Fault(fault)), _) => return Err(fault),
    })
}

/// Where the overview is. The worker posts it; whoever turned it on waits a little to be led there.
async fn link(call: Call<'_>) -> Result<Option<String>, Fault> {
    let place = call.invocation.place;
    let mut changes = call.bot.app.changes();
    let posted = async {
        loop {
            changes.mark_unchanged();
            if let Some(message) = call.bot.app.overview_message(place.channel).await? {
                return Ok(Some(link_to(place, (place.channel, message))));
            }
            if changes.changed().await.is_err() {
                return Ok(None);
            }
        }
    };
    tokio::time::timeout(PATIENCE, posted)
        .await
        .unwrap_or(Ok(None))
}
