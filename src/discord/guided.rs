//! Ways to a move beside playing it outright: the form, a choice of piece and then of square, and the board that a
//! move leads to, seen before it is played.
//!
//! Every step is one private message that becomes the next one. Nothing is kept between the steps: each button and
//! each choice carries the game, the revision that was looked at, and the piece or the move.

use std::collections::BTreeMap;

use crate::app::{Denied, Kept};
use crate::chess::notation::Unread;
use crate::chess::{Color, Line, Move, Position, Role, Square};
use crate::diagram::{Diagram, View, describe};
use crate::game::{Action, Deed, GameId, PlayerId, Refusal, Revision};

use super::button::{Button, Intent};
use super::call::{Answer, Call, Outcome, private};
use super::look::{own_side, view};
use super::perform::{act, own_move, refused};
use super::post::{before, draw, names};
use super::view::{Control, File, Form, Menu, MenuChoice, Message, Style};

/// Every move that is shown before it is played has this picture; no post is ever taken for it.
const PREVIEW_FILE: &str = "penpawn-preview.png";
/// The picture of where a piece can go.
const TARGETS_FILE: &str = "penpawn-targets.png";

/// How a move that is shown first was entered, and so can be changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Typed,
    Picked,
}

/// A typed move: played, or shown first to those who want that.
pub(super) async fn typed(
    call: Call<'_>,
    kept: Kept,
    seen: Option<Revision>,
    text: String,
    offer_draw: bool,
) -> Outcome {
    let deed = Deed::Move { text, offer_draw };
    let person = call.invocation.person.id;
    if call.bot.app.person_settings(person).await?.preview {
        preview(call, kept.game.id, seen, deed, Way::Typed).await
    } else {
        act(call, kept, seen, deed).await
    }
}

/// What the chosen move leads to.
pub(super) async fn show(
    call: Call<'_>,
    kept: Kept,
    seen: Option<Revision>,
    uci: String,
) -> Outcome {
    let deed = Deed::Move {
        text: uci,
        offer_draw: false,
    };
    preview(call, kept.game.id, seen, deed, Way::Picked).await
}

async fn preview(
    call: Call<'_>,
    game: GameId,
    seen: Option<Revision>,
    deed: Deed,
    way: Way,
) -> Outcome {
    let person = call.invocation.person.id;
    let action = Action::By(person, deed.clone());
    let foreseen = call
        .bot
        .app
        .foresee(game, action, seen, call.invocation.at)
        .await;
    let (kept, events) = match foreseen {
        Ok(foreseen) => foreseen,
        Err(Denied::Refused(refusal)) => {
            return match refusal {
                Refusal::Move(Unread::Ambiguous(moves)) if way == Way::Picked => {
                    ask_promotion(call, game, &moves).await
                }
                refusal => refused(call, game, &deed, &refusal).await,
            };
        }
        Err(Denied::Missing) => return private(call.text.no_such_game(game)),
        Err(Denied::Repeat) => return Ok(Answer::Nothing),
        Err(Denied::Fault(fault)) => return Err(fault),
    };
    // Only his own move is shown: what the opponent has planned against it is not for him to see.
    let Some(mv) = own_move(&events) else {
        return view(call, &kept).await;
    };
    let offer_draw = matches!(
        deed,
        Deed::Move {
            offer_draw: true,
            ..
        }
    );
    let message = Message::private(preview_words(call, &kept, mv, offer_draw))
        .with_file(preview_picture(call, &kept, mv).await?)
        .with_controls(preview_controls(call, &kept, mv, offer_draw, way));
    Ok(Answer::Message(message))
}

fn preview_words(call: Call<'_>, kept: &Kept, mv: Move, offer_draw: bool) -> String {
    let line = with_move(kept.game.line(), mv);
    let words = call.text.move_words(kept.game.position(), mv);
    let shown = super::post::last_move(&line);
    let mut words = call.text.preview(kept.game.id, &shown, &words);
    if offer_draw {
        words = format!("{words} {}", call.text.preview_offers_draw());
    }
    words
}

fn preview_controls(
    call: Call<'_>,
    kept: &Kept,
    mv: Move,
    offer_draw: bool,
    way: Way,
) -> Vec<Control> {
    let text = call.text;
    let play = Intent::Do(Deed::Move {
        text: kept.game.position().uci(mv),
        offer_draw,
    });
    let label = if offer_draw {
        text.play_with_offer()
    } else {
        text.play()
    };
    let another = match way {
        Way::Typed => control(kept, Intent::MoveForm, text.change(), Style::Secondary),
        Way::Picked => control(
            kept,
            Intent::PieceOn(mv.from()),
            text.back(),
            Style::Secondary,
        ),
    };
    vec![
        control(kept, play, label, Style::Success),
        another,
        Control::new(Button::Dismiss, text.not_now(), Style::Secondary),
    ]
}

