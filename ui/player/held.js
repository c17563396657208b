// @ts-check
// Memory: what the saved tensors hold, in bytes, and what a box says of its own.
/** @import { Story } from "./story.js" */
/** @import { Chapter, Value } from "./types.d.ts" */

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
export function heldBytes(story, [from, to], changes = slotChanges(story)) {
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
    turns ? [[number, Math.max(...heldBytes(story, [from, to], changes))]] : [],
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
 * What a box says of memory at a step: how often its tensor was changed in place, the letter of memory that it shares, and
 * what its node has saved.
 * @param {Story} story @param {number} box @param {number} step
 */
export function tags(story, box, step) {
  const saved = story.saved(box, step);
  const isDone = story.at(box, step).status !== "pending";
  return {
    version: (isDone && story.entry(box, "version", step)?.[1]) || 0,
    memory: (isDone && story.boxes[story.originals[box]].memory) || "",
    saved: saved.flatMap(([, name, of, then, now, freed]) =>
      of == null ? [] : [{ name, state: freed ? "freed" : then === now ? "kept" : "stale" }],
    ),
  };
}

/**
 * The memories that several boxes share at a step, each with its letter ("" where it has none), the boxes as they are shown,
 * the titles of those that hold it, and whether the step writes to it. A gradient that waits in a memory that was written to
 * is one of its holders until its node has run: a victim.
 * @param {Story} story @param {number} step
 * @returns {{ letter: string, boxes: number[], names: string[], victims: number[], isWritten: boolean }[]}
 */
export function sharedMemories(story, step) {
  /** @type {Map<string | number, { letter: string, holders: number[], victims: number[], isWritten: boolean }>} */
  const found = new Map();
  const of = (/** @type {string | number} */ key) => {
    const known = found.get(key) ?? { letter: "", holders: [], victims: [], isWritten: false };
    found.set(key, known);
    return known;
  };
  story.boxes.forEach(({ memory, copy_of: copied }, box) => {
    const { status } = story.at(box, step);
    if (!memory || copied != null || status === "pending" || status === "superseded") return;
    const one = of(memory);
    one.letter = memory;
    one.holders.push(box);
  });
  for (const k of writes(story, step)) {
    const { box, held = [], victims = [] } = story.steps[k];
    const written = /** @type {number} */ (box);
    const waiting = victims.filter((victim) => isWaiting(story, victim, k, step));
    if (k !== step && !waiting.length) continue;
    const one = of(story.boxes[written].memory ?? written);
    one.holders.push(written, ...held.filter((other) => !victims.includes(other)));
    one.victims.push(...waiting);
    one.isWritten ||= k === step;
  }
  return [...found.values()].flatMap(({ letter, holders, victims, isWritten }) => {
    const all = [...new Set([...holders, ...victims])];
    const boxes = [...new Set(all.map((box) => story.shown[box]))].filter((box) => story.isSeen(box));
    const title = (/** @type {number} */ box) => story.boxes[box].title;
    const names = [...new Set([...holders.map(title), ...victims.map((box) => `∇${title(box)}`)])];
    return boxes.length > 1 ? [{ letter, boxes, names, victims: [...new Set(victims)], isWritten }] : [];
  });
}

/**
 * The steps of the pass of a step, up to it, that wrote to what others hold too.
 * @param {Story} story @param {number} step
 */
function writes(story, step) {
  const { pass, from } = story.stretch(step);
  const first = Math.min(pass, from);
  /** @type {number[]} */
  const found = [];
  for (let k = first; k <= step; k++) if (story.steps[k].held) found.push(k);
  return found;
}

/**
 * Whether a gradient that was there at one step still waits at another.
 * @param {Story} story @param {number} box @param {number} from @param {number} step
 */
function isWaiting(story, box, from, step) {
  for (let k = from + 1; k <= step; k++)
    if (story.steps[k].kind === "run" && story.steps[k].box === box) return false;
  return true;
}

/**
 * Bytes as text.
 * @param {number} bytes
 */
export function bytesText(bytes) {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${["B", "KiB", "MiB"][power]}`;
}
