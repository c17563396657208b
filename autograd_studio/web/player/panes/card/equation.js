// What a step computes, typeset: numbers as equations, vectors as tables, matrices side by side.
import { corner, signOf } from "../../model/operands.js";
import { largest, short, tuple } from "../../model/cells.js";
import { html } from "../../base/dom.js";
import { tell } from "../../base/phrases.js";
import { dots } from "../../model/names.js";
import { expression } from "./formula.js";
import { square } from "./grid.js";

/** @import { Group, Operand } from "../../model/shown.d.ts" */
/** @import { Value } from "../../model/types.d.ts" */
/** @typedef {typeof import("../../base/phrases.js").WORDS} Words */

const MOST_GROUPS = 4; // receivers of a gradient that are shown
const COMMON = { columns: 7, letters: 18 }; // numbers and signs that have room on a phone
const COLUMNS = 6; // of a vector that is shown whole
const CUT = { alone: 4, among: 3 }; // of one that is not, as the card is to be small
const ALONE = { rows: 4, columns: 6 }; // of a matrix in the only equation
const AMONG = { rows: 2, columns: 3 };

/**
 * The groups of a step as elements, each with its place in the list in `data-group`.
 * @param {Group[]} groups @param {Words} words
 */
export function equations(groups, words) {
  const now = groups.filter(({ isNow }) => isNow);
  const shown = now.length && groups.some(isMatrices) ? now : groups.slice(0, MOST_GROUPS);
  const more = groups.slice(MOST_GROUPS).length;
  return [
    shown.every(isNumbers) && shown.length ? lines(shown, words) : each(shown, words),
    more ? html("p.note", tell(words.moreReceivers, { count: more })) : "",
  ];
}

/** Whether each operand is a single number. @param {Group} group */
export function isNumbers({ operands }) {
  return operands.every(({ value }) => !value || (value.data.length === 1 && !value.corner));
}

/** Whether each operand is at most a row of numbers. @param {Group} group */
const isRows = ({ operands }) => operands.every(({ value }) => !value || depth(value) < 2);

/** Whether it takes a matrix to show a group. @param {Group} group */
export const isMatrices = (group) => !isRows(group);

/** @param {Value} value */
const depth = ({ shape }) => (shape.length === 2 && shape[0] === 1 ? 1 : shape.length);

// ---- numbers

/**
 * Equations one below the other, their numbers in columns, what they are above these.
 * @param {Group[]} groups @param {Words} words
 */
function lines(groups, words) {
  const longest = groups.reduce((most, one) => (one.operands.length > most.operands.length ? one : most));
  const columns = longest.operands.flatMap((one) => (shownSign(one) ? ["sign", "number"] : ["number"]));
  const isSent = groups.some(({ link, operands }) => link !== undefined || operands.some(isAside));
  const heading = longest.operands.flatMap((one, j) => [
    ...(shownSign(one) ? [html("span")] : []),
    html(
      "span.label",
      ...title(
        groups.length > 1 ? shared(groups, j, words) : isSent ? { ...one, label: heads(one, words) } : one,
      ),
    ),
  ]);
  const rows = groups.map((group, i) => line(group, i, isSent));
  const left = groups[0].left;
  const wide = columns.length + (isSent ? 1 : 0);
  const grid = html(
    "div",
    {
      class: classes("numbers", (wide > COMMON.columns || longestOf(rows) > COMMON.letters) && "many"),
      style: `grid-template-columns:repeat(${wide}, auto)`,
    },
    ...heading,
    ...(isSent ? [html("span")] : []),
    ...rows.flat(),
  );
  return left ? html("div.derived", expression(left), html("i", "="), grid) : grid;
}

/** How many letters the longest of several rows has. @param {Element[][]} rows */
const longestOf = (rows) =>
  Math.max(...rows.map((row) => row.reduce((sum, { textContent }) => sum + textContent.length, 0)));

/** What stands above a column of several equations: what its numbers have in common. @param {Group[]} groups @param {number} j @param {Words} words @returns {Operand} */
function shared(groups, j, words) {
  const [first, ...others] = groups.flatMap(({ operands }) => operands[j] ?? []);
  const isOne = others.every(({ name }) => name === first.name);
  return { ...first, label: heads(first, words), name: isOne && first.look === "slope" ? first.name : "" };
}

/** What a receiver's column is called: its name stands behind the number. @param {Operand} operand @param {Words} words */
const heads = ({ look, label }, words) => (look === "sent" ? words.sent : look === "lost" ? "" : label);

/** @param {Group} group @param {number} i @param {boolean} isSent */
function line({ operands, isNow }, i, isSent) {
  const cells = operands.flatMap((one) => {
    const sign = shownSign(one);
    return [...(sign ? [html("i", sign)] : []), number(one, i, Boolean(sign), isNow)];
  });
  const last = operands[operands.length - 1];
  const to = isSent ? [html("span.to", ...title(last))] : [];
  return [...cells, ...to];
}

/** Whether it is said at the side what an operand is. @param {Operand} operand */
const isAside = ({ look }) => look === "lost";

/** A number as it stands in an equation. @param {Operand} operand @param {number} i @param {boolean} isAfter a sign @param {boolean | undefined} isNow */
function number(operand, i, isAfter, isNow) {
  const { value, look, slot, awaited, text } = operand;
  const item = value?.data[0];
  const said =
    item === undefined
      ? (text ?? (awaited ? "?" : isPlain(operand) ? minus(operand.name) : operand.name))
      : short(item, value?.dtype ?? "");
  const isNegative = item === undefined ? isPlain(operand) && operand.name.startsWith("-") : Number(item) < 0;
  const isSolid = look === "sent" || look === "result";
  const isOdd = item !== undefined && !Number.isFinite(Number(item));
  return html(
    "span",
    {
      class: classes(
        "number",
        look,
        isNegative && "minus",
        isOdd && "odd",
        awaited && "awaited",
        isNow && "now",
      ),
      "data-slot": slot,
      "data-group": i,
    },
    isNegative && isAfter && !isSolid ? `(${said})` : said,
  );
}

