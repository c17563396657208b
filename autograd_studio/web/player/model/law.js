// The rule behind a step: how what a node sends follows from what arrives at it, as an equation of derivatives.
import { ranBefore, rootOf, wrt } from "./operands.js";

/** @import { Story } from "./story.js" */
/** @import { Equation, Expression } from "./types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

const MOST = 32; // letters of an equation that stands in one line

/**
 * The rule by which the node of a step computes what it sends: an equation where there is a short one, and a few words.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {{ equation: Equation | null, said: string, name: string } | null}
 */
export function law(story, step, words) {
  const { kind, box } = story.steps[step];
  if (box == null || (kind !== "run" && kind !== "arrive")) return null;
  const ran = kind === "run" ? step : ranBefore(story, box, step);
  if (ran < 0) return null;
  const { formula = [], slopes = [], card } = story.steps[ran];
  if (!card?.sends) return null;
  const { fn = "", title } = story.boxes[box];
  const last = formula.at(-1);
  const equation = last && derived(last, rootOf(story, ran));
  const said = /** @type {Record<string, string>} */ (words.laws)[fn] ?? firstSentence(slopes.at(-1) ?? "");
  return { equation: equation && lettersOf(equation) <= MOST ? equation : null, said, name: title };
}

/** @param {string} text */
const firstSentence = (text) => text.split(/(?<=\.) /)[0];

/**
 * An equation of gradients as one of derivatives by what has a name: ∇x becomes ∂y/∂x.
 * @param {Equation} equation @param {string} root
 * @returns {Equation}
 */
export function derived({ left, symbolic }, root) {
  return { left: rewritten(left, root), symbolic: rewritten(symbolic, root) };
}

/** @param {Expression} expression @param {string} root @returns {Expression} */
function rewritten(expression, root) {
  if (!Array.isArray(expression)) return expression;
  const [sign, ...parts] = expression;
  if (sign === "#") return expression;
  if (sign === "grad") return ["/", `∂${root}`, wrt(String(parts[0]))];
  const inner = parts.map((part) => rewritten(part, root));
  if (sign === "T" && inner[0][0] === "/") return ["T", ["(", inner[0]]];
  return [sign, ...inner];
}

/** @param {Equation} equation */
function lettersOf({ left, symbolic }) {
  return JSON.stringify([left, symbolic]).replace(/[^\p{L}\p{N}∂]/gu, "").length;
}
