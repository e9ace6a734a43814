//! The posts that everybody sees: the board after every action, a challenge, and how a challenge ended.
//!
//! A post is composed when it is sent, from the game as it is kept, cut back to the ply that the post is about.

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::{App, Fault, Kept};
use crate::chess::{Color, Line, Role};
use crate::diagram::{Diagram, Renderer, Replay, View, describe};
use crate::game::{
    Challenge, ChallengeEnd, Game, GameId, Headline, Notice, PlayerId, Revision, Termination,
};

use super::button::{Button, Intent};
use super::text::Text;
use super::view::{Control, File, Message, Style, board_file_name, escape};

/// The message for a notice; `None` when what it is about is gone.
pub(super) async fn compose(
    app: &App,
    renderer: &Arc<Renderer>,
    text: Text,
    notice: Notice,
) -> Result<Option<Message>, Fault> {
    match notice {
        Notice::Board {
            game,
            revision,
            ply,
            headline,
            ping,
        } => {
            let Some(kept) = app.game(game).await? else {
                return Ok(None);
            };
            let names = names(app, &kept.game).await?;
            let renderer = Arc::clone(renderer);
            let ply = ply as usize;
            let post = BoardPost {
                kept,
                revision,
                ply,
                headline,
                ping,
                names,
                text,
            };
            draw(move || post.compose(&renderer)).await.map(Some)
        }
        Notice::Challenge { challenge, ping } => {
            let Some(challenge) = app.challenge_by_id(challenge).await? else {
                return Ok(None);
            };
            let names = challenge_names(app, &challenge).await?;
            Ok(Some(challenge_post(&challenge, &names, ping, text)))
        }
        Notice::ChallengeOver { challenge, ping } => {
            let Some(challenge) = app.challenge_by_id(challenge).await? else {
                return Ok(None);
            };
            let names = challenge_names(app, &challenge).await?;
            Ok(challenge_over(&challenge, &names, ping, text))
        }
    }
}

/// Draws beside the tasks that answer people: none of them waits for a picture but the one that needs it.
pub(super) async fn draw<T: Send + 'static>(
    paint: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    tokio::task::spawn_blocking(paint)
        .await
        .map_err(|error| Fault::new(format!("drawing broke off: {error}")))
}

/// The names of two players, made safe to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names {
    by_id: HashMap<PlayerId, String>,
}

impl Names {
    /// Looks up those people.
    pub(super) async fn of(app: &App, players: &[PlayerId]) -> Result<Names, Fault> {
        Ok(Names {
            by_id: app.names(players).await?,
        })
    }

    /// The name, escaped.
    pub(super) fn shown(&self, player: PlayerId) -> String {
        self.by_id
            .get(&player)
            .map_or_else(|| player.to_string(), |name| escape(name))
    }

    /// The name as it is, for files and where Discord reads no markdown.
    pub(super) fn plain(&self, player: PlayerId) -> String {
        self.by_id
            .get(&player)
            .cloned()
            .unwrap_or_else(|| player.to_string())
    }

    /// A mention for the one who is pinged, a name for everybody else.
    pub(super) fn mention(&self, player: PlayerId, ping: Option<PlayerId>) -> String {
        if ping == Some(player) {
            format!("<@{player}>")
        } else {
            self.shown(player)
        }
    }
}

/// The names of a game's players.
pub(super) async fn names(app: &App, game: &Game) -> Result<Names, Fault> {
    Names::of(app, &[game.players.white, game.players.black]).await
}

async fn challenge_names(app: &App, challenge: &Challenge) -> Result<Names, Fault> {
    let people: Vec<_> = [Some(challenge.challenger), challenge.terms.opponent]
        .into_iter()
        .flatten()
        .collect();
    Names::of(app, &people).await
}

/// A picture of a position, its alt text included.
pub(super) fn picture(renderer: &Renderer, line: &Line, view: Color, name: String) -> File {
    let position = line.position();
    let view = match view {
        Color::White => View::White,
        Color::Black => View::Black,
    };
    let last = line.moves().last().copied();
    let diagram = Diagram::of(position, last).view(view);
    let before = (line.plies() > 0).then(|| {
        let mut before = line.clone();
        before.pop();
        before
    });
    let alt = describe(position, before.as_ref().map(Line::position).zip(last));
    File {
        name,
        bytes: renderer.png(&diagram),
        alt: Some(alt),
    }
}

