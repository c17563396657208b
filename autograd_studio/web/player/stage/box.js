// A box of the picture: made once where it comes near the view, and brought up to date with each step that changes it.

import { assign, html, write } from "../base/dom.js";
import { dots as dotted } from "../model/names.js";

import { footer, isOdd, label, numbers } from "../model/footer.js";
import { gradientInWords, sinceInWords } from "../model/story.js";

/** @import { Story, Words } from "../model/story.js" */
/** @import { Footer } from "../model/footer.js" */
/** @import { Box, Cells, Saved } from "../model/types.d.ts" */

const MOST_DOTS = 6; // parts of a gradient that are counted by dots
const MOST_MARKS = 16; // parts between which there are marks

/**
 * What is in a box, empty but for what never changes.
 * @param {Box} box @param {Words} words
 */
export function contents(box, words) {
  const { rows } = box;
  return [
    heading(box, box.opens == null ? "" : "▸"),
    rows.includes("value") && html("div.cells"),
    rows.includes("grad") &&
      html("div.foot", html("i.fill"), html("span.parts"), html("span.label", label(box)), html("span.sum")),
    box.copy_of == null && html("div.below", ...below(box, words)),
  ].filter((part) => part !== false);
}

/**
 * The title of a box with the shape of its tensor, or that of an open cluster with its class.
 * @param {Box} box @param {string} sign
 */
export function heading({ title, shape, fn, copy_of: original }, sign) {
  const tag = sign === "▾" ? fn : original == null ? shape : "";
  return html(
    "div.head",
    html("b.name", sign ? html("i", { "aria-hidden": "true" }, `${sign} `) : null, dotted(title)),
    tag ? html("span.shape", tag) : null,
  );
}

/** @param {Box} box @param {Words} words */
function below(box, words) {
  const isLeaf = box.kind === "leaf" || (box.kind === "constant" && !box.fn);
  return [
    html("span", { class: isLeaf ? "fn is-leaf" : "fn" }, isLeaf ? ofLeaf(box, words) : (box.fn ?? "")),
    html("span.dots", { "aria-hidden": "true" }),
    html("span.saved"),
    html("span.since"),
  ];
}

/** That there is no node, and what its gradient is called where its footer has no room for that. @param {Box} box @param {Words} words */
function ofLeaf(box, words) {
  if (!box.rows.includes("grad")) return words.box.constant;
  const isVector = box.cells && box.cells[0] * box.cells[1] > 1;
  return isVector ? `${words.box.leaf} · ${label(box)}` : words.box.leaf;
}

/**
 * Show a box as it is at a step. What it has saved is shown while `isAsked`.
 * @param {HTMLElement} element @param {Story} story @param {number} i @param {number} step @param {Words} words @param {boolean} isAsked
 */
export function update(element, story, i, step, words, isAsked) {
  const box = story.boxes[i];
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement | null} */ (element.querySelector(name));
  const now = story.at(i, step);
  const [values, foot, under] = [part(":scope > .cells"), part(":scope > .foot"), part(":scope > .below")];
  if (values) fill(values, numbers(story, now.text, now.value, box.cells), box.cells);
  const collected = foot && footer(story, i, step);
  if (collected) collect(foot, collected, box, words);
  if (!under) return;
  dots(/** @type {HTMLElement} */ (part(".dots")), collected);
  saved(/** @type {HTMLElement} */ (part(".saved")), isAsked ? story.saved(i, step) : [], words);
  write(/** @type {HTMLElement} */ (part(".since")), sinceInWords(story.since(i, step), words));
}

/**
 * Put numbers into cells; a text takes the whole width.
 * @param {HTMLElement} holder @param {string[]} texts @param {Cells} [cells]
 */
function fill(holder, texts, cells) {
  const isText = texts.length === 1 && !(cells && cells[0] * cells[1] === 1);
  const [rows, columns] = isText || !cells ? [1, 1] : cells;
  const count = rows * columns;
  if (holder.childElementCount !== count) {
    holder.style.setProperty("--columns", String(columns));
    holder.replaceChildren(...Array.from({ length: count }, (_, k) => html("span", { "data-index": k })));
  }
  for (let k = 0; k < count; k++) {
    const text = texts[k] ?? "";
    const large = count === 1 && !isText;
    assign(
      holder.children[k],
      "class",
      ["cell", ...signs(text), isText && "text", large && "large"].filter(Boolean).join(" "),
    );
    write(holder.children[k], text);
  }
}

