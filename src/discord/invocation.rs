//! One thing that a person did, as a value: who, where, when and what. Serenity's types end here.

use std::collections::BTreeMap;

use serenity::model::application::{
    ActionRowComponent, CommandDataOption, CommandDataOptionValue, CommandDataResolved,
    CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, Interaction,
    ModalInteraction,
};
use serenity::model::channel::{Message, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::permissions::Permissions;
use serenity::model::user::User;

use crate::game::{ChannelId, GuildId, InteractionId, MessageId, Place, PlayerId};
use crate::time::{Span, Timestamp};

use super::button::{Button, UnknownButton};
use super::view::{legible, shows_something};

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
        match interaction {
            Interaction::Command(command) => Some(read_command(command, false)),
            Interaction::Autocomplete(command) => Some(read_command(command, true)),
            Interaction::Component(press) => Some(read_press(press)),
            Interaction::Modal(form) => Some(read_form(form)),
            // A ping only comes over HTTP; the enum is open, and a new kind reaches us only with an upgrade.
            _ => None,
        }
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

struct Envelope {
    id: u64,
    token: String,
    user: User,
    member: Option<Member>,
    guild: Option<u64>,
    channel: u64,
    partial_channel: Option<PartialChannel>,
    permissions: Option<Permissions>,
    locale: String,
}

impl Envelope {
    fn open(self, what: What) -> Invocation {
        let nick = self
            .member
            .as_ref()
            .and_then(|member| member.nick.as_deref());
        let name = name_of(nick, &self.user);
        let held = self.member.as_ref().and_then(|member| member.permissions);
        let manages = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
        Invocation {
            id: InteractionId(self.id),
            token: self.token,
            at: snowflake_time(self.id),
            person: Person {
                id: PlayerId(self.user.id.get()),
                name,
            },
            place: Place {
                guild: self.guild.map(GuildId),
                channel: ChannelId(self.channel),
            },
            in_thread: self
                .partial_channel
                .is_some_and(|channel| channel.thread_metadata.is_some()),
            manages_server: held.is_some_and(|held| held.intersects(manages)),
            bot_permissions: self.permissions,
            locale: self.locale,
            what,
        }
    }
}

/// The name that the others see. One that shows nothing would leave holes in sentences: then the next one serves, at
/// last the user name, which has letters.
fn name_of(nick: Option<&str>, user: &User) -> String {
    let names = nick.into_iter().chain(user.global_name.as_deref());
    names
        .map(legible)
        .find(|name| shows_something(name))
        .unwrap_or_else(|| user.name.clone())
}

fn read_command(command: CommandInteraction, autocomplete: bool) -> Invocation {
    let name = command.data.name;
    let (subcommand, given) = split_subcommand(command.data.options);
    let mut options = Options::new();
    let mut focus = (String::new(), String::new());
    for option in given {
        if let CommandDataOptionValue::Autocomplete { value, .. } = &option.value {
            focus = (option.name.clone(), value.clone());
        }
        if let Some(value) = read_option(option.value, &command.data.resolved) {
            options.insert(option.name, value);
        }
    }
    let what = if autocomplete {
        What::Autocomplete {
            name,
            options,
            focused: focus.0,
            typed: focus.1,
        }
    } else {
        What::Command {
            name,
            subcommand,
            options,
        }
    };
    let envelope = Envelope {
        id: command.id.get(),
        token: command.token,
        user: command.user,
        member: command.member.map(|member| *member),
        guild: command.guild_id.map(serenity::model::id::GuildId::get),
        channel: command.channel_id.get(),
        partial_channel: command.channel,
        permissions: command.app_permissions,
        locale: command.locale,
    };
    envelope.open(what)
}

fn split_subcommand(
    mut options: Vec<CommandDataOption>,
) -> (Option<String>, Vec<CommandDataOption>) {
    if let [
        CommandDataOption {
            value: CommandDataOptionValue::SubCommand(_),
            ..
        },
    ] = options.as_slice()
    {
        let only = options.remove(0);
        if let CommandDataOptionValue::SubCommand(inner) = only.value {
            return (Some(only.name), inner);
        }
    }
    (None, options)
}

fn read_option(
    value: CommandDataOptionValue,
    resolved: &CommandDataResolved,
) -> Option<OptionValue> {
    match value {
        CommandDataOptionValue::String(text)
        | CommandDataOptionValue::Autocomplete { value: text, .. } => Some(OptionValue::Text(text)),
        CommandDataOptionValue::Integer(number) => Some(OptionValue::Integer(number)),
        CommandDataOptionValue::Boolean(flag) => Some(OptionValue::Flag(flag)),
        CommandDataOptionValue::User(id) => {
            let user = resolved.users.get(&id)?;
            let member = resolved.members.get(&id);
            let nick = member.and_then(|member| member.nick.as_deref());
            let permissions = member.and_then(|member| member.permissions);
            Some(OptionValue::Person(NamedPerson {
                id: PlayerId(id.get()),
                name: name_of(nick, user),
                is_bot: user.bot,
                is_here: member.is_some(),
                sees_channel: permissions
                    .is_none_or(|permissions| permissions.contains(Permissions::VIEW_CHANNEL)),
            }))
        }
        // No command of ours has options of other kinds.
        _ => None,
    }
}

fn read_press(press: ComponentInteraction) -> Invocation {
    let button = match press.data.kind {
        // Each choice of a menu is a button, and one is chosen.
        ComponentInteractionDataKind::StringSelect { values } => values
            .first()
            .map_or(Err(UnknownButton), |value| value.parse()),
        _ => press.data.custom_id.parse(),
    };
    let what = What::Press {
        button,
        message: MessageId(press.message.id.get()),
        on_private_message: is_private(&press.message),
    };
    let envelope = Envelope {
        id: press.id.get(),
        token: press.token,
        user: press.user,
        member: press.member,
        guild: press.guild_id.map(serenity::model::id::GuildId::get),
        channel: press.channel_id.get(),
        partial_channel: press.channel,
        permissions: press.app_permissions,
        locale: press.locale,
    };
    envelope.open(what)
}

fn is_private(message: &Message) -> bool {
    message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
}

fn read_form(form: ModalInteraction) -> Invocation {
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    let line = inputs.filter_map(|component| match component {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    });
    let what = What::Form {
        button: form.data.custom_id.parse(),
        line: line.take(1).collect(),
        opened_on: form
            .message
            .as_ref()
            .filter(|message| is_private(message))
            .map(|message| MessageId(message.id.get())),
    };
    let envelope = Envelope {
        id: form.id.get(),
        token: form.token,
        user: form.user,
        member: form.member,
        guild: form.guild_id.map(serenity::model::id::GuildId::get),
        channel: form.channel_id.get(),
        partial_channel: form.channel,
        permissions: form.app_permissions,
        locale: form.locale,
    };
    envelope.open(what)
}

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
