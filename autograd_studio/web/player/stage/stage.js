import { Camera, around } from "./camera.js";
import { Far } from "./far.js";
import { MiniMap } from "./mini_map.js";
import { gestures } from "../base/gestures.js";
import { bounds, points } from "../model/curve.js";
import { picture } from "./svg_export.js";
import { Roving } from "../base/roving.js";
import { Scene } from "./scene.js";

/** @import { Story, Words } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Metrics } from "../model/types.d.ts" */
/** @import { Chosen } from "./scene.js" */
/** @import { Colours } from "./far.js" */

/**
 * What the stage tells whom it belongs to: what a pointer is on, what is chosen, that the picture is arranged anew, that a
 * cluster was opened or closed, that one looks at another place, and that it is looked at as at the beginning.
 * @typedef {{ hover: (what: Chosen | null) => void, choose: (what: Chosen | null) => void, arranged: (story: Story) => void,
 *   folded: () => void, moved?: () => void, homed?: () => void, signal: AbortSignal }} Calls
 */

const SMALLEST = 12; // px of the smallest text
const CARD = 190; // px that a picture which is followed leaves to the card, at the bottom
const BAND = 0.32; // and of the height, at most
const MOST = 1.25; // the largest zoom that fitting chooses
const NAMES = 0.5; // below this zoom there is room for a name alone
const FAR = 0.22; // below this one there is none: boxes are drawn on a canvas
const NARROW = 700; // px: below this width the card is a sheet at the bottom
const LOW = 420; // px: below this height every px is needed
const SHEET = 0.32; // of the height, which is left to that sheet
const LEAST = 10; // px beside a picture that just fits, and above one whose card has little room
const GLIDE = 240; // ms the camera takes, as the style has it
const TITLE = 60; // at the bottom of a frame, the room in which its title does not follow the view
const UNFOLD = 180; // ms that boxes take to their new places, as the style has it

/** The middle of the player: the graph, and how one looks at it. */
export class Stage {
  /** What is shown: nothing before a story is opened. @type {Story} */
  story;
  /** @type {Scene} */
  scene;
  /** @type {Far} */
  far;
  /** The step that is shown: none before the first one. @type {number} */
  step;

