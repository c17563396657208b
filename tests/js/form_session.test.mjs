// The form of a place: what the address brings, whose it is, and what the runner is asked.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Outlining } from "../../autograd_studio/web/forms/parts/outlining.js";
import { Session } from "../../autograd_studio/web/forms/parts/session.js";
import { PAIR } from "../../autograd_studio/web/forms/reading.js";
import { tokenOf } from "../../autograd_studio/web/shell/links.js";

const STANDARD = { program: "x", output: "y", input: "x", line: 0 };
const OTHER = { program: "z", output: "y", input: "x", line: 2 };
const LESSON = { id: "fan-out", program: "a lesson" };

/** What was asked of the runner and told to the address, and who waits for an answer. */
let asked;
let said;
let answering;

function session() {
  const runner = {
    check(form, { isForeign, signal }) {
      asked.push({ form: form.jacobian, isForeign });
      return new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        answering.push((answer) => resolve(answer));
      });
    },
  };
  const address = { say: (parameters) => said.push(parameters) };
  const lessons = Promise.resolve({ lessons: [LESSON] });
  const visit = { runner, address, lessons, operators: Promise.resolve([{ program: "an operator's" }]) };
  return new Session(visit, {
    kind: PAIR,
    standard: async () => STANDARD,
    formWith: async ({ text }, { output = "" }) => ({ ...STANDARD, program: text, output }),
    wanted: (jacobian) => ({ jacobian }),
  });
}

function settled() {
  return new Promise((resolve) => {
    setTimeout(resolve, 30);
  });
}

/** Wait until the address was told the form, which is compressed for it. */
async function addressed() {
  while (!said.length) await settled();
}

beforeEach(() => {
  asked = [];
  said = [];
  answering = [];
});

test("without anything in the address the place begins with the standard, which is ours", async () => {
  const one = session();
  await one.follow({});
  assert.deepEqual(asked, [{ form: STANDARD, isForeign: false }]);
  assert.equal(one.broken.value, "");
  assert.deepEqual(said, []);
});

test("a form that the address brings is foreign until the visitor runs it", async () => {
  const one = session();
  await one.follow({ form: await tokenOf(JSON.stringify(OTHER)) });
  assert.deepEqual(asked, [{ form: OTHER, isForeign: true }]);
  one.run({ ...OTHER, line: 3 });
  assert.deepEqual(asked[1], { form: { ...OTHER, line: 3 }, isForeign: false });
  await addressed();
  assert.deepEqual(said, [{ form: await tokenOf(JSON.stringify({ ...OTHER, line: 3 })) }]);
});

test("the standard is ours whatever address it comes by", async () => {
  const one = session();
  await one.follow({ form: await tokenOf(JSON.stringify(STANDARD)) });
  assert.equal(asked[0].isForeign, false);
});

test("a lesson's program is ours, but not with an output that the address names", async () => {
  await session().follow({ lesson: "fan-out" });
  assert.deepEqual(asked[0], { form: { ...STANDARD, program: "a lesson", output: "" }, isForeign: false });
  await session().follow({ lesson: "fan-out", output: "__import__('os')" });
  assert.equal(asked[1].isForeign, true);
  await session().follow({ program: await tokenOf("a lesson") });
  assert.equal(asked[2].isForeign, false);
  await session().follow({ program: await tokenOf("an operator's") });
  assert.equal(asked[3].isForeign, false);
  await session().follow({ program: await tokenOf("no lesson") });
  assert.equal(asked[4].isForeign, true);
});

test("what cannot be followed is said, and the standard is there instead", async () => {
  for (const broken of [{ form: "!" }, { form: await tokenOf("[]") }, { program: "!" }, { lesson: "none" }]) {
    const one = session();
    await one.follow(broken);
    assert.match(one.broken.value, /example instead/);
    assert.deepEqual(asked.at(-1), { form: STANDARD, isForeign: false });
  }
});

test("an address that was followed, or that we have written, is not followed again", async () => {
  const one = session();
  const token = await tokenOf(JSON.stringify(OTHER));
  await one.follow({ form: token });
  await one.follow({ form: token, embed: "true" });
  one.run({ ...OTHER, line: 3 });
  await addressed();
  await one.follow(said.at(-1));
  assert.equal(asked.length, 2);
});

test("who comes back finds what was there, and the address says it", async () => {
  const one = session();
  await one.follow({ form: await tokenOf(JSON.stringify(OTHER)) });
  await one.follow({});
  await addressed();
  assert.equal(asked.length, 1);
  assert.deepEqual(said, [{ form: await tokenOf(JSON.stringify(OTHER)) }]);
});

test("the newest question counts", async () => {
  const one = session();
  await one.follow({});
  one.run(OTHER);
  answering[1]({ kind: "failed", message: "second" });
  await settled();
  answering[0]({ kind: "failed", message: "first" });
  await settled();
  assert.deepEqual(one.found.value, { form: OTHER, answer: { kind: "failed", message: "second" } });
  assert.equal(one.checking.waiting.value, null);
});

test("who cancels gets no answer", async () => {
  const one = session();
  await one.follow({});
  assert.equal(one.checking.waiting.value, 0);
  one.checking.cancel();
  answering[0]({ kind: "failed", message: "late" });
  await settled();
  assert.equal(one.found.value, null);
  assert.equal(one.checking.waiting.value, null);
});

test("a form that no link holds is told", async () => {
  const one = session();
  await one.follow({});
  one.run({ ...OTHER, program: Array.from({ length: 20_000 }, () => Math.random()).join() });
  await addressed();
  assert.equal(one.isLong.value, true);
  assert.deepEqual(said, [{}]);
});

test("an outline is asked for when the writing rests, and the newest counts", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const questions = [];
  const taken = [];
  const runner = {
    outline: (wanted, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        questions.push({ wanted, resolve });
      }),
  };
  const outlining = new Outlining(runner, (outline) => taken.push(outline));
  const turn = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  outlining.ask({ text: "a" });
  mock.timers.tick(100);
  outlining.ask({ text: "ab" });
  mock.timers.tick(149);
  await turn();
  assert.equal(questions.length, 0);
  mock.timers.tick(1);
  await turn();
  assert.deepEqual(questions.map(({ wanted }) => wanted), [{ text: "ab" }]); // prettier-ignore
  outlining.ask({ text: "abc" });
  mock.timers.tick(150);
  await turn();
  questions[0].resolve({ kind: "outline", output: "old", faults: [] });
  questions[1].resolve({ kind: "failed", status: "busy", message: "Wait." });
  await turn();
  assert.deepEqual(taken.map(({ faults }) => faults), [[{ cell: "", message: "Wait.", line: null }]]); // prettier-ignore
});

afterEach(() => mock.timers.reset());
