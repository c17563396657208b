// Questions about what a step will do, and what is wrong with an answer, from the numbers of the step; without a document.
import { unravel } from "../model/cells.js";
import { evaluated } from "../model/evaluate.js";
import { MARK } from "../model/story.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Ref, Value } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ box: number, name: string }} Choice */
/**
 * @typedef {{ kind: "arrive" | "accumulate" | "op", text: string, value: Value | null, box: number, cell?: number }
 *   | { kind: "shape", text: string, shape: number[], box: number, isGradient: boolean }
 *   | { kind: "run", text: string, choices: Choice[], box: number }
 *   | { kind: "printed", text: string, printed: string }} Question
 */

const ADDRESS = /\b0x[0-9a-f]+/i; // of memory, another one in each run: nobody can predict it
export const TOLERANCE = 0.01; // of a number, or of the largest one in its tensor where it is smaller than that
const MOST = 12; // numbers that one is asked to give; of more, one of them, or the shape where not all are there

/**
 * What can be asked about a step before it is shown; null where there is nothing, or, unless the step is `named`, nothing worth it.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Question | null}
 */
export function question(story, step, words, named = false) {
  const { kind, box, to } = story.steps[step];
  if (kind === "arrive" && box != null && to != null) {
    const value = arriving(story, step);
    const [title, from] = [story.boxes[to].title, story.boxes[box].title];
    const asks = (/** @type {string} */ place) =>
      tell(words.askArriving, { name: operand(title, place), from });
    const shape = tell(words.askGradShape, { name: title });
    if (story.boxes[box].kind !== "seed") return about(kind, value, to, asks, shape);
  }
  if (kind === "accumulate" && box != null) {
    const value = held(story, box, step);
    const asks = (/** @type {string} */ place) =>
      tell(words.askGrad, { name: `${story.boxes[box].title}.grad${place}` });
    if (!value?.corner) return about(kind, value, box, asks, "");
  }
  if (kind === "run" && box != null) {
    const choices = known(story, step, box, named);
    if (choices.length > 1) return { kind, text: words.askNode, choices, box };
  }
  if (kind === "op" && box != null && named) {
    const { value } = story.at(box, step);
    const { title } = story.boxes[box];
    const asks = (/** @type {string} */ place) => tell(words.askResult, { name: operand(title, place) });
    if (value != null)
      return about(kind, story.values[value], box, asks, tell(words.askShape, { name: title }));
  }
  const printed = story
    .printed(step)
    .flatMap(({ text, isNow }) => (isNow ? [text] : []))
    .join("")
    .replaceAll(MARK, "");
  return printed.trim() && !ADDRESS.test(printed)
    ? { kind: "printed", text: words.askPrinted, printed }
    : null;
}

/**
 * A question for a tensor: for all of its numbers, for the largest one, whose place `text` is given, or for its `shape`.
 * @param {"arrive" | "accumulate" | "op"} kind @param {Value | null} value @param {number} box
 * @param {(place: string) => string} text @param {string} shape
 * @returns {Question}
 */
function about(kind, value, box, text, shape) {
  if (value?.corner)
    return { kind: "shape", text: shape, shape: value.shape, box, isGradient: kind !== "op" };
  if (!value || value.data.length <= MOST) return { kind, text: text(""), value, box };
  const sizes = value.data.map((x) => Math.abs(Number(x)) || 0);
  const cell = sizes.indexOf(Math.max(...sizes));
  const one = { ...value, shape: [], data: [value.data[cell]] };
  return { kind, text: text(`[${unravel(cell, value.shape).join(", ")}]`), value: one, box, cell };
}

/** @param {string} title @param {string} place */
const operand = (title, place) =>
  place && !/^[\w.]+$/.test(title) ? `(${title})${place}` : `${title}${place}`;

/**
 * The steps that a step tells about: itself, and what the node that it runs sends.
 * @param {Story} story @param {number} step
 */
export function told(story, step) {
  const found = [step];
  const { kind, box } = story.steps[step];
  if (kind !== "run") return found;
  for (let k = step + 1; story.steps[k]?.kind === "arrive" && story.steps[k].box === box; k++) found.push(k);
  return found;
}

/**
 * Whether an answer is right, and else what is wrong with it.
 * @param {Story} story @param {number} step @param {Question} asked @param {string} given what was written, or the box chosen
 * @param {Words} words
 * @returns {{ right: boolean, said: string }}
 */