/** @param {...(string | false | undefined)} names */
const classes = (...names) => names.filter(Boolean).join(" ");

/** Whether a name is a number that stands for itself. @param {Operand} operand */
const isPlain = ({ name, value }) => !value && name !== "" && !Number.isNaN(Number(name));

/** @param {string} text */
const minus = (text) => text.replace("-", "−");

/** The sign before an operand; of a call its name, and a comma between what it is given. @param {Operand} operand */
const shownSign = ({ sign }) => (sign === "" || sign === "sum" ? "" : signOf(sign));

/** What an operand is, in a few words: its name in them stands out. @param {Operand} operand */
function title(operand) {
  const { label = "{name}", name } = operand;
  const [before, after] = label.split("{name}");
  const shown = isPlain(operand) ? "" : name;
  if (after === undefined) return [before];
  return [before, shown ? html("b", { title: shown }, dots(shown)) : "", after];
}

// ---- vectors and matrices

/** @param {Group[]} groups @param {Words} words */
function each(groups, words) {
  const most = groups.filter(isMatrices).length > 1 ? AMONG : ALONE;
  return html(
    "div.groups",
    ...groups.map((group, i) => {
      const element = isNumbers(group)
        ? html("div", { "data-group": i }, lines([group], words))
        : isRows(group)
          ? table(group, i, groups.length > 1 ? CUT.among : CUT.alone, words)
          : matricesOf(group, i, most, words);
      element.setAttribute("data-page", tell(words.countOf, { number: i + 1, count: groups.length }));
      return element;
    }),
  );
}

/** Vectors one below the other; of long ones `most` columns. @param {Group} group @param {number} i @param {number} most @param {Words} words */
function table({ operands, left, isNow }, i, most, words) {
  const isLong = operands.some(({ value }) => Number(value?.shape.at(-1)) > COLUMNS);
  const shown = { rows: 1, columns: isLong ? most : COLUMNS };
  const found = operands.map(({ value }) => (value ? corner(value, shown) : null));
  const columns = Math.max(1, ...found.map((one) => one?.rows[0]?.length ?? 0));
  const more = Math.max(0, ...found.map((one) => one?.left.columns ?? 0));
  const row = (/** @type {Operand} */ operand, /** @type {number} */ k) => {
    const { value, look, slot, awaited } = operand;
    const scale = value ? largest(value) : 0;
    const cells = value
      ? (found[k]?.rows[0] ?? []).map((cell) => square(cell, scale))
      : [html("td", { colspan: columns, class: awaited ? "awaited" : "text" }, alone(operand))];
    const sign = look === "sent" ? "" : shownSign(operand); // the label says it
    return html(
      "tr",
      { class: look ?? null, "data-slot": slot },
      html("th", { scope: "row" }, sign ? html("i", sign) : "", sign ? " " : "", ...title(operand)),
      ...cells,
    );
  };
  const body = html("table.rows", html("tbody", ...operands.map(row)));
  return html(
    "div",
    { class: classes("vectors", isNow && "now"), "data-group": i },
    left ? html("div.derived", expression(left), html("i", "="), body) : body,
    more ? html("p.note", tell(words.moreColumns, { count: more })) : "",
  );
}

/** What stands for an operand without numbers. @param {Operand} operand */
function alone(operand) {
  if (operand.text !== undefined) return operand.text;
  if (operand.awaited) return "?";
  return isPlain(operand) ? minus(operand.name) : "";
}

/** Matrices side by side, with the signs between them. @param {Group} group @param {number} i @param {typeof ALONE} most @param {Words} words */
function matricesOf({ operands, isNow }, i, most, words) {
  return html(
    "div",
    { class: classes("matrices", isNow && "now"), "data-group": i },
    ...operands.flatMap((operand) => {
      const sign = shownSign(operand);
      return [sign ? html("i", sign) : "", matrix(operand, most, words)];
    }),
  );
}

/** @param {Operand} operand @param {typeof ALONE} most @param {Words} words */
function matrix(operand, most, words) {
  const { value, look, slot } = operand;
  const found = value ? corner(value, most) : null;
  const scale = value ? largest(value) : 0;
  const body = found
    ? html(
        "table",
        html("tbody", ...found.rows.map((row) => html("tr", ...row.map((cell) => square(cell, scale))))),
      )
    : html("span", { class: operand.awaited ? "awaited" : "text" }, alone(operand) || operand.name);
  return html(
    "figure",
    { class: look ?? null, "data-slot": slot },
    html(
      "figcaption",
      ...title(operand),
      value && depth(value) ? html("small", ` ${tuple(value.shape)}`) : "",
    ),
    body,
    found ? rest(found.left, words) : "",
  );
}

/** What of a tensor is not in its cells. @param {{ rows: number, columns: number, matrices: number }} left @param {Words} words */
function rest({ rows, columns, matrices }, words) {
  const texts = [
    rows && tell(words.moreRows, { count: rows }),
    columns && tell(words.moreColumns, { count: columns }),
    matrices && tell(words.moreMatrices, { count: matrices }),
  ].filter(Boolean);
  return texts.length ? html("p.note", texts.join(" · ")) : "";
}
