import assert from "node:assert/strict";
import { test } from "node:test";

import { beat, reading, upTo } from "../../autograd_studio/web/player/motion/beats.js";

/** Steps as letters: a capital one begins a beat; u and U are of an update. */
const story = (letters) => ({
  steps: [...letters].map((letter) => ({
    phase: "uU".includes(letter) ? "update" : "forward",
    beat: letter === letter.toUpperCase() ? `It is ${letter}.` : undefined,
  })),
});

/** The beats that a run is told in, from a step on: [from, to, isSwept]. */
function all(letters, chapters = []) {
  const whole = story(letters);
  const found = [];
  for (let from = 0; from < letters.length; from = found.at(-1).to + 1)
    found.push(beat(whole, chapters, from));
  return found;
}

test("a beat takes as long as one reads its sentence, but not less than 1.6 s", () => {
  assert.equal(reading("One two three."), 1600);
  assert.equal(Math.round(reading(Array(33).fill("word").join(" "))), 10_000);
});

test("a beat is its first step and those that follow without a sentence", () => {
  assert.deepEqual(
    all("AabBCcc").map(({ from, to, say }) => [from, to, say]),
    [
      [0, 2, "It is A."],
      [3, 3, "It is B."],
      [4, 6, "It is C."],
    ],
  );
});

test("whoever begins in the middle of a beat is told the rest of it", () => {
  const { from, to, say } = beat(story("Aaab"), [], 2);
  assert.deepEqual([from, to, say], [2, 3, "It is A."]);
});

test("of a loop the first iteration is told in full, two quicker, and the others at once", () => {
  const turn = (i) => ({ from: 1 + 4 * i, to: 4 + 4 * i, graph: 1, turns: [[i, 4]] });
  const chapters = [{ from: 0, to: 0, graph: 0 }, ...[0, 1, 2, 3].map(turn)];
  const found = all("AABbUABbUABbUABbU", chapters);
  assert.deepEqual(
    found.map(({ from, to }) => [from, to]),
    [
      [0, 0],
      ...[0, 1, 2].flatMap((i) => [
        [1 + 4 * i, 1 + 4 * i],
        [2 + 4 * i, 3 + 4 * i],
        [4 + 4 * i, 4 + 4 * i],
      ]),
      [13, 15],
      [16, 16],
    ],
  );
  assert.deepEqual(
    found.map(({ rate }) => rate),
    [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1],
  );
  assert.deepEqual(
    found.slice(-2).map(({ isSwept, say }) => [isSwept, say]),
    [
      [true, undefined],
      [true, "It is U."],
    ],
  );
});

test("iterations of another structure are told in full", () => {
  const chapters = [0, 1, 2, 3, 4].map((i) => ({ from: i, to: i, graph: i < 4 ? 1 : 2, turns: [[i, 5]] }));
  assert.equal(beat(story("AAAAA"), chapters, 3).isSwept, true);
  assert.equal(beat(story("AAAAA"), chapters, 4).rate, 1);
});

test("a beat is told up to where the telling stops", () => {
  const [first] = all("AabB");
  assert.equal(upTo(first, 3), first);
  assert.deepEqual(upTo(first, 1), { ...first, to: 1, isLast: true });
  assert.equal(upTo(first, 2).isLast, true, "at its own end, too");
});
