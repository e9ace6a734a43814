// Our own small drawings: icons on a 24 by 24 grid, and the avatars of the accounts.

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M3.5 15h16",
  thread: "M5 5h14v10h-7l-4 4v-4H5zM9 9h6M9 12h4",
  at: "M15.5 8.5v5a2.5 2.5 0 0 0 5 0V12a8.5 8.5 0 1 0-3.5 6.9M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z",
  send: "M4 12 20 4l-4 16-4-7zM12 13l8-9",
  close: "M6 6l12 12M18 6 6 18",
  reply: "M10 6 4 12l6 6M4 12h9a7 7 0 0 1 7 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5M9 13h6M9 17h6",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  link: "M14 5h5v5M19 5l-9 9M11 6H5v13h13v-6",
  gear: "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  plus: "M12 5v14M5 12h14",
  slash: "M15 4 9 20",
  down: "M6 9.5l6 6 6-6",
  right: "M9.5 6l6 6-6 6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0",
  check: "M5 12.5l4.5 4.5L19 7.5",
  warning: "M12 4 2.5 20h19zM12 10v4.5M12 17.5h.01",
  silent: "M6 16V11a6 6 0 0 1 9.5-4.9M18 11v5H8M10 19.5h4M4 20 20 4",
};

/** A line drawing that takes the color and the size of the text beside it; screen readers pass over it. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** The picture of an account: its initial on a color of its own; a program has a squarer one. */
export function avatar(user) {
  const name = displayName(user);
  // Steps of the golden angle: accounts made one after the other look as different as can be.
  const hue = Math.round(Number(BigInt(user.id) % 9973n) * 137.508) % 360;
  const initial = [...name][0]?.toUpperCase() ?? "?";
  return h("span", { class: user.bot ? "avatar app" : "avatar", "aria-hidden": "true", "data-initial": initial, style: { "--hue": hue } });
}

/** What people see as the name of an account. */
export function displayName(user) {
  return user.global_name || user.username || "Unknown user";
}
