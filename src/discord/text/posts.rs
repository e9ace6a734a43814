//! Sentences of the posts that everybody sees, and the labels of buttons.

use crate::chess::{Color, Ending, Outcome};
use crate::game::{
    ChallengeEnd, ChallengeTerms, Claim, ColorChoice, GameId, GameResult, Termination, Terms,
    TimeOut, WhenTimeRunsOut,
};
use crate::time::Timestamp;

use super::{Arg, Text, date_and_time, relative};

sentences! {
    /// Accepts a challenge.
    accept() = "button-accept";
    /// Declines a challenge.
    decline() = "button-decline";
    /// Withdraws a challenge.
    withdraw() = "button-withdraw";
    /// Accepts a draw offer.
    accept_draw() = "button-accept-draw";
    /// Declines a draw offer.
    decline_draw() = "button-decline-draw";
    /// Opens the form for a move.
    make_move() = "button-move";
    /// Shows the board privately.
    my_view() = "button-my-view";
    /// Leads to all that a player can do beside moving.
    more() = "button-more";
    /// Offers a draw.
    offer_draw() = "button-offer-draw";
    /// Asks whether to resign.
    resign() = "button-resign";
    /// Resigns.
    confirm_resign() = "button-confirm-resign";
    /// Does not resign.
    keep_playing() = "button-keep-playing";
    /// The alt text of the animated game.
    replay_alt() = "replay-alt";
    /// Makes a private list public.
    show_here() = "button-show-here";
}

impl Text {
    /// A game begins; `turn` says who is to move.
    pub fn game_started(
        self,
        game: GameId,
        white: &str,
        black: &str,
        terms: Terms,
        turn: &str,
    ) -> String {
        let (game, time) = (game.to_string(), self.terms(terms));
        self.say(
            "game-started",
            &[
                ("game", Arg::Words(&game)),
                ("white", Arg::Words(white)),
                ("black", Arg::Words(black)),
                ("time", Arg::Words(&time)),
                ("turn", Arg::Words(turn)),
            ],
        )
    }

    /// A move was played.
    pub fn moved(self, mv: &str, player: &str, is_check: bool) -> String {
        let key = if is_check { "moved-check" } else { "moved" };
        self.say(
            key,
            &[("move", Arg::Words(mv)), ("player", Arg::Words(player))],
        )
    }

    /// Moves were played, of which a plan has played the last.
    pub fn answered_at_once(self, moves: &str, player: &str, is_check: bool) -> String {
        let key = if is_check {
            "answered-at-once-check"
        } else {
            "answered-at-once"
        };
        self.say(
            key,
            &[("moves", Arg::Words(moves)), ("player", Arg::Words(player))],
        )
    }

    /// A draw offer came with the move.
    pub fn offers_draw_with_it(self, player: &str) -> String {
        self.say("offers-draw-with-it", &[("player", Arg::Words(player))])
    }

    /// A draw was offered.
    pub fn draw_offered(self, player: &str, asked: &str) -> String {
        self.say(
            "draw-offered",
            &[("player", Arg::Words(player)), ("asked", Arg::Words(asked))],
        )
    }

    /// A draw offer was declined.
    pub fn draw_declined(self, player: &str) -> String {
        self.say("draw-declined", &[("player", Arg::Words(player))])
    }

    /// Who is to move.
    pub fn to_move(self, player: &str) -> String {
        self.say("to-move", &[("player", Arg::Words(player))])
    }

    /// Who is to move, and until when.
    pub fn to_move_until(self, player: &str, deadline: Timestamp) -> String {
        let (until, relative) = (date_and_time(deadline), relative(deadline));
        self.say(
            "to-move-until",
            &[
                ("player", Arg::Words(player)),
                ("until", Arg::Words(&until)),
                ("relative", Arg::Words(&relative)),
            ],
        )
    }

