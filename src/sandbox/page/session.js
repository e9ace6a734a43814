// What the acting account sees, kept current by events: channels, messages, commands, pings of the other accounts.
// Tells of changes by name ("channels", "timeline", "account", ...); knows nothing of how they are shown.

import { EventStream, request } from "./api.js";
import { Timeline } from "./timeline.js";
import { setNow } from "./time.js";

const PAGE = 50;
const GUILD_TEXT = 0;
const DM = 1;
const REMEMBERED = "sandbox-account";

/** One browser's view: the acting account, and the sockets of all of them. */
export class Session extends EventTarget {
  me = null;
  bot = null;
  guild = null;
  users = new Map();
  channels = new Map();
  commands = [];
  online = false;
  connected = false;
  /** The id of the open channel. */
  channel = null;
  /** Where the unread messages of a channel begin: channel to message id. */
  unreadFrom = new Map();
  /** Commands on their way and those that were not answered, as lines of their channel. */
  pending = [];
  /** Until when the bot is seen typing, by channel, in `Date.now()` milliseconds. */
  typing = new Map();
  #timelines = new Map();
  #streams = new Map();
  #pings = new Map();
  #waiting = new Map();
  #settled = new Map();

  on(names, listener) {
    for (const name of names.split(" ")) this.addEventListener(name, listener);
  }

  #changed(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Begins as `account` (or whoever acted last, or the first) in `channel` (or the first). */
  async start(account, channel) {
    await this.#load(account ?? localStorage.getItem(REMEMBERED), channel);
    this.#connect();
    for (const event of ["online", "focus", "visibilitychange"]) addEventListener(event, () => this.#hurry());
  }

  /** Acts as another account, in the same channel if it sees it. */
  async actAs(account, channel = this.channel) {
    if (account === this.me.id) return;
    this.pending = [];
    this.#timelines.clear();
    this.unreadFrom.clear();
    await this.#load(account, channel);
  }

  /** The sample accounts that a person can be. */
  get accounts() {
    return [...this.users.values()].filter((user) => !isProgram(user));
  }

  get timeline() {
    return this.#timelines.get(this.channel) ?? new Timeline();
  }

  /** How many pings wait for `account`, in `channel` or anywhere. */
  pings(account, channel) {
    const counts = this.#pings.get(account);
    if (!counts) return 0;
    return channel ? (counts.get(channel) ?? 0) : [...counts.values()].reduce((sum, count) => sum + count, 0);
  }

  ask(method, path, body) {
    return request(method, path, this.me.id, body);
  }

  async #load(account, channel) {
    let state;
    try {
      state = await request("GET", "/sandbox/state", account);
    } catch (error) {
      if (!account) throw error;
      // A remembered account of another sandbox is not an error: begin as the first.
      state = await request("GET", "/sandbox/state", null);
    }
    setNow(state.now);
    this.me = state.me;
    this.bot = state.bot;
    this.guild = state.guild;
    this.users = new Map([...state.users, state.me, state.bot].map((user) => [user.id, user]));
    this.channels = new Map(state.channels.map((each) => [each.id, each]));
    this.commands = state.commands;
    this.online = state.online;
    localStorage.setItem(REMEMBERED, this.me.id);
    this.#changed("account");
    this.#changed("online");
    if (this.channels.has(channel)) await this.open(channel);
    else await this.#openFirst();
  }

