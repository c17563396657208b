// A memory as one box: its numbers, before and after a write, and a tag for each who holds it.
import { brief, cell, largest, tuple } from "../model/cells.js";
import { html } from "../base/dom.js";
import { square } from "./card/grid.js";
import { contents, elements, lettered } from "../model/memories.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Holder, Memory } from "../model/memories.js" */
/** @import { Item } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

const MOST_CELLS = 12; // of a memory whose numbers are shown

/**
 * @param {Memory} memory @param {Story} story @param {Words} words
 */
export function memoryBox(memory, story, words) {
  const { letter, holders, isWritten } = memory;
  const count = holders.filter(({ kind }) => kind !== "saved").length;
  const said = sentences(memory, story, words);
  const isMarked = (isWritten && count > 1) || said.some(([, isBad]) => isBad);
  return html(
    "section.memory",
    {
      "data-letter": letter,
      "data-written": isMarked ? "" : null,
      "data-boxes": holders.map(({ box }) => box).join(" "),
    },
    html("h3", tell(count > 1 ? words.oneMemory : words.ownMemory, { letter: lettered(letter), count })),
    numbers(memory, story, words),
    ...said.map(([text, isBad]) => html("p", { class: isBad ? "bad" : null }, text)),
    html("ul", ...holders.map((one) => tag(one, memory, story, words))),
  );
}

/** The numbers of a memory in one row, and where it is written to what they were. @param {Memory} memory @param {Story} story @param {Words} words */
function numbers(memory, story, words) {
  const now = contents(memory, story, MOST_CELLS, false);
  const before = memory.isWritten ? contents(memory, story, MOST_CELLS, true) : null;
  if (!now) return null;
  const isNew = now.items.map((item, i) => before != null && !Object.is(item, before.items[i]));
  const rows = before?.items.some((item) => item !== undefined)
    ? [row(before, isNew, words.memoryWas), row(now, isNew, words.memoryIs)]
    : [row(now, isNew, null)];
  return html("table.numbers", html("tbody", ...rows));
}

/** @param {{ dtype: string, items: (Item | undefined)[] }} shown @param {boolean[]} isNew @param {string | null} name */
function row({ dtype, items }, isNew, name) {
  const data = items.filter((item) => item !== undefined);
  const most = largest({ dtype, shape: [data.length], data });
  const cells = items.map((item, i) => {
    const made = item === undefined ? html("td", "·") : square(cell(item, dtype, [i]), most);
    if (isNew[i]) made.classList.add("new");
    return made;
  });
  return html("tr", name === null ? null : html("th", { scope: "row" }, name), ...cells);
}

/** Who holds a memory, as a button that leads to its box. @param {Holder} holder @param {Memory} memory @param {Story} story @param {Words} words */
function tag(holder, { isWritten }, story, words) {
  const { kind, box, name, value, was, version, then, sent } = holder;
  const isChanged = isWritten && kind !== "saved" && was !== null && was !== value;
  const isStale = kind === "saved" && then !== version;
  const cells = elements(holder, story);
  const about =
    kind === "gradient"
      ? tell(words.waitsFor, { fn: story.boxes[box].fn ?? "" })
      : kind === "saved"
        ? tell(words.savedBy, { fn: name, version: then })
        : null;
  return html(
    "li",
    { "data-kind": kind, "data-changed": isChanged || (isWritten && sent !== null) ? "" : null },
    html(
      "button",
      { type: "button", "data-box": box, "data-cells": cells?.join(" ") },
      html("b", kind === "saved" ? "■" : name),
      value === null ? "" : html("small", ` ${tuple(story.values[value].shape)}`),
      kind === "tensor" && version ? html("small", ` v${version}`) : "",
      about === null ? "" : html("small", { class: isStale || sent !== null ? "bad" : null }, ` ${about}`),
      ...part(holder, cells, story, words),
    ),
  );
}

/**
 * Which part of a memory a holder looks at, where that is not all of it in order.
 * @param {Holder} holder @param {number[] | null} cells @param {Story} story @param {Words} words
 */
function part({ value, place }, cells, story, words) {
  if (value === null || place === null) return [];
  const [length, , ...strides] = place;
  const axes = story.values[value].shape.map((n, i) => ({ n, stride: strides[i] })).filter(({ n }) => n > 1);
  const count = axes.reduce((product, { n, stride }) => (stride ? product * n : product), 1);
  const isTurned = axes.some(({ stride }, i) => i > 0 && stride > axes[i - 1].stride);
  const isRepeated = axes.some(({ stride }) => !stride);
  const texts = [
    count < length && tell(words.partOf, { count, length }),
    isRepeated && tell(words.repeated, { count }),
    isTurned && words.otherOrder,
  ].filter(Boolean);
  const bar = cells && count < length && length <= MOST_CELLS;
  const marks = bar
    ? Array.from({ length }, (_, i) => html("i", { class: cells.includes(i) ? "seen" : null }))
    : [];
  return [
    texts.length ? html("small", ` ${texts.join(", ")}`) : "",
    bar ? html("span.bar", { "aria-hidden": "true" }, ...marks) : "",
  ];
}

/**
 * What is to say of those who hold a memory: [sentence, whether that is bad].
 * @param {Memory} memory @param {Story} story @param {Words} words
 * @returns {[string, boolean][]}
 */
function sentences({ holders, isWritten, isSpared }, story, words) {
  const text = (/** @type {number | null} */ value) =>
    value === null ? "" : (brief(story.values[value]) ?? tuple(story.values[value].shape));
  const changed = holders.filter(({ kind, was, value }) => kind !== "saved" && was !== null && was !== value);
  /** @type {[string, boolean][]} */
  const found = [];
  for (const { kind, box, name, value, was, then, version, sent } of holders) {
    const { title } = story.boxes[box];
    if (kind === "gradient" && sent !== null)
      found.push([
        tell(isWritten ? words.wasOverwritten : words.isOverwritten, {
          name: title,
          was: text(isWritten ? was : sent),
          now: text(value),
        }),
        true,
      ]);
    else if (kind === "gradient" && isSpared)
      found.push([tell(words.isSpared, { name: title, value: text(value) }), false]);
    else if (kind === "saved" && then !== version && isWritten)
      found.push([tell(words.isStale, { fn: name, then, now: version }), true]);
  }
  if (isWritten && !found.length && changed.length > 1)
    found.push([
      changed.length === holders.length
        ? words.allChanged
        : tell(words.someChanged, { names: changed.map(({ name }) => name).join(", ") }),
      false,
    ]);
  return found;
}
