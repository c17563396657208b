import assert from "node:assert/strict";
import { test } from "node:test";

import { Tiles } from "../../autograd_studio/web/player/stage/tiles.js";

test("what lies near a rectangle is found, what is far is not", () => {
  const tiles = new Tiles();
  tiles.add("here", { x: 10, y: 10, w: 50, h: 50 });
  tiles.add("far", { x: 5000, y: 10, w: 50, h: 50 });
  tiles.add("wide", { x: -900, y: 20, w: 4000, h: 1 });
  assert.deepEqual([...tiles.in({ x: 0, y: 0, w: 100, h: 100 })].sort(), ["here", "wide"]);
});
