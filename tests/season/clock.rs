//! A second clock of a turn, kept from section 6 of the rules: time is used up as it goes by, and nothing is
//! remembered but what is left. The bot's own keeps an anchor and computes; here time is spent step by step.

/// Unix milliseconds, or a length in milliseconds.
pub(crate) type Ms = i64;

pub(crate) const SECOND: Ms = 1000;
pub(crate) const MINUTE: Ms = 60 * SECOND;
pub(crate) const HOUR: Ms = 60 * MINUTE;
pub(crate) const DAY: Ms = 24 * HOUR;

/// What the player to move has left.
#[derive(Clone, Debug)]
pub(crate) struct TurnClock {
    left: Ms,
    as_of: Ms,
    /// Until when he is away; zero when he is not.
    away: Ms,
    paused: bool,
    /// What was left when he came back, unless more than time going by has changed it since.
    left_then: Option<Ms>,
}

impl TurnClock {
    /// A full turn.
    pub(crate) fn fresh(now: Ms, days: i64, away: Ms) -> TurnClock {
        TurnClock {
            left: days * DAY,
            as_of: now,
            away,
            paused: false,
            left_then: None,
        }
    }

    /// When time runs out; nobody's does in a pause.
    pub(crate) fn deadline(&self) -> Option<Ms> {
        (!self.paused).then(|| self.as_of.max(self.away) + self.left)
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    pub(crate) fn left_at(&self, now: Ms) -> Ms {
        let mut later = self.clone();
        later.spend(now);
        later.left
    }

    /// Time goes by until `now`.
    fn spend(&mut self, now: Ms) {
        if !self.paused {
            let runs_from = self.as_of.max(self.away);
            self.left = (self.left - (now - runs_from).max(0)).max(0);
        }
        self.as_of = self.as_of.max(now);
    }

    pub(crate) fn go_away(&mut self, now: Ms, until: Ms) {
        if !self.paused {
            self.spend(now);
            self.away = until;
        }
    }

    pub(crate) fn come_back(&mut self, now: Ms, paid: Ms) {
        self.spend(now);
        self.away = self.away.min(now + paid);
        self.left_then = Some(self.left);
    }

    /// As if he had not come back.
    pub(crate) fn stay_away(&mut self, until: Ms) {
        if !self.paused {
            self.left = self.left_then.take().unwrap_or(self.left);
            self.away = until;
        }
    }

    pub(crate) fn pause(&mut self, now: Ms) {
        self.spend(now);
        self.paused = true;
        self.left_then = None;
    }

    /// At least 24 hours are left then.
    pub(crate) fn resume(&mut self, now: Ms, away: Ms) {
        self.spend(now);
        self.paused = false;
        self.left = self.left.max(DAY);
        self.away = away;
    }

    /// A day more, up to 14 days; who had run out has it from now on.
    pub(crate) fn give_a_day(&mut self, now: Ms) {
        self.spend(now);
        self.left_then = None;
        self.left = self.left.max((self.left + DAY).min(14 * DAY));
    }

    /// Nothing runs in an outage. What was over before it stays over.
    pub(crate) fn outage(&mut self, from: Ms, to: Ms) {
        let is_over = self.deadline().is_some_and(|deadline| deadline <= from);
        if !is_over {
            self.spend(from);
            self.as_of = self.as_of.max(to);
        }
    }
}
