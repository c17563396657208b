// What a nudge moves and what the gradients promised, as numbers. Nudged is a run as the server tells it (docs/payload.md).
/** @import { Handle, Nudged, Reason, Value } from "../model/types.d.ts" */

const ROUNDING = { float64: 1e-14, float32: 4e-7, float16: 4e-3, bfloat16: 3e-2 };
const CLOSE = 1e-3; // of the larger one, that moved and promised may differ without a word

/**
 * The element of a value at a row-major index, undefined where only a corner is known and it lies outside.
 * @param {Value} value @param {number} flat
 * @returns {number | undefined}
 */
export function element({ shape, corner, data }, flat) {
  if (!corner) return number(data[flat]);
  let [rest, at, stride] = [flat, 0, 1];
  for (let i = shape.length - 1; i >= 0; i--) {
    const index = rest % shape[i];
    const kept = i < shape.length - corner.length ? 1 : corner[i - shape.length + corner.length];
    if (index >= kept) return undefined;
    at += index * stride;
    stride *= kept;
    rest = Math.floor(rest / shape[i]);
  }
  return number(data[at]);
}

/** @param {unknown} item */
function number(item) {
  return item === undefined ? undefined : Number(item);
}

/**
 * L of a pass, the sum of seed · y over its roots; null where that is not known.
 * @param {Nudged} told @param {number} pass @param {Nudged} seeds the run whose seeds count
 */
export function total(told, pass, seeds = told) {
  let sum = 0;
  const { roots } = told.passes[pass];
  for (const [i, [y]] of roots.entries()) {
    const seed = seeds.passes[pass].roots[i][1];
    if (y == null || seed == null) return null;
    const [left, right] = [told.values[y], seeds.values[seed]];
    if (left.corner || right.corner) return null;
    for (const [k, item] of left.data.entries()) sum += Number(item) * Number(right.data[k]);
  }
  return sum;
}

/**
 * The pass whose L a nudge is told by, at a step of the Trace's `begins`: the last one that has begun and that the number
 * counts for, else the first; of those that brought it a gradient or begin with it, if there are any. Null if there is none.
 * @param {Nudged} told @param {Handle} handle @param {number} begun how many passes have begun
 */
export function passOf({ passes }, handle, begun) {
  const counts = (/** @type {number} */ pass) =>
    passes[pass].roots.some(([, , creation]) => isSeed(handle, creation));
  const reached = handle.passes.filter(([pass, gain]) => gain != null || counts(pass));
  const all = reached.length ? reached : handle.passes;
  return (all.findLast(([pass]) => pass < begun) ?? all[0])?.[0] ?? null;
}

/**
 * How much L changes for each 1 that an element changes, as the run's gradients say; null where they say nothing.
 * @param {Nudged} told @param {Handle} handle @param {number} pass @param {number} index
 */
export function slope(told, handle, pass, index) {
  const found = [];
  const gain = handle.passes.find(([one]) => one === pass)?.[1];
  if (gain != null) found.push(element(told.values[gain], index));
  for (const [y, , creation] of told.passes[pass].roots)
    if (y != null && isSeed(handle, creation)) found.push(element(told.values[y], index));
  return found.length && !found.includes(undefined)
    ? found.reduce((/** @type {number} */ sum, one) => sum + Number(one), 0)
    : null;
}

/** @param {Handle} handle @param {number | null} creation */
function isSeed(handle, creation) {
  return handle.seed !== undefined || (creation !== null && creation === handle.creation);
}

/**
 * What came of a nudge: how far L `moved`, what was `promised` (null where nothing was, or the gradient is not finite), and whether that was "kept", or L
 * "bends" as the slopes at both ends explain, or "jumps" as they do not.
 * @param {Nudged} base @param {Nudged} now @param {number} at the number of the handle @param {number} pass @param {number} index
 */
export function outcome(base, now, at, pass, index) {
  const [before, after] = [base.handles[at], now.handles[at]];
  const seeded = base.passes[pass].roots.some(([, , creation]) => isSeed(before, creation));
  const [was, is] = [total(base, pass), total(now, pass, seeded ? now : base)];
  const delta =
    (element(now.values[after.value], index) ?? NaN) - (element(base.values[before.value], index) ?? NaN);
  const [from, to] = [slope(base, before, pass, index), slope(now, after, pass, index)];
  const moved = was === null || is === null ? null : is - was;
  const promised = from === null || !Number.isFinite(from) ? null : from * delta;
  /** @type {"kept" | "bends" | "jumps" | null} */
  let verdict = null;
  if (moved !== null && promised !== null && to !== null) {
    const noise = rounding(now, pass) * Math.max(Math.abs(was ?? 0), Math.abs(is ?? 0));
    verdict = judge(moved, promised, to * delta, noise);
  }
  return { total: is, moved, delta, promised, from, to, verdict };
}

/**
 * Whether a movement is the one that was promised, or lies between what the slopes at both ends promise.
 * @param {number} moved @param {number} promised @param {number} after @param {number} noise
 */
