// The message box: plain text, replies, completion of names, and the way into slash commands.

import { runnable, search, split } from "./commands.js";
import { fill, h, touch } from "./dom.js";
import { avatar, displayName, icon } from "./icons.js";
import { Listbox } from "./listbox.js";
import { toWire, wordAt } from "./mentions.js";
import { Panel } from "./panel.js";
import { isDm } from "./session.js";
import { SlashForm } from "./slash.js";
import { toast } from "./toast.js";

/** Discord's limit of a message's length. */
const LONGEST = 2000;

export class Composer {
  #drafts = new Map();
  #place = null;
  #reply = null;
  #slash = null;

  constructor(session) {
    this.session = session;
    this.panelElement = h("div", { class: "panel", hidden: true });
    this.panel = new Panel(this.panelElement, new Listbox("Suggestions", () => {}));
    this.replyBar = h("div", { class: "reply-bar", hidden: true });
    this.field = h("textarea", {
      id: "composer-input",
      rows: 1,
      autocapitalize: "off",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onfocus: () => this.#typed(),
      onblur: () => this.#slash || this.panel.close(),
    });
    this.commandButton = h("button", { type: "button", class: "icon-button", "aria-label": "Use a command", title: "Use a command", onclick: () => this.#startCommand() }, icon("slash"));
    this.sendButton = h("button", { type: "button", class: "icon-button send", "aria-label": "Send", title: "Send", onpointerdown: (event) => event.preventDefault(), onclick: () => this.send() }, icon("send"));
    this.count = h("span", { class: "remaining", "aria-live": "polite" });
    this.box = h("div", { class: "box" }, this.commandButton, this.field, this.count, this.sendButton);
    document.getElementById("composer").append(this.panelElement, this.replyBar, this.box);
    session.on("channel account", () => this.#moved());
    session.on("commands", () => this.#slash || this.#typed());
  }

  /** Begins a reply to `message`. */
  replyTo(message) {
    this.#leaveCommand("");
    this.#reply = { message, ping: message.author.id !== this.session.me.id };
    this.#showReply();
    this.field.focus();
  }

  /** Writes `text` where the caret is. */
  insert(text) {
    this.#leaveCommand("");
    this.field.setRangeText(text, this.field.selectionStart, this.field.selectionEnd, "end");
    this.field.focus();
    this.#typed();
  }

  /** Begins the command called `name`. */
  command(name) {
    const found = split(this.#commands(), name);
    if (found) this.#enterCommand(found.command, "");
    else toast(`/${name} cannot be used here.`);
  }

  async send() {
    if (this.#slash) return this.#slash.submit();
    const text = this.field.value.trim();
    if (text === "") return;
    if (text.length > LONGEST) return toast(`A message has at most ${LONGEST} characters; this one has ${text.length}.`);
    const reply = this.#reply;
    this.#setText("");
    this.#endReply();
    try {
      await this.session.say(this.#wire(text), reply?.message.id, reply?.ping);
    } catch (error) {
      if (this.field.value === "") this.#setText(text);
      toast(error.message);
    }
  }

  #wire(text) {
    const users = [...this.session.users.values()].flatMap((user) => [user.username, user.global_name].filter(Boolean).map((name) => ({ id: user.id, name })));
    return toWire(text, users, this.#rooms());
  }

  /** The channels that can be named: not the direct messages. */
  #rooms() {
    return [...this.session.channels.values()].filter((channel) => !isDm(channel));
  }

  /** Another channel or account: what was being written waits in its place. */
  #moved() {
    const { session } = this;
    const place = `${session.me.id} ${session.channel}`;
    if (place !== this.#place) {
      this.#drafts.set(this.#place, this.field.value);
      this.#place = place;
      this.#leaveCommand("");
      this.#endReply();
      this.#setText(this.#drafts.get(place) ?? "");
    }
    const channel = session.channels.get(session.channel);
    const where = channel ? `${isDm(channel) ? "@" : "#"}${channel.name}` : "";
    this.field.placeholder = channel ? `Message ${where} as ${displayName(session.me)}` : "";
    this.field.setAttribute("aria-label", `Message ${where} as ${displayName(session.me)}`);
    this.field.disabled = !channel;
    if (!touch() && !document.querySelector("dialog[open]")) this.field.focus({ preventScroll: true });
  }

  #commands() {
    const channel = this.session.channels.get(this.session.channel);
    const withBot = channel?.recipients?.some(({ id }) => id === this.session.bot.id);
    return runnable(this.session.commands, !isDm(channel) ? "guild" : withBot ? "bot_dm" : "dm");
  }

  #setText(text) {
    this.field.value = text;
    this.#resize();
  }

  #resize() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
    const left = LONGEST - this.field.value.length;
    this.count.textContent = left < 200 ? String(left) : "";
    this.count.classList.toggle("over", left < 0);
    this.box.classList.toggle("empty", !this.#slash && this.field.value.trim() === "");
  }

  #typed() {
    this.#resize();
    const text = this.field.value;
    if (text.startsWith("/")) {
      const all = this.#commands();
      const exact = split(all, text.slice(1));
      if (exact && text.length > exact.command.path.join(" ").length + 1) return this.#enterCommand(exact.command, exact.rest);
      if (!text.includes("\n")) return this.#offerCommands(search(all, text.slice(1)));
    }
    const word = wordAt(text, this.field.selectionStart);
    if (!word) return this.panel.close();
    this.#offer(this.#names(word), (item) => {
      this.field.setRangeText(`${word.sign}${item.title} `, word.start, this.field.selectionStart, "end");
      this.#typed();
    });
  }