export function judged(story, step, asked, given, words) {
  if (asked.kind === "run") {
    const chosen = Number(given);
    return chosen === asked.box
      ? right(words)
      : { right: false, said: passedOver(story, step, chosen, words) };
  }
  if (asked.kind === "printed")
    return plain(given) === plain(asked.printed) ? right(words) : { right: false, said: words.notPrinted };
  if (asked.kind === "shape") {
    if (alike(numbers(given), asked.shape)) return right(words);
    const { title: name } = story.boxes[asked.box];
    return { right: false, said: tell(asked.isGradient ? words.notGradShape : words.notTheShape, { name }) };
  }
  const { value } = asked;
  if (/^\s*none\s*$/i.test(given)) return value ? { right: false, said: words.notNone } : right(words);
  const found = numbers(given);
  if (!value) return { right: false, said: words.isNone };
  const wanted = value.data.map(Number);
  const all = found.length === 1 ? wanted.map(() => found[0]) : found;
  const { title: name } = story.boxes[asked.box];
  if (all.length !== wanted.length) {
    const isUnsummed = asked.kind === "arrive" && alike(found, unsummed(story, step));
    const message = isUnsummed ? words.notSummed : words.howMany;
    return { right: false, said: tell(message, { name, count: wanted.length, given: found.length }) };
  }
  if (alike(all, wanted)) return right(words);
  const said = mistake(story, step, asked, all, words);
  const otherwise = { op: words.notTheResult, accumulate: words.notHeld, arrive: words.notYet }[asked.kind];
  return { right: false, said: said ?? tell(otherwise, { name }) };
}

/**
 * What is wrong with an answer to a question of somebody else's about a step, if its right answer is that of a question of ours; else null.
 * @param {Story} story @param {number} step @param {string} wanted @param {string} given @param {Words} words
 */
export function diagnosis(story, step, wanted, given, words) {
  for (const one of told(story, step)) {
    const asked = question(story, one, words, true);
    if (!asked || asked.kind === "run" || !judged(story, one, asked, wanted, words).right) continue;
    return judged(story, one, asked, given, words).said;
  }
  return null;
}

/**
 * What happens in a step that was asked about. Of a node no more than that it runs: what it sends may be asked next.
 * @param {Story} story @param {number} step @param {Question} asked @param {Words} words
 */
export function answer(story, step, asked, words) {
  const { box } = story.steps[step];
  if (asked.kind === "printed") return tell(words.itPrints, { printed: asked.printed.trim() });
  return asked.kind === "run" && box != null
    ? tell(words.itRuns, { name: story.boxes[box].title, fn: story.boxes[box].fn ?? "" })
    : (story.steps[step].caption ?? story.steps[step].say ?? "");
}

/** @param {Words} words */
const right = (words) => ({ right: true, said: words.right });

/** @param {string} text */
const plain = (text) => text.trim().replace(/\s+/g, " ");

/** The numbers in a text that somebody typed. @param {string} text */
export function numbers(text) {
  const found = text.match(/[-−+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|nan|inf)/gi) ?? [];
  return found.map((one) => Number(one.replace("−", "-").replace(/inf/i, "Infinity").replace(/nan/i, "NaN")));
}

/** Whether numbers are those that are wanted, as closely as they are shown. @param {number[]} given @param {number[]} wanted */
export function alike(given, wanted) {
  const most = Math.max(0, ...wanted.filter(Number.isFinite).map(Math.abs));
  const close = (/** @type {number} */ a, /** @type {number} */ b) =>
    Object.is(a, b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(b), most * TOLERANCE);
  return given.length === wanted.length && given.every((one, i) => close(one, wanted[i]));
}

/**
 * What travels in a step.
 * @param {Story} story @param {number} step
 * @returns {Value | null}
 */
function arriving(story, step) {
  const { to } = story.steps[step];
  const sum = story.sums(/** @type {number} */ (to), step).at(-1);
  const index = sum?.[0] === step ? sum[2] : story.gradient(/** @type {number} */ (to), step).value;
  return index == null ? null : story.values[index];
}

/**
 * What is in a leaf's `.grad` at a step.
 * @param {Story} story @param {number} box @param {number} step
 * @returns {Value | null}
 */
function held(story, box, step) {
  const { state, value } = story.gradient(box, step);
  return state === "kept" && value != null ? story.values[value] : null;
}

/**
 * What is in a leaf's `.grad` before a step, in which a gradient on its way to it is shown already.
 * @param {Story} story @param {number} box @param {number} step
 * @returns {Value | null}
 */
function heldBefore(story, box, step) {
  const entries = story.tracks[story.originals[box]].grad ?? [];
  const last = entries.filter(([k, state]) => k < step && ["kept", "none"].includes(state)).at(-1);
  return last?.[1] === "kept" && last[3] != null ? story.values[last[3]] : null;
}

/**
 * The nodes that may be thought to run in a step: those that wait or are ready before it, or `all` that have not run.
 * @param {Story} story @param {number} step @param {number} running @param {boolean} all
 * @returns {Choice[]}
 */
