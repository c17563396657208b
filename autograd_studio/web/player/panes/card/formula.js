import { html, math } from "../../base/dom.js";
import { dots } from "../../model/names.js";

/** @import { Tree } from "../../model/shown.d.ts" */
/** @import { Equation, Expression } from "../../model/types.d.ts" */

/** @type {Record<string, string>} */
const SIGNS = { "*": "·", "@": "@", "-": "−", "<=": "≤", ">=": "≥", "!=": "≠", "==": "=" };

/**
 * The MathML of an expression as plain data, ["mrow", …], ["mi", "x"].
 *
 * An expression is a name, or a list of a sign and its operands, as docs/payload.md describes it. Whatever is not
 * known is set as a function's call, so that a new sign can never leave a hole.
 * @param {Expression} expression
 * @returns {Tree}
 */
export function tree(expression) {
  if (!Array.isArray(expression)) return word(String(expression));
  const [sign, ...parts] = expression;
  if (sign === "#") return ["mn", String(parts[0]).replace(/-/g, "−")];
  const sets = parts.map(tree);
  switch (sign) {
    case "grad":
      return ["msub", ["mo", "∇"], sets[0]];
    case "(":
      return ["mrow", ["mo", "("], sets[0], ["mo", ")"]];
    case "T":
      return ["msup", sets[0], ["mo", "⊤"]];
    case "/":
      return ["mfrac", ...sets];
    case "**":
      return ["msup", ...sets];
    case "index":
      return ["mrow", sets[0], ["mtext", "["], ...indices(parts[1]), ["mtext", "]"]]; // as an operator it would be stretched
    case ",":
      return ["mrow", ["mo", "("], ...between(sets, ","), ["mo", ")"]];
    case "call":
      return ["mrow", word(String(parts[0])), ["mo", "("], ...between(sets.slice(1), ","), ["mo", ")"]];
    default:
      if (sets.length === 1) return ["mrow", ["mo", SIGNS[sign] ?? sign], sets[0]];
      return ["mrow", ...between(sets, SIGNS[sign] ?? sign)];
  }
}

/** @param {Expression} index @returns {Tree[]} */
function indices(index) {
  return Array.isArray(index) && index[0] === "," ? between(index.slice(1).map(tree), ",") : [tree(index)];
}

/** @param {string} given @returns {Tree} */
function word(given) {
  const text = dots(given);
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? ["mi", text] : ["mtext", text];
}

/** @param {Tree[]} parts @param {string} sign @returns {Tree[]} */
function between(parts, sign) {
  return parts.flatMap((part, i) => (i ? [/** @type {Tree} */ (["mo", sign]), part] : [part]));
}

/**
 * The sides of an equation, symbols = numbers = result, as MathML data; each but the first begins with its "=".
 * @param {Equation} equation
 * @returns {Tree[]}
 */
export function sides({ left, symbolic, numbers, result }) {
  const there = [left, symbolic, numbers, result && ["#", result]].filter(Boolean);
  return /** @type {Expression[]} */ (there)
    .map(tree)
    .map((side, i) => (i ? ["mrow", ["mo", "="], side] : side));
}

/**
 * An equation as elements, a <math> for every side, so that a long one can be broken between them.
 * @param {Equation} item
 */
export function equation(item) {
  return html(
    "div.equation",
    ...sides(item).map((side) => math("math", { displaystyle: "true" }, element(side))),
  );
}

/** An expression as an element. @param {Expression} one */
export const expression = (one) => math("math", { displaystyle: "true" }, element(tree(one)));

/** @param {Tree} tree @returns {Element} */
function element([tag, ...parts]) {
  return math(tag, ...parts.map((part) => (Array.isArray(part) ? element(part) : part)));
}
