// Instants as people read them: in the reader's own zone and language, and relative ones kept current.
// Knows only Unix times; what "now" is, is told by `setNow`, for the sandbox may have a clock of its own.

import { h } from "./dom.js";

let offset = 0;

/** Tells what the sandbox's clock shows at this moment, in Unix milliseconds. */
export function setNow(milliseconds) {
  offset = milliseconds - Date.now();
  tick();
}

/** The sandbox's present time in Unix milliseconds. */
export const now = () => Date.now() + offset;

const formatters = new Map();
function formatted(options, milliseconds) {
  const key = JSON.stringify(options);
  if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(undefined, options));
  return formatters.get(key).format(milliseconds);
}

/** Discord's timestamp styles (Message Formatting, "Timestamp Styles"), but for `R`. */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** `<t:SECONDS:STYLE>` as an element: the full date is its title, and a relative one keeps itself current. */
export function timestamp(seconds, style = "f") {
  const milliseconds = seconds * 1000;
  if (Number.isNaN(new Date(milliseconds).getTime())) return document.createTextNode(`<t:${seconds}:${style}>`);
  const element = h("time", { class: "stamp", datetime: new Date(milliseconds).toISOString(), title: formatted(STYLES.F, milliseconds) });
  if (style === "R") element.dataset.relative = milliseconds;
  element.textContent = style === "R" ? relative(milliseconds) : formatted(STYLES[style], milliseconds);
  return element;
}

const words = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });
/** Up to which number of the unit it is used, and how many seconds the unit has. */
const UNITS = [
  [60, 1, "second"],
  [60, 60, "minute"],
  [24, 3600, "hour"],
  [30, 86400, "day"],
  [12, 2629800, "month"],
  [Infinity, 31557600, "year"],
];

/** "in 3 days", "5 minutes ago", seen from the sandbox's now. */
function relative(milliseconds) {
  const seconds = (milliseconds - now()) / 1000;
  for (const [limit, length, unit] of UNITS) {
    const count = Math.round(seconds / length);
    if (Math.abs(count) < limit) return words.format(count, unit);
  }
  return "";
}

/** The time beside a message's author: the hour today, else with the day. */
export function messageTime(milliseconds) {
  const day = dayKey(milliseconds);
  if (day === dayKey(now())) return formatted(STYLES.t, milliseconds);
  if (day === dayKey(now() - 86400000)) return `Yesterday at ${formatted(STYLES.t, milliseconds)}`;
  return formatted(STYLES.s, milliseconds);
}

/** The hour alone, for messages that follow one by the same author. */
export const hour = (milliseconds) => formatted(STYLES.t, milliseconds);
/** The whole date and time, for titles. */
export const fullTime = (milliseconds) => formatted(STYLES.F, milliseconds);
/** The date of a separator between days. */
export const dayName = (milliseconds) => formatted(STYLES.D, milliseconds);
/** Equal for instants of the same day in the reader's zone. */
export const dayKey = (milliseconds) => new Date(milliseconds).toDateString();

function tick() {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(element.dataset.relative));
    if (element.textContent !== text) element.textContent = text;
  }
}
setInterval(tick, 1000);
document.addEventListener("visibilitychange", tick);
