import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { signal } from "../../autograd_studio/web/node_modules/@preact/signals/dist/signals.mjs";
import { foreign, own } from "../../autograd_studio/web/runner/content.js";
import { Runner } from "../../autograd_studio/web/runner/runner.js";

const RUN = { kind: "run", program: "x", is_whole: true, payload: null };
const WANTED = { program: own("x"), engine: "built-in" };

/** What is sent, and what is answered: one after the other, the last one for ever. */
let sent;
let answers;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  sent = [];
  answers = [];
  globalThis.fetch = async (path, options = {}) => {
    const { signal: aborting, body } = options;
    sent.push({ path, ...(body && JSON.parse(body)) });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    const made = typeof answer === "function" ? answer(path) : answer;
    if (!(made instanceof Promise)) return made;
    return Promise.race([
      made,
      new Promise((_, reject) => {
        aborting?.addEventListener("abort", () => reject(aborting.reason));
      }),
    ]);
  };
});

afterEach(() => mock.timers.reset());

function told(...events) {
  return () => new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
}

const refused = (status, message) => () => Response.json({ message }, { status });
const unreachable = () => Promise.reject(new TypeError("fetch failed"));

function opened({ base = "", renewed = "new" } = {}) {
  const config = signal({ base, token: "old" });
  let renewals = 0;
  const renew = () => {
    renewals++;
    if (renewed) config.value = { base, token: renewed };
  };
  return { runner: new Runner({ config, renew }), config, renewals: () => renewals };
}

/** Let what is due happen, for so many seconds. */
async function pass(seconds) {
  for (let now = 0; now < seconds; now++) {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve)); // eslint-disable-line no-promise-executor-return
    mock.timers.tick(1000);
  }
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve)); // eslint-disable-line no-promise-executor-return
}

test("a run is asked for below the base, with the token and whose it is", async () => {
  answers = [told(RUN)];
  const { runner } = opened({ base: "/course" });
  assert.deepEqual(await runner.run({ program: foreign("y = 1"), engine: "torch", middle: 3 }), RUN);
  assert.deepEqual(sent, [
    { path: "/course/run", token: "old", program: "y = 1", foreign: true, engine: "torch", middle: 3 },
  ]);
});

test("places in the line and the beginning are told as they come, and the whole is the answer", async () => {
  const beginning = { ...RUN, is_whole: false };
  answers = [told({ kind: "waiting", position: 2 }, { kind: "waiting", position: 0 }, beginning, RUN)];
  const seen = [];
  assert.deepEqual(await opened().runner.run(WANTED, { told: (event) => seen.push(event) }), RUN);
  assert.deepEqual(seen, [{ kind: "waiting", position: 2 }, { kind: "waiting", position: 0 }, beginning]);
});

test("an answer is read to its end, so that its connection serves the next request", async () => {
  let closed = "";
  const line = new TextEncoder().encode(`${JSON.stringify(RUN)}\n`);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(line),
    pull(controller) {
      closed = "read";
      controller.close();
    },
    cancel: () => {
      closed = "cancelled";
    },
  });
  answers = [new Response(body)];
  assert.deepEqual(await opened().runner.run(WANTED, {}), RUN);
  await pass(0);
  assert.equal(closed, "read");
});

test("the runs of two programs are told, and what they differ in is the answer", async () => {
  const sides = ["left", "right"].map((side) => ({ ...RUN, side }));
  const comparison = { kind: "comparison", rows: [], differences: [], lines: [[], []] };
  answers = [told(...sides, comparison)];
  const seen = [];
  const programs = { left: "1", right: "2", on_torch: false };
  const found = await opened().runner.compare(programs, {
    isForeign: true,
    told: (event) => seen.push(event),
  });
  assert.deepEqual([found, seen], [comparison, sides]);
  assert.deepEqual(sent, [{ path: "/compare", token: "old", ...programs, foreign: true }]);
});

test("a token that is too old is renewed, and what was asked is asked once more", async () => {
  answers = [refused(410, "too old"), told(RUN)];
  const { runner, renewals } = opened();
  const said = [];
  runner.isRenewing.subscribe((isRenewing) => said.push(isRenewing));
  assert.deepEqual(await runner.run(WANTED), RUN);
  assert.deepEqual([sent.map(({ token }) => token), renewals()], [["old", "new"], 1]);
  assert.deepEqual(said, [false, true, false], "it is said until the answer comes");
});

test("where no other token comes the reason is said", async () => {
  answers = [refused(403, "reload")];
  const { runner, renewals } = opened({ renewed: null });
  const answer = runner.run(WANTED);
  await pass(61);
  assert.ok(renewals() > 1, "Streamlit was not there to be asked, and is asked again");
  assert.deepEqual(await answer, { kind: "failed", status: "unavailable", message: "reload" });
  assert.equal(sent.length, 1);
});

test("a token that is refused again is not renewed without end", async () => {
  answers = [refused(403, "reload")];
  const { runner, renewals } = opened();
  assert.equal((await runner.run(WANTED)).message, "reload");
  assert.deepEqual([sent.length, renewals()], [2, 1]);
});