/// A pawn was sent to the last rank: what should it become?
async fn ask_promotion(call: Call<'_>, game: GameId, moves: &[Move]) -> Outcome {
    let Some(kept) = call.bot.app.game(game).await? else {
        return private(call.text.no_such_game(game));
    };
    let Some(&pawn) = moves.first() else {
        return view(call, &kept).await;
    };
    let position = kept.game.position();
    let mut controls: Vec<Control> = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .into_iter()
        .filter_map(|role| {
            let mv = moves.iter().find(|mv| mv.promotion() == Some(role))?;
            let intent = Intent::Show(position.uci(*mv));
            let label = call.text.promotion_choice(role);
            Some(control(&kept, intent, label, Style::Primary))
        })
        .collect();
    let back = Intent::PieceOn(pawn.from());
    controls.push(control(&kept, back, call.text.back(), Style::Secondary));
    let message = Message::private(call.text.ask_promotion())
        .with_file(targets_picture(call, &kept, pawn.from(), vec![pawn.to()]).await?)
        .with_controls(controls);
    Ok(Answer::Message(message))
}

/// Where the piece on a square can go: on the board, and in words to choose from.
pub(super) async fn targets(
    call: Call<'_>,
    kept: Kept,
    seen: Option<Revision>,
    from: Square,
) -> Outcome {
    if let Some(refusal) = not_to_move(&kept, call.invocation.person.id, seen) {
        return refuse_to_begin(call, &kept, &refusal).await;
    }
    let position = kept.game.position();
    let moves = moves_by_target(position, from);
    let Some(role) = position.board().piece_at(from).map(|piece| piece.role) else {
        return view(call, &kept).await;
    };
    if moves.is_empty() {
        return view(call, &kept).await;
    }
    let question = call.text.ask_target(kept.game.id, role, from);
    let choices: Vec<MenuChoice> = moves
        .iter()
        .map(|(uci, mv)| MenuChoice {
            button: button(&kept, Intent::Show(uci.clone())),
            label: call.text.target(position, *mv),
            description: None,
        })
        .collect();
    let menus = menus(&choices, |part, parts| call.text.where_to(part, parts));
    let squares = moves.values().map(|mv| mv.to()).collect();
    let message = Message::private(question)
        .with_file(targets_picture(call, &kept, from, squares).await?)
        .with_menus(menus)
        .with_controls([
            control(&kept, Intent::View, call.text.back(), Style::Secondary),
            type_a_move(call, &kept),
        ]);
    Ok(Answer::Message(message))
}

/// The moves of a piece by their UCI, the four promotions to a square as one.
fn moves_by_target(position: &Position, from: Square) -> BTreeMap<String, Move> {
    let moves = position.legal_moves().into_iter();
    moves
        .filter(|mv| mv.from() == from)
        .map(|mv| {
            let mut uci = position.uci(mv);
            uci.truncate(4);
            (uci, mv)
        })
        .collect()
}

/// The pieces of the player to move that can move, to choose from.
pub(super) fn piece_menus(call: Call<'_>, kept: &Kept) -> Vec<Menu> {
    let position = kept.game.position();
    let mut pieces: BTreeMap<(usize, Square), Vec<String>> = BTreeMap::new();
    for mv in position.legal_moves() {
        let moves = pieces.entry((rank_of(mv.role()), mv.from())).or_default();
        moves.push(position.san(mv));
    }
    let choices: Vec<MenuChoice> = pieces
        .into_iter()
        .map(|((rank, square), mut moves)| {
            moves.sort_unstable();
            MenuChoice {
                button: button(kept, Intent::PieceOn(square)),
                label: call.text.piece(IN_ORDER[rank], square),
                description: Some(moves.join(", ")),
            }
        })
        .collect();
    menus(&choices, |_, _| call.text.choose_a_piece())
}

/// The order in which pieces are listed, as every player knows them.
const IN_ORDER: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

fn rank_of(role: Role) -> usize {
    IN_ORDER
        .iter()
        .position(|&listed| listed == role)
        .unwrap_or(IN_ORDER.len() - 1)
}

