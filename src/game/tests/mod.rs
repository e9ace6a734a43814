//! The law of the game, by rows and on random play.

mod absences;
mod acting;
mod challenges;
mod claims;
mod draw_offers;
mod endings;
mod plans;
mod random_time;
mod second_thoughts;
mod stopping;
mod time_outs;

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
    act_at(game, START, action)
}

fn act_at(game: &mut Game, at: Timestamp, action: &Action) -> Result<Vec<Event>, Refusal> {
    let events = game.decide(action, None, at)?;
    apply(game, &events);
    Ok(events)
}

/// So much later than the game began.
fn after(span: Span) -> Timestamp {
    START + span
}

/// The player to move plays these moves, at `at`.
#[track_caller]
fn play(game: &mut Game, at: Timestamp, moves: &str) {
    for word in moves.split_whitespace() {
        let action = read(game, word);
        if let Err(refusal) = act_at(game, at, &action) {
            panic!("{word}: {refusal:?}");
        }
    }
}

/// Somebody does something that is accepted.
#[track_caller]
fn does(game: &mut Game, at: Timestamp, by: PlayerId, deed: Deed) -> Vec<Event> {
    let action = Action::By(by, deed);
    match act_at(game, at, &action) {
        Ok(events) => events,
        Err(refusal) => panic!("{action:?}: {refusal:?}"),
    }
}

/// What it is refused for.
#[track_caller]
fn refused(game: &Game, at: Timestamp, by: PlayerId, deed: Deed) -> Refusal {
    let action = Action::By(by, deed);
    match game.decide(&action, None, at) {
        Err(refusal) => refusal,
        Ok(events) => panic!("{action:?} led to {events:?}"),
    }
}

/// Time passes, for a player who has no vacation left.
fn tick(game: &mut Game, at: Timestamp) -> Result<Vec<Event>, Refusal> {
    act_at(game, at, &Action::CheckClock { shelter: None })
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
