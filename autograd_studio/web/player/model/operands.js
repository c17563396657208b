// What a step computes as operands: signs, names and tensors, without a document.
import { full, planes } from "./cells.js";
import { evaluated } from "./evaluate.js";
import { tell } from "../base/words.js";

/** @import { Story } from "./story.js" */
/** @import { Cell, Operand } from "./shown.d.ts" */
/** @import { Ref, Rows, Value } from "./types.d.ts" */

const SIGNS = { "*": "×", "/": "÷", "-": "−", "+": "+", "@": "@", "**": "^" };
export const ROWS = 6;
const COLUMNS = 8;
const CLOSE = 1e-4; // what a sum or product written out may differ from the engine's, which rounds at every step
const MOST_TERMS = 6;

/**
 * A tensor as a few rows of cells, `most` of them; `part` is whether there is more of it.
 * @param {Value} value
 */
export function corner(value, most = ROWS) {
  const { planes: found, more } = planes(value);
  const rows = (found[0]?.rows ?? []).slice(0, most).map((row) => row.slice(0, COLUMNS));
  const all = found[0]?.rows ?? [];
  const part = more || found.length > 1 || all.length > most || (all[0]?.length ?? 0) > COLUMNS;
  return { rows, part };
}

/**
 * The groups of operands of a step, one for each result: [{operands, result}].
 * @param {Story} story @param {number} step
 * @param {typeof import("../base/words.js").WORDS} words
 * @returns {{ operands: Operand[], note?: string }[]}
 */
export function groups(story, step, words) {
  const { kind, card, box, to } = story.steps[step];
  const of = (/** @type {Ref | null | undefined} */ ref) =>
    ref == null ? null : evaluated(ref, story.values);
  if (kind === "create" || kind === "backward") return itself(story, step);
  if (kind === "arrive" && to != null) return [arrival(story, step, words)];
  if (kind === "accumulate") return accumulation(story, step, words);
  if (kind === "grad") {
    const name = `${story.boxes[/** @type {number} */ (box)]?.title}.grad`;
    const [was, now] = [operand("", words.gradBefore, of(card?.was)), operand("→", name, of(card?.gives))];
    return [{ operands: [was, now].map((one) => (one.value ? one : { ...one, text: "None" })) }];
  }
  if (!card) return [];
  const tangents = (card.tangents ?? []).map(([sign, name, ref]) => operand(sign, name, of(ref)));
  const pushed = tangents.length ? [{ operands: tangents }] : [];
  if (card.of) {
    const operands = card.of.map(([sign, name, ref, turned]) => operand(sign, name, of(ref), turned));
    if (card.adds_product) operands[0].added = true;
    const found = [...operands, operand("=", words.result, of(card.gives))];
    const isCall = card.of[0]?.[0] !== "";
    if (isCall && card.was != null && card.gives != null)
      found.push(operand("Δ", words.change, of(["-", card.gives, card.was])));
    return [{ operands: found }, ...pushed];
  }
  if (pushed.length) return pushed;
  return (card.sends ?? []).map(({ link, value, factors }) => {
    const name = story.boxes[story.links[link].from].title;
    const first = operand("", words.arrives, of(card.arrives?.length === 1 ? card.arrives[0] : null));
    const middle = (factors ?? []).map(([sign, text, ref, turned]) => operand(sign, text, of(ref), turned));
    const sent = operand("=", tell(words.sentTo, { name }), of(value));
    if (!factors)
      return { operands: [first, { ...operand("→", words.worksOut, null) }, { ...sent, sign: "→" }] };
    return { operands: [first, ...middle, sent] };
  });
}

/**
 * What there is from now on: a tensor that was made or met, or a seed.
 * @param {Story} story @param {number} step
 */
function itself(story, step) {
  const { box } = story.steps[step];
  const value = box == null ? null : story.at(box, step).value;
  return value == null ? [] : [{ operands: [operand("", story.boxes[box ?? 0].title, story.values[value])] }];
}

/**
 * @param {string} sign @param {string} name @param {Value | null} value @param {string} [turned]
 * @returns {Operand}
 */
function operand(sign, name, value, turned) {
  return { sign, name, value: value && turned ? transposed(value) : value };
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
 * The contributions that have arrived, who is still awaited, and the sum so far.
 * @param {Story} story @param {number} step
 * @param {typeof import("../base/words.js").WORDS} words
 */
function arrival(story, step, words) {
  const { to, links } = story.steps[step];
  const box = /** @type {number} */ (to);
  const of = (/** @type {number | null} */ ref) => (ref == null ? null : story.values[ref]);
  const pass = story.stretch(step).pass;
  const sums = story.sums(box, step).filter(([k]) => k >= pass);
  const grad = story.gradient(box, step);
  if (!sums.length) {
    const value = of(grad.value);
    const from = links?.length ? story.boxes[story.links[links[0]].to].title : words.seed;
    return { operands: [operand("", tell(words.sentBy, { name: from }), value)] };
  }
  const name = (/** @type {number | null} */ link) =>
    link == null ? words.seed : story.boxes[story.links[link].to].title;
  const arrived = sums.map(([, link, value], i) =>
    operand(i ? "+" : "", tell(words.sentBy, { name: name(link) }), of(value)),
  );
  const missing = grad.state === "pending" ? (grad.expected ?? 0) - (grad.arrived ?? 0) : 0;
  const open = story.awaited(box, step);
  const names = open.length === missing ? open : Array.from({ length: missing }, () => "");
  const awaited = names.map((text) => ({
    ...operand("+", text ? tell(words.awaitedFrom, { name: text }) : words.awaited, null),
    awaited: true,
  }));
  const sum = operand("=", missing ? words.sumSoFar : words.sum, of(sums[sums.length - 1][4]));
  return { operands: [...arrived, ...awaited, sum] };
}

/**
 * @param {Story} story @param {number} step
 * @param {typeof import("../base/words.js").WORDS} words
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
  const old =
    before?.[1] === "kept" && before[3] != null ? [operand("", words.gradBefore, of(before[3]))] : [];
  return [
    {
      operands: [
        ...old,
        operand(old.length ? "+" : "", words.arrives, of(came[3])),
        operand("=", `${story.boxes[box].title}.grad`, of(now[3])),
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
function at(value, index) {
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
