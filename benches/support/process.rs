//! The release binary as a process that connects to a sandbox.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use penpawn::sandbox::Sandbox;

/// A running bot. It is killed when this is dropped.
pub(crate) struct Bot(Child);

impl Bot {
    /// Starts a bot with a database and waits until it is ready; tells how long that took.
    pub(crate) fn start(database: &Path, sandbox: &Sandbox) -> (Bot, Duration) {
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("run")
            .current_dir(database.parent().expect("a folder"))
            .env_clear()
            .env("PENPAWN_TOKEN", sandbox.token())
            .env("PENPAWN_DISCORD_API", sandbox.url())
            .env("PENPAWN_DATABASE", database)
            .env("PENPAWN_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the bot starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        let bot = Bot(child);
        let mut line = String::new();
        tokio::task::block_in_place(|| lines.read_line(&mut line)).expect("a line");
        assert!(line.contains("Invite"), "{line}");
        (bot, begun.elapsed())
    }

    /// The process's number.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended by itself, which the measurement has noticed then.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