/// As many menus as the choices need; each is told which of how many it is.
fn menus(choices: &[MenuChoice], placeholder: impl Fn(usize, usize) -> String) -> Vec<Menu> {
    let parts = choices.len().div_ceil(Menu::MOST);
    choices
        .chunks(Menu::MOST)
        .enumerate()
        .map(|(index, choices)| Menu {
            placeholder: placeholder(index + 1, parts),
            choices: choices.to_vec(),
        })
        .collect()
}

/// Opens the form for a move.
pub(super) fn type_a_move(call: Call<'_>, kept: &Kept) -> Control {
    let label = call.text.type_a_move();
    control(kept, Intent::MoveForm, label, Style::Secondary)
}

/// The form for a move.
pub(super) async fn move_form(call: Call<'_>, kept: Kept, seen: Option<Revision>) -> Outcome {
    let by = call.invocation.person.id;
    // Told before the form opens, not after somebody has filled it in.
    if let Some(refusal) = not_to_move(&kept, by, seen) {
        return refuse_to_begin(call, &kept, &refusal).await;
    }
    let opponent = kept.game.opponent_of(by).unwrap_or(by);
    let names = names(&call.bot.app, &kept.game).await?;
    Ok(Answer::Form(Form {
        button: button(&kept, Intent::MoveForm),
        title: call
            .text
            .move_form_title(kept.game.id, &names.plain(opponent)),
        label: call.text.move_form_label(),
        placeholder: call.text.move_form_placeholder(),
    }))
}

/// Why the person has no move to enter, if so.
fn not_to_move(kept: &Kept, by: PlayerId, seen: Option<Revision>) -> Option<Refusal> {
    match kept.game.players.color_of(by) {
        None => Some(Refusal::NotYourGame),
        Some(_) if kept.game.result().is_some() => Some(Refusal::GameOver),
        Some(color) if color != kept.game.turn() => Some(Refusal::NotYourTurn),
        Some(_) if seen.is_some_and(|seen| seen != kept.game.revision()) => Some(Refusal::Stale),
        Some(_) => None,
    }
}

async fn refuse_to_begin(call: Call<'_>, kept: &Kept, refusal: &Refusal) -> Outcome {
    let deed = Deed::Move {
        text: String::new(),
        offer_draw: false,
    };
    refused(call, kept.game.id, &deed, refusal).await
}

fn button(kept: &Kept, intent: Intent) -> Button {
    Button::Game {
        game: kept.game.id,
        seen: Some(kept.game.revision()),
        intent,
    }
}

fn control(kept: &Kept, intent: Intent, label: String, style: Style) -> Control {
    Control::new(button(kept, intent), label, style)
}

async fn preview_picture(call: Call<'_>, kept: &Kept, mv: Move) -> Result<File, crate::app::Fault> {
    let side = view_of(kept, call.invocation.person.id);
    let after = with_move(kept.game.line(), mv);
    let alt = describe(after.position(), Some((kept.game.position(), mv)));
    let diagram = Diagram::of(after.position(), Some(mv)).view(side);
    paint(call, diagram, PREVIEW_FILE, alt).await
}

async fn targets_picture(
    call: Call<'_>,
    kept: &Kept,
    from: Square,
    targets: Vec<Square>,
) -> Result<File, crate::app::Fault> {
    let side = view_of(kept, call.invocation.person.id);
    let line = kept.game.line();
    let last = line.moves().last().copied();
    let before = before(line);
    let board = describe(
        line.position(),
        before.as_ref().map(Line::position).zip(last),
    );
    let named: Vec<String> = targets.iter().map(Square::to_string).collect();
    let alt = call.text.targets_alt(from, &named.join(", "), &board);
    let diagram = Diagram::of(line.position(), last)
        .view(side)
        .highlights([from])
        .targets(targets);
    paint(call, diagram, TARGETS_FILE, alt).await
}

fn view_of(kept: &Kept, person: PlayerId) -> View {
    match own_side(kept, person) {
        Color::White => View::White,
        Color::Black => View::Black,
    }
}

async fn paint(
    call: Call<'_>,
    diagram: Diagram,
    name: &str,
    alt: String,
) -> Result<File, crate::app::Fault> {
    let renderer = call.bot.renderer.clone();
    Ok(File {
        name: name.to_owned(),
        bytes: draw(move || renderer.png(&diagram)).await?,
        alt: Some(alt),
    })
}

fn with_move(line: &Line, mv: Move) -> Line {
    let mut line = line.clone();
    line.push(mv);
    line
}
