// Elementwise expressions on values, as the engine computes them.
/** @import { Item, Ref, Value } from "./types.d.ts" */

/** @type {Record<string, (...operands: number[]) => number>} */
const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => (b === undefined ? -a : a - b),
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "**": (a, b) => a ** b,
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  abs: Math.abs,
  cos: Math.cos,
  exp: Math.exp,
  log: Math.log,
  sign: Math.sign,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
};

/**
 * The value that a number leads to, or that an expression of them has; null where a large tensor is only known in part.
 * @param {Ref} ref @param {Value[]} values
 * @returns {Value | null}
 */
export function evaluated(ref, values) {
  if (!Array.isArray(ref)) return values[ref];
  const [sign, ...refs] = ref;
  const operands = refs.map((one) =>
    typeof one === "string" ? { dtype: "", shape: [], data: [Number(one)] } : evaluated(one, values),
  );
  if (operands.some((one) => !one || one.corner)) return null;
  return elementwise(OPERATIONS[sign], /** @type {Value[]} */ (operands));
}

/**
 * @param {(...operands: number[]) => number} operation @param {Value[]} operands
 * @returns {Value | null}
 */
function elementwise(operation, operands) {
  const depth = Math.max(...operands.map(({ shape }) => shape.length));
  const aligned = operands.map(({ shape }) => [...Array(depth - shape.length).fill(1), ...shape]);
  const shape = Array.from({ length: depth }, (_, axis) =>
    aligned.map((one) => one[axis]).reduce((a, b) => (a === 1 ? b : a), 1),
  );
  if (aligned.some((one) => one.some((length, axis) => length !== 1 && length !== shape[axis]))) return null;
  const dtype = operands.find((one) => one.dtype.startsWith("float"))?.dtype ?? "float32";
  const rounded = dtype === "float32" ? Math.fround : (/** @type {number} */ x) => x;
  const count = shape.reduce((a, b) => a * b, 1);
  const data = Array.from({ length: count }, (_, flat) => {
    const numbers = operands.map((operand, i) =>
      rounded(Number(operand.data[place(flat, shape, aligned[i])])),
    );
    return item(rounded(operation(...numbers)));
  });
  return { dtype, shape, data };
}

/** @param {number} number @returns {Item} */
function item(number) {
  if (Number.isFinite(number)) return number;
  return Number.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
}

/**
 * Where an element of a result comes from in an operand that is broadcast to it.
 * @param {number} flat @param {number[]} shape @param {number[]} own
 */
function place(flat, shape, own) {
  let found = 0,
    step = 1,
    rest = flat;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (own[axis] !== 1) found += (rest % shape[axis]) * step;
    step *= own[axis];
    rest = Math.floor(rest / shape[axis]);
  }
  return found;
}
