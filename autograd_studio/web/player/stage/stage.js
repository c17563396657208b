import { Camera, around } from "./camera.js";
import { Far } from "./far.js";
import { Flow } from "./flow.js";
import { gestures } from "../base/gestures.js";
import { picture } from "./svg_export.js";
import { Roving } from "../base/roving.js";
import { Scene } from "./scene.js";

const SMALLEST = 12; // px of the smallest text
const MOST = 1.2; // the largest zoom that fitting chooses
const NAMES = 0.5; // below this zoom there is room for a name alone
const FAR = 0.22; // below this one there is none: boxes are drawn on a canvas
const MARGINS = { side: 24, above: 16, below: 16 }; // around what is brought into view
const MARGIN = 7; // around a picture that fits
const GLIDE = 220; // ms the camera takes to follow
const TITLE = 60; // at the bottom of a frame, the room in which its title does not follow the view
const UNFOLD = 180; // ms that boxes take to their new places, as the style has it
const MAP = { across: { width: 190, height: 90 }, down: { width: 280, height: 200 } };
const CARD = { across: [0, 176], down: [320, 0] }; // room that the card takes of the picture's, as the style has it

/** The middle of the player: the graph, and how one looks at it. */
export class Stage {
  constructor(work, words, { hover, choose, arranged, folded, signal }) {
    const part = (name) => work.querySelector(`.${name}`);
    const element = part("stage");
    this.work = work;
    this.element = element;
    this.words = words;
    this.parts = {
      world: part("world"),
      wires: part("wires"),
      boxes: part("boxes"),
      flow: part("flow"),
      far: part("far"),
      map: part("map"),
    };
    this.camera = new Camera();
    this.lens = new Camera();
    this.hover = hover;
    this.choose = (what) => (this.canFold(what?.box) ? this.toggle(what.box) : choose(what));
    this.folded = folded;
    this.arranged = arranged;
    this.following = true;
    /** What is left out of every picture; see Story.hides. */
    this.hides = new Set();
    this.scale = 1;
    this.roving = new Roving(
      this.parts.boxes,
      ({ dataset }) => this.choose({ box: Number(dataset.box) }),
      signal,
    );
    this.listen(signal);
    this.observer = new ResizeObserver(() => {
      this.resize();
      if (this.step !== undefined) this.go(this.step, false);
    });
    this.observer.observe(element);
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
    const told = story.turn(direction);
    this.work.dataset.direction = told;
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
  canFold(box) {
    return box != null && this.story.boxes[box].opens != null;
  }

  /** Open or close a cluster where it is: its title, or what is first inside, comes to where the title was. */
  toggle(box) {
    const { story, camera } = this;
    const title = this.title(box);
    cancelAnimationFrame(this.gliding);
    this.hover(null);
    story.toggle(box);
    story.turn(this.work.dataset.direction);
    this.animate();
    const now = story.boxes[story.first(box)];
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
  title(box) {
    const { x, y } = this.story.boxes[box];
    if (!this.story.isTab[box]) return { x, y };
    const view = this.camera.view();
    const frame = this.story.frames[this.story.boxes[box].opens];
    const held = (from, wanted, room) => Math.max(from, Math.min(wanted, from + Math.max(0, room)));
    return {
      x: held(x, view.x, frame.w - this.scene.width(box)),
      y: held(y, view.y, frame.h > view.h ? frame.h - TITLE : 0),
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
    const box = this.story.steps[this.step].box;
    const fold = box == null ? undefined : this.story.enters(box, out);
    if (fold !== undefined) this.toggle(fold);
    if (fold !== undefined && this.following) this.go(this.step, false);
  }

  /** The direction in which more of the picture can be read: across if all of it can, else down, else what is wider. */
  better() {
    const { clientWidth, clientHeight } = this.work;
    const zoom = (direction) => {
      const [w, h] = this.story.sizes[direction] ?? [Infinity, Infinity];
      const [beside, below] = CARD[direction];
      return Math.min((clientWidth - beside - 2 * MARGIN) / w, (clientHeight - below - 2 * MARGIN) / h);
    };
    const least = this.least;
    return zoom("across") >= least || (zoom("down") < least && clientWidth > clientHeight)
      ? "across"
      : "down";
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
    return (this.scale * SMALLEST) / this.story.metrics.font;
  }

  /** Take over the sizes that the boxes were made for. */
  measure({ font, line, pad: [side, rise] }) {
    this.font = font;
    const sizes = {
      "--font": `${font}px/${line}px`,
      "--row": `${line}px`,
      "--side": `${side}px`,
      "--pad": `${rise}px ${side}px`,
    };
    for (const [name, size] of Object.entries(sizes)) this.parts.world.style.setProperty(name, size);
  }

  /** Take another size of the element: all of the picture stays in view if it was. */
  resize() {
    const { clientWidth, clientHeight } = this.element;
    const isWhole = this.story && this.camera.holds(this.story.size);
    Object.assign(this.camera, { width: clientWidth, height: clientHeight });
    if (!this.story || !clientWidth) return;
    if (!this.fitted || isWhole) this.begin();
    this.look(true);
  }

  begin() {
    this.fitted = true;
    const { size, boxes } = this.story;
    this.camera.fit(size, MOST * this.scale, MARGIN);
    if (this.camera.zoom >= this.least || !boxes.length) return;
    this.camera.zoom = Math.max(this.least, this.scale);
    this.camera.centre({ x: 0, y: 0, w: size[0], h: size[1] });
    this.camera.reveal(this.focus ?? boxes[0], size, MARGINS);
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
    this.camera.fit(this.story.size, MOST * this.scale, MARGIN);
    this.look(true);
  }

  /** Show everything larger by a factor, for a room. */
  enlarge(scale) {
    this.scale = scale;
    this.fitted = false;
    if (this.story) this.arrange(this.wanted ?? this.better());
    if (this.step !== undefined) this.go(this.step, false);
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
    const boxes = this.show(step, lively);
    if (this.following && this.fitted && boxes.length) this.follow(boxes, lively);
    this.redraw();
  }

  /** Show a step where one looks now, and return the boxes that it is about. */
  show(step, lively) {
    const { box = null, to = null, links = [], flow } = this.story.steps[step];
    this.step = step;
    this.current = this.story.shown[box];
    this.scene.go(step, this.marks(step));
    this.flow.go(step, lively);
    this.roving.stop(this.scene.elements[this.current]);
    // A copy stands where its link ends, so a gradient's way is looked for along the link.
    const ends =
      flow === "backward" && links.length
        ? [this.story.links[links[0]].to, this.story.links[links[0]].from]
        : [box, to];
    const boxes = ends.map((i) => this.story.boxes[i]).filter(Boolean);
    this.focus = boxes[0];
    return boxes;
  }

  /** Show other numbers at the same step, of which those of the boxes `glowing` are new. */
  renew(glowing) {
    this.scene.renew(glowing);
    if (this.story.steps[this.step].pill) this.flow.go(this.step, false);
  }

  /** What a step is about, as far as it can be seen. */
  marks(step) {
    const { box = null, to = null, reads = [] } = this.story.steps[step];
    const seen = (i) => (i == null ? i : this.story.shown[i]);
    return { box: seen(box), to: seen(to), reads: reads.map(seen), isWithin: seen(box) !== box };
  }

  follow(boxes, lively) {
    const whole = around(boxes);
    const room = this.camera.view();
    const free = room.w - this.camera.covered / this.camera.zoom;
    const target = whole.w < free * 0.9 && whole.h < room.h * 0.9 ? whole : around(boxes.slice(0, 1));
    this.travel((camera) => camera.reveal(target, this.story.size, MARGINS), lively);
  }

  /** Bring a box into view, or the closed cluster that it is in. */
  reveal(i) {
    const shown = this.story.boxes[this.story.shown[i] ?? i];
    this.travel((camera) => camera.reveal(shown, this.story.size, MARGINS), false);
  }

  /** Let nothing that one is to see lie below what covers the right of the picture: move boxes aside, as far as they fit. */
  aside(boxes, covered) {
    this.camera.covered = covered;
    const shown = boxes.map((i) => this.story.boxes[this.story.shown[i]]).filter(Boolean);
    if (!shown.length || covered <= 0) return;
    const { left: before } = this.camera;
    this.go(this.step, false); // where the picture is still gliding to
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
    for (let fold; (fold = this.story.enters(i, false)) !== undefined; folds.push(fold)) this.toggle(fold);
    return folds.length > 0;
  }

  travel(move, lively) {
    cancelAnimationFrame(this.gliding);
    const goal = Object.assign(new Camera(), this.camera);
    if (!move(goal)) return;
    const from = { left: this.camera.left, top: this.camera.top };
    const began = performance.now();
    const frame = (now) => {
      const part = lively ? Math.min(1, Math.max(0, now - began) / GLIDE) : 1;
      const eased = 1 - (1 - part) ** 3;
      for (const side of ["left", "top"]) this.camera[side] = from[side] + (goal[side] - from[side]) * eased;
      this.look();
      if (part < 1) this.gliding = requestAnimationFrame(frame);
    };
    frame(began);
  }

  /** Bring the document up to date with the camera; what is filled in is twice as large as what is seen. */
  look(anew = false) {
    const { left, top, zoom } = this.camera;
    const far = zoom < FAR;
    this.detail(zoom);
    this.scene.stick((box) => this.title(box));
    this.parts.world.style.transform = `translate(${left}px,${top}px) scale(${zoom})`;
    this.element.classList.toggle("is-far", far);
    const view = this.camera.view();
    if (anew || far !== this.isFar || (!far && !within(view, this.filled))) {
      this.filled = far ? null : this.camera.view(0.5);
      this.scene.look(this.filled);
    }
    this.isFar = far;
    this.redraw();
  }

  /** Show of the boxes what there is room for, in letters that can be read. */
  detail(zoom) {
    const level = zoom * this.font >= SMALLEST - 0.01 ? "rows" : zoom >= NAMES ? "brief" : "name";
    const { world } = this.parts;
    if (world.dataset.detail !== level) world.dataset.detail = level;
    const size = level === "rows" ? "" : `${(SMALLEST / zoom).toFixed(1)}px`;
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
    const { elements, shown, clusters } = this.scene;
    world.dataset.detail = "rows";
    this.scene.look({ x: 0, y: 0, w, h });
    const drawing = picture({
      boxes: elements.filter((element) => !element.hidden),
      links: shown.links.values(),
      frames: clusters.values(),
      markers: this.parts.wires.querySelectorAll("marker"),
      paper: getComputedStyle(this.element).backgroundColor,
      size: this.story.size,
      label,
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
      backward: colour("backward"),
    };
    if (this.story) this.redraw();
  }

  listen(signal) {
    const on = (element, type, handler) => element.addEventListener(type, handler, { signal });
    gestures(
      this.element,
      ".find, .handles, .ghost",
      {
        pan: (dx, dy) => this.pan(dx, dy),
        zoom: (factor, x, y) => this.zoom(factor, x, y),
        tap: (element) => this.choose(meant(element)),
        hover: (element) => this.hover(meant(element)),
      },
      signal,
    );
    on(this.element, "pointerleave", () => this.hover(null));
    on(this.parts.boxes, "focusin", ({ target }) => {
      if (!target.matches(":focus-visible")) return; // a pointer has its own ways
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
      h: 0,
    });
    this.look();
  }
}

/** What an element belongs to: {box}, {link} or null. */
function meant(element) {
  const found = element.closest("[data-box], [data-link]");
  if (!found) return null;
  return found.dataset.box ? { box: Number(found.dataset.box) } : { link: Number(found.dataset.link) };
}

function within(inner, outer) {
  return (
    outer &&
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}
