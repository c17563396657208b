import assert from "node:assert/strict";
import test from "node:test";

import { callAt, lines, rows } from "../../autograd_studio/web/player/panes/inside.js";

const value = (...data) => ({ dtype: "float32", shape: [data.length], data });
const VALUES = [value(1, 2), value(3, 4), value(5, 6)];

test("the innermost call around a step is the one that is shown", () => {
  const calls = [
    { title: "inner", from: 3, to: 5 },
    { title: "outer", from: 2, to: 8 },
    { title: "later", from: 9, to: 9 },
  ];
  assert.deepEqual(
    [1, 2, 3, 5, 6, 9].map((step) => callAt(calls, step)?.title),
    [undefined, "outer", "inner", "inner", "outer", "later"],
  );
});

test("what is on ctx is there from its line on, and a saved tensor shows that it was changed since", () => {
  const ctx = [
    { name: "saved_tensors", given: "x", since: 2, version: 0, held: [[2, 0, 0], [4, 1, 1]] }, // prettier-ignore
    { name: "k", since: 1, text: "2" },
  ];
  const at = (step) =>
    rows({ ctx }, step, VALUES).map(({ text, version, isStale }) => [text, version, isStale]);
  assert.deepEqual(at(1), [["", "", false], ["2", "", false]]); // prettier-ignore
  assert.deepEqual(at(3)[0], ["[1, 2]", "v0", false]);
  assert.deepEqual(at(4)[0], ["[3, 4]", "v0 → v1", true]);
});

test("lines have run, are running or come later, and show what they have made so far", () => {
  const call = {
    to: 9,
    lines: [
      { line: 4, last: 4, text: "y = x.exp()", at: 2, made: [["y", 2, 0]] },
      { line: 5, last: 6, text: "return y * y + y", at: 5, made: [["y * y", 4, 1], ["return", 5, 2]] }, // prettier-ignore
      { line: 7, last: 7, text: "never", at: null, made: [] },
    ],
  };
  const [first, second, third] = lines(call, 4, 6, VALUES);
  assert.deepEqual([first.state, second.state, third.state], ["done", "now", "later"]);
  assert.deepEqual(second.made, [{ name: "y * y", text: "[3, 4]" }]);
});

test("a gradient that is None is said to be", () => {
  const call = { to: 1, lines: [{ line: 1, last: 1, text: "return None", at: 1, made: [["∇x", 1, null]] }] };
  assert.equal(lines(call, 1, 1, VALUES)[0].made[0].text, "None");
});
