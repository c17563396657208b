import assert from "node:assert/strict";
import { test } from "node:test";

import { jacobianOf } from "../../autograd_studio/web/player/tools/jacobian.js";

/** y = 2 * x. */
function story(changes = {}) {
  return {
    boxes: [
      { kind: "leaf", title: "x", tensor: 0, recorded: true },
      { kind: "op", title: "y", tensor: 1, recorded: true, line: 4, ...changes },
    ],
    neighbours: [{ inputs: [] }, { inputs: [0] }],
    links: [{ from: 0, to: 1, kind: "gradient" }],
  };
}

test("a result leads to its Jacobian by its leaf, as it is in its line", () => {
  assert.deepEqual(jacobianOf(story(), 1), { output: "y", input: "x", line: 4 });
});

test("what a program cannot name has none", () => {
  assert.equal(jacobianOf(story({ title: "exp(·)" }), 1), null);
  assert.equal(jacobianOf(story({ line: undefined }), 1), null);
});

test("a leaf and a tensor without a graph have none", () => {
  assert.equal(jacobianOf(story(), 0), null);
  assert.equal(jacobianOf(story({ recorded: false }), 1), null);
});
