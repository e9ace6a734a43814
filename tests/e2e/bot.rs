//! The bot as a process: the real binary, what it prints, and how it ends. Knows no chess and nothing of what the
//! bot does on Discord.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::watch;

/// Waiting gives up after this much real time: something is broken then, not slow.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running `penpawn run`. It is killed when this is dropped.
pub(crate) struct Bot {
    child: Child,
    printed: Arc<Printed>,
}

/// What a process has printed so far, and how many of its two streams have ended.
#[derive(Default)]
struct Printed {
    text: Mutex<(String, String)>,
    bell: watch::Sender<u8>,
}

/// What a process printed in all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    /// For people.
    pub(crate) stdout: String,
    /// The log.
    pub(crate) stderr: String,
}

impl Bot {
    /// Starts the bot with nothing in its environment but these.
    pub(crate) fn start(folder: &Path, environment: &[(&str, String)]) -> Bot {
        let mut child = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("run")
            .current_dir(folder)
            .env_clear()
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the bot starts");
        let printed = Arc::new(Printed::default());
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        printed.follow(stdout.expect("piped"), |text| &mut text.0);
        printed.follow(stderr.expect("piped"), |text| &mut text.1);
        Bot { child, printed }
    }

    /// Waits for the line that says that Discord has let the bot in.
    pub(crate) async fn ready(&self) {
        let ready = self.printed.until(|output, ended| {
            let invited = output.stdout.contains("Invite Penpawn");
            (invited || ended).then_some(invited)
        });
        match ready.await {
            Some(true) => {}
            Some(false) | None => panic!("the bot did not get ready: {:?}", self.printed.output()),
        }
    }

    /// Waits for the end, however it comes.
    pub(crate) async fn ended(mut self) -> (ExitStatus, Output) {
        let ended = self.printed.until(|_, ended| ended.then_some(()));
        assert!(
            ended.await.is_some(),
            "the bot does not end: {:?}",
            self.printed.output()
        );
        (self.child.wait().expect("a child"), self.printed.output())
    }

    /// `kill -9`.
    pub(crate) async fn kill(mut self) -> Output {
        self.child.kill().expect("a child can be killed");
        self.ended().await.1
    }

    /// SIGTERM; tells the exit status.
    pub(crate) async fn terminate(self) -> (ExitStatus, Output) {
        let told = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status()
            .expect("there is a kill");
        assert!(told.success());
        self.ended().await
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.printed.output().stderr);
        }
        // One that has ended already cannot be killed, and need not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Printed {
    fn follow(
        self: &Arc<Self>,
        stream: impl Read + Send + 'static,
        part: fn(&mut (String, String)) -> &mut String,
    ) {
        let printed = Arc::clone(self);
        thread::spawn(move || {
            let mut lines = BufReader::new(stream);
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                let mut text = printed.text.lock().unwrap_or_else(PoisonError::into_inner);
                part(&mut text).push_str(&line);
                drop(text);
                line.clear();
                printed.bell.send_modify(|_| {});
            }
            printed.bell.send_modify(|ended| *ended += 1);
        });
    }

    fn output(&self) -> Output {
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        Output {
            stdout: text.0.clone(),
            stderr: text.1.clone(),
        }
    }

    async fn until<T>(&self, look: impl Fn(&Output, bool) -> Option<T>) -> Option<T> {
        let mut bell = self.bell.subscribe();
        let found = async {
            loop {
                let ended = *bell.borrow_and_update() == 2;
                if let Some(found) = look(&self.output(), ended) {
                    return Some(found);
                }
                bell.changed().await.ok()?;
            }
        };
        tokio::time::timeout(PATIENCE, found).await.ok().flatten()
    }
}
