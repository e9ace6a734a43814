//! Sentences about plans.

use crate::chess::notation::{Illegal, Unread};
use crate::discord::view::escape;
use crate::game::{GameId, PlanRefusal, PlanStep};

use super::refusals::{Whose, listed, quote};
use super::{Arg, Text};

sentences! {
    /// Drops a plan.
    clear_plan() = "button-clear-plan";
    /// Stands in the menu of lines to drop.
    drop_line() = "menu-drop-line";
    /// Shows what is planned.
    show_plan() = "button-view-plan";
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
        words.extend(lines.iter().map(|line| format!("- {}", escape(line))));
        if waits {
            words.push(self.say("plan-waits", &[]));
        }
        words.join("\n")
    }

    /// Nothing is planned.
    pub fn no_plan(self, game: GameId) -> String {
        self.say("plan-none", &[("game", Arg::Words(&game.to_string()))])
    }

    /// Why a line does not become part of a plan, or is not dropped from it.
    pub(super) fn plan_refusal(self, game: GameId, refusal: &PlanRefusal) -> String {
        let limit = |key, limit: usize| self.say(key, &[("limit", Arg::Count(limit as u64))]);
        let about = |key, step: &PlanStep| {
            let text = quote(&step.text);
            self.say(key, &[("text", Arg::Words(&text))])
        };
        let why = match refusal {
            PlanRefusal::NoSuchLine => return self.say("plan-no-such-line", &[]),
            PlanRefusal::YourTurn => {
                self.say("plan-your-turn", &[("game", Arg::Words(&game.to_string()))])
            }
            PlanRefusal::TooLong { limit: most } => limit("plan-too-long", *most),
            PlanRefusal::TooManyLines { limit: most } => limit("plan-too-many-lines", *most),
            PlanRefusal::TooDeep { limit: most } => limit("plan-too-deep", *most),
            PlanRefusal::Empty => self.say("plan-empty", &[]),
            PlanRefusal::Unread(step, unread) => self.not_planned(step, unread),
            PlanRefusal::OtherLine(step, unread) => {
                let why = self.not_planned(step, unread);
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
        };
        self.say("plan-not-taken", &[("why", Arg::Words(&why))])
    }

    /// Which move of a line cannot be played, after which others, and why.
    fn not_planned(self, step: &PlanStep, unread: &Unread) -> String {
        let whose = if step.ply.is_multiple_of(2) {
            Whose::You
        } else {
            Whose::Opponent
        };
        let (text, after) = (quote(&step.text), escape(&step.after));
        let text = ("text", Arg::Words(&text));
        let mv = if after.is_empty() {
            self.say("plan-first-move", &[text])
        } else {
            let after = ("after", Arg::Words(&after));
            self.say("plan-move", &[text, after, whose.arg()])
        };
        let mv = ("move", Arg::Words(&mv));
        match unread {
            Unread::Unreadable => self.say("plan-unreadable", &[mv]),
            Unread::Ambiguous(moves) => {
                let moves = listed(&step.position, moves);
                self.say("plan-several-moves", &[mv, ("moves", Arg::Words(&moves))])
            }
            Unread::Illegal(Illegal { reason, moves }) => {
                let why = self.why(*reason, whose);
                let why = ("why", Arg::Words(&why));
                if moves.is_empty() {
                    return self.say("plan-illegal", &[mv, why]);
                }
                let moves = listed(&step.position, moves);
                self.say(
                    "plan-illegal-moves",
                    &[mv, why, ("moves", Arg::Words(&moves))],
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, Position};
    use crate::game::Plan;

    /// After 1. e4, White adds the line and is told so.
    #[track_caller]
    fn check_refused(line: &str, expected: &str) {
        let mut position = Position::start();
        position.play(position.parse_san("e4").unwrap());
        let mut plan = Plan::default();
        let refusal = plan.add(Color::White, &position, line).unwrap_err();
        let told = Text::default().plan_refusal(GameId(1), &refusal);
        let expected = format!("The line is not taken. {expected}");
        assert_eq!(told, expected, "{line}");
    }

    #[test]
    fn a_refused_line_is_told_by_its_wrong_move() {
        check_refused(
            "Nf5 e5",
            "Your opponent’s move “Nf5” is not possible: no such piece can go to f5. Possible: Na6, Nc6, Nf6, Nh6.",
        );
        check_refused(
            "e5 Nf4",
            "After 1... e5, your move “Nf4” is not possible: no such piece of yours can go to f4. \
             Possible: Na3, Nc3, Ne2, Nf3, Nh3.",
        );
        check_refused(
            "e5",
            "It ends with your opponent’s move, “e5”. What do you want to answer?",
        );
    }
}
