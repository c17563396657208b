// What came of a number that was dragged, in words: how far L moved, and what the gradient promised.
import { short } from "../model/cells.js";
import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";
import { isWhole } from "./handles.js";
import { outcome, surprise } from "./promise.js";

/** @import { Nudged, Payload } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {ReturnType<typeof outcome>} Outcome */

/** @param {number | null} x */
const text = (x) => (x === null ? "" : short(x, "float32"));

/**
 * The line, and below it where the promise comes from and whether it was kept.
 * @param {{ base: Nudged, now: Nudged, at: number, index: number, name: string, pass: number, payload: Payload, words: Words }} given
 *   the program's own run and the one with the number `index` of the handle `at` replaced; `name` is what that is called
 */
export function promised({ base, now, at, index, name, pass, payload, words }) {
  const found = outcome(base, now, at, pass, index);
  const root = base.passes[pass].name || "y";
  const isPlain = [base, now].every((told) => isRoot(told, pass));
  const lines = [moved(found, isPlain ? root : "L", words)];
  if (found.promised === null) lines.push(html("p", why(base, at, name, found, payload, words)));
  else {
    const slope = { name, slope: text(found.from), delta: text(found.delta) };
    lines.push(html("p.slope", tell(words.promiseIs, slope)));
    if (!isPlain && found.total !== null)
      lines.push(html("p.slope", `L = Σ seed · ${root} = ${text(found.total)}`));
    if (found.verdict) lines.push(verdict(found, { base, at, pass, payload, words }));
  }
  return lines;
}

/** @param {Outcome} found @param {string} name @param {Words} words */
function moved(found, name, words) {
  if (found.moved === null) return html("p", words.tooLarge);
  const said = { name, moved: text(found.moved), promised: text(found.promised) };
  return html("p.moved", tell(found.promised === null ? words.moved : words.movedPromised, said));
}

/** @param {Outcome} found @param {{ base: Nudged, at: number, pass: number, payload: Payload, words: Words }} given */
function verdict(found, { base, at, pass, payload, words }) {
  const kind = /** @type {"kept" | "bends" | "jumps"} */ (found.verdict);
  const said = tell(words.verdicts[kind], { from: text(found.from), to: text(found.to) });
  const { cause, line } = surprise(payload, base.handles[at].box ?? -1, pass);
  const more = kind === "jumps" ? ` ${tell(words.surprises[cause], { line: line ?? "?" })}` : "";
  return html("p", { class: kind }, said + more);
}

/** Why a gradient promised nothing. @param {Nudged} base @param {number} at @param {string} name @param {Outcome} found @param {Payload} payload @param {Words} words */
function why(base, at, name, { from }, payload, words) {
  const { box, value } = base.handles[at];
  const { dtype } = base.values[value];
  const isConstant = box !== undefined && payload.boxes[box].kind === "constant";
  const phrase =
    from !== null
      ? words.notFinite
      : isWhole(dtype)
        ? words.noGradientType
        : isConstant
          ? words.notRequired
          : words.noPromise;
  return tell(phrase, { dtype, name, slope: text(from) });
}

/** Whether the number that a pass starts at is L itself: one number, with the seed 1. @param {Nudged} told @param {number} pass */
function isRoot(told, pass) {
  const { roots } = told.passes[pass];
  const seed = roots.length === 1 ? told.values[roots[0][1] ?? -1] : undefined;
  return seed?.data.length === 1 && Number(seed.data[0]) === 1;
}
