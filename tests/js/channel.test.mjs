import assert from "node:assert/strict";
import { test } from "node:test";

import { Channel } from "../../autograd_studio/web/player/tools/channel.js";

const turn = () => new Promise((resolve) => setImmediate(resolve)); // eslint-disable-line no-promise-executor-return

/** A channel whose runs end when they are told to. */
function opened() {
  const runs = [];
  const told = [];
  const send = (wanted) =>
    new Promise((resolve) => {
      runs.push({ wanted, end: (status = 200) => resolve({ status }) });
    });
  const channel = new Channel(send, (wanted) => told.push(wanted.value));
  return { channel, runs, told };
}

test("requests never pile up: of what is wanted meanwhile the latest counts", async () => {
  const { channel, runs, told } = opened();
  for (let value = 1; value <= 100; value++) channel.want({ value, index: 0 });
  assert.deepEqual(runs.map(({ wanted }) => wanted.value), [1, 2, 3]); // prettier-ignore
  runs[0].end();
  await turn();
  assert.deepEqual(runs.map(({ wanted }) => wanted.value), [1, 2, 3, 100]); // prettier-ignore
  for (const { end } of runs.slice(1)) end();
  await turn();
  assert.equal(runs.length, 4);
  assert.deepEqual(told, [1, 2, 3, 100]);
  assert.equal(channel.isBusy, false);
});

test("the next request is on its way while an answer is shown", async () => {
  const { channel, runs } = opened();
  const sent = [];
  channel.answered = () => sent.push(runs.length);
  for (const value of [1, 2, 3, 4]) channel.want({ value, index: 0 });
  runs[0].end();
  await turn();
  assert.deepEqual(sent, [4]);
  for (const { end } of runs.slice(1)) end();
  await turn();
  assert.deepEqual(sent, [4, 4, 4, 4]);
});

test("what is wanted while the last answer is shown is asked for", async () => {
  const { channel, runs } = opened();
  channel.answered = () => channel.asked < 2 && channel.want({ value: 2, index: 0 });
  channel.want({ value: 1, index: 0 });
  runs[0].end();
  await turn();
  assert.deepEqual(runs.map(({ wanted }) => wanted.value), [1, 2]); // prettier-ignore
  runs[1].end();
  await turn();
  assert.equal(channel.isBusy, false);
});

test("an answer that comes too late is not told", async () => {
  const { channel, runs, told } = opened();
  channel.want({ value: 1, index: 0 });
  channel.want({ value: 2, index: 0 });
  runs[1].end();
  await turn();
  runs[0].end();
  await turn();
  assert.deepEqual(told, [2]);
});

test("a busy server is asked again for the latest", async () => {
  const { channel, runs } = opened();
  channel.want({ value: 1, index: 0 });
  runs[0].end(429);
  await new Promise((resolve) => setTimeout(resolve, 250)); // eslint-disable-line no-promise-executor-return
  assert.deepEqual(runs.map(({ wanted }) => wanted.value), [1, 1]); // prettier-ignore
  runs[1].end();
});

test("a check waits for what was wanted before it", async () => {
  const { channel, runs } = opened();
  channel.want({ value: 1, index: 0 });
  const found = channel.once({ value: 2, index: 0 }, channel.wants);
  runs[0].end();
  await new Promise((resolve) => setTimeout(resolve, 250)); // eslint-disable-line no-promise-executor-return
  assert.deepEqual(runs.map(({ wanted }) => wanted.value), [1, 2]); // prettier-ignore
  runs[1].end();
  assert.deepEqual(await found, { status: 200 });
});

test("a closed channel tells nothing, and a check makes way for a drag", async () => {
  const { channel, runs, told } = opened();
  const since = channel.wants;
  channel.want({ value: 1, index: 0 });
  assert.equal(await channel.once({ value: 2, index: 0 }, since), null);
  channel.close();
  runs[0].end();
  await turn();
  assert.deepEqual(told, []);
});
