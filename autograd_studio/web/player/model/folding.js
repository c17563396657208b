// Where everything is while some clusters are open: the layouts of the payload, put together.

import { points } from "./curve.js";

/** @import { Arrangement, Rectangle } from "./shown.d.ts" */
/** @import { Box, Cluster, Link } from "./types.d.ts" */
/** @typedef {{ at: (place: number) => number, length: number }} Scale */
/** @typedef {{ left: number, top: number, x: Scale, y: Scale, w: number, h: number }} Unit */

/**
 * Where everything is while some clusters are open. Of a box that cannot be seen `shown` is the one that stands for it, and its
 * rectangle is that one's. Of links that look the same one has a path, and `alike` lists all of them.
 * @typedef {{ size: [number, number], boxes: Rectangle[], shown: number[], isTab: boolean[], frames: (Rectangle | null)[],
 *   paths: (string | null)[], alike: number[][] }} Layout
 */

const GAP = 40; // px that are left where nothing is any more
const TAB = 18; // px, the height of a frame's title, at its top

/**
 * Clusters that open and close. Each unit, the whole or the inside of a cluster that is closed at first, has its layout from
 * the payload. To open a cluster, the stretch that its box takes of each axis grows to the size of its inside, and everything
 * moves along: whatever the order in which clusters are opened, boxes keep their order and never overlap.
 */
export class Folding {
  /** @param {Box[]} boxes @param {Link[]} links @param {Cluster[]} clusters */
  constructor(boxes, links, clusters) {
    this.boxes = boxes;
    this.links = links;
    this.clusters = clusters;
    this.folds = clusters.map(() => -1);
    boxes.forEach(({ opens }, i) => opens != null && (this.folds[opens] = i));
    this.isUnit = clusters.map(({ inside }) => Boolean(inside));
    /** Which clusters are open at first. */
    this.open = new Set(clusters.flatMap(({ inside }, i) => (inside ? [] : [i])));
    /** Which ones can be closed: others have no frame. */
    this.canClose = clusters.map(({ inside, w }, i) => this.folds[i] >= 0 && (Boolean(inside) || w != null));
  }

  /**
   * A cluster and those around it, the innermost first.
   * @param {number | null | undefined} cluster
   */
  around(cluster) {
    const found = [];
    for (let c = cluster; c != null; c = this.clusters[c].parent) found.push(c);
    return found;
  }

  /**
   * The unit that a cluster belongs to, -1 for the whole.
   * @param {number | null | undefined} cluster
   */
  unit(cluster) {
    return this.around(cluster).find((c) => this.isUnit[c]) ?? -1;
  }

  /**
   * @param {Arrangement} arrangement @param {Set<number>} open
   * @returns {Layout}
   */
  layout(arrangement, open) {
    return new Arranger(this, arrangement, open).layout();
  }
}

class Arranger {
  /** @param {Folding} folding @param {Arrangement} arrangement @param {Set<number>} open */
  constructor(folding, arrangement, open) {
    this.folding = folding;
    this.arrangement = arrangement;
    const { boxes, clusters, folds } = folding;
    const isOpen = clusters.map((_, c) => open.has(c) || !folding.canClose[c]);
    // Parents come before their children.
    /** @type {boolean[]} */
    this.isReached = [];
    clusters.forEach(({ parent }, c) =>
      this.isReached.push(isOpen[c] && (parent == null || this.isReached[parent])),
    );
    this.shown = boxes.map(({ cluster }, i) => {
      const closed = folding
        .around(cluster)
        .filter((c) => !isOpen[c])
        .at(-1);
      return closed === undefined ? i : folds[closed];
    });
    this.isTab = boxes.map(({ opens }, i) => opens != null && this.shown[i] === i && isOpen[opens]);
    this.base = boxes.map(({ w, h }, i) => ({
      x: arrangement.places[i][0],
      y: arrangement.places[i][1],
      w,
      h,
    }));
    this.unitOf = boxes.map(({ cluster }) => folding.unit(cluster));
    /** @type {Map<number, Unit>} */
    this.units = new Map();
    /** @type {Rectangle[]} */
    this.places = this.base.map((place) => ({ ...place }));
    /** @type {(Rectangle | null)[]} */
    this.frames = clusters.map(() => null);
  }

