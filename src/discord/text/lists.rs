//! Sentences of lists of games, of what comes next for a player, and of series and rematches.

use crate::game::{ChannelId, GameId};
use crate::time::Timestamp;

use super::{Arg, Text, date_and_time, relative};

sentences! {
    /// The person plays nothing.
    no_running_games() = "no-running-games";
    /// A list of games without any.
    no_games_of(player) = "games-none";
    /// The first line of a channel's overview. The bot knows its own overview by it.
    overview_title() = "overview-title";
    /// A channel's overview without any game.
    overview_empty() = "overview-empty";
    /// The overview is off from now on.
    overview_off() = "overview-off";
    /// It was off before.
    overview_off_already() = "overview-off-already";
    /// The command is for people with the permission to manage the server.
    for_managers() = "for-managers";
    /// The command is about a server's channel.
    only_in_a_server() = "only-in-a-server";
    /// Asks for the next game, with the colors swapped.
    rematch() = "button-rematch";
    /// The person has finished no game in this channel.
    no_finished_game_here() = "rematch-no-game-here";
}

/// What the clock of a listed game does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedTime {
    /// It runs, until then.
    Until(Timestamp),
    /// It ran out then, and the opponent decides.
    Over(Timestamp),
    /// The player to move is on vacation until then.
    Away(Timestamp),
    /// The game is paused until then at most.
    Paused(Timestamp),
    /// There is none.
    Unlimited,
}

impl Text {
    /// Above a list of games.
    pub fn games_title(self, player: &str, count: usize) -> String {
        self.say(
            "games-title",
            &[
                ("player", Arg::Words(player)),
                ("count", Arg::Count(count as u64)),
            ],
        )
    }

    /// Below a list that does not hold them all.
    pub fn more_games(self, count: usize) -> String {
        self.say("games-more", &[("count", Arg::Count(count as u64))])
    }

    /// A game in a player's list: against whom, whose turn and how long yet. `to_move` names the player when it is his
    /// turn; `None` for the reader himself.
    pub fn game_line(
        self,
        game: GameId,
        opponent: &str,
        to_move: ToMove<'_>,
        time: ListedTime,
        brief: bool,
    ) -> String {
        let game = game.to_string();
        let time = self.listed_time(time, brief);
        let about = [
            ("game", Arg::Words(&game)),
            ("opponent", Arg::Words(opponent)),
            ("time", Arg::Words(&time)),
        ];
        match to_move {
            ToMove::You => self.say("game-line-your-move", &about),
            ToMove::Opponent => self.say("game-line-waiting", &about),
            ToMove::Player(player) => {
                let [game, opponent, time] = about;
                let player = ("player", Arg::Words(player));
                self.say("game-line-to-move", &[game, opponent, time, player])
            }
        }
    }

    /// A line of a list with the way to the game's latest board behind it.
    pub fn linked(self, line: &str, link: &str) -> String {
        self.say(
            "game-line-linked",
            &[("line", Arg::Words(line)), ("link", Arg::Words(link))],
        )
    }

    /// The label of a button that shows a game of a list.
    pub fn game_number(self, game: GameId) -> String {
        self.say("game-number", &[("game", Arg::Words(&game.to_string()))])
    }

    /// The channel's overview is on from now on, and to be seen there.
    pub fn overview_on(self, link: Option<&str>) -> String {
        self.overview_there("overview-on", link)
    }

    /// It was on before.
    pub fn overview_on_already(self, link: Option<&str>) -> String {
        self.overview_there("overview-on-already", link)
    }

    fn overview_there(self, key: &str, link: Option<&str>) -> String {
        let there = link.map(|link| self.say("overview-there", &[("link", Arg::Words(link))]));
        self.say(
            key,
            &[("there", Arg::Words(there.as_deref().unwrap_or_default()))],
        )
    }

    /// A game in a channel's overview.
    pub fn overview_line(
        self,
        game: &str,
        players: [&str; 2],
        move_number: u32,
        to_move: &str,
        time: ListedTime,
    ) -> String {
        let time = self.listed_time(time, true);
        self.say(
            "overview-line",
            &[
                ("game", Arg::Words(game)),
                ("white", Arg::Words(players[0])),
                ("black", Arg::Words(players[1])),
                ("number", Arg::Words(&move_number.to_string())),
                ("player", Arg::Words(to_move)),
                ("time", Arg::Words(&time)),
            ],
        )
    }

    /// A game's number that leads to its latest board.
    pub fn game_number_linked(self, game: GameId, link: &str) -> String {
        format!("[{}]({link})", self.game_number(game))
    }

