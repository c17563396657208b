import assert from "node:assert/strict";
import { test } from "node:test";

import { writtenOut } from "../../ui/player/operands.js";

const float = (shape, ...data) => ({ dtype: "float32", shape, data });
const operand = (sign, value, name = "") => ({ sign, name, value });

test("a negative number stands in parentheses behind a sign and below an exponent", () => {
  const [a, b] = [float([2], -2, 3), float([2], 4, -5)];
  const written = (sign, ...data) =>
    writtenOut([operand("", a), operand(sign, b), operand("=", float([2], ...data))], [1]);
  assert.equal(written("*", -8, -15), "3 × (−5) = −15");
  assert.equal(written("+", 2, -2), "3 + (−5) = −2");
  const square = [operand("", a), operand("**", null, "2"), operand("=", float([2], 4, 9))];
  assert.deepEqual([writtenOut(square, [0]), writtenOut(square, [1])], ["(−2) ^ 2 = 4", "3 ^ 2 = 9"]);
});

test("a number that only moved is written once", () => {
  const moved = [operand("", float([2], 4, 9)), operand("=", float([2], 4, 9))];
  assert.equal(writtenOut(moved, [1]), "9");
});

test("a cell of a matrix product is its row times its column", () => {
  const [left, right] = [float([1, 2], -1, -2), float([2, 1], 3, -4)];
  const product = [operand("", left), operand("@", right), operand("=", float([1, 1], 5))];
  assert.equal(writtenOut(product, [0, 0]), "−1·3 + (−2)·(−4) = 5");
});
