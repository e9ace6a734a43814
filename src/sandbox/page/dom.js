// Builds elements. Text only ever becomes a text node, so nothing that people write can turn into markup.

/**
 * An element with properties and children. `on…` properties are listeners, `style` is an object of
 * CSS properties; null, undefined and false are left out, of properties and of children.
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, to] of Object.entries(value)) element.style.setProperty(key, to);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...kept(children));
  return element;
}

/** The children worth appending: flat, without null, undefined, false and empty text. */
function kept(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** Puts `children` into `element` in place of what it holds, moving as little as possible: focus and scroll survive. */
export function fill(element, children) {
  const wanted = new Set(children);
  for (const child of [...element.childNodes]) if (!wanted.has(child)) child.remove();
  let at = element.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else element.insertBefore(child, at);
  }
}

/** A function that calls `work` once, soon, however often it is called until then. */
export function soon(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      work();
    });
  };
}

/** Whether the person points with a finger, where Enter makes a new line and nothing hovers. */
export const touch = () => matchMedia("(pointer: coarse)").matches;

/** Whether the channel list is a drawer over the messages. */
export const narrow = () => matchMedia("(max-width: 760px)").matches;

let counter = 0;
/** An id for `for`, `aria-controls` and their like. */
export const uniqueId = (word) => `${word}-${(counter += 1)}`;

/** `count` with its noun: "1 message", "2 messages". */
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
