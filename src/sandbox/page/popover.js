// A panel over the page beside what was pressed; on a narrow screen a sheet at the bottom. Knows nothing of its content.

import { h, narrow } from "./dom.js";

let open = null;

/** Shows `children` beside `anchor` until something else is pressed. `label` names it for screen readers. Gives a function that closes it. */
export function popover(anchor, label, children, { className = "", onclose } = {}) {
  open?.hidePopover();
  const panel = h("div", { class: `popover ${className}`, popover: "auto", role: "dialog", "aria-label": label }, children);
  const close = () => panel.isConnected && panel.hidePopover();
  const outside = (event) => {
    if (!panel.contains(event.target) && (narrow() || anchor.contains(event.target))) swallowClick();
  };
  document.addEventListener("pointerdown", outside, true);
  panel.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (open === panel) open = null;
    document.removeEventListener("pointerdown", outside, true);
    const hadFocus = panel.contains(document.activeElement) || document.activeElement === document.body;
    panel.remove();
    if (hadFocus && anchor.isConnected) anchor.focus({ preventScroll: true });
    onclose?.();
  });
  (anchor.closest("dialog") ?? document.body).append(panel);
  panel.showPopover();
  open = panel;
  if (!narrow()) place(panel, anchor.getBoundingClientRect());
  return close;
}

/** The press that closes a panel presses nothing else: neither what lies below a sheet nor the control that would open it again. */
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  // A press that ends as a drag makes no click, and the next one counts.
  document.addEventListener("pointerdown", () => document.removeEventListener("click", swallow, true), { capture: true, once: true });
}

/** Below the anchor where there is room, else above, and always within the window. */
function place(panel, anchor) {
  const gap = 6;
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(gap, Math.min(anchor.left, innerWidth - width - gap));
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - height;
  const top = below + height <= innerHeight - gap ? below : above >= gap ? above : Math.max(gap, innerHeight - height - gap);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** A row of a menu: an icon or picture, a text, and what a press does. */
export function menuItem(picture, text, onclick) {
  return h("button", { type: "button", class: "menu-item", onclick }, picture, h("span", null, text));
}
