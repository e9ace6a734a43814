// The messages of one channel, in order, with what is known of older ones. Pure: knows no page and no network.

/** Orders snowflakes, which are decimal numbers too long for `Number`: negative when `a` is the older one. */
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The part of a channel's messages that was fetched: without gaps up to the newest. */
export class Timeline {
  messages = [];
  /** Whether the newest messages were fetched at least once. */
  loaded = false;
  /** Whether there is nothing older than the first message. */
  complete = false;
  /** Whether anything changed since this was last set to false. */
  touched = false;

  /** The newest messages, fetched anew: what was known and is not among them is older, and gone if it is not. */
  setNewest(messages, full) {
    const first = messages[0]?.id;
    const older = full && first ? this.messages.filter((message) => compareIds(message.id, first) < 0) : [];
    this.messages = [...older, ...messages];
    this.complete = older.length > 0 ? this.complete : !full;
    this.loaded = true;
  }

  addOlder(messages, full) {
    const first = this.messages[0]?.id;
    this.messages.unshift(...messages.filter((message) => !first || compareIds(message.id, first) < 0));
    this.complete = !full;
  }

  /** A new message, once the newest ones were fetched; until then only a sign that something changed. */
  add(message) {
    this.touched = true;
    if (this.loaded) this.#put(message);
  }

  #put(message) {
    const at = this.messages.findLastIndex((known) => compareIds(known.id, message.id) <= 0);
    if (this.messages[at]?.id === message.id) this.messages[at] = message;
    else this.messages.splice(at + 1, 0, message);
  }

  /** A new version of a message, if it is one of those fetched. */
  update(message) {
    this.touched = true;
    if (this.find(message.id)) this.#put(message);
  }

  remove(id) {
    this.touched = true;
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  find(id) {
    return this.messages.find((message) => message.id === id);
  }
}
