//! One start of the program that is expected to fail, and what it says.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A token that nothing accepts, with a word that can be looked for.
pub(crate) const TOKEN: &str = "MTc5.secret.NjU1";

/// The exit statuses that the README promises.
pub(crate) const WRONG_SETTINGS: i32 = 2;
pub(crate) const DATABASE: i32 = 3;
pub(crate) const DISCORD: i32 = 4;

/// How a program ended and what it printed.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command) -> Ended {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    Ended {
        status: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// The program with these arguments, and nothing in its environment.
pub(crate) fn penpawn(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_penpawn"));
    command.args(arguments).env_clear();
    command
}

/// A folder to start the bot in, and its environment.
pub(crate) struct Trial {
    folder: TempDir,
    environment: Vec<(String, String)>,
}

impl Trial {
    /// A bot that has a token but finds no Discord.
    pub(crate) fn new() -> Trial {
        let trial = Trial {
            folder: TempDir::new().expect("a temporary folder"),
            environment: Vec::new(),
        };
        trial
            .with("PENPAWN_TOKEN", TOKEN)
            .with("PENPAWN_DISCORD_API", &nobody_listens())
    }

    /// The same with a variable set.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Trial {
        self = self.without(name);
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same without a variable.
    pub(crate) fn without(mut self, name: &str) -> Trial {
        self.environment.retain(|(known, _)| known != name);
        self
    }

    /// The same with a file in the folder.
    pub(crate) fn with_file(self, name: &str, content: impl AsRef<[u8]>) -> Trial {
        std::fs::write(self.path(name), content).expect("a file in a folder of ours");
        self
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// `penpawn run`, not started yet.
    pub(crate) fn command(&self) -> Command {
        let mut command = penpawn(&["run"]);
        self.prepare(&mut command);
        command
    }

    /// Gives a command this folder and environment.
    pub(crate) fn prepare(&self, command: &mut Command) {
        command
            .current_dir(self.folder())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
    }

    /// The bot ends with this status, and says these words in one line.
    #[track_caller]
    pub(crate) fn check(&self, status: i32, words: &str) {
        check(&run(&mut self.command()), status, words);
    }
}

/// The program ended with this status and said one line for people, with these words in it.
#[track_caller]
pub(crate) fn check(ended: &Ended, status: i32, words: &str) {
    assert_eq!(ended.status, Some(status), "{ended:?}");
    assert_eq!(ended.stdout, "");
    let line = ended.stderr.strip_suffix('\n').unwrap_or_default();
    assert!(!line.contains('\n'), "more than a line: {}", ended.stderr);
    assert!(line.starts_with("penpawn: "), "{line}");
    assert!(line.contains(words), "{words:?} was expected: {line}");
    for debris in [
        "panicked",
        "backtrace",
        "Some(",
        "Err(",
        "Error {",
        "Custom {",
        "\\\"",
        TOKEN,
    ] {
        assert!(!line.contains(debris), "{debris}: {line}");
    }
}

/// An address on this machine at which nobody listens.
pub(crate) fn nobody_listens() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    format!("http://{address}")
}
