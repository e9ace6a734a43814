// The head of the page: which channel this is, and the accounts to act as, one press each.

import { fill, h, plural, soon } from "./dom.js";
import { avatar, displayName, icon } from "./icons.js";
import { popover } from "./popover.js";
import { isDm, isThread } from "./session.js";
import { drawer } from "./sidebar.js";
import { toast } from "./toast.js";

/** Fills `#topbar` and `#banner` and keeps them, and the title of the window, current. */
export function topbar(session) {
  const root = document.getElementById("topbar");
  const banner = document.getElementById("banner");
  const draw = soon(() => {
    if (!session.me) return;
    fill(root, [menuButton(session), place(session), accounts(session)]);
    document.title = title(session);
  });
  session.on("channels channel account online", draw);
  session.on("online", () => {
    banner.textContent = trouble(session);
  });
}

function menuButton(session) {
  const waiting = [...session.channels.values()].some((channel) => channel.id !== session.channel && (channel.unread || session.pings(session.me.id, channel.id) > 0));
  return h("button", { type: "button", class: "icon-button menu-button", "aria-label": waiting ? "Channels, some unread" : "Channels", onclick: () => drawer(true) }, icon("menu"), waiting && h("span", { class: "dot" }));
}

function place(session) {
  const channel = session.channels.get(session.channel);
  if (!channel) return h("div", { class: "place" });
  const parent = isThread(channel) && session.channels.get(channel.parent_id);
  return h(
    "div",
    { class: "place" },
    icon(isDm(channel) ? "at" : isThread(channel) ? "thread" : "hash"),
    parent && h("button", { type: "button", class: "parent", onclick: () => session.open(parent.id) }, parent.name, icon("right")),
    h("h2", { title: channel.name }, channel.name),
    channel.topic && h("span", { class: "topic" }, channel.topic),
  );
}

function accounts(session) {
  return h("div", { class: "accounts", role: "group", "aria-label": "Act as" }, session.accounts.map((user) => account(session, user)));
}

function account(session, user) {
  const current = user.id === session.me.id;
  const pings = current ? 0 : session.pings(user.id);
  const name = displayName(user);
  const away = user.in_guild === false;
  const label = current ? `You are ${name}` : `Act as ${name}${pings ? `, ${plural(pings, "ping")}` : ""}${away ? ", not in the server" : ""}`;
  const press = (event) => (current ? accountSettings(session, event.currentTarget) : session.actAs(user.id).catch((error) => toast(error.message)));
  return h(
    "button",
    { type: "button", class: ["account", current && "current", away && "away"].filter(Boolean).join(" "), "aria-pressed": String(current), "aria-label": label, title: label, onclick: press },
    avatar(user),
    current && h("span", { class: "account-name" }, name),
    pings > 0 && h("span", { class: "count" }, pings),
  );
}

/** What can be set for the acting account. */
export function accountSettings(session, anchor) {
  const box = h("input", {
    type: "checkbox",
    checked: session.me.dms_open !== false,
    onchange: () => session.setDmsOpen(box.checked).catch((error) => toast(error.message)),
  });
  popover(anchor, "Settings of this account", [
    h("div", { class: "card-head" }, avatar(session.me), h("div", null, h("h2", null, displayName(session.me)), h("div", { class: "card-note" }, session.me.username))),
    session.me.in_guild === false && h("p", null, "This account is not in the server: it sees only its direct messages."),
    h("label", { class: "switch-row" }, h("span", null, "Direct messages from others"), box),
    h("p", { class: "card-note" }, `Id ${session.me.id}`),
  ], { className: "card" });
}

function trouble(session) {
  if (!session.connected) return "Connecting to the sandbox…";
  if (!session.online) return `${displayName(session.bot)} is offline: commands and buttons are not answered.`;
  return "";
}

function title(session) {
  const channel = session.channels.get(session.channel);
  const pings = session.pings(session.me.id);
  const name = channel ? `${isDm(channel) ? "@" : "#"}${channel.name}` : "Sandbox";
  return `${pings > 0 ? `(${pings}) ` : ""}${name} as ${displayName(session.me)}`;
}
