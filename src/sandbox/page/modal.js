// The forms that a bot opens: text inputs in rows or labels (Discord's Component Reference, "Text Input").

import { h, plural, touch, uniqueId } from "./dom.js";
import { avatar, icon } from "./icons.js";

const ROW = 1;
const TEXT_INPUT = 4;
const LABEL = 18;
const PARAGRAPH = 2;

/** Shows the form of a `modal` event; it closes when the bot has taken what was filled in. */
export function openModal(session, { interaction_id: interaction, modal }) {
  document.querySelector("dialog.modal")?.close();
  const title = uniqueId("title");
  const fields = modal.components.map(field).filter(Boolean);
  const failure = h("div", { class: "modal-failure", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, h("span", { class: "label" }, "Submit"));
  const cancel = h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, h("span", { class: "label" }, "Cancel"));
  const form = h("form", { novalidate: true, onsubmit: send }, failure, fields.map((each) => each.element), h("footer", null, cancel, submit));
  const dialog = h(
    "dialog",
    { class: "modal", "aria-labelledby": title, onclose: () => dialog.remove() },
    h("header", null, avatar(session.bot), h("h2", { id: title }, modal.title), h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    form,
  );

  async function send(event) {
    event.preventDefault();
    const wrong = fields.filter((each) => !each.check());
    if (wrong.length > 0) return wrong[0].focus();
    submit.classList.add("busy");
    submit.disabled = true;
    failure.replaceChildren();
    try {
      const outcome = await session.submitModal({ interaction_id: interaction, custom_id: modal.custom_id, components: fields.map((each) => each.answer()) });
      if (outcome === "done") return dialog.close();
      failure.append(icon("warning"), "Something went wrong. Try again.");
    } catch (error) {
      failure.append(icon("warning"), error.message);
    } finally {
      submit.classList.remove("busy");
      submit.disabled = false;
    }
  }

  document.body.append(dialog);
  dialog.showModal();
  if (!touch()) fields[0]?.focus();
  session.addEventListener("account", () => dialog.close(), { once: true });
}

/** One input of the form: its element, whether it is filled in rightly, and its part of the answer. */
function field(component) {
  const labelled = component.type === LABEL;
  const input = labelled ? component.component : component.components?.[0];
  if (![ROW, LABEL].includes(component.type) || input?.type !== TEXT_INPUT) return null;
  const id = uniqueId("input");
  const required = input.required !== false;
  const least = input.min_length ?? 0;
  const most = input.max_length ?? 4000;
  const error = h("div", { class: "input-error", id: `${id}-error`, role: "alert" });
  const count = h("span", { class: "input-count", "aria-hidden": "true" });
  const control = h(input.style === PARAGRAPH ? "textarea" : "input", {
    id,
    maxlength: most,
    placeholder: input.placeholder,
    rows: input.style === PARAGRAPH ? 4 : null,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-required": String(required),
    "aria-describedby": `${id}-error`,
    "data-id": input.custom_id,
    oninput: () => changed(),
  });
  control.value = input.value ?? "";
  const changed = () => {
    error.textContent = "";
    control.removeAttribute("aria-invalid");
    count.textContent = input.max_length ? `${control.value.length}/${most}` : "";
  };
  changed();
  const part = { type: TEXT_INPUT, custom_id: input.custom_id };
  return {
    element: h(
      "div",
      { class: "input-field" },
      h("label", { for: id }, labelled ? component.label : input.label, required && h("span", { class: "required", "aria-hidden": "true" }, "*")),
      labelled && component.description && h("div", { class: "input-note" }, component.description),
      control,
      h("div", { class: "input-foot" }, error, count),
    ),
    focus: () => control.focus(),
    check: () => {
      const length = control.value.length;
      if (required && control.value.trim() === "") error.textContent = "This field is required";
      else if (length > 0 && length < least) error.textContent = `Must be at least ${plural(least, "character")}`;
      else return true;
      control.setAttribute("aria-invalid", "true");
      return false;
    },
    answer: () => {
      const answered = { ...part, value: control.value };
      return labelled ? { type: LABEL, component: answered } : { type: ROW, components: [answered] };
    },
  };
}
