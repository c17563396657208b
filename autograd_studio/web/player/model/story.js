import { bounds, points } from "./curve.js";
import { Folding } from "./folding.js";
import { Layer } from "./layer.js";
import { tell } from "../base/phrases.js";

/** @import { Arrangement, Gradient, Stretch, Volume, Wire } from "./shown.d.ts" */
/** @import { Box, Chapter, FunctionCall, Link, Payload, Phase, Saved, Step, Sum, Tracks } from "./types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

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

/** Where a picture belongs in what a program prints: sandbox/answer/pictures.py. */
export const MARK = "\ufffc";

/** @type {never[]} */
const NOTHING = [];

/**
 * A payload (docs/payload.md) made ready for stepping: what every box and link looks like at any step.
 *
 * Nothing is replayed. Every row of a box has its list of changes, so a step costs what it changes, in either direction.
 * Boxes, links and steps are told by their place in the payload, counted from 0.
 */
export class Story {
  /** @type {Tracks[]} */
  tracks = [];
  /** @type {Step[]} */
  steps = [];
  /** @type {Payload["values"]} */
  values = [];
  /** @type {Payload["stdout"]} */
  stdout = [];
  /** @type {Payload["error"]} */
  error = null;
  /** @type {FunctionCall[]} */
  functions = [];
  /** @type {Set<number>[]} */
  changes = [];

  /** @param {Volume} payload */
  constructor(payload) {
    this.source = payload.source;
    this.metrics = payload.metrics;
    this.size = payload.size;
    this.boxes = payload.boxes;
    /** @type {Wire[]} */
    this.links = payload.links;
    this.clusters = payload.clusters;
    this.folding = new Folding(payload.boxes, payload.links, payload.clusters);
    /** Which clusters are open. */
    this.open = new Set(this.folding.open);
    this.arrangements = arrangements(payload);
    /** @type {Map<string, { flat: number[], around: import("./shown.d.ts").Rectangle }>} */
    this.curves = new Map();
    /** What the visitor has hidden: "constants", "views", "data". */
    this.hides = new Set();
    this.shown = this.boxes.map((_, i) => i);
    this.isTab = this.boxes.map(() => false);
    /** @type {import("./folding.js").Layout["frames"]} */
    this.frames = [];
    /** @type {number[][]} */
    this.alike = this.links.map((_, i) => [i]);
    this.reasons = payload.reasons ?? [];
    this.bindings = payload.bindings ?? [];
    this.renumber(payload);
    this.beginnings = payload.chapters.map(({ from }, at) => /** @type {[number, number]} */ ([from, at]));
    this.origins = payload.chapters.map(origins);
    this.stretches = stretches(this.steps, new Set(payload.chapters.map(({ from }) => from)));
    this.starts = this.stretches.map((stretch) => /** @type {[number, Stretch]} */ ([stretch.from, stretch]));
    this.crossings = crossings(payload);
    this.neighbours = neighbours(payload);
    this.originals = this.boxes.map((box, i) => box.copy_of ?? i);
    /** The clusters in which there are nodes of the backward graph. */
    this.holdsNodes = new Set(
      this.boxes.flatMap(({ fn, opens, cluster }) =>
        fn && opens == null ? this.folding.around(cluster) : [],
      ),
    );
    this.copies = this.boxes.map(() => /** @type {number[]} */ ([]));
    this.boxes.forEach(({ copy_of: original }, i) => original != null && this.copies[original].push(i));
    this.lines = linesToSteps(this.steps);
    this.ofLine = new Map();
    this.boxes.forEach(
      ({ line, opens }, i) => opens == null && this.ofLine.set(line, [...(this.ofLine.get(line) ?? []), i]),
    );
    this.layer = new Layer(this);
    this.errors = this.steps.flatMap((step, k) => (step.kind === "error" ? [k] : NOTHING));
  }

  /**
   * Take the numbers of a run, the first one or another that has the same picture and the same steps.
   * @param {Payload} payload
   */
  renumber({ boxes, tracks, steps, values, stdout, error, functions = [] }) {
    // A closed cluster shows what its box `shows`.
    this.tracks = tracks.map((rows, i) => {
      const { shows } = boxes[i];
      if (shows == null) return rows;
      const { status, value, grad } = tracks[shows];
      return { status, value, grad };
    });
    this.steps = steps;
    this.values = values;
    this.stdout = stdout;
    this.error = error;
    this.functions = functions;
    this.changes = changes(this);
  }

