/** @import { Rectangle } from "../model/shown.d.ts" */
/** @typedef {{ left: number, right: number, top: number, bottom: number, slack?: number }} Insets px of the screen that are left free at its sides; of the top `slack` is given to the card if it has little room */

const ABOVE = 0.38; // of the free height above a picture that is lower, at most: the card stands below it
const CARD = 160; // px that are left to the card where there are as many
const NEAR = 10; // px between the picture and a sheet

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
    this.above = 0; // of the height, at the top
    this.sunk = 0; // of the height, at the bottom, for now
    /** @type {Insets} */
    this.insets = { left: 24, right: 24, top: 24, bottom: 24 };
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

  /** The part of the screen in which the picture stands. */
  get room() {
    const { left, right, top, bottom } = this.insets;
    const w = Math.max(1, this.width - this.covered - left - right);
    return { x: left, y: top, w, h: Math.max(1, this.height - top - bottom) };
  }

  /** The part of it that nothing covers for now. */
  get clear() {
    const { room } = this;
    return { ...room, h: Math.max(1, room.h - Math.max(0, this.sunk - this.insets.bottom + NEAR)) };
  }

  /**
   * The largest zoom at which a picture of the size [w, h] is all in view, no larger than `most`.
   * @param {[number, number]} size
   */
  whole([w, h], most = 1) {
    const { room } = this;
    return Math.max(Camera.MIN, Math.min(room.w / w, room.h / h, most));
  }

  /**
   * Show a whole picture of the size [w, h], no larger than `most`; what would be enlarged leaves room for the card.
   * @param {[number, number]} size
   */
  fit(size, most = 1, least = 1) {
    const zoom = this.whole(size, most);
    const beside = (this.room.h - CARD) / size[1];
    this.zoom = Math.min(zoom, Math.max(least, beside));
    this.settle(size);
  }

  /**
   * Put a picture that is all in view to its place, and let no axis of another one leave it at an end.
   * @param {[number, number]} size
   */
  settle([w, h]) {
    const { clear: room, zoom } = this;
    const place = (
      /** @type {number} */ at,
      /** @type {number} */ length,
      /** @type {number} */ start,
      /** @type {number} */ space,
      /** @type {number} */ share,
    ) =>
      length <= space
        ? start + (space - length) * share
        : Math.max(start + space - length, Math.min(start, at));
    const free = room.h - h * zoom;
    const above = Math.max(0, Math.min(ABOVE, (free - CARD) / free));
    this.left = place(this.left, w * zoom, room.x, room.w, 0.5);
    const lifted = free < CARD ? (this.insets.slack ?? 0) : 0;
    this.top = place(this.top, h * zoom, room.y - lifted, room.h + lifted, above);
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
   * Put the middle of a rectangle into the middle of the room.
   * @param {Rectangle} rectangle
   */
  centre({ x, y, w, h }) {
    const { clear: room } = this;
    this.left = room.x + room.w / 2 - (x + w / 2) * this.zoom;
    this.top = room.y + room.h / 2 - (y + h / 2) * this.zoom;
  }

  /**
   * Bring a rectangle into the room if it is not there; return whether anything moved. Along each axis it stays where it is,
   * or goes to the middle, but no farther than to where a picture of the size [w, h] ends.
   * @param {Rectangle} rectangle
   * @param {[number, number]} size
   */
  reveal({ x, y, w, h }, [width, height]) {
    const { clear: room, zoom } = this;
    const { slack = 0 } = this.insets;
    const dx = shift(x * zoom + this.left, w * zoom, this.left, width * zoom, room.x, room.w);
    const dy = shift(y * zoom + this.top, h * zoom, this.top, height * zoom, room.y - slack, room.h + slack);
    this.pan(dx, dy);
    return dx !== 0 || dy !== 0;
  }
}

/**
 * How far to move a stretch, part of a picture that begins at `origin`, so that it lies in the room.
 * @param {number} start @param {number} length
 * @param {number} origin @param {number} whole
 * @param {number} from @param {number} space
 */
function shift(start, length, origin, whole, from, space) {
  if (origin >= from - 1 && origin + whole <= from + space + 1) return 0; // all of the picture is in the room
  if (start >= from && start + length <= from + space) return 0;
  const middle = origin + from + (space - length) / 2 - start;
  const [least, most] = [from + space - whole, from];
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
