import assert from "node:assert/strict";
import { test } from "node:test";

import { HIDDEN, named, nameOf, warning } from "../../autograd_studio/web/editor/hidden.js";

const found = (text) => [...text.matchAll(HIDDEN)].map(([character]) => character.codePointAt(0));

test("what turns a line around is found, and so is what is not seen", () => {
  const turning = [
    0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x61c,
  ];
  const unseen = [
    0, 8, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x2028, 0x2029, 0x2060,
  ];
  const more = [0x2064, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0061, 0xe0100];
  for (const code of [...turning, ...unseen, ...more])
    assert.deepEqual(found(`x = ${String.fromCodePoint(code)}1`), [code], code.toString(16));
});

test("what every program has is not", () => {
  assert.deepEqual(found('def größe(x):\n\treturn "∂L/∂x ≤ 3 — 勾配 אב 🙂"\r\n'), []);
});

test("each has a name", () => {
  assert.equal(nameOf(0x202e), "right-to-left override, U+202E");
  assert.equal(nameOf(0x7), "hidden character, U+0007");
});

test("those of a text are named once", () => {
  assert.deepEqual(named("a\u202e b\u200b c\u202e"), [
    "right-to-left override, U+202E",
    "zero width space, U+200B",
  ]);
  assert.deepEqual(named("x = 1"), []);
});

test("it is said where the first one is", () => {
  assert.equal(warning("x = 1\ny = 2\n"), "");
  assert.match(warning("x = 1\ny = \u2066 2\n"), /from line 2 on/);
});
