//! A Discord that is not there, or that does not want the bot.

use std::io::ErrorKind;
use std::net::TcpListener;

use penpawn::sandbox::{Fault, Options, Route, Sandbox, Trouble};
use tempfile::TempDir;

use crate::bot::{Bot, Output};
use crate::trial::{DISCORD, TOKEN, Trial};

/// Everything that could be told is told.
const ALL: &str = "trace,serenity=trace,serenity::gateway=trace,serenity::http::client=trace,hyper=trace,\
                   hyper_util::client=trace,reqwest=trace,reqwest::connect=trace,rustls=trace,tungstenite=trace,\
                   tungstenite::protocol=trace,tokio_tungstenite::compat=trace,h2=trace";

#[test]
fn nothing_goes_elsewhere_when_discord_is_not_there() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", proxy.local_addr().expect("an address"));
    let mut trial = Trial::new();
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        trial = trial
            .with(name, &address)
            .with(&name.to_lowercase(), &address);
    }
    trial.check(DISCORD, "Discord cannot be reached: no connection");
    proxy.set_nonblocking(true).expect("a listener");
    let asked = proxy.accept().map_err(|error| error.kind());
    assert_eq!(asked.err(), Some(ErrorKind::WouldBlock));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_discord_does_not_know_is_told() {
    let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
    let trial = Trial::new().with("PENPAWN_DISCORD_API", &sandbox.url());
    let ended = tokio::task::spawn_blocking(move || {
        trial.check(DISCORD, "Discord refuses the bot's token. Copy it again");
    });
    ended.await.expect("the bot ends so");
    assert_eq!(sandbox.identifies(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_discord_in_trouble_is_told() {
    for (route, status) in [
        ("GET /gateway", 500),
        ("GET /gateway", 503),
        ("GET /applications/@me", 502),
        ("PUT /applications/*/commands", 500),
    ] {
        let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
        sandbox.fault(Fault::Rest {
            route: Route::new(route),
            times: 1000,
            trouble: Trouble::Status { status, code: 0 },
        });
        let trial = Trial::new()
            .with("PENPAWN_TOKEN", &sandbox.token())
            .with("PENPAWN_DISCORD_API", &sandbox.url());
        let ended = tokio::task::spawn_blocking(move || {
            trial.check(DISCORD, &format!("Discord cannot be reached: {status}"));
        });
        ended.await.expect("the bot ends so");
        assert_eq!(sandbox.identifies(), 0, "{route}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_closes_for_good_ends_the_bot() {
    for (code, words) in [
        (4004, "Discord refuses the bot's token. Copy it again"),
        (4014, "Discord closed the connection for good: "),
    ] {
        let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
        let folder = TempDir::new().expect("a temporary folder");
        let bot = start(&sandbox, &folder, "error");
        bot.ready().await;
        sandbox.fault(Fault::Close(code));
        let (status, output) = bot.ended().await;
        assert_eq!(status.code(), Some(DISCORD), "{output:?}");
        let told: Vec<_> = output
            .stderr
            .lines()
            .filter(|line| line.starts_with("penpawn: "))
            .collect();
        assert_eq!(told.len(), 1, "{output:?}");
        assert!(told[0].contains(words), "{output:?}");
        assert!(!told[0].contains(['{', '[']), "{output:?}");
    }
}

fn start(sandbox: &Sandbox, folder: &TempDir, log: &str) -> Bot {
    let environment = [
        ("PENPAWN_TOKEN", sandbox.token()),
        ("PENPAWN_DISCORD_API", sandbox.url()),
        ("PENPAWN_LOG", log.to_owned()),
    ];
    Bot::start(folder.path(), &environment)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_token_shows_however_much_is_logged() {
    let sandbox = Sandbox::start(Options::default()).await.expect("a sandbox");
    let folder = TempDir::new().expect("a temporary folder");
    let bot = start(&sandbox, &folder, ALL);
    bot.ready().await;
    let (alice, bob) = (sandbox.person("alice"), sandbox.person("bob"));
    let channel = sandbox.channel("chess");
    let options = [("opponent", "bob"), ("color", "white")];
    let challenge = alice.command(channel, "challenge", &options).await;
    let started = bob.press(challenge.message(), "Accept").await;
    let moved = alice.command(channel, "move", &[("move", "e4")]).await;
    // The gateway says its token once more.
    sandbox.fault(Fault::Cut);
    sandbox
        .until("the bot is back", || sandbox.online().then_some(()))
        .await;
    sandbox.fault(Fault::Rest {
        route: Route::new("POST /interactions/**"),
        times: 1,
        trouble: Trouble::DropBefore,
    });
    let dropped = bob.begin_command(channel, "move", &[("move", "e5")]);
    let start = moved.message().clone();
    sandbox.next_message(&start).await;
    let (status, output) = bot.terminate().await;
    assert_eq!(status.code(), Some(0), "{output:?}");
    assert!(output.stderr.contains(" INFO penpawn"), "{output:?}");
    let interactions = [
        challenge.interaction,
        started.interaction,
        moved.interaction,
        dropped.interaction,
    ];
    hides(&output, &sandbox.token());
    for interaction in interactions {
        hides(
            &output,
            &sandbox.interaction_token(interaction).expect("a token"),
        );
    }
}

#[test]
fn no_token_shows_when_nothing_works() {
    let mut command = Trial::new().with("PENPAWN_LOG", ALL).command();
    let folder = TempDir::new().expect("a temporary folder");
    let ended = crate::trial::run(command.current_dir(folder.path()));
    assert_eq!(ended.status, Some(DISCORD));
    let output = Output {
        stdout: ended.stdout,
        stderr: ended.stderr,
    };
    hides(&output, TOKEN);
}

#[track_caller]
fn hides(output: &Output, secret: &str) {
    for text in [&output.stdout, &output.stderr] {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "a token shows");
    }
}
