// What the picture shows around a box, in px of the stage, for what is to stand over it without hiding anything.
import { along } from "../model/curve.js";
import { AIR } from "./placing.js";

/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Story } from "../model/story.js" */
/** @import { Scenery } from "./placing.js" */
/** @typedef {{ left: number, top: number, zoom: number }} View */

const SAMPLES = 24; // points that stand for an edge
const AT_WORK = 8; // times as much it costs to cover what a step is about
const ABOVE = 3; // and the mini-map and buttons, which would lie over it

/**
 * The boxes, edges and other parts of the page that the stage shows, seen through a `view`, with one of the boxes as anchor.
 * Those that a `step` is about weigh more than others.
 * @param {HTMLElement} work the place of the stage @param {Story} story @param {View} view @param {number | null} box
 * @param {number} [step]
 * @returns {Scenery}
 */
export function scenery(work, story, view, box, step) {
  const stage = /** @type {HTMLElement} */ (work.querySelector(".stage"));
  const size = { w: stage.clientWidth, h: stage.clientHeight };
  const seen = (/** @type {number} */ i) => onStage(story.boxes[i], view);
  const about = step === undefined ? [] : story.about(step).boxes;
  const atWork = new Set(about.map((i) => story.shown[i]));
  const weighed = (/** @type {number} */ i) => ({ weight: atWork.has(i) ? AT_WORK : 1, isSolid: true });
  const below = widthsBelow(work);
  const boxes = story.boxes.flatMap((one, i) => {
    if (!story.isSeen(i) || story.isHidden(i)) return [];
    const place = grown(withBelow(one, seen(i), view, story, below.get(i)), AIR);
    return isWithin(place, size) ? [{ ...place, ...weighed(i) }] : [];
  });
  const shown = box == null ? undefined : story.shown[box];
  return {
    size,
    anchor:
      shown === undefined || !story.boxes[shown]
        ? null
        : withBelow(story.boxes[shown], seen(shown), view, story),
    obstacles: [...boxes, ...others(work, stage)],
    points: edges(story, view, size),
  };
}

/** @param {Rectangle} rectangle @param {View} view @returns {Rectangle} */
function onStage({ x, y, w, h }, { left, top, zoom }) {
  return { x: left + x * zoom, y: top + y * zoom, w: w * zoom, h: h * zoom };
}

/**
 * A box with what stands below it: the name of its node, and more, which may be wider than the box.
 * @param {Story["boxes"][number]} box @param {Rectangle} seen @param {View} view @param {Story} story
 */
function withBelow({ fn, kind }, seen, { zoom }, { metrics }, width = 0) {
  if (!fn && kind !== "leaf" && kind !== "constant") return seen;
  return { ...seen, w: Math.max(seen.w, width * zoom), h: seen.h + metrics.below * zoom };
}

/** How wide what stands below the boxes that are drawn is, in px of the picture. @param {HTMLElement} work @returns {Map<number, number>} */
function widthsBelow(work) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (work.querySelectorAll(".boxes > .near > .below"));
  return new Map(
    [...found].map((one) => [Number(one.parentElement?.dataset.box), one.offsetLeft + one.offsetWidth]),
  );
}

/** @param {Rectangle} rectangle @param {number} by @returns {Rectangle} */
const grown = ({ x, y, w, h }, by) => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

/** Whether a part of a rectangle is on a stage of a size. @param {Rectangle} rectangle @param {{ w: number, h: number }} size */
const isWithin = ({ x, y, w, h }, size) => x < size.w && y < size.h && x + w > 0 && y + h > 0;

/**
 * Points along the links that are drawn, as far as they are on the stage.
 * @param {Story} story @param {View} view @param {{ w: number, h: number }} size
 */
function edges(story, view, size) {
  return story.links.flatMap((_, i) =>
    story.ways(i).flatMap((path) => samples(story.curve(path), view, size)),
  );
}

/**
 * Points along a curve as far as they are on the stage.
 * @param {ReturnType<Story["curve"]>} curve @param {View} view @param {{ w: number, h: number }} size
 * @returns {[number, number][]}
 */
function samples({ flat, around }, { left, top, zoom }, size) {
  if (flat.length < 8 || !isWithin(onStage(grown(around, 1), { left, top, zoom }), size)) return [];
  return Array.from({ length: SAMPLES }, (_, k) => {
    const [x, y] = along(flat, k / (SAMPLES - 1));
    return /** @type {[number, number]} */ ([left + x * zoom, top + y * zoom]);
  }).filter(([x, y]) => isWithin({ x, y, w: 0, h: 0 }, size));
}

/** What stands over the stage besides the card: banners, buttons, figures. @param {HTMLElement} work @param {HTMLElement} stage */
function others(work, stage) {
  const { left, top } = stage.getBoundingClientRect();
  const over = /** @type {HTMLElement} */ (work.closest(".player")).querySelectorAll(
    ".banner, .front > *, .corner > *, .modes > *, .dock > .scale, .dock > .nudging, .figures > *, .inspector, .panel",
  );
  return [...over].flatMap((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const place = grown({ x: x - left, y: y - top, w: width, h: height }, AIR);
    const weight = one.closest(".corner") ? ABOVE : 1;
    return width && height ? [{ ...place, weight, isSolid: one.matches(".banner, .front > *") }] : [];
  });
}