/// The whole game as an animated picture.
fn replay(renderer: &Renderer, game: GameId, line: &Line, text: Text) -> File {
    File {
        name: format!("penpawn-{game}.gif"),
        bytes: renderer.gif(&Replay::new(line)),
        alt: Some(text.replay_alt()),
    }
}

/// The line as it was after so many plies.
pub(super) fn cut_back(line: &Line, plies: usize) -> Line {
    let mut line = line.clone();
    while line.plies() > plies {
        line.pop();
    }
    line
}

struct BoardPost {
    kept: Kept,
    revision: Revision,
    ply: usize,
    headline: Headline,
    ping: Option<PlayerId>,
    names: Names,
    text: Text,
}

impl BoardPost {
    fn compose(&self, renderer: &Renderer) -> Message {
        let game = &self.kept.game;
        let line = cut_back(game.line(), self.ply);
        let ended = self.headline == Headline::Ended;
        let view = if ended {
            Color::White
        } else {
            line.position().turn()
        };
        let mut words = vec![self.first_line(&line)];
        words.extend(if ended {
            Some(self.end_line(&line))
        } else {
            small_line(self.text, &line)
        });
        let mut message = Message {
            content: words.join("\n"),
            ping: self.ping,
            ..Message::default()
        };
        message = message.with_file(picture(
            renderer,
            &line,
            view,
            board_file_name(game.id, self.revision),
        ));
        if ended {
            message = message.with_file(super::record::pgn_file(&self.kept, &self.names));
            message = message.with_file(replay(renderer, game.id, &line, self.text));
        }
        // A post that was overtaken while it waited has nothing to press any more.
        if !ended && self.revision == game.revision() {
            message = message.with_controls(self.controls());
        }
        message
    }

    fn first_line(&self, line: &Line) -> String {
        let (game, text) = (&self.kept.game, self.text);
        let side = |color| self.names.shown(game.players.of(color));
        let mover = !line.position().turn();
        let turn = self.turn(line);
        match self.headline {
            Headline::Started => {
                // The one to move is named again behind; one mention is enough.
                let side = |color| {
                    if color == line.position().turn() {
                        side(color)
                    } else {
                        self.names.mention(game.players.of(color), self.ping)
                    }
                };
                text.game_started(
                    game.id,
                    &side(Color::White),
                    &side(Color::Black),
                    game.days,
                    &turn,
                )
            }
            Headline::Moved { with_draw_offer } => {
                let mut words =
                    text.moved(&last_move(line), &side(mover), line.position().is_check());
                if with_draw_offer {
                    words = format!("{words} {}", text.offers_draw_with_it(&side(mover)));
                }
                format!("{words} {turn}")
            }
            Headline::DrawOffered { by } => {
                let asked = self.names.mention(game.players.of(!by), self.ping);
                format!("{} {turn}", text.draw_offered(&side(by), &asked))
            }
            Headline::DrawDeclined { by } => format!("{} {turn}", text.draw_declined(&side(by))),
            Headline::Ended => self.result_line(line),
        }
    }

    fn turn(&self, line: &Line) -> String {
        let game = &self.kept.game;
        let to_move = self
            .names
            .mention(game.players.of(line.position().turn()), self.ping);
        let overtaken = self.revision != game.revision();
        match game.deadline().filter(|_| !overtaken) {
            Some(deadline) => self.text.to_move_until(&to_move, deadline),
            None => self.text.to_move(&to_move),
        }
    }

    fn result_line(&self, line: &Line) -> String {
        let (game, text) = (&self.kept.game, self.text);
        let Some((result, _)) = game.result() else {
            return self.turn(line);
        };
        let side = |color: Color| self.names.mention(game.players.of(color), self.ping);
        let told = self
            .text
            .result(result, &side(Color::White), &side(Color::Black));
        match result.termination {
            Termination::Automatic(_) => {
                let mover = !line.position().turn();
                let moved = text.moved(
                    &last_move(line),
                    &self.names.shown(game.players.of(mover)),
                    false,
                );
                format!("{moved} {told}")
            }
            Termination::Agreement | Termination::Resignation => told,
        }
    }

    /// The opening and the length, counted in moves as players do: a move is one of each side.
    fn end_line(&self, line: &Line) -> String {
        let opening = crate::openings::name(line);
        self.text.end_line(
            line.plies().div_ceil(2) as u64,
            opening.map(|opening| (opening.eco, opening.name)),
        )
    }

