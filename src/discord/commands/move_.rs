//! `/move`: plays a move, with a draw offer or without.

use crate::chess::{Move, Position};
use crate::discord::button::Intent;
use crate::discord::call::{Answer, Answering, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::perform::perform_on_fitting_game;
use crate::discord::text::Text;
use crate::discord::view::{Choice, ChoiceValue, MAX_CHOICES};

use super::{Command, GAME, Opt, OptKind};

/// `/move <move> [draw] [game]`.
pub(super) const COMMAND: Command = Command {
    name: "move",
    options: &[
        Opt {
            name: "move",
            kind: OptKind::CompletedText,
            required: true,
        },
        Opt {
            name: "draw",
            kind: OptKind::Flag,
            required: false,
        },
        GAME,
    ],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: Some(complete),
};

async fn run(call: Call<'_>) -> Outcome {
    let text = call
        .invocation
        .text_option("move")
        .unwrap_or_default()
        .to_owned();
    let offer_draw = call.invocation.flag_option("draw");
    perform_on_fitting_game(call, Intent::Typed { text, offer_draw }).await
}

/// Offers the legal moves of the games in which the person is to move.
pub(super) fn complete(call: Call<'_>) -> Answering<'_> {
    Box::pin(async move {
        let What::Autocomplete { focused, typed, .. } = &call.invocation.what else {
            return Ok(Answer::Nothing);
        };
        if focused == GAME.name {
            return super::games::complete_game(call).await;
        }
        let person = call.invocation.person.id;
        let number = call.invocation.integer_option(GAME.name);
        let running = call.bot.app.running_games(person).await?;
        let mine = running
            .iter()
            .filter(|kept| kept.game.to_move() == Some(person));
        let (here, named): (Vec<_>, Vec<_>) = match number {
            Some(number) => (
                Vec::new(),
                mine.filter(|kept| kept.game.id.0 as i64 == number)
                    .collect(),
            ),
            None => (
                mine.filter(|kept| kept.place.channel == call.invocation.place.channel)
                    .collect(),
                Vec::new(),
            ),
        };
        let mut choices: Vec<Choice> = Vec::new();
        for kept in here.into_iter().chain(named) {
            for choice in offered(call.text, kept.game.position(), typed) {
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
        }
        choices.truncate(MAX_CHOICES);
        Ok(Answer::Choices(choices))
    })
}

/// The legal moves that fit what is typed, those first whose notation begins so.
fn offered(text: Text, position: &Position, typed: &str) -> Vec<Choice> {
    let typed = typed.trim();
    let rated = position.legal_moves().into_iter().filter_map(|mv| {
        let san = position.san(mv);
        let words = text.move_words(position, mv);
        let rank = rank(&san, &position.uci(mv), &words, typed)?;
        Some((rank, san, mv))
    });
    let mut fitting: Vec<(u8, String, Move)> = rated.collect();
    // A pawn becomes a queen before anything else.
    fitting.sort_by_cached_key(|(rank, san, _)| (*rank, san.replace("=Q", "= ")));
    fitting.truncate(MAX_CHOICES);
    let choice = |(_, san, mv)| Choice {
        name: text.move_choice(position, mv),
        value: ChoiceValue::Text(san),
    };
    fitting.into_iter().map(choice).collect()
}

/// How well a move fits what is typed, 0 best; `None` if it does not.
fn rank(san: &str, uci: &str, words: &str, typed: &str) -> Option<u8> {
    let plain = |text: &str| {
        text.to_lowercase()
            .replace(['x', '-', '=', '+', '#', ' '], "")
            .replace('0', "o")
    };
    let (typed_plain, typed_words) = (plain(typed), typed.to_lowercase());
    let mut tails = words.match_indices(' ').map(|(at, _)| &words[at + 1..]);
    if san.starts_with(typed) {
        Some(0)
    } else if plain(san).starts_with(&typed_plain) || uci.starts_with(&typed_plain) {
        Some(1)
    } else if words.starts_with(&typed_words) || tails.any(|tail| tail.starts_with(&typed_words)) {
        Some(2)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::CastlingMode;

    #[track_caller]
    fn check_words(fen: &str, san: &str, expected: &str) {
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let mv = position.parse_san(san).unwrap();
        assert_eq!(Text::default().move_choice(&position, mv), expected);
    }

    #[test]
    fn moves_are_offered_in_words() {
        let start = &Position::start().fen();
        check_words(start, "Nf3", "Nf3: knight to f3");
        check_words(
            "4k3/8/8/4p3/8/3N4/8/4RK2 w - - 0 1",
            "Nxe5",
            "Nxe5: knight takes pawn on e5",
        );
        check_words(
            "4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1",
            "Rxe5",
            "Rxe5+: rook takes pawn on e5, check",
        );
        check_words(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "exd6",
            "exd6: pawn takes pawn on d6",
        );
        check_words(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "O-O: castle on the king’s side",
        );
        check_words(
            "k7/7P/1K6/8/8/8/8/8 w - - 0 1",
            "h8=Q",
            "h8=Q#: pawn to h8, becomes a queen, checkmate",
        );
    }

    #[track_caller]
    fn check_offered(fen: &str, typed: &str, expected: &[&str]) {
        let position = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let offered: Vec<_> = offered(Text::default(), &position, typed)
            .into_iter()
            .map(|choice| choice.value)
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|san| ChoiceValue::Text((*san).to_owned()))
            .collect();
        assert_eq!(offered, expected, "{typed:?}");
    }

    #[test]
    fn legal_moves_that_fit_are_offered() {
        let start = &Position::start().fen();
        check_offered(start, "N", &["Na3", "Nc3", "Nf3", "Nh3"]);
        check_offered(start, "nf", &["Nf3"]);
        check_offered(start, "e2e", &["e3", "e4"]);
        check_offered(start, "knight", &["Na3", "Nc3", "Nf3", "Nh3"]);
        check_offered(start, "Ke2", &[]);
        check_offered("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0", &["O-O"]);
        check_offered("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "oo", &["O-O"]);
        check_offered(
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8",
            &["a8=Q+", "a8=B", "a8=N", "a8=R+"],
        );
    }
}
