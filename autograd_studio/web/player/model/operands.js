// What a step computes as operands: signs, names and tensors, without a document.
import { full, planes } from "./cells.js";
import { evaluated } from "./evaluate.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "./story.js" */
/** @import { Cell, Group, Operand } from "./shown.d.ts" */
/** @import { Expression, Factor, Ref, Rows, Value } from "./types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

const SIGNS = { "*": "×", "/": "÷", "-": "−", "+": "+", "@": "@", "**": "^" };
const RELATIONS = new Set(["<", ">", "<=", ">=", "==", "!="]);
const CLOSE = 1e-4; // what a sum or product written out may differ from the engine's, which rounds at every step
const MOST_TERMS = 6;

/**
 * The corner of a tensor that there is room for, and how many rows, columns and matrices of it are left out.
 * @param {Value} value @param {{ rows: number, columns: number }} most
 */
export function corner(value, most) {
  const [columns = 1, rows = 1] = value.shape.slice().reverse();
  const matrices = value.shape.slice(0, -2).reduce((product, length) => product * length, 1);
  const found = (planes(value).planes[0]?.rows ?? []).slice(0, most.rows);
  const cells = found.map((row) => row.slice(0, most.columns));
  const left = {
    rows: rows - cells.length,
    columns: columns - (cells[0]?.length ?? 0),
    matrices: matrices - 1,
  };
  return { rows: cells, left };
}

/**
 * What a step computes, as groups of operands with the result last: one for each receiver of a gradient, else one.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
export function groups(story, step, words) {
  const { kind, card } = story.steps[step];
  if (kind === "backward") return seeds(story, step);
  if (kind === "arrive") return arrival(story, step, words);
  if (kind === "accumulate") return accumulation(story, step, words);
  if (kind === "error" || kind === "end") return lacking(story, step, words);
  if (!card) return [];
  if (kind === "grad") return clearing(story, step, words);
  if (card.of) return [...operation(story, step, words), ...pushed(story, step)];
  return card.sends ? sends(story, step, words) : pushed(story, step);
}

/** @param {Story} story @returns {(ref: Ref | string | null | undefined) => Value | null} what is a text is a number */
const reading = (story) => (ref) => {
  if (ref == null) return null;
  return typeof ref === "string"
    ? { dtype: "float64", shape: [], data: [Number(ref)] }
    : evaluated(ref, story.values);
};

/**
 * What a node sends, one group for each receiver: what arrives, times the slope, is what is sent.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
export function sends(story, step, words) {
  const { card } = story.steps[step];
  const of = reading(story);
  const arrives = of(card?.arrives?.length === 1 ? card.arrives[0] : null);
  return (card?.sends ?? []).map(({ link, value, factors }, i) => {
    const first = operand("", "", arrives, { label: words.arrives, look: "arrives", slot: `arrives-${i}` });
    const middle = factors ? slope(factors, of, words, i) : [];
    const to = story.boxes[story.links[link].from].title;
    const sent = operand(factors ? "=" : "→", to, of(value), {
      label: words.sentTo,
      look: "sent",
      slot: `sent-${i}`,
    });
    return { link, operands: [first, ...middle, sent] };
  });
}

/**
 * What a gradient is combined with; a single factor is the slope itself, and without any the slope is 1.
 * @param {Factor[]} factors @param {ReturnType<typeof reading>} of @param {Words} words @param {number} row
 */
function slope(factors, of, words, row) {
  const slot = (/** @type {number} */ k) => (k ? `slope-${row}-${k}` : `slope-${row}`);
  if (!factors.length)
    return [operand("*", "1", null, { label: words.slopeIs, look: "slope", slot: slot(0) })];
  return factors.map(([sign, name, ref, turned], k) => {
    const label = sign === "sum" ? words.summedTo : sign === "*" && factors.length === 1 ? words.slopeIs : "";
    return operand(sign, name, of(ref), { turned, label, look: "slope", slot: slot(k) });
  });
}

