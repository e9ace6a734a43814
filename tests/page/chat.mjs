// What people do on the page, with a bot that uses everything: on both devices, in both color schemes.

import assert from "node:assert/strict";
import { Chat, withBrowser } from "./harness.mjs";

await withBrowser(async (browser) => {
  for (const [device, scheme] of [["desktop", "dark"], ["desktop", "light"], ["phone", "dark"], ["phone", "light"]]) {
    const chat = await Chat.open(browser, device, scheme);
    await chat.as("Bob");
    await chat.as("Alice");
    await chat.visit("general");
    await plainMessages(chat);
    await names(chat);
    await commands(chat);
    await gallery(chat);
    await answers(chat);
    await menus(chat);
    await forms(chat);
    await pings(chat);
    await directMessages(chat);
    await olderMessages(chat);
    await comesBack(chat);
    await chat.close();
  }
});

async function plainMessages(chat) {
  await chat.say("Hello **there** <img src=x onerror=alert(1)>");
  const message = await chat.message("Hello there");
  assert.equal(await message.locator("strong").innerText(), "there");
  assert.match(await message.innerText(), /<img src=x onerror=alert\(1\)>/);
  // A reply, begun from the message itself.
  if (chat.finger) await chat.touch(message.locator(".content"));
  else await message.hover();
  await chat.touch(message.getByRole("button", { name: "Reply" }));
  await chat.say("Hello yourself");
  const reply = await chat.message("Hello yourself");
  assert.match(await reply.locator(".above").innerText(), /Alice\s*Hello there <img/);
  if (chat.finger) return;
  // The same with the keyboard alone: up to the message, and on to what can be done with it.
  await chat.page.locator("#scroller").focus();
  await chat.page.keyboard.press("ArrowUp");
  await chat.page.keyboard.press("ArrowUp");
  assert.match(await chat.page.locator(":focus").innerText(), /Hello there/);
  await chat.page.locator(":focus .toolbar").waitFor();
}

async function names(chat) {
  const field = chat.page.locator("#composer-input");
  await field.fill("Hi ");
  await field.pressSequentially("@bo");
  await chat.touch(chat.page.getByRole("option", { name: /^Bob/ }));
  assert.equal(await field.inputValue(), "Hi @Bob ");
  await chat.send();
  const message = await chat.message("Hi @Bob");
  await chat.touch(message.locator(".mention"));
  const card = chat.page.locator(".popover.card");
  await chat.checkLayout();
  await chat.shot("card");
  await chat.touch(card.getByRole("button", { name: "Wave to" }));
  const waved = await chat.message("Waves to @Bob");
  assert.match(await waved.locator(".above").innerText(), /Alice\s*used\s*Wave to/);
}

async function commands(chat) {
  const { page } = chat;
  const field = page.locator("#composer-input");
  await field.fill("/");
  await page.getByRole("option", { name: "/vote yes" }).waitFor();
  await chat.checkLayout();
  await chat.shot("commands");
  await field.fill("/ec");
  await chat.touch(page.getByRole("option", { name: "/echo" }));
  // A required option that is missing is asked for.
  await chat.send();
  await page.locator(".panel-head.wrong", { hasText: "This option is required. Specify a value." }).waitFor();
  await chat.shot("missing");
  // Suggestions come from the bot while one types.
  const text = page.locator('.pill input[data-option="text"]');
  await text.pressSequentially("ap");
  await page.getByRole("option", { name: "apricot: a fruit" }).waitFor();
  assert.equal(await page.getByRole("option", { name: "banana: a fruit" }).count(), 0);
  await chat.shot("suggestions");
  if (chat.finger) {
    await chat.touch(page.getByRole("option", { name: "apricot: a fruit" }));
  } else {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  assert.equal(await text.inputValue(), "apricot: a fruit");
  // Optional options are added from the list.
  await chat.touch(page.getByRole("option", { name: "loud" }));
  await chat.touch(page.getByRole("option", { name: "True" }));
  await chat.touch(page.getByRole("option", { name: "to To whom" }));
  await chat.touch(page.getByRole("option", { name: /^Bob/ }));
  await chat.checkLayout();
  await chat.shot("options");
  await chat.send();
  const answer = await chat.message("text=apricot, loud=true, to=@Bob");
  assert.match(await answer.locator(".above").innerText(), /Alice\s*used\s*\/echo/);
  assert.equal(await answer.locator(".badge-app").count(), 1);
  // A whole line at once, a wrong number, a choice by its name.
  await field.fill("/echo plum times:9 tone:Kind");
  await chat.send();
  await page.locator(".panel-head.wrong", { hasText: "The most is 3." }).waitFor();
  await page.locator('.pill input[data-option="times"]').fill("2");
  await chat.send();
  await chat.message("text=plum, tone=k, times=2");
  // A file.
  await field.fill("/file ");
  await page.locator('.pill input[type="file"]').setInputFiles({ name: "my game.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e4 e5 *") });
  await page.locator('.pill input[type="file"]').focus();
  await chat.send();
  await chat.message("my game.pgn: 1. e4 e5 *");
  // A subcommand, answered for one alone.
  await chat.command("/vote yes");
  const vote = await chat.message("A vote: yes");
  assert.match(await vote.innerText(), /Alice\s*used\s*\/vote yes[^]*Only you can see this/);
  await chat.touch(vote.getByRole("button", { name: "Dismiss message" }));
  await vote.waitFor({ state: "detached" });
}