    /// The last moves, who has more material if anybody (positive points are White's), the opening if it is new, and how
    /// the series stands if there is one.
    pub(crate) fn small_line(
        self,
        moves: &str,
        points: i32,
        opening: Option<&str>,
        series: Option<String>,
    ) -> String {
        let mut parts = vec![moves.to_owned()];
        if points != 0 {
            let color = self.say(if points > 0 { "white" } else { "black" }, &[]);
            let points = points.unsigned_abs().to_string();
            parts.push(self.say(
                "material",
                &[
                    ("color", Arg::Words(&color)),
                    ("points", Arg::Words(&points)),
                ],
            ));
        }
        parts.extend(opening.map(str::to_owned));
        parts.extend(series);
        self.small(&parts.join(" · "))
    }

    /// Words in small type.
    pub(crate) fn small(self, words: &str) -> String {
        self.say("small-line", &[("parts", Arg::Words(words))])
    }

    /// How a game ended.
    pub fn result(self, result: GameResult, white: &str, black: &str) -> String {
        let score = result
            .outcome
            .map(|outcome| outcome.to_string().replace("1/2", "½"))
            .unwrap_or_default();
        let (winner, loser) = match result.outcome {
            Some(Outcome::Win(Color::Black)) => (black, white),
            Some(Outcome::Win(Color::White) | Outcome::Draw) | None => (white, black),
        };
        let side = |color| match color {
            Color::White => white,
            Color::Black => black,
        };
        let by = match result.termination {
            Termination::Aborted(by) | Termination::Abandoned(by) => by.map_or("", side),
            Termination::Automatic(_)
            | Termination::Agreement
            | Termination::Resignation
            | Termination::Claim(_)
            | Termination::TimeOut(_)
            | Termination::NeverBegun
            | Termination::ServerGone => "",
        };
        let key = match result.termination {
            Termination::Automatic(Ending::Checkmate) => "result-checkmate",
            Termination::Automatic(Ending::Stalemate) => "result-stalemate",
            Termination::Automatic(Ending::DeadPosition) => "result-dead-position",
            Termination::Automatic(Ending::FivefoldRepetition) => "result-fivefold",
            Termination::Automatic(Ending::SeventyFiveMoves) => "result-seventy-five",
            Termination::Agreement => "result-agreement",
            Termination::Resignation => "result-resignation",
            Termination::Claim(Claim::Threefold) => "result-threefold",
            Termination::Claim(Claim::FiftyMoves) => "result-fifty-moves",
            Termination::TimeOut(TimeOut::Lost) => "result-time-out",
            Termination::TimeOut(TimeOut::CannotBeMated) => "result-time-out-no-mate",
            Termination::TimeOut(TimeOut::DrawOfferStood) => "result-time-out-draw-offered",
            Termination::Aborted(None) => "result-aborted",
            Termination::Aborted(Some(_)) => "result-aborted-by",
            Termination::NeverBegun => "result-never-begun",
            Termination::Abandoned(None) => "result-abandoned",
            Termination::Abandoned(Some(_)) => "result-abandoned-by",
            Termination::ServerGone => "result-server-gone",
        };
        self.say(
            key,
            &[
                ("winner", Arg::Words(winner)),
                ("loser", Arg::Words(loser)),
                ("by", Arg::Words(by)),
                ("white", Arg::Words(white)),
                ("black", Arg::Words(black)),
                ("score", Arg::Words(&score)),
            ],
        )
    }

    /// How long the game was, and its opening, given as ECO code and name.
    pub fn end_line(self, moves: u64, opening: Option<(&str, &str)>) -> String {
        match opening {
            None => self.say("end-line", &[("moves", Arg::Count(moves))]),
            Some((eco, name)) => self.say(
                "end-line-opening",
                &[
                    ("moves", Arg::Count(moves)),
                    ("eco", Arg::Words(eco)),
                    ("opening", Arg::Words(name)),
                ],
            ),
        }
    }

    /// A challenge, open or to somebody, and how the series stands that it would go on with.
    pub fn challenge(
        self,
        challenger: &str,
        opponent: Option<&str>,
        terms: &ChallengeTerms,
        expires: Timestamp,
        series: Option<&str>,
    ) -> String {
        let until = self.say(
            "challenge-until",
            &[("until", Arg::Words(&date_and_time(expires)))],
        );
        let mut lines = vec![self.challenge_offer(challenger, opponent, terms)];
        lines.extend(series.map(|series| self.small(series)));
        lines.push(until);
        lines.join("\n")
    }

