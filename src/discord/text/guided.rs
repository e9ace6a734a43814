//! Sentences on the way to a move: which piece, where to, and what it leads to.

use crate::chess::{CastlingSide, Move, Position, Role, Square};
use crate::game::GameId;
use crate::time::Timestamp;

use super::{Arg, Text};

sentences! {
    /// Plays the move that is shown.
    play() = "button-play";
    /// The same, and offers a draw with it.
    play_with_offer() = "button-play-with-offer";
    /// Lets another move be typed.
    change() = "button-change";
    /// Leads one step back.
    back() = "button-back";
    /// Drops it.
    not_now() = "button-not-now";
    /// Opens the form for a move.
    type_a_move() = "button-type-a-move";
    /// Shows the board with the pieces to choose from.
    choose_on_the_board() = "button-choose-on-the-board";
    /// Stands in the menu of pieces.
    choose_a_piece() = "choose-a-piece";
    /// A promotion lacks its piece.
    ask_promotion() = "ask-promotion";
    /// A draw is to be offered with the move that is shown.
    preview_offers_draw() = "preview-offers-draw";
    /// A move was played.
    played(mv) = "played";
}

impl Text {
    /// A piece in a menu, as in "Knight f3".
    pub(crate) fn piece(self, role: Role, square: Square) -> String {
        let piece = capitalized(&self.role(role));
        self.say(
            "piece",
            &[
                ("piece", Arg::Words(&piece)),
                ("square", Arg::Words(&square.to_string())),
            ],
        )
    }

    /// Where the chosen piece should go.
    pub(crate) fn ask_target(self, game: GameId, role: Role, square: Square) -> String {
        self.say(
            "ask-target",
            &[
                ("game", Arg::Words(&game.to_string())),
                ("piece", Arg::Words(&self.role(role))),
                ("square", Arg::Words(&square.to_string())),
            ],
        )
    }

    /// Where a piece can go, for those who hear the board; `board` is the position in words.
    pub(crate) fn targets_alt(self, from: Square, targets: &str, board: &str) -> String {
        self.say(
            "targets-alt",
            &[
                ("square", Arg::Words(&from.to_string())),
                ("targets", Arg::Words(targets)),
                ("board", Arg::Words(board)),
            ],
        )
    }

    /// Stands in the menu of squares; where one menu is not enough, it tells which of how many it is.
    pub(crate) fn where_to(self, part: usize, parts: usize) -> String {
        if parts <= 1 {
            return self.say("where-to", &[]);
        }
        self.say(
            "where-to-part",
            &[
                ("part", Arg::Words(&part.to_string())),
                ("parts", Arg::Words(&parts.to_string())),
            ],
        )
    }

    /// A square in a menu and what happens there, as in "e5: takes pawn, check". A promotion counts whatever the
    /// pawn becomes.
    pub(crate) fn target(self, position: &Position, mv: Move) -> String {
        let square = mv.to().to_string();
        let details = self.details(position, mv);
        if details.is_empty() {
            return square;
        }
        self.say(
            "target",
            &[
                ("square", Arg::Words(&square)),
                ("words", Arg::Words(&details.join(", "))),
            ],
        )
    }

    fn details(self, position: &Position, mv: Move) -> Vec<String> {
        let mut details = Vec::new();
        match mv.castling_side() {
            Some(CastlingSide::King) => details.push(self.say("choice-castle-king", &[])),
            Some(CastlingSide::Queen) => details.push(self.say("choice-castle-queen", &[])),
            None => {}
        }
        if mv.is_en_passant() {
            details.push(self.say("target-takes-in-passing", &[]));
        } else if let Some(taken) = mv.captured() {
            let taken = self.role(taken);
            details.push(self.say("target-takes", &[("taken", Arg::Words(&taken))]));
        }
        if mv.promotion().is_some() {
            details.push(self.say("target-promotes", &[]));
            return details;
        }
        let after = position.after(mv);
        match (after.is_check(), after.legal_moves().is_empty()) {
            (false, _) => {}
            (true, false) => details.push(self.say("target-check", &[])),
            (true, true) => details.push(self.say("target-checkmate", &[])),
        }
        details
    }

    /// What a pawn can become.
    pub(crate) fn promotion_choice(self, role: Role) -> String {
        capitalized(&self.role(role))
    }

    /// The board after a move that is not played yet: the move as it is written, and in words.
    pub(crate) fn preview(self, game: GameId, mv: &str, words: &str) -> String {
        self.say(
            "preview",
            &[
                ("game", Arg::Words(&game.to_string())),
                ("move", Arg::Words(mv)),
                ("words", Arg::Words(words)),
            ],
        )
    }

    /// Until when a move can be undone, to the second.
    /// <https://discord.com/developers/docs/reference#message-formatting-timestamp-styles>
    pub(crate) fn can_undo_until(self, until: Timestamp) -> String {
        let until = format!("<t:{}:T>", until.as_seconds());
        self.say("can-undo-until", &[("until", Arg::Words(&until))])
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    #[track_caller]
    fn check_target(fen: &str, san: &str, expected: &str) {
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let mv = position.parse_san(san).unwrap();
        assert_eq!(Text::default().target(&position, mv), expected);
    }

    #[test]
    fn targets_are_told_in_words() {
        check_target(&Position::start().fen(), "Nf3", "f3");
        check_target(
            "4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1",
            "Rxe5",
            "e5: takes pawn, check",
        );
        check_target(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "exd6",
            "d6: takes a pawn in passing",
        );
        check_target(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "g1: castle on the king’s side",
        );
        check_target(
            "k2r4/4P3/1K6/8/8/8/8/8 w - - 0 1",
            "exd8=Q",
            "d8: takes rook, becomes another piece",
        );
        check_target("k7/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8", "h8: checkmate");
    }

    #[test]
    fn pieces_are_named_with_their_squares() {
        assert_eq!(Text::default().piece(Role::Knight, Square::F3), "Knight f3");
        assert_eq!(Text::default().promotion_choice(Role::Queen), "Queen");
    }
}
