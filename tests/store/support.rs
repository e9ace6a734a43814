//! A database in a folder of its own, a clock that the test sets, and short names for what people do.

use std::fs;
use std::path::{Path, PathBuf};

use penpawn::app::{
    Acted, Answer, Answered, App, Denied, Kept, Made, Occasion, OpenError, Origin, VacationStanding,
};
use penpawn::game::{
    Action, ChallengeLimits, ChallengeRefusal, ChallengeTerms, ChannelId, ColorChoice, Deed,
    GameId, GuildId, InteractionId, Place, PlayerId, Refusal,
};
use penpawn::time::{Clock, Days, Span, Timestamp};
use tempfile::TempDir;

pub(crate) const ANNA: PlayerId = PlayerId(101);
pub(crate) const BORIS: PlayerId = PlayerId(102);
pub(crate) const CLARA: PlayerId = PlayerId(103);
pub(crate) const SQUARE: Place = Place {
    guild: Some(GuildId(1)),
    channel: ChannelId(11),
};
pub(crate) const CAFE: Place = Place {
    guild: Some(GuildId(1)),
    channel: ChannelId(12),
};
/// 2026-11-29, the first instant of every test.
pub(crate) const START: Timestamp = Timestamp::from_millis(1_795_910_400_000);

pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(crate) folder: TempDir,
}

impl TestApp {
    pub(crate) fn new() -> TestApp {
        TestApp::limited(ChallengeLimits {
            running_games: 1_000,
            challenges_an_hour: 1_000,
        })
    }

    pub(crate) fn limited(limits: ChallengeLimits) -> TestApp {
        let folder = TempDir::new().unwrap();
        set_clock(folder.path(), START);
        let app = App::open(&database(folder.path()), limits, clock(folder.path())).unwrap();
        TestApp { app, folder }
    }

    /// The same database in a new process, as far as one process can tell.
    pub(crate) fn reopened(self) -> TestApp {
        let TestApp { app, folder } = self;
        let limits = app.limits();
        drop(app);
        let app = App::open(&database(folder.path()), limits, clock(folder.path())).unwrap();
        TestApp { app, folder }
    }

    pub(crate) fn pass(&self, span: Span) -> Timestamp {
        let now = self.app.now() + span;
        set_clock(self.folder.path(), now);
        now
    }

    pub(crate) async fn challenge(
        &self,
        by: PlayerId,
        terms: ChallengeTerms,
    ) -> Result<Made, Denied<ChallengeRefusal>> {
        self.app.challenge(by, terms, SQUARE, self.typed()).await
    }

    /// Anna has White against Boris, three days a move.
    pub(crate) async fn game(&self) -> Kept {
        let made = self.challenge(ANNA, to(BORIS)).await.unwrap();
        let accept = Answer::Accept { by: BORIS };
        let Answered { game, .. } = self
            .app
            .answer_challenge(made.challenge.id, accept, self.typed())
            .await
            .unwrap();
        game.unwrap()
    }

    pub(crate) async fn act(&self, game: GameId, action: Action) -> Result<Acted, Denied<Refusal>> {
        self.app.act(game, action, None, self.typed()).await
    }

    /// Moves of a game between Anna, who is White, and Boris.
    pub(crate) async fn moves(&self, game: GameId, moves: &[&str]) -> Acted {
        let mut last = None;
        for text in moves {
            let by = self
                .app
                .game(game)
                .await
                .unwrap()
                .unwrap()
                .game
                .to_move()
                .unwrap();
            last = Some(self.act(game, plain(by, text)).await.unwrap());
        }
        last.unwrap()
    }

    /// Everything that waits is delivered, each as message 1000 + its number.
    pub(crate) async fn deliver_all(&self) {
        for _ in 0..1_000 {
            self.pass(Span::seconds(10));
            let errands = self.app.due_errands(100).await.unwrap();
            if errands.is_empty() {
                return;
            }
            for errand in errands {
                let message = penpawn::game::MessageId(1_000 + errand.id.0);
                self.app
                    .delivered(errand.id, Some((errand.place.channel, message)))
                    .await
                    .unwrap();
            }
        }
        panic!("the outbox never empties");
    }

    /// Somebody acts at the present without an interaction.
    pub(crate) fn typed(&self) -> Occasion {
        Occasion {
            at: self.app.now(),
            interaction: None,
            people: Vec::new(),
        }
    }

    /// Somebody acts at the present by this interaction.
    pub(crate) fn interaction(&self, id: u64) -> Occasion {
        let origin = Origin {
            interaction: InteractionId(id),
            token: format!("token {id}"),
        };
        Occasion {
            interaction: Some(origin),
            ..self.typed()
        }
    }

    /// A connection beside the application's own, as another program would have it.
    pub(crate) fn beside(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(database(self.folder.path())).unwrap()
    }
}

pub(crate) fn database(folder: &Path) -> PathBuf {
    folder.join("penpawn.db")
}

pub(crate) fn open(folder: &Path) -> Result<App, OpenError> {
    App::open(&database(folder), ChallengeLimits::default(), clock(folder))
}

pub(crate) fn clock(folder: &Path) -> Clock {
    Clock::File(folder.join("clock").into())
}

pub(crate) fn set_clock(folder: &Path, now: Timestamp) {
    fs::write(folder.join("clock"), now.as_millis().to_string()).unwrap();
}

/// Terms of a challenge whose author has White.
pub(crate) fn to(opponent: PlayerId) -> ChallengeTerms {
    ChallengeTerms {
        opponent: Some(opponent),
        ..open_to_all()
    }
}

pub(crate) fn open_to_all() -> ChallengeTerms {
    ChallengeTerms {
        opponent: None,
        color: ColorChoice::White,
        game: penpawn::game::Terms {
            days: Some(Days::DEFAULT),
            ..penpawn::game::Terms::default()
        },
        rematch_of: None,
    }
}

pub(crate) fn plain(by: PlayerId, text: &str) -> Action {
    Action::By(
        by,
        Deed::Move {
            text: text.to_owned(),
            offer_draw: false,
        },
    )
}

/// What a refused action was refused for.
#[track_caller]
pub(crate) fn refusal<T: std::fmt::Debug, R: std::fmt::Debug>(result: Result<T, Denied<R>>) -> R {
    match result {
        Err(Denied::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

pub(crate) const DAY: Span = Span::days(1);

pub(crate) async fn deadline(test: &TestApp, game: GameId) -> Option<Timestamp> {
    test.app.game(game).await.unwrap().unwrap().game.deadline()
}

pub(crate) async fn standing(test: &TestApp, player: PlayerId) -> VacationStanding {
    test.app.vacation(player).await.unwrap()
}

/// A game in which both have moved.
pub(crate) async fn begun(test: &TestApp) -> GameId {
    let game = test.game().await.game.id;
    test.moves(game, &["e4", "e5"]).await;
    game
}

/// The bot was away for that long.
pub(crate) async fn outage(test: &TestApp, length: Span) {
    test.app.back().await.unwrap();
    test.app.left();
    test.pass(length);
}
