const SIDE = 400;

/** @import { Rectangle } from "../model/shown.d.ts" */

/** A picture cut into square tiles, to find what lies in a rectangle without looking at everything. */
export class Tiles {
  constructor() {
    /** @type {Map<string, number[]>} */
    this.tiles = new Map();
  }

  /** @param {number} item @param {Rectangle} rectangle */
  add(item, rectangle) {
    for (const key of keys(rectangle)) {
      const items = this.tiles.get(key);
      if (items) items.push(item);
      else this.tiles.set(key, [item]);
    }
  }

  /**
   * The items whose tiles the rectangle touches.
   * @param {Rectangle} rectangle
   * @returns {Set<number>}
   */
  in(rectangle) {
    const found = new Set();
    for (const key of keys(rectangle)) for (const item of this.tiles.get(key) ?? []) found.add(item);
    return found;
  }
}

/** @param {Rectangle} rectangle */
function* keys({ x, y, w, h }) {
  for (let column = Math.floor(x / SIDE); column <= (x + w) / SIDE; column++) {
    for (let row = Math.floor(y / SIDE); row <= (y + h) / SIDE; row++) yield `${column},${row}`;
  }
}
