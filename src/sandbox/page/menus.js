// What a press on a person or on a message offers.

import { userMenu } from "./commands.js";
import { h } from "./dom.js";
import { avatar, displayName, icon } from "./icons.js";
import { menuItem, popover } from "./popover.js";
import { isDm } from "./session.js";
import { toast } from "./toast.js";

/** The card of an account: write to it, mention it, and the bot's commands for it. */
export function profile(session, composer, id, anchor) {
  const user = session.users.get(id);
  if (!user) return;
  const channel = session.channels.get(session.channel);
  const then = (work) => () => {
    close();
    work();
  };
  const commands = userMenu(session.commands, isDm(channel) ? "dm" : "guild");
  const run = (command) => session.useCommand({ name: command.name, type: 2, target_id: id, options: [] }, command.name);
  const close = popover(anchor, displayName(user), [
    h("div", { class: "card-head" }, avatar(user), h("div", null, h("h2", null, displayName(user), user.bot && h("span", { class: "badge-app" }, "APP")), h("div", { class: "card-note" }, user.username))),
    user.in_guild === false && h("p", { class: "card-note" }, "Not in the server"),
    id !== session.me.id && menuItem(icon("at"), "Message", then(() => session.openDm(id).catch((error) => toast(error.message)))),
    menuItem(icon("person"), "Mention", then(() => composer.insert(`@${displayName(user)} `))),
    commands.length > 0 && [h("h3", null, "Apps"), commands.map((command) => menuItem(avatar(session.bot), command.name, then(() => run(command))))],
  ], { className: "card menu" });
}

/** What can be done with a message. */
export function more(session, composer, message, anchor) {
  const then = (work) => () => {
    close();
    work();
  };
  const copy = (what, text) => then(() => navigator.clipboard.writeText(text).then(() => toast(`Copied the ${what}.`, { tone: "good" }), () => toast("The browser does not allow copying here.")));
  const place = isDm(session.channels.get(message.channel_id)) ? "@me" : session.guild.id;
  const close = popover(anchor, "Message", [
    !message.ephemeral && menuItem(icon("reply"), "Reply", then(() => composer.replyTo(message))),
    message.content && menuItem(icon("copy"), "Copy text", copy("text", message.content)),
    menuItem(icon("link"), "Copy message link", copy("link", `https://discord.com/channels/${place}/${message.channel_id}/${message.id}`)),
    menuItem(icon("copy"), "Copy message id", copy("id", message.id)),
    message.ephemeral && menuItem(icon("close"), "Dismiss message", then(() => session.dismiss(message).catch((error) => toast(error.message)))),
  ], { className: "menu" });
}
