import assert from "node:assert/strict";
import { test } from "node:test";

import { matches } from "../../autograd_studio/web/player/stage/find_field.js";

test("what is found has the text in its name or expression, or a word of its grad_fn begins with it", () => {
  const boxes = [
    { title: "x", fn: "AccumulateGrad" },
    { title: "y", expr: "x * x", fn: "MulBackward0" },
  ];
  assert.deepEqual(matches(boxes, "MULB"), [1]);
  assert.deepEqual(matches(boxes, "x *"), [1]);
  assert.deepEqual(matches(boxes, "mul"), [1], "and not every AccuMULateGrad");
  assert.deepEqual(matches(boxes, "  "), []);
});
