import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluated } from "../../autograd_studio/web/player/model/evaluate.js";

const float = (shape, ...data) => ({ dtype: "float32", shape, data });

test("an expression is computed element by element, in the precision of its tensors", () => {
  const found = evaluated(["-", "1", ["**", 0, "2"]], [float([3], 0.5, -1, 0.1)]);
  assert.deepEqual(found, float([3], 0.75, 0, Math.fround(1 - Math.fround(Math.fround(0.1) ** 2))));
});

test("operands are broadcast", () => {
  const values = [float([2, 1], 1, 2), float([3], 10, 20, 30)];
  assert.deepEqual(evaluated(["*", 0, 1], values), float([2, 3], 10, 20, 30, 20, 40, 60));
});

test("a comparison is 1 or 0, and what is no number stays none", () => {
  assert.deepEqual(evaluated([">", 0, "0"], [float([2], 3, -3)]).data, [1, 0]);
  assert.deepEqual(evaluated(["log", 0], [float([2], -1, 0)]).data, ["NaN", "-Infinity"]);
  assert.deepEqual(evaluated(["+", 0, "1"], [float([1], "Infinity")]).data, ["Infinity"]);
});

test("a large tensor, of which only a corner is known, is not computed with", () => {
  assert.equal(evaluated(["-", 0], [{ ...float([1000], 1, 2), corner: [2] }]), null);
});
