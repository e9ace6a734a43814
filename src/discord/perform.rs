//! What somebody wants of a game, done: the same for a command, a button and a form.

use crate::app::{Denied, Kept};
use crate::chess::notation::Unread;
use crate::chess::{Color, Move, Position};
use crate::game::{Action, Deed, GameId, PlayerId, Refusal, Revision};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome, private};
use super::plans::view_plan;
use super::post::{Names, before, draw, last_move, names, picture};
use super::view::{Control, Form, Message, Style, board_file_name};
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
        Intent::MoveForm => move_form(call, kept, seen).await,
        Intent::View => view(call, &kept).await,
        Intent::ViewText => view_in_words(call, &kept).await,
        Intent::ViewHere => view_here(call, &kept).await,
        Intent::ViewPlan => view_plan(call, &kept).await,
        Intent::Menu => menu(call, kept).await,
        Intent::AskResign => ask_resign(call, kept).await,
    }
}

async fn act(call: Call<'_>, kept: Kept, seen: Option<Revision>, deed: Deed) -> Outcome {
    let action = Action::By(call.invocation.person.id, deed.clone());
    match call
        .bot
        .app
        .act(kept.game.id, action, seen, call.occasion())
        .await
    {
        Ok(acted) if acted.errands.is_empty() => view_plan(call, &acted.after).await,
        Ok(acted) => {
            let done = call
                .text
                .done_elsewhere(acted.after.game.id, acted.after.place.channel);
            Ok(Answer::Posts {
                errands: acted.errands,
                done,
            })
        }
        Err(Denied::Refused(refusal)) => refused(call, kept.game.id, &deed, &refusal).await,
        Err(Denied::Missing) => private(call.text.no_such_game(kept.game.id)),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

/// The refusal in words, with the buttons that lead on.
async fn refused(call: Call<'_>, game: GameId, deed: &Deed, refusal: &Refusal) -> Outcome {
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
        Refusal::Move(unread) => {
            let position = kept.game.position();
            candidates(position, unread)
                .map(|(uci, san)| {
                    let deed = match deed {
                        Deed::ClaimDraw { .. } => Deed::ClaimDraw { text: Some(uci) },
                        _ => Deed::Move {
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
                    control(Intent::Do(deed), san, Style::Primary)
                })
                .collect()
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

async fn move_form(call: Call<'_>, kept: Kept, seen: Option<Revision>) -> Outcome {
    let by = call.invocation.person.id;
    // Told before the form opens, not after somebody has filled it in.
    let refusal = match kept.game.players.color_of(by) {
        None => Some(Refusal::NotYourGame),
        Some(_) if kept.game.result().is_some() => Some(Refusal::GameOver),
        Some(color) if color != kept.game.turn() => Some(Refusal::NotYourTurn),
        Some(_) if seen.is_some_and(|seen| seen != kept.game.revision()) => Some(Refusal::Stale),
        Some(_) => None,
    };
    if let Some(refusal) = refusal {
        let deed = Deed::Move {
            text: String::new(),
            offer_draw: false,
        };
        return refused(call, kept.game.id, &deed, &refusal).await;
    }
    let opponent = kept.game.opponent_of(by).unwrap_or(by);
    let names = names(&call.bot.app, &kept.game).await?;
    Ok(Answer::Form(Form {
        button: Button::Game {
            game: kept.game.id,
            seen: Some(kept.game.revision()),
            intent: Intent::MoveForm,
        },
        title: call
            .text
            .move_form_title(kept.game.id, &names.plain(opponent)),
        label: call.text.move_form_label(),
        placeholder: call.text.move_form_placeholder(),
    }))
}

/// The board for the person's eyes, his own side at the bottom.
async fn view(call: Call<'_>, kept: &Kept) -> Outcome {
    let names = names(&call.bot.app, &kept.game).await?;
    let side = own_side(kept, call.invocation.person.id);
    let (renderer, line) = (call.bot.renderer.clone(), kept.game.line().clone());
    let name = board_file_name(kept.game.id, kept.game.revision());
    let picture = draw(move || picture(&renderer, &line, side, name)).await?;
    let message = Message::private(summary(call, kept, &names)).with_file(picture);
    Ok(Answer::Message(
        message.with_controls(view_controls(call, kept)),
    ))
}

async fn view_in_words(call: Call<'_>, kept: &Kept) -> Outcome {
    let names = names(&call.bot.app, &kept.game).await?;
    let line = kept.game.line();
    let before = before(line);
    let last = before
        .as_ref()
        .map(crate::chess::Line::position)
        .zip(line.moves().last().copied());
    let words = crate::diagram::describe(line.position(), last);
    private(format!("{}\n{words}", summary(call, kept, &names)))
}

async fn view_here(call: Call<'_>, kept: &Kept) -> Outcome {
    let invocation = call.invocation;
    let missing = super::permissions::missing(invocation);
    if !missing.is_empty() {
        return private(call.text.missing_permissions(&missing));
    }
    match call
        .bot
        .app
        .move_posts_to(kept.game.id, invocation.person.id, invocation.place)
        .await
    {
        Ok(_) => private(call.text.posts_come_here(kept.game.id)),
        Err(Denied::Refused(refusal)) => {
            refused(call, kept.game.id, &Deed::OfferDraw, &refusal).await
        }
        Err(Denied::Missing) => private(call.text.no_such_game(kept.game.id)),
        Err(Denied::Repeat) => Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => Err(fault),
    }
}

/// The opponent, where the person plays the game and it still runs.
fn opponent_now(kept: &Kept, by: PlayerId) -> Result<PlayerId, Refusal> {
    let opponent = kept.game.opponent_of(by).ok_or(Refusal::NotYourGame)?;
    match kept.game.result() {
        None => Ok(opponent),
        Some(_) => Err(Refusal::GameOver),
    }
}

/// What else a player can do, as buttons.
async fn menu(call: Call<'_>, kept: Kept) -> Outcome {
    let by = call.invocation.person.id;
    let opponent = match opponent_now(&kept, by) {
        Ok(opponent) => opponent,
        Err(refusal) => return refused(call, kept.game.id, &Deed::Resign, &refusal).await,
    };
    let control = |intent, seen, label: String, style| {
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
    let seen = Some(kept.game.revision());
    let mut controls: Vec<Control> = choices(call, &kept, by)
        .into_iter()
        .map(|(deed, label)| control(Intent::Do(deed), seen, label, Style::Secondary))
        .collect();
    controls.push(control(
        Intent::AskResign,
        None,
        call.text.resign(),
        Style::Danger,
    ));
    let names = names(&call.bot.app, &kept.game).await?;
    let words = call.text.menu(kept.game.id, &names.shown(opponent));
    Ok(Answer::Message(
        Message::private(words).with_controls(controls),
    ))
}

/// What a player can do now beside moving and resigning.
fn choices(call: Call<'_>, kept: &Kept, by: PlayerId) -> Vec<(Deed, String)> {
    let (game, text) = (&kept.game, call.text);
    let Some(color) = game.players.color_of(by) else {
        return Vec::new();
    };
    let now = call.invocation.at;
    let mut choices = Vec::new();
    if game.line().plies() > 0 {
        choices.push((Deed::OfferDraw, text.offer_draw()));
    }
    if game.can_undo_until(color, now).is_some() {
        choices.push((Deed::Undo, text.undo()));
    } else if game.moves_made_by(color) > 0 {
        choices.push((Deed::AskTakeback, text.ask_takeback()));
    }
    if game.paused_until().is_some() {
        choices.push((Deed::Resume, text.resume_game()));
    } else if game.terms.days.is_some() {
        choices.push((Deed::AskPause, text.ask_pause()));
        if color != game.turn() {
            choices.push((Deed::GiveTime, text.give_time()));
        }
    }
    if !game.both_have_moved() {
        choices.push((Deed::Abort, text.abort()));
    }
    choices
}

async fn ask_resign(call: Call<'_>, kept: Kept) -> Outcome {
    let by = call.invocation.person.id;
    let opponent = match opponent_now(&kept, by) {
        Ok(opponent) => opponent,
        Err(refusal) => return refused(call, kept.game.id, &Deed::Resign, &refusal).await,
    };
    let names = names(&call.bot.app, &kept.game).await?;
    let confirm = Button::Game {
        game: kept.game.id,
        seen: None,
        intent: Intent::Do(Deed::Resign),
    };
    let controls = vec![
        Control::new(confirm, call.text.confirm_resign(), Style::Danger),
        Control::new(Button::Dismiss, call.text.keep_playing(), Style::Secondary),
    ];
    let words = call.text.ask_resign(kept.game.id, &names.shown(opponent));
    Ok(Answer::Message(
        Message::private(words).with_controls(controls),
    ))
}

/// A game in a line or two: who plays whom, the last move, whose turn it is or how it ended.
fn summary(call: Call<'_>, kept: &Kept, names: &Names) -> String {
    let (game, text) = (&kept.game, call.text);
    let [white, black] = [game.players.white, game.players.black].map(|player| names.shown(player));
    let mut lines = vec![text.game_title(game.id, &white, &black)];
    if game.line().plies() > 0 {
        lines.push(text.last_move(&last_move(game.line())));
    }
    lines.push(match (game.result(), game.deadline()) {
        (Some((result, _)), _) => text.result(result, &white, &black),
        (None, Some(deadline)) => {
            text.to_move_until(&names.shown(game.players.of(game.turn())), deadline)
        }
        (None, None) => text.to_move(&names.shown(game.players.of(game.turn()))),
    });
    if let Some(by) = game.draw_offers().standing {
        lines.push(text.draw_offer_stands(&names.shown(game.players.of(by))));
    }
    lines.join("\n")
}

fn view_controls(call: Call<'_>, kept: &Kept) -> Vec<Control> {
    let by = call.invocation.person.id;
    if kept.game.to_move() != Some(by) {
        return Vec::new();
    }
    let button = Button::Game {
        game: kept.game.id,
        seen: Some(kept.game.revision()),
        intent: Intent::MoveForm,
    };
    vec![Control::new(button, call.text.make_move(), Style::Primary)]
}

fn own_side(kept: &Kept, person: PlayerId) -> Color {
    kept.game.players.color_of(person).unwrap_or(Color::White)
}