  /** @param {HTMLElement} work @param {Words} words @param {Calls} calls */
  constructor(work, words, calls) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (work.querySelector(`.${name}`));
    const element = part("stage");
    const { signal } = calls;
    this.work = work;
    this.element = element;
    this.words = words;
    this.calls = calls;
    this.parts = {
      world: part("world"),
      wires: part("wires"),
      boxes: part("boxes"),
      sky: part("sky"),
      far: /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (part("far"))),
      home: part("home"),
    };
    this.front = /** @type {HTMLElement} */ (work.parentElement?.querySelector(".front"));
    this.banner = part("banner");
    this.camera = new Camera();
    this.map = new MiniMap(/** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (part("map"))));
    /** Whether the camera goes along with the steps. */
    this.following = true;
    /** Whether the visitor has moved the camera. */
    this.isHeld = false;
    /** What is left out of every picture; see Story.hides. @type {Set<string>} */
    this.hides = new Set();
    /** Whether it is looked at from far away. @type {boolean | undefined} */
    this.isFar = undefined;
    /** How large letters are that keep their size. */
    this.letters = "";
    /** @type {Rectangle | null | undefined} */
    this.focus = null;
    /** What is filled in. @type {Rectangle | null | undefined} */
    this.filled = null;
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
    this.over = new ResizeObserver(() => this.step !== undefined && this.resize(true));
    const banners = new MutationObserver(() => {
      this.observeFront();
      if (this.step !== undefined) this.resize(true); // of what is gone no size is told
    });
    banners.observe(this.front, { childList: true });
    this.observeFront();
    signal.addEventListener("abort", () => {
      banners.disconnect();
      this.close();
    });
  }

  close() {
    this.observer.disconnect();
    this.over.disconnect();
    cancelAnimationFrame(this.drawing ?? 0);
    clearTimeout(this.gliding);
    clearTimeout(this.unfolding);
  }

  observeFront() {
    this.over.disconnect();
    for (const banner of [this.banner, ...this.front.children]) this.over.observe(banner);
  }

  /** @param {Chosen | null} what */
  choose(what) {
    if (what?.box != null && this.canFold(what.box)) this.toggle(what.box);
    else this.calls.choose(what);
  }

  /** Take another story and show the whole of it, or what is at work if it is large. @param {Story} story */
  open(story) {
    this.story = story;
    story.hides = this.hides;
    this.fitted = false;
    this.measure(story.metrics);
    this.arrange(this.wanted ?? this.better());
  }

  /** Draw the picture in one of its directions. @param {string} direction */
  arrange(direction) {
    const { story } = this;
    const told = story.turn(direction);
    this.work.dataset.direction = told;
    this.scene = new Scene(this.parts, story, this.words);
    this.scene.grade(this.grades);
    this.survey();
    this.focus = null;
    this.fitted = false;
    this.filled = null;
    this.resize();
    this.calls.arranged(story);
  }

  /** Show marks that lines were given at what they computed last. @param {import("../player.d.ts").Mark[]} marks */
  grade(marks) {
    this.grades = marks;
    this.scene?.grade(marks);
  }

  /** Take over where everything is now. */
  survey() {
    this.far = new Far(this.story);
    this.roving.open(this.scene.inReadingOrder());
    this.map.open(this.story.size, this.work.dataset.direction ?? "across");
  }

  /** Whether a box is a cluster that opens or closes. @param {number | null | undefined} box */
  canFold(box) {
    return box != null && this.story.boxes[box].opens != null;
  }

  /** Open or close a cluster where it is: its title, or what is first inside, comes to where the title was. @param {number} box */
  toggle(box) {
    const { story, camera } = this;
    const title = this.title(box);
    this.calls.hover(null);
    story.toggle(box);
    story.turn(this.work.dataset.direction ?? "across");
    this.animate();
    const now = story.boxes[story.first(box)];
    camera.pan((title.x - now.x) * camera.zoom, (title.y - now.y) * camera.zoom);
    this.scene.settle();
    this.survey();
    this.look(true);
    this.calls.arranged(story);
    this.show(this.step);
    this.calls.folded();
  }

  /** Leave out what `hides` names: nothing else moves, and what a step is about is there while it is. @param {Set<string>} hides */
  leaveOut(hides) {
    this.hides = hides;
    this.work.dataset.hides = [...hides].join(" ");
    if (!this.story) return;
    this.story.hides = hides;
    this.scene.settle();
    this.survey();
    this.look(true);
    this.calls.arranged(this.story);
  }

  /** Where the title of a cluster is: that of an open one stays in view, if not all of the cluster can be in view. @param {number} box */
  title(box) {
    const { x, y, opens } = this.story.boxes[box];
    const frame = this.story.isTab[box] ? this.story.frames[opens ?? -1] : null;
    if (!frame) return { x, y };
    const view = this.camera.view();
    const held = (/** @type {number} */ from, /** @type {number} */ wanted, /** @type {number} */ room) =>
      Math.max(from, Math.min(wanted, from + Math.max(0, room)));
    return {
      x: held(x, view.x, frame.w - this.scene.width(box)),
      y: held(y, view.y, frame.h > view.h ? frame.h - TITLE : 0),
    };
  }

  /** Let everything that finds a new place now go there. */
  animate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.work.classList.add("unfolding");
    clearTimeout(this.unfolding);
    this.unfolding = setTimeout(() => this.work.classList.remove("unfolding"), UNFOLD);
  }

  /** Open the closed cluster in which the node at work is; with `out`, close the innermost one around it that is open. @param {boolean} out */
  enter(out) {
    const box = this.story.steps[this.step].box;
    const fold = box == null ? undefined : this.story.enters(box, out);
    if (fold !== undefined) this.toggle(fold);
    if (fold !== undefined && this.following) this.go(this.step, false);
  }

  /** The direction in which more of the picture can be read: across if all of it can, else down, else what is wider. */
  better() {
    const { clientWidth, clientHeight } = this.element;
    const { sizes } = this.story;
    const zoom = (/** @type {string} */ direction) => {
      const size = sizes[direction];
      if (!size) return 0;
      this.measureRoom(size);
      return this.camera.whole(size, Infinity);
    };
    return zoom("across") >= 1 || (zoom("down") < 1 && clientWidth > clientHeight) ? "across" : "down";
  }

  /** Draw the picture in the other direction, and the next ones too. */
  turn() {
    this.wanted = this.work.dataset.direction === "across" ? "down" : "across";
    this.arrange(this.wanted);
    this.scene.go(this.step, this.marks(this.step));
    this.go(this.step, false);
    this.home(false);
  }

  /** Take over the sizes that the boxes were made for. @param {Metrics} metrics */
  measure({ font, pad: [side, rise], name, cell, gap, apart, foot }) {
    const { style } = this.parts.world;
    style.setProperty("--font", `${font}px/${name}px`);
    style.setProperty("--pad", `${rise}px ${side}px 0`);
    for (const [key, length] of Object.entries({ side, name, cell, gap, apart, foot }))
      style.setProperty(`--${key}`, `${length}px`);
  }

  /**
   * Take over how much room the window leaves: banners lie over its top, on a phone the card over its bottom. Where a picture of the
   * `size` is a little too wide it gets of the sides, since its text is too small to be scaled down.
   */
  measureRoom(size = this.story?.size) {
    const { clientWidth: width, clientHeight: height } = this.element;
    const isNarrow = width < NARROW;
    const usual = isNarrow ? 14 : height < LOW ? 20 : 28;
    const beside = (width - Math.ceil(size?.[0] ?? 0)) / 2;
    const side = beside < LEAST ? usual : Math.min(usual, beside);
    const edge = height < LOW ? 14 : 24;
    const bottom = isNarrow ? Math.round(height * SHEET) : edge;
    const above = this.above();
    const slack = above ? 0 : edge - LEAST;
    const insets = { left: side, right: side, top: Math.max(edge, above), bottom, slack };
    Object.assign(this.camera, { width, height, insets, above });
    this.work.style.setProperty("--above", `${above}px`);
    const isFollowed = !isNarrow && this.fitted && !this.isWhole;
    if (isFollowed) insets.bottom = Math.round(Math.min(CARD, height * BAND));
  }

  /** How much of the top banners cover. */
  above() {
    const { top, height } = this.element.getBoundingClientRect();
    const ends = [this.banner, ...this.front.children].map((banner) => {
      const { bottom, height: own } = banner.getBoundingClientRect();
      return own && bottom - top < height / 2 ? bottom - top + 8 : 0;
    });
    return Math.max(0, ...ends);
  }

  /** Take another size of the element, or of what stands over it. */
  resize(lively = false) {
    const before = JSON.stringify(this.camera.insets);
    this.measureRoom();
    if (!this.story || !this.element.clientWidth) return;
    if (lively && before === JSON.stringify(this.camera.insets)) return;
    if (this.fitted && this.isHeld) this.look(true);
    else if (this.fitted && lively && !this.isWhole) this.follow(this.about(this.step), true);
    else this.home(lively);
  }

  /** Whether all of the picture can be in view with text that can be read. */
  get isWhole() {
    return this.camera.whole(this.story.size, MOST) >= 1;
  }

  /** Look at all of the picture, or where it is large at what is at work. */
  home(lively = true) {
    const { camera, story } = this;
    this.fitted = true;
    this.hold(false);
    this.measureRoom();
    this.travel(() => {
      if (this.isWhole) camera.fit(story.size, MOST);
      else {
        camera.zoom = 1;
        camera.centre(this.focus ?? this.beginning());
        camera.settle(story.size);
      }
    }, lively);
    this.calls.homed?.();
  }

  /** Where something happens first from here on. */
  beginning() {
    const { steps, boxes, shown } = this.story;
    const next = steps.slice(this.step ?? 0).find(({ box }) => box != null)?.box;
    return boxes[shown[next ?? -1]] ?? boxes[0] ?? { x: 0, y: 0, w: 0, h: 0 };
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

  /** Show all of the picture. */
  fit() {
    const { camera, story } = this;
    this.hold(!this.isWhole);
    this.travel(() => camera.fit(story.size, MOST), true);
  }

  /** Whether the visitor has the camera in hand: then a button takes it back. @param {boolean} isHeld */
  hold(isHeld) {
    this.isHeld = isHeld;
    this.parts.home.hidden = !isHeld;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.hold(true);
    this.travel((camera) => camera.pan(dx, dy), false);
  }

  /** @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px, py) {
    this.hold(true);
    this.travel((camera) => camera.zoomAt(factor, px, py), false);
  }

  /** Show another step. `lively` allows movement. @param {number} step @param {boolean} lively */
  go(step, lively) {
    const about = this.show(step);
    if (!this.fitted) this.home(false);
    else if (this.following && about.length) this.follow(about, lively);
    this.redraw();
  }

  /** Show a step where one looks now. @param {number} step */
  show(step) {
    const { story } = this;
    const { box } = story.steps[step];
    this.step = step;
    this.current = story.shown[box ?? -1];
    this.scene.go(step, this.marks(step));
    this.roving.stop(this.scene.elements[this.current ?? -1]);
    const about = this.about(step);
    this.focus = about[0];
    return about;
  }

  /**
   * What a step is about: the box at work, what it sends to or gets from, and the ways between them.
   * @param {number} step @returns {Rectangle[]}
   */
  about(step) {
    const { boxes, metrics } = this.story;
    const about = this.story.about(step);
    const seen = about.boxes.map((i) => ({ ...boxes[i], h: boxes[i].h + metrics.below }));
    const ways = about.links.map((i) => points(this.story.path(i) ?? "")).filter(({ length }) => length);
    return [...seen, ...ways.map(bounds)];
  }

  /** Show other numbers at the same step, of which those of the boxes `glowing` are new. @param {Set<number>} glowing */
  renew(glowing) {
    this.scene.renew(glowing);
  }

  /** What a step is about, as far as it can be seen. @param {number} step */
  marks(step) {
    const { shown, steps } = this.story;
    const { box, to, reads = [] } = steps[step];
    const seen = (/** @type {number | null | undefined} */ i) => (i == null ? i : shown[i]);
    return { box: seen(box), to: seen(to), reads: reads.map((i) => shown[i]), isWithin: seen(box) !== box };
  }

  /**
   * Bring into view what a step is about, as much of it as there is room for.
   * @param {Rectangle[]} about @param {boolean} lively
   */
  follow(about, lively) {
    const { clear, zoom } = this.camera;
    const fits = (/** @type {Rectangle} */ { w, h }) => w * zoom <= clear.w && h * zoom <= clear.h;
    const target = [about, about.slice(0, 3), about.slice(0, 2)]
      .filter(({ length }) => length)
      .map(around)
      .find(fits);
    const { size } = this.story;
    this.travel((camera) => {
      if (this.isWhole && !this.isHeld) camera.settle(size);
      if (target ?? about[0]) camera.reveal(target ?? about[0], size);
    }, lively);
  }

  /**
   * Let the picture end above a sheet of a height that stands at its bottom; what the step is about comes into view there.
   * @param {number} height
   */
  sink(height) {
    const { camera, element } = this;
    if (height === camera.sunk) return;
    camera.sunk = height;
    element.style.clipPath = height ? `inset(0 0 ${height}px)` : "";
    // Not on what is above: all of the picture's boxes would inherit it.
    this.map.canvas.style.setProperty("--sunk", `${height}px`);
    if (this.following && !this.isHeld && this.fitted) this.follow(this.about(this.step), true);
    this.map.place(camera, this.story, this.scene.shown.boxes);
  }

  /** Bring a box into view, or the closed cluster that it is in. @param {number} i */
  reveal(i) {
    const shown = this.story.boxes[this.story.shown[i] ?? i];
    this.travel((camera) => camera.reveal(shown, this.story.size), false);
  }

  /** Let nothing that one is to see lie below what covers the right of the picture: move boxes aside, as far as they fit. @param {number[]} boxes @param {number} covered */
  aside(boxes, covered) {
    const { camera, story } = this;
    camera.covered = Math.max(0, covered);
    const shown = boxes.map((i) => story.boxes[story.shown[i]]).filter(Boolean);
    const { room, zoom, left } = camera;
    const { x, w } = shown.length ? around(shown) : { x: 0, w: 0 };
    const way = Math.min((x + w) * zoom + left - room.x - room.w, x * zoom + left - room.x);
    if (!shown.length || covered <= 0 || way <= 0) return;
    this.isAside = true;
    this.travel(() => camera.pan(-way, 0), true);
  }

  /** Nothing covers the picture: move back to the middle what was moved aside, if there is room for all of it. */
  back() {
    this.camera.covered = 0;
    if (this.isAside && this.isWhole && !this.isHeld) this.home();
    this.isAside = false;
  }

  /** Open the closed clusters that a box is in; return whether there were any. @param {number} i */
  uncover(i) {
    const folds = [];
    for (let fold; (fold = this.story.enters(i, false)) !== undefined; folds.push(fold)) this.toggle(fold);
    return folds.length > 0;
  }

  /**
   * Move the camera; `lively` lets the picture glide there.
   * @param {(camera: Camera) => unknown} move @param {boolean} lively
   */
  travel(move, lively) {
    const { camera } = this;
    const before = camera.view(0.5);
    const { left, top, zoom } = camera;
    move(camera);
    if (this.filled && left === camera.left && top === camera.top && zoom === camera.zoom) return;
    const now = camera.view();
    const glides = lively && this.isFar === false && meet(before, now);
    this.glide(glides);
    this.look(false, glides ? around([camera.view(0.5), before]) : undefined);
    this.calls.moved?.();
  }

  /** Let what moves now glide to its place, or not. @param {boolean} on */
  glide(on) {
    clearTimeout(this.gliding);
    this.work.classList.toggle("gliding", on);
    if (on) this.gliding = setTimeout(() => this.work.classList.remove("gliding"), GLIDE + 20);
  }

  /** Bring the document up to date with the camera; what is filled in is twice as large as what is seen. */
  look(anew = false, wanted = this.camera.view(0.5)) {
    const { left, top, zoom } = this.camera;
    const far = zoom < FAR;
    this.detail(zoom);
    this.scene.stick((box) => this.title(box));
    for (const layer of [this.parts.world, this.parts.sky])
      layer.style.transform = `translate(${left.toFixed(1)}px,${top.toFixed(1)}px) scale(${zoom})`;
    this.element.style.backgroundPosition = `${((left % 24) + 12).toFixed(1)}px ${((top % 24) + 12).toFixed(1)}px`;
    this.element.classList.toggle("is-far", far);
    if (anew || far !== this.isFar || (!far && !within(this.camera.view(), this.filled))) {
      this.filled = far ? null : wanted;
      this.scene.look(this.filled);
    }
    this.isFar = far;
    this.map.place(this.camera, this.story, this.scene.shown.boxes); // at once, since the card stands beside it
    this.redraw();
  }

  /** Show of the boxes what there is room for, in letters that can be read. @param {number} zoom */
  detail(zoom) {
    const level = zoom >= 0.99 ? "rows" : zoom >= NAMES ? "brief" : "name";
    const { world } = this.parts;
    if (world.dataset.detail !== level) world.dataset.detail = level;
    const size = level === "rows" ? "" : `${(SMALLEST / zoom).toFixed(1)}px`;
    if (this.letters !== size) world.style.setProperty("--letters", size);
    this.letters = size;
  }

  redraw() {
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0;
      const { colours, step, current, far } = this;
      if (!colours || step === undefined) return;
      if (this.isFar) far.draw(this.parts.far, this.camera, step, current, colours);
      this.map.draw(far, this.camera, step, current, colours);
    });
  }

  /** The whole picture at this step as one drawing, with all rows of its boxes; it says a `label`. @param {string} label */
  picture(label) {
    const { world } = this.parts;
    const [w, h] = this.story.size;
    const { elements, shown, clusters } = this.scene;
    world.dataset.detail = "rows";
    this.scene.look({ x: 0, y: 0, w, h });
    const drawing = picture({
      boxes: elements.filter((element) => !element.hidden),
      links: [...shown.links.values()].map(({ element }) => element),
      frames: clusters.values(),
      paper: getComputedStyle(this.element).backgroundColor,
      size: this.story.size,
      label,
    });
    this.look(true);
    return drawing;
  }

  /** Read the theme's colours anew, for the canvases. @param {CSSStyleDeclaration} style */
  repaint(style) {
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    /** @type {Colours} */
    this.colours = {
      ink: colour("ink"),
      paper: colour("canvas"),
      edge: colour("mute"),
      accent: colour("acc"),
      forward: colour("fwd"),
      forwardSoft: colour("fwd-tint"),
      backward: colour("bwd"),
    };
    if (this.story) this.redraw();
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    gestures(
      this.element,
      ".find, .handles, .ghost",
      {
        pan: (dx, dy) => this.pan(dx, dy),
        zoom: (factor, x, y) => this.zoom(factor, x, y),
        tap: (element) => this.choose(meant(element)),
        hover: (element) => this.calls.hover(meant(element)),
      },
      signal,
    );
    const { boxes } = this.parts;
    const { canvas } = this.map;
    this.element.addEventListener("pointerleave", () => this.calls.hover(null), { signal });
    const focused = (/** @type {FocusEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      const box = meant(target)?.box;
      if (box == null || !target.matches(":focus-visible")) return; // a pointer has its own ways
      this.reveal(box);
      this.calls.hover({ box });
    };
    boxes.addEventListener("focusin", focused, { signal });
    boxes.addEventListener("focusout", () => this.calls.hover(null), { signal });
    const press = (/** @type {PointerEvent} */ event) => {
      canvas.setPointerCapture(event.pointerId);
      this.jump(event);
    };
    canvas.addEventListener("pointerdown", press, { signal });
    canvas.addEventListener("pointermove", (event) => event.buttons && this.jump(event), { signal });
    this.parts.home.addEventListener("click", () => this.home(), { signal });
  }

  /** Go to the place of the small map that a pointer is on. @param {PointerEvent} event */
  jump(event) {
    this.hold(true);
    this.travel((camera) => camera.centre({ ...this.map.point(event), w: 0, h: 0 }), false);
  }
}

/** What an element belongs to: {box}, {link} or null. @param {Element} element */
function meant(element) {
  const found = /** @type {HTMLElement | null} */ (element.closest("[data-box], [data-link]"));
  if (!found) return null;
  return found.dataset.box ? { box: Number(found.dataset.box) } : { link: Number(found.dataset.link) };
}

/** @param {Rectangle} inner @param {Rectangle | null | undefined} outer */
function within(inner, outer) {
  return (
    outer &&
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.w <= outer.x + outer.w &&
    inner.y + inner.h <= outer.y + outer.h
  );
}

/** @param {Rectangle} a @param {Rectangle} b */
function meet(a, b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
