//! Both books compared, and what stands in the channels.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use penpawn::sandbox::{Id, Message};
use regex::Regex;
use rusqlite::{Connection, Row};

use crate::book::{End, Game};
use crate::clock::Ms;
use crate::club::{Club, a_moment};
use crate::conduct::{self, board_of};
use crate::scene::Scene;

/// Waiting gives up after this much real time.
const PATIENCE: Duration = Duration::from_mins(1);
/// What waits for longer than this waits for the clock.
const STUCK: Duration = Duration::from_secs(3);
/// So often the requests are held against Discord's description; the sandbox forgets the oldest.
const STEPS_BETWEEN_LOOKS: usize = 40;

/// A game as the database has it.
#[derive(Debug, PartialEq)]
struct Kept {
    deadline: Option<Ms>,
    is_watched: bool,
    paused_until: Option<Ms>,
    revision: u64,
    plies: u64,
    end: Option<(String, String)>,
}

impl Club {
    /// Waits until nothing is under way and nothing is due any more.
    pub(crate) async fn settle(&self) {
        let database = self.scene.database();
        let (begun, mut moved) = (Instant::now(), Instant::now());
        while let Some(waiting) = waiting(&database, self.now()) {
            assert!(begun.elapsed() < PATIENCE, "waited in vain: {waiting:?}");
            if moved.elapsed() > STUCK && waiting.1.is_some_and(|due| due > self.now()) {
                // It is tried again later, and only the clock can make it later.
                self.set_clock(waiting.1.unwrap_or_default());
                moved = Instant::now();
            }
            a_moment().await;
        }
    }

    /// Every game that runs, and every one whose latest board has not been seen, is as it must be.
    #[track_caller]
    pub(crate) fn check_games(&mut self) {
        let database = self.scene.database();
        let now = self.now();
        let mut query = database.prepare_cached(GAME).expect("the game's columns");
        for game in &mut self.book.games {
            let is_seen = game.posts.last().is_none_or(|post| post.message.is_some());
            if !game.runs() && is_seen {
                continue;
            }
            let (kept, post) = query
                .query_row([game.number.cast_signed()], read)
                .expect("a game");
            assert_eq!(
                kept,
                game.kept(),
                "game {} at {now}: {:#?}",
                game.number,
                game.journal
            );
            if let Some((message, revision)) = post
                && revision == game.revision
            {
                let message = self
                    .scene
                    .sandbox
                    .message(message)
                    .expect("the latest board");
                game.see(&message);
            }
        }
        let pending: i64 = database
            .query_row(
                "SELECT count(*) FROM challenge WHERE end_kind IS NULL",
                [],
                |row| row.get(0),
            )
            .expect("challenges");
        assert_eq!(pending, self.book.open.len() as i64, "challenges that wait");
        let watched: i64 = database
            .query_row(
                "SELECT count(*) FROM game WHERE deadline IS NOT NULL",
                [],
                |row| row.get(0),
            )
            .expect("games");
        let expected = self
            .book
            .games
            .iter()
            .filter(|game| game.deadline().is_some())
            .count();
        assert_eq!(watched, expected as i64, "deadlines");
    }

