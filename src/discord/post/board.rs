//! The board after an action: words, picture, buttons; at the end of a game its record and its replay.

use crate::app::Kept;
use crate::chess::{Color, Line};
use crate::diagram::{Diagram, Renderer, Replay, View, describe};
use crate::discord::button::{Button, Intent};
use crate::discord::record::pgn_file;
use crate::discord::text::Text;
use crate::discord::view::{Control, File, Message, Style, board_file_name};
use crate::game::{GameId, Headline, PlayerId, Revision, Termination};

use super::Names;
use super::line::{before, cut_back, last_move, small_line};

/// A post about a game as it was at a revision.
pub(super) struct Post {
    pub(super) kept: Kept,
    pub(super) revision: Revision,
    pub(super) ply: usize,
    pub(super) headline: Headline,
    pub(super) ping: Option<PlayerId>,
    pub(super) names: Names,
    pub(super) text: Text,
}

impl Post {
    pub(super) fn compose(&self, renderer: &Renderer) -> Message {
        let game = &self.kept.game;
        let line = cut_back(game.line(), self.ply);
        let ended = self.headline == Headline::Ended;
        let view = if ended {
            Color::White
        } else {
            line.position().turn()
        };
        let mut words = vec![self.first_line(&line).trim_end().to_owned()];
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
            message = message.with_file(pgn_file(&self.kept, &self.names));
            if let Some(replay) = replay(renderer, game.id, &line, self.text) {
                message = message.with_file(replay);
            }
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
                // The one who is asked may be to move, and is then named again behind.
                let asked = if !by == line.position().turn() {
                    side(!by)
                } else {
                    self.names.mention(game.players.of(!by), self.ping)
                };
                format!("{} {turn}", text.draw_offered(&side(by), &asked))
            }
            Headline::DrawDeclined { by } => format!("{} {turn}", text.draw_declined(&side(by))),
            Headline::Ended => self.result_line(line),
        }
    }

    /// Whose turn it is and until when; nothing once that has been overtaken.
    fn turn(&self, line: &Line) -> String {
        let game = &self.kept.game;
        if self.revision != game.revision() {
            return String::new();
        }
        let to_move = self
            .names
            .mention(game.players.of(line.position().turn()), self.ping);
        match game.deadline() {
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

/// A picture of a position, its alt text included.
pub(in crate::discord) fn picture(
    renderer: &Renderer,
    line: &Line,
    view: Color,
    name: String,
) -> File {
    let position = line.position();
    let view = match view {
        Color::White => View::White,
        Color::Black => View::Black,
    };
    let last = line.moves().last().copied();
    let diagram = Diagram::of(position, last).view(view);
    let before = before(line);
    let alt = describe(position, before.as_ref().map(Line::position).zip(last));
    File {
        name,
        bytes: renderer.png(&diagram),
        alt: Some(alt),
    }
}

/// The whole game as an animated picture, unless it is too long for one that Discord takes.
fn replay(renderer: &Renderer, game: GameId, line: &Line, text: Text) -> Option<File> {
    Some(File {
        name: format!("penpawn-{game}.gif"),
        bytes: renderer.gif(&Replay::new(line)?),
        alt: Some(text.replay_alt()),
    })
}
