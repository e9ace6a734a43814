// One message as a list item: who, when, what, and what can be done with it.

import { attachments } from "./attachments.js";
import { componentRows } from "./components.js";
import { h } from "./dom.js";
import { embeds } from "./embeds.js";
import { avatar, displayName, icon } from "./icons.js";
import { excerpt, markup } from "./markup.js";
import { fullTime, hour, messageTime } from "./time.js";

/** Message types and flags, by Discord's numbers (Message Resource). */
const TYPE = { reply: 19, slash: 20, contextMenu: 23, threadCreated: 18 };
const SILENT = 1 << 12;

/**
 * The list item of a message. `compact` leaves out the author, for it is the one of the message above.
 * `actions` does what is pressed: `profile(id, element)`, `reply`, `more(message, element)`, `jump(id)`, `dismiss(message)`, and the `names` of markup.
 */
export function messageItem(session, message, compact, actions) {
  if (message.type === TYPE.threadCreated) return threadNotice(message, actions);
  const at = Date.parse(message.timestamp);
  const classes = ["message", compact && "compact", message.pings && "pings", message.ephemeral && "ephemeral"].filter(Boolean);
  const author = named(session, message.author);
  const item = h("li", { class: classes.join(" "), id: `m${message.id}`, "data-id": message.id, tabindex: "-1" });
  item.append(
    ...[
      above(session, message, actions),
      compact
        ? h("time", { class: "gutter-time", datetime: message.timestamp, title: fullTime(at) }, hour(at))
        : h("button", { type: "button", class: "gutter-avatar", "aria-label": `About ${displayName(author)}`, onclick: (event) => actions.profile(author.id, event.currentTarget) }, avatar(author)),
      h("div", { class: "body" }, !compact && header(author, message, at, actions), content(session, message, actions), below(message, actions)),
      toolbar(message, actions),
    ].filter(Boolean),
  );
  return item;
}

/** The account as the server knows it now, else as the message tells it. */
function named(session, user) {
  return { ...user, ...session.users.get(user.id) };
}

/** What the message is about: the message it answers, or the command. */
function above(session, message, actions) {
  const line = (children) => h("div", { class: "above" }, h("span", { class: "spine", "aria-hidden": "true" }), children);
  if (message.type === TYPE.slash || message.type === TYPE.contextMenu) {
    const used = message.interaction_metadata ?? message.interaction;
    if (!used) return null;
    const user = named(session, used.user);
    const name = used.name ?? message.interaction?.name;
    const menu = message.type === TYPE.contextMenu || session.commands.some((command) => command.name === name && command.type > 1);
    const command = menu ? name : `/${name}`;
    return line([person(user, actions), name ? [" used ", h("span", { class: "used" }, command)] : " used a command"]);
  }
  if (message.type !== TYPE.reply) return null;
  const other = message.referenced_message;
  if (!other) return line(h("em", null, "The message was deleted"));
  const text = other.content ? excerpt(other.content, actions.names) : h("em", null, other.attachments?.length > 0 ? "a picture or file" : "a message");
  return line([person(named(session, other.author), actions), h("button", { type: "button", class: "excerpt", onclick: () => actions.jump(other.id) }, h("span", null, text))]);
}

function person(user, actions) {
  return h("button", { type: "button", class: "person", onclick: (event) => actions.profile(user.id, event.currentTarget) }, avatar(user), h("span", null, displayName(user)));
}

function header(author, message, at, actions) {
  return h(
    "div",
    { class: "header" },
    h("button", { type: "button", class: "author", onclick: (event) => actions.profile(author.id, event.currentTarget) }, displayName(author)),
    author.bot && h("span", { class: "badge-app" }, "APP"),
    h("time", { class: "when", datetime: message.timestamp, title: fullTime(at) }, messageTime(at)),
    Boolean(message.flags & SILENT) && h("span", { class: "silent", title: "This message was sent without a notification" }, icon("silent")),
  );
}

function content(session, message, actions) {
  if (message.failed) return h("div", { class: "failure" }, icon("warning"), "The application did not respond");
  if (message.loading) return h("div", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${displayName(named(session, message.author))} is thinking…`);
  return [
    message.content && h("div", { class: "content" }, markup(message.content, actions.names), message.edited_timestamp && edited(message)),
    attachments(message),
    embeds(message, actions.names),
    componentRows(session, message),
  ];
}

function edited(message) {
  return h("span", { class: "edited", title: fullTime(Date.parse(message.edited_timestamp)) }, "(edited)");
}

function below(message, actions) {
  return [
    message.thread && h("button", { type: "button", class: "thread-link", onclick: () => actions.names.onChannel(message.thread.id) }, icon("thread"), h("span", null, message.thread.name), icon("right")),
    message.ephemeral && h("div", { class: "only-you" }, icon("eye"), "Only you can see this", " • ", h("button", { type: "button", class: "textlink", onclick: () => actions.dismiss(message) }, "Dismiss message")),
  ];
}

function toolbar(message, actions) {
  if (message.loading) return null;
  const tool = (name, label, onclick) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick }, icon(name));
  return h(
    "div",
    { class: "toolbar", role: "group", "aria-label": "Message actions" },
    !message.ephemeral && tool("reply", "Reply", () => actions.reply(message)),
    tool("more", "More", (event) => actions.more(message, event.currentTarget)),
  );
}

function threadNotice(message, actions) {
  const thread = message.message_reference?.channel_id ?? message.thread?.id;
  return h("li", { class: "message notice", id: `m${message.id}` }, icon("thread"), h("div", null, displayName(message.author), " started a thread: ", h("button", { type: "button", class: "textlink", onclick: () => actions.names.onChannel(thread) }, message.content)));
}
