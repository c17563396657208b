import assert from "node:assert/strict";
import test from "node:test";

import { HEIGHT, sketch, WIDTH } from "../../autograd_studio/web/learn/sketch.js";

/** @type {import("../../autograd_studio/web/learn/sketch.js").Thumbnail} x * x + x */
const FAN_OUT = {
  nodes: [
    [0, 0, "leaf"],
    [1, 0, "result"],
    [2, 10, "result"],
  ],
  edges: [
    [0, 1],
    [0, 1],
    [1, 2],
    [0, 2],
  ],
};

const numbers = (/** @type {string} */ path) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

test("boxes stand in the middle of the view, in their columns", () => {
  const { boxes } = sketch(FAN_OUT);
  const middles = boxes.map(({ x, width }) => x + width / 2);
  assert.equal(middles[1], WIDTH / 2);
  assert.ok(middles[0] < middles[1] && middles[1] < middles[2]);
  const tops = boxes.map(({ y, height }) => y + height / 2);
  assert.ok(Math.abs((Math.min(...tops) + Math.max(...tops)) / 2 - HEIGHT / 2) < 1e-9);
});

test("a line leads from the user's left to the right of its input", () => {
  const { boxes, lines } = sketch(FAN_OUT);
  const [x1, , , , , , x2] = numbers(lines[2].path);
  assert.ok(Math.abs(x1 - boxes[2].x) < 0.1);
  assert.ok(Math.abs(x2 - (boxes[1].x + boxes[1].width)) < 0.1);
});

test("two lines between the same boxes lie apart", () => {
  const [first, second, single] = sketch(FAN_OUT).lines.map(({ path }) => numbers(path));
  assert.notEqual(first[1], second[1]);
  const { boxes } = sketch(FAN_OUT);
  assert.ok(Math.abs(single[1] - (boxes[2].y + boxes[2].height / 2)) < 0.1);
});

test("a gradient sets out at the result", () => {
  assert.deepEqual(
    sketch(FAN_OUT).lines.map(({ delay }) => delay),
    [1, 1, 0, 0],
  );
});

test("the largest graph fits", () => {
  const nodes = /** @type {import("../../autograd_studio/web/learn/sketch.js").Node[]} */ (
    Array.from({ length: 11 }, (_, i) => [i, i * 31, "leaf"])
  );
  for (const { x, y, width, height } of sketch({ nodes, edges: [] }).boxes) {
    assert.ok(x >= 0 && x + width <= WIDTH);
    assert.ok(y >= 0 && y + height <= HEIGHT);
  }
});

test("a program without a graph has neither", () => {
  assert.deepEqual(sketch({ nodes: [], edges: [] }), { boxes: [], lines: [] });
});
