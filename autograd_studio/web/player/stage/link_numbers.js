// The numbers that stay on edges once a gradient has passed there.

import { svg, write } from "../base/dom.js";
import { along } from "../model/curve.js";
import { signed } from "../model/cells.js";

/** @import { Story } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Tiles } from "./tiles.js" */
/** @import { Wire } from "./link.js" */

const LONGEST = 7; // characters
const WIDTH = LONGEST * 7.8 + 12; // px, of the longest
const HEIGHT = 18;
const CLEAR = 4; // px around it
const PLACES = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74]; // along a link, the best one first

/** Finds for each link a place where a number is on its line, and over no box and no other number. */
export class Numbers {
  /** @param {Story} story @param {Tiles} tiles of its boxes */
  constructor(story, tiles) {
    this.story = story;
    this.tiles = tiles;
    /** @type {Map<number, Rectangle | null>} */
    this.places = new Map();
  }

  /**
   * Write a number onto a link that is drawn, or take it away.
   * @param {number} link @param {Wire} drawn @param {string} [text]
   */
  show(link, drawn, text = "") {
    const place = text && text.length <= LONGEST && !/[[ ]/.test(text) ? this.place(link, drawn.flat) : null;
    if (!place) {
      drawn.passed?.remove();
      drawn.passed = null;
      return;
    }
    if (!drawn.passed) {
      drawn.passed = svg("text.passed", { x: place.x + place.w / 2, y: place.y + place.h / 2 });
      drawn.element.append(drawn.passed);
    }
    write(drawn.passed, signed(text));
  }

  /** @param {number} link @param {number[]} flat */
  place(link, flat) {
    let found = this.places.get(link);
    if (found !== undefined) return found;
    const isAlone = this.story.alike[link].length < 2;
    found = isAlone
      ? (PLACES.map((t) => around(along(flat, t))).find((one) => this.isFree(one)) ?? null)
      : null;
    this.places.set(link, found);
    return found;
  }

  /** @param {Rectangle} place */
  isFree(place) {
    const { boxes, metrics, isTab } = this.story;
    const isOver = (/** @type {number} */ i) =>
      isTab[i] ? meet(place, boxes[i]) : meet(place, { ...boxes[i], h: boxes[i].h + metrics.below });
    if ([...this.tiles.in(place)].some(isOver)) return false;
    return ![...this.places.values()].some((other) => other && meet(place, other));
  }
}

/** @param {number[]} point @returns {Rectangle} */
function around([x, y]) {
  return { x: x - WIDTH / 2, y: y - HEIGHT / 2, w: WIDTH, h: HEIGHT };
}

/** @param {Rectangle} a @param {Rectangle} b */
function meet(a, b) {
  return (
    a.x < b.x + b.w + CLEAR && b.x < a.x + a.w + CLEAR && a.y < b.y + b.h + CLEAR && b.y < a.y + a.h + CLEAR
  );
}
