// The message list of the open channel: order, separators, scrolling. Knows messages only as items that follow each other.

import { fill, h, soon, touch } from "./dom.js";
import { avatar, displayName, icon } from "./icons.js";
import { messageItem } from "./message.js";
import { isDm } from "./session.js";
import { compareIds } from "./timeline.js";
import { toast } from "./toast.js";
import { dayKey, dayName } from "./time.js";

/** Messages by one author within this time stand together under one name. */
const TOGETHER = 7 * 60 * 1000;
/** How near to the end, in pixels, counts as being there. */
const NEAR = 80;

/** Shows the session's open channel in `#timeline` and keeps it current. */
export class TimelineView {
  #items = new Map();
  #shown = null;
  #atEnd = true;

  constructor(session, actions) {
    this.session = session;
    this.actions = actions;
    this.scroller = document.getElementById("scroller");
    this.list = document.getElementById("timeline");
    this.jump = document.getElementById("jump");
    const render = soon(() => this.#render());
    session.on("timeline", render);
    session.on("channel account", () => {
      this.#items.clear();
      this.#atEnd = true;
      render();
    });
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    // Pictures that arrive, a keyboard that opens: whoever was at the end stays there.
    const keep = new ResizeObserver(() => this.#atEnd && this.toEnd());
    keep.observe(this.list);
    keep.observe(this.scroller);
    this.jump.append(icon("down"));
    this.jump.addEventListener("click", () => this.toEnd());
    this.list.addEventListener("click", (event) => this.#touched(event));
    this.scroller.addEventListener("keydown", (event) => this.#key(event));
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Scrolls to a message and marks it for a moment, fetching older ones as needed. */
  async reveal(id) {
    const { session } = this;
    while (!session.timeline.find(id) && session.timeline.loaded && !session.timeline.complete) {
      const first = session.timeline.messages[0]?.id;
      if (!first || compareIds(first, id) < 0) break;
      await session.fetchOlder();
    }
    this.#render();
    const item = document.getElementById(`m${id}`);
    if (!item) return toast("That message is no longer there.");
    this.#atEnd = false;
    item.scrollIntoView({ block: "center" });
    item.focus({ preventScroll: true });
    item.classList.add("revealed");
    setTimeout(() => item.classList.remove("revealed"), 2000);
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    this.jump.hidden = scrollHeight - scrollTop - clientHeight < clientHeight;
    if (scrollTop < 300) this.session.fetchOlder().catch((error) => toast(error.message));
  }

  /** The arrow keys go from message to message; the tabulator then reaches what can be done with it. */
  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const on = event.target;
    if (!step || (on !== this.scroller && !on.matches(".message"))) return;
    const items = [...this.list.querySelectorAll(".message")];
    const at = on === this.scroller ? items.length - 1 : items.indexOf(on) + step;
    if (!items[at]) return;
    event.preventDefault();
    items[at].focus({ preventScroll: true });
    items[at].scrollIntoView({ block: "nearest" });
  }

  /** A finger has no hover: a tap on a message shows what can be done with it. */
  #touched(event) {
    if (!touch()) return;
    const control = event.target.closest("button, a, input, .spoiler");
    const message = control ? null : event.target.closest(".message");
    for (const other of this.list.querySelectorAll(".message.active")) if (other !== message) other.classList.remove("active");
    message?.classList.toggle("active");
  }

  #render() {
    const { session, scroller } = this;
    const sameChannel = this.#shown === session.channel;
    this.#shown = session.channel;
    const heightBefore = scroller.scrollHeight;
    const topBefore = scroller.scrollTop;
    const firstBefore = this.list.querySelector(".message")?.dataset.id;
    const focused = this.#focusedControl();
    fill(this.list, [...this.#rows(), ...session.pending.filter((line) => line.channel === session.channel).map((line) => this.#pendingItem(line))]);
    this.list.classList.toggle("loading", Boolean(session.channel) && !session.timeline.loaded);
    focused?.();
    const firstNow = session.timeline.messages[0]?.id;
    if (this.#atEnd || !sameChannel) this.toEnd();
    else if (firstBefore && firstNow && compareIds(firstNow, firstBefore) < 0) scroller.scrollTop = topBefore + scroller.scrollHeight - heightBefore;
    if (sameChannel && session.timeline.loaded && !session.timeline.complete && scroller.scrollHeight <= scroller.clientHeight) this.#scrolled();
  }

  /** The list's rows; items of messages that did not change are the same elements as before. */
  #rows() {
    const { session } = this;
    if (!session.channel) return [nowhere(session)];
    const timeline = session.timeline;
    const rows = timeline.loaded && timeline.complete ? [this.#beginning()] : [];
    const unreadFrom = session.unreadFrom.get(session.channel);
    const kept = new Map();
    let previous = null;
    for (const message of timeline.messages) {
      const newDay = !previous || dayKey(Date.parse(previous.timestamp)) !== dayKey(Date.parse(message.timestamp));
      const newPart = message.id === unreadFrom;
      if (newDay) rows.push(h("li", { class: "separator", role: "separator" }, h("span", null, dayName(Date.parse(message.timestamp)))));
      if (newPart) rows.push(h("li", { class: "separator new", role: "separator" }, h("span", null, "New")));
      const compact = !newDay && !newPart && follows(previous, message);
      const known = this.#items.get(message.id);
      const item = known?.message === message && known.compact === compact ? known : { message, compact, element: messageItem(session, message, compact, this.actions) };
      kept.set(message.id, item);
      rows.push(item.element);
      previous = message;
    }
    this.#items = kept;
    return rows;
  }

  #beginning() {
    const channel = this.session.channels.get(this.session.channel);
    return h("li", { class: "beginning" }, h("h2", null, isDm(channel) ? channel.name : `#${channel.name}`), h("p", null, "This is where the conversation begins. Type / to see what the bot can do, and choose another account above to answer as somebody else."));
  }

  #pendingItem(line) {
    const { bot } = this.session;
    const body = line.failed
      ? [
          h("div", { class: "failure", role: "alert" }, icon("warning"), line.error ?? "The application did not respond"),
          h("div", { class: "only-you" }, icon("eye"), "Only you can see this", " • ", h("button", { type: "button", class: "textlink", onclick: () => this.session.dismissLine(line) }, "Dismiss message")),
        ]
      : h("div", { class: "thinking" }, "Sending command…");
    return h(
      "li",
      { class: line.failed ? "message ephemeral" : "message" },
      h("div", { class: "above" }, h("span", { class: "spine", "aria-hidden": "true" }), h("span", { class: "person" }, avatar(this.session.me), displayName(this.session.me)), " used ", h("span", { class: "used" }, line.words)),
      h("span", { class: "gutter-avatar" }, avatar(bot)),
      h("div", { class: "body" }, h("div", { class: "header" }, h("span", { class: "author" }, displayName(bot)), h("span", { class: "badge-app" }, "APP")), body),
    );
  }

  /** Remembers the control in focus, for its message may be drawn anew; gives what restores it. */
  #focusedControl() {
    const control = document.activeElement?.closest?.("#timeline [data-id]");
    const message = control?.closest(".message");
    if (!message || control === message) return null;
    return () => {
      if (control.isConnected) return;
      const item = document.getElementById(message.id);
      const again = [...(item?.querySelectorAll("[data-id]") ?? [])].find((each) => each.dataset.id === control.dataset.id);
      (again ?? item)?.focus({ preventScroll: true });
    };
  }
}

/** What stands where an account sees no channel at all. */
function nowhere(session) {
  return h("li", { class: "beginning" }, h("h2", null, `${displayName(session.me)} sees no channels`), h("p", null, session.me.in_guild === false ? "This account is not in the server. It can still have direct messages." : "There is nothing here yet."));
}

/** Whether `message` needs no name of its own below `previous`. */
function follows(previous, message) {
  if (!previous || previous.author.id !== message.author.id) return false;
  if (previous.ephemeral !== message.ephemeral || ![0, undefined].includes(message.type) || previous.type === 18) return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) < TOGETHER;
}
