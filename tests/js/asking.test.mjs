import assert from "node:assert/strict";
import { test } from "node:test";

import { History, isFinished } from "../../autograd_studio/web/player/tools/asking.js";

test("lines that were written come back, each once, and what is being written waits", () => {
  const history = new History();
  for (const line of ["x", "x.grad", "x"]) history.add(line);
  assert.equal(history.go("half", -1), "x");
  assert.equal(history.go("x", -1), "x.grad");
  assert.equal(history.go("x.grad", -1), "x.grad");
  assert.equal(history.go("x.grad", 1), "x");
  assert.equal(history.go("x", 1), "half");
  assert.equal(history.go("half", 1), "half");
});

test("a statement is over where the program shows what it binds, and where a pass ends", () => {
  const steps = [
    { kind: "create", box: 0 },
    { kind: "op", box: 1 }, // of h = net(x), which binds the next one
    { kind: "op", box: 2 },
    { kind: "write", box: 0 },
    { kind: "arrive", box: 2 },
    { kind: "end", box: 2 },
  ];
  const bindings = [
    [1, "x", [[0, 0]]],
    [2, "h", [[2, 2]]],
  ]; // prettier-ignore
  const found = steps.map((_, k) => isFinished({ steps, bindings }, k));
  assert.deepEqual(found, [true, false, true, false, false, true]);
});