/**
 * An operation: its operands, its result, and of a write to a tensor what has changed.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
function operation(story, step, words) {
  const { card, box, kind } = story.steps[step];
  if (!card?.of) return [];
  const of = reading(story);
  const operands = card.of
    .flatMap(compared)
    .map(([sign, name, ref, turned], i) =>
      operand(sign, name, of(ref), { turned, look: "input", slot: `input-${i}` }),
    );
  if (card.adds_product) operands[0].added = true;
  const title = box == null ? "" : story.boxes[box].title;
  const label = kind === "write" ? words.newValue : "";
  const result = operand("=", title, of(card.gives), { label, look: "result", slot: "result" });
  const isCall = card.of[0]?.[0] !== "";
  const change =
    isCall && card.was != null && card.gives != null
      ? [operand("Δ", "", of(["-", card.gives, card.was]), { label: words.change })]
      : [];
  return [{ operands: [...operands, result, ...change] }];
}

/** A comparison as its two sides: what comes of it is the result. @param {Factor} factor @returns {Factor[]} */
function compared(factor) {
  const [sign, name, ref] = factor;
  const [relation, left, right] = Array.isArray(ref) ? ref : [];
  const names = name.split(` ${relation} `);
  if (sign || names.length !== 2 || !RELATIONS.has(String(relation))) return [factor];
  const side = (/** @type {Ref | string | undefined} */ one) =>
    typeof one === "string" ? null : (one ?? null);
  return [
    ["", names[0], side(left)],
    [String(relation), names[1], side(right)],
  ];
}

/**
 * In forward mode: the tangents of the operands and of the results.
 * @param {Story} story @param {number} step
 * @returns {Group[]}
 */
function pushed(story, step) {
  const tangents = story.steps[step].card?.tangents ?? [];
  const of = reading(story);
  return tangents.length
    ? [{ operands: tangents.map(([sign, name, ref]) => operand(sign, name, of(ref))) }]
    : [];
}

/**
 * What a backward pass starts with: ∂y/∂y = 1, or of a vector what it is weighted with.
 * @param {Story} story @param {number} step
 * @returns {Group[]}
 */
function seeds(story, step) {
  const { box, to } = story.steps[step];
  const value = box == null ? null : story.at(box, step).value;
  if (value == null || to == null) return [];
  const { title } = story.boxes[to];
  const left = /** @type {Expression} */ (["/", `∂${rootOf(story, step)}`, wrt(title)]);
  return [{ left, operands: [operand("", title, story.values[value], { look: "sent", slot: "result" })] }];
}

/**
 * The name of what a backward pass differentiates: what it starts at, or "L", a sum of that.
 * @param {Story} story @param {number} step
 */
export function rootOf(story, step) {
  const { to, box } = story.steps[story.stretch(step).pass] ?? {};
  if (to == null || box == null) return "L";
  const seed = story.at(box, step).value;
  const isOne = seed != null && story.values[seed].data.length === 1 && story.values[seed].data[0] === 1;
  return isOne ? story.boxes[to].title : "L";
}

/** The denominator of a derivative by what has a name. @param {string} name */
export const wrt = (name) => (/^[\p{L}\p{N}_.]+$/u.test(name) ? `∂${name}` : `∂(${name})`);

/**
 * @param {string} sign @param {string} name @param {Value | null} value
 * @param {Partial<Operand> & { turned?: string }} [more]
 * @returns {Operand}
 */
function operand(sign, name, value, { turned, ...more } = {}) {
  return { sign, name, value: value && turned ? transposed(value) : value, ...more };
}

/** @param {Value} value @returns {Value} */
function transposed(value) {
  if (value.shape.length !== 2 || value.corner) return value;
  const [rows, columns] = value.shape;
  const data = Array.from(
    { length: rows * columns },
    (_, i) => value.data[(i % rows) * columns + Math.floor(i / rows)],
  );
  return { ...value, shape: [columns, rows], data };
}

/**
 * A gradient on its way: while others are awaited, what its sender sends and the sum so far; with the last of several, the sum.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
function arrival(story, step, words) {
  const { to, box, links } = story.steps[step];
  if (to == null) return [];
  const sum = summing(story, to, step, words);
  const isDone = sum && !sum.operands.some(({ awaited }) => awaited);
  if (isDone) return [sum];
  const ran = box == null ? -1 : ranBefore(story, box, step);
  if (ran < 0) return sum ? [sum] : seeds(story, story.stretch(step).pass);
  const sent = sends(story, ran, words).map((group) => ({ ...group, isNow: group.link === links?.[0] }));
  return sum ? [...sent, { ...sum, isNote: true }] : sent;
}

/**
 * The step at which a node ran that sends now.
 * @param {Story} story @param {number} box @param {number} step
 */
export function ranBefore(story, box, step) {
  const { pass } = story.stretch(step);
  for (let k = step; k >= pass; k--)
    if (story.steps[k].kind === "run" && story.steps[k].box === box) return k;
  return -1;
}

/**
 * The contributions that a box has got in this pass, who is still awaited, and their sum; null where there is but one.
 * @param {Story} story @param {number} box @param {number} step @param {Words} words
 * @returns {Group | null}
 */
