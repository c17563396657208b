import assert from "node:assert/strict";
import { test } from "node:test";

import {
  compared,
  element,
  judge,
  outcome,
  passOf,
  place,
  rounded,
  slope,
  surprise,
  total,
  unit,
} from "../../autograd_studio/web/player/tools/promise.js";

const value = (...data) => ({ dtype: "float32", shape: [data.length], data });

/** y = f(x) with the seed 1, and the gradient of x, as the server tells it. */
function told(x, y, gradient) {
  return {
    values: [value(x), value(y), value(1), value(gradient)],
    handles: [
      { box: 0, step: 0, value: 0, creation: 0, passes: [[0, 3]] },
      { box: 2, step: 2, value: 2, seed: [0, 0], passes: [[0, null]] },
    ],
    passes: [{ name: "y", roots: [[1, 2, null]] }],
  };
}

const square = (x) => told(x, x * x, 2 * x);
const bent = (x) => told(x, Math.max(0, x), x > 0 ? 1 : 0);
const step = (x) => told(x, x > 0 ? 1 : 0, 0);

test("L is the sum of seed times y", () => {
  assert.equal(total(square(3), 0), 9);
  const large = square(3);
  large.values[1] = { dtype: "float32", shape: [500], data: [1], corner: [1] };
  assert.equal(total(large, 0), null);
});

test("the element of a large value is found in its corner, or not at all", () => {
  const found = { dtype: "float32", shape: [3, 20, 20], corner: [2, 2], data: [1, 2, 3, 4] };
  assert.deepEqual(
    [0, 1, 20, 21, 2, 40, 400].map((flat) => element(found, flat)),
    [1, 2, 3, 4, undefined, undefined, undefined],
  );
  assert.equal(element(value(7, 8), 1), 8);
  assert.ok(Number.isNaN(element({ dtype: "float32", shape: [], data: ["NaN"] }, 0)));
});

test("a small nudge moves L as the gradient promised", () => {
  const found = outcome(square(3), square(3.0001), 0, 0, 0);
  assert.equal(found.verdict, "kept");
  assert.ok(Math.abs(found.moved - found.promised) < 1e-6);
});

test("a large one bends, over a kink too, and a jump is none of both", () => {
  assert.equal(outcome(square(3), square(4), 0, 0, 0).verdict, "bends");
  assert.equal(outcome(bent(-1), bent(1), 0, 0, 0).verdict, "bends");
  assert.equal(outcome(step(-1), step(1), 0, 0, 0).verdict, "jumps");
});

test("what a seed promises is y", () => {
  const now = square(3);
  now.values[2] = value(1.5);
  const found = outcome(square(3), now, 1, 0, 0);
  assert.deepEqual([found.moved, found.promised, found.verdict], [4.5, 4.5, "kept"]);
});

test("where the pass brought no gradient nothing is promised", () => {
  const base = square(3);
  base.handles[0].passes = [[0, null]];
  assert.equal(slope(base, base.handles[0], 0, 0), null);
  assert.equal(outcome(base, square(4), 0, 0, 0).promised, null);
  const steep = outcome(told(0, 0, Infinity), told(1, 1, 0.5), 0, 0, 0);
  assert.deepEqual([steep.moved, steep.promised, steep.verdict], [1, null, null]);
});

test("rounding breaks no promise", () => {
  assert.equal(judge(0.0302, 0.03, 0.03, 0.001), "kept");
  assert.equal(judge(0.0302, 0.03, 0.03, 0), "jumps");
});

test("a central difference agrees, sees a kink, differs, or is not finite", () => {
  const check = (f, x, h = 0.01) => compared(f(x), f(x - h), f(x + h), 0, 0, 0).verdict;
  assert.equal(check(square, 3), "agree");
  assert.equal(check(bent, 0), "kink");
  const folded = (x) => told(x, Math.abs(x), Math.sign(x)); // the mean of both sides is the gradient
  assert.equal(check(folded, 0), "kink");
  assert.equal(
    check((x) => told(x, x ** 2, 2 * x), 0.001),
    "agree",
  ); // a curve has other slopes on both sides, too
  const wrong = (x) => told(x, x * x, 5 * x);
  assert.equal(check(wrong, 3), "differ");
  const root = (x) => told(x, Math.sqrt(x), 0.5 / Math.sqrt(x));
  assert.equal(check(root, 0), "infinite");
  const sharp = (y) =>
    compared(told(1, y, 1), told(0.99, y - 0.01, 1), told(1.01, y + 0.01, 1), 0, 0, 0).isSharp;
  assert.deepEqual([sharp(1), sharp(1e6)], [true, false]);
});

test("L is that of the last pass that has begun, of those that reach the number", () => {
  const run = { passes: Array(4).fill({ roots: [[0, 1, null]] }) };
  const handle = { passes: [[0, null], [1, 4], [2, null], [3, 5]] }; // prettier-ignore
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((begun) => passOf(run, handle, begun)),
    [1, 1, 1, 1, 3],
  );
  assert.equal(passOf(run, { passes: [[2, null]] }, 0), 2);
  assert.equal(passOf(run, { passes: [] }, 0), null);
});

test("a seed is told by the pass that begins with it, not by a later one", () => {
  const run = { passes: [{ roots: [[0, 1, 5]] }, { roots: [[0, 2, 6]] }] };
  assert.equal(passOf(run, { creation: 5, passes: [[0, null], [1, null]] }, 2), 0); // prettier-ignore
  assert.equal(passOf(run, { creation: 6, passes: [[1, null]] }, 2), 1);
});

test("what explains a broken promise is a wrong gradient, a hook, a Function, a cut, or L", () => {
  const steps = ["op", "backward", "hook", "end", "backward", "end"].map((kind) => ({ kind }));
  const boxes = [{ kind: "leaf" }];
  const wrong = { what: "wrong", box: 2, line: 9 };
  assert.deepEqual(surprise({ steps, boxes, reasons: [wrong] }, 2, 0), { cause: "wrong", line: 9 });
  assert.deepEqual(surprise({ steps, boxes, reasons: [wrong] }, 1, 0), { cause: "hook" });
  assert.deepEqual(surprise({ steps, boxes, reasons: [{ what: "cut" }] }, 2, 1), { cause: "cut" });
  assert.deepEqual(surprise({ steps, boxes }, 2, 1), { cause: "turns" });
  boxes.push({ kind: "function" });
  assert.deepEqual(surprise({ steps, boxes }, 2, 1), { cause: "function" });
});

test("a step is a round part of a number, and 1 for integers", () => {
  assert.deepEqual([2, 150, -0.34, 0, 1e-9].map((x) => unit(x, "float32")), [0.01, 1, 0.001, 0.001, 0.001]); // prettier-ignore
  assert.deepEqual([unit(500, "int64"), unit(1, "bool")], [1, 1]);
  assert.equal(rounded(2.1 + 0.2, 0.01), 2.3);
  assert.equal(rounded(1234.4, 10), 1230);
});

test("an index is written as in a program", () => {
  assert.deepEqual([place(5, [2, 3]), place(1, [3]), place(0, [])], ["[1, 2]", "[1]", ""]);
});
