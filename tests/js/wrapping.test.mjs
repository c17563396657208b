import assert from "node:assert/strict";
import { test } from "node:test";

import { breaks, hanging } from "../../autograd_studio/web/editor/wrapping.js";

const CASES = [
  ["short(a.b)", "short(a.b)"],
  [
    "print(y.grad_fn.next_functions[0][0].next_functions)",
    "print(|y.|grad_fn.|next_functions[0][0].|next_functions)",
  ],
  [
    "x = torch.tensor([0.25,1e-3],requires_grad=True)",
    "x = torch.|tensor(|[|0.25,|1e-3],|requires_grad=|True)",
  ],
  ["if model.parameters()==other.parameters():", "if model.|parameters()==|other.|parameters():"],
  ["y = x # ((<MulBackward0object(0)>,0)", "y = x # ((<MulBackward0object(0)>,0)"],
];

test("a long word may go on below after a dot, a comma or a bracket, and nowhere within a number, a name or a comment", () => {
  for (const [text, wanted] of CASES) {
    const ends = [0, ...breaks(text), text.length];
    assert.equal(
      ends
        .slice(1)
        .map((end, i) => text.slice(ends[i], end))
        .join("|"),
      wanted,
    );
  }
});

test("the rest of a long line begins two columns to the right", () => {
  assert.equal(hanging("x"), "--hang: 2ch");
  assert.equal(hanging(" \tx"), "--hang: 7ch");
});
