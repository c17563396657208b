import assert from "node:assert/strict";
import { test } from "node:test";

import { Rows } from "../../autograd_studio/web/compare/rows.js";

const rows = new Rows([
  [0, 0],
  [null, 1],
  [1, null],
  [2, 2],
]);

test("a step is found in its row, on either side", () => {
  assert.deepEqual(
    [0, 1, 2].map((step) => rows.of(0, step)),
    [0, 2, 3],
  );
  assert.deepEqual(
    [0, 1, 2].map((step) => rows.of(1, step)),
    [0, 1, 3],
  );
});

test("where only the other side does something, a side waits at its last step", () => {
  assert.deepEqual(rows.at(0, 1), { step: 0, idle: true });
  assert.deepEqual(rows.at(1, 1), { step: 1, idle: false });
  assert.deepEqual(rows.at(1, 2), { step: 1, idle: true });
});

test("before its first step a side waits at that one", () => {
  const late = new Rows([
    [0, null],
    [1, 0],
  ]);
  assert.deepEqual(late.at(1, 0), { step: 0, idle: true });
});

test("there is no row before the first and none after the last", () => {
  assert.deepEqual([-1, 2, 9].map(rows.clamp, rows), [0, 2, 3]);
  assert.equal(new Rows([]).clamp(4), 0);
});
