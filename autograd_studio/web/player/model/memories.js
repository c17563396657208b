// Memory that several hold: tensors, gradients that wait, and nodes that have saved it; who they are at a step, and what is there.

/** @import { Story } from "./story.js" */
/** @import { Item, Place } from "./types.d.ts" */

/**
 * One who holds a memory: `box` shows it. Of a gradient that a write has changed while it waits, `sent` is the value that had
 * arrived. A saved tensor has the versions of `then` and now.
 * @typedef {{ kind: "tensor" | "gradient" | "saved", box: number, name: string, value: number | null, was: number | null,
 *   place: Place | null, version: number, then: number | null, sent: number | null }} Holder
 */
/**
 * @typedef {{ letter: string, holders: Holder[], boxes: number[], names: string[], victims: number[], isWritten: boolean,
 *   isMade: boolean, isSpared: boolean }} Memory
 */
/** @typedef {{ box: number, place: Place | null, from: number, to: number, written: number[] }} Wait */
/**
 * `isOfNote` is whether it is worth a word that gradients lie in it: if one is overwritten in a pass.
 * @typedef {{ boxes: number[], waits: Wait[], writes: number[], savers: Set<number>,
 *   isOfNote: boolean }} Held
 */

const MOST_ELEMENTS = 256; // of a tensor whose places are told one by one
const WAITING = ["waiting", "ready"];

/** @type {WeakMap<Story, Map<string, Held>>} by letter: all that ever holds a memory */
const known = new WeakMap();

/**
 * The memories that several hold at a step, or that it writes to in a pass, each with its letter, who holds it, the boxes of
 * tensors and gradients as they are shown, their names, and whether the step writes to it, makes one that holds it, or in a pass writes to another memory while
 * gradients wait in this one: those first that the step is about. A gradient that waits in a memory that was written to is a
 * victim until its node has run.
 * @param {Story} story @param {number} step
 * @returns {Memory[]}
 */
