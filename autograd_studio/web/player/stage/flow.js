import { along, points } from "../model/curve.js";
import { svg } from "../base/dom.js";

const TRAVEL = 400; // ms a value takes to the middle of its link
const HEIGHT = 20; // of a pill
const CLEAR = 2; // around a pill
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82]; // along a link, the best one first

/** What travels in a step: the links it goes along, highlighted, with the value as a pill. */
export class Flow {
  constructor(layer, story) {
    this.layer = layer;
    this.story = story;
  }

  /** Show a step's flow; `lively` lets the pill travel from the link's beginning. */
  go(step, lively) {
    cancelAnimationFrame(this.frame);
    const { links = [], flow, pill } = this.story.steps[step];
    const seen = links.filter((id) => this.story.path(id));
    this.taken = [];
    const drawn = flow ? seen.map((id) => this.draw(this.story.path(id), flow, pill)) : [];
    this.layer.replaceChildren(...drawn.map((d) => d.element));
    if (!drawn.length) return;
    const began = performance.now();
    const move = (now) => {
      const part = lively ? Math.min(1, Math.max(0, now - began) / TRAVEL) : 1;
      for (const { place } of drawn) place(1 - (1 - part) ** 3);
      if (part < 1) this.frame = requestAnimationFrame(move);
    };
    move(began);
  }

  draw(path, flow, text) {
    const flat = points(path);
    const element = svg(
      "g",
      { class: flow },
      svg("path", { d: path, class: "halo" }),
      svg("path", { d: path, class: "line" }),
    );
    if (!text) return { element, place: () => {} };
    const width = 7.2 * text.length + 16;
    const [x1, y1, isFree] = this.rest(flat, width);
    const pill = isFree
      ? svg(
          "g.pill",
          svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 }),
          svg("text", { y: 4, textLength: width - 16, lengthAdjust: "spacingAndGlyphs" }, text),
        )
      : svg("g.pill", svg("circle", { r: 5 }), svg("title", text));
    element.append(pill);
    const [x0, y0] = along(flat, flow === "backward" ? 1 : 0);
    const place = (part) => {
      const [x, y] = [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
      pill.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    };
    return { element, place };
  }

  /**
   * Where a pill comes to rest: on its link or right beside it, where it covers no box and no other pill. [x, y, true],
   * or the middle of the link and false if there is no such place.
   */
  rest(flat, width) {
    const beside = [
      [0, 0],
      [0, -HEIGHT * 0.7],
      [0, HEIGHT * 0.7],
      [-width / 2 - 8, 0],
      [width / 2 + 8, 0],
      [0, -HEIGHT * 1.4],
      [0, HEIGHT * 1.4],
    ];
    for (const [dx, dy] of beside) {
      for (const part of PLACES) {
        const [x, y] = along(flat, part);
        const place = { x: x + dx - width / 2, y: y + dy - HEIGHT / 2, w: width, h: HEIGHT };
        if (this.isCovered(place)) continue;
        this.taken.push(place);
        return [x + dx, y + dy, true];
      }
    }
    return [...along(flat, 0.5), false];
  }

  isCovered({ x, y, w, h }) {
    const meets = (other) =>
      x < other.x + other.w + CLEAR &&
      other.x < x + w + CLEAR &&
      y < other.y + other.h + CLEAR &&
      other.y < y + h + CLEAR;
    return this.story.boxes.some(meets) || this.taken.some(meets);
  }
}
