//! A scene: a small Discord, the bot in it, and a clock that a test moves. At its end everything that must hold
//! always is looked at once more (see [`crate::conduct`]).

use std::path::{Path, PathBuf};
use std::time::Duration;

use penpawn::sandbox::{Clock, Fault, Id, Message, Options, Person, Route, Sandbox, Trouble};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::bot::{Bot, Output};
use crate::conduct::{self, Expected};

/// Where the clock of a scene stands at first: a day in November 2026.
const START_MS: i64 = 1_795_600_000_000;

/// A small Discord with the bot in it.
pub(crate) struct Scene {
    /// Discord.
    pub(crate) sandbox: Sandbox,
    /// What this test makes go wrong, and so is not held against the bot.
    pub(crate) expected: Expected,
    /// How much the bot logs, unless `PENPAWN_LOG` says so.
    pub(crate) log: String,
    folder: TempDir,
    /// Whether the bot goes by the machine's clock, so that real seconds count.
    in_real_time: bool,
    bot: Option<Bot>,
    /// What earlier processes of the bot printed.
    printed: Output,
}

impl Scene {
    /// A scene with a bot that is ready.
    pub(crate) async fn start() -> Scene {
        Self::with(Options::default()).await
    }

    /// The same in another Discord.
    pub(crate) async fn with(options: Options) -> Scene {
        let mut scene = Self::without_bot(options).await;
        scene.start_bot().await;
        scene
    }

    /// A scene with a bot that is ready, in the time of this machine, as for everybody out there.
    pub(crate) async fn in_real_time() -> Scene {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut scene = Self::set(folder, Clock::real(), Options::default()).await;
        scene.in_real_time = true;
        scene.start_bot().await;
        scene
    }

    /// A Discord that the bot has not come to yet.
    pub(crate) async fn without_bot(options: Options) -> Scene {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let clock = Clock::shared_by_file(START_MS, &folder.path().join("clock"))
            .expect("the clock's file can be written");
        Self::set(folder, clock, options).await
    }

    async fn set(folder: TempDir, clock: Clock, options: Options) -> Scene {
        let sandbox = Sandbox::start(Options { clock, ..options })
            .await
            .expect("the sandbox starts");
        // More than twenty games of one player, more than five challenges an hour: these have tests of their own.
        let config = "games_per_player = 1000\nchallenges_an_hour = 1000\n";
        std::fs::write(folder.path().join("config.toml"), config).expect("a config file");
        Scene {
            sandbox,
            expected: Expected::default(),
            log: "debug".to_owned(),
            folder,
            in_real_time: false,
            bot: None,
            printed: Output::default(),
        }
    }

    /// Replaces the bot's configuration, before it is started.
    pub(crate) fn configure(&self, config: &str) {
        std::fs::write(self.folder.path().join("config.toml"), config).expect("a config file");
    }

