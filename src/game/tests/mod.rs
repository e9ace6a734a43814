//! The law of the game, by rows and on random play.

mod acting;
mod challenges;
mod draw_offers;
mod endings;
mod plans;
mod stopping;

use super::*;
use crate::chess::{CastlingMode, Color, Ending, Outcome, Position};
use crate::time::{Days, Span, Timestamp};

const WHITE: PlayerId = PlayerId(1);
const BLACK: PlayerId = PlayerId(2);
const NOBODY: PlayerId = PlayerId(3);
const START: Timestamp = Timestamp::from_millis(1_000_000);

fn terms(days: Option<Days>) -> Terms {
    Terms {
        days,
        ..Terms::default()
    }
}

fn game() -> Game {
    let players = Players {
        white: WHITE,
        black: BLACK,
    };
    Game::new(
        GameId(1),
        players,
        terms(Some(Days::DEFAULT)),
        Position::start(),
        START,
    )
}

fn game_from(fen: &str) -> Game {
    let players = Players {
        white: WHITE,
        black: BLACK,
    };
    let start = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    Game::new(GameId(1), players, Terms::default(), start, START)
}

fn act(game: &mut Game, action: &Action) -> Result<Vec<Event>, Refusal> {
    let events = game.decide(action, None, START)?;
    apply(game, &events);
    Ok(events)
}

fn apply(game: &mut Game, events: &[Event]) {
    for event in events {
        game.apply(event);
    }
}

/// What people do, one word each: a move, by whoever is to move; with `=` after it, with a draw offer; `w=` and `b=`
/// offer, `w+` and `b+` accept, `w-` and `b-` decline, `w#` and `b#` resign.
fn read(game: &Game, word: &str) -> Action {
    let player = |letter: &str| if letter == "w" { WHITE } else { BLACK };
    match word.split_at(1) {
        (letter @ ("w" | "b"), "=") => Action::By(player(letter), Deed::OfferDraw),
        (letter @ ("w" | "b"), "+") => Action::By(player(letter), Deed::AcceptDraw),
        (letter @ ("w" | "b"), "-") => Action::By(player(letter), Deed::DeclineDraw),
        (letter @ ("w" | "b"), "#") => Action::By(player(letter), Deed::Resign),
        _ => Action::By(
            game.players.of(game.turn()),
            Deed::Move {
                text: word.trim_end_matches('=').to_owned(),
                offer_draw: word.ends_with('='),
            },
        ),
    }
}

#[track_caller]
fn played(words: &str) -> Game {
    let mut game = game();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let action = read(&game, word);
        if let Err(refusal) = act(&mut game, &action) {
            panic!("{word}: {refusal:?}");
        }
    }
    game
}

/// After all words but the last were accepted, the last is refused so.
#[track_caller]
fn check_refused(words: &str, expected: Refusal) {
    let (before, last) = words.rsplit_once(' ').unwrap_or(("", words));
    let mut game = played(before);
    let action = read(&game, last);
    assert_eq!(act(&mut game, &action), Err(expected), "{words}");
}

#[track_caller]
fn check_ended(words: &str, outcome: Outcome, termination: Termination) {
    let game = played(words);
    assert_eq!(
        game.result(),
        Some((
            GameResult {
                outcome: Some(outcome),
                termination
            },
            START
        )),
        "{words}"
    );
    assert_eq!(
        (game.to_move(), game.deadline(), game.draw_offers().standing),
        (None, None, None),
        "{words}"
    );
}
