import assert from "node:assert/strict";
import { test } from "node:test";

import { attributes } from "../../autograd_studio/web/player/panes/attributes.js";
import { Story } from "../../autograd_studio/web/player/model/story.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";

/** y = x * c; d = x.detach(); one pass of y, which retains its gradient. */
const STORY = new Story({
  source: [],
  boxes: [
    { kind: "leaf", title: "x", fn: "AccumulateGrad", rows: [], tensor: 0, recorded: true },
    { kind: "constant", title: "c", rows: [], tensor: 1 },
    {
      kind: "op",
      title: "y",
      fn: "MulBackward0",
      line: 3,
      rows: [],
      tensor: 2,
      recorded: true,
      retains: 3,
    },
    { kind: "op", title: "d", rows: [], tensor: 3 },
    { kind: "seed", title: "seed", rows: [] },
  ],
  links: [
    { from: 0, to: 2, kind: "gradient" },
    { from: 1, to: 2, kind: "data" },
    { from: 0, to: 3, kind: "data", cut: 0 },
  ],
  clusters: [],
  graphs: [],
  chapters: [],
  tracks: [
    {
      status: [[0, "done"]],
      grad: [
        [0, "none", "", null],
        [4, "pending", "3", 0, 1, 2],
        [5, "kept", "6", 1],
      ],
      version: [
        [0, 0],
        [6, 1],
      ],
    },
    { status: [[1, "done"]], version: [[1, 0]] },
    {
      status: [[2, "done"]],
      grad: [
        [2, "none", "", null],
        [4, "kept", "1", 2],
      ],
      version: [[2, 0]],
    },
    { status: [[3, "done"]], version: [[3, 0]] },
    { status: [[4, "done"]] },
  ],
  steps: Array.from({ length: 7 }, (_, k) => ({ kind: "op", phase: "forward", say: String(k) })),
  values: [],
  stdout: [],
  error: null,
});

const values = (box, step) =>
  Object.fromEntries(attributes(STORY, box, step, WORDS).map(({ name, value }) => [name, value]));
const reasons = (box, step) =>
  Object.fromEntries(attributes(STORY, box, step, WORDS).map(({ name, reason }) => [name, reason]));

test("a leaf answers as in Python, and of a gradient on its way nothing is there yet", () => {
  const before = { requires_grad: "True", is_leaf: "True", grad_fn: "None", grad: "None", _version: "0" };
  assert.deepEqual(values(0, 4), { ...before, retains_grad: "False" });
  assert.deepEqual([values(0, 5).grad, values(0, 6)._version], ["6", "1"]);
  assert.equal(reasons(0, 6)._version, "it was changed in place (1)");
});

test("that a leaf has no gradient has its reason", () => {
  const of = (grad, step = 9) => {
    const tracks = [{ ...STORY.tracks[0], grad }, ...STORY.tracks.slice(1)];
    const found = attributes(Object.assign(Object.create(STORY), { tracks }), 0, step, WORDS);
    return found.find(({ name }) => name === "grad").reason;
  };
  const { notReached, onItsWay, returned, cleared } = WORDS.because;
  const before = [0, "none", "", null];
  const arriving = [before, [3, "pending", "1", 0, 1, 2], [4, "complete", "2", 1]];
  assert.equal(of([before]), notReached);
  assert.equal(of(arriving, 3), onItsWay);
  assert.equal(of([...arriving, [5, "kept", "2", 1]], 4), onItsWay);
  assert.equal(of(arriving), returned);
  assert.equal(of([...arriving, [5, "kept", "2", 1], [7, "none", "", null]]), cleared);
});

test("a result answers with its node, and keeps its gradient only if it is asked to", () => {
  const answers = values(2, 4);
  assert.deepEqual([answers.is_leaf, answers.grad_fn, answers.grad], ["False", "MulBackward0", "1"]);
  assert.equal(answers.retains_grad, "True");
  assert.equal(values(2, 2).retains_grad, "False", "retain_grad() is called later");
  assert.equal(reasons(2, 4).requires_grad, "it was computed from x, which requires a gradient");
});

test("what does not require a gradient counts as a leaf, for a reason", () => {
  assert.deepEqual([values(1, 6).requires_grad, values(1, 6).is_leaf], ["False", "True"]);
  assert.equal(reasons(1, 6).requires_grad, WORDS.because.notAsked);
  assert.equal(reasons(3, 6).requires_grad, WORDS.because.cut);
  for (const box of [1, 3]) assert.match(reasons(box, 6).is_leaf, /every tensor .* not require .* is a leaf/);
});

test("requires_grad is what it was until a line sets it", () => {
  const of = (box, changes, step) => {
    const boxes = STORY.boxes.map((one, i) => (i === box ? { ...one, ...changes } : one));
    const found = attributes(Object.assign(Object.create(STORY), { boxes }), box, step, WORDS);
    return Object.fromEntries(found.map(({ name, value, reason }) => [name, [value, reason]]));
  };
  const leaf = (step) => of(0, { flagged: [4, 7, 0] }, step);
  assert.deepEqual(leaf(3).requires_grad, ["False", WORDS.because.notAsked]);
  assert.deepEqual(leaf(3).is_leaf, ["True", WORDS.because.leafByRule]);
  assert.deepEqual(leaf(3).grad_fn, ["None", WORDS.because.notComputed]);
  assert.deepEqual(leaf(3).grad, ["None", WORDS.because.noGradient]);
  assert.deepEqual(leaf(4).requires_grad, ["True", "it was set in line 7"]);
  const frozen = (step) => of(1, { flagged: [4, 7, 1] }, step);
  assert.deepEqual(frozen(3).requires_grad, ["True", WORDS.because.asked]);
  assert.deepEqual(frozen(3).is_leaf, ["True", WORDS.because.created]);
  assert.deepEqual(frozen(3).grad, ["None", WORDS.because.notReached]);
  assert.deepEqual(frozen(4).requires_grad, ["False", "it was set in line 7"]);
});

test("what no operation made is not told as computed", () => {
  assert.equal(reasons(1, 6).grad_fn, WORDS.because.notComputed);
  assert.equal(reasons(3, 6).grad_fn, WORDS.because.notRecorded);
});

test("what is not there yet, or is no tensor, does not answer", () => {
  assert.deepEqual([attributes(STORY, 2, 1, WORDS), attributes(STORY, 4, 6, WORDS)], [[], []]);
});
