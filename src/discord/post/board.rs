//! The board after an action: words, picture, buttons; at the end of a game its record and its replay.

use crate::app::{Kept, SeriesScore};
use crate::chess::{Color, Line};
use crate::diagram::{Diagram, Renderer, Replay, View, describe};
use crate::discord::button::{Button, Intent};
use crate::discord::record::pgn_file;
use crate::discord::text::Text;
use crate::discord::view::{Control, File, Message, Style, board_file_name};
use crate::game::{
    Deed, GameId, Headline, LONGEST_PAUSE, PlayerId, Revision, Termination, WhenTimeRunsOut,
};
use crate::time::Timestamp;

use super::Names;
use super::line::{before, cut_back, earlier_occurrences, last_moves, small_line};

/// A post about a game as it was at a revision.
pub(super) struct Post {
    pub(super) kept: Kept,
    pub(super) revision: Revision,
    pub(super) ply: usize,
    /// How many of the last moves are told in the first line.
    pub(super) news: usize,
    pub(super) headline: Headline,
    pub(super) ping: Option<PlayerId>,
    pub(super) names: Names,
    /// How the series stands, if there is one.
    pub(super) series: Option<SeriesScore>,
    pub(super) text: Text,
    /// When it is posted.
    pub(super) now: Timestamp,
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
        if ended {
            words.push(self.end_line(&line));
        } else {
            words.extend(self.claim_line(&line));
            words.extend(small_line(self.text, &line, self.series()));
        }
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
        // A game without a move leaves nothing to keep and nothing to see again.
        if ended && line.plies() > 0 {
            message = message.with_file(pgn_file(&self.kept, &self.names));
            if let Some(replay) = replay(renderer, game.id, &line, self.text) {
                message = message.with_file(replay);
            }
        }
        if ended {
            message.with_controls([self.rematch()])
        } else if self.revision == game.revision() {
            message.with_controls(self.controls())
        } else {
            // A post that was overtaken while it waited has nothing to press any more.
            message
        }
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
                    game.terms,
                    &turn,
                )
            }
            Headline::Moved { with_draw_offer } => {
                let is_check = line.position().is_check();
                let mut words = if self.news > 1 {
                    let moves = last_moves(line, self.news);
                    text.answered_at_once(&moves, &side(mover), is_check)
                } else {
                    self.moved(line, &side(mover), is_check)
                };
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
            Headline::TakebackAsked { by } => {
                format!(
                    "{} {turn}",
                    text.takeback_asked(&side(by), &self.asked(line, by))
                )
            }
            Headline::TakebackDeclined { by } => {
                format!("{} {turn}", text.takeback_declined(&side(by)))
            }
            Headline::TakenBack { by } => {
                format!("{} {turn}", text.taken_back(&side(by), &side(!by)))
            }
            Headline::Undone => format!("{} {turn}", text.undone(&side(line.position().turn()))),
            Headline::TimeGiven => {
                format!("{} {turn}", text.time_given(&side(mover), &side(!mover)))
            }
            Headline::PauseAsked { by } => {
                let until = self.now + LONGEST_PAUSE;
                let asked = text.pause_asked(&side(by), &self.asked(line, by), until);
                format!("{asked} {turn}")
            }
            Headline::PauseDeclined { by } => format!("{} {turn}", text.pause_declined(&side(by))),
            Headline::Paused => match game.paused_until() {
                Some(until) => text.paused(game.id, until),
                None => turn,
            },
            Headline::Resumed { by: Some(by) } => format!("{} {turn}", text.resumed(&side(by))),
            Headline::Resumed { by: None } => format!("{} {turn}", text.resumed_by_time()),
            Headline::Sheltered => {
                let until = game.away(!mover, game.facts().touched);
                format!("{} {turn}", text.sheltered(&side(!mover), until))
            }
            Headline::TimeUp => {
                let decides = self.names.mention(game.players.of(mover), self.ping);
                text.time_up(&side(!mover), &decides)
            }
            Headline::Ended => self.result_line(line),
        }
    }

    /// The moves that are news, and who played the last of them.
    fn moved(&self, line: &Line, player: &str, is_check: bool) -> String {
        self.text
            .moved(&last_moves(line, self.news.max(1)), player, is_check)
    }

    /// The one who is asked by `by`; he may be to move, and is then named again behind.
    fn asked(&self, line: &Line, by: Color) -> String {
        let player = self.kept.game.players.of(!by);
        if !by == line.position().turn() {
            self.names.shown(player)
        } else {
            self.names.mention(player, self.ping)
        }
    }

    /// What the player to move may claim, and where the position stood before.
    fn claim_line(&self, line: &Line) -> Option<String> {
        let claims = line.claims();
        let player = self
            .names
            .shown(self.kept.game.players.of(line.position().turn()));
        if claims.threefold {
            let earlier = earlier_occurrences(self.text, line);
            Some(self.text.may_claim_repetition(&player, &earlier))
        } else if claims.fifty {
            Some(self.text.may_claim_fifty_moves(&player))
        } else {
            None
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
        let turn = match (game.deadline(), game.paused_until()) {
            (Some(deadline), _) => self.text.to_move_until(&to_move, deadline),
            (None, None) => self.text.to_move(&to_move),
            (None, Some(until)) => {
                let paused = self.text.paused(game.id, until);
                format!("{} {paused}", self.text.to_move(&to_move))
            }
        };
        let away = game.away(line.position().turn(), game.facts().touched);
        match away.filter(|_| self.headline != Headline::Sheltered) {
            Some(until) => {
                let player = self.names.shown(game.players.of(line.position().turn()));
                format!("{turn} {}", self.text.on_vacation(&player, until))
            }
            None => turn,
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
                let moved = self.moved(line, &self.names.shown(game.players.of(mover)), false);
                format!("{moved} {told}")
            }
            Termination::Claim(_) => {
                let earlier = earlier_occurrences(text, line);
                let claimed = text.claimed(result, &earlier);
                if self.news > 0 {
                    let mover = self.names.shown(game.players.of(!line.position().turn()));
                    format!("{} {told} {claimed}", self.moved(line, &mover, false))
                } else {
                    format!("{told} {claimed}")
                }
            }
            Termination::Agreement
            | Termination::Resignation
            | Termination::TimeOut(_)
            | Termination::Aborted(_)
            | Termination::NeverBegun
            | Termination::Abandoned(_)
            | Termination::ServerGone => told,
        }
    }

    /// The opening and the length, counted in moves as players do: a move is one of each side.
    fn end_line(&self, line: &Line) -> String {
        let opening = crate::openings::name(line);
        let words = self.text.end_line(
            line.plies().div_ceil(2) as u64,
            opening.map(|opening| (opening.eco, opening.name)),
        );
        match self.series() {
            Some(series) => format!("{words} · {series}"),
            None => words,
        }
    }

    /// How the series stands; a game alone makes none.
    fn series(&self) -> Option<String> {
        let score = self
            .series
            .filter(|score| score.series != self.kept.game.id)?;
        series_words(&score, &self.names, self.text)
    }

    fn rematch(&self) -> Control {
        let button = Button::Game {
            game: self.kept.game.id,
            seen: None,
            intent: Intent::Rematch,
        };
        Control::new(button, self.text.rematch(), Style::Primary)
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
        let text = self.text;
        let mut controls: Vec<Control> = self
            .answers()
            .into_iter()
            .map(|(deed, label, style)| control(Intent::Do(deed), label, style))
            .collect();
        if game.line().claims().any() {
            controls.push(control(
                Intent::Do(Deed::ClaimDraw { text: None }),
                text.claim_draw(),
                Style::Success,
            ));
        }
        controls.push(control(
            Intent::MoveForm,
            self.text.make_move(),
            Style::Primary,
        ));
        controls.push(control(Intent::View, self.text.my_view(), Style::Secondary));
        controls.push(control(Intent::Menu, self.text.more(), Style::Secondary));
        controls
    }
}

