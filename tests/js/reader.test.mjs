import assert from "node:assert/strict";
import { test } from "node:test";

import { Reader } from "../../autograd_studio/web/player/motion/reader.js";

/** A reader of beats on a clock that only runs while it sleeps; `seen` are the steps with their times. */
function staged(beats, { motion = 0, isStill = false, onStep = () => {} } = {}) {
  const stage = { time: 0, seen: [], changes: [] };
  const left = [...beats];
  const nap = async (ms) => {
    stage.time += ms;
  };
  stage.reader = new Reader({
    next: () => left.shift() ?? null,
    show: async (step) => {
      stage.seen.push([step, Math.round(stage.time)]);
      stage.time += motion;
      onStep(step, stage);
    },
    changed: () => stage.changes.push(stage.reader.isPlaying),
    isStill: () => isStill,
    now: () => stage.time,
    nap,
  });
  return stage;
}

const beat = (from, to, rest = {}) => ({ from, to, say: "", ms: 1600, rate: 1, isSwept: false, ...rest });

test("the telling stops with the step of a beat that is the last one", async () => {
  const stage = staged([beat(0, 1, { isLast: true }), beat(2, 2)]);
  await stage.reader.play();
  assert.deepEqual(
    stage.seen.map(([step]) => step),
    [0, 1],
  );
  assert.equal(stage.time, 280, "who is told to go on need not wait");
  await stage.reader.play();
  assert.equal(stage.seen.at(-1)[0], 2);
});

test("the steps of a beat follow after 140 ms, the next beat when one has read", async () => {
  const stage = staged([beat(0, 1), beat(2, 2)]);
  await stage.reader.play();
  assert.deepEqual(stage.seen, [
    [0, 0],
    [1, 140],
    [2, 1600],
  ]);
  assert.deepEqual(stage.changes, [true, false]);
  assert.equal(stage.time, 3200);
});

test("after what took longer than reading there is a rest", async () => {
  const stage = staged([beat(0, 0), beat(1, 1)], { motion: 3000 });
  await stage.reader.play();
  assert.deepEqual(stage.seen, [
    [0, 0],
    [1, 3000 + 140 + 350],
  ]);
});

test("twice the pace takes half of the time", async () => {
  const stage = staged([beat(0, 1), beat(2, 2)]);
  stage.reader.pace = 2;
  await stage.reader.play();
  assert.deepEqual(stage.seen.at(-1), [2, 800]);
});

test("where nothing moves the steps follow more slowly", async () => {
  const stage = staged([beat(0, 1)], { isStill: true });
  await stage.reader.play();
  assert.deepEqual(stage.seen, [
    [0, 0],
    [1, 700],
  ]);
});

test("it stops right at the step that is shown", async () => {
  const stage = staged([beat(0, 5), beat(6, 6)], {
    onStep: (step, { reader }) => step === 2 && reader.stop(),
  });
  await stage.reader.play();
  assert.deepEqual(
    stage.seen.map(([step]) => step),
    [0, 1, 2],
  );
  assert.equal(stage.reader.isPlaying, false);
});

test("steps are swept over in time: as many are left out as it takes, but not the last", async () => {
  const stage = staged([beat(0, 999, { ms: 900, isSwept: true })], { motion: 10 });
  await stage.reader.play();
  assert.equal(stage.seen.at(-1)[0], 999);
  assert.ok(stage.seen.length > 15 && stage.seen.length < 30);
  assert.ok(stage.time < 1400);
});
