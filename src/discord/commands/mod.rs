//! The slash commands: one file each, one line each in [`ALL`], which feeds registration, dispatch and `/help`.

mod abort;
mod board;
mod challenge;
mod draw;
mod games;
mod help;
mod move_;
mod next;
mod plan;
mod rematch;
mod resign;
mod server;
mod settings;
mod takeback;
mod time;

use serde_json::{Value, json};

use super::call::{Answering, Call};
use super::text::Text;

pub(super) use games::show_games;
pub(super) use rematch::ask_rematch;
pub(super) use settings::{press_setting, submit_setting};
pub(super) use time::end_vacation;

/// A slash command. What it and its options say about themselves stands in the catalogue, under their names.
pub(super) struct Command {
    /// Its name.
    pub name: &'static str,
    /// Its options, the required ones first.
    pub options: &'static [Opt],
    /// Its subcommands; a command with some cannot be sent without one.
    pub subcommands: &'static [Subcommand],
    /// Answers it.
    pub run: for<'a> fn(Call<'a>) -> Answering<'a>,
    /// Offers values while somebody types an option.
    pub complete: Option<for<'a> fn(Call<'a>) -> Answering<'a>>,
}

/// A second word of a command.
pub(super) struct Subcommand {
    /// Its name.
    pub name: &'static str,
    /// Its options.
    pub options: &'static [Opt],
}

/// An option of a command.
pub(super) struct Opt {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptKind,
    /// Whether it must be given.
    pub required: bool,
}

/// What an option takes.
#[derive(Clone, Copy)]
pub(super) enum OptKind {
    /// A text.
    Text,
    /// A text, with values offered while it is typed.
    CompletedText,
    /// One of some words; what each says stands in the catalogue.
    Word(&'static [&'static str]),
    /// Yes or no.
    Flag,
    /// A person.
    Person,
    /// A number of a game, with values offered.
    Game,
    /// A whole number between two.
    Integer(i64, i64),
}

/// The permission Manage Server.
/// <https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags>
const MANAGE_SERVER: u64 = 1 << 5;

/// The option by which every command about a game takes its number.
pub(super) const GAME: Opt = Opt {
    name: "game",
    kind: OptKind::Game,
    required: false,
};

/// Every command, in the order in which `/help` lists them.
pub(super) const ALL: &[&Command] = &[
    &challenge::COMMAND,
    &move_::COMMAND,
    &board::COMMAND,
    &games::COMMAND,
    &next::COMMAND,
    &draw::COMMAND,
    &plan::COMMAND,
    &time::COMMAND,
    &takeback::COMMAND,
    &abort::COMMAND,
    &resign::COMMAND,
    &rematch::COMMAND,
    &settings::COMMAND,
    &server::COMMAND,
    &help::COMMAND,
];

/// The commands that Discord offers only to members who may manage the server, unless the server decides otherwise.
const FOR_MANAGERS: &[&str] = &[server::COMMAND.name];

/// The command of that name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    ALL.iter().copied().find(|command| command.name == name)
}

/// All commands as Discord registers them.
/// <https://discord.com/developers/docs/interactions/application-commands#bulk-overwrite-global-application-commands>
pub(super) fn registration(text: Text) -> Value {
    ALL.iter().map(|command| command.json(text)).collect()
}

impl Command {
    fn json(&self, text: Text) -> Value {
        let mut options: Vec<Value> = self
            .options
            .iter()
            .map(|option| option.json(self.name, text))
            .collect();
        options.extend(
            self.subcommands
                .iter()
                .map(|subcommand| subcommand.json(self.name, text)),
        );
        let mut command = json!({
            "name": self.name,
            "type": 1,
            "description": text.command(self.name),
            "options": options,
            // In servers and in the bot's own DM, where it is installed by a server.
            "integration_types": [0],
            "contexts": [0, 1],
        });
        if FOR_MANAGERS.contains(&self.name) {
            command["contexts"] = json!([0]);
            command["default_member_permissions"] = json!(MANAGE_SERVER);
        }
        command
    }
}

