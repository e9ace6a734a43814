// What stands above the message box: a list to choose from and a line on what it is about. Knows no commands.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** The list above the message box, with a line on what it is about. */
export class Panel {
  /** `list` is the Listbox that the keys move through. */
  constructor(element, list) {
    this.element = element;
    this.list = list;
    this.items = [];
    this.close();
  }

  /** From now on the list belongs to `field`; `onpick(item)` takes what is chosen. */
  serve(field, onpick) {
    this.list.serve(field);
    this.list.onpick = onpick;
  }

  /** Shows entries below a head; `tone` "wrong" makes the note an alert. */
  show({ title, note, items, hint, active = 0, tone }) {
    this.items = items;
    const head = title && h("div", { class: tone === "wrong" ? "panel-head wrong" : "panel-head", role: tone === "wrong" ? "alert" : null }, tone === "wrong" && icon("warning"), h("strong", null, title), h("span", null, note));
    this.element.replaceChildren(...[head, this.list.element, hint && h("div", { class: "panel-hint" }, hint)].filter(Boolean));
    this.list.show(items, active);
    this.element.hidden = !title && items.length === 0;
  }

  close() {
    this.items = [];
    this.list.show([]);
    this.element.hidden = true;
  }
}
