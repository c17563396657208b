import assert from "node:assert/strict";
import { test } from "node:test";

import { along, bounds, points } from "../../autograd_studio/web/player/model/curve.js";

const LINE = points("M0,0C10,0 20,0 30,0C40,0 50,0 60,-30.5");

test("a path is read into numbers, negative and fractional ones too", () => {
  assert.deepEqual(LINE, [0, 0, 10, 0, 20, 0, 30, 0, 40, 0, 50, 0, 60, -30.5]);
  assert.deepEqual(points("M1e-05,2C3,4 5,6 7,8"), [1e-5, 2, 3, 4, 5, 6, 7, 8]);
});

test("bounds enclose all points", () => {
  assert.deepEqual(bounds(LINE), { x: 0, y: -30.5, w: 60, h: 30.5 });
});

test("a place along a path: its ends, its joints, and between them", () => {
  assert.deepEqual(along(LINE, 0), [0, 0]);
  assert.deepEqual(along(LINE, 0.5), [30, 0]);
  assert.deepEqual(along(LINE, 1), [60, -30.5]);
  assert.deepEqual(along(LINE, 0.25), [15, 0]);
});
