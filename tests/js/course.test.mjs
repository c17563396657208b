import assert from "node:assert/strict";
import test from "node:test";

import { after, byTopic, finish, firstSentence, seen } from "../../autograd_studio/web/learn/course.js";

const lesson = (/** @type {string} */ id, /** @type {string} */ topic) => ({
  id,
  topic,
  title: id,
  note: "",
  asked: "",
  step: 1,
  steps: 1,
  minutes: 1,
  program: "",
  thumbnail: { nodes: [], edges: [] },
});
const LESSONS = {
  topics: [
    { id: "one", title: "One" },
    { id: "two", title: "Two" },
  ],
  lessons: [lesson("a", "one"), lesson("b", "one"), lesson("c", "two")],
  tour: null,
};

test("the next lesson is that of the topic, then the first of the next one", () => {
  assert.equal(after(LESSONS, "a")?.id, "b");
  assert.equal(after(LESSONS, "b")?.id, "c");
  assert.equal(after(LESSONS, "c"), null);
  assert.equal(after(LESSONS, "unknown"), null);
});

test("a lesson whose last step was seen is counted once, and remembered", (t) => {
  /** @type {Record<string, string>} */
  const stored = {};
  const storage = {
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => (stored[name] = text),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, "localStorage"));
  finish("a");
  finish("a");
  finish("c");
  assert.deepEqual([...seen.value], ["a", "c"]);
  assert.deepEqual(Object.values(stored), ["a c"]);
  assert.deepEqual(
    byTopic(LESSONS).map(({ title, lessons, count }) => [title, lessons.length, count]),
    [
      ["One", 2, 1],
      ["Two", 1, 1],
    ],
  );
});

test("topics have hues of their own", () => {
  const [one, two] = byTopic(LESSONS);
  assert.notEqual(one.hue, two.hue);
});

test("a sentence ends at a stop before a capital, a sign or the end", () => {
  assert.equal(firstSentence("Only y.backward() runs. Then it ends."), "Only y.backward() runs.");
  assert.equal(firstSentence("See 1/0.1 = 10 appear. `x.grad` is 7."), "See 1/0.1 = 10 appear.");
  assert.equal(firstSentence("One, e.g. this one, and no more."), "One, e.g. this one, and no more.");
  assert.equal(firstSentence("no stop"), "no stop");
});
