//! A game as it stands.

use super::{DrawOffers, GameId, GameResult, Plan, PlayerId, Reminder, Revision, TurnClock};
use crate::chess::{Color, Line, Move, Position};
use crate::time::{Days, Span, Timestamp};

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

/// What happens to a player whose time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WhenTimeRunsOut {
    /// The game ends by itself.
    #[default]
    GameEnds,
    /// The opponent claims the win, waits, or gives time.
    OpponentDecides,
}

/// On what a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The time for each move; `None` without limit.
    pub days: Option<Days>,
    /// What happens at the end of that time.
    pub when_time_runs_out: WhenTimeRunsOut,
}

/// A move of the game's line and when it was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// When it counted.
    pub at: Timestamp,
    /// What was left on the mover's clock; `None` without limit, and for moves from before that was kept.
    pub left: Option<Span>,
}

/// What belongs to the present turn. An undone move brings it back as it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnState {
    /// The clock of the player to move; `None` without limit.
    pub clock: Option<TurnClock>,
    /// The draw offers.
    pub draw_offers: DrawOffers,
    /// The last reminder that the player to move got in this turn.
    pub reminded: Option<Reminder>,
    /// Whether a vacation has kept the player to move from running out of time in this turn.
    pub sheltered: bool,
    /// Whether people know that the time of the player to move is over, and the opponent has to decide.
    pub time_up_told: bool,
    /// Who has asked for a takeback that is not answered yet.
    pub takeback: Option<Color>,
    /// Who has asked for a takeback in this turn, whatever the answer was.
    pub takeback_askers: Askers,
    /// Who has asked for a pause that is not answered yet.
    pub pause_asked: Option<Color>,
    /// What each player will do in answer to the other's moves.
    pub plans: Plans,
}

/// The plans of both players. Nobody but its owner may see one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plans {
    /// White's.
    pub white: Plan,
    /// Black's.
    pub black: Plan,
}

impl Plans {
    /// The plan of that player.
    pub fn of(&self, color: Color) -> &Plan {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    pub(super) fn set(&mut self, color: Color, plan: Plan) {
        match color {
            Color::White => self.white = plan,
            Color::Black => self.black = plan,
        }
    }
}

/// Which of the players have asked for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Askers {
    /// White has.
    pub white: bool,
    /// Black has.
    pub black: bool,
}

impl Askers {
    /// Whether that player has.
    pub fn contain(self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    pub(super) fn add(&mut self, color: Color) {
        match color {
            Color::White => self.white = true,
            Color::Black => self.black = true,
        }
    }
}

/// The way back from the last move: all that the move has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undo {
    /// Until when it is open.
    pub until: Timestamp,
    /// The turn as it was before the move.
    pub before: TurnState,
    /// Until when the mover was on vacation from this game.
    pub away: Option<Timestamp>,
    /// Until when the game was paused at most; `None` when it was not.
    pub paused_until: Option<Timestamp>,
}

/// What a game is kept with beside its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// What belongs to the present turn.
    pub turn: TurnState,
    /// The way back from the last move, while there may be one.
    pub undo: Option<Undo>,
    /// Until when White is on vacation from this game, or was; one that has ended early was until then.
    pub white_away: Option<Timestamp>,
    /// The same for Black.
    pub black_away: Option<Timestamp>,
    /// Until when the game is paused at most; `None` while it is not.
    pub paused_until: Option<Timestamp>,
    /// Since when no clock runs because the bot was removed from the game's server; `None` while it is there.
    pub server_gone: Option<Timestamp>,
    /// How it ended and when; `None` while it runs.
    pub result: Option<(GameResult, Timestamp)>,
    /// How many events were seen by all.
    pub revision: Revision,
    /// When something last happened.
    pub touched: Timestamp,
}

