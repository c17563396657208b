import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import {
  answer as solution,
  diagnosis,
  judged,
  question,
  told,
} from "../../autograd_studio/web/player/tools/questions.js";
import { Story } from "../../autograd_studio/web/player/model/story.js";
import { tell, WORDS } from "../../autograd_studio/web/player/base/phrases.js";

function lesson(id) {
  const file = new URL(`../../autograd_studio/lessons/runs/${id}.json.gz`, import.meta.url);
  return new Story(JSON.parse(gunzipSync(readFileSync(file))).payload);
}

/** The steps of a kind with their questions. */
function asked(story, kind, named = false) {
  return story.steps.flatMap((step, k) => {
    const found = step.kind === kind ? question(story, k, WORDS, named) : null;
    return found ? [[k, found]] : [];
  });
}

const story = lesson("fan-out"); // y = x * x + x at 3, by y.backward()

test("what a node sends is asked, with numbers up to a hundredth", () => {
  const arrivals = asked(story, "arrive");
  assert.deepEqual(
    arrivals.map(([, { text }]) => text),
    [
      "What does x * x receive from y?",
      "What does x receive from y?",
      ...Array(2).fill("What does x receive from x * x?"),
    ],
  );
  const [k, last] = arrivals.at(-1);
  const judge = (answer) => judged(story, k, last, answer, WORDS);
  for (const answer of ["3", "[3.0]", "tensor(3.)", "3.02", "2.98"])
    assert.equal(judge(answer).right, true, answer);
  for (const answer of ["3.1", "4", "nan", "None", "", "3 3"])
    assert.equal(judge(answer).right, false, answer);
});

test("what is wrong with an answer to a lesson's question is said where ours has the same answer", () => {
  const [[k]] = asked(story, "accumulate");
  const said = (answer, given) => diagnosis(story, k, answer, given, WORDS);
  assert.equal(said("7", "3"), tell(WORDS.onlyOne, { count: 3 }));
  assert.equal(said("7", "5"), tell(WORDS.notHeld, { name: "x" }));
  assert.equal(said("3", "4"), null, "how many parts were added");
});

test("a usual mistake is named", () => {
  const [[k, last]] = asked(story, "arrive").slice(-1);
  const said = (answer) => judged(story, k, last, answer, WORDS).said;
  assert.equal(said("1"), tell(WORDS.noSlope, { from: "x * x" }));
  assert.equal(said("7"), WORDS.wholeSum);
  assert.equal(said("-3"), WORDS.wrongSign);
  assert.equal(said("None"), WORDS.notNone);
  assert.equal(said("3 3"), tell(WORDS.howMany, { count: 1, given: 2 }));
  const matrix = {
    kind: "op",
    text: "",
    value: { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] },
    box: 0,
  };
  const { said: turned } = judged({ boxes: [{ title: "A" }] }, 0, matrix, "[[1, 4], [2, 5], [3, 6]]", WORDS);
  assert.equal(turned, WORDS.turnedRound);
});

test("a gradient is added to what is there", () => {
  const twice = lesson("two-passes");
  const later = asked(twice, "accumulate").at(-1);
  const [k, one] = later;
  const before =
    twice.values[twice.tracks[one.box].grad.findLast(([at, state]) => at < k && state === "kept")[3]].data;
  const now = one.value.data.map((x, i) => x - before[i]);
  assert.equal(judged(twice, k, one, one.value.data.join(" "), WORDS).right, true);
  const { title: name } = twice.boxes[one.box];
  assert.equal(judged(twice, k, one, now.join(" "), WORDS).said, tell(WORDS.onlyNow, { name }));
});

test("one contribution is not the sum of all", () => {
  const [[k, one]] = asked(story, "accumulate");
  assert.equal(judged(story, k, one, "3", WORDS).said, tell(WORDS.onlyOne, { count: 3 }));
  assert.equal(judged(story, k, one, "5", WORDS).said, tell(WORDS.notHeld, { name: "x" }));
});

