//! The chat page in a real browser. Needs Node.js, Chromium and playwright-core
//! (`npm install --prefix target/page-client playwright-core@1.65.1`); where one of them is missing the tests say so
//! and do nothing. `PENPAWN_PAGE_CLIENT` names another folder than `target/page-client`, `PENPAWN_CHROMIUM` another
//! browser than `/usr/bin/chromium`, `PENPAWN_REQUIRE_CLIENTS` makes what is missing a failure. Screenshots are left in `target/page-shots`.
#![cfg(feature = "sandbox")]

#[path = "page/bot.rs"]
mod bot;

use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use penpawn::sandbox::{Options, Sandbox};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pure_parts_read_the_rows_rightly() {
    let Some(tools) = Tools::find() else { return };
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    tools.run(&["units.mjs"], &sandbox.url()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_chat_and_use_a_bot() {
    let Some(tools) = Tools::find() else { return };
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let mut client = bot::client(&sandbox.url(), &sandbox.token()).await;
    let running = tokio::spawn(async move { client.start().await });
    sandbox.ready().await;
    tools.run(&["chat.mjs"], &sandbox.url()).await;
    running.abort();
}

/// The real bot, as `penpawn try` starts it: games from the challenge to a mate, a draw and a resignation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_play_chess() {
    let Some(tools) = Tools::find() else { return };
    for device in ["desktop", "phone"] {
        for colors in ["dark", "light"] {
            let folder = tempfile::tempdir().unwrap();
            let trial = Trial::start(folder.path());
            tools.run(&["game.mjs", device, colors], &trial.url).await;
        }
    }
}

/// A running `penpawn try`.
struct Trial {
    process: Child,
    /// Kept open, for the process goes on talking.
    _output: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Trial {
    /// Starts it with its games in `folder` and waits until it says where it is.
    fn start(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args(["try", "--port", "0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| {
            let line = line.unwrap();
            let start = line.find("http://")?;
            Some(line[start..].trim_end_matches('/').to_owned())
        });
        let url = url.expect("`penpawn try` says where it is");
        Self {
            process,
            _output: lines,
            url,
        }
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// What the scripts run with.
struct Tools {
    client: PathBuf,
    chromium: PathBuf,
    shots: PathBuf,
}

impl Tools {
    /// The tools of this machine; a printed reason when one is missing.
    fn find() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let from =
            |name: &str, default: PathBuf| std::env::var_os(name).map_or(default, PathBuf::from);
        let tools = Self {
            client: from("PENPAWN_PAGE_CLIENT", root.join("target/page-client")),
            chromium: from("PENPAWN_CHROMIUM", PathBuf::from("/usr/bin/chromium")),
            shots: root.join("target/page-shots"),
        };
        let node = Command::new("node").arg("--version").output();
        let missing = if node.is_err() {
            "node"
        } else if !tools.chromium.exists() {
            "Chromium"
        } else if !tools.client.join("node_modules/playwright-core").exists() {
            "playwright-core"
        } else {
            return Some(tools);
        };
        let required = std::env::var_os("PENPAWN_REQUIRE_CLIENTS").is_some();
        assert!(!required, "{missing} is not here");
        eprintln!("skipped: {missing} is not here");
        None
    }

    /// Runs a script of `tests/page`, given with its arguments, against the page at `url`; it must end well.
    async fn run(&self, script: &[&str], url: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
        let mut command = Command::new("node");
        command
            .arg(folder.join(script[0]))
            .args(&script[1..])
            .env("PENPAWN_PAGE_URL", format!("{url}/"))
            .env("PENPAWN_PAGE_CLIENT", &self.client)
            .env("PENPAWN_CHROMIUM", &self.chromium)
            .env("PENPAWN_PAGE_SHOTS", &self.shots);
        let run = tokio::task::spawn_blocking(move || command.output());
        let output = run.await.unwrap().unwrap();
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(
            output.status.success(),
            "{script:?} failed:\n{}{}",
            said(&output.stdout),
            said(&output.stderr)
        );
    }
}
