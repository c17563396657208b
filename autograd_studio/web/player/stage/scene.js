import { bounds, points } from "../model/curve.js";
import { assign, html, svg } from "../base/dom.js";
import { contents, heading, update } from "./box.js";
import { isOdd } from "../model/footer.js";
import { Numbers } from "./link_numbers.js";
import { Tiles } from "./tiles.js";
import { wire } from "./link.js";

/** @import { Story, Words } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Wire } from "./link.js" */
/**
 * What a step is about as far as it can be seen, and what the visitor has chosen and found.
 * @typedef {{ box: number | null | undefined, to: number | null | undefined, reads: number[], isWithin?: boolean }} About
 * @typedef {{ box?: number | null, link?: number | null, reason?: number }} Chosen
 */

/**
 * The picture up close: every box an HTML element, every link an SVG path.
 *
 * All boxes are there all the time, empty and named, so that they can be reached without seeing them. What they
 * contain, and the links, exist only near the part in view.
 */
export class Scene {
  /** @param {{ wires: Element, boxes: Element }} parts @param {Story} story @param {Words} words */
  constructor({ wires, boxes }, story, words) {
    this.story = story;
    this.words = words;
    this.step = 0;
    /** @type {About & { pinned: Chosen | null, found: Set<number> }} */
    this.marked = { box: null, to: null, reads: [], pinned: null, found: new Set() };
    /** @type {Set<number>} */
    this.glowing = new Set();
    /** The links along which something goes at the step. @type {Set<number>} */
    this.taken = new Set();
    /** @type {number | null} */
    this.pointed = null;
    /** @type {{ boxes: Set<number>, links: Map<number, Wire> }} */
    this.shown = { boxes: new Set(), links: new Map() };
    this.elements = story.boxes.map((_, i) => option(i));
    this.frames = svg("g");
    this.paths = svg("g");
    this.tiles = { boxes: new Tiles(), links: new Tiles() };
    this.numbers = new Numbers(story, this.tiles.boxes);
    /** Those of open clusters. @type {number[]} */
    this.tabs = [];
    this.settle();
    wires.replaceChildren(this.frames, this.paths);
    boxes.replaceChildren(...this.elements);
  }

  /** Put everything where it is while these clusters are open. */
  settle() {
    const { story } = this;
    this.look(null);
    /** @type {number[]} */
    this.widths = [];
    this.tabs = story.boxes.flatMap((_, i) => (story.isTab[i] && story.isSeen(i) ? [i] : []));
    this.tiles = { boxes: new Tiles(), links: new Tiles() };
    story.boxes.forEach((box, i) => {
      const element = this.elements[i];
      const { x: left, y: top, w: width, h: height } = box;
      for (const [side, length] of Object.entries({ left, top, width, height }))
        element.style.setProperty(side, `${length}px`);
      element.style.maxWidth = "";
      if (story.isTab[i]) Object.assign(element.style, { width: "", maxWidth: `${width}px` }); // as wide as its text
      element.style.transform = "";
      if (story.isSeen(i) && !story.isTab[i]) this.tiles.boxes.add(i, box);
    });
    for (const i of this.tabs)
      this.tiles.boxes.add(i, /** @type {Rectangle} */ (story.frames[story.boxes[i].opens ?? -1]));
    story.links.forEach((_, i) => {
      const flat = story.ways(i).flatMap(points);
      if (flat.length) this.tiles.links.add(i, bounds(flat));
    });
    this.numbers = new Numbers(story, this.tiles.boxes);
    /** @type {Map<number, Element>} */
    this.clusters = new Map(
      story.frames.flatMap((frame, c) => (frame && !story.isBare(c) ? [[c, cluster(frame)]] : [])),
    );
    this.frames.replaceChildren(...this.clusters.values());
    this.grow();
    this.elements.forEach((_, i) => {
      this.name(i);
      this.paint(i);
    });
  }

  /** Fill what lies in a rectangle and empty what does not; null empties everything. @param {Rectangle | null} rectangle */
  look(rectangle) {
    const near = rectangle ? this.tiles.boxes.in(rectangle) : new Set();
    const before = this.shown.boxes;
    this.shown.boxes = near;
    for (const i of near) if (!before.has(i)) this.fill(i);
    for (const i of before) if (!near.has(i)) this.elements[i].replaceChildren();
    for (const i of [...before, ...near]) if (before.has(i) !== near.has(i)) this.paint(i);

    const links = rectangle ? this.tiles.links.in(rectangle) : new Set();
    for (const [i, { element }] of this.shown.links) if (!links.has(i)) element.remove();
    this.shown.links = new Map([...links].map((i) => [i, this.shown.links.get(i) ?? this.draw(i)]));
  }

