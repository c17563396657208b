// @ts-check
// Memory that several tensors and gradients share: who holds it at a step, and a section that tells it.
import { tuple } from "./cells.js";
import { html } from "./dom.js";
import { grid } from "./grid.js";
import { tell } from "./words.js";

/** @import { Story } from "./story.js" */
/** @import { Value } from "./types.d.ts" */

/** @typedef {{ box: number, name: string, value: number | null, version: number, isWaiting: boolean }} Holder */
/**
 * @typedef {{ letter: string, holders: Holder[], boxes: number[], names: string[], victims: number[], isWritten: boolean,
 *   isMade: boolean }} Memory
 */

const MOST_CELLS = 12; // of a memory that is drawn as the one row it is

/**
 * The memories that several boxes share at a step, each with its letter ("" where it has none), who holds it, the boxes as
 * they are shown, the titles, and whether the step writes to it, or makes one that holds it. A gradient that waits in a
 * memory that was written to is one of its holders until its node has run: a victim.
 * @param {Story} story @param {number} step
 * @returns {Memory[]}
 */
export function sharedMemories(story, step) {
  /** @type {Map<string | number, { letter: string, tensors: number[], victims: number[], isWritten: boolean }>} */
  const found = new Map();
  const of = (/** @type {string | number} */ key) => {
    const known = found.get(key) ?? { letter: "", tensors: [], victims: [], isWritten: false };
    found.set(key, known);
    return known;
  };
  story.boxes.forEach(({ memory, copy_of: copied }, box) => {
    if (!memory || copied != null) return;
    const { status } = story.at(box, step);
    if (status === "pending" || status === "superseded" || isGone(story, box, step)) return;
    const one = of(memory);
    one.letter = memory;
    one.tensors.push(box);
  });
  for (const k of writes(story, step)) {
    const { box, held = [], victims = [] } = story.steps[k];
    const written = /** @type {number} */ (box);
    const waiting = victims.filter((victim) => stillWaits(story, victim, k, step));
    if (k !== step && !waiting.length) continue;
    const one = of(story.boxes[written].memory ?? written);
    one.tensors.push(written, ...held.filter((other) => !victims.includes(other)));
    one.victims.push(...waiting);
    one.isWritten ||= k === step;
  }
  const { kind, box: made } = story.steps[step];
  return [...found.values()].flatMap(({ letter, tensors, victims, isWritten }) => {
    const waiting = [...new Set(victims)];
    const holders = [
      ...[...new Set(tensors)].map((box) => holder(story, box, step)),
      ...waiting.map((box) => gradient(story, box, step)),
    ];
    const boxes = [...new Set(holders.map(({ box }) => story.shown[box]))].filter((box) => story.isSeen(box));
    const names = [...new Set(holders.map(({ name }) => name))];
    const isMade = kind === "op" && made != null && tensors.includes(made);
    return boxes.length > 1 ? [{ letter, holders, boxes, names, victims: waiting, isWritten, isMade }] : [];
  });
}

/** @type {WeakMap<Story, Map<string, number[]>>} the steps that write to each memory, by its letter */
const written = new WeakMap();

/**
 * Whether nothing holds the tensor of a box any more, as the temporary views of a layer: a write to its memory did not change it.
 * @param {Story} story @param {number} box @param {number} step
 */
function isGone(story, box, step) {
  if (!written.has(story)) {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    story.steps.forEach(({ kind, box: at }, k) => {
      const letter = kind === "write" && at != null ? story.boxes[at].memory : undefined;
      if (letter) found.set(letter, [...(found.get(letter) ?? []), k]);
    });
    written.set(story, found);
  }
  const [since] = story.entry(box, "status", step) ?? [0];
  const steps = written.get(story)?.get(story.boxes[box].memory ?? "") ?? [];
  return steps.some((k) => {
    const { box: at, held = [] } = story.steps[k];
    return since < k && k <= step && at !== box && !held.includes(box);
  });
}

/**
 * A tensor as one who holds a memory.
 * @param {Story} story @param {number} box @param {number} step
 * @returns {Holder}
 */
function holder(story, box, step) {
  const version = Number(story.entry(box, "version", step)?.[1] ?? 0);
  return {
    box,
    name: story.boxes[box].title,
    value: story.at(box, step).value ?? null,
    version,
    isWaiting: false,
  };
}

/**
 * The gradient that waits at a box as one who holds a memory.
 * @param {Story} story @param {number} box @param {number} step
 * @returns {Holder}
 */
function gradient(story, box, step) {
  const value = story.at(box, step).grad.value ?? null;
  return { box, name: `∇${story.boxes[box].title}`, value, version: 0, isWaiting: true };
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
function stillWaits(story, box, from, step) {
  for (let k = from + 1; k <= step; k++)
    if (story.steps[k].kind === "run" && story.steps[k].box === box) return false;
  return true;
}

/**
 * One memory in a section: its cells, and each who holds it, as a button, with its shape and version.
 * @param {Memory} memory @param {Story} story @param {typeof import("./words.js").WORDS} words
 */
export function section({ letter, holders, names, isWritten }, story, words) {
  const values = holders.flatMap(({ value }) => (value == null ? [] : [story.values[value]]));
  const whole = values.reduce((most, one) => (count(one) > count(most) ? one : most), values[0]);
  const one = (/** @type {Holder} */ { box, name, value, version, isWaiting }) =>
    html(
      "li",
      html("button", { type: "button", "data-box": box }, name),
      value == null ? "" : ` ${tuple(story.values[value].shape)}`,
      version ? html("small", ` v${version}`) : "",
      isWaiting ? html("b", ` ${tell(words.waitsIn, { fn: story.boxes[box].fn })}`) : "",
    );
  return html(
    "section.memory",
    { "data-written": isWritten ? "" : null },
    html("h4", tell(words.oneMemory, { letter: lettered(letter), count: names.length })),
    whole ? cells(whole, words) : null,
    html("ul", ...holders.map(one)),
    isWritten ? html("p", words.allChanged) : null,
  );
}

/** A tensor as its memory lies, in one row, where that is short. @param {Value} value @param {typeof import("./words.js").WORDS} words */
function cells(value, words) {
  const isShort = value.data.length === count(value) && value.data.length <= MOST_CELLS;
  return grid(isShort ? { ...value, shape: [value.data.length] } : value, words);
}

/** @param {Value} value */
function count({ shape }) {
  return shape.reduce((product, length) => product * length, 1);
}

/** A letter as it follows a word. @param {string} letter */
export function lettered(letter) {
  return letter && ` ${letter}`;
}
