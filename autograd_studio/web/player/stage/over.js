import { cardPlace } from "./placing.js";
import { scenery } from "./scenery.js";

/** @import { Story } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { At } from "../model/view.d.ts" */
/** @import { View } from "./scenery.js" */

const SETTLED = 140; // ms after the last move of the picture

/** Puts what stands over the picture besides the card where it hides least: near a box, or in a corner. */
export class Over {
  /** @type {Map<HTMLElement, () => At>} */
  all = new Map();
  waiting = 0;

  /** @param {HTMLElement} work @param {{ story: () => Story, view: () => View, signal: AbortSignal }} options */
  constructor(work, { story, view, signal }) {
    this.work = work;
    this.dock = /** @type {HTMLElement} */ (work.querySelector(".dock"));
    this.story = story;
    this.view = view;
    signal.addEventListener("abort", () => clearTimeout(this.waiting));
  }

  /** Let an element stand over the picture from now on, while it is not hidden. @param {HTMLElement} element @param {() => At} at */
  add(element, at) {
    element.classList.add("floating");
    this.all.set(element, at);
    this.dock.append(element);
  }

  /** Find a place for an element. @param {HTMLElement} element */
  place(element) {
    const { offsetWidth: w, offsetHeight: h } = element;
    if (element.hidden || !w) return;
    const at = this.all.get(element)?.() ?? null;
    const around = scenery(this.work, this.story(), this.view(), at === "corner" ? null : at);
    const obstacles = [...around.obstacles, ...this.others(element)];
    const anchor = at === "corner" ? { x: 0, y: around.size.h, w: 0, h: 0 } : around.anchor;
    const { x, y } = cardPlace({ w, h }, { ...around, obstacles, anchor });
    element.style.transform = `translate(${x}px,${y}px)`;
  }

  /** What stands over the picture besides an element: the card, and the others. @param {HTMLElement} element @returns {Rectangle[]} */
  others(element) {
    const { left, top } = this.dock.getBoundingClientRect();
    return [...this.dock.querySelectorAll(".card, .floating")].flatMap((one) => {
      const { x, y, width: w, height: h } = one.getBoundingClientRect();
      return one !== element && w && h ? [{ x: x - left - 6, y: y - top - 6, w: w + 12, h: h + 12 }] : [];
    });
  }

  /** Find places anew once the picture has come to rest. */
  settle() {
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => {
      for (const element of this.all.keys()) this.place(element);
    }, SETTLED);
  }
}
