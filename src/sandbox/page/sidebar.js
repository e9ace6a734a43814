// The channel list: the server's channels with their threads, the direct messages, and who acts.

import { fill, h, plural, soon } from "./dom.js";
import { avatar, displayName, icon } from "./icons.js";
import { menuItem, popover } from "./popover.js";
import { isDm, isThread } from "./session.js";
import { toast } from "./toast.js";

/** Fills `#sidebar` and keeps it current; `settings(element)` opens those of the acting account. */
export function sidebar(session, { settings }) {
  const root = document.getElementById("sidebar");
  const draw = soon(() => {
    if (session.me) fill(root, [serverName(session), channels(session), me(session, settings)]);
  });
  session.on("channels channel account online", draw);
}

/** Opens or closes the drawer that the channel list is on a narrow screen. */
export function drawer(open) {
  document.body.classList.toggle("drawer-open", open);
}

function serverName(session) {
  return h("header", { class: "server" }, h("h1", null, session.guild?.name ?? "Sandbox"));
}

function channels(session) {
  const all = [...session.channels.values()];
  const threads = all.filter(isThread);
  const rooms = all.filter((channel) => !isDm(channel) && !isThread(channel));
  return h(
    "div",
    { class: "channels" },
    group("Channels", null),
    h("ul", null, rooms.flatMap((room) => [entry(session, room), ...threads.filter((thread) => thread.parent_id === room.id).map((thread) => entry(session, thread))])),
    group("Direct messages", h("button", { type: "button", class: "icon-button", "aria-label": "New direct message", title: "New direct message", onclick: (event) => newDm(session, event.currentTarget) }, icon("plus"))),
    h("ul", null, all.filter(isDm).map((channel) => entry(session, channel))),
  );
}

function group(title, action) {
  return h("div", { class: "group" }, h("h2", null, title), action);
}

function entry(session, channel) {
  const pings = session.pings(session.me.id, channel.id);
  const current = channel.id === session.channel;
  const classes = ["channel", isThread(channel) && "thread", channel.unread && !current && "unread", current && "current"].filter(Boolean);
  return h(
    "li",
    null,
    h(
      "button",
      {
        type: "button",
        class: classes.join(" "),
        "aria-current": current ? "page" : null,
        onclick: () => {
          drawer(false);
          session.open(channel.id).catch((error) => toast(error.message));
        },
      },
      isDm(channel) ? avatar(partner(session, channel)) : icon(isThread(channel) ? "thread" : "hash"),
      h("span", { class: "channel-name" }, channel.name),
      channel.unread && !current && h("span", { class: "sr-only" }, "unread"),
      pings > 0 && h("span", { class: "count" }, h("span", { "aria-hidden": "true" }, pings), h("span", { class: "sr-only" }, plural(pings, "ping"))),
    ),
  );
}

/** The other person of a direct message. */
function partner(session, channel) {
  return session.users.get(channel.recipients.find(({ id }) => id !== session.me.id)?.id) ?? session.me;
}

function newDm(session, anchor) {
  const others = [...session.users.values()].filter((user) => user.id !== session.me.id);
  const start = (user) => {
    close();
    drawer(false);
    session.openDm(user.id).catch((error) => toast(error.message));
  };
  const close = popover(anchor, "New direct message", [h("h2", null, "New direct message"), others.map((user) => menuItem(avatar(user), displayName(user), () => start(user)))], { className: "menu" });
}

function me(session, settings) {
  return h(
    "footer",
    { class: "me" },
    avatar(session.me),
    h("div", { class: "me-text" }, h("div", { class: "me-name" }, displayName(session.me)), h("div", { class: "me-note" }, note(session))),
    h("button", { type: "button", class: "icon-button", "aria-label": "Settings of this account", title: "Settings of this account", onclick: (event) => settings(event.currentTarget) }, icon("gear")),
  );
}

function note(session) {
  if (session.me.in_guild === false) return "not in the server";
  if (session.me.dms_open === false) return "direct messages closed";
  return session.me.username;
}
