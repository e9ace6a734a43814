//! A club and its season: who there is, when what happens, and the book that is kept beside the bot's.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fastrand::Rng;
use penpawn::chess::Color;
use penpawn::sandbox::{Answer, Behavior, Fault, Id, Message, Options, Reply};

use crate::acts::Act;
use crate::book::{Book, Game, Member};
use crate::check::revision_of;
use crate::choice::{next_deed, when_next};
use crate::clock::{DAY, MINUTE, Ms, SECOND};
use crate::openapi::Description;
use crate::rules::{Deed, GRACE};
use crate::scene::Scene;

/// How large a club and how long a season.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) members: usize,
    channels: usize,
    /// Challenges that are made; some are declined, withdrawn or left to expire.
    games: usize,
    days: i64,
    /// What falls into such a stretch of time is done together.
    together: Ms,
    /// Days between two outages, more or less.
    days_between_outages: i64,
}

impl Size {
    pub(crate) const SMALL: Size = Size {
        members: 24,
        channels: 2,
        games: 100,
        days: 40,
        together: 60 * MINUTE,
        days_between_outages: 4,
    };
    pub(crate) const FULL: Size = Size {
        members: 300,
        channels: 12,
        games: 2100,
        days: 182,
        together: 75 * MINUTE,
        days_between_outages: 3,
    };
}

/// A club in the middle of its season.
pub(crate) struct Club {
    pub(crate) scene: Scene,
    pub(crate) book: Book,
    pub(crate) random: Rng,
    pub(crate) channels: Vec<Id>,
    pub(crate) size: Size,
    /// When games begin, the latest first.
    pub(crate) starts: Vec<Ms>,
    pub(crate) next_outage: Ms,
    /// Outages of more than an hour, and where they must be told.
    pub(crate) told: Vec<(Ms, BTreeSet<Id>)>,
    pub(crate) checked_until: Ms,
    pub(crate) description: Option<Description>,
    pub(crate) done: Done,
    begun: Instant,
}

/// What has been done so far.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub(crate) actions: usize,
    pub(crate) refusals: usize,
    pub(crate) late: usize,
    pub(crate) vacations: usize,
    pub(crate) plans: usize,
    pub(crate) rematches: usize,
    pub(crate) sheltered: usize,
    pub(crate) outages: usize,
    pub(crate) kills: usize,
    pub(crate) in_flight: usize,
    pub(crate) steps: usize,
}

/// What a deed led to, and whose it was.
struct Outcome {
    game: usize,
    by: Color,
    deed: Deed,
    answer: Answer,
}

impl Club {
    pub(crate) async fn found(size: Size, seed: u64) -> Club {
        let begun = Instant::now();
        let mut random = Rng::with_seed(seed);
        // Time goes by in leaps here: the limits that count real seconds would only make it slow.
        let behavior = Behavior {
            global_rate_limit: false,
            edits_of_old_messages: usize::MAX,
            ..Behavior::default()
        };
        let options = Options {
            behavior,
            ..Options::default()
        };
        let mut scene = Scene::without_bot(options).await;
        "info".clone_into(&mut scene.log);
        scene.start_bot().await;
        scene.expected.refusals = true;
        scene.expected.in_the_log("Discord could not be reached");
        scene.expected.in_the_log("An answer could not be sent");
        let channels: Vec<Id> = (0..size.channels)
            .map(|n| scene.sandbox.create_channel(&format!("chess-{n}")))
            .collect();
        let members: Vec<Member> = (0..size.members)
            .map(|n| {
                let person = scene
                    .sandbox
                    .add_person(&format!("member{n}"), &format!("Member {n}"));
                if n % 5 == 0 {
                    let (user, open) = (person.id(), false);
                    scene.sandbox.fault(Fault::DirectMessages { user, open });
                }
                Member {
                    person,
                    vacations: Vec::new(),
                    broken_off: None,
                }
            })
            .collect();
        settle_in(&members, &channels).await;
        let now = scene.sandbox.clock().now();
        let mut starts: Vec<Ms> = (0..size.games)
            .map(|_| now + random.i64(0..size.days * DAY * 9 / 10))
            .collect();
        starts.sort_unstable_by(|one, other| other.cmp(one));
        Club {
            book: Book {
                members,
                ..Book::default()
            },
            next_outage: now + size.days_between_outages * DAY,
            scene,
            random,
            channels,
            size,
            starts,
            told: Vec::new(),
            checked_until: 0,
            description: Description::load(),
            done: Done::default(),
            begun,
        }
    }

