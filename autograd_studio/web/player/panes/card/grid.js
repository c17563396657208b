import { largest, planes, shade, tuple } from "../../model/cells.js";
import { html, write } from "../../base/dom.js";
import { tell } from "../../base/phrases.js";

/** @import { Cell } from "../../model/shown.d.ts" */
/** @import { Item, Value } from "../../model/types.d.ts" */

/**
 * A tensor as tables of numbers, shaded by magnitude; negative numbers are hatched, so that colour is not needed.
 * @param {Value} value @param {typeof import("../../base/phrases.js").WORDS} words
 */
export function grid(value, words) {
  const { planes: found, more } = planes(value);
  const most = largest(value);
  const tables = found.map(({ index, rows }) =>
    html(
      "figure",
      index.length ? html("figcaption", `[${index.join(", ")}, :, :]`) : null,
      html(
        "table",
        html("tbody", ...rows.map((row) => html("tr", ...row.map((cell) => square(cell, most))))),
      ),
    ),
  );
  return html(
    "div.grid",
    ...tables,
    found.length ? null : html("p.note", words.empty),
    more ? html("p.note", tell(words.more, { shape: tuple(value.shape) })) : null,
    value.stats ? statistics(value.stats) : null,
  );
}

/**
 * A cell of a tensor.
 * @param {Cell} cell @param {number} most
 */
export function square({ text, full, index, number }, most) {
  const sign = number < 0 ? "minus" : Number.isNaN(number) || !Number.isFinite(number) ? "odd" : null;
  return html(
    "td",
    {
      class: sign,
      style: `--shade:${shade(number, most).toFixed(2)}`,
      "data-index": index.join(", "),
      title: `[${index.join(", ")}] = ${full}`,
    },
    text,
  );
}

/** @param {Record<string, Item>} stats */
function statistics(stats) {
  return html(
    "dl.stats",
    ...Object.entries(stats).flatMap(([name, number]) => [html("dt", name), html("dd", String(number))]),
  );
}

/**
 * Let the grids of an element answer together: the cell under the pointer is marked in all, and read out.
 * @param {HTMLElement} element @param {Element} readout
 */
export function pairGrids(element, readout) {
  element.addEventListener("pointerover", (event) => {
    const here = /** @type {Element} */ (event.target).closest("td");
    const index = here?.dataset.index;
    for (const cell of element.querySelectorAll("td[data-index]")) {
      const { dataset, classList } = /** @type {HTMLElement} */ (cell);
      classList.toggle("same", dataset.index === index);
    }
    write(readout, here && index !== undefined ? here.title : "");
  });
}