function known(story, step, running, all) {
  return story.boxes.flatMap(({ title, fn, copy_of: copied, opens }, box) => {
    if (copied != null || opens != null || !fn || !step) return [];
    const { status } = story.at(box, step - 1);
    const isLikely = ["ready", "waiting", ...(all ? ["done"] : [])].includes(status);
    return box === running || isLikely ? [{ box, name: `${title} (${fn})` }] : [];
  });
}

/**
 * Why another node does not run in a step.
 * @param {Story} story @param {number} step @param {number} box @param {Words} words
 */
function passedOver(story, step, box, words) {
  const name = story.boxes[box]?.title ?? "";
  const { status, grad } = story.at(box, step - 1);
  if (status === "waiting")
    return tell(words.stillWaits, { name, arrived: grad.arrived ?? 0, expected: grad.expected ?? 1 });
  return tell(status === "ready" ? words.alsoReady : words.notReached, { name });
}

/**
 * The usual mistake that numbers come from, in words.
 * @param {Story} story @param {number} step @param {Question} asked @param {number[]} given @param {Words} words
 */
function mistake(story, step, asked, given, words) {
  const { value, box, cell } = /** @type {{ value: Value, box: number, cell?: number }} */ (asked);
  const is = (/** @type {Value | null | undefined} */ other) => {
    const data = other?.data.map(Number) ?? [];
    return other && alike(given, cell === undefined || data.length <= cell ? data : [data[cell]]);
  };
  const name = story.boxes[box].title;
  if (asked.kind === "accumulate") {
    const before = heldBefore(story, box, step);
    const after = /** @type {Value} */ (held(story, box, step));
    const now = before && evaluated(["-", indexOf(story, after), indexOf(story, before)], story.values);
    if (before && is(now)) return tell(words.onlyNow, { name });
    if (is(before)) return tell(words.onlyBefore, { name });
    const pass = story.stretch(step).pass;
    const parts = story.sums(box, step).filter(([k]) => k >= pass);
    if (parts.some(([, , part]) => part != null && is(story.values[part])))
      return tell(words.onlyOne, { name, count: parts.length });
  }
  if (asked.kind === "arrive") {
    const found = fromNode(story, step, is, words);
    if (found) return found;
  }
  if (
    alike(
      given,
      value.data.map((x) => -Number(x)),
    )
  )
    return words.wrongSign;
  const [rows, columns] = value.shape;
  const turned = value.data.map((_, i) => Number(value.data[(i % rows) * columns + Math.floor(i / rows)]));
  if (value.shape.length === 2 && alike(given, turned)) return words.turnedRound;
  return null;
}

/**
 * What is wrong with what a node is said to send: a factor that was left out, or a sum in place of a part.
 * @param {Story} story @param {number} step @param {(value: Value | null | undefined) => unknown} is @param {Words} words
 */
function fromNode(story, step, is, words) {
  const { box, to } = story.steps[step];
  const from = story.boxes[/** @type {number} */ (box)].title;
  const sum = story.sums(/** @type {number} */ (to), step).at(-1);
  if (sum?.[0] === step && sum[4] != null && is(story.values[sum[4]])) return words.wholeSum;
  const { arrived, factors } = sent(story, step);
  if (arrived != null && is(story.values[arrived])) return tell(words.noSlope, { from });
  const slopes = factors.map(([, , ref]) => (ref == null ? null : evaluated(ref, story.values)));
  return slopes.some(is) ? tell(words.noUpstream, { from }) : null;
}

/**
 * What had arrived at the node that sends a gradient in a step, if it is one, and the factors that it multiplies this with.
 * @param {Story} story @param {number} step
 */
function sent(story, step) {
  const { box, links } = story.steps[step];
  let k = step - 1;
  while (k >= 0 && !(story.steps[k].kind === "run" && story.steps[k].box === box)) k--;
  const { card } = story.steps[k] ?? {};
  const arrived = card?.arrives?.length === 1 ? card.arrives[0] : null;
  return { arrived, factors: card?.sends?.find(({ link }) => link === links?.[0])?.factors ?? [] };
}

/**
 * The numbers that a node adds up over the copies of what was broadcast; none where it adds up nothing.
 * @param {Story} story @param {number} step
 * @returns {number[]}
 */
function unsummed(story, step) {
  const { arrived, factors } = sent(story, step);
  const [last, ...before] = factors.toReversed();
  if (
    arrived == null ||
    last?.[0] !== "sum" ||
    before.some(([sign, , ref]) => !"*/".includes(sign) || ref == null)
  )
    return [];
  /** @type {Ref} */
  let product = arrived;
  for (const [sign, , ref] of before.toReversed()) product = [sign, product, /** @type {Ref} */ (ref)];
  return evaluated(product, story.values)?.data.map(Number) ?? [];
}

/** @param {Story} story @param {Value} value */
const indexOf = (story, value) => story.values.indexOf(value);
