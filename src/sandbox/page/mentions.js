// Names between what people type ("@Alice", "#chess") and what is sent ("<@1>", "<#2>"). Pure.

/** The `@` or `#` word that ends at the caret: `{sign, word, start}`, or null. */
export function wordAt(text, caret) {
  const found = /(?:^|[\s([{])([@#])([^\s@#]*)$/.exec(text.slice(0, caret));
  return found && { sign: found[1], word: found[2], start: caret - found[2].length - 1 };
}

/** The text to send: `users` and `channels` are `{id, name}`; the longest name that fits is meant. */
export function toWire(text, users, channels) {
  return replaced(replaced(text, "@", users, (id) => `<@${id}>`), "#", channels, (id) => `<#${id}>`);
}

function replaced(text, sign, things, write) {
  const byName = new Map(things.map(({ id, name }) => [name.toLowerCase(), id]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (names.length === 0) return text;
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}<])${sign}(${names.join("|")})(?![\p{L}\p{N}_-])`, "giu");
  return text.replace(pattern, (_, name) => write(byName.get(name.toLowerCase())));
}