    fn controls(&self) -> Vec<Control> {
        let game = &self.kept.game;
        let control = |intent, label, style| {
            Control::new(
                Button::Game {
                    game: game.id,
                    seen: Some(self.revision),
                    intent,
                },
                label,
                style,
            )
        };
        let mut controls = Vec::new();
        if game.draw_offers().standing.is_some() {
            controls.push(control(
                Intent::AcceptDraw,
                self.text.accept_draw(),
                Style::Success,
            ));
            controls.push(control(
                Intent::DeclineDraw,
                self.text.decline_draw(),
                Style::Secondary,
            ));
        }
        controls.push(control(
            Intent::MoveForm,
            self.text.make_move(),
            Style::Primary,
        ));
        controls.push(control(Intent::View, self.text.my_view(), Style::Secondary));
        controls.push(control(
            Intent::Menu,
            self.text.draw_or_resign(),
            Style::Secondary,
        ));
        controls
    }
}

/// The last move with its number, `14. Nf3` or `14... Nf6`.
pub(super) fn last_move(line: &Line) -> String {
    numbered(line, line.plies().saturating_sub(1))
}

fn numbered(line: &Line, from: usize) -> String {
    let first = line.start();
    let offset = usize::from(first.turn() == Color::Black);
    let mut words = Vec::new();
    for (ply, san) in line.san_moves().iter().enumerate().skip(from) {
        let number = first.fullmove_number() as usize + (ply + offset) / 2;
        let by_white = (ply + offset).is_multiple_of(2);
        if by_white {
            words.push(format!("{number}. {san}"));
        } else if words.is_empty() {
            words.push(format!("{number}... {san}"));
        } else {
            words.push(san.clone());
        }
    }
    words.join(" ")
}

/// The last three moves and the material difference, in small type; nothing before the first move.
fn small_line(text: Text, line: &Line) -> Option<String> {
    if line.plies() == 0 {
        return None;
    }
    let moves = numbered(line, line.plies().saturating_sub(3));
    Some(text.small_line(&moves, material_difference(line)))
}

/// White's pieces less Black's, counted as queen 9, rook 5, bishop and knight 3, pawn 1.
fn material_difference(line: &Line) -> i32 {
    let value = |role| match role {
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
        Role::King => 0,
    };
    let board = line.position().board();
    let pieces = crate::chess::Square::ALL
        .into_iter()
        .filter_map(|square| board.piece_at(square));
    pieces
        .map(|piece| {
            if piece.color == Color::White {
                value(piece.role)
            } else {
                -value(piece.role)
            }
        })
        .sum()
}

fn challenge_post(
    challenge: &Challenge,
    names: &Names,
    ping: Option<PlayerId>,
    text: Text,
) -> Message {
    let challenger = names.shown(challenge.challenger);
    let opponent = challenge
        .terms
        .opponent
        .map(|opponent| names.mention(opponent, ping));
    let content = text.challenge(
        &challenger,
        opponent.as_deref(),
        &challenge.terms,
        challenge.expires(),
    );
    let mut controls = vec![Control::new(
        Button::AcceptChallenge(challenge.id),
        text.accept(),
        Style::Success,
    )];
    if challenge.terms.opponent.is_some() {
        controls.push(Control::new(
            Button::DeclineChallenge(challenge.id),
            text.decline(),
            Style::Secondary,
        ));
    }
    controls.push(Control::new(
        Button::WithdrawChallenge(challenge.id),
        text.withdraw(),
        Style::Secondary,
    ));
    Message {
        content,
        ping,
        ..Message::default()
    }
    .with_controls(controls)
}

fn challenge_over(
    challenge: &Challenge,
    names: &Names,
    ping: Option<PlayerId>,
    text: Text,
) -> Option<Message> {
    let challenger = names.mention(challenge.challenger, ping);
    let opponent = challenge
        .terms
        .opponent
        .map(|opponent| names.shown(opponent));
    let content = match challenge.end? {
        ChallengeEnd::Accepted(_) => return None,
        ChallengeEnd::Declined => text.challenge_declined(&challenger, opponent.as_deref()),
        ChallengeEnd::Withdrawn => text.challenge_withdrawn(&challenger, opponent.as_deref()),
        ChallengeEnd::Expired => text.challenge_expired(&challenger, opponent.as_deref()),
    };
    Some(Message {
        content,
        ping,
        ..Message::default()
    })
}