  /** @returns {Layout} */
  layout() {
    const { boxes } = this.folding;
    const { w, h } = this.measure(-1);
    this.place(-1, 0, 0);
    const paths = this.paths();
    const rectangles = boxes.map((_, i) => this.places[this.shown[i]]);
    return {
      size: [w, h],
      boxes: rectangles,
      shown: this.shown,
      isTab: this.isTab,
      frames: this.frames,
      ...paths,
    };
  }

  /** @param {number} unit @returns {Rectangle[]} what takes room in a unit: visible boxes, and clusters opened in place of one */
  filled(unit) {
    return this.base.filter(
      (_, i) => this.unitOf[i] === unit && this.shown[i] === i && (!this.isTab[i] || this.isOpened(i)),
    );
  }

  /** @param {number} box @returns whether its cluster, closed at first, is open */
  isOpened(box) {
    const { opens } = this.folding.boxes[box];
    return this.isTab[box] && opens != null && this.folding.isUnit[opens];
  }

  /**
   * Find the size of a unit, after those of the units in it.
   * @param {number} unit @returns {Unit}
   */
  measure(unit) {
    const { boxes, clusters, canClose, isUnit } = this.folding;
    const [width, height] =
      unit < 0 ? this.arrangement.size : (this.arrangement.clusters[unit].inside ?? [0, 0]);
    /** @type {[Rectangle, Unit][]} */
    const grown = [];
    boxes.forEach(({ opens }, i) => {
      if (opens != null && this.unitOf[i] === unit && this.isOpened(i))
        grown.push([this.base[i], this.measure(opens)]);
    });
    const emptied = clusters.flatMap(({ parent }, c) => {
      const isClosed =
        canClose[c] && !isUnit[c] && !this.isReached[c] && (parent == null || this.isReached[parent]);
      return isClosed && this.folding.unit(c) === unit
        ? [/** @type {Rectangle} */ (this.arrangement.clusters[c])]
        : [];
    });
    const filled = emptied.length ? this.filled(unit) : [];
    /** @param {"x" | "y"} at @param {"w" | "h"} size @param {number} length */
    const axis = (at, size, length) =>
      scale(
        length,
        grown.map(([box, inside]) => [box[at], box[at] + box[size], inside[size]]),
        gaps(
          emptied.map((frame) => [frame[at], frame[at] + frame[size]]),
          filled.map((box) => [box[at], box[at] + box[size]]),
        ),
      );
    const [x, y] = [axis("x", "w", width), axis("y", "h", height)];
    const found = { left: 0, top: 0, x, y, w: x.length, h: y.length };
    this.units.set(unit, found);
    return found;
  }

  /** @param {number} number @param {number} left @param {number} top */
  place(number, left, top) {
    const unit = /** @type {Unit} */ (this.units.get(number));
    Object.assign(unit, { left, top });
    const { boxes, clusters, isUnit, canClose, folds } = this.folding;
    boxes.forEach(({ w, h, opens }, i) => {
      if (this.unitOf[i] !== number || this.shown[i] !== i) return;
      const { x, y } = this.centre(unit, this.base[i]);
      if (opens == null || !this.isOpened(i)) {
        Object.assign(this.places[i], { x: x - w / 2, y: y - h / 2 });
        return;
      }
      const inside = /** @type {Unit} */ (this.units.get(opens));
      this.frames[opens] = { x: x - inside.w / 2, y: y - inside.h / 2, w: inside.w, h: inside.h };
      this.place(opens, x - inside.w / 2, y - inside.h / 2);
    });
    clusters.forEach((_, c) => {
      if (isUnit[c] || !canClose[c] || !this.isReached[c] || this.folding.unit(c) !== number) return;
      const frame = /** @type {Rectangle} */ (this.arrangement.clusters[c]);
      const [x, y] = [left + unit.x.at(frame.x), top + unit.y.at(frame.y)];
      this.frames[c] = {
        x,
        y,
        w: left + unit.x.at(frame.x + frame.w) - x,
        h: top + unit.y.at(frame.y + frame.h) - y,
      };
    });
    folds.forEach((box, c) => {
      const frame = this.frames[c];
      if (frame) this.places[box] = { x: frame.x, y: frame.y, w: frame.w, h: TAB };
    });
  }

