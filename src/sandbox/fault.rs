//! Things that go wrong on request: what a test asks for, kept until it has happened as often as was asked.

use std::time::Duration;

use serde_json::Value;

use super::id::Id;
use super::permissions::Permissions;

/// A trouble that the sandbox can make.
#[derive(Clone, Debug)]
pub enum Fault {
    /// REST requests go wrong.
    Rest {
        /// Which ones.
        route: Route,
        /// How many of them.
        times: u32,
        /// How.
        trouble: Trouble,
    },
    /// A person's direct messages are open to others or not.
    DirectMessages {
        /// Whose.
        user: Id,
        /// Whether they are open.
        open: bool,
    },
    /// A channel takes permissions away from an account, on top of those that it takes already.
    Deny {
        /// Whose.
        user: Id,
        /// Where.
        channel: Id,
        /// Which.
        permissions: Permissions,
    },
    /// A channel gives permissions back.
    Allow {
        /// Whose.
        user: Id,
        /// Where.
        channel: Id,
        /// Which.
        permissions: Permissions,
    },
    /// Gateway: op 7, "please reconnect".
    Reconnect,
    /// Gateway: op 9.
    InvalidSession {
        /// Whether the session can be resumed.
        resumable: bool,
    },
    /// Gateway: the connection is closed with this code.
    Close(u16),
    /// Gateway: the TCP connection breaks, without a word.
    Cut,
    /// Gateway: the connection breaks at the next event, which is only seen after a resume.
    CutAtNextEvent,
    /// Gateway: heartbeats are no longer acknowledged on the present connections.
    StopAcks,
    /// Gateway: the next interaction arrives without these top-level fields.
    MangleInteraction {
        /// Which fields are missing.
        without: Vec<String>,
    },
    /// Gateway: the next interaction arrives with these changes, a JSON merge patch (RFC 7396): what no client sends.
    AlterInteraction(Value),
    /// Gateway: the next interaction arrives twice.
    DuplicateInteraction,
    /// Gateway: an event with any content, as it is.
    Dispatch {
        /// The event's name.
        event: String,
        /// Its data.
        data: Value,
    },
}

/// How a REST request goes wrong.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Answered with this status and JSON error code; nothing is done.
    Status {
        /// The HTTP status.
        status: u16,
        /// Discord's error code.
        code: u32,
    },
    /// Answered with 429 and its headers; nothing is done.
    RateLimited {
        /// Seconds to wait.
        retry_after: f64,
        /// Whether the limit is that of all routes together.
        global: bool,
    },
    /// The connection breaks before anything is done.
    DropBefore,
    /// The connection breaks after it is done.
    DropAfter,
    /// Done and answered only after this much real time.
    Delay(Duration),
    /// Done at once, answered only after this much real time.
    DelayAnswer(Duration),
}

/// Which requests are meant: a method or `*`, and a path whose segments may be `*`, for example
/// `POST /channels/*/messages`. A last segment `**` stands for any rest.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Route(String);

impl Route {
    /// The requests that fit this text.
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(crate) fn fits(&self, method: &str, path: &str) -> bool {
        let (wanted_method, wanted_path) = self.0.split_once(' ').unwrap_or(("*", &self.0));
        if wanted_method != "*" && wanted_method != method {
            return false;
        }
        let mut segments = path.split('/');
        for wanted in wanted_path.split('/') {
            if wanted == "**" {
                return true;
            }
            match segments.next() {
                Some(segment) if wanted == "*" || wanted == segment => {}
                Some(_) | None => return false,
            }
        }
        segments.next().is_none()
    }
}

/// Troubles of REST requests that are still to come, oldest first.
#[derive(Debug, Default)]
pub(crate) struct RestFaults(Vec<(Route, u32, Trouble)>);

impl RestFaults {
    pub(crate) fn add(&mut self, route: Route, times: u32, trouble: Trouble) {
        self.0.push((route, times, trouble));
    }

    /// The trouble of this request, used up by one.
    pub(crate) fn take(&mut self, method: &str, path: &str) -> Option<Trouble> {
        let n = self
            .0
            .iter()
            .position(|(route, times, _)| *times > 0 && route.fits(method, path))?;
        self.0[n].1 -= 1;
        let trouble = self.0[n].2.clone();
        self.0.retain(|(_, times, _)| *times > 0);
        Some(trouble)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(route: &str, method: &str, path: &str, fits: bool) {
        assert_eq!(Route::new(route).fits(method, path), fits);
    }

    #[test]
    fn routes_fit_by_segment() {
        check(
            "POST /channels/*/messages",
            "POST",
            "/channels/1/messages",
            true,
        );
        check(
            "POST /channels/*/messages",
            "GET",
            "/channels/1/messages",
            false,
        );
        check(
            "POST /channels/*/messages",
            "POST",
            "/channels/1/messages/2",
            false,
        );
        check(
            "* /channels/*/messages/*",
            "PATCH",
            "/channels/1/messages/2",
            true,
        );
        check(
            "/webhooks/**",
            "PATCH",
            "/webhooks/1/t/messages/@original",
            true,
        );
        check("* /channels/**", "PATCH", "/guilds/1", false);
    }

    #[test]
    fn a_trouble_is_used_up() {
        let mut faults = RestFaults::default();
        let route = Route::new("GET /gateway");
        faults.add(route, 2, Trouble::DropBefore);
        let taken = |faults: &mut RestFaults| faults.take("GET", "/gateway").is_some();
        assert_eq!(
            [taken(&mut faults), taken(&mut faults), taken(&mut faults)],
            [true, true, false]
        );
    }
}