  async #openFirst() {
    const all = [...this.channels.values()];
    const first = all.find((each) => each.type === GUILD_TEXT) ?? all[0];
    if (first) return this.open(first.id);
    this.channel = null;
    this.#changed("channel");
    this.#changed("timeline");
  }

  /** Shows a channel; what waited there is read. */
  async open(id) {
    if (!this.channels.has(id)) return;
    if (id !== this.channel) this.unreadFrom.delete(this.channel);
    this.channel = id;
    this.#read(id);
    this.#changed("channel");
    await this.#fetchNewest(id);
  }

  async #fetchNewest(id) {
    const timeline = this.#timelineOf(id);
    let messages;
    do {
      // An event may overtake the answer, which then lacks what the event told: ask again.
      timeline.touched = false;
      messages = await this.ask("GET", `/sandbox/channels/${id}/messages?limit=${PAGE}`);
      if (this.#timelines.get(id) !== timeline) return;
    } while (timeline.touched);
    timeline.setNewest(messages, messages.length === PAGE);
    this.#changed("timeline");
  }

  /** Fetches older messages of the open channel. */
  async fetchOlder() {
    const timeline = this.timeline;
    if (!timeline.loaded || timeline.complete || timeline.fetching) return;
    timeline.fetching = true;
    try {
      const before = timeline.messages[0].id;
      const messages = await this.ask("GET", `/sandbox/channels/${this.channel}/messages?before=${before}&limit=${PAGE}`);
      timeline.addOlder(messages, messages.length === PAGE);
    } finally {
      timeline.fetching = false;
    }
    this.#changed("timeline");
  }

  #timelineOf(id) {
    if (!this.#timelines.has(id)) this.#timelines.set(id, new Timeline());
    return this.#timelines.get(id);
  }

  #read(id) {
    const channel = this.channels.get(id);
    if (channel) channel.unread = false;
    this.#pings.get(this.me.id)?.delete(id);
    this.#changed("channels");
  }

  #connect() {
    for (const { id } of this.accounts) {
      if (this.#streams.has(id)) continue;
      let before = false;
      this.#streams.set(id, new EventStream(id, (event) => this.#take(id, event), (connected) => {
        this.#connection(id, connected, before);
        before ||= connected;
      }));
    }
  }

  #hurry() {
    if (document.visibilityState === "hidden") return;
    for (const stream of this.#streams.values()) stream.hurry();
    if (this.channel) this.#read(this.channel);
  }

  async #connection(account, connected, again) {
    if (account !== this.me.id) return;
    this.connected = connected;
    this.#changed("online");
    if (!connected || !again) return;
    // Events were missed: look at everything anew, and wait for no outcome that may have passed.
    this.#timelines.clear();
    for (const settle of this.#waiting.values()) settle("done");
    try {
      await this.#load(account, this.channel);
    } catch {
      // Gone again already: the next connection looks anew.
      this.#streams.get(account).again();
    }
  }

  #take(account, event) {
    if (event.type === "ping") this.#ping(account, event);
    if (account !== this.me.id) return;
    switch (event.type) {
      case "message_create":
        return this.#created(event.message);
      case "message_update":
        this.#timelines.get(event.message.channel_id)?.update(event.message);
        return this.#changed("timeline");
      case "message_delete":
        this.#timelines.get(event.channel_id)?.remove(event.id);
        return this.#changed("timeline");
      case "channel_create":
      case "channel_update":
        this.channels.set(event.channel.id, { ...this.channels.get(event.channel.id), ...event.channel });
        return this.#changed("channels");
      case "channel_delete":
        this.channels.delete(event.id);
        this.#changed("channels");
        if (this.channel === event.id) this.#openFirst();
        return;
      case "interaction_done":
        return this.#settle(event.interaction_id, "done");
      case "interaction_failed":
        return this.#settle(event.interaction_id, "failed");
      case "modal":
        this.#changed("modal", event);
        return this.#settle(event.interaction_id, "done");
      case "commands":
        this.commands = event.commands;
        return this.#changed("commands");
      case "online":
        this.online = event.online;
        return this.#changed("online");
      case "typing":
        this.typing.set(event.channel_id, Date.now() + 10000);
        return this.#changed("typing");
    }
  }

  #ping(account, { channel_id: channel }) {
    if (account === this.me.id && channel === this.channel && document.hasFocus()) return;
    const counts = this.#pings.get(account) ?? new Map();
    counts.set(channel, (counts.get(channel) ?? 0) + 1);
    this.#pings.set(account, counts);
    this.#changed("channels");
  }

  #created(message) {
    const id = message.channel_id;
    this.#timelines.get(id)?.add(message);
    if (message.author.id === this.bot.id) this.typing.delete(id);
    const channel = this.channels.get(id);
    if (channel && id !== this.channel && message.author.id !== this.me.id && !message.ephemeral) {
      if (!channel.unread) this.unreadFrom.set(id, message.id);
      channel.unread = true;
      this.#changed("channels");
    }
    this.#changed("timeline");
  }

  #settle(id, outcome) {
    const settle = this.#waiting.get(id);
    if (settle) settle(outcome);
    else this.#settled.set(id, outcome);
  }

  /** Sends an interaction and waits for its end: "done" or "failed". */
  async #interact(path, body) {
    const { interaction_id: id } = await this.ask("POST", path, body);
    const early = this.#settled.get(id);
    if (early) {
      this.#settled.delete(id);
      return early;
    }
    return new Promise((resolve) => {
      this.#waiting.set(id, (outcome) => {
        this.#waiting.delete(id);
        resolve(outcome);
      });
    });
  }

  /** Uses a command. Until it is answered the channel shows a line, and afterwards if it was not. */
  async useCommand(body, words) {
    const line = { channel: this.channel, words, failed: false };
    this.pending.push(line);
    this.#changed("timeline");
    try {
      line.failed = (await this.#interact("/sandbox/commands", { channel_id: this.channel, ...body })) === "failed";
    } catch (error) {
      line.failed = true;
      line.error = error.message;
    }
    if (!line.failed) this.dismissLine(line);
    else this.#changed("timeline");
  }

  dismissLine(line) {
    this.pending = this.pending.filter((each) => each !== line);
    this.#changed("timeline");
  }

  pressComponent(body) {
    return this.#interact("/sandbox/components", body);
  }

  submitModal(body) {
    return this.#interact("/sandbox/modals", body);
  }

  autocomplete(body) {
    return this.ask("POST", "/sandbox/autocomplete", { channel_id: this.channel, ...body });
  }

  async say(content, replyTo, replyPing) {
    const reply = replyTo ? { reply_to: replyTo, reply_ping: replyPing } : {};
    const message = await this.ask("POST", `/sandbox/channels/${this.channel}/messages`, { content, ...reply });
    this.#created(message);
  }

  async dismiss(message) {
    await this.ask("POST", `/sandbox/messages/${message.id}/dismiss`);
    this.#timelines.get(message.channel_id)?.remove(message.id);
    this.#changed("timeline");
  }

  /** Opens the direct messages with `user`. */
  async openDm(user) {
    const channel = await this.ask("POST", "/sandbox/dms", { with: user });
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    await this.open(channel.id);
  }

  async setDmsOpen(open) {
    await this.ask("POST", `/sandbox/users/${this.me.id}`, { dms_open: open });
    this.me.dms_open = open;
    this.#changed("account");
  }
}

export const isDm = (channel) => channel?.type === DM;
export const isThread = (channel) => channel !== undefined && channel.type >= 10 && channel.type <= 12;
/** Whether an account is a bot, which a person cannot be. */
const isProgram = (user) => Boolean(user.bot || user.is_bot);
