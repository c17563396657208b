import assert from "node:assert/strict";
import { test } from "node:test";

import { keyframes, stops } from "../../autograd_studio/web/player/motion/flight.js";
import { polyline } from "../../autograd_studio/web/player/model/curve.js";

test("a flight goes through all of its points, in time", () => {
  const points = [
    [0, 0],
    [100, 0],
    [100, 300],
  ];
  const found = stops(points);
  for (const point of points) assert.ok(found.some(([, [x, y]]) => x === point[0] && y === point[1]));
  const times = found.map(([time]) => time);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.deepEqual([times[0], times.at(-1)], [0, 1]);
});

test("it is half way at half of the time, and slow at both ends", () => {
  const at = (wanted) =>
    stops([
      [0, 0],
      [200, 0],
    ]).find(([time]) => time === wanted)[1][0];
  assert.equal(at(0.5), 100);
  assert.ok(at(0.25) < 30);
  assert.ok(at(0.75) > 170);
});

test("a flight that goes nowhere stays where it is", () => {
  assert.ok(
    stops([
      [5, 6],
      [5, 6],
    ]).every(([, [x, y]]) => x === 5 && y === 6),
  );
});

test("keyframes are of transform and opacity alone, and begin unseen", () => {
  const found = keyframes(polyline("M0,0C10,0 20,0 30,0C40,0 50,0 60,0"), 1);
  for (const frame of found) assert.deepEqual(Object.keys(frame), ["offset", "transform", "opacity"]);
  assert.equal(found[0].opacity, 0);
  assert.equal(found.at(-1).opacity, 1);
  assert.match(found.at(-1).transform, /^translate\(60.00px,0.00px\) .* scale\(1.000\)$/);
});