impl Subcommand {
    fn json(&self, command: &str, text: Text) -> Value {
        let options: Vec<Value> = self
            .options
            .iter()
            .map(|option| option.json(command, text))
            .collect();
        let description = text.command(&format!("{command}-{}", self.name));
        json!({"name": self.name, "type": 1, "description": description, "options": options})
    }
}

impl Opt {
    fn json(&self, command: &str, text: Text) -> Value {
        let kind = match self.kind {
            OptKind::Text | OptKind::CompletedText | OptKind::Word(_) => 3,
            OptKind::Game | OptKind::Integer(..) => 4,
            OptKind::Flag => 5,
            OptKind::Person => 6,
        };
        let mut option = json!({
            "name": self.name,
            "type": kind,
            "description": text.option(command, self.name),
            "required": self.required,
        });
        match self.kind {
            OptKind::CompletedText => option["autocomplete"] = json!(true),
            OptKind::Game => {
                option["autocomplete"] = json!(true);
                option["min_value"] = json!(1);
            }
            OptKind::Word(words) => {
                let choice = |word: &&str| json!({"name": text.word(command, self.name, word), "value": word});
                option["choices"] = words.iter().map(choice).collect();
            }
            OptKind::Integer(least, most) => {
                option["min_value"] = json!(least);
                option["max_value"] = json!(most);
            }
            OptKind::Text | OptKind::Flag | OptKind::Person => {}
        }
        option
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_keeps_discords_limits() {
        for command in ALL {
            let json = command.json(Text::default());
            assert!(
                json.to_string().len() <= 8000,
                "{} is too long",
                command.name
            );
            check_named(&json);
        }
    }

    /// How the README writes a command: its subcommands, then its options, the optional ones in brackets.
    fn usage(command: &Command) -> String {
        let mut words = vec![format!("/{}", command.name)];
        let names: Vec<_> = command
            .subcommands
            .iter()
            .map(|subcommand| subcommand.name)
            .collect();
        words.extend((!names.is_empty()).then(|| names.join("\\|")));
        let mut options: Vec<&Opt> = Vec::new();
        let subcommands = command.subcommands.iter();
        for option in subcommands
            .flat_map(|subcommand| subcommand.options)
            .chain(command.options)
        {
            if options.iter().all(|listed| listed.name != option.name) {
                options.push(option);
            }
        }
        let option = |option: &Opt| {
            if option.required {
                format!("<{}>", option.name)
            } else {
                format!("[{}]", option.name)
            }
        };
        words.extend(options.into_iter().map(option));
        words.join(" ")
    }

    #[test]
    fn the_readme_lists_every_command_as_it_is() {
        let expected: Vec<_> = ALL
            .iter()
            .map(|command| {
                format!(
                    "| `{}` | {} |",
                    usage(command),
                    Text::default().command(command.name)
                )
            })
            .collect();
        let readme = include_str!("../../../README.md");
        let listed: Vec<_> = readme
            .lines()
            .filter(|line| line.starts_with("| `/"))
            .map(str::to_owned)
            .collect();
        assert_eq!(listed, expected);
    }

    #[track_caller]
    fn check_named(thing: &Value) {
        let (name, description) = (
            thing["name"].as_str().unwrap(),
            thing["description"].as_str().unwrap(),
        );
        assert!(
            (1..=32).contains(&name.len())
                && name.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
            "{name}"
        );
        assert!(
            (1..=100).contains(&description.chars().count()),
            "{name}: {description}"
        );
        let options = thing["options"].as_array().cloned().unwrap_or_default();
        assert!(options.len() <= 25);
        let required: Vec<bool> = options
            .iter()
            .map(|option| option["required"] == true)
            .collect();
        assert!(
            required.is_sorted_by(|a, b| a >= b),
            "{name} has a required option after an optional one"
        );
        options.iter().for_each(check_named);
    }
}
