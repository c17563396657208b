import assert from "node:assert/strict";
import { test } from "node:test";

import { Folding, gaps, scale } from "../../autograd_studio/web/player/model/folding.js";

const size = { w: 100, h: 60 };
const box = (cluster, rest = {}) => ({ kind: "op", title: "", rows: [], ...size, cluster, ...rest });

// a and b lead to the cluster "closed" (0), in which another one is closed (1); below them is an open one (2), then z.
const BOXES = [
  box(), box(), box(0), box(0), box(1), box(1), box(2), box(2), box(),
  box(undefined, { opens: 0 }), box(0, { opens: 1 }), box(undefined, { opens: 2 }),
]; // prettier-ignore
const CLUSTERS = [
  { title: "closed", inside: [260, 420] },
  { title: "within", parent: 0, inside: [140, 240] },
  { title: "open", x: 150, y: 240, w: 240, h: 100 },
];
const LINKS = [[0, 2], [1, 8], [2, 4], [4, 5], [5, 6], [6, 8], [3, 7]]; // prettier-ignore
const ARRANGEMENT = {
  size: [400, 500],
  lies: false,
  places: [
    [0, 0], [250, 0], [10, 20], [150, 20], [10, 20], [10, 150], [160, 270], [280, 270], [150, 400],
    [0, 120], [20, 200], [220, 260],
  ], // prettier-ignore
  paths: [
    "M50,60C50,80 50,100 50,120", "M300,60C300,100 200,300 200,400", "M60,80C60,120 70,160 70,200", "M60,80C60,100 60,120 60,150",
    "M50,180C50,200 210,230 210,270", "M210,330C210,350 200,380 200,400", "M60,180C60,200 330,230 330,270",
  ], // prettier-ignore
  parts: new Map([
    [0, [[], [[0, "M60,0C60,5 60,10 60,20"]]]],
    [2, [[], [[1, "M60,0C60,5 60,10 60,20"]]]],
    [4, [[[1, "M60,210C60,220 60,230 60,240"], [0, "M70,260C70,300 70,400 70,420"]], []]],
    [6, [[[0, "M200,80C200,200 200,400 200,420"]], []]],
  ]), // prettier-ignore
  clusters: CLUSTERS,
};
const folding = () =>
  new Folding(
    BOXES,
    LINKS.map(([from, to]) => ({ from, to, kind: "gradient", path: "" })),
    CLUSTERS,
  );
const SETS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => new Set([0, 1, 2].filter((c) => bits & (1 << c))));
const seen = ({ shown, isTab }) => BOXES.flatMap((_, i) => (shown[i] === i && !isTab[i] ? [i] : []));
const apart = (a, b) => a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01; // prettier-ignore
const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);

test("at first everything is where the payload says", () => {
  const fold = folding();
  const { size: whole, boxes } = fold.layout(ARRANGEMENT, fold.open);
  assert.deepEqual(whole, [400, 500]);
  for (const i of [0, 1, 6, 7, 8, 9]) {
    assert.deepEqual([boxes[i].x, boxes[i].y], ARRANGEMENT.places[i]);
  }
});

test("boxes never overlap, whatever is open", () => {
  for (const open of SETS) {
    const found = folding().layout(ARRANGEMENT, open);
    const all = seen(found);
    for (const i of all)
      for (const j of all)
        if (i < j) assert.ok(apart(found.boxes[i], found.boxes[j]), `${[...open]}: ${i} and ${j}`);
  }
});

test("boxes keep their order along both axes", () => {
  const before = folding().layout(ARRANGEMENT, new Set([2]));
  for (const open of SETS) {
    const after = folding().layout(ARRANGEMENT, open);
    const both = seen(before).filter((i) => seen(after).includes(i));
    for (const i of both)
      for (const j of both)
        for (const axis of ["x", "y"])
          if (before.boxes[i][axis] < before.boxes[j][axis])
            assert.ok(after.boxes[i][axis] <= after.boxes[j][axis] + 0.01);
  }
});

test("what is inside of an open cluster lies in its frame", () => {
  const { boxes, frames } = folding().layout(ARRANGEMENT, new Set([0, 1, 2]));
  for (const [cluster, inside] of [
    [0, [2, 3, 4, 5]],
    [1, [4, 5]],
    [2, [6, 7]],
  ])
    // prettier-ignore
    for (const i of inside) {
      const [b, f] = [boxes[i], frames[cluster]];
      assert.ok(b.x >= f.x && b.y >= f.y && b.x + b.w <= f.x + f.w && b.y + b.h <= f.y + f.h);
    }
});

test("the order in which clusters are opened makes no difference, and closing them brings all back", () => {
  const fold = folding();
  const open = new Set(fold.open);
  const first = JSON.stringify(fold.layout(ARRANGEMENT, open));
  open.add(0);
  fold.layout(ARRANGEMENT, open);
  open.delete(0);
  assert.equal(JSON.stringify(fold.layout(ARRANGEMENT, open)), first);
});

test("a link ends at the borders of what it joins, also across borders that are open", () => {
  for (const open of SETS) {
    const { boxes, shown, isTab, paths } = folding().layout(ARRANGEMENT, open);
    LINKS.forEach(([from, to], i) => {
      if (!paths[i]) return;
      assert.ok(!isTab[shown[from]] && !isTab[shown[to]]);
      const flat = numbers(paths[i]);
      assert.equal(flat.length % 6, 2);
      for (const [end, [x, y]] of [
        [from, flat.slice(0, 2)],
        [to, flat.slice(-2)],
      ]) {
        // prettier-ignore
        const place = boxes[end];
        assert.ok(x >= place.x - 1 && x <= place.x + place.w + 1, `${[...open]}: link ${i}`);
        assert.ok(
          Math.min(Math.abs(y - place.y), Math.abs(y - place.y - place.h)) <= 1,
          `${[...open]}: link ${i}`,
        );
      }
    });
  }
});

test("links inside of a closed cluster are not drawn, and those that look the same are one", () => {
  const { paths, alike } = folding().layout(ARRANGEMENT, new Set());
  assert.deepEqual([paths[2], paths[3]], [null, null]);
  assert.deepEqual(alike[4], [4, 6]); // both from the closed cluster to the other one
  assert.equal(paths[6], null);
});

test("stretches that overlap grow together, and gaps shrink", () => {
  const grown = scale(100, [[0, 50, 100], [0, 50, 80]], []); // prettier-ignore
  assert.deepEqual([grown.at(0), grown.at(25), grown.at(50), grown.length], [0, 50, 100, 150]);
  assert.deepEqual(gaps([[0, 100]], [[10, 20], [15, 40]]), [[0, 10], [40, 100]]); // prettier-ignore
  assert.equal(scale(100, [], [[0, 100]]).length, 40);
  assert.equal(scale(100, [], [[0, 10]]).length, 100);
});