    pub(crate) fn now(&self) -> Ms {
        self.scene.sandbox.clock().now()
    }

    /// Plays until every game is over.
    pub(crate) async fn play(&mut self) {
        let last_day = self.now() + self.size.days * DAY;
        while let Some(next) = self.next_event() {
            let is_last = self.now() > last_day;
            let later = self.random.i64(0..self.size.together);
            self.go_to(next + later).await;
            if self.now() >= self.next_outage {
                self.next_outage = self.now()
                    + self
                        .random
                        .i64(DAY / 2..2 * self.size.days_between_outages * DAY);
                self.outage().await;
            }
            self.begin_games().await;
            self.act(is_last).await;
            self.do_other_things().await;
            self.look_around().await;
            self.done.steps += 1;
        }
    }

    /// Whether games still begin.
    pub(crate) fn is_in_season(&self) -> bool {
        !self.starts.is_empty()
    }

    /// When something happens next; `None` when all is over.
    fn next_event(&self) -> Option<Ms> {
        let games = self.book.running.iter().map(|&game| &self.book.games[game]);
        let of_games = games.flat_map(|game| [game.fate.next, game.due()]);
        let of_open = self.book.open.iter().map(|open| Some(open.expires));
        of_games
            .chain(of_open)
            .chain([self.starts.last().copied()])
            .flatten()
            .min()
    }

    /// Moves the clock to `at` or a little later, and lets time do what it does.
    pub(crate) async fn go_to(&mut self, at: Ms) {
        self.settle().await;
        self.set_clock(at.max(self.now() + SECOND));
        self.time_passes().await;
    }

    /// Moves the clock, but not to where a deadline has passed and is not decided.
    pub(crate) fn set_clock(&self, at: Ms) {
        let mut at = at;
        // What is done just after a deadline, before that is decided, has tests of its own.
        let deadlines: BTreeSet<Ms> = self
            .book
            .running
            .iter()
            .filter_map(|&game| self.book.games[game].deadline())
            .collect();
        while let Some(deadline) = deadlines.range(at - GRACE..=at).next_back() {
            at = deadline + GRACE + SECOND;
        }
        self.scene.sandbox.clock().set(at);
    }

    /// What time has done by now is in both books.
    pub(crate) async fn time_passes(&mut self) {
        self.settle().await;
        let now = self.now();
        let before: Vec<(usize, u64)> = self
            .book
            .running
            .iter()
            .map(|&game| (game, self.book.games[game].revision))
            .collect();
        self.book.sweep(now);
        for (game, revision) in before {
            let game = &mut self.book.games[game];
            if game.runs() && game.revision != revision {
                self.done.sheltered += usize::from(game.turn.sheltered);
                game.fate.next = when_next(game, None, &mut self.random, now);
            }
        }
        self.check_games();
    }

    /// Everything that is due is done, no player doing two things at once.
    async fn act(&mut self, is_last: bool) {
        loop {
            let batch = self.due_deeds(is_last, usize::MAX);
            if batch.is_empty() {
                return;
            }
            let now = self.now();
            let mut tasks = Vec::new();
            for (game, by, deed) in batch {
                let act = self.act_of(game, by, deed.clone());
                tasks.push((tokio::spawn(act.done()), game, by, deed));
            }
            for (task, game, by, deed) in tasks {
                let answer = task.await.unwrap_or_else(|error| {
                    panic!("game {}: {deed:?}: {error}", self.book.games[game].number)
                });
                self.entered(
                    &Outcome {
                        game,
                        by,
                        deed,
                        answer,
                    },
                    now,
                )
                .await;
            }
            if is_last {
                self.settle().await;
            }
        }
    }