function summing(story, box, step, words) {
  const of = reading(story);
  const { pass } = story.stretch(step);
  const sums = story.sums(box, step).filter(([k]) => k >= pass);
  const grad = story.gradient(box, step);
  const count = grad.state === "pending" ? (grad.expected ?? 0) - (grad.arrived ?? 0) : 0;
  if (sums.length + count < 2) return null;
  const name = (/** @type {number | null} */ link) =>
    link == null ? words.seed : story.boxes[story.links[link].to].title;
  const parts = sums.map(([, link, value], i) =>
    operand(i ? "+" : "", name(link), of(value), { label: words.sentBy, look: "arrives", slot: `part-${i}` }),
  );
  const open = story.awaited(box, step);
  const isOne = count === 1 && open.length === 1;
  const label = isOne ? words.awaitedFrom : tell(words.awaitedMore, { count });
  const awaited = operand("+", isOne ? open[0] : "", null, { label, awaited: true });
  const { title } = story.boxes[box];
  const total = sums.at(-1)?.[4];
  const sum = operand("=", title, of(total), { label: words.sum, look: "sent", slot: "result" });
  const isSum = parts.length > 1;
  return { title, operands: [...parts, ...(count ? [awaited] : []), ...(isSum ? [sum] : [])] };
}

/**
 * What is added to a `.grad`: all that has arrived, or what there was and what comes.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
function accumulation(story, step, words) {
  const { box } = story.steps[step];
  if (box == null) return [];
  const entries = (story.tracks[box].grad ?? []).filter(([k]) => k <= step);
  const [now, came] = [entries[entries.length - 1], entries[entries.length - 2]];
  if (now?.[1] !== "kept" || now[3] == null || came?.[3] == null) return [];
  const before = entries
    .slice(0, -1)
    .reverse()
    .find(([, state]) => state === "kept" || state === "none");
  const of = (/** @type {number} */ ref) => story.values[ref];
  const total = operand("=", `${story.boxes[box].title}.grad`, of(now[3]), { look: "sent", slot: "result" });
  if (before?.[1] === "kept" && before[3] != null) {
    const old = operand("", "", of(before[3]), { label: words.gradBefore, look: "arrives", slot: "part-0" });
    const added = operand("+", "", of(came[3]), { label: words.arrives, look: "arrives", slot: "part-1" });
    return [{ operands: [old, added, total] }];
  }
  const sum = summing(story, box, step, words);
  if (sum) return [{ operands: [...sum.operands.filter(({ slot }) => slot !== "result"), total] }];
  return [
    {
      operands: [
        operand("", "", of(came[3]), { label: words.arrives, look: "arrives", slot: "part-0" }),
        { ...total, sign: "→" },
      ],
    },
  ];
}

/**
 * A `.grad` that the program clears or sets: what it was and what it is.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
function clearing(story, step, words) {
  const { card, box } = story.steps[step];
  const of = reading(story);
  const name = box == null ? ".grad" : `${story.boxes[box].title}.grad`;
  const was = operand("", "", of(card?.was), { label: words.gradBefore, look: "arrives", slot: "input-0" });
  const now = operand("→", name, of(card?.gives), { look: "result", slot: "result" });
  return [{ operands: [was, now].map((one) => (one.value ? one : { ...one, text: "None" })) }];
}

/**
 * A node that cannot run: what arrives, and the saved tensor that is gone or was changed.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Group[]}
 */
function lacking(story, step, words) {
  const { box } = story.steps[step];
  if (box == null) return [];
  const lost = story.saved(box, step).find(([, , , then, now, isFreed]) => isFreed || then !== now);
  const { value, state } = story.gradient(box, step);
  if (!lost || value == null || state !== "complete") return [];
  const [, name, , , , freed] = lost;
  const label = freed ? words.isFreed : words.isChanged;
  const arrives = { label: words.arrives, look: "arrives", slot: "arrives-0" };
  const gone = { label, look: "lost", text: `${name} ?`, slot: "slope-0" };
  return [
    {
      operands: [
        operand("", "", story.values[value], /** @type {Partial<Operand>} */ (arrives)),
        operand("×", name, null, /** @type {Partial<Operand>} */ (gone)),
      ],
    },
  ];
}

/**
 * What is said of the row of an element; undefined where it belongs to none.
 * @param {Rows} rows @param {number[]} index
 */
export function ofRow({ said, texts, axes }, index) {
  const row = axes.reduce((sum, [axis, size, stride]) => sum + Math.floor(index[axis] / size) * stride, 0);
  return texts[row] === undefined ? undefined : `${said} ${texts[row]}`.trim();
}

