import assert from "node:assert/strict";
import { test } from "node:test";

import { told } from "../../autograd_studio/web/player/present/equations.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";

const float = (shape, ...data) => ({ dtype: "float32", shape, data });

/** A story of one step that runs a node: what arrives, its factor, what is sent. */
function running(values, factors = [["*", "b", 1]]) {
  const card = { arrives: [0], sends: [{ link: 0, value: values.length - 1, factors }] };
  return {
    values,
    boxes: [{ title: "a" }, { title: "a*b", fn: "MulBackward0", kind: "op" }],
    links: [{ from: 0, to: 1 }],
    steps: [{ kind: "run", phase: "backward", box: 1, caption: "A product sends the other factor.", card }],
    error: null,
  };
}

const texts = ({ lines }) =>
  lines.map(({ terms }) => terms.map(({ sign, cells }) => `${sign}${cells.join(" ")}`).join(" "));

test("a hall sees the node, its class, one sentence and the product", () => {
  const found = told(running([float([], 1), float([], 3), float([], 3)]), 0, WORDS);
  assert.deepEqual([found.title, found.fn], ["a*b", "MulBackward0"]);
  assert.equal(found.caption, "A product sends the other factor.");
  assert.deepEqual(texts(found), ["1 ×3 =3"]);
  assert.deepEqual(
    found.lines[0].terms.map(({ role }) => role),
    ["gradient", "", "result"],
  );
});

test("up to three elements are all there", () => {
  const [a, b, c] = [float([3], 0.1, 1, 2), float([3], 3, 4, 5), float([3], 0.3, 4, 10)];
  const found = told(running([a, b, c]), 0, WORDS);
  assert.deepEqual(texts(found), ["0.1 1 2 ×3 4 5 =0.3 4 10"]);
  assert.equal(found.lines[0].element, "");
});

test("of more elements it is the largest, and that is said", () => {
  const [a, b, c] = [float([2, 2], 1, 1, 1, 1), float([2, 2], 3, 4, -9, 6), float([2, 2], 3, 4, -9, 6)];
  const found = told(running([a, b, c]), 0, WORDS);
  assert.deepEqual(texts(found), ["1 ×−9 =−9"]);
  assert.equal(found.lines[0].element, "[1, 0]");
});

test("what is handed on unchanged is multiplied by the slope 1", () => {
  const found = told(running([float([], 1), float([], 1)], []), 0, WORDS);
  assert.deepEqual(texts(found), ["1 ×1 =1"]);
});

test("a long product of matrices is told by shapes", () => {
  const [a, b, c] = [float([1, 4], 1, 1, 1, 1), float([4, 1], 1, 2, 3, 4), float([1, 1], 10)];
  const found = told(running([a, b, c], [["@", "b", 1]]), 0, WORDS);
  assert.deepEqual(texts(found), ["(1, 4) @(4, 1) =10"]);
});

test("an error is its type and its sentence, and what is gone where that is known", () => {
  const story = {
    ...running([float([], 1)]),
    saved: () => [],
    gradient: () => ({ state: "complete", value: 0 }),
  };
  story.steps = [{ kind: "error", phase: "backward", box: 1, caption: "2 × what?" }];
  story.error = { type: "RuntimeError", message: "…" };
  const found = told(story, 0, WORDS);
  assert.deepEqual([found.error, found.caption, found.phase], ["RuntimeError", "2 × what?", "error"]);
  const lost = told({ ...story, saved: () => [["x", "x", 0, 0, 0, true]] }, 0, WORDS);
  assert.equal(lost.error, "");
  assert.deepEqual(texts(lost), ["1 ×x ?"]);
});
