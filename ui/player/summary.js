// @ts-check
import { html } from "./dom.js";
import { tell } from "./words.js";

/** @import { Summary } from "./types.d.ts" */
/** @typedef {typeof import("./words.js").WORDS} Words */

/**
 * What a pass has brought to its leaves: for each a sentence and its paths.
 * @param {Summary} given @param {Words} words
 */
export function summary({ leaves, more, work }, words) {
  return html(
    "div.summed",
    ...leaves.map((leaf) => html("section", html("p", leaf.say), paths(leaf, words))),
    more ? html("p.note", tell(words.moreLeaves, { count: more })) : null,
    html("p.note", work),
  );
}

/** @param {Summary["leaves"][number]} leaf @param {Words} words */
function paths({ name, rows = [], sum = "", more }, words) {
  if (!rows.length) return null;
  const heading = html(
    "tr",
    ...[name, words.path, words.product, words.brings].map((text) => html("th", { scope: "col" }, text)),
  );
  const body = rows.map(({ way, product, value }) =>
    html("tr", html("td"), html("td", way), html("td", product ?? ""), html("td", value)),
  );
  const rest = more ? html("tr", html("td"), html("td", tell(words.morePaths, { count: more }))) : null;
  const total = html("tr.sum", html("td"), html("td", words.sum), html("td"), html("td", sum));
  return html("table", html("thead", heading), html("tbody", ...body, rest, rows.length > 1 ? total : null));
}
