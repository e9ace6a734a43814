//! Settings, from a TOML file and the environment. A key that nobody knows is an error, so that a typing mistake does
//! not pass for a setting.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::time::Clock;

/// Where the configuration is looked for when nothing else is said.
pub const DEFAULT_FILE: &str = "config.toml";

/// The settings of `penpawn run`.
#[derive(Clone, Debug)]
pub struct Config {
    /// The bot's token.
    pub token: Token,
    /// The database file.
    pub database: PathBuf,
    /// What is logged, as in `info` or `penpawn=debug,warn`.
    pub log: String,
    /// Running games for each player.
    pub games_per_player: u32,
    /// New challenges by each player within an hour.
    pub challenges_an_hour: u32,
    /// Another address than Discord's; tests only.
    pub api: Option<String>,
    /// The clock; a set one is for tests only.
    pub clock: Clock,
}

/// The bot's token. It is never printed.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token, without the blanks that copying leaves around it.
    pub fn new(token: &str) -> Option<Token> {
        let token = token.trim();
        (!token.is_empty() && token.chars().all(|c| c.is_ascii_graphic()))
            .then(|| Token(token.to_owned()))
    }

    /// The token itself, for Discord's eyes.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Why the settings cannot be used. One line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration {}: {reason}", file.display())]
    Unreadable {
        /// Which file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file holds what it must not.
    #[error("{}: {reason}; config.example.toml explains every key", file.display())]
    Wrong {
        /// Which file.
        file: PathBuf,
        /// Line and reason.
        reason: String,
    },
    /// There is no token.
    #[error(
        "no token: set PENPAWN_TOKEN, or token_file in the configuration, to the token of your bot \
         (developer portal, Bot, Reset Token)"
    )]
    NoToken,
    /// The token holds blanks or is empty.
    #[error(
        "the token in {0} is not a token: copy it again from the developer portal (Bot, Reset Token)"
    )]
    NotAToken(String),
    /// The token file cannot be read.
    #[error("cannot read the token file {}: {reason}", file.display())]
    TokenFile {
        /// Which file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A test setting that points elsewhere.
    #[error(
        "PENPAWN_DISCORD_API is for tests on this machine and takes http://127.0.0.1:PORT only"
    )]
    NotLoopback,
    /// A clock for tests without the address for tests.
    #[error("PENPAWN_CLOCK is for tests and works only together with PENPAWN_DISCORD_API")]
    ClockAlone,
}

/// The keys of the file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Keys {
    token_file: Option<PathBuf>,
    database: Option<PathBuf>,
    log: Option<String>,
    games_per_player: Option<u32>,
    challenges_an_hour: Option<u32>,
}

/// An environment: what a variable is set to.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Config {
    /// Reads the file that was named, else `PENPAWN_CONFIG`, else [`DEFAULT_FILE`] if it is there; then the
    /// environment, which prevails.
    pub fn load(named: Option<&Path>, environment: Environment<'_>) -> Result<Config, ConfigError> {
        let (file, database) = find_file(named, environment)?;
        let limits = crate::game::ChallengeLimits::default();
        let (api, clock) = test_settings(environment)?;
        Ok(Config {
            token: token(file.token_file, environment)?,
            database,
            log: environment("PENPAWN_LOG")
                .or(file.log)
                .unwrap_or_else(|| "info".to_owned()),
            games_per_player: file.games_per_player.unwrap_or(limits.running_games),
            challenges_an_hour: file.challenges_an_hour.unwrap_or(limits.challenges_an_hour),
            api,
            clock,
        })
    }

    /// Where the database is, for tools that need no token; found as [`Config::load`] finds it.
    pub fn database(
        named: Option<&Path>,
        environment: Environment<'_>,
    ) -> Result<PathBuf, ConfigError> {
        find_file(named, environment).map(|(_, database)| database)
    }
}

/// The keys of the file, and where the database is.
fn find_file(
    named: Option<&Path>,
    environment: Environment<'_>,
) -> Result<(Keys, PathBuf), ConfigError> {
    let from_environment = environment("PENPAWN_CONFIG").map(PathBuf::from);
    let (path, required) = match named.map(Path::to_owned).or(from_environment) {
        Some(path) => (path, true),
        None => (PathBuf::from(DEFAULT_FILE), false),
    };
    let mut file = read_file(&path, required)?;
    // Relative paths in a file are meant from where the file is.
    let beside = |other: PathBuf| path.parent().unwrap_or(Path::new("")).join(other);
    file.token_file = file.token_file.map(beside);
    let database = match environment("PENPAWN_DATABASE") {
        Some(database) => PathBuf::from(database),
        None => beside(file.database.take().unwrap_or_else(|| "penpawn.db".into())),
    };
    Ok((file, database))
}

fn read_file(path: &Path, required: bool) -> Result<Keys, ConfigError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !required => {
            return Ok(Keys::default());
        }
        Err(error) => {
            return Err(ConfigError::Unreadable {
                file: path.to_owned(),
                reason: error.to_string(),
            });
        }
    };
    toml::from_str(&text).map_err(|error| {
        let line = error
            .span()
            .map(|span| text[..span.start].matches('\n').count() + 1);
        let place = line.map_or_else(String::new, |line| format!("line {line}: "));
        let reason = format!("{place}{}", error.message().replace('\n', " "));
        ConfigError::Wrong {
            file: path.to_owned(),
            reason,
        }
    })
}

