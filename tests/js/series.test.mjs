import assert from "node:assert/strict";
import { test } from "node:test";

import { choices, isSteep, series } from "../../autograd_studio/web/player/model/series.js";
import { Story } from "../../autograd_studio/web/player/model/story.js";

const float = (shape, ...data) => ({ dtype: "float32", shape, data });
const values = [
  float([2], 3, 4), float([2], 0, 5), float([2], "NaN", 1), float([], 7), float([2], 6, 8), { ...float([99], 1), corner: [1], stats: { nan: 0, inf: 0, norm: 2.5 } },
]; // prettier-ignore

/** Two iterations on graph 1 and one on graph 2, after a chapter on graph 0; w is a leaf in each. */
function run() {
  const leaf = { kind: "leaf", title: "w", rows: [], recorded: true };
  const boxes = [leaf, leaf, { kind: "op", title: "loss", rows: [], recorded: true }, leaf];
  const payload = {
    boxes,
    links: [],
    clusters: [],
    graphs: [{ boxes: [0, 1] }, { boxes: [1, 3] }, { boxes: [3, 4] }],
    chapters: [
      { from: 0, to: 0, graph: 0 },
      { from: 1, to: 3, graph: 1, turns: [[0, 3]] },
      { from: 4, to: 6, graph: 1, turns: [[1, 3]] },
      { from: 7, to: 8, graph: 2, turns: [[2, 3]] },
    ],
    tracks: [
      {},
      {
        value: [[1, "", 0], [6, "", 2]],
        grad: [[1, "none", "", null], [2, "kept", "", 4], [3, "none", "", null]],
      },
      { value: [[2, "7", 3]] },
      { value: [[7, "", 5]] },
    ], // prettier-ignore
    steps: Array.from({ length: 9 }, () => ({ kind: "op", phase: "forward", say: "" })),
    values,
  };
  return [new Story(payload), payload];
}

test("parameters, their gradients and scalars can be drawn", () => {
  const [story, payload] = run();
  assert.deepEqual(
    choices(story, payload.graphs[1], 3).map(({ name }) => name),
    ["‖w‖", "‖∇w‖", "w[0]", "w[1]", "loss"],
  );
});

test("a norm goes on over graphs, and is no number where the tensor has one that is none", () => {
  const [story, payload] = run();
  assert.deepEqual(series(story, payload, { title: "w", row: "value" }), [[1, 5], [2, "NaN"], [3, 2.5]]); // prettier-ignore
});

test("an element is drawn as it is", () => {
  const [story, payload] = run();
  const points = series(story, payload, { title: "w", row: "value", element: 1 });
  assert.deepEqual(points.slice(0, 2), [[1, 4], [2, 1]]); // prettier-ignore
});

test("a gradient is drawn although it was cleared before its iteration ended, and only in that one", () => {
  const [story, payload] = run();
  assert.deepEqual(series(story, payload, { title: "w", row: "grad" }), [[1, 10]]);
});

test("a curve is logarithmic where most of it would lie on the ground", () => {
  assert.equal(isSteep([1000, 100, 10, 1, 0.1]), true);
  assert.equal(isSteep([9, 5.8, 1.7, 0.0006, 2, 8, 9]), false, "it rises again, and that is to be seen");
  assert.equal(isSteep([1000, 100, 10, 1, 0]), false);
  assert.equal(isSteep([]), false);
});
