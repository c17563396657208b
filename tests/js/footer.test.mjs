import assert from "node:assert/strict";
import { test } from "node:test";

import { footer, numbers, parts } from "../../autograd_studio/web/player/model/footer.js";

/** A leaf that gets 1, then 3 twice, in a first pass, and 1 in a second one. */
const GRAD = [
  [0, "none", "", null],
  [2, "pending", "1", 0, 1, 3],
  [3, "pending", "4", 1, 2, 3],
  [4, "complete", "7", 2],
  [5, "kept", "7", 2],
  [8, "complete", "7 + 1", 0],
  [9, "kept", "8", 1],
];

function story(more = {}) {
  const values = [1, 3, 7].map((number) => ({ dtype: "float32", shape: [], data: [number] }));
  const sums = [
    [2, 0, 0, null, 0],
    [3, 1, 1, 0, 1],
  ];
  return {
    boxes: [{ cells: [1, 1], kind: "leaf", title: "x", w: 136 }],
    originals: [0],
    tracks: [{ grad: GRAD }],
    metrics: { digits: [4, 3], pad: [12, 10], column: 8.4, small: 7 },
    values,
    sums: (_, step) => sums.filter(([k]) => k <= step),
    gradient: (_, step) => {
      const [, state, text, value, arrived, expected] = GRAD.findLast(([k]) => k <= step);
      return { state, text, value, arrived, expected };
    },
    ...more,
  };
}

test("a footer knows before a pass how many parts there will be, and forgets them in the next one", () => {
  assert.deepEqual(
    [0, 2, 4, 5, 8, 9].map((step) => parts(GRAD, step)),
    [3, 3, 3, 3, 1, 1],
  );
});

test("the parts of a scalar are written as a sum until they are complete", () => {
  const texts = (step) => footer(story(), 0, step).texts.join();
  assert.deepEqual([0, 2, 3, 4, 8].map(texts), ["", "1", "1 + 3", "7", "7 + 1"]);
  const { arrived, expected } = footer(story(), 0, 3);
  assert.deepEqual([arrived, expected], [2, 3]);
});

test("parts for which a box has no room are told as what they come to so far", () => {
  const boxes = [{ cells: [1, 1], kind: "leaf", title: "weights", w: 136 }];
  assert.deepEqual(footer(story({ boxes }), 0, 3).texts, ["4"]);
});

test("numbers fill the cells of a box, and are a text where it has none", () => {
  const values = [{ dtype: "float32", shape: [2], data: [0.123456, -2] }];
  assert.deepEqual(numbers(story({ values }), "[0.1235, -2]", 0, [1, 2]), ["0.123", "−2"]);
  assert.deepEqual(numbers(story({ values }), "-2 … 0.12", 0), ["−2 … 0.12"]);
  assert.deepEqual(numbers(story({ values }), "", null, [1, 2]), []);
});

test("a gradient that is NaN looks it", () => {
  const gradient = () => ({ state: "kept", text: "nan", value: null });
  assert.equal(footer(story({ gradient }), 0, 9).isOdd, true);
});
