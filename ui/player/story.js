// @ts-check
import { tell } from "./words.js";

/** @import { Arrangement, Box, Gradient, Link, Payload, Phase, Saved, Step, Stretch, Sum, Tracks } from "./types.d.ts" */
/** @typedef {typeof import("./words.js").WORDS} Words */

/**
 * The last entry [step, ...] of a sorted list that is not later than `step`, undefined before the first.
 * @template {[number, ...unknown[]]} Entry
 * @param {Entry[]} entries @param {number} step
 * @returns {Entry | undefined}
 */
export function latest(entries, step) {
  let low = 0,
    high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle][0] <= step) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}

/** @type {never[]} */
const NOTHING = [];

/**
 * A payload (docs/payload.md) made ready for stepping: what every box and link looks like at any step.
 *
 * Nothing is replayed. Every row of a box has its list of changes, so a step costs what it changes, in either direction.
 * Boxes, links and steps are told by their place in the payload, counted from 0.
 */
export class Story {
  /** @param {Payload} payload */
  constructor(payload) {
    this.source = payload.source;
    this.metrics = payload.metrics;
    this.size = payload.size;
    this.boxes = payload.boxes;
    this.links = payload.links;
    this.clusters = payload.clusters;
    /** @type {Record<string, Arrangement | undefined>} */
    this.arrangements = {
      down: {
        size: payload.size,
        places: payload.boxes.map(({ x, y }) => [x, y]),
        paths: payload.links.map(({ path }) => path),
        clusters: payload.clusters,
      },
      across: payload.across ?? undefined,
    };
    this.tracks = payload.tracks;
    this.steps = payload.steps;
    this.values = payload.values;
    this.reasons = payload.reasons ?? [];
    this.bindings = payload.bindings ?? [];
    this.stdout = payload.stdout;
    this.error = payload.error;
    this.beginnings = payload.chapters.map(({ from }) => /** @type {[number]} */ ([from]));
    this.stretches = stretches(this.steps, new Set(payload.chapters.map(({ from }) => from)));
    this.starts = this.stretches.map((stretch) => /** @type {[number, Stretch]} */ ([stretch.from, stretch]));
    this.changes = changes(payload);
    this.crossings = crossings(payload);
    this.neighbours = neighbours(payload);
    this.originals = this.boxes.map((box, i) => box.copy_of ?? i);
    this.copies = this.boxes.map(() => /** @type {number[]} */ ([]));
    this.boxes.forEach(({ copy_of: original }, i) => original != null && this.copies[original].push(i));
    this.lines = linesToSteps(this.steps);
    this.ofLine = new Map();
    this.boxes.forEach(({ line }, i) => this.ofLine.set(line, [...(this.ofLine.get(line) ?? []), i]));
    this.errors = this.steps.flatMap((step, k) => (step.kind === "error" ? [k] : NOTHING));
  }

  /** The size of the picture in each direction in which there is one. */
  get sizes() {
    const { down, across } = this.arrangements;
    return { down: down?.size, across: across?.size };
  }

  /**
   * Let the picture go "down" or "across", if it can, and return where it goes now.
   * @param {string} direction
   */
  turn(direction) {
    const told = this.arrangements[direction] ? direction : "down";
    const { size, places, paths, clusters } = /** @type {Arrangement} */ (this.arrangements[told]);
    this.size = size;
    this.boxes = this.boxes.map((box, i) => ({ ...box, x: places[i][0], y: places[i][1] }));
    this.links = this.links.map((link, i) => ({ ...link, path: paths[i] }));
    this.clusters = clusters;
    return told;
  }

  get last() {
    return this.steps.length - 1;
  }

  /**
   * The entry of a box's timeline that holds at a step.
   * @template {keyof Tracks} Row
   * @param {number} box @param {Row} row @param {number} step
   * @returns {NonNullable<Tracks[Row]>[number] | undefined}
   */
  entry(box, row, step) {
    const entries = this.tracks[this.originals[box]][row] ?? NOTHING;
    return latest(/** @type {NonNullable<Tracks[Row]>[number][]} */ (entries), step);
  }

