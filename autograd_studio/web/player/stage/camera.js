/** @import { Rectangle } from "../model/shown.d.ts" */

/** Where one looks at the picture: a point (px, py) of the screen shows x = (px - left) / zoom of the picture. */
export class Camera {
  static MIN = 0.002;
  static MAX = 6;

  constructor() {
    this.left = 0;
    this.top = 0;
    this.zoom = 1;
    this.width = 0;
    this.height = 0;
    this.covered = 0; // of the width, at the right
  }

  /** The part of the picture in view, with `extra` times its size added on every side. */
  view(extra = 0) {
    const w = this.width / this.zoom,
      h = this.height / this.zoom;
    return {
      x: -this.left / this.zoom - w * extra,
      y: -this.top / this.zoom - h * extra,
      w: w * (1 + 2 * extra),
      h: h * (1 + 2 * extra),
    };
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
  }

  /**
   * Zoom by a factor and leave the point (px, py) of the screen where it is.
   * @param {number} factor
   */
  zoomAt(factor, px = this.width / 2, py = this.height / 2) {
    const zoom = Math.max(Camera.MIN, Math.min(Camera.MAX, this.zoom * factor));
    const real = zoom / this.zoom;
    this.left = px - (px - this.left) * real;
    this.top = py - (py - this.top) * real;
    this.zoom = zoom;
  }

  /**
   * Show a whole picture of the size [w, h], centred, no larger than `most`.
   * @param {[number, number]} size
   */
  fit([w, h], most = 1, margin = 16) {
    const zoom = Math.min((this.width - 2 * margin) / w, (this.height - 2 * margin) / h, most);
    this.zoom = Math.max(Camera.MIN, zoom);
    this.left = (this.width - w * this.zoom) / 2;
    this.top = (this.height - h * this.zoom) / 2;
  }

  /**
   * Whether all of a picture of a size is in view.
   * @param {[number, number]} size
   */
  holds([w, h]) {
    const { left, top, zoom, width, height } = this;
    return left >= 0 && top >= 0 && left + w * zoom <= width && top + h * zoom <= height;
  }

  /**
   * Put the middle of a rectangle into the middle of the screen.
   * @param {Rectangle} rectangle
   */
  centre({ x, y, w, h }) {
    this.left = this.width / 2 - (x + w / 2) * this.zoom;
    this.top = this.height / 2 - (y + h / 2) * this.zoom;
  }

  /**
   * Bring a rectangle into view if it is not; return whether anything moved. Along each axis it stays where it is, or
   * goes to the middle, but no farther than to where a picture of the size [w, h] ends.
   * @param {Rectangle} rectangle
   * @param {[number, number]} size
   */
  reveal({ x, y, w, h }, [width, height], { side = 24, above = 24, below = 24 } = {}) {
    const dx = shift(
      x * this.zoom + this.left,
      w * this.zoom,
      this.left,
      width * this.zoom,
      this.width - this.covered,
      side,
      side,
    );
    const dy = shift(
      y * this.zoom + this.top,
      h * this.zoom,
      this.top,
      height * this.zoom,
      this.height,
      above,
      below,
    );
    this.pan(dx, dy);
    return dx !== 0 || dy !== 0;
  }
}

/**
 * How far to move a stretch, part of a picture that begins at `origin`, so that it lies within the margins.
 * @param {number} start @param {number} length
 * @param {number} origin @param {number} whole
 * @param {number} space @param {number} before @param {number} after
 */
function shift(start, length, origin, whole, space, before, after) {
  if (origin >= 0 && origin + whole <= space) return 0; // all of the picture is in view
  if (start >= before && start + length <= space - after) return 0;
  const middle = origin + (space - length) / 2 - start;
  const [least, most] = [space - after - whole, before];
  return (least > most ? middle : Math.max(least, Math.min(most, middle))) - origin;
}

/**
 * The smallest rectangle around several.
 * @param {Rectangle[]} rectangles
 */
export function around(rectangles) {
  const x = Math.min(...rectangles.map((r) => r.x)),
    y = Math.min(...rectangles.map((r) => r.y));
  return {
    x,
    y,
    w: Math.max(...rectangles.map((r) => r.x + r.w)) - x,
    h: Math.max(...rectangles.map((r) => r.y + r.h)) - y,
  };
}