  /**
   * The size of the picture in each direction in which there is one.
   * @returns {Record<string, [number, number] | undefined>}
   */
  get sizes() {
    const size = (/** @type {string} */ direction) => {
      const found = this.arrangements[direction];
      return found && this.folding.layout(found, this.open).size;
    };
    return { down: size("down"), across: size("across") };
  }

  /**
   * Let the picture go "down" or "across", if it can, and return where it goes now.
   * @param {string} direction
   */
  turn(direction) {
    const told = this.arrangements[direction] ? direction : "down";
    const arrangement = /** @type {Arrangement} */ (this.arrangements[told]);
    const { size, boxes, paths, shown, isTab, frames, alike } = this.folding.layout(arrangement, this.open);
    Object.assign(this, { size, shown, isTab, frames, alike });
    this.boxes = this.boxes.map((box, i) => ({ ...box, ...boxes[i] }));
    this.links = this.links.map((link, i) => ({ ...link, path: paths[i] }));
    return told;
  }

  /**
   * The path of a link, or of the one that it is drawn as; nothing for one inside of a closed cluster.
   * @param {number} link
   */
  path(link) {
    const first = this.alike[link][0];
    return first === undefined ? null : this.links[first].path;
  }

  /**
   * Open or close the cluster of a box.
   * @param {number} box
   */
  toggle(box) {
    const { opens } = this.boxes[box];
    if (opens == null || !this.folding.canClose[opens]) return;
    if (!this.open.delete(opens)) this.open.add(opens);
  }

  /**
   * The box of the cluster to open for a box that cannot be seen; or, `out` of it, of the innermost open one around it.
   * @param {number} box @param {boolean} out
   * @returns {number | undefined}
   */
  enters(box, out) {
    const { folding } = this;
    if (!out) return this.shown[box] === box ? undefined : this.shown[box];
    const inner = folding.around(this.boxes[this.shown[box]].cluster).find((c) => folding.canClose[c]);
    return inner === undefined ? undefined : folding.folds[inner];
  }

  /**
   * The box at which one begins to look at a cluster: of an open one the first inside, else its own.
   * @param {number} fold
   */
  first(fold) {
    const { opens } = this.boxes[fold];
    if (opens == null || !this.isTab[fold]) return fold;
    const inside = this.boxes.flatMap(({ cluster }, i) =>
      this.folding.around(cluster).includes(opens) && this.isSeen(i) && !this.isTab[i] ? [i] : NOTHING,
    );
    const along = (/** @type {number} */ i) => this.boxes[i].x + this.boxes[i].y;
    return inside.sort((a, b) => along(a) - along(b))[0] ?? fold;
  }

  /**
   * Whether a box can be seen: those of closed clusters cannot, nor those of clusters that cannot be closed.
   * @param {number} i
   */
  isSeen(i) {
    const { opens } = this.boxes[i];
    return this.shown[i] === i && (opens == null || this.folding.canClose[opens]);
  }

  /**
   * Whether the visitor has hidden what a box stands for. A view stays where nothing leads on from it.
   * @param {number} i
   */
  isHidden(i) {
    const { kind, view, fn, opens } = this.boxes[this.originals[i]];
    if (this.hides.has("data") && (opens == null ? !fn : this.isBare(opens))) return true;
    if (kind === "constant") return this.hides.has("constants");
    return (
      Boolean(view && this.originals[i] === i && this.neighbours[i].outputs.length) && this.hides.has("views")
    );
  }

  /**
   * Whether data are hidden and nothing else is in a cluster: no node of the backward graph.
   * @param {number} cluster
   */
  isBare(cluster) {
    return this.hides.has("data") && !this.holdsNodes.has(cluster);
  }

