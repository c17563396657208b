import assert from "node:assert/strict";
import { test } from "node:test";

import { jacobianOf } from "../../autograd_studio/web/player/tools/jacobian.js";

const PROGRAM = "http://studio.example/?lesson=fan-out&step=3";

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
  assert.equal(jacobianOf(story(), 1, PROGRAM), "./jacobian?lesson=fan-out&output=y&input=x&line=4");
});

test("what a program cannot name has none", () => {
  assert.equal(jacobianOf(story({ title: "exp(·)" }), 1, PROGRAM), null);
  assert.equal(jacobianOf(story({ line: undefined }), 1, PROGRAM), null);
});

test("a leaf, a tensor without a graph and a program without a link have none", () => {
  assert.equal(jacobianOf(story(), 0, PROGRAM), null);
  assert.equal(jacobianOf(story({ recorded: false }), 1, PROGRAM), null);
  assert.equal(jacobianOf(story(), 1, null), null);
  assert.equal(jacobianOf(story(), 1, "http://studio.example/expression?form=abc"), null);
});
