import { assign, html, svg, write } from "./dom.js";
import { latest, Story } from "./story.js";
import { tell } from "./words.js";
import { counterpart, volume } from "./volumes.js";

const HEIGHT = 36; // of the curve's coordinates
const STEEP = 30; // between the largest and the smallest number, from which on a curve is logarithmic

/** The chapters of a run above its picture: one segment each, and over them the curve of what the passes began at. */
export class Chapters {
  constructor(before, words, { go, signal }) {
    this.words = words;
    this.element = html("div.chapters", { hidden: true });
    before.after(this.element);
    this.element.addEventListener("click", (event) => this.pick(event, go), { signal });
  }

  open(payload) {
    const { chapters, curves } = payload;
    this.payload = payload;
    this.starts = chapters.map(({ from }, i) => [from, i]);
    this.whole = new Story(this.payload);
    this.stories = new Map();
    this.shown = null;
    this.curve = curves[0];
    this.values = new Map(this.curve?.points);
    this.element.hidden = chapters.length < 2;
    if (this.element.hidden) return;
    this.label = html("b");
    this.segments = chapters.map(({ label, turns }, i) =>
      html("span", { class: turns ? "turn" : "aside", "data-chapter": i, title: label }),
    );
    this.bar = html("div", { class: chapters.length > 100 ? "bars many" : "bars", "aria-hidden": "true" });
    this.bar.append(...this.segments);
    const button = (name, label, key, sign) =>
      html(
        "button",
        {
          type: "button",
          "data-do": name,
          "aria-label": label,
          title: `${label} (${key})`,
        },
        sign,
      );
    this.element.replaceChildren(
      button("previousTurn", this.words.previousTurn, "[", "‹"),
      html("div.strip", this.drawing(chapters.length), this.bar),
      button("nextTurn", this.words.nextTurn, "]", "›"),
      this.label,
    );
  }

  /** The curve as lines between its points; what is no number is a mark at the top. */
  drawing(count) {
    const points = (this.curve?.points ?? []).map(([chapter, value]) => [chapter, Number(value)]);
    const finite = points.filter(([, value]) => Number.isFinite(value));
    if (finite.length < 2) return null;
    const values = finite.map(([, value]) => value);
    const isSteep = Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= STEEP;
    const height = isSteep ? Math.log : (value) => value;
    const [low, high] = [height(Math.min(...values)), height(Math.max(...values))];
    const place = ([chapter, value]) =>
      `${chapter + 0.5},${(HEIGHT - 4 - ((height(value) - low) / (high - low || 1)) * (HEIGHT - 8)).toFixed(1)}`;
    const marks = points.filter(([, value]) => !Number.isFinite(value));
    return svg(
      "svg",
      {
        class: "curve",
        viewBox: `0 0 ${count} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      svg("polyline", { points: finite.map(place).join(" ") }),
      ...marks.map(([chapter]) => svg("path", { d: `M${chapter + 0.5} 0v${HEIGHT}`, class: "missing" })),
    );
  }

  /** Whether there are iterations to go through. */
  get areSeveral() {
    return this.payload?.chapters.length > 1;
  }

  /** The number of the chapter that a step is in. */
  at(step) {
    return latest(this.starts, step)?.[1] ?? 0;
  }

  /** The first and last step of the chapter that a step is in. */
  range(step) {
    const { from, to } = this.payload.chapters[this.at(step)] ?? {
      from: 0,
      to: this.payload.steps.length - 1,
    };
    return [from, to];
  }

  /** The graph that a step is told on. */
  graph(step) {
    return this.payload.chapters[this.at(step)]?.graph ?? 0;
  }

  /** The run as told on one graph. */
  story(graph) {
    if (!this.stories.has(graph)) this.stories.set(graph, new Story(volume(this.payload, graph)));
    return this.stories.get(graph);
  }

  /** The number in a graph of a box of the whole run; null if it is in another graph. */
  inGraph(graph, box) {
    const [first, end] = this.payload.graphs[graph].boxes;
    return box == null || box < first || box >= end ? null : box - first;
  }

  /** The number in the whole run of a box of a graph. */
  everywhere(graph, box) {
    return box == null ? null : box + this.payload.graphs[graph].boxes[0];
  }

  /** The step that does the same, `by` chapters further on. */
  beside(step, by) {
    const { chapters, steps } = this.payload;
    const [from, to] = [chapters[this.at(step)], chapters[this.at(step) + by]];
    return from && to ? counterpart(steps, from, to, step) : step;
  }

  show(step) {
    const now = this.at(step);
    if (this.element.hidden || now === this.shown) return;
    this.segments[this.shown]?.classList.remove("now");
    this.segments[now].classList.add("now");
    this.shown = now;
    const value = this.values.get(now);
    const { label } = this.payload.chapters[now];
    const number = typeof value === "number" ? Number(value.toPrecision(4)) : value;
    const said =
      value === undefined ? "" : ` · ${tell(this.words.reached, { name: this.curve.name, value: number })}`;
    write(this.label, label + said);
    assign(this.label, "title", label);
  }

  pick(event, go) {
    const strip = event.target.closest(".strip");
    if (!strip) return;
    const { left, width } = strip.getBoundingClientRect();
    const { chapters } = this.payload;
    const wanted = Math.min(
      chapters.length - 1,
      Math.floor(((event.clientX - left) / width) * chapters.length),
    );
    go(wanted - this.shown);
  }
}