  /**
   * What a box shows: its status, the text and the index of its value, and its gradient as `gradient` has it.
   * @param {number} box @param {number} step
   */
  at(box, step) {
    const [, status] = this.entry(box, "status", step) ?? [0, "pending"];
    const [, text = "", value = null] = this.entry(box, "value", step) ?? NOTHING;
    return { status, text, value, grad: this.gradient(box, step) };
  }

  /**
   * The gradient of a box; the state is "" where there is none to have.
   * @param {number} box @param {number} step
   * @returns {Gradient}
   */
  gradient(box, step) {
    const [, state = "", text = "", value = null, arrived, expected] =
      this.entry(box, "grad", step) ?? NOTHING;
    return { state, text, value, arrived, expected };
  }

  /**
   * What a box has saved for backward.
   * @param {number} box @param {number} step
   * @returns {Saved[]}
   */
  saved(box, step) {
    return this.entry(box, "saved", step)?.[1] ?? NOTHING;
  }

  /**
   * The contributions that reached a box in the chapter of a step, up to it.
   * @param {number} box @param {number} step
   * @returns {Sum[]}
   */
  sums(box, step) {
    const [first] = latest(this.beginnings, step) ?? [0];
    return (this.tracks[box].sums ?? NOTHING).filter(([k]) => first <= k && k <= step);
  }

  /**
   * The last gradient that went along a link, {text, value}, undefined if none has yet.
   * @param {number} link @param {number} step
   */
  travelled(link, step) {
    const [k] = latest(this.crossings[link], step) ?? NOTHING;
    if (k === undefined) return undefined;
    const { to, pill } = /** @type {Step & { to: number }} */ (this.steps[k]); // a gradient arrives somewhere
    const added = this.sums(to, k).find(([when]) => when === k);
    return { text: pill, value: added ? added[2] : this.gradient(to, k).value };
  }

  /**
   * The names of the boxes that can still send a gradient to a box in this pass.
   * @param {number} box @param {number} step
   */
  awaited(box, step) {
    return this.neighbours[box].outputs
      .filter((link) => this.links[link].kind === "gradient" && this.crossed(link, step) !== "backward")
      .map((link) => this.boxes[this.links[link].to].title);
  }

  /**
   * What the program prints, in pieces; `when` tells whether that was "before" a step, is "now", or comes "later".
   * @param {number} step
   */
  printed(step) {
    return this.stdout.map(([k, text]) => ({
      text,
      when: k < step ? "before" : k === step ? "now" : "later",
    }));
  }

  /**
   * A link is "idle" until its operation ran, then "forward", and "backward" once this pass sent a gradient along.
   * @param {number} link @param {number} step
   */
  crossed(link, step) {
    const sent = latest(this.crossings[link], step);
    if (sent && sent[0] >= this.stretch(step).pass) return "backward";
    const [, status] = this.entry(this.links[link].to, "status", step) ?? [0, "pending"];
    return status === "pending" ? "idle" : "forward";
  }

  /**
   * The boxes and links that may look different after going from one step to another.
   * @param {number} from @param {number} to
   */
  touched(from, to) {
    const boxes = new Set(),
      links = new Set();
    const [low, high] = from < to ? [from, to] : [to, from];
    for (let k = low + 1; k <= high; k++) {
      for (const box of this.changes[k]) boxes.add(box);
      for (const link of this.steps[k].links ?? NOTHING) links.add(link);
    }
    for (const box of [...boxes]) for (const copy of this.copies[box]) boxes.add(copy);
    for (const box of boxes) for (const link of this.neighbours[box].inputs) links.add(link);
    return { boxes, links };
  }

  /**
   * The stretch of one phase that a step belongs to.
   * @param {number} step
   */
  stretch(step) {
    return (latest(this.starts, step) ?? this.starts[0])[1];
  }

  /**
   * Where the next stretch of a phase begins; after the last one the first again, null if there is none.
   * @param {Phase} phase @param {number} step
   */
  next(phase, step) {
    const found = this.stretches.filter((stretch) => stretch.phase === phase);
    return (found.find(({ from }) => from > step) ?? found[0])?.from ?? null;
  }