test("what was broadcast has to be added up", () => {
  const broadcast = lesson("broadcasting");
  const found = asked(broadcast, "arrive").find(([, { text }]) => text.startsWith("What does b receive"));
  const [k, one] = found;
  const copies = Array(12).fill(1).join(" ");
  assert.equal(judged(broadcast, k, one, copies, WORDS).said, tell(WORDS.notSummed, { name: "b" }));
  assert.equal(judged(broadcast, k, one, "4 4 4", WORDS).right, true);
});

test("which node runs next is asked where there is a choice, and where the address names the step", () => {
  assert.equal(asked(story, "run").length, 1, "x waits while x * x is ready");
  const [[k, one]] = asked(story, "run", true);
  assert.deepEqual(
    one.choices.map(({ name }) => name),
    ["x (AccumulateGrad)", "x * x (MulBackward0)", "y (AddBackward0)"],
  );
  assert.equal(judged(story, k, one, String(one.box), WORDS).right, true);
  const other = one.choices.find(({ box }) => box !== one.box);
  assert.match(judged(story, k, one, String(other.box), WORDS).said, /No gradient has arrived at x yet/);
});

test("a step of a node tells what the node sends", () => {
  const run = story.steps.findIndex(({ kind }) => kind === "run");
  const sent = told(story, run);
  assert.deepEqual(
    sent.map((k) => story.steps[k].kind),
    ["run", "arrive", "arrive"],
  );
  assert.deepEqual(told(story, 0), [0]);
});

test("what is printed is compared without its spaces, and results are asked where they are named", () => {
  const printed = story.steps.flatMap((_, k) => {
    const found = question(story, k, WORDS);
    return found?.kind === "printed" ? [[k, found]] : [];
  });
  const [k, last] = printed.at(-1);
  assert.equal(judged(story, k, last, "  tensor(7.) ", WORDS).right, true);
  assert.equal(judged(story, k, last, "7", WORDS).right, false);
  assert.equal(solution(story, k, last, WORDS), "It prints tensor(7.)");
  assert.equal(asked(story, "op").filter(([, { kind }]) => kind === "op").length, 0);
  const [[at, product]] = asked(story, "op", true);
  assert.equal(product.text, "What is x * x?");
  assert.equal(judged(story, at, product, "9", WORDS).right, true);
});

/** A node that sends a gradient of a shape: its step is the last. */
function sending(value) {
  const step = (kind, rest) => ({ kind, phase: "backward", say: kind, ...rest });
  return new Story({
    boxes: ["y", "x", "s"].map((title) => ({ kind: "op", title, fn: "MulBackward0", rows: [] })),
    links: [],
    clusters: [],
    chapters: [],
    steps: [step("run", { box: 0 }), step("arrive", { box: 0, to: 1 })],
    tracks: [{}, { grad: [[1, "complete", "", 0]] }, {}],
    values: [value],
    stdout: [],
    error: null,
  });
}

test("of many numbers the largest is asked, of a corner the shape", () => {
  const data = Array.from({ length: 15 }, (_, i) => (i === 7 ? -9 : i / 10));
  const many = sending({ dtype: "float32", shape: [3, 5], data });
  const one = question(many, 1, WORDS);
  assert.equal(one.text, "What does x[1, 2] receive from y?");
  assert.equal(judged(many, 1, one, "-9", WORDS).right, true);
  assert.equal(judged(many, 1, one, "9", WORDS).said, WORDS.wrongSign);
  const large = sending({ dtype: "float32", shape: [30, 40], data: [1, 2, 3, 4], corner: [2, 2] });
  const shape = question(large, 1, WORDS);
  assert.equal(shape.text, "What shape does the gradient that arrives at x have?");
  assert.equal(judged(large, 1, shape, "(30, 40)", WORDS).right, true);
  assert.equal(
    judged(large, 1, shape, "40, 30", WORDS).said,
    "Not yet. A gradient has the shape of its tensor: look at x.",
  );
});

test("nobody is asked for an address in memory", () => {
  const text = story.stdout.map(([, said]) => said).join("");
  assert.match(text, /object at 0x/);
  for (const [k] of story.steps.entries())
    assert.doesNotMatch(question(story, k, WORDS)?.printed ?? "", /0x/);
});
