import assert from "node:assert/strict";
import { test } from "node:test";

import { dots } from "../../autograd_studio/web/player/model/names.js";

test("titles are drawn as formulas", () => {
  const drawn = {
    "3*a + 2*b*b": "3·a + 2·b·b",
    "w * x - t": "w·x - t",
    "x ** 2 * y": "x ** 2·y",
    "torch.log(c)": "log(c)",
    "F.softmax(x, 0)[0] * -1.0": "softmax(x, 0)[0]·-1.0",
    "f(*xs)": "f(*xs)",
    "self.torch(x)": "self.torch(x)",
  };
  for (const [title, expected] of Object.entries(drawn)) assert.equal(dots(title), expected);
});
