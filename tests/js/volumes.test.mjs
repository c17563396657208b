import assert from "node:assert/strict";
import { test } from "node:test";

import { counterpart, volume } from "../../autograd_studio/web/player/model/volumes.js";

/** Two graphs: a box before the loop, and two boxes of an iteration that runs twice. */
const PAYLOAD = {
  graphs: [
    { size: [10, 10], boxes: [0, 1], links: [0, 0], clusters: [0, 0] },
    { size: [20, 30], boxes: [1, 3], links: [0, 1], clusters: [0, 0] },
  ],
  chapters: [
    { from: 0, to: 0, graph: 0 },
    { from: 1, to: 3, graph: 1 },
    { from: 4, to: 7, graph: 1 },
  ],
  boxes: [{ title: "w" }, { title: "w" }, { title: "loss", copy_of: 1 }],
  links: [{ from: 1, to: 2 }],
  clusters: [],
  tracks: [{}, { sums: [[2, 0, 5, null, 5]] }, { saved: [[1, [["self", "w", 1, 0, 0, false]]]] }],
  steps: [
    { kind: "create", box: 0 },
    { kind: "op", box: 2, links: [0] },
    { kind: "arrive", box: 2, to: 1, links: [0], reads: [1] },
    { kind: "write", box: 1 },
    { kind: "grad", box: 1 },
    { kind: "op", box: 2, links: [0] },
    { kind: "arrive", box: 2, to: 1, links: [0], reads: [1] },
    { kind: "write", box: 1 },
  ],
};

test("a graph alone is numbered from 0, and the steps of others name nothing of it", () => {
  const { size, boxes, links, tracks, steps } = volume(PAYLOAD, 1);
  assert.deepEqual(size, [20, 30]);
  assert.deepEqual(
    boxes.map(({ title, copy_of }) => [title, copy_of]),
    [
      ["w", undefined],
      ["loss", 0],
    ],
  );
  assert.deepEqual([links[0].from, links[0].to], [0, 1]);
  assert.equal(tracks[1].saved[0][1][0][2], 0);
  assert.equal(steps.length, 8);
  assert.equal(steps[0].box, undefined);
  assert.deepEqual([steps[2].box, steps[2].to, steps[2].reads, steps[2].links], [1, 0, [0], [0]]);
});

test("a run on one graph is told as it is", () => {
  const across = { size: [4, 4], places: [[0, 0]], paths: [], clusters: [] };
  const payload = { ...PAYLOAD, graphs: [{ ...PAYLOAD.graphs[0], across }] };
  assert.deepEqual(volume(payload, 0), { ...payload, across });
});

test("the same step is found in another chapter, or that chapter's first", () => {
  const { steps, chapters } = PAYLOAD;
  assert.equal(counterpart(steps, chapters[1], chapters[2], 2), 6);
  assert.equal(counterpart(steps, chapters[2], chapters[1], 7), 3);
  assert.equal(counterpart(steps, chapters[2], chapters[1], 4), 1);
});
