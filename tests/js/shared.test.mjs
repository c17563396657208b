import assert from "node:assert/strict";
import { test } from "node:test";

import { sharedMemories } from "../../ui/player/shared.js";
import { Story } from "../../ui/player/story.js";

const float = (length) => ({ dtype: "float32", shape: [length], data: [] });

/** x and its view v on one memory, of which v comes at step 1 and is written to at step 2; w, and a node y. */
function story() {
  const box = (title, memory) => ({ kind: "op", title, rows: [], recorded: true, memory });
  const shown = (value, from = 0) => ({ status: [[0, "pending"], [from, "done"]], value: [[from, "", value]] }); // prettier-ignore
  return new Story({
    boxes: [box("x", "A"), box("v", "A"), box("w"), box("y")],
    links: [],
    clusters: [],
    graphs: [{ boxes: [0, 4] }],
    chapters: [{ from: 0, to: 6, graph: 0 }],
    tracks: [shown(0), { ...shown(1, 1), version: [[1, 0], [2, 1]] }, shown(2), {}],
    steps: Array.from({ length: 7 }, (_, i) => ({ kind: "op", phase: "forward", say: "", box: i === 1 ? 1 : 2 })),
    values: [float(3), float(3), float(2)],
  }); // prettier-ignore
}

test("boxes on one memory are told together, and a gradient that was overwritten until its node runs", () => {
  const found = story();
  found.steps[2] = { ...found.steps[2], kind: "write", box: 1, held: [0, 3], victims: [3] };
  found.steps[4] = { ...found.steps[4], kind: "run", box: 3 };
  const names = (step) => sharedMemories(found, step).map((one) => [one.letter, one.names, one.isWritten]);
  assert.deepEqual(names(0), []);
  assert.deepEqual(names(1), [["A", ["x", "v"], false]]);
  assert.deepEqual(names(2), [["A", ["x", "v", "∇y"], true]]);
  assert.deepEqual(names(3), [["A", ["x", "v", "∇y"], false]]);
  assert.deepEqual(names(4), [["A", ["x", "v"], false]]);
});

test("a write to memory without a letter is told with whoever holds it", () => {
  const found = story();
  found.steps[2] = { ...found.steps[2], kind: "write", box: 2, held: [3], victims: [3] };
  const [, one] = sharedMemories(found, 2);
  assert.deepEqual([one.letter, one.names, one.boxes], ["", ["w", "∇y"], [2, 3]]);
  assert.equal(sharedMemories(found, 1).length, 1);
});

test("the step that makes a view makes one more who holds a memory", () => {
  const found = story();
  assert.deepEqual([1, 3].map((step) => sharedMemories(found, step)[0].isMade), [true, false]); // prettier-ignore
});

test("each who holds a memory has its name, what it shows, its version, and whether it waits", () => {
  const found = story();
  found.steps[2] = { ...found.steps[2], kind: "write", box: 1, held: [0, 3], victims: [3] };
  const [{ holders }] = sharedMemories(found, 2);
  assert.deepEqual(
    holders.map(({ name, value, version, isWaiting }) => [name, value, version, isWaiting]),
    [["x", 0, 0, false], ["v", 1, 1, false], ["∇y", null, 0, true]],
  ); // prettier-ignore
});

test("who was not changed by a write to a memory does not hold it any more", () => {
  const found = story();
  found.steps[2] = { ...found.steps[2], kind: "write", box: 0 };
  assert.equal(sharedMemories(found, 1).length, 1);
  assert.equal(sharedMemories(found, 2).length, 0);
});
