const SIDE = 400;

/** A picture cut into square tiles, to find what lies in a rectangle without looking at everything. */
export class Tiles {
  constructor() {
    this.tiles = new Map();
  }

  add(item, rectangle) {
    for (const key of keys(rectangle)) {
      if (!this.tiles.has(key)) this.tiles.set(key, []);
      this.tiles.get(key).push(item);
    }
  }

  /** The items whose tiles the rectangle touches. */
  in(rectangle) {
    const found = new Set();
    for (const key of keys(rectangle)) for (const item of this.tiles.get(key) ?? []) found.add(item);
    return found;
  }
}

function* keys({ x, y, w, h }) {
  for (let column = Math.floor(x / SIDE); column <= (x + w) / SIDE; column++) {
    for (let row = Math.floor(y / SIDE); row <= (y + h) / SIDE; row++) yield `${column},${row}`;
  }
}