    /// From time to time, what was sent is held against Discord's description.
    pub(crate) async fn look_around(&mut self) {
        if self.done.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) {
            self.check_all().await;
        }
    }

    /// Every request since the last look.
    pub(crate) async fn check_all(&mut self) {
        self.settle().await;
        self.check_games();
        let mut requests = self.scene.sandbox.requests();
        requests.retain(|request| request.at_ms > self.checked_until);
        self.checked_until = self.now();
        for request in &requests {
            assert!(request.known_route, "{} {}", request.method, request.path);
        }
        if let Some(description) = &self.description {
            description.check(&requests);
        }
        // What comes next must be younger than what was looked at.
        let later = self.now() + 1;
        self.set_clock(later);
    }

    /// What stands in the channels at the end.
    pub(crate) fn check_channels(&self) {
        let bot = self.scene.sandbox.bot();
        let mut boards: BTreeMap<u64, Vec<Message>> = BTreeMap::new();
        let mut reminders = Reminders::new(&self.book.games, bot);
        let mut outages: BTreeMap<Id, usize> = BTreeMap::new();
        for channel in self.scene.sandbox.channels() {
            for message in self.scene.sandbox.messages(channel.id) {
                if message.author != bot {
                    continue;
                }
                let is_public = channel.is_in_guild();
                if let Some((game, _)) = board_of(&message) {
                    boards.entry(game).or_default().push(message);
                } else if is_public {
                    match Kind::of(&message) {
                        Kind::Challenge => {}
                        Kind::Outage => *outages.entry(channel.id).or_default() += 1,
                        Kind::Reminder => reminders.count(&message, &message.pings),
                    }
                } else if message.content.contains("your move") {
                    reminders.count(&message, &channel.recipients);
                }
            }
        }
        for game in &self.book.games {
            check_boards(game, &boards.remove(&game.number).unwrap_or_default());
        }
        assert!(
            boards.is_empty(),
            "boards of games that nobody plays: {:?}",
            boards.keys()
        );
        for &channel in &self.channels {
            let expected = self
                .told
                .iter()
                .filter(|(_, channels)| channels.contains(&channel))
                .count();
            assert_eq!(
                outages.get(&channel).copied().unwrap_or(0),
                expected,
                "outages told"
            );
        }
        println!("{} reminders", reminders.seen);
        assert!(reminders.seen > 0, "a season without a reminder");
    }
}

/// The outbox, the clocks and the challenges that are due: how many, and when the first errand is.
fn waiting(database: &Connection, now: Ms) -> Option<(i64, Option<Ms>)> {
    let waiting = database
        .prepare_cached(
            "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM game WHERE check_at <= ?1)
                 + (SELECT count(*) FROM challenge WHERE end_kind IS NULL AND expires <= ?1),
                 (SELECT min(due) FROM outbox)",
        )
        .and_then(|mut query| query.query_row([now], |row| Ok((row.get(0)?, row.get(1)?))))
        .expect("a database");
    (waiting.0 > 0).then_some(waiting)
}

const GAME: &str = "SELECT deadline, check_at, paused_until, revision, outcome, termination, post_message, post_revision,
     (SELECT count(*) FROM move WHERE game_id = id) AS plies FROM game WHERE id = ?1";

fn read(row: &Row<'_>) -> rusqlite::Result<(Kept, Option<(Id, u64)>)> {
    let outcome: Option<String> = row.get("outcome")?;
    let termination: Option<String> = row.get("termination")?;
    let check_at: Option<Ms> = row.get("check_at")?;
    let kept = Kept {
        deadline: row.get("deadline")?,
        is_watched: check_at.is_some(),
        paused_until: row.get("paused_until")?,
        revision: number(row, "revision")?,
        plies: number(row, "plies")?,
        end: outcome.zip(termination),
    };
    let message: Option<i64> = row.get("post_message")?;
    let message = message.and_then(|id| id.to_string().parse().ok());
    let revision: Option<i64> = row.get("post_revision")?;
    Ok((kept, message.zip(revision.map(i64::cast_unsigned))))
}