  /**
   * The ways that are drawn for a link: its own, and through a hidden view or output the way from each of those that lead to it.
   * A link of a hidden constant has none, and without data only links between nodes do.
   * @param {number} link
   */
  ways(link) {
    const { from, to, path, kind } = this.links[link];
    if (!path || [from, to].some((i) => this.isHidden(i) && !this.leadsOn(i))) return NOTHING;
    if (this.hides.has("data") && !["gradient", "output"].includes(kind)) return NOTHING;
    const through = this.isHidden(from) ? this.neighbours[from].inputs : NOTHING;
    const [x, y] = this.curve(path).flat;
    const bridges = through.flatMap((one) => {
      const before = this.links[one].path;
      return before ? [`M${this.curve(before).flat.slice(-2)}L${x},${y}`] : NOTHING;
    });
    return [path, ...bridges];
  }

  /** The numbers of a path, and the rectangle around it; a path is read once. @param {string} path */
  curve(path) {
    let found = this.curves.get(path);
    if (!found) {
      const flat = points(path);
      found = { flat, around: bounds(flat) };
      this.curves.set(path, found);
    }
    return found;
  }

  /**
   * Whether links go on through the place of a box that is hidden: a view, or an output that a gradient comes back to.
   * @param {number} i
   */
  leadsOn(i) {
    const isUsed = () => this.neighbours[i].outputs.some((link) => this.links[link].kind === "gradient");
    return Boolean(this.boxes[i].view) || (this.boxes[i].kind === "output" && isUsed());
  }

  /**
   * How far the operations inside of the closed cluster around a box have come in the phase of a step, {title, note, done,
   * count}; null where the box can be seen.
   * @param {number | null | undefined} box @param {number} step
   */
  inside(box, step) {
    if (box == null || this.shown[box] === box) return null;
    const fold = this.shown[box];
    const { from, to } = this.stretch(step);
    let [done, count] = [0, 0];
    for (let k = from; k <= to; k++) {
      const { kind, box: at } = this.steps[k];
      if (at == null || this.shown[at] !== fold || !["op", "write", "run"].includes(kind)) continue;
      count++;
      done += Number(k <= step);
    }
    return { title: this.boxes[fold].title, note: this.boxes[fold].fn, done, count };
  }

  /**
   * What a step is about: the box at work, what it sends to or gets from, the ends of the links between them, and these links.
   * @param {number} step
   */
  about(step) {
    const { box, to, links: taken = [], flow, card } = this.steps[step];
    const links = taken.length ? taken : (card?.sends ?? []).map(({ link }) => link);
    const ends = (/** @type {number} */ i) => [this.links[i].to, this.links[i].from];
    // A copy stands where its link ends, so a gradient's way is looked for along the link.
    const first = flow === "backward" && taken.length ? ends(taken[0]) : [box, to];
    const all = new Set([...first, ...links.flatMap(ends)]);
    return { boxes: [...all].flatMap((i) => (i == null ? [] : [i])), links };
  }

