// What an option's field offers while one types: its choices, True and False, people, channels, or what the bot answers.

import { KIND, body, read } from "./commands.js";
import { avatar, displayName, icon } from "./icons.js";
import { isDm } from "./session.js";

/** Milliseconds of quiet before the bot is asked. */
const QUIET = 150;
const MOST = 25;

/** Whether the field is filled from a list alone, so that the highlighted entry is what is meant. */
export function listed(option) {
  return option.autocomplete || option.choices?.length > 0 || [KIND.boolean, KIND.user, KIND.channel, KIND.mentionable].includes(option.type);
}

/** The entries of a list known here, as `{title, value, picture?}`, for what was typed so far. */
export function known(session, option, text) {
  const typed = text.trim().replace(/^[@#]/, "").toLowerCase();
  return entries(session, option).filter(({ title }) => title.toLowerCase().includes(typed)).slice(0, MOST);
}

function entries(session, option) {
  if (option.choices?.length > 0) return option.choices.map(({ name, value }) => ({ title: name, value }));
  switch (option.type) {
    case KIND.boolean:
      return [{ title: "True", value: true }, { title: "False", value: false }];
    case KIND.user:
    case KIND.mentionable:
      return [...session.users.values()].map((user) => ({ title: displayName(user), value: user.id, picture: avatar(user), side: user.username }));
    case KIND.channel:
      return [...session.channels.values()]
        .filter((channel) => !isDm(channel) && (!option.channel_types?.length || option.channel_types.includes(channel.type)))
        .map((channel) => ({ title: channel.name, value: channel.id, picture: icon("hash") }));
    default:
      return [];
  }
}

/** The id of the user or channel that a text names: by name, user name, mention or id. */
export function findIn(session) {
  return (kind, text) => {
    const id = /^<[@#]!?&?(\d+)>$/.exec(text)?.[1] ?? text;
    const wanted = text.replace(/^[@#]/, "").toLowerCase();
    const things = kind === KIND.channel ? session.channels : session.users;
    const names = (thing) => [thing.global_name, thing.username, thing.name].filter(Boolean).map((name) => name.toLowerCase());
    return things.has(id) ? id : [...things.values()].find((thing) => names(thing).includes(wanted))?.id;
  };
}

/** Asks the bot for suggestions, once typing pauses; only the answer to the latest question counts. */
export class Autocomplete {
  #timer = 0;
  #asked = 0;

  constructor(session) {
    this.session = session;
  }

  /** Nothing more is wanted. */
  stop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** `fields` are those of the command; `show({items} | {note})` is told the answer. */
  ask(command, option, fields, show) {
    this.stop();
    const question = this.#asked;
    const find = findIn(this.session);
    this.#timer = setTimeout(async () => {
      const values = fields.flatMap((field) => {
        const part = { name: field.option.name, type: field.option.type };
        if (field.option === option) return [{ ...part, value: field.text, focused: true }];
        const { value } = read(field.option, field, find);
        return value === undefined || field.file ? [] : [{ ...part, value }];
      });
      let answer;
      try {
        answer = await this.session.autocomplete(body(command, values));
      } catch (error) {
        answer = { failed: true, message: error.message };
      }
      if (question !== this.#asked) return;
      if (answer.failed) show({ note: answer.message ?? "Loading options failed" });
      else if (answer.choices.length === 0) show({ note: "No options match your search" });
      else show({ items: answer.choices.map(({ name, value }) => ({ title: name, value })) });
    }, QUIET);
  }
}
