// A flight: how a pill goes through points, as keyframes of transform and opacity alone.

/** @import { Point, Stop } from "./motion.d.ts" */

const EVEN = 24; // stops besides the points themselves
const SMALL = 0.72; // of its size when it sets out
const SETTLED = 0.1; // of its time, after which it has its size

/**
 * When, from 0 to 1, which point is reached by one that speeds up until half of the way and slows down from there.
 * @param {Point[]} points
 * @returns {Stop[]}
 */
export function stops(points) {
  const lengths = [0];
  for (let i = 1; i < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    lengths.push(lengths[i - 1] + Math.hypot(x1 - x0, y1 - y0));
  }
  const whole = lengths[lengths.length - 1] || 1;
  const found = new Map(points.map((point, i) => [timeOf(lengths[i] / whole), point]));
  for (let i = 0; i <= EVEN; i++) found.set(i / EVEN, pointAt(points, lengths, partOf(i / EVEN) * whole));
  return [...found].sort(([a], [b]) => a - b);
}

/** How far one is at a time. @param {number} time */
function partOf(time) {
  return time < 0.5 ? 2 * time * time : 1 - (2 - 2 * time) ** 2 / 2;
}

/** When one is so far. @param {number} part */
function timeOf(part) {
  return part < 0.5 ? Math.sqrt(part / 2) : 1 - Math.sqrt((1 - part) / 2);
}

/** @param {Point[]} points @param {number[]} lengths @param {number} length @returns {Point} */
function pointAt(points, lengths, length) {
  let i = 1;
  while (i < points.length - 1 && lengths[i] < length) i++;
  const [from, to] = [points[i - 1], points[i]];
  const part = (length - lengths[i - 1]) / (lengths[i] - lengths[i - 1] || 1);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/**
 * The keyframes of a pill that goes through points: it is seen from its first one on, and is of its `size` soon after.
 * @param {Point[]} points @param {number} size
 * @returns {Keyframe[]}
 */
export function keyframes(points, size) {
  return stops(points).map(([offset, [x, y]]) => {
    const grown = Math.min(1, offset / SETTLED);
    const scale = size * (SMALL + (1 - SMALL) * grown);
    return {
      offset,
      transform: `translate(${x.toFixed(2)}px,${y.toFixed(2)}px) translate(-50%,-50%) scale(${scale.toFixed(3)})`,
      opacity: Math.min(1, 1.4 * grown),
    };
  });
}
