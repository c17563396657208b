import assert from "node:assert/strict";
import { test } from "node:test";

import {
  contents,
  elements,
  isAtWork,
  sharedMemories,
} from "../../autograd_studio/web/player/model/memories.js";
import { Story } from "../../autograd_studio/web/player/model/story.js";

const float = (...data) => ({ dtype: "float32", shape: [data.length], data });

/**
 * x and its view v, the second and third element, on memory A; v comes at step 1 and is written to at step 2. w, whose memory has
 * no letter, and a node y, at which a gradient waits from step 3 to 5 in memory B, where z's waits too.
 */
function story(changes = {}) {
  const box = (title, memory) => ({
    kind: "op",
    title,
    rows: [],
    recorded: true,
    memory,
    fn: `${title}Backward0`,
  });
  const shown = (value, from = 0) => ({ status: [[0, "pending"], [from, "done"]], value: [[from, "", value]] }); // prettier-ignore
  const waits = (from, to) => ({
    status: [[0, "done"], [from, "waiting"], [from, "ready"], [to, "ran"]],
    grad: [[from, "complete", "[1, 1]", 3]],
  }); // prettier-ignore
  const steps = Array.from({ length: 7 }, (_, i) => ({ kind: "op", phase: "forward", say: "", box: i === 1 ? 1 : 2 })); // prettier-ignore
  const arrives = (to) => ({ kind: "arrive", phase: "backward", say: "", box: 2, to, memory: "B" });
  steps[3] = arrives(3);
  steps[4] = arrives(4);
  for (const [k, step] of Object.entries(changes)) steps[k] = { ...steps[k], ...step };
  return new Story({
    boxes: [box("x", "A"), box("v", "A"), box("w"), box("y"), box("z")],
    links: [],
    clusters: [],
    graphs: [{ boxes: [0, 5] }],
    chapters: [{ from: 0, to: 6, graph: 0 }],
    tracks: [
      { ...shown(0), version: [[0, 0]] },
      { ...shown(1, 1), version: [[1, 0]], place: [[1, [3, 1, 1]]] },
      shown(2),
      waits(3, 6),
      waits(4, 5),
    ],
    steps,
    values: [float(1, 2, 3), float(2, 3), float(7, 7), float(1, 1), float(0, 1)],
  }); // prettier-ignore
}

const names = (found, step) => sharedMemories(found, step).map((one) => [one.letter, one.names]);

test("tensors on one memory are told together as long as they are there", () => {
  const found = story();
  assert.deepEqual(names(found, 0), []);
  assert.deepEqual(names(found, 2), [["A", ["x", "v"]]]);
});

test("gradients that wait in one memory hold it until their nodes run", () => {
  const found = story();
  const told = [3, 4, 5, 6].map((step) => names(found, step).find(([letter]) => letter === "B")?.[1]);
  assert.deepEqual(told, [undefined, ["∇y", "∇z"], undefined, undefined]);
});

test("a gradient that is added to another waits in no shared memory any more", () => {
  const written = { kind: "write", phase: "backward", box: 0, held: [1, 4], victims: [4] };
  const found = story({ 5: { kind: "arrive", phase: "backward", to: 3, memory: undefined }, 6: written });
  found.tracks[4].status.pop();
  assert.deepEqual(names(found, 4)[0], ["B", ["∇y", "∇z"]]);
  assert.deepEqual(names(found, 5), [["A", ["x", "v"]]]);
});

test("what the step is about comes first", () => {
  const found = story({ 5: { kind: "write", phase: "backward", box: 0, held: [1, 3], victims: [3] } });
  assert.deepEqual(names(found, 4).map(([letter]) => letter), ["B", "A"]); // prettier-ignore
  assert.deepEqual(sharedMemories(found, 4).map(isAtWork), [true, false]);
  assert.deepEqual(sharedMemories(found, 1).map(({ isMade }) => isMade), [true]); // prettier-ignore
  assert.deepEqual(sharedMemories(found, 2).map(isAtWork), [false]);
  assert.deepEqual(sharedMemories(story(), 4).map(isAtWork), [false, false], "no gradient is overwritten");
});

test("a gradient that a write has changed is a victim, with what had been sent, until its node runs", () => {
  const found = story({ 5: { kind: "write", phase: "backward", box: 0, held: [1, 3], victims: [3] } });
  found.tracks[3].grad.push([5, "complete", "[0, 1]", 4]);
  found.tracks[4].status.pop();
  const [, one] = sharedMemories(found, 5);
  assert.deepEqual([one.letter, one.victims, one.isSpared], ["B", [3], true]);
  assert.deepEqual(one.holders.map(({ sent, was, value }) => [sent, was, value]), [[3, 3, 4], [null, 3, 3]]); // prettier-ignore
  assert.deepEqual(
    sharedMemories(found, 6).find(({ letter }) => letter === "B"),
    undefined,
  );
});

test("a node that has saved a tensor holds its memory with the version of then, until that is freed", () => {
  const found = story();
  const row = (now, freed) => ["self", "x", 0, 0, now, freed];
  found.tracks[2].saved = [[0, [row(0, false)]], [2, [row(1, false)]], [3, [row(1, true)]]]; // prettier-ignore
  const saved = (step) =>
    sharedMemories(found, step).flatMap(({ holders }) => holders.filter(({ kind }) => kind === "saved"));
  assert.deepEqual(saved(0).map(({ name, then, version }) => [name, then, version]), [["wBackward0", 0, 0]]); // prettier-ignore
  assert.deepEqual(saved(2).map(({ then, version }) => [then, version]), [[0, 1]]); // prettier-ignore
  assert.deepEqual(saved(3), []);
});

test("who was not told of at a write to a memory does not hold it any more", () => {
  const found = story({ 2: { kind: "write", box: 0 } });
  assert.deepEqual([names(found, 1).length, names(found, 2).length], [1, 0]);
});

test("the numbers of a memory are put together from those who look at it, before a write and after", () => {
  const found = story({ 2: { kind: "write", box: 1, held: [0] } });
  found.tracks[0].value.push([2, "", 5]);
  found.tracks[1].value.push([2, "", 6]);
  found.values.push(float(1, 20, 30), float(20, 30));
  const [memory] = sharedMemories(found, 2);
  assert.deepEqual(contents(memory, found, 12, false).items, [1, 20, 30]);
  assert.deepEqual(contents(memory, found, 12, true).items, [1, 2, 3]);
  assert.equal(contents(memory, found, 2, false), null);
  const onlyView = { ...memory, holders: memory.holders.filter(({ name }) => name === "v") };
  assert.deepEqual(contents(onlyView, found, 12, false).items, [undefined, 20, 30]);
});

test("a holder tells which elements of the memory it looks at, in its own order", () => {
  const value = (...shape) => ({ values: [{ shape }] });
  const seen = (place, ...shape) => elements({ value: 0, place }, value(...shape));
  assert.deepEqual(seen([6, 0, 1, 3], 3, 2), [0, 3, 1, 4, 2, 5]);
  assert.deepEqual(seen([1, 0, 0], 3), [0, 0, 0]);
  assert.deepEqual(seen([4, 2], ...[]), [2]);
  assert.equal(seen([1, 0, 0], 1000), null);
  assert.equal(seen(null, 3), null);
});
