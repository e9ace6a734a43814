//! What the bot must be allowed to do where games are played.

use serenity::model::permissions::Permissions;

use super::invocation::Invocation;

/// All that the bot asks for when it is invited.
/// <https://discord.com/developers/docs/topics/permissions>
pub(super) const ASKED_FOR: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::SEND_MESSAGES_IN_THREADS);

/// The names, as Discord's settings show them, of what the bot needs here and may not do. Empty in DMs.
pub(super) fn missing(invocation: &Invocation) -> Vec<&'static str> {
    let (Some(_), Some(allowed)) = (invocation.place.guild, invocation.bot_permissions) else {
        return Vec::new();
    };
    let send = if invocation.in_thread {
        (
            Permissions::SEND_MESSAGES_IN_THREADS,
            "Send Messages in Threads",
        )
    } else {
        (Permissions::SEND_MESSAGES, "Send Messages")
    };
    let needed = [
        (Permissions::VIEW_CHANNEL, "View Channel"),
        send,
        (Permissions::ATTACH_FILES, "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    ];
    // An administrator may do everything, whatever the single permissions say.
    if allowed.contains(Permissions::ADMINISTRATOR) {
        return Vec::new();
    }
    needed
        .into_iter()
        .filter(|&(permission, _)| !allowed.contains(permission))
        .map(|(_, name)| name)
        .collect()
}
