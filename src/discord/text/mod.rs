//! Every sentence that people read: one function each, over a message catalogue, so that a language is a file.
//!
//! What people typed must come in escaped (see [`super::view::escape`]); nothing here knows Discord's API.

/// Sentences without numbers or choices: a function and its key, the gaps named as in the catalogue.
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $key:literal;)*) => {
        impl Text {
            $($(#[$doc])* pub(crate) fn $name(self $(, $arg: &str)*) -> String {
                self.say($key, &[$((stringify!($arg), Arg::Words($arg))),*])
            })*
        }
    };
}

mod answers;
mod guided;
mod lists;
mod plans;
mod posts;
mod refusals;
mod settings;
mod time;

pub use lists::{ListedTime, ToMove};

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::time::Timestamp;

const ENGLISH: &str = include_str!("../../../assets/text/en-US.ftl");

type Catalogue = FluentBundle<FluentResource>;

/// Words in one language.
#[derive(Clone, Copy)]
pub struct Text {
    catalogue: &'static Catalogue,
}

impl Default for Text {
    fn default() -> Self {
        Text::in_language("en-US")
    }
}

impl Text {
    /// Words in the language that Discord calls so, or else in English. There is only English so far.
    pub fn in_language(_locale: &str) -> Text {
        static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
        Text {
            catalogue: CATALOGUE.get_or_init(|| load(ENGLISH)),
        }
    }

    /// What a command, or a subcommand as in `draw-offer`, says about itself.
    pub fn command(self, name: &str) -> String {
        self.say(&format!("command-{name}"), &[])
    }

    /// What an option says about itself; some say the same in every command.
    pub fn option(self, command: &str, option: &str) -> String {
        let own = format!("option-{command}-{option}");
        let key = if self.catalogue.has_message(&own) {
            own
        } else {
            format!("option-{option}")
        };
        self.say(&key, &[])
    }

    /// What a word that an option takes says in the list.
    pub fn word(self, command: &str, option: &str, word: &str) -> String {
        self.say(&format!("word-{command}-{option}-{word}"), &[])
    }

    fn say(self, key: &str, args: &[(&str, Arg<'_>)]) -> String {
        let Some(pattern) = self
            .catalogue
            .get_message(key)
            .and_then(|message| message.value())
        else {
            // Cannot happen while the test below holds; the key still tells more than nothing.
            return key.to_owned();
        };
        let mut given = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            given.set((*name).to_owned(), value.to_fluent());
        }
        self.catalogue
            .format_pattern(pattern, Some(&given), &mut Vec::new())
            .into_owned()
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Text")
    }
}

/// What fills a gap in a sentence.
#[derive(Clone, Copy)]
enum Arg<'a> {
    /// Words, or a number that stays as it is.
    Words(&'a str),
    /// A number that the sentence may agree with.
    Count(u64),
}

impl<'a> Arg<'a> {
    fn to_fluent(self) -> FluentValue<'a> {
        match self {
            Arg::Words(words) => FluentValue::from(words),
            Arg::Count(count) => FluentValue::from(count),
        }
    }
}

fn load(source: &str) -> Catalogue {
    let resource = FluentResource::try_new(source.to_owned()).map_err(|(_, errors)| errors);
    let resource = resource.expect("the catalogue in the program can be read");
    let language = "en-US".parse().expect("a language");
    let mut catalogue = FluentBundle::new_concurrent(vec![language]);
    // Marks around every name would stop mentions from working.
    catalogue.set_use_isolating(false);
    catalogue
        .add_resource(resource)
        .expect("no message of the catalogue stands in it twice");
    catalogue
}

/// An instant that everybody reads in his own zone, as in "November 29, 2026 9:41 PM".
/// <https://discord.com/developers/docs/reference#message-formatting-timestamp-styles>
fn date_and_time(at: Timestamp) -> String {
    format!("<t:{}:f>", at.as_seconds())
}

/// An instant as seen from now, as in "in 3 days".
fn relative(at: Timestamp) -> String {
    format!("<t:{}:R>", at.as_seconds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Keys that the code asks for, as they stand in the sources, and those that commands make up.
    fn asked_for() -> BTreeSet<String> {
        let sources = [
            include_str!("answers.rs"),
            include_str!("guided.rs"),
            include_str!("lists.rs"),
            include_str!("plans.rs"),
            include_str!("posts.rs"),
            include_str!("refusals.rs"),
            include_str!("settings.rs"),
            include_str!("time.rs"),
        ];
        let quoted = sources
            .iter()
            .flat_map(|source| source.split('"').skip(1).step_by(2));
        let mut keys: BTreeSet<String> = quoted.map(str::to_owned).collect();
        for command in super::super::commands::ALL {
            keys.insert(format!("command-{}", command.name));
            for subcommand in command.subcommands {
                keys.insert(format!("command-{}-{}", command.name, subcommand.name));
            }
            let of_subcommands = command
                .subcommands
                .iter()
                .flat_map(|subcommand| subcommand.options);
            for option in command.options.iter().chain(of_subcommands) {
                keys.insert(format!("option-{}-{}", command.name, option.name));
                keys.insert(format!("option-{}", option.name));
                if let super::super::commands::OptKind::Word(words) = option.kind {
                    keys.extend(
                        words
                            .iter()
                            .map(|word| format!("word-{}-{}-{word}", command.name, option.name)),
                    );
                }
            }
        }
        keys
    }

    fn in_catalogue() -> BTreeSet<String> {
        let key = |line: &str| line.split_once(" =").map(|(key, _)| key.to_owned());
        ENGLISH
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(key)
            .collect()
    }

    #[test]
    fn every_sentence_of_the_catalogue_is_used() {
        let unused: Vec<_> = in_catalogue().difference(&asked_for()).cloned().collect();
        assert_eq!(unused, Vec::<String>::new());
    }

    #[test]
    fn every_sentence_that_is_said_is_in_the_catalogue() {
        let (asked, known) = (asked_for(), in_catalogue());
        let is_key = |key: &&String| {
            key.contains('-') && key.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        let missing: Vec<_> = asked
            .iter()
            .filter(is_key)
            .filter(|key| !known.contains(*key))
            // An option's words of its own are not needed where those for all commands stand.
            .filter(|key| !key.starts_with("option-"))
            .collect();
        assert_eq!(missing, Vec::<&String>::new());
        for command in super::super::commands::ALL {
            for option in command.options {
                assert_ne!(
                    Text::default().option(command.name, option.name),
                    format!("option-{}", option.name)
                );
            }
        }
    }
}
