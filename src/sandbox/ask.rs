//! Interactions as people start them: what the client checks, and the payload that the app receives.

use std::time::Instant;

use serde_json::{Value, json};
use thiserror::Error;

use super::draft::read_id;
use super::error::list;
use super::id::Id;
use super::interaction::{Interaction, Kind};
use super::permissions::Permissions;
use super::render::FILE_LIMIT;
use super::state::State;
use super::world::{Channel, ChannelKind};

/// Why a client does not even ask the app.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum ClientError {
    /// The account is not here.
    #[error("there is no such account")]
    UnknownUser,
    /// The channel is not here, or the account cannot see it.
    #[error("there is no such channel, or this account cannot see it")]
    UnknownChannel,
    /// The account may not do that in the channel.
    #[error("this account may not {0} here")]
    NotAllowed(&'static str),
    /// The message is not here.
    #[error("there is no such message")]
    UnknownMessage,
    /// The app has no such command, or not in this place.
    #[error("there is no command {0:?} here")]
    UnknownCommand(String),
    /// An option does not fit.
    #[error("{option}: {problem}")]
    BadOption {
        /// The option's name.
        option: String,
        /// What is wrong.
        problem: String,
    },
    /// The message has no such button or menu, or it is disabled.
    #[error("there is no button or menu {0:?} that can be used")]
    UnknownComponent(String),
    /// The interaction did not lead to a form.
    #[error("there is no open form")]
    UnknownModal,
    /// A field of a form does not fit.
    #[error("{field}: {problem}")]
    BadField {
        /// The field's custom id.
        field: String,
        /// What is wrong.
        problem: String,
    },
    /// The text is empty or too long.
    #[error("a message has 1 to 2000 characters")]
    BadText,
}

/// A command as a client sends it.
#[derive(Clone, Debug)]
pub(crate) struct CommandCall {
    pub(crate) name: String,
    /// 1 slash command, 2 on an account, 3 on a message.
    pub(crate) kind: u64,
    pub(crate) target: Option<Id>,
    pub(crate) options: Vec<Value>,
    pub(crate) autocomplete: bool,
}

impl State {
    /// The channel, when `user` sees it and may use commands there.
    pub(crate) fn channel_for(&self, user: Id, channel: Id) -> Result<&Channel, ClientError> {
        let channel = self
            .world
            .channels
            .get(&channel)
            .ok_or(ClientError::UnknownChannel)?;
        if self.world.can_see(user, channel) {
            Ok(channel)
        } else {
            Err(ClientError::UnknownChannel)
        }
    }

    /// Starts a command, or asks for suggestions.
    pub(crate) fn start_command(
        &mut self,
        user: Id,
        channel: Id,
        call: &CommandCall,
    ) -> Result<Id, ClientError> {
        let place = self.channel_for(user, channel)?;
        if !self
            .world
            .permissions(user, place)
            .contains(Permissions::USE_APPLICATION_COMMANDS)
        {
            return Err(ClientError::NotAllowed("use commands"));
        }
        let unknown = || ClientError::UnknownCommand(call.name.clone());
        let command = self
            .command_here(user, place, call.kind, &call.name)
            .ok_or_else(unknown)?;
        super::options_check::check(list(&command["options"]), &call.options, call.autocomplete)?;
        let mut resolved = self.resolved(place, call)?;
        let mut data = json!({"id": command["id"], "name": call.name, "type": call.kind});
        if !call.options.is_empty() {
            let mut options = call.options.clone();
            let files = self.take_files(channel, &mut options)?;
            if files.as_object().is_some_and(|files| !files.is_empty()) {
                resolved["attachments"] = files;
            }
            data["options"] = json!(options);
        }
        if let Some(target) = call.target {
            data["target_id"] = json!(target);
        }
        if resolved
            .as_object()
            .is_some_and(|resolved| !resolved.is_empty())
        {
            data["resolved"] = resolved;
        }
        let name = full_name(&call.name, &call.options);
        let kind = if call.autocomplete {
            Kind::Autocomplete
        } else {
            Kind::Command
        };
        Ok(self.ask(user, channel, kind, Some(name), None, &data))
    }

