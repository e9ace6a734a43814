// A list to choose from while the focus stays in a field (the ARIA combobox pattern). Knows nothing of what the items mean.

import { h, uniqueId } from "./dom.js";

/** One list; items are `{title, detail?, side?, picture?, selected?, heading?}`, and a heading cannot be chosen. */
export class Listbox {
  #items = [];
  #active = -1;

  /** `onpick(item)` when one is pressed or picked with the keyboard. */
  constructor(label, onpick, { multiple = false } = {}) {
    this.onpick = onpick;
    this.element = h("ul", { class: "listbox", role: "listbox", id: uniqueId("list"), "aria-label": label, "aria-multiselectable": multiple ? "true" : null });
  }

  /** Ties the list to the field whose keys move through it. */
  serve(field) {
    this.field = field;
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.element.id);
    this.#mark(false);
  }

  /** Lets the list itself take the focus and the keys, where nothing is to be typed. */
  serveItself() {
    this.field = this.element;
    this.element.setAttribute("tabindex", "0");
  }

  get size() {
    return this.#items.length;
  }

  get active() {
    return this.#items[this.#active];
  }

  /** Shows other items; `active` is the place of the highlighted one, -1 for none. */
  show(items, active = 0) {
    this.#items = items;
    this.#active = -1;
    this.element.replaceChildren(...items.map((item) => this.#row(item)));
    const first = active < 0 ? -1 : items.findIndex((item, at) => at >= active && !item.heading);
    this.#mark(items.length > 0);
    this.activate(first);
  }

  activate(at) {
    const rows = this.element.children;
    rows[this.#active]?.classList.remove("active");
    this.#active = at;
    const row = rows[at];
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.field?.setAttribute("aria-activedescendant", row.id);
    else this.field?.removeAttribute("aria-activedescendant");
  }

  /** Moves the highlight by `step`, around the ends and past headings. */
  move(step) {
    const count = this.#items.length;
    if (count === 0) return;
    let at = this.#active < 0 && step < 0 ? count : this.#active;
    for (let tries = 0; tries < count; tries += 1) {
      at = (at + step + count) % count;
      if (!this.#items[at].heading) break;
    }
    this.activate(at);
  }

  /** Picks the highlighted item; false when there is none. */
  pick() {
    const item = this.active;
    if (!item) return false;
    this.onpick(item);
    return true;
  }

  #mark(expanded) {
    if (this.field !== this.element) this.field?.setAttribute("aria-expanded", String(expanded));
  }

  #row(item) {
    if (item.heading) return h("li", { class: "list-heading", role: "presentation" }, item.heading);
    return h(
      "li",
      {
        role: "option",
        id: uniqueId("option"),
        class: item.selected ? "option selected" : "option",
        "aria-selected": String(Boolean(item.selected)),
        // The field keeps the focus, and a phone its keyboard.
        onpointerdown: (event) => event.preventDefault(),
        onmousedown: (event) => event.preventDefault(),
        onclick: () => this.onpick(item),
      },
      item.picture,
      h("span", { class: "option-text" }, h("span", { class: "option-title" }, item.title), item.detail && h("span", { class: "option-detail" }, item.detail)),
      item.side && h("span", { class: "option-side" }, item.side),
    );
  }
}
