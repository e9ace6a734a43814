// Reads Discord's markdown into a tree. Pure: knows no page, no users and no clock.
//
// Blocks: {type: "paragraph" | "small" | "heading" (level) | "quote" | "list" (ordered, start, items) | "codeblock" (language, text)}.
// Inlines: text, code, strong, em, underline, strike, spoiler, link, user, role, channel, command, emoji, time, everyone.

/** The blocks of a message's content or an embed's description. */
export function parse(text) {
  const blocks = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") blocks.push({ type: "paragraph", children: parseInline(plain.replace(/\n$/, "")) });
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const found = blockAt(text, at);
    if (found) {
      flush();
      blocks.push(found.block);
      at = found.end;
      continue;
    }
    const line = /[^\n]*?(?:\n|$|(?=```))/y;
    line.lastIndex = at;
    const taken = line.exec(text)?.[0] || text[at];
    plain += taken;
    at += taken.length;
  }
  flush();
  return blocks;
}

function blockAt(text, at) {
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const block = (found, value) => ({ block: value, end: at + found[0].length });
  const fence = fenceAt(text, at);
  if (fence) return fence;
  if (at > 0 && text[at - 1] !== "\n") return null;
  let found = match(/>>> ?([\s\S]+)/y);
  if (found) return block(found, { type: "quote", children: parse(found[1]) });
  found = match(/(?:> [^\n]*(?:\n|$))+/y);
  if (found) return block(found, { type: "quote", children: parse(found[0].replace(/^> /gm, "").replace(/\n$/, "")) });
  found = match(/(#{1,3}) +(\S[^\n]*)(?:\n|$)/y);
  if (found) return block(found, { type: "heading", level: found[1].length, children: parseInline(found[2].trimEnd()) });
  found = match(/-# +(\S[^\n]*)(?:\n|$)/y);
  if (found) return block(found, { type: "small", children: parseInline(found[1]) });
  found = match(/ *(?:[-*]|\d{1,9}\.) +\S[^\n]*(?:\n(?: *(?:[-*]|\d{1,9}\.) +\S| {2,}\S)[^\n]*)*(?:\n|$)/y);
  if (!found) return null;
  const lines = ofOneKind(found[0].split("\n"));
  return { block: list(lines), end: Math.min(text.length, at + lines.join("\n").length + 1) };
}

/** A block of code between three backticks; a word alone on the first line is its language. */
function fenceAt(text, at) {
  const close = text.startsWith("```", at) ? text.indexOf("```", at + 3) : -1;
  if (close < 0) return null;
  const [, language = "", code] = /^(?:([\w+#.-]+)\n)?([^]*)$/.exec(text.slice(at + 3, close));
  if (code.trim() === "") return null;
  const end = close + 3;
  return { block: { type: "codeblock", language, text: code.replace(/^\n+|\n+$/g, "") }, end: text[end] === "\n" ? end + 1 : end };
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/** The lines up to where bullets turn into numbers, or back: there another list begins. */
function ofOneKind(lines) {
  const [, indent, first] = ITEM.exec(lines[0]);
  const other = lines.findIndex((line) => {
    const item = ITEM.exec(line);
    return item && item[1].length <= indent.length + 1 && /\d/.test(item[2]) !== /\d/.test(first);
  });
  return (other < 0 ? lines : lines.slice(0, other)).filter((line, at, all) => at < all.length - 1 || line !== "");
}

/** A list from its lines: deeper indented items belong to the item above, other lines continue it. */
function list(lines) {
  const [, indent, marker] = ITEM.exec(lines[0]);
  const ordered = /\d/.test(marker);
  const items = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && item[1].length <= indent.length + 1) items.push({ text: item[3], below: [] });
    else items.at(-1).below.push(line);
  }
  return {
    type: "list",
    ordered,
    start: ordered ? Number.parseInt(marker, 10) : 1,
    items: items.map(({ text, below }) => {
      const first = below.findIndex((line) => ITEM.test(line));
      const continued = first < 0 ? below : below.slice(0, first);
      const children = parseInline([text, ...continued.map((line) => line.trim())].join("\n"));
      return first < 0 ? children : [...children, list(below.slice(first))];
    }),
  };
}

const INNER = String.raw`((?:\\[\s\S]|[^\\])+?)`;
const span = (type) => (found) => ({ type, children: parseInline(found.slice(1).find((group) => group !== undefined)) });

/** In order of precedence; each pattern is tried at one place. */
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (found) => ({ type: "text", text: found[1] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (found) => ({ type: "time", seconds: Number(found[1]), style: found[2] ?? "f" })],
  [/<@!?(\d{1,20})>/y, (found) => ({ type: "user", id: found[1] })],
  [/<@&(\d{1,20})>/y, (found) => ({ type: "role", id: found[1] })],
  [/<#(\d{1,20})>/y, (found) => ({ type: "channel", id: found[1] })],
  [/<\/([^:>\n]{1,100}):(\d{1,20})>/y, (found) => ({ type: "command", name: found[1] })],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (found) => ({ type: "emoji", name: found[1] })],
  [/@(everyone|here)\b/y, (found) => ({ type: "everyone", text: found[0] })],
  [/<(https?:\/\/[^\s<>]+)>/y, (found) => link(found[1], [{ type: "text", text: found[1] }])],
  [/\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: +"[^"]*")?\)/y, (found) => link(found[2], parseInline(found[1]))],
  [/https?:\/\/[^\s<]*[^\s<.,:;!?"'\])*_~|]/y, (found) => link(found[0], [{ type: "text", text: found[0] }])],
  [new RegExp(String.raw`\*\*${INNER}\*\*(?!\*)`, "y"), span("strong")],
  [new RegExp(`__${INNER}__(?!_)`, "y"), span("underline")],
  [/\*(?=[^\s*])((?:\\[\s\S]|\*\*(?:\\[\s\S]|[^\\*])+?\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/y, span("em")],
  [/(?<![0-9A-Za-z])_(?=[^\s_])((?:\\[\s\S]|__(?:\\[\s\S]|[^\\_])+?__|[^\\_])+?)(?<!\s)_(?![0-9A-Za-z_])/y, span("em")],
  [new RegExp(`~~${INNER}~~`, "y"), span("strike")],
  [new RegExp(String.raw`\|\|${INNER}\|\|`, "y"), span("spoiler")],
];

/** The inlines of one stretch of text; neighboring text is joined. */
export function parseInline(text) {
  const nodes = [];
  const push = (node) => {
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
  };
  let at = 0;
  while (at < text.length) {
    const [node, length] = inlineAt(text, at);
    push(node);
    at += length;
  }
  return nodes;
}

function inlineAt(text, at) {
  if (text[at] === "`") return codeAt(text, at);
  for (const [pattern, build] of INLINE) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [build(found), found[0].length];
  }
  const ordinary = /[\s\S][^\\`<@[*_~|h]*/y;
  ordinary.lastIndex = at;
  const taken = ordinary.exec(text)[0];
  return [{ type: "text", text: taken }, taken.length];
}

/** Code between two runs of equally many backticks; a run without its like is text. */
function codeAt(text, at) {
  const [run] = /^`+/.exec(text.slice(at));
  const start = at + run.length;
  for (const close of text.slice(start).matchAll(/`+/g)) {
    if (close[0].length !== run.length) continue;
    const code = text.slice(start, start + close.index);
    return [{ type: "code", text: code.trim() === "" ? code : code.trim() }, start + close.index + run.length - at];
  }
  return [{ type: "text", text: run }, run.length];
}

function link(url, children) {
  return { type: "link", url, children };
}
