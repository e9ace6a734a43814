// Two people play chess with the real bot, in all the ways there are to move: to a mate, to a draw, to a resignation.
// Arguments: the device and the color scheme.

import assert from "node:assert/strict";
import { Chat, withBrowser } from "./harness.mjs";

const [device, colorScheme] = process.argv.slice(2);

await withBrowser(async (browser) => {
  const chat = await Chat.open(browser, device, colorScheme);
  await chat.as("Bob");
  await chat.as("Alice");
  await chat.visit("chess");
  await mate(chat);
  await draw(chat);
  await resignation(chat);
  await chat.close();
});

/** Alice challenges Bob with White, he accepts. */
async function begin(chat) {
  await chat.as("Alice");
  const challenge = await chat.after("challenges you", () => chat.command("/challenge opponent:Bob color:White"));
  await chat.shot("challenge");
  assert.match(await challenge.locator(".above").innerText(), /Alice\s*used\s*\/challenge/);
  await chat.page.locator('.account[aria-label^="Act as Bob, "] .count').waitFor();
  await chat.as("Bob");
  await chat.after("Alice to move", () => chat.press("Accept"));
}

/** The Scholar's mate, each move entered in another way. */
async function mate(chat) {
  await begin(chat);
  await chat.as("Alice");
  await played(chat, "e4", () => byCommand(chat, "e4"));
  await chat.as("Bob");
  await played(chat, "e5", () => byForm(chat, "e5"));
  await chat.as("Alice");
  await played(chat, "Bc4", () => bySuggestion(chat, "Bc4"));
  await chat.as("Bob");
  await played(chat, "Nc6", () => byCommand(chat, "knight c6"));
  await chat.as("Alice");
  // An illegal move is refused to Alice alone, with the reason.
  const refused = await chat.after("is not possible", () => byCommand(chat, "Qf3xf7"));
  assert.match(await refused.innerText(), /Only you can see this/);
  await played(chat, "Qh5", () => byCommand(chat, "qh5"));
  await chat.as("Bob");
  await chat.shot("board");
  await played(chat, "Nf6", () => byForm(chat, "g8f6"));
  await chat.as("Alice");
  const end = await chat.after("Checkmate!", () => byCommand(chat, "Qxf7#"));
  assert.match(await end.innerText(), /Alice wins/);
  await picture(chat, end);
  await chat.shot("mate");
}

async function draw(chat) {
  await begin(chat);
  await chat.as("Alice");
  await played(chat, "d4", () => byThumb(chat, "Pawn d2", "d4"));
  const offer = await chat.after("offers a draw", () => chat.command("/draw offer"));
  assert.match(await offer.innerText(), /Bob, do you accept\?/);
  await chat.as("Bob");
  const end = await chat.after("agree to a draw", () => chat.press("Accept draw"));
  assert.match(await end.innerText(), /½|1\/2/);
  await chat.shot("draw");
}

async function resignation(chat) {
  await begin(chat);
  await chat.as("Alice");
  await played(chat, "c4", () => byCommand(chat, "c4"));
  await chat.as("Bob");
  const question = await chat.after("Do you really want to resign", () => chat.command("/resign"));
  await chat.shot("resign");
  assert.match(await question.innerText(), /Only you can see this/);
  const end = await chat.after("resigns", () => chat.press("Yes, resign"));
  assert.match(await end.innerText(), /Alice wins/);
  await chat.shot("resigned");
}

/** Waits for the board after a move, whose picture must show. */
async function played(chat, san, act) {
  const post = await chat.after(`${san} by`, act);
  await picture(chat, post);
  await chat.checkLayout();
}

async function picture(chat, post) {
  const image = post.locator(".picture img").first();
  await image.evaluate((picture) => picture.decode());
  assert.ok((await image.getAttribute("alt")).length > 20, "the board is described in words");
}

async function byCommand(chat, move) {
  await chat.command(`/move ${move}`);
}

/** Types a part of the move and takes what the bot suggests. */
async function bySuggestion(chat, move) {
  await chat.page.locator("#composer-input").fill("/move ");
  await chat.page.locator('.pill input[data-option="move"]').fill(move.slice(0, 2));
  const option = chat.page.getByRole("option", { name: new RegExp(`^${move}`) });
  await option.waitFor();
  await chat.shot("suggested");
  await chat.touch(option);
  await chat.send();
}

/** Chooses a piece, then a square, sees the board as it will be, and plays. */
async function byThumb(chat, piece, square) {
  const board = await chat.after("Only you can see this", () => chat.press("My view"));
  await choose(chat, board, piece);
  await board.getByText("where should the").waitFor();
  await picture(chat, board);
  await chat.shot("squares");
  await choose(chat, board, square);
  await board.getByText("Nothing is played yet").waitFor();
  await picture(chat, board);
  await chat.shot("preview");
  await chat.touch(board.getByRole("button", { name: "Play", exact: true }));
  await board.getByText("Played:").waitFor();
}

async function choose(chat, message, what) {
  await chat.touch(message.locator(".select"));
  await chat.touch(chat.page.getByRole("option", { name: new RegExp(`^${what}`) }));
}

/** Presses Move under the newest board and fills in the form. */
async function byForm(chat, move) {
  await chat.press("Move");
  const form = chat.page.locator("dialog.modal");
  await form.getByRole("button", { name: "Submit" }).waitFor();
  await form.locator("input").fill(move);
  await chat.shot("move-form");
  await chat.touch(form.getByRole("button", { name: "Submit" }));
  await form.waitFor({ state: "detached" });
}
