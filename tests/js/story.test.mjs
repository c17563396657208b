import assert from "node:assert/strict";
import { test } from "node:test";

import { latest, sinceInWords, Story } from "../../autograd_studio/web/player/model/story.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";

/** y = x * x by hand: forward, one pass, some more forward, another pass. Box 2 is a copy of box 0. */
function story() {
  const step = (kind, phase, line, rest = {}) => ({ kind, phase, line, say: kind, ...rest });
  return new Story({
    id: "squares",
    source: [[["", "x = ..."]], [["", "y = x * x"]]],
    boxes: [
      { kind: "leaf", title: "x", fn: "AccumulateGrad", rows: [] },
      { kind: "op", title: "y", expr: "x * x", fn: "MulBackward0", rows: [] },
      { kind: "leaf", title: "x", fn: "AccumulateGrad", rows: ["title"], copy_of: 0 },
    ],
    links: [
      { from: 0, to: 1, kind: "gradient" },
      { from: 2, to: 1, kind: "gradient" },
    ],
    clusters: [],
    graphs: [],
    chapters: [],
    tracks: [
      {
        status: [[0, "done"]],
        value: [[0, "3", 0]],
        grad: [
          [0, "none", "", null],
          [3, "pending", "3", 0, 1, 2],
          [4, "complete", "6", 1],
          [5, "kept", "6", 1],
          [7, "pending", "6 + 3", 0, 1, 2],
        ],
        sums: [
          [3, 0, 0, null, 0],
          [4, 1, 0, 0, 1],
        ],
      },
      {
        status: [[1, "done"]],
        value: [[1, "9", 2]],
        grad: [
          [1, "none", "", null],
          [2, "complete", "1", 3],
        ],
      },
      {},
    ],
    steps: [
      step("create", "forward", 1, { box: 0 }),
      step("op", "forward", 2, { box: 1, links: [0, 1], flow: "forward" }),
      step("backward", "backward", 3, { box: 1 }),
      step("arrive", "backward", 3, { box: 1, to: 0, links: [0], flow: "backward", pill: "3" }),
      step("arrive", "backward", 3, { box: 1, to: 0, links: [1], flow: "backward", pill: "3" }),
      step("accumulate", "backward", 3, { box: 0 }),
      step("backward", "backward", 4, { box: 1 }),
      step("arrive", "backward", 4, { box: 1, to: 0, links: [0], flow: "backward", pill: "3" }),
      step("create", "forward", 1, { box: 0 }),
    ],
    values: [3, 6, 9, 1].map((number) => ({ dtype: "float32", shape: [], data: [number] })),
    stdout: [
      [1, "one\n"],
      [5, "two\n"],
    ],
    error: null,
  });
}

test("the latest entry at a step", () => {
  const entries = [
    [2, "a"],
    [5, "b"],
  ];
  assert.equal(latest(entries, 1), undefined);
  assert.deepEqual(
    [2, 4, 5, 99].map((k) => latest(entries, k)[1]),
    ["a", "a", "b", "b"],
  );
});

test("a box is told in words at any step, in any order", () => {
  const s = story();
  assert.equal(s.label(0, 4, WORDS), "x, leaf, AccumulateGrad, value 3, grad 6");
  assert.equal(s.label(0, 3, WORDS), "x, leaf, AccumulateGrad, value 3, grad pending 1 of 2");
  assert.equal(s.label(0, 0, WORDS), "x, leaf, AccumulateGrad, value 3, no grad yet");
  assert.equal(s.label(1, 0, WORDS), "y, result, MulBackward0, not computed yet");
});

test("a copy shows what its original shows", () => {
  const s = story();
  assert.deepEqual(s.at(2, 4), s.at(0, 4));
  assert.match(s.label(2, 3, WORDS), /drawn again.*grad pending 1 of 2/);
});

test("phases are stretches, and every backward() begins one", () => {
  assert.deepEqual(story().stretches, [
    { phase: "forward", from: 0, to: 1, number: 1, pass: Infinity },
    { phase: "backward", from: 2, to: 5, number: 1, pass: 2 },
    { phase: "backward", from: 6, to: 7, number: 2, pass: 6 },
    { phase: "forward", from: 8, to: 8, number: 2, pass: 6 },
  ]);
});

test("the next phase, and the first again after the last", () => {
  const s = story();
  assert.equal(s.next("backward", 0), 2);
  assert.equal(s.next("backward", 2), 6);
  assert.equal(s.next("backward", 6), 2);
  assert.equal(s.next("forward", 3), 8);
});

test("a phase that never comes is null", () => {
  const s = story();
  const forward = new Story({ ...s, chapters: [], steps: s.steps.slice(0, 2), tracks: [{}, {}, {}] });
  assert.equal(forward.next("backward", 0), null);
});

