import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync, inflateRawSync } from "node:zlib";

import {
  BrokenLink,
  MOST_BYTES,
  MOST_CHARACTERS,
  programOf,
  textOf,
  tokenOf,
} from "../../autograd_studio/web/shell/links.js";

const PROGRAM = "import torch\nprint(torch.ones(3))\n";

test("a text comes back, also one that Python packed", async () => {
  for (const text of ["", PROGRAM, "λ∂\u{1F600}\0\uFEFF", "\uFEFFa", "x".repeat(MOST_BYTES)]) {
    const token = await tokenOf(text);
    assert.equal(await textOf(token), text);
    assert.equal(inflateRawSync(Buffer.from(token, "base64url")).toString(), text);
    assert.equal(await textOf(deflateRawSync(text, { level: 9 }).toString("base64url")), text);
  }
});

test("a token needs no escaping", async () => {
  assert.match(await tokenOf("λ".repeat(50) + "?&=/ +%"), /^[A-Za-z0-9_-]+$/);
});

test("a long text has no link", async () => {
  assert.equal(await tokenOf(randomBytes(10_000).toString("hex")), null);
  assert.equal(await tokenOf("x".repeat(MOST_BYTES + 1)), null);
});

test("a bomb is not unpacked", async () => {
  const token = deflateRawSync(Buffer.alloc(4_000_000), { level: 9 }).toString("base64url");
  assert.ok(token.length < MOST_CHARACTERS);
  await assert.rejects(
    textOf(token),
    (error) => error instanceof BrokenLink && /too long/.test(error.message),
  );
});

test("a damaged link says so", async () => {
  const token = await tokenOf(PROGRAM);
  for (const [damaged, message] of [
    [token.slice(0, -4), /copied completely/],
    [token.slice(0, 1), /copied completely/],
    [`é${token}`, /character/],
    [`${token}=`, /character/],
    [token.repeat(2000), /too long/],
    ["", /character/],
    [deflateRawSync(Buffer.from([0xff, 0xfe])).toString("base64url"), /copied completely/],
  ])
    await assert.rejects(
      textOf(damaged),
      (error) => error instanceof BrokenLink && message.test(error.message),
    );
});

test("no bytes raise anything else", async () => {
  for (let at = 0; at < 300; at++) {
    const token = randomBytes(1 + (at % 60)).toString("base64url");
    await textOf(token).catch((error) => assert.ok(error instanceof BrokenLink, `${token}: ${error}`));
  }
});

test("what the studio has is our own by whatever link it comes, all else a stranger's", async () => {
  const visit = {
    lessons: Promise.resolve({ lessons: [{ program: "a lesson" }] }),
    operators: Promise.resolve([{ program: "an example" }]),
  };
  const isForeign = async (text) => (await programOf(visit, await tokenOf(text))).isForeign;
  assert.equal(await isForeign("a lesson"), false);
  assert.equal(await isForeign("an example"), false);
  assert.equal(await isForeign("an example "), true);
  const without = {
    lessons: visit.lessons,
    get operators() {
      return Promise.reject(new Error("away"));
    },
  };
  assert.equal((await programOf(without, await tokenOf("an example"))).isForeign, true);
});
