// Forms come with links that anybody may have made: what is none is refused with words for the visitor.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ATTEMPT,
  CUSTOM_OP,
  EXAMPLE,
  EXPRESSION,
  formOf,
  PAIR,
  PROGRAMS,
} from "../../autograd_studio/web/forms/reading.js";
import { BrokenLink } from "../../autograd_studio/web/shell/links.js";

const OP = { name: "F", forward: "f", backward: "b", use: "u" };
const NO_FORM = { name: "Error", message: /does not contain this form/ };

const refused = (kind, text) => {
  try {
    formOf(kind, text);
  } catch (error) {
    assert.ok(error instanceof BrokenLink, String(error));
    return error.message;
  }
  return null;
};

test("a form comes back as it was written", () => {
  const forms = [
    [EXPRESSION, EXAMPLE],
    [CUSTOM_OP, OP],
    [PAIR, { program: "y = 2 * x\n", output: "y", input: "x", line: 3 }],
    [ATTEMPT, { program: "größe = '勾配'\n", output: "größe", backward: "" }],
    [PROGRAMS, { left: "a", right: "b", on_torch: true }],
  ];
  for (const [kind, form] of forms) assert.deepEqual(formOf(kind, JSON.stringify(form)), form);
});

test("a link made before a cell came does without it", () => {
  const { inputs, expression } = EXAMPLE;
  const rows = inputs.map(({ name, value }) => ({ name, value }));
  const form = formOf(EXPRESSION, JSON.stringify({ inputs: rows, expression }));
  assert.deepEqual(form, { ...EXAMPLE, gradient: "" });
  assert.equal(formOf(PAIR, '{"program":"","output":"","input":""}').line, 0);
  assert.equal(formOf(PROGRAMS, '{"left":"","right":""}').on_torch, false);
});

test("the cells are in one order, whatever order the link has", () => {
  const turned = Object.fromEntries(Object.entries(OP).reverse());
  assert.deepEqual(Object.keys(formOf(CUSTOM_OP, JSON.stringify(turned))), Object.keys(OP));
});

test("what is no form is refused", () => {
  const texts = [
    "",
    "null",
    "[]",
    "3",
    '"x"',
    "{}",
    "{",
    "[".repeat(60_000),
    "9".repeat(60_000),
    '{"name":"F"}',
    JSON.stringify({ ...OP, more: 1 }),
    '{"__proto__":{"name":"F"},"forward":"f","backward":"b","use":"u"}',
    JSON.stringify({ ...OP, toString: "x" }),
    JSON.stringify({ ...OP, name: null }),
    JSON.stringify({ ...OP, name: ["F"] }),
    JSON.stringify({ ...OP, use: 3 }),
    JSON.stringify({ ...OP, use: "\ud800" }),
    JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`a${i}`, i]))),
  ];
  for (const text of texts)
    assert.match(String(refused(CUSTOM_OP, text)), NO_FORM.message, text.slice(0, 60));
});

test("cells of the wrong type are refused", () => {
  const wrong = [
    { calls: "1" },
    { calls: 1.5 },
    { calls: true },
    { calls: null },
    { retain_graph: 1 },
    { inputs: {} },
    { inputs: [[]] },
    { inputs: [{ name: "a" }] },
    { inputs: [{ name: "a", value: 1 }] },
    { inputs: [{ name: "a", value: "1", requires_grad: "yes" }] },
    { inputs: [{ name: "a", value: "1", more: "" }] },
    { expression: "\udfff" },
  ];
  for (const cell of wrong)
    assert.match(String(refused(EXPRESSION, JSON.stringify({ ...EXAMPLE, ...cell }))), NO_FORM.message);
});

test("what is too large says which cell", () => {
  const row = { name: "a", value: "1.0" };
  const large = [
    [{ calls: 0 }, /calls/],
    [{ calls: 11 }, /calls/],
    [{ calls: 10 ** 30 }, /calls/],
    [{ expression: "+".repeat(4001) }, /expression/],
    [{ gradient: "+".repeat(4001) }, /gradient/],
    [{ inputs: Array(1200).fill(row) }, /inputs/],
    [{ inputs: [row, { ...row, name: "a".repeat(201) }] }, /row 2, name/],
  ];
  for (const [cell, said] of large) {
    const message = refused(EXPRESSION, JSON.stringify({ ...EXAMPLE, ...cell }));
    assert.match(String(message), /too large/);
    assert.match(String(message), said);
  }
  assert.match(String(refused(CUSTOM_OP, JSON.stringify({ ...OP, use: "u".repeat(20_001) }))), /use/);
  for (const line of [-1, 65_537])
    assert.match(String(refused(PAIR, JSON.stringify({ program: "", output: "", input: "", line }))), /line/);
});

test("what just fits is taken, counted in characters", () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ name: `a${i}`, value: "1.0", requires_grad: true }));
  assert.equal(formOf(EXPRESSION, JSON.stringify({ ...EXAMPLE, inputs: rows, calls: 10 })).inputs.length, 20);
  const wide = "🙂".repeat(4000);
  assert.equal(formOf(EXPRESSION, JSON.stringify({ ...EXAMPLE, expression: wide })).expression, wide);
  assert.ok(refused(EXPRESSION, JSON.stringify({ ...EXAMPLE, expression: `${wide}🙂` })));
});