  /** @param {Unit} unit @param {Rectangle} rectangle */
  centre(unit, { x, y, w, h }) {
    return {
      x: unit.left + (unit.x.at(x) + unit.x.at(x + w)) / 2,
      y: unit.top + (unit.y.at(y) + unit.y.at(y + h)) / 2,
    };
  }

  paths() {
    /** @type {Map<string, number>} */
    const known = new Map();
    /** @type {number[][]} */
    const alike = this.folding.links.map(() => []);
    const paths = this.folding.links.map(({ from, to }, i) => {
      const [a, b] = [this.shown[from], this.shown[to]];
      if (a === b || this.isTab[a] || this.isTab[b]) return null;
      const first = a === from && b === to ? i : (known.get(`${a},${b}`) ?? i);
      alike[first].push(i);
      if (first !== i) return null;
      if (a !== from || b !== to) known.set(`${a},${b}`, i);
      return text(this.path(i, a, b));
    });
    for (const all of alike) for (const i of all) alike[i] = all;
    return { paths, alike };
  }

  /** @param {number} i @param {number} a @param {number} b @returns {number[]} */
  path(i, a, b) {
    const { isUnit, boxes, clusters } = this.folding;
    const closed = [a, b].map((box) => boxes[box].opens).some((c) => c != null && !isUnit[c]);
    if (closed) return this.direct(this.places[a], this.places[b]);
    const [out, into] = this.arrangement.parts.get(i) ?? [[], []];
    const outermost = (out.at(-1) ?? into[0])?.[0];
    const main = this.folding.unit(outermost === undefined ? boxes[a].cluster : clusters[outermost].parent);
    const before = out.filter(([c]) => this.isReached[c]);
    const after = into.filter(([c]) => this.isReached[c]);
    /** @type {[number, string][]} */
    const parts = [...before, [main, this.arrangement.paths[i]], ...after];
    const all = parts.map(([unit, path]) => this.mapped(unit, path));
    moveStart(all[0], ...this.attached(a, points(parts[0][1]).slice(0, 2)));
    moveEnd(all[all.length - 1], ...this.attached(b, points(parts[parts.length - 1][1]).slice(-2)));
    // Where a link crosses a border is told by its part inside.
    for (let k = 0; k + 1 < all.length; k++) {
      if (k < before.length) moveStart(all[k + 1], all[k].at(-2) ?? 0, all[k].at(-1) ?? 0);
      else moveEnd(all[k], all[k + 1][0], all[k + 1][1]);
    }
    return all.flatMap((part, k) => (k ? part.slice(2) : part));
  }

  /**
   * A point on the border of a box where the box is now.
   * @param {number} box @param {number[]} point @returns {[number, number]}
   */
  attached(box, [x, y]) {
    const [base, place] = [this.base[box], this.places[box]];
    return [place.x + x - base.x, place.y + y - base.y];
  }

  /** @param {number} unit @param {string} path */
  mapped(unit, path) {
    const { left, top, x, y } = /** @type {Unit} */ (this.units.get(unit));
    return points(path).map((place, i) => (i % 2 ? top + y.at(place) : left + x.at(place)));
  }