test("who is away is looked for, and the run comes when it is back", async () => {
  const there = [false, false, true];
  answers = [
    unreachable,
    (path) => (path.endsWith("health") && !there.shift() ? unreachable() : told(RUN)()),
  ];
  const { runner } = opened();
  const seen = [];
  runner.isAway.subscribe((isAway) => seen.push(isAway));
  const answer = runner.run(WANTED);
  await pass(4);
  assert.deepEqual(await answer, RUN);
  assert.deepEqual(seen, [false, true, false]);
  assert.deepEqual(
    sent.map(({ path }) => path),
    ["/run", ...Array(3).fill("/_stcore/health"), "/run"],
  );
});

test("a server that is about to end is away", async () => {
  answers = [() => new Response("ends", { status: 503 }), told(RUN)];
  const { runner } = opened();
  const answer = runner.run(WANTED);
  await pass(2);
  assert.deepEqual([await answer, runner.isAway.value], [RUN, false]);
});

test("one looks for a server that is away for all who wait", async () => {
  answers = [unreachable, unreachable, told(RUN)];
  const { runner } = opened();
  const both = Promise.all([runner.run(WANTED), runner.outline({ text: "x" })]);
  await pass(2);
  await both;
  assert.equal(sent.filter(({ path }) => path.endsWith("health")).length, 1);
});

test("an answer that breaks off is asked for again, but not without end", async () => {
  answers = [told({ kind: "waiting", position: 1 }), told(RUN)];
  const { runner } = opened();
  assert.deepEqual(await runner.run(WANTED), RUN);
  answers = [told({ kind: "waiting", position: 1 })];
  sent = [];
  assert.equal((await runner.run(WANTED)).kind, "failed");
  assert.equal(sent.length, 3);
});

test("who gives up closes the request, also while the server is away", async () => {
  const { runner } = opened();
  for (const answer of [() => new Promise(() => {}), unreachable]) {
    answers = [answer];
    const giving = new AbortController();
    const run = runner.run(WANTED, { signal: giving.signal });
    await pass(1);
    giving.abort();
    await assert.rejects(run, { name: "AbortError" });
  }
});

test("who gives up while a run is told is told no more", async () => {
  const giving = new AbortController();
  answers = [
    () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"kind":"waiting","position":1}\n'));
          giving.signal.addEventListener("abort", () => controller.error(giving.signal.reason)); // as fetch does
        },
      });
      return new Response(body);
    },
  ];
  const seen = [];
  const run = opened().runner.run(WANTED, { signal: giving.signal, told: (event) => seen.push(event) });
  await pass(0);
  assert.equal(seen.length, 1);
  giving.abort();
  await assert.rejects(run, { name: "AbortError" });
  assert.deepEqual([seen.length, sent.length], [1, 1]);
});

test("a nudge that meets no server says so at once", async () => {
  answers = [unreachable, told({})];
  const { runner } = opened();
  const wanted = { ...WANTED, middle: 4 };
  const nudge = { value: 1, index: 0 };
  assert.deepEqual(await runner.nudge(wanted, { nudge, chapter: 2 }), { status: 0 });
  assert.equal(runner.isAway.value, true);
  assert.deepEqual(sent, [
    {
      path: "/nudge",
      token: "old",
      program: "x",
      foreign: false,
      engine: "built-in",
      middle: 4,
      nudge,
      chapter: 2,
    },
  ]);
  await pass(2);
  assert.equal(runner.isAway.value, false);
});

test("a prompt is answered with its status", async () => {
  answers = [() => Response.json({ text: "3", is_error: false })];
  const { runner } = opened();
  const said = await runner.ask(WANTED, { expression: "x", step: 2, finished: true });
  assert.deepEqual(said, { status: 200, text: "3", is_error: false });
  answers = [refused(429, "Wait.")];
  assert.deepEqual(await runner.ask(WANTED, { expression: "x", step: 2 }), { status: 429, message: "Wait." });
});

test("an outline, a check and a file are asked for", async () => {
  const { runner } = opened();
  answers = [() => Response.json({ names: {}, faults: [] })];
  assert.equal((await runner.outline({ text: "x" })).kind, "outline");
  answers = [refused(429, "Wait.")];
  assert.deepEqual(await runner.outline({ text: "x" }), { kind: "failed", status: "busy", message: "Wait." });
  answers = [told({ kind: "waiting", position: 1 }, { kind: "checks", findings: [], comparisons: [] })];
  assert.equal((await runner.check({ custom_op: {} }, { isForeign: true })).kind, "checks");
  answers = [() => new Response("a file")];
  assert.equal(await (await runner.save(WANTED, "dot")).text(), "a file");
  answers = [refused(422, "No.")];
  await assert.rejects(runner.save(WANTED, "dot"), { message: "No." });
  assert.deepEqual(
    sent.map(({ path, kind, foreign: isForeign }) => [path, kind, isForeign]),
    [
      ["/outline", undefined, undefined],
      ["/outline", undefined, undefined],
      ["/check", undefined, true],
      ["/save", "dot", false],
      ["/save", "dot", false],
    ],
  );
});