async function gallery(chat) {
  const { page } = chat;
  await chat.command("/gallery");
  const message = await chat.message("14. Nf3+");
  assert.equal(await message.locator("h3").innerText(), "Heading");
  assert.equal(await message.locator(".mention").first().innerText(), "@Alice");
  assert.match(await message.locator(".stamp").nth(0).innerText(), /^March 17, 2030 at 6:46.PM$/u);
  assert.match(await message.locator(".stamp").nth(1).innerText(), /^in \d+ (years|months|days)$/);
  assert.match(await message.innerText(), /<b>not bold<\/b>/);
  assert.equal(await message.locator(".embed .embed-title").innerText(), "An embed");
  const spoiler = message.locator(".spoiler");
  await chat.touch(spoiler);
  assert.match(await spoiler.getAttribute("class"), /revealed/);
  // The picture is loaded, its description is in reach, and it opens large.
  const image = message.locator(".picture img");
  assert.equal(await image.evaluate((picture) => picture.decode().then(() => picture.naturalWidth)), 360);
  assert.equal(await image.getAttribute("alt"), "An empty board.");
  await chat.touch(message.locator(".alt"));
  await page.locator(".popover", { hasText: "An empty board." }).waitFor();
  await page.keyboard.press("Escape");
  await chat.touch(message.locator(".picture-open"));
  await chat.shot("enlarged");
  await chat.touch(page.locator("dialog.lightbox"));
  await page.locator("dialog.lightbox").waitFor({ state: "detached" });
  const [download] = await Promise.all([page.waitForEvent("download"), chat.touch(message.getByRole("button", { name: "Download" }).or(message.locator("a[download].icon-button")))]);
  assert.equal(download.suggestedFilename(), "game.pgn");
  assert.equal(await message.locator("a.button.link").getAttribute("href"), "https://example.org/");
  assert.ok(await message.getByRole("button", { name: "Disabled" }).isDisabled());
  await chat.checkLayout();
  await message.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await chat.shot("gallery");
}

async function answers(chat) {
  await chat.press("Private");
  await chat.message("For your eyes only");
  await chat.press("Silent");
  await chat.page.locator(".button.busy").waitFor();
  const message = await chat.message("14. Nf3+");
  await message.locator(".failure", { hasText: "The application did not respond" }).waitFor();
  await chat.press("Update");
  const updated = await chat.message("Updated in place");
  assert.equal(await updated.locator(".button").count(), 0);
  await chat.command("/think");
  const thinking = await chat.message("is thinking…");
  await chat.shot("thinking");
  await chat.command("/finish");
  await chat.message("Thought it over.");
  await thinking.waitFor({ state: "detached" });
  await chat.command("/slow");
  const late = await chat.message("The application did not respond");
  await chat.shot("late");
  await chat.touch(late.getByRole("button", { name: "Dismiss message" }));
}

async function menus(chat) {
  const { page } = chat;
  await chat.command("/pick");
  const message = await chat.message("Menus");
  await chat.touch(message.getByText("Choose a topic"));
  await page.getByRole("option", { name: "Castling" }).waitFor();
  await chat.checkLayout();
  await chat.shot("menu");
  await chat.touch(page.getByRole("option", { name: "Promotion" }));
  await chat.message("Picked promotion");
  await chat.touch(message.getByText("Choose colors"));
  await chat.touch(page.getByRole("option", { name: "Red" }));
  await chat.touch(page.getByRole("option", { name: "Blue" }));
  // Two are the most: a third is not taken.
  await chat.touch(page.getByRole("option", { name: "Green" }));
  await page.keyboard.press("Escape");
  await chat.message("Picked red and blue");
  await chat.touch(message.getByText("Choose a player"));
  await chat.touch(page.getByRole("option", { name: "Carol" }));
  await chat.message("Picked @Carol");
}