impl Facts {
    /// Until when the player to move has time; `None` without limit, in a pause, and once the game is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        match self.result {
            None => self.turn.clock?.deadline(),
            Some(_) => None,
        }
    }

    /// Until when the color is on vacation from this game, or last was.
    pub fn away(&self, color: Color) -> Option<Timestamp> {
        match color {
            Color::White => self.white_away,
            Color::Black => self.black_away,
        }
    }
}

/// A game between two people. It changes by [`Game::apply`] alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Its number.
    pub id: GameId,
    /// Who plays.
    pub players: Players,
    /// On what it is played.
    pub terms: Terms,
    /// When it began.
    pub started: Timestamp,
    pub(super) line: Line,
    pub(super) times: Vec<(Timestamp, Option<Span>)>,
    pub(super) facts: Facts,
}

impl Game {
    /// A new game from the given position.
    pub fn new(
        id: GameId,
        players: Players,
        terms: Terms,
        start: Position,
        started: Timestamp,
    ) -> Game {
        let clock = terms.days.map(|days| TurnClock::start(started, days, None));
        Game {
            id,
            players,
            terms,
            started,
            line: Line::new(start),
            times: Vec::new(),
            facts: Facts {
                turn: TurnState {
                    clock,
                    ..TurnState::default()
                },
                touched: started,
                ..Facts::default()
            },
        }
    }

    /// A game as it was kept: what the moves do not imply is put back over a replay of them. Each move must be legal
    /// where it stands.
    pub fn restore(fresh: Game, moves: impl IntoIterator<Item = PlayedMove>, facts: Facts) -> Game {
        let mut game = Game { facts, ..fresh };
        for played in moves {
            game.line.push(played.mv);
            game.times.push((played.at, played.left));
        }
        game
    }

    /// The moves and the position.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// What the moves do not imply.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The moves with their times, in order.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = PlayedMove> + '_ {
        self.line
            .moves()
            .iter()
            .zip(&self.times)
            .map(|(&mv, &(at, left))| PlayedMove { mv, at, left })
    }

    /// Whose turn it is by color.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Who is to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<PlayerId> {
        self.facts
            .result
            .is_none()
            .then(|| self.players.of(self.turn()))
    }

    /// The other player's id, for a player of this game.
    pub fn opponent_of(&self, player: PlayerId) -> Option<PlayerId> {
        self.players
            .color_of(player)
            .map(|color| self.players.of(!color))
    }

    /// The draw offers.
    pub fn draw_offers(&self) -> &DrawOffers {
        &self.facts.turn.draw_offers
    }

    /// What that player will do in answer to the opponent's moves.
    pub fn plan(&self, color: Color) -> &Plan {
        self.facts.turn.plans.of(color)
    }

    /// The position that the player's plan is made for: the present one, or while the plan waits for the answer to a
    /// draw offer the one before the last move.
    pub fn plan_position(&self, color: Color) -> &Position {
        let positions = self.line.positions();
        let last = positions.len() - 1;
        let moves_back = usize::from(color == self.turn()).min(last);
        &positions[last - moves_back]
    }

    /// How it ended and when; `None` while it runs.
    pub fn result(&self) -> Option<(GameResult, Timestamp)> {
        self.facts.result
    }

    /// How many of its events everybody has seen.
    pub fn revision(&self) -> Revision {
        self.facts.revision
    }

    /// When the present turn began: at the last move, or at the start.
    pub fn turn_started(&self) -> Timestamp {
        self.times.last().map_or(self.started, |&(at, _)| at)
    }

    /// Until when the player to move has time; `None` without limit, in a pause, and once the game is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.facts.deadline()
    }

    /// Until when the color is on vacation from this game; `None` when it is not, as of `at`.
    pub fn away(&self, color: Color, at: Timestamp) -> Option<Timestamp> {
        self.facts.away(color).filter(|&until| until > at)
    }

    /// Until when the game is paused at most; `None` while it is not.
    pub fn paused_until(&self) -> Option<Timestamp> {
        self.facts.paused_until
    }

    /// Whether both players have moved: before that a game can be aborted.
    pub fn both_have_moved(&self) -> bool {
        self.line.plies() >= 2
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
