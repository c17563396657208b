import assert from "node:assert/strict";
import { test } from "node:test";

import { groups, ofRow, writtenOut } from "../../autograd_studio/web/player/model/operands.js";

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

test("a cell of an operand that has more dimensions than the result is not one of the result", () => {
  const [matrix, vector] = [float([2, 2], 1, 2, 3, 4), float([2], 1, 4)];
  const product = [operand("", matrix), operand("@", vector), operand("=", float([2], 9, 19))];
  assert.equal(writtenOut(product, [1]), "3·1 + 4·4 = 19");
  assert.equal(writtenOut(product, [1, 0]), "");
});

test("in forward mode the tangents of a step are a group of their own", () => {
  const step = {
    kind: "op",
    card: {
      tangents: [
        ["", "tangent of h", 0],
        ["→", "tangent of y", 1],
      ],
    },
  };
  const story = { steps: [step], values: [float([2], 2, 0), float([2], 2, 6)] };
  const [{ operands }] = groups(story, 0, {});
  assert.deepEqual(
    operands.map(({ sign, name, value }) => [sign, name, value.data[1]]),
    [
      ["", "tangent of h", 0],
      ["→", "tangent of y", 6],
    ],
  );
});

test("a comparison has its two sides, and what it gives", () => {
  const step = { kind: "op", box: null, card: { of: [["", "x < 0", ["<", 0, "0"]]], gives: 1 } };
  const story = { steps: [step], values: [float([2], -1, 2), { dtype: "bool", shape: [2], data: [1, 0] }] };
  const [{ operands }] = groups(story, 0, { newValue: "" });
  assert.deepEqual(
    operands.map(({ sign, name, value }) => [sign, name, value?.data]),
    [
      ["", "x", [-1, 2]],
      ["<", "0", undefined],
      ["=", "", [1, 0]],
    ],
  );
});

test("a row that was added first stands first, and a long one is shortened", () => {
  const linear = [
    { ...operand("addmm", float([2], 10, 20)), added: true },
    operand("", float([1, 2], 1, 2)),
    operand("", float([2, 2], 3, 4, 5, -6)),
    operand("=", float([1, 2], 23, 12)),
  ];
  assert.equal(writtenOut(linear, [0, 1]), "20 + 1·4 + 2·(−6) = 12");
  const long = float([8], 1, 2, 3, 4, 5, 6, 7, 8);
  const dot = [operand("", long), operand("@", long), operand("=", float([], 204))];
  assert.equal(writtenOut(dot, []), "1·1 + 2·2 + 3·3 + 4·4 + 5·5 + … + 8·8 = 204");
});

test("a batch of products is told by its own rows and columns", () => {
  const product = [
    operand("", float([2, 1, 2], 1, 2, 3, 4)),
    operand("@", float([2, 2, 1], 5, 6, 7, 8)),
    operand("=", float([2, 1, 1], 17, 53)),
  ];
  assert.equal(writtenOut(product, [1, 0, 0]), "3·7 + 4·8 = 53");
});

test("the payload says that a product is added to the first operand", () => {
  const card = { of: [["addmm", "b", 0], ["", "x", 1], ["", "w", 2]], adds_product: true, gives: 3 }; // prettier-ignore
  const values = [float([1], 10), float([1, 2], 1, 2), float([2, 1], 3, 4), float([1, 1], 21)];
  const [{ operands }] = groups({ steps: [{ kind: "op", card }], values }, 0, { result: "result" });
  assert.equal(writtenOut(operands, [0, 0]), "10 + 1·3 + 2·4 = 21");
});

test("what is said of a row is found by the index of an element", () => {
  const texts = ["In group 0", "In group 1", "", "In group 3"];
  const rows = { slope: 0, said: "A norm.", texts, axes: [[0, 1, 2], [1, 3, 1]] }; // prettier-ignore
  assert.equal(ofRow(rows, [0, 2, 5]), "A norm. In group 0");
  assert.equal(ofRow(rows, [1, 4, 0]), "A norm. In group 3");
  assert.equal(ofRow(rows, [1, 0, 0]), "A norm.");
  assert.equal(ofRow(rows, [3, 0, 0]), undefined);
});
