// Starts Chromium on the chat page and acts on it as a person would. Told by the environment where everything is:
// PENPAWN_PAGE_URL (the sandbox), PENPAWN_PAGE_CLIENT (the folder whose node_modules holds playwright-core),
// PENPAWN_CHROMIUM (the browser) and PENPAWN_PAGE_SHOTS (where screenshots go).

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { chromium } = createRequire(join(process.env.PENPAWN_PAGE_CLIENT, "package.json"))("playwright-core");
const shots = process.env.PENPAWN_PAGE_SHOTS;
mkdirSync(shots, { recursive: true });

// A browser that hangs fails the test instead of blocking it.
setTimeout(() => {
  console.error("the script does not end");
  process.exit(2);
}, 300000).unref();

/** The devices that the page must be good on. */
export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

/** Runs `work(browser)`; whatever it throws ends the process with 1. */
export async function withBrowser(work) {
  const browser = await chromium.launch({
    executablePath: process.env.PENPAWN_CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** One open page, with what a person does on it. Errors of the page itself fail the test when it closes. */
export class Chat {
  #faults = [];

  /** Opens the page on a device ("desktop" or "phone") in a color scheme ("dark" or "light"). */
  static async open(browser, device, colorScheme, address = "") {
    const context = await browser.newContext({ ...DEVICES[device], colorScheme, reducedMotion: "reduce", locale: "en-US", timezoneId: "Europe/Berlin" });
    const chat = new Chat();
    chat.name = `${device}-${colorScheme}`;
    chat.finger = device === "phone";
    chat.page = await context.newPage();
    chat.page.setDefaultTimeout(20000);
    chat.page.on("pageerror", (error) => chat.#faults.push(error.stack));
    chat.page.on("console", (message) => message.type() === "error" && chat.#faults.push(`${message.text()} (${message.location().url})`));
    await chat.page.goto(process.env.PENPAWN_PAGE_URL + address);
    await chat.page.locator("#topbar .account.current").waitFor();
    return chat;
  }

  async close() {
    await this.page.context().close();
    assert.deepEqual(this.#faults, [], `errors on the page (${this.name})`);
  }

  async shot(what) {
    await this.page.screenshot({ path: join(shots, `${what}-${this.name}.png`) });
  }

  async touch(locator) {
    await (this.finger ? locator.tap() : locator.click());
  }

  /** Acts as the account of this name. */
  async as(name) {
    const current = this.page.locator(`.account.current[aria-label="You are ${name}"]`);
    if ((await current.count()) > 0) return;
    await this.touch(this.page.locator(`.account[aria-label^="Act as ${name}"]`));
    await current.waitFor();
    await this.#loaded();
  }

  /** Opens a channel or direct message by its name in the channel list. */
  async visit(name) {
    if (this.finger) await this.touch(this.page.locator(".menu-button"));
    await this.touch(this.page.locator("#sidebar .channel", { has: this.page.getByText(name, { exact: true }) }));
    await this.page.locator("#topbar .place h2", { hasText: name }).waitFor();
    await this.#loaded();
  }

  /** The channel's messages are there, so that new ones can be told from old ones. */
  async #loaded() {
    await this.page.locator("#timeline:not(.loading)").waitFor();
  }

  /** Types a whole command line, as "/move e4", and sends it. */
  async command(line) {
    await this.page.locator("#composer-input").fill(`${line} `);
    await this.page.locator("#composer .slash").waitFor();
    await this.send();
    await this.page.locator("#composer-input").waitFor();
  }

  async say(text) {
    await this.page.locator("#composer-input").fill(text);
    await this.send();
  }

  async send() {
    await this.touch(this.page.getByRole("button", { name: "Send", exact: true }));
  }

  /** Messages whose text holds `text`, oldest first. */
  messages(text) {
    return this.page.locator("#timeline .message", text === undefined ? {} : { hasText: text });
  }

  /** Waits for a message with `text` and gives it; the newest, if there are several. */
  async message(text) {
    const found = this.messages(text).last();
    await found.waitFor();
    return found;
  }

  /** Does `act` and waits for a message with `text` that is newer than all before it; gives that message. */
  async after(text, act) {
    const newest = await this.page.evaluate(() => [...document.querySelectorAll("#timeline .message[data-id]")].at(-1)?.dataset.id ?? "0");
    await act();
    const found = await this.page.waitForFunction(
      ([text, newest]) => [...document.querySelectorAll("#timeline .message[data-id]")].findLast((message) => BigInt(message.dataset.id) > BigInt(newest) && message.innerText.includes(text))?.dataset.id,
      [text, newest],
    );
    return this.page.locator(`#m${await found.jsonValue()}`);
  }

  /** Presses the button with this label under the newest message that has one. */
  async press(label) {
    await this.touch(this.page.locator("#timeline .message .button:enabled", { hasText: label }).last());
  }

  /** Nothing may stick out of the window sideways, and what is pressed with a finger must be large enough. */
  async checkLayout() {
    const wrong = await this.page.evaluate((finger) => {
      const found = [];
      if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
      for (const element of document.querySelectorAll("#topbar button, #composer button, .component-row > *, .option, .menu-item, .modal button")) {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (box.left < -1 || box.right > innerWidth + 1) found.push(`${element.className} sticks out`);
        if (finger && box.height < 38) found.push(`${element.className} is only ${box.height} high`);
      }
      return found;
    }, this.finger);
    assert.deepEqual(wrong, [], `layout (${this.name})`);
  }
}
