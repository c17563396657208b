import { html, svg } from "../base/dom.js";
import { DECADES, level, look, measures, normText, rounded, zerosText } from "../model/measures.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Measure } from "../model/measures.js" */
/** @import { Over, View } from "../model/view.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {Pick<Measure, "norm" | "odd">} Size */

const SAMPLES = [-6, -4, -2, 0, 2]; // powers of ten that the legend shows
const THIN = 1.5; // px, the width of the least and of the most
const THICK = 10;

/** The picture with every box and link coloured by the size of the gradient that has arrived there last in this chapter. */
export class Magnitudes {
  /** What is marked now. @type {HTMLElement[]} */
  marked = [];
  /** @type {Story} */
  story;

  /**
   * @param {HTMLElement} player @param {Words} words
   * @param {{ view: () => View, over: Over, choose: (what: { box: number }) => void, signal: AbortSignal }} options `view` is
   *   what is shown now
   */
  constructor(player, words, { view, over, choose, signal }) {
    this.words = words;
    this.view = view;
    this.stage = /** @type {HTMLElement} */ (player.querySelector(".stage"));
    this.wires = svg("svg.sizes", { "aria-hidden": "true" });
    this.norms = html("div.norms", { "aria-hidden": "true" });
    this.panel = /** @type {HTMLElement} */ (html("section.scale", { hidden: true }));
    this.table = /** @type {HTMLDetailsElement} */ (html("details"));
    player.querySelector(".boxes")?.before(this.wires);
    player.querySelector(".world")?.append(this.norms);
    this.over = over;
    over.add(this.panel, () => "corner");
    const press = (/** @type {Event} */ { target }) => {
      const button = /** @type {Element} */ (target).closest("button");
      if (button) choose({ box: Number(button.dataset.of) });
    };
    this.panel.addEventListener("click", press, { signal });
    this.panel.addEventListener("toggle", () => over.place(this.panel), { signal, capture: true });
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
    for (const element of this.marked) delete element.dataset.size;
    this.marked = [];
    this.wires.replaceChildren();
    this.norms.replaceChildren();
    if (!this.isOn) return;
    const { chapters, step, story, stage } = this.view();
    this.story = story;
    const { boxes, links } = measures(story, [chapters.range(step)[0], step]);
    for (const [i, measure] of [...links].sort(([, a], [, b]) => level(a) - level(b))) this.line(i, measure);
    for (const [i, measure] of boxes) this.box(stage.scene.elements[i], i, measure);
    this.tell(boxes);
    this.over.place(this.panel);
  }

  /** @param {number} link @param {Measure} measure */
  line(link, measure) {
    const d = this.story.path(link);
    if (d) this.wires.append(svg("path", { d, ...stroke(measure) }));
  }

  /** @param {HTMLElement} element @param {number} i @param {Measure} measure */
  box(element, i, measure) {
    const { x, y, h } = this.story.boxes[i];
    element.dataset.size = look(measure);
    element.style.setProperty("--size", level(measure).toFixed(3));
    this.marked.push(element);
    this.norms.append(html("span", { style: `left:${x}px;top:${y + h}px` }, `‖∇‖ ${normText(measure)}`));
  }

  /** The legend: what a look means, the largest and the smallest, and all of them as a table. @param {Map<number, Measure>} boxes */
  tell(boxes) {
    const all = [...boxes].filter(([i]) => this.story.originals[i] === i);
    const sorted = all.sort(([, a], [, b]) => level(b) - level(a) || b.norm - a.norm);
    const wasOpen = this.table.open;
    const summary = html("summary", this.words.allMagnitudes);
    const table = html("details", { open: wasOpen }, summary, this.rows(sorted));
    this.table = /** @type {HTMLDetailsElement} */ (table);
    this.panel.replaceChildren(
      html("h2", this.words.magnitudesLong),
      html("div.samples", ...SAMPLES.map((power) => this.sample(power)), this.dead()),
      html("p", sorted.length ? this.summary(sorted) : this.words.noMagnitudes),
      sorted.length ? this.table : "",
    );
  }

  /** @param {number} power */
  sample(power) {
    const measure = { norm: 10 ** power, odd: null };
    const sign = power === DECADES.least ? "≤ " : power === DECADES.most ? "≥ " : "";
    return swatch(measure, sign + rounded(10 ** power));
  }

  dead() {
    return swatch({ norm: 0, odd: null }, "0");
  }

  /** @param {[number, Measure][]} sorted */
  summary(sorted) {
    const name = (/** @type {[number, Measure]} */ [i, measure]) => ({
      name: this.story.boxes[i].title,
      norm: normText(measure),
    });
    const alive = sorted.filter(([, measure]) => look(measure) !== "zero");
    const parts = [];
    if (alive.length) parts.push(tell(this.words.largestIs, name(alive[0])));
    if (alive.length > 1) parts.push(tell(this.words.smallestIs, name(alive[alive.length - 1])));
    const dead = sorted.length - alive.length;
    if (dead) parts.push(tell(dead === 1 ? this.words.oneIsZero : this.words.someAreZero, { count: dead }));
    return parts.join(" ");
  }

  /** @param {[number, Measure][]} sorted */
  rows(sorted) {
    const { norm, largest, zeros, magnitudeOf } = this.words.measures;
    const row = (/** @type {[number, Measure]} */ [i, measure]) =>
      html(
        "tr",
        html(
          "th",
          { scope: "row" },
          html("button", { type: "button", "data-of": i }, this.story.boxes[i].title),
        ),
        html("td", normText(measure)),
        html("td", rounded(measure.largest)),
        html("td", zerosText(measure)),
      );
    const heads = [magnitudeOf, norm, largest, zeros].map((text) => html("th", { scope: "col" }, text));
    return html(
      "div.all",
      html("table", html("thead", html("tr", ...heads)), html("tbody", ...sorted.map(row))),
    );
  }
}

/** How a line of a size is drawn. @param {Size} measure */
function stroke(measure) {
  const size = level(measure);
  return {
    "data-size": look(measure),
    style: `--size:${size.toFixed(3)};stroke-width:${(THIN + (THICK - THIN) * size).toFixed(1)}px`,
  };
}

/** @param {Size} measure @param {string} text */
function swatch(measure, text) {
  return html(
    "span",
    svg(
      "svg",
      { viewBox: "0 0 30 12", "aria-hidden": "true" },
      svg("path", { d: "M0 6h30", ...stroke(measure) }),
    ),
    text,
  );
}
