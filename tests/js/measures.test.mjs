import assert from "node:assert/strict";
import { test } from "node:test";

import {
  level,
  look,
  measured,
  measures,
  normText,
  zerosText,
} from "../../autograd_studio/web/player/model/measures.js";
import { Story } from "../../autograd_studio/web/player/model/story.js";

const float = (...data) => ({ dtype: "float32", shape: [data.length], data });
const values = [float(3, 4), float(0, 0), float(6, 8), float(0, 1e-5), float("NaN", 1)];

/** Two iterations of x → y → loss, told on one graph; in the second one nothing arrives at x. */
function story() {
  const box = (title) => ({ kind: "op", title, rows: [], recorded: true });
  const link = (from, to) => ({ from, to, kind: "gradient", path: "M0,0C0,1 1,1 1,2" });
  const arrive = (one, to) => ({
    kind: "arrive",
    phase: "backward",
    say: "",
    flow: "backward",
    links: [one],
    to,
    pill: "",
  });
  const other = { kind: "op", phase: "forward", say: "" };
  return new Story({
    boxes: [box("x"), box("y"), { ...box("y"), copy_of: 1 }],
    links: [link(0, 1), link(1, 1)],
    clusters: [],
    graphs: [{ boxes: [0, 3] }],
    chapters: [
      { from: 0, to: 3, graph: 0 },
      { from: 4, to: 6, graph: 0 },
    ],
    tracks: [
      { grad: [[2, "complete", "", 0], [3, "kept", "", 2], [4, "kept", "", 2]] },
      { grad: [[1, "pending", "", 2, 1, 2], [2, "complete", "", 1], [6, "complete", "", 4]] },
      {},
    ], // prettier-ignore
    steps: [other, other, arrive(0, 0), other, other, other, other],
    values,
  }); // prettier-ignore
}

test("a chapter has what its pass brought, not what .grad holds from before", () => {
  const first = measures(story(), [0, 3]);
  assert.deepEqual([...first.boxes].map(([i, { norm }]) => [i, norm]), [[0, 5], [1, 0], [2, 0]]); // prettier-ignore
  assert.deepEqual([...first.links].map(([i, { norm }]) => [i, norm]), [[0, 5]]); // prettier-ignore
  const second = measures(story(), [4, 6]);
  assert.deepEqual([...second.boxes.keys()], [1, 2]);
  assert.equal(second.links.size, 0);
});

test("sizes are told apart by powers of ten, up to what the scale has", () => {
  const of = (norm) => level({ norm, odd: null });
  assert.deepEqual([1e-20, 1e-6, 1e-2, 1e2, 1e9].map(of), [0, 0, 0.5, 1, 1]);
  assert.equal(of(0), 0);
  assert.equal(level({ norm: 1, odd: "NaN" }), 1);
});

test("a gradient of zeros, and one that is not finite, look different from all others", () => {
  assert.deepEqual(values.map((value) => look(measured(value))), ["some", "zero", "some", "some", "odd"]); // prettier-ignore
});

test("norm and zeros are told in few digits", () => {
  assert.equal(normText(measured(float(1 / 3))), "0.33");
  assert.equal(normText(measured(float(0, 1e-5))), "1e−5");
  assert.equal(normText(measured(float(123456))), "1.2e+5");
  assert.equal(normText(measured(values[4])), "nan");
  assert.equal(zerosText(measured(values[3])), "50 %");
  assert.equal(zerosText({ zeros: 1, elements: 1000 }), "<1 %");
  assert.equal(zerosText({ zeros: 999, elements: 1000 }), "99 %");
});