test("the next step of a line, around the end, and none for a line that made none", () => {
  const s = story();
  assert.equal(s.stepOfLine(1, 0), 8);
  assert.equal(s.stepOfLine(1, 8), 0);
  assert.equal(s.stepOfLine(7, 0), null);
});

test("a link waits, carries its value forward, and its gradient back within one pass", () => {
  const s = story();
  assert.deepEqual(
    [0, 1, 3, 5, 6, 7].map((k) => s.crossed(0, k)),
    ["idle", "forward", "backward", "backward", "forward", "backward"],
  );
});

test("a step touches the boxes that change and the links it uses, in either direction", () => {
  const s = story();
  const there = s.touched(2, 3),
    back = s.touched(3, 2);
  assert.deepEqual([...there.boxes], [0, 2]);
  assert.ok(there.links.has(0));
  assert.deepEqual(there, back);
});

test("a jump touches all that its steps touch", () => {
  assert.deepEqual([...story().touched(0, 8).boxes].sort(), [0, 1, 2]);
});

test("partial sums and output grow with the steps", () => {
  const s = story();
  assert.equal(s.sums(0, 2).length, 0);
  assert.equal(s.sums(0, 4).length, 2);
  const printed = (step) => s.printed(step).map(({ isNow }) => isNow);
  assert.deepEqual(printed(0), [], "what comes later would give the answer away");
  assert.deepEqual(printed(5), [false, true]);
});

test("the last gradient that went along a link", () => {
  const s = story();
  assert.equal(s.travelled(0, 2), undefined);
  assert.deepEqual(s.travelled(0, 5), { text: "3", value: 0 });
});

/** max(x) by hand: a hub with two outputs, of which the first is used on; c is a constant, and the cluster holds it alone. */
function hub() {
  const box = (kind, title, rest = {}) => ({ kind, title, rows: [], ...rest });
  const link = (from, to, kind) => ({ from, to, kind, path: `M${from},0C1,1 2,2 ${to},9` });
  return new Story({
    boxes: [
      box("leaf", "x", { fn: "AccumulateGrad" }),
      box("hub", "max", { fn: "MaxBackward0" }),
      box("output", "values"),
      box("output", "indices"),
      box("op", "y", { fn: "MulBackward0" }),
      box("constant", "c", { cluster: 0 }),
      box("fold", "F.forward", { opens: 0 }),
    ],
    links: [link(0, 1, "gradient"), link(1, 2, "output"), link(1, 3, "output"), link(2, 4, "gradient"), link(5, 4, "data")], // prettier-ignore
    clusters: [{ title: "F.forward", x: 0, y: 0, w: 9, h: 9 }],
    graphs: [],
    chapters: [],
    tracks: Array.from({ length: 7 }, () => ({})),
    steps: [{ kind: "op", phase: "forward", say: "" }],
    values: [],
    stdout: [],
    error: null,
  });
}

test("without data the nodes are left, and their links lead through the outputs between them", () => {
  const found = hub();
  const left = () => found.boxes.flatMap(({ title }, i) => (found.isHidden(i) ? [] : [title]));
  assert.equal(left().length, 7);
  found.hides = new Set(["data"]);
  assert.deepEqual(left(), ["x", "max", "y"]);
  assert.deepEqual(found.links.map((_, i) => found.ways(i).length), [1, 1, 0, 2, 0]); // prettier-ignore
  assert.equal(found.isBare(0), true);
});

test("a box says from which iteration it has what it shows, until this one makes it anew", () => {
  const step = { kind: "op", phase: "forward", say: "" };
  const found = new Story({
    boxes: [{ kind: "leaf", title: "w", rows: ["title", "value", "grad"] }],
    links: [],
    clusters: [],
    chapters: [
      { from: 0, to: 1, turns: [[5, 8]] },
      { from: 2, to: 4, turns: [[6, 8]], brought: [[0, 1, 1]] },
    ],
    steps: [step, step, step, step, step],
    tracks: [
      {
        status: [[0, "done"]],
        value: [
          [0, "1", 0],
          [4, "2", 1],
        ],
        grad: [
          [0, "kept", "3", 2],
          [3, "none", "", null],
        ],
      },
    ],
    values: [],
    stdout: [],
    error: null,
  });
  const said = [1, 2, 3, 4].map((k) => sinceInWords(found.since(0, k), WORDS));
  assert.deepEqual(said, ["", "from iteration 6", "from iteration 6", ""]);
  assert.match(found.label(0, 2, WORDS), /from iteration 6$/);
  assert.equal(sinceInWords({ value: "5", grad: "6" }, WORDS), "from iteration 5, ∇ from iteration 6");
});
