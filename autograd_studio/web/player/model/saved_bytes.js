// Memory: what the saved tensors hold, in bytes, and what a box says of its own.
/** @import { Story } from "./story.js" */
/** @import { Chapter, Value } from "./types.d.ts" */

/** What stands before the name of a saved tensor. @type {Record<string, string>} */
export const SIGNS = { kept: "■", freed: "□", stale: "◪" };

/**
 * How many bytes a value takes.
 * @param {Value} value
 */
export function bytesOf({ dtype, shape }) {
  const bits = Number(/\d+$/.exec(dtype)?.[0] ?? 8);
  return shape.reduce((product, length) => product * length, 1) * (bits / 8);
}

/**
 * The bytes of the tensors that nodes have saved and not freed, at each step from one to another: [bytes, ...]. A tensor that
 * several have saved, or that lies in the memory of another, counts once.
 * @param {Story} story @param {[from: number, to: number]} steps
 */
export function savedBytes(story, [from, to], changes = slotChanges(story)) {
  /** @type {Map<number, Map<number | string, number>>} by the box of a node: the bytes of each memory that it holds */
  const held = new Map();
  let total = 0;
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const changed = changes.get(from + i);
    if (!changed) return total;
    for (const box of changed) held.set(box, slots(story, box, from + i));
    /** @type {Map<number | string, number>} */
    const all = new Map();
    for (const memories of held.values())
      for (const [memory, bytes] of memories) all.set(memory, Math.max(bytes, all.get(memory) ?? 0));
    total = [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
    return total;
  });
}

/**
 * step → the boxes whose saved tensors change at it.
 * @param {Story} story
 */
function slotChanges(story) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  story.tracks.forEach(({ saved = [] }, box) => {
    for (const [k] of saved) found.set(k, [...(found.get(k) ?? []), box]);
  });
  return found;
}

/**
 * The most bytes that saved tensors hold in each iteration, as points of a curve.
 * @param {Story} story of the whole run
 * @param {Chapter[]} chapters
 * @returns {[chapter: number, bytes: number][]}
 */
export function savedCurve(story, chapters) {
  const changes = slotChanges(story);
  return chapters.flatMap(({ from, to, turns }, number) =>
    turns ? [[number, Math.max(...savedBytes(story, [from, to], changes))]] : [],
  );
}

/** @param {Story} story @param {number} box @param {number} step */
function slots(story, box, step) {
  /** @type {Map<number | string, number>} */
  const found = new Map();
  for (const [, , of, , , freed] of story.saved(box, step)) {
    const value = of == null ? null : story.at(of, step).value;
    if (of == null || value == null || freed) continue;
    const memory = story.boxes[of].memory ?? of;
    found.set(memory, Math.max(bytesOf(story.values[value]), found.get(memory) ?? 0));
  }
  return found;
}

/**
 * What a box says of memory at a step: how often its tensor was changed in place, and what its node has saved.
 * @param {Story} story @param {number} box @param {number} step
 */
export function tags(story, box, step) {
  const isDone = story.at(box, step).status !== "pending";
  return {
    version: (isDone && story.entry(box, "version", step)?.[1]) || 0,
    saved: slotsOf(story, box, step).flatMap(({ name, of, state }) => (of == null ? [] : [{ name, state }])),
  };
}

/**
 * What a node has saved, and whether that is as it was.
 * @param {Story} story @param {number} box @param {number} step
 */
function slotsOf(story, box, step) {
  return story.saved(box, step).map(([, name, of, then, now, freed]) => {
    const state = freed ? "freed" : then === now ? "kept" : "stale";
    return { name, of, state };
  });
}

/**
 * What the nodes have saved that a step is about, as rows: the box of a node, and what each of its slots holds.
 * @param {Story} story @param {number} step
 */
export function slotRows(story, step) {
  return (story.steps[step].slots ?? []).map((box) => ({
    box,
    slots: slotsOf(story, box, step).map(({ name, of, state }) => ({
      name,
      value: of == null ? null : (story.values[story.at(of, step).value ?? -1] ?? null),
      state,
    })),
  }));
}

/**
 * How many bytes the saved tensors hold that a step is about.
 * @param {Story} story @param {number} step
 */
export function slotBytes(story, step) {
  const boxes = story.steps[step].slots ?? [];
  return savedBytes(story, [step, step], new Map([[step, boxes]]))[0];
}

/**
 * Bytes as text.
 * @param {number} bytes
 */
export function bytesText(bytes) {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${["B", "KiB", "MiB"][power]}`;
}
