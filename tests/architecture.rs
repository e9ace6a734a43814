//! The walls between modules: who may use whom, and which crates each may name. Reads paths, not words.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module, the modules of this crate that it may use, and the crates from outside that it may name.
struct Wall {
    module: &'static str,
    modules: &'static [&'static str],
    crates: &'static [&'static str],
}

const WALLS: &[Wall] = &[
    Wall {
        module: "chess",
        modules: &[],
        crates: &[],
    },
    Wall {
        module: "time",
        modules: &[],
        crates: &["jiff"],
    },
    Wall {
        module: "openings",
        modules: &["chess"],
        crates: &[],
    },
    Wall {
        module: "game",
        modules: &["chess", "time"],
        crates: &["thiserror"],
    },
    Wall {
        module: "diagram",
        modules: &["chess"],
        crates: &["resvg", "tiny_skia", "png", "gif", "crc32fast", "thiserror"],
    },
    Wall {
        module: "store",
        modules: &["chess", "time", "game"],
        crates: &["rusqlite", "thiserror", "anyhow"],
    },
    Wall {
        module: "app",
        modules: &["chess", "time", "game", "store"],
        crates: &["rusqlite", "tokio", "tracing", "thiserror", "anyhow"],
    },
    Wall {
        module: "config",
        modules: &["time", "game"],
        crates: &["serde", "toml", "thiserror"],
    },
    Wall {
        module: "discord",
        modules: &[
            "chess", "openings", "time", "game", "diagram", "app", "config",
        ],
        crates: &[
            "anyhow",
            "fluent_bundle",
            "reqwest",
            "serde_json",
            "serenity",
            "thiserror",
            "tokio",
            "tracing",
        ],
    },
    Wall {
        module: "worker",
        modules: &["time", "app", "discord"],
        crates: &["tokio", "tracing"],
    },
    Wall {
        module: "cli",
        modules: &["chess", "openings", "diagram"],
        crates: &["clap"],
    },
    Wall {
        module: "sandbox",
        modules: &[],
        crates: &[
            "axum",
            "base64",
            "flate2",
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
            "tracing",
        ],
    },
];

#[test]
fn modules_use_only_what_is_below_them() {
    let mut breaches = Vec::new();
    for wall in WALLS {
        for file in sources(wall.module) {
            for used in paths_after(&code(&file), "crate::") {
                if used != wall.module && is_module(&used) && !wall.modules.contains(&used.as_str())
                {
                    breaches.push(format!("{} uses crate::{used}", file.display()));
                }
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn modules_name_only_their_own_crates() {
    let dependencies = dependencies();
    let mut breaches = Vec::new();
    for wall in WALLS {
        for file in sources(wall.module) {
            let code = code(&file);
            for name in &dependencies {
                let named = !paths_after(&code, &format!("{name}::")).is_empty();
                if named && !wall.crates.contains(&name.as_str()) {
                    breaches.push(format!("{} names {name}", file.display()));
                }
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn every_module_has_its_walls() {
    let in_lib: BTreeSet<_> = read("src/lib.rs")
        .lines()
        .filter_map(module_declaration)
        .collect();
    let walled: BTreeSet<_> = WALLS.iter().map(|wall| wall.module.to_owned()).collect();
    assert_eq!(in_lib, walled);
}

#[test]
fn every_file_says_what_it_is_for() {
    for wall in WALLS {
        for file in sources(wall.module) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(
                text.starts_with("//! "),
                "{} does not say what it is for",
                file.display()
            );
        }
    }
}

#[test]
fn files_stay_small() {
    for wall in WALLS {
        for file in sources(wall.module) {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            assert!(
                lines <= 500,
                "{} has {lines} lines: two ideas in one file?",
                file.display()
            );
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn module_declaration(line: &str) -> Option<String> {
    line.strip_prefix("pub mod ")
        .and_then(|rest| rest.strip_suffix(';'))
        .map(str::to_owned)
}

fn is_module(name: &str) -> bool {
    WALLS.iter().any(|wall| wall.module == name)
}

fn sources(module: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let file = root().join("src").join(format!("{module}.rs"));
    if file.exists() {
        found.push(file);
    }
    collect(&root().join("src").join(module), &mut found);
    assert!(!found.is_empty(), "no sources for {module}");
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
}

/// The file without comments and without its unit tests, which may use what only tests need.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that follow `start` where it begins a path; those in braces after it too.
fn paths_after(code: &str, start: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(start) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[at + start.len()..];
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split('}').next().unwrap_or_default();
                let first = |item: &str| {
                    item.trim()
                        .chars()
                        .take_while(|&c| is_name(c))
                        .collect::<String>()
                };
                found.extend(list.split(',').map(first).filter(|name| !name.is_empty()));
            }
            None => found.push(rest.chars().take_while(|&c| is_name(c)).collect()),
        }
    }
    found
}

fn dependencies() -> Vec<String> {
    let manifest: toml::Table = toml::from_str(&read("Cargo.toml")).unwrap();
    manifest["dependencies"]
        .as_table()
        .unwrap()
        .keys()
        .map(|name| name.replace('-', "_"))
        .collect()
}

#[test]
fn paths_are_found_where_they_begin() {
    assert_eq!(
        paths_after(
            "use crate::{chess, time::Clock};\nlet x = crate::game::Game;",
            "crate::"
        ),
        ["chess", "time", "game"]
    );
    assert_eq!(
        paths_after("my_crate::chess; self::crate::x", "crate::"),
        Vec::<String>::new()
    );
}
