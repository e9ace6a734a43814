//! What somebody wants of a game, done: the same for a command, a button and a form.

use crate::app::{Acted, Denied, Kept};
use crate::chess::notation::Unread;
use crate::chess::{Move, Position};
use crate::game::{Action, Deed, Event, GameId, PlanRefusal, Refusal, Revision};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome, private};
use super::commands::ask_rematch;
use super::guided::{move_form, show, targets, typed};
use super::look::{undo_offer, view, view_here, view_in_words};
use super::menu::{ask_resign, menu};
use super::plans::view_plan;
use super::post::{last_move, names};
use super::view::{Control, Message, Style};
use super::which::{Which, may_see, which};

/// Does it to the game that the invocation names, or that alone can be meant.
pub(super) async fn perform_on_fitting_game(call: Call<'_>, intent: Intent) -> Outcome {
    match which(call, &intent).await? {
        Which::Answer(answer) => Ok(answer),
        Which::Game(kept) => perform(call, *kept, None, intent).await,
    }
}

/// Does it to a game by its number, as a button says. `seen` is the revision that the button was made for.
pub(super) async fn perform_on(
    call: Call<'_>,
    game: GameId,
    seen: Option<Revision>,
    intent: Intent,
) -> Outcome {
    match call
        .bot
        .app
        .game(game)
        .await?
        .filter(|kept| may_see(call, kept))
    {
        Some(kept) => perform(call, kept, seen, intent).await,
        None => private(call.text.no_such_game(game)),
    }
}

async fn perform(call: Call<'_>, kept: Kept, seen: Option<Revision>, intent: Intent) -> Outcome {
    match intent {
        Intent::Do(deed) => act(call, kept, seen, deed).await,
        Intent::Typed { text, offer_draw } => typed(call, kept, seen, text, offer_draw).await,
        Intent::PieceOn(square) => targets(call, kept, seen, square).await,
        Intent::Show(uci) => show(call, kept, seen, uci).await,
        Intent::MoveForm => move_form(call, kept, seen).await,
        Intent::View => view(call, &kept).await,
        Intent::ViewText => view_in_words(call, &kept).await,
        Intent::ViewHere => view_here(call, &kept).await,
        Intent::ViewPlan => view_plan(call, &kept).await,
        Intent::Menu => menu(call, kept).await,
        Intent::AskResign => ask_resign(call, kept).await,
        Intent::Rematch => ask_rematch(call, &kept).await,
    }
}

