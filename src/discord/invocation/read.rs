//! What serenity received, read into an [`Invocation`].

use serenity::model::application::{
    ActionRowComponent, CommandDataOption, CommandDataOptionValue, CommandDataResolved,
    CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, Interaction,
    ModalInteraction,
};
use serenity::model::channel::{Message, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::permissions::Permissions;
use serenity::model::user::User;

use super::{Invocation, NamedPerson, OptionValue, Options, Person, What, snowflake_time};
use crate::discord::button::UnknownButton;
use crate::discord::view::{legible, shows_something};
use crate::game::{ChannelId, GuildId, InteractionId, MessageId, Place, PlayerId};

/// Reads it; `None` for a ping, which only comes over HTTP.
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
