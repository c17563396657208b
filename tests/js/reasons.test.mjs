import assert from "node:assert/strict";
import { test } from "node:test";

import { offered, ofGraph, uncut } from "../../autograd_studio/web/player/model/reasons.js";
import { titleOf, together } from "../../autograd_studio/web/player/panes/why.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";

const REASON = {
  name: "w",
  what: "none",
  line: 5,
  box: 12,
  way: [
    [12, 13, false],
    [13, 30, true],
  ],
};

test("a reason is told with its line, if it has one", () => {
  assert.equal(titleOf(REASON, WORDS), "w.grad is None, line 5");
  assert.equal(titleOf({ name: "x", what: "nan" }, WORDS), "NaN at x");
  assert.equal(titleOf({ name: "w", what: "zero", cause: "vanishing" }, WORDS), "w.grad is almost 0");
});

test("of a reason a graph has the boxes that are its own", () => {
  const here = ofGraph(REASON, [10, 20]);
  assert.deepEqual([here.box, here.way, here.line], [2, [[2, 3, false]], 5]);
  const elsewhere = ofGraph(REASON, [0, 10]);
  assert.deepEqual([elsewhere.box, elsewhere.way], [undefined, []]);
});

test("what computes gradients by hand cuts nothing, what stands above it does", () => {
  const reasons = [{ line: 4 }, { line: 8 }];
  const payload = { reasons, boxes: [{ cut: 1 }, {}], links: [{ cut: 0 }, { cut: 1 }] };
  const { boxes, links } = uncut(payload, 8);
  assert.deepEqual(
    [boxes[0].cut, boxes[1].cut, links[0].cut, links[1].cut],
    [undefined, undefined, 0, undefined],
  );
});

test("where a button runs on PyTorch what is refused, that is the remedy, and of nothing else", () => {
  const reasons = [
    { cause: "refused", remedy: "record it" },
    { cause: "detach", remedy: "remove it" },
  ];
  const told = offered({ reasons }, "press it").reasons.map(({ remedy }) => remedy);
  assert.deepEqual(told, ["press it", "remove it"]);
});

test("what one line spoils for one reason is one finding", () => {
  const spoilt = { what: "nan", line: 14, rule: "The logarithm of 0 is minus infinity." };
  const reasons = [
    { ...spoilt, name: "weight" },
    { ...spoilt, name: "bias" },
    { ...spoilt, name: "x", line: 15 },
    { ...spoilt, name: "y", rule: "Another." },
    { ...spoilt, name: "no finding" },
  ];
  assert.deepEqual(together({ findings: [0, 2, 1, 3], reasons }), [[0, 1], [2], [3]]);
  assert.deepEqual(together({}), []);
});