export function sharedMemories(story, step) {
  const found = [...all(story)].flatMap(([letter, held]) => describe(story, step, letter, held));
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Whether a step is about a memory. @param {Memory} memory */
export function isAtWork(memory) {
  return rank(memory) < 4;
}

/** @param {Memory} memory */
function rank({ isWritten, isMade, victims, isSpared }) {
  return [isWritten, isMade, victims.length > 0, isSpared, true].indexOf(true);
}

/** @param {Story} story @param {number} step @param {string} letter @param {Held} held @returns {Memory[]} */
function describe(story, step, letter, held) {
  const { kind, phase, box: at, to, memory } = story.steps[step];
  const tensors = held.boxes.filter((box) => isThere(story, box, step, held));
  const waits = held.waits.filter((wait) => wait.from <= step && step < wait.to);
  const isWritten = kind === "write" && held.writes.includes(step);
  const holders = [
    ...tensors.map((box) => asTensor(story, box, step)),
    ...waits.map((wait) => asGradient(story, wait, step)),
    ...[...held.savers].flatMap((box) => asSaved(story, box, step, letter)),
  ];
  const isOwn = isWritten && phase === "backward"; // one may compare it with what waits elsewhere
  if (holders.length < (isOwn ? 1 : 2)) return [];
  const others = holders.filter((one) => one.kind !== "saved");
  const boxes = [...new Set(others.map(({ box }) => story.shown[box]))].filter((box) => story.isSeen(box));
  const names = [...new Set(others.map(({ name }) => name))];
  const victims = holders.filter(({ sent }) => sent != null).map(({ box }) => box);
  const makes = kind === "op" && at != null && tensors.includes(at);
  const arrives = held.isOfNote && memory === letter && waits.some(({ box }) => box === to);
  const isMade = holders.length > 1 && (makes || arrives);
  const isSpared = kind === "write" && phase === "backward" && !isWritten && waits.length > 0;
  return [{ letter, holders, boxes, names, victims, isWritten, isMade, isSpared }];
}

/** @param {Story} story */
function all(story) {
  const found = known.get(story) ?? whole(story);
  known.set(story, found);
  return found;
}

/** @param {Story} story */
function whole(story) {
  /** @type {Map<string, Held>} */
  const found = new Map();
  const isOfNote = story.steps.some(({ kind, phase }) => kind === "write" && phase === "backward");
  const of = (/** @type {string} */ letter) => {
    const one = found.get(letter) ?? { boxes: [], waits: [], writes: [], savers: new Set(), isOfNote };
    found.set(letter, one);
    return one;
  };
  story.boxes.forEach(({ memory, copy_of: copied }, box) => {
    if (memory && copied == null) of(memory).boxes.push(box);
  });
  story.tracks.forEach(({ saved = [] }, box) => {
    for (const [, rows] of saved)
      for (const [, , tensor] of rows) {
        const letter = tensor == null ? undefined : story.boxes[tensor]?.memory;
        if (letter) of(letter).savers.add(box);
      }
  });
  /** @type {Map<number, Wait>} */
  const last = new Map();
  story.steps.forEach(({ kind, box, to, memory, place = null, victims = [] }, k) => {
    const letter = kind === "write" && box != null ? story.boxes[box].memory : undefined;
    if (letter) of(letter).writes.push(k);
    for (const victim of victims) last.get(victim)?.written.push(k);
    if (kind !== "arrive" || to == null) return;
    const before = last.get(to);
    if (before) before.to = Math.min(before.to, k); // a sum is a memory of its own
    if (!memory) return;
    const end = story.tracks[to].status?.find(([at, status]) => at > k && !WAITING.includes(status))?.[0];
    const wait = { box: to, place, from: k, to: end ?? Infinity, written: [] };
    last.set(to, wait);
    of(memory).waits.push(wait);
  });
  return found;
}

/**
 * Whether a tensor is there and in use. What a write to its memory did not tell of exists no more, as the temporary views of a layer.
 * @param {Story} story @param {number} box @param {number} step @param {Held} held
 */
function isThere(story, box, step, { writes }) {
  const { status } = story.at(box, step);
  if (status === "pending" || status === "superseded") return false;
  const [since] = story.entry(box, "version", step) ?? [0];
  return !writes.some((k) => {
    const { box: at, held = [] } = story.steps[k];
    return since < k && k <= step && at !== box && !held.includes(box);
  });
}

/** @param {Story} story @param {number} box @param {number} step @returns {Holder} */
function asTensor(story, box, step) {
  const { kind, box: at, card } = story.steps[step];
  const value = story.at(box, step).value ?? null;
  const before = step > 0 ? (story.at(box, step - 1).value ?? null) : null;
  return {
    kind: "tensor",
    box,
    name: story.boxes[box].title,
    value,
    was: kind === "write" && at === box ? (card?.was ?? null) : before,
    place: story.entry(box, "place", step)?.[1] ?? null,
    version: Number(story.entry(box, "version", step)?.[1] ?? 0),
    then: null,
    sent: null,
  };
}

/** @param {Story} story @param {Wait} wait @param {number} step @returns {Holder} */
function asGradient(story, { box, place, from, written }, step) {
  const of = (/** @type {number} */ k) => story.gradient(box, k).value ?? null;
  const since = written.find((k) => k <= step);
  return {
    kind: "gradient",
    box,
    name: `∇${story.boxes[box].title}`,
    value: of(step),
    was: from < step ? of(step - 1) : null,
    place,
    version: 0,
    then: null,
    sent: since === undefined ? null : of(since - 1),
  };
}

/** @param {Story} story @param {number} box @param {number} step @param {string} letter @returns {Holder[]} */
function asSaved(story, box, step, letter) {
  return story.saved(box, step).flatMap(([, , tensor, then, now, freed]) => {
    if (tensor == null || freed || story.boxes[tensor]?.memory !== letter) return [];
    const { fn, title } = story.boxes[box];
    return [
      {
        kind: "saved",
        box,
        name: fn ?? title,
        value: null,
        was: null,
        place: null,
        version: now ?? 0,
        then,
        sent: null,
      },
    ];
  });
}

/**
 * The elements of a memory that a holder looks at, by number, in the order of its own; null where that is all of it in order, or
 * where they are too many.
 * @param {Holder} holder @param {Story} story
 * @returns {number[] | null}
 */
export function elements({ value, place }, story) {
  if (value == null || place == null || count(story.values[value].shape) > MOST_ELEMENTS) return null;
  const [, offset, ...strides] = place;
  return story.values[value].shape.reduceRight(
    (found, length, axis) =>
      Array.from({ length }, (_, i) => found.map((one) => one + i * strides[axis])).flat(),
    [offset],
  );
}

/**
 * What is in a memory at a step, or was before it: its elements, undefined where no holder tells of one; null where it has more than
 * `most`, or holders that do not count its elements alike.
 * @param {Memory} memory @param {Story} story @param {number} most @param {boolean} before
 * @returns {{ dtype: string, items: (Item | undefined)[] } | null}
 */
export function contents({ holders }, story, most, before) {
  const shown = holders.filter(({ value }) => value != null);
  const lengths = new Set(shown.map((one) => lengthOf(one, story)));
  const [length] = lengths;
  if (lengths.size !== 1 || length > most) return null;
  /** @type {(Item | undefined)[]} */
  const items = Array.from({ length });
  let dtype = "";
  for (const one of shown) {
    const value = before ? one.was : one.value;
    if (value == null) continue;
    const { data, shape } = story.values[value];
    if (data.length !== count(shape)) continue;
    dtype = story.values[value].dtype;
    const places = elements(one, story);
    data.forEach((item, i) => {
      const at = places ? places[i] : i;
      if (at < length) items[at] = item;
    });
  }
  return { dtype, items };
}

/** @param {Holder} holder @param {Story} story */
function lengthOf({ value, place }, story) {
  return place ? place[0] : count(story.values[/** @type {number} */ (value)].shape);
}

/** @param {number[]} shape */
function count(shape) {
  return shape.reduce((product, length) => product * length, 1);
}

/** A letter as it follows a word. @param {string} letter */
export function lettered(letter) {
  return letter && ` ${letter}`;
}
