import assert from "node:assert/strict";
import { test } from "node:test";

import { lines } from "../../autograd_studio/web/runner/ndjson.js";

/** A stream of these pieces. */
function stream(...pieces) {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function all(...pieces) {
  const found = [];
  for await (const line of lines(stream(...pieces))) found.push(line);
  return found;
}

const bytes = (text) => new TextEncoder().encode(text);

test("a line is read wherever the network splits it, in the middle of a letter too", async () => {
  const text = bytes('{"a":"ä\\n"}\n{"b":[1,2]}\n');
  for (let at = 0; at <= text.length; at++) {
    assert.deepEqual(await all(text.slice(0, at), text.slice(at)), [{ a: "ä\n" }, { b: [1, 2] }]);
  }
});

test("a line is there before the next one comes", async () => {
  let next;
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes('{"first":1}\n'));
      next = () => controller.close();
    },
  });
  const read = lines(slow);
  assert.deepEqual((await read.next()).value, { first: 1 });
  next();
  assert.equal((await read.next()).done, true);
});

test("who stops reading closes the stream", async () => {
  let isClosed = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(bytes("1\n")),
    cancel: () => {
      isClosed = true;
    },
  });
  for await (const line of lines(endless)) if (line) break;
  assert.equal(isClosed, true);
});

test("the last line need not end, and empty ones are none", async () => {
  assert.deepEqual(await all(bytes('{"a":1}\n\n{"b":2}')), [{ a: 1 }, { b: 2 }]);
  assert.deepEqual(await all(), []);
});
