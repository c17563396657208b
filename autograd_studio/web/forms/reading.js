// Forms as text of a link, the same that forms.py makes and reads. Links come from anybody.
import { BrokenLink } from "../shell/links.js";
import { say } from "../words/words.js";

/** @import { Attempt, CustomOp, Expression, Input, Pair, Programs } from "../runner/types.d.ts" */

/**
 * Reads a cell of a form; `undefined` stands for one that is not there.
 * @template T @typedef {(value: unknown, cell: string) => T} Read
 */
/** @template T @typedef {{ [Name in keyof T]: Read<T[Name]> }} Kind what reads each cell of a form */

const MOST_TEXT = 1 << 16; // characters of a program
const MOST_CODE = 20_000; // of a part of one
const MOST_CELL = 4000; // of an expression
const MOST_NAME = 200;
export const MOST_INPUTS = 20;
export const MOST_CALLS = 10;

/** @type {Kind<Input>} */
const INPUT = { name: text(MOST_NAME), value: text(MOST_CELL), requires_grad: flag(true) };

/** @type {Kind<Expression>} */
export const EXPRESSION = {
  inputs: rows(MOST_INPUTS, INPUT),
  expression: text(MOST_CELL),
  gradient: text(MOST_CELL, ""),
  calls: count(1, MOST_CALLS, 1),
  retain_graph: flag(false),
};

/** @type {Kind<CustomOp>} */
export const CUSTOM_OP = {
  name: text(MOST_NAME),
  forward: text(MOST_CODE),
  backward: text(MOST_CODE),
  use: text(MOST_CODE),
};

/** @type {Kind<Pair>} */
export const PAIR = {
  program: text(MOST_TEXT),
  output: text(1000),
  input: text(1000),
  line: count(0, MOST_TEXT, 0),
};

/** @type {Kind<Attempt>} */
export const ATTEMPT = { program: text(MOST_TEXT), output: text(MOST_NAME), backward: text(MOST_CODE) };

/** @type {Kind<Programs>} */
export const PROGRAMS = { left: text(MOST_TEXT), right: text(MOST_TEXT), on_torch: flag(false) };

/** The documentation's example that has puzzled its readers for years, as in outline/forms.py. @type {Expression} */
export const EXAMPLE = {
  inputs: [
    { name: "a", value: "[1.0, 2.0, 3.0]", requires_grad: true },
    { name: "b", value: "[3.0, 4.0, 5.0]", requires_grad: true },
    { name: "c", value: "[6.0, 7.0, 8.0]", requires_grad: true },
  ],
  expression: "3*a + 2*b*b + torch.log(c)",
  gradient: "[0.1, 1.0, 0.0001]",
  calls: 1,
  retain_graph: false,
};

/** A form that is none. */
class NoForm extends Error {}

/**
 * Return the form that a link's text holds.
 * @template T @param {Kind<T>} kind @param {string} given
 * @returns {T}
 * @throws {BrokenLink} it is none of this kind, or too large
 */
export function formOf(kind, given) {
  try {
    return read(kind, JSON.parse(given), "");
  } catch (error) {
    throw error instanceof BrokenLink ? error : new BrokenLink(say("forms.link.no_form"));
  }
}

/** @template T @param {Kind<T>} kind @param {unknown} value @param {string} place stands before the names of its cells @returns {T} */
function read(kind, value, place) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new NoForm();
  if (Object.keys(value).some((name) => !Object.hasOwn(kind, name))) throw new NoForm();
  const cells = /** @type {Record<string, unknown>} */ (value);
  const entries = Object.entries(kind).map(([name, of]) => [
    name,
    /** @type {Read<unknown>} */ (of)(
      Object.hasOwn(cells, name) ? cells[name] : undefined,
      place + name.replaceAll("_", " "),
    ),
  ]);
  return Object.fromEntries(entries);
}

/** @param {number} most @param {string} [standard] where it is missing @returns {Read<string>} */
function text(most, standard) {
  return (value = standard, cell = "") => {
    if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw new NoForm();
    if (value.length > most && [...value].length > most) throw tooLarge(cell);
    return value;
  };
}

/** @param {boolean} standard @returns {Read<boolean>} */
function flag(standard) {
  return (value = standard) => {
    if (typeof value !== "boolean") throw new NoForm();
    return value;
  };
}

/** @param {number} least @param {number} most @param {number} standard @returns {Read<number>} */
function count(least, most, standard) {
  return (value = standard, cell = "") => {
    if (!Number.isInteger(value)) throw new NoForm();
    if (Number(value) < least || Number(value) > most) throw tooLarge(cell);
    return Number(value);
  };
}

/** @template T @param {number} most @param {Kind<T>} kind @returns {Read<T[]>} */
function rows(most, kind) {
  return (value, cell = "") => {
    if (!Array.isArray(value)) throw new NoForm();
    if (value.length > most) throw tooLarge(cell);
    return value.map((row, index) => read(kind, row, `row ${index + 1}, `));
  };
}

/** @param {string} cell */
function tooLarge(cell) {
  return new BrokenLink(say("forms.link.too_large", { cell }));
}
