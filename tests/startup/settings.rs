//! Settings that are missing, wrong, or for tests only.

use crate::trial::{DISCORD, Trial, WRONG_SETTINGS, check, penpawn, run};

#[test]
fn the_token_is_looked_for() {
    let no_token = "no token: set PENPAWN_TOKEN, or token_file in the configuration";
    let trial = || Trial::new().without("PENPAWN_TOKEN");
    trial().check(WRONG_SETTINGS, no_token);
    for token in ["", " ", "\n", "two words", "tök.en"] {
        let wrong = trial().with("PENPAWN_TOKEN", token);
        wrong.check(
            WRONG_SETTINGS,
            "PENPAWN_TOKEN is not a token: copy it again",
        );
    }
    let from_file = |name: &str| trial().with_file("config.toml", format!("token_file = '{name}'"));
    from_file("token").check(
        WRONG_SETTINGS,
        "cannot read the token file token: No such file",
    );
    from_file(".").check(WRONG_SETTINGS, "cannot read the token file");
    for token in ["", "\n \n", "first\nsecond"] {
        let wrong = from_file("token").with_file("token", token);
        wrong.check(WRONG_SETTINGS, "the token in token is not a token");
    }
    let right = from_file("token").with_file("token", "right.to.ken\n");
    right.check(DISCORD, "Discord cannot be reached");
}

#[test]
fn the_configuration_is_read_or_told() {
    let unreadable = "cannot read the configuration";
    for file in ["missing.toml", ".", ""] {
        let trial = Trial::new().with("PENPAWN_CONFIG", file);
        trial.check(WRONG_SETTINGS, unreadable);
    }
    let latin = Trial::new().with_file("config.toml", b"log = '\xe9'");
    latin.check(WRONG_SETTINGS, unreadable);
    let trial = Trial::new();
    let mut named = penpawn(&["run", "--config", "elsewhere/config.toml"]);
    trial.prepare(&mut named);
    check(
        &run(&mut named),
        WRONG_SETTINGS,
        "cannot read the configuration elsewhere/config.toml",
    );
}

#[test]
fn a_wrong_line_of_the_configuration_is_named() {
    for (file, words) in [
        (
            "\n\ndatabse = 'x.db'",
            "config.toml: line 3: unknown field `databse`",
        ),
        ("log = 5", "line 1: invalid type"),
        ("database = ['x.db']", "line 1: invalid type"),
        ("games_per_player = '20'", "line 1: invalid type"),
        ("\ngames_per_player = -1", "line 2: invalid value"),
        ("challenges_an_hour = 1.5", "line 1: invalid type"),
        ("log = 'info'\nlog = 'warn'", "line 2: duplicate key"),
        ("[log", "line 1: "),
        (
            "token = 'MTc5.secret.NjU1'",
            "line 1: unknown field `token`",
        ),
    ] {
        let trial = Trial::new().with_file("config.toml", file);
        trial.check(WRONG_SETTINGS, words);
        trial.check(WRONG_SETTINGS, "config.example.toml explains every key");
    }
}

#[test]
fn the_log_setting_is_read_or_told() {
    for log in ["penpawn=loud", "a=b=c"] {
        let trial = Trial::new().with("PENPAWN_LOG", log);
        trial.check(WRONG_SETTINGS, "the setting for the log cannot be read");
    }
}

#[test]
fn settings_for_tests_stay_on_this_machine() {
    for api in [
        "",
        "discord.com",
        "https://discord.com",
        "https://127.0.0.1:8080",
        "http://example.com:80",
        "http://10.0.0.1:80",
        "http://0.0.0.0:80",
        "http://127.0.0.1",
        "http://127.0.0.1:80@example.com:80",
        "http://127.0.0.1:80/elsewhere",
        "http://localhost.example.com:80",
        "http://localhost:80:80",
        "http://[::2]:80",
    ] {
        let trial = Trial::new().with("PENPAWN_DISCORD_API", api);
        trial.check(
            WRONG_SETTINGS,
            "PENPAWN_DISCORD_API is for tests on this machine",
        );
    }
    let alone = Trial::new()
        .without("PENPAWN_DISCORD_API")
        .with("PENPAWN_CLOCK", "clock");
    alone.check(WRONG_SETTINGS, "only together with PENPAWN_DISCORD_API");
}