  /**
   * Show which lines computed what they should, a "hint", and which did not, an "error", at the last box of each.
   * @param {import("../player.d.ts").Mark[]} [marks]
   */
  grade(marks = []) {
    const last = new Map(this.story.boxes.map(({ line }, i) => [line, i]));
    const grades = new Map(marks.map(({ line, severity }) => [last.get(line), severity]));
    this.elements.forEach((element, i) => assign(element, "data-grade", grades.get(i) ?? ""));
  }

  /** How wide the title of an open cluster is. @param {number} i */
  width(i) {
    const title = /** @type {HTMLElement | null} */ (this.elements[i].firstElementChild);
    if (title) this.widths[i] ??= title.offsetWidth;
    return this.widths[i] ?? this.story.boxes[i].w;
  }

  /** Let the titles of open clusters stand where `place` says. @param {(box: number) => { x: number, y: number }} place */
  stick(place) {
    for (const i of this.tabs) {
      const [{ x, y }, box] = [place(i), this.story.boxes[i]];
      this.elements[i].style.transform =
        x > box.x || y > box.y ? `translate(${x - box.x}px,${y - box.y}px)` : "";
    }
  }

  /** @param {number} i */
  fill(i) {
    const box = this.story.boxes[i];
    const parts = this.story.isTab[i] ? [heading(box, "▾")] : contents(box, this.words);
    this.elements[i].replaceChildren(...parts);
  }

  /** @param {number} i */
  draw(i) {
    const drawn = wire(i, this.story.ways(i), this.story.alike[i].length);
    this.paths.append(drawn.element);
    this.trace(i, drawn);
    return drawn;
  }