/** @param {string} text */
function signs(text) {
  if (isOdd(text)) return ["odd"];
  return /^−[^ ]*$/.test(text) ? ["minus"] : /^[+\d.][^ ]*$/.test(text) ? ["plus"] : [];
}

/**
 * Show how much of a gradient has arrived.
 * @param {HTMLElement} foot @param {Footer} collected @param {Box} box @param {Words} words
 */
function collect(foot, collected, { cells }, words) {
  const { state, arrived, expected, texts, rows, isSum } = collected;
  const [bar, marks, , sum] = /** @type {HTMLElement[]} */ ([...foot.children]);
  const isThere = texts.length > 0;
  const isVector = isThere && cells != null && cells[0] * cells[1] > 1;
  const classes = [
    "foot",
    `is-${state || "none"}`,
    isVector && "vector",
    isThere && !cells && "text",
    isSum && "sums",
    isThere && rows > 1 && "more",
    collected.isOdd && "odd",
  ];
  assign(foot, "class", classes.filter(Boolean).join(" "));
  const scale = `scaleX(${(arrived / expected).toFixed(4)})`;
  if (bar.style.transform !== scale) bar.style.transform = scale;
  divide(marks, expected);
  if (isVector) row(sum, texts);
  else write(sum, texts[0] ?? (state === "undefined" ? gradientInWords(none(state), words) : ""));
}

/** A gradient of which there is no more than a state. @param {import("../model/types.d.ts").State} state */
function none(state) {
  return { state, text: "", value: null };
}

/** Mark where the parts of a gradient meet. @param {HTMLElement} marks @param {number} expected */
function divide(marks, expected) {
  const count = expected <= MOST_MARKS ? expected - 1 : 0;
  if (marks.childElementCount === count) return;
  const at = (/** @type {number} */ k) => `left:${((k + 1) / expected) * 100}%`;
  marks.replaceChildren(...Array.from({ length: count }, (_, k) => html("i", { style: at(k) })));
}

/** @param {HTMLElement} holder @param {string[]} texts */
function row(holder, texts) {
  if (holder.childElementCount === texts.length) texts.forEach((text, k) => write(holder.children[k], text));
  else holder.replaceChildren(...texts.map((text) => html("span", text)));
}

/**
 * The parts of a gradient as dots, or as numbers where they are many.
 * @param {HTMLElement} holder @param {Footer | null} collected
 */
function dots(holder, collected) {
  const { arrived = 0, expected = 1 } = collected ?? {};
  const isCounted = expected > MOST_DOTS;
  const count = isCounted || expected < 2 ? 0 : expected;
  if (holder.childElementCount !== count)
    holder.replaceChildren(...Array.from({ length: count }, () => html("i")));
  [...holder.children].forEach((dot, k) => assign(dot, "class", k < arrived ? "on" : ""));
  if (!count) write(holder, isCounted ? `${arrived}/${expected}` : "");
}

/**
 * What a node has saved, as chips, and what has become of it.
 * @param {HTMLElement} holder @param {Saved[]} all @param {Words} words
 */
function saved(holder, all, words) {
  const chips = new Map(all.map((one) => [one[1], fate(one)]));
  const said = JSON.stringify([...chips]);
  if (holder.dataset.said === said) return;
  holder.dataset.said = said;
  const fates = [...new Set(chips.values())].filter((one) => one !== "kept");
  holder.replaceChildren(
    ...[...chips].map(([text, state]) => html(state === "freed" ? "s" : "b", { class: state }, dotted(text))),
    fates.map((one) => words.tags[one]).join(", "),
  );
}

/** @param {Saved} saved @returns {"kept" | "freed" | "stale"} */
function fate([, , , then, now, freed]) {
  return freed ? "freed" : then === now ? "kept" : "stale";
}
