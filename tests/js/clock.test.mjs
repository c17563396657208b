import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock } from "../../autograd_studio/web/player/base/clock.js";

/** A clock on frames that come when the test says so. */
function staged() {
  const stage = { time: 0, counts: [], next: null };
  stage.clock = new Clock((count) => stage.counts.push(count), {
    now: () => stage.time,
    request: (f) => {
      stage.next = f;
      return 1;
    },
    cancel: () => {
      stage.next = null;
    },
  });
  stage.frame = (ms) => {
    stage.time += ms;
    const f = stage.next;
    stage.next = null;
    f?.();
  };
  return stage;
}

test("steps come at the asked pace, however often frames come", () => {
  const stage = staged();
  stage.clock.start(2);
  for (let i = 0; i < 120; i++) stage.frame(1000 / 60);
  assert.equal(
    stage.counts.reduce((a, b) => a + b),
    4,
  );
});

test("slow frames make several steps at once, so that playing does not fall behind", () => {
  const stage = staged();
  stage.clock.start(30);
  for (let i = 0; i < 5; i++) stage.frame(200);
  assert.deepEqual(stage.counts, [6, 6, 6, 6, 6]);
});

test("time without frames, as in a background tab, is not caught up with", () => {
  const stage = staged();
  stage.clock.start(30);
  stage.frame(60_000);
  assert.deepEqual(stage.counts, []);
  stage.frame(100);
  assert.deepEqual(stage.counts, [3]);
});

test("a stopped clock is still", () => {
  const stage = staged();
  stage.clock.start(30);
  stage.frame(100);
  stage.clock.stop();
  stage.frame(1000);
  assert.deepEqual(stage.counts, [3]);
});
