// How large the gradients of a chapter are.
import { short } from "./cells.js";

/** @import { Story } from "./story.js" */
/** @import { Item, Value } from "./types.d.ts" */

/**
 * The size of a gradient: norm and largest magnitude of its finite elements, how many elements are 0, and how many there are;
 * `odd` is "NaN" or "Infinity" where an element is.
 * @typedef {{ norm: number, largest: number, zeros: number, elements: number, odd: Item | null }} Measure
 */

/** The powers of ten between which sizes are told apart. */
export const DECADES = { least: -6, most: 2 };

/** @param {Value} value @returns {Measure} */
export function measured({ shape, data, stats }) {
  const elements = shape.reduce((product, length) => product * length, 1);
  if (stats) {
    const { min = 0, max = 0, norm = 0, zeros = 0, nan, inf } = stats;
    const largest = Math.max(Math.abs(Number(min)), Math.abs(Number(max)));
    return {
      norm: Number(norm),
      largest,
      zeros: Number(zeros),
      elements,
      odd: nan ? "NaN" : inf ? "Infinity" : null,
    };
  }
  const numbers = data.map(Number);
  const finite = numbers.filter(Number.isFinite);
  const infinite = numbers.some((number) => !Number.isFinite(number)) ? "Infinity" : null;
  return {
    norm: Math.hypot(...finite),
    largest: Math.max(0, ...finite.map(Math.abs)),
    zeros: finite.filter((number) => number === 0).length,
    elements,
    odd: numbers.some(Number.isNaN) ? "NaN" : infinite,
  };
}

/**
 * What arrived last between two steps at each box of a graph, and along each link that is drawn. Of links drawn as one
 * the largest counts; a closed cluster has the gradient that passes through it.
 * @param {Story} story @param {[from: number, to: number]} steps
 * @returns {{ boxes: Map<number, Measure>, links: Map<number, Measure> }}
 */
export function measures(story, [from, to]) {
  const boxes = new Map();
  const links = new Map();
  story.boxes.forEach((_, i) => {
    const measure = story.isSeen(i) && !story.isTab[i] && arrived(story, i, [from, to]);
    if (measure) boxes.set(i, measure);
  });
  story.alike.forEach((all, i) => {
    const sent = all.flatMap((link) => {
      const value = story.sent(link, [from, to]);
      return value == null ? [] : [measured(story.values[value])];
    });
    const largest = sent.sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (largest) links.set(i, largest);
  });
  return { boxes, links };
}

const ARRIVED = new Set(["complete", "passed"]);

/**
 * What arrived last at a box between two steps.
 * @param {Story} story @param {number} box @param {[from: number, to: number]} steps
 */
export function arrived(story, box, [from, to]) {
  const entries = story.tracks[story.originals[box]].grad ?? [];
  const last = entries.filter(([k, state]) => from <= k && k <= to && ARRIVED.has(state)).at(-1);
  return last?.[3] == null ? undefined : measured(story.values[last[3]]);
}

/** @param {Pick<Measure, "norm" | "odd">} measure */
function sizeOf({ norm, odd }) {
  return odd ? Infinity : norm;
}

/**
 * Where a size is between the least and the most, 0 to 1, by its power of ten.
 * @param {Pick<Measure, "norm" | "odd">} measure
 */
export function level(measure) {
  const { least, most } = DECADES;
  const power = Math.log10(sizeOf(measure));
  return Math.max(0, Math.min(1, (power - least) / (most - least)));
}

/**
 * "odd" for what is not finite, "zero" for a gradient of zeros alone, "some" for all others.
 * @param {Pick<Measure, "norm" | "odd">} measure
 */
export function look({ norm, odd }) {
  return odd ? "odd" : norm === 0 ? "zero" : "some";
}

/**
 * A norm as text, NaN or an infinity in its place.
 * @param {Pick<Measure, "norm" | "odd">} measure
 */
export function normText({ norm, odd }) {
  return odd ? short(odd, "float32") : rounded(norm);
}

/**
 * A size in two digits, as a power of ten where it is very small or large.
 * @param {number} size
 */
export function rounded(size) {
  const isUsual = size === 0 || (size >= 1e-3 && size < 1e5);
  const text = isUsual ? String(Number(size.toPrecision(2))) : size.toExponential(1);
  return text.replace(".0e", "e").replace("-", "−");
}

/**
 * The share of zeros as text.
 * @param {Measure} measure
 */
export function zerosText({ zeros, elements }) {
  const share = elements ? (100 * zeros) / elements : 0;
  return `${share > 0 && share < 1 ? "<1" : Math.floor(share)} %`;
}