  /**
   * Show another step, at which `box` is at work, `to` receives something, and the boxes `reads` are looked up; `isWithin` tells
   * that the box at work is inside of the one that is marked.
   * @param {number} step @param {About} about
   */
  go(step, { box, to, reads, isWithin }) {
    const { boxes, links } = this.story.touched(this.step, step);
    const marked = [this.marked.box, this.marked.to, ...this.marked.reads, box, to, ...reads];
    for (const i of marked) for (const same of this.all(i)) boxes.add(same);
    Object.assign(this.marked, { box, to, reads, isWithin });
    this.step = step;
    for (const i of boxes) this.name(i);
    for (const i of boxes) this.paint(i);
    const stretch = this.story.stretch(step);
    for (const i of this.taken) links.add(i);
    const { links: taken = [], flow } = this.story.steps[step];
    this.taken = new Set(flow ? taken.map((i) => this.story.alike[i][0] ?? i) : []);
    for (const i of this.taken) links.add(i);
    for (const i of stretch === this.stretch ? links : this.shown.links.keys())
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
      for (const link of Object.values(this.story.neighbours[i]).flat())
        this.trace(link, this.shown.links.get(link));
    }
  }

  /**
   * Mark a chosen box or link, {box} or {link} or null, and the boxes that a search found.
   * @param {Chosen | null} pinned @param {Iterable<number>} all
   */
  mark(pinned, all = this.marked.found) {
    const found = [...all].map((i) => this.story.shown[i]);
    const boxes = [this.marked.pinned?.box, pinned?.box, ...this.marked.found, ...found].flatMap((i) =>
      this.all(i),
    );
    const links = [this.marked.pinned?.link, pinned?.link];
    Object.assign(this.marked, { pinned, found: new Set(found) });
    for (const i of new Set(boxes)) {
      this.name(i);
      this.paint(i);
    }
    for (const i of links) if (i != null) this.trace(i, this.shown.links.get(i));
  }

  /** Show other numbers at the same step, of which those of the boxes `glowing` are new. @param {Set<number>} glowing */
  renew(glowing) {
    this.glowing = glowing;
    this.elements.forEach((_, i) => {
      this.name(i);
      this.paint(i);
    });
  }

  /** Mark the box that something elsewhere is about, which a pointer is on. @param {number | null} [i] */
  point(i) {
    const before = this.all(this.pointed);
    this.pointed = i == null ? null : this.story.originals[this.story.shown[i]];
    for (const same of [...before, ...this.all(this.pointed)]) this.paint(same);
  }

  /** A box and its copies. @param {number | null} [i] @returns {number[]} */
  all(i) {
    return i == null ? [] : [i, ...this.story.copies[i]];
  }

  /** The boxes' elements from top to bottom, and from left to right where they stand side by side. */
  inReadingOrder() {
    const places = this.story.boxes.map(({ x, y, h }, i) => ({ x, y: y + h / 2, element: this.elements[i] }));
    const seen = places.filter((_, i) => this.story.isSeen(i) && !this.story.layer.isAbsent(i, this.step));
    return seen.sort((a, b) => a.y - b.y || a.x - b.x).map(({ element }) => element);
  }

  /** @param {number} i */
  name(i) {
    assign(this.elements[i], "aria-label", this.story.label(i, this.step, this.words));
    assign(this.elements[i], "aria-selected", String(this.marked.pinned?.box === this.story.originals[i]));
  }

  /** @param {number} i */
  paint(i) {
    const { story, step } = this;
    const element = this.elements[i];
    const box = story.boxes[i];
    const { status, grad } = story.at(i, step);
    const { isWithin } = this.marked;
    const original = story.originals[i];
    const near = this.shown.boxes.has(i);
    const signs = this.signs(original);
    const isMarked = Object.values(signs).some(Boolean);
    element.hidden = !story.isSeen(i) || (story.isHidden(i) && !isMarked);
    const classes = [
      "box",
      near && "near",
      `kind-${box.kind}`,
      `at-${status}`,
      status === "pending" && "pending",
      status === "error" && "bad",
      isOdd(grad.text) && "odd",
      signs.current && isWithin && "within",
      story.isTab[i] && "tab",
      this.glowing.has(original) && "glowing",
      box.copy_of != null && "copy",
      story.layer.isAbsent(i, step) && "absent",
      !box.recorded && "unrecorded",
      !box.rows.includes("grad") && "plain",
      ...Object.entries(signs).flatMap(([sign, isOn]) => (isOn ? [sign] : [])),
    ];
    assign(element, "class", classes.filter(Boolean).join(" "));
    if (!near || story.isTab[i]) return;
    const isAsked = status === "error" || signs.pinned || this.isStale(original);
    update(element, story, i, step, this.words, isAsked);
  }

  /** Whether the step is about something that a box has saved and that was changed since. @param {number} i */
  isStale(i) {
    const { steps } = this.story;
    if (!steps[this.step].slots?.includes(i)) return false;
    return this.story.saved(i, this.step).some(([, , , then, now]) => then !== now);
  }

  /** What a box is to the step and to the visitor. @param {number} original */
  signs(original) {
    const { box, to, reads, pinned, found } = this.marked;
    return {
      current: box === original,
      target: to === original,
      read: reads.includes(original),
      pinned: pinned?.box === original,
      marked: found.has(original),
      pointed: this.pointed === original,
    };
  }

  /** @param {number} i @param {Wire} [drawn] */
  trace(i, drawn) {
    if (!drawn) return;
    const { story, step } = this;
    const { kind, from, to } = story.links[i];
    const state = story.crossed(i, step);
    const classes = [
      "link",
      state,
      `as-${kind}`,
      this.taken.has(i) && "now",
      this.marked.pinned?.link === i && "pinned",
      story.layer.isLoose(i, step) && "absent",
      story.isHidden(from) && "from-hidden",
      story.isHidden(to) && "to-hidden",
    ];
    assign(drawn.element, "class", classes.filter(Boolean).join(" "));
    assign(drawn.line, "d", drawn.ways[state === "backward" ? "backward" : "forward"]);
    this.numbers.show(i, drawn, state === "backward" ? story.travelled(i, step)?.text : "");
  }
}

/** @param {number} i */
function option(i) {
  return /** @type {HTMLElement} */ (html("div", { "data-box": i, role: "option", tabindex: -1 }));
}

/** @param {Rectangle} frame */
function cluster({ x, y, w, h }) {
  return svg("rect.cluster", { x, y, width: w, height: h, rx: 14 });
}