/**
 * A cell of the result written out, "4 × 2 = 8"; empty where the numbers at hand do not give it.
 * @param {Operand[]} operands @param {number[]} index
 */
export function writtenOut(operands, index) {
  const result = operands[operands.length - 1];
  if (result.sign !== "=" || !result.value || operands.some(({ awaited }) => awaited)) return "";
  const cell = index.length === result.value.shape.length && at(result.value, index);
  if (!cell) return "";
  const product = operands.length > 2 && operands.length < 5 && matmul(operands, index);
  const parts = product || elementwise(operands.slice(0, -1), index);
  if (!parts || Math.abs(parts.number - cell.number) > CLOSE * Math.max(1e-30, Math.abs(cell.number)))
    return "";
  return parts.text === cell.text ? cell.text : `${parts.text} = ${cell.text}`;
}

/** @param {Operand[]} operands @param {number[]} index */
function elementwise(operands, index) {
  let number = NaN;
  /** @type {string[]} */
  const texts = [];
  for (const { sign, name, value } of operands) {
    const plain = Number(name);
    const cell = value
      ? at(value, index)
      : name === "" || Number.isNaN(plain)
        ? null
        : { text: name.replace("-", "−"), number: plain };
    if (sign === "-" && !cell && Number.isFinite(number)) {
      number = -number;
      texts.unshift("−");
    } else if (!cell) return null;
    else {
      if (!texts.length && sign === "") number = cell.number;
      else if (sign === "*") number *= cell.number;
      else if (sign === "/") number /= cell.number;
      else if (sign === "+") number += cell.number;
      else if (sign === "-") number = texts.length ? number - cell.number : -cell.number;
      else if (sign === "**") {
        number **= cell.number;
        texts[0] = held(texts[0]);
      } else return null;
      texts.push(sign ? `${signOf(sign)} ${held(cell.text)}` : cell.text);
    }
  }
  return texts.length ? { text: texts.join(" "), number } : null;
}

/**
 * A row times a column, and what the product is added to.
 * @param {Operand[]} operands @param {number[]} index
 */
function matmul(operands, index) {
  const added = operands[0].added ? operands[0].value : null;
  const [first, second] = operands.slice(added ? 1 : 0);
  const isProduct = added || second.sign.startsWith("@");
  const [left, right] = second.sign === "@<" ? [second.value, first.value] : [first.value, second.value];
  if (!isProduct || !left || !right || left.corner || right.corner) return null;
  const deep = left.shape[left.shape.length - 1];
  const rest = [...index];
  const column = right.shape.length > 1 ? rest.splice(-1) : [];
  const row = left.shape.length > 1 ? rest.splice(-1) : [];
  const terms = Array.from({ length: deep }, (_, k) => [
    at(left, [...rest, ...row, k]),
    at(right, [...rest, k, ...column]),
  ]);
  const start = added ? at(added, index) : null;
  if (!deep || terms.some(([a, b]) => !a || !b) || (added && !start)) return null;
  const pairs = /** @type {Cell[][]} */ (terms);
  const texts = pairs.map(([a, b], k) => `${k ? held(a.text) : a.text}·${held(b.text)}`);
  const shown = deep > MOST_TERMS ? [...texts.slice(0, MOST_TERMS - 1), "…", texts[deep - 1]] : texts;
  return {
    text: [...(start ? [start.text] : []), ...shown].join(" + "),
    number: pairs.reduce((sum, [a, b]) => sum + a.number * b.number, start?.number ?? 0),
  };
}

/**
 * A number as it stands behind a sign or below an exponent.
 * @param {string} text
 */
function held(text) {
  return text.startsWith("−") ? `(${text})` : text;
}

/**
 * The cell of a tensor that is used for an index of the result, as broadcasting has it.
 * @param {Value} value @param {number[]} index
 */
export function at(value, index) {
  const { shape, data, dtype } = value;
  if (value.corner || shape.length > index.length) return null;
  let flat = 0;
  for (let axis = 0; axis < shape.length; axis++) {
    const place = index[index.length - shape.length + axis];
    if (shape[axis] !== 1 && place >= shape[axis]) return null;
    flat = flat * shape[axis] + (shape[axis] === 1 ? 0 : place);
  }
  const item = data[flat];
  const number = Number(item);
  const text = Number.isFinite(number) ? String(Number(number.toPrecision(6))) : full(item, dtype);
  return { text: text.replace("-", "−"), number };
}

/** @param {string} sign */
export function signOf(sign) {
  return SIGNS[/** @type {keyof typeof SIGNS} */ (sign)] ?? (sign === "@<" ? "@" : sign);
}