impl Post {
    /// What can be answered to what stands open.
    fn answers(&self) -> Vec<(Deed, String, Style)> {
        let (game, text) = (&self.kept.game, self.text);
        let turn = &game.facts().turn;
        let mut answers = Vec::new();
        let mut question = |yes: (Deed, String), no: (Deed, String)| {
            answers.push((yes.0, yes.1, Style::Success));
            answers.push((no.0, no.1, Style::Secondary));
        };
        if turn.draw_offers.standing.is_some() {
            question(
                (Deed::AcceptDraw, text.accept_draw()),
                (Deed::DeclineDraw, text.decline_draw()),
            );
        }
        if turn.takeback.is_some() {
            question(
                (Deed::AcceptTakeback, text.accept_takeback()),
                (Deed::DeclineTakeback, text.decline_takeback()),
            );
        }
        if turn.pause_asked.is_some() {
            question(
                (Deed::AcceptPause, text.accept_pause()),
                (Deed::DeclinePause, text.decline_pause()),
            );
        }
        if turn.time_up_told && game.terms.when_time_runs_out == WhenTimeRunsOut::OpponentDecides {
            question(
                (Deed::ClaimWin, text.claim_win()),
                (Deed::GiveTime, text.give_time()),
            );
        }
        if game.paused_until().is_some() {
            answers.push((Deed::Resume, text.resume_game(), Style::Secondary));
        }
        answers
    }
}

/// How a series stands, once a game has counted.
pub(super) fn series_words(score: &SeriesScore, names: &Names, text: Text) -> Option<String> {
    let ranked = score
        .ranked()
        .map(|(player, halves)| (names.shown(player), halves));
    let [(first, points), (second, others)] = &ranked;
    score
        .has_begun()
        .then(|| text.series([(first, *points), (second, *others)]))
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
