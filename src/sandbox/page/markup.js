// Shows a markdown tree as elements. Knows names only through the `names` that it is handed.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { parse, parseInline } from "./markdown.js";
import { timestamp } from "./time.js";

/**
 * Discord's markdown as elements.
 *
 * `names` answers for what a text refers to: `user(id)`, `channel(id)` give a name or undefined;
 * `onUser(id, element)`, `onChannel(id)`, `onCommand(name)`, `onMessage(channel, message)` are what a press does.
 */
export function markup(text, names) {
  return parse(text).map((block) => showBlock(block, names));
}

/** One line of markdown, where blocks mean nothing: titles, field names. */
export function inlineMarkup(text, names) {
  return showAll(parseInline(text), names);
}

/** The words of a text alone, on one line, for an excerpt of it. */
export function excerpt(text, names) {
  const words = (node) => {
    switch (node.type) {
      case "user":
        return `@${names.user(node.id) ?? "unknown-user"}`;
      case "channel":
        return `#${names.channel(node.id) ?? "unknown"}`;
      case "command":
        return `/${node.name}`;
      case "emoji":
        return `:${node.name}:`;
      case "spoiler":
        return "▒▒▒";
      case "time":
        return timestamp(node.seconds, node.style).textContent;
      case "list":
        return node.items.map((item) => item.map(words).join("")).join(" ");
      default:
        return node.text ?? node.children?.map(words).join("") ?? "";
    }
  };
  return parse(text).map(words).join(" ").replace(/\s+/g, " ");
}

function showBlock(block, names) {
  switch (block.type) {
    case "paragraph":
      return h("div", { class: "paragraph" }, showAll(block.children, names));
    case "small":
      return h("div", { class: "small" }, showAll(block.children, names));
    case "heading":
      return h(`h${block.level + 2}`, { class: `heading level-${block.level}` }, showAll(block.children, names));
    case "quote":
      return h("blockquote", null, block.children.map((child) => showBlock(child, names)));
    case "list":
      return showList(block, names);
    case "codeblock":
      return h("pre", null, h("code", null, block.text));
    default:
      throw new Error(`no such block: ${block.type}`);
  }
}

function showList(block, names) {
  return h(block.ordered ? "ol" : "ul", { start: block.ordered ? block.start : null }, block.items.map((item) => h("li", null, showAll(item, names))));
}

function showAll(nodes, names) {
  return nodes.map((node) => showInline(node, names));
}

function showInline(node, names) {
  switch (node.type) {
    case "text":
      return node.text;
    case "code":
      return h("code", null, node.text);
    case "strong":
      return h("strong", null, showAll(node.children, names));
    case "em":
      return h("em", null, showAll(node.children, names));
    case "underline":
      return h("u", null, showAll(node.children, names));
    case "strike":
      return h("s", null, showAll(node.children, names));
    case "spoiler":
      return spoiler(showAll(node.children, names));
    case "link":
      return showLink(node, names);
    case "user":
      return pill("@", names.user(node.id) ?? "unknown-user", (event) => names.onUser(node.id, event.currentTarget));
    case "role":
      return h("span", { class: "mention" }, "@unknown-role");
    case "everyone":
      return h("span", { class: "mention" }, node.text);
    case "channel":
      return pill("#", names.channel(node.id) ?? "unknown", () => names.onChannel(node.id));
    case "command":
      return pill("/", node.name, () => names.onCommand(node.name));
    case "emoji":
      return `:${node.name}:`;
    case "time":
      return timestamp(node.seconds, node.style);
    case "list":
      return showList(node, names);
    default:
      throw new Error(`no such inline: ${node.type}`);
  }
}

function pill(sign, name, onclick) {
  return h("button", { type: "button", class: "mention", onclick }, sign + name);
}

function spoiler(children) {
  const reveal = () => {
    element.classList.add("revealed");
    for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
    inner.removeAttribute("inert");
  };
  const inner = h("span", { inert: true }, children);
  const element = h("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": "Spoiler: press to show",
    onclick: reveal,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        reveal();
      }
    },
  }, inner);
  return element;
}

/** Discord's link to a message or channel: https://discord.com/channels/GUILD or @me/CHANNEL/MESSAGE. */
const MESSAGE_LINK = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

function showLink(node, names) {
  const [, channel, message] = MESSAGE_LINK.exec(node.url) ?? [];
  if (channel === undefined || names.channel(channel) === undefined) {
    return h("a", { href: node.url, target: "_blank", rel: "noopener noreferrer" }, showAll(node.children, names));
  }
  const follow = () => (message ? names.onMessage(channel, message) : names.onChannel(channel));
  const bare = node.children.length === 1 && node.children[0].text === node.url;
  if (!bare) return h("button", { type: "button", class: "textlink", onclick: follow }, showAll(node.children, names));
  return h("button", { type: "button", class: "mention", onclick: follow }, `#${names.channel(channel)}`, message && [icon("right"), "message"]);
}
