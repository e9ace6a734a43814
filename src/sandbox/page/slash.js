// The message box while a slash command is filled in: its name, a pill for each option, and what the list above shows.

import { KIND, body, fillFrom, read } from "./commands.js";
import { h } from "./dom.js";
import { Autocomplete, findIn, known, listed } from "./suggestions.js";

/** One command being filled in. `panel` shows lists and notes; `done(body, words)` sends; `cancel(text)` gives up. */
export class SlashForm {
  #fields;
  #current = null;

  constructor(session, command, rest, panel, { done, cancel }) {
    this.session = session;
    this.command = command;
    this.panel = panel;
    this.done = done;
    this.cancel = cancel;
    this.autocomplete = new Autocomplete(session);
    this.words = `/${command.path.join(" ")}`;
    this.#fields = command.options.map((option) => this.#field(option));
    this.pills = h("span", { class: "pills" });
    this.tail = h("input", {
      class: "tail",
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      enterkeyhint: "send",
      "aria-label": `${this.words}: press Enter to send, or type the name of an option`,
      oninput: () => this.#tailTyped(),
      onfocus: () => this.#enter(null),
      onkeydown: (event) => this.#key(event, null),
    });
    this.element = h("div", { class: "slash", role: "group", "aria-label": this.words }, h("span", { class: "command-name" }, this.words), this.pills, this.tail);
    for (const [name, text] of fillFrom(command, rest)) this.#set(this.#fields.find(({ option }) => option.name === name), text);
    for (const field of this.#fields) if (field.option.required || field.text !== "") this.#add(field);
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element || event.target === this.pills) this.focus();
    });
  }

  /** Puts the caret where something is missing, else behind the last option. */
  focus() {
    const missing = this.#fields.find((field) => field.shown && this.#isEmpty(field));
    const typed = this.#fields.filter((field) => field.shown && field.text !== "").at(-1);
    (missing ?? typed)?.input.focus();
    if (!missing && !typed) this.tail.focus();
  }

  /** Sends the command if all is filled in rightly, else shows what is not. */
  submit() {
    const loose = this.tail.value.trim();
    if (loose !== "") return this.#takeLoose(loose);
    const find = findIn(this.session);
    const values = [];
    for (const field of this.#fields.filter(({ shown }) => shown)) {
      const { value, error } = read(field.option, field, find);
      if (error) return this.#wrong(field, error);
      if (value !== undefined) values.push({ name: field.option.name, type: field.option.type, value });
    }
    this.close();
    this.done(body(this.command, values), this.words);
  }

  /** Words behind all options are not dropped: the first option that is still free takes them. */
  #takeLoose(words) {
    const field = this.#fields.find(({ shown, option }) => !shown && option.type !== KIND.attachment);
    if (!field) {
      this.panel.show({ title: this.words, note: `There is no option left for “${words}”.`, tone: "wrong", items: [] });
      return;
    }
    this.tail.value = "";
    this.#set(field, words);
    this.#add(field);
    field.input.focus();
  }

  close() {
    this.autocomplete.stop();
    this.panel.close();
  }

  #field(option) {
    const field = { option, text: "", picked: null, file: null, shown: false };
    const file = option.type === KIND.attachment;
    field.input = h("input", {
      type: file ? "file" : "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      "aria-label": `${option.name}: ${option.description}`,
      "data-option": option.name,
      inputmode: option.type === KIND.integer ? "numeric" : null,
      oninput: () => (file ? this.#filePicked(field) : this.#typed(field)),
      onfocus: () => this.#enter(field),
      onkeydown: (event) => this.#key(event, field),
    });
    field.pill = h("label", { class: file ? "pill file-pill" : "pill" }, h("span", { class: "pill-name" }, option.name), field.input);
    return field;
  }

  #isEmpty(field) {
    return field.option.type === KIND.attachment ? !field.file : field.text.trim() === "";
  }

  #set(field, text) {
    field.text = text;
    field.input.value = text;
    if (field.option.type !== KIND.attachment) field.input.size = Math.max(2, text.length + 1);
  }

  #add(field) {
    field.shown = true;
    this.pills.append(field.pill);
  }

  #remove(field) {
    const before = this.#fields.filter((each) => each.shown);
    const at = before.indexOf(field);
    field.shown = false;
    field.file = null;
    field.picked = null;
    this.#set(field, "");
    field.pill.remove();
    (before[at - 1]?.input ?? before[at + 1]?.input ?? this.tail).focus();
  }

  async #filePicked(field) {
    const file = field.input.files[0];
    this.#clearWrong(field);
    field.file = file ? { filename: file.name, content_type: file.type || "application/octet-stream", data: await base64(file) } : null;
    this.#enter(field);
  }

  #typed(field) {
    field.text = field.input.value;
    field.input.size = Math.max(2, field.text.length + 1);
    this.#clearWrong(field);
    if (!this.#namesNext(field)) this.#suggest(field);
  }

  /** Whether the text ends with the name of another option, as in "e4 draw:": then that one is filled in next. */
  #namesNext(field) {
    const [, before, name] = /^(.*)\s([\w-]+):$/.exec(field.text) ?? [];
    const next = name && this.#fields.find(({ option, shown }) => !shown && option.name === name);
    if (!next) return false;
    this.#set(field, before);
    this.#picked({ field: next });
    return true;
  }

  #clearWrong(field) {
    field.pill.classList.remove("wrong");
    field.input.removeAttribute("aria-invalid");
  }

  #wrong(field, error) {
    field.pill.classList.add("wrong");
    field.input.setAttribute("aria-invalid", "true");
    field.input.focus();
    this.autocomplete.stop();
    this.panel.show({ title: field.option.name, note: error, tone: "wrong", items: this.panel.items, active: -1 });
  }

  /** The caret came into a field, or behind them all. */
  #enter(field) {
    this.#current = field;
    this.panel.serve(field?.input ?? this.tail, (item) => this.#picked(item));
    if (field && field.picked?.name !== field.text) this.#suggest(field);
    else this.#offerOptions();
  }

  #suggest(field) {
    const { option } = field;
    const head = { title: option.name, note: option.description };
    this.autocomplete.stop();
    if (option.autocomplete) {
      this.panel.show({ ...head, items: [], hint: "Loading options…" });
      this.autocomplete.ask(this.command, option, this.#fields.filter(({ shown }) => shown), ({ items, note }) => {
        if (this.#current === field) this.panel.show({ ...head, items: items ?? [], hint: note, active: field.text === "" ? -1 : 0 });
      });
    } else if (listed(option)) {
      const items = known(this.session, option, field.text);
      this.panel.show({ ...head, items, hint: items.length === 0 ? "No options match your search" : null });
    } else {
      this.panel.show({ ...head, items: this.#isEmpty(field) ? [] : this.#optional(""), active: -1 });
    }
  }

  #offerOptions() {
    this.autocomplete.stop();
    this.panel.show({ title: this.words, note: this.command.description, items: this.#optional(this.tail.value), active: this.tail.value ? 0 : -1 });
  }

  /** The options that are not filled in yet, as entries of the list. */
  #optional(typed) {
    const rest = this.#fields.filter(({ shown, option }) => !shown && option.name.startsWith(typed.trim().toLowerCase()));
    const items = rest.map((field) => ({ title: field.option.name, detail: field.option.description, field }));
    return items.length > 0 ? [{ heading: "Optional" }, ...items] : [];
  }

  #picked(item) {
    if (item.field) {
      this.tail.value = "";
      this.#add(item.field);
      item.field.input.focus();
      return;
    }
    const field = this.#current;
    field.picked = { name: item.title, value: item.value };
    this.#set(field, item.title);
    this.#clearWrong(field);
    const next = this.#fields.find((each) => each.shown && this.#isEmpty(each));
    // Behind a picked value the next option is named, not more of this one.
    (next?.input ?? this.tail).focus();
  }

  #tailTyped() {
    const named = /^([\w-]+):$/.exec(this.tail.value.trim());
    const field = named && this.#fields.find(({ option, shown }) => !shown && option.name === named[1]);
    if (field) this.#picked({ field });
    else this.#offerOptions();
  }

  #key(event, field) {
    const { list } = this.panel;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      if (!list.pick()) this.#next(field);
    } else if (event.key === "Tab" && !event.shiftKey && list.active) {
      list.pick();
    } else if (event.key === "Escape") {
      this.close();
      this.cancel("");
    } else if (event.key === "Backspace" && event.target.value === "") {
      if (field && !field.option.required) this.#remove(field);
      else if (!field && this.pills.lastChild) this.pills.lastChild.querySelector("input").focus();
      else if (this.#fields.every((each) => !each.shown || this.#isEmpty(each))) this.#giveUp();
      else return;
    } else {
      return;
    }
    event.preventDefault();
  }

  #giveUp() {
    this.close();
    this.cancel(this.words);
  }

  /** Enter without a highlighted entry: to what is still missing, else off it goes. */
  #next(field) {
    const missing = this.#fields.find((each) => each !== field && each.shown && each.option.required && this.#isEmpty(each));
    if (missing && !(field && this.#isEmpty(field))) missing.input.focus();
    else this.submit();
  }
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
