// Talks to the sandbox: requests with JSON bodies and the stream of events. Knows nothing of what is shown.

/** A refusal by the sandbox, in words for the person. */
class Refused extends Error {}

/** Asks the sandbox; `as` is the id of the acting account. Throws `Refused` with the sandbox's words. */
export async function request(method, path, as, body) {
  const url = new URL(path, location.origin);
  if (as) url.searchParams.set("as", as);
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("The sandbox does not answer. Is it still running?");
  }
  const text = await response.text();
  if (!response.ok) throw new Refused(wordsOf(text) ?? `The sandbox answered with ${response.status}.`);
  return text === "" ? null : JSON.parse(text);
}

function wordsOf(text) {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}

/** Milliseconds before another attempt to connect: short at first, for a restart takes a second. */
const RETRIES = [250, 500, 1000, 2000, 4000];

/** The events of one account; connects again by itself until it is closed. */
export class EventStream {
  #socket = null;
  #attempts = 0;
  #timer = 0;
  #closed = false;

  /** `onEvent(event)` for each event; `onState(connected)` when the connection comes and goes. */
  constructor(user, onEvent, onState) {
    this.user = user;
    this.onEvent = onEvent;
    this.onState = onState;
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Gives up this connection and makes another. */
  again() {
    this.#socket.close();
  }

  /** Connects at once if it was waiting to. */
  hurry() {
    if (this.#closed || this.#timer === 0) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #connect() {
    this.#timer = 0;
    const url = new URL("/sandbox/events", location.origin);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("as", this.user);
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempts = 0;
      if (!this.#closed) this.onState(true);
    };
    socket.onmessage = (message) => {
      if (!this.#closed) this.onEvent(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (this.#closed) return;
      this.onState(false);
      this.#timer = setTimeout(() => this.#connect(), RETRIES[Math.min(this.#attempts, RETRIES.length - 1)]);
      this.#attempts += 1;
    };
  }
}