    /// Uses a button or a menu.
    pub(crate) fn start_component(
        &mut self,
        user: Id,
        message: Id,
        custom_id: &str,
        values: &[Value],
    ) -> Result<Id, ClientError> {
        let unknown = || ClientError::UnknownComponent(custom_id.to_owned());
        let message = self
            .world
            .messages
            .get(&message)
            .ok_or(ClientError::UnknownMessage)?;
        if message.visible_to.is_some_and(|only| only != user) {
            return Err(ClientError::UnknownMessage);
        }
        let place = self.channel_for(user, message.channel)?;
        let part = message.component(custom_id).ok_or_else(unknown)?;
        if part["disabled"] == true {
            return Err(unknown());
        }
        let kind = part["type"].as_u64().unwrap_or(0);
        let mut data = json!({"custom_id": custom_id, "component_type": kind, "id": part["id"]});
        if kind != 2 {
            check_values(part, values).map_err(|problem| ClientError::BadField {
                field: custom_id.to_owned(),
                problem,
            })?;
            data["values"] = json!(values);
            let ids: Vec<Id> = values.iter().filter_map(read_id).collect();
            // Menus of texts carry no accounts, and clients tell the two apart by this field.
            if kind != 3 {
                data["resolved"] = self.resolved_users(place, &ids);
                for channel in ids.iter().filter_map(|id| self.world.channels.get(id)) {
                    data["resolved"]["channels"][channel.id.to_string()] =
                        self.partial_channel(channel, self.world.bot);
                }
            }
        }
        let (channel, source) = (message.channel, message.id);
        Ok(self.ask(user, channel, Kind::Component, None, Some(source), &data))
    }

    /// Sends a form that was opened by interaction `opened_by`.
    pub(crate) fn start_modal_submit(
        &mut self,
        user: Id,
        opened_by: Id,
        components: &[Value],
    ) -> Result<Id, ClientError> {
        let opener = self
            .world
            .interactions
            .get(&opened_by)
            .filter(|opener| opener.user == user);
        let (Some(opener), Some(modal)) = (opener, opener.and_then(Interaction::modal)) else {
            return Err(ClientError::UnknownModal);
        };
        let filled = super::options_check::fill_modal(modal, components)?;
        let data = json!({"custom_id": modal["custom_id"], "components": filled});
        let (channel, source) = (opener.channel, opener.source);
        Ok(self.ask(user, channel, Kind::Modal, None, source, &data))
    }

    /// The command that `user` can use in a place.
    pub(crate) fn command_here<'a>(
        &'a self,
        user: Id,
        place: &'a Channel,
        kind: u64,
        name: &str,
    ) -> Option<&'a Value> {
        self.commands_here(user, place)
            .find(|command| command["type"] == kind && command["name"] == name)
    }

    /// All commands that `user` can use in a place (docs: interactions/application-commands, "Contexts").
    pub(crate) fn commands_here<'a>(
        &'a self,
        user: Id,
        place: &'a Channel,
    ) -> impl Iterator<Item = &'a Value> {
        let bot = self.world.bot;
        let in_guild = place.is_in_guild();
        let context = if in_guild {
            0
        } else if place.recipients.contains(&bot) {
            1
        } else {
            2
        };
        let installed_here = (in_guild && self.world.is_member(bot)) || context == 1;
        let held = self.world.permissions(user, place);
        self.world.commands.values().filter(move |command| {
            let says = |field: &str, wanted: u64| {
                command[field]
                    .as_array()
                    .is_none_or(|list| list.iter().any(|item| *item == wanted))
            };
            // Without a list, a command is for servers only.
            let for_people = command["integration_types"]
                .as_array()
                .is_some_and(|list| list.iter().any(|item| *item == 1));
            let needs = command["default_member_permissions"]
                .as_str()
                .and_then(|bits| bits.parse().ok())
                .map(Permissions);
            says("contexts", context)
                && (installed_here || for_people)
                && (command["guild_id"].is_null() || in_guild)
                && (!in_guild || needs.is_none_or(|needs| held.contains(needs)))
        })
    }

    fn resolved(&self, place: &Channel, call: &CommandCall) -> Result<Value, ClientError> {
        let mut leaves = Vec::new();
        collect_values(&call.options, &mut leaves);
        let mut users: Vec<Id> = leaves
            .iter()
            .filter(|(kind, _)| matches!(kind, 6 | 9))
            .filter_map(|(_, value)| read_id(value))
            .collect();
        if call.kind == 2 {
            users.extend(call.target);
        }
        if users.iter().any(|id| !self.world.users.contains_key(id)) {
            return Err(ClientError::UnknownUser);
        }
        let mut resolved = self.resolved_users(place, &users);
        for (_, value) in leaves.iter().filter(|(kind, _)| *kind == 7) {
            let id = read_id(value).ok_or(ClientError::UnknownChannel)?;
            let channel = self
                .world
                .channels
                .get(&id)
                .ok_or(ClientError::UnknownChannel)?;
            resolved["channels"][id.to_string()] = self.partial_channel(channel, self.world.bot);
        }
        if call.kind == 3 {
            let message = call
                .target
                .and_then(|id| self.world.messages.get(&id))
                .ok_or(ClientError::UnknownMessage)?;
            resolved["messages"][message.id.to_string()] = self.message_as(message, true);
        }
        Ok(resolved)
    }

    fn resolved_users(&self, place: &Channel, ids: &[Id]) -> Value {
        let mut resolved = json!({});
        for id in ids.iter().filter(|id| self.world.users.contains_key(id)) {
            resolved["users"][id.to_string()] = self.user(*id);
            if place.is_in_guild()
                && let Some(mut member) = self.acting_member(*id, place)
            {
                // A resolved member stands beside its account, not around it.
                for field in ["user", "deaf", "mute"] {
                    member
                        .as_object_mut()
                        .expect("a member is an object")
                        .remove(field);
                }
                resolved["members"][id.to_string()] = member;
            }
        }
        resolved
    }

    /// A channel in short, with what `user` may do there.
    fn partial_channel(&self, channel: &Channel, user: Id) -> Value {
        let mut json = self.channel(channel);
        json["permissions"] = json!(self.world.permissions(user, channel).0.to_string());
        json
    }

    /// Records an interaction and sends it to the app.
    fn ask(
        &mut self,
        user: Id,
        channel: Id,
        kind: Kind,
        name: Option<String>,
        source: Option<Id>,
        data: &Value,
    ) -> Id {
        let id = self.fresh_id();
        let token = token(id);
        let bot = self.world.bot;
        let place = &self.world.channels[&channel];
        let in_guild = place.is_in_guild();
        let at_home = in_guild && self.world.is_member(bot);
        let bot_direct = place.kind == ChannelKind::Direct && place.recipients.contains(&bot);
        let mut owners = json!({});
        if at_home {
            owners["0"] = json!(self.world.guild.id);
        } else if bot_direct {
            owners["0"] = json!("0");
        } else {
            owners["1"] = json!(user);
        }
        let app_permissions = if at_home || bot_direct {
            self.world.permissions(bot, place)
        } else {
            // An app that is not here may do what the person who brought it may.
            self.world.permissions(user, place)
        };
        let account = &self.world.users[&user];
        let mut payload = json!({
            "id": id, "application_id": bot, "type": kind.number(), "token": token, "version": 1, "data": data,
            "channel_id": channel, "channel": self.partial_channel(place, user), "locale": account.locale,
            "entitlements": [], "entitlement_sku_ids": [], "authorizing_integration_owners": owners,
            "app_permissions": app_permissions.0.to_string(), "attachment_size_limit": FILE_LIMIT,
            "context": if in_guild { 0 } else if bot_direct { 1 } else { 2 },
        });
        if in_guild {
            let guild = self.world.guild.id;
            payload["guild_id"] = json!(guild);
            payload["guild_locale"] = json!("en-US");
            payload["guild"] = json!({"id": guild, "locale": "en-US", "features": []});
            payload["member"] = json!(self.acting_member(user, place));
        } else {
            payload["user"] = self.user(user);
        }
        if let Some(message) = source.and_then(|id| self.world.messages.get(&id)) {
            payload["message"] = self.message_as(message, true);
        }
        self.world.interactions.insert(
            id,
            Interaction {
                id,
                kind,
                token,
                user,
                channel,
                created_ms: self.now(),
                name,
                source,
                user_installed_only: !at_home && !bot_direct,
                owners,
                response: None,
                failed: false,
                follow_ups: 0,
                sent_at: Some(Instant::now()),
                answered_at: None,
            },
        );
        self.sessions.dispatch_interaction(payload);
        id
    }
}

