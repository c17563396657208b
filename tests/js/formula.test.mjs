import assert from "node:assert/strict";
import { test } from "node:test";

import { sides, tree } from "../../autograd_studio/web/player/panes/card/formula.js";

test("names, numbers and program text are told apart", () => {
  assert.deepEqual(tree("b"), ["mi", "b"]);
  assert.deepEqual(tree("x.grad"), ["mtext", "x.grad"]);
  assert.deepEqual(tree(["#", "[-1, 2]"]), ["mn", "[−1, 2]"]);
});

test("operators stand between their operands", () => {
  assert.deepEqual(tree(["*", ["grad", "y"], "b"]), [
    "mrow",
    ["msub", ["mo", "∇"], ["mi", "y"]],
    ["mo", "·"],
    ["mi", "b"],
  ]);
  assert.deepEqual(tree(["-", "a"]), ["mrow", ["mo", "−"], ["mi", "a"]]);
  assert.deepEqual(tree(["/", ["#", "1"], "c"]), ["mfrac", ["mn", "1"], ["mi", "c"]]);
});

test("a sign that is not known is still set", () => {
  assert.deepEqual(tree(["??", "a", "b"]), ["mrow", ["mi", "a"], ["mo", "??"], ["mi", "b"]]);
});

test("a function's call keeps its arguments apart", () => {
  assert.deepEqual(tree(["call", "where", "a", "b"]), [
    "mrow",
    ["mi", "where"],
    ["mo", "("],
    ["mi", "a"],
    ["mo", ","],
    ["mi", "b"],
    ["mo", ")"],
  ]);
});

test("an equation has the sides that there are", () => {
  assert.deepEqual(sides({ left: "", symbolic: "a", result: "[1]" }), [
    ["mi", "a"],
    ["mrow", ["mo", "="], ["mn", "[1]"]],
  ]);
  assert.equal(sides({ left: "y", symbolic: "a", numbers: ["#", "1"], result: "1" }).length, 4);
});

test("several indices stand in one pair of brackets", () => {
  assert.deepEqual(tree(["index", "w", [",", "k", "j"]]), [
    "mrow",
    ["mi", "w"],
    ["mtext", "["],
    ["mi", "k"],
    ["mo", ","],
    ["mi", "j"],
    ["mtext", "]"],
  ]);
});
