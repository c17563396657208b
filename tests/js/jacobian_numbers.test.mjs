// What the Jacobian makes of a seed and a direction.
import assert from "node:assert/strict";
import { test } from "node:test";

import { jvp, largest, list, shown, vjp } from "../../autograd_studio/web/forms/parts/numbers.js";

const J = [
  [2, 1],
  [0, 4],
];

test("seeds add up rows, and directions columns", () => {
  assert.deepEqual(vjp(J, [1, 0]), [2, 1]);
  assert.deepEqual(vjp(J, [0.5, 2]), [1, 8.5]);
  assert.deepEqual(jvp(J, [1, -1]), [1, -4]);
  assert.deepEqual(vjp([[1, 2, 3]], [2]), [2, 4, 6]);
  assert.deepEqual(jvp([[1, 2, 3]], [1, 1, 1]), [6]);
});

test("what is no number stays none, even at a seed of 0", () => {
  assert.deepEqual(vjp([[NaN], [1]], [0, 1]), [NaN]);
  assert.deepEqual(vjp([[Infinity], [1]], [1, 1]), [Infinity]);
});

test("the largest size counts finite numbers alone", () => {
  assert.equal(largest([[1, -3], [Infinity, NaN]]), 3); // prettier-ignore
  assert.equal(largest([[0]]), 0);
});

test("numbers are shown with four digits", () => {
  assert.equal(shown(1 / 3), "0.3333");
  assert.equal(list([1, -0.5, NaN]), "[1, −0.5, nan]");
});
