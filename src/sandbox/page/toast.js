// A short notice at the edge of the page for what went wrong outside of any message.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Shows `text` for a few seconds. */
export function toast(text, { tone = "danger" } = {}) {
  const element = h("div", { class: `toast ${tone}`, role: tone === "danger" ? "alert" : "status", popover: "manual" }, icon(tone === "danger" ? "warning" : "check"), h("span", null, text));
  document.body.append(element);
  // The top layer, so that a notice shows over an open form as well.
  element.showPopover();
  setTimeout(() => element.remove(), 6000);
}
