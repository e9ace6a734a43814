//! One thing that a person did, as a value: who, where, when and what. Serenity's types end here.

mod read;

use std::collections::BTreeMap;

use serenity::model::application::Interaction;
use serenity::model::permissions::Permissions;

use crate::game::{InteractionId, MessageId, Place, PlayerId};
use crate::time::{Span, Timestamp};

use super::button::{Button, UnknownButton};

/// How long the token of an interaction can be used.
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>
pub(super) const TOKEN_LIFE: Span = Span::seconds(15 * 60);

/// Who did it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Person {
    /// The Discord user.
    pub id: PlayerId,
    /// The name that the others see.
    pub name: String,
}

/// A person whom an option names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedPerson {
    /// The Discord user.
    pub id: PlayerId,
    /// The name that the others see.
    pub name: String,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// Whether the person is a member of the server.
    pub is_here: bool,
    /// Whether the person can see the channel.
    pub sees_channel: bool,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionValue {
    /// A text, whole or as typed so far.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// Yes or no.
    Flag(bool),
    /// A person.
    Person(NamedPerson),
}

/// The options that were given, by name.
pub(super) type Options = BTreeMap<String, OptionValue>;

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A slash command was sent.
    Command {
        /// Its name.
        name: String,
        /// The subcommand, where it has some.
        subcommand: Option<String>,
        /// Its options.
        options: Options,
    },
    /// Somebody types an option and wants to be offered values.
    Autocomplete {
        /// The command's name.
        name: String,
        /// The options so far.
        options: Options,
        /// The option that is being typed.
        focused: String,
        /// What is typed so far.
        typed: String,
    },
    /// A button was pressed.
    Press {
        /// Which.
        button: Result<Button, UnknownButton>,
        /// The message with the button.
        message: MessageId,
        /// Whether the message with the button is for the presser's eyes only.
        on_private_message: bool,
    },
    /// A form was submitted.
    Form {
        /// What it is for.
        button: Result<Button, UnknownButton>,
        /// The line that was filled in.
        line: String,
        /// The message, for this person's eyes only, from which it was opened.
        opened_on: Option<MessageId>,
    },
}

/// One thing that a person did, and all that is needed to answer it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Invocation {
    /// Discord's number for it.
    pub id: InteractionId,
    /// With which it is answered, for [`TOKEN_LIFE`]. Never to be logged.
    pub token: String,
    /// When Discord created it: the moment that counts.
    pub at: Timestamp,
    /// Who.
    pub person: Person,
    /// Where.
    pub place: Place,
    /// Whether that is a thread.
    pub in_thread: bool,
    /// Whether the person may manage the server, as Discord says; `false` in a DM.
    pub manages_server: bool,
    /// What the bot may do there, as Discord says; `None` where it does not say.
    pub bot_permissions: Option<Permissions>,
    /// The person's language, as in `en-US`.
    pub locale: String,
    /// What.
    pub what: What,
}

impl Invocation {
    /// Reads what serenity received; `None` for a ping, which only comes over HTTP.
    pub(super) fn read(interaction: Interaction) -> Option<Invocation> {
        read::read(interaction)
    }

    /// The message for the person's eyes only that led to this, by a button or a form.
    pub(super) fn private_message(&self) -> Option<MessageId> {
        match &self.what {
            What::Press {
                message,
                on_private_message,
                ..
            } => on_private_message.then_some(*message),
            What::Form { opened_on, .. } => *opened_on,
            What::Command { .. } | What::Autocomplete { .. } => None,
        }
    }

    /// The options of a command or of its autocomplete.
    pub(super) fn option(&self, name: &str) -> Option<&OptionValue> {
        match &self.what {
            What::Command { options, .. } | What::Autocomplete { options, .. } => options.get(name),
            What::Press { .. } | What::Form { .. } => None,
        }
    }

    /// A text option.
    pub(super) fn text_option(&self, name: &str) -> Option<&str> {
        match self.option(name) {
            Some(OptionValue::Text(text)) => Some(text),
            Some(OptionValue::Integer(_) | OptionValue::Flag(_) | OptionValue::Person(_))
            | None => None,
        }
    }

    /// A whole-number option. Autocomplete hands numbers over as typed.
    pub(super) fn integer_option(&self, name: &str) -> Option<i64> {
        match self.option(name) {
            Some(OptionValue::Integer(number)) => Some(*number),
            Some(OptionValue::Text(text)) => text.trim().parse().ok(),
            Some(OptionValue::Flag(_) | OptionValue::Person(_)) | None => None,
        }
    }

    /// A yes-or-no option; no when it is not given.
    pub(super) fn flag_option(&self, name: &str) -> bool {
        matches!(self.option(name), Some(OptionValue::Flag(true)))
    }

    /// A person option.
    pub(super) fn person_option(&self, name: &str) -> Option<&NamedPerson> {
        match self.option(name) {
            Some(OptionValue::Person(person)) => Some(person),
            Some(OptionValue::Text(_) | OptionValue::Integer(_) | OptionValue::Flag(_)) | None => {
                None
            }
        }
    }
}

/// When Discord made a snowflake: the upper 42 bits are milliseconds since the start of 2015.
/// <https://discord.com/developers/docs/reference#snowflakes>
pub(super) fn snowflake_time(snowflake: u64) -> Timestamp {
    Timestamp::from_millis((snowflake >> 22) as i64 + DISCORD_EPOCH)
}

/// The smallest snowflake of an instant, to ask for what is younger.
pub(super) fn snowflake_at(at: Timestamp) -> u64 {
    ((at.as_millis() - DISCORD_EPOCH).max(0) as u64) << 22
}

const DISCORD_EPOCH: i64 = 1_420_070_400_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snowflake_tells_its_time() {
        // The example of Discord's reference.
        assert_eq!(
            snowflake_time(175_928_847_299_117_063),
            Timestamp::from_millis(1_462_015_105_796)
        );
    }
}
