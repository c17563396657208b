// Why: the reasons for what is odd about gradients (docs/payload.md), in words.
import { html } from "../base/dom.js";
import { level, look, normText } from "../model/measures.js";
import { isBad } from "../model/reasons.js";
import { tell } from "../base/phrases.js";

/** @import { Measure } from "../model/measures.js" */
/** @import { Payload, Reason } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {(box: number) => { title?: string, size?: Measure }} Stop what is told of a box on a way */

/** @param {Reason} reason @param {Words} words */
export function titleOf({ what, cause, name, line }, words) {
  const text = tell(words.findingTitles[cause === "vanishing" ? cause : what], { name });
  return line == null ? text : `${text}, ${tell(words.line, { line })}`;
}

/**
 * A reason in full: what happened, the rule, what people do, the places, and the way with its cut.
 * @param {Reason} reason @param {Stop} told @param {Words} words @param {string | null} [shown] the lesson that is shown
 */
export function explanation(reason, told, words, shown = null) {
  const { mended, line, step } = reason;
  const lesson = reason.lesson === shown ? undefined : reason.lesson;
  const go = step == null ? words.goToLine : words.goToLineAndStep;
  return html(
    "div",
    { class: isBad(reason) ? "reason bad" : "reason" },
    ...sentences(reason, words),
    html(
      "p.places",
      mended ? html("button", { type: "button", "data-do": "mend", "data-text": mended }, words.mend) : null,
      line == null && step == null
        ? null
        : html(
            "button",
            { type: "button", "data-line": line, "data-step": step },
            tell(line == null ? words.goTo : go, { line, step: (step ?? 0) + 1 }),
          ),
      lesson ? html("button", { type: "button", "data-lesson": lesson }, words.lesson) : null,
    ),
    path(reason, told, words),
  );
}

/**
 * What happened, unless that is what `before` tells already, the rule, and what people do.
 * @param {Reason} reason @param {Words} words @param {string} [before]
 */
export const sentences = ({ said, rule, remedy }, words, before) => [
  before && said.includes(before) ? "" : html("p.happened", ...withCode(said)),
  html("p", rule),
  html("p", html("b", words.remedy), ` ${remedy}`),
];

/** A sentence in pieces, those between backticks as code. @param {string} text */
const withCode = (text) => text.split("`").map((piece, i) => (i % 2 ? html("code", piece) : piece));

/**
 * The boxes of a way, each with the size of its gradient as a bar where it is sizes that the reason is about.
 * @param {Reason} reason @param {Stop} told @param {Words} words
 */
function path({ name, what, way = [] }, told, words) {
  if (!way.length) return null;
  const stop = (/** @type {number} */ box) => {
    const { title = "", size } = told(box);
    return html(
      "li",
      html("button", { type: "button", "data-box": box }, title),
      size && SIZES.has(what) ? bar(size, words) : null,
    );
  };
  const steps = way.flatMap(([, to, cut]) => [
    html(
      "li",
      { class: cut ? "cut" : "on" },
      cut ? html("span", { role: "img", "aria-label": words.cutHere }, "✂") : "→",
    ),
    stop(to),
  ]);
  return html("ol.way", { "aria-label": tell(words.way, { name }) }, stop(way[0][0]), ...steps);
}

const SIZES = new Set(["zero", "nan", "inf"]);

/** @param {Measure} size @param {Words} words */
function bar(size, words) {
  return html(
    "span.norm",
    { "data-look": look(size), style: `--size:${level(size).toFixed(3)}`, title: words.magnitudesLong },
    `‖∇‖ ${normText(size)}`,
  );
}

/**
 * The findings of a program, those together that one line is to blame for in the same way.
 * @param {Payload} payload @returns {number[][]}
 */
export function together({ findings = [], reasons = [] }) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const index of findings) {
    const { what, line, rule } = reasons[index];
    const key = JSON.stringify([what, line, rule]);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}