  /**
   * The next step that belongs to a line; after the last one the first again, null if there is none.
   * @param {number} line @param {number} step
   */
  stepOfLine(line, step) {
    const steps = this.lines.get(line) ?? NOTHING;
    return steps.find((k) => k > step) ?? steps[0] ?? null;
  }

  /**
   * A box in words: name, grad_fn, value and the state of its gradient.
   * @param {number} box @param {number} step @param {Words} words
   */
  label(box, step, words) {
    const { title, kind, fn, copy_of: copied } = this.boxes[box];
    const { status, text, grad } = this.at(box, step);
    return [
      title,
      words.kinds[kind],
      fn,
      copied != null && words.copy,
      status === "pending" ? words.not_yet : text && tell(words.value, { value: text }),
      status === "superseded" && words.superseded,
      gradientInWords(grad, words),
    ]
      .filter(Boolean)
      .join(", ");
  }

  /**
   * The boxes whose title or expression contains a text, or a word of whose grad_fn begins with it.
   * @param {string} text
   */
  search(text) {
    const wanted = text.trim().toLowerCase();
    const hit = (/** @type {Box} */ { title, expr, fn }) =>
      [title, expr].some((part) => part?.toLowerCase().includes(wanted)) ||
      fn?.split(/(?=[A-Z])/).some((_, i, all) => all.slice(i).join("").toLowerCase().startsWith(wanted));
    return wanted ? this.boxes.flatMap((box, i) => (hit(box) ? [i] : NOTHING)) : NOTHING;
  }
}

/**
 * The state of a gradient in words: "no grad yet", "grad pending 1 of 2", "grad [0.3, 3]".
 * @param {Gradient} gradient @param {Words} words
 */
export function gradientInWords({ state, text, arrived, expected }, words) {
  return state && tell(words.grad[state], { value: text, arrived, expected });
}

/**
 * Neighbouring steps of one phase, [{phase, from, to, number, pass}]; every backward() call begins a stretch of its own.
 * `pass` is where the last backward pass began in the same chapter, each of which begins at one of `beginnings`.
 * @param {Step[]} steps @param {Set<number>} beginnings
 */
function stretches(steps, beginnings) {
  /** @type {Stretch[]} */
  const found = [];
  const count = { forward: 0, backward: 0 };
  steps.forEach(({ phase, kind }, k) => {
    const before = found.at(-1);
    const begins = beginnings.has(k);
    if (before?.phase === phase && kind !== "backward" && !begins) before.to = k;
    else {
      const pass = phase === "backward" ? k : begins ? Infinity : (before?.pass ?? Infinity);
      found.push({ phase, from: k, to: k, number: ++count[phase], pass });
    }
  });
  return found;
}

/**
 * step → the boxes that change at it.
 * @param {Payload} payload
 */
function changes({ steps, tracks }) {
  const found = steps.map(() => /** @type {Set<number>} */ (new Set()));
  tracks.forEach((rows, box) => {
    const { status = NOTHING, value = NOTHING, grad = NOTHING } = rows;
    for (const [k] of [...status, ...value, ...grad]) found[k].add(box);
  });
  return found;
}

/**
 * link → the steps at which a gradient went along it, as entries for `latest`.
 * @param {Payload} payload
 */
function crossings({ steps, links }) {
  const found = links.map(() => /** @type {[step: number][]} */ ([]));
  steps.forEach((step, k) => {
    if (step.flow === "backward") for (const link of step.links ?? NOTHING) found[link].push([k]);
  });
  return found;
}

/**
 * line → its steps.
 * @param {Step[]} steps
 */
function linesToSteps(steps) {
  /** @type {Map<number | undefined, number[]>} */
  const found = new Map();
  steps.forEach(({ line }, k) => {
    const known = found.get(line);
    if (known) known.push(k);
    else found.set(line, [k]);
  });
  return found;
}

/**
 * box → its links: `inputs` lead to it, `outputs` away from it.
 * @param {Payload} payload
 */
function neighbours({ boxes, links }) {
  const found = boxes.map(() => ({
    inputs: /** @type {number[]} */ ([]),
    outputs: /** @type {number[]} */ ([]),
  }));
  links.forEach(({ from, to }, link) => {
    found[to].inputs.push(link);
    found[from].outputs.push(link);
  });
  return found;
}
