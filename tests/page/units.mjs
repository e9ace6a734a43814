// The page's pure parts by rows of examples, run in the browser that will run them.

import assert from "node:assert/strict";
import { Chat, withBrowser } from "./harness.mjs";

/** Markdown and its tree, in a short notation: `strong[...]`, blocks apart by " | ". */
const MARKDOWN = [
  ["plain", "p[plain]"],
  ["**bold** *it* _it_ __under__ ~~gone~~ ||hidden||", "p[strong[bold] em[it] em[it] underline[under] strike[gone] spoiler[hidden]]"],
  ["***both***", "p[strong[em[both]]]"],
  ["__*two*__", "p[underline[em[two]]]"],
  ["snake_case_name and 2*3*4", "p[snake_case_name and 2em[3]4]"],
  ["2 * 3 * 4", "p[2 * 3 * 4]"],
  [String.raw`\*not\* \_this\_ \<@1>`, "p[*not* _this_ <@1>]"],
  [String.raw`¯\_(ツ)_/¯`, "p[¯_(ツ)_/¯]"],
  ["`*code*` ``a ` b``", "p[code[*code*] code[a ` b]]"],
  ["`open", "p[`open]"],
  ["**open", "p[**open]"],
  ["```rust\nlet a = 1;\n```", "codeblock(rust)[let a = 1;]"],
  ["```one line```", "codeblock()[one line]"],
  ["a ```b``` c", "p[a ] | codeblock()[b] | p[ c]"],
  ["```never closed", "p[```never closed]"],
  ["# Big\ntext", "h1[Big] | p[text]"],
  ["#hash ####### no", "p[#hash ####### no]"],
  ["-# small **loud**\nnormal", "small[small strong[loud]] | p[normal]"],
  ["> one\n> two\nthree", "quote[p[one\ntwo]] | p[three]"],
  [">>> all\nof it", "quote[p[all\nof it]]"],
  [">no", "p[>no]"],
  ["- a\n- b\n  - c\n- d", "ul[a; b ul[c]; d]"],
  ["3. a\n4. b", "ol(3)[a; b]"],
  ["- a\n1. b", "ul[a] | ol(1)[b]"],
  ["1. e4 e5 2. Nf3", "ol(1)[e4 e5 2. Nf3]"],
  ["-5 is less", "p[-5 is less]"],
  ["line\n\nline", "p[line\n\nline]"],
  ["<@12> <@!12> <@&3> <#45> </draw offer:6>", "p[user(12) user(12) role(3) channel(45) command(draw offer)]"],
  ["<t:1700000000:R> <t:5>", "p[time(1700000000,R) time(5,f)]"],
  ["<t:1700000000:Z>", "p[<t:1700000000:Z>]"],
  ["@everyone @here @nobody", "p[everyone[@everyone] everyone[@here] @nobody]"],
  ["see https://example.org/a_b_c, now", "p[see link(https://example.org/a_b_c)[https://example.org/a_b_c], now]"],
  ["[a **b**](https://example.org/x_(y))", "p[link(https://example.org/x_(y))[a strong[b]]]"],
  ["[no](javascript:alert(1))", "p[[no](javascript:alert(1))]"],
  ["<https://example.org>", "p[link(https://example.org)[https://example.org]]"],
  ["<b>no markup</b>", "p[<b>no markup</b>]"],
  ["**14. Nf3+** by <@1>, check!", "p[strong[14. Nf3+] by user(1), check!]"],
];

/** What was typed, and what is sent, where Alice is 1, Alice B is 2 and #chess is 9. */
const MENTIONS = [
  ["@Alice e4", "<@1> e4"],
  ["@alice", "<@1>"],
  ["hi @Alice B!", "hi <@2>!"],
  ["@Alicex", "@Alicex"],
  ["mail@Alice", "mail@Alice"],
  ["in #chess.", "in <#9>."],
  ["<@1>", "<@1>"],
];

/** An option, what was typed for it, and what is read. */
const OPTIONS = [
  [{ type: 3, required: true }, "", { error: "This option is required. Specify a value." }],
  [{ type: 3 }, "", {}],
  [{ type: 3 }, " e4 ", { value: "e4" }],
  [{ type: 3, max_length: 3 }, "long", { error: "Write at most 3 characters." }],
  [{ type: 3, choices: [{ name: "White", value: "w" }] }, "white", { value: "w" }],
  [{ type: 3, choices: [{ name: "White", value: "w" }] }, "w?", { error: "Choose one of the options in the list." }],
  [{ type: 4, min_value: 1, max_value: 14 }, "3", { value: 3 }],
  [{ type: 4, min_value: 1, max_value: 14 }, "15", { error: "The most is 14." }],
  [{ type: 4, min_value: 1 }, "0", { error: "The least is 1." }],
  [{ type: 4 }, "2.5", { error: "Write a whole number." }],
  [{ type: 10 }, "2.5", { value: 2.5 }],
  [{ type: 5 }, "True", { value: true }],
  [{ type: 5 }, "maybe", { error: "Choose True or False." }],
  [{ type: 6 }, "Alice", { value: "1" }],
  [{ type: 6 }, "Nobody", { error: "There is no such user." }],
];

