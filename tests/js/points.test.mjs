// Which points of a lesson a reader meets at a step.
import assert from "node:assert/strict";
import test from "node:test";

import { nextPoint, pointsAt, seenOf } from "../../autograd_studio/web/learn/points_at.js";
import { part } from "./part.mjs";

const PARTS = [
  part(1, { text: "answer" }),
  part(1, { text: "first" }),
  part(5, { text: "a" }),
  part(5, { text: "b" }),
  part(8, { text: "how much?", answer: "3" }),
  part(9, { text: "end" }),
];
const met = (step) => {
  const { told, asked } = pointsAt(PARTS, step);
  return [told, asked].map((some) => some.map(({ text }) => text));
};

test("what was told last stays, both of what is told at one step", () => {
  assert.deepEqual(met(1), [["first"], []]);
  assert.deepEqual(met(4), [["first"], []]);
  assert.deepEqual(met(6), [["a", "b"], []]);
});

test("a question is asked before its step, and is gone with it", () => {
  assert.deepEqual(met(7), [["a", "b"], ["how much?"]]);
  assert.deepEqual(met(8), [["a", "b"], []]);
});

test("a question about the first step is asked there", () => {
  assert.equal(pointsAt([PARTS[0], part(1, { text: "which?", answer: "1" })], 1).asked.length, 1);
});

test("without parts nothing is told", () => assert.deepEqual(pointsAt([], 3), { told: [], asked: [] }));

test("a question that was answered is asked no more, and its reply is told at its step", () => {
  const answers = new Map([[PARTS[4], { wrong: 1, reply: "Yes: 3." }]]);
  assert.deepEqual(pointsAt(PARTS, 7, answers).asked, []);
  assert.deepEqual(pointsAt(PARTS, 8, answers).told, [{ step: 8, text: "Yes: 3.", isReply: true }]);
  assert.equal(pointsAt(PARTS, 7, new Map([[PARTS[4], { wrong: 1, reply: "" }]])).asked.length, 1);
});

test("the next point is where something new is told or asked", () => {
  const next = (step, answers = new Map()) => nextPoint(PARTS, step, answers);
  assert.deepEqual(
    [1, 4, 5, 7, 8, 9].map((step) => next(step)),
    [5, 5, 7, 9, 9, null],
  );
  assert.equal(next(5, new Map([[PARTS[4], { wrong: 0, reply: "Yes." }]])), 9);
});

test("at the end stands what was seen, and how questions were answered", () => {
  const asks = part(8, { text: "One. What is `x.grad`?", answer: "3" });
  const all = [PARTS[0], part(5, { text: "One. Two." }), asks, part(9, { text: "Last. All of it." })];
  const seen = (answers) => seenOf(all, new Map(answers));
  assert.deepEqual(seen([]), [
    { text: "One.", answered: null },
    { text: "What is `x.grad`?", answered: { wrong: 0, reply: "" } },
    { text: "Last. All of it.", answered: null },
  ]);
  assert.deepEqual(seen([[asks, { wrong: 2, reply: "Yes: 3." }]])[1].answered.wrong, 2);
});
