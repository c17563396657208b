import assert from "node:assert/strict";
import test from "node:test";

import { byNamespace, parted } from "../../autograd_studio/web/reference/namespaces.js";

const operator = (/** @type {string} */ name) => ({
  name,
  method: false,
  signatures: [],
  text: "",
  grad_fn: [],
  formulas: {},
  program: "",
});

test("a function is in the longest namespace that begins its name", () => {
  assert.deepEqual(parted(operator("torch.abs")), { namespace: "torch", called: "abs" });
  assert.deepEqual(parted(operator("torch.nn.functional.relu")), {
    namespace: "torch.nn.functional",
    called: "relu",
  });
  assert.deepEqual(parted(operator("other.thing")), { namespace: "", called: "other.thing" });
});

test("namespaces keep the order of the reference", () => {
  const operators = ["torch.abs", "torch.exp", "torch.linalg.det", "torch.cat"].map(operator);
  assert.deepEqual(
    byNamespace(operators).map(([namespace, own]) => [namespace, own.map(({ name }) => name)]),
    [
      ["torch", ["torch.abs", "torch.exp", "torch.cat"]],
      ["torch.linalg", ["torch.linalg.det"]],
    ],
  );
});
