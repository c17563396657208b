import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { head, payload } from "../../autograd_studio/web/player/base/parcel.js";

test("a parcel is a line of JSON and a gzipped payload, which may contain newlines", async () => {
  const body = { id: "x", text: "ä\n\n<b>", numbers: ["NaN", 1] };
  const bytes = new Uint8Array(
    Buffer.concat([Buffer.from('{"id":"x","step":3}\n'), gzipSync(JSON.stringify(body))]),
  );
  assert.deepEqual(head(bytes), { id: "x", step: 3 });
  assert.deepEqual(await payload(bytes), body);
});
