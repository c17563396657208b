// The whole picture, small, where not all of it is in view.

import { assign } from "../base/dom.js";
import { Camera } from "./camera.js";

/** @import { Story } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Colours, Far } from "./far.js" */

const MOST = { across: { width: 160, height: 90 }, down: { width: 110, height: 160 } };
const LEAST = 12; // px
const MARGIN = 14; // px to the sides of the stage
const LIFTED = 54; // px above the way back to the step
const CLEAR = 8; // px to the next box

/** A canvas in the corner of the stage where it covers no box; in none if there is no such corner. */
export class MiniMap {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.lens = new Camera();
  }

  /** Take the size of a picture. @param {[number, number]} size @param {string} direction */
  open(size, direction) {
    const [w, h] = size.map((length) => Math.max(1, length));
    const room = direction === "across" ? MOST.across : MOST.down;
    const zoom = Math.min(room.width / w, room.height / h);
    Object.assign(this.lens, { width: Math.max(LEAST, w * zoom), height: Math.max(LEAST, h * zoom), zoom });
    const { width, height } = this.lens;
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
  }

  /**
   * Go to a corner that no box is in, or away; nothing is drawn yet.
   * @param {Camera} camera @param {Story} story @param {Iterable<number>} near the boxes near the view
   */
  place(camera, story, near) {
    const corner = isWhole(camera, story.size) ? undefined : this.corner(camera, story, [...near]);
    this.canvas.hidden = !corner;
    if (corner) assign(this.canvas, "data-corner", corner);
  }

  /** @param {Camera} camera @param {Story} story @param {number[]} near */
  corner({ left, top, zoom, width, height, covered, sunk, above }, story, near) {
    const { width: w, height: h } = this.lens;
    const [right, bottom] = [width - covered - MARGIN - w, height - sunk - MARGIN - h];
    const corners = {
      "bottom right": { x: right, y: bottom, w, h },
      "top right": { x: right, y: above + MARGIN, w, h },
      "bottom left": { x: MARGIN, y: bottom - LIFTED, w, h },
      "top left": { x: MARGIN, y: above + MARGIN, w, h },
    };
    const isFree = (/** @type {Rectangle} */ place) =>
      !near.some((i) => {
        const box = story.boxes[i];
        const seen = { x: left + box.x * zoom, y: top + box.y * zoom, w: box.w * zoom };
        return !story.isTab[i] && meet(place, { ...seen, h: (box.h + story.metrics.below) * zoom });
      });
    return Object.entries(corners).find(([, place]) => isFree(place))?.[0];
  }

  /**
   * Draw the boxes, and a frame around what is in view.
   * @param {Far} far @param {Camera} camera @param {number} step @param {number | undefined} current @param {Colours} colours
   */
  draw(far, camera, step, current, colours) {
    if (!this.canvas.hidden) far.map(this.canvas, this.lens, camera, step, current, colours);
  }

  /** The point of the picture that a point of the screen is on. @param {{ clientX: number, clientY: number }} event */
  point({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: (clientX - left) / this.lens.zoom, y: (clientY - top) / this.lens.zoom };
  }
}

/** @param {Camera} camera @param {[number, number]} size */
function isWhole(camera, [w, h]) {
  const { x, y, w: width, h: height } = camera.view();
  return x <= 1 && y <= 1 && x + width >= w - 1 && y + height >= h - 1;
}

/** @param {Rectangle} a @param {Rectangle} b */
function meet(a, b) {
  return (
    a.x < b.x + b.w + CLEAR && b.x < a.x + a.w + CLEAR && a.y < b.y + b.h + CLEAR && b.y < a.y + a.h + CLEAR
  );
}
