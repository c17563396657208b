import { along, bounds, points } from "../model/curve.js";
import { assign, html, svg, write } from "../base/dom.js";
import { sinceInWords } from "../model/story.js";
import { Tiles } from "./tiles.js";
import { tell } from "../base/words.js";

/**
 * The picture up close: every box an HTML element, every link an SVG path.
 *
 * All boxes are there all the time, empty and named, so that they can be reached without seeing them. What they
 * contain, and the links, exist only near the part in view.
 */
export class Scene {
  constructor({ wires, boxes }, story, words) {
    this.story = story;
    this.words = words;
    this.step = 0;
    this.marked = { box: null, to: null, reads: [], pinned: null, found: new Set() };
    this.glowing = new Set();
    this.shown = { boxes: new Set(), links: new Map() };
    this.elements = story.boxes.map(option);
    this.frames = svg("g");
    this.paths = svg("g");
    this.settle();
    wires.replaceChildren(arrows(), this.frames, this.paths);
    boxes.replaceChildren(...this.elements);
  }

  /** Put everything where it is while these clusters are open. */
  settle() {
    const { story } = this;
    this.look(null);
    this.widths = [];
    this.tabs = story.boxes.flatMap((_, i) => (story.isTab[i] && story.isSeen(i) ? [i] : []));
    this.tiles = { boxes: new Tiles(), links: new Tiles() };
    story.boxes.forEach((box, i) => {
      const element = this.elements[i];
      const { x: left, y: top, w: width, h: height } = box;
      for (const [side, length] of Object.entries({ left, top, width, height }))
        element.style[side] = `${length}px`;
      element.style.maxWidth = "";
      if (story.isTab[i]) Object.assign(element.style, { width: "", maxWidth: `${width}px` }); // as wide as its text
      element.style.transform = "";
      if (story.isSeen(i) && !story.isTab[i]) this.tiles.boxes.add(i, box);
    });
    for (const i of this.tabs) this.tiles.boxes.add(i, story.frames[story.boxes[i].opens]);
    story.links.forEach((_, i) => {
      const flat = story.ways(i).flatMap(points);
      if (flat.length) this.tiles.links.add(i, bounds(flat));
    });
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

  /** Fill what lies in a rectangle and empty what does not; null empties everything. */
  look(rectangle) {
    const near = rectangle ? this.tiles.boxes.in(rectangle) : new Set();
    const before = this.shown.boxes;
    this.shown.boxes = near;
    for (const i of near) if (!before.has(i)) this.fill(i);
    for (const i of before) if (!near.has(i)) this.elements[i].replaceChildren();
    for (const i of [...before, ...near]) if (before.has(i) !== near.has(i)) this.paint(i);

    const links = rectangle ? this.tiles.links.in(rectangle) : new Set();
    for (const [i, path] of this.shown.links) if (!links.has(i)) path.remove();
    this.shown.links = new Map([...links].map((i) => [i, this.shown.links.get(i) ?? this.draw(i)]));
  }

  /** Show which lines computed what they should, a "hint", and which did not, an "error", at the last box of each. */
  grade(marks = []) {
    const last = new Map(this.story.boxes.map(({ line }, i) => [line, i]));
    const grades = new Map(marks.map(({ line, severity }) => [last.get(line), severity]));
    this.elements.forEach((element, i) => assign(element, "data-grade", grades.get(i) ?? null));
  }

  /** How wide the title of an open cluster is. */
  width(i) {
    this.widths[i] ??= this.elements[i].firstElementChild?.offsetWidth;
    return this.widths[i] ?? this.story.boxes[i].w;
  }

  /** Let the titles of open clusters stand where `place` says. */
  stick(place) {
    for (const i of this.tabs) {
      const [{ x, y }, box] = [place(i), this.story.boxes[i]];
      this.elements[i].style.transform =
        x > box.x || y > box.y ? `translate(${x - box.x}px,${y - box.y}px)` : "";
    }
  }

  fill(i) {
    const box = this.story.boxes[i];
    this.elements[i].replaceChildren(...(this.story.isTab[i] ? [heading(box, "▾")] : rows(box)));
  }

  draw(i) {
    const [path, ...bridges] = this.story.ways(i);
    const count = this.story.alike[i].length;
    const drawn = svg(
      "g",
      { "data-link": i },
      svg("path", { d: path, class: "hit" }),
      svg("path", { d: path, class: "line" }),
      ...bridges.map((bridge) => svg("path", { d: bridge, class: "line bridge" })),
      count > 1 ? counted(path, count) : null,
    );
    this.paths.append(drawn);
    this.trace(i, drawn);
    return drawn;
  }

  /**
   * Show another step, at which `box` is at work, `to` receives something, and the boxes `reads` are looked up; `isWithin` tells
   * that the box at work is inside of the one that is marked.
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

  /** Mark a chosen box or link, {box} or {link} or null, and the boxes that a search found. */
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
    for (const i of links) this.trace(i, this.shown.links.get(i));
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
    for (const same of [...before, ...this.all(this.pointed)]) this.paint(same);
  }