    /// What is due now, of so many games at most, whose players have nothing else to do.
    pub(crate) fn due_deeds(&mut self, is_last: bool, most: usize) -> Vec<(usize, Color, Deed)> {
        let now = self.now();
        let mut busy = BTreeSet::new();
        let mut batch = Vec::new();
        for number in self.book.running.clone() {
            let game = &mut self.book.games[number];
            let is_due = is_last || game.fate.next.is_some_and(|at| at <= now);
            // Who was sheltered and has come back for another game is late here at once.
            let is_late = game.ends_by_itself() && game.deadline().is_some_and(|at| at <= now);
            if !is_due
                || is_late
                || batch.len() == most
                || game.members.iter().any(|member| busy.contains(member))
            {
                continue;
            }
            let deed = if is_last {
                let deed = if game.line.plies() < 2 {
                    Deed::Abort
                } else {
                    Deed::Resign
                };
                Some((Color::White, deed))
            } else {
                next_deed(game, &mut self.random, now)
            };
            let Some((by, deed)) = deed else {
                game.fate.next = None;
                continue;
            };
            busy.extend(game.members);
            batch.push((number, by, deed));
        }
        batch
    }

    pub(crate) fn act_of(&mut self, game: usize, by: Color, deed: Deed) -> Act {
        let game = &self.book.games[game];
        let by_button =
            self.random.bool() || matches!(deed, Deed::AcceptPause | Deed::DeclinePause);
        let board = if by_button { self.board(game) } else { None };
        Act {
            person: self.book.members[game.members[by.index()]].person.clone(),
            channel: game.channel,
            game: game.number,
            board,
            deed,
        }
    }

    /// The latest board of a game.
    pub(crate) fn board(&self, game: &Game) -> Option<Message> {
        let message = game.posts.last()?.message?;
        self.scene.sandbox.message(message)
    }

    /// A deed that was allowed: the answer is the board that must come.
    async fn entered(&mut self, outcome: &Outcome, now: Ms) {
        let Outcome {
            game,
            by,
            deed,
            answer,
        } = outcome;
        self.done.actions += 1;
        self.book.enter(*game, *by, deed, now);
        let game = &mut self.book.games[*game];
        let is_late = match &answer.reply {
            Reply::Posted(board) => {
                game.see(board);
                false
            }
            // On a busy machine the answer only takes note, and the board comes a little later, as a message.
            Reply::Acknowledged => true,
            Reply::Private(told) => ["Done.", "Played:"]
                .iter()
                .any(|done| told.content.starts_with(done)),
            Reply::Updated(told) => told.is_ephemeral(),
            Reply::Modal(_) | Reply::Failed => false,
        };
        let is_seen = game.posts.last().is_some_and(|post| post.message.is_some());
        assert!(
            is_late || is_seen,
            "game {}: {deed:?} by {by:?} led to {:?}: {:#?}",
            game.number,
            answer.reply,
            game.journal
        );
        game.fate.next = when_next(game, Some(deed), &mut self.random, now);
        if is_late {
            self.done.late += 1;
            let (number, revision) = (game.number, game.revision);
            while revision_of(&self.scene.database(), number) < revision {
                a_moment().await;
            }
        }
    }

    /// The end of the season: everything stands as it must, and the bot has behaved.
    pub(crate) async fn close(mut self) {
        self.settle().await;
        self.check_all().await;
        self.scene.stop_bot().await;
        self.check_channels();
        let Club {
            scene,
            done,
            begun,
            book,
            ..
        } = self;
        crate::check::end(&scene);
        let games = book.games.len();
        println!(
            "{games} games, {done:?}, {:.0} s",
            begun.elapsed().as_secs_f64()
        );
        drop(scene);
        assert!(begun.elapsed() < Duration::from_hours(1));
    }
}

/// Some want their reminders in private, some want to see their moves before they are played.
async fn settle_in(members: &[Member], channels: &[Id]) {
    for (n, member) in members.iter().enumerate() {
        for (every, option) in [(4, ("reminders", "dm")), (7, ("preview", "true"))] {
            if n % every == 1 {
                let answer = member
                    .person
                    .command(channels[0], "settings", &[option])
                    .await;
                assert!(answer.is_private(), "{answer:?}");
            }
        }
    }
}

#[track_caller]
pub(crate) fn posted(answer: &Answer) -> Message {
    match &answer.reply {
        Reply::Posted(message) => message.clone(),
        other => panic!("a post was expected, not {other:?}"),
    }
}

/// Waits between two looks at the database, which rings no bell.
pub(crate) async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(4)).await;
}