export function judge(moved, promised, after, noise) {
  const slack = CLOSE * Math.max(Math.abs(moved), Math.abs(promised)) + noise;
  if (Math.abs(moved - promised) <= slack) return "kept";
  const [low, high] = [Math.min(promised, after), Math.max(promised, after)];
  return low - slack <= moved && moved <= high + slack ? "bends" : "jumps";
}

/**
 * What there is in a program that explains why L does not move as a leaf's gradient promised: a finding that the gradient is
 * "wrong", with its `line`, a "hook" in the pass, a custom "function", a "cut" on the way to L; else L itself "turns".
 * @param {{ steps: { kind: string }[], boxes: { kind: string }[], reasons?: Reason[] }} payload
 * @param {number} box @param {number} pass
 * @returns {{ cause: "wrong" | "hook" | "function" | "cut" | "turns", line?: number | null }}
 */
export function surprise({ steps, boxes, reasons = [] }, box, pass) {
  const wrong = reasons.find((reason) => reason.what === "wrong" && reason.box === box);
  if (wrong) return { cause: "wrong", line: wrong.line };
  let begun = -1;
  for (const { kind } of steps) {
    if (kind === "backward") begun++;
    if (kind === "hook" && begun === pass) return { cause: "hook" };
  }
  if (boxes.some(({ kind }) => kind === "function")) return { cause: "function" };
  return { cause: reasons.some(({ what }) => what === "cut") ? "cut" : "turns" };
}

/** @param {Nudged} told @param {number} pass */
function rounding(told, pass) {
  const [y] = told.passes[pass].roots[0] ?? [];
  const dtype = y == null ? "float32" : told.values[y].dtype;
  return /** @type {Record<string, number>} */ (ROUNDING)[dtype] ?? ROUNDING.float32;
}

/**
 * A gradient as a central difference finds it, from runs with the element a little smaller and larger: `nudged`, the one of
 * the program, and whether they "agree", lie at a "kink" that the slopes on both sides show, "differ", or are "infinite" or NaN.
 * @param {Nudged} base @param {Nudged} down @param {Nudged} up @param {number} at @param {number} pass @param {number} index
 */
export function compared(base, down, up, at, pass, index) {
  const [left, right] = [outcome(base, down, at, pass, index), outcome(base, up, at, pass, index)];
  if (left.moved === null || right.moved === null || right.from === null) return null;
  const nudged = (right.moved - left.moved) / (right.delta - left.delta);
  const noise = (2 * rounding(base, pass) * Math.abs(right.total ?? 0)) / Math.abs(right.delta - left.delta);
  const slack = 0.01 * Math.max(Math.abs(nudged), Math.abs(right.from)) + noise + 1e-7;
  const near = (/** @type {number} */ a, /** @type {number | null} */ b) =>
    b !== null && Math.abs(a - b) <= slack;
  const gap = Math.abs(Number(right.to) - Number(left.to));
  const isTurn =
    gap > slack && gap > 10 * noise && [left, right].every((side) => isStraight(side, gap / 10 + noise));
  /** @type {"agree" | "kink" | "differ" | "infinite"} */
  let verdict = "differ";
  if (!Number.isFinite(nudged) || !Number.isFinite(right.from)) verdict = "infinite";
  else if (isTurn)
    verdict = "kink"; // also where the mean of both sides happens to be the gradient, as of |x| at 0
  else if (near(nudged, right.from)) verdict = "agree";
  else if (
    near(left.moved / left.delta, left.to) &&
    near(right.moved / right.delta, right.to) &&
    !near(Number(left.to), right.to)
  )
    verdict = "kink";
  const isSharp = noise <= 0.01 * Math.abs(right.from); // whether rounding leaves the difference its meaning
  return { nudged, gradient: right.from, verdict, isSharp, sides: [left.to, right.to] };
}

/**
 * Whether L moved as the slope at the far end says: on a curve it moves half as far from that as the slopes of both ends differ.
 * @param {{ moved: number | null, delta: number, to: number | null }} side @param {number} slack
 */
function isStraight({ moved, delta, to }, slack) {
  return moved !== null && to !== null && Math.abs(moved / delta - to) <= slack;
}

/**
 * How far one key press, or one pixel, takes a number: a round part of its size.
 * @param {number} x @param {string} dtype
 */
export function unit(x, dtype) {
  if (!dtype.startsWith("float") && !dtype.startsWith("bfloat")) return 1;
  const size = Math.abs(x);
  return 10 ** (Math.floor(Math.log10(Number.isFinite(size) && size > 0.1 ? size : 0.1)) - 2);
}

/**
 * A number without the digits that adding up left behind.
 * @param {number} x @param {number} step
 */
export function rounded(x, step) {
  return Number((Math.round(x / step) * step).toFixed(Math.max(0, Math.ceil(-Math.log10(step)))));
}

/**
 * The index of an element as a program writes it: "[1, 0]", nothing for a scalar.
 * @param {number} flat @param {number[]} shape
 */
export function place(flat, shape) {
  const found = [];
  let rest = flat;
  for (let i = shape.length - 1; i >= 0; i--) {
    found.unshift(rest % shape[i]);
    rest = Math.floor(rest / shape[i]);
  }
  return shape.length ? `[${found.join(", ")}]` : "";
}