/// Does it at once.
pub(super) async fn act(call: Call<'_>, kept: Kept, seen: Option<Revision>, deed: Deed) -> Outcome {
    let action = Action::By(call.invocation.person.id, deed.clone());
    match call
        .bot
        .app
        .act(kept.game.id, action, seen, call.occasion())
        .await
    {
        Ok(acted) if acted.errands.is_empty() => view_plan(call, &acted.after).await,
        Ok(acted) => Ok(Answer::Posts {
            done: done(call, &acted),
            errands: acted.errands,
        }),
        Err(Denied::Refused(refusal)) => refused(call, kept.game.id, &deed, &refusal).await,
        Err(Denied::Missing) => private(call.text.no_such_game(kept.game.id)),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

/// What the person reads who does not get the board as his answer, or whose private question led to it.
fn done(call: Call<'_>, acted: &Acted) -> Message {
    let (game, place, text) = (&acted.after.game, acted.after.place, call.text);
    let moved = own_move(&acted.events);
    let what = moved.map(|mv| {
        let mut line = acted.before.line().clone();
        line.push(mv);
        text.played(&last_move(&line))
    });
    let mut words = vec![what.unwrap_or_else(|| text.done())];
    words.push(if place.channel == call.invocation.place.channel {
        text.board_below(game.id)
    } else {
        text.board_elsewhere(game.id, place.channel)
    });
    let undo = moved.and_then(|_| undo_offer(call, &acted.after));
    words.extend(undo.as_ref().map(|(words, _)| words.clone()));
    Message::private(words.join(" ")).with_controls(undo.map(|(_, control)| control))
}

/// The move that somebody played himself among what came of it; plans may have answered it.
pub(super) fn own_move(events: &[Event]) -> Option<Move> {
    events.iter().find_map(|event| match *event {
        Event::Moved {
            mv, planned: false, ..
        } => Some(mv),
        _ => None,
    })
}

/// The refusal in words, with the buttons that lead on.
pub(super) async fn refused(
    call: Call<'_>,
    game: GameId,
    deed: &Deed,
    refusal: &Refusal,
) -> Outcome {
    // Looked up once more, since what was refused is the game as it stands now.
    let Some(kept) = call.bot.app.game(game).await? else {
        return private(call.text.no_such_game(game));
    };
    let names = names(&call.bot.app, &kept.game).await?;
    let opponent = kept
        .game
        .opponent_of(call.invocation.person.id)
        .map(|opponent| names.shown(opponent));
    let words = call
        .text
        .refusal(&kept.game, refusal, opponent.as_deref(), deed);
    let message = Message::private(words).with_controls(ways_on(call, &kept, deed, refusal));
    Ok(Answer::Message(message))
}

fn ways_on(call: Call<'_>, kept: &Kept, deed: &Deed, refusal: &Refusal) -> Vec<Control> {
    let seen = Some(kept.game.revision());
    let control = |intent, label: String, style| {
        Control::new(
            Button::Game {
                game: kept.game.id,
                seen,
                intent,
            },
            label,
            style,
        )
    };
    match refusal {
        Refusal::OpponentHasOffered => vec![
            control(
                Intent::Do(Deed::AcceptDraw),
                call.text.accept_draw(),
                Style::Success,
            ),
            control(
                Intent::Do(Deed::DeclineDraw),
                call.text.decline_draw(),
                Style::Secondary,
            ),
        ],
        Refusal::OpponentAsksTakeback => vec![
            control(
                Intent::Do(Deed::AcceptTakeback),
                call.text.accept_takeback(),
                Style::Success,
            ),
            control(
                Intent::Do(Deed::DeclineTakeback),
                call.text.decline_takeback(),
                Style::Secondary,
            ),
        ],
        Refusal::Move(unread) => {
            let position = kept.game.position();
            let mut moves = candidates(position, unread)
                .map(|(uci, san)| {
                    let intent = match deed {
                        Deed::ClaimDraw { .. } => Intent::Do(Deed::ClaimDraw { text: Some(uci) }),
                        _ => Intent::Typed {
                            text: uci,
                            offer_draw: matches!(
                                deed,
                                Deed::Move {
                                    offer_draw: true,
                                    ..
                                }
                            ),
                        },
                    };
                    control(intent, san, Style::Primary)
                })
                .collect::<Vec<_>>();
            let is_move = matches!(deed, Deed::Move { .. });
            if moves.is_empty() && is_move {
                let label = call.text.choose_on_the_board();
                moves.push(control(Intent::View, label, Style::Primary));
            }
            moves
        }
        Refusal::Stale => vec![control(Intent::View, call.text.my_view(), Style::Primary)],
        Refusal::WrongClaim { .. } => vec![control(
            Intent::Do(Deed::OfferDraw),
            call.text.offer_a_draw_instead(),
            Style::Secondary,
        )],
        Refusal::BegunAlready => vec![control(
            Intent::AskResign,
            call.text.resign(),
            Style::Danger,
        )],
        Refusal::TooLateToUndo => vec![control(
            Intent::Do(Deed::AskTakeback),
            call.text.ask_takeback(),
            Style::Secondary,
        )],
        Refusal::Plan(PlanRefusal::NoSuchLine) => vec![control(
            Intent::ViewPlan,
            call.text.show_plan(),
            Style::Secondary,
        )],
        Refusal::PausedAlready { .. } => vec![control(
            Intent::Do(Deed::Resume),
            call.text.resume_game(),
            Style::Primary,
        )],
        Refusal::NotYourGame
        | Refusal::GameOver
        | Refusal::ArrivedTooLate
        | Refusal::TimeIsUp { .. }
        | Refusal::NotYourTurn
        | Refusal::OfferBeforeFirstMove
        | Refusal::OfferStandsAlready
        | Refusal::OfferTooSoon { .. }
        | Refusal::NoDrawOffer
        | Refusal::OwnDrawOffer { .. }
        | Refusal::NothingToTakeBack
        | Refusal::TakebackAskedAlready
        | Refusal::TakebackAskedThisTurn
        | Refusal::NoTakebackAsked
        | Refusal::OwnTakeback
        | Refusal::NoTimeLimit
        | Refusal::OwnClock
        | Refusal::EnoughTime
        | Refusal::TimeNotUp
        | Refusal::TimeJustUp
        | Refusal::EndsByItself
        | Refusal::NotPaused
        | Refusal::PauseAskedAlready
        | Refusal::NoPauseAsked
        | Refusal::OwnPauseAsk
        | Refusal::Plan(_)
        | Refusal::NothingPlanned
        | Refusal::ServerGone
        | Refusal::NotDue => Vec::new(),
    }
}

/// The moves that a typed text can mean, in UCI and SAN, when it can mean several.
fn candidates<'a>(
    position: &'a Position,
    unread: &'a Unread,
) -> impl Iterator<Item = (String, String)> + 'a {
    let moves: &[Move] = match unread {
        Unread::Ambiguous(moves) => moves,
        Unread::Illegal(_) | Unread::Unreadable => &[],
    };
    moves
        .iter()
        .take(25)
        .map(|&mv| (position.uci(mv), position.san(mv)))
}
