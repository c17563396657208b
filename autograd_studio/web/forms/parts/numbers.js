// Numbers and matrices of a check's answer.
import { short } from "../../player/model/cells.js";

/** A number with four digits. @param {number} number */
export function shown(number) {
  return short(number, "float64");
}

/** Numbers as a list. @param {number[]} numbers */
export function list(numbers) {
  return `[${numbers.map(shown).join(", ")}]`;
}

/** Return vᵀJ: the rows, each times its number in v, added up. @param {number[][]} matrix @param {number[]} v */
export function vjp(matrix, v) {
  return (matrix[0] ?? []).map((_, column) => sum(v, (row) => matrix[row][column]));
}

/** Return Ju: the columns, each times its number in u, added up. @param {number[][]} matrix @param {number[]} u */
export function jvp(matrix, u) {
  return matrix.map((row) => sum(u, (column) => row[column]));
}

/** @param {number[]} weights @param {(index: number) => number} of */
function sum(weights, of) {
  return weights.reduce((total, weight, index) => total + weight * of(index), 0);
}

/** The largest finite size in a matrix. @param {number[][]} matrix */
export function largest(matrix) {
  return Math.max(0, ...matrix.flat().filter(Number.isFinite).map(Math.abs));
}
