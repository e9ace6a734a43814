// Buttons and select menus under a message, in Discord's terms (Component Reference). What a press leads to, the session knows.

import { h, plural } from "./dom.js";
import { avatar, displayName, icon } from "./icons.js";
import { Listbox } from "./listbox.js";
import { popover } from "./popover.js";
import { isDm } from "./session.js";
import { toast } from "./toast.js";

const ROW = 1;
const BUTTON = 2;
const STRING_SELECT = 3;
const USER_SELECT = 5;
const CHANNEL_SELECT = 8;
/** Up to so many choices are seen at a glance and need no search. */
const SHORT = 10;
/** Button styles by number. */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** The rows of components of `message`. */
export function componentRows(session, message) {
  return (message.components ?? []).filter((row) => row.type === ROW).map((row) => h("div", { class: "component-row" }, row.components.map((component) => show(session, message, component))));
}

function show(session, message, component) {
  switch (component.type) {
    case BUTTON:
      return button(session, message, component);
    case STRING_SELECT:
    case USER_SELECT:
    case CHANNEL_SELECT:
      return select(session, message, component);
    default:
      return h("span", { class: "unknown-component" }, `A component of type ${component.type}, which this page cannot show`);
  }
}

function button(session, message, component) {
  const face = [component.emoji && h("span", { class: "emoji" }, emoji(component.emoji)), component.label && h("span", { class: "label" }, component.label)];
  if (component.url) {
    return h("a", { class: "button link", href: /^https?:/.test(component.url) ? component.url : null, target: "_blank", rel: "noopener noreferrer" }, face, icon("link"));
  }
  const element = h("button", { type: "button", class: `button ${STYLES[component.style] ?? "secondary"}`, disabled: component.disabled, "data-id": component.custom_id, onclick: () => press(session, message, component, element) }, face);
  return element;
}

/** The emoji itself, or its name where it is one of a server. */
export function emoji({ id, name }) {
  return id ? `:${name}:` : name;
}

/** Sends a press; the control is busy until the bot has answered. */
async function press(session, message, component, element, values) {
  const row = element.parentElement;
  if (row.parentElement?.querySelector(".busy")) return;
  element.classList.add("busy");
  element.setAttribute("aria-busy", "true");
  const note = row.parentElement?.querySelector(".failure");
  note?.remove();
  const body = { message_id: message.id, custom_id: component.custom_id, component_type: component.type, ...(values && { values }) };
  try {
    if ((await session.pressComponent(body)) === "failed") fail(row);
  } catch (error) {
    toast(error.message);
  }
  element.classList.remove("busy");
  element.removeAttribute("aria-busy");
}

function fail(row) {
  row.parentElement?.append(h("div", { class: "failure", role: "alert" }, icon("warning"), "The application did not respond"));
}

function select(session, message, component) {
  const items = selectItems(session, component);
  const chosen = items.filter((item) => item.selected);
  const text = chosen.length > 0 ? chosen.map((item) => item.title).join(", ") : (component.placeholder ?? "Make a selection");
  const element = h(
    "button",
    { type: "button", class: "select", disabled: component.disabled, "data-id": component.custom_id, "aria-haspopup": "listbox", onclick: () => openSelect(session, message, component, element, items) },
    h("span", { class: chosen.length > 0 ? "value" : "placeholder" }, text),
    icon("down"),
  );
  return element;
}

function selectItems(session, component) {
  const defaults = new Set((component.default_values ?? []).map(({ id }) => id));
  if (component.type === USER_SELECT) {
    return [...session.users.values()].filter((user) => user.in_guild !== false).map((user) => ({ value: user.id, title: displayName(user), picture: avatar(user), selected: defaults.has(user.id) }));
  }
  if (component.type === CHANNEL_SELECT) {
    const types = component.channel_types ?? [];
    return [...session.channels.values()]
      .filter((channel) => !isDm(channel) && (types.length === 0 || types.includes(channel.type)))
      .map((channel) => ({ value: channel.id, title: channel.name, picture: icon("hash"), selected: defaults.has(channel.id) }));
  }
  return component.options.map((option) => ({
    value: option.value,
    title: option.label,
    detail: option.description,
    picture: option.emoji && h("span", { class: "emoji" }, emoji(option.emoji)),
    selected: option.default,
  }));
}

/** One choice sends at once; several are collected and sent when the list closes. */
function openSelect(session, message, component, element, items) {
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const several = most > 1 || least === 0;
  let values = items.filter((item) => item.selected).map((item) => item.value);
  const before = values.join();
  const send = () => press(session, message, component, element, values);
  const shown = () => {
    const typed = field.value.trim().toLowerCase();
    return items.filter((item) => item.title.toLowerCase().includes(typed)).map((item) => ({ ...item, selected: values.includes(item.value) }));
  };
  const list = new Listbox(component.placeholder ?? "Choices", (item) => {
    if (!several) {
      values = [item.value];
      close();
      send();
      return;
    }
    if (values.includes(item.value)) values = values.filter((value) => value !== item.value);
    else if (values.length < most) values.push(item.value);
    const showing = shown();
    list.show(showing, showing.findIndex((each) => each.value === item.value));
  }, { multiple: several });
  const field = h("input", { class: "filter", type: "text", placeholder: "Search", "aria-label": "Search the choices", autocomplete: "off", oninput: () => list.show(shown()) });
  const searching = items.length > SHORT;
  const keys = searching ? field : list.element;
  if (searching) list.serve(field);
  else list.serveItself();
  keys.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) list.move(steps[event.key]);
    else if (event.key === "Enter" || (event.key === " " && !searching)) list.pick();
    else return;
    event.preventDefault();
  });
  const hint = several && h("div", { class: "select-hint" }, `Choose ${least === most ? plural(most, "item") : `${least} to ${most}`}, then close the list`);
  // Filled first: where the list has room depends on how long it is.
  const first = Math.max(0, items.findIndex((item) => item.selected));
  list.show(shown(), first);
  const close = popover(element, component.placeholder ?? "Choices", [searching && field, list.element, hint].filter(Boolean), {
    className: "select-list",
    onclose: () => several && values.length >= least && values.join() !== before && send(),
  });
  list.activate(first);
  keys.focus();
}
