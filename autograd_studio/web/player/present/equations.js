// What a hall is shown of a step: the node at work, its equations in numbers, one sentence; without a document.
import { short, tuple, unravel } from "../model/cells.js";
import { at, groups, signOf, writtenOut } from "../model/operands.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Group, Operand } from "../model/shown.d.ts" */
/** @import { Expression, Value } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {"" | "gradient" | "result" | "awaited" | "lost" | "aside"} Role */
/**
 * @typedef {{ sign: string, label: string, cells: string[], role: Role }} Term of an equation: what stands before it, what it
 *   is, and its numbers, one below the other
 * @typedef {{ left?: Expression, terms: Term[], element: string }} Line an equation: what is computed if that has a name, its terms,
 *   and of which element it is where that is one of many
 * @typedef {{ title: string, fn: string, phase: string, lines: Line[], caption: string, error: string,
 *   box: number | null | undefined }} Told
 */

const MOST_LEAVES = 3;
const MOST = 3; // numbers that an operand shows; of more it is one element

/**
 * What is told of a step.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Told}
 */
export function told(story, step, words) {
  const { kind, phase, caption, say } = story.steps[step];
  const { box, found } = atWork(story, step, words);
  const { title = "", fn = "", kind: of = "" } = box == null ? {} : story.boxes[box];
  return {
    box,
    title,
    fn: of === "leaf" ? words.kinds.leaf : fn,
    phase: kind === "error" ? "error" : phase,
    lines: kind === "end" ? leaves(story, step) : found.map((group) => line(group, title)),
    caption: caption ?? say ?? "",
    error: kind === "error" && !found.length ? (story.error?.type ?? words.error) : "",
  };
}

/**
 * The groups of operands that a hall sees of a step, and the box that they are about: of a gradient on its way what is sent
 * now, until the last one arrives and all are added up.
 * @param {Story} story @param {number} step @param {Words} words
 */
function atWork(story, step, words) {
  const { kind, box, to } = story.steps[step];
  const all = groups(story, step, words).filter(({ isNote }) => !isNote);
  const now = all.filter(({ isNow }) => isNow);
  const isSent = all.some(({ link }) => link !== undefined);
  return { box: kind === "arrive" && !isSent ? to : box, found: now.length ? now : all };
}

/** What a pass has left in the leaves, of those that are small enough. @param {Story} story @param {number} step @returns {Line[]} */
function leaves(story, step) {
  const found = story.boxes.flatMap(({ kind, title, copy_of: copied }, i) => {
    const { state, value } = story.gradient(i, step);
    const grad =
      kind === "leaf" && copied == null && state === "kept" && value != null ? story.values[value] : null;
    return grad && isSmall(grad)
      ? [{ sign: "", name: `${title}.grad`, value: grad, look: /** @type {const} */ ("arrives") }]
      : [];
  });
  return found.length ? [{ terms: terms(found.slice(0, MOST_LEAVES), "", all), element: "" }] : [];
}

/** @param {Group} group @param {string} title @returns {Line} */
function line({ operands, left }, title) {
  const of = (/** @type {(value: Value | null) => string[]} */ cells) => terms(operands, title, cells);
  if (operands.every(({ value }) => !value || isSmall(value))) return { left, terms: of(all), element: "" };
  const { value } = operands[operands.length - 1];
  const index = value && !value.corner ? unravel(furthest(value), value.shape) : null;
  const text = index && writtenOut(operands, index);
  const parts = text && operands.some(({ sign }) => sign.startsWith("@")) ? text.split(" = ") : null;
  const isLong = parts && parts[0].split(" + ").length > MOST;
  if (!text || isLong) return { left, terms: of(shapeOrAll), element: "" };
  const element = `[${index.join(", ")}]`;
  if (parts) return { terms: product(parts, operands), element };
  return { terms: of((one) => numberAt(one, index)), element };
}

/** @param {Value} value */
const isSmall = ({ data, shape, corner }) => data.length <= MOST && shape.length < 2 && !corner;

/**
 * @param {Operand[]} operands @param {string} title what needs no label, since it stands above
 * @param {(value: Value | null) => string[]} cells
 * @returns {Term[]}
 */
function terms(operands, title, cells) {
  return operands.map((one) => ({
    sign: signOf(one.sign),
    label: isPlain(one) || one.name === title ? tell(one.label ?? "", { name: "" }).trim() : labelOf(one),
    cells: one.awaited ? ["?"] : one.value ? cells(one.value) : [one.text ?? one.name.replace("-", "−")],
    role: role(one),
  }));
}

/** @param {Operand} operand @returns {Role} */
function role({ look, awaited, value, text, name }) {
  if (awaited || look === "lost") return awaited ? "awaited" : "lost";
  if (look === "sent" || look === "result") return "result";
  if (look === "arrives") return "gradient";
  return !value && Number.isNaN(Number(text ?? name)) ? "aside" : "";
}

/** Whether nothing but a number stands for an operand. @param {Operand} operand */
const isPlain = ({ value, name, text, awaited }) => !value && !awaited && (text ?? name) === name;

/** @param {Operand} operand */
const labelOf = ({ label = "{name}", name }) => tell(label, { name });

/**
 * An element of a matrix product, "1·3 + 2·4" and "11".
 * @param {string[]} parts @param {Operand[]} operands
 * @returns {Term[]}
 */
function product([sum, result = sum], operands) {
  const [first] = operands;
  const last = operands[operands.length - 1];
  const names = operands
    .slice(0, -1)
    .map((one, i) => (i ? `${signOf(one.sign)} ${labelOf(one)}` : labelOf(one)));
  return [
    { sign: "", label: names.join(" "), cells: [sum], role: first.look === "arrives" ? "gradient" : "" },
    { sign: "=", label: labelOf(last), cells: [result], role: "result" },
  ];
}

/** @param {Value | null} value @param {number[]} index */
function numberAt(value, index) {
  const cell = value && at(value, index);
  return cell ? [short(cell.number, value.dtype)] : [];
}

/** @param {Value | null} value */
const all = (value) => value?.data.map((item) => short(item, value.dtype)) ?? [];

/** @param {Value | null} value */
const shapeOrAll = (value) => (value && value.data.length > MOST ? [tuple(value.shape)] : all(value));

/** Where the number is that is furthest from 0. @param {Value} value */
function furthest({ data }) {
  const sizes = data.map((item) => Math.abs(Number(item)) || 0);
  return Math.max(0, sizes.indexOf(Math.max(...sizes)));
}

/** How an element is named below an equation. @param {Line} line @param {Words} words */
export function elementText({ element }, words) {
  return element && tell(words.elementOf, { index: element });
}
