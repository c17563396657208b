// A tensor's value as rows of cells, ready to be laid out as tables.
/** @import { Cell } from "./shown.d.ts" */
/** @import { Item, Value } from "./types.d.ts" */

const ROWS = 24,
  COLUMNS = 24,
  PLANES = 8;

/**
 * The two-dimensional slices of a value: [{index, rows: [[{text, full, index, number}]]}], at most a handful of them.
 *
 * `index` are the leading indices of a slice; a scalar and a vector are one slice of one row. `more` tells that there
 * is more than what is given.
 * @param {Value} value
 * @returns {{ planes: { index: number[], rows: Cell[][] }[], more: boolean }}
 */
export function planes(value) {
  const shown = value.corner ?? value.shape;
  const columns = shown.length > 0 ? shown[shown.length - 1] : 1;
  const rows = shown.length > 1 ? shown[shown.length - 2] : 1;
  const lead = shown.slice(0, -2);
  const count = lead.reduce((a, b) => a * b, 1);
  if (!value.data.length) return { planes: [], more: false };
  const kept = Math.min(count, PLANES);
  const more = value.corner != null || kept < count || rows > ROWS || columns > COLUMNS;
  const found = Array.from({ length: kept }, (_, plane) => {
    const index = unravel(plane, lead);
    const row = (/** @type {number} */ r) =>
      Array.from({ length: Math.min(columns, COLUMNS) }, (_, c) => {
        const place = shown.length > 1 ? [...index, r, c] : shown.length === 1 ? [c] : [];
        return cell(value.data[(plane * rows + r) * columns + c], value.dtype, place);
      });
    return { index, rows: Array.from({ length: Math.min(rows, ROWS) }, (_, r) => row(r)) };
  });
  return { planes: found, more };
}

/**
 * An element as a cell shows it.
 * @param {Item} item @param {string} dtype @param {number[]} index
 */
export function cell(item, dtype, index) {
  const number = Number(item);
  return { text: short(item, dtype), full: full(item, dtype), index, number };
}

/**
 * The indices of an element by its place in memory.
 * @param {number} flat @param {number[]} shape
 */
export function unravel(flat, shape) {
  const index = [];
  let rest = flat;
  for (let i = shape.length - 1; i >= 0; i--) {
    index.unshift(rest % shape[i]);
    rest = Math.floor(rest / shape[i]);
  }
  return index;
}

/**
 * A number as a cell shows it: so many significant digits, Python's words for the rest; a zero has no sign. Boxes are measured
 * for what `number_text` of why/numbers.py writes, which is the same but for the sign.
 * @param {Item} item @param {string} dtype @param {number} [digits] in a box one of `metrics.digits`
 * @returns {string}
 */
export function short(item, dtype, digits = 4) {
  if (item === 0) return "0"; // of either sign
  return word(item) ?? (whole(item, dtype) ? full(item, dtype) : rounded(Number(item), digits));
}

/** @param {number} number @param {number} digits */
function rounded(number, digits) {
  const size = Math.abs(Number(number.toExponential(digits - 1)));
  if (size >= 10 ** digits && Math.abs(number) < 1e6) return signed(number.toFixed());
  const isPlain = size >= 1e-4 && size < 10 ** digits;
  return signed(
    trim(isPlain ? number.toPrecision(digits) : number.toExponential(digits - 1)).replace("+", ""),
  );
}

/**
 * A number with all of its digits.
 * @param {Item} item @param {string} dtype
 * @returns {string}
 */
export function full(item, dtype) {
  if (dtype === "bool") return item ? "True" : "False";
  return word(item) ?? (Object.is(item, -0) ? "−0" : signed(String(item)));
}

const WORDS = new Map([
  ["NaN", "nan"],
  ["Infinity", "inf"],
  ["-Infinity", "−inf"],
]);

/** @param {Item} item */
function word(item) {
  return WORDS.get(String(item));
}

/** @param {Item} item @param {string} dtype */
function whole(item, dtype) {
  return !dtype.startsWith("float") || (Number.isInteger(item) && Math.abs(Number(item)) < 1e6);
}

/** @param {string} text */
function trim(text) {
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}

/** A text with the sign of minus that is as wide as that of plus. @param {string} text */
export function signed(text) {
  return text.replace(/-/g, "−");
}

/**
 * A shape as Python writes it.
 * @param {number[]} shape
 */
export function tuple(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/**
 * A scalar or a short vector as a line of text, null for anything larger.
 * @param {Value} value
 */
export function brief({ dtype, shape, data }) {
  if (shape.length > 1 || data.length > 4) return null;
  const texts = data.map((item) => short(item, dtype));
  return shape.length ? `[${texts.join(", ")}]` : texts[0];
}

/**
 * How strongly to shade a number among others, 0 to 1; the largest magnitude `most` is 1.
 * @param {number} number @param {number} most
 */
export function shade(number, most) {
  if (!Number.isFinite(number) || !(most > 0)) return 0;
  return Math.abs(number) / most;
}

/**
 * The largest finite magnitude of a value's elements.
 * @param {Value} value
 * @returns {number}
 */
export function largest(value) {
  return value.data.reduce((/** @type {number} */ most, item) => {
    const size = Math.abs(Number(item));
    return Number.isFinite(size) ? Math.max(most, size) : most;
  }, 0);
}