    /// The same once it is over: nothing is open any more.
    pub fn closed_challenge(
        self,
        challenger: &str,
        opponent: Option<&str>,
        terms: &ChallengeTerms,
        end: ChallengeEnd,
    ) -> String {
        let key = match end {
            ChallengeEnd::Accepted(_) => "challenge-closed-accepted",
            ChallengeEnd::Declined => "challenge-closed-declined",
            ChallengeEnd::Withdrawn => "challenge-closed-withdrawn",
            ChallengeEnd::Expired => "challenge-closed-expired",
        };
        format!(
            "{}\n{}",
            self.challenge_offer(challenger, opponent, terms),
            self.say(key, &[])
        )
    }

    /// The challenger hears that the answer is no.
    pub fn challenge_declined(self, names: [&str; 2], terms: &ChallengeTerms) -> String {
        self.of_challenge("challenge-declined", names, terms)
    }

    /// A challenge was taken back.
    pub fn challenge_withdrawn(self, names: [&str; 2], terms: &ChallengeTerms) -> String {
        let key = match terms.opponent {
            Some(_) => "challenge-withdrawn",
            None => "challenge-withdrawn-open",
        };
        self.of_challenge(key, names, terms)
    }

    /// The challenger hears that nobody answered.
    pub fn challenge_expired(self, names: [&str; 2], terms: &ChallengeTerms) -> String {
        let key = match terms.opponent {
            Some(_) => "challenge-expired",
            None => "challenge-expired-open",
        };
        self.of_challenge(key, names, terms)
    }

    fn challenge_offer(
        self,
        challenger: &str,
        opponent: Option<&str>,
        terms: &ChallengeTerms,
    ) -> String {
        let key = match terms.color {
            ColorChoice::White => "challenge-color-white",
            ColorChoice::Black => "challenge-color-black",
            ColorChoice::Random => "challenge-color-random",
        };
        let color = self.say(key, &[("challenger", Arg::Words(challenger))]);
        let time = self.terms(terms.game);
        if let (Some(game), Some(opponent)) = (terms.rematch_of, opponent) {
            return self.say(
                "challenge-rematch",
                &[
                    ("challenger", Arg::Words(challenger)),
                    ("opponent", Arg::Words(opponent)),
                    ("game", Arg::Words(&game.to_string())),
                    ("color", Arg::Words(&color)),
                    ("time", Arg::Words(&time)),
                ],
            );
        }
        let key = if opponent.is_some() {
            "challenge-to"
        } else {
            "challenge-open"
        };
        self.say(
            key,
            &[
                ("challenger", Arg::Words(challenger)),
                ("opponent", Arg::Words(opponent.unwrap_or_default())),
                ("color", Arg::Words(&color)),
                ("time", Arg::Words(&time)),
            ],
        )
    }

    /// A sentence about a challenge: the names of its author and of the one whom it is for, if anybody.
    fn of_challenge(
        self,
        key: &str,
        [challenger, opponent]: [&str; 2],
        terms: &ChallengeTerms,
    ) -> String {
        self.say(
            key,
            &[
                ("challenger", Arg::Words(challenger)),
                ("opponent", Arg::Words(opponent)),
                kind_of(terms),
            ],
        )
    }

    /// The time for a move, and what is unusual about its end.
    fn terms(self, terms: Terms) -> String {
        let Some(days) = terms.days else {
            return self.say("no-limit", &[]);
        };
        let key = match terms.when_time_runs_out {
            WhenTimeRunsOut::GameEnds => "days-a-move",
            WhenTimeRunsOut::OpponentDecides => "days-a-move-opponent-decides",
        };
        self.say(key, &[("days", Arg::Count(days.get().into()))])
    }
}

/// What a challenge is called.
pub(super) fn kind_of(terms: &ChallengeTerms) -> (&'static str, Arg<'static>) {
    let kind = match terms.rematch_of {
        Some(_) => "rematch",
        None => "challenge",
    };
    ("kind", Arg::Words(kind))
}
