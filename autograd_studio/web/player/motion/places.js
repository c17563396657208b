import { polyline } from "../model/curve.js";

/** @import { Story } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Point } from "./motion.d.ts" */

/**
 * The box that is drawn for a box: itself, or the closed cluster that it is in.
 * @param {Story} story @param {number} box
 */
export function drawn(story, box) {
  return story.boxes[story.shown[box] ?? box];
}

/**
 * Where the numbers of a box stand.
 * @param {Story} story @param {number} box
 * @returns {Point}
 */
export function valueAt(story, box) {
  const { x, y, w, h, rows, cells } = drawn(story, box);
  if (!rows.includes("value")) return [x + w / 2, y + h / 2];
  const { pad, name, gap, cell, apart } = story.metrics;
  const count = cells?.[0] ?? 1;
  return [x + w / 2, y + pad[1] + name + gap + (count * (cell + apart) - apart) / 2];
}

/**
 * Where a part of a box's gradient stands in its footer, counted from 0, of so many.
 * @param {Story} story @param {number} box
 * @returns {Point}
 */
export function footAt(story, box, part = 0, of = 1) {
  const { x, y, w, h, rows } = drawn(story, box);
  const across = x + (w * (part + 0.5)) / of;
  return [across, rows.includes("grad") ? y + h - story.metrics.foot / 2 : y + h / 2];
}

/**
 * The points of a link as it is drawn, from the input to what is computed of it; none where it is inside of a closed cluster.
 * @param {Story} story @param {number} link
 * @returns {Point[]}
 */
export function wayOf(story, link) {
  const path = story.path(link);
  return path ? polyline(path) : [];
}