  /**
   * A way straight from one box to another: in the direction of the picture if there is room, else the other way.
   * @param {Rectangle} a @param {Rectangle} b
   */
  direct(a, b) {
    const isRight = b.x >= a.x + a.w;
    const isBelow = b.y >= a.y + a.h;
    if (this.arrangement.lies ? isRight : isRight && !isBelow) {
      const [x, y, u, v] = [a.x + a.w, a.y + a.h / 2, b.x, b.y + b.h / 2];
      return [x, y, (x + u) / 2, y, (x + u) / 2, v, u, v];
    }
    const isAbove = b.y + b.h <= a.y;
    const [x, y] = [a.x + a.w / 2, isAbove ? a.y : a.y + a.h];
    const [u, v] = [b.x + b.w / 2, isAbove ? b.y + b.h : b.y];
    return [x, y, x, (y + v) / 2, u, (y + v) / 2, u, v];
  }
}

/** @param {number[]} flat @param {number} x @param {number} y */
function moveStart(flat, x, y) {
  const [dx, dy] = [x - flat[0], y - flat[1]];
  for (const i of [0, 2]) {
    flat[i] += dx;
    flat[i + 1] += dy;
  }
}

/** @param {number[]} flat @param {number} x @param {number} y */
function moveEnd(flat, x, y) {
  const [dx, dy] = [x - flat[flat.length - 2], y - flat[flat.length - 1]];
  for (const i of [flat.length - 4, flat.length - 2]) {
    flat[i] += dx;
    flat[i + 1] += dy;
  }
}

/**
 * An axis on which some stretches are longer and gaps shorter; where stretches overlap, the one that grows most counts.
 * @param {number} length @param {[from: number, to: number, length: number][]} stretches @param {[from: number, to: number][]} cuts
 * @returns {Scale}
 */
export function scale(length, stretches, cuts) {
  const ends = [...stretches, ...cuts].flatMap(([from, to]) => [from, to]);
  const places = [...new Set([0, length, ...ends])].sort((a, b) => a - b);
  const covers = (/** @type {number[]} */ [from, to], /** @type {number} */ middle) =>
    from < middle && middle < to;
  const moved = [places[0]];
  for (let i = 0; i + 1 < places.length; i++) {
    const middle = (places[i] + places[i + 1]) / 2;
    const growing = stretches.filter((stretch) => covers(stretch, middle));
    const cut = cuts.find((gap) => covers(gap, middle));
    const factor = growing.length
      ? Math.max(1, ...growing.map(([from, to, wanted]) => wanted / (to - from)))
      : cut
        ? Math.min(1, GAP / (cut[1] - cut[0]))
        : 1;
    moved.push(moved[i] + (places[i + 1] - places[i]) * factor);
  }
  const at = (/** @type {number} */ place) => {
    let i = 0;
    while (i + 2 < places.length && places[i + 1] <= place) i++;
    if (places.length < 2 || place < places[0]) return place;
    const span = places[i + 1] - places[i];
    const rest = place - places[i];
    if (rest > span) return moved[i + 1] + rest - span;
    return moved[i] + (rest * (moved[i + 1] - moved[i])) / span;
  };
  return { at, length: at(length) };
}

/**
 * The parts of some stretches that nothing fills.
 * @param {[from: number, to: number][]} stretches @param {[from: number, to: number][]} filled
 * @returns {[from: number, to: number][]}
 */
export function gaps(stretches, filled) {
  const inOrder = [...filled].sort((a, b) => a[0] - b[0]);
  return joined(stretches).flatMap(([from, to]) => {
    /** @type {[number, number][]} */
    const found = [];
    let at = from;
    for (const [start, end] of inOrder) {
      if (start > at && at < to) found.push([at, Math.min(start, to)]);
      at = Math.max(at, end);
    }
    if (at < to) found.push([at, to]);
    return found;
  });
}

/** @param {[from: number, to: number][]} stretches */
function joined(stretches) {
  /** @type {[number, number][]} */
  const found = [];
  for (const [from, to] of [...stretches].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** @param {number[]} flat */
function text(flat) {
  const pairs = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push(`${short(flat[i])},${short(flat[i + 1])}`);
  return `M${pairs[0]}C${pairs.slice(1).join(" ")}`;
}

/** @param {number} n */
function short(n) {
  return String(Math.round(n * 10) / 10);
}
