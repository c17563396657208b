import assert from "node:assert/strict";
import { test } from "node:test";

import { Story } from "../../autograd_studio/web/player/model/story.js";

/** x, and y = x² whose backward is recorded at steps 2 and 3 as a, b; a copy of x stands beside a. */
function layer() {
  const step = (kind, phase) => ({ kind, phase, line: 1, say: kind });
  const box = (kind, title, rest = {}) => ({ kind, title, rows: [], ...rest });
  const done = (at) => ({ status: [[at, "done"]] });
  const story = new Story({
    id: "twice",
    source: [],
    boxes: [
      box("leaf", "x"),
      box("op", "y"),
      box("op", "a", { cluster: 0 }),
      box("op", "b", { cluster: 0 }),
      box("leaf", "x", { cluster: 0, copy_of: 0 }),
      box("fold", "backward of line 1", { opens: 0, shows: 3 }),
      box("seed", "seed"),
    ],
    links: [
      { from: 0, to: 1, kind: "gradient" },
      { from: 4, to: 2, kind: "gradient" },
      { from: 2, to: 3, kind: "gradient" },
      { from: 3, to: 6, kind: "seed" },
    ],
    clusters: [{ id: 0, title: "backward of line 1", grows: true, x: 0, y: 0, w: 9, h: 9 }],
    graphs: [],
    chapters: [],
    tracks: [done(0), done(1), done(2), done(3), {}, {}, done(3)],
    steps: [step("create", "forward"), step("op", "forward"), step("op", "backward"), step("op", "backward")],
    values: [],
    curves: [],
    stdout: [],
    error: null,
  });
  return story.layer;
}

test("what a recorded pass makes is absent until the pass makes it, and absent again on the way back", () => {
  const found = layer();
  const absent = (step) => [0, 1, 2, 3, 4, 5, 6].filter((i) => found.isAbsent(i, step));
  assert.deepEqual(absent(1), [2, 3, 4, 5, 6]);
  assert.deepEqual(absent(2), [3, 6]);
  assert.deepEqual(absent(3), []);
  assert.deepEqual(absent(0), [2, 3, 4, 5, 6]);
});

test("a link is there as soon as both its ends are, and a frame as soon as something is in it", () => {
  const found = layer();
  const loose = (step) => [0, 1, 2].filter((link) => found.isLoose(link, step));
  assert.deepEqual([1, 2, 3].map(loose), [[1, 2], [2], []]);
  assert.deepEqual(
    [1, 2].map((step) => found.isEmpty(0, step)),
    [true, false],
  );
});
