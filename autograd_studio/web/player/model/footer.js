// What a box shows as numbers: those of its value, and the gradient that its footer collects.

import { brief, short, signed } from "./cells.js";
import { latest } from "./story.js";

/** @import { Story } from "./story.js" */
/** @import { Box, Cells, GradEntry, State } from "./types.d.ts" */

/**
 * @typedef {{ state: State | "", arrived: number, expected: number, texts: string[], rows: number, isSum: boolean, isOdd: boolean }} Footer
 *   `arrived` of `expected` parts are there; `texts` are the numbers of the first of its `rows`, one for each cell, or the parts
 *   of a sum that is not complete; `isOdd` tells that one of them is NaN or infinite.
 */

const MOST_PARTS = 4; // of a sum that is written out
const BETWEEN = 8; // px between the name of a gradient and its number
const NAME = /^[A-Za-z_][\w.]*(\[\d+\])*$/; // of which ".grad" can be written

/**
 * The numbers of a box, or of its gradient, at a place of `values`: one for each of its cells, else the text for all of them.
 * @param {Story} story @param {string} text @param {number | null} value @param {Cells} [cells]
 */
export function numbers(story, text, value, cells) {
  if (!text) return [];
  const { data, dtype } = story.values[value ?? -1] ?? { data: [], dtype: "" };
  const count = cells ? cells[0] * cells[1] : 0;
  if (count < 2 || data.length !== count) return [signed(text)];
  return data.map((item) => short(item, dtype, story.metrics.digits[1]));
}

/** Whether a number is none that one can go on with. @param {string} text */
export function isOdd(text) {
  return /\b(nan|inf)\b/.test(text);
}

/**
 * The footer of a box at a step.
 * @param {Story} story @param {number} box @param {number} step
 * @returns {Footer}
 */
export function footer(story, box, step) {
  const { cells } = story.boxes[box];
  const { state, text, value, arrived = 0 } = story.gradient(box, step);
  const expected = parts(story.tracks[story.originals[box]].grad ?? [], step);
  const isThere = state === "complete" || state === "kept" || state === "passed";
  const sum = state === "pending" && isScalar(cells) ? written(story, box, step, arrived) : null;
  return {
    state,
    arrived: isThere ? expected : arrived,
    expected,
    texts: sum ?? numbers(story, text, value, cells).slice(0, cells?.[1]),
    rows: cells?.[0] ?? 1,
    isSum: Boolean(sum) || text.includes(" + "),
    isOdd: isOdd(text),
  };
}

/** What a gradient is called in a footer: as a program can write it, where it can. @param {Pick<Box, "kind" | "title">} box */
export function label({ kind, title }) {
  return kind === "leaf" && NAME.test(title) ? `${title}.grad` : "grad";
}

/** @param {Cells | undefined} cells */
function isScalar(cells) {
  return cells?.[0] === 1 && cells[1] === 1;
}

/**
 * The parts of a scalar gradient that have arrived, as text; null if the box has no room for them.
 * @param {Story} story @param {number} box @param {number} step @param {number} arrived
 */
function written(story, box, step, arrived) {
  if (arrived > MOST_PARTS) return null;
  const found = story.sums(story.originals[box], step).slice(-arrived);
  const texts = found.map(([, , value]) => (value === null ? null : brief(story.values[value])));
  if (texts.length < arrived || texts.some((text) => text === null)) return null;
  const text = texts.map((one, i) => (i && one?.startsWith("−") ? `(${one})` : one)).join(" + ");
  const { metrics, boxes } = story;
  const room = boxes[box].w - 2 * metrics.pad[0] - label(boxes[box]).length * metrics.small - BETWEEN;
  return text.length * metrics.column <= room ? [text] : null;
}

/**
 * How many parts the gradient has in the pass of a step, or in the next one.
 * @param {GradEntry[]} entries @param {number} step
 */
export function parts(entries, step) {
  const at = entries.indexOf(/** @type {GradEntry} */ (latest(entries, step)));
  const isBegun = at >= 0 && !["", "none"].includes(entries[at][1]);
  for (let k = Math.max(at, 0); k >= 0 && k < entries.length; k += isBegun ? -1 : 1) {
    const [, state, , , , expected = 1] = entries[k];
    if (state === "pending") return expected;
    if (!isBegun && state === "complete") return 1;
    if (isBegun && (state === "none" || (k < at && state === "kept"))) return 1;
  }
  return 1;
}
