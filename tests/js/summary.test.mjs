import assert from "node:assert/strict";
import test from "node:test";

import { nudgedText } from "../../autograd_studio/web/player/model/summary.js";

test("what nudging found stands as the gradient does", () => {
  assert.equal(nudgedText([{ nudged: 2.00003 }]), "2");
  assert.equal(nudgedText([{ nudged: 0.25 }, { nudged: -1 }, { nudged: null }]), "[0.25, −1, ?]");
});
