//! Sentences for the one person who asked, and for forms and lists.

use std::fmt::Display;

use crate::chess::{CastlingSide, Move, Position, Role};
use crate::game::{ChannelId, GameId};

use super::{Arg, Text};

sentences! {
    /// Several games of this channel fit.
    which_game() = "which-game";
    /// No game of this channel fits, but others do.
    which_game_elsewhere() = "which-game-elsewhere";
    /// The label of the form's line.
    move_form_label() = "move-form-label";
    /// What stands in the empty line.
    move_form_placeholder() = "move-form-placeholder";
    /// Something was done.
    done() = "done";
    /// A question was dropped.
    dismissed() = "dismissed";
    /// A button from an earlier or later version.
    unknown_button() = "unknown-button";
    /// A command from an earlier or later version.
    unknown_command() = "unknown-command";
    /// A list was shown to everybody before.
    shown_already() = "shown-already";
    /// A fault of ours.
    something_went_wrong() = "something-went-wrong";
    /// The posts cannot go where the opponent does not see them.
    posts_stay_in_the_server() = "posts-stay-in-the-server";
    /// The last move of a game.
    last_move(mv) = "last-move";
    /// A draw offer waits for its answer.
    draw_offer_stands(player) = "draw-offer-stands";
    /// The first lines of `/help`.
    help_start() = "help-start";
    /// A command in `/help`.
    help_line(command, what) = "help-line";
    /// The last lines of `/help`.
    help_end() = "help-end";
    /// The challenge stands where it belongs.
    challenge_posted() = "challenge-posted";
    /// The answer to a challenge is told where it belongs.
    challenge_answered() = "challenge-answered";
}

impl Text {
    /// Who plays whom.
    pub fn game_title(self, game: GameId, white: &str, black: &str) -> String {
        let game = game.to_string();
        self.say(
            "game-title",
            &[
                ("game", Arg::Words(&game)),
                ("white", Arg::Words(white)),
                ("black", Arg::Words(black)),
            ],
        )
    }

    /// A game by its number and the opponent; not escaped where it labels a button.
    pub fn game_against(self, game: GameId, opponent: &str) -> String {
        self.about_game("game-against", game, opponent)
    }

    /// The title of the form for a move.
    pub fn move_form_title(self, game: GameId, opponent: &str) -> String {
        self.about_game("move-form-title", game, opponent)
    }

    /// What else there is to do.
    pub fn menu(self, game: GameId, opponent: &str) -> String {
        self.about_game("menu", game, opponent)
    }

    /// Whether the player means to resign.
    pub fn ask_resign(self, game: GameId, opponent: &str) -> String {
        self.about_game("ask-resign", game, opponent)
    }

    /// The value that autocomplete offers for a game.
    pub fn game_choice(self, game: GameId, opponent: &str, your_turn: bool) -> String {
        self.about_game(
            if your_turn {
                "game-choice-your-turn"
            } else {
                "game-choice-waiting"
            },
            game,
            opponent,
        )
    }

    /// No game of that number is to be seen.
    pub fn no_such_game(self, number: impl Display) -> String {
        self.say(
            "no-such-game",
            &[("number", Arg::Words(&number.to_string()))],
        )
    }

    /// The post is in the game's own channel.
    pub fn board_elsewhere(self, game: GameId, channel: ChannelId) -> String {
        let (game, channel) = (game.to_string(), format!("<#{channel}>"));
        self.say(
            "board-elsewhere",
            &[
                ("game", Arg::Words(&game)),
                ("channel", Arg::Words(&channel)),
            ],
        )
    }

    /// The post is here.
    pub fn board_below(self, game: GameId) -> String {
        self.say("board-below", &[("game", Arg::Words(&game.to_string()))])
    }

    /// The posts come here from now on.
    pub fn posts_come_here(self, game: GameId) -> String {
        self.say(
            "posts-come-here",
            &[("game", Arg::Words(&game.to_string()))],
        )
    }

    /// What the bot must be allowed to do, by the names of Discord's settings.
    pub fn missing_permissions(self, permissions: &[&str]) -> String {
        let named: Vec<_> = permissions
            .iter()
            .map(|permission| format!("**{permission}**"))
            .collect();
        self.say(
            "missing-permissions",
            &[("permissions", Arg::Words(&named.join(", ")))],
        )
    }

    /// A legal move as autocomplete offers it, as in "Nxe5+: knight takes pawn on e5, check".
    pub(crate) fn move_choice(self, position: &Position, mv: Move) -> String {
        let san = position.san(mv);
        let words = self.move_words(position, mv);
        self.say(
            "choice",
            &[("san", Arg::Words(&san)), ("words", Arg::Words(&words))],
        )
    }

    /// A legal move in words, as in "knight takes pawn on e5, check".
    pub(crate) fn move_words(self, position: &Position, mv: Move) -> String {
        let mut words = self.plain_move(position, mv);
        if let Some(role) = mv.promotion() {
            let promoted = self.role(role);
            words = self.say(
                "choice-promotion",
                &[
                    ("words", Arg::Words(&words)),
                    ("promoted", Arg::Words(&promoted)),
                ],
            );
        }
        let after = position.after(mv);
        match (after.is_check(), after.legal_moves().is_empty()) {
            (false, _) => words,
            (true, false) => self.say("choice-check", &[("words", Arg::Words(&words))]),
            (true, true) => self.say("choice-checkmate", &[("words", Arg::Words(&words))]),
        }
    }

    fn plain_move(self, position: &Position, mv: Move) -> String {
        match mv.castling_side() {
            Some(CastlingSide::King) => return self.say("choice-castle-king", &[]),
            Some(CastlingSide::Queen) => return self.say("choice-castle-queen", &[]),
            None => {}
        }
        let (piece, square) = (self.role(mv.role()), mv.to().to_string());
        let (piece, square) = (
            ("piece", Arg::Words(&piece)),
            ("square", Arg::Words(&square)),
        );
        if !mv.is_capture() {
            return self.say("choice-move", &[piece, square]);
        }
        // Only a pawn taken in passing does not stand where the capture ends.
        let taken = position
            .board()
            .piece_at(mv.to())
            .map_or(Role::Pawn, |taken| taken.role);
        let taken = self.role(taken);
        self.say(
            "choice-capture",
            &[piece, ("taken", Arg::Words(&taken)), square],
        )
    }

    pub(super) fn about_game(self, key: &str, game: GameId, opponent: &str) -> String {
        self.say(
            key,
            &[
                ("game", Arg::Words(&game.to_string())),
                ("opponent", Arg::Words(opponent)),
            ],
        )
    }
}
