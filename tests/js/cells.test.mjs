import assert from "node:assert/strict";
import { test } from "node:test";

import {
  brief,
  full,
  largest,
  planes,
  shade,
  short,
  tuple,
} from "../../autograd_studio/web/player/model/cells.js";

const value = (shape, data, rest = {}) => ({ dtype: "float32", shape, data, ...rest });
const texts = (given) =>
  planes(given).planes.map(({ rows }) => rows.map((row) => row.map((cell) => cell.text)));

test("a scalar is one cell, a vector one row, a matrix its rows", () => {
  assert.deepEqual(texts(value([], [7])), [[["7"]]]);
  assert.deepEqual(texts(value([3], [1, 2, 3])), [[["1", "2", "3"]]]);
  assert.deepEqual(texts(value([2, 2], [1, 2, 3, 4])), [
    [
      ["1", "2"],
      ["3", "4"],
    ],
  ]);
});

test("more dimensions become slices that carry their index, and so do the cells", () => {
  const { planes: found } = planes(value([2, 1, 2], [1, 2, 3, 4]));
  assert.deepEqual(
    found.map((plane) => plane.index),
    [[0], [1]],
  );
  assert.deepEqual(found[1].rows[0][1].index, [1, 0, 1]);
});

test("a tensor without elements has no slices", () => {
  assert.deepEqual(planes(value([0, 3], [])), { planes: [], more: false });
});

test("a corner says that there is more", () => {
  assert.equal(planes(value([500, 500], [1, 2, 3, 4], { corner: [2, 2] })).more, true);
  assert.equal(planes(value([2, 2], [1, 2, 3, 4])).more, false);
});

test("a long row is cut and says so", () => {
  const {
    planes: [plane],
    more,
  } = planes(value([100], Array(100).fill(1)));
  assert.ok(plane.rows[0].length < 100);
  assert.equal(more, true);
});

test("numbers are short in a cell and complete on request", () => {
  assert.equal(short(0.30000001192092896, "float32"), "0.3");
  assert.equal(full(0.30000001192092896, "float32"), "0.30000001192092896");
  assert.equal(short(-1234.567, "float32"), "−1235");
  assert.equal(short(1.25e-9, "float32"), "1.25e−9");
  assert.equal(short(100, "float32"), "100");
  assert.equal(short(12345678, "int64"), "12345678");
  assert.equal(short(true, "bool"), "True");
  assert.deepEqual([short(-0, "float32"), full(-0, "float32")], ["0", "−0"]);
});

test("a scalar and a short vector fit a line, nothing else does", () => {
  assert.equal(brief(value([], [7])), "7");
  assert.equal(brief(value([3], [1, -2, "NaN"])), "[1, −2, nan]");
  assert.equal(brief(value([0], [])), "[]");
  assert.equal(brief(value([2, 2], [1, 2, 3, 4])), null);
  assert.equal(brief(value([5], [1, 2, 3, 4, 5])), null);
});

test("a shape is written as in Python", () => {
  assert.deepEqual([[], [3], [2, 3]].map(tuple), ["()", "(3,)", "(2, 3)"]);
});

test("what is no number is told in Python's words", () => {
  assert.deepEqual(
    ["NaN", "Infinity", "-Infinity"].map((item) => short(item, "float32")),
    ["nan", "inf", "−inf"],
  );
});

test("shades are parts of the largest finite magnitude", () => {
  const most = largest(value([4], [1, -4, "Infinity", "NaN"]));
  assert.equal(most, 4);
  assert.equal(shade(-1, most), 0.25);
  assert.equal(shade(NaN, most), 0);
  assert.equal(shade(Infinity, most), 0);
  assert.equal(shade(0, 0), 0);
});

test("a number among others has fewer digits, and is written as Python's number_text writes it", () => {
  const among = (number) => short(number, "float32", 3);
  assert.deepEqual([0.1429, 22.79, 1.25e-5, 0.0001, 12345.6, 1.5e6, 999.96, -2.0794].map(among), [
    "0.143",
    "22.8",
    "1.25e−5",
    "0.0001",
    "12346",
    "1.5e6",
    "1000",
    "−2.08",
  ]);
});