async function forms(chat) {
  const { page } = chat;
  await chat.command("/form");
  const form = page.locator("dialog.modal");
  await form.getByRole("button", { name: "Submit" }).waitFor();
  await chat.touch(form.getByRole("button", { name: "Submit" }));
  await form.getByText("This field is required").waitFor();
  await form.getByLabel("Move").fill("e4");
  await form.getByLabel("Note").fill("no");
  await chat.touch(form.getByRole("button", { name: "Submit" }));
  await form.getByText("Must be at least 3 characters").waitFor();
  await chat.checkLayout();
  await chat.shot("form");
  await form.getByLabel("Note").fill("a plan\nof two lines");
  await chat.touch(form.getByRole("button", { name: "Submit" }));
  await form.waitFor({ state: "detached" });
  await chat.message("move=e4, note=a plan");
}

/** Another account is told of a ping by a badge, and finds the message marked. */
async function pings(chat) {
  const { page } = chat;
  await chat.visit("chess");
  await chat.as("Bob");
  await chat.visit("general");
  await chat.visit("chess");
  await chat.as("Alice");
  await chat.say("@Bob your move");
  await page.locator('.account[aria-label="Act as Bob, 1 ping"] .count').waitFor();
  await chat.shot("ping");
  await chat.as("Bob");
  const message = await chat.message("@Bob your move");
  assert.match(await message.getAttribute("class"), /pings/);
  assert.equal(await page.locator(".account .count").count(), 0);
  await chat.as("Alice");
}

async function directMessages(chat) {
  const { page } = chat;
  if (chat.finger) await chat.touch(page.locator(".menu-button"));
  await chat.shot("channels");
  await chat.touch(page.getByRole("button", { name: "New direct message" }));
  await chat.touch(page.locator(".popover .menu-item", { hasText: "Carol" }));
  await page.locator("#topbar .place h2", { hasText: "Carol" }).waitFor();
  await chat.say(`Just us (${chat.name})`);
  await chat.as("Carol");
  await chat.visit("Alice");
  await chat.message(`Just us (${chat.name})`);
  // Who is not in the server sees no channel of it.
  await chat.as("Dave");
  assert.equal(await page.locator("#sidebar .channel", { hasText: "general" }).count(), 0);
  await chat.shot("outsider");
  await chat.as("Alice");
}

/** Scrolling up fetches what is older and stays where it was; the way back down is one press. */
async function olderMessages(chat) {
  const { page } = chat;
  await chat.visit("general");
  await page.evaluate(async () => {
    const words = new URLSearchParams(location.hash.slice(1));
    for (let count = 0; count < 130; count += 1) {
      const body = JSON.stringify({ content: `Number ${count} of many` });
      await fetch(`/sandbox/channels/${words.get("in")}/messages?as=${words.get("as")}`, { method: "POST", headers: { "content-type": "application/json" }, body });
    }
  });
  await page.reload();
  await chat.message("Number 129 of many");
  const scroller = page.locator("#scroller");
  const end = () => scroller.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  assert.ok((await end()) < 2, "the newest message is in sight");
  const before = await chat.messages().count();
  await scroller.evaluate((element) => (element.scrollTop = 0));
  await page.waitForFunction((count) => document.querySelectorAll("#timeline .message").length > count, before);
  assert.ok((await scroller.evaluate((element) => element.scrollTop)) > 500, "what was in sight stays in sight");
  await chat.touch(page.getByRole("button", { name: "Jump to the newest message" }));
  assert.ok((await end()) < 2);
  await chat.say("One more");
  await chat.message("One more");
  assert.ok((await end()) < 2, "who is at the end stays there");
}

/** The address holds the account and the channel; a connection that breaks is made again, and nothing was missed. */
async function comesBack(chat) {
  const { page } = chat;
  const open = new Set();
  let broken = false;
  await page.routeWebSocket(/\/sandbox\/events/, (socket) => {
    if (broken) return socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  await page.reload();
  await page.locator('.account.current[aria-label="You are Alice"]').waitFor();
  await page.locator("#topbar .place h2", { hasText: "general" }).waitFor();
  await page.locator("#banner:empty").waitFor({ state: "attached" });
  broken = true;
  for (const socket of open) await socket.close();
  await page.locator("#banner", { hasText: "Connecting" }).waitFor();
  const words = `Meanwhile (${chat.name})`;
  await page.evaluate(async (content) => {
    const words = new URLSearchParams(location.hash.slice(1));
    const body = JSON.stringify({ content });
    await fetch(`/sandbox/channels/${words.get("in")}/messages?as=${words.get("as")}`, { method: "POST", headers: { "content-type": "application/json" }, body });
  }, words);
  assert.equal(await chat.messages(words).count(), 0);
  broken = false;
  await chat.message(words);
  await page.locator("#banner:empty").waitFor({ state: "attached" });
}
