// Drives the studio in Firefox, a line of JSON each: node in_firefox.mjs FIREFOX < [what, given] > [what came of it, what went wrong]
import { createInterface } from "node:readline";

import { launch } from "../../autograd_studio/web/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js";

const [executablePath] = process.argv.slice(2);
const READY = "#autograd-studio[data-module=ready]";
const PATIENCE = { timeout: 120_000 }; // ms, of a busy machine

const browser = await launch({
  browser: "firefox",
  executablePath,
  defaultViewport: { width: 1366, height: 768 },
  protocolTimeout: PATIENCE.timeout,
  extraPrefsFirefox: { "dom.events.testing.asyncClipboard": true }, // a page may write to it
});
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE.timeout);
/** @type {string[]} */
const faults = [];
page.on("pageerror", (error) => faults.push(String(error)));
page.on("console", (said) => said.type() === "error" && faults.push(said.text()));

// Keeps the runs that workers tell, a beginning not.
await page.evaluateOnNewDocument(() => {
  const runs = (window.runs = []);
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.kind !== "answer") return;
        const answer = new TextDecoder().decode(data.answer);
        const { kind, is_whole: isWhole } = JSON.parse(answer.split("\n").at(-1));
        if (kind === "run" && isWhole) runs.push(answer);
      });
    }
  };
});

/** @param {string} key */
async function pressWithControl(key) {
  await page.keyboard.down("Control");
  await page.keyboard.press(key);
  await page.keyboard.up("Control");
}

const does = {
  async open(address) {
    await page.goto(address);
    await page.waitForSelector(READY);
  },
  async run(program) {
    const before = await page.evaluate(() => window.runs.length);
    const editor = await page.waitForSelector(">>> .cm-content");
    await editor.click({ offset: { x: 20, y: 10 } }); // where no number is that could be dragged
    await pressWithControl("a");
    await page.evaluate((text) => navigator.clipboard.writeText(text), program);
    await pressWithControl("v");
    await pressWithControl("Enter");
    await page.waitForFunction((count) => window.runs.length > count, {}, before);
    return page.evaluate(() => JSON.parse(window.runs.at(-1)));
  },
  async press(key) {
    await page.keyboard.press(key);
  },
  async labels() {
    return page.$$eval(">>> [role=option]", (all) => all.map((one) => one.getAttribute("aria-label")));
  },
  async faults() {
    return faults;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, given] = JSON.parse(line);
  const came = await does[what](given).then(
    (found) => [found ?? null, null],
    (error) => [null, String(error)],
  );
  process.stdout.write(`${JSON.stringify(came)}\n`);
}
await browser.close();
