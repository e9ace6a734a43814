//! Two clients that nobody here wrote hold a conversation: what they accept is the true protocol.
//!
//! Installed like this, from the package's folder:
//! `npm install --prefix target/clients discord.js@14`, then
//! `python3 -m venv target/clients/python && target/clients/python/bin/pip install discord.py==2.7.*`.
//! `PENPAWN_DISCORD_JS` and `PENPAWN_DISCORD_PY` name other folders than `target/clients` and `target/clients/python`.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use penpawn::sandbox::{Clock, Fault, Options, Reply, Sandbox};

/// A program that ends with the test.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The folder that `variable` names, else that one below `target`.
fn folder(variable: &str, below_target: &str) -> PathBuf {
    let target = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(target, PathBuf::from);
    std::env::var_os(variable).map_or_else(|| target.join(below_target), PathBuf::from)
}

/// Whether a client is there. When not, the test is skipped and says so, unless `PENPAWN_REQUIRE_CLIENTS` is set.
fn is_installed(name: &str, program: &Path, arguments: &[&str]) -> bool {
    let quiet = std::process::Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let there = quiet.is_ok_and(|status| status.success());
    let required = std::env::var_os("PENPAWN_REQUIRE_CLIENTS").is_some();
    assert!(there || !required, "{name} is not installed");
    if !there {
        eprintln!("skipped: {name} is not installed");
    }
    there
}

#[tokio::test]
async fn discord_js_speaks_with_the_sandbox() {
    let modules = folder("PENPAWN_DISCORD_JS", "clients");
    let find = format!("require({:?})", modules.join("node_modules/discord.js"));
    let node = Path::new("node");
    if is_installed("discord.js", node, &["-e", &find]) {
        converse(node, "discord_js.mjs", &[("MODULES", &modules)]).await;
    }
}

#[tokio::test]
async fn discord_py_speaks_with_the_sandbox() {
    let python = folder("PENPAWN_DISCORD_PY", "clients/python").join("bin/python3");
    if is_installed("discord.py", &python, &["-c", "import discord"]) {
        converse(&python, "discord_py.py", &[]).await;
    }
}

async fn converse(program: &Path, script: &str, variables: &[(&str, &Path)]) {
    // The clock stands at the present, which clients compare with ids: a slow machine makes no answer late.
    let clock = Clock::standing_at(Clock::real().now());
    let options = Options {
        clock,
        ..Options::default()
    };
    let sandbox = Sandbox::start(options).await.expect("a sandbox starts");
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/clients")
        .join(script);
    let mut command = std::process::Command::new(program);
    command
        .arg(script)
        .env("SANDBOX_URL", sandbox.url())
        .env("SANDBOX_TOKEN", sandbox.token());
    command.envs(variables.iter().copied()).stdin(Stdio::null());
    let _running = Running(
        command
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display())),
    );
    sandbox.ready().await;
    let (alice, bob) = (sandbox.person("alice"), sandbox.person("bob"));
    let chess = sandbox.channel("chess");

    let board = alice.command(chess, "board", &[]).await;
    assert_eq!((board.text().as_str(), board.files().len()), ("a board", 1));
    let choices = alice
        .autocomplete(chess, "say", &[], ("text", "N"))
        .await
        .expect("suggestions");
    assert_eq!(choices[0].value, "N!");

    alice.select(board.message(), "Piece", &["Knight"]).await;
    let id = board.message().id;
    let edited = || {
        sandbox
            .message(id)
            .filter(|message| message.content == "chose n")
    };
    let edited = sandbox.until("the menu's message is edited", edited).await;
    assert_eq!(edited.attachments.len(), 1);
    let asked = bob.press(&edited, "Ask").await;
    let sent = bob.submit(asked.modal(), &[("Your move", "Nf3")]).await;
    assert_eq!(sent.text(), "form: Nf3");
    let flipped = bob.press(&edited, "Flip").await;
    assert!(matches!(flipped.reply, Reply::Updated(_)), "{flipped:?}");
    assert_eq!(
        flipped.files()[0].description.as_deref(),
        Some("Black to move")
    );
    assert_eq!(flipped.files().len(), 1);

    let slow = alice.command(chess, "slow", &[]).await;
    assert!(slow.deferred && slow.is_private(), "{slow:?}");
    let thread = alice.command(chess, "thread", &[]).await;
    let game = sandbox.channel("game");
    assert_eq!(thread.text(), format!("<#{game}>"));
    let posted = &sandbox.messages(game)[0];
    assert_eq!(
        (posted.content.as_str(), posted.attachments.len()),
        ("two", 1)
    );

    // The connection breaks and an event is missed: the client resumes and answers it.
    sandbox.fault(Fault::CutAtNextEvent);
    assert_eq!(
        alice.command(chess, "say", &[("text", "e4")]).await.text(),
        "e4"
    );
    assert_eq!(sandbox.identifies(), 1, "the session goes on");
    let said = alice.say(chess, &format!("<@{}> d4", sandbox.bot()));
    assert!(sandbox.next_message(&said).await.content.ends_with("d4"));

    let unknown: Vec<String> = sandbox
        .requests()
        .into_iter()
        .filter(|request| !request.known_route)
        .map(|request| format!("{} {}", request.method, request.path))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