    /// What the bot finds in its environment.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        let path = |name: &str| self.folder().join(name).display().to_string();
        // Whoever looks for a fault may want to hear more.
        let log = std::env::var("PENPAWN_LOG").unwrap_or_else(|_| self.log.clone());
        let mut environment = vec![
            ("PENPAWN_TOKEN", self.sandbox.token()),
            ("PENPAWN_DISCORD_API", self.sandbox.url()),
            ("PENPAWN_DATABASE", path("penpawn.db")),
            ("PENPAWN_LOG", log),
            // Where clocks change twice a year, which must not matter.
            ("TZ", "Europe/Berlin".to_owned()),
        ];
        if !self.in_real_time {
            environment.push(("PENPAWN_CLOCK", path("clock")));
        }
        environment
    }

    /// Where the bot runs, with its configuration and its database.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the bot and waits until it is ready.
    pub(crate) async fn start_bot(&mut self) {
        assert!(self.bot.is_none(), "there is a bot already");
        let bot = Bot::start(self.folder(), &self.environment());
        bot.ready().await;
        self.bot = Some(bot);
        self.sandbox.ready().await;
    }

    /// `kill -9`.
    pub(crate) async fn kill_bot(&mut self) {
        let bot = self.bot.take().expect("a running bot");
        self.note(&bot.kill().await);
        self.sandbox
            .until("Discord sees that the bot is gone", || {
                (!self.sandbox.online()).then_some(())
            })
            .await;
    }

    /// SIGTERM, which must end the bot with exit status 0.
    pub(crate) async fn stop_bot(&mut self) {
        let (status, output) = self.bot.take().expect("a running bot").terminate().await;
        self.note(&output);
        assert_eq!(status.code(), Some(0), "{}", self.printed.stderr);
    }

    /// Stops the bot and starts it again.
    pub(crate) async fn restart_bot(&mut self) {
        self.stop_bot().await;
        self.start_bot().await;
    }

    /// The end of a bot that ends by itself: its exit status and what it printed.
    pub(crate) async fn bot_ends(&mut self) -> (Option<i32>, Output) {
        let (status, output) = self.bot.take().expect("a running bot").ended().await;
        self.note(&output);
        (status.code(), output)
    }

    /// What all processes of the bot that have ended printed.
    pub(crate) fn printed(&self) -> &Output {
        &self.printed
    }

    fn note(&mut self, output: &Output) {
        self.printed.stdout.push_str(&output.stdout);
        self.printed.stderr.push_str(&output.stderr);
    }

    /// Somebody by user name.
    #[track_caller]
    pub(crate) fn person(&self, username: &str) -> Person {
        self.sandbox.person(username)
    }

    /// The channel `chess`.
    pub(crate) fn chess(&self) -> Id {
        self.sandbox.channel("chess")
    }

    /// The channel `general`.
    pub(crate) fn general(&self) -> Id {
        self.sandbox.channel("general")
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, span: Duration) {
        self.sandbox.clock().advance(span);
    }

    /// The present in Unix seconds.
    pub(crate) fn now(&self) -> i64 {
        self.sandbox.clock().now() / 1000
    }

    /// The next requests of this kind go wrong.
    pub(crate) fn trouble(&mut self, route: &str, times: u32, trouble: Trouble) {
        self.expected.refusals = true;
        self.sandbox.fault(Fault::Rest {
            route: Route::new(route),
            times,
            trouble,
        });
    }

    /// Waits until a message has no buttons.
    pub(crate) async fn loses_its_buttons(&self, message: &Message) -> Message {
        self.sandbox
            .until("the message loses its buttons", || {
                self.sandbox
                    .message(message.id)
                    .filter(|message| message.buttons().is_empty())
            })
            .await
    }

    /// Waits until a private message reads so.
    pub(crate) async fn private_becomes(&self, message: &Message, words: &str) -> Message {
        self.sandbox
            .until("the private message tells what was done", || {
                self.sandbox
                    .message(message.id)
                    .filter(|message| message.content.contains(words))
            })
            .await
    }

    /// Waits for a post in the channel that holds these words.
    pub(crate) async fn post_with(&self, channel: Id, words: &str) -> Message {
        self.sandbox
            .message_where(words, channel, |message| message.content.contains(words))
            .await
    }

    /// The file of the bot's database.
    pub(crate) fn database_file(&self) -> PathBuf {
        self.folder.path().join("penpawn.db")
    }

    /// The bot's database, to be read.
    pub(crate) fn database(&self) -> Connection {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(self.database_file(), flags).expect("a database")
    }

    /// The bot's database, to be changed or locked.
    pub(crate) fn database_for_writing(&self) -> Connection {
        Connection::open(self.database_file()).expect("a database")
    }

    /// Nothing can be written while this is held: what begins meanwhile truly begins at once.
    pub(crate) fn hold(&self) -> Connection {
        let held = self.database_for_writing();
        held.execute_batch("BEGIN IMMEDIATE")
            .expect("nobody else holds it");
        held
    }

    /// Waits for `look`, moving the clock on for what is tried again later.
    pub(crate) async fn as_time_passes<T>(
        &self,
        what: &str,
        mut look: impl FnMut() -> Option<T>,
    ) -> T {
        for _ in 0..60 {
            let soon = tokio::time::timeout(
                Duration::from_millis(500),
                self.sandbox.until(what, &mut look),
            );
            if let Ok(found) = soon.await {
                return found;
            }
            self.pass(Duration::from_secs(5));
        }
        panic!("waited in vain: {what}");
    }

    /// Waits until nothing is under way any more and stops the bot.
    pub(crate) async fn settle_and_stop(&mut self) {
        conduct::settle(self).await;
        self.stop_bot().await;
    }

    /// The end: stops the bot if it runs, and looks at everything that must hold always.
    pub(crate) async fn end(mut self) {
        if self.bot.is_some() {
            self.settle_and_stop().await;
        }
        conduct::check(&self.sandbox, self.printed(), &self.expected);
        let database = self.database();
        let sound: String = database
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .expect("a database");
        assert_eq!(sound, "ok");
        assert_eq!(self.waiting_errands(), 0, "errands that were never done");
    }

    /// How much still has to reach people.
    pub(crate) fn waiting_errands(&self) -> i64 {
        self.database()
            .query_row("SELECT count(*) FROM outbox", [], |row| row.get(0))
            .expect("a database")
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Beside the bot's log, what Discord refused tells most.
            for request in self.sandbox.requests() {
                if !(200..300).contains(&request.status) {
                    eprintln!(
                        "{} {} -> {} {}",
                        request.method, request.path, request.status, request.response
                    );
                }
            }
        }
    }
}
