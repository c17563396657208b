import { assign, html, svg, write } from "../base/dom.js";
import { savedCurve } from "../model/saved_bytes.js";
import { Scale } from "../model/scale.js";
import { choices, isSteep, series } from "../model/series.js";
import { latest, Story } from "../model/story.js";
import { tell } from "../base/phrases.js";
import { counterpart, volume } from "../model/volumes.js";

const HEIGHT = 36; // of the curve's coordinates
const IN_FIGURE = 24; // chapters that a figure shows
const ON_RAIL = 14; // chapters whose steps are on one rail
const STEPS = 600;
const MANY = 60; // chapters, from which on one asks for an iteration by its number

/** The chapters of a run above its picture: one segment each, and over them the curve of what the passes began at. */
export class Chapters {
  constructor(below, words, { go, bring, signal }) {
    this.words = words;
    this.element = html("div.chapters", { hidden: true });
    this.below = below;
    below.before(this.element);
    const on = (type, handler) => this.element.addEventListener(type, handler, { signal });
    on("pointerdown", (event) => this.grab(event) && this.pick(event, go));
    on("pointermove", (event) => this.strip?.hasPointerCapture(event.pointerId) && this.pick(event, go));
    on("click", (event) => {
      const missing = event.target.closest(".strip") ? this.under(event).missing : null;
      if (missing !== null) this.ask(missing, go);
    });
    on("change", (event) => event.target === this.list && this.compare());
    on("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.stopPropagation();
      this.goTo(event.target, go);
    });
    this.bring = bring;
    this.mayBring = false;
    this.wanted = null; // the iteration that the page was asked for, counted through all loops
  }

  /** Take a run, or the beginning of one; what was opened in the beginning that it `goesOn` from stays open. */
  open(payload, { isBeginning, goesOn }) {
    const { chapters, curves } = payload;
    this.isBeginning = isBeginning;
    this.before = goesOn ? this.stories : new Map();
    this.payload = payload;
    this.starts = chapters.map(({ from }, i) => [from, i]);
    this.scale = new Scale(chapters);
    this.whole = new Story(this.payload);
    this.stories = new Map();
    this.shown = null;
    this.curves = curves.slice(0, 1);
    this.element.hidden = chapters.length < 2;
    if (this.element.hidden) return;
    this.label = html("b");
    const usual = mostFrequent(chapters.filter(({ turns }) => turns).map(({ graph }) => graph));
    this.segments = chapters.map(({ label, turns, graph }, i) => {
      const isOther = turns && graph !== usual;
      const kind = turns ? (isOther ? "turn other" : "turn") : "aside";
      const number = turns ? String(turns[0][0] + 1) : "";
      const title = isOther ? tell(this.words.otherGraph, { name: label }) : label;
      return html("span", { class: kind, "data-chapter": i, title }, html("i", number));
    });
    this.bar = html("div", { class: chapters.length > 100 ? "bars many" : "bars", "aria-hidden": "true" });
    this.bar.append(...this.segments);
    chapters.forEach((_, i) => this.scale.isOpen(i) && this.segments[i].after(this.gap(i)));
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
      (this.ends = html("div.ends", { "aria-hidden": "true" })),
      (this.strip = html("div.strip", (this.drawn = this.drawing()), this.bar)),
      button("nextTurn", this.words.nextTurn, "]", "›"),
      html("div.legend", this.label, this.menu(usual)),
    );
  }

  /** Be a figure in a place of the picture, where it has room for one, or a row above the caption: null. */
  stand(place) {
    const isFigure = Boolean(place) && this.payload.chapters.length <= IN_FIGURE;
    this.element.classList.toggle("figure", isFigure);
    if (isFigure === (this.element.parentElement !== this.below.parentElement)) return;
    if (isFigure) place.append(this.element);
    else this.below.before(this.element);
  }

  /** The height of the highest of the pictures of the run. */
  get highest() {
    return Math.max(...this.payload.graphs.map(({ size, across }) => (across?.size ?? size)[1]));
  }

  /** How much of the height of the picture the row takes. */
  get height() {
    return this.element.classList.contains("figure") ? 0 : this.element.offsetHeight;
  }

  /** A list of what else can be drawn as a curve, in the iterations that are most frequent. */
  menu(usual) {
    const { chapters, graphs } = this.payload;
    const { to } = chapters.find(({ turns, graph }) => turns && graph === usual) ?? chapters[0];
    this.choices = choices(this.whole, graphs[usual ?? 0], to).filter(
      ({ name }) => name !== this.curves[0]?.name,
    );
    this.choices.push({ name: this.words.savedBytes, row: "saved" });
    const options = this.choices.map(({ name }, i) => html("option", { value: i }, name));
    this.list = html(
      "select",
      { "aria-label": this.words.addCurve },
      html("option", { value: "" }, this.words.addCurve),
      ...options,
    );
    this.compared = html("span");
    return html("span", this.list, this.field(), this.compared);
  }

  /** Where to write the number of an iteration to go to, if there are many. */
  field() {
    const { total } = this.scale;
    const label = this.words.goToIteration;
    return this.payload.chapters.length > MANY
      ? html("input", {
          type: "number",
          min: 1,
          max: total,
          "aria-label": label,
          title: label,
          placeholder: "#",
        })
      : "";
  }

  /** A gap behind a chapter, in which iterations are left out. */
  gap(i) {
    const [first, last] = this.payload.chapters.slice(i, i + 2).map(({ label }) => label);
    const said = tell(this.words.leftOut, { first, last });
    const title = this.mayBring ? `${said} ${this.words.bringIteration}` : said;
    return html("span.gap", { style: `flex-grow:${this.scale.wide}`, title });
  }

  /** Go to the iteration whose number was written. */
  goTo({ value }, go) {
    const number = Math.round(Number(value));
    if (number >= 1) this.ask((Math.min(number, this.scale.total) - 1) * this.scale.each, go);
  }

  /** Go to an iteration, counted from 0 through all loops; have the page bring it if it was left out. */
  ask(wanted, go) {
    const { chapter, isMissing } = this.scale.find(wanted);
    if (!isMissing || !this.mayBring) {
      go(chapter - this.shown);
      if (isMissing) this.refuse(wanted, this.payload.chapters[chapter]);
      return;
    }
    this.wanted = wanted;
    this.bring(this.scale.pass(chapter, wanted));
    write(this.label, this.words.bringing);
  }

  /** Say that an iteration is left out, and which one is shown instead. */
  refuse(wanted, { turns, label }) {
    const number = Math.floor(wanted / this.scale.each) + 1;
    write(this.label, tell(this.words.notHere, { number, shown: turns[0][0] + 1 }));
    assign(this.label, "title", tell(this.words.notHereLong, { number, name: label }));
  }

  /** Forget what was asked for: it does not come. */
  forgo() {
    if (this.wanted === null) return;
    this.wanted = null;
    this.tell();
  }

  /** The first step of the iteration that was asked for, in the run that holds it; null if none was. */
  brought({ chapters }) {
    if (this.wanted === null) return null;
    const { chapter } = new Scale(chapters).find(this.wanted);
    this.wanted = null;
    return chapters[chapter].from;
  }

  /** Draw the curve that was chosen beside the first one. */
  compare() {
    const choice = this.choices[this.list.value === "" ? -1 : Number(this.list.value)];
    this.curves.length = Math.min(this.curves.length, this.payload.curves.length, 1);
    const points = (one) =>
      one.row === "saved"
        ? savedCurve(this.whole, this.payload.chapters)
        : series(this.whole, this.payload, one);
    if (choice) this.curves[1] = { name: choice.name, points: points(choice) };
    const drawn = this.drawing();
    this.drawn.replaceWith(drawn);
    this.drawn = drawn;
    this.tell();
  }

  drawing() {
    const most = this.curves[0] ? extremes(this.curves[0]).reverse() : [];
    this.ends.replaceChildren(...most.map((value) => html("span", brief(value))));
    return svg(
      "svg",
      {
        class: "curve",
        viewBox: `0 0 ${this.scale.length} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      ...this.curves.flatMap((curve, i) => (curve ? this.lines(curve, i ? "added" : "main") : [])),
    );
  }

  /** A curve as lines between its points; what is no number is a mark from top to bottom. */
  lines(curve, kind) {
    const points = curve.points.map(([chapter, value]) => [chapter, Number(value)]);
    const finite = points.filter(([, value]) => Number.isFinite(value));
    const [least, most] = extremes(curve);
    const height = isSteep(finite.map(([, value]) => value)) ? Math.log : (value) => value;
    const [low, high] = [height(least), height(most)];
    const place = ([chapter, value]) =>
      `${this.scale.middle(chapter)},${(HEIGHT - 4 - ((height(value) - low) / (high - low || 1)) * (HEIGHT - 8)).toFixed(1)}`;
    const marks = points.filter(([, value]) => !Number.isFinite(value));
    return [
      ...this.unbroken(finite).map((part) =>
        svg("polyline", { class: kind, points: part.map(place).join(" ") }),
      ),
      ...finite.map((point) =>
        svg("path", { class: `dot ${kind}`, "data-at": point[0], d: `M${place(point)}h0` }),
      ),
      ...marks.map(([chapter]) =>
        svg("path", { d: `M${this.scale.middle(chapter)} 0v${HEIGHT}`, class: "missing" }),
      ),
    ];
  }

  /** The points of a curve in parts, cut where iterations are left out. */
  unbroken(points) {
    const parts = [[]];
    let from = 0;
    for (const point of points) {
      if (this.scale.areApart(from, point[0])) parts.push([]);
      parts.at(-1).push(point);
      [from] = point;
    }
    return parts;
  }

  /** The number of the chapter that a step is in. */
  at(step) {
    return latest(this.starts, step)?.[1] ?? 0;
  }

  /** The iterations as labels of a rail that holds the whole run; null where they are too many, or none. */
  get labels() {
    const { chapters, steps } = this.payload;
    const turns = chapters.filter((one) => one.turns);
    if (!turns.length || chapters.length > ON_RAIL || steps.length > STEPS) return null;
    return turns.map(({ from, turns: [[number]] }, i) => ({
      step: from,
      text: i ? String(number + 1) : tell(this.words.iterationOf, { number: number + 1 }),
      short: String(number + 1),
    }));
  }

  /** The first and last step of the chapter that a step is in, or of the run where a rail holds all of it. */
  range(step) {
    if (this.labels) return [0, this.payload.steps.length - 1];
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
    if (!this.stories.has(graph)) {
      const story = new Story(volume(this.payload, graph));
      const before = this.before.get(graph);
      if (before?.clusters.length === story.clusters.length) story.open = new Set(before.open);
      this.stories.set(graph, story);
    }
    return this.stories.get(graph);
  }

  /** Take other numbers for the same picture and steps; of one chapter alone, the others keep theirs until all are told. */
  renumber(parts, chapter) {
    if (chapter === undefined) {
      Object.assign(this.payload, parts);
      this.whole.renumber(this.payload);
      for (const [graph, story] of this.stories) story.renumber(volume(this.payload, graph));
    } else this.renumberOne(this.payload.chapters[chapter], parts);
    if (this.element.hidden) return;
    this.curves[0] = parts.curves[0];
    this.compare();
  }

  renumberOne({ graph, from, to }, { steps, ...parts }) {
    const story = this.story(graph);
    const { boxes } = story;
    story.renumber({ ...parts, boxes, steps: story.steps.toSpliced(from, to - from + 1, ...steps) });
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
    for (const dot of this.drawn.querySelectorAll(".dot")) {
      dot.classList.toggle("now", Number(dot.dataset.at) === now);
      dot.classList.toggle("later", Number(dot.dataset.at) > now);
    }
    this.shown = now;
    this.tell();
  }

  /** Say where this is, and what the curves have reached. */
  tell() {
    const { label: name, turns } = this.payload.chapters[this.shown ?? 0];
    const label = this.isBeginning && turns ? tell(this.words.soFar, { name }) : name;
    const [first, second] = [0, 1].map((i) => reached(this.curves[i], this.shown));
    const said = first && ` · ${tell(this.words.reached, { name: this.curves[0].name, value: first })}`;
    write(this.label, label + said);
    assign(this.label, "title", label);
    write(this.compared, second);
  }

  /** An iteration in a sentence: how far it is from the goal. */
  summary(step) {
    const at = this.at(step);
    const value = reached(this.payload.curves[0], at);
    const { label: name } = this.payload.chapters[at];
    return value ? tell(this.words.swept, { name, root: this.payload.curves[0].name, value }) : name;
  }

  /** Let the pointer pull along the strip. */
  grab(event) {
    if (event.button || !event.target.closest(".strip")) return false;
    this.strip.setPointerCapture(event.pointerId);
    return true;
  }

  pick(event, go) {
    const by = this.under(event).chapter - this.shown;
    if (by) go(by);
  }

  /** What is under the pointer. */
  under({ clientX }) {
    const { left, width } = this.strip.getBoundingClientRect();
    return this.scale.at((clientX - left) / width);
  }
}

/** A curve's number in a chapter as text, empty where it has none. */
function reached(curve, chapter) {
  const value = curve && new Map(curve.points).get(chapter);
  return value === undefined ? "" : brief(value);
}

function brief(value) {
  return String(typeof value === "number" ? Number(value.toPrecision(4)) : value);
}

/** The smallest and the largest finite number of a curve; nothing if there is none. */
function extremes({ points }) {
  const values = points.map(([, value]) => Number(value)).filter(Number.isFinite);
  return values.length ? [Math.min(...values), Math.max(...values)] : [];
}

function mostFrequent(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