fn token(file: Option<PathBuf>, environment: Environment<'_>) -> Result<Token, ConfigError> {
    if let Some(token) = environment("PENPAWN_TOKEN") {
        return Token::new(&token)
            .ok_or_else(|| ConfigError::NotAToken("PENPAWN_TOKEN".to_owned()));
    }
    let file = file.ok_or(ConfigError::NoToken)?;
    match std::fs::read_to_string(&file) {
        Ok(token) => {
            Token::new(&token).ok_or_else(|| ConfigError::NotAToken(file.display().to_string()))
        }
        Err(error) => Err(ConfigError::TokenFile {
            file,
            reason: error.to_string(),
        }),
    }
}

fn test_settings(environment: Environment<'_>) -> Result<(Option<String>, Clock), ConfigError> {
    let api = environment("PENPAWN_DISCORD_API");
    if api.as_deref().is_some_and(|api| !is_loopback(api)) {
        return Err(ConfigError::NotLoopback);
    }
    let clock = match environment("PENPAWN_CLOCK") {
        None => Clock::System,
        Some(_) if api.is_none() => return Err(ConfigError::ClockAlone),
        Some(file) => Clock::File(Path::new(&file).into()),
    };
    Ok((api, clock))
}

/// Whether an address is `http://` and a loopback address, a port and nothing else.
fn is_loopback(api: &str) -> bool {
    let Some(authority) = api
        .strip_prefix("http://")
        .map(|rest| rest.trim_end_matches('/'))
    else {
        return false;
    };
    if authority
        .strip_prefix("localhost:")
        .is_some_and(|port| port.parse::<u16>().is_ok())
    {
        return true;
    }
    authority
        .parse::<std::net::SocketAddr>()
        .is_ok_and(|address| match address.ip() {
            IpAddr::V4(ip) => ip.is_loopback(),
            IpAddr::V6(ip) => ip.is_loopback(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, environment: &[(&str, &str)], expected: Result<&str, &str>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, file).unwrap();
        std::fs::write(folder.path().join("token"), "from.the.file\n").unwrap();
        let lookup = |name: &str| {
            environment
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        };
        let told = match Config::load(Some(&path), &lookup) {
            Ok(config) => Ok(format!(
                "{} {} {} {}",
                config.token.reveal(),
                config.database.file_name().unwrap().display(),
                config.log,
                config.games_per_player
            )),
            Err(error) => Err(error.to_string()),
        };
        match (&told, expected) {
            (Ok(told), Ok(expected)) => assert_eq!(told, expected),
            (Err(told), Err(expected)) => assert!(told.contains(expected), "{told}"),
            _ => panic!("{told:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn the_environment_prevails_over_the_file() {
        check(
            "",
            &[("PENPAWN_TOKEN", " a.b.c ")],
            Ok("a.b.c penpawn.db info 20"),
        );
        check(
            "token_file = 'token'\ndatabase = 'x.db'\nlog = 'warn'\ngames_per_player = 3",
            &[],
            Ok("from.the.file x.db warn 3"),
        );
        check(
            "token_file = 'token'\ndatabase = 'x.db'",
            &[
                ("PENPAWN_TOKEN", "a.b.c"),
                ("PENPAWN_DATABASE", "y.db"),
                ("PENPAWN_LOG", "debug"),
            ],
            Ok("a.b.c y.db debug 20"),
        );
    }

    #[test]
    fn what_is_wrong_is_told_in_a_line() {
        check("", &[], Err("no token: set PENPAWN_TOKEN"));
        check(
            "",
            &[("PENPAWN_TOKEN", "two words")],
            Err("PENPAWN_TOKEN is not a token"),
        );
        check(
            "token_file = 'missing'",
            &[],
            Err("cannot read the token file"),
        );
        check(
            "\ndatabse = 'x.db'",
            &[],
            Err("line 2: unknown field `databse`"),
        );
        check("log = 5", &[], Err("line 1: invalid type"));
        check(
            "",
            &[("PENPAWN_TOKEN", "a.b.c"), ("PENPAWN_CLOCK", "now")],
            Err("only together with"),
        );
        for api in [
            "https://discord.com",
            "http://example.com:80",
            "http://10.0.0.1:80",
            "http://127.0.0.1:80/x",
        ] {
            check(
                "",
                &[("PENPAWN_TOKEN", "a.b.c"), ("PENPAWN_DISCORD_API", api)],
                Err("for tests on this machine"),
            );
        }
    }

    #[test]
    fn the_example_shows_every_key_with_its_default() {
        let example = include_str!("../config.example.toml");
        let keys: Keys = toml::from_str(&example.replace("# token_file", "token_file")).unwrap();
        let limits = crate::game::ChallengeLimits::default();
        assert_eq!(keys.token_file, Some("token".into()));
        assert_eq!(keys.database, Some("penpawn.db".into()));
        assert_eq!(keys.log.as_deref(), Some("info"));
        assert_eq!(keys.games_per_player, Some(limits.running_games));
        assert_eq!(keys.challenges_an_hour, Some(limits.challenges_an_hour));
        let readme = include_str!("../README.md");
        for key in [
            "token_file",
            "database",
            "log",
            "games_per_player",
            "challenges_an_hour",
        ] {
            assert!(
                readme.contains(&format!("| `{key}` |")),
                "the README does not name {key}"
            );
        }
    }

    #[test]
    fn the_token_does_not_show() {
        let token = Token::new("very.secret.token").unwrap();
        assert!(!format!("{token:?}").contains("secret"));
    }
}
