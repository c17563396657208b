// An edge of the picture: a line that ends short of its head, whose tip meets the border.

import { svg } from "../base/dom.js";
import { along, points } from "../model/curve.js";

const SHORT = 8; // px of the way that the head takes
const HEAD = "M0 0L-9.5 -4.6L-9.5 4.6Z";

/**
 * @typedef {{ element: Element, line: Element, passed: Element | null, ways: { forward: string, backward: string }, flat: number[] }} Wire
 */

/**
 * Draw a link along its ways; how many links it stands for is at its middle.
 * @param {number} i @param {string[]} ways @param {number} count
 * @returns {Wire}
 */
export function wire(i, [path, ...bridges], count) {
  const flat = points(path);
  const ways = { forward: shortened(flat, "end"), backward: shortened(flat, "start") };
  const line = svg("path", { d: ways.forward, class: "line" });
  const element = svg(
    "g",
    { "data-link": i },
    svg("path", { d: path, class: "hit" }),
    line,
    ...bridges.map((bridge) => svg("path", { d: bridge, class: "line bridge" })),
    svg("path", { d: HEAD, class: "head forth", transform: placed(flat, "end") }),
    svg("path", { d: HEAD, class: "head back", transform: placed(flat, "start") }),
    count > 1 ? counted(flat, count) : null,
  );
  return { element, line, passed: null, ways, flat };
}

/** How many links are drawn as one, at the middle of its way. @param {number[]} flat @param {number} count */
function counted(flat, count) {
  const [x, y] = along(flat, 0.5);
  return svg("text", { x, y, class: "count" }, `×${count}`);
}

/**
 * The end of a curve, and the direction in which it comes there.
 * @param {number[]} flat @param {"start" | "end"} side
 */
function arrival(flat, side) {
  const tip = side === "end" ? flat.slice(-2) : flat.slice(0, 2);
  const before = side === "end" ? flat.slice(-4, -2) : flat.slice(2, 4);
  const other = side === "end" ? flat.slice(0, 2) : flat.slice(-2);
  const isStill = tip[0] === before[0] && tip[1] === before[1];
  const [x, y] = isStill ? other : before;
  const [dx, dy] = [tip[0] - x, tip[1] - y];
  const length = Math.hypot(dx, dy) || 1;
  return { tip, ux: dx / length, uy: dy / length };
}

/** @param {number[]} flat @param {"start" | "end"} side */
function placed(flat, side) {
  const { tip, ux, uy } = arrival(flat, side);
  return `translate(${tip[0]} ${tip[1]}) rotate(${((Math.atan2(uy, ux) * 180) / Math.PI).toFixed(1)})`;
}

/**
 * The path without what the head covers.
 * @param {number[]} flat @param {"start" | "end"} side
 */
function shortened(flat, side) {
  const { ux, uy } = arrival(flat, side);
  const last = flat.length - 2;
  const moved = flat.map((place, at) => {
    const isMoved = side === "end" ? at >= last - 2 && at < last + 2 : at < 4;
    return isMoved ? place - SHORT * (at % 2 ? uy : ux) : place;
  });
  const pairs = [];
  for (let at = 0; at < moved.length; at += 2) pairs.push(`${round(moved[at])},${round(moved[at + 1])}`);
  return `M${pairs[0]}C${pairs.slice(1).join(" ")}`;
}

/** @param {number} n */
function round(n) {
  return Math.round(n * 10) / 10;
}
