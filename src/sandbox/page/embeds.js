// Embeds, in Discord's terms (Message Resource, "Embed Structure").

import { picture } from "./attachments.js";
import { h } from "./dom.js";
import { inlineMarkup, markup } from "./markup.js";
import { messageTime } from "./time.js";

const THUMBNAIL = 80;

/** The embeds of a message. */
export function embeds(message, names) {
  return (message.embeds ?? []).map((embed) => show(embed, names));
}

function show(embed, names) {
  const color = embed.color ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  return h(
    "article",
    { class: "embed", style: color ? { "--edge": color } : {} },
    h(
      "div",
      { class: "embed-body" },
      embed.author && h("div", { class: "embed-author" }, linked(embed.author.url, embed.author.name)),
      embed.title && h("div", { class: "embed-title" }, linked(embed.url, inlineMarkup(embed.title, names))),
      embed.description && h("div", { class: "embed-description" }, markup(embed.description, names)),
      embed.fields?.length > 0 && h("div", { class: "embed-fields" }, embed.fields.map((field) => showField(field, names))),
    ),
    embed.thumbnail && h("div", { class: "embed-thumbnail" }, picture(embed.thumbnail.url, embed.thumbnail, THUMBNAIL)),
    embed.image && h("div", { class: "embed-image" }, picture(embed.image.url, embed.image)),
    footer(embed),
  );
}

function linked(url, children) {
  return url && /^https?:/.test(url) ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children) : children;
}

function showField(field, names) {
  return h("div", { class: field.inline ? "embed-field inline" : "embed-field" }, h("div", { class: "embed-name" }, inlineMarkup(field.name, names)), h("div", { class: "embed-value" }, markup(field.value, names)));
}

function footer(embed) {
  const parts = [embed.footer?.text, embed.timestamp && messageTime(Date.parse(embed.timestamp))].filter(Boolean);
  return parts.length > 0 && h("div", { class: "embed-footer" }, parts.join(" • "));
}
