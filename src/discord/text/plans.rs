//! Sentences about plans.

use crate::discord::view::escape;
use crate::game::{GameId, PlanRefusal, PlanStep};

use super::{Arg, Text};

sentences! {
    /// Drops a plan.
    clear_plan() = "button-clear-plan";
    /// The game has to be told by its number.
    name_the_game() = "name-the-game";
}

impl Text {
    /// What somebody has planned, line by line; `waits` while a draw offer has to be answered first.
    pub fn plan(self, game: GameId, opponent: &str, lines: &[String], waits: bool) -> String {
        let number = game.to_string();
        let mut words = vec![self.say(
            "plan",
            &[
                ("game", Arg::Words(&number)),
                ("opponent", Arg::Words(opponent)),
            ],
        )];
        words.extend(lines.iter().map(|line| format!("- {line}")));
        if waits {
            words.push(self.say("plan-waits", &[]));
        }
        words.join("\n")
    }

    /// Nothing is planned.
    pub fn no_plan(self, game: GameId) -> String {
        self.say("plan-none", &[("game", Arg::Words(&game.to_string()))])
    }

    /// Why a line does not become part of a plan.
    pub(super) fn plan_refusal(self, game: GameId, refusal: &PlanRefusal) -> String {
        let limit = |key, limit: usize| self.say(key, &[("limit", Arg::Count(limit as u64))]);
        let about = |key, step: &PlanStep| {
            let text = escape(&step.text);
            self.say(key, &[("text", Arg::Words(&text))])
        };
        match refusal {
            PlanRefusal::YourTurn => {
                self.say("plan-your-turn", &[("game", Arg::Words(&game.to_string()))])
            }
            PlanRefusal::TooLong { limit: most } => limit("plan-too-long", *most),
            PlanRefusal::TooManyLines { limit: most } => limit("plan-too-many-lines", *most),
            PlanRefusal::TooDeep { limit: most } => limit("plan-too-deep", *most),
            PlanRefusal::Empty => self.say("plan-empty", &[]),
            PlanRefusal::Unread(step, unread) => {
                let why = self.unread(&step.position, unread, &step.text);
                self.say("plan-unread", &[("why", Arg::Words(&why))])
            }
            PlanRefusal::OtherLine(step, unread) => {
                let why = self.unread(&step.position, unread, &step.text);
                self.say("plan-other-line", &[("why", Arg::Words(&why))])
            }
            PlanRefusal::NoReply(step) => about("plan-no-reply", step),
            PlanRefusal::OutOfTurn(step) => about("plan-out-of-turn", step),
            PlanRefusal::AfterTheEnd(step) => about("plan-after-the-end", step),
            PlanRefusal::Unclear { readings } => {
                let mut words = vec![self.say("plan-unclear", &[])];
                words.extend(
                    readings
                        .iter()
                        .map(|reading| format!("- {}", escape(reading))),
                );
                words.join("\n")
            }
            PlanRefusal::Contradiction { stands, .. } => {
                let stands = escape(stands);
                self.say("plan-contradiction", &[("stands", Arg::Words(&stands))])
            }
        }
    }
}
