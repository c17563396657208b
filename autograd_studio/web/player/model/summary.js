import { short } from "./cells.js";
import { html } from "../base/dom.js";
import { signed } from "./cells.js";
import { dots } from "./names.js";
import { tell } from "../base/phrases.js";

/** @import { Summary } from "./types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

/** @typedef {{ leaf: string, nudged: number | null, verdict: string }} Check */

const ROWS = 8; // paths that are shown
const MOST = 4; // numbers that are written out

/**
 * What a pass has brought to its leaves: for each its paths and their sum, and what the check of its gradient has found.
 * @param {Summary} given @param {Words} words
 * @param {Check[] | null} checks none before the check; null where nothing can be checked
 */
export function summary({ leaves, more = 0 }, words, checks) {
  const each = Math.max(1, Math.floor(ROWS / leaves.length));
  const shown = leaves.slice(0, ROWS);
  const left = more + leaves.length - shown.length;
  const isTold = shown.some(({ rows = [] }) => rows.some(({ product }) => product != null)); // some slopes are a matrix
  return html(
    "div.summed",
    html(
      "table",
      html("thead", heading(isTold, words)),
      ...shown.map((leaf) => {
        const own = (checks ?? []).filter(({ leaf: name }) => name === leaf.name);
        return html("tbody", ...paths(leaf, own, each, isTold, words), verdict(own, words));
      }),
    ),
    left ? html("p.note", tell(words.moreLeaves, { count: left })) : null,
    checks && !checks.length
      ? html("button.quiet", { type: "button", "data-do": "check", title: words.checkLong }, words.checkThese)
      : null,
  );
}

/** @param {boolean} isTold @param {Words} words */
function heading(isTold, words) {
  const titles = [words.leaf, words.path, ...(isTold ? [words.product] : []), words.brings];
  return html(
    "tr",
    ...titles.map((text) =>
      html("th", { scope: "col", title: text === words.product ? words.productLong : null }, text),
    ),
  );
}

/** @param {Check[]} checks @param {Words} words */
function verdict(checks, words) {
  if (!checks.length) return null;
  const agree = checks.filter(({ verdict: one }) => one === "agree").length;
  const said = tell(words.agreeing, { count: agree, total: checks.length });
  const found = `${words.nudged} ${nudgedText(checks)}`;
  return html(
    "tr.checked",
    html("td"),
    html("td", { colspan: 3 }, checks.length > MOST ? said : `${found}. ${said}`),
  );
}

/**
 * What a central difference finds in the place of a gradient, as text.
 * @param {Check[]} checks
 */
export function nudgedText(checks) {
  const numbers = checks.map(({ nudged }) => (nudged == null ? "?" : short(nudged, "float32")));
  return numbers.length === 1 ? numbers[0] : `[${numbers.join(", ")}]`;
}

/**
 * The rows of a leaf: its paths, how many more there are, and their sum.
 * @param {Summary["leaves"][number]} leaf @param {Check[]} checks @param {number} most @param {boolean} isTold @param {Words} words
 */
function paths({ name, say, rows = [], sum, more = 0 }, checks, most, isTold, words) {
  const heads = html("th", { scope: "row" }, dots(name));
  if (!rows.length) return [html("tr", heads, html("td", { colspan: isTold ? 3 : 2 }, say))];
  const shown = rows.slice(0, most);
  const left = more + rows.length - shown.length;
  const cells = (/** @type {string} */ way, /** @type {string} */ product, /** @type {string} */ value) => [
    html("td", way),
    ...(isTold ? [html("td", product)] : []),
    html("td", value),
  ];
  const found = shown.map(({ way, product, value }, i) =>
    html("tr", i ? html("td") : heads, ...cells(dots(way), signed(product ?? ""), signed(value))),
  );
  const rest = left ? [html("tr", html("td"), html("td", tell(words.morePaths, { count: left })))] : [];
  const total =
    rows.length > 1 && sum ? [html("tr.sum", html("td"), ...cells(words.sum, "", signed(sum)))] : [];
  return [...found, ...rest, ...total];
}