  /**
   * The next step, or with -1 the previous one, that is not inside the closed cluster in which this one is.
   * @param {number} step @param {1 | -1} by
   */
  over(step, by) {
    const place = (/** @type {number} */ k) => this.steps[k].box ?? -1;
    const fold = this.shown[place(step)];
    let k = step + by;
    if (fold === undefined || fold === place(step)) return k;
    while (k >= 0 && k <= this.last && this.shown[place(k)] === fold) k += by;
    return k;
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
   * From which iterations a box has its value and its `.grad`, as long as they are what the chapter began with: the numbers
   * of the loops, counted from 1, or undefined.
   * @param {number} box @param {number} step
   */
  since(box, step) {
    const [from, at = 0] = latest(this.beginnings, step) ?? [0];
    const origin = this.origins[at]?.get(this.originals[box]);
    if (!origin) return {};
    const [before, now] = [this.at(box, from), this.at(box, step)];
    const isKept = now.grad.state === "kept" && before.grad.value === now.grad.value;
    return {
      value: before.value === now.value ? origin.value : undefined,
      grad: isKept ? origin.grad : undefined,
    };
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
   * The value of the last gradient that went along a link between two steps, nothing if none did.
   * @param {number} link @param {[from: number, to: number]} steps
   */
  sent(link, [from, to]) {
    const [k = -1] = latest(this.crossings[link], to) ?? NOTHING;
    return k < from ? null : this.travelled(link, to)?.value;
  }

  /**
   * The names of the boxes that can still send a gradient to a box in this pass.
   * @param {number} box @param {number} step
   */
  awaited(box, step) {
    return this.neighbours[box].outputs
      .filter((link) => this.links[link].kind === "gradient" && !this.hasSent(link, step))
      .map((link) => this.boxes[this.links[link].to].title);
  }

  /**
   * What the program has printed by a step, in pieces; `isNow` tells what this step printed.
   * @param {number} step
   */
  printed(step) {
    return this.stdout.flatMap(([k, text]) => (k <= step ? [{ text, isNow: k === step }] : NOTHING));
  }

  /**
   * Whether a gradient has gone along a link in this pass.
   * @param {number} link @param {number} step
   */
  hasSent(link, step) {
    return (latest(this.crossings[link], step)?.[0] ?? -1) >= this.stretch(step).pass;
  }

  /**
   * A link, with those that are drawn as one with it, is "idle" until an operation ran, then "forward", and "backward" once this pass sent a gradient along.
   * @param {number} link @param {number} step
   */
  crossed(link, step) {
    const all = this.alike[link];
    if (all.some((one) => this.hasSent(one, step))) return "backward";
    const isIdle = all.every((one) => {
      const [, status] = this.entry(this.links[one].to, "status", step) ?? [0, "pending"];
      return status === "pending";
    });
    return isIdle ? "idle" : "forward";
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
    const [before, now] = [low, high].map((k) => latest(this.beginnings, k)?.[1] ?? 0);
    if (before !== now)
      for (const at of [before, now]) for (const box of this.origins[at]?.keys() ?? NOTHING) boxes.add(box);
    for (const box of [...boxes]) for (const copy of this.copies[box]) boxes.add(copy);
    for (const box of boxes) for (const link of this.neighbours[box].inputs) links.add(link);
    return { boxes, links: new Set([...links].map((link) => this.alike[link][0] ?? link)) };
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
    const { title, kind, fn, expr, copy_of: copied } = this.boxes[box];
    const { status, text, grad } = this.at(box, step);
    return [
      ...(kind === "fold"
        ? [fn ? `${title} · ${fn}` : title, this.isTab[box] ? words.opened : words.closed, expr]
        : [title, words.kinds[kind], fn]),
      copied != null && words.copy,
      status === "pending" ? words.not_yet : text && tell(words.value, { value: text }),
      status === "superseded" && words.superseded,
      gradientInWords(grad, words),
      sinceInWords(this.since(box, step), words),
    ]
      .filter(Boolean)
      .join(", ");
  }
}

/**
 * @param {Volume} payload
 * @returns {Record<string, Arrangement | undefined>}
 */
function arrangements({ size, boxes, links, clusters, across }) {
  return {
    down: {
      size,
      lies: false,
      places: boxes.map(({ x, y }) => [x, y]),
      paths: links.map(({ path }) => path ?? ""),
      parts: new Map(links.map((link, i) => [i, [link.out ?? NOTHING, link.in ?? NOTHING]])),
      clusters,
    },
    across: across
      ? { ...across, lies: true, parts: new Map(across.parts.map(([link, ...parts]) => [link, parts])) }
      : undefined,
  };
}

/**
 * box → the iterations that a chapter's `brought` names, as text: their numbers from 1, outermost loop first.
 * @param {Chapter} chapter @param {number} at @param {Chapter[]} chapters
 */
function origins({ brought = NOTHING }, at, chapters) {
  const turns = (/** @type {number} */ ago) =>
    ago ? chapters[at - ago].turns?.map(([number]) => number + 1).join(", ") : undefined;
  return new Map(brought.map(([box, value, grad]) => [box, { value: turns(value), grad: turns(grad) }]));
}

/**
 * Where a box has from what it shows, in words: "from iteration 6"; nothing where this iteration has made it.
 * @param {{ value?: string, grad?: string }} since @param {Words} words
 */
export function sinceInWords({ value, grad }, words) {
  const texts = [
    value && tell(words.since, { turns: value }),
    grad && grad !== value && tell(words.gradSince, { turns: grad }),
  ];
  return texts.filter(Boolean).join(", ");
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
  const count = { forward: 0, backward: 0, update: 0 };
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
 * @param {{ steps: Step[], tracks: Tracks[] }} story
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
