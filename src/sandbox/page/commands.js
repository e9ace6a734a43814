// Slash commands as values: finding one, checking what was filled in, and the body to send. Pure: knows no page.
// The numbers are Discord's (Application Commands, "Application Command Option Type" and "Interaction Contexts").

export const KIND = { subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };
const SLASH = 1;
const USER_MENU = 2;

/** Whether a command is offered in this kind of place: "guild", "bot_dm" or "dm". */
function offered(command, place) {
  const context = { guild: 0, bot_dm: 1, dm: 2 }[place];
  return !command.contexts || command.contexts.includes(context);
}

/** Every command that can be run, subcommands one by one: `{path, description, options}`, in the order of their names. */
export function runnable(commands, place) {
  return commands
    .filter((command) => (command.type ?? SLASH) === SLASH && offered(command, place))
    .flatMap((command) => leaves(command, [command.name]))
    .sort((a, b) => a.path.join(" ").localeCompare(b.path.join(" ")));
}

function leaves(node, path) {
  const below = (node.options ?? []).filter(({ type }) => type === KIND.subcommand || type === KIND.group);
  if (below.length > 0) return below.flatMap((option) => leaves(option, [...path, option.name]));
  const options = node.options ?? [];
  return [{ path, description: node.description, options: [...options.filter(({ required }) => required), ...options.filter(({ required }) => !required)] }];
}

/** The commands of an account's context menu. */
export function userMenu(commands, place) {
  return commands.filter((command) => command.type === USER_MENU && offered(command, place));
}

/** Those that fit what was typed after the slash: names that begin with it first, then those that contain it. */
export function search(all, typed) {
  const wanted = typed.toLowerCase().replace(/\s+/g, " ").trimStart();
  const name = (command) => command.path.join(" ");
  const begins = all.filter((command) => name(command).startsWith(wanted));
  const contains = all.filter((command) => !begins.includes(command) && name(command).includes(wanted.trim()));
  return [...begins, ...contains];
}

/** The command whose name begins the typed line, and what follows it; the longest name wins. */
export function split(all, typed) {
  const fitting = all.filter(({ path }) => `${typed} `.toLowerCase().startsWith(`${path.join(" ")} `));
  const command = fitting.sort((a, b) => b.path.length - a.path.length)[0];
  return command && { command, rest: typed.slice(command.path.join(" ").length).trim() };
}

/** What "/move move:e4 draw:True" gives for the options; words before any name belong to the first option. */
export function fillFrom(command, rest) {
  const texts = new Map();
  const names = command.options.map((option) => option.name).join("|");
  if (names === "" || rest === "") return texts;
  const parts = rest.split(new RegExp(`(?:^|\\s)(${names}):\\s*`));
  if (parts[0].trim() !== "") texts.set(command.options[0].name, parts[0].trim());
  for (let at = 1; at < parts.length; at += 2) texts.set(parts[at], parts[at + 1].trim());
  return texts;
}

/**
 * What a field holds, as a value to send or as what is wrong: `{value}`, `{error}` or `{}` for an empty optional one.
 * `field` is `{text, picked?: {name, value}, file?}`; `find(kind, text)` gives the id of a user or channel of that name.
 */
export function read(option, field, find) {
  if (option.type === KIND.attachment) {
    if (field.file) return { value: field.file };
    return option.required ? { error: "This option is required. Choose a file." } : {};
  }
  const text = field.text.trim();
  if (text === "") return option.required ? { error: "This option is required. Specify a value." } : {};
  if (field.picked && field.picked.name === field.text) return { value: field.picked.value };
  if (option.choices?.length > 0) {
    const choice = option.choices.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    return choice ? { value: choice.value } : { error: "Choose one of the options in the list." };
  }
  switch (option.type) {
    case KIND.boolean:
      return { true: { value: true }, false: { value: false } }[text.toLowerCase()] ?? { error: "Choose True or False." };
    case KIND.integer:
    case KIND.number:
      return readNumber(option, text);
    case KIND.user:
    case KIND.channel:
    case KIND.role:
    case KIND.mentionable: {
      const id = find(option.type, text);
      return id ? { value: id } : { error: option.type === KIND.channel ? "There is no such channel." : "There is no such user." };
    }
    default:
      return readString(option, text);
  }
}

function readNumber(option, text) {
  const pattern = option.type === KIND.integer ? /^[+-]?\d{1,15}$/ : /^[+-]?\d+([.,]\d+)?$/;
  if (!pattern.test(text)) return { error: option.type === KIND.integer ? "Write a whole number." : "Write a number." };
  const value = Number(text.replace(",", "."));
  if (value < option.min_value) return { error: `The least is ${option.min_value}.` };
  if (value > option.max_value) return { error: `The most is ${option.max_value}.` };
  return { value };
}

function readString(option, text) {
  if (text.length < option.min_length) return { error: `Write at least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000)) return { error: `Write at most ${option.max_length ?? 6000} characters.` };
  return { value: text };
}

/** The body of a command; `values` are `{name, type, value, focused?}`. */
export function body(command, values) {
  const [name, ...below] = command.path;
  const options = below.reduceRight((inner, part, at) => [{ name: part, type: at === below.length - 1 ? KIND.subcommand : KIND.group, options: inner }], values);
  return { name, type: SLASH, options };
}
