// Made by "make bundles" of sources 928872daca621b4785629b1b2be5643a922fb1b8919f437e1b4839eaf32e9691
// player/base/dom.js
var HTML = "http://www.w3.org/1999/xhtml";
var SVG = "http://www.w3.org/2000/svg";
var MATH = "http://www.w3.org/1998/Math/MathML";
function build(namespace, name, parts2) {
  const [tag2, kind] = name.split(".");
  const element3 = document.createElementNS(namespace, tag2);
  if (kind) element3.setAttribute("class", kind);
  for (const part2 of parts2) {
    if (typeof part2 === "string" || part2 instanceof Node) element3.append(part2);
    else for (const [key, value2] of Object.entries(part2 ?? {})) attribute(element3, key, value2);
  }
  return element3;
}
function attribute(element3, name, value2) {
  if (value2 === true) element3.setAttribute(name, "");
  else if (value2 !== false && value2 != null) element3.setAttribute(name, String(value2));
}
function html(name, ...parts2) {
  return build(HTML, name, parts2);
}
function svg(name, ...parts2) {
  return build(SVG, name, parts2);
}
function math(name, ...parts2) {
  return build(MATH, name, parts2);
}
function assign(element3, name, value2) {
  if (element3.getAttribute(name) !== value2) element3.setAttribute(name, value2);
}
function toTop(element3) {
  let scrolled = false;
  element3.addEventListener("scroll", () => {
    scrolled = true;
  });
  return () => {
    if (scrolled) element3.scrollTop = 0;
    scrolled = false;
  };
}
function write(element3, text3) {
  if (element3.textContent !== text3) element3.textContent = text3;
}

// player/model/saved_bytes.js
var SIGNS = { kept: "\u25A0", freed: "\u25A1", stale: "\u25EA" };
function bytesOf({ dtype, shape }) {
  const bits = Number(/\d+$/.exec(dtype)?.[0] ?? 8);
  return shape.reduce((product, length) => product * length, 1) * (bits / 8);
}
function heldBytes(story, [from, to], changes2 = slotChanges(story)) {
  const held3 = /* @__PURE__ */ new Map();
  let total3 = 0;
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const changed = changes2.get(from + i);
    if (!changed) return total3;
    for (const box2 of changed) held3.set(box2, slots(story, box2, from + i));
    const all2 = /* @__PURE__ */ new Map();
    for (const memories of held3.values())
      for (const [memory, bytes] of memories) all2.set(memory, Math.max(bytes, all2.get(memory) ?? 0));
    total3 = [...all2.values()].reduce((sum, bytes) => sum + bytes, 0);
    return total3;
  });
}
function slotChanges(story) {
  const found = /* @__PURE__ */ new Map();
  story.tracks.forEach(({ saved = [] }, box2) => {
    for (const [k] of saved) found.set(k, [...found.get(k) ?? [], box2]);
  });
  return found;
}
function savedCurve(story, chapters) {
  const changes2 = slotChanges(story);
  return chapters.flatMap(
    ({ from, to, turns }, number3) => turns ? [[number3, Math.max(...heldBytes(story, [from, to], changes2))]] : []
  );
}
function slots(story, box2, step) {
  const found = /* @__PURE__ */ new Map();
  for (const [, , of, , , freed] of story.saved(box2, step)) {
    const value2 = of == null ? null : story.at(of, step).value;
    if (of == null || value2 == null || freed) continue;
    const memory = story.boxes[of].memory ?? of;
    found.set(memory, Math.max(bytesOf(story.values[value2]), found.get(memory) ?? 0));
  }
  return found;
}
function tags(story, box2, step) {
  const isDone = story.at(box2, step).status !== "pending";
  return {
    version: isDone && story.entry(box2, "version", step)?.[1] || 0,
    saved: slotsOf(story, box2, step).flatMap(({ name, of, state }) => of == null ? [] : [{ name, state }])
  };
}
function slotsOf(story, box2, step) {
  return story.saved(box2, step).map(([, name, of, then, now, freed]) => {
    const state = freed ? "freed" : then === now ? "kept" : "stale";
    return { name, of, state };
  });
}
function slotRows(story, step) {
  return (story.steps[step].slots ?? []).map((box2) => ({
    box: box2,
    slots: slotsOf(story, box2, step).map(({ name, of, state }) => ({
      name,
      value: of == null ? null : story.values[story.at(of, step).value ?? -1] ?? null,
      state
    }))
  }));
}
function slotBytes(story, step) {
  const boxes2 = story.steps[step].slots ?? [];
  return heldBytes(story, [step, step], /* @__PURE__ */ new Map([[step, boxes2]]))[0];
}
function bytesText(bytes) {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${["B", "KiB", "MiB"][power]}`;
}

// player/model/scale.js
var WIDE = 0.08;
var Scale = class {
  /** @param {Chapter[]} chapters */
  constructor(chapters) {
    this.chapters = chapters;
    this.wide = Math.max(1, Math.round(WIDE * chapters.length));
    this.length = 0;
    this.starts = chapters.map((_, i) => {
      const start = this.length;
      this.length += this.isOpen(i) ? 1 + this.wide : 1;
      return start;
    });
    const { turns = [] } = chapters.findLast((one) => one.turns) ?? {};
    this.total = turns[0]?.[1] ?? 0;
    this.each = turns.slice(1).reduce((count2, [, total3]) => count2 * total3, 1);
  }
  /** Whether iterations are left out between a chapter and the next one. @param {number} i */
  isOpen(i) {
    const [one, next] = [this.chapters[i], this.chapters[i + 1]];
    return Boolean(one.gap && one.turns && next?.turns && flat(next.turns) > flat(one.turns) + 1);
  }
  /** Whether there is a gap between two chapters. @param {number} from @param {number} to */
  areApart(from, to) {
    for (let i = from; i < to; i++) if (this.isOpen(i)) return true;
    return false;
  }
  /** @param {number} i */
  middle(i) {
    return this.starts[i] + 0.5;
  }
  /**
   * The chapter at a share of the strip, 0 to 1, and where that is in a gap behind it, the iteration that would be there.
   * @param {number} share
   * @returns {{ chapter: number, missing: number | null }}
   */
  at(share) {
    const place3 = Math.max(0, Math.min(this.length - 0.01, share * this.length));
    let chapter = this.starts.length - 1;
    while (this.starts[chapter] > place3) chapter--;
    const into = (place3 - this.starts[chapter] - 1) / this.wide;
    if (into < 0) return { chapter, missing: null };
    const [first, last2] = this.missing(chapter);
    return { chapter, missing: first + Math.floor(into * (last2 - first + 1)) };
  }
  /** The first and last iteration of all that a gap behind a chapter leaves out, from 0. @param {number} i */
  missing(i) {
    const [before, after] = [this.chapters[i], this.chapters[i + 1]].map(({ turns = [] }) => flat(turns));
    return [before + 1, after - 1];
  }
  /**
   * Where an iteration is, counted from 0 through all loops: its chapter, or the one before the gap that it is in.
   * @param {number} wanted
   */
  find(wanted) {
    let found = this.chapters.findIndex(({ turns: turns2 }) => turns2);
    this.chapters.forEach(({ turns: turns2 }, i) => {
      if (turns2 && flat(turns2) <= wanted) found = i;
    });
    const { turns } = this.chapters[found];
    return { chapter: found, isMissing: this.isOpen(found) && wanted > flat(turns ?? []) };
  }
  /**
   * The backward pass to begin at, so that a missing iteration comes to lie amid what is kept, which will be as much as at the end.
   * @param {number} chapter @param {number} wanted
   */
  pass(chapter, wanted) {
    const [begun, count2] = this.chapters[chapter].gap ?? [0, 0];
    const [first, last2] = this.missing(chapter);
    const per = count2 / (last2 - first + 1);
    const kept = this.chapters.length - this.chapters.findLastIndex(({ gap }) => gap) - 1;
    return Math.max(0, Math.floor(begun + (wanted - first - kept / 2) * per));
  }
};
function flat(turns) {
  return turns.reduce((count2, [number3, total3]) => count2 * total3 + number3, 0);
}

// player/model/curve.js
function points(path2) {
  return (path2.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
}
function bounds(flat2) {
  const xs = flat2.filter((_, i) => i % 2 === 0), ys = flat2.filter((_, i) => i % 2 === 1);
  const x = Math.min(...xs), y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
function along(flat2, t) {
  const curves = (flat2.length - 2) / 6;
  const place3 = Math.min(Math.max(t, 0), 1) * curves;
  const curve = Math.min(Math.floor(place3), curves - 1), u = place3 - curve;
  const at2 = (axis) => {
    const [a, b, c, d] = [0, 2, 4, 6].map((i) => flat2[curve * 6 + i + axis]);
    return (1 - u) ** 3 * a + 3 * (1 - u) ** 2 * u * b + 3 * (1 - u) * u ** 2 * c + u ** 3 * d;
  };
  return [at2(0), at2(1)];
}

// player/model/folding.js
var GAP = 40;
var TAB = 18;
var Folding = class {
  /** @param {Box[]} boxes @param {Link[]} links @param {Cluster[]} clusters */
  constructor(boxes2, links2, clusters) {
    this.boxes = boxes2;
    this.links = links2;
    this.clusters = clusters;
    this.folds = clusters.map(() => -1);
    boxes2.forEach(({ opens }, i) => opens != null && (this.folds[opens] = i));
    this.isUnit = clusters.map(({ inside: inside2 }) => Boolean(inside2));
    this.open = new Set(clusters.flatMap(({ inside: inside2 }, i) => inside2 ? [] : [i]));
    this.canClose = clusters.map(({ inside: inside2, w }, i) => this.folds[i] >= 0 && (Boolean(inside2) || w != null));
  }
  /**
   * A cluster and those around it, the innermost first.
   * @param {number | null | undefined} cluster
   */
  around(cluster2) {
    const found = [];
    for (let c = cluster2; c != null; c = this.clusters[c].parent) found.push(c);
    return found;
  }
  /**
   * The unit that a cluster belongs to, -1 for the whole.
   * @param {number | null | undefined} cluster
   */
  unit(cluster2) {
    return this.around(cluster2).find((c) => this.isUnit[c]) ?? -1;
  }
  /**
   * @param {Arrangement} arrangement @param {Set<number>} open
   * @returns {Layout}
   */
  layout(arrangement, open) {
    return new Arranger(this, arrangement, open).layout();
  }
};
var Arranger = class {
  /** @param {Folding} folding @param {Arrangement} arrangement @param {Set<number>} open */
  constructor(folding, arrangement, open) {
    this.folding = folding;
    this.arrangement = arrangement;
    const { boxes: boxes2, clusters, folds } = folding;
    const isOpen = clusters.map((_, c) => open.has(c) || !folding.canClose[c]);
    this.isReached = [];
    clusters.forEach(
      ({ parent }, c) => this.isReached.push(isOpen[c] && (parent == null || this.isReached[parent]))
    );
    this.shown = boxes2.map(({ cluster: cluster2 }, i) => {
      const closed = folding.around(cluster2).filter((c) => !isOpen[c]).at(-1);
      return closed === void 0 ? i : folds[closed];
    });
    this.isTab = boxes2.map(({ opens }, i) => opens != null && this.shown[i] === i && isOpen[opens]);
    this.base = boxes2.map(({ w, h }, i) => ({
      x: arrangement.places[i][0],
      y: arrangement.places[i][1],
      w,
      h
    }));
    this.unitOf = boxes2.map(({ cluster: cluster2 }) => folding.unit(cluster2));
    this.units = /* @__PURE__ */ new Map();
    this.places = this.base.map((place3) => ({ ...place3 }));
    this.frames = clusters.map(() => null);
  }
  /** @returns {Layout} */
  layout() {
    const { boxes: boxes2 } = this.folding;
    const { w, h } = this.measure(-1);
    this.place(-1, 0, 0);
    const paths2 = this.paths();
    const rectangles = boxes2.map((_, i) => this.places[this.shown[i]]);
    return {
      size: [w, h],
      boxes: rectangles,
      shown: this.shown,
      isTab: this.isTab,
      frames: this.frames,
      ...paths2
    };
  }
  /** @param {number} unit @returns {Rectangle[]} what takes room in a unit: visible boxes, and clusters opened in place of one */
  filled(unit2) {
    return this.base.filter(
      (_, i) => this.unitOf[i] === unit2 && this.shown[i] === i && (!this.isTab[i] || this.isOpened(i))
    );
  }
  /** @param {number} box @returns whether its cluster, closed at first, is open */
  isOpened(box2) {
    const { opens } = this.folding.boxes[box2];
    return this.isTab[box2] && opens != null && this.folding.isUnit[opens];
  }
  /**
   * Find the size of a unit, after those of the units in it.
   * @param {number} unit @returns {Unit}
   */
  measure(unit2) {
    const { boxes: boxes2, clusters, canClose, isUnit } = this.folding;
    const [width, height] = unit2 < 0 ? this.arrangement.size : this.arrangement.clusters[unit2].inside ?? [0, 0];
    const grown = [];
    boxes2.forEach(({ opens }, i) => {
      if (opens != null && this.unitOf[i] === unit2 && this.isOpened(i))
        grown.push([this.base[i], this.measure(opens)]);
    });
    const emptied = clusters.flatMap(({ parent }, c) => {
      const isClosed = canClose[c] && !isUnit[c] && !this.isReached[c] && (parent == null || this.isReached[parent]);
      return isClosed && this.folding.unit(c) === unit2 ? [
        /** @type {Rectangle} */
        this.arrangement.clusters[c]
      ] : [];
    });
    const filled = emptied.length ? this.filled(unit2) : [];
    const axis = (at2, size, length) => scale(
      length,
      grown.map(([box2, inside2]) => [box2[at2], box2[at2] + box2[size], inside2[size]]),
      gaps(
        emptied.map((frame2) => [frame2[at2], frame2[at2] + frame2[size]]),
        filled.map((box2) => [box2[at2], box2[at2] + box2[size]])
      )
    );
    const [x, y] = [axis("x", "w", width), axis("y", "h", height)];
    const found = { left: 0, top: 0, x, y, w: x.length, h: y.length };
    this.units.set(unit2, found);
    return found;
  }
  /** @param {number} number @param {number} left @param {number} top */
  place(number3, left, top) {
    const unit2 = (
      /** @type {Unit} */
      this.units.get(number3)
    );
    Object.assign(unit2, { left, top });
    const { boxes: boxes2, clusters, isUnit, canClose, folds } = this.folding;
    boxes2.forEach(({ w, h, opens }, i) => {
      if (this.unitOf[i] !== number3 || this.shown[i] !== i) return;
      const { x, y } = this.centre(unit2, this.base[i]);
      if (opens == null || !this.isOpened(i)) {
        Object.assign(this.places[i], { x: x - w / 2, y: y - h / 2 });
        return;
      }
      const inside2 = (
        /** @type {Unit} */
        this.units.get(opens)
      );
      this.frames[opens] = { x: x - inside2.w / 2, y: y - inside2.h / 2, w: inside2.w, h: inside2.h };
      this.place(opens, x - inside2.w / 2, y - inside2.h / 2);
    });
    clusters.forEach((_, c) => {
      if (isUnit[c] || !canClose[c] || !this.isReached[c] || this.folding.unit(c) !== number3) return;
      const frame2 = (
        /** @type {Rectangle} */
        this.arrangement.clusters[c]
      );
      const [x, y] = [left + unit2.x.at(frame2.x), top + unit2.y.at(frame2.y)];
      this.frames[c] = {
        x,
        y,
        w: left + unit2.x.at(frame2.x + frame2.w) - x,
        h: top + unit2.y.at(frame2.y + frame2.h) - y
      };
    });
    folds.forEach((box2, c) => {
      const frame2 = this.frames[c];
      if (frame2) this.places[box2] = { x: frame2.x, y: frame2.y, w: frame2.w, h: TAB };
    });
  }
  /** @param {Unit} unit @param {Rectangle} rectangle */
  centre(unit2, { x, y, w, h }) {
    return {
      x: unit2.left + (unit2.x.at(x) + unit2.x.at(x + w)) / 2,
      y: unit2.top + (unit2.y.at(y) + unit2.y.at(y + h)) / 2
    };
  }
  paths() {
    const known3 = /* @__PURE__ */ new Map();
    const alike2 = this.folding.links.map(() => []);
    const paths2 = this.folding.links.map(({ from, to }, i) => {
      const [a, b] = [this.shown[from], this.shown[to]];
      if (a === b || this.isTab[a] || this.isTab[b]) return null;
      const first = a === from && b === to ? i : known3.get(`${a},${b}`) ?? i;
      alike2[first].push(i);
      if (first !== i) return null;
      if (a !== from || b !== to) known3.set(`${a},${b}`, i);
      return text(this.path(i, a, b));
    });
    for (const all2 of alike2) for (const i of all2) alike2[i] = all2;
    return { paths: paths2, alike: alike2 };
  }
  /** @param {number} i @param {number} a @param {number} b @returns {number[]} */
  path(i, a, b) {
    const { isUnit, boxes: boxes2, clusters } = this.folding;
    const closed = [a, b].map((box2) => boxes2[box2].opens).some((c) => c != null && !isUnit[c]);
    if (closed) return this.direct(this.places[a], this.places[b]);
    const [out, into] = this.arrangement.parts.get(i) ?? [[], []];
    const outermost = (out.at(-1) ?? into[0])?.[0];
    const main = this.folding.unit(outermost === void 0 ? boxes2[a].cluster : clusters[outermost].parent);
    const before = out.filter(([c]) => this.isReached[c]);
    const after = into.filter(([c]) => this.isReached[c]);
    const parts2 = [...before, [main, this.arrangement.paths[i]], ...after];
    const all2 = parts2.map(([unit2, path2]) => this.mapped(unit2, path2));
    moveStart(all2[0], ...this.attached(a, points(parts2[0][1]).slice(0, 2)));
    moveEnd(all2[all2.length - 1], ...this.attached(b, points(parts2[parts2.length - 1][1]).slice(-2)));
    for (let k = 0; k + 1 < all2.length; k++) {
      if (k < before.length) moveStart(all2[k + 1], all2[k].at(-2) ?? 0, all2[k].at(-1) ?? 0);
      else moveEnd(all2[k], all2[k + 1][0], all2[k + 1][1]);
    }
    return all2.flatMap((part2, k) => k ? part2.slice(2) : part2);
  }
  /**
   * A point on the border of a box where the box is now.
   * @param {number} box @param {number[]} point @returns {[number, number]}
   */
  attached(box2, [x, y]) {
    const [base, place3] = [this.base[box2], this.places[box2]];
    return [place3.x + x - base.x, place3.y + y - base.y];
  }
  /** @param {number} unit @param {string} path */
  mapped(unit2, path2) {
    const { left, top, x, y } = (
      /** @type {Unit} */
      this.units.get(unit2)
    );
    return points(path2).map((place3, i) => i % 2 ? top + y.at(place3) : left + x.at(place3));
  }
  /**
   * A way straight from one box to another: in the direction of the picture if there is room, else the other way.
   * @param {Rectangle} a @param {Rectangle} b
   */
  direct(a, b) {
    const isRight = b.x >= a.x + a.w;
    const isBelow = b.y >= a.y + a.h;
    if (this.arrangement.lies ? isRight : isRight && !isBelow) {
      const [x2, y2, u2, v2] = [a.x + a.w, a.y + a.h / 2, b.x, b.y + b.h / 2];
      return [x2, y2, (x2 + u2) / 2, y2, (x2 + u2) / 2, v2, u2, v2];
    }
    const isAbove = b.y + b.h <= a.y;
    const [x, y] = [a.x + a.w / 2, isAbove ? a.y : a.y + a.h];
    const [u, v] = [b.x + b.w / 2, isAbove ? b.y + b.h : b.y];
    return [x, y, x, (y + v) / 2, u, (y + v) / 2, u, v];
  }
};
function moveStart(flat2, x, y) {
  const [dx, dy] = [x - flat2[0], y - flat2[1]];
  for (const i of [0, 2]) {
    flat2[i] += dx;
    flat2[i + 1] += dy;
  }
}
function moveEnd(flat2, x, y) {
  const [dx, dy] = [x - flat2[flat2.length - 2], y - flat2[flat2.length - 1]];
  for (const i of [flat2.length - 4, flat2.length - 2]) {
    flat2[i] += dx;
    flat2[i + 1] += dy;
  }
}
function scale(length, stretches2, cuts) {
  const ends = [...stretches2, ...cuts].flatMap(([from, to]) => [from, to]);
  const places = [.../* @__PURE__ */ new Set([0, length, ...ends])].sort((a, b) => a - b);
  const covers = ([from, to], middle3) => from < middle3 && middle3 < to;
  const moved = [places[0]];
  for (let i = 0; i + 1 < places.length; i++) {
    const middle3 = (places[i] + places[i + 1]) / 2;
    const growing = stretches2.filter((stretch) => covers(stretch, middle3));
    const cut = cuts.find((gap) => covers(gap, middle3));
    const factor = growing.length ? Math.max(1, ...growing.map(([from, to, wanted]) => wanted / (to - from))) : cut ? Math.min(1, GAP / (cut[1] - cut[0])) : 1;
    moved.push(moved[i] + (places[i + 1] - places[i]) * factor);
  }
  const at2 = (place3) => {
    let i = 0;
    while (i + 2 < places.length && places[i + 1] <= place3) i++;
    if (places.length < 2 || place3 < places[0]) return place3;
    const span = places[i + 1] - places[i];
    const rest3 = place3 - places[i];
    if (rest3 > span) return moved[i + 1] + rest3 - span;
    return moved[i] + rest3 * (moved[i + 1] - moved[i]) / span;
  };
  return { at: at2, length: at2(length) };
}
function gaps(stretches2, filled) {
  const inOrder = [...filled].sort((a, b) => a[0] - b[0]);
  return joined(stretches2).flatMap(([from, to]) => {
    const found = [];
    let at2 = from;
    for (const [start, end] of inOrder) {
      if (start > at2 && at2 < to) found.push([at2, Math.min(start, to)]);
      at2 = Math.max(at2, end);
    }
    if (at2 < to) found.push([at2, to]);
    return found;
  });
}
function joined(stretches2) {
  const found = [];
  for (const [from, to] of [...stretches2].sort((a, b) => a[0] - b[0])) {
    const last2 = found.at(-1);
    if (last2 && from <= last2[1]) last2[1] = Math.max(last2[1], to);
    else found.push([from, to]);
  }
  return found;
}
function text(flat2) {
  const pairs = [];
  for (let i = 0; i < flat2.length; i += 2) pairs.push(`${short(flat2[i])},${short(flat2[i + 1])}`);
  return `M${pairs[0]}C${pairs.slice(1).join(" ")}`;
}
function short(n) {
  return String(Math.round(n * 10) / 10);
}

// player/model/layer.js
var Layer = class {
  /** @param {Story} story */
  constructor(story) {
    this.story = story;
    const { boxes: boxes2, clusters, folding } = story;
    const inside2 = (cluster2) => folding.around(cluster2).filter((c) => clusters[c].grows);
    this.members = new Map(clusters.flatMap(({ grows }, c) => grows ? [[c, []]] : []));
    boxes2.forEach(({ cluster: cluster2, opens }, i) => {
      if (opens == null) for (const c of inside2(cluster2)) this.members.get(c)?.push(i);
    });
    const made2 = [...this.members.values()].flat();
    const seeds = made2.flatMap((i) => story.neighbours[i].outputs.map((link2) => story.links[link2].to));
    this.boxes = /* @__PURE__ */ new Set([...made2, ...seeds.filter((i) => boxes2[i].kind === "seed")]);
  }
  /** Whether a box is not to be seen yet. @param {number} i @param {number} step @returns {boolean} */
  isAbsent(i, step) {
    const { opens, copy_of: original } = this.story.boxes[i];
    if (opens != null) return this.isEmpty(opens, step);
    if (!this.boxes.has(i)) return false;
    if (original == null) return this.story.at(i, step).status === "pending";
    return this.story.neighbours[i].outputs.every((link2) => this.isAbsent(this.story.links[link2].to, step));
  }
  /** Whether nothing of a cluster is there yet, if it is one that grows. @param {number} cluster @param {number} step */
  isEmpty(cluster2, step) {
    return Boolean(this.members.get(cluster2)?.every((i) => this.isAbsent(i, step)));
  }
  /** Whether a link is not to be seen yet. @param {number} link @param {number} step */
  isLoose(link2, step) {
    const { from, to } = this.story.links[link2];
    return this.isAbsent(from, step) || this.isAbsent(to, step);
  }
};

// player/base/words.js
var WORDS = {
  player: "Autograd player",
  steps: "Steps",
  first: "First step",
  previous: "Previous step",
  next: "Next step",
  last: "Last step",
  previousTurn: "Previous iteration",
  nextTurn: "Next iteration",
  reached: "{name} {value}",
  addCurve: "Add a curve",
  otherGraph: "{name}: another graph",
  soFar: "{name} so far",
  goToIteration: "Go to iteration",
  leftOut: "Between {first} and {last}, iterations are left out.",
  bringIteration: "Click to run the program again and show some of them.",
  notHere: "Iteration {number} is left out; this is {shown}.",
  notHereLong: "This page does not have iteration {number}. It shows the last one before it: {name}.",
  bringing: "Running the program again\u2026",
  play: "Play",
  pause: "Pause",
  step: "Step",
  unit: "Step by",
  units: { step: "step", node: "node", pass: "pass", iteration: "iteration" },
  speed: "Speed",
  perSecond: "{count}/s",
  stepOf: "step {step} of {count}",
  forward: "Forward",
  backward: "Backward",
  backwardNumber: "Backward {number}",
  error: "Error",
  program: "Program",
  output: "Output",
  noOutput: "Nothing was printed.",
  enlarge: "Enlarge",
  figure: "Figure",
  otherFigure: "[a figure, drawn only when the program itself is run]",
  graph: "Graph",
  inspector: "Inspector",
  show: "Show",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit",
  fitLong: "Show the whole graph",
  follow: "Follow",
  followLong: "Keep the current step in view",
  hide: "Hide",
  hideLong: "Leave out of the picture",
  constants: "Constants",
  views: "Views",
  accumulate: "AccumulateGrad",
  data: "Data",
  dataLong: "Keep only the grad_fn graph, as torchviz draws it",
  find: "Find a node",
  large: "Large type",
  turn: "Left-right or top-down",
  view: "View",
  card: "This step",
  telling: "The step in words",
  predict: "Predict",
  predictLong: "Predict a step before it is shown",
  question: "Question",
  askArriving: "What does {name} receive from {from}?",
  askGrad: "What is {name} after the next step?",
  askGradShape: "What shape does the gradient that arrives at {name} have?",
  askShape: "What shape does {name} have?",
  notGradShape: "Not yet. A gradient has the shape of its tensor: look at {name}.",
  notTheShape: "Not yet. Compute it from the shapes of its inputs.",
  askNode: "Which node runs next?",
  askResult: "What is {name}?",
  notTheResult: "Not yet. Compute it from the numbers of its inputs.",
  notReached: "No gradient has arrived at {name} yet.",
  askPrinted: "What is printed next?",
  tolerance: "Numbers, or None. Within 1 % counts as right.",
  check: "Check",
  showIt: "Show it",
  itRuns: "{name} runs: {fn}.",
  itPrints: "It prints {printed}",
  goOn: "Go on",
  right: "Right.",
  notYet: "Not yet. What arrives at the node is multiplied by its local slope.",
  notNone: "It is not None: a gradient reaches it.",
  isNone: "It is None: no gradient reaches it.",
  notPrinted: "Not yet. Write it as the program prints it, brackets and commas included.",
  notHeld: "Not yet. What has arrived is added to what {name}.grad holds.",
  notSummed: "These are the right numbers before they are added up: {name} was broadcast, and the gradients of its copies are added up.",
  howMany: "It has {count} numbers, but you gave {given}.",
  onlyBefore: "That is what is in {name}.grad already. What arrives now is added to it.",
  onlyNow: "That is what arrives now. It is added to what is in {name}.grad already.",
  onlyOne: "That is one of {count} contributions. All of them add up.",
  wholeSum: "That is the sum of all that has arrived. The question is what this node sends.",
  noSlope: "That is what arrives at {from}. Multiply it by the local slope of {from}.",
  noUpstream: "That is the local slope alone. Multiply it by the gradient that arrives at {from}.",
  wrongSign: "The sign is wrong.",
  turnedRound: "These are the right numbers, transposed.",
  stillWaits: "{name} has {arrived} of {expected} gradients: a node runs when all have arrived.",
  alsoReady: "{name} is ready too, but of the ready nodes PyTorch runs the one that was created last.",
  prompt: "Evaluate an expression at this step",
  promptHint: "an expression, at this step",
  answers: "Answers of the prompt",
  atStep: "step {step}",
  overlays: "Show on the graph",
  memory: "Memory",
  memoryLong: "Memory and versions",
  savedBytes: "bytes saved for backward",
  oneMemory: "One memory{letter}, {count} names",
  ownMemory: "Memory{letter}, 1 name",
  memoryOf: "memory{letter}: {names}",
  allChanged: "All of them hold what was just written.",
  someChanged: "The write shows in {names}.",
  memoryWas: "was",
  memoryIs: "is now",
  waitsFor: "waits for {fn}",
  savedBy: "saved by {fn} at version {version}",
  wasOverwritten: "{name}'s waiting gradient was {was} and is now {now}: no node sent that.",
  isOverwritten: "{name}'s waiting gradient is {now}, but {was} was sent.",
  isSpared: "{name}'s waiting gradient stays {value}: the write went to different memory.",
  isStale: "{fn} saved version {then}, but it is now version {now}: its backward would fail.",
  repeated: "{count} stored, repeated",
  partOf: "{count} of {length}",
  otherOrder: "in another order",
  moreMemories: "{count} more are shared.",
  victim: "\u2207{name} waits here: overwritten",
  slotsKept: "Kept for another pass: {bytes}",
  slotsFreed: "Freed by an earlier pass",
  slotsRule: "A node needs what it has saved to compute the gradients that it sends, and retain_graph=True keeps that and nothing else. Without it, each node frees what it saved once it has run. The nodes and .grad stay either way. The cost is memory, until a pass runs without it or nothing refers to the graph any more.",
  heldNow: "Saved tensors hold {now}, at most {most} in this part of the run.",
  tags: {
    version: "changed in place",
    shared: "shared memory",
    kept: "saved",
    freed: "freed",
    stale: "changed since"
  },
  magnitudes: "Magnitudes",
  magnitudesLong: "Size of the gradients",
  allMagnitudes: "All sizes",
  noMagnitudes: "No gradient has arrived yet.",
  largestIs: "Largest: {name}, {norm}.",
  smallestIs: "Smallest: {name}, {norm}.",
  oneIsZero: "1 is 0.",
  someAreZero: "{count} are 0.",
  measures: { magnitudeOf: "gradient of", norm: "norm", largest: "largest", zeros: "zeros" },
  nudge: "Nudge",
  nudgeLong: "Drag the numbers of leaves, inputs and seeds",
  nudgeStarts: "Running the program once more\u2026",
  nudgeHint: "Drag a dotted number sideways, or select it and press \u2191 \u2193, or type; click a box for the numbers of a large tensor. The program runs again with it; your text stays as it is.",
  notTheSame: "The program does not do the same on every run: its numbers cannot be nudged.",
  notNudged: "This number cannot be nudged.",
  unreachable: "The server cannot be reached.",
  nudgedError: "With {name} = {value} the program stops in line {line}: {error}. The picture still shows the original numbers.",
  otherBranch: "With {name} = {value} the program takes another branch, with other operations and another graph. The picture still shows the original numbers.",
  noPass: "No backward pass follows, so there is no L and no promise.",
  tooLarge: "The tensor that the pass starts at is too large to be added up here.",
  moved: "L moved by {moved}.",
  movedPromised: "L moved by {moved}, the gradient promised {promised}.",
  promiseIs: "slope at {name}: {slope} \xD7 {delta}",
  noPromise: "No gradient reached {name}, so nothing was promised.",
  notFinite: "The gradient of {name} is {slope}, so nothing was promised.",
  notRequired: "{name} does not require a gradient, so nothing was promised.",
  noGradientType: "No gradient: {dtype} numbers have none.",
  verdicts: {
    kept: "\u2713 as promised",
    bends: "The slope changed from {from} to {to} along the way: a curve, or a kink.",
    jumps: "\u2260 The slopes at both ends, {from} and {to}, do not explain it."
  },
  surprises: {
    wrong: "This gradient is wrong: the finding for line {line} says why.",
    hook: "A hook takes part in the pass, and may have changed the gradient.",
    function: "A custom Function takes part: its backward may not be the derivative of its forward.",
    cut: "A path to L is hidden from the gradient: \u2702 shows where.",
    turns: "L jumps or bends along the way."
  },
  backTo: "Back to {value}",
  checkAll: "Check every gradient",
  checkThese: "Check these gradients",
  checkLong: "Run the program with each number a little larger and smaller, and compare",
  nudged: "nudged",
  checking: "{count} of {total} \u2026",
  agreeing: "{count} of {total} elements agree with a central difference.",
  notChecked: "{count} more were not checked.",
  checks: {
    agree: "\u2713 agree",
    kink: "a kink: {left} on one side, {right} on the other",
    differ: "\u2260 differ",
    infinite: "not a finite number",
    branch: "another branch on one side",
    error: "the nudged run fails",
    unknown: "too large to compare"
  },
  changed: "Changed: run it (Ctrl+Enter)",
  atLine: "Line {line}:",
  link: "Copy link",
  savePicture: "Save the picture at this step",
  svg: "SVG",
  png: "PNG",
  copied: "Copied",
  help: "Keys and signs",
  close: "Close",
  line: "line {line}",
  not_yet: "not computed yet",
  superseded: "since overwritten",
  copy: "drawn again",
  since: "from iteration {turns}",
  gradSince: "\u2207 from iteration {turns}",
  opened: "open",
  closed: "closed",
  value: "value {value}",
  kinds: {
    leaf: "leaf",
    constant: "constant",
    op: "result",
    function: "result of a custom Function",
    output: "output",
    hub: "operation with several outputs",
    seed: "seed"
  },
  grad: {
    none: "no grad yet",
    pending: "grad pending {arrived} of {expected}",
    complete: "grad {value}",
    kept: "grad {value}",
    passed: "grad {value}, not kept",
    undefined: "grad None"
  },
  states: {
    none: "none yet",
    pending: "{arrived} of {expected} contributions",
    complete: "all contributions have arrived",
    kept: "in .grad",
    passed: "passed on, not kept in .grad",
    undefined: "None, which is not zero"
  },
  waiting: "waiting for {count} more",
  freed: "freed",
  valueHeading: "Value",
  gradientHeading: "Gradient",
  more: "{shape}: only a corner is shown",
  empty: "no elements",
  arrives: "arrives",
  sentTo: "sent to {name}",
  sentBy: "from {name}",
  worksOut: "see the formula",
  awaited: "awaited",
  awaitedFrom: "awaited from {name}",
  sum: "sum",
  sumSoFar: "so far",
  gradBefore: ".grad before",
  change: "change",
  result: "result",
  sums: "How the gradient was summed",
  seed: "seed",
  savedFor: "Saved for backward",
  version: "version {now}",
  versions: "saved at version {saved}, now {now}",
  goTo: "Go to step {step}",
  goToLine: "Go to line {line}",
  goToLineAndStep: "Go to line {line} (step {step})",
  why: {
    none: "Why is .grad None?",
    zero: "Why is the gradient 0?",
    nan: "Why is there a NaN?",
    inf: "Why is there an infinity?",
    error: "Why this error?",
    wrong: "Why is the gradient wrong?",
    cut: "Why does no gradient pass here?"
  },
  findingTitles: {
    none: "{name}.grad is None",
    zero: "{name}.grad is 0",
    vanishing: "{name}.grad is almost 0",
    nan: "NaN at {name}",
    inf: "Infinity at {name}",
    error: "Error: {name}",
    wrong: "{name}.grad is wrong",
    cut: "The graph is cut at {name}"
  },
  attributesHeading: "At this step",
  attributes: {
    requires_grad: "whether autograd records what is computed from it",
    is_leaf: "whether no recorded operation made it; backward() fills .grad of the leaves that require a gradient",
    grad_fn: "the node that passes its gradient back to what it was computed from",
    grad: "the sum of the gradients that backward() has added so far",
    _version: "how often it was changed in place; a node compares it with the version it saved",
    retains_grad: "whether retain_grad() was called, so that .grad is kept although it is not a leaf"
  },
  because: {
    asked: "it was created with requires_grad=True, or the flag was set",
    set: "it was set in line {flagged}",
    inputs: "it was computed from {inputs}, which requires a gradient",
    cut: "the graph is cut here",
    notAsked: "nothing has set it",
    noInput: "none of its inputs requires a gradient",
    notRecorded: "it was computed without being recorded",
    computed: "an operation of line {line} made it",
    created: "no recorded operation made it",
    leafByRule: "every tensor that does not require a gradient is a leaf",
    node: "it was recorded in line {line}",
    noNode: "no recorded operation made it; AccumulateGrad adds what arrives to .grad",
    notComputed: "no operation made it",
    added: "backward() has added to it",
    notReached: "no backward pass has delivered a gradient yet",
    onItsWay: "its gradient is on its way",
    returned: "autograd.grad() returns its gradient and leaves .grad as it was",
    cleared: "it was cleared",
    notLeaf: "it is not a leaf: its gradient is passed on and dropped",
    noGradient: "it does not require a gradient",
    unchanged: "it was not changed in place",
    changed: "it was changed in place ({count})",
    retains: "retain_grad() is called on it",
    keepsAnyway: "a leaf keeps its .grad anyway",
    dropped: "retain_grad() is not called on it"
  },
  meanings: {
    value: "the numbers it holds at this step, their dtype and shape",
    gradient: "the gradient that has arrived at this box at this step",
    sums: "each gradient that arrived here, and the sum so far",
    savedFor: "what its node keeps for the backward formula, with the version it had then and has now",
    inputs: "what it was computed from",
    outputs: "what was computed from it",
    travelled: "the last gradient that was sent from the result to the input"
  },
  path: "path",
  product: "seed \xD7 slopes",
  productLong: "the seed times the slope of each operation on the path; \u2013 where 0 arrives, whatever the slope is",
  brings: "contributes",
  morePaths: "{count} more paths",
  moreLeaves: "{count} more leaves",
  oneFinding: "1 finding",
  findings: "{count} findings",
  andOthers: "{title} (and {count} more)",
  remedy: "What to do:",
  mend: "Make this change and run",
  lesson: "Open the lesson on this",
  offered: "Press \u201C{offer}\u201D on this page: PyTorch runs the program, and you step through it here.",
  jacobian: "Show the Jacobian of this box",
  way: "The path from {name} to the result",
  cutHere: "the graph is cut here",
  operand: "operand {label}",
  inputs: "From",
  outputs: "To",
  travelled: "Gradient sent along this link",
  nothingTravelled: "no gradient has been sent along this link yet",
  unpin: "Follow the current step",
  keySteps: "next, previous step",
  keyOver: "next, previous step outside a closed box",
  keyInto: "open the active box, close it",
  keyEnds: "first, last step",
  keyPlay: "play, pause",
  keyPhases: "next forward, next backward phase",
  keyTurns: "previous, next iteration",
  keyZoom: "zoom",
  keyFit: "show the whole graph",
  keyNudge: "nudge numbers; on a number: change it, Enter types, Delete goes back",
  keyPresent: "present to a room",
  keyTurn: "left-right or top-down",
  keyPredict: "predict each step before it is shown",
  keyMagnitudes: "show the size of the gradients",
  keyMemory: "show memory and versions",
  keyPrompt: "evaluate an expression at this step",
  keyFind: "find a node",
  keyNodes: "choose a node, or a line",
  keyEscape: "close, or follow the step again",
  kind_leaf: "leaf: requires a gradient; AccumulateGrad adds to its .grad",
  kind_constant: "constant: also a leaf, but receives no gradient",
  kind_op: "result of an operation, with its grad_fn",
  kind_function: "result of a custom Function",
  kind_output: "one of several outputs",
  kind_fold: "several operations: open or close it with a click or Enter",
  kind_seed: "seed: the gradient that backward() starts with",
  link_idle: "not computed yet",
  link_forward: "has carried a value forward",
  link_backward: "has carried a gradient back in this pass",
  link_dotted: "carries no gradient",
  sign_nabla: "gradient; \u2013 where there is none yet",
  sign_running: "the line that runs",
  sign_made: "the expression that made the active box",
  sign_minus: "a negative number; the stronger the shade, the larger",
  sign_cut: "numbers pass here, gradients do not",
  sign_failed: "the node that failed",
  box_current: "the box that is active in this step",
  box_target: "the box that receives something",
  box_ready: "has all its gradients and is ready to run",
  box_read: "a saved tensor that is read in this step",
  inside: "{name}: {done} of {count} operations.",
  insideOf: "Inside {name}",
  nothing: "There is nothing to step through: the program created no tensors. Try x = torch.tensor([1.0, 2.0], requires_grad=True).",
  pickOne: "Choose a node to see its tensor."
};
function tell(phrase = "", places = {}) {
  return phrase.replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

// player/model/story.js
function latest(entries, step) {
  let low = 0, high = entries.length;
  while (low < high) {
    const middle3 = low + high >> 1;
    if (entries[middle3][0] <= step) low = middle3 + 1;
    else high = middle3;
  }
  return entries[low - 1];
}
var MARK = "\uFFFC";
var NOTHING = [];
var Story = class {
  /** @type {Tracks[]} */
  tracks = [];
  /** @type {Step[]} */
  steps = [];
  /** @type {Payload["values"]} */
  values = [];
  /** @type {Payload["stdout"]} */
  stdout = [];
  /** @type {Payload["error"]} */
  error = null;
  /** @type {FunctionCall[]} */
  functions = [];
  /** @type {Set<number>[]} */
  changes = [];
  /** @param {Payload} payload */
  constructor(payload2) {
    this.source = payload2.source;
    this.metrics = payload2.metrics;
    this.size = payload2.size;
    this.boxes = payload2.boxes;
    this.links = payload2.links;
    this.clusters = payload2.clusters;
    this.folding = new Folding(payload2.boxes, payload2.links, payload2.clusters);
    this.open = new Set(this.folding.open);
    this.arrangements = arrangements(payload2);
    this.hides = /* @__PURE__ */ new Set();
    this.shown = this.boxes.map((_, i) => i);
    this.isTab = this.boxes.map(() => false);
    this.frames = [];
    this.alike = this.links.map((_, i) => [i]);
    this.reasons = payload2.reasons ?? [];
    this.bindings = payload2.bindings ?? [];
    this.renumber(payload2);
    this.beginnings = payload2.chapters.map(({ from }, at2) => (
      /** @type {[number, number]} */
      [from, at2]
    ));
    this.origins = payload2.chapters.map(origins);
    this.stretches = stretches(this.steps, new Set(payload2.chapters.map(({ from }) => from)));
    this.starts = this.stretches.map((stretch) => (
      /** @type {[number, Stretch]} */
      [stretch.from, stretch]
    ));
    this.crossings = crossings(payload2);
    this.neighbours = neighbours(payload2);
    this.originals = this.boxes.map((box2, i) => box2.copy_of ?? i);
    this.holdsNodes = new Set(
      this.boxes.flatMap(
        ({ fn, opens, cluster: cluster2 }) => fn && opens == null ? this.folding.around(cluster2) : []
      )
    );
    this.copies = this.boxes.map(() => (
      /** @type {number[]} */
      []
    ));
    this.boxes.forEach(({ copy_of: original }, i) => original != null && this.copies[original].push(i));
    this.lines = linesToSteps(this.steps);
    this.ofLine = /* @__PURE__ */ new Map();
    this.boxes.forEach(
      ({ line, opens }, i) => opens == null && this.ofLine.set(line, [...this.ofLine.get(line) ?? [], i])
    );
    this.layer = new Layer(this);
    this.errors = this.steps.flatMap((step, k) => step.kind === "error" ? [k] : NOTHING);
  }
  /**
   * Take the numbers of a run, the first one or another that has the same picture and the same steps.
   * @param {Payload} payload
   */
  renumber({ boxes: boxes2, tracks: tracks2, steps, values, stdout, error, functions = [] }) {
    this.tracks = tracks2.map((rows3, i) => {
      const { shows } = boxes2[i];
      if (shows == null) return rows3;
      const { status, value: value2, grad: grad2 } = tracks2[shows];
      return { status, value: value2, grad: grad2 };
    });
    this.steps = steps;
    this.values = values;
    this.stdout = stdout;
    this.error = error;
    this.functions = functions;
    this.changes = changes(this);
  }
  /**
   * The size of the picture in each direction in which there is one.
   * @returns {Record<string, [number, number] | undefined>}
   */
  get sizes() {
    const size = (direction) => {
      const found = this.arrangements[direction];
      return found && this.folding.layout(found, this.open).size;
    };
    return { down: size("down"), across: size("across") };
  }
  /**
   * Let the picture go "down" or "across", if it can, and return where it goes now.
   * @param {string} direction
   */
  turn(direction) {
    const told2 = this.arrangements[direction] ? direction : "down";
    const arrangement = (
      /** @type {Arrangement} */
      this.arrangements[told2]
    );
    const { size, boxes: boxes2, paths: paths2, shown, isTab, frames: frames2, alike: alike2 } = this.folding.layout(arrangement, this.open);
    Object.assign(this, { size, shown, isTab, frames: frames2, alike: alike2 });
    this.boxes = this.boxes.map((box2, i) => ({ ...box2, ...boxes2[i] }));
    this.links = this.links.map((link2, i) => ({ ...link2, path: paths2[i] }));
    return told2;
  }
  /**
   * The path of a link, or of the one that it is drawn as; nothing for one inside of a closed cluster.
   * @param {number} link
   */
  path(link2) {
    const first = this.alike[link2][0];
    return first === void 0 ? null : this.links[first].path;
  }
  /**
   * Open or close the cluster of a box.
   * @param {number} box
   */
  toggle(box2) {
    const { opens } = this.boxes[box2];
    if (opens == null || !this.folding.canClose[opens]) return;
    if (!this.open.delete(opens)) this.open.add(opens);
  }
  /**
   * The box of the cluster to open for a box that cannot be seen; or, `out` of it, of the innermost open one around it.
   * @param {number} box @param {boolean} out
   * @returns {number | undefined}
   */
  enters(box2, out) {
    const { folding } = this;
    if (!out) return this.shown[box2] === box2 ? void 0 : this.shown[box2];
    const inner = folding.around(this.boxes[this.shown[box2]].cluster).find((c) => folding.canClose[c]);
    return inner === void 0 ? void 0 : folding.folds[inner];
  }
  /**
   * The box at which one begins to look at a cluster: of an open one the first inside, else its own.
   * @param {number} fold
   */
  first(fold) {
    const { opens } = this.boxes[fold];
    if (opens == null || !this.isTab[fold]) return fold;
    const inside2 = this.boxes.flatMap(
      ({ cluster: cluster2 }, i) => this.folding.around(cluster2).includes(opens) && this.isSeen(i) && !this.isTab[i] ? [i] : NOTHING
    );
    const along2 = (i) => this.boxes[i].x + this.boxes[i].y;
    return inside2.sort((a, b) => along2(a) - along2(b))[0] ?? fold;
  }
  /**
   * Whether a box can be seen: those of closed clusters cannot, nor those of clusters that cannot be closed.
   * @param {number} i
   */
  isSeen(i) {
    const { opens } = this.boxes[i];
    return this.shown[i] === i && (opens == null || this.folding.canClose[opens]);
  }
  /**
   * Whether the visitor has hidden what a box stands for. A view stays where nothing leads on from it.
   * @param {number} i
   */
  isHidden(i) {
    const { kind, view, fn, opens } = this.boxes[this.originals[i]];
    if (this.hides.has("data") && (opens == null ? !fn : this.isBare(opens))) return true;
    if (kind === "constant") return this.hides.has("constants");
    return Boolean(view && this.originals[i] === i && this.neighbours[i].outputs.length) && this.hides.has("views");
  }
  /**
   * Whether data are hidden and nothing else is in a cluster: no node of the backward graph.
   * @param {number} cluster
   */
  isBare(cluster2) {
    return this.hides.has("data") && !this.holdsNodes.has(cluster2);
  }
  /**
   * The ways that are drawn for a link: its own, and through a hidden view or output the way from each of those that lead to it.
   * A link of a hidden constant has none, and without data only links between nodes do.
   * @param {number} link
   */
  ways(link2) {
    const { from, to, path: path2, kind } = this.links[link2];
    if (!path2 || [from, to].some((i) => this.isHidden(i) && !this.leadsOn(i))) return NOTHING;
    if (this.hides.has("data") && !["gradient", "output"].includes(kind)) return NOTHING;
    const through = this.isHidden(from) ? this.neighbours[from].inputs : NOTHING;
    const [x, y] = points(path2);
    const bridges = through.flatMap((one) => {
      const before = this.links[one].path;
      return before ? [`M${points(before).slice(-2)}L${x},${y}`] : NOTHING;
    });
    return [path2, ...bridges];
  }
  /**
   * Whether links go on through the place of a box that is hidden: a view, or an output that a gradient comes back to.
   * @param {number} i
   */
  leadsOn(i) {
    const isUsed = () => this.neighbours[i].outputs.some((link2) => this.links[link2].kind === "gradient");
    return Boolean(this.boxes[i].view) || this.boxes[i].kind === "output" && isUsed();
  }
  /**
   * How far the operations inside of the closed cluster around a box have come in the phase of a step, {title, note, done,
   * count}; null where the box can be seen.
   * @param {number | null | undefined} box @param {number} step
   */
  inside(box2, step) {
    if (box2 == null || this.shown[box2] === box2) return null;
    const fold = this.shown[box2];
    const { from, to } = this.stretch(step);
    let [done, count2] = [0, 0];
    for (let k = from; k <= to; k++) {
      const { kind, box: at2 } = this.steps[k];
      if (at2 == null || this.shown[at2] !== fold || !["op", "write", "run"].includes(kind)) continue;
      count2++;
      done += Number(k <= step);
    }
    return { title: this.boxes[fold].title, note: this.boxes[fold].fn, done, count: count2 };
  }
  /**
   * The next step, or with -1 the previous one, that is not inside the closed cluster in which this one is.
   * @param {number} step @param {1 | -1} by
   */
  over(step, by) {
    const place3 = (k2) => this.steps[k2].box ?? -1;
    const fold = this.shown[place3(step)];
    let k = step + by;
    if (fold === void 0 || fold === place3(step)) return k;
    while (k >= 0 && k <= this.last && this.shown[place3(k)] === fold) k += by;
    return k;
  }
  get last() {
    return this.steps.length - 1;
  }
  /**
   * The entry of a box's timeline that holds at a step.
   * @template {keyof Tracks} Row
   * @param {number} box @param {Row} row @param {number} step
   * @returns {NonNullable<Tracks[Row]>[number] | undefined}
   */
  entry(box2, row3, step) {
    const entries = this.tracks[this.originals[box2]][row3] ?? NOTHING;
    return latest(
      /** @type {NonNullable<Tracks[Row]>[number][]} */
      entries,
      step
    );
  }
  /**
   * What a box shows: its status, the text and the index of its value, and its gradient as `gradient` has it.
   * @param {number} box @param {number} step
   */
  at(box2, step) {
    const [, status] = this.entry(box2, "status", step) ?? [0, "pending"];
    const [, text3 = "", value2 = null] = this.entry(box2, "value", step) ?? NOTHING;
    return { status, text: text3, value: value2, grad: this.gradient(box2, step) };
  }
  /**
   * The gradient of a box; the state is "" where there is none to have.
   * @param {number} box @param {number} step
   * @returns {Gradient}
   */
  gradient(box2, step) {
    const [, state = "", text3 = "", value2 = null, arrived2, expected] = this.entry(box2, "grad", step) ?? NOTHING;
    return { state, text: text3, value: value2, arrived: arrived2, expected };
  }
  /**
   * From which iterations a box has its value and its `.grad`, as long as they are what the chapter began with: the numbers
   * of the loops, counted from 1, or undefined.
   * @param {number} box @param {number} step
   */
  since(box2, step) {
    const [from, at2 = 0] = latest(this.beginnings, step) ?? [0];
    const origin = this.origins[at2]?.get(this.originals[box2]);
    if (!origin) return {};
    const [before, now] = [this.at(box2, from), this.at(box2, step)];
    const isKept = now.grad.state === "kept" && before.grad.value === now.grad.value;
    return {
      value: before.value === now.value ? origin.value : void 0,
      grad: isKept ? origin.grad : void 0
    };
  }
  /**
   * What a box has saved for backward.
   * @param {number} box @param {number} step
   * @returns {Saved[]}
   */
  saved(box2, step) {
    return this.entry(box2, "saved", step)?.[1] ?? NOTHING;
  }
  /**
   * The contributions that reached a box in the chapter of a step, up to it.
   * @param {number} box @param {number} step
   * @returns {Sum[]}
   */
  sums(box2, step) {
    const [first] = latest(this.beginnings, step) ?? [0];
    return (this.tracks[box2].sums ?? NOTHING).filter(([k]) => first <= k && k <= step);
  }
  /**
   * The last gradient that went along a link, {text, value}, undefined if none has yet.
   * @param {number} link @param {number} step
   */
  travelled(link2, step) {
    const [k] = latest(this.crossings[link2], step) ?? NOTHING;
    if (k === void 0) return void 0;
    const { to, pill } = (
      /** @type {Step & { to: number }} */
      this.steps[k]
    );
    const added = this.sums(to, k).find(([when]) => when === k);
    return { text: pill, value: added ? added[2] : this.gradient(to, k).value };
  }
  /**
   * The value of the last gradient that went along a link between two steps, nothing if none did.
   * @param {number} link @param {[from: number, to: number]} steps
   */
  sent(link2, [from, to]) {
    const [k = -1] = latest(this.crossings[link2], to) ?? NOTHING;
    return k < from ? null : this.travelled(link2, to)?.value;
  }
  /**
   * The names of the boxes that can still send a gradient to a box in this pass.
   * @param {number} box @param {number} step
   */
  awaited(box2, step) {
    return this.neighbours[box2].outputs.filter((link2) => this.links[link2].kind === "gradient" && !this.hasSent(link2, step)).map((link2) => this.boxes[this.links[link2].to].title);
  }
  /**
   * What the program prints, in pieces; `when` tells whether that was "before" a step, is "now", or comes "later".
   * @param {number} step
   */
  printed(step) {
    return this.stdout.map(([k, text3]) => ({
      text: text3,
      when: k < step ? "before" : k === step ? "now" : "later"
    }));
  }
  /**
   * Whether a gradient has gone along a link in this pass.
   * @param {number} link @param {number} step
   */
  hasSent(link2, step) {
    return (latest(this.crossings[link2], step)?.[0] ?? -1) >= this.stretch(step).pass;
  }
  /**
   * A link, with those that are drawn as one with it, is "idle" until an operation ran, then "forward", and "backward" once this pass sent a gradient along.
   * @param {number} link @param {number} step
   */
  crossed(link2, step) {
    const all2 = this.alike[link2];
    if (all2.some((one) => this.hasSent(one, step))) return "backward";
    const isIdle = all2.every((one) => {
      const [, status] = this.entry(this.links[one].to, "status", step) ?? [0, "pending"];
      return status === "pending";
    });
    return isIdle ? "idle" : "forward";
  }
  /**
   * The boxes and links that may look different after going from one step to another.
   * @param {number} from @param {number} to
   */
  touched(from, to) {
    const boxes2 = /* @__PURE__ */ new Set(), links2 = /* @__PURE__ */ new Set();
    const [low, high] = from < to ? [from, to] : [to, from];
    for (let k = low + 1; k <= high; k++) {
      for (const box2 of this.changes[k]) boxes2.add(box2);
      for (const link2 of this.steps[k].links ?? NOTHING) links2.add(link2);
    }
    const [before, now] = [low, high].map((k) => latest(this.beginnings, k)?.[1] ?? 0);
    if (before !== now)
      for (const at2 of [before, now]) for (const box2 of this.origins[at2]?.keys() ?? NOTHING) boxes2.add(box2);
    for (const box2 of [...boxes2]) for (const copy2 of this.copies[box2]) boxes2.add(copy2);
    for (const box2 of boxes2) for (const link2 of this.neighbours[box2].inputs) links2.add(link2);
    return { boxes: boxes2, links: new Set([...links2].map((link2) => this.alike[link2][0] ?? link2)) };
  }
  /**
   * The stretch of one phase that a step belongs to.
   * @param {number} step
   */
  stretch(step) {
    return (latest(this.starts, step) ?? this.starts[0])[1];
  }
  /**
   * Where the next stretch of a phase begins; after the last one the first again, null if there is none.
   * @param {Phase} phase @param {number} step
   */
  next(phase, step) {
    const found = this.stretches.filter((stretch) => stretch.phase === phase);
    return (found.find(({ from }) => from > step) ?? found[0])?.from ?? null;
  }
  /**
   * The next step that belongs to a line; after the last one the first again, null if there is none.
   * @param {number} line @param {number} step
   */
  stepOfLine(line, step) {
    const steps = this.lines.get(line) ?? NOTHING;
    return steps.find((k) => k > step) ?? steps[0] ?? null;
  }
  /**
   * A box in words: name, grad_fn, value and the state of its gradient.
   * @param {number} box @param {number} step @param {Words} words
   */
  label(box2, step, words) {
    const { title, kind, fn, expr, copy_of: copied } = this.boxes[box2];
    const { status, text: text3, grad: grad2 } = this.at(box2, step);
    return [
      ...kind === "fold" ? [fn ? `${title} \xB7 ${fn}` : title, this.isTab[box2] ? words.opened : words.closed, expr] : [title, words.kinds[kind], fn],
      copied != null && words.copy,
      status === "pending" ? words.not_yet : text3 && tell(words.value, { value: text3 }),
      status === "superseded" && words.superseded,
      gradientInWords(grad2, words),
      sinceInWords(this.since(box2, step), words)
    ].filter(Boolean).join(", ");
  }
  /**
   * The boxes whose title or expression contains a text, or a word of whose grad_fn begins with it.
   * @param {string} text
   */
  search(text3) {
    const wanted = text3.trim().toLowerCase();
    const hit = ({ title, expr, fn }) => [title, expr].some((part2) => part2?.toLowerCase().includes(wanted)) || fn?.split(/(?=[A-Z])/).some((_, i, all2) => all2.slice(i).join("").toLowerCase().startsWith(wanted));
    return wanted ? this.boxes.flatMap((box2, i) => hit(box2) ? [i] : NOTHING) : NOTHING;
  }
};
function arrangements({ size, boxes: boxes2, links: links2, clusters, across }) {
  return {
    down: {
      size,
      lies: false,
      places: boxes2.map(({ x, y }) => [x, y]),
      paths: links2.map(({ path: path2 }) => path2 ?? ""),
      parts: new Map(links2.map((link2, i) => [i, [link2.out ?? NOTHING, link2.in ?? NOTHING]])),
      clusters
    },
    across: across ? { ...across, lies: true, parts: new Map(across.parts.map(([link2, ...parts2]) => [link2, parts2])) } : void 0
  };
}
function origins({ brought = NOTHING }, at2, chapters) {
  const turns = (ago) => ago ? chapters[at2 - ago].turns?.map(([number3]) => number3 + 1).join(", ") : void 0;
  return new Map(brought.map(([box2, value2, grad2]) => [box2, { value: turns(value2), grad: turns(grad2) }]));
}
function sinceInWords({ value: value2, grad: grad2 }, words) {
  const texts = [
    value2 && tell(words.since, { turns: value2 }),
    grad2 && grad2 !== value2 && tell(words.gradSince, { turns: grad2 })
  ];
  return texts.filter(Boolean).join(", ");
}
function gradientInWords({ state, text: text3, arrived: arrived2, expected }, words) {
  return state && tell(words.grad[state], { value: text3, arrived: arrived2, expected });
}
function stretches(steps, beginnings) {
  const found = [];
  const count2 = { forward: 0, backward: 0 };
  steps.forEach(({ phase, kind }, k) => {
    const before = found.at(-1);
    const begins = beginnings.has(k);
    if (before?.phase === phase && kind !== "backward" && !begins) before.to = k;
    else {
      const pass = phase === "backward" ? k : begins ? Infinity : before?.pass ?? Infinity;
      found.push({ phase, from: k, to: k, number: ++count2[phase], pass });
    }
  });
  return found;
}
function changes({ steps, tracks: tracks2 }) {
  const found = steps.map(() => (
    /** @type {Set<number>} */
    /* @__PURE__ */ new Set()
  ));
  tracks2.forEach((rows3, box2) => {
    const { status = NOTHING, value: value2 = NOTHING, grad: grad2 = NOTHING } = rows3;
    for (const [k] of [...status, ...value2, ...grad2]) found[k].add(box2);
  });
  return found;
}
function crossings({ steps, links: links2 }) {
  const found = links2.map(() => (
    /** @type {[step: number][]} */
    []
  ));
  steps.forEach((step, k) => {
    if (step.flow === "backward") for (const link2 of step.links ?? NOTHING) found[link2].push([k]);
  });
  return found;
}
function linesToSteps(steps) {
  const found = /* @__PURE__ */ new Map();
  steps.forEach(({ line }, k) => {
    const known3 = found.get(line);
    if (known3) known3.push(k);
    else found.set(line, [k]);
  });
  return found;
}
function neighbours({ boxes: boxes2, links: links2 }) {
  const found = boxes2.map(() => ({
    inputs: (
      /** @type {number[]} */
      []
    ),
    outputs: (
      /** @type {number[]} */
      []
    )
  }));
  links2.forEach(({ from, to }, link2) => {
    found[to].inputs.push(link2);
    found[from].outputs.push(link2);
  });
  return found;
}

// player/model/series.js
var MOST_ELEMENTS = 6;
function choices(story, graph, step) {
  const found = /* @__PURE__ */ new Map();
  const add = (choice) => found.has(choice.name) || found.set(choice.name, choice);
  for (let box2 = graph.boxes[0]; box2 < graph.boxes[1]; box2++) {
    const { kind, title, recorded, copy_of: original } = story.boxes[box2];
    const { value: ref } = story.at(box2, step);
    if (original != null || !recorded || kind === "seed" || ref == null) continue;
    const { shape, data, corner: corner2 } = story.values[ref];
    if (!shape.length) add({ name: title, title, row: "value" });
    if (kind !== "leaf") continue;
    if (!shape.length) add({ name: `\u2207${title}`, title, row: "grad" });
    else {
      add({ name: `\u2016${title}\u2016`, title, row: "value" });
      add({ name: `\u2016\u2207${title}\u2016`, title, row: "grad" });
    }
    if (shape.length === 1 && !corner2 && data.length <= MOST_ELEMENTS)
      data.forEach((_, element3) => add({ name: `${title}[${element3}]`, title, row: "value", element: element3 }));
  }
  return [...found.values()];
}
function series(story, payload2, { title, row: row3, element: element3 }) {
  const boxes2 = payload2.graphs.map(({ boxes: [first, end] }) => {
    for (let box2 = first; box2 < end; box2++)
      if (story.boxes[box2].title === title && story.boxes[box2].copy_of == null) return box2;
    return null;
  });
  return payload2.chapters.flatMap((chapter, number3) => {
    const box2 = boxes2[chapter.graph];
    const ref = box2 === null || !chapter.turns ? null : row3 === "value" ? value(story, box2, chapter) : grad(story, box2, chapter);
    return ref == null ? [] : [[number3, measure(story.values[ref], element3)]];
  });
}
function value(story, box2, { to }) {
  return story.at(box2, to).value;
}
function grad(story, box2, { from, to }) {
  for (let step = to; step >= from; ) {
    const entry2 = latest(story.tracks[box2].grad ?? [], step);
    if (!entry2) return null;
    if (entry2[3] != null) return entry2[3];
    step = entry2[0] - 1;
  }
  return null;
}
function measure({ data, stats }, element3) {
  if (element3 !== void 0) return data[element3];
  if (data.length === 1 && !stats) return data[0];
  if (stats) return stats.nan || stats.inf ? "NaN" : stats.norm;
  const norm = Math.sqrt(data.reduce((sum, item3) => sum + Number(item3) ** 2, 0));
  return Number.isFinite(norm) ? norm : "NaN";
}

// player/model/reasons.js
function ofGraph({ box: box2, way = [], ...reason }, [first, end]) {
  const isHere = (one) => one >= first && one < end;
  return {
    ...reason,
    box: box2 !== void 0 && isHere(box2) ? box2 - first : void 0,
    way: way.flatMap(
      ([from, to, cut]) => isHere(from) && isHere(to) ? [[from - first, to - first, cut]] : []
    )
  };
}
function uncut(payload2, line) {
  const isByHand = (cut) => cut !== void 0 && (payload2.reasons?.[cut].line ?? 0) >= line;
  const boxes2 = payload2.boxes.map((box2) => isByHand(box2.cut) ? { ...box2, cut: void 0 } : box2);
  const links2 = payload2.links.map((link2) => isByHand(link2.cut) ? { ...link2, cut: void 0 } : link2);
  return { ...payload2, boxes: boxes2, links: links2 };
}
function offered(payload2, remedy) {
  const reasons = payload2.reasons?.map(
    (reason) => reason.cause === "refused" ? { ...reason, remedy } : reason
  );
  return { ...payload2, reasons };
}

// player/model/volumes.js
function volume(payload2, number3) {
  const { size, across, boxes: boxes2, links: links2, clusters } = payload2.graphs[number3];
  if (payload2.graphs.length < 2) return { ...payload2, across };
  const [box2, link2, cluster2] = [boxes2[0], links2[0], clusters[0]];
  const chapters = payload2.chapters.filter(({ graph }) => graph === number3);
  const steps = payload2.steps.map(elsewhere);
  for (const { from, to } of chapters)
    for (let k = from; k <= to; k++) steps[k] = here(payload2.steps[k], box2, link2);
  return {
    ...payload2,
    chapters: payload2.chapters.map(
      ({ brought, ...one }) => one.graph === number3 ? { ...one, brought: brought?.map(([i, ...ago]) => [i - box2, ...ago]) } : one
    ),
    size,
    across: across && sideways(across, cluster2),
    steps,
    boxes: payload2.boxes.slice(...boxes2).map((one) => ({
      ...one,
      cluster: less(one.cluster, cluster2),
      opens: less(one.opens, cluster2),
      copy_of: less(one.copy_of, box2),
      shows: less(one.shows, box2)
    })),
    links: payload2.links.slice(...links2).map((one) => ({
      ...one,
      from: one.from - box2,
      to: one.to - box2,
      out: one.out && parts(one.out, cluster2),
      in: one.in && parts(one.in, cluster2)
    })),
    clusters: frames(payload2.clusters.slice(...clusters), cluster2),
    tracks: payload2.tracks.slice(...boxes2).map((rows3) => tracks(rows3, box2, link2)),
    reasons: payload2.reasons?.map((reason) => ofGraph(reason, boxes2))
  };
}
function sideways(across, first) {
  return {
    ...across,
    clusters: frames(across.clusters, first),
    parts: across.parts.map(([link2, out, into]) => [link2, parts(out, first), parts(into, first)])
  };
}
function frames(clusters, first) {
  return clusters.map((one) => ({ ...one, parent: less(one.parent, first) }));
}
function parts(found, first) {
  return found.map(([cluster2, path2]) => [cluster2 - first, path2]);
}
function less(index, first) {
  return index == null ? index : index - first;
}
function elsewhere({ kind, phase, say, line, forward_line, formula }) {
  return { kind, phase, say, line, forward_line, formula };
}
function here(step, box2, link2) {
  return {
    ...step,
    box: less(step.box, box2),
    to: less(step.to, box2),
    reads: step.reads?.map((one) => one - box2),
    held: step.held?.map((one) => one - box2),
    victims: step.victims?.map((one) => one - box2),
    slots: step.slots?.map((one) => one - box2),
    links: step.links?.map((one) => one - link2),
    card: step.card?.sends ? { ...step.card, sends: step.card.sends.map((sent2) => ({ ...sent2, link: sent2.link - link2 })) } : step.card
  };
}
function tracks(rows3, box2, link2) {
  return {
    ...rows3,
    saved: rows3.saved?.map(([step, saved]) => [
      step,
      saved.map(([name, text3, at2, ...rest3]) => [name, text3, less(at2, box2), ...rest3])
    ]),
    sums: rows3.sums?.map(([step, at2, ...rest3]) => [step, less(at2, link2), ...rest3])
  };
}
function counterpart(steps, from, to, step) {
  const same2 = (k) => ["kind", "box", "to", "line", "phase"].every(
    (name) => steps[k][
      /** @type {keyof Step} */
      name
    ] === steps[step][
      /** @type {keyof Step} */
      name
    ]
  );
  let nth = 0;
  for (let k = from.from; k < step; k++) nth += Number(same2(k));
  for (let k = to.from; k <= to.to; k++) if (same2(k) && nth-- === 0) return k;
  return to.from;
}

// player/panes/chapters.js
var HEIGHT = 36;
var MANY = 60;
var STEEP = 30;
var Chapters = class {
  constructor(before, words, { go, bring, signal }) {
    this.words = words;
    this.element = html("div.chapters", { hidden: true });
    before.after(this.element);
    const on = (type, handler) => this.element.addEventListener(type, handler, { signal });
    on("pointerdown", (event) => this.grab(event) && this.pick(event, go));
    on("pointermove", (event) => this.strip?.hasPointerCapture(event.pointerId) && this.pick(event, go));
    on("click", (event) => {
      const missing = event.target.closest(".strip") ? this.under(event).missing : null;
      if (missing !== null) this.ask(missing, go);
    });
    on("change", (event) => event.target === this.list && this.compare());
    on("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.stopPropagation();
      this.goTo(event.target, go);
    });
    this.bring = bring;
    this.mayBring = false;
    this.wanted = null;
  }
  /** Take a run, or the beginning of one; what was opened in the beginning that it `goesOn` from stays open. */
  open(payload2, { isBeginning, goesOn }) {
    const { chapters, curves } = payload2;
    this.isBeginning = isBeginning;
    this.before = goesOn ? this.stories : /* @__PURE__ */ new Map();
    this.payload = payload2;
    this.starts = chapters.map(({ from }, i) => [from, i]);
    this.scale = new Scale(chapters);
    this.whole = new Story(this.payload);
    this.stories = /* @__PURE__ */ new Map();
    this.shown = null;
    this.curves = curves.slice(0, 1);
    this.element.hidden = chapters.length < 2;
    if (this.element.hidden) return;
    this.label = html("b");
    const usual = mostFrequent(chapters.filter(({ turns }) => turns).map(({ graph }) => graph));
    this.segments = chapters.map(({ label, turns, graph }, i) => {
      const isOther = turns && graph !== usual;
      const kind = turns ? isOther ? "turn other" : "turn" : "aside";
      const title = isOther ? tell(this.words.otherGraph, { name: label }) : label;
      return html("span", { class: kind, "data-chapter": i, title });
    });
    this.bar = html("div", { class: chapters.length > 100 ? "bars many" : "bars", "aria-hidden": "true" });
    this.bar.append(...this.segments);
    chapters.forEach((_, i) => this.scale.isOpen(i) && this.segments[i].after(this.gap(i)));
    const button = (name, label, key, sign) => html(
      "button",
      {
        type: "button",
        "data-do": name,
        "aria-label": label,
        title: `${label} (${key})`
      },
      sign
    );
    this.element.replaceChildren(
      button("previousTurn", this.words.previousTurn, "[", "\u2039"),
      this.ends = html("div.ends", { "aria-hidden": "true" }),
      this.strip = html("div.strip", this.drawn = this.drawing(), this.bar),
      button("nextTurn", this.words.nextTurn, "]", "\u203A"),
      html("div.legend", this.label, this.menu(usual))
    );
  }
  /** A list of what else can be drawn as a curve, in the iterations that are most frequent. */
  menu(usual) {
    const { chapters, graphs } = this.payload;
    const { to } = chapters.find(({ turns, graph }) => turns && graph === usual) ?? chapters[0];
    this.choices = choices(this.whole, graphs[usual ?? 0], to).filter(
      ({ name }) => name !== this.curves[0]?.name
    );
    this.choices.push({ name: this.words.savedBytes, row: "saved" });
    const options = this.choices.map(({ name }, i) => html("option", { value: i }, name));
    this.list = html(
      "select",
      { "aria-label": this.words.addCurve },
      html("option", { value: "" }, this.words.addCurve),
      ...options
    );
    this.compared = html("span");
    return html("span", this.list, this.field(), this.compared);
  }
  /** Where to write the number of an iteration to go to, if there are many. */
  field() {
    const { total: total3 } = this.scale;
    const label = this.words.goToIteration;
    return this.payload.chapters.length > MANY ? html("input", {
      type: "number",
      min: 1,
      max: total3,
      "aria-label": label,
      title: label,
      placeholder: "#"
    }) : "";
  }
  /** A gap behind a chapter, in which iterations are left out. */
  gap(i) {
    const [first, last2] = this.payload.chapters.slice(i, i + 2).map(({ label }) => label);
    const said = tell(this.words.leftOut, { first, last: last2 });
    const title = this.mayBring ? `${said} ${this.words.bringIteration}` : said;
    return html("span.gap", { style: `flex-grow:${this.scale.wide}`, title });
  }
  /** Go to the iteration whose number was written. */
  goTo({ value: value2 }, go) {
    const number3 = Math.round(Number(value2));
    if (number3 >= 1) this.ask((Math.min(number3, this.scale.total) - 1) * this.scale.each, go);
  }
  /** Go to an iteration, counted from 0 through all loops; have the page bring it if it was left out. */
  ask(wanted, go) {
    const { chapter, isMissing } = this.scale.find(wanted);
    if (!isMissing || !this.mayBring) {
      go(chapter - this.shown);
      if (isMissing) this.refuse(wanted, this.payload.chapters[chapter]);
      return;
    }
    this.wanted = wanted;
    this.bring(this.scale.pass(chapter, wanted));
    write(this.label, this.words.bringing);
  }
  /** Say that an iteration is left out, and which one is shown instead. */
  refuse(wanted, { turns, label }) {
    const number3 = Math.floor(wanted / this.scale.each) + 1;
    write(this.label, tell(this.words.notHere, { number: number3, shown: turns[0][0] + 1 }));
    assign(this.label, "title", tell(this.words.notHereLong, { number: number3, name: label }));
  }
  /** Forget what was asked for: it does not come. */
  forgo() {
    if (this.wanted === null) return;
    this.wanted = null;
    this.tell();
  }
  /** The first step of the iteration that was asked for, in the run that holds it; null if none was. */
  brought({ chapters }) {
    if (this.wanted === null) return null;
    const { chapter } = new Scale(chapters).find(this.wanted);
    this.wanted = null;
    return chapters[chapter].from;
  }
  /** Draw the curve that was chosen beside the first one. */
  compare() {
    const choice = this.choices[this.list.value === "" ? -1 : Number(this.list.value)];
    this.curves.length = Math.min(this.curves.length, this.payload.curves.length, 1);
    const points2 = (one) => one.row === "saved" ? savedCurve(this.whole, this.payload.chapters) : series(this.whole, this.payload, one);
    if (choice) this.curves[1] = { name: choice.name, points: points2(choice) };
    const drawn2 = this.drawing();
    this.drawn.replaceWith(drawn2);
    this.drawn = drawn2;
    this.tell();
  }
  drawing() {
    const most = this.curves[0] ? extremes(this.curves[0]).reverse() : [];
    this.ends.replaceChildren(...most.map((value2) => html("span", brief(value2))));
    return svg(
      "svg",
      {
        class: "curve",
        viewBox: `0 0 ${this.scale.length} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true"
      },
      ...this.curves.flatMap((curve, i) => curve ? this.lines(curve, i ? "added" : "main") : [])
    );
  }
  /** A curve as lines between its points; what is no number is a mark from top to bottom. */
  lines(curve, kind) {
    const points2 = curve.points.map(([chapter, value2]) => [chapter, Number(value2)]);
    const finite = points2.filter(([, value2]) => Number.isFinite(value2));
    const [least, most] = extremes(curve);
    const isSteep = least > 0 && most / least >= STEEP;
    const height = isSteep ? Math.log : (value2) => value2;
    const [low, high] = [height(least), height(most)];
    const place3 = ([chapter, value2]) => `${this.scale.middle(chapter)},${(HEIGHT - 4 - (height(value2) - low) / (high - low || 1) * (HEIGHT - 8)).toFixed(1)}`;
    const marks = points2.filter(([, value2]) => !Number.isFinite(value2));
    return [
      ...this.unbroken(finite).map(
        (part2) => svg("polyline", { class: kind, points: part2.map(place3).join(" ") })
      ),
      ...marks.map(
        ([chapter]) => svg("path", { d: `M${this.scale.middle(chapter)} 0v${HEIGHT}`, class: "missing" })
      )
    ];
  }
  /** The points of a curve in parts, cut where iterations are left out. */
  unbroken(points2) {
    const parts2 = [[]];
    let from = 0;
    for (const point of points2) {
      if (this.scale.areApart(from, point[0])) parts2.push([]);
      parts2.at(-1).push(point);
      [from] = point;
    }
    return parts2;
  }
  /** Whether there are iterations to go through. */
  get areSeveral() {
    return this.payload?.chapters.length > 1;
  }
  /** The number of the chapter that a step is in. */
  at(step) {
    return latest(this.starts, step)?.[1] ?? 0;
  }
  /** The first and last step of the chapter that a step is in. */
  range(step) {
    const { from, to } = this.payload.chapters[this.at(step)] ?? {
      from: 0,
      to: this.payload.steps.length - 1
    };
    return [from, to];
  }
  /** The graph that a step is told on. */
  graph(step) {
    return this.payload.chapters[this.at(step)]?.graph ?? 0;
  }
  /** The run as told on one graph. */
  story(graph) {
    if (!this.stories.has(graph)) {
      const story = new Story(volume(this.payload, graph));
      const before = this.before.get(graph);
      if (before?.clusters.length === story.clusters.length) story.open = new Set(before.open);
      this.stories.set(graph, story);
    }
    return this.stories.get(graph);
  }
  /** Take other numbers for the same picture and steps; of one chapter alone, the others keep theirs until all are told. */
  renumber(parts2, chapter) {
    if (chapter === void 0) {
      Object.assign(this.payload, parts2);
      this.whole.renumber(this.payload);
      for (const [graph, story] of this.stories) story.renumber(volume(this.payload, graph));
    } else this.renumberOne(this.payload.chapters[chapter], parts2);
    if (this.element.hidden) return;
    this.curves[0] = parts2.curves[0];
    this.compare();
  }
  renumberOne({ graph, from, to }, { steps, ...parts2 }) {
    const story = this.story(graph);
    const { boxes: boxes2 } = story;
    story.renumber({ ...parts2, boxes: boxes2, steps: story.steps.toSpliced(from, to - from + 1, ...steps) });
  }
  /** The number in a graph of a box of the whole run; null if it is in another graph. */
  inGraph(graph, box2) {
    const [first, end] = this.payload.graphs[graph].boxes;
    return box2 == null || box2 < first || box2 >= end ? null : box2 - first;
  }
  /** The number in the whole run of a box of a graph. */
  everywhere(graph, box2) {
    return box2 == null ? null : box2 + this.payload.graphs[graph].boxes[0];
  }
  /** The step that does the same, `by` chapters further on. */
  beside(step, by) {
    const { chapters, steps } = this.payload;
    const [from, to] = [chapters[this.at(step)], chapters[this.at(step) + by]];
    return from && to ? counterpart(steps, from, to, step) : step;
  }
  show(step) {
    const now = this.at(step);
    if (this.element.hidden || now === this.shown) return;
    this.segments[this.shown]?.classList.remove("now");
    this.segments[now].classList.add("now");
    this.shown = now;
    this.tell();
  }
  /** Say where this is, and what the curves have reached. */
  tell() {
    const { label: name, turns } = this.payload.chapters[this.shown ?? 0];
    const label = this.isBeginning && turns ? tell(this.words.soFar, { name }) : name;
    const [first, second] = [0, 1].map((i) => reached(this.curves[i], this.shown));
    const said = first && ` \xB7 ${tell(this.words.reached, { name: this.curves[0].name, value: first })}`;
    write(this.label, label + said);
    assign(this.label, "title", label);
    write(this.compared, second);
  }
  /** Let the pointer pull along the strip. */
  grab(event) {
    if (event.button || !event.target.closest(".strip")) return false;
    this.strip.setPointerCapture(event.pointerId);
    return true;
  }
  pick(event, go) {
    const by = this.under(event).chapter - this.shown;
    if (by) go(by);
  }
  /** What is under the pointer. */
  under({ clientX }) {
    const { left, width } = this.strip.getBoundingClientRect();
    return this.scale.at((clientX - left) / width);
  }
};
function reached(curve, chapter) {
  const value2 = curve && new Map(curve.points).get(chapter);
  return value2 === void 0 ? "" : brief(value2);
}
function brief(value2) {
  return String(typeof value2 === "number" ? Number(value2.toPrecision(4)) : value2);
}
function extremes({ points: points2 }) {
  const values = points2.map(([, value2]) => Number(value2)).filter(Number.isFinite);
  return values.length ? [Math.min(...values), Math.max(...values)] : [];
}
function mostFrequent(items) {
  const counts = /* @__PURE__ */ new Map();
  for (const item3 of items) counts.set(item3, (counts.get(item3) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

// player/base/clipboard.js
async function copy(text3, parent) {
  try {
    await navigator.clipboard.writeText(text3);
  } catch {
    const field = html("textarea", { class: "unseen", readonly: true }, text3);
    parent.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// player/model/cells.js
var ROWS = 24;
var COLUMNS = 24;
var PLANES = 8;
function planes(value2) {
  const shown = value2.corner ?? value2.shape;
  const columns = shown.length > 0 ? shown[shown.length - 1] : 1;
  const rows3 = shown.length > 1 ? shown[shown.length - 2] : 1;
  const lead = shown.slice(0, -2);
  const count2 = lead.reduce((a, b) => a * b, 1);
  if (!value2.data.length) return { planes: [], more: false };
  const kept = Math.min(count2, PLANES);
  const more = value2.corner != null || kept < count2 || rows3 > ROWS || columns > COLUMNS;
  const found = Array.from({ length: kept }, (_, plane) => {
    const index = unravel(plane, lead);
    const row3 = (r) => Array.from({ length: Math.min(columns, COLUMNS) }, (_2, c) => {
      const place3 = shown.length > 1 ? [...index, r, c] : shown.length === 1 ? [c] : [];
      return cell(value2.data[(plane * rows3 + r) * columns + c], value2.dtype, place3);
    });
    return { index, rows: Array.from({ length: Math.min(rows3, ROWS) }, (_2, r) => row3(r)) };
  });
  return { planes: found, more };
}
function cell(item3, dtype, index) {
  const number3 = Number(item3);
  return { text: short2(item3, dtype), full: full(item3, dtype), index, number: number3 };
}
function unravel(flat2, shape) {
  const index = [];
  let rest3 = flat2;
  for (let i = shape.length - 1; i >= 0; i--) {
    index.unshift(rest3 % shape[i]);
    rest3 = Math.floor(rest3 / shape[i]);
  }
  return index;
}
function short2(item3, dtype) {
  if (item3 === 0) return "0";
  return word(item3) ?? (whole(item3, dtype) ? full(item3, dtype) : trim(signed(Number(item3).toPrecision(4))));
}
function full(item3, dtype) {
  if (dtype === "bool") return item3 ? "True" : "False";
  return word(item3) ?? (Object.is(item3, -0) ? "\u22120" : signed(String(item3)));
}
var WORDS2 = /* @__PURE__ */ new Map([
  ["NaN", "nan"],
  ["Infinity", "inf"],
  ["-Infinity", "\u2212inf"]
]);
function word(item3) {
  return WORDS2.get(String(item3));
}
function whole(item3, dtype) {
  return !dtype.startsWith("float") || Number.isInteger(item3) && Math.abs(Number(item3)) < 1e6;
}
function trim(text3) {
  return text3.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}
function signed(text3) {
  return text3.replace(/-/g, "\u2212");
}
function tuple(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}
function brief2({ dtype, shape, data }) {
  if (shape.length > 1 || data.length > 4) return null;
  const texts = data.map((item3) => short2(item3, dtype));
  return shape.length ? `[${texts.join(", ")}]` : texts[0];
}
function shade(number3, most) {
  if (!Number.isFinite(number3) || !(most > 0)) return 0;
  return Math.abs(number3) / most;
}
function largest(value2) {
  return value2.data.reduce((most, item3) => {
    const size = Math.abs(Number(item3));
    return Number.isFinite(size) ? Math.max(most, size) : most;
  }, 0);
}

// player/panes/formula.js
var SIGNS2 = { "*": "\xB7", "@": "@", "-": "\u2212", "<=": "\u2264", ">=": "\u2265", "!=": "\u2260", "==": "=" };
function tree(expression) {
  if (!Array.isArray(expression)) return word2(String(expression));
  const [sign, ...parts2] = expression;
  if (sign === "#") return ["mn", String(parts2[0]).replace(/-/g, "\u2212")];
  const sets = parts2.map(tree);
  switch (sign) {
    case "grad":
      return ["msub", ["mo", "\u2207"], sets[0]];
    case "(":
      return ["mrow", ["mo", "("], sets[0], ["mo", ")"]];
    case "T":
      return ["msup", sets[0], ["mo", "\u22A4"]];
    case "/":
      return ["mfrac", ...sets];
    case "**":
      return ["msup", ...sets];
    case "index":
      return ["mrow", sets[0], ["mtext", "["], ...indices(parts2[1]), ["mtext", "]"]];
    // as an operator it would be stretched
    case ",":
      return ["mrow", ["mo", "("], ...between(sets, ","), ["mo", ")"]];
    case "call":
      return ["mrow", word2(String(parts2[0])), ["mo", "("], ...between(sets.slice(1), ","), ["mo", ")"]];
    default:
      if (sets.length === 1) return ["mrow", ["mo", SIGNS2[sign] ?? sign], sets[0]];
      return ["mrow", ...between(sets, SIGNS2[sign] ?? sign)];
  }
}
function indices(index) {
  return Array.isArray(index) && index[0] === "," ? between(index.slice(1).map(tree), ",") : [tree(index)];
}
function word2(text3) {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text3) ? ["mi", text3] : ["mtext", text3];
}
function between(parts2, sign) {
  return parts2.flatMap((part2, i) => i ? [
    /** @type {Tree} */
    ["mo", sign],
    part2
  ] : [part2]);
}
function sides({ left, symbolic, numbers: numbers4, result }) {
  const there = [left, symbolic, numbers4, result && ["#", result]].filter(Boolean);
  return (
    /** @type {Expression[]} */
    there.map(tree).map((side, i) => i ? ["mrow", ["mo", "="], side] : side)
  );
}
function equation(item3) {
  return html(
    "div.equation",
    ...sides(item3).map((side) => math("math", { displaystyle: "true" }, element(side)))
  );
}
function element([tag2, ...parts2]) {
  return math(tag2, ...parts2.map((part2) => Array.isArray(part2) ? element(part2) : part2));
}

// player/panes/grid.js
function grid(value2, words) {
  const { planes: found, more } = planes(value2);
  const most = largest(value2);
  const tables = found.map(
    ({ index, rows: rows3 }) => html(
      "figure",
      index.length ? html("figcaption", `[${index.join(", ")}, :, :]`) : null,
      html(
        "table",
        html("tbody", ...rows3.map((row3) => html("tr", ...row3.map((cell2) => square(cell2, most)))))
      )
    )
  );
  return html(
    "div.grid",
    ...tables,
    found.length ? null : html("p.note", words.empty),
    more ? html("p.note", tell(words.more, { shape: tuple(value2.shape) })) : null,
    value2.stats ? statistics(value2.stats) : null
  );
}
function square({ text: text3, full: full2, index, number: number3 }, most) {
  const sign = number3 < 0 ? "minus" : Number.isNaN(number3) || !Number.isFinite(number3) ? "odd" : null;
  return html(
    "td",
    {
      class: sign,
      style: `--shade:${shade(number3, most).toFixed(2)}`,
      "data-index": index.join(", "),
      title: `[${index.join(", ")}] = ${full2}`
    },
    text3
  );
}
function statistics(stats) {
  return html(
    "dl.stats",
    ...Object.entries(stats).flatMap(([name, number3]) => [html("dt", name), html("dd", String(number3))])
  );
}
function pairGrids(element3, readout) {
  element3.addEventListener("pointerover", (event) => {
    const here2 = (
      /** @type {Element} */
      event.target.closest("td")
    );
    const index = here2?.dataset.index;
    for (const cell2 of element3.querySelectorAll("td[data-index]")) {
      const { dataset, classList } = (
        /** @type {HTMLElement} */
        cell2
      );
      classList.toggle("same", dataset.index === index);
    }
    write(readout, here2 && index !== void 0 ? here2.title : "");
  });
}

// player/model/measures.js
var DECADES = { least: -6, most: 2 };
function measured({ shape, data, stats }) {
  const elements2 = shape.reduce((product, length) => product * length, 1);
  if (stats) {
    const { min = 0, max = 0, norm = 0, zeros = 0, nan, inf } = stats;
    const largest2 = Math.max(Math.abs(Number(min)), Math.abs(Number(max)));
    return {
      norm: Number(norm),
      largest: largest2,
      zeros: Number(zeros),
      elements: elements2,
      odd: nan ? "NaN" : inf ? "Infinity" : null
    };
  }
  const numbers4 = data.map(Number);
  const finite = numbers4.filter(Number.isFinite);
  const infinite = numbers4.some((number3) => !Number.isFinite(number3)) ? "Infinity" : null;
  return {
    norm: Math.hypot(...finite),
    largest: Math.max(0, ...finite.map(Math.abs)),
    zeros: finite.filter((number3) => number3 === 0).length,
    elements: elements2,
    odd: numbers4.some(Number.isNaN) ? "NaN" : infinite
  };
}
function measures(story, [from, to]) {
  const boxes2 = /* @__PURE__ */ new Map();
  const links2 = /* @__PURE__ */ new Map();
  story.boxes.forEach((_, i) => {
    const measure2 = story.isSeen(i) && !story.isTab[i] && arrived(story, i, [from, to]);
    if (measure2) boxes2.set(i, measure2);
  });
  story.alike.forEach((all2, i) => {
    const sent2 = all2.flatMap((link2) => {
      const value2 = story.sent(link2, [from, to]);
      return value2 == null ? [] : [measured(story.values[value2])];
    });
    const largest2 = sent2.sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (largest2) links2.set(i, largest2);
  });
  return { boxes: boxes2, links: links2 };
}
var ARRIVED = /* @__PURE__ */ new Set(["complete", "passed"]);
function arrived(story, box2, [from, to]) {
  const entries = story.tracks[story.originals[box2]].grad ?? [];
  const last2 = entries.filter(([k, state]) => from <= k && k <= to && ARRIVED.has(state)).at(-1);
  return last2?.[3] == null ? void 0 : measured(story.values[last2[3]]);
}
function sizeOf({ norm, odd }) {
  return odd ? Infinity : norm;
}
function level(measure2) {
  const { least, most } = DECADES;
  const power = Math.log10(sizeOf(measure2));
  return Math.max(0, Math.min(1, (power - least) / (most - least)));
}
function look({ norm, odd }) {
  return odd ? "odd" : norm === 0 ? "zero" : "some";
}
function normText({ norm, odd }) {
  return odd ? short2(odd, "float32") : rounded(norm);
}
function rounded(size) {
  const isUsual = size === 0 || size >= 1e-3 && size < 1e5;
  const text3 = isUsual ? String(Number(size.toPrecision(2))) : size.toExponential(1);
  return text3.replace(".0e", "e").replace("-", "\u2212");
}
function zerosText({ zeros, elements: elements2 }) {
  const share = elements2 ? 100 * zeros / elements2 : 0;
  return `${share > 0 && share < 1 ? "<1" : Math.floor(share)} %`;
}

// player/panes/why.js
function titleOf({ what, cause, name, line }, words) {
  const text3 = tell(words.findingTitles[cause === "vanishing" ? cause : what], { name });
  return line == null ? text3 : `${text3}, ${tell(words.line, { line })}`;
}
function explanation(reason, told2, words, link2) {
  const { mended, line, step } = reason;
  const lesson = lessonOf(reason, link2);
  const go = step == null ? words.goToLine : words.goToLineAndStep;
  return html(
    "div.reason",
    ...sentences(reason, words),
    html(
      "p.places",
      mended ? html("button", { type: "button", "data-do": "mend", "data-text": mended }, words.mend) : null,
      line == null && step == null ? null : html(
        "button",
        { type: "button", "data-line": line, "data-step": step },
        tell(line == null ? words.goTo : go, { line, step: (step ?? 0) + 1 })
      ),
      lesson ? html("a", { href: `./?lesson=${encodeURIComponent(lesson)}`, target: "_blank" }, words.lesson) : null
    ),
    path(reason, told2, words)
  );
}
function lessonOf({ lesson }, link2) {
  const shown = link2 ? new URL(link2, "http://studio/").searchParams.get("lesson") : null;
  return lesson === shown ? void 0 : lesson;
}
var sentences = ({ said, rule, remedy }, words) => [
  html("p.happened", ...withCode(said)),
  html("p", rule),
  html("p", html("b", words.remedy), ` ${remedy}`)
];
var withCode = (text3) => text3.split("`").map((piece, i) => i % 2 ? html("code", piece) : piece);
function path({ name, what, way = [] }, told2, words) {
  if (!way.length) return null;
  const stop = (box2) => {
    const { title = "", size } = told2(box2);
    return html(
      "li",
      html("button", { type: "button", "data-box": box2 }, title),
      size && SIZES.has(what) ? bar(size, words) : null
    );
  };
  const steps = way.flatMap(([, to, cut]) => [
    html(
      "li",
      { class: cut ? "cut" : "on" },
      cut ? html("span", { role: "img", "aria-label": words.cutHere }, "\u2702") : "\u2192"
    ),
    stop(to)
  ]);
  return html("ol.way", { "aria-label": tell(words.way, { name }) }, stop(way[0][0]), ...steps);
}
var SIZES = /* @__PURE__ */ new Set(["zero", "nan", "inf"]);
function bar(size, words) {
  return html(
    "span.norm",
    { "data-look": look(size), style: `--size:${level(size).toFixed(3)}`, title: words.magnitudesLong },
    `\u2016\u2207\u2016 ${normText(size)}`
  );
}
function together({ findings = [], reasons = [] }) {
  const groups2 = /* @__PURE__ */ new Map();
  for (const index of findings) {
    const { what, line, rule } = reasons[index];
    const key = JSON.stringify([what, line, rule]);
    groups2.set(key, [...groups2.get(key) ?? [], index]);
  }
  return [...groups2.values()];
}
function list(payload2, words) {
  const { reasons = [] } = payload2;
  const groups2 = together(payload2);
  if (!groups2.length) return null;
  const count2 = tell(groups2.length === 1 ? words.oneFinding : words.findings, { count: groups2.length });
  const items = groups2.map(([first, ...others]) => {
    const title = titleOf(reasons[first], words);
    const text3 = others.length ? tell(words.andOthers, { title, count: others.length }) : title;
    return html("li", html("button", { type: "button", "data-reason": first }, text3));
  });
  return html("div.findings", html("h3", count2), html("ul", ...items));
}

// player/panes/inside.js
function callAt(calls, step) {
  return calls.filter(({ from, to }) => from <= step && step <= to).sort((a, b) => b.from - a.from || a.to - b.to)[0];
}
function rows({ ctx }, step, values) {
  return ctx.map(({ name, given, since, text: text3, held: held3 = [], version }) => {
    const [, value2, now] = held3.filter(([k]) => k <= step).at(-1) ?? [];
    const isThere2 = since <= step;
    const isStale = name === "saved_tensors" && now !== void 0 && now !== version;
    return {
      name: name === "saved_tensors" ? "saved_tensors" : `ctx.${name}`,
      given: given ?? "",
      isThere: isThere2,
      isStale,
      text: !isThere2 ? "" : value2 === void 0 ? text3 ?? "" : shortly(values[value2]),
      version: !isThere2 || now === void 0 ? "" : isStale ? `v${version} \u2192 v${now}` : `v${now}`
    };
  });
}
function lines({ lines: all2, to }, step, line, values) {
  return all2.map(({ line: first, last: last2, text: text3, at: at2, made: made2 }) => {
    const isNow = line !== void 0 && first <= line && line <= last2 && (at2 == null || at2 >= step || at2 === to);
    return {
      line: first,
      last: last2,
      text: text3,
      at: at2,
      state: isNow ? "now" : at2 != null && at2 <= step ? "done" : "later",
      made: made2.filter(([, k]) => k <= step).map(([name, , value2]) => ({ name, text: value2 == null ? "None" : shortly(values[value2]) }))
    };
  });
}
function shortly(value2) {
  return brief2(value2) ?? `${value2.dtype} ${tuple(value2.shape)}`;
}
function inside(story, step, words) {
  const call = callAt(story.functions, step);
  if (!call) return null;
  const kept = rows(call, step, story.values);
  const ran = lines(call, step, story.steps[step].line, story.values);
  const mistakes = call.reasons.map((index) => ({ index, reason: story.reasons[index] }));
  const here2 = (line) => ran.some((one) => isIn(one, line));
  return html(
    "section.inside",
    { "aria-label": tell(words.insideOf, { name: call.title }), tabindex: 0 },
    html(
      "div.head",
      html("h3", tell(words.insideOf, { name: call.title })),
      html("ul.ctx", ...kept.map(chip))
    ),
    ...mistakes.filter(({ reason }) => !here2(reason.line)).map((one) => mistake(one, words)),
    html("ol.ran", ...ran.map((one) => item(one, mistakes.filter(isFirst(ran, one)), words)))
  );
}
function isIn({ line: first, last: last2 }, line) {
  return line !== void 0 && first <= line && line <= last2;
}
function isFirst(ran, one) {
  return ({ reason }) => ran.find((other) => isIn(other, reason.line)) === one;
}
function mistake({ index, reason }, words) {
  return html(
    "button.mistake",
    { type: "button", "data-reason": index },
    html("b", titleOf(reason, words)),
    ` ${reason.said}`
  );
}
function item(one, mistakes, words) {
  const { line, text: text3, at: at2, state, made: made2 } = one;
  return html(
    "li",
    { class: state, "aria-current": state === "now" ? "step" : null },
    html("button", { type: "button", "data-step": at2, disabled: at2 == null }, html("i", String(line)), text3),
    ...made2.map(({ name, text: value2 }) => html("span.holds", `${name} = `, html("b", value2))),
    ...mistakes.map((found) => mistake(found, words))
  );
}
function chip({ name, given, isThere: isThere2, isStale, text: text3, version }) {
  return html(
    "li",
    { class: isStale ? "holds stale" : isThere2 ? "holds" : "holds later" },
    `${name} ${given ? `${given} ` : ""}= `,
    html("b", isThere2 ? text3 : "\u2013"),
    version ? html("small", ` ${version}`) : null
  );
}

// player/model/memories.js
var MOST_ELEMENTS2 = 256;
var WAITING = ["waiting", "ready"];
var known = /* @__PURE__ */ new WeakMap();
function sharedMemories(story, step) {
  const found = [...all(story)].flatMap(([letter, held3]) => describe(story, step, letter, held3));
  return found.sort((a, b) => rank(a) - rank(b));
}
function isAtWork(memory) {
  return rank(memory) < 4;
}
function rank({ isWritten, isMade, victims, isSpared }) {
  return [isWritten, isMade, victims.length > 0, isSpared, true].indexOf(true);
}
function describe(story, step, letter, held3) {
  const { kind, phase, box: at2, to, memory } = story.steps[step];
  const tensors = held3.boxes.filter((box2) => isThere(story, box2, step, held3));
  const waits = held3.waits.filter((wait) => wait.from <= step && step < wait.to);
  const isWritten = kind === "write" && held3.writes.includes(step);
  const holders = [
    ...tensors.map((box2) => asTensor(story, box2, step)),
    ...waits.map((wait) => asGradient(story, wait, step)),
    ...[...held3.savers].flatMap((box2) => asSaved(story, box2, step, letter))
  ];
  const isOwn = isWritten && phase === "backward";
  if (holders.length < (isOwn ? 1 : 2)) return [];
  const others = holders.filter((one) => one.kind !== "saved");
  const boxes2 = [...new Set(others.map(({ box: box2 }) => story.shown[box2]))].filter((box2) => story.isSeen(box2));
  const names = [...new Set(others.map(({ name }) => name))];
  const victims = holders.filter(({ sent: sent2 }) => sent2 != null).map(({ box: box2 }) => box2);
  const makes = kind === "op" && at2 != null && tensors.includes(at2);
  const arrives = held3.isOfNote && memory === letter && waits.some(({ box: box2 }) => box2 === to);
  const isMade = holders.length > 1 && (makes || arrives);
  const isSpared = kind === "write" && phase === "backward" && !isWritten && waits.length > 0;
  return [{ letter, holders, boxes: boxes2, names, victims, isWritten, isMade, isSpared }];
}
function all(story) {
  const found = known.get(story) ?? whole2(story);
  known.set(story, found);
  return found;
}
function whole2(story) {
  const found = /* @__PURE__ */ new Map();
  const isOfNote = story.steps.some(({ kind, phase }) => kind === "write" && phase === "backward");
  const of = (letter) => {
    const one = found.get(letter) ?? { boxes: [], waits: [], writes: [], savers: /* @__PURE__ */ new Set(), isOfNote };
    found.set(letter, one);
    return one;
  };
  story.boxes.forEach(({ memory, copy_of: copied }, box2) => {
    if (memory && copied == null) of(memory).boxes.push(box2);
  });
  story.tracks.forEach(({ saved = [] }, box2) => {
    for (const [, rows3] of saved)
      for (const [, , tensor] of rows3) {
        const letter = tensor == null ? void 0 : story.boxes[tensor]?.memory;
        if (letter) of(letter).savers.add(box2);
      }
  });
  const last2 = /* @__PURE__ */ new Map();
  story.steps.forEach(({ kind, box: box2, to, memory, place: place3 = null, victims = [] }, k) => {
    const letter = kind === "write" && box2 != null ? story.boxes[box2].memory : void 0;
    if (letter) of(letter).writes.push(k);
    for (const victim of victims) last2.get(victim)?.written.push(k);
    if (kind !== "arrive" || to == null) return;
    const before = last2.get(to);
    if (before) before.to = Math.min(before.to, k);
    if (!memory) return;
    const end = story.tracks[to].status?.find(([at2, status]) => at2 > k && !WAITING.includes(status))?.[0];
    const wait = { box: to, place: place3, from: k, to: end ?? Infinity, written: [] };
    last2.set(to, wait);
    of(memory).waits.push(wait);
  });
  return found;
}
function isThere(story, box2, step, { writes }) {
  const { status } = story.at(box2, step);
  if (status === "pending" || status === "superseded") return false;
  const [since] = story.entry(box2, "version", step) ?? [0];
  return !writes.some((k) => {
    const { box: at2, held: held3 = [] } = story.steps[k];
    return since < k && k <= step && at2 !== box2 && !held3.includes(box2);
  });
}
function asTensor(story, box2, step) {
  const { kind, box: at2, card } = story.steps[step];
  const value2 = story.at(box2, step).value ?? null;
  const before = step > 0 ? story.at(box2, step - 1).value ?? null : null;
  return {
    kind: "tensor",
    box: box2,
    name: story.boxes[box2].title,
    value: value2,
    was: kind === "write" && at2 === box2 ? card?.was ?? null : before,
    place: story.entry(box2, "place", step)?.[1] ?? null,
    version: Number(story.entry(box2, "version", step)?.[1] ?? 0),
    then: null,
    sent: null
  };
}
function asGradient(story, { box: box2, place: place3, from, written }, step) {
  const of = (k) => story.gradient(box2, k).value ?? null;
  const since = written.find((k) => k <= step);
  return {
    kind: "gradient",
    box: box2,
    name: `\u2207${story.boxes[box2].title}`,
    value: of(step),
    was: from < step ? of(step - 1) : null,
    place: place3,
    version: 0,
    then: null,
    sent: since === void 0 ? null : of(since - 1)
  };
}
function asSaved(story, box2, step, letter) {
  return story.saved(box2, step).flatMap(([, , tensor, then, now, freed]) => {
    if (tensor == null || freed || story.boxes[tensor]?.memory !== letter) return [];
    const { fn, title } = story.boxes[box2];
    return [
      {
        kind: "saved",
        box: box2,
        name: fn ?? title,
        value: null,
        was: null,
        place: null,
        version: now ?? 0,
        then,
        sent: null
      }
    ];
  });
}
function elements({ value: value2, place: place3 }, story) {
  if (value2 == null || place3 == null || count(story.values[value2].shape) > MOST_ELEMENTS2) return null;
  const [, offset, ...strides] = place3;
  return story.values[value2].shape.reduceRight(
    (found, length, axis) => Array.from({ length }, (_, i) => found.map((one) => one + i * strides[axis])).flat(),
    [offset]
  );
}
function contents({ holders }, story, most, before) {
  const shown = holders.filter(({ value: value2 }) => value2 != null);
  const lengths = new Set(shown.map((one) => lengthOf(one, story)));
  const [length] = lengths;
  if (lengths.size !== 1 || length > most) return null;
  const items = Array.from({ length });
  let dtype = "";
  for (const one of shown) {
    const value2 = before ? one.was : one.value;
    if (value2 == null) continue;
    const { data, shape } = story.values[value2];
    if (data.length !== count(shape)) continue;
    dtype = story.values[value2].dtype;
    const places = elements(one, story);
    data.forEach((item3, i) => {
      const at2 = places ? places[i] : i;
      if (at2 < length) items[at2] = item3;
    });
  }
  return { dtype, items };
}
function lengthOf({ value: value2, place: place3 }, story) {
  return place3 ? place3[0] : count(story.values[
    /** @type {number} */
    value2
  ].shape);
}
function count(shape) {
  return shape.reduce((product, length) => product * length, 1);
}
function lettered(letter) {
  return letter && ` ${letter}`;
}

// player/panes/memory.js
var MOST_CELLS = 12;
function memoryBox(memory, story, words) {
  const { letter, holders, isWritten } = memory;
  const count2 = holders.filter(({ kind }) => kind !== "saved").length;
  const said = sentences2(memory, story, words);
  const isMarked = isWritten && count2 > 1 || said.some(([, isBad]) => isBad);
  return html(
    "section.memory",
    {
      "data-letter": letter,
      "data-written": isMarked ? "" : null,
      "data-boxes": holders.map(({ box: box2 }) => box2).join(" ")
    },
    html("h3", tell(count2 > 1 ? words.oneMemory : words.ownMemory, { letter: lettered(letter), count: count2 })),
    numbers(memory, story, words),
    ...said.map(([text3, isBad]) => html("p", { class: isBad ? "bad" : null }, text3)),
    html("ul", ...holders.map((one) => tag(one, memory, story, words)))
  );
}
function numbers(memory, story, words) {
  const now = contents(memory, story, MOST_CELLS, false);
  const before = memory.isWritten ? contents(memory, story, MOST_CELLS, true) : null;
  if (!now) return null;
  const isNew = now.items.map((item3, i) => before != null && !Object.is(item3, before.items[i]));
  const rows3 = before?.items.some((item3) => item3 !== void 0) ? [row(before, isNew, words.memoryWas), row(now, isNew, words.memoryIs)] : [row(now, isNew, null)];
  return html("table.numbers", html("tbody", ...rows3));
}
function row({ dtype, items }, isNew, name) {
  const data = items.filter((item3) => item3 !== void 0);
  const most = largest({ dtype, shape: [data.length], data });
  const cells = items.map((item3, i) => {
    const made2 = item3 === void 0 ? html("td", "\xB7") : square(cell(item3, dtype, [i]), most);
    if (isNew[i]) made2.classList.add("new");
    return made2;
  });
  return html("tr", name === null ? null : html("th", { scope: "row" }, name), ...cells);
}
function tag(holder, { isWritten }, story, words) {
  const { kind, box: box2, name, value: value2, was, version, then, sent: sent2 } = holder;
  const isChanged2 = isWritten && kind !== "saved" && was !== null && was !== value2;
  const isStale = kind === "saved" && then !== version;
  const cells = elements(holder, story);
  const about2 = kind === "gradient" ? tell(words.waitsFor, { fn: story.boxes[box2].fn ?? "" }) : kind === "saved" ? tell(words.savedBy, { fn: name, version: then }) : null;
  return html(
    "li",
    { "data-kind": kind, "data-changed": isChanged2 || isWritten && sent2 !== null ? "" : null },
    html(
      "button",
      { type: "button", "data-box": box2, "data-cells": cells?.join(" ") },
      html("b", kind === "saved" ? "\u25A0" : name),
      value2 === null ? "" : html("small", ` ${tuple(story.values[value2].shape)}`),
      kind === "tensor" && version ? html("small", ` v${version}`) : "",
      about2 === null ? "" : html("small", { class: isStale || sent2 !== null ? "bad" : null }, ` ${about2}`),
      ...part(holder, cells, story, words)
    )
  );
}
function part({ value: value2, place: place3 }, cells, story, words) {
  if (value2 === null || place3 === null) return [];
  const [length, , ...strides] = place3;
  const axes = story.values[value2].shape.map((n, i) => ({ n, stride: strides[i] })).filter(({ n }) => n > 1);
  const count2 = axes.reduce((product, { n, stride }) => stride ? product * n : product, 1);
  const isTurned = axes.some(({ stride }, i) => i > 0 && stride > axes[i - 1].stride);
  const isRepeated = axes.some(({ stride }) => !stride);
  const texts = [
    count2 < length && tell(words.partOf, { count: count2, length }),
    isRepeated && tell(words.repeated, { count: count2 }),
    isTurned && words.otherOrder
  ].filter(Boolean);
  const bar2 = cells && count2 < length && length <= MOST_CELLS;
  const marks = bar2 ? Array.from({ length }, (_, i) => html("i", { class: cells.includes(i) ? "seen" : null })) : [];
  return [
    texts.length ? html("small", ` ${texts.join(", ")}`) : "",
    bar2 ? html("span.bar", { "aria-hidden": "true" }, ...marks) : ""
  ];
}
function sentences2({ holders, isWritten, isSpared }, story, words) {
  const text3 = (value2) => value2 === null ? "" : brief2(story.values[value2]) ?? tuple(story.values[value2].shape);
  const changed = holders.filter(({ kind, was, value: value2 }) => kind !== "saved" && was !== null && was !== value2);
  const found = [];
  for (const { kind, box: box2, name, value: value2, was, then, version, sent: sent2 } of holders) {
    const { title } = story.boxes[box2];
    if (kind === "gradient" && sent2 !== null)
      found.push([
        tell(isWritten ? words.wasOverwritten : words.isOverwritten, {
          name: title,
          was: text3(isWritten ? was : sent2),
          now: text3(value2)
        }),
        true
      ]);
    else if (kind === "gradient" && isSpared)
      found.push([tell(words.isSpared, { name: title, value: text3(value2) }), false]);
    else if (kind === "saved" && then !== version && isWritten)
      found.push([tell(words.isStale, { fn: name, then, now: version }), true]);
  }
  if (isWritten && !found.length && changed.length > 1)
    found.push([
      changed.length === holders.length ? words.allChanged : tell(words.someChanged, { names: changed.map(({ name }) => name).join(", ") }),
      false
    ]);
  return found;
}

// player/model/evaluate.js
var OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => b === void 0 ? -a : a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "**": (a, b) => a ** b,
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  abs: Math.abs,
  cos: Math.cos,
  exp: Math.exp,
  log: Math.log,
  sign: Math.sign,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh
};
function evaluated(ref, values) {
  if (!Array.isArray(ref)) return values[ref];
  const [sign, ...refs] = ref;
  const operands = refs.map(
    (one) => typeof one === "string" ? { dtype: "", shape: [], data: [Number(one)] } : evaluated(one, values)
  );
  if (operands.some((one) => !one || one.corner)) return null;
  return elementwise(
    OPERATIONS[sign],
    /** @type {Value[]} */
    operands
  );
}
function elementwise(operation, operands) {
  const depth = Math.max(...operands.map(({ shape: shape2 }) => shape2.length));
  const aligned = operands.map(({ shape: shape2 }) => [...Array(depth - shape2.length).fill(1), ...shape2]);
  const shape = Array.from(
    { length: depth },
    (_, axis) => aligned.map((one) => one[axis]).reduce((a, b) => a === 1 ? b : a, 1)
  );
  if (aligned.some((one) => one.some((length, axis) => length !== 1 && length !== shape[axis]))) return null;
  const dtype = operands.find((one) => one.dtype.startsWith("float"))?.dtype ?? "float32";
  const rounded3 = dtype === "float32" ? Math.fround : (x) => x;
  const count2 = shape.reduce((a, b) => a * b, 1);
  const data = Array.from({ length: count2 }, (_, flat2) => {
    const numbers4 = operands.map(
      (operand3, i) => rounded3(Number(operand3.data[place(flat2, shape, aligned[i])]))
    );
    return item2(rounded3(operation(...numbers4)));
  });
  return { dtype, shape, data };
}
function item2(number3) {
  if (Number.isFinite(number3)) return number3;
  return Number.isNaN(number3) ? "NaN" : number3 > 0 ? "Infinity" : "-Infinity";
}
function place(flat2, shape, own) {
  let found = 0, step = 1, rest3 = flat2;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (own[axis] !== 1) found += rest3 % shape[axis] * step;
    step *= own[axis];
    rest3 = Math.floor(rest3 / shape[axis]);
  }
  return found;
}

// player/model/operands.js
var SIGNS3 = { "*": "\xD7", "/": "\xF7", "-": "\u2212", "+": "+", "@": "@", "**": "^" };
var ROWS2 = 6;
var COLUMNS2 = 8;
var CLOSE = 1e-4;
var MOST_TERMS = 6;
var PRODUCTS = ["mm", "mv", "bmm", "matmul", "dot"];
var SUMS = ["addmm", "addmv", "addbmm", "baddbmm"];
function corner(value2, most = ROWS2) {
  const { planes: found, more } = planes(value2);
  const rows3 = (found[0]?.rows ?? []).slice(0, most).map((row3) => row3.slice(0, COLUMNS2));
  const all2 = found[0]?.rows ?? [];
  const part2 = more || found.length > 1 || all2.length > most || (all2[0]?.length ?? 0) > COLUMNS2;
  return { rows: rows3, part: part2 };
}
function groups(story, step, words) {
  const { kind, card, box: box2, to } = story.steps[step];
  const of = (ref) => ref == null ? null : evaluated(ref, story.values);
  if (kind === "create" || kind === "backward") return itself(story, step);
  if (kind === "arrive" && to != null) return [arrival(story, step, words)];
  if (kind === "accumulate") return accumulation(story, step, words);
  if (kind === "grad") {
    const name = `${story.boxes[
      /** @type {number} */
      box2
    ]?.title}.grad`;
    const [was, now] = [operand("", words.gradBefore, of(card?.was)), operand("\u2192", name, of(card?.gives))];
    return [{ operands: [was, now].map((one) => one.value ? one : { ...one, text: "None" }) }];
  }
  if (!card) return [];
  const tangents = (card.tangents ?? []).map(([sign, name, ref]) => operand(sign, name, of(ref)));
  const pushed = tangents.length ? [{ operands: tangents }] : [];
  if (card.of) {
    const operands = card.of.map(([sign, name, ref, turned]) => operand(sign, name, of(ref), turned));
    const found = [...operands, operand("=", words.result, of(card.gives))];
    const isCall = card.of[0]?.[0] !== "";
    if (isCall && card.was != null && card.gives != null)
      found.push(operand("\u0394", words.change, of(["-", card.gives, card.was])));
    return [{ operands: found }, ...pushed];
  }
  if (pushed.length) return pushed;
  return (card.sends ?? []).map(({ link: link2, value: value2, factors }) => {
    const name = story.boxes[story.links[link2].from].title;
    const first = operand("", words.arrives, of(card.arrives?.length === 1 ? card.arrives[0] : null));
    const middle3 = (factors ?? []).map(([sign, text3, ref, turned]) => operand(sign, text3, of(ref), turned));
    const sent2 = operand("=", tell(words.sentTo, { name }), of(value2));
    if (!factors)
      return { operands: [first, { ...operand("\u2192", words.worksOut, null) }, { ...sent2, sign: "\u2192" }] };
    return { operands: [first, ...middle3, sent2] };
  });
}
function itself(story, step) {
  const { box: box2 } = story.steps[step];
  const value2 = box2 == null ? null : story.at(box2, step).value;
  return value2 == null ? [] : [{ operands: [operand("", story.boxes[box2 ?? 0].title, story.values[value2])] }];
}
function operand(sign, name, value2, turned) {
  return { sign, name, value: value2 && turned ? transposed(value2) : value2 };
}
function transposed(value2) {
  if (value2.shape.length !== 2 || value2.corner) return value2;
  const [rows3, columns] = value2.shape;
  const data = Array.from(
    { length: rows3 * columns },
    (_, i) => value2.data[i % rows3 * columns + Math.floor(i / rows3)]
  );
  return { ...value2, shape: [columns, rows3], data };
}
function arrival(story, step, words) {
  const { to, links: links2 } = story.steps[step];
  const box2 = (
    /** @type {number} */
    to
  );
  const of = (ref) => ref == null ? null : story.values[ref];
  const pass = story.stretch(step).pass;
  const sums = story.sums(box2, step).filter(([k]) => k >= pass);
  const grad2 = story.gradient(box2, step);
  if (!sums.length) {
    const value2 = of(grad2.value);
    const from = links2?.length ? story.boxes[story.links[links2[0]].to].title : words.seed;
    return { operands: [operand("", tell(words.sentBy, { name: from }), value2)] };
  }
  const name = (link2) => link2 == null ? words.seed : story.boxes[story.links[link2].to].title;
  const arrived2 = sums.map(
    ([, link2, value2], i) => operand(i ? "+" : "", tell(words.sentBy, { name: name(link2) }), of(value2))
  );
  const missing = grad2.state === "pending" ? (grad2.expected ?? 0) - (grad2.arrived ?? 0) : 0;
  const open = story.awaited(box2, step);
  const names = open.length === missing ? open : Array.from({ length: missing }, () => "");
  const awaited = names.map((text3) => ({
    ...operand("+", text3 ? tell(words.awaitedFrom, { name: text3 }) : words.awaited, null),
    awaited: true
  }));
  const sum = operand("=", missing ? words.sumSoFar : words.sum, of(sums[sums.length - 1][4]));
  return { operands: [...arrived2, ...awaited, sum] };
}
function accumulation(story, step, words) {
  const { box: box2 } = story.steps[step];
  if (box2 == null) return [];
  const entries = (story.tracks[box2].grad ?? []).filter(([k]) => k <= step);
  const [now, came] = [entries[entries.length - 1], entries[entries.length - 2]];
  if (now?.[1] !== "kept" || now[3] == null || came?.[3] == null) return [];
  const before = entries.slice(0, -1).reverse().find(([, state]) => state === "kept" || state === "none");
  const of = (ref) => story.values[ref];
  const old = before?.[1] === "kept" && before[3] != null ? [operand("", words.gradBefore, of(before[3]))] : [];
  return [
    {
      operands: [
        ...old,
        operand(old.length ? "+" : "", words.arrives, of(came[3])),
        operand("=", `${story.boxes[box2].title}.grad`, of(now[3]))
      ]
    }
  ];
}
function ofRow({ said, texts, axes }, index) {
  const row3 = axes.reduce((sum, [axis, size, stride]) => sum + Math.floor(index[axis] / size) * stride, 0);
  return texts[row3] === void 0 ? void 0 : `${said} ${texts[row3]}`.trim();
}
function writtenOut(operands, index) {
  const result = operands[operands.length - 1];
  if (result.sign !== "=" || !result.value || operands.some(({ awaited }) => awaited)) return "";
  const cell2 = index.length === result.value.shape.length && at(result.value, index);
  if (!cell2) return "";
  const product = operands.length > 2 && operands.length < 5 && matmul(operands, index);
  const parts2 = product || elementwise2(operands.slice(0, -1), index);
  if (!parts2 || Math.abs(parts2.number - cell2.number) > CLOSE * Math.max(1e-30, Math.abs(cell2.number)))
    return "";
  return parts2.text === cell2.text ? cell2.text : `${parts2.text} = ${cell2.text}`;
}
function elementwise2(operands, index) {
  let number3 = NaN;
  const texts = [];
  for (const { sign, name, value: value2 } of operands) {
    const plain2 = Number(name);
    const cell2 = value2 ? at(value2, index) : name === "" || Number.isNaN(plain2) ? null : { text: name.replace("-", "\u2212"), number: plain2 };
    if (sign === "-" && !cell2 && Number.isFinite(number3)) {
      number3 = -number3;
      texts.unshift("\u2212");
    } else if (!cell2) return null;
    else {
      if (!texts.length && sign === "") number3 = cell2.number;
      else if (sign === "*") number3 *= cell2.number;
      else if (sign === "/") number3 /= cell2.number;
      else if (sign === "+") number3 += cell2.number;
      else if (sign === "-") number3 = texts.length ? number3 - cell2.number : -cell2.number;
      else if (sign === "**") {
        number3 **= cell2.number;
        texts[0] = held(texts[0]);
      } else return null;
      texts.push(sign ? `${signOf(sign)} ${held(cell2.text)}` : cell2.text);
    }
  }
  return texts.length ? { text: texts.join(" "), number: number3 } : null;
}
function matmul(operands, index) {
  const added = SUMS.includes(operands[0].sign) ? operands[0].value : null;
  const [first, second] = operands.slice(added ? 1 : 0);
  const isProduct = added || PRODUCTS.includes(first.sign) || second.sign.startsWith("@");
  const [left, right2] = second.sign === "@<" ? [second.value, first.value] : [first.value, second.value];
  if (!isProduct || !left || !right2 || left.corner || right2.corner) return null;
  const deep = left.shape[left.shape.length - 1];
  const rest3 = [...index];
  const column = right2.shape.length > 1 ? rest3.splice(-1) : [];
  const row3 = left.shape.length > 1 ? rest3.splice(-1) : [];
  const terms = Array.from({ length: deep }, (_, k) => [
    at(left, [...rest3, ...row3, k]),
    at(right2, [...rest3, k, ...column])
  ]);
  const start = added ? at(added, index) : null;
  if (!deep || terms.some(([a, b]) => !a || !b) || added && !start) return null;
  const pairs = (
    /** @type {Cell[][]} */
    terms
  );
  const texts = pairs.map(([a, b], k) => `${k ? held(a.text) : a.text}\xB7${held(b.text)}`);
  const shown = deep > MOST_TERMS ? [...texts.slice(0, MOST_TERMS - 1), "\u2026", texts[deep - 1]] : texts;
  return {
    text: [...start ? [start.text] : [], ...shown].join(" + "),
    number: pairs.reduce((sum, [a, b]) => sum + a.number * b.number, start?.number ?? 0)
  };
}
function held(text3) {
  return text3.startsWith("\u2212") ? `(${text3})` : text3;
}
function at(value2, index) {
  const { shape, data, dtype } = value2;
  if (value2.corner || shape.length > index.length) return null;
  let flat2 = 0;
  for (let axis = 0; axis < shape.length; axis++) {
    const place3 = index[index.length - shape.length + axis];
    if (shape[axis] !== 1 && place3 >= shape[axis]) return null;
    flat2 = flat2 * shape[axis] + (shape[axis] === 1 ? 0 : place3);
  }
  const item3 = data[flat2];
  const number3 = Number(item3);
  const text3 = Number.isFinite(number3) ? String(Number(number3.toPrecision(6))) : full(item3, dtype);
  return { text: text3.replace("-", "\u2212"), number: number3 };
}
function signOf(sign) {
  return SIGNS3[
    /** @type {keyof typeof SIGNS} */
    sign
  ] ?? (sign === "@<" ? "@" : sign);
}

// player/panes/slots.js
function slots2(story, step, words) {
  const rows3 = slotRows(story, step);
  if (!rows3.length || story.steps[step].kind === "run") return null;
  const isFreed = rows3.every((row3) => row3.slots.every(({ state }) => state === "freed"));
  const title = isFreed ? words.slotsFreed : words.slotsKept;
  return html(
    "section.slots",
    html("h3", tell(title, { bytes: bytesText(slotBytes(story, step)) })),
    html("ul", ...rows3.map((row3) => html("li", story.boxes[row3.box].fn ?? "", ...row3.slots.map(slot)))),
    story.steps[step].summary ? null : html("p", words.slotsRule)
  );
}
function slot({ name, value: value2, state }) {
  const text3 = value2 && state !== "freed" ? brief2(value2) ?? tuple(value2.shape) : null;
  return html(
    "b",
    { class: state },
    `${SIGNS[state]} ${name}`,
    text3 && text3 !== name ? html("small", ` ${text3}`) : ""
  );
}

// player/model/summary.js
function summary({ leaves, more, work }, words, checks) {
  return html(
    "div.summed",
    ...leaves.map((leaf) => {
      const own = (checks ?? []).filter(({ leaf: name }) => name === leaf.name);
      return html("section", html("p", leaf.say), paths(leaf, words, own), verdict(own, words));
    }),
    more ? html("p.note", tell(words.moreLeaves, { count: more })) : null,
    checks && !checks.length ? html("button", { type: "button", "data-do": "check", title: words.checkLong }, words.checkThese) : null,
    html("p.note", work)
  );
}
function verdict(checks, words) {
  if (!checks.length) return null;
  const agree = checks.filter(({ verdict: one }) => one === "agree").length;
  return html("p.note", tell(words.agreeing, { count: agree, total: checks.length }));
}
function nudgedText(checks) {
  const numbers4 = checks.map(({ nudged }) => nudged == null ? "?" : short2(nudged, "float32"));
  return numbers4.length === 1 ? numbers4[0] : `[${numbers4.join(", ")}]`;
}
function paths({ name, rows: rows3 = [], sum = "", more }, words, checks) {
  if (!rows3.length) return null;
  const last2 = checks.length ? [words.nudged] : [];
  const isTold = rows3.some(({ product }) => product != null);
  const titles = [name, words.path, ...isTold ? [words.product] : [], words.brings, ...last2];
  const heading2 = html(
    "tr",
    ...titles.map(
      (text3) => html("th", { scope: "col", title: text3 === words.product ? words.productLong : null }, text3)
    )
  );
  const found = () => checks.length ? html("td", nudgedText(checks)) : null;
  const body = rows3.map(
    ({ way, product, value: value2 }) => html(
      "tr",
      html("td"),
      html("td", way),
      isTold ? html("td", product ?? "") : null,
      html("td", value2),
      rows3.length === 1 ? found() : null
    )
  );
  const rest3 = more ? html("tr", html("td"), html("td", tell(words.morePaths, { count: more }))) : null;
  const total3 = html(
    "tr.sum",
    html("td"),
    html("td", words.sum),
    isTold ? html("td") : null,
    html("td", sum),
    found()
  );
  return html("table", html("thead", heading2), html("tbody", ...body, rest3, rows3.length > 1 ? total3 : null));
}

// player/panes/card.js
var OFTEN = 120;
var Card = class {
  constructor(element3, words, { jump, choose, checks, memories, signal }) {
    this.words = words;
    this.checks = checks;
    this.memories = memories;
    this.rows = ROWS2;
    const observer = new ResizeObserver(() => this.fit(element3));
    observer.observe(element3);
    signal.addEventListener("abort", () => observer.disconnect());
    this.heading = html("div.top");
    this.tables = html("div.operands");
    this.formulas = html("div.formulas");
    this.written = html("p.written");
    this.shared = html("div.shared");
    this.inner = html("div.inner", { hidden: true });
    element3.replaceChildren(this.heading, this.tables, this.written, this.shared, this.formulas, this.inner);
    this.toTop = toTop(element3);
    this.inner.addEventListener("click", ({ target }) => {
      const { step } = target.closest("button")?.dataset ?? {};
      if (step) jump(Number(step));
    });
    this.shared.addEventListener("click", ({ target }) => {
      const { box: box2 } = target.closest("button")?.dataset ?? {};
      if (box2) choose(Number(box2));
    });
    this.tables.addEventListener("pointerover", ({ target }) => {
      const cell2 = target.closest("td[data-index]");
      this.point(cell2);
      this.tellRow(cell2);
    });
  }
  open(story) {
    this.story = story;
    this.step = void 0;
    this.drawn = null;
    clearTimeout(this.waiting);
    this.waiting = 0;
  }
  /** Show as many rows of cells as there is room for; the style says how much a row takes, and what is around them. */
  fit(element3) {
    const style = getComputedStyle(element3);
    const [row3, around2] = ["--cell", "--around"].map((name) => parseFloat(style.getPropertyValue(name)));
    const rows3 = Math.max(2, Math.min(ROWS2, Math.floor((element3.clientHeight - around2) / row3)));
    if (rows3 === this.rows) return;
    this.rows = rows3;
    if (this.step !== void 0) this.draw();
  }
  /** Show a step, at once or, where steps follow fast, now and then. */
  go(step, calm) {
    this.step = step;
    if (calm) this.draw();
    else this.waiting ||= setTimeout(() => this.draw(), OFTEN);
  }
  draw() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const { box: box2, to, kind, formula, slopes, derivatives, summary: whole3 } = this.story.steps[this.step];
    const failure = kind === "error" && this.story.reasons.find(({ what }) => what === "error");
    this.groups = groups(this.story, this.step, this.words);
    const { title, fn } = this.story.boxes[kind === "arrive" ? to : box2] ?? { title: "" };
    this.heading.replaceChildren(html("h2", title), kind === "run" && fn ? html("span", fn) : "");
    this.tables.replaceChildren(...this.groups.map(({ operands }, i) => this.group(operands, i)));
    this.formulas.replaceChildren(
      slots2(this.story, this.step, this.words) ?? "",
      ...(slopes ?? []).map(
        (text3, i) => html("div.slope", html("p", text3), ...(derivatives?.[i] ?? []).map(equation))
      ),
      ...(formula ?? []).map(equation),
      ...failure ? sentences(failure, this.words) : [],
      ...whole3 ? [summary(whole3, this.words, this.checks(this.step))] : []
    );
    this.drawShared();
    this.drawInside();
    this.toTop();
    write(this.written, "");
    const result = this.tables.querySelector(
      "[data-group] > figure:last-child, [data-group] > tbody > tr:last-child"
    );
    this.point(result?.querySelector("td[data-index]"));
  }
  /**
   * Show the memories that several hold, each as one box: before the cells where the step writes to one, or where all of them
   * are asked for. What is the same as before stays.
   */
  drawShared() {
    const { memories, isAsked, more } = this.memories();
    const focused = this.shared.querySelector(":focus");
    const where = focused && [focused.closest("section").dataset.letter, focused.dataset.box];
    const { values } = this.story;
    const before = this.drawn?.values === values ? this.drawn.boxes : /* @__PURE__ */ new Map();
    const boxes2 = new Map(memories.map((memory) => [JSON.stringify(memory), memory]));
    for (const [key, memory] of boxes2)
      boxes2.set(key, before.get(key) ?? memoryBox(memory, this.story, this.words));
    this.drawn = { values, boxes: boxes2 };
    this.shared.replaceChildren(
      ...boxes2.values(),
      more ? html("p.note", tell(this.words.moreMemories, { count: more })) : ""
    );
    if (where)
      this.shared.querySelector(`[data-letter="${where[0]}"] [data-box="${where[1]}"]`)?.focus({ preventScroll: true });
    const isFirst2 = isAsked || memories.some(({ isWritten, victims }) => isWritten || victims.length);
    const place3 = isFirst2 && memories.length ? "first" : "last";
    if (place3 === this.shared.dataset.place) return;
    this.shared.dataset.place = place3;
    (isFirst2 ? this.heading : this.written).after(this.shared);
  }
  /** Show the custom Function that the step is in, with the line at work in view. */
  drawInside() {
    const focused = this.inner.querySelector(":focus")?.dataset.step;
    const whole3 = inside(this.story, this.step, this.words);
    this.inner.replaceChildren(whole3 ?? "");
    this.inner.hidden = !whole3;
    const now = this.inner.querySelector(".now");
    if (now) whole3.scrollTop = now.offsetTop + now.offsetHeight - whole3.clientHeight + 4;
    if (focused) this.inner.querySelector(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
  }
  /** Operands one below the other where they are rows of numbers, else one beside the other. */
  group(operands, at2) {
    const flat2 = operands.every(({ value: value2 }) => !value2 || value2.shape.length < 2);
    return flat2 ? this.factors(operands, at2) : this.line(operands, at2);
  }
  factors(operands, at2) {
    const columns = Math.max(
      1,
      ...operands.map(({ value: value2 }) => value2 ? (corner(value2).rows[0] ?? []).length : 0)
    );
    const row3 = ({ sign, name, value: value2, awaited, text: text3 }) => html(
      "tr",
      html("th", { scope: "row" }, html("i", signOf(sign)), " ", name),
      ...value2 ? this.cells(value2) : [
        html(
          "td",
          { colspan: columns, class: awaited ? "awaited" : "text" },
          awaited ? "?" : text3 ?? (Number.isNaN(Number(name)) || !name ? "" : name)
        )
      ],
      html("td.rest", value2 && corner(value2).part ? rest(value2) : "")
    );
    return html("table.factors", { "data-group": at2 }, html("tbody", ...operands.map(row3)));
  }
  cells(value2) {
    const most = largest(value2);
    return (corner(value2).rows[0] ?? []).map((cell2) => square(cell2, most));
  }
  line(operands, at2) {
    return html("div.line-of", { "data-group": at2 }, ...operands.flatMap((operand3) => this.block(operand3)));
  }
  block({ sign, name, value: value2, awaited }) {
    const most = value2 ? largest(value2) : 0;
    const { rows: rows3, part: part2 } = value2 ? corner(value2, this.rows) : { rows: [], part: false };
    const table = value2 ? html(
      "table",
      html("tbody", ...rows3.map((row3) => html("tr", ...row3.map((cell2) => square(cell2, most)))))
    ) : html("span", { class: awaited ? "awaited" : "text" }, awaited ? "?" : "");
    return [
      sign ? html("i", signOf(sign)) : "",
      html("figure", html("figcaption", name, part2 ? html("small", ` ${rest(value2)}`) : ""), table)
    ];
  }
  /** Write out the row of the cell that the pointer is on, where each row is told. */
  tellRow(cell2) {
    const { sends } = this.story.steps[this.step].card ?? {};
    const { rows: rows3 } = sends?.[cell2?.closest("[data-group]")?.dataset.group] ?? {};
    const said = rows3 && ofRow(rows3, indexOf(cell2));
    if (said) write(this.formulas.querySelectorAll(".slope > p")[rows3.slope], said);
  }
  /** Write out the cell that the pointer is on. */
  point(cell2) {
    const group = this.groups?.[cell2?.closest("[data-group]")?.dataset.group];
    if (!group) return;
    const text3 = writtenOut(group.operands, indexOf(cell2));
    const place3 = cell2.dataset.index && `[${cell2.dataset.index}]: `;
    write(this.written, text3 && place3 + text3);
    const around2 = cell2.closest("[data-group]");
    for (const other of this.tables.querySelectorAll("td[data-index]")) {
      other.classList.toggle("same", around2.contains(other) && other.dataset.index === cell2.dataset.index);
    }
  }
};
function indexOf(cell2) {
  return cell2.dataset.index.split(", ").filter(Boolean).map(Number);
}
function rest(value2) {
  const { min, max, mean } = value2.stats ?? {};
  const range = mean === void 0 ? "" : ` ${number(min)} \u2026 ${number(max)}, \xF8 ${number(mean)}`;
  return `\u2026 ${tuple(value2.shape)}${range}`;
}
function number(item3) {
  return brief2({ dtype: "float32", shape: [], data: [item3] });
}

// player/base/clock.js
var ASLEEP = 1e3;
var Clock = class {
  /** @param {(count: number) => void} advance */
  constructor(advance, {
    now = () => performance.now(),
    request = (f) => requestAnimationFrame(f),
    cancel = (id) => cancelAnimationFrame(id)
  } = {}) {
    this.advance = advance;
    this.now = now;
    this.request = request;
    this.cancel = cancel;
    this.running = false;
    this.rate = this.began = this.done = this.frame = 0;
  }
  /** @param {number} perSecond */
  start(perSecond) {
    this.stop();
    this.running = true;
    this.rate = perSecond;
    this.began = this.now();
    this.done = 0;
    this.tick();
  }
  tick() {
    const before = this.now();
    this.frame = this.request(() => {
      const gap = this.now() - before;
      if (gap > ASLEEP) this.began += gap;
      const due = Math.floor((this.now() - this.began) * this.rate / 1e3) - this.done;
      if (due > 0) {
        this.done += due;
        this.advance(due);
      }
      if (this.running) this.tick();
    });
  }
  stop() {
    this.running = false;
    this.cancel(this.frame);
  }
};

// player/stage/finder.js
var Finder = class {
  constructor(form, { show, uncover, signal }) {
    this.form = form;
    this.field = form.querySelector("input");
    this.count = form.querySelector(".hits");
    this.show = show;
    this.found = [];
    this.field.addEventListener("input", () => this.go(0), { signal });
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        const box2 = this.found[this.at];
        this.go(box2 !== void 0 && uncover(box2) ? this.at : this.at + 1);
      },
      { signal }
    );
  }
  open(story) {
    this.story = story;
    this.hide();
  }
  get shown() {
    return !this.form.hidden;
  }
  begin() {
    this.form.hidden = false;
    this.field.focus();
  }
  hide() {
    this.form.hidden = true;
    this.field.value = "";
  }
  /** Show what is found, and of it the box number `at`, counted around. */
  go(at2) {
    const found = this.found = this.story.search(this.field.value);
    this.at = found.length ? at2 % found.length : 0;
    write(this.count, this.field.value && `${found.length ? this.at + 1 : 0} / ${found.length}`);
    this.show(found, found[this.at]);
  }
};

// player/base/keys.js
var COMMANDS = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  Home: "first",
  End: "last",
  " ": "play",
  f: "forward",
  b: "backward",
  "[": "previousTurn",
  "]": "nextTurn",
  "+": "in",
  "=": "in",
  "-": "out",
  F: "fit",
  0: "fit",
  Escape: "escape",
  "/": "find",
  "?": "help",
  p: "present",
  t: "turn",
  n: "nudge",
  q: "predict",
  m: "magnitudes",
  v: "memory",
  ">": "prompt",
  ArrowDown: "into",
  Enter: "into",
  ArrowUp: "outOf"
};
var WITH_SHIFT = { ArrowRight: "over", ArrowLeft: "overBack" };
function command({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (ctrlKey || metaKey || altKey) return void 0;
  return shiftKey && WITH_SHIFT[key] || COMMANDS[key];
}
var TEXT = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=''], [contenteditable=true]";
var ARROWS = "[role=slider], [role=tab], [role=radio], [role=option], [role=combobox], [role=menuitem], [role=gridcell], [role=textbox], [type=radio], [type=range]";
var PRESSED = "button, a[href], summary, [role=button], [role=checkbox], [role=switch], [type=checkbox]";
function isFree(target, wanted) {
  if (!target?.closest) return true;
  if (target.closest(TEXT) || target.closest(ARROWS) || target.closest("[role=dialog], [role=menu]"))
    return false;
  return !(wanted === "play" && target.closest(PRESSED));
}
var LEGEND = [
  ["\u2192 \u2190", "keySteps"],
  ["Shift \u2192 \u2190", "keyOver"],
  ["\u2193 \u2191", "keyInto"],
  ["Home End", "keyEnds"],
  ["Space", "keyPlay"],
  ["f b", "keyPhases"],
  ["[ ]", "keyTurns"],
  ["+ \u2212", "keyZoom"],
  ["Shift F", "keyFit"],
  ["t", "keyTurn"],
  ["p", "keyPresent"],
  ["q", "keyPredict"],
  ["n \u2191 \u2193", "keyNudge"],
  ["m", "keyMagnitudes"],
  ["v", "keyMemory"],
  [">", "keyPrompt"],
  ["/", "keyFind"],
  ["\u2191 \u2193 Enter", "keyNodes"],
  ["Esc", "keyEscape"]
];

// player/panes/help.js
var KINDS = ["leaf", "constant", "op", "function", "output", "seed", "fold"].map((kind) => [
  `kind-${kind}`,
  `kind_${kind}`
]);
var MARKS = [
  ["current", "box_current"],
  ["target", "box_target"],
  ["at-ready", "box_ready"],
  ["read", "box_read"]
];
var SIGNS4 = [
  ["grad", "\u2207 \u2013", "nabla"],
  ["running", "y = x * 2", "running"],
  ["made", "x * 2", "made"],
  ["minus", "\u22123", "minus"],
  ["cut", "\u2702", "cut"],
  ["failed", "\u2715", "failed"]
];
var LINKS = ["idle", "forward", "backward", "dotted"];
var STATES = ["pending", "complete", "kept", "passed", "undefined"];
function fillHelp(element3, words, close) {
  const button = html("button.unpin", { type: "button", "aria-label": words.close }, "\xD7");
  button.addEventListener("click", close);
  element3.replaceChildren(
    html("div.heading", html("h3", words.help), button),
    html(
      "div.columns",
      html("dl", ...keys(words), ...links(words)),
      html("dl", ...boxes(words, [...KINDS, ...MARKS]), ...gradients(words), ...signs(words))
    )
  );
}
function keys(words) {
  return LEGEND.flatMap(([names, word3]) => entry(html("kbd", names), words[word3]));
}
function links(words) {
  return LINKS.flatMap((state) => entry(html("span", { class: `stroke ${state}` }), words[`link_${state}`]));
}
function boxes(words, looks) {
  const sample = (look2) => html("div", { class: `box near sample ${look2}` }, html("div.title", html("b", "x")));
  return looks.flatMap(([look2, word3]) => entry(sample(look2), words[word3]));
}
function gradients(words) {
  const row3 = (state) => html("div", { class: `grad is-${state}` }, state === "undefined" ? "None" : "[0.3]");
  const sample = (state) => html("div", { class: "box near sample" }, row3(state));
  const what = (state) => tell(words.states[state], { arrived: 1, expected: 2 });
  return STATES.flatMap((state) => entry(sample(state), `${words.gradientHeading}: ${what(state)}`));
}
function signs(words) {
  return SIGNS4.flatMap(
    ([look2, text3, word3]) => entry(html("span", { class: `mark ${look2}` }, text3), words[`sign_${word3}`])
  );
}
function entry(sign, text3) {
  return [html("dt", sign), html("dd", text3)];
}

// player/panes/attributes.js
function attributes(story, i, step, words) {
  const box2 = story.boxes[i];
  if (box2.tensor == null || box2.kind === "seed" || story.at(i, step).status === "pending") return [];
  const because = words.because;
  const isLeaf = box2.kind === "leaf";
  const requires = isRequired(box2, step);
  const retains = isRetained(box2, step);
  const fn = isLeaf ? void 0 : box2.recorded ? box2.fn ?? made(story, i) : void 0;
  const [, version = 0] = story.entry(i, "version", step) ?? [step, 0];
  const places = {
    name: box2.title,
    line: box2.line,
    count: version,
    inputs: differentiable(story, i).join(", "),
    flagged: box2.flagged?.[1]
  };
  const say = (phrase) => tell(phrase, places);
  const python = (value2) => value2 ? "True" : "False";
  return [
    { name: "requires_grad", value: python(requires), reason: say(because[required(story, i, step)]) },
    {
      name: "is_leaf",
      value: python(!fn),
      reason: say(fn ? because.computed : requires ? because.created : because.leafByRule)
    },
    {
      name: "grad_fn",
      value: fn ?? "None",
      reason: say(because[history2(story, i, fn, requires)])
    },
    gradient(story, i, step, words),
    {
      name: "_version",
      value: String(version),
      reason: say(version ? because.changed : because.unchanged)
    },
    {
      name: "retains_grad",
      value: python(retains),
      reason: say(retains ? because.retains : isLeaf ? because.keepsAnyway : because.dropped)
    }
  ];
}
function isRetained({ retains }, step) {
  return retains != null && retains <= step;
}
function isRequired({ recorded, flagged }, step) {
  return Boolean(flagged && step < flagged[0] ? flagged[2] : recorded);
}
function made(story, i) {
  const link2 = story.neighbours[i].inputs.find((one) => story.links[one].kind === "output");
  return link2 === void 0 ? void 0 : story.boxes[story.links[link2].from].fn;
}
function differentiable(story, i) {
  const links2 = story.neighbours[i].inputs.map((link2) => story.links[link2]);
  return [
    ...new Set(links2.filter(({ kind }) => kind === "gradient").map(({ from }) => story.boxes[from].title))
  ];
}
function history2(story, i, fn, requires) {
  if (fn) return "node";
  if (requires) return "noNode";
  return story.neighbours[i].inputs.length ? "notRecorded" : "notComputed";
}
function required(story, i, step) {
  const { kind, cut, flagged } = story.boxes[i];
  if (flagged && flagged[1] != null && step >= flagged[0]) return "set";
  if (flagged && isRequired(story.boxes[i], step)) return "asked";
  if (isRequired(story.boxes[i], step))
    return kind === "leaf" ? "asked" : differentiable(story, i).length ? "inputs" : "computed";
  const inputs = story.neighbours[i].inputs.map((link2) => story.links[link2]);
  if (cut != null || inputs.some((link2) => link2.cut != null)) return "cut";
  if ((kind === "constant" || kind === "leaf") && !inputs.length) return "notAsked";
  return inputs.some(({ from }) => story.boxes[from].recorded) ? "notRecorded" : "noInput";
}
function absence(entries, step, because) {
  const next = entries.findIndex(([k]) => k > step);
  const before = next < 0 ? entries : entries.slice(0, next);
  const state = before.at(-1)?.[1];
  if (state === "pending" || entries[next]?.[1] === "kept") return because.onItsWay;
  if (state === "complete") return because.returned;
  return before.some(([, one]) => one === "kept") ? because.cleared : because.notReached;
}
function gradient(story, i, step, words) {
  const because = words.because;
  const box2 = story.boxes[i];
  const entries = story.tracks[story.originals[i]].grad ?? [];
  const settled = entries.filter(([k, state]) => k <= step && (state === "kept" || state === "none")).at(-1);
  const keeps = box2.kind === "leaf" || Boolean(box2.flagged) || isRetained(box2, step);
  if (keeps && settled?.[1] === "kept") return { name: "grad", value: settled[2], reason: because.added };
  const reason = !isRequired(box2, step) ? because.noGradient : keeps ? absence(entries, step, because) : because.notLeaf;
  return { name: "grad", value: "None", reason };
}

// player/tools/jacobian.js
function jacobianOf(story, i, link2) {
  const box2 = story.boxes[i];
  const program = link2 ? new URL(link2, "http://studio/").searchParams : new URLSearchParams();
  const leaf = box2.tensor != null && box2.recorded && box2.kind !== "leaf" ? leafOf(story, i) : void 0;
  if (!(program.has("program") || program.has("lesson")) || leaf === void 0) return null;
  const pair = [box2.title, story.boxes[leaf].title];
  if (pair.some((title) => /[…·]/u.test(title)) || box2.line == null) return null;
  program.delete("step");
  program.set("output", pair[0]);
  program.set("input", pair[1]);
  program.set("line", String(box2.line));
  return `./jacobian?${program}`;
}
function leafOf(story, i) {
  const seen = /* @__PURE__ */ new Set([i]);
  for (const here2 of seen) {
    if (story.boxes[here2].kind === "leaf") return here2;
    for (const one of story.neighbours[here2].inputs) {
      if (["gradient", "output"].includes(story.links[one].kind)) seen.add(story.links[one].from);
    }
  }
  return void 0;
}

// player/panes/inspector.js
var Inspector = class {
  constructor(element3, words, { jump, choose, look: look2, explain, link: link2 }) {
    this.words = words;
    this.link = link2;
    this.explain = explain;
    this.body = html("div.facts");
    const readout = html("p.readout");
    element3.replaceChildren(this.body, readout);
    pairGrids(this.body, readout);
    this.body.addEventListener("click", ({ target }) => {
      const { step, box: box2, line, reason } = target.closest("button")?.dataset ?? {};
      if (reason) return;
      if (step) jump(Number(step));
      else if (line) look2(Number(line));
      else if (target.closest("button")) choose(box2 ? { box: Number(box2) } : null);
    });
  }
  open(story) {
    this.story = story;
    this.drawn = null;
    this.explain();
  }
  /** Show {box} or {link} at a step, or what it says without either; nothing is touched if it looks as it did. */
  show(chosen, step, pinned) {
    const facts = this.facts(chosen, step);
    const within2 = inside(this.story, step, this.words);
    const now = JSON.stringify([chosen, pinned, facts, within2 && step]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.box = chosen?.box;
    this.about = JSON.stringify(chosen);
    this.explain();
    const parts2 = !chosen ? [html("p.note", this.words.pickOne)] : chosen.reason != null ? this.aboutReason(chosen.reason, pinned) : chosen.box != null ? this.aboutBox(chosen.box, facts, pinned) : this.aboutLink(chosen.link, facts, pinned);
    this.body.replaceChildren(...[...parts2, within2].filter(Boolean));
  }
  /** The cells of the tensor that is shown as "value" or "gradient". */
  cells(meaning) {
    return [...this.body.querySelectorAll(`[data-of=${meaning}] td[data-index]`)];
  }
  /** What can change from step to step. */
  facts(chosen, step) {
    if (chosen?.box != null) {
      const box2 = this.story.originals[chosen.box];
      return {
        ...this.story.at(box2, step),
        saved: this.story.saved(box2, step),
        sums: this.story.sums(box2, step),
        why: this.story.entry(box2, "why", step)?.[1],
        shared: sharedMemories(this.story, step).filter(
          ({ holders }) => holders.some((one) => one.box === box2)
        ),
        answers: attributes(this.story, box2, step, this.words)
      };
    }
    return chosen?.link != null ? this.story.travelled(chosen.link, step) : null;
  }
  aboutBox(i, { value: value2, text: text3, grad: grad2, saved, sums, why, shared, answers }, pinned) {
    const box2 = this.story.boxes[i];
    return [
      this.heading(box2.title, pinned),
      html("p.summary", ...this.summary(box2)),
      html(
        "div.pair",
        this.tensor("value", this.words.valueHeading, value2, text3 ? null : this.words.not_yet),
        grad2.state ? this.tensor(
          "gradient",
          this.words.gradientHeading,
          grad2.value,
          tell(this.words.states[grad2.state], grad2)
        ) : null
      ),
      this.why(why, pinned),
      this.why(box2.cut, pinned),
      ...shared.map((memory) => memoryBox(memory, this.story, this.words)),
      answers.length ? this.answers(answers) : null,
      sums.length ? this.sums(sums) : null,
      saved.length ? this.saved(saved) : null,
      this.neighbours(i),
      this.jacobian(i)
    ];
  }
  /** The way to the Jacobian of a box, in a page of its own. */
  jacobian(i) {
    const address = jacobianOf(this.story, i, this.link());
    return address && html("p.jacobian", html("a", { href: address, target: "_blank" }, this.words.jacobian));
  }
  aboutLink(i, sent2, pinned) {
    const { from, to, label, cut } = this.story.links[i];
    return [
      this.heading(`${this.story.boxes[from].title} \u2192 ${this.story.boxes[to].title}`, pinned),
      label ? html("p.summary", tell(this.words.operand, { label })) : null,
      sent2 ? this.tensor("travelled", this.words.travelled, sent2.value, sent2.value == null ? sent2.text : null) : html("p.note", this.words.nothingTravelled),
      this.why(cut, pinned),
      html("p.neighbours", this.button(from), this.button(to))
    ];
  }
  /** The attributes of a tensor as Python would print them, each with its reason. */
  answers(answers) {
    const row3 = ({ name, value: value2, reason }) => html(
      "tr",
      html("th", { scope: "row", title: this.words.attributes[name] }, html("code", name)),
      html("td", html("code", value2), html("span", reason))
    );
    return html(
      "section",
      html("h4", this.words.attributesHeading),
      html("table.answers", html("tbody", ...answers.map(row3)))
    );
  }
  aboutReason(index, pinned) {
    const reason = this.story.reasons[index];
    this.explain(reason);
    return [this.heading(titleOf(reason, this.words), pinned), this.inFull(reason)];
  }
  /** A reason behind the question that it answers; while it is open, its way is drawn. */
  why(index, pinned) {
    const reason = this.story.reasons[index];
    if (!reason) return null;
    const element3 = html(
      "details.why",
      { open: this.asked === this.about },
      html("summary", this.words.why[reason.what]),
      this.inFull(reason)
    );
    element3.addEventListener("toggle", () => {
      if (element3.open) this.asked = this.about;
      else if (element3.isConnected) this.asked = null;
      if (pinned) this.explain(element3.open ? reason : void 0);
    });
    return element3;
  }
  inFull(reason) {
    const told2 = (box2) => ({
      title: this.story.boxes[box2]?.title,
      size: this.story.boxes[box2] && arrived(this.story, box2, [0, Infinity])
    });
    return explanation(reason, told2, this.words, this.link());
  }
  heading(text3, pinned) {
    return html(
      "div.heading",
      html("h3", text3),
      pinned ? html(
        "button",
        {
          type: "button",
          class: "unpin",
          "aria-label": this.words.unpin,
          title: `${this.words.unpin} (Esc)`
        },
        "\xD7"
      ) : null
    );
  }
  summary({ kind, title, expr, fn, line }) {
    const parts2 = [
      this.words.kinds[kind],
      expr && expr !== title && html("code", expr),
      fn && html("b", fn),
      line && tell(this.words.line, { line })
    ];
    return parts2.filter(Boolean).flatMap((part2, i) => i ? [" \xB7 ", part2] : [part2]);
  }
  tensor(meaning, title, ref, state) {
    const value2 = this.story.values[ref];
    return html(
      "section",
      { "data-of": meaning },
      html(
        "h4",
        { title: this.words.meanings[meaning] },
        title,
        value2 ? html("span", ` ${value2.dtype} ${tuple(value2.shape)}`) : null
      ),
      state ? html("p.state", state) : null,
      value2 ? grid(value2, this.words) : null
    );
  }
  sums(entries) {
    const row3 = ([step, link2, value2, before, after]) => html(
      "tr",
      html(
        "td",
        html(
          "button",
          { type: "button", "data-step": step, title: tell(this.words.goTo, { step: step + 1 }) },
          String(step + 1)
        )
      ),
      html(
        "td",
        html("div", link2 == null ? this.words.seed : this.story.boxes[this.story.links[link2].to].title),
        this.sum(before, value2, after)
      )
    );
    return html(
      "section",
      html("h4", { title: this.words.meanings.sums }, this.words.sums),
      html("table.sums", html("tbody", ...entries.map(row3)))
    );
  }
  /** A sum as a line of text where that is short, otherwise the grid of what was added. */
  sum(before, added, after) {
    const [old, plus, now] = [before, added, after].map(
      (ref) => ref == null ? "None" : brief2(this.story.values[ref])
    );
    if ([old, plus, now].includes(null)) return grid(this.story.values[added], this.words);
    return html("div", before == null ? plus : `${old} + ${plus} = ${now}`);
  }
  saved(entries) {
    const row3 = ([name, text3, box2, then, now, freed]) => html(
      "tr",
      { class: freed ? "freed" : now !== then ? "stale" : null },
      html("td", html("code", name)),
      html("td", freed ? this.words.freed : box2 == null ? text3 : this.button(box2)),
      html(
        "td",
        then == null ? "" : tell(now === then ? this.words.version : this.words.versions, { saved: then, now })
      )
    );
    return html(
      "section",
      html("h4", { title: this.words.meanings.savedFor }, this.words.savedFor),
      html("table.saved", html("tbody", ...entries.map(row3)))
    );
  }
  neighbours(i) {
    const { inputs, outputs } = this.story.neighbours[i];
    const list2 = (title, links2, end) => links2.length ? html(
      "p.neighbours",
      { title: this.words.meanings[end === "from" ? "inputs" : "outputs"] },
      `${title} `,
      ...links2.map(
        (link2) => this.button(this.story.links[link2][end], end === "from" ? this.story.links[link2].label : "")
      )
    ) : null;
    return html("section", list2(this.words.inputs, inputs, "from"), list2(this.words.outputs, outputs, "to"));
  }
  button(box2, label) {
    const { title } = this.story.boxes[box2];
    return html("button", { type: "button", "data-box": box2 }, label ? `${label}: ${title}` : title);
  }
};

// player/stage/memory_overlay.js
var HEIGHT2 = 10;
var LABEL = 28;
var LETTER = 8;
var MOST_SHOWN = 12;
var MOST_JOINED = 12;
var Holding = class {
  /** `view()` is what is shown now, {chapters, story, step, stage}; `asked` hears when all memories are asked for, or no more. */
  constructor(player, words, { view, asked, signal }) {
    this.words = words;
    this.view = view;
    this.asked = asked;
    this.layer = html("div.tags", { "aria-hidden": "true" });
    this.panel = html("section.scale", { hidden: true });
    this.joined = svg("svg.joined", { "aria-hidden": "true" });
    this.line = svg("svg.bytes", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.said = html("p");
    this.flashing = [];
    this.lit = [];
    for (const [kind, isOver] of [
      ["pointerover", true],
      ["pointerout", false],
      ["focusin", true],
      ["focusout", false]
    ])
      player.addEventListener(
        kind,
        ({ target }) => this.light(target.closest?.("section.memory"), isOver && target),
        { signal }
      );
    player.querySelector(".world").prepend(this.joined);
    player.querySelector(".world").append(this.layer);
    player.querySelector(".stage").after(this.panel);
    player.querySelector(".track").append(this.line);
  }
  get isOn() {
    return !this.panel.hidden;
  }
  toggle() {
    this.panel.hidden = this.isOn;
    this.panel.setAttribute("aria-label", this.words.memoryLong);
    const { version, shared, kept, freed, stale } = this.words.tags;
    const entry2 = (sign, text3) => html("span", html("b", { class: sign[0] }, sign[1]), text3);
    this.panel.replaceChildren(
      html("h2", this.words.memoryLong),
      html(
        "div.samples",
        entry2(["version", "v1"], version),
        entry2(["memory", "A"], shared),
        entry2(["kept", SIGNS.kept], kept),
        entry2(["freed", SIGNS.freed], freed),
        entry2(["stale", SIGNS.stale], stale)
      ),
      this.said
    );
    this.draw();
    this.asked();
    return this.isOn;
  }
  /** The memories to be shown as boxes at a step: those that it is about, or all of them where they are asked for. */
  shown() {
    const { story, step } = this.view();
    const shared = sharedMemories(story, step).filter((one) => this.isOn || isAtWork(one));
    return {
      memories: shared.slice(0, MOST_SHOWN),
      isAsked: this.isOn,
      more: Math.max(0, shared.length - MOST_SHOWN)
    };
  }
  /** Light up whoever holds a memory while one looks at its box, and the numbers that the tag at hand looks at. */
  light(section, at2) {
    for (const element3 of this.lit) delete element3.dataset.lit;
    this.lit = [];
    if (!section || !at2) return;
    const { story, stage } = this.view();
    const boxes2 = section.dataset.boxes.split(" ").map((box2) => stage.scene.elements[story.shown[box2]]);
    const tag2 = at2.closest("button");
    const cells = tag2?.dataset.cells?.split(" ");
    const numbers4 = tag2 ? [...section.querySelectorAll("td")] : [];
    this.lit = [
      ...boxes2.filter(Boolean),
      ...numbers4.filter((one) => !cells || cells.includes(one.dataset.index))
    ];
    for (const element3 of this.lit) element3.dataset.lit = "";
  }
  /** Draw anew, as at the step that is shown. */
  draw() {
    this.chapter = null;
    this.go();
  }
  /** Follow to another step. */
  go() {
    const { story, step } = this.view();
    if (!story || step === void 0) return;
    this.flash(story, step);
    const shared = sharedMemories(story, step).filter(
      (one) => one.boxes.length > 1 && (this.isOn || isAtWork(one) && !one.isSpared)
    );
    const joined2 = shared.filter(({ boxes: boxes2 }) => boxes2.length <= MOST_JOINED);
    this.joined.replaceChildren(...joined2.map((one) => this.join(story, one)));
    this.layer.replaceChildren(
      ...this.tags(story, step, shared),
      ...joined2.filter(isChanged).map((one) => this.name(story, one, step)),
      ...shared.flatMap(({ victims }) => victims.map((box2) => this.victim(story, story.shown[box2])))
    );
    if (this.isOn) this.measure();
    else this.line.replaceChildren();
  }
  /** Let every box light up that holds what the step writes. */
  flash(story, step) {
    const { box: box2, held: held3 = [], victims = [] } = story.steps[step];
    const { elements: elements2 } = this.view().stage.scene;
    for (const element3 of this.flashing) delete element3.dataset.held;
    const changed = held3.filter(
      (i) => victims.includes(i) || story.at(i, step).value !== story.at(i, step - 1).value
    );
    this.flashing = changed.length ? [box2, ...changed].map((i) => elements2[story.shown[i]]).filter(Boolean) : [];
    for (const element3 of this.flashing) element3.dataset.held = "";
  }
  /** The line that makes the boxes of one memory one, behind them: from each to the nearest of those before. */
  join(story, { boxes: boxes2, isWritten, victims }) {
    const middles = boxes2.map((box2) => middle(story.boxes[box2]));
    const lines2 = middles.slice(1).map((here2, i) => {
      const near = middles.slice(0, i + 1).sort((a, b) => distance(a, here2) - distance(b, here2))[0];
      return `M${near}L${here2}`;
    });
    return svg("path", { d: lines2.join(""), class: isWritten || victims.length ? "written" : null });
  }
  /** Who holds a memory, above the box that is written to, or the first one. */
  name(story, { boxes: boxes2, letter, names, isWritten, victims }, step) {
    const written = story.shown[story.steps[step].box];
    const box2 = boxes2.find((one) => isWritten && one === written) ?? boxes2[0];
    const text3 = tell(this.words.memoryOf, { letter: lettered(letter), names: names.join(" \xB7 ") });
    return this.label(story, box2, text3, isWritten || victims.length > 0);
  }
  /** That the gradient which waits at a box was overwritten. */
  victim(story, box2) {
    return this.label(story, box2, tell(this.words.victim, { name: story.boxes[box2].title }), true);
  }
  /** A text above a box; below it, and its letters, where only there no other box is covered. */
  label(story, box2, text3, isWritten) {
    const { x, y, w, h } = story.boxes[box2];
    const half = text3.length * LETTER / 2;
    const covers = (top) => story.boxes.some(
      (other, i) => i !== box2 && story.isSeen(i) && Math.abs(other.x + other.w / 2 - x - w / 2) < other.w / 2 + half && Math.abs(other.y + other.h / 2 - top - LABEL / 2) < (other.h + LABEL) / 2
    );
    const isBelow = covers(y - LABEL) && !covers(y + h + LABEL);
    const place3 = `left:${x + w / 2}px;top:${isBelow ? y + h + 2 * LABEL : y}px`;
    return html("span.above", { style: place3 }, html("b", { class: isWritten ? "written" : null }, text3));
  }
  /**
   * What is at the foot of each box: the letters of the memories that are shown, the saved tensors that the step is about, and
   * with the switch on all there is.
   */
  tags(story, step, shared) {
    const letters = this.letters(story, shared);
    const told2 = new Set(story.steps[step].slots);
    return story.boxes.flatMap((box2, i) => {
      if (!story.isSeen(i) || story.isTab[i] || box2.copy_of != null) return [];
      const { version, saved } = this.isOn || told2.has(i) ? tags(story, i, step) : { saved: [] };
      const parts2 = [
        this.isOn && version ? html("b.version", `v${version}`) : null,
        ...letters.get(i) ?? [],
        ...saved.map(({ name, state }) => html("b", { class: state }, `${SIGNS[state]} ${name}`))
      ].filter(Boolean);
      const place3 = { style: `left:${box2.x}px;top:${box2.y + box2.h}px` };
      return parts2.length ? [html("span", place3, ...parts2)] : [];
    });
  }
  /** By box, the letters of those who hold the memories that are shown: its tensor and the gradient that waits there. */
  letters(story, shared) {
    const found = /* @__PURE__ */ new Map();
    for (const { letter, holders, isWritten, victims } of shared)
      for (const { box: box2, kind } of holders) {
        if (kind === "saved") continue;
        const at2 = story.shown[box2];
        const isRed = isWritten || victims.length > 0;
        const text3 = kind === "gradient" ? `\u2207${letter}` : letter;
        const known3 = found.get(at2) ?? [];
        if (known3.some((one) => one.textContent === text3)) continue;
        found.set(at2, [...known3, html("b", { class: isRed ? "memory written" : "memory" }, text3)]);
      }
    return found;
  }
  /** Say how much saved tensors hold, and draw it over the steps of the chapter, which the timeline has. */
  measure() {
    const { chapters, step } = this.view();
    const [from, to] = chapters.range(step);
    if (this.chapter !== from) {
      this.chapter = from;
      this.bytes = heldBytes(chapters.whole, [from, to]);
      const most2 = Math.max(1, ...this.bytes);
      const points2 = this.bytes.flatMap((bytes, i) => {
        const y = (HEIGHT2 * (1 - bytes / most2)).toFixed(2);
        return [`${i},${y}`, `${i + 1},${y}`];
      });
      this.line.setAttribute("viewBox", `0 0 ${this.bytes.length} ${HEIGHT2}`);
      this.line.replaceChildren(svg("polyline", { points: points2.join(" ") }));
    }
    const [now, most] = [this.bytes[step - from], Math.max(...this.bytes)].map(bytesText);
    this.said.textContent = tell(this.words.heldNow, { now, most });
  }
};
function isChanged({ isWritten, victims }) {
  return isWritten || victims.length > 0;
}
function middle({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}
function distance([a, b], [c, d]) {
  return Math.hypot(a - c, b - d);
}

// player/stage/magnitudes.js
var SAMPLES = [-6, -4, -2, 0, 2];
var THIN = 1.5;
var THICK = 10;
var Magnitudes = class {
  /** `view()` is what is shown now, {chapters, story, step, stage}. */
  constructor(player, words, { view, choose, signal }) {
    this.words = words;
    this.view = view;
    this.stage = player.querySelector(".stage");
    this.wires = svg("svg.sizes", { "aria-hidden": "true" });
    this.norms = html("div.norms", { "aria-hidden": "true" });
    this.panel = html("section.scale", { hidden: true });
    this.table = html("details");
    player.querySelector(".boxes").before(this.wires);
    player.querySelector(".world").append(this.norms);
    this.stage.after(this.panel);
    const press = ({ target }) => {
      const button = target.closest("button");
      if (button) choose({ box: Number(button.dataset.of) });
    };
    this.panel.addEventListener("click", press, { signal });
  }
  get isOn() {
    return !this.panel.hidden;
  }
  toggle() {
    this.panel.hidden = this.isOn;
    this.panel.setAttribute("aria-label", this.words.magnitudesLong);
    this.stage.classList.toggle("sized", this.isOn);
    this.draw();
    return this.isOn;
  }
  /** Follow to another step. */
  go() {
    if (this.isOn) this.draw();
  }
  /** Draw anew: the sizes are others, or where they are drawn. */
  draw() {
    for (const element3 of this.marked ?? []) delete element3.dataset.size;
    this.marked = [];
    this.wires.replaceChildren();
    this.norms.replaceChildren();
    if (!this.isOn) return;
    const { chapters, step, story, stage } = this.view();
    this.story = story;
    const { boxes: boxes2, links: links2 } = measures(story, [chapters.range(step)[0], step]);
    for (const [i, measure2] of [...links2].sort(([, a], [, b]) => level(a) - level(b))) this.line(i, measure2);
    for (const [i, measure2] of boxes2) this.box(stage.scene.elements[i], i, measure2);
    this.tell(boxes2);
  }
  line(link2, measure2) {
    const d = this.story.path(link2);
    if (d) this.wires.append(svg("path", { d, ...stroke(measure2) }));
  }
  box(element3, i, measure2) {
    const { x, y, w, h } = this.story.boxes[i];
    element3.dataset.size = look(measure2);
    element3.style.setProperty("--size", level(measure2).toFixed(3));
    this.marked.push(element3);
    this.norms.append(
      html("span", { style: `left:${x + w / 2}px;top:${y + h}px` }, `\u2016\u2207\u2016 ${normText(measure2)}`)
    );
  }
  /** The legend: what a look means, the largest and the smallest, and all of them as a table. */
  tell(boxes2) {
    const all2 = [...boxes2].filter(([i]) => this.story.originals[i] === i);
    const sorted = all2.sort(([, a], [, b]) => level(b) - level(a) || b.norm - a.norm);
    const wasOpen = this.table.open;
    this.table = html(
      "details",
      { open: wasOpen },
      html("summary", this.words.allMagnitudes),
      this.rows(sorted)
    );
    this.panel.replaceChildren(
      html("h2", this.words.magnitudesLong),
      html("div.samples", ...SAMPLES.map((power) => this.sample(power)), this.dead()),
      html("p", sorted.length ? this.summary(sorted) : this.words.noMagnitudes),
      sorted.length ? this.table : ""
    );
  }
  sample(power) {
    const measure2 = { norm: 10 ** power, odd: null };
    const sign = power === DECADES.least ? "\u2264 " : power === DECADES.most ? "\u2265 " : "";
    return swatch(measure2, sign + rounded(10 ** power));
  }
  dead() {
    return swatch({ norm: 0, odd: null }, "0");
  }
  summary(sorted) {
    const name = ([i, measure2]) => ({ name: this.story.boxes[i].title, norm: normText(measure2) });
    const alive = sorted.filter(([, measure2]) => look(measure2) !== "zero");
    const parts2 = [];
    if (alive.length) parts2.push(tell(this.words.largestIs, name(alive[0])));
    if (alive.length > 1) parts2.push(tell(this.words.smallestIs, name(alive.at(-1))));
    const dead = sorted.length - alive.length;
    if (dead) parts2.push(tell(dead === 1 ? this.words.oneIsZero : this.words.someAreZero, { count: dead }));
    return parts2.join(" ");
  }
  rows(sorted) {
    const { norm, largest: largest2, zeros, magnitudeOf } = this.words.measures;
    const row3 = ([i, measure2]) => html(
      "tr",
      html(
        "th",
        { scope: "row" },
        html("button", { type: "button", "data-of": i }, this.story.boxes[i].title)
      ),
      html("td", normText(measure2)),
      html("td", rounded(measure2.largest)),
      html("td", zerosText(measure2))
    );
    const heads = [magnitudeOf, norm, largest2, zeros].map((text3) => html("th", { scope: "col" }, text3));
    return html(
      "div.all",
      html("table", html("thead", html("tr", ...heads)), html("tbody", ...sorted.map(row3)))
    );
  }
};
function stroke(measure2) {
  const size = level(measure2);
  return {
    "data-size": look(measure2),
    style: `--size:${size.toFixed(3)};stroke-width:${(THIN + (THICK - THIN) * size).toFixed(1)}px`
  };
}
function swatch(measure2, text3) {
  return html(
    "span",
    svg(
      "svg",
      { viewBox: "0 0 30 12", "aria-hidden": "true" },
      svg("path", { d: "M0 6h30", ...stroke(measure2) })
    ),
    text3
  );
}

// player/base/storage.js
var PREFIX = "autograd-player-";
function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
function remember(name, text3) {
  try {
    localStorage.setItem(PREFIX + name, text3);
  } catch {
  }
}

// player/panes/narration.js
var Narration = class {
  constructor(element3, words) {
    this.words = words;
    this.toTop = toTop(element3);
    this.status = element3.querySelector(".status");
  }
  open(story) {
    this.story = story;
  }
  /** Tell a step; `aloud` is false where steps follow too fast to be read out. */
  go(step, aloud) {
    this.status.setAttribute("aria-live", aloud ? "polite" : "off");
    const { phase, kind, say, box: box2 } = this.story.steps[step];
    const [look2, name] = ["error", "refuse"].includes(kind) ? ["error", this.words.error] : [phase, this.words[phase]];
    this.status.replaceChildren(
      html("span", { class: `phase ${look2}` }, name),
      " ",
      html("span.unseen", `${this.place(step)}. `),
      this.inside(box2, step),
      html("span", say)
    );
    this.toTop();
  }
  /** How far what a closed box holds has come. */
  inside(box2, step) {
    const at2 = this.story.inside(box2, step);
    if (!at2) return "";
    const name = at2.note ? `${at2.title} (${at2.note})` : at2.title;
    return html("b", tell(this.words.inside, { ...at2, name }), " ");
  }
  place(step) {
    return tell(this.words.stepOf, { step: step + 1, count: this.story.steps.length });
  }
};

// player/base/parcel.js
function head(bytes) {
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(10))));
}
async function payload(bytes) {
  const body = new Blob([bytes.subarray(bytes.indexOf(10) + 1)]);
  return new Response(body.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// player/tools/channel.js
var AT_ONCE = 3;
var AGAIN = 200;
var Channel = class {
  /**
   * @param {(wanted: Wanted) => Promise<any>} send
   * @param {(wanted: Wanted, answer: any) => void} answered called for each answer that is not older than the last one
   */
  constructor(send, answered) {
    this.send = send;
    this.answered = answered;
    this.queue = [];
    this.running = 0;
    this.wants = 0;
    this.asked = 0;
    this.told = 0;
  }
  get isBusy() {
    return this.running > 0;
  }
  /** @param {Wanted} wanted */
  async want(wanted) {
    this.wants++;
    this.queue = [wanted];
    if (this.running >= AT_ONCE) return;
    this.running++;
    let sent2 = this.next();
    while (sent2) {
      const answer2 = await sent2.answer;
      const isBusy = answer2.status === 429;
      const isLate = sent2.number < this.told;
      if (!isBusy) this.told = Math.max(this.told, sent2.number);
      const following = isBusy ? null : this.next();
      if (!this.closed && !isLate) this.answered(sent2.wanted, answer2);
      if (isBusy) {
        await rest2();
        if (!this.queue.length && sent2.number === this.asked && !this.closed) this.queue = [sent2.wanted];
      }
      sent2 = following ?? this.next();
    }
    this.running--;
  }
  /** Send what is wanted now; null if nothing is. */
  next() {
    if (!this.queue.length) return null;
    const [wanted] = this.queue.splice(0);
    return { wanted, number: ++this.asked, answer: this.send(wanted) };
  }
  /**
   * Run once, as soon as nothing else runs; null where something else has been wanted since.
   * @param {Wanted} wanted @param {number} since what `wants` was then
   */
  async once(wanted, since) {
    while (this.wants === since && !this.closed) {
      const answer2 = this.isBusy ? null : await this.send(wanted);
      if (answer2 && answer2.status !== 429) return answer2;
      await rest2();
    }
    return null;
  }
  close() {
    this.closed = true;
    this.queue = [];
  }
};
function rest2() {
  return new Promise((resolve) => {
    setTimeout(resolve, AGAIN);
  });
}
function ask({ path: path2, token }, wanted) {
  return post(path2, { token, ...wanted });
}
async function post(path2, wanted) {
  try {
    const response = await fetch(path2, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted)
    });
    return { status: response.status, ...await response.json() };
  } catch {
    return { status: 0 };
  }
}

// player/tools/promise.js
var ROUNDING = { float64: 1e-14, float32: 4e-7, float16: 4e-3, bfloat16: 0.03 };
var CLOSE2 = 1e-3;
function element2({ shape, corner: corner2, data }, flat2) {
  if (!corner2) return number2(data[flat2]);
  let [rest3, at2, stride] = [flat2, 0, 1];
  for (let i = shape.length - 1; i >= 0; i--) {
    const index = rest3 % shape[i];
    const kept = i < shape.length - corner2.length ? 1 : corner2[i - shape.length + corner2.length];
    if (index >= kept) return void 0;
    at2 += index * stride;
    stride *= kept;
    rest3 = Math.floor(rest3 / shape[i]);
  }
  return number2(data[at2]);
}
function number2(item3) {
  return item3 === void 0 ? void 0 : Number(item3);
}
function total(told2, pass, seeds = told2) {
  let sum = 0;
  const { roots } = told2.passes[pass];
  for (const [i, [y]] of roots.entries()) {
    const seed = seeds.passes[pass].roots[i][1];
    if (y == null || seed == null) return null;
    const [left, right2] = [told2.values[y], seeds.values[seed]];
    if (left.corner || right2.corner) return null;
    for (const [k, item3] of left.data.entries()) sum += Number(item3) * Number(right2.data[k]);
  }
  return sum;
}
function passOf({ passes }, handle, begun) {
  const counts = (pass) => passes[pass].roots.some(([, , creation]) => isSeed(handle, creation));
  const reached2 = handle.passes.filter(([pass, gain]) => gain != null || counts(pass));
  const all2 = reached2.length ? reached2 : handle.passes;
  return (all2.findLast(([pass]) => pass < begun) ?? all2[0])?.[0] ?? null;
}
function slope(told2, handle, pass, index) {
  const found = [];
  const gain = handle.passes.find(([one]) => one === pass)?.[1];
  if (gain != null) found.push(element2(told2.values[gain], index));
  for (const [y, , creation] of told2.passes[pass].roots)
    if (y != null && isSeed(handle, creation)) found.push(element2(told2.values[y], index));
  return found.length && !found.includes(void 0) ? found.reduce((sum, one) => sum + Number(one), 0) : null;
}
function isSeed(handle, creation) {
  return handle.seed !== void 0 || creation !== null && creation === handle.creation;
}
function outcome(base, now, at2, pass, index) {
  const [before, after] = [base.handles[at2], now.handles[at2]];
  const seeded = base.passes[pass].roots.some(([, , creation]) => isSeed(before, creation));
  const [was, is] = [total(base, pass), total(now, pass, seeded ? now : base)];
  const delta = (element2(now.values[after.value], index) ?? NaN) - (element2(base.values[before.value], index) ?? NaN);
  const [from, to] = [slope(base, before, pass, index), slope(now, after, pass, index)];
  const moved = was === null || is === null ? null : is - was;
  const promised = from === null || !Number.isFinite(from) ? null : from * delta;
  let verdict2 = null;
  if (moved !== null && promised !== null && to !== null) {
    const noise = rounding(now, pass) * Math.max(Math.abs(was ?? 0), Math.abs(is ?? 0));
    verdict2 = judge(moved, promised, to * delta, noise);
  }
  return { total: is, moved, delta, promised, from, to, verdict: verdict2 };
}
function judge(moved, promised, after, noise) {
  const slack = CLOSE2 * Math.max(Math.abs(moved), Math.abs(promised)) + noise;
  if (Math.abs(moved - promised) <= slack) return "kept";
  const [low, high] = [Math.min(promised, after), Math.max(promised, after)];
  return low - slack <= moved && moved <= high + slack ? "bends" : "jumps";
}
function surprise({ steps, boxes: boxes2, reasons = [] }, box2, pass) {
  const wrong = reasons.find((reason) => reason.what === "wrong" && reason.box === box2);
  if (wrong) return { cause: "wrong", line: wrong.line };
  let begun = -1;
  for (const { kind } of steps) {
    if (kind === "backward") begun++;
    if (kind === "hook" && begun === pass) return { cause: "hook" };
  }
  if (boxes2.some(({ kind }) => kind === "function")) return { cause: "function" };
  return { cause: reasons.some(({ what }) => what === "cut") ? "cut" : "turns" };
}
function rounding(told2, pass) {
  const [y] = told2.passes[pass].roots[0] ?? [];
  const dtype = y == null ? "float32" : told2.values[y].dtype;
  return (
    /** @type {Record<string, number>} */
    ROUNDING[dtype] ?? ROUNDING.float32
  );
}
function compared(base, down, up, at2, pass, index) {
  const [left, right2] = [outcome(base, down, at2, pass, index), outcome(base, up, at2, pass, index)];
  if (left.moved === null || right2.moved === null || right2.from === null) return null;
  const nudged = (right2.moved - left.moved) / (right2.delta - left.delta);
  const noise = 2 * rounding(base, pass) * Math.abs(right2.total ?? 0) / Math.abs(right2.delta - left.delta);
  const slack = 0.01 * Math.max(Math.abs(nudged), Math.abs(right2.from)) + noise + 1e-7;
  const near = (a, b) => b !== null && Math.abs(a - b) <= slack;
  const gap = Math.abs(Number(right2.to) - Number(left.to));
  const isTurn = gap > slack && gap > 10 * noise && [left, right2].every((side) => isStraight(side, gap / 10 + noise));
  let verdict2 = "differ";
  if (!Number.isFinite(nudged) || !Number.isFinite(right2.from)) verdict2 = "infinite";
  else if (isTurn)
    verdict2 = "kink";
  else if (near(nudged, right2.from)) verdict2 = "agree";
  else if (near(left.moved / left.delta, left.to) && near(right2.moved / right2.delta, right2.to) && !near(Number(left.to), right2.to))
    verdict2 = "kink";
  const isSharp = noise <= 0.01 * Math.abs(right2.from);
  return { nudged, gradient: right2.from, verdict: verdict2, isSharp, sides: [left.to, right2.to] };
}
function isStraight({ moved, delta, to }, slack) {
  return moved !== null && to !== null && Math.abs(moved / delta - to) <= slack;
}
function unit(x, dtype) {
  if (!dtype.startsWith("float") && !dtype.startsWith("bfloat")) return 1;
  const size = Math.abs(x);
  return 10 ** (Math.floor(Math.log10(Number.isFinite(size) && size > 0.1 ? size : 0.1)) - 2);
}
function rounded2(x, step) {
  return Number((Math.round(x / step) * step).toFixed(Math.max(0, Math.ceil(-Math.log10(step)))));
}
function numbers2(text3) {
  return [...text3.matchAll(/[^[\],\s]+/g)].map(({ index, 0: { length } }) => [index, length]);
}
function place2(flat2, shape) {
  const found = [];
  let rest3 = flat2;
  for (let i = shape.length - 1; i >= 0; i--) {
    found.unshift(rest3 % shape[i]);
    rest3 = Math.floor(rest3 / shape[i]);
  }
  return shape.length ? `[${found.join(", ")}]` : "";
}

// player/tools/handles.js
var COARSE = 10;
var PIXELS = 12;
var STOPS = 24;
var Handles = class {
  /**
   * `number(about)` and `value(about)` are an element and its tensor as they are now, `nudge(about, x)` replaces it,
   * `release()` takes that back, `reveal(about)` shows where it is.
   */
  constructor({ world, drawer, signal, ...asked }) {
    Object.assign(this, asked);
    this.layer = html("div.handles");
    this.elements = /* @__PURE__ */ new Map();
    this.cells = /* @__PURE__ */ new Map();
    world.append(this.layer);
    for (const place_ of [this.layer, drawer]) this.listen(place_, signal);
    world.getRootNode().addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!target.closest(".handle")) this.left = null;
      },
      { signal }
    );
  }
  /** Put a handle at each place of the picture. */
  place(wanted) {
    const before = this.elements;
    this.elements = /* @__PURE__ */ new Map();
    for (const one of wanted) {
      const handle = before.get(one.key) ?? html("span", { class: "handle", tabindex: 0 });
      for (const side of ["left", "top", "width", "height"])
        if (handle.about?.[side] !== one[side]) handle.style[side] = `${one[side]}px`;
      this.describe(handle, one);
      this.elements.set(one.key, handle);
      if (!handle.isConnected) this.layer.append(handle);
    }
    for (const [key, handle] of before) if (!this.elements.has(key)) handle.remove();
  }
  /** Make handles of the cells of the drawer; `about(index)` is what the handle of a cell is about. */
  mark(cells, about2) {
    const marked = /* @__PURE__ */ new Map();
    for (const cell2 of cells) {
      const one = about2(cell2.dataset.index ? cell2.dataset.index.split(", ").map(Number) : []);
      const handle = cell2.querySelector(".handle") ?? html("span", { class: "handle", tabindex: cells.length > STOPS ? -1 : 0 }, cell2.textContent);
      if (!handle.isConnected) cell2.replaceChildren(handle);
      this.describe(handle, one);
      marked.set(one.key, handle);
    }
    for (const handle of this.cells.values())
      if (!marked.has(handle.about.key)) handle.replaceWith(handle.textContent);
    this.cells = marked;
    const left = this.cells.get(this.left);
    if (left && !left.matches(":focus")) left.focus({ preventScroll: true });
  }
  describe(handle, about2) {
    const value2 = this.value(about2);
    const item3 = this.number(about2);
    const isFlag = value2.dtype === "bool";
    handle.about = about2;
    handle.setAttribute("role", isFlag ? "switch" : "spinbutton");
    handle.setAttribute("aria-label", about2.title + place2(about2.index, value2.shape));
    if (isFlag) handle.setAttribute("aria-checked", String(Boolean(item3)));
    else {
      handle.setAttribute("aria-valuenow", String(item3));
      handle.setAttribute("aria-valuetext", short2(item3, value2.dtype));
    }
    handle.classList.toggle("held", this.isHeld(about2));
  }
  /** What a handle says of itself. */
  name({ key }) {
    return (this.elements.get(key) ?? this.cells.get(key))?.getAttribute("aria-label");
  }
  listen(place_, signal) {
    const on = (type, handler) => place_.addEventListener(type, handler, { signal });
    const own = ({ target }) => target.closest(".handle");
    let drag = null;
    on("pointerdown", (event) => {
      const handle = own(event);
      if (!handle || event.button) return;
      event.preventDefault();
      handle.focus({ preventScroll: true });
      place_.setPointerCapture(event.pointerId);
      drag = { about: handle.about, x: event.clientX, value: this.number(handle.about), moved: false };
    });
    on("pointermove", (event) => {
      if (!drag) return;
      const { dtype } = this.value(drag.about);
      const step = unit(drag.value, dtype);
      const by = event.clientX - drag.x;
      drag.moved ||= Math.abs(by) > 3;
      if (!drag.moved || dtype === "bool") return;
      const whole3 = isWhole(dtype) ? Math.round(by / PIXELS) : by;
      this.nudge(drag.about, rounded2(drag.value + whole3 * step, step / 10));
    });
    on("pointerup", () => {
      if (drag && !drag.moved && this.value(drag.about).dtype === "bool") this.flip(drag.about);
      drag = null;
    });
    on("pointercancel", () => drag = null);
    on("focusin", (event) => {
      this.left = own(event)?.about.key;
      if (event.target.matches(".handle:focus-visible")) this.reveal(own(event).about);
    });
    on("focusout", ({ relatedTarget }) => {
      if (relatedTarget) this.left = null;
    });
    on("dblclick", (event) => own(event) && this.type(own(event)));
    on("keydown", (event) => own(event) && this.key(event, own(event)));
  }
  key(event, handle) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const { about: about2 } = handle;
    const { dtype } = this.value(about2);
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: COARSE, PageDown: -COARSE }[key];
    if (by && dtype === "bool") this.flip(about2);
    else if (by) {
      const now = this.number(about2);
      const step = unit(now, dtype) * (isWhole(dtype) ? 1 : COARSE) * (shiftKey ? COARSE : 1);
      this.nudge(about2, rounded2(now + by * step, unit(now, dtype) / 10));
    } else if (["Backspace", "Delete", "Escape"].includes(key)) this.release();
    else if (key === " " && dtype === "bool") this.flip(about2);
    else if (key === "Enter" || /^[-\d.]$/.test(key)) this.type(handle, key === "Enter" ? null : key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  flip(about2) {
    this.nudge(about2, this.number(about2) ? 0 : 1);
  }
  /** Let a number be typed. */
  type(handle, begun) {
    const { about: about2 } = handle;
    const { dtype } = this.value(about2);
    if (dtype === "bool") return;
    const input = html("input", {
      class: "typed",
      inputmode: "decimal",
      "aria-label": handle.getAttribute("aria-label")
    });
    input.value = begun ?? String(this.number(about2));
    let isOver = false;
    const end = (isWanted) => {
      if (isOver) return;
      isOver = true;
      const typed = Number(input.value.trim().replace("\u2212", "-"));
      input.remove();
      handle.focus({ preventScroll: true });
      const whole3 = isWhole(dtype) ? Math.round(typed) : typed;
      if (isWanted && input.value.trim() && Number.isFinite(typed)) this.nudge(about2, whole3);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
    });
    input.addEventListener("blur", () => end(true));
    const { left, top } = about2;
    if (left === void 0) handle.after(input);
    else {
      Object.assign(input.style, { left: `${left - 6}px`, top: `${top - 4}px` });
      this.layer.append(input);
    }
    input.focus();
    if (begun == null) input.select();
  }
};
function isWhole(dtype) {
  return !dtype.startsWith("float") && !dtype.startsWith("bfloat");
}

// player/tools/nudge.js
var MOST = 24;
var SECONDS = 10;
var COARSE2 = 1 / 256;
var FINE = 1 / 4096;
var GAP2 = 14;
var GRID = 16;
var REST = 150;
var PARTS = ["tracks", "steps", "values", "curves", "stdout", "error", "functions"];
var Nudge = class {
  /**
   * `view()` is what is shown now, {chapters, graph, story, step, stage}; `renumber(parts, changed, chapter)`
   * shows other numbers on the same picture, of one chapter or of all.
   */
  constructor(player, words, { view, renumber, checked, signal }) {
    this.words = words;
    this.player = player;
    this.view = view;
    this.renumber = renumber;
    this.onChecked = checked;
    this.ghost = html("div.ghost", { role: "status", hidden: true });
    this.hint = html("p");
    this.found = html("div.checked");
    this.panel = html("div.nudging", { hidden: true }, this.hint, this.found);
    this.world = player.querySelector(".world");
    this.drawer = player.querySelector(".inspector");
    this.handles = new Handles({
      world: this.world,
      drawer: this.drawer,
      value: (about2) => this.valueOf(about2),
      number: (about2) => this.number(about2),
      isHeld: (about2) => this.holds(about2),
      nudge: (about2, value2) => this.nudge(about2, value2),
      release: () => this.release(true),
      reveal: ({ box: box2 }) => this.view().stage.reveal(box2),
      signal
    });
    this.world.append(this.ghost);
    player.querySelector(".stage").after(this.panel);
    signal.addEventListener("abort", () => this.channel?.close());
  }
  /** Take where the server is asked; null where nothing can be nudged. */
  allow(way) {
    this.way = way;
  }
  /** Take the numbers of another run, of which nothing is nudged. */
  open() {
    this.close();
    this.base = this.checked = null;
  }
  /**
   * Check every gradient of the last pass begun at a step, as soon as the numbers of the run are there. `done` is called once
   * there is nothing more to read of it beside what the card says.
   */
  checkAt(step, done = this.done) {
    this.wanted = step;
    this.done = done;
    if (this.base && step != null) this.check(this.begun(step));
  }
  /** Follow to another step. */
  go() {
    if (!this.isOn || !this.base) return;
    if (this.now && ![void 0, this.chapter()].includes(this.now.chapter)) this.tellAll();
    if (this.now) {
      this.view().stage.renew(this.here(this.changed(this.own, this.now)));
      this.tell();
    }
    this.place();
  }
  /** Boxes of the whole run as the graph that is shown counts them. */
  here(boxes2) {
    const { chapters, graph } = this.view();
    return new Set([...boxes2].map((box2) => chapters.inGraph(graph, box2)).filter((box2) => box2 != null));
  }
  get isOn() {
    return Boolean(this.channel);
  }
  toggle() {
    if (this.isOn) this.close();
    else if (this.way) this.begin();
    return this.isOn;
  }
  begin() {
    const { payload: payload2 } = this.view().chapters;
    this.own = Object.fromEntries(PARTS.map((name) => [name, payload2[name]]));
    this.held = null;
    this.panel.hidden = false;
    this.player.classList.add("nudged");
    this.channel = new Channel(
      (wanted) => ask(this.way, wanted),
      (wanted, answer2) => this.answered(wanted, answer2)
    );
    this.instruct(this.words.nudgeStarts);
    if (this.base) this.ready();
    else this.channel.want({ nudge: null });
  }
  /** What the check of the pass that ends at a step has found; nothing if there was none. */
  checksAt(step) {
    const { begun, rows: rows3 } = this.checked ?? {};
    return begun === void 0 || begun !== this.begun(step) ? null : rows3.filter(({ pass }) => pass === begun - 1);
  }
  close() {
    this.wanted = this.done = null;
    if (!this.isOn) return;
    this.channel.close();
    this.channel = null;
    this.player.classList.remove("nudged");
    this.panel.hidden = this.ghost.hidden = true;
    this.found.replaceChildren();
    this.release(false);
    this.place();
  }
  ready() {
    const check = html("button", { type: "button" }, this.words.checkAll);
    check.addEventListener("click", () => this.check(this.begun(this.view().step)));
    this.hint.replaceChildren(this.words.nudgeHint, " ", check);
    this.place();
    if (this.wanted != null) setTimeout(() => this.checkAt(this.wanted));
  }
  instruct(text3) {
    this.hint.replaceChildren(text3);
  }
  // Handles
  /** Put a handle on every number that can be nudged, of those that are shown at this step. */
  place() {
    const found = this.nudgeable();
    this.handles.place([...found].flatMap(([box2, one]) => this.written(box2, one)));
    this.mark(found);
    this.settle();
  }
  /** Make handles of the numbers in the drawer, if they can be nudged. */
  mark(found = this.nudgeable()) {
    const { story, inspector } = this.view();
    const box2 = story?.originals[inspector.box ?? -1];
    const one = found.get(box2);
    this.handles.mark(one ? inspector.cells("value") : [], (place_) => {
      const index = place_.reduce((sum, i, axis) => sum * one.own.shape[axis] + i, 0);
      return { key: `${one.at} ${index}`, at: one.at, index, box: box2, title: story.boxes[box2].title };
    });
  }
  /** The boxes of this graph that hold numbers to nudge at this step: which of the run's handles, and their tensor. */
  nudgeable() {
    const found = /* @__PURE__ */ new Map();
    if (!this.isOn || !this.base) return found;
    const { chapters, graph, story, step } = this.view();
    const latest2 = /* @__PURE__ */ new Map();
    this.base.handles.forEach(({ box: box2, step: from }, at2) => {
      if (from <= step) latest2.set(box2, at2);
    });
    const told2 = this.now ?? this.base;
    for (const [whole3, at2] of latest2) {
      const box2 = chapters.inGraph(graph, whole3);
      if (box2 == null) continue;
      const { value: value2 } = story.at(box2, step);
      const own = told2.values[told2.handles[at2].value];
      if (value2 != null && same(story.values[value2], own)) found.set(box2, { at: at2, own });
    }
    return found;
  }
  /** The numbers that a box of the picture writes out, and where. */
  written(box2, { at: at2, own }) {
    const { story, step } = this.view();
    const { line, column, pad } = story.metrics;
    const row3 = story.boxes[box2].rows.indexOf("value");
    const places = numbers2(story.at(box2, step).text ?? "");
    if (!story.isSeen(box2) || story.isHidden(box2) || row3 < 0 || own.corner || places.length !== own.data.length)
      return [];
    const { x, y, title } = story.boxes[box2];
    return places.map(([from, length], index) => ({
      key: `${at2} ${index} ${box2}`,
      at: at2,
      index,
      box: box2,
      title,
      left: x + pad[0] + from * column,
      top: y + pad[1] + row3 * line,
      width: length * column,
      height: line
    }));
  }
  /** How many passes have begun at a step. */
  begun(step) {
    return this.own.steps.reduce((count2, { kind }, k) => count2 + Number(kind === "backward" && k <= step), 0);
  }
  valueOf({ at: at2 }) {
    return this.base.values[this.base.handles[at2].value];
  }
  holds({ at: at2, index }) {
    return this.held?.at === at2 && this.held.index === index;
  }
  /** The number that an element has now. */
  number(about2) {
    if (this.holds(about2)) return this.held.value;
    return element2(this.valueOf(about2), about2.index);
  }
  // Nudging
  /** Run the program with an element replaced. */
  nudge(about2, value2) {
    if (!Number.isFinite(value2) || this.holds(about2) && this.held.value === value2) return;
    const { at: at2, index } = about2;
    if (!this.holds(about2)) this.held = { at: at2, index };
    this.held.value = value2;
    this.held.name = this.handles.name(about2) ?? this.held.name;
    clearTimeout(this.resting);
    this.channel.want(this.request(at2, index, value2, this.alone()));
  }
  request(at2, index, value2, chapter) {
    const { creation, operation, write: write2, seed } = this.base.handles[at2];
    return { nudge: { value: value2, index, creation, operation, write: write2, seed }, chapter };
  }
  /** The number of the chapter that is told alone; undefined where there is but one. */
  alone() {
    return this.view().chapters.areSeveral ? this.chapter() : void 0;
  }
  /** The number of the chapter that is shown. */
  chapter() {
    const { chapters, step } = this.view();
    return chapters.at(step);
  }
  /** Have all chapters told with the number that is held; until then those that have not been show the program's own. */
  tellAll() {
    if (this.now.chapter !== this.chapter()) this.ownNumbers(this.words.nudgeStarts);
    const { at: at2, index, value: value2 } = this.held;
    this.channel.want(this.request(at2, index, value2));
  }
  /** Show the program's own numbers again. */
  release(isKept) {
    clearTimeout(this.resting);
    this.held = this.now = null;
    this.ghost.hidden = true;
    if (this.channel) this.channel.queue = [];
    if (this.own) this.show(this.own, /* @__PURE__ */ new Set());
    if (isKept) this.place();
  }
  /** Show a run's numbers; those of some boxes are other than the program's own. */
  show(told2, changed) {
    const parts2 = Object.fromEntries(PARTS.map((name) => [name, told2[name]]));
    if (told2 !== this.own) {
      parts2.stdout = told2.stdout.map(([step, text3]) => [step, text3.replaceAll(MARK, this.words.otherFigure)]);
      parts2.functions = told2.functions.map((call) => ({ ...call, reasons: this.reasons(call) }));
    }
    this.renumber(parts2, this.here(changed), told2.chapter);
  }
  /** The mistakes of a Function that the program's own run has shown in a call. */
  reasons({ title, from, to }) {
    const own = this.own.functions?.find((one) => one.title === title && one.from === from && one.to === to);
    return own?.reasons ?? [];
  }
  answered(wanted, answer2) {
    if (!this.isOn) return;
    if (answer2.status !== 200) this.refused(wanted, answer2);
    else if (!wanted.nudge) this.start(answer2);
    else if (this.held) this.arrived(answer2, wanted);
  }
  /** Begin, with the program run as it is: if its run is not the one that is shown, nothing can be compared. */
  start(answer2) {
    const fits = answer2.tracks.length === this.own.tracks.length && answer2.steps.length === this.own.steps.length;
    if (!fits) {
      this.instruct(this.words.notTheSame);
      return;
    }
    this.base = answer2;
    this.ready();
  }
  refused(wanted, { status, message }) {
    const text3 = message ?? (status ? this.words.notNudged : this.words.unreachable);
    if (wanted.nudge && this.held && status !== 429) this.ownNumbers(text3);
    else if (status !== 429 || !this.base) this.instruct(text3);
  }
  /** Show a nudged run, if its picture is the program's. */
  arrived(answer2, { nudge: { value: value2, index }, chapter }) {
    const said = { name: this.held.name, value: short2(this.held.value, "float32") };
    if (answer2.shape !== this.base.shape) {
      const { error } = answer2;
      const isNew = error && !this.own.error;
      const failure = [error?.type, error?.message].filter(Boolean).join(": ");
      this.ownNumbers(
        isNew ? tell(this.words.nudgedError, { ...said, error: failure, line: error.line ?? "?" }) : tell(this.words.otherBranch, said)
      );
      return;
    }
    const now = this.placed(answer2, chapter);
    if (!holds(now.values[now.handles[this.held.at].value], index, value2)) {
      this.ownNumbers(this.words.notNudged);
      return;
    }
    this.now = now;
    if (chapter === void 0 || chapter === this.chapter()) {
      this.show(now, this.changed(this.own, now));
      this.tell();
      this.place();
      clearTimeout(this.resting);
      if (chapter !== void 0) this.resting = setTimeout(() => this.held && this.tellAll(), REST);
    } else this.tellAll();
  }
  /** A run of which one chapter is told, with what it has in common with the program's own. */
  placed(answer2, chapter) {
    if (chapter === void 0) return answer2;
    const known3 = new Map(answer2.handles.map((handle) => [which(handle), handle]));
    const handles = this.base.handles.map((handle) => ({ ...handle, ...known3.get(which(handle)) }));
    return { ...answer2, handles, chapter };
  }
  /** Say why a nudged run is not shown, over the program's own numbers. */
  ownNumbers(text3) {
    clearTimeout(this.resting);
    this.now = null;
    this.show(this.own, /* @__PURE__ */ new Set());
    this.say(html("p", text3));
    this.place();
  }
  /** The boxes, as the whole run counts them, that show other numbers than the program's own at this step. */
  changed(own, now) {
    const { step, chapters, graph } = this.view();
    const found = /* @__PURE__ */ new Set();
    const first = now.chapter === void 0 ? 0 : chapters.everywhere(graph, 0);
    now.tracks.forEach((rows3, i) => {
      const box2 = first + i;
      for (const [name, place_] of [
        ["value", 2],
        ["grad", 3]
      ]) {
        const [before, after] = [own.tracks[box2], rows3].map((tracks2) => last(tracks2[name], step)?.[place_]);
        if (!same(own.values[before], now.values[after])) found.add(box2);
      }
    });
    return found;
  }
  // The ghost
  /** Say how far L moved, and what the gradient promised. */
  tell() {
    const { at: at2, index, name } = this.held;
    const { words, base, now } = this;
    const pass = passOf(base, base.handles[at2], this.begun(this.view().step));
    if (pass === null) {
      this.say(html("p", words.noPass));
      return;
    }
    const { dtype } = this.valueOf({ at: at2 });
    const found = outcome(base, now, at2, pass, index);
    const text3 = (x) => short2(x, "float32");
    const root = base.passes[pass].name || "y";
    const lines2 = [
      found.total !== null && html("p", html("b", "L"), ` = \u03A3 seed \xB7 ${root} = `, html("b", text3(found.total))),
      found.moved === null ? html("p", words.tooLarge) : html(
        "p.moved",
        tell(found.promised === null ? words.moved : words.movedPromised, {
          moved: text3(found.moved),
          promised: found.promised === null ? "" : text3(found.promised)
        })
      ),
      found.promised === null ? html(
        "p",
        tell(this.unpromised(base.handles[at2], dtype, found), { dtype, name, slope: text3(found.from) })
      ) : html("p.slope", tell(words.promiseIs, { name, slope: text3(found.from), delta: text3(found.delta) })),
      found.verdict && found.promised !== null ? html(
        "p",
        { class: `verdict ${found.verdict}` },
        tell(words.verdicts[found.verdict], { from: text3(found.from), to: text3(found.to) }),
        found.verdict === "jumps" ? ` ${this.surprise(at2, pass)}` : ""
      ) : null
    ];
    this.say(...lines2.filter(Boolean), this.back());
    this.pass = pass;
  }
  /** Why L did not move as it was promised. */
  surprise(at2, pass) {
    const { cause, line } = surprise(this.view().chapters.payload, this.base.handles[at2].box, pass);
    return tell(this.words.surprises[cause], { line: line ?? "?" });
  }
  /** Why a gradient promised nothing. */
  unpromised({ box: box2 }, dtype, { from }) {
    const { words } = this;
    if (from !== null) return words.notFinite;
    if (isWhole(dtype)) return words.noGradientType;
    const { kind } = this.view().chapters.payload.boxes[box2];
    return kind === "constant" ? words.notRequired : words.noPromise;
  }
  back() {
    const { at: at2, index } = this.held;
    const own = element2(this.valueOf({ at: at2 }), index);
    const button = html(
      "button",
      { type: "button" },
      tell(this.words.backTo, { value: short2(own, this.valueOf({ at: at2 }).dtype) })
    );
    button.addEventListener("click", () => this.release(true));
    return button;
  }
  /** Write into the ghost, whose place is found when the handles have theirs: to measure it makes the browser lay out the page. */
  say(...parts2) {
    this.ghost.hidden = false;
    const back = parts2.some((part2) => part2.matches("button")) ? [] : [this.back()];
    this.ghost.replaceChildren(...parts2, ...back);
  }
  /** Put the ghost near its root where there is room in view, if possible under it; else into the panel. */
  settle() {
    if (this.ghost.hidden) return;
    const { chapters, graph, story, stage } = this.view();
    const begins = this.own.steps.filter(({ kind }) => kind === "backward")[this.pass ?? 0];
    const box2 = begins && chapters.inGraph(graph, begins.to ?? begins.box);
    const root = story.boxes[story.shown[box2 ?? -1]] ?? story.boxes.at(-1);
    if (!root) return;
    const [w, h] = [this.ghost.offsetWidth, this.ghost.offsetHeight];
    const seen = story.boxes.filter((one, i) => story.isSeen(i) && !story.isTab[i]);
    const isFree2 = (spot2) => !seen.some((one) => overlap(spot2, one));
    const view = stage.camera.view();
    view.w -= this.covered() / stage.camera.zoom;
    const spot = spots(root, w, h, view).find(isFree2);
    const home = spot ? this.world : this.panel;
    if (this.ghost.parentElement !== home) home.append(this.ghost);
    if (spot) Object.assign(this.ghost.style, { left: `${spot.x}px`, top: `${spot.y}px` });
  }
  /** How much of the picture the drawer lies over, px. */
  covered() {
    return getComputedStyle(this.drawer).position === "absolute" ? this.drawer.offsetWidth : 0;
  }
  // The gradient check
  /** Compare the gradient of each leaf with what a central difference finds, element by element. */
  async check(begun) {
    this.wanted = null;
    this.release(true);
    const { channel, base, words } = this;
    const rows3 = [];
    const since = channel.wants;
    const until = performance.now() + SECONDS * 1e3;
    const wanted = this.leaves(begun);
    for (const one of wanted.slice(0, MOST)) {
      this.results(rows3, tell(words.checking, { count: rows3.length, total: wanted.length }));
      const found = performance.now() < until ? await this.compare(channel, base, one, since) : null;
      if (this.channel !== channel) return;
      if (!found) break;
      rows3.push({ ...one, ...found });
    }
    const left = wanted.length - rows3.length;
    this.results(rows3, left ? tell(words.notChecked, { count: left }) : "");
    this.settle();
    this.checked = { begun, rows: rows3 };
    this.onChecked();
    if (!left && rows3.every(({ verdict: verdict2 }) => verdict2 === "agree")) this.done?.();
  }
  /** The elements of leaves that a pass has brought a gradient to. */
  leaves(begun) {
    const known3 = /* @__PURE__ */ new Set();
    return this.base.handles.flatMap((handle, at2) => {
      const pass = passOf(this.base, handle, begun);
      const gain = handle.passes.find(([one]) => one === pass)?.[1];
      const made2 = handle.creation ?? `by ${handle.operation}`;
      if (gain == null || known3.has(made2)) return [];
      known3.add(made2);
      const { shape, data, corner: corner2 } = this.base.values[handle.value];
      const name = this.view().chapters.payload.boxes[handle.box].title;
      if (corner2) return [];
      return data.map((item3, index) => ({
        at: at2,
        pass,
        index,
        leaf: name,
        name: name + place2(index, shape),
        own: Number(item3)
      }));
    });
  }
  /** Compare the gradient of one element; null where a number is nudged meanwhile. */
  async compare(channel, base, one, since) {
    const found = await this.difference(channel, base, one, COARSE2, since);
    if (found?.verdict !== "differ") return found;
    const finer = await this.difference(channel, base, one, FINE, since);
    return finer?.verdict === "agree" && finer.isSharp ? finer : found;
  }
  /** Compare a gradient with a central difference over a share of the number's size; null where a number is nudged meanwhile. */
  async difference(channel, base, { at: at2, pass, index, own }, share, since) {
    const step = share * Math.max(Math.abs(own), 0.25);
    const runs = [];
    const chapter = this.alone();
    for (const value2 of [own - step, own + step]) {
      const answer2 = await channel.once(this.request(at2, index, value2, chapter), since);
      if (!answer2) return null;
      if (answer2.status !== 200) return { verdict: "error" };
      if (answer2.shape !== base.shape) return { verdict: "branch" };
      runs.push(this.placed(answer2, chapter));
    }
    return compared(base, runs[0], runs[1], at2, pass, index) ?? { verdict: "unknown" };
  }
  results(rows3, note) {
    const { words } = this;
    const text3 = (x) => x == null ? "" : short2(x, "float32");
    const row3 = ({ name, gradient: gradient3, nudged, verdict: verdict2, sides: sides2 }) => html(
      "tr",
      { class: verdict2 },
      html("td", name),
      html("td", text3(gradient3)),
      html("td", text3(nudged)),
      html("td", tell(words.checks[verdict2], { left: text3(sides2?.[0]), right: text3(sides2?.[1]) }))
    );
    const head2 = ["", ".grad", words.nudged, ""].map((title) => html("th", { scope: "col" }, title));
    const agree = rows3.filter(({ verdict: verdict2 }) => verdict2 === "agree").length;
    const close = html("button", { type: "button", "aria-label": words.close }, "\xD7");
    close.addEventListener("click", () => {
      this.found.replaceChildren();
      this.done?.();
    });
    this.found.replaceChildren(
      html(
        "p",
        { role: "status" },
        note || tell(words.agreeing, { count: agree, total: rows3.length }),
        " ",
        close
      ),
      html("table", html("thead", html("tr", ...head2)), html("tbody", ...rows3.map(row3)))
    );
  }
};
function which({ creation, operation, write: write2, seed }) {
  return JSON.stringify([creation, operation, write2, seed]);
}
function holds(value2, index, wanted) {
  const found = element2(value2, index);
  if (value2.dtype === "bool") return found === Number(Boolean(wanted));
  return Math.abs(found - wanted) <= 0.01 * Math.abs(wanted);
}
function same(a, b) {
  if (!a || !b) return a === b;
  return a === b || JSON.stringify([a.data, a.shape, a.stats]) === JSON.stringify([b.data, b.shape, b.stats]);
}
function last(entries = [], step) {
  let found;
  for (const entry2 of entries) if (entry2[0] <= step) found = entry2;
  return found;
}
function overlap(a, b) {
  return a.x < b.x + b.w + GAP2 / 2 && b.x < a.x + a.w + GAP2 / 2 && a.y < b.y + b.h + GAP2 / 2 && b.y < a.y + a.h + GAP2 / 2;
}
function spots(root, w, h, view) {
  const [x, y] = [root.x + root.w / 2 - w / 2, root.y + root.h + GAP2];
  const found = [{ x, y, w, h }];
  for (let left = view.x + GAP2; left + w + GAP2 <= view.x + view.w; left += GRID)
    for (let top = view.y + GAP2; top + h + GAP2 <= view.y + view.h; top += GRID)
      found.push({ x: left, y: top, w, h });
  const isIn2 = (spot) => spot.x >= view.x && spot.y >= view.y && spot.x + w <= view.x + view.w && spot.y + h <= view.y + view.h;
  const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
  return found.filter(isIn2).sort((a, b) => far(a) - far(b));
}

// player/panes/printed.js
var Printed = class {
  constructor(element3, words) {
    this.element = element3;
    this.words = words;
    this.enlarged = html("dialog.picture", { role: "dialog", "aria-label": words.figure });
    this.enlarged.addEventListener("click", () => this.enlarged.close());
    this.enlarged.addEventListener("keydown", (event) => event.stopPropagation());
    element3.parentElement.append(this.enlarged);
  }
  /** Take what the run printed as a whole: what a run without steps printed, what it wrote beside its output, its pictures. */
  take({ stdout, stderr, pictures }) {
    Object.assign(this, { stdout, stderr, pictures, shown: null });
    if (this.story) this.go(this.step);
    else this.show([{ text: stdout }]);
  }
  open(story) {
    this.story = story;
    this.shown = null;
  }
  /** Show no run's output, but what `take` was given. */
  close() {
    this.story = null;
    this.show([{ text: this.stdout }]);
  }
  go(step) {
    this.step = step;
    const pieces = this.story.printed(step);
    const now = `${pieces.length} ${pieces.findIndex(({ when }) => when === "later")} ${pieces.some(({ when }) => when === "now")}`;
    if (now === this.shown) return;
    this.shown = now;
    this.show(pieces);
    const last2 = this.element.querySelector(".now");
    if (last2) this.element.scrollTop = last2.offsetTop + last2.offsetHeight - this.element.clientHeight;
  }
  show(pieces) {
    const pictures = this.pictures?.values();
    const parts2 = pieces.map(({ text: text3, when }) => {
      const [first, ...others] = text3.split(MARK);
      return html(
        "span",
        { class: when },
        first,
        ...others.flatMap((rest3) => [this.picture(pictures?.next().value), rest3])
      );
    });
    const beside = this.stderr ? [html("span.beside", this.stderr)] : [];
    this.element.replaceChildren(...parts2, ...beside);
    if (!this.element.textContent) this.element.append(html("span.note", this.words.noOutput));
  }
  /** A picture, which a click enlarges; the mark itself where there is none for it. */
  picture(shown) {
    if (!shown) return MARK;
    const { png, text: text3, width, height } = shown;
    const image = () => html("img", { src: `data:image/png;base64,${png}`, alt: text3, width, height });
    const button = html("button.picture", { type: "button", title: this.words.enlarge }, image());
    button.addEventListener("click", () => {
      this.enlarged.replaceChildren(image());
      this.enlarged.showModal();
    });
    return button;
  }
};

// player/tools/pace.js
var UNITS = (
  /** @type {const} */
  ["step", "node", "pass", "iteration"]
);
function onward(chapters, unit2, step, by) {
  const { steps, starts } = (
    /** @type {Story} */
    chapters.whole
  );
  if (unit2 === "iteration") return chapters.beside(step, by);
  if (unit2 === "pass") {
    const found = by > 0 ? starts.find(([from]) => from > step) : latest(starts, step - 1);
    return found?.[0] ?? (by > 0 ? steps.length - 1 : 0);
  }
  if (unit2 === "step") return step + by;
  const begins = (k) => !steps[k] || !steps[k - 1] || steps[k].box !== steps[k - 1].box;
  let to = step + by;
  while (!begins(to)) to += by;
  return to;
}

// player/tools/pair.js
var Pair = class {
  constructor(element3, { go, signal }) {
    this.element = element3;
    document.addEventListener(
      "pair-go",
      ({ detail: { side, step, idle, row: row3, locked, text: text3 } }) => {
        if (!this.side || side !== this.side) return;
        this.row = locked ? row3 : null;
        this.element.classList.toggle("led", locked);
        this.element.classList.toggle("idle", locked && idle);
        this.element.querySelector(".status").dataset.idle = text3;
        if (locked) go(step);
      },
      { signal }
    );
  }
  /** Be the "left" or "right" one of two, or nobody's: null. Until it is told otherwise it is led. */
  take(side, title) {
    if (side && !this.side) this.element.classList.add("led");
    Object.assign(this, { side, title });
  }
  /** The name of a part of the player, which that of the other player must not have. */
  name(element3, name) {
    return this.side && element3.matches("section, [role=region]") ? `${name}, ${this.title}` : name;
  }
  /** Say that another run is shown, which may not be at the step where the other one is. */
  opened() {
    if (this.side) tell2("pair-opened", { side: this.side });
  }
  /** Tell which step is shown. */
  show(step) {
    if (this.side) tell2("pair-step", { side: this.side, step });
  }
  /** Ask for a step of both; return whether there is anybody to make it. */
  move(by) {
    return Boolean(this.side) && !tell2("pair-move", { side: this.side, by });
  }
};
function tell2(type, detail) {
  return document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
}

// player/stage/svg_export.js
var MARGIN = 12;
var MOST_PIXELS = 16e3;
var BASELINE = 0.34;
function picture({ boxes: boxes2, links: links2, frames: frames2, markers, paper, size: [width, height], label }) {
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `${-MARGIN} ${-MARGIN} ${w} ${h}`,
      width: w,
      height: h,
      "font-family": "monospace"
    },
    svg("title", label),
    svg("defs", ...[...markers].map(marker)),
    svg("rect", { x: -MARGIN, y: -MARGIN, width: w, height: h, fill: rgb(paper) }),
    ...[...frames2].filter(isSeen).map(frame),
    ...[...links2].filter(isSeen).flatMap(link),
    ...boxes2.filter(isSeen).map(box)
  );
}
function asFile(drawing) {
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
}
async function asPixels(drawing) {
  const image = new Image();
  const address = URL.createObjectURL(asFile(drawing));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale2 = Math.min(2, MOST_PIXELS / Math.max(image.width, image.height));
    canvas.width = scale2 * image.width;
    canvas.height = scale2 * image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve);
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
function isSeen(element3) {
  const { display, visibility } = getComputedStyle(element3);
  return display !== "none" && visibility !== "hidden";
}
function box(element3) {
  const [x, y] = [element3.offsetLeft, element3.offsetTop];
  const { borderTopLeftRadius } = getComputedStyle(element3);
  return svg(
    "g",
    ground(element3, x, y, borderTopLeftRadius),
    ...edges(element3, parseFloat(borderTopLeftRadius)),
    ...[...element3.children].flatMap((child) => row2(
      /** @type {HTMLElement} */
      child,
      { x, y }
    ))
  );
}
function edges(element3, radius) {
  const [x, y] = [element3.offsetLeft, element3.offsetTop];
  const [w, h] = [element3.offsetWidth, element3.offsetHeight];
  const around2 = (away2, line) => svg("rect", {
    x: x - away2,
    y: y - away2,
    width: w + 2 * away2,
    height: h + 2 * away2,
    rx: radius + away2,
    ...line
  });
  const edge = getComputedStyle(element3, "::after");
  const [top, left] = [edge.borderTopWidth, edge.borderLeftWidth].map(parseFloat);
  const marked = getComputedStyle(element3);
  const away = parseFloat(marked.outlineOffset) + parseFloat(marked.outlineWidth) / 2;
  const thick = () => svg("path", { d: `M${x + left / 2} ${y + 3}v${h - 6}`, ...drawn(edge.borderLeftColor, left, "solid") });
  return [
    edge.content === "none" ? null : around2(0, drawn(edge.borderTopColor, top, edge.borderTopStyle)),
    left > top ? thick() : null,
    marked.outlineStyle === "none" ? null : around2(away, drawn(marked.outlineColor, parseFloat(marked.outlineWidth), marked.outlineStyle))
  ];
}
function drawn(colour, width, style) {
  const dashes = style === "dashed" ? "6 4" : style === "dotted" ? "2 3" : "none";
  return { fill: "none", stroke: rgb(colour), "stroke-width": width, "stroke-dasharray": dashes };
}
function row2(element3, origin) {
  if (!isSeen(element3) || !element3.textContent) return [];
  const [x, y] = [origin.x + element3.offsetLeft, origin.y + element3.offsetTop];
  const parts2 = [...element3.children].filter(({ localName }) => localName !== "i");
  const texts = parts2.length ? (
    /** @type {HTMLElement[]} */
    parts2
  ) : [element3];
  return [
    ground(element3, x, y, getComputedStyle(element3).borderTopLeftRadius),
    ...texts.filter(isSeen).map((part2) => text2(part2, origin))
  ];
}
function text2(element3, origin) {
  const { color, fontSize, fontWeight, fontStyle, paddingLeft } = getComputedStyle(element3);
  const size = parseFloat(fontSize);
  const room = Math.floor((element3.clientWidth - parseFloat(paddingLeft)) / (0.6 * size)) + 1;
  const said = element3.textContent ?? "";
  return svg(
    "text",
    {
      x: origin.x + element3.offsetLeft + parseFloat(paddingLeft),
      y: origin.y + element3.offsetTop + element3.offsetHeight / 2 + BASELINE * size,
      fill: rgb(color),
      "font-size": size,
      "font-weight": fontWeight,
      "font-style": fontStyle
    },
    said.length > room ? `${said.slice(0, room - 1)}\u2026` : said
  );
}
function ground(element3, x, y, radius) {
  const { backgroundColor } = getComputedStyle(element3);
  const [width, height, rx] = [element3.offsetWidth, element3.offsetHeight, parseFloat(radius)];
  return backgroundColor === "rgba(0, 0, 0, 0)" ? null : svg("rect", { x, y, width, height, rx, fill: rgb(backgroundColor) });
}
function link(element3) {
  return [...element3.querySelectorAll(".line")].map((line) => {
    const style = getComputedStyle(line);
    return svg("path", {
      d: line.getAttribute("d") ?? "",
      ...painted(style),
      "marker-start": style.markerStart,
      "marker-end": style.markerEnd
    });
  });
}
function frame(element3) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => element3.getAttribute(name) ?? 0);
  const style = getComputedStyle(element3);
  return svg("rect", { x, y, width, height, rx: 8, ...painted(style), fill: rgb(style.fill) });
}
function marker(element3) {
  const copy2 = (
    /** @type {SVGElement} */
    element3.cloneNode(true)
  );
  copy2.setAttribute("fill", rgb(getComputedStyle(element3).fill));
  return copy2;
}
function painted({ stroke: stroke2, strokeWidth, strokeDasharray, strokeOpacity }) {
  return {
    fill: "none",
    stroke: rgb(stroke2),
    "stroke-width": parseFloat(strokeWidth),
    "stroke-dasharray": strokeDasharray,
    "stroke-opacity": strokeOpacity
  };
}
function rgb(colour) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context || colour === "none") return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  const parts2 = [red, green, blue].join(",");
  return alpha < 255 ? `rgba(${parts2},${(alpha / 255).toFixed(2)})` : `rgb(${parts2})`;
}

// player/tools/questions.js
var TOLERANCE = 0.01;
var MOST2 = 12;
function question(story, step, words, named = false) {
  const { kind, box: box2, to } = story.steps[step];
  if (kind === "arrive" && box2 != null && to != null) {
    const value2 = arriving(story, step);
    const [title, from] = [story.boxes[to].title, story.boxes[box2].title];
    const asks = (place3) => tell(words.askArriving, { name: operand2(title, place3), from });
    const shape = tell(words.askGradShape, { name: title });
    if (story.boxes[box2].kind !== "seed") return about(kind, value2, to, asks, shape);
  }
  if (kind === "accumulate" && box2 != null) {
    const value2 = held2(story, box2, step);
    const asks = (place3) => tell(words.askGrad, { name: `${story.boxes[box2].title}.grad${place3}` });
    if (!value2?.corner) return about(kind, value2, box2, asks, "");
  }
  if (kind === "run" && box2 != null) {
    const choices2 = known2(story, step, box2, named);
    if (choices2.length > 1) return { kind, text: words.askNode, choices: choices2, box: box2 };
  }
  if (kind === "op" && box2 != null && named) {
    const { value: value2 } = story.at(box2, step);
    const { title } = story.boxes[box2];
    const asks = (place3) => tell(words.askResult, { name: operand2(title, place3) });
    if (value2 != null)
      return about(kind, story.values[value2], box2, asks, tell(words.askShape, { name: title }));
  }
  const printed = story.printed(step).flatMap(({ text: text3, when }) => when === "now" ? [text3] : []).join("").replaceAll(MARK, "");
  return printed.trim() ? { kind: "printed", text: words.askPrinted, printed } : null;
}
function about(kind, value2, box2, text3, shape) {
  if (value2?.corner)
    return { kind: "shape", text: shape, shape: value2.shape, box: box2, isGradient: kind !== "op" };
  if (!value2 || value2.data.length <= MOST2) return { kind, text: text3(""), value: value2, box: box2 };
  const sizes = value2.data.map((x) => Math.abs(Number(x)) || 0);
  const cell2 = sizes.indexOf(Math.max(...sizes));
  const one = { ...value2, shape: [], data: [value2.data[cell2]] };
  return { kind, text: text3(`[${unravel(cell2, value2.shape).join(", ")}]`), value: one, box: box2, cell: cell2 };
}
var operand2 = (title, place3) => place3 && !/^[\w.]+$/.test(title) ? `(${title})${place3}` : `${title}${place3}`;
function told(story, step) {
  const found = [step];
  const { kind, box: box2 } = story.steps[step];
  if (kind !== "run") return found;
  for (let k = step + 1; story.steps[k]?.kind === "arrive" && story.steps[k].box === box2; k++) found.push(k);
  return found;
}
function judged(story, step, asked, given, words) {
  if (asked.kind === "run") {
    const chosen = Number(given);
    return chosen === asked.box ? right(words) : { right: false, said: passedOver(story, step, chosen, words) };
  }
  if (asked.kind === "printed")
    return plain(given) === plain(asked.printed) ? right(words) : { right: false, said: words.notPrinted };
  if (asked.kind === "shape") {
    if (alike(numbers3(given), asked.shape)) return right(words);
    const { title: name2 } = story.boxes[asked.box];
    return { right: false, said: tell(asked.isGradient ? words.notGradShape : words.notTheShape, { name: name2 }) };
  }
  const { value: value2 } = asked;
  if (/^\s*none\s*$/i.test(given)) return value2 ? { right: false, said: words.notNone } : right(words);
  const found = numbers3(given);
  if (!value2) return { right: false, said: words.isNone };
  const wanted = value2.data.map(Number);
  const all2 = found.length === 1 ? wanted.map(() => found[0]) : found;
  const { title: name } = story.boxes[asked.box];
  if (all2.length !== wanted.length) {
    const isUnsummed = asked.kind === "arrive" && alike(found, unsummed(story, step));
    const message = isUnsummed ? words.notSummed : words.howMany;
    return { right: false, said: tell(message, { name, count: wanted.length, given: found.length }) };
  }
  if (alike(all2, wanted)) return right(words);
  const said = mistake2(story, step, asked, all2, words);
  const otherwise = { op: words.notTheResult, accumulate: words.notHeld, arrive: words.notYet }[asked.kind];
  return { right: false, said: said ?? tell(otherwise, { name }) };
}
function answer(story, step, asked, words) {
  const { box: box2 } = story.steps[step];
  if (asked.kind === "printed") return tell(words.itPrints, { printed: asked.printed.trim() });
  return asked.kind === "run" && box2 != null ? tell(words.itRuns, { name: story.boxes[box2].title, fn: story.boxes[box2].fn ?? "" }) : story.steps[step].say;
}
var right = (words) => ({ right: true, said: words.right });
var plain = (text3) => text3.trim().replace(/\s+/g, " ");
function numbers3(text3) {
  const found = text3.match(/[-−+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|nan|inf)/gi) ?? [];
  return found.map((one) => Number(one.replace("\u2212", "-").replace(/inf/i, "Infinity").replace(/nan/i, "NaN")));
}
function alike(given, wanted) {
  const most = Math.max(0, ...wanted.filter(Number.isFinite).map(Math.abs));
  const close = (a, b) => Object.is(a, b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(b), most * TOLERANCE);
  return given.length === wanted.length && given.every((one, i) => close(one, wanted[i]));
}
function arriving(story, step) {
  const { to } = story.steps[step];
  const sum = story.sums(
    /** @type {number} */
    to,
    step
  ).at(-1);
  const index = sum?.[0] === step ? sum[2] : story.gradient(
    /** @type {number} */
    to,
    step
  ).value;
  return index == null ? null : story.values[index];
}
function held2(story, box2, step) {
  const { state, value: value2 } = story.gradient(box2, step);
  return state === "kept" && value2 != null ? story.values[value2] : null;
}
function heldBefore(story, box2, step) {
  const entries = story.tracks[story.originals[box2]].grad ?? [];
  const last2 = entries.filter(([k, state]) => k < step && ["kept", "none"].includes(state)).at(-1);
  return last2?.[1] === "kept" && last2[3] != null ? story.values[last2[3]] : null;
}
function known2(story, step, running, all2) {
  return story.boxes.flatMap(({ title, fn, copy_of: copied, opens }, box2) => {
    if (copied != null || opens != null || !fn || !step) return [];
    const { status } = story.at(box2, step - 1);
    const isLikely = ["ready", "waiting", ...all2 ? ["done"] : []].includes(status);
    return box2 === running || isLikely ? [{ box: box2, name: `${title} (${fn})` }] : [];
  });
}
function passedOver(story, step, box2, words) {
  const name = story.boxes[box2]?.title ?? "";
  const { status, grad: grad2 } = story.at(box2, step - 1);
  if (status === "waiting")
    return tell(words.stillWaits, { name, arrived: grad2.arrived ?? 0, expected: grad2.expected ?? 1 });
  return tell(status === "ready" ? words.alsoReady : words.notReached, { name });
}
function mistake2(story, step, asked, given, words) {
  const { value: value2, box: box2, cell: cell2 } = (
    /** @type {{ value: Value, box: number, cell?: number }} */
    asked
  );
  const is = (other) => {
    const data = other?.data.map(Number) ?? [];
    return other && alike(given, cell2 === void 0 || data.length <= cell2 ? data : [data[cell2]]);
  };
  const name = story.boxes[box2].title;
  if (asked.kind === "accumulate") {
    const before = heldBefore(story, box2, step);
    const after = (
      /** @type {Value} */
      held2(story, box2, step)
    );
    const now = before && evaluated(["-", indexOf2(story, after), indexOf2(story, before)], story.values);
    if (before && is(now)) return tell(words.onlyNow, { name });
    if (is(before)) return tell(words.onlyBefore, { name });
    const pass = story.stretch(step).pass;
    const parts2 = story.sums(box2, step).filter(([k]) => k >= pass);
    if (parts2.some(([, , part2]) => part2 != null && is(story.values[part2])))
      return tell(words.onlyOne, { name, count: parts2.length });
  }
  if (asked.kind === "arrive") {
    const found = fromNode(story, step, is, words);
    if (found) return found;
  }
  if (alike(
    given,
    value2.data.map((x) => -Number(x))
  ))
    return words.wrongSign;
  const [rows3, columns] = value2.shape;
  const turned = value2.data.map((_, i) => Number(value2.data[i % rows3 * columns + Math.floor(i / rows3)]));
  if (value2.shape.length === 2 && alike(given, turned)) return words.turnedRound;
  return null;
}
function fromNode(story, step, is, words) {
  const { box: box2, to } = story.steps[step];
  const from = story.boxes[
    /** @type {number} */
    box2
  ].title;
  const sum = story.sums(
    /** @type {number} */
    to,
    step
  ).at(-1);
  if (sum?.[0] === step && sum[4] != null && is(story.values[sum[4]])) return words.wholeSum;
  const { arrived: arrived2, factors } = sent(story, step);
  if (arrived2 != null && is(story.values[arrived2])) return tell(words.noSlope, { from });
  const slopes = factors.map(([, , ref]) => ref == null ? null : evaluated(ref, story.values));
  return slopes.some(is) ? tell(words.noUpstream, { from }) : null;
}
function sent(story, step) {
  const { box: box2, links: links2 } = story.steps[step];
  let k = step - 1;
  while (k >= 0 && !(story.steps[k].kind === "run" && story.steps[k].box === box2)) k--;
  const { card } = story.steps[k] ?? {};
  const arrived2 = card?.arrives?.length === 1 ? card.arrives[0] : null;
  return { arrived: arrived2, factors: card?.sends?.find(({ link: link2 }) => link2 === links2?.[0])?.factors ?? [] };
}
function unsummed(story, step) {
  const { arrived: arrived2, factors } = sent(story, step);
  const [last2, ...before] = factors.toReversed();
  if (arrived2 == null || last2?.[0] !== "sum" || before.some(([sign, , ref]) => !"*/".includes(sign) || ref == null))
    return [];
  let product = arrived2;
  for (const [sign, , ref] of before.toReversed()) product = [
    sign,
    product,
    /** @type {Ref} */
    ref
  ];
  return evaluated(product, story.values)?.data.map(Number) ?? [];
}
var indexOf2 = (story, value2) => story.values.indexOf(value2);

// player/tools/predict.js
var Predict = class {
  /** `view()` is what is shown now, {chapters, step}; `go` goes to a step. */
  constructor(element3, words, { view, go, signal }) {
    this.element = element3;
    this.words = words;
    this.view = view;
    this.go = go;
    this.panel = element3.querySelector(".quiz");
    this.panel.addEventListener("submit", (event) => this.submit(event), { signal });
    this.panel.addEventListener("click", ({ target }) => this.click(target.closest("[data-then]")), {
      signal
    });
    const named = new URLSearchParams(location.search).get("ask")?.match(/\d+/g);
    this.steps = named && new Set(named.map((step) => step - 1));
    this.answered = /* @__PURE__ */ new Set();
    this.turn(Boolean(named));
  }
  /** The steps that are asked about, as the address has them; null for all. */
  get address() {
    return this.isOn && this.steps ? [...this.steps].map((step) => step + 1).join(",") : null;
  }
  turn(on) {
    this.isOn = on;
    this.element.classList.toggle("predicting", on);
    this.hide();
  }
  toggle() {
    this.turn(!this.isOn);
    if (!this.isOn) this.steps = null;
    return this.isOn;
  }
  /** Forget what was answered about another run. */
  open() {
    this.answered.clear();
    this.hide();
  }
  hide() {
    this.asked = null;
    this.panel.hidden = true;
  }
  /** Where to stop on the way from one step to another, and the step that is asked about there, if there is one. */
  stop(from, to) {
    for (let step = from + 1; this.isOn && step <= to; step++) {
      const asked = told(this.view().chapters.whole, step).find((one) => this.isAsked(one));
      if (asked !== void 0) return { to: step - 1, asked };
    }
    return { to };
  }
  isAsked(step) {
    return !this.answered.has(step) && (!this.steps || this.steps.has(step)) && this.question(step) !== null;
  }
  question(step) {
    return question(this.view().chapters.whole, step, this.words, Boolean(this.steps));
  }
  /** Ask about a step; `next` is where to go after that. */
  ask(step, next) {
    if (this.asked?.step === step) return;
    const { whole: whole3 } = this.view().chapters;
    const asked = this.question(step);
    this.asked = { step, next, whole: whole3, asked };
    this.field = asked.choices ? this.choices(asked) : this.line(asked);
    this.said = html("p", { role: "status" });
    this.buttons = html(
      "div.buttons",
      html("button", { type: "submit" }, this.words.check),
      html("button", { type: "button", "data-then": "show" }, this.words.showIt)
    );
    this.panel.replaceChildren(this.field, this.buttons, this.said);
    this.panel.hidden = false;
    this.panel.querySelector("input").focus({ preventScroll: true });
  }
  line({ text: text3, kind }) {
    const hint = ["printed", "shape"].includes(kind) ? "" : this.words.tolerance;
    const input = html("input", { type: "text", name: "answer", autocomplete: "off", spellcheck: "false" });
    return html("label", html("b", text3), html("small", hint), input);
  }
  choices({ text: text3, choices: choices2 }) {
    const option2 = ({ box: box2, name }, i) => html(
      "label",
      html("input", { type: "radio", name: "answer", value: box2, checked: i === 0 }),
      ` ${name}`
    );
    return html("fieldset", html("legend", text3), ...choices2.map(option2));
  }
  submit(event) {
    event.preventDefault();
    if (!this.asked || this.answered.has(this.asked.step)) return;
    const { step, whole: whole3, asked } = this.asked;
    const given = new FormData(this.panel).get("answer") ?? "";
    if (!given.trim()) return;
    const { right: right2, said } = judged(whole3, step, asked, given, this.words);
    if (right2) this.settle(`${said} ${answer(whole3, step, asked, this.words)}`);
    else write(this.said, said);
  }
  /** Tell what happens in the step; it is asked no more. */
  settle(text3) {
    this.answered.add(this.asked.step);
    write(this.said, text3);
    const button = html("button", { type: "button", "data-then": "go" }, this.words.goOn);
    this.buttons.replaceChildren(button);
    button.focus({ preventScroll: true });
  }
  click(button) {
    if (!button || !this.asked) return;
    const { step, next, whole: whole3, asked } = this.asked;
    if (button.dataset.then === "show") this.settle(answer(whole3, step, asked, this.words));
    else {
      this.hide();
      this.go(next);
      if (this.panel.hidden) this.element.querySelector(".track").focus({ preventScroll: true });
    }
  }
};

// editor/draft.js
var PREFIX2 = "autograd-draft-";
var Draft = class {
  constructor(label) {
    this.name = `${PREFIX2}${location.pathname} ${label}`;
  }
  /** Keep a text that is written over the one that the server has given. */
  keep(text3, given) {
    this.try(() => {
      if (text3 === given) sessionStorage.removeItem(this.name);
      else sessionStorage.setItem(this.name, JSON.stringify({ text: text3, given }));
    });
  }
  /** What was written over a text that the server gives, null if nothing was. */
  of(given) {
    const kept = this.try(() => JSON.parse(sessionStorage.getItem(this.name)));
    return kept?.given === given ? kept.text : null;
  }
  try(what) {
    try {
      return what();
    } catch {
      return null;
    }
  }
};

// editor/writing.js
var AROUND = 3;
var REST2 = 2e3;
var codemirror = new Promise((arrived2) => {
  const promised = window.autogradStudioCodeMirror ??= {};
  if (promised.parts) arrived2(promised.parts);
  else {
    const others = promised.arrived;
    promised.arrived = (parts2) => {
      others?.(parts2);
      arrived2(parts2);
    };
  }
});
var Writing = class {
  constructor(place3, { opened = nothing, changed = nothing, asked = nothing, extensions = () => [] } = {}) {
    this.place = place3;
    this.calls = { opened, changed, asked, extensions };
    this.leave = (event) => event.composedPath().includes(place3) || this.send();
    document.addEventListener("pointerdown", this.leave, true);
  }
  /** Take what the page gives. The text is taken over only if the page has replaced it since: else ours is newer. */
  take(data, setStateValue) {
    const before = this.data;
    Object.assign(this, { data, setStateValue });
    if (!this.view) this.open();
    else {
      if (data.revision !== before.revision) this.replace(data.text);
      this.draft.keep(this.text, data.given);
      if (JSON.stringify(data.marks) !== JSON.stringify(before.marks)) this.mark();
    }
  }
  async open() {
    this.opening ??= codemirror;
    const cm = this.cm = await this.opening;
    if (this.view || this.closed) return;
    this.draft = new Draft(this.data.label);
    const kept = this.data.locked ? null : this.draft.of(this.data.given);
    this.view = new cm.EditorView({ parent: this.place, state: this.fresh(kept ?? this.data.text) });
    this.mark();
    this.calls.opened(cm);
    if (kept !== null) this.note();
  }
  fresh(doc) {
    const { cm } = this;
    return cm.EditorState.create({
      doc,
      extensions: [
        ...this.calls.extensions(cm),
        cm.lintGutter(),
        cm.indentOnInput(),
        cm.bracketMatching(),
        cm.history({ joinToEvent: (_, adjacent) => adjacent && !this.replacing }),
        cm.highlightActiveLine(),
        cm.indentUnit.of("    "),
        cm.EditorState.tabSize.of(4),
        cm.EditorState.readOnly.of(Boolean(this.data.locked)),
        cm.pythonLanguage,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.EditorView.lineWrapping,
        cm.EditorView.theme(theme),
        cm.EditorView.contentAttributes.of({
          tabindex: "0",
          // it can be reached anyway, but checkers of accessibility do not see that
          "aria-label": this.data.label,
          "aria-description": this.data.keys,
          "aria-readonly": String(Boolean(this.data.locked))
        }),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => this.ask() },
          ...cm.defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...cm.historyKeymap,
          this.tab()
        ]),
        cm.EditorView.updateListener.of((update) => update.docChanged && this.note()),
        cm.EditorView.domEventHandlers({
          blur: () => this.send(),
          focus: () => {
            this.used = this.pressed;
          },
          pointerdown: () => {
            this.used = this.pressed = true;
            setTimeout(() => {
              this.pressed = false;
            });
          },
          keydown: ({ key }) => {
            this.used ||= !PASSING.has(key);
          },
          beforeinput: (event) => this.type(event)
        })
      ]
    });
  }
  /** Tab indents, but leads on from a text that it only came to. Escape and then Tab leaves always: CodeMirror sees to that. */
  tab() {
    const { indentWithTab } = this.cm;
    const ifUsed = (indent) => (view) => Boolean(this.used) && !this.data.locked && indent(view);
    return { key: "Tab", run: ifUsed(indentWithTab.run), shift: ifUsed(indentWithTab.shift) };
  }
  get text() {
    return this.view.state.doc.toString();
  }
  /** Write what is typed ourselves: of each edit of its own a browser keeps an undo step, with the nodes it replaced. */
  type({ inputType, data, isComposing }) {
    if (inputType !== "insertText" || !data || isComposing || this.data.locked) return false;
    this.view.dispatch(this.view.state.replaceSelection(data), {
      userEvent: "input.type",
      scrollIntoView: true
    });
    return true;
  }
  /** Show another text. It can be undone, back to what was written before. */
  replace(text3) {
    if (text3 === this.text) return;
    this.replacing = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text3 },
      selection: { anchor: 0 }
    });
    this.replacing = false;
    clearTimeout(this.resting);
    this.unsent = false;
  }
  /** Write another text for the visitor, and run it. It can be undone. */
  rewrite(text3) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text3 } });
    this.ask();
  }
  // To the server
  /** Take note of another text. */
  note() {
    this.unsent = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send(), REST2);
    this.draft.keep(this.text, this.data.given);
    this.calls.changed();
  }
  /** Ask for a run of what is written. */
  ask() {
    if (this.data.locked) return false;
    this.send(Date.now());
    this.calls.asked();
    return true;
  }
  /** Tell the server what is written; `asked` names the moment it was asked to run that, if it was. */
  send(asked = null) {
    clearTimeout(this.resting);
    if (!this.view || !this.unsent && asked === null) return;
    this.unsent = false;
    this.setStateValue("sent", { revision: this.data.revision, text: this.text, asked });
  }
  // Marks
  /** Mark the lines that have a message. */
  mark() {
    const { doc } = this.view.state;
    const found = this.data.marks.filter(({ line }) => line >= 1 && line <= doc.lines);
    const diagnostics = found.map((mark) => {
      const line = doc.line(mark.line);
      const indent = line.text.length - line.text.trimStart().length;
      return {
        from: Math.min(line.from + indent, line.to),
        to: line.to,
        severity: mark.severity,
        message: mark.message
      };
    });
    this.view.dispatch(this.cm.setDiagnostics(this.view.state, diagnostics));
    const fault = found.find(({ severity }) => severity === "error");
    if (fault) this.reveal([fault.line]);
  }
  /** Scroll so that these lines and those around are in view, the last for certain, and leave the page where it is. */
  reveal(lines2) {
    const { state, scrollDOM } = this.view;
    for (const number3 of lines2) {
      if (!(number3 >= 1 && number3 <= state.doc.lines)) continue;
      const place3 = (line) => this.view.lineBlockAt(state.doc.line(Math.max(1, Math.min(line, state.doc.lines))).from);
      const { scrollTop, clientHeight } = scrollDOM;
      let around2 = AROUND;
      while (around2 && place3(number3 + around2).bottom - place3(number3 - around2).top > clientHeight) around2--;
      const [{ top }, { bottom }] = [place3(number3 - around2), place3(number3 + around2)];
      if (top < scrollTop || bottom > scrollTop + clientHeight)
        scrollDOM.scrollTop = Math.max(0, (top + bottom - clientHeight) / 2);
    }
  }
  goTo(number3) {
    const line = this.view.state.doc.line(Math.min(number3, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
    this.view.focus();
  }
  close() {
    this.closed = true;
    document.removeEventListener("pointerdown", this.leave, true);
    clearTimeout(this.resting);
    this.view?.destroy();
  }
};
function nothing() {
}
var PASSING = /* @__PURE__ */ new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]);
var theme = {
  "&": {
    height: "100%",
    fontSize: "0.8125rem",
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-code-background-color)"
  },
  "&.cm-focused": { outline: "2px solid var(--st-text-color)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--st-code-font)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--st-text-color)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
  ".cm-gutters": { color: "var(--st-gray-text-color)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": {
    backgroundColor: "color-mix(in srgb, var(--st-text-color) 5%, transparent)"
  },
  ".cm-tooltip": {
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-background-color)",
    border: "1px solid var(--st-border-color)",
    maxWidth: "40rem",
    whiteSpace: "pre-wrap"
  }
};

// player/base/roving.js
var Roving = class {
  constructor(container, take, signal) {
    this.container = container;
    this.take = take;
    container.addEventListener("keydown", (event) => this.key(event), { signal });
  }
  /** Take over the items, elements in the order in which they are to be gone through. */
  open(items) {
    this.items = items;
    if (items.includes(this.current)) return;
    this.current = null;
    this.stop(items.find((item3) => !item3.hidden));
  }
  /** Let Tab lead to an item, unless the reader is among the items already. */
  stop(item3) {
    if (!item3 || this.items.includes(this.container.getRootNode().activeElement)) return;
    this.current?.setAttribute("tabindex", "-1");
    item3.setAttribute("tabindex", "0");
    this.current = item3;
  }
  key(event) {
    const items = this.items.filter((item4) => !item4.hidden || item4 === event.target);
    const at2 = items.indexOf(event.target);
    const item3 = items[at2 + { ArrowUp: -1, ArrowDown: 1 }[event.key]];
    if (at2 < 0 || !(event.key === "Enter" || item3)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") {
      this.take(event.target);
      return;
    }
    event.target.setAttribute("tabindex", "-1");
    item3.setAttribute("tabindex", "0");
    this.current = item3;
    item3.focus({ preventScroll: true });
  }
};

// player/panes/bindings.js
var ROW = 1.6;
var LETTER2 = 12.5;
var AROUND2 = 6;
var MOST3 = 6;
var Bindings = class {
  constructor(container, words, { hover, choose, signal }) {
    this.words = words;
    this.hover = hover;
    this.choose = choose;
    this.rows = [];
    const rowOf = (target) => this.rows.find(({ element: element3 }) => element3 === target);
    this.roving = new Roving(container, (target) => choose({ box: rowOf(target).box }), signal);
    this.roving.open([]);
    container.addEventListener("focusin", ({ target }) => this.look(rowOf(target)), { signal });
    container.addEventListener("focusout", ({ target }) => rowOf(target) && hover(null), { signal });
    const press = (event) => {
      if (!event.target.closest(".bound")) return;
      event.preventDefault();
      event.target.closest(".cm-content").focus({ preventScroll: true });
    };
    container.addEventListener("mousedown", press, { signal });
  }
  open(story) {
    this.story = story;
    this.rows = [];
    this.hinted = null;
    this.byLine = /* @__PURE__ */ new Map();
    for (const [line, name, entries] of story.bindings) {
      if (!this.byLine.has(line)) this.byLine.set(line, []);
      this.byLine.get(line).push({ name, entries, widths: this.widths(name, entries) });
    }
  }
  /** The lines that bind names, in order. */
  get lines() {
    return [...this.byLine.keys()];
  }
  /** How many columns name and value, and the gradient, ever need. */
  widths(name, entries) {
    const tracks2 = new Set(entries.map(([, box2]) => this.story.tracks[box2]));
    const widest = (row3, text3) => {
      let most = 0;
      for (const track of tracks2)
        for (const entry2 of track[row3] ?? []) most = Math.max(most, text3(entry2).length);
      return most;
    };
    const grad2 = widest(
      "grad",
      ([, state, text3, , , expected]) => state === "pending" ? `${text3} ${expected}/${expected}` : text3
    );
    const hasGrad = entries.some(([, box2]) => this.story.tracks[box2].grad);
    return [
      name.length + widest("value", ([, text3]) => text3) + AROUND2,
      hasGrad ? Math.max(grad2, 1) + AROUND2 : 0
    ];
  }
  /** The element with the rows of a line, as high as they will ever be in so many columns. */
  element(line, columns) {
    const bound = this.byLine.get(line);
    this.rows = this.rows.filter((row3) => row3.line !== line);
    const needed = bound.map(({ widths }) => rowsFor(widths, columns));
    const isTight = total2(needed) > MOST3;
    const counts = isTight ? needed.map(() => 1) : needed;
    const height = total2(counts) * ROW;
    const parts2 = bound.map(({ name, entries, widths }, i) => {
      const row3 = {
        line,
        name,
        entries,
        element: html("div.bound", { style: `height:${counts[i] * ROW}em`, role: "button", tabindex: -1 }),
        value: html("b"),
        grad: html("span.grad"),
        shown: ""
      };
      const isSplit = !isTight && isTooWide(widths, columns);
      row3.element.append(html("span.holds", `${name} = `, row3.value), isSplit ? html("br") : " ", row3.grad);
      row3.element.addEventListener("pointerenter", () => row3.box != null && this.hover({ box: row3.box }));
      row3.element.addEventListener("pointerleave", () => this.hover(null));
      row3.element.addEventListener("click", () => row3.box != null && this.choose({ box: row3.box }));
      this.rows.push(row3);
      return row3.element;
    });
    const style = `height:${height}em`;
    return html(isTight ? "div.rows tight" : "div.rows", { style, "data-height": height * LETTER2 }, ...parts2);
  }
  go(step) {
    for (const row3 of this.rows) this.paint(row3, step);
    const bound = this.rows.filter(({ box: box2 }) => box2 !== void 0).map(({ element: element3 }) => element3);
    this.roving.open(bound);
  }
  /** Let a row that has the focus mark its box, as the pointer does. */
  look(row3) {
    if (row3) this.hover({ box: row3.box });
  }
  paint(row3, step) {
    const [, bound] = latest(row3.entries, step) ?? [];
    const there = bound === void 0 ? { status: "pending" } : this.story.at(bound, step);
    const box2 = there.status === "pending" ? void 0 : bound;
    row3.box = box2;
    const { text: text3, grad: grad2 } = box2 === void 0 ? { text: "", grad: { state: "" } } : there;
    const count2 = grad2.state === "pending" ? ` ${grad2.arrived}/${grad2.expected}` : "";
    const shown = `${box2} ${text3} ${grad2.state} ${grad2.text}${count2}`;
    if (shown === row3.shown) return;
    row3.shown = shown;
    assign(row3.element, "class", box2 === void 0 ? "bound unbound" : "bound");
    write(row3.value, text3);
    row3.value.title = text3;
    row3.grad.hidden = !grad2.state;
    assign(row3.grad, "class", `grad is-${grad2.state}`);
    write(row3.grad, grad2.state ? `\u2207 ${grad2.state === "none" ? "\u2013" : grad2.text}${count2}` : "");
    row3.grad.title = grad2.state ? gradientInWords(grad2, this.words) : "";
  }
  /** Mark the rows that show a box. */
  hint(box2) {
    for (const row3 of this.rows)
      row3.element.classList.toggle("hinted", box2 != null && row3.box === this.story.originals[box2]);
  }
};
function isTooWide([value2, grad2], columns) {
  return grad2 && value2 + grad2 > columns;
}
function rowsFor([value2, grad2], columns) {
  const rows3 = (length) => Math.ceil(length / columns);
  return rows3(value2) + (isTooWide([value2, grad2], columns) ? rows3(grad2) : 0);
}
function total2(numbers4) {
  return numbers4.reduce((sum, number3) => sum + number3, 0);
}

// player/panes/program.js
var LINES = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
var Program = class {
  constructor(element3, words, { pick, look: look2, hover, choose, ran, signal }) {
    this.element = element3;
    this.words = words;
    this.calls = { pick, look: look2, ran };
    this.changed = element3.querySelector(".changed");
    this.fault = element3.querySelector(".fault");
    this.bindings = new Bindings(element3, words, { hover, choose, signal });
    this.writing = new Writing(element3.querySelector(".text"), {
      extensions: (cm) => this.extensions(cm),
      opened: () => this.prepare(),
      changed: () => {
        this.fault.hidden = true;
        this.age();
      },
      asked: () => ran(this.isStale)
    });
    this.changed.addEventListener("click", () => this.writing.ask());
    this.fault.addEventListener("click", () => this.message?.line && this.writing.goTo(this.message.line));
    this.observer = new ResizeObserver(() => this.reserve());
    this.observer.observe(element3);
    signal.addEventListener("abort", () => {
      this.observer.disconnect();
      this.writing.close();
    });
  }
  /** Take what the page says of the editor, and its message, {text, line, mild}, if it has one instead of a run. */
  take(data, message, setStateValue) {
    this.given = data;
    this.element.classList.toggle("locked", Boolean(data.locked));
    this.setStateValue = setStateValue;
    this.message = message;
    this.fault.hidden = !message;
    if (message) {
      this.fault.textContent = message.line ? `${tell(this.words.atLine, message)} ${message.text}` : message.text;
      this.fault.classList.toggle("mild", Boolean(message.mild));
    }
    this.flag();
    this.age();
  }
  /** Write the program that a run was told to become, and run it; not over what was changed since. */
  write(text3) {
    if (!this.isStale) this.writing.rewrite(text3);
  }
  open(story) {
    this.story = story;
    this.step = void 0;
    this.bindings.open(story);
    this.flag();
    this.prepare();
  }
  /** Mark the line where the program failed: of what the page says, or of the run. */
  flag() {
    const { line, text: text3, mild } = this.message ?? {};
    const { error } = this.story ?? {};
    const failed = this.message ? !mild && line && { line, message: text3 } : error?.line && { line: error.line, message: error.message };
    const marks = [...this.given.marks, ...failed ? [{ ...failed, severity: "error" }] : []];
    this.writing.take({ ...this.given, marks }, this.setStateValue);
  }
  /** Put the rows and marks of a run into the text, as soon as there are both. */
  prepare() {
    if (!this.writing.view || !this.story) return;
    this.age();
    this.reserve(true);
    this.shown = null;
    if (this.step !== void 0) this.go(this.step);
  }
  /** See whether the text is the one that was run, and the one that is to be run. */
  age() {
    const { view, data } = this.writing;
    if (!view) return;
    const written = bare(this.writing.text.split(LINES));
    const lines2 = this.story?.source.map((tokens) => tokens.map(([, text3]) => text3).join(""));
    this.isStale = !data.locked && !(lines2 && bare(lines2) === written);
    this.element.classList.toggle("stale", this.isStale);
    this.changed.hidden = data.locked || !this.fault.hidden || bare(data.given.split(LINES)) === written;
  }
  // What is drawn into the text
  extensions(cm) {
    const field = (effect) => cm.StateField.define({
      create: () => cm.Decoration.none,
      update: (now, { changes: changes2, effects }) => effects.find((given) => given.is(effect))?.value ?? now.map(changes2),
      provide: (given) => cm.EditorView.decorations.from(given)
    });
    this.effects = { rows: cm.StateEffect.define(), marks: cm.StateEffect.define() };
    const line = (view, block) => view.state.doc.lineAt(block.from).number;
    return [
      cm.EditorView.clipboardOutputFilter.of(
        (text3) => this.element.closest(".predicting") ? withoutComments(cm, text3) : text3
      ),
      field(this.effects.rows),
      field(this.effects.marks),
      cm.lineNumbers({
        domEventHandlers: {
          click: (view, block) => {
            if (!this.isStale) this.calls.pick(line(view, block));
            return true;
          }
        }
      }),
      cm.EditorView.updateListener.of(({ selectionSet, docChanged, state, view }) => {
        if (!selectionSet || docChanged || this.isStale || !view.hasFocus) return;
        this.calls.look(state.doc.lineAt(state.selection.main.head).number);
      })
    ];
  }
  /** Leave the room that the rows below the lines will ever need, at the pane's present width. */
  reserve(anew = false) {
    const { view, cm } = this.writing;
    if (!view || !this.story || this.isStale) return;
    const columns = Math.floor(view.contentDOM.clientWidth / view.defaultCharacterWidth) - 2;
    if (columns <= 0 || !anew && columns === this.columns) return;
    this.columns = columns;
    const { doc } = view.state;
    const rows3 = this.bindings.lines.filter((line) => line <= doc.lines).map((line) => {
      const element3 = this.bindings.element(line, columns);
      return cm.Decoration.widget({ widget: rowsOf(cm, element3), side: 1, block: true }).range(
        doc.line(line).to
      );
    });
    view.dispatch({ effects: this.effects.rows.of(cm.Decoration.set(rows3)) });
    if (this.step !== void 0) this.bindings.go(this.step);
  }
  /** See anew how large everything is. */
  measure() {
    this.writing.view?.requestMeasure();
    this.reserve(true);
  }
  // Stepping
  go(step) {
    this.step = step;
    const { view } = this.writing;
    if (!view) return;
    this.mark(this.story.steps[step]);
    this.bindings.go(step);
  }
  /** Mark the lines of a step, and bring them into view. */
  mark({ line: now, forward_line: made2, phase, box: box2 }) {
    const shown = `${now} ${made2} ${phase} ${box2}`;
    if (shown === this.shown || this.isStale) return;
    this.shown = shown;
    this.writing.reveal([made2, now]);
    const marks = this.marks({ now, made: made2, phase, box: box2 });
    this.writing.view.dispatch({ effects: this.effects.marks.of(marks) });
  }
  marks({ now, made: made2, phase, box: box2 }) {
    const { cm, view } = this.writing;
    const { doc } = view.state;
    const lines2 = /* @__PURE__ */ new Map();
    const mark = (number3, name) => {
      if (number3 >= 1 && number3 <= doc.lines) lines2.set(number3, [...lines2.get(number3) ?? [], name]);
    };
    mark(made2, "made");
    mark(now, `now ${phase}`);
    const found = [...lines2].map(
      ([number3, names]) => cm.Decoration.line({
        class: names.join(" "),
        attributes: number3 === now ? { "aria-current": "step" } : { "data-made": "" }
      }).range(doc.line(number3).from)
    );
    const part2 = this.part(doc, box2);
    if (part2) found.push(cm.Decoration.mark({ class: "part" }).range(part2.from, part2.to));
    return cm.Decoration.set(found, true);
  }
  /** The piece of a line that made a box, where there is no doubt which one it is. */
  part(doc, i) {
    const { line, expr, title } = this.story.boxes[i] ?? {};
    if (!line || line > doc.lines) return null;
    const { text: text3, from } = doc.line(line);
    const piece = expr ?? title;
    const at2 = text3.indexOf(piece);
    if (at2 < 0 || text3.indexOf(piece, at2 + 1) >= 0) return null;
    return { from: from + at2, to: from + at2 + piece.length };
  }
  /** Mark what a box holds in the program, and the line that it comes from, while a pointer is on it. */
  hint(box2) {
    this.bindings.hint(box2);
    const line = this.story?.boxes[box2]?.line;
    for (const element3 of this.element.querySelectorAll(".cm-line.hinted"))
      element3.classList.remove("hinted");
    const { view } = this.writing;
    if (!view || !line || line > view.state.doc.lines || this.isStale) return;
    const { node } = view.domAtPos(view.state.doc.line(line).from);
    (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest?.(".cm-line")?.classList.add("hinted");
  }
};
function withoutComments({ pythonLanguage }, text3) {
  const kept = [];
  let last2 = 0;
  const enter = ({ name, from, to }) => {
    if (name !== "Comment") return;
    kept.push(text3.slice(last2, from));
    last2 = to;
  };
  pythonLanguage.parser.parse(text3).iterate({ enter });
  return [...kept, text3.slice(last2)].join("");
}
function bare(lines2) {
  return lines2.join("\n").trimEnd();
}
function rowsOf(cm, element3) {
  return new class extends cm.WidgetType {
    toDOM() {
      return element3;
    }
    get estimatedHeight() {
      return parseFloat(element3.dataset.height);
    }
    ignoreEvent() {
      return true;
    }
  }();
}

// player/tools/asking.js
function isFinished(story, step) {
  const { kind, box: box2 } = story.steps[step];
  const binds = story.bindings.some(([, , entries]) => latest(entries, step)?.[1] === box2);
  return kind === "end" || (kind === "create" || kind === "op") && binds;
}
var History = class {
  constructor() {
    this.lines = [""];
    this.at = 0;
  }
  /** @param {string} line */
  add(line) {
    const known3 = this.lines.slice(0, -1).filter((other) => other !== line);
    this.lines = [...known3, line, ""];
    this.at = this.lines.length - 1;
  }
  /**
   * Go on or back from what is written now, and return what stands there.
   * @param {string} written @param {1 | -1} by
   */
  go(written, by) {
    if (this.at === this.lines.length - 1) this.lines[this.at] = written;
    this.at = Math.max(0, Math.min(this.lines.length - 1, this.at + by));
    return this.lines[this.at];
  }
};

// player/tools/prompt.js
var MOST4 = 50;
var Prompt = class {
  /** `view()` is what is shown now, {chapters, step}. */
  constructor(drawer, words, { view, signal }) {
    this.words = words;
    this.view = view;
    this.history = new History();
    this.log = html("div.said", { role: "log" });
    this.input = html("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false"
    });
    this.form = html(
      "form.ask",
      { hidden: true },
      html("span", { "aria-hidden": "true" }, ">>>"),
      this.input
    );
    drawer.append(this.log, this.form);
    this.form.addEventListener("submit", (event) => this.submit(event), { signal });
    this.input.addEventListener("keydown", (event) => this.key(event), { signal });
  }
  /** Take where the server is asked; null where nothing can be asked. */
  allow(way) {
    this.way = way;
    this.form.hidden = !way;
    this.input.setAttribute("aria-label", this.words.prompt);
    this.input.placeholder = this.words.promptHint;
    this.log.setAttribute("aria-label", this.words.answers);
  }
  /** Forget what another program said. */
  open() {
    this.log.replaceChildren();
  }
  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.input.value = this.history.go(this.input.value, by);
  }
  async submit(event) {
    event.preventDefault();
    const expression = this.input.value.trim();
    if (!expression) return;
    this.history.add(expression);
    this.input.value = "";
    const { chapters, step } = this.view();
    const answer2 = html("pre", "\u2026");
    const at2 = tell(this.words.atStep, { step: step + 1 });
    this.log.append(html("div", html("code", `>>> ${expression}`), html("small", at2), answer2));
    if (this.log.children.length > MOST4) this.log.firstChild.remove();
    this.log.lastChild.scrollIntoView({ block: "nearest" });
    const { token, prompt } = this.way;
    const finished = isFinished(chapters.whole, step);
    const { text: text3, is_error: failed, message } = await post(prompt, { token, expression, step, finished });
    write(answer2, text3 ?? message ?? this.words.unreachable);
    answer2.classList.toggle("failed", Boolean(failed) || text3 === void 0);
    answer2.scrollIntoView({ block: "nearest" });
  }
};

// player/stage/camera.js
var Camera = class _Camera {
  static MIN = 2e-3;
  static MAX = 6;
  constructor() {
    this.left = 0;
    this.top = 0;
    this.zoom = 1;
    this.width = 0;
    this.height = 0;
    this.covered = 0;
  }
  /** The part of the picture in view, with `extra` times its size added on every side. */
  view(extra = 0) {
    const w = this.width / this.zoom, h = this.height / this.zoom;
    return {
      x: -this.left / this.zoom - w * extra,
      y: -this.top / this.zoom - h * extra,
      w: w * (1 + 2 * extra),
      h: h * (1 + 2 * extra)
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
    const zoom = Math.max(_Camera.MIN, Math.min(_Camera.MAX, this.zoom * factor));
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
    this.zoom = Math.max(_Camera.MIN, zoom);
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
      side
    );
    const dy = shift(
      y * this.zoom + this.top,
      h * this.zoom,
      this.top,
      height * this.zoom,
      this.height,
      above,
      below
    );
    this.pan(dx, dy);
    return dx !== 0 || dy !== 0;
  }
};
function shift(start, length, origin, whole3, space, before, after) {
  if (origin >= 0 && origin + whole3 <= space) return 0;
  if (start >= before && start + length <= space - after) return 0;
  const middle3 = origin + (space - length) / 2 - start;
  const [least, most] = [space - after - whole3, before];
  return (least > most ? middle3 : Math.max(least, Math.min(most, middle3))) - origin;
}
function around(rectangles) {
  const x = Math.min(...rectangles.map((r) => r.x)), y = Math.min(...rectangles.map((r) => r.y));
  return {
    x,
    y,
    w: Math.max(...rectangles.map((r) => r.x + r.w)) - x,
    h: Math.max(...rectangles.map((r) => r.y + r.h)) - y
  };
}

// player/stage/far.js
var Far = class {
  constructor(story) {
    this.story = story;
    this.curves = story.links.map((_, i) => points(story.ways(i)[0] ?? ""));
  }
  /** Draw what a camera sees, without links if there is no room for them. `colours` are the theme's. */
  draw(canvas, camera, step, current, colours, wires = true) {
    const context = clear(canvas, camera);
    const pixel = 1 / camera.zoom;
    const view = camera.view();
    if (wires) this.wires(context, step, colours, pixel);
    this.story.boxes.forEach((box3, i) => {
      if (!this.story.isSeen(i) || this.story.isHidden(i) || this.story.isTab[i] || this.story.layer.isAbsent(i, step) || box3.x > view.x + view.w || box3.y > view.y + view.h || box3.x + box3.w < view.x || box3.y + box3.h < view.y)
        return;
      this.box(context, i, step, colours, pixel);
    });
    const box2 = this.story.boxes[current];
    if (box2) signpost(context, box2, colours, pixel);
  }
  wires(context, step, colours, pixel) {
    const paths2 = { idle: new Path2D(), forward: new Path2D(), backward: new Path2D() };
    this.curves.forEach((flat2, i) => {
      if (!flat2.length || this.story.layer.isLoose(i, step)) return;
      const path2 = paths2[this.story.crossed(i, step)];
      path2.moveTo(flat2[0], flat2[1]);
      for (let at2 = 2; at2 + 5 < flat2.length; at2 += 6) path2.bezierCurveTo(...flat2.slice(at2, at2 + 6));
    });
    for (const [state, path2] of Object.entries(paths2)) {
      context.lineWidth = (state === "backward" ? 2 : 1) * pixel;
      context.strokeStyle = colours[state] ?? colours.edge;
      context.stroke(path2);
    }
  }
  /** A box not computed yet is hollow, one whose gradient is there has a bar, so that colour is not needed. */
  box(context, i, step, colours, pixel) {
    const box2 = this.story.boxes[i];
    const w = Math.max(box2.w, 2 * pixel), h = Math.max(box2.h, 2 * pixel);
    if (!this.story.entry(i, "status", step)) return outline(context, { ...box2, w, h }, colours.edge, pixel);
    const { state } = this.story.gradient(i, step);
    const tiny = h < 6 * pixel;
    context.fillStyle = tiny ? colours.forward : colours.forwardSoft;
    context.fillRect(box2.x, box2.y, w, h);
    if (state && state !== "none") {
      context.fillStyle = colours.backward;
      context.fillRect(box2.x, box2.y + h * 0.6, w, h * 0.4);
    }
    return tiny ? void 0 : outline(context, { ...box2, w, h }, colours.forward, pixel);
  }
  /** Draw the whole picture small, with a frame around the part that `camera` sees. */
  map(canvas, lens, camera, step, current, colours) {
    this.draw(canvas, lens, step, current, colours, false);
    outline(canvas.getContext("2d"), camera.view(), colours.ink, 1.5 / lens.zoom);
  }
};
function signpost(context, box2, colours, pixel) {
  const w = Math.max(box2.w, 9 * pixel), h = Math.max(box2.h, 9 * pixel);
  const place3 = { x: box2.x + (box2.w - w) / 2, y: box2.y + (box2.h - h) / 2, w, h };
  outline(context, place3, colours.paper, 6 * pixel);
  outline(context, place3, colours.accent, 3 * pixel);
}
function clear(canvas, { width, height, left, top, zoom }) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  for (const [side, length] of [
    ["width", width],
    ["height", height]
  ]) {
    if (canvas[side] !== Math.round(length * ratio)) canvas[side] = Math.round(length * ratio);
    canvas.style[side] = `${length}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom * ratio, 0, 0, zoom * ratio, left * ratio, top * ratio);
  return context;
}
function outline(context, { x, y, w, h }, colour, thickness) {
  context.strokeStyle = colour;
  context.lineWidth = thickness;
  context.strokeRect(x, y, w, h);
}

// player/stage/flow.js
var TRAVEL = 400;
var HEIGHT3 = 20;
var CLEAR = 2;
var PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
var Flow = class {
  constructor(layer, story) {
    this.layer = layer;
    this.story = story;
  }
  /** Show a step's flow; `lively` lets the pill travel from the link's beginning. */
  go(step, lively) {
    cancelAnimationFrame(this.frame);
    const { links: links2 = [], flow, pill } = this.story.steps[step];
    const seen = links2.filter((id) => this.story.path(id));
    this.taken = [];
    const drawn2 = flow ? seen.map((id) => this.draw(this.story.path(id), flow, pill)) : [];
    this.layer.replaceChildren(...drawn2.map((d) => d.element));
    if (!drawn2.length) return;
    const began = performance.now();
    const move = (now) => {
      const part2 = lively ? Math.min(1, Math.max(0, now - began) / TRAVEL) : 1;
      for (const { place: place3 } of drawn2) place3(1 - (1 - part2) ** 3);
      if (part2 < 1) this.frame = requestAnimationFrame(move);
    };
    move(began);
  }
  draw(path2, flow, text3) {
    const flat2 = points(path2);
    const element3 = svg(
      "g",
      { class: flow },
      svg("path", { d: path2, class: "halo" }),
      svg("path", { d: path2, class: "line" })
    );
    if (!text3) return { element: element3, place: () => {
    } };
    const width = 7.2 * text3.length + 16;
    const [x1, y1, isFree2] = this.rest(flat2, width);
    const pill = isFree2 ? svg(
      "g.pill",
      svg("rect", { x: -width / 2, y: -HEIGHT3 / 2, width, height: HEIGHT3, rx: HEIGHT3 / 2 }),
      svg("text", { y: 4, textLength: width - 16, lengthAdjust: "spacingAndGlyphs" }, text3)
    ) : svg("g.pill", svg("circle", { r: 5 }), svg("title", text3));
    element3.append(pill);
    const [x0, y0] = along(flat2, flow === "backward" ? 1 : 0);
    const place3 = (part2) => {
      const [x, y] = [x0 + (x1 - x0) * part2, y0 + (y1 - y0) * part2];
      pill.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    };
    return { element: element3, place: place3 };
  }
  /**
   * Where a pill comes to rest: on its link or right beside it, where it covers no box and no other pill. [x, y, true],
   * or the middle of the link and false if there is no such place.
   */
  rest(flat2, width) {
    const beside = [
      [0, 0],
      [0, -HEIGHT3 * 0.7],
      [0, HEIGHT3 * 0.7],
      [-width / 2 - 8, 0],
      [width / 2 + 8, 0],
      [0, -HEIGHT3 * 1.4],
      [0, HEIGHT3 * 1.4]
    ];
    for (const [dx, dy] of beside) {
      for (const part2 of PLACES) {
        const [x, y] = along(flat2, part2);
        const place3 = { x: x + dx - width / 2, y: y + dy - HEIGHT3 / 2, w: width, h: HEIGHT3 };
        if (this.isCovered(place3)) continue;
        this.taken.push(place3);
        return [x + dx, y + dy, true];
      }
    }
    return [...along(flat2, 0.5), false];
  }
  isCovered({ x, y, w, h }) {
    const meets = (other) => x < other.x + other.w + CLEAR && other.x < x + w + CLEAR && y < other.y + other.h + CLEAR && other.y < y + h + CLEAR;
    return this.story.boxes.some(meets) || this.taken.some(meets);
  }
};

// player/base/gestures.js
function gestures(element3, ignored, { pan, zoom, tap, hover }, signal) {
  const on = (type, handler, options) => element3.addEventListener(type, handler, { signal, ...options });
  const pointers = /* @__PURE__ */ new Map();
  let moved = 0, spread = 0, pressed = null;
  const place3 = ({ clientX, clientY }) => {
    const { left, top } = element3.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  on(
    "wheel",
    (event) => {
      if (event.target.closest(ignored)) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 15e-4)), ...place3(event));
    },
    { passive: false }
  );
  on("pointerdown", (event) => {
    if (event.button || event.target.closest(ignored)) return;
    pointers.set(event.pointerId, place3(event));
    [moved, spread, pressed] = [0, distance2(pointers), event.target];
  });
  on("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return hover(event.target);
    const now = place3(event);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    moved += Math.hypot(dx, dy);
    if (moved < 4) return void 0;
    element3.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, now);
    pan(dx / pointers.size, dy / pointers.size);
    const wide = distance2(pointers);
    if (spread && wide) zoom(wide / spread, ...middle2(pointers));
    spread = wide;
    return void 0;
  });
  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    spread = 0;
    if (moved < 4 && event.type === "pointerup") tap(pressed);
  };
  on("pointerup", end);
  on("pointercancel", end);
}
function middle2(pointers) {
  const places = [...pointers.values()];
  return [0, 1].map((axis) => places.reduce((sum, place3) => sum + place3[axis], 0) / places.length);
}
function distance2(pointers) {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

// player/stage/tiles.js
var SIDE = 400;
var Tiles = class {
  constructor() {
    this.tiles = /* @__PURE__ */ new Map();
  }
  /** @param {number} item @param {Rectangle} rectangle */
  add(item3, rectangle) {
    for (const key of keys2(rectangle)) {
      const items = this.tiles.get(key);
      if (items) items.push(item3);
      else this.tiles.set(key, [item3]);
    }
  }
  /**
   * The items whose tiles the rectangle touches.
   * @param {Rectangle} rectangle
   * @returns {Set<number>}
   */
  in(rectangle) {
    const found = /* @__PURE__ */ new Set();
    for (const key of keys2(rectangle)) for (const item3 of this.tiles.get(key) ?? []) found.add(item3);
    return found;
  }
};
function* keys2({ x, y, w, h }) {
  for (let column = Math.floor(x / SIDE); column <= (x + w) / SIDE; column++) {
    for (let row3 = Math.floor(y / SIDE); row3 <= (y + h) / SIDE; row3++) yield `${column},${row3}`;
  }
}

// player/stage/scene.js
var Scene = class {
  constructor({ wires, boxes: boxes2 }, story, words) {
    this.story = story;
    this.words = words;
    this.step = 0;
    this.marked = { box: null, to: null, reads: [], pinned: null, found: /* @__PURE__ */ new Set() };
    this.glowing = /* @__PURE__ */ new Set();
    this.shown = { boxes: /* @__PURE__ */ new Set(), links: /* @__PURE__ */ new Map() };
    this.elements = story.boxes.map(option);
    this.frames = svg("g");
    this.paths = svg("g");
    this.settle();
    wires.replaceChildren(arrows(), this.frames, this.paths);
    boxes2.replaceChildren(...this.elements);
  }
  /** Put everything where it is while these clusters are open. */
  settle() {
    const { story } = this;
    this.look(null);
    this.widths = [];
    this.tabs = story.boxes.flatMap((_, i) => story.isTab[i] && story.isSeen(i) ? [i] : []);
    this.tiles = { boxes: new Tiles(), links: new Tiles() };
    story.boxes.forEach((box2, i) => {
      const element3 = this.elements[i];
      const { x: left, y: top, w: width, h: height } = box2;
      for (const [side, length] of Object.entries({ left, top, width, height }))
        element3.style[side] = `${length}px`;
      element3.style.maxWidth = "";
      if (story.isTab[i]) Object.assign(element3.style, { width: "", maxWidth: `${width}px` });
      element3.style.transform = "";
      if (story.isSeen(i) && !story.isTab[i]) this.tiles.boxes.add(i, box2);
    });
    for (const i of this.tabs) this.tiles.boxes.add(i, story.frames[story.boxes[i].opens]);
    story.links.forEach((_, i) => {
      const flat2 = story.ways(i).flatMap(points);
      if (flat2.length) this.tiles.links.add(i, bounds(flat2));
    });
    this.clusters = new Map(
      story.frames.flatMap((frame2, c) => frame2 && !story.isBare(c) ? [[c, cluster(frame2)]] : [])
    );
    this.frames.replaceChildren(...this.clusters.values());
    this.grow();
    this.elements.forEach((_, i) => {
      this.name(i);
      this.paint(i);
    });
  }
  /** Fill what lies in a rectangle and empty what does not; null empties everything. */
  look(rectangle) {
    const near = rectangle ? this.tiles.boxes.in(rectangle) : /* @__PURE__ */ new Set();
    const before = this.shown.boxes;
    this.shown.boxes = near;
    for (const i of near) if (!before.has(i)) this.fill(i);
    for (const i of before) if (!near.has(i)) this.elements[i].replaceChildren();
    for (const i of [...before, ...near]) if (before.has(i) !== near.has(i)) this.paint(i);
    const links2 = rectangle ? this.tiles.links.in(rectangle) : /* @__PURE__ */ new Set();
    for (const [i, path2] of this.shown.links) if (!links2.has(i)) path2.remove();
    this.shown.links = new Map([...links2].map((i) => [i, this.shown.links.get(i) ?? this.draw(i)]));
  }
  /** Show which lines computed what they should, a "hint", and which did not, an "error", at the last box of each. */
  grade(marks = []) {
    const last2 = new Map(this.story.boxes.map(({ line }, i) => [line, i]));
    const grades = new Map(marks.map(({ line, severity }) => [last2.get(line), severity]));
    this.elements.forEach((element3, i) => assign(element3, "data-grade", grades.get(i) ?? null));
  }
  /** How wide the title of an open cluster is. */
  width(i) {
    this.widths[i] ??= this.elements[i].firstElementChild?.offsetWidth;
    return this.widths[i] ?? this.story.boxes[i].w;
  }
  /** Let the titles of open clusters stand where `place` says. */
  stick(place3) {
    for (const i of this.tabs) {
      const [{ x, y }, box2] = [place3(i), this.story.boxes[i]];
      this.elements[i].style.transform = x > box2.x || y > box2.y ? `translate(${x - box2.x}px,${y - box2.y}px)` : "";
    }
  }
  fill(i) {
    const box2 = this.story.boxes[i];
    this.elements[i].replaceChildren(...this.story.isTab[i] ? [heading(box2, "\u25BE")] : rows2(box2));
  }
  draw(i) {
    const [path2, ...bridges] = this.story.ways(i);
    const count2 = this.story.alike[i].length;
    const drawn2 = svg(
      "g",
      { "data-link": i },
      svg("path", { d: path2, class: "hit" }),
      svg("path", { d: path2, class: "line" }),
      ...bridges.map((bridge) => svg("path", { d: bridge, class: "line bridge" })),
      count2 > 1 ? counted(path2, count2) : null
    );
    this.paths.append(drawn2);
    this.trace(i, drawn2);
    return drawn2;
  }
  /**
   * Show another step, at which `box` is at work, `to` receives something, and the boxes `reads` are looked up; `isWithin` tells
   * that the box at work is inside of the one that is marked.
   */
  go(step, { box: box2, to, reads, isWithin }) {
    const { boxes: boxes2, links: links2 } = this.story.touched(this.step, step);
    const marked = [this.marked.box, this.marked.to, ...this.marked.reads, box2, to, ...reads];
    for (const i of marked) for (const same2 of this.all(i)) boxes2.add(same2);
    Object.assign(this.marked, { box: box2, to, reads, isWithin });
    this.step = step;
    for (const i of boxes2) this.name(i);
    for (const i of boxes2) this.paint(i);
    const stretch = this.story.stretch(step);
    for (const i of stretch === this.stretch ? links2 : this.shown.links.keys())
      this.trace(i, this.shown.links.get(i));
    this.stretch = stretch;
    this.grow();
  }
  /** Show what is there by now of the graph that a backward pass makes. */
  grow() {
    const { layer } = this.story;
    for (const c of layer.members.keys()) {
      this.clusters.get(c)?.classList.toggle("absent", layer.isEmpty(c, this.step));
      const fold = this.story.folding.folds[c];
      if (fold >= 0) this.paint(fold);
    }
    for (const i of layer.boxes) {
      if (this.story.boxes[i].copy_of != null) this.paint(i);
      for (const link2 of Object.values(this.story.neighbours[i]).flat())
        this.trace(link2, this.shown.links.get(link2));
    }
  }
  /** Mark a chosen box or link, {box} or {link} or null, and the boxes that a search found. */
  mark(pinned, all2 = this.marked.found) {
    const found = [...all2].map((i) => this.story.shown[i]);
    const boxes2 = [this.marked.pinned?.box, pinned?.box, ...this.marked.found, ...found].flatMap(
      (i) => this.all(i)
    );
    const links2 = [this.marked.pinned?.link, pinned?.link];
    Object.assign(this.marked, { pinned, found: new Set(found) });
    for (const i of new Set(boxes2)) {
      this.name(i);
      this.paint(i);
    }
    for (const i of links2) this.trace(i, this.shown.links.get(i));
  }
  /** Show other numbers at the same step, of which those of the boxes `glowing` are new. */
  renew(glowing) {
    this.glowing = glowing;
    this.elements.forEach((_, i) => {
      this.name(i);
      this.paint(i);
    });
  }
  /** Mark the box that something elsewhere is about, which a pointer is on. */
  point(i) {
    const before = this.all(this.pointed);
    this.pointed = i == null ? null : this.story.originals[this.story.shown[i]];
    for (const same2 of [...before, ...this.all(this.pointed)]) this.paint(same2);
  }
  /** A box and its copies. */
  all(i) {
    return i == null ? [] : [i, ...this.story.copies[i]];
  }
  /** The boxes' elements from top to bottom, and from left to right where they stand side by side. */
  inReadingOrder() {
    const places = this.story.boxes.map(({ x, y, h }, i) => ({ x, y: y + h / 2, element: this.elements[i] }));
    const seen = places.filter((_, i) => this.story.isSeen(i) && !this.story.layer.isAbsent(i, this.step));
    return seen.sort((a, b) => a.y - b.y || a.x - b.x).map(({ element: element3 }) => element3);
  }
  name(i) {
    assign(this.elements[i], "aria-label", this.story.label(i, this.step, this.words));
    assign(this.elements[i], "aria-selected", String(this.marked.pinned?.box === this.story.originals[i]));
  }
  paint(i) {
    const element3 = this.elements[i];
    const box2 = this.story.boxes[i];
    const { status, text: text3, grad: grad2 } = this.story.at(i, this.step);
    const { box: current, to, reads, isWithin, pinned, found } = this.marked;
    const original = this.story.originals[i];
    const near = this.shown.boxes.has(i);
    const signs2 = {
      current: current === original,
      target: to === original,
      read: reads.includes(original),
      pinned: pinned?.box === original,
      found: found.has(original),
      pointed: this.pointed === original
    };
    const isMarked = Object.values(signs2).some(Boolean);
    element3.hidden = !this.story.isSeen(i) || this.story.isHidden(i) && !isMarked;
    const classes = [
      "box",
      near && "near",
      `kind-${box2.kind}`,
      `at-${status}`,
      current === original && isWithin && "within",
      this.story.isTab[i] && "tab",
      this.glowing.has(original) && "glowing",
      box2.copy_of != null && "copy",
      this.story.layer.isAbsent(i, this.step) && "absent",
      !box2.recorded && "unrecorded",
      ...Object.keys(signs2).filter((sign) => signs2[sign])
    ];
    assign(element3, "class", classes.filter(Boolean).join(" "));
    if (!near || this.story.isTab[i]) return;
    const since = sinceInWords(this.story.since(i, this.step), this.words);
    const texts = { value: text3, grad: gradient2(grad2), wait: this.waiting(grad2), since };
    for (const row3 of element3.children) {
      const name = row3.dataset.row;
      if (name in texts) write(row3, texts[name]);
      if (name === "grad") assign(row3, "class", `grad is-${grad2.state}`);
    }
  }
  waiting({ state, arrived: arrived2, expected }) {
    return state === "pending" ? tell(this.words.waiting, { count: expected - arrived2 }) : "";
  }
  trace(i, drawn2) {
    if (!drawn2) return;
    const classes = [
      "link",
      this.story.crossed(i, this.step),
      `as-${this.story.links[i].kind}`,
      this.marked.pinned?.link === i && "pinned",
      this.story.layer.isLoose(i, this.step) && "absent",
      this.story.isHidden(this.story.links[i].from) && "from-hidden",
      this.story.isHidden(this.story.links[i].to) && "to-hidden"
    ];
    assign(drawn2, "class", classes.filter(Boolean).join(" "));
  }
};
function gradient2({ state, text: text3 }) {
  return state && (state === "none" ? "\u2207 \u2013" : `\u2207 ${text3}`);
}
function option(_, i) {
  return html("div", { "data-box": i, role: "option", tabindex: -1 });
}
function rows2(box2) {
  const texts = { expr: box2.expr, fn: box2.fn };
  const names = box2.copy_of == null ? [...box2.rows, "since"] : box2.rows;
  return names.map(
    (name) => name === "title" ? heading(box2, box2.opens == null ? "" : "\u25B8") : html("div", { "data-row": name, class: name }, texts[name] ?? "")
  );
}
function heading(box2, sign) {
  return html(
    "div",
    { "data-row": "title", class: "title" },
    html("b", sign && html("i", { "aria-hidden": "true" }, `${sign} `), box2.title),
    sign === "\u25BE" && box2.fn ? html("span", box2.fn) : null,
    box2.shape && box2.copy_of == null ? html("span", box2.shape) : null
  );
}
function counted(path2, count2) {
  const [x, y] = along(points(path2), 0.5);
  return svg("text", { x: x + 4, y: y - 3, class: "count" }, `\xD7${count2}`);
}
function arrows() {
  const arrow = (state) => svg(
    "marker",
    {
      id: `arrow-${state}`,
      class: state,
      viewBox: "0 0 8 8",
      refX: 7.5,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: "userSpaceOnUse",
      orient: "auto-start-reverse"
    },
    svg("path", { d: "M0 .8 8 4 0 7.2z" })
  );
  return svg("defs", ...["idle", "forward", "backward"].map(arrow));
}
function cluster({ x, y, w, h }) {
  return svg("rect.cluster", { x, y, width: w, height: h, rx: 8 });
}

// player/stage/stage.js
var SMALLEST = 12;
var MOST5 = 1.2;
var NAMES = 0.5;
var FAR = 0.22;
var MARGINS = { side: 24, above: 16, below: 16 };
var MARGIN2 = 7;
var GLIDE = 220;
var TITLE = 60;
var UNFOLD = 180;
var MAP = { across: { width: 190, height: 90 }, down: { width: 280, height: 200 } };
var CARD = { across: [0, 176], down: [320, 0] };
var Stage = class {
  constructor(work, words, { hover, choose, arranged, folded, signal }) {
    const part2 = (name) => work.querySelector(`.${name}`);
    const element3 = part2("stage");
    this.work = work;
    this.element = element3;
    this.words = words;
    this.parts = {
      world: part2("world"),
      wires: part2("wires"),
      boxes: part2("boxes"),
      flow: part2("flow"),
      far: part2("far"),
      map: part2("map")
    };
    this.camera = new Camera();
    this.lens = new Camera();
    this.hover = hover;
    this.choose = (what) => this.canFold(what?.box) ? this.toggle(what.box) : choose(what);
    this.folded = folded;
    this.arranged = arranged;
    this.following = true;
    this.hides = /* @__PURE__ */ new Set();
    this.scale = 1;
    this.roving = new Roving(
      this.parts.boxes,
      ({ dataset }) => this.choose({ box: Number(dataset.box) }),
      signal
    );
    this.listen(signal);
    this.observer = new ResizeObserver(() => {
      this.resize();
      if (this.step !== void 0) this.go(this.step, false);
    });
    this.observer.observe(element3);
    signal.addEventListener("abort", () => this.close());
  }
  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.drawing);
    cancelAnimationFrame(this.gliding);
    clearTimeout(this.unfolding);
  }
  /** Take another story and show the whole of it, or its beginning if it is large. */
  open(story) {
    this.story = story;
    story.hides = this.hides;
    this.fitted = false;
    this.measure(story.metrics);
    this.arrange(this.wanted ?? this.better());
  }
  /** Draw the picture in one of its directions. */
  arrange(direction) {
    const { story } = this;
    const told2 = story.turn(direction);
    this.work.dataset.direction = told2;
    this.scene = new Scene(this.parts, story, this.words);
    this.scene.grade(this.grades);
    this.flow = new Flow(this.parts.flow, story);
    this.survey();
    this.focus = null;
    this.fitted = false;
    this.resize();
    this.arranged(story);
  }
  /** Show marks that lines were given at what they computed last. */
  grade(marks) {
    this.grades = marks;
    this.scene?.grade(marks);
  }
  /** Take over where everything is now. */
  survey() {
    this.far = new Far(this.story);
    this.roving.open(this.scene.inReadingOrder());
    const [w, h] = this.story.size.map((length) => Math.max(1, length));
    const room = MAP[this.work.dataset.direction];
    const zoom = Math.min(room.width / w, room.height / h);
    Object.assign(this.lens, { width: Math.max(12, w * zoom), height: Math.max(12, h * zoom), zoom });
  }
  /** Whether a box is a cluster that opens or closes. */
  canFold(box2) {
    return box2 != null && this.story.boxes[box2].opens != null;
  }
  /** Open or close a cluster where it is: its title, or what is first inside, comes to where the title was. */
  toggle(box2) {
    const { story, camera } = this;
    const title = this.title(box2);
    cancelAnimationFrame(this.gliding);
    this.hover(null);
    story.toggle(box2);
    story.turn(this.work.dataset.direction);
    this.animate();
    const now = story.boxes[story.first(box2)];
    camera.pan((title.x - now.x) * camera.zoom, (title.y - now.y) * camera.zoom);
    this.scene.settle();
    this.survey();
    this.look(true);
    this.arranged(story);
    this.show(this.step, false);
    this.folded();
  }
  /** Leave out what `hides` names: nothing else moves, and what a step is about is there while it is. */
  leaveOut(hides) {
    this.hides = hides;
    this.work.dataset.hides = [...hides].join(" ");
    if (!this.story) return;
    this.story.hides = hides;
    this.scene.settle();
    this.survey();
    this.look(true);
    this.arranged(this.story);
  }
  /** Where the title of a cluster is: that of an open one stays in view, if not all of the cluster can be in view. */
  title(box2) {
    const { x, y } = this.story.boxes[box2];
    if (!this.story.isTab[box2]) return { x, y };
    const view = this.camera.view();
    const frame2 = this.story.frames[this.story.boxes[box2].opens];
    const held3 = (from, wanted, room) => Math.max(from, Math.min(wanted, from + Math.max(0, room)));
    return {
      x: held3(x, view.x, frame2.w - this.scene.width(box2)),
      y: held3(y, view.y, frame2.h > view.h ? frame2.h - TITLE : 0)
    };
  }
  /** Let everything that finds a new place now go there. */
  animate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.element.classList.add("unfolding");
    clearTimeout(this.unfolding);
    this.unfolding = setTimeout(() => this.element.classList.remove("unfolding"), UNFOLD);
  }
  /** Open the closed cluster in which the node at work is; with `out`, close the innermost one around it that is open. */
  enter(out) {
    const box2 = this.story.steps[this.step].box;
    const fold = box2 == null ? void 0 : this.story.enters(box2, out);
    if (fold !== void 0) this.toggle(fold);
    if (fold !== void 0 && this.following) this.go(this.step, false);
  }
  /** The direction in which more of the picture can be read: across if all of it can, else down, else what is wider. */
  better() {
    const { clientWidth, clientHeight } = this.work;
    const zoom = (direction) => {
      const [w, h] = this.story.sizes[direction] ?? [Infinity, Infinity];
      const [beside, below] = CARD[direction];
      return Math.min((clientWidth - beside - 2 * MARGIN2) / w, (clientHeight - below - 2 * MARGIN2) / h);
    };
    const least = this.least;
    return zoom("across") >= least || zoom("down") < least && clientWidth > clientHeight ? "across" : "down";
  }
  /** Draw the picture in the other direction, and the next ones too. */
  turn() {
    this.wanted = this.work.dataset.direction === "across" ? "down" : "across";
    this.arrange(this.wanted);
    this.scene.go(this.step, this.marks(this.step));
    this.go(this.step, false);
  }
  /** The zoom at which the smallest text of a box is as large as it must be. */
  get least() {
    return this.scale * SMALLEST / this.story.metrics.font;
  }
  /** Take over the sizes that the boxes were made for. */
  measure({ font, line, pad: [side, rise] }) {
    this.font = font;
    const sizes = {
      "--font": `${font}px/${line}px`,
      "--row": `${line}px`,
      "--side": `${side}px`,
      "--pad": `${rise}px ${side}px`
    };
    for (const [name, size] of Object.entries(sizes)) this.parts.world.style.setProperty(name, size);
  }
  /** Take another size of the element: all of the picture stays in view if it was. */
  resize() {
    const { clientWidth, clientHeight } = this.element;
    const isWhole2 = this.story && this.camera.holds(this.story.size);
    Object.assign(this.camera, { width: clientWidth, height: clientHeight });
    if (!this.story || !clientWidth) return;
    if (!this.fitted || isWhole2) this.begin();
    this.look(true);
  }
  begin() {
    this.fitted = true;
    const { size, boxes: boxes2 } = this.story;
    this.camera.fit(size, MOST5 * this.scale, MARGIN2);
    if (this.camera.zoom >= this.least || !boxes2.length) return;
    this.camera.zoom = Math.max(this.least, this.scale);
    this.camera.centre({ x: 0, y: 0, w: size[0], h: size[1] });
    this.camera.reveal(this.focus ?? boxes2[0], size, MARGINS);
  }
  /** Where on the screen, and how large, one sees what the step is about. */
  get place() {
    const { left, top, zoom } = this.camera;
    const { x, y } = this.focus ?? { x: 0, y: 0 };
    return { x: left + x * zoom, y: top + y * zoom, zoom };
  }
  set place({ x, y, zoom }) {
    const focus = this.focus ?? { x: 0, y: 0 };
    Object.assign(this.camera, { left: x - focus.x * zoom, top: y - focus.y * zoom, zoom });
    this.look(true);
  }
  fit() {
    this.camera.fit(this.story.size, MOST5 * this.scale, MARGIN2);
    this.look(true);
  }
  /** Show everything larger by a factor, for a room. */
  enlarge(scale2) {
    this.scale = scale2;
    this.fitted = false;
    if (this.story) this.arrange(this.wanted ?? this.better());
    if (this.step !== void 0) this.go(this.step, false);
  }
  pan(dx, dy) {
    cancelAnimationFrame(this.gliding);
    this.camera.pan(dx, dy);
    this.look();
  }
  zoom(factor, px, py) {
    cancelAnimationFrame(this.gliding);
    this.camera.zoomAt(factor, px, py);
    this.look();
  }
  /** Show another step. `lively` allows movement. */
  go(step, lively) {
    const boxes2 = this.show(step, lively);
    if (this.following && this.fitted && boxes2.length) this.follow(boxes2, lively);
    this.redraw();
  }
  /** Show a step where one looks now, and return the boxes that it is about. */
  show(step, lively) {
    const { box: box2 = null, to = null, links: links2 = [], flow } = this.story.steps[step];
    this.step = step;
    this.current = this.story.shown[box2];
    this.scene.go(step, this.marks(step));
    this.flow.go(step, lively);
    this.roving.stop(this.scene.elements[this.current]);
    const ends = flow === "backward" && links2.length ? [this.story.links[links2[0]].to, this.story.links[links2[0]].from] : [box2, to];
    const boxes2 = ends.map((i) => this.story.boxes[i]).filter(Boolean);
    this.focus = boxes2[0];
    return boxes2;
  }
  /** Show other numbers at the same step, of which those of the boxes `glowing` are new. */
  renew(glowing) {
    this.scene.renew(glowing);
    if (this.story.steps[this.step].pill) this.flow.go(this.step, false);
  }
  /** What a step is about, as far as it can be seen. */
  marks(step) {
    const { box: box2 = null, to = null, reads = [] } = this.story.steps[step];
    const seen = (i) => i == null ? i : this.story.shown[i];
    return { box: seen(box2), to: seen(to), reads: reads.map(seen), isWithin: seen(box2) !== box2 };
  }
  follow(boxes2, lively) {
    const whole3 = around(boxes2);
    const room = this.camera.view();
    const free = room.w - this.camera.covered / this.camera.zoom;
    const target = whole3.w < free * 0.9 && whole3.h < room.h * 0.9 ? whole3 : around(boxes2.slice(0, 1));
    this.travel((camera) => camera.reveal(target, this.story.size, MARGINS), lively);
  }
  /** Bring a box into view, or the closed cluster that it is in. */
  reveal(i) {
    const shown = this.story.boxes[this.story.shown[i] ?? i];
    this.travel((camera) => camera.reveal(shown, this.story.size, MARGINS), false);
  }
  /** Let nothing that one is to see lie below what covers the right of the picture: move boxes aside, as far as they fit. */
  aside(boxes2, covered) {
    this.camera.covered = covered;
    const shown = boxes2.map((i) => this.story.boxes[this.story.shown[i]]).filter(Boolean);
    if (!shown.length || covered <= 0) return;
    const { left: before } = this.camera;
    this.go(this.step, false);
    const { zoom, left, width } = this.camera;
    this.isAside ||= left !== before;
    const { x, w } = around(shown);
    const most = x * zoom + left - MARGINS.side;
    const way = Math.min((x + w) * zoom + left - (width - covered - MARGINS.side), most);
    if (way <= 0) return;
    this.isAside = true;
    this.pan(-way, 0);
  }
  /** Nothing covers the picture: move back to the middle what was moved aside, if there is room for all of it. */
  back() {
    this.camera.covered = 0;
    const room = this.camera.width - this.story.size[0] * this.camera.zoom;
    if (this.isAside && room >= 0) this.pan(room / 2 - this.camera.left, 0);
    this.isAside = false;
  }
  /** Open the closed clusters that a box is in; return whether there were any. */
  uncover(i) {
    const folds = [];
    for (let fold; (fold = this.story.enters(i, false)) !== void 0; folds.push(fold)) this.toggle(fold);
    return folds.length > 0;
  }
  travel(move, lively) {
    cancelAnimationFrame(this.gliding);
    const goal = Object.assign(new Camera(), this.camera);
    if (!move(goal)) return;
    const from = { left: this.camera.left, top: this.camera.top };
    const began = performance.now();
    const frame2 = (now) => {
      const part2 = lively ? Math.min(1, Math.max(0, now - began) / GLIDE) : 1;
      const eased = 1 - (1 - part2) ** 3;
      for (const side of ["left", "top"]) this.camera[side] = from[side] + (goal[side] - from[side]) * eased;
      this.look();
      if (part2 < 1) this.gliding = requestAnimationFrame(frame2);
    };
    frame2(began);
  }
  /** Bring the document up to date with the camera; what is filled in is twice as large as what is seen. */
  look(anew = false) {
    const { left, top, zoom } = this.camera;
    const far = zoom < FAR;
    this.detail(zoom);
    this.scene.stick((box2) => this.title(box2));
    this.parts.world.style.transform = `translate(${left}px,${top}px) scale(${zoom})`;
    this.element.classList.toggle("is-far", far);
    const view = this.camera.view();
    if (anew || far !== this.isFar || !far && !within(view, this.filled)) {
      this.filled = far ? null : this.camera.view(0.5);
      this.scene.look(this.filled);
    }
    this.isFar = far;
    this.redraw();
  }
  /** Show of the boxes what there is room for, in letters that can be read. */
  detail(zoom) {
    const level2 = zoom * this.font >= SMALLEST - 0.01 ? "rows" : zoom >= NAMES ? "brief" : "name";
    const { world } = this.parts;
    if (world.dataset.detail !== level2) world.dataset.detail = level2;
    const size = level2 === "rows" ? "" : `${(SMALLEST / zoom).toFixed(1)}px`;
    if (this.letters !== size) world.style.setProperty("--letters", size);
    this.letters = size;
  }
  redraw() {
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0;
      if (this.isFar) this.far.draw(this.parts.far, this.camera, this.step, this.current, this.colours);
      this.parts.map.hidden = !this.wantsMap;
      if (this.wantsMap)
        this.far.map(this.parts.map, this.lens, this.camera, this.step, this.current, this.colours);
    });
  }
  /** The whole picture at this step as one drawing, with all rows of its boxes; it says a `label`. */
  picture(label) {
    const { world } = this.parts;
    const [w, h] = this.story.size;
    const { elements: elements2, shown, clusters } = this.scene;
    world.dataset.detail = "rows";
    this.scene.look({ x: 0, y: 0, w, h });
    const drawing = picture({
      boxes: elements2.filter((element3) => !element3.hidden),
      links: shown.links.values(),
      frames: clusters.values(),
      markers: this.parts.wires.querySelectorAll("marker"),
      paper: getComputedStyle(this.element).backgroundColor,
      size: this.story.size,
      label
    });
    this.look(true);
    return drawing;
  }
  get wantsMap() {
    const [w, h] = this.story.size;
    const view = this.camera.view();
    return view.w < w || view.h < h;
  }
  /** Read the theme's colours anew, for the canvases. */
  repaint(style) {
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colours = {
      ink: colour("ink"),
      paper: colour("paper"),
      edge: colour("edge"),
      accent: colour("accent"),
      forward: colour("forward"),
      forwardSoft: colour("forward-soft"),
      backward: colour("backward")
    };
    if (this.story) this.redraw();
  }
  listen(signal) {
    const on = (element3, type, handler) => element3.addEventListener(type, handler, { signal });
    gestures(
      this.element,
      ".find, .handles, .ghost",
      {
        pan: (dx, dy) => this.pan(dx, dy),
        zoom: (factor, x, y) => this.zoom(factor, x, y),
        tap: (element3) => this.choose(meant(element3)),
        hover: (element3) => this.hover(meant(element3))
      },
      signal
    );
    on(this.element, "pointerleave", () => this.hover(null));
    on(this.parts.boxes, "focusin", ({ target }) => {
      if (!target.matches(":focus-visible")) return;
      this.reveal(meant(target).box);
      this.hover(meant(target));
    });
    on(this.parts.boxes, "focusout", () => this.hover(null));
    on(this.parts.map, "pointerdown", (event) => {
      this.parts.map.setPointerCapture(event.pointerId);
      this.jump(event);
    });
    on(this.parts.map, "pointermove", (event) => event.buttons && this.jump(event));
  }
  /** Go to the place of the small map that a pointer is on. */
  jump({ clientX, clientY }) {
    const { left, top } = this.parts.map.getBoundingClientRect();
    this.camera.centre({
      x: (clientX - left) / this.lens.zoom,
      y: (clientY - top) / this.lens.zoom,
      w: 0,
      h: 0
    });
    this.look();
  }
};
function meant(element3) {
  const found = element3.closest("[data-box], [data-link]");
  if (!found) return null;
  return found.dataset.box ? { box: Number(found.dataset.box) } : { link: Number(found.dataset.link) };
}
function within(inner, outer) {
  return outer && inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w && inner.y + inner.h <= outer.y + outer.h;
}

// player/panes/track.js
var Track = class {
  /**
   * @param {HTMLElement} element
   * @param {typeof import("../base/words.js").WORDS} words
   * @param {{ go: (step: number) => void, signal: AbortSignal }} options
   */
  constructor(element3, words, { go, signal }) {
    this.element = element3;
    this.from = this.to = -1;
    this.story = null;
    this.words = words;
    const part2 = (name) => (
      /** @type {HTMLElement} */
      element3.querySelector(name)
    );
    this.names = part2(".names");
    this.rail = part2(".rail");
    this.marks = part2(".marks");
    this.thumb = part2(".thumb");
    const drag = (event) => go(this.at(event.clientX));
    element3.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button) return;
        element3.setPointerCapture(event.pointerId);
        element3.focus({ preventScroll: true });
        drag(event);
      },
      { signal }
    );
    element3.addEventListener(
      "pointermove",
      (event) => element3.hasPointerCapture(event.pointerId) && drag(event),
      { signal }
    );
  }
  /** @param {Story} story @param {[from: number, to: number]} range */
  open(story, range) {
    this.story = story;
    this.from = this.to = -1;
    assign(this.element, "aria-valuemax", String(story.steps.length));
    this.zoom(range);
  }
  /**
   * Let the rail hold the steps of one chapter, `from` to `to`. The slider's numbers are those of the whole run.
   * @param {[from: number, to: number]} range
   */
  zoom([from, to]) {
    if (!this.story || from === this.from && to === this.to) return;
    this.from = from;
    this.to = to;
    const shown = this.story.stretches.filter((s) => s.from >= from && s.to <= to);
    const several = shown.filter((s) => s.phase === "backward").length > 1;
    const name = ({ phase, number: number3 }) => phase === "backward" && several ? tell(this.words.backwardNumber, { number: number3 }) : this.words[phase];
    const part2 = (stretch, ...texts) => html(
      "span",
      { class: stretch.phase, style: `flex-grow:${stretch.to - stretch.from + 1}` },
      ...texts.map((text3) => html("b", text3))
    );
    const short3 = ({ phase, number: number3 }) => phase === "backward" && several ? [String(number3)] : [];
    this.names.replaceChildren(...shown.map((s) => part2(s, name(s), ...short3(s))));
    this.rail.classList.toggle("many", shown.length > 60);
    this.rail.replaceChildren(...shown.map((s) => part2(s)));
    this.marks.replaceChildren(
      ...this.story.errors.filter((k) => k >= from && k <= to).map((k) => html("span", { style: `left:${this.percent(k)}%` }, "\u25B2"))
    );
  }
  /** @param {number} step @param {string} text */
  show(step, text3) {
    assign(this.element, "aria-valuenow", String(step + 1));
    assign(this.element, "aria-valuetext", text3);
    this.thumb.style.left = `${this.percent(step)}%`;
  }
  /**
   * The place of a step along the rail: the middle of its share.
   * @param {number} step
   */
  percent(step) {
    return 100 * (step - this.from + 0.5) / (this.to - this.from + 1);
  }
  /** @param {number} clientX */
  at(clientX) {
    const { left, width } = this.rail.getBoundingClientRect();
    const step = this.from + Math.floor((clientX - left) / width * (this.to - this.from + 1));
    return Math.max(this.from, Math.min(this.to, step));
  }
};

// player/stage/cuts.js
var Ways = class {
  constructor(world, { choose, signal }) {
    this.cuts = html("div.cuts");
    this.way = svg("svg.over", { "aria-hidden": "true" });
    world.append(this.way, this.cuts);
    const press = ({ detail, target: { dataset } }) => {
      if (detail) return;
      choose(dataset.box ? { box: Number(dataset.box) } : { link: Number(dataset.link) });
    };
    this.cuts.addEventListener("click", press, { signal });
  }
  /** Mark the cuts of a graph as it is arranged, those that can be seen. */
  open(story) {
    this.story = story;
    this.cuts.replaceChildren(
      ...story.links.flatMap(
        (link2, i) => link2.cut == null || !story.ways(i).length ? [] : [this.mark(link2.cut, this.middle(i), { "data-link": i })]
      ),
      ...story.boxes.flatMap(
        (box2, i) => box2.cut == null || !story.isSeen(i) || story.isHidden(i) ? [] : [this.mark(box2.cut, [box2.x, box2.y], { "data-box": i })]
      )
    );
    this.draw(this.reason);
  }
  middle(link2) {
    return along(points(this.story.path(link2)), 0.5);
  }
  mark(index, [x, y], about2) {
    const { said } = this.story.reasons[index];
    return html(
      "button",
      {
        type: "button",
        class: "scissors",
        style: `left:${x}px;top:${y}px`,
        "aria-label": said,
        title: said,
        ...about2
      },
      "\u2702"
    );
  }
  /** Draw the way of a reason, or none; where it is inside of a closed cluster, the cluster's box is framed. */
  draw(reason) {
    this.reason = reason;
    const { shown } = this.story ?? {};
    const whole3 = reason?.way ?? [];
    const way = whole3.filter(([from, to]) => shown[from] !== shown[to]);
    const boxes2 = new Set(whole3.flatMap(([from, to]) => [shown[from], shown[to]]));
    this.way.replaceChildren(
      ...way.map(([from, to, cut]) => svg("path", { d: this.line(from, to), class: cut ? "cut" : "on" })),
      ...[...boxes2].map((i) => this.frame(i))
    );
  }
  /** The path between two boxes: their link's, or a straight line where there is none. */
  line(from, to) {
    const { links: links2, boxes: boxes2, originals, shown } = this.story;
    const link2 = links2.findIndex((one) => originals[one.from] === from && originals[one.to] === to);
    if (link2 >= 0 && this.story.path(link2)) return this.story.path(link2);
    const [a, b] = [boxes2[shown[from]], boxes2[shown[to]]].map(
      ({ x, y, w, h }) => `${x + w / 2},${y + h / 2}`
    );
    return `M${a}L${b}`;
  }
  frame(i) {
    const { x, y, w, h } = this.story.boxes[i];
    return svg("rect", { x: x - 4, y: y - 4, width: w + 8, height: h + 8, rx: 9 });
  }
};

// player/player.js
var SPEEDS = [0.5, 1, 2, 5, 10, 30];
var CALM = 2;
var LARGE = 20 / 12;
var INSPECT_EVERY = 120;
var NOTE_AFTER = 300;
var players = /* @__PURE__ */ new WeakMap();
var active = null;
var Player = class {
  constructor(root) {
    this.element = root.querySelector(".player");
    this.part = (name) => this.element.querySelector(name);
    this.words = { ...WORDS };
    this.beginning = null;
    this.stepping = new Clock((count2) => this.advance(count2));
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.program = new Program(this.part(".code"), this.words, {
      pick: (line) => this.goToLine(line),
      look: (line) => this.lookAtLine(line),
      hover: (what) => this.hover(this.here(what)),
      choose: (what) => this.pin(this.here(what)),
      ran: (isNews) => this.expect(isNews),
      signal
    });
    this.chapters = new Chapters(this.part(".bar"), this.words, {
      go: (by) => this.turn(by),
      bring: (passes) => this.setStateValue("middle", { given: this.given, passes, asked: Date.now() }),
      signal
    });
    this.card = new Card(this.part(".card"), this.words, {
      jump: (step) => this.seek(step),
      choose: (box2) => this.pin({ box: box2 }),
      checks: (step) => this.nudge.way ? this.nudge.checksAt(step) ?? [] : null,
      memories: () => this.overlays.memory.shown(),
      signal
    });
    this.narration = new Narration(this.part(".telling"), this.words);
    this.printed = new Printed(this.part(".output pre"), this.words);
    this.track = new Track(this.part(".track"), this.words, { go: (step) => this.seek(step), signal });
    this.inspector = new Inspector(this.part(".inspector"), this.words, {
      jump: (step) => this.seek(step),
      choose: (what) => this.pin(what),
      look: (line) => this.goToLine(line),
      explain: (reason) => this.ways.draw(reason),
      link: () => this.link
    });
    this.prompt = new Prompt(this.part(".inspector"), this.words, { view: () => this, signal });
    this.ways = new Ways(this.part(".world"), { choose: (what) => this.pin(what), signal });
    this.stage = new Stage(this.part(".work"), this.words, {
      hover: (what) => this.hover(what),
      choose: (what) => this.pin(what),
      folded: () => this.narration.go(this.step, true),
      arranged: (story) => {
        this.ways.open(story);
        for (const overlay of Object.values(this.overlays)) overlay.draw();
        if (this.step !== void 0) this.nudge.place();
      },
      signal
    });
    this.nudge = new Nudge(this.element, this.words, {
      view: () => this,
      renumber: (...told2) => this.renumber(...told2),
      checked: () => this.card.draw(),
      signal
    });
    this.overlays = {
      magnitudes: new Magnitudes(this.element, this.words, {
        view: () => this,
        choose: (what) => this.pin(what),
        signal
      }),
      memory: new Holding(this.element, this.words, {
        view: () => this,
        asked: () => this.step !== void 0 && this.card.draw(),
        signal
      })
    };
    this.finder = new Finder(this.part(".find"), {
      show: (boxes2, box2) => this.found(boxes2, box2),
      uncover: (box2) => this.stage.uncover(box2),
      signal
    });
    this.predict = new Predict(this.element, this.words, {
      view: () => this,
      go: (step) => this.go(step),
      signal
    });
    assign(this.part("[data-do=predict]"), "aria-pressed", String(this.predict.isOn));
    this.pair = new Pair(this.element, { go: (step) => this.story && this.seek(step), signal });
    this.listen(signal);
    this.present(recall("present") === "true");
    this.leaveOut(new Set(recall("hides")?.split(" ").filter(Boolean)));
  }
  close() {
    this.stepping.stop();
    clearTimeout(this.noting);
    clearTimeout(this.inspecting);
    this.ending.abort();
    if (active === this) active = null;
  }
  /**
   * Take what the page gives. A new payload starts anew; a known one, or the whole run whose beginning is shown, leaves
   * everything where it is.
   */
  async take(bytes, setStateValue) {
    const {
      id,
      step,
      height,
      link: link2,
      code,
      message,
      lesson,
      note,
      printed,
      nudge,
      side,
      by_hand,
      is_whole,
      middle: middle3,
      offer
    } = head(bytes);
    active ??= this;
    this.link = link2;
    if (id === this.shown && middle3 !== "awaited" || code.given !== this.given) this.chapters.forgo();
    Object.assign(this, { setStateValue, given: code.given });
    this.chapters.mayBring = Boolean(middle3) && is_whole !== false;
    this.pair.take(side, code.label);
    this.element.style.setProperty("--height", height);
    this.program.take(code, message, setStateValue);
    this.stage.grade(code.marks);
    if (printed) this.printed.take(printed);
    this.tellLesson(note ?? lesson, note != null);
    this.nudge.allow(nudge);
    this.prompt.allow(nudge);
    this.part("[data-do=nudge]").hidden = !nudge && is_whole !== false;
    this.part("[data-do=nudge]").disabled = !nudge;
    this.part("[data-do=predict]").hidden = Boolean(side);
    this.wanted = id;
    if (id && id !== this.shown) {
      const fresh = await payload(bytes);
      if (this.wanted !== id || this.ending.signal.aborted) return;
      const brought = this.chapters.brought(fresh);
      const goesOn = this.beginning !== null && this.beginning === code.given || brought !== null;
      this.shown = id;
      this.beginning = is_whole === false ? code.given : null;
      const told2 = offer ? offered(fresh, tell(this.words.offered, { offer })) : fresh;
      this.open(by_hand ? uncut(told2, by_hand) : told2, step, goesOn, brought);
    } else if (id && step !== this.asked) this.go(step - 1);
    else if (!id && !this.story) this.blank();
    else if (message) this.printed.close();
    this.asked = step;
    this.stage.repaint(getComputedStyle(this.element));
  }
  /** Show the program, and nothing else, where there was no run yet that could be shown. */
  blank() {
    this.label();
    this.element.classList.add("unrun");
  }
  /** Say what to look at; code in it stands between backquotes. A note of the link's is shown while predicting, too. */
  tellLesson(text3, isNote) {
    const element3 = this.part(".lesson");
    element3.hidden = !text3;
    element3.classList.toggle("note", isNote);
    const parts2 = (text3 ?? "").split("`").map((part2, i) => i % 2 ? html("code", part2) : part2);
    element3.replaceChildren(...parts2);
  }
  /** Let the keys step as soon as the run is there that was asked for; at once if it is there. */
  expect(isNews) {
    this.expecting = isNews;
    if (!isNews) this.part(".track").focus({ preventScroll: true });
  }
  /**
   * Open a run at a step, counted from 1; one that `goesOn` from what is shown, where the visitor is, or at the step `brought`,
   * counted from 0.
   */
  open(payload2, step, goesOn, brought = null) {
    const stays = goesOn && this.step !== this.opened;
    const at2 = brought !== null ? brought + 1 : stays ? this.step + 1 : step;
    const place3 = goesOn && (stays || brought !== null) ? this.stage.place : null;
    this.pause();
    if (this.story && !goesOn) this.pin(null);
    Object.assign(this.words, WORDS, payload2.strings);
    const steps = payload2.steps.length ? payload2.steps : [{ kind: "end", phase: "forward", say: this.words.nothing }];
    this.nudgeOff();
    this.prompt.open();
    this.step = void 0;
    this.chapters.open({ ...payload2, steps }, { isBeginning: this.beginning !== null, goesOn });
    this.label();
    this.program.open(this.chapters.whole);
    this.predict.open();
    const wanted = Math.max(0, Math.min(at2, steps.length) - 1);
    const { to: first, asked } = goesOn ? { to: wanted } : this.predict.stop(0, wanted);
    this.opened = first;
    this.openGraph(first);
    this.findings(payload2);
    this.show(first);
    if (place3) this.stage.place = place3;
    if (asked !== void 0) this.predict.ask(asked, first + 1);
    this.pair.opened();
    this.element.classList.remove("blank");
    for (const part2 of [".bar", ".work"]) this.part(part2).inert = false;
    if (this.expecting && !this.program.isStale) this.part(".track").focus({ preventScroll: true });
    this.expecting = false;
  }
  /** Show what the program printed, and below it what is wrong with its gradients, if there is either. */
  findings(payload2) {
    const found = this.beginning === null ? list(payload2, this.words) : null;
    this.part(".found").replaceChildren(found ?? "");
    this.part(".output").hidden = !payload2.stdout.length && !payload2.error && !found;
  }
  /** Open the drawer on a reason, at the step that it is about. */
  explain(index) {
    const { step } = this.story.reasons[index];
    if (step != null) this.seek(step);
    const { box: box2, way = [] } = this.story.reasons[index];
    this.pin({ reason: index, box: box2 });
    this.choosePane("inspector");
    const looked = way.length ? way.flatMap(([from, to]) => [from, to]) : [this.story.steps[this.step].box];
    this.stage.aside([...new Set(looked)], this.covered);
  }
  /** Show the graph that a step is told on. */
  openGraph(step) {
    this.graph = this.chapters.graph(step);
    this.story = this.chapters.story(this.graph);
    this.pinned = this.hovered = null;
    const views = [this.card, this.narration, this.printed, this.inspector, this.stage, this.finder];
    this.track.open(this.story, this.chapters.range(step));
    for (const view of views) view.open(this.story);
  }
  /** Write the words into the skeleton. */
  label() {
    for (const element3 of [this.element, ...this.element.querySelectorAll("[data-label], [data-text]")]) {
      const { label, text: text3, hint = label, key } = element3.dataset;
      if (label) assign(element3, "aria-label", this.pair.name(element3, this.words[label]));
      if (text3) write(element3, this.words[text3]);
      if (element3.matches("button, summary") && hint)
        element3.title = key ? `${this.words[hint]} (${key})` : this.words[hint];
    }
    const speed = this.speed || 1;
    const option2 = (rate) => html("option", { value: rate, selected: rate === speed }, tell(this.words.perSecond, { count: rate }));
    this.part(".speed").replaceChildren(...SPEEDS.map(option2));
    this.labelUnits();
    fillHelp(this.part(".help"), this.words, () => this.help(false));
  }
  /** Save the picture at this step. */
  async save(kind, made2) {
    const step = this.step + 1;
    this.part(".saving").open = false;
    const file = await made2(this.stage.picture(this.story.steps[this.step].say));
    const address = URL.createObjectURL(file);
    html("a", { href: address, download: `step-${step}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(address));
  }
  labelUnits() {
    const units = UNITS.filter((unit2) => unit2 !== "iteration" || this.chapters.areSeveral);
    const option2 = (unit2) => html("option", { value: unit2, selected: unit2 === this.unit }, this.words.units[unit2]);
    this.part(".unit").replaceChildren(...units.map(option2));
  }
  // Stepping
  clamp(step) {
    return Math.max(0, Math.min(this.story.last, step));
  }
  /** Go to a step because the user asked for it. */
  seek(step) {
    this.pause();
    this.go(step);
  }
  /** Go to a step, or while one predicts up to the next question on the way there. */
  go(step) {
    const wanted = this.clamp(step);
    const { to, asked } = this.predict.stop(this.step, wanted);
    if (asked !== void 0) {
      this.pause();
      this.predict.ask(asked, to + 1);
    } else this.predict.hide();
    if (to === this.step) return;
    this.show(to);
    this.pair.show(to);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.note(), NOTE_AFTER);
  }
  show(step) {
    this.step = step;
    if (this.chapters.graph(step) !== this.graph) this.openGraph(step);
    const calm = !this.stepping.running || this.speed <= CALM;
    const lively = calm && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.program.go(step);
    this.stage.go(step, lively);
    this.card.go(step, calm);
    this.narration.go(step, calm);
    this.printed.go(step);
    this.chapters.show(step);
    this.track.zoom(this.chapters.range(step));
    this.track.show(step, `${this.narration.place(step)}, ${this.words[this.story.steps[step].phase]}`);
    const more = this.beginning === null ? "" : "\u2026";
    write(this.part(".count"), `${step + 1} / ${this.story.steps.length}${more}`);
    if (this.isInspected) this.inspect(calm);
    for (const overlay of Object.values(this.overlays)) overlay.go();
    this.nudge.go();
  }
  /** Show other numbers on the same picture, of which those of the boxes `changed` are new. */
  renumber(parts2, changed, chapter) {
    const { step } = this;
    this.chapters.renumber(parts2, chapter);
    this.stage.renew(changed);
    this.program.bindings.go(step);
    this.card.go(step, false);
    this.narration.go(step, false);
    this.printed.open(this.story);
    this.printed.go(step);
    for (const overlay of Object.values(this.overlays)) overlay.draw();
    if (this.isInspected) this.inspect(false);
  }
  /** Check the gradients of the pass that has ended. */
  check() {
    const isAlone = !this.nudge.isOn;
    const end = () => this.nudge.isOn && this.act("nudge");
    if (isAlone) this.act("nudge");
    this.nudge.checkAt(this.step, isAlone ? end : null);
  }
  nudgeOff() {
    this.nudge.open();
    assign(this.part("[data-do=nudge]"), "aria-pressed", "false");
  }
  /** Go on or back by what one goes by. */
  move(by) {
    if (this.unit === "step" && this.pair.move(by)) return;
    this.seek(onward(this.chapters, this.unit, this.step, by));
  }
  /** Go to the same step of another chapter. */
  turn(by) {
    this.seek(this.chapters.beside(this.step, by));
  }
  goToLine(line) {
    const step = this.story.stepOfLine(line, this.step);
    if (step != null) this.seek(step);
  }
  /** Mark what a line made, and bring it into view. */
  lookAtLine(line) {
    const boxes2 = this.story.ofLine.get(line) ?? [];
    this.stage.scene.mark(this.pinned, boxes2);
    if (boxes2.length) this.stage.reveal(boxes2.at(-1));
  }
  goToPhase(phase) {
    const step = this.story.next(phase, this.step);
    if (step != null) this.seek(step);
  }
  /** Let the address name the step, so that reloading or copying it comes back here. No server is asked. */
  note() {
    if (this.pair.side) return;
    history.replaceState(history.state, "", this.address(location.href));
  }
  address(base) {
    const url = new URL(base, location.href);
    url.searchParams.set("step", (this.pair.row ?? this.step) + 1);
    const { address: asked } = this.predict;
    if (asked) url.searchParams.set("ask", asked);
    else url.searchParams.delete("ask");
    return url.href;
  }
  // Playing
  get unit() {
    return this.part(".unit").value;
  }
  get speed() {
    return Number(this.part(".speed").value);
  }
  play() {
    if (this.step === this.story.last) this.go(0);
    this.stepping.start(this.speed);
    this.showPlaying();
  }
  pause() {
    this.stepping.stop();
    this.showPlaying();
  }
  advance(count2) {
    let to = this.step;
    for (let i = 0; i < count2; i++) to = onward(this.chapters, this.unit, to, 1);
    if (to === this.step || to >= this.story.last) this.pause();
    this.go(to);
  }
  showPlaying() {
    const button = this.part("[data-do=play]");
    const name = this.stepping.running ? this.words.pause : this.words.play;
    button.classList.toggle("playing", this.stepping.running);
    assign(button, "aria-label", name);
    button.title = `${name} (Space)`;
  }
  // Choosing
  hover(what) {
    if (what?.box === this.hovered?.box && what?.link === this.hovered?.link) return;
    this.hovered = what;
    this.program.hint(this.chapters.everywhere(this.graph, what?.box));
    this.stage.scene.point(what?.box);
    if (this.isInspected) this.inspect(true);
  }
  /** What the program shows, {box}, in the graph that is shown; null if it is in another one. */
  here(what) {
    const box2 = this.chapters.inGraph(this.graph, what?.box);
    return box2 == null ? null : { box: box2 };
  }
  /** Open the drawer on a box or link, or close it. */
  pin(what) {
    this.pinned = what;
    this.hovered = null;
    this.stage.scene.mark(what, []);
    this.element.classList.toggle("drawn", Boolean(what));
    if (!what) this.stage.back();
    else this.stage.aside(what.box == null ? [] : [what.box], this.covered);
    this.inspect(true);
  }
  /** How much of the right of the picture the drawer covers. */
  get covered() {
    const [drawer, stage] = [".inspector", ".stage"].map((part2) => this.part(part2).getBoundingClientRect());
    return drawer.top < stage.bottom && drawer.left > stage.left ? Math.max(0, stage.right - drawer.left) : 0;
  }
  /** Whether the inspector can be seen: what nobody sees is not made anew at each step. */
  get isInspected() {
    return this.element.classList.contains("drawn") || this.part(".panes").dataset.shown === "inspector";
  }
  inspect(atOnce) {
    const look2 = () => {
      this.inspecting = 0;
      const { box: box2 } = this.story.steps[this.step];
      this.inspector.show(
        this.hovered ?? this.pinned ?? (box2 == null ? null : { box: box2 }),
        this.step,
        Boolean(this.pinned)
      );
      this.nudge.mark();
    };
    if (atOnce) {
      clearTimeout(this.inspecting);
      look2();
    } else this.inspecting ||= setTimeout(look2, INSPECT_EVERY);
  }
  // Commands
  act(name, button) {
    ({
      first: () => this.seek(0),
      previous: () => this.move(-1),
      next: () => this.move(1),
      last: () => this.seek(this.story.last),
      play: () => this.stepping.running ? this.pause() : this.play(),
      forward: () => this.goToPhase("forward"),
      backward: () => this.goToPhase("backward"),
      previousTurn: () => this.turn(-1),
      nextTurn: () => this.turn(1),
      in: () => this.stage.zoom(1.25),
      out: () => this.stage.zoom(1 / 1.25),
      fit: () => this.stage.fit(),
      follow: () => this.follow(!this.stage.following),
      find: () => this.finder.begin(),
      turn: () => this.stage.turn(),
      hiding: () => this.offerHiding(this.part(".hiding").hidden),
      hide: () => this.hide(button.dataset.what),
      nudge: () => assign(this.part("[data-do=nudge]"), "aria-pressed", String(this.nudge.toggle())),
      predict: () => assign(this.part("[data-do=predict]"), "aria-pressed", String(this.predict.toggle())),
      check: () => this.check(),
      mend: () => this.program.write(button.dataset.text),
      prompt: () => this.openPrompt(),
      magnitudes: () => this.overlay("magnitudes"),
      memory: () => this.overlay("memory"),
      into: () => this.stage.enter(false),
      outOf: () => this.stage.enter(true),
      over: () => this.seek(this.story.over(this.step, 1)),
      overBack: () => this.seek(this.story.over(this.step, -1)),
      present: () => {
        this.present(!this.element.classList.contains("presenting"));
        remember("present", this.element.classList.contains("presenting"));
      },
      link: () => this.copyLink(button),
      svg: () => this.save("svg", asFile),
      png: () => this.save("png", asPixels),
      help: () => this.help(this.part(".help").hidden),
      show: () => this.choosePane(button.dataset.pane),
      escape: () => this.escape()
    })[name]?.();
  }
  /** Show something else on the picture, or stop it; one thing at a time. */
  overlay(wanted) {
    for (const [name, overlay] of Object.entries(this.overlays)) {
      if (name === wanted || overlay.isOn) overlay.toggle();
      assign(this.part(`[data-do=${name}]`), "aria-pressed", String(overlay.isOn));
    }
  }
  /** Open the drawer, on the step if on nothing else, and write into its prompt. */
  openPrompt() {
    if (!this.prompt.way) return;
    this.element.classList.add("drawn");
    this.choosePane("inspector");
    this.prompt.input.focus();
  }
  escape() {
    if (!this.part(".help").hidden) this.help(false);
    else if (!this.part(".hiding").hidden) this.offerHiding(false);
    else if (this.part(".saving").open) this.part(".saving").open = false;
    else if (this.finder.shown) this.endFinding();
    else this.pin(null);
  }
  follow(on) {
    this.stage.following = on;
    assign(this.part("[data-do=follow]"), "aria-pressed", String(on));
    if (on) this.stage.go(this.step, true);
  }
  /** Show or hide the choice of what to leave out of the picture. */
  offerHiding(open) {
    this.part(".hiding").hidden = !open;
    assign(this.part("[data-do=hiding]"), "aria-expanded", String(open));
  }
  /** Leave something out of the picture, or no more. */
  hide(what) {
    const hides = new Set(this.stage.hides);
    if (!hides.delete(what)) hides.add(what);
    this.leaveOut(hides);
    remember("hides", [...hides].join(" "));
  }
  leaveOut(hides) {
    this.stage.leaveOut(hides);
    for (const button of this.element.querySelectorAll("[data-what]"))
      assign(button, "aria-pressed", String(hides.has(button.dataset.what)));
    assign(this.part("[data-do=hiding]"), "aria-pressed", String(hides.size > 0));
  }
  /** Show it to a room: the step, large, and less around it. */
  present(on) {
    this.element.classList.toggle("presenting", on);
    assign(this.part("[data-do=present]"), "aria-pressed", String(on));
    this.stage.enlarge(on ? LARGE : 1);
    this.program.measure();
  }
  help(open) {
    this.part(".help").hidden = !open;
    assign(this.part("[data-do=help]"), "aria-expanded", String(open));
    (open ? this.part(".help button") : this.part("[data-do=help]")).focus();
  }
  choosePane(name) {
    this.part(".panes").dataset.shown = name;
    for (const button of this.element.querySelectorAll("[data-pane]")) {
      assign(button, "aria-pressed", String(button.dataset.pane === name));
    }
    this.inspect(true);
  }
  async copyLink(button = this.part("[data-do=link]")) {
    const address = this.address(this.link ?? location.href);
    await copy(address, this.element);
    button.classList.add("copied");
    assign(button, "aria-label", this.words.copied);
    setTimeout(() => {
      button.classList.remove("copied");
      assign(button, "aria-label", this.words.link);
    }, 1500);
  }
  /** Mark the boxes that a search found, and go to one of them. */
  found(boxes2, box2) {
    this.pinned = box2 == null ? null : { box: box2 };
    this.stage.scene.mark(this.pinned, boxes2);
    if (this.pinned) this.stage.reveal(box2);
    this.inspect(true);
  }
  endFinding() {
    this.finder.hide();
    this.stage.scene.mark(this.pinned, []);
    this.part(".boxes [tabindex='0']").focus({ preventScroll: true });
  }
  // Events
  listen(signal) {
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(this.element, "click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.act(button.dataset.do, button);
    });
    for (const part2 of [".found", ".card", ".inspector"])
      on(this.part(part2), "click", ({ target }) => {
        const button = target.closest("[data-reason]");
        if (button) this.explain(Number(button.dataset.reason));
      });
    on(this.element, "keydown", (event) => this.key(event));
    on(this.element, "pointerdown", () => {
      active = this;
    });
    on(this.element, "focusin", () => {
      active = this;
    });
    on(document, "keydown", (event) => this.keyElsewhere(event));
    on(this.part(".speed"), "change", () => this.stepping.running && this.play());
  }
  key(event) {
    if (event.target.closest(".cm-editor") && !event.target.matches(".bound")) {
      event.stopPropagation();
      return;
    }
    if (event.target.matches("select, .find input, .ask input, .quiz input, .typed")) {
      if (event.key === "Escape") this.escape();
      event.stopPropagation();
      return;
    }
    const wanted = command(event);
    const isPressed = wanted === "play" || event.key === "Enter";
    if (!wanted || isPressed && event.target.matches("button")) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(wanted);
  }
  keyElsewhere(event) {
    const wanted = command(event);
    if (!this.story || !wanted || ["escape", "outOf"].includes(wanted) || event.defaultPrevented || active !== this)
      return;
    const path2 = event.composedPath();
    if (wanted === "into" && this.stage.current === this.story.steps[this.step].box) return;
    if (path2.includes(this.element) || !isFree(path2[0], wanted) || !this.element.checkVisibility()) return;
    event.preventDefault();
    this.act(wanted);
  }
};
function mount({ data, parentElement, setStateValue }) {
  let player = players.get(parentElement);
  if (!player?.element.isConnected) {
    player?.close();
    player = new Player(parentElement);
    players.set(parentElement, player);
  }
  player.take(data, setStateValue);
  return () => {
    player.close();
    players.delete(parentElement);
  };
}
export {
  mount as default
};
