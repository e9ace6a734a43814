// Posted files: pictures with their alt text in reach, other files as cards. Shows only what this sandbox itself serves.

import { h, narrow } from "./dom.js";
import { icon } from "./icons.js";
import { popover } from "./popover.js";

/** The most that a picture takes in the message list, in CSS pixels, as in Discord's own client; a phone gives it the width. */
const WIDEST = 550;
const HIGHEST = 350;

/** The attachments of a message. */
export function attachments(message) {
  const files = message.attachments ?? [];
  if (files.length === 0) return null;
  return h("div", { class: "attachments" }, files.map((file) => (file.content_type?.startsWith("image/") ? picture(file.url, file) : card(file))));
}

/** A picture that opens large; `details` may hold width, height, description and filename. */
export function picture(url, details, widest = WIDEST) {
  const source = local(url);
  if (!source) return h("div", { class: "picture missing" }, "A picture from elsewhere, which the sandbox does not load");
  const alt = details.description ?? "";
  const { width, height } = details;
  const highest = narrow() ? Infinity : HIGHEST;
  const scale = width && height ? Math.min(1, widest / width, highest / height) : 1;
  const image = h("img", {
    src: source,
    alt,
    width: width ? Math.round(width * scale) : null,
    height: height ? Math.round(height * scale) : null,
  });
  return h(
    "figure",
    { class: "picture" },
    h("button", { type: "button", class: "picture-open", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture", onclick: () => enlarge(source, alt) }, image),
    alt && altButton(alt),
  );
}

function altButton(alt) {
  const button = h("button", {
    type: "button",
    class: "alt",
    "aria-label": "Read the description of the picture",
    onclick: () => popover(button, "Description of the picture", [h("h2", null, "Description"), h("p", null, alt)], { className: "alt-text" }),
  }, "ALT");
  return button;
}

function enlarge(source, alt) {
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": alt || "Picture", onclick: () => dialog.close(), onclose: () => dialog.remove() },
    h("img", { src: source, alt }),
    alt && h("p", null, alt),
    h("button", { type: "button", class: "lightbox-close", "aria-label": "Close" }, icon("close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function card(file) {
  const source = local(file.url);
  return h(
    "div",
    { class: "file" },
    icon("file"),
    h("div", { class: "file-text" }, h("a", { class: "file-name", href: source, download: file.filename }, file.filename), h("div", { class: "file-size" }, size(file.size))),
    source && h("a", { class: "icon-button", href: source, download: file.filename, "aria-label": `Download ${file.filename}` }, icon("download")),
  );
}

/** Bytes in words, as file managers say it. */
function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1000000) return `${(bytes / 1000).toFixed(bytes < 10000 ? 2 : 1)} KB`;
  return `${(bytes / 1000000).toFixed(2)} MB`;
}

/** The address of a file of this sandbox under whatever name the page was opened; null for any other. */
function local(url) {
  const { pathname, search } = new URL(url, location.origin);
  return pathname.startsWith("/attachments/") ? pathname + search : null;
}