fn number(row: &Row<'_>, column: &str) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

impl Game {
    fn kept(&self) -> Kept {
        let has_clock = self.turn.clock.is_some();
        Kept {
            deadline: self.deadline(),
            is_watched: self.runs() && has_clock && !self.turn.time_up,
            paused_until: self.paused_until,
            revision: self.revision,
            plies: self.line.plies() as u64,
            end: self.end.as_ref().map(
                |&End {
                     outcome,
                     termination,
                 }| (outcome.to_owned(), termination.to_owned()),
            ),
        }
    }

    /// This is the board that must come last.
    #[track_caller]
    pub(crate) fn see(&mut self, board: &Message) {
        let post = self.posts.last_mut().expect("a board to come");
        assert_eq!(
            board_of(board),
            Some((self.number, post.revision)),
            "{}: {:#?}",
            board.content,
            self.journal
        );
        let pings: Vec<Id> = post.ping.into_iter().collect();
        assert_eq!(
            board.pings, pings,
            "game {}: {}",
            self.number, board.content
        );
        post.message = Some(board.id);
    }
}

/// Each revision that everybody must see stands once, in order; the end is told once.
fn check_boards(game: &Game, boards: &[Message]) {
    let number = game.number;
    let standing: Vec<u64> = boards
        .iter()
        .filter_map(board_of)
        .map(|(_, revision)| revision)
        .collect();
    let expected: Vec<u64> = game.posts.iter().map(|post| post.revision).collect();
    assert_eq!(standing, expected, "the boards of game {number}");
    for (post, board) in game.posts.iter().zip(boards) {
        assert!(
            board.pings.iter().all(|&pinged| Some(pinged) == post.ping),
            "{}",
            board.content
        );
    }
    let is_record = |board: &&Message| {
        board
            .attachments
            .iter()
            .any(|file| file.filename == format!("penpawn-{number}.pgn"))
    };
    let told = boards.iter().filter(is_record).count();
    assert_eq!(
        told,
        usize::from(game.end.is_some() && game.line.plies() > 0),
        "ends of game {number}"
    );
}

/// What a post that is no board may be. Anything else that everybody sees should have been private.
enum Kind {
    Challenge,
    Outage,
    Reminder,
}

impl Kind {
    #[track_caller]
    fn of(message: &Message) -> Kind {
        let words = message.full_text();
        let has = |some: &[&str]| some.iter().any(|part| words.contains(part));
        if has(&["I was away from"]) {
            assert!(message.pings.is_empty());
            Kind::Outage
        } else if has(&["your move"]) {
            Kind::Reminder
        } else if has(&["challenge", "would like to play chess", "rematch"]) {
            Kind::Challenge
        } else {
            panic!("not for everybody: {words}");
        }
    }
}

/// Reminders by game and turn.
struct Reminders<'a> {
    games: BTreeMap<u64, &'a Game>,
    counted: BTreeMap<(u64, usize), usize>,
    number: Regex,
    bot: Id,
    seen: usize,
}

impl<'a> Reminders<'a> {
    fn new(games: &'a [Game], bot: Id) -> Reminders<'a> {
        Reminders {
            games: games.iter().map(|game| (game.number, game)).collect(),
            counted: BTreeMap::new(),
            number: Regex::new(r"(?i)\bgame (\d+)").expect("a pattern"),
            bot,
            seen: 0,
        }
    }

    /// At most one of each kind in a turn, to the player to move, and none after his move.
    #[track_caller]
    fn count(&mut self, message: &Message, reminded: &[Id]) {
        let words = message.full_text();
        let numbers: BTreeSet<u64> = self
            .number
            .captures_iter(&words)
            .filter_map(|found| found[1].parse().ok())
            .collect();
        assert!(!numbers.is_empty(), "{words}");
        for number in numbers {
            let game = self.games[&number];
            // Time acts before people do, within a step.
            let turn = game
                .turns
                .iter()
                .rposition(|&(from, _)| from < message.sent_ms)
                .expect("a turn");
            let mover = game.turns[turn].1;
            let to_mover = reminded
                .iter()
                .all(|&person| person == mover || person == self.bot);
            assert!(to_mover, "game {number}, not to move: {words}");
            let over = game.end.is_some()
                && game
                    .posts
                    .last()
                    .is_some_and(|post| post.at < message.sent_ms);
            assert!(!over, "game {number} was over: {words}");
            let counted = self.counted.entry((number, turn)).or_default();
            *counted += 1;
            assert!(*counted <= 2, "game {number}, too often: {words}");
            self.seen += 1;
        }
    }
}

/// What must hold of every bot, whatever it did.
pub(crate) fn end(scene: &Scene) {
    conduct::mentions_are_meant(&scene.sandbox);
    conduct::boards_stand_once(&scene.sandbox);
    conduct::log_is_quiet(&scene.printed().stderr, &scene.expected);
    assert!(
        !scene.printed().stderr.contains(&scene.sandbox.token()),
        "the token shows"
    );
    let sound: String = scene
        .database()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .expect("a database");
    assert_eq!(sound, "ok");
    assert_eq!(scene.waiting_errands(), 0, "errands that were never done");
}

/// The revision that the database has.
pub(crate) fn revision_of(database: &Connection, game: u64) -> u64 {
    database
        .query_row(
            "SELECT revision FROM game WHERE id = ?1",
            [game.cast_signed()],
            |row| number(row, "revision"),
        )
        .expect("a game")
}