/// A command's name with its subcommand, as people read it.
fn full_name(name: &str, options: &[Value]) -> String {
    let mut full = name.to_owned();
    let mut level = options;
    while let Some(inner) = level
        .iter()
        .find(|option| matches!(option["type"].as_u64(), Some(1 | 2)))
    {
        full.push(' ');
        full.push_str(inner["name"].as_str().unwrap_or_default());
        level = list(&inner["options"]);
    }
    full
}

/// Type and value of every option that has a value.
fn collect_values(options: &[Value], into: &mut Vec<(u64, Value)>) {
    for option in options {
        if option["value"].is_null() {
            collect_values(list(&option["options"]), into);
        } else {
            into.push((
                option["type"].as_u64().unwrap_or(0),
                option["value"].clone(),
            ));
        }
    }
}

fn check_values(part: &Value, values: &[Value]) -> Result<(), String> {
    let min = part["min_values"].as_u64().unwrap_or(1) as usize;
    let max = part["max_values"].as_u64().unwrap_or(1) as usize;
    if !(min..=max).contains(&values.len()) {
        return Err(format!("choose {min} to {max}"));
    }
    let offered = |value: &Value| {
        list(&part["options"])
            .iter()
            .any(|option| option["value"] == *value)
    };
    match values
        .iter()
        .find(|value| part["type"] == 3 && !offered(value))
    {
        Some(value) => Err(format!("{value} is not offered")),
        None => Ok(()),
    }
}

/// A token that only the app learns: long enough to look like Discord's, and different for every interaction.
fn token(id: Id) -> String {
    use base64::Engine;
    let scrambled =
        id.get().wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ 0x5A5A_1234_8765_C3C3;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(format!(
        "interaction:{id}:{scrambled:016x}{:016x}",
        scrambled.rotate_left(17)
    ))
}
