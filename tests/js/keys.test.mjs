import assert from "node:assert/strict";
import { test } from "node:test";

import { command, isFree, LEGEND } from "../../autograd_studio/web/player/base/keys.js";
import { WORDS } from "../../autograd_studio/web/player/base/phrases.js";

const press = (key, rest = {}) => command({ key, ctrlKey: false, metaKey: false, altKey: false, ...rest });

/** A stand-in for an element that answers `closest` for what it is. */
const element = (...selectors) => ({
  closest: (wanted) => selectors.some((s) => wanted.split(", ").includes(s)) || null,
});

test("keys ask for what the legend says", () => {
  assert.deepEqual(
    ["ArrowRight", "ArrowLeft", "Home", "End", " "].map((key) => press(key)),
    ["next", "previous", "first", "last", "play"],
  );
  assert.deepEqual(
    ["f", "b", "F", "Escape", "g"].map((key) => press(key)),
    ["forward", "backward", "fit", "escape", "find"],
  );
});

test("the page's own keys and the browser's combinations are left alone", () => {
  assert.equal(press("r"), undefined);
  assert.equal(press("c"), undefined);
  assert.equal(press("ArrowLeft", { altKey: true }), undefined);
  assert.equal(press("f", { ctrlKey: true }), undefined);
});

test("elsewhere on the page, keys are taken only where nothing else needs them", () => {
  assert.equal(isFree(element("body"), "next"), true);
  assert.equal(isFree(element("textarea"), "next"), false);
  assert.equal(isFree(element("[role=slider]"), "next"), false);
  assert.equal(isFree(element("button"), "next"), true);
  assert.equal(isFree(element("button"), "play"), false);
});

test("every row of the legend has its words", () => {
  for (const [, word] of LEGEND) assert.ok(WORDS[word], word);
  const named = LEGEND.flatMap(([keys]) => keys.split(" "));
  for (const key of "fb[]tpqnmv>g") assert.ok(named.includes(key), key);
});
