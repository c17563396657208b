import assert from "node:assert/strict";
import { test } from "node:test";

import { numbersOf } from "../../autograd_studio/web/player/motion/motion.js";
import { score } from "../../autograd_studio/web/player/motion/score.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";
import { squares } from "./squares.mjs";

const all = () => true;
const none = () => false;
const flights = (cues) => cues.filter(({ kind }) => kind === "fly");
const until = (cues, wanted) => cues.find(({ kind, box }) => kind === "hold" && box === wanted)?.at;

test("an operation brings its inputs along their edges, and shows its result when they are there", () => {
  const cues = score(squares(), 1, all);
  assert.deepEqual(
    flights(cues).map(({ through, value }) => [through, value]),
    [0, 1].map((way) => [[{ value: way ? 2 : 0 }, { way, isBack: false }, { value: 1 }], 0]),
  );
  assert.equal(until(cues, 1), 720);
});

test("a node takes what arrived into the card, then the slope comes, then each product", () => {
  const cues = score(squares(), 3, all);
  const at = (wanted) => cues.find(({ slot }) => slot === wanted).at;
  assert.deepEqual(
    ["arrives-0", "slope-0", "sent-0", "arrives-1", "sent-1"].map(at),
    [420, 420, 680, 420, 840],
  );
  assert.deepEqual(flights(cues)[0].through, [{ foot: 1 }, { slot: "arrives-0" }]);
  assert.deepEqual(score(squares(), 3, none), [], "without a card nothing moves");
});

test("a gradient leaves its product, goes back along the edge and into its part of the footer", () => {
  const cues = score(squares(), 4, all);
  const [{ through, value, ms }] = flights(cues);
  assert.deepEqual(through, [
    { slot: "sent-0", or: { foot: 1 } },
    { way: 0, isBack: true },
    { foot: 0, part: 0, of: 2 },
  ]);
  assert.deepEqual([value, ms, until(cues, 0)], [0, 780, 780]);
});

test("where the last part arrives, all of them are added up, and the box shows it when the sum is back", () => {
  const cues = score(squares(), 5, all);
  const [arriving, first, second, sum] = flights(cues);
  assert.deepEqual(arriving.through[2], { foot: 0, part: 1, of: 2 });
  assert.deepEqual(
    [first, second].map(({ through }) => through[1].slot),
    ["part-0", "part-1"],
  );
  assert.deepEqual(sum.through, [{ slot: "result" }, { foot: 0 }]);
  assert.equal(sum.value, 1);
  assert.equal(until(cues, 0), sum.at + sum.ms);
  assert.equal(flights(score(squares(), 5, none)).length, 1, "without slots there is no sum to be seen");
});

test("nothing moves where nothing happens in the picture", () => {
  const s = squares();
  s.steps[6].kind = "free";
  assert.deepEqual(score(s, 6, all), []);
});

test("a pill carries three numbers at most, else what is said of them, or how many they are", () => {
  const value = (shape, data) => ({ dtype: "float32", shape, data });
  assert.deepEqual(numbersOf(value([], [-0.5]), "-0.5", WORDS), ["−0.5"]);
  assert.deepEqual(numbersOf(value([3], [1, 2, 3]), "[1, 2, 3]", WORDS), ["1", "2", "3"]);
  assert.deepEqual(numbersOf(value([16], []), "-2 … 1", WORDS), ["−2 … 1"]);
  assert.deepEqual(numbersOf(value([16], []), undefined, WORDS), ["16 numbers"]);
  assert.deepEqual(numbersOf(value([16, 2], []), "", WORDS), ["(16, 2)"]);
});
