import assert from "node:assert/strict";
import { test } from "node:test";

import { joined } from "../../autograd_studio/web/player/panes/narration.js";

test("no line of a caption ends behind a sign", () => {
  assert.equal(joined("w - 3 receives 4.86."), "w -\u00a03 receives 4.86.");
  assert.equal(joined("1 + 3 + 3 = 7. That is x.grad."), "1 +\u00a03 +\u00a03 =\u00a07. That is x.grad.");
  assert.equal(joined("w: 1 → 1.8, against -9.6"), "w: 1 →\u00a01.8, against -9.6");
});
