//! A game as it stands, and how an event changes it.

use super::{DrawOffers, Event, GameId, GameResult, PlayerId, Revision};
use crate::chess::{Color, Line, Move, Position};
use crate::time::{Days, Timestamp};

/// The two people of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players {
    /// Who plays White.
    pub white: PlayerId,
    /// Who plays Black.
    pub black: PlayerId,
}

impl Players {
    /// Who plays that color.
    pub fn of(&self, color: Color) -> PlayerId {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The color that the person plays, if he plays.
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.of(color) == player)
    }
}

/// A move of the game's line and when it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// When it counted.
    pub at: Timestamp,
}

/// A game between two people. It changes by [`Game::apply`] alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Its number.
    pub id: GameId,
    /// Who plays.
    pub players: Players,
    /// The time for each move; `None` without limit.
    pub days: Option<Days>,
    /// When it began.
    pub started: Timestamp,
    pub(super) line: Line,
    pub(super) times: Vec<Timestamp>,
    pub(super) draw_offers: DrawOffers,
    pub(super) result: Option<(GameResult, Timestamp)>,
    pub(super) revision: Revision,
}

impl Game {
    /// A new game from the given position.
    pub fn new(
        id: GameId,
        players: Players,
        days: Option<Days>,
        start: Position,
        started: Timestamp,
    ) -> Game {
        Game {
            id,
            players,
            days,
            started,
            line: Line::new(start),
            times: Vec::new(),
            draw_offers: DrawOffers::default(),
            result: None,
            revision: Revision::FIRST,
        }
    }

    /// A game as it was kept: what the moves do not imply is put back over a replay of them. Each move must be legal
    /// where it stands.
    pub fn restore(
        fresh: Game,
        moves: impl IntoIterator<Item = PlayedMove>,
        draw_offers: DrawOffers,
        result: Option<(GameResult, Timestamp)>,
        revision: Revision,
    ) -> Game {
        let mut game = fresh;
        for played in moves {
            game.line.push(played.mv);
            game.times.push(played.at);
        }
        Game {
            draw_offers,
            result,
            revision,
            ..game
        }
    }

    /// Makes an event so.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::Moved { mv, at } => {
                self.draw_offers.moved(self.turn());
                self.line.push(mv);
                self.times.push(at);
            }
            Event::DrawOffered { by } => self.draw_offers.offer(by, self.moves_made_by(by)),
            Event::DrawDeclined { .. } => self.draw_offers.close(),
            Event::Ended { result, at } => {
                self.draw_offers.close();
                self.result = Some((result, at));
            }
        }
        self.revision = self.revision.next();
    }

    /// The moves and the position.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// The moves with their times, in order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = PlayedMove> + '_ {
        self.line
            .moves()
            .iter()
            .zip(&self.times)
            .map(|(&mv, &at)| PlayedMove { mv, at })
    }

    /// Whose turn it is by color.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Who is to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<PlayerId> {
        self.result.is_none().then(|| self.players.of(self.turn()))
    }

    /// The other player's id, for a player of this game.
    pub fn opponent_of(&self, player: PlayerId) -> Option<PlayerId> {
        self.players
            .color_of(player)
            .map(|color| self.players.of(!color))
    }

    /// The draw offers.
    pub fn draw_offers(&self) -> &DrawOffers {
        &self.draw_offers
    }

    /// How it ended and when; `None` while it runs.
    pub fn result(&self) -> Option<(GameResult, Timestamp)> {
        self.result
    }

    /// How many events it has accepted.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// When the present turn began: at the last move, or at the start.
    pub fn turn_started(&self) -> Timestamp {
        self.times.last().copied().unwrap_or(self.started)
    }

    /// Until when the player to move has time; `None` without limit or once the game is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        match (self.result, self.days) {
            (None, Some(days)) => Some(self.turn_started() + days.span()),
            (Some(_), _) | (None, None) => None,
        }
    }

    /// How many moves the color has made.
    pub fn moves_made_by(&self, color: Color) -> u32 {
        let plies = self.line.plies() as u32;
        let first_mover = self.line.start().turn();
        if color == first_mover {
            plies.div_ceil(2)
        } else {
            plies / 2
        }
    }
}
