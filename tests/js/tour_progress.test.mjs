import assert from "node:assert/strict";
import test from "node:test";

import { change, scales, tangent, told, valueAt } from "../../autograd_studio/web/learn/plotting.js";
import { spans, waits, Way } from "../../autograd_studio/web/learn/tour_progress.js";
import { part } from "./part.mjs";

const CHOICES = [{ text: "3", reply: "Yes.", is_right: true }];
/** @type {import("../../autograd_studio/web/learn/tour_progress.js").Curve} */
const DRAG = { kind: "drag", name: "x", creation: 0, of: "y", at: 3, slope: null, points: [] };

test("a part plays the steps from the one before it up to its own", () => {
  assert.deepEqual(spans([part(1), part(3), part(3), part(8)]), [
    { from: 1, to: 1 },
    { from: 1, to: 3 },
    { from: 3, to: 3 },
    { from: 3, to: 8 },
  ]);
});

test("a question is asked before its step is shown", () => {
  const [, asked, after] = spans([part(8), part(9, { choices: CHOICES }), part(11)]);
  assert.deepEqual(asked, { from: 8, to: 8 });
  assert.deepEqual(after, { from: 8, to: 11 });
});

test("no part goes back", () => {
  assert.deepEqual(spans([part(8), part(5)])[1], { from: 8, to: 8 });
});

test("what there is to do is waited for", () => {
  assert.deepEqual([part(1), part(1, { choices: CHOICES }), part(1, { curve: DRAG })].map(waits), [
    false,
    true,
    true,
  ]);
});

test("a part tells the steps up to its own, and waits where there is something to do", () => {
  const way = new Way([
    part(1, { text: "One." }),
    part(3, { text: "Two." }),
    part(3, { curve: DRAG }),
    part(5),
  ]);
  assert.equal(way.go(0), 0);
  const next = (step) => {
    const beat = way.next(step);
    return beat && [way.at.value, beat.from, beat.to, beat.say];
  };
  assert.deepEqual(next(0), [0, 1, 0, "One."]);
  assert.deepEqual(next(0), [1, 1, 2, "Two."]);
  assert.deepEqual(next(1), [1, 2, 2, "Two."], "who stopped in it is told the rest");
  assert.equal(next(2), null);
  assert.equal(way.at.value, 2);
  assert.deepEqual(next(2), [3, 3, 4, ""]);
  assert.equal(next(4), null, "that was the last one");
  assert.equal(way.go(2), 2, "what waits begins where its step is shown");
  assert.equal(way.go(1), 0);
});

test("a typed question is asked before its step, and a step that is gone to shows its part", () => {
  const way = new Way([part(2), part(4, { answer: "7" }), part(6)]);
  assert.equal(way.go(1), 2);
  assert.equal(way.next(2), null);
  way.moved(2);
  assert.equal(way.at.value, 1);
  way.moved(5);
  assert.equal(way.at.value, 2);
  way.moved(0);
  assert.equal(way.at.value, 0);
});

test("a curve is read between its points", () => {
  /** @type {[number, number][]} */
  const points = [
    [2, 4],
    [3, 9],
    [4, 16],
  ];
  assert.equal(valueAt(points, 3), 9);
  assert.equal(valueAt(points, 2), 4);
  assert.equal(valueAt(points, 3.5), 12.5);
  assert.equal(valueAt(points, 5), 16);
});

test("a tangent has its slope over the whole curve, and both fill the frame", () => {
  /** @type {[number, number][]} */
  const points = [
    [2, 6],
    [3, 12],
    [4, 20],
  ];
  const line = tangent(points, [3, 12], 7);
  assert.deepEqual(line, [
    [2, 5],
    [4, 19],
  ]);
  const place = scales(points, line, { left: 0, top: 0, right: 100, bottom: 50 });
  assert.deepEqual([place.x(2), place.x(4), place.y(5), place.y(20)], [0, 100, 50, 0]);
});

test("numbers are told in four digits, changes with their sign", () => {
  assert.equal(told(12.709999), "12.71");
  assert.equal(told(-0.5), "−0.5");
  assert.equal(change(0.709999), "+0.71");
  assert.equal(change(-0.3), "−0.3");
  assert.equal(change(0.00001), "0");
});
