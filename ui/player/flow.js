import { along, points } from "./curve.js";
import { svg } from "./dom.js";

const TRAVEL = 400; // ms a value takes to the middle of its link

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
    const drawn = flow ? seen.map((id) => this.draw(this.story.path(id), flow, pill)) : [];
    this.layer.replaceChildren(...drawn.map((d) => d.element));
    if (!drawn.length) return;
    const began = performance.now();
    const move = (now) => {
      const part = lively ? Math.min(1, Math.max(0, now - began) / TRAVEL) : 1;
      for (const { place } of drawn) place(0.5 * (1 - (1 - part) ** 3));
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
    const width = 7.2 * (text ?? "").length + 16;
    const pill = text
      ? svg(
          "g.pill",
          svg("rect", { x: -width / 2, y: -10, width, height: 20, rx: 10 }),
          svg("text", { y: 4, textLength: width - 16, lengthAdjust: "spacingAndGlyphs" }, text),
        )
      : null;
    if (pill) element.append(pill);
    const place = (t) => {
      const [x, y] = along(flat, flow === "backward" ? 1 - t : t);
      pill?.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    };
    return { element, place };
  }
}
