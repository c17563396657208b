import { cell, signed, tuple } from "../model/cells.js";
import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";
import { keyframes } from "./flight.js";
import { footAt, valueAt, wayOf } from "./places.js";
import { score } from "./score.js";

/** @import { Story, Words } from "../model/story.js" */
/** @import { Cue, Flight, Point, Spot } from "./motion.d.ts" */

const MOST = 3; // numbers that a pill carries; of more it tells how many
const POP = 200; // ms that a slot or a box takes to come up, and what it was to go
const QUICK = 250; // ms: steps that follow one another faster do not move
const SMALLEST = 12; // px of the smallest text
const STILL = "(prefers-reduced-motion: reduce)";
const EASE = "cubic-bezier(.3, .7, .2, 1)";

/**
 * How a step comes about: an overlay on the picture of that step, of animations that are all begun at once. The picture itself
 * is that of the step from the beginning; what it must not give away lies under how it looked before.
 */
export class Motion {
  /** @type {Animation[]} */
  live = [];
  /** @type {Element[]} */
  drawn = [];
  /** @type {Map<number, HTMLElement>} how boxes looked before */
  looks = new Map();
  told = 0; // when the last step was shown

  /** @type {Map<string, Point>} where slots of the card were before */
  places = new Map();

  /**
   * @param {HTMLElement} work the picture with its card
   * @param {Words} words
   * @param {object} options
   * @param {() => number} options.zoom how large the picture is
   * @param {(name: string) => { x: number, y: number } | null} options.slotAt where a slot of the card is in the picture, once the
   * camera is at rest
   * @param {(box: number) => { value: Element, grad: Element }[]} options.chips what shows a box in the program
   * @param {AbortSignal} options.signal
   */
  constructor(work, words, { zoom, slotAt, chips, signal }) {
    this.work = work;
    this.words = words;
    this.zoom = zoom;
    this.slotAt = slotAt;
    this.chips = chips;
    this.sky = /** @type {HTMLElement} */ (work.querySelector(".sky"));
    this.world = /** @type {HTMLElement} */ (work.querySelector(".world"));
    this.before = /** @type {HTMLElement} */ (html("div.before", { "aria-hidden": "true" }));
    this.world.append(this.before);
    document.addEventListener("visibilitychange", () => this.end(), { signal });
    signal.addEventListener("abort", () => this.end());
  }

  /** @param {Story} story */
  open(story) {
    this.end();
    this.story = story;
    this.warm();
  }

  /** Draw a pill of each colour that nobody sees: the first one of a page costs a slow frame. */
  warm() {
    if (matchMedia(STILL).matches) return;
    for (const tone of ["forward", "backward", "update"]) {
      const pill = html("div", { class: `pill warm ${tone}` }, html("span", "0"));
      this.sky.append(pill);
      const faint = { opacity: 0.002 };
      const [from, to] = [9, 20].map((x) => ({ ...faint, transform: `translate(${x}px,9px)` }));
      pill.animate([from, to], 120).finished.then(
        () => pill.remove(),
        () => pill.remove(),
      );
    }
  }

  /**
   * Whether the way from a step to another one is shown: only on to the next one, and not while stepping fast. It also keeps
   * how what will change looks now.
   * @param {number | undefined} from @param {number} to @param {boolean} isTold whether a story is told, which has its own pace
   */
  prepare(from, to, isTold) {
    this.end();
    const now = performance.now();
    const isQuick = now - this.told < QUICK && !isTold;
    this.told = now;
    const { story } = this;
    if (!story || from === undefined || to !== from + 1 || isQuick || document.hidden) return false;
    if (matchMedia(STILL).matches || this.work.querySelector(".is-far")) return false;
    for (const cue of score(story, to, () => true)) {
      if (cue.kind === "hold") this.keep(story.shown[cue.box]);
      if (cue.kind === "fly") for (const spot of cue.through) this.remember(spot);
    }
    return true;
  }

