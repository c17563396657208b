import { short } from "./cells.js";
import { html } from "../base/dom.js";
import { tell } from "../base/words.js";

/** @import { Summary } from "./types.d.ts" */
/** @typedef {typeof import("../base/words.js").WORDS} Words */

/** @typedef {{ leaf: string, nudged: number | null, verdict: string }} Check */

/**
 * What a pass has brought to its leaves: for each a sentence and its paths, and what the check of its gradient has found.
 * @param {Summary} given @param {Words} words
 * @param {Check[] | null} checks none before the check; null where nothing can be checked
 */
export function summary({ leaves, more, work }, words, checks) {
  return html(
    "div.summed",
    ...leaves.map((leaf) => {
      const own = (checks ?? []).filter(({ leaf: name }) => name === leaf.name);
      return html("section", html("p", leaf.say), paths(leaf, words, own), verdict(own, words));
    }),
    more ? html("p.note", tell(words.moreLeaves, { count: more })) : null,
    checks && !checks.length
      ? html("button", { type: "button", "data-do": "check", title: words.checkLong }, words.checkThese)
      : null,
    html("p.note", work),
  );
}

/** @param {Check[]} checks @param {Words} words */
function verdict(checks, words) {
  if (!checks.length) return null;
  const agree = checks.filter(({ verdict: one }) => one === "agree").length;
  return html("p.note", tell(words.agreeing, { count: agree, total: checks.length }));
}

/**
 * What a central difference finds in the place of a gradient, as text.
 * @param {Check[]} checks
 */
export function nudgedText(checks) {
  const numbers = checks.map(({ nudged }) => (nudged == null ? "?" : short(nudged, "float32")));
  return numbers.length === 1 ? numbers[0] : `[${numbers.join(", ")}]`;
}

/** @param {Summary["leaves"][number]} leaf @param {Words} words @param {Check[]} checks */
function paths({ name, rows = [], sum = "", more }, words, checks) {
  if (!rows.length) return null;
  const last = checks.length ? [words.nudged] : [];
  const isTold = rows.some(({ product }) => product != null); // of some operations the slopes are a matrix
  const titles = [name, words.path, ...(isTold ? [words.product] : []), words.brings, ...last];
  const heading = html(
    "tr",
    ...titles.map((text) =>
      html("th", { scope: "col", title: text === words.product ? words.productLong : null }, text),
    ),
  );
  const found = () => (checks.length ? html("td", nudgedText(checks)) : null);
  const body = rows.map(({ way, product, value }) =>
    html(
      "tr",
      html("td"),
      html("td", way),
      isTold ? html("td", product ?? "") : null,
      html("td", value),
      rows.length === 1 ? found() : null,
    ),
  );
  const rest = more ? html("tr", html("td"), html("td", tell(words.morePaths, { count: more }))) : null;
  const total = html(
    "tr.sum",
    html("td"),
    html("td", words.sum),
    isTold ? html("td") : null,
    html("td", sum),
    found(),
  );
  return html("table", html("thead", heading), html("tbody", ...body, rest, rows.length > 1 ? total : null));
}