  /** A box and its copies. */
  all(i) {
    return i == null ? [] : [i, ...this.story.copies[i]];
  }

  /** The boxes' elements from top to bottom, and from left to right where they stand side by side. */
  inReadingOrder() {
    const places = this.story.boxes.map(({ x, y, h }, i) => ({ x, y: y + h / 2, element: this.elements[i] }));
    const seen = places.filter((_, i) => this.story.isSeen(i) && !this.story.layer.isAbsent(i, this.step));
    return seen.sort((a, b) => a.y - b.y || a.x - b.x).map(({ element }) => element);
  }

  name(i) {
    assign(this.elements[i], "aria-label", this.story.label(i, this.step, this.words));
    assign(this.elements[i], "aria-selected", String(this.marked.pinned?.box === this.story.originals[i]));
  }

  paint(i) {
    const element = this.elements[i];
    const box = this.story.boxes[i];
    const { status, text, grad } = this.story.at(i, this.step);
    const { box: current, to, reads, isWithin, pinned, found } = this.marked;
    const original = this.story.originals[i];
    const near = this.shown.boxes.has(i);
    const signs = {
      current: current === original,
      target: to === original,
      read: reads.includes(original),
      pinned: pinned?.box === original,
      found: found.has(original),
      pointed: this.pointed === original,
    };
    const isMarked = Object.values(signs).some(Boolean);
    element.hidden = !this.story.isSeen(i) || (this.story.isHidden(i) && !isMarked);
    const classes = [
      "box",
      near && "near",
      `kind-${box.kind}`,
      `at-${status}`,
      current === original && isWithin && "within",
      this.story.isTab[i] && "tab",
      this.glowing.has(original) && "glowing",
      box.copy_of != null && "copy",
      this.story.layer.isAbsent(i, this.step) && "absent",
      !box.recorded && "unrecorded",
      ...Object.keys(signs).filter((sign) => signs[sign]),
    ];
    assign(element, "class", classes.filter(Boolean).join(" "));
    if (!near || this.story.isTab[i]) return;
    const since = sinceInWords(this.story.since(i, this.step), this.words);
    const texts = { value: text, grad: gradient(grad), wait: this.waiting(grad), since };
    for (const row of element.children) {
      const name = row.dataset.row;
      if (name in texts) write(row, texts[name]);
      if (name === "grad") assign(row, "class", `grad is-${grad.state}`);
    }
  }

  waiting({ state, arrived, expected }) {
    return state === "pending" ? tell(this.words.waiting, { count: expected - arrived }) : "";
  }

  trace(i, drawn) {
    if (!drawn) return;
    const classes = [
      "link",
      this.story.crossed(i, this.step),
      `as-${this.story.links[i].kind}`,
      this.marked.pinned?.link === i && "pinned",
      this.story.layer.isLoose(i, this.step) && "absent",
      this.story.isHidden(this.story.links[i].from) && "from-hidden",
      this.story.isHidden(this.story.links[i].to) && "to-hidden",
    ];
    assign(drawn, "class", classes.filter(Boolean).join(" "));
  }
}

function gradient({ state, text }) {
  return state && (state === "none" ? "∇ –" : `∇ ${text}`);
}

function option(_, i) {
  return html("div", { "data-box": i, role: "option", tabindex: -1 });
}

/** The rows of a box. What does not change is written here, the rest by `paint`. */
function rows(box) {
  const texts = { expr: box.expr, fn: box.fn };
  const names = box.copy_of == null ? [...box.rows, "since"] : box.rows;
  return names.map((name) =>
    name === "title"
      ? heading(box, box.opens == null ? "" : "▸")
      : html("div", { "data-row": name, class: name }, texts[name] ?? ""),
  );
}

function heading(box, sign) {
  return html(
    "div",
    { "data-row": "title", class: "title" },
    html("b", sign && html("i", { "aria-hidden": "true" }, `${sign} `), box.title),
    sign === "▾" && box.fn ? html("span", box.fn) : null,
    box.shape && box.copy_of == null ? html("span", box.shape) : null,
  );
}

/** How many links are drawn as one, at the middle of its way. */
function counted(path, count) {
  const [x, y] = along(points(path), 0.5);
  return svg("text", { x: x + 4, y: y - 3, class: "count" }, `×${count}`);
}

function arrows() {
  const arrow = (state) =>
    svg(
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
        orient: "auto-start-reverse",
      },
      svg("path", { d: "M0 .8 8 4 0 7.2z" }),
    );
  return svg("defs", ...["idle", "forward", "backward"].map(arrow));
}

function cluster({ x, y, w, h }) {
  return svg("rect.cluster", { x, y, width: w, height: h, rx: 8 });
}