  /** Keep how a box looks. @param {number} box */
  keep(box) {
    const element = this.box(box);
    if (!element || this.looks.has(box)) return;
    const look = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const name of ["role", "aria-label", "aria-selected", "tabindex", "data-box"])
      look.removeAttribute(name);
    look.classList.remove("current", "target", "within", "read");
    look.classList.add("look");
    this.looks.set(box, look);
  }

  /** Keep where a slot is that the next card may not have. @param {Spot} spot */
  remember(spot) {
    const place = "slot" in spot && spot.or ? this.slotAt(spot.slot) : null;
    if (place && "slot" in spot) this.places.set(spot.slot, [place.x, place.y]);
  }

  /**
   * Show how a step comes about, so many times as fast as usual. Resolves once all is there: to false if it was ended before.
   * @param {number} step
   */
  async perform(step, rate = 1) {
    const story = /** @type {Story} */ (this.story);
    const cues = score(story, step, (slot) => this.slot(slot) !== null);
    const animations = cues.flatMap((cue) => this.stage(story, cue, step));
    this.places.clear();
    for (const one of animations) one.playbackRate = rate;
    this.live = animations;
    try {
      await Promise.all(animations.map((one) => one.finished));
    } catch {
      return false; // it was ended
    }
    if (this.live === animations) this.end();
    return true;
  }

  /** Go on so many times as fast. @param {number} times */
  hurry(times) {
    for (const one of this.live) one.playbackRate *= times;
  }

  get isOn() {
    return this.live.length > 0;
  }

  /** Leave at once what there is of it: the step as it is. */
  end() {
    for (const one of this.live) one.cancel();
    for (const one of this.drawn) one.remove();
    this.live = [];
    this.drawn = [];
    this.looks.clear();
    this.places.clear();
  }

  /** Let a cue wait for its time. @param {Story} story @param {Cue} cue @param {number} step @returns {Animation[]} */
  stage(story, cue, step) {
    const { at } = cue;
    if (cue.kind === "fly") return this.fly(story, cue);
    if (cue.kind === "slot") return pop(this.slot(cue.slot), at);
    if (cue.kind === "passed")
      return pop(this.world.querySelector(`[data-link="${story.alike[cue.link][0]}"] .passed`), at);
    const box = story.shown[cue.box];
    return cue.kind === "rise"
      ? rise(this.box(box))
      : [...this.hold(box, at), ...this.chip(story, cue.box, step, at)];
  }

  /** Let what is new of a box come up in the program too. @param {Story} story @param {number} box @param {number} step @param {number} at */
  chip(story, box, step, at) {
    const [before, now] = [step - 1, step].map((k) => story.at(box, k));
    return this.chips(box).flatMap(({ value, grad }) => [
      ...(before.text === now.text ? [] : pop(value, at)),
      ...(before.grad.text === now.grad.text ? [] : pop(grad, at)),
    ]);
  }

  /** @param {Story} story @param {Flight} flight @returns {Animation[]} */
  fly(story, { through, tone, value, text, at, ms }) {
    const places = through.map((spot) => this.points(story, spot));
    if (places.some((points) => !points.length)) return [];
    const numbers = value === null ? [text ?? ""] : numbersOf(story.values[value], text, this.words);
    const pill = html("div", { class: `pill ${tone}` }, ...numbers.map((number) => html("span", number)));
    this.sky.append(pill);
    this.drawn.push(pill);
    const size = Math.max(1, SMALLEST / (story.metrics.font * this.zoom()));
    return [pill.animate(keyframes(places.flat(), size), { duration: ms, delay: at })];
  }

  /** Let a box look as before until a time. @param {number} box @param {number} at @returns {Animation[]} */
  hold(box, at) {
    const look = this.looks.get(box);
    if (!look) return [];
    this.looks.delete(box); // several may be inside of one that is closed
    this.before.append(look);
    this.drawn.push(look);
    return [
      look.animate([{ opacity: 1 }, { opacity: 0 }], {
        duration: POP,
        delay: at,
        fill: "both",
        easing: EASE,
      }),
    ];
  }

  /** @param {number} box */
  box(box) {
    return this.world.querySelector(`.boxes > [data-box="${box}"]`);
  }

  /** The slot of the card that has a name. @param {string} name */
  slot(name) {
    return this.work.querySelector(`.card [data-slot="${name}"]`);
  }

  /** @param {Story} story @param {Spot} spot @returns {Point[]} none where it is nowhere */
  points(story, spot) {
    if ("way" in spot) {
      const way = wayOf(story, spot.way);
      return spot.isBack ? way.reverse() : way;
    }
    if ("value" in spot) return [valueAt(story, spot.value)];
    if ("foot" in spot) return [footAt(story, spot.foot, spot.part, spot.of)];
    const now = this.slotAt(spot.slot);
    const place = now ? /** @type {Point} */ ([now.x, now.y]) : this.places.get(spot.slot);
    if (place) return [place];
    return spot.or ? this.points(story, spot.or) : [];
  }
}

/** @param {Element | null} element @param {number} at @returns {Animation[]} */
function pop(element, at) {
  if (!element) return [];
  const isDrawn = element instanceof SVGElement; // a transform of such a one would cost a layout
  const frames = [
    { opacity: 0, ...(isDrawn ? {} : { transform: "scale(.85)" }) },
    { opacity: 1, ...(isDrawn ? {} : { transform: "none" }) },
  ];
  return [element.animate(frames, { duration: POP, delay: at, fill: "backwards", easing: EASE })];
}

/** @param {Element | null} element @returns {Animation[]} */
function rise(element) {
  const frames = [{ opacity: 0.2 }, { opacity: 1 }];
  return element ? [element.animate(frames, { duration: POP, easing: EASE })] : [];
}

/**
 * What a pill carries of a value: its numbers if they are few, else the text that is said of them, if any is.
 * @param {import("../model/types.d.ts").Value} value @param {string | undefined} text @param {Words} words
 */
export function numbersOf({ shape, data, dtype }, text, words) {
  const count = shape.reduce((all, length) => all * length, 1);
  if (count <= MOST && count > 0) return data.map((item, i) => cell(item, dtype, [i]).text);
  return [signed(text ?? "") || (shape.length > 1 ? tuple(shape) : tell(words.numbers, { count }))];
}