  #offerCommands(commands) {
    const items = commands.map((command) => ({ title: `/${command.path.join(" ")}`, detail: command.description, picture: avatar(this.session.bot), command }));
    this.#offer(items, (item) => this.#enterCommand(item.command, ""), this.session.commands.length === 0 ? "No commands are registered yet" : "No command of that name");
  }

  #offer(items, onpick, none) {
    this.panel.serve(this.field, onpick);
    if (items.length > 0) this.panel.show({ items });
    else if (none) this.panel.show({ title: none, items: [] });
    else this.panel.close();
  }

  #names({ sign, word }) {
    const typed = word.toLowerCase();
    const fits = (...names) => names.some((name) => name?.toLowerCase().startsWith(typed));
    if (sign === "#") return this.#rooms().filter(({ name }) => fits(name)).map(({ name }) => ({ title: name, picture: icon("hash") }));
    return [...this.session.users.values()].filter((user) => fits(user.username, user.global_name)).map((user) => ({ title: displayName(user), side: user.username, picture: avatar(user) }));
  }

  #key(event) {
    if (event.isComposing) return;
    const { list } = this.panel;
    const listing = !this.panelElement.hidden && list.size > 0;
    if (listing && (event.key === "ArrowDown" || event.key === "ArrowUp")) list.move(event.key === "ArrowDown" ? 1 : -1);
    else if (listing && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey && list.active) list.pick();
    else if (event.key === "Escape" && !this.panelElement.hidden) this.panel.close();
    else if (event.key === "Escape" && this.#reply) this.#endReply();
    else if (event.key === "Enter" && !event.shiftKey && !touch()) this.send();
    else return;
    event.preventDefault();
  }

  #startCommand() {
    this.#leaveCommand("");
    this.#setText("/");
    this.field.focus();
    this.#typed();
  }

  #enterCommand(command, rest) {
    this.#slash?.close();
    this.#setText("");
    this.#slash = new SlashForm(this.session, command, rest, this.panel, {
      done: (body, words) => {
        this.#leaveCommand("");
        if (!touch()) this.field.focus();
        this.session.useCommand(body, words);
      },
      cancel: (text) => {
        this.#leaveCommand(text);
        this.field.focus();
      },
    });
    fill(this.box, [this.commandButton, this.#slash.element, this.count, this.sendButton]);
    this.#resize();
    this.#slash.focus();
  }

  /** Back to plain text. */
  #leaveCommand(text) {
    if (!this.#slash) return;
    this.#slash.close();
    this.#slash = null;
    fill(this.box, [this.commandButton, this.field, this.count, this.sendButton]);
    this.#setText(text);
  }

  #showReply() {
    const { message, ping } = this.#reply;
    const author = displayName({ ...message.author, ...this.session.users.get(message.author.id) });
    const toggle = () => {
      this.#reply.ping = !this.#reply.ping;
      this.#showReply();
      this.field.focus();
    };
    this.replyBar.replaceChildren(
      h("span", { class: "reply-to" }, "Replying to ", h("strong", null, author)),
      h("button", { type: "button", class: ping ? "ping-toggle on" : "ping-toggle", "aria-pressed": String(ping), onclick: toggle }, ping ? "@ On" : "@ Off"),
      h("button", { type: "button", class: "icon-button", "aria-label": "Do not reply", onclick: () => this.#endReply() }, icon("close")),
    );
    this.replyBar.hidden = false;
  }

  #endReply() {
    this.#reply = null;
    this.replyBar.hidden = true;
  }
}