/** A typed line, the command that it is, and what its options get. */
const LINES = [
  ["move e4", "move", { move: "e4" }],
  ["move move:e4 draw:True", "move", { move: "e4", draw: "True" }],
  ["move e4 draw: True", "move", { move: "e4", draw: "True" }],
  ["draw offer", "draw offer", {}],
  ["draw claim Nf3", "draw claim", { move: "Nf3" }],
  ["mover", undefined, undefined],
];

/** What was fetched and what came since, and the ids that are shown then. */
const TIMELINES = [
  [["1", "2"], [["add", "10"], ["add", "9"]], ["1", "2", "9", "10"]],
  [["1", "2"], [["add", "2"]], ["1", "2"]],
  [["1", "2"], [["update", "7"]], ["1", "2"]],
  [["1", "2"], [["remove", "1"]], ["2"]],
];

await withBrowser(async (browser) => {
  const chat = await Chat.open(browser, "desktop", "dark");
  const run = (work, rows) => chat.page.evaluate(work, rows);

  const trees = await run(async (rows) => {
    const { parse } = await import("/page/markdown.js");
    return rows.map(([text]) => parse(text));
  }, MARKDOWN);
  MARKDOWN.forEach(([text, expected], at) => assert.equal(trees[at].map(notation).join(" | "), expected, JSON.stringify(text)));

  const sent = await run(async (rows) => {
    const { toWire } = await import("/page/mentions.js");
    return rows.map(([text]) => toWire(text, [{ id: "1", name: "Alice" }, { id: "2", name: "Alice B" }], [{ id: "9", name: "chess" }]));
  }, MENTIONS);
  MENTIONS.forEach(([text, expected], at) => assert.equal(sent[at], expected, text));

  const read = await run(async (rows) => {
    const { read } = await import("/page/commands.js");
    return rows.map(([option, text]) => read(option, { text }, (kind, name) => (name === "Alice" ? "1" : undefined)));
  }, OPTIONS);
  OPTIONS.forEach(([option, text, expected], at) => assert.deepEqual(read[at], expected, `${JSON.stringify(option)} ${text}`));

  const lines = await run(async (rows) => {
    const { fillFrom, runnable, split } = await import("/page/commands.js");
    const text = (name, more) => ({ name, type: 3, description: name, ...more });
    const sub = (name, ...options) => ({ name, type: 1, description: name, options });
    const all = runnable([{ name: "move", description: "", options: [text("draw"), text("move", { required: true })] }, { name: "draw", description: "", options: [sub("offer"), sub("claim", text("move"))] }], "guild");
    return rows.map(([line]) => {
      const found = split(all, line);
      return found ? [found.command.path.join(" "), Object.fromEntries(fillFrom(found.command, found.rest))] : [];
    });
  }, LINES);
  LINES.forEach(([line, command, options], at) => assert.deepEqual(lines[at], command === undefined ? [] : [command, options], line));

  const timelines = await run(async (rows) => {
    const { Timeline } = await import("/page/timeline.js");
    return rows.map(([fetched, events]) => {
      const timeline = new Timeline();
      timeline.setNewest(fetched.map((id) => ({ id })), false);
      for (const [what, id] of events) timeline[what](what === "remove" ? id : { id });
      return timeline.messages.map(({ id }) => id);
    });
  }, TIMELINES);
  TIMELINES.forEach(([fetched, events, expected], at) => assert.deepEqual(timelines[at], expected, JSON.stringify([fetched, events])));

  // The longest texts, as bad as they can be, are read to the end: no pattern tries every way there is.
  for (const bad of ["*", "_", "**a", "||", "[", "> ", "- ", "`", "<t:", "http", "\\", "```a"]) {
    const nodes = await run(async (text) => (await import("/page/markdown.js")).parse(text).length, bad.repeat(4096 / bad.length));
    assert.ok(nodes > 0, bad);
  }
  await chat.close();
});

/** A node of the tree in the notation of the rows above. */
function notation(node) {
  const inner = () => node.children.map(notation).join("");
  switch (node.type) {
    case "text":
      return node.text;
    case "paragraph":
      return `p[${inner()}]`;
    case "heading":
      return `h${node.level}[${inner()}]`;
    case "quote":
      return `quote[${node.children.map(notation).join(" | ")}]`;
    case "list":
      return `${node.ordered ? `ol(${node.start})` : "ul"}[${node.items.map((item) => item.map((child) => (child.type === "list" ? ` ${notation(child)}` : notation(child))).join("")).join("; ")}]`;
    case "codeblock":
      return `codeblock(${node.language})[${node.text}]`;
    case "code":
    case "everyone":
      return `${node.type}[${node.text}]`;
    case "link":
      return `link(${node.url})[${inner()}]`;
    case "time":
      return `time(${node.seconds},${node.style})`;
    case "command":
      return `command(${node.name})`;
    case "user":
    case "role":
    case "channel":
      return `${node.type}(${node.id})`;
    default:
      return `${node.type}[${inner()}]`;
  }
}
