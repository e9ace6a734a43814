// The chat page: puts the parts together and keeps the address of the page in step with what it shows.

import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { displayName } from "./icons.js";
import { more, profile } from "./menus.js";
import { openModal } from "./modal.js";
import { Session } from "./session.js";
import { drawer, sidebar } from "./sidebar.js";
import { TimelineView } from "./timelineview.js";
import { toast } from "./toast.js";
import { accountSettings, topbar } from "./topbar.js";

const session = new Session();
const composer = new Composer(session);

const names = {
  user: (id) => session.users.get(id) && displayName(session.users.get(id)),
  channel: (id) => session.channels.get(id)?.name,
  onUser: (id, element) => profile(session, composer, id, element),
  onChannel: (id) => visit(id),
  onCommand: (name) => composer.command(name),
  onMessage: async (channel, message) => {
    await visit(channel);
    view.reveal(message);
  },
};

const view = new TimelineView(session, {
  names,
  profile: names.onUser,
  reply: (message) => composer.replyTo(message),
  more: (message, element) => more(session, composer, message, element),
  jump: (id) => view.reveal(id),
  dismiss: (message) => session.dismiss(message).catch((error) => toast(error.message)),
});

sidebar(session, { settings: (element) => accountSettings(session, element) });
topbar(session);
session.on("modal", (event) => openModal(session, event.detail));
session.on("typing timeline channel", showTyping);
session.on("account channel", writeAddress);
addEventListener("hashchange", followAddress);
document.getElementById("scrim").addEventListener("click", () => drawer(false));
addEventListener("keydown", (event) => event.key === "Escape" && drawer(false));

const { account, channel } = readAddress();
session.start(account, channel).catch((error) => {
  document.getElementById("banner").replaceChildren(error.message, " ", h("button", { type: "button", class: "textlink", onclick: () => location.reload() }, "Try again"));
});

async function visit(id) {
  if (!session.channels.has(id)) return toast("This account cannot see that channel.");
  try {
    if (id !== session.channel) await session.open(id);
  } catch (error) {
    toast(error.message);
  }
}

let typingTimer = 0;
function showTyping() {
  clearTimeout(typingTimer);
  const left = (session.typing.get(session.channel) ?? 0) - Date.now();
  document.getElementById("typing").textContent = left > 0 ? `${displayName(session.bot)} is typing…` : "";
  if (left > 0) typingTimer = setTimeout(showTyping, left);
}

/** `#as=ACCOUNT&in=CHANNEL`. */
function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  return { account: words.get("as"), channel: words.get("in") };
}

function writeAddress() {
  const address = `#${new URLSearchParams({ as: session.me.id, in: session.channel ?? "" })}`;
  if (location.hash !== address) history.replaceState(null, "", address);
}

async function followAddress() {
  const wanted = readAddress();
  try {
    if (wanted.account && wanted.account !== session.me.id) await session.actAs(wanted.account, wanted.channel ?? undefined);
    else if (wanted.channel) await session.open(wanted.channel);
  } catch (error) {
    toast(error.message);
  }
}