    /// Nobody waits for the person; an opponent's time ends first then.
    pub fn nothing_to_move(self, waiting: Option<(GameId, &str, Option<Timestamp>)>) -> String {
        match waiting {
            None => self.no_running_games(),
            Some((game, opponent, deadline)) => {
                let game = game.to_string();
                let about = [
                    ("game", Arg::Words(&game)),
                    ("opponent", Arg::Words(opponent)),
                ];
                let Some(deadline) = deadline else {
                    return self.say("next-none-unlimited", &about);
                };
                let (until, relative) = (date_and_time(deadline), relative(deadline));
                let [game, opponent] = about;
                let until = ("until", Arg::Words(&until));
                self.say(
                    "next-none",
                    &[game, opponent, until, ("relative", Arg::Words(&relative))],
                )
            }
        }
    }

    /// More games wait for the person who has just moved.
    pub fn more_wait(self, count: usize) -> String {
        self.say("next-more-wait", &[("count", Arg::Count(count as u64))])
    }

    /// The label of the button that shows the next game.
    pub fn next_game(self, game: GameId, opponent: &str) -> String {
        self.about_game("button-next-game", game, opponent)
    }

    /// How a series of rematches stands: names with half points.
    pub fn series(self, ranked: [(&str, u32); 2]) -> String {
        let [first, second] = ranked.map(|(_, halves)| points(halves));
        self.say(
            "series",
            &[
                ("first", Arg::Words(ranked[0].0)),
                ("points", Arg::Words(&first)),
                ("second", Arg::Words(ranked[1].0)),
                ("others", Arg::Words(&second)),
            ],
        )
    }

    /// The challenge to a rematch stands where the game was played.
    pub fn rematch_asked(self, game: GameId, channel: ChannelId) -> String {
        let (game, channel) = (game.to_string(), format!("<#{channel}>"));
        self.say(
            "rematch-asked",
            &[
                ("game", Arg::Words(&game)),
                ("channel", Arg::Words(&channel)),
            ],
        )
    }

    /// Only the two who played can ask for a rematch.
    pub fn rematch_not_yours(self, game: GameId) -> String {
        self.say(
            "rematch-not-yours",
            &[("game", Arg::Words(&game.to_string()))],
        )
    }

    /// The game is not over yet.
    pub fn rematch_still_running(self, game: GameId) -> String {
        self.say(
            "rematch-still-running",
            &[("game", Arg::Words(&game.to_string()))],
        )
    }

    /// The person has asked already.
    pub fn rematch_asked_already(self, opponent: &str) -> String {
        self.say(
            "rematch-asked-already",
            &[("opponent", Arg::Words(opponent))],
        )
    }

    /// The rematch was begun already, and is to be seen there.
    pub fn rematch_begun_already(
        self,
        game: GameId,
        rematch: GameId,
        link: Option<&str>,
    ) -> String {
        let shown = match link {
            Some(link) => self.game_number_linked(rematch, link),
            None => self.game_number(rematch),
        };
        self.say(
            "rematch-begun-already",
            &[
                ("game", Arg::Words(&game.to_string())),
                ("rematch", Arg::Words(&shown)),
            ],
        )
    }

    fn listed_time(self, time: ListedTime, brief: bool) -> String {
        let (key, at) = match time {
            ListedTime::Until(deadline) if brief => {
                let relative = relative(deadline);
                return self.say("game-line-time", &[("relative", Arg::Words(&relative))]);
            }
            ListedTime::Until(deadline) => {
                let (until, relative) = (date_and_time(deadline), relative(deadline));
                return self.say(
                    "game-line-until",
                    &[
                        ("until", Arg::Words(&until)),
                        ("relative", Arg::Words(&relative)),
                    ],
                );
            }
            ListedTime::Over(deadline) => {
                let relative = relative(deadline);
                return self.say("game-line-over", &[("relative", Arg::Words(&relative))]);
            }
            ListedTime::Away(until) => ("game-line-away", until),
            ListedTime::Paused(until) => ("game-line-paused", until),
            ListedTime::Unlimited => return self.say("game-line-unlimited", &[]),
        };
        self.say(key, &[("until", Arg::Words(&date_and_time(at)))])
    }
}

/// Whose turn it is in a line of a player's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToMove<'a> {
    /// The reader's, whose list it is.
    You,
    /// That of the player whose list it is, by his name.
    Player(&'a str),
    /// The opponent's.
    Opponent,
}

/// Half points as a score, as in `1½`.
fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_are_told_as_fractions() {
        let told: Vec<_> = (0..6).map(points).collect();
        assert_eq!(told, ["0", "½", "1", "1½", "2", "2½"]);
    }
}
