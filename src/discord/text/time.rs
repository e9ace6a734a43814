//! Sentences about time and absence, claims and second thoughts.

use crate::game::Claim;
use crate::game::{GameId, GameResult, Outage, Termination, VacationRefusal};
use crate::time::Timestamp;

use super::{Arg, Text, date_and_time, relative};

sentences! {
    /// Claims the draw that the post tells of.
    claim_draw() = "button-claim-draw";
    /// Offers a draw where there was none to claim.
    offer_a_draw_instead() = "button-offer-a-draw-instead";
    /// Undoes one's last move.
    undo() = "button-undo";
    /// Asks whether one's last move may be taken back.
    ask_takeback() = "button-ask-takeback";
    /// Agrees to a takeback.
    accept_takeback() = "button-accept-takeback";
    /// Does not agree to a takeback.
    decline_takeback() = "button-decline-takeback";
    /// Asks for a pause.
    ask_pause() = "button-ask-pause";
    /// Agrees to a pause.
    accept_pause() = "button-accept-pause";
    /// Does not agree to a pause.
    decline_pause() = "button-decline-pause";
    /// Lets the clock run again.
    resume_game() = "button-resume";
    /// Gives the opponent a day.
    give_time() = "button-give-time";
    /// Claims the win over an opponent who is late.
    claim_win() = "button-claim-win";
    /// Ends the game without result.
    abort() = "button-abort";
    /// Ends one's vacation.
    end_vacation() = "button-end-vacation";
    /// A takeback was asked for.
    takeback_asked(player, asked) = "takeback-asked";
    /// The opponent did not agree to a takeback.
    takeback_declined(player) = "takeback-declined";
    /// Moves were taken back.
    taken_back(player, opponent) = "taken-back";
    /// A move was undone.
    undone(player) = "undone";
    /// A day was given.
    time_given(giver, player) = "time-given";
    /// The opponent did not agree to a pause.
    pause_declined(player) = "pause-declined";
    /// The game goes on.
    resumed(player) = "resumed";
    /// The longest pause is over.
    resumed_by_time() = "resumed-by-time";
    /// The time is over, and the opponent decides.
    time_up(player, opponent) = "time-up";
    /// The player to move may claim a draw.
    may_claim_fifty_moves(player) = "may-claim-fifty-moves";
    /// Where a position first stood.
    at_the_start() = "at-the-start";
    /// Where a position stood before.
    after_move(mv) = "after-move";
}

impl Text {
    /// A pause was asked for, which lasts until then at most if it is agreed to at once.
    pub fn pause_asked(self, player: &str, asked: &str, until: Timestamp) -> String {
        let until = date_and_time(until);
        self.say(
            "pause-asked",
            &[
                ("player", Arg::Words(player)),
                ("asked", Arg::Words(asked)),
                ("until", Arg::Words(&until)),
            ],
        )
    }

    /// The game is paused.
    pub fn paused(self, game: GameId, until: Timestamp) -> String {
        let (game, until) = (game.to_string(), date_and_time(until));
        self.say(
            "paused",
            &[("game", Arg::Words(&game)), ("until", Arg::Words(&until))],
        )
    }

    /// A vacation has kept the player from running out of time.
    pub fn sheltered(self, player: &str, until: Option<Timestamp>) -> String {
        let until = until.map(date_and_time).unwrap_or_default();
        self.say(
            "sheltered",
            &[
                ("player", Arg::Words(player)),
                ("until", Arg::Words(&until)),
            ],
        )
    }

    /// A player is on vacation.
    pub fn on_vacation(self, player: &str, until: Timestamp) -> String {
        let until = date_and_time(until);
        self.say(
            "on-vacation",
            &[
                ("player", Arg::Words(player)),
                ("until", Arg::Words(&until)),
            ],
        )
    }

    /// The player to move may claim a draw, since the position stood before, then.
    pub fn may_claim_repetition(self, player: &str, earlier: &[String]) -> String {
        self.say(
            "may-claim-repetition",
            &[
                ("player", Arg::Words(player)),
                ("earlier", Arg::Words(&earlier.join(", "))),
            ],
        )
    }

    /// What a claimed draw rests on.
    pub fn claimed(self, result: GameResult, earlier: &[String]) -> String {
        match result.termination {
            Termination::Claim(Claim::Threefold) => self.say(
                "claimed-repetition",
                &[("earlier", Arg::Words(&earlier.join(", ")))],
            ),
            _ => String::new(),
        }
    }

    /// Somebody's time is running out.
    pub fn reminder(
        self,
        person: &str,
        game: GameId,
        opponent: &str,
        deadline: Timestamp,
    ) -> String {
        let game = game.to_string();
        let (until, relative) = (date_and_time(deadline), relative(deadline));
        self.say(
            "reminder",
            &[
                ("person", Arg::Words(person)),
                ("game", Arg::Words(&game)),
                ("opponent", Arg::Words(opponent)),
                ("until", Arg::Words(&until)),
                ("relative", Arg::Words(&relative)),
            ],
        )
    }

    /// Somebody's time is running out in several games, which lines below name.
    pub fn reminder_of_several(self, person: &str, count: usize) -> String {
        self.say(
            "reminder-several",
            &[
                ("person", Arg::Words(person)),
                ("count", Arg::Count(count as u64)),
            ],
        )
    }

    /// One of those games.
    pub fn reminder_line(self, game: GameId, opponent: &str, deadline: Timestamp) -> String {
        let (game, relative) = (game.to_string(), relative(deadline));
        self.say(
            "reminder-line",
            &[
                ("game", Arg::Words(&game)),
                ("opponent", Arg::Words(opponent)),
                ("relative", Arg::Words(&relative)),
            ],
        )
    }

    /// The bot was away, and gives the time back.
    pub fn outage(self, outage: Outage) -> String {
        let (from, to) = (date_and_time(outage.from), date_and_time(outage.to));
        self.say(
            "outage",
            &[("from", Arg::Words(&from)), ("to", Arg::Words(&to))],
        )
    }

    /// How a player stands with his vacation.
    pub fn vacation(self, until: Option<Timestamp>, days_left: u32) -> String {
        let days = ("days", Arg::Count(days_left.into()));
        match until {
            Some(until) => {
                let until = date_and_time(until);
                self.say("vacation-present", &[("until", Arg::Words(&until)), days])
            }
            None => self.say("vacation-none", &[days]),
        }
    }

    /// Why a vacation may not be taken.
    pub fn vacation_refusal(self, refusal: VacationRefusal) -> String {
        match refusal {
            VacationRefusal::TooShort => self.say("vacation-too-short", &[]),
            VacationRefusal::TooLong { left } => {
                self.say("vacation-too-long", &[("days", Arg::Count(left.into()))])
            }
            VacationRefusal::NotAway => self.say("vacation-not-away", &[]),
        }
    }
}
