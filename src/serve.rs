//! `penpawn run` and `penpawn try`: opens the database, connects, lets the worker loose and waits for the end.

use std::fmt::Display;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use penpawn::app::App;
use penpawn::config::Config;
use penpawn::discord::{self, ConnectError};
use penpawn::game::ChallengeLimits;
use penpawn::worker::{self, Pulse};
use tokio::sync::watch;
use tracing::Level;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::say;

const FAULT: u8 = 1;
const WRONG_SETTINGS: u8 = 2;
const DATABASE: u8 = 3;
const DISCORD: u8 = 4;

/// Why the bot does not run: a line for people and a number for scripts.
struct Failure {
    status: u8,
    line: String,
}

impl Failure {
    fn new(status: u8, error: impl Display) -> Self {
        Self {
            status,
            line: error.to_string(),
        }
    }
}

impl From<ConnectError> for Failure {
    fn from(error: ConnectError) -> Self {
        let status = match error {
            ConnectError::BadToken | ConnectError::Unreachable(_) | ConnectError::Closed(_) => {
                DISCORD
            }
            ConnectError::Database(_) => DATABASE,
            ConnectError::Fault(_) => FAULT,
        };
        Failure::new(status, error)
    }
}

/// Runs the bot on Discord until it is told to stop.
pub(crate) fn run(config: Option<&Path>) -> ExitCode {
    ended(|| {
        let environment = |name: &str| std::env::var(name).ok();
        let config = Config::load(config, &environment)
            .map_err(|error| Failure::new(WRONG_SETTINGS, error))?;
        log_to_stderr(&config.log)?;
        runtime()?.block_on(async {
            let stop = stop_on_signals()?;
            serve(config, stop, |invite| {
                say(format_args!("Invite Penpawn to a server: {invite}"));
            })
            .await
        })
    })
}

/// Runs the bot in a sandbox until it is told to stop.
#[cfg(feature = "sandbox")]
pub(crate) fn try_out(port: u16, folder: Option<std::path::PathBuf>) -> ExitCode {
    use penpawn::config::Token;
    use penpawn::sandbox::{Options, Sandbox, StartError};

    ended(|| {
        let log = std::env::var("PENPAWN_LOG").unwrap_or_else(|_| "warn".to_owned());
        log_to_stderr(&log)?;
        let folder = folder.or_else(try_folder).ok_or_else(|| {
            Failure::new(
                WRONG_SETTINGS,
                "there is no home folder to keep the games in: name one with --data FOLDER",
            )
        })?;
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::new(
                WRONG_SETTINGS,
                format!("cannot keep games in {}: {error}", folder.display()),
            )
        })?;
        runtime()?.block_on(async {
            let stop = stop_on_signals()?;
            let options = |port| Options {
                port,
                folder: Some(folder.join("discord")),
                ..Options::default()
            };
            let sandbox = match Sandbox::start(options(port)).await {
                Err(StartError::Listen { .. }) => Sandbox::start(options(0)).await,
                started => started,
            };
            let sandbox = sandbox.map_err(|error| Failure::new(FAULT, error))?;
            let limits = ChallengeLimits::default();
            let config = Config {
                token: Token::new(&sandbox.token())
                    .ok_or_else(|| Failure::new(FAULT, "the sandbox has no token"))?,
                database: folder.join("penpawn.db"),
                log,
                games_per_player: limits.running_games,
                challenges_an_hour: limits.challenges_an_hour,
                api: Some(sandbox.url()),
                clock: penpawn::time::Clock::System,
            };
            let address = sandbox.url();
            let kept = folder.display().to_string();
            let served = serve(config, stop, move |_| {
                say(format_args!(
                    "Penpawn is ready to be tried: open {address}/"
                ));
                say(format_args!("Games are kept in {kept}. Ctrl-C ends it."));
            });
            let outcome = served.await;
            // What was said last is written before the program ends.
            sandbox.stop().await;
            outcome
        })
    })
}

/// Where `penpawn try` keeps its games: beside the other data of the user's programs.
#[cfg(feature = "sandbox")]
fn try_folder() -> Option<std::path::PathBuf> {
    let from = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(std::path::PathBuf::from)
    };
    let data = from("XDG_DATA_HOME")
        .or_else(|| from("HOME").map(|home| home.join(".local").join("share")))
        .or_else(|| from("LOCALAPPDATA"))?;
    Some(data.join("penpawn-try"))
}

/// `announce` is called with the invite link once Discord has let the bot in.
async fn serve(
    config: Config,
    stop: watch::Receiver<bool>,
    announce: impl FnOnce(&str),
) -> Result<(), Failure> {
    let limits = ChallengeLimits {
        running_games: config.games_per_player,
        challenges_an_hour: config.challenges_an_hour,
    };
    let app = App::open(&config.database, limits, config.clock)
        .map_err(|error| Failure::new(DATABASE, error))?;
    let connection = discord::connect(app, &config.token, config.api.as_deref()).await?;
    let (bot, invite) = (connection.bot(), connection.invite_link());
    let pulse = Pulse::of(connection.liveness(), &bot.app);
    let mut ready = pulse.felt();
    let (stop_worker, worker_stops) = watch::channel(false);
    let working = tokio::spawn(worker::run(bot, pulse, worker_stops));
    let mut running = std::pin::pin!(connection.run(stop));
    // Only whether it came is handed on: what `wait_for` returns locks the channel, and the next session is told on it.
    let is_ready = async { ready.wait_for(|&ready| ready).await.is_ok() };
    let ended = tokio::select! {
        ended = &mut running => ended,
        _ = is_ready => {
            announce(&invite);
            running.await
        }
    };
    let _ = stop_worker.send(true);
    working.await.map_err(|error| Failure::new(FAULT, error))?;
    ended.map_err(Failure::from)
}

fn ended(run: impl FnOnce() -> Result<(), Failure>) -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { status, line }) => {
            eprintln!("penpawn: {line}");
            ExitCode::from(status)
        }
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(FAULT, format!("no threads to run on: {error}")))
}

/// Other crates may log what they send, tokens included, so only their errors are heard, whatever the setting says.
fn log_to_stderr(filter: &str) -> Result<(), Failure> {
    let quiet = [
        "serenity",
        "hyper",
        "hyper_util",
        "reqwest",
        "rustls",
        "tungstenite",
        "tokio_tungstenite",
        "h2",
    ];
    let filter = EnvFilter::try_new(filter).map_err(|error| {
        Failure::new(
            WRONG_SETTINGS,
            format!("the setting for the log cannot be read: {error}"),
        )
    })?;
    // A layer of its own: a directive for a module of theirs would win over one for the crate.
    let harmless = filter_fn(move |line| {
        let of = line.target().split("::").next().unwrap_or_default();
        !quiet.contains(&of) || *line.level() == Level::ERROR
    });
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Colors are for eyes; a journal keeps them as signs that nobody can search.
        .with_ansi(std::io::stderr().is_terminal())
        .finish()
        .with(harmless)
        .init();
    Ok(())
}

/// Becomes true on Ctrl-C, and on SIGTERM where there is one.
fn stop_on_signals() -> Result<watch::Receiver<bool>, Failure> {
    let (stop, stops) = watch::channel(false);
    #[cfg(unix)]
    let mut terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate())
            .map_err(|error| Failure::new(FAULT, format!("signals cannot be heard: {error}")))?
    };
    tokio::spawn(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
        // A receiver that is gone has stopped already.
        let _ = stop.send(true);
    });
    Ok(stops)
}
