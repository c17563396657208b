// The graph in small: where the node at work is, and what has gone where.
import { svg } from "../base/dom.js";

/** @import { Story } from "../model/story.js" */

const LEAST = 0.16; // below this scale the graph is shown in part, around the node at work
const EDGE = 8; // around it, of its own px
const ROOM = { width: 900, height: 90 }; // px that it may take

/** A small picture of a graph, made once; a step changes no more than its classes and what part of it is seen. */
export class Mini {
  constructor() {
    this.element = /** @type {SVGElement} */ (svg("svg.mini", { "aria-hidden": "true" }));
    /** @type {Story | undefined} */
    this.story = undefined;
    /** @type {Map<number, Element>} */
    this.boxes = new Map();
    /** @type {Map<number, Element>} */
    this.paths = new Map();
  }

  /** Take the places of another picture. @param {Story} story */
  open(story) {
    this.story = story;
    this.paths = new Map(story.links.flatMap(({ path: d }, i) => (d ? [[i, svg("path", { d })]] : [])));
    this.boxes = new Map(
      story.boxes.flatMap(({ x, y, w, h }, i) =>
        story.isSeen(i) && !story.isTab[i] ? [[i, svg("rect", { x, y, width: w, height: h, rx: 14 })]] : [],
      ),
    );
    this.element.replaceChildren(...this.paths.values(), ...this.boxes.values());
  }

  /**
   * Show a step: the node at work, and the edge that is travelled.
   * @param {number} step @param {number | null | undefined} box
   */
  go(step, box) {
    const story = /** @type {Story} */ (this.story);
    const { links = [], flow = "" } = story.steps[step];
    const now = box == null ? undefined : story.shown[box];
    for (const [i, rect] of this.boxes)
      rect.setAttribute("class", i === now ? "now" : story.at(i, step).status);
    for (const [i, path] of this.paths) {
      const isTravelled = story.alike[i].some((one) => links.includes(one));
      path.setAttribute("class", isTravelled ? flow : "");
    }
    const [x, y, w, h] = window(story, now);
    this.element.setAttribute("viewBox", `${x - EDGE} ${y - EDGE} ${w + 2 * EDGE} ${h + 2 * EDGE}`);
    this.element.style.aspectRatio = `${w + 2 * EDGE} / ${h + 2 * EDGE}`;
  }
}

/** The part of a picture that can be told apart in the room there is. @param {Story} story @param {number | undefined} box */
function window(story, box) {
  const [width, height] = story.size.map((side) => Math.max(1, side));
  const scale = Math.max(LEAST, Math.min(ROOM.width / width, ROOM.height / height));
  const [w, h] = [Math.min(width, ROOM.width / scale), Math.min(height, ROOM.height / scale)];
  const here = story.boxes[box ?? -1] ?? { x: 0, y: 0, w: 0, h: 0 };
  const kept = (/** @type {number} */ from, /** @type {number} */ most) => Math.max(0, Math.min(from, most));
  return [kept(here.x + here.w / 2 - w / 2, width - w), kept(here.y + here.h / 2 - h / 2, height - h), w, h];
}
