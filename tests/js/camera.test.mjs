import assert from "node:assert/strict";
import { test } from "node:test";

import { around, Camera } from "../../autograd_studio/web/player/stage/camera.js";

function camera(width = 800, height = 600) {
  return Object.assign(new Camera(), { width, height });
}

test("zooming leaves the point under the pointer where it is", () => {
  const c = camera();
  c.pan(37, -12);
  const before = [(100 - c.left) / c.zoom, (200 - c.top) / c.zoom];
  c.zoomAt(1.7, 100, 200);
  assert.ok(Math.abs((100 - c.left) / c.zoom - before[0]) < 1e-9);
  assert.ok(Math.abs((200 - c.top) / c.zoom - before[1]) < 1e-9);
});

test("zoom has limits, and at a limit nothing moves", () => {
  const c = camera();
  c.zoomAt(1e9);
  assert.equal(c.zoom, Camera.MAX);
  const { left, top } = c;
  c.zoomAt(2, 10, 10);
  assert.deepEqual([c.left, c.top], [left, top]);
});

test("fit shows the whole picture between the insets and does not enlarge it beyond the limit", () => {
  const c = camera();
  c.fit([2000, 500], 1, 0);
  assert.equal(c.zoom, (800 - 48) / 2000);
  assert.equal(c.left, 24);
  c.fit([100, 100], 1.25);
  assert.equal(c.zoom, 1.25);
  assert.equal(c.left, (800 - 125) / 2);
  assert.ok(c.top < (600 - 125) / 2, "the card stands below");
});

test("a picture is enlarged no farther than the card below it allows", () => {
  const c = camera();
  c.fit([400, 350], 1.25);
  assert.equal(c.zoom, (600 - 48 - 160) / 350);
  c.fit([400, 500], 1.25);
  assert.equal(c.zoom, 1, "but never made smaller for it");
});

test("below a whole picture there is room for the card, and above it no more than the rest", () => {
  const below = (height) => {
    const c = camera();
    c.fit([400, height]);
    return 600 - 24 - (c.top + height);
  };
  assert.equal(below(300), 160);
  assert.equal(below(500), 52, "all that is left, where it is less");
  assert.ok(below(100) > (600 - 48 - 100) / 2, "a low picture stands above the middle");
});

test("an axis that fits is kept whole, the other one ends where the picture does", () => {
  const c = camera();
  c.centre({ x: 1900, y: 0, w: 100, h: 100 });
  c.settle([2000, 300]);
  assert.equal(c.left + 2000, 800 - 24);
  assert.ok(c.top >= 24 && c.top + 300 <= 600 - 24);
});

test("revealing what is in view moves nothing", () => {
  const c = camera();
  assert.equal(c.reveal({ x: 100, y: 100, w: 50, h: 50 }, [2000, 2000]), false);
  assert.deepEqual([c.left, c.top], [0, 0]);
});

test("revealing what is out of view centres it along that axis only", () => {
  const c = camera();
  assert.equal(c.reveal({ x: 100, y: 900, w: 50, h: 50 }, [2000, 2000]), true);
  assert.equal(c.left, 0);
  assert.equal(900 * c.zoom + c.top, (600 - 50) / 2);
});

test("revealing goes no farther than to the picture's end", () => {
  const c = camera();
  c.insets = { ...c.insets, bottom: 60 };
  c.reveal({ x: 100, y: 1940, w: 50, h: 50 }, [400, 2000]);
  assert.equal(2000 * c.zoom + c.top, 600 - 60);
});

test("a picture that is all in view never moves", () => {
  const c = camera();
  c.fit([700, 540]);
  assert.equal(c.reveal({ x: 100, y: 500, w: 50, h: 60 }, [700, 540]), false);
});

test("the view grows by a part of its size on every side", () => {
  assert.deepEqual(camera().view(0.5), { x: -400, y: -300, w: 1600, h: 1200 });
});

test("around is the smallest rectangle around several", () => {
  assert.deepEqual(
    around([
      { x: 0, y: 5, w: 10, h: 10 },
      { x: 20, y: 0, w: 5, h: 5 },
    ]),
    { x: 0, y: 0, w: 25, h: 15 },
  );
});
