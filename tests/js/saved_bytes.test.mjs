import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytesOf,
  bytesText,
  savedBytes,
  savedCurve,
  slotBytes,
  slotRows,
  tags,
} from "../../autograd_studio/web/player/model/saved_bytes.js";
import { Story } from "../../autograd_studio/web/player/model/story.js";

const float = (length) => ({ dtype: "float32", shape: [length], data: [] });
const row = (of, freed = false, now = 0) => ["self", "x", of, 0, now, freed];

/** x (3 elements), its view v on the same memory, w (2), and two nodes that save them; a second chapter begins at step 5. */
function story() {
  const box = (title, memory) => ({ kind: "op", title, rows: [], recorded: true, memory });
  const shown = (value) => ({ status: [[0, "done"]], value: [[0, "", value]] });
  return new Story({
    boxes: [box("x", "A"), box("v", "A"), box("w"), box("y"), box("z")],
    links: [],
    clusters: [],
    graphs: [{ boxes: [0, 5] }],
    chapters: [
      { from: 0, to: 4, graph: 0, turns: [[0, 2]] },
      { from: 5, to: 6, graph: 0, turns: [[1, 2]] },
    ],
    tracks: [
      shown(0),
      { ...shown(1), version: [[0, 0], [2, 1]] },
      shown(2),
      { saved: [[1, [row(0), row(1), ["exponent", "2", null, null, null, false]]], [4, [row(0, true), row(1, true)]], [5, []]] },
      { saved: [[2, [row(2), row(0, false, 1)]], [5, []], [6, [row(2)]]] },
    ],
    steps: Array.from({ length: 7 }, () => ({ kind: "op", phase: "forward", say: "" })),
    values: [float(3), float(3), float(2)],
  }); // prettier-ignore
}

test("what is saved twice, or lies in one memory, counts once, until all have freed it", () => {
  assert.deepEqual(savedBytes(story(), [0, 4]), [0, 12, 20, 20, 20]);
  assert.deepEqual(savedBytes(story(), [5, 6]), [0, 8]);
});

test("the curve has the most of each iteration", () => {
  const found = story();
  const chapters = [{ from: 0, to: 4, turns: [[0, 2]] }, { from: 5, to: 6, turns: [[1, 2]] }, { from: 5, to: 6 }]; // prettier-ignore
  assert.deepEqual(savedCurve(found, chapters), [[0, 20], [1, 8]]); // prettier-ignore
});

test("a box says what was changed, saved, freed and changed since", () => {
  const found = story();
  assert.deepEqual(tags(found, 1, 1), { version: 0, saved: [] });
  assert.equal(tags(found, 1, 2).version, 1);
  const states = (box, step) => tags(found, box, step).saved.map(({ state }) => state);
  assert.deepEqual(states(3, 1), ["kept", "kept"]);
  assert.deepEqual(states(3, 4), ["freed", "freed"]);
  assert.deepEqual(states(4, 2), ["kept", "stale"]);
});

test("a step lists what the nodes have saved that it is about, and how much that is", () => {
  const found = story();
  found.steps[2].slots = [3, 4];
  found.steps[4].slots = [3];
  const states = (step) =>
    slotRows(found, step).map(({ box, slots }) => [box, ...slots.map(({ state }) => state)]);
  assert.deepEqual(states(2), [[3, "kept", "kept", "kept"], [4, "kept", "stale"]]); // prettier-ignore
  assert.deepEqual(slotRows(found, 2)[0].slots[0], { name: "x", value: float(3), state: "kept" });
  assert.deepEqual([slotBytes(found, 2), slotBytes(found, 4), slotRows(found, 0)], [20, 0, []]);
});

test("bytes follow from dtype and shape, and are told in units", () => {
  const of = (dtype, ...shape) => bytesOf({ dtype, shape, data: [] });
  assert.deepEqual([of("float64", 2, 3), of("bool", 5), of("float16"), of("int64", 0)], [48, 5, 2, 0]);
  assert.deepEqual([0, 1023, 1536, 5 * 1024 ** 2].map(bytesText), ["0 B", "1020 B", "1.5 KiB", "5 MiB"]);
});
