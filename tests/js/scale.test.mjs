import assert from "node:assert/strict";
import { test } from "node:test";

import { Scale } from "../../autograd_studio/web/player/model/scale.js";

const turn = (number, more = {}) => ({ turns: [[number, 1000]], ...more });

/** Before the loop, iterations 1 to 4, 501 to 503 and 999 to 1,000 of 1,000, one pass each. */
const LONG = [
  {},
  ...[0, 1, 2].map((i) => turn(i)),
  turn(3, { gap: [4, 496] }),
  turn(500),
  turn(501),
  turn(502, { gap: [503, 495] }),
  turn(998),
  turn(999),
];

test("a gap takes room, and what is under it is the iteration that would be there", () => {
  const scale = new Scale(LONG);
  assert.equal(scale.length, LONG.length + 2);
  assert.deepEqual(scale.at(0), { chapter: 0, missing: null });
  assert.deepEqual(scale.at(1), { chapter: 9, missing: null });
  assert.deepEqual(scale.at(5.5 / scale.length), { chapter: 4, missing: 4 + 248 });
  assert.deepEqual(scale.at(6.5 / scale.length), { chapter: 5, missing: null });
  assert.equal(scale.middle(5), 6.5);
  assert.deepEqual([scale.areApart(1, 4), scale.areApart(4, 5), scale.areApart(7, 8)], [false, true, true]);
});

test("an iteration is found, or the gap that it is in and the pass to begin at", () => {
  const scale = new Scale(LONG);
  assert.deepEqual(scale.find(500), { chapter: 5, isMissing: false });
  assert.deepEqual(scale.find(600), { chapter: 7, isMissing: true });
  assert.equal(scale.pass(7, 600), 599);
  assert.deepEqual(scale.find(2000), { chapter: 9, isMissing: false });
});

test("passes are counted where an iteration has several, and loops are nested", () => {
  const at = (epoch, batch, more) => ({ turns: [[epoch, 40], [batch, 15]], ...more }); // prettier-ignore
  const scale = new Scale([at(0, 0), at(0, 1, { gap: [4, 2 * 148] }), at(10, 0), at(39, 14)]);
  assert.deepEqual([scale.total, scale.each], [40, 15]);
  assert.deepEqual(scale.missing(1), [2, 149]);
  assert.equal(scale.pass(1, 75), 4 + 2 * (75 - 2) - 2);
});

test("what is left out within one iteration, or outside of loops, is no gap", () => {
  assert.equal(new Scale([turn(3, { gap: [1, 5] }), turn(4)]).isOpen(0), false);
  assert.equal(new Scale([{ gap: [0, 9] }, turn(0)]).isOpen(0), false);
});
