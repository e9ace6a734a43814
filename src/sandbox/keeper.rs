//! Watches the clock: interactions that nobody answered in time fail, and old ones are forgotten.

use std::sync::Arc;

use serde_json::json;

use super::id::Id;
use super::interaction::{ANSWER_WITHIN_MS, Interaction, Response, TOKEN_LIVES_MS};
use super::state::{Shared, State};

/// An interaction is remembered for this long after its token ended, so that a late request still gets the true
/// error.
const REMEMBERED_MS: i64 = 60 * 60 * 1000;

/// Works until the sandbox ends.
pub(super) async fn run(shared: Arc<Shared>) {
    let mut bell = shared.bell();
    loop {
        let next = shared.read(|state| state.world.interactions.values().map(due).min());
        tokio::select! {
            () = shared.stopped() => return,
            // The sender lives in `shared`, so the bell cannot break.
            _ = bell.changed() => {}
            () = shared.clock.reached(next.unwrap_or(i64::MAX)), if next.is_some() => {
                shared.change(fail_late_ones);
            }
        }
    }
}

/// When something happens to an interaction without anybody acting, on the clock.
fn due(asked: &Interaction) -> i64 {
    if asked.failed {
        return asked.created_ms + TOKEN_LIVES_MS + REMEMBERED_MS;
    }
    match asked.response {
        // The answer may come in the last millisecond.
        None => asked.created_ms + ANSWER_WITHIN_MS + 1,
        Some(Response::Message { deferred: true, .. }) => asked.created_ms + TOKEN_LIVES_MS,
        Some(_) => asked.created_ms + TOKEN_LIVES_MS + REMEMBERED_MS,
    }
}

fn fail_late_ones(state: &mut State) {
    let now = state.now();
    let late: Vec<Id> = state
        .world
        .interactions
        .values()
        .filter(|asked| due(asked) <= now)
        .map(|asked| asked.id)
        .collect();
    for id in late {
        fail(state, id);
    }
    state
        .world
        .interactions
        .retain(|_, asked| now < asked.created_ms + TOKEN_LIVES_MS + REMEMBERED_MS);
}

/// An interaction comes to nothing, or a deferred answer never came.
fn fail(state: &mut State, id: Id) {
    let Some(asked) = state.world.interactions.get_mut(&id) else {
        return;
    };
    let original = asked.original();
    match &mut asked.response {
        Some(Response::Message { deferred, .. }) => *deferred = false,
        Some(
            Response::Updated { .. }
            | Response::Acknowledged
            | Response::Choices(_)
            | Response::Modal(_),
        ) => return,
        None => {}
    }
    let loading = original.filter(|id| {
        state
            .world
            .messages
            .get(id)
            .is_some_and(|message| message.loading)
    });
    let Some(asked) = state.world.interactions.get_mut(&id) else {
        return;
    };
    if asked.response.is_some() && loading.is_none() {
        return;
    }
    asked.failed = true;
    let (user, channel) = (asked.user, asked.channel);
    if let Some(id) = loading {
        if let Some(message) = state.world.messages.get_mut(&id) {
            message.failed = true;
        }
        state.announce(id, "MESSAGE_UPDATE", "message_update");
    }
    state.tell(
        user,
        json!({"type": "interaction_failed", "interaction_id": id, "channel_id": channel}),
    );
}
