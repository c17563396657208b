// Numbers that go on from chapter to chapter, to be drawn as curves.
import { latest } from "./story.js";

/** @import { Story } from "./story.js" */
/** @import { Chapter, Graph, Item, Payload, Value } from "./types.d.ts" */

/**
 * What a curve can show: of the boxes with a title the value or the gradient, one element of it or, without one, its norm.
 * @typedef {{ name: string, title: string, row: "value" | "grad", element?: number }} Choice
 */

const STEEP = 10; // times as large as the middle one is the largest number from which on a curve is logarithmic
const MOST_ELEMENTS = 6; // of a tensor whose elements are offered one by one

/**
 * What can be drawn of a graph: parameters and their gradients, and whatever else is one number.
 * @param {Story} story @param {Graph} graph @param {number} step
 * @returns {Choice[]}
 */
export function choices(story, graph, step) {
  /** @type {Map<string, Choice>} */
  const found = new Map();
  const add = (/** @type {Choice} */ choice) => found.has(choice.name) || found.set(choice.name, choice);
  for (let box = graph.boxes[0]; box < graph.boxes[1]; box++) {
    const { kind, title, recorded, copy_of: original } = story.boxes[box];
    const { value: ref } = story.at(box, step);
    if (original != null || !recorded || kind === "seed" || ref == null) continue;
    const { shape, data, corner } = story.values[ref];
    if (!shape.length) add({ name: title, title, row: "value" });
    if (kind !== "leaf") continue;
    if (!shape.length) add({ name: `∇${title}`, title, row: "grad" });
    else {
      add({ name: `‖${title}‖`, title, row: "value" });
      add({ name: `‖∇${title}‖`, title, row: "grad" });
    }
    if (shape.length === 1 && !corner && data.length <= MOST_ELEMENTS)
      data.forEach((_, element) => add({ name: `${title}[${element}]`, title, row: "value", element }));
  }
  return [...found.values()];
}

/**
 * The points of a curve, [chapter, number], where a chapter has them.
 * @param {Story} story @param {Payload} payload @param {Choice} choice
 * @returns {[chapter: number, item: Item][]}
 */
export function series(story, payload, { title, row, element }) {
  const boxes = payload.graphs.map(({ boxes: [first, end] }) => {
    for (let box = first; box < end; box++)
      if (story.boxes[box].title === title && story.boxes[box].copy_of == null) return box;
    return null;
  });
  return payload.chapters.flatMap((chapter, number) => {
    const box = boxes[chapter.graph];
    const ref =
      box === null || !chapter.turns
        ? null
        : row === "value"
          ? value(story, box, chapter)
          : grad(story, box, chapter);
    return ref == null ? [] : [[number, measure(story.values[ref], element)]];
  });
}

/**
 * Whether numbers are drawn by their logarithms: where most of them would lie on the ground. One that comes near 0 between
 * large ones is no reason: what it would hide is how large those are.
 * @param {number[]} numbers
 */
export function isSteep(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[0] > 0 && sorted[sorted.length - 1] / sorted[Math.floor(sorted.length / 2)] >= STEEP;
}

/** @param {Story} story @param {number} box @param {Chapter} chapter */
function value(story, box, { to }) {
  return story.at(box, to).value;
}

/**
 * The last gradient in a chapter, also if it was cleared before its end.
 * @param {Story} story @param {number} box @param {Chapter} chapter
 */
function grad(story, box, { from, to }) {
  for (let step = to; step >= from;) {
    const entry = latest(story.tracks[box].grad ?? [], step);
    if (!entry) return null;
    if (entry[3] != null) return entry[3];
    step = entry[0] - 1;
  }
  return null;
}

/** @param {Value} value @param {number} [element] @returns {Item} */
function measure({ data, stats }, element) {
  if (element !== undefined) return data[element];
  if (data.length === 1 && !stats) return data[0];
  if (stats) return stats.nan || stats.inf ? "NaN" : stats.norm;
  const norm = Math.sqrt(data.reduce((/** @type {number} */ sum, item) => sum + Number(item) ** 2, 0));
  return Number.isFinite(norm) ? norm : "NaN";
}
