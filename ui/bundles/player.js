// Made by "make bundles" of sources 7dbb6349cfe760c1533194b72f4fd2ff91e5129fa6303a45cd8adac6bb586133
// player/dom.js
var HTML = "http://www.w3.org/1999/xhtml";
var SVG = "http://www.w3.org/2000/svg";
var MATH = "http://www.w3.org/1998/Math/MathML";
function build(namespace, name, parts) {
  const [tag, kind] = name.split(".");
  const element2 = document.createElementNS(namespace, tag);
  if (kind) element2.setAttribute("class", kind);
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) element2.append(part);
    else for (const [key, value] of Object.entries(part ?? {})) attribute(element2, key, value);
  }
  return element2;
}
function attribute(element2, name, value) {
  if (value === true) element2.setAttribute(name, "");
  else if (value !== false && value != null) element2.setAttribute(name, String(value));
}
function html(name, ...parts) {
  return build(HTML, name, parts);
}
function svg(name, ...parts) {
  return build(SVG, name, parts);
}
function math(name, ...parts) {
  return build(MATH, name, parts);
}
function assign(element2, name, value) {
  if (element2.getAttribute(name) !== value) element2.setAttribute(name, value);
}
function toTop(element2) {
  let scrolled = false;
  element2.addEventListener("scroll", () => {
    scrolled = true;
  });
  return () => {
    if (scrolled) element2.scrollTop = 0;
    scrolled = false;
  };
}
function write(element2, text) {
  if (element2.textContent !== text) element2.textContent = text;
}

// player/words.js
var WORDS = {
  player: "Autograd player",
  steps: "Steps",
  first: "First step",
  previous: "Previous step",
  next: "Next step",
  last: "Last step",
  previousTurn: "Previous iteration",
  nextTurn: "Next iteration",
  reached: "{name} {value}",
  play: "Play",
  pause: "Pause",
  step: "Step",
  unit: "Step by",
  units: { step: "step", node: "node", pass: "pass", iteration: "iteration" },
  speed: "Speed",
  perSecond: "{count}/s",
  stepOf: "step {step} of {count}",
  forward: "Forward",
  backward: "Backward",
  backwardNumber: "Backward {number}",
  error: "Error",
  program: "Program",
  output: "Output",
  noOutput: "Nothing was printed.",
  graph: "Graph",
  inspector: "Inspector",
  show: "Show",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit",
  fitLong: "Show the whole graph",
  follow: "Follow",
  followLong: "Keep the current step in view",
  find: "Find a node",
  large: "Large type",
  turn: "Left-right or top-down",
  view: "View",
  card: "This step",
  changed: "Changed: run it (Ctrl+Enter)",
  atLine: "Line {line}:",
  link: "Copy link",
  copied: "Copied",
  help: "Keys and signs",
  close: "Close",
  line: "line {line}",
  not_yet: "not computed yet",
  superseded: "since overwritten",
  copy: "drawn again",
  value: "value {value}",
  kinds: {
    leaf: "leaf",
    constant: "constant",
    op: "result",
    function: "result of a custom Function",
    output: "output",
    hub: "operation with several outputs",
    seed: "seed"
  },
  grad: {
    none: "no grad yet",
    pending: "grad pending {arrived} of {expected}",
    complete: "grad {value}",
    kept: "grad {value}",
    passed: "grad {value}, not kept",
    undefined: "grad None"
  },
  states: {
    none: "none yet",
    pending: "{arrived} of {expected} contributions",
    complete: "all contributions have arrived",
    kept: "in .grad",
    passed: "passed on, not kept in .grad",
    undefined: "None, which is not zero"
  },
  waiting: "waiting for {count} more",
  freed: "freed",
  valueHeading: "Value",
  gradientHeading: "Gradient",
  more: "{shape}: only a corner is shown",
  empty: "no elements",
  arrives: "arrives",
  sentTo: "sent to {name}",
  sentBy: "from {name}",
  worksOut: "see the formula",
  awaited: "awaited",
  awaitedFrom: "awaited from {name}",
  sum: "sum",
  sumSoFar: "so far",
  gradBefore: ".grad before",
  result: "result",
  sums: "How the gradient was summed",
  seed: "seed",
  savedFor: "Saved for backward",
  version: "version {now}",
  versions: "saved at version {saved}, now {now}",
  goTo: "Go to step {step}",
  operand: "operand {label}",
  inputs: "From",
  outputs: "To",
  travelled: "Gradient sent along this link",
  nothingTravelled: "no gradient has been sent along this link yet",
  unpin: "Follow the current step",
  keySteps: "next, previous step",
  keyEnds: "first, last step",
  keyPlay: "play, pause",
  keyPhases: "next forward, next backward phase",
  keyTurns: "previous, next iteration",
  keyZoom: "zoom",
  keyFit: "show the whole graph",
  keyPresent: "present to a room",
  keyFind: "find a node",
  keyNodes: "choose a node, or a line",
  keyEscape: "close, or follow the step again",
  kind_leaf: "leaf: requires a gradient; AccumulateGrad adds to its .grad",
  kind_constant: "constant: receives no gradient",
  kind_op: "result of an operation, with its grad_fn",
  kind_function: "result of a custom Function",
  kind_output: "one of several outputs",
  kind_seed: "seed: the gradient that backward() starts with",
  link_idle: "not computed yet",
  link_forward: "has carried a value forward",
  link_backward: "has carried a gradient back in this pass",
  link_dotted: "carries no gradient",
  box_current: "the box that is active in this step",
  box_target: "the box that receives something",
  box_ready: "has all its gradients and is ready to run",
  box_read: "a saved tensor that is read in this step",
  nothing: "There is nothing to step through: the program created no tensors. Try x = torch.tensor([1.0, 2.0], requires_grad=True).",
  pickOne: "Choose a node to see its tensor."
};
function tell(phrase = "", places = {}) {
  return phrase.replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

// player/story.js
function latest(entries, step) {
  let low = 0, high = entries.length;
  while (low < high) {
    const middle2 = low + high >> 1;
    if (entries[middle2][0] <= step) low = middle2 + 1;
    else high = middle2;
  }
  return entries[low - 1];
}
var NOTHING = [];
var Story = class {
  /** @param {Payload} payload */
  constructor(payload2) {
    this.source = payload2.source;
    this.metrics = payload2.metrics;
    this.size = payload2.size;
    this.boxes = payload2.boxes;
    this.links = payload2.links;
    this.clusters = payload2.clusters;
    this.arrangements = {
      down: {
        size: payload2.size,
        places: payload2.boxes.map(({ x, y }) => [x, y]),
        paths: payload2.links.map(({ path }) => path),
        clusters: payload2.clusters
      },
      across: payload2.across ?? void 0
    };
    this.tracks = payload2.tracks;
    this.steps = payload2.steps;
    this.values = payload2.values;
    this.bindings = payload2.bindings ?? [];
    this.stdout = payload2.stdout;
    this.error = payload2.error;
    this.beginnings = payload2.chapters.map(({ from }) => (
      /** @type {[number]} */
      [from]
    ));
    this.stretches = stretches(this.steps, new Set(payload2.chapters.map(({ from }) => from)));
    this.starts = this.stretches.map((stretch) => (
      /** @type {[number, Stretch]} */
      [stretch.from, stretch]
    ));
    this.changes = changes(payload2);
    this.crossings = crossings(payload2);
    this.neighbours = neighbours(payload2);
    this.originals = this.boxes.map((box, i) => box.copy_of ?? i);
    this.copies = this.boxes.map(() => (
      /** @type {number[]} */
      []
    ));
    this.boxes.forEach(({ copy_of: original }, i) => original != null && this.copies[original].push(i));
    this.lines = linesToSteps(this.steps);
    this.ofLine = /* @__PURE__ */ new Map();
    this.boxes.forEach(({ line }, i) => this.ofLine.set(line, [...this.ofLine.get(line) ?? [], i]));
    this.errors = this.steps.flatMap((step, k) => step.kind === "error" ? [k] : NOTHING);
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
    const { size, places, paths, clusters } = (
      /** @type {Arrangement} */
      this.arrangements[told]
    );
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
    return latest(
      /** @type {NonNullable<Tracks[Row]>[number][]} */
      entries,
      step
    );
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
    const [, state = "", text = "", value = null, arrived, expected] = this.entry(box, "grad", step) ?? NOTHING;
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
    if (k === void 0) return void 0;
    const { to, pill } = (
      /** @type {Step & { to: number }} */
      this.steps[k]
    );
    const added = this.sums(to, k).find(([when]) => when === k);
    return { text: pill, value: added ? added[2] : this.gradient(to, k).value };
  }
  /**
   * The names of the boxes that can still send a gradient to a box in this pass.
   * @param {number} box @param {number} step
   */
  awaited(box, step) {
    return this.neighbours[box].outputs.filter((link) => this.links[link].kind === "gradient" && this.crossed(link, step) !== "backward").map((link) => this.boxes[this.links[link].to].title);
  }
  /**
   * What the program prints, in pieces; `when` tells whether that was "before" a step, is "now", or comes "later".
   * @param {number} step
   */
  printed(step) {
    return this.stdout.map(([k, text]) => ({
      text,
      when: k < step ? "before" : k === step ? "now" : "later"
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
    const boxes2 = /* @__PURE__ */ new Set(), links2 = /* @__PURE__ */ new Set();
    const [low, high] = from < to ? [from, to] : [to, from];
    for (let k = low + 1; k <= high; k++) {
      for (const box of this.changes[k]) boxes2.add(box);
      for (const link of this.steps[k].links ?? NOTHING) links2.add(link);
    }
    for (const box of [...boxes2]) for (const copy2 of this.copies[box]) boxes2.add(copy2);
    for (const box of boxes2) for (const link of this.neighbours[box].inputs) links2.add(link);
    return { boxes: boxes2, links: links2 };
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
      gradientInWords(grad, words)
    ].filter(Boolean).join(", ");
  }
  /**
   * The boxes whose title or expression contains a text, or a word of whose grad_fn begins with it.
   * @param {string} text
   */
  search(text) {
    const wanted = text.trim().toLowerCase();
    const hit = ({ title, expr, fn }) => [title, expr].some((part) => part?.toLowerCase().includes(wanted)) || fn?.split(/(?=[A-Z])/).some((_, i, all) => all.slice(i).join("").toLowerCase().startsWith(wanted));
    return wanted ? this.boxes.flatMap((box, i) => hit(box) ? [i] : NOTHING) : NOTHING;
  }
};
function gradientInWords({ state, text, arrived, expected }, words) {
  return state && tell(words.grad[state], { value: text, arrived, expected });
}
function stretches(steps, beginnings) {
  const found = [];
  const count = { forward: 0, backward: 0 };
  steps.forEach(({ phase, kind }, k) => {
    const before = found.at(-1);
    const begins = beginnings.has(k);
    if (before?.phase === phase && kind !== "backward" && !begins) before.to = k;
    else {
      const pass = phase === "backward" ? k : begins ? Infinity : before?.pass ?? Infinity;
      found.push({ phase, from: k, to: k, number: ++count[phase], pass });
    }
  });
  return found;
}
function changes({ steps, tracks: tracks2 }) {
  const found = steps.map(() => (
    /** @type {Set<number>} */
    /* @__PURE__ */ new Set()
  ));
  tracks2.forEach((rows2, box) => {
    const { status = NOTHING, value = NOTHING, grad = NOTHING } = rows2;
    for (const [k] of [...status, ...value, ...grad]) found[k].add(box);
  });
  return found;
}
function crossings({ steps, links: links2 }) {
  const found = links2.map(() => (
    /** @type {[step: number][]} */
    []
  ));
  steps.forEach((step, k) => {
    if (step.flow === "backward") for (const link of step.links ?? NOTHING) found[link].push([k]);
  });
  return found;
}
function linesToSteps(steps) {
  const found = /* @__PURE__ */ new Map();
  steps.forEach(({ line }, k) => {
    const known = found.get(line);
    if (known) known.push(k);
    else found.set(line, [k]);
  });
  return found;
}
function neighbours({ boxes: boxes2, links: links2 }) {
  const found = boxes2.map(() => ({
    inputs: (
      /** @type {number[]} */
      []
    ),
    outputs: (
      /** @type {number[]} */
      []
    )
  }));
  links2.forEach(({ from, to }, link) => {
    found[to].inputs.push(link);
    found[from].outputs.push(link);
  });
  return found;
}

// player/volumes.js
function volume(payload2, number2) {
  const { size, across, boxes: boxes2, links: links2, clusters } = payload2.graphs[number2];
  if (payload2.graphs.length < 2) return { ...payload2, across };
  const [box, link, cluster2] = [boxes2[0], links2[0], clusters[0]];
  const chapters = payload2.chapters.filter(({ graph }) => graph === number2);
  const steps = payload2.steps.map(elsewhere);
  for (const { from, to } of chapters)
    for (let k = from; k <= to; k++) steps[k] = here(payload2.steps[k], box, link);
  return {
    ...payload2,
    size,
    across,
    steps,
    boxes: payload2.boxes.slice(...boxes2).map((one) => ({ ...one, cluster: less(one.cluster, cluster2), copy_of: less(one.copy_of, box) })),
    links: payload2.links.slice(...links2).map((one) => ({ ...one, from: one.from - box, to: one.to - box })),
    clusters: payload2.clusters.slice(...clusters),
    tracks: payload2.tracks.slice(...boxes2).map((rows2) => tracks(rows2, box, link))
  };
}
function less(index, first) {
  return index == null ? index : index - first;
}
function elsewhere({ kind, phase, say, line, forward_line, formula }) {
  return { kind, phase, say, line, forward_line, formula };
}
function here(step, box, link) {
  return {
    ...step,
    box: less(step.box, box),
    to: less(step.to, box),
    reads: step.reads?.map((one) => one - box),
    links: step.links?.map((one) => one - link),
    card: step.card?.sends ? { ...step.card, sends: step.card.sends.map((sent) => ({ ...sent, link: sent.link - link })) } : step.card
  };
}
function tracks(rows2, box, link) {
  return {
    ...rows2,
    saved: rows2.saved?.map(([step, saved]) => [
      step,
      saved.map(([name, text, at2, ...rest2]) => [name, text, less(at2, box), ...rest2])
    ]),
    sums: rows2.sums?.map(([step, at2, ...rest2]) => [step, less(at2, link), ...rest2])
  };
}
function counterpart(steps, from, to, step) {
  const same = (k) => ["kind", "box", "to", "line", "phase"].every(
    (name) => steps[k][
      /** @type {keyof Step} */
      name
    ] === steps[step][
      /** @type {keyof Step} */
      name
    ]
  );
  let nth = 0;
  for (let k = from.from; k < step; k++) nth += Number(same(k));
  for (let k = to.from; k <= to.to; k++) if (same(k) && nth-- === 0) return k;
  return to.from;
}

// player/chapters.js
var HEIGHT = 36;
var STEEP = 30;
var Chapters = class {
  constructor(before, words, { go, signal }) {
    this.words = words;
    this.element = html("div.chapters", { hidden: true });
    before.after(this.element);
    this.element.addEventListener("click", (event) => this.pick(event, go), { signal });
  }
  open(payload2) {
    const { chapters, curves } = payload2;
    this.payload = payload2;
    this.starts = chapters.map(({ from }, i) => [from, i]);
    this.whole = new Story(this.payload);
    this.stories = /* @__PURE__ */ new Map();
    this.shown = null;
    this.curve = curves[0];
    this.values = new Map(this.curve?.points);
    this.element.hidden = chapters.length < 2;
    if (this.element.hidden) return;
    this.label = html("b");
    this.segments = chapters.map(
      ({ label, turns }, i) => html("span", { class: turns ? "turn" : "aside", "data-chapter": i, title: label })
    );
    this.bar = html("div", { class: chapters.length > 100 ? "bars many" : "bars", "aria-hidden": "true" });
    this.bar.append(...this.segments);
    const button = (name, label, key, sign) => html(
      "button",
      {
        type: "button",
        "data-do": name,
        "aria-label": label,
        title: `${label} (${key})`
      },
      sign
    );
    this.element.replaceChildren(
      button("previousTurn", this.words.previousTurn, "[", "\u2039"),
      html("div.strip", this.drawing(chapters.length), this.bar),
      button("nextTurn", this.words.nextTurn, "]", "\u203A"),
      this.label
    );
  }
  /** The curve as lines between its points; what is no number is a mark at the top. */
  drawing(count) {
    const points2 = (this.curve?.points ?? []).map(([chapter, value]) => [chapter, Number(value)]);
    const finite = points2.filter(([, value]) => Number.isFinite(value));
    if (finite.length < 2) return null;
    const values = finite.map(([, value]) => value);
    const isSteep = Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= STEEP;
    const height = isSteep ? Math.log : (value) => value;
    const [low, high] = [height(Math.min(...values)), height(Math.max(...values))];
    const place = ([chapter, value]) => `${chapter + 0.5},${(HEIGHT - 4 - (height(value) - low) / (high - low || 1) * (HEIGHT - 8)).toFixed(1)}`;
    const marks = points2.filter(([, value]) => !Number.isFinite(value));
    return svg(
      "svg",
      {
        class: "curve",
        viewBox: `0 0 ${count} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true"
      },
      svg("polyline", { points: finite.map(place).join(" ") }),
      ...marks.map(([chapter]) => svg("path", { d: `M${chapter + 0.5} 0v${HEIGHT}`, class: "missing" }))
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
      to: this.payload.steps.length - 1
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
    const number2 = typeof value === "number" ? Number(value.toPrecision(4)) : value;
    const said = value === void 0 ? "" : ` \xB7 ${tell(this.words.reached, { name: this.curve.name, value: number2 })}`;
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
      Math.floor((event.clientX - left) / width * chapters.length)
    );
    go(wanted - this.shown);
  }
};

// player/clipboard.js
async function copy(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = html("textarea", { class: "unseen", readonly: true }, text);
    parent.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// player/cells.js
var ROWS = 24;
var COLUMNS = 24;
var PLANES = 8;
function planes(value) {
  const shown = value.corner ?? value.shape;
  const columns = shown.length > 0 ? shown[shown.length - 1] : 1;
  const rows2 = shown.length > 1 ? shown[shown.length - 2] : 1;
  const lead = shown.slice(0, -2);
  const count = lead.reduce((a, b) => a * b, 1);
  if (!value.data.length) return { planes: [], more: false };
  const kept = Math.min(count, PLANES);
  const more = value.corner != null || kept < count || rows2 > ROWS || columns > COLUMNS;
  const found = Array.from({ length: kept }, (_, plane) => {
    const index = unravel(plane, lead);
    const row = (r) => Array.from({ length: Math.min(columns, COLUMNS) }, (_2, c) => {
      const place = shown.length > 1 ? [...index, r, c] : shown.length === 1 ? [c] : [];
      return cell(value.data[(plane * rows2 + r) * columns + c], value.dtype, place);
    });
    return { index, rows: Array.from({ length: Math.min(rows2, ROWS) }, (_2, r) => row(r)) };
  });
  return { planes: found, more };
}
function cell(item, dtype, index) {
  const number2 = Number(item);
  return { text: short(item, dtype), full: full(item, dtype), index, number: number2 };
}
function unravel(flat, shape) {
  const index = [];
  let rest2 = flat;
  for (let i = shape.length - 1; i >= 0; i--) {
    index.unshift(rest2 % shape[i]);
    rest2 = Math.floor(rest2 / shape[i]);
  }
  return index;
}
function short(item, dtype) {
  return word(item) ?? (whole(item, dtype) ? full(item, dtype) : trim(signed(Number(item).toPrecision(4))));
}
function full(item, dtype) {
  return word(item) ?? (dtype === "bool" ? item ? "True" : "False" : signed(String(item)));
}
var WORDS2 = /* @__PURE__ */ new Map([
  ["NaN", "nan"],
  ["Infinity", "inf"],
  ["-Infinity", "\u2212inf"]
]);
function word(item) {
  return WORDS2.get(String(item));
}
function whole(item, dtype) {
  return !dtype.startsWith("float") || Number.isInteger(item) && Math.abs(Number(item)) < 1e6;
}
function trim(text) {
  return text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}
function signed(text) {
  return text.replace(/-/g, "\u2212");
}
function tuple(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}
function brief({ dtype, shape, data }) {
  if (shape.length > 1 || data.length > 4) return null;
  const texts = data.map((item) => short(item, dtype));
  return shape.length ? `[${texts.join(", ")}]` : texts[0];
}
function shade(number2, most) {
  if (!Number.isFinite(number2) || !(most > 0)) return 0;
  return Math.abs(number2) / most;
}
function largest(value) {
  return value.data.reduce((most, item) => {
    const size = Math.abs(Number(item));
    return Number.isFinite(size) ? Math.max(most, size) : most;
  }, 0);
}

// player/formula.js
var SIGNS = { "*": "\xB7", "@": "@", "-": "\u2212", "<=": "\u2264", ">=": "\u2265", "!=": "\u2260", "==": "=" };
function tree(expression) {
  if (!Array.isArray(expression)) return word2(String(expression));
  const [sign, ...parts] = expression;
  if (sign === "#") return ["mn", String(parts[0]).replace(/-/g, "\u2212")];
  const sets = parts.map(tree);
  switch (sign) {
    case "grad":
      return ["msub", ["mo", "\u2207"], sets[0]];
    case "(":
      return ["mrow", ["mo", "("], sets[0], ["mo", ")"]];
    case "T":
      return ["msup", sets[0], ["mo", "\u22A4"]];
    case "/":
      return ["mfrac", ...sets];
    case "**":
      return ["msup", ...sets];
    case "index":
      return ["mrow", sets[0], ["mo", "["], sets[1], ["mo", "]"]];
    case ",":
      return ["mrow", ["mo", "("], ...between(sets, ","), ["mo", ")"]];
    case "call":
      return ["mrow", word2(String(parts[0])), ["mo", "("], ...between(sets.slice(1), ","), ["mo", ")"]];
    default:
      if (sets.length === 1) return ["mrow", ["mo", SIGNS[sign] ?? sign], sets[0]];
      return ["mrow", ...between(sets, SIGNS[sign] ?? sign)];
  }
}
function word2(text) {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? ["mi", text] : ["mtext", text];
}
function between(parts, sign) {
  return parts.flatMap((part, i) => i ? [
    /** @type {Tree} */
    ["mo", sign],
    part
  ] : [part]);
}
function sides({ left, symbolic, numbers, result }) {
  const there = [left, symbolic, numbers, result && ["#", result]].filter(Boolean);
  return (
    /** @type {Expression[]} */
    there.map(tree).map((side, i) => i ? ["mrow", ["mo", "="], side] : side)
  );
}
function equation(item) {
  return html(
    "div.equation",
    ...sides(item).map((side) => math("math", { displaystyle: "true" }, element(side)))
  );
}
function element([tag, ...parts]) {
  return math(tag, ...parts.map((part) => Array.isArray(part) ? element(part) : part));
}

// player/grid.js
function grid(value, words) {
  const { planes: found, more } = planes(value);
  const most = largest(value);
  const tables = found.map(
    ({ index, rows: rows2 }) => html(
      "figure",
      index.length ? html("figcaption", `[${index.join(", ")}, :, :]`) : null,
      html(
        "table",
        html("tbody", ...rows2.map((row) => html("tr", ...row.map((cell2) => square(cell2, most)))))
      )
    )
  );
  return html(
    "div.grid",
    ...tables,
    found.length ? null : html("p.note", words.empty),
    more ? html("p.note", tell(words.more, { shape: tuple(value.shape) })) : null,
    value.stats ? statistics(value.stats) : null
  );
}
function square({ text, full: full2, index, number: number2 }, most) {
  const sign = number2 < 0 ? "minus" : Number.isNaN(number2) || !Number.isFinite(number2) ? "odd" : null;
  return html(
    "td",
    {
      class: sign,
      style: `--shade:${shade(number2, most).toFixed(2)}`,
      "data-index": index.join(", "),
      title: `[${index.join(", ")}] = ${full2}`
    },
    text
  );
}
function statistics(stats) {
  return html(
    "dl.stats",
    ...Object.entries(stats).flatMap(([name, number2]) => [html("dt", name), html("dd", String(number2))])
  );
}
function pairGrids(element2, readout) {
  element2.addEventListener("pointerover", (event) => {
    const here2 = (
      /** @type {Element} */
      event.target.closest("td")
    );
    const index = here2?.dataset.index;
    for (const cell2 of element2.querySelectorAll("td[data-index]")) {
      const { dataset, classList } = (
        /** @type {HTMLElement} */
        cell2
      );
      classList.toggle("same", dataset.index === index);
    }
    write(readout, here2 && index !== void 0 ? here2.title : "");
  });
}

// player/operands.js
var SIGNS2 = { "*": "\xD7", "/": "\xF7", "-": "\u2212", "+": "+", "@": "@", "**": "^" };
var ROWS2 = 6;
var COLUMNS2 = 8;
var CLOSE = 1e-4;
var MOST_TERMS = 6;
function corner(value) {
  const { planes: found, more } = planes(value);
  const rows2 = (found[0]?.rows ?? []).slice(0, ROWS2).map((row) => row.slice(0, COLUMNS2));
  const all = found[0]?.rows ?? [];
  const part = more || found.length > 1 || all.length > ROWS2 || (all[0]?.length ?? 0) > COLUMNS2;
  return { rows: rows2, part };
}
function groups(story, step, words) {
  const { kind, card, to } = story.steps[step];
  const of = (ref) => ref == null ? null : story.values[ref];
  if (kind === "arrive" && to != null) return [arrival(story, step, words)];
  if (kind === "accumulate") return accumulation(story, step, words);
  if (!card) return [];
  if (card.of) {
    const operands = card.of.map(([sign, name, ref, turned]) => operand(sign, name, of(ref), turned));
    return [{ operands: [...operands, operand("=", words.result, of(card.gives))] }];
  }
  return (card.sends ?? []).map(({ link, value, factors }) => {
    const name = story.boxes[story.links[link].from].title;
    const first = operand("", words.arrives, of(card.arrives?.length === 1 ? card.arrives[0] : null));
    const middle2 = (factors ?? []).map(([sign, text, ref, turned]) => operand(sign, text, of(ref), turned));
    const sent = operand("=", tell(words.sentTo, { name }), of(value));
    if (!factors)
      return { operands: [first, { ...operand("\u2192", words.worksOut, null) }, { ...sent, sign: "\u2192" }] };
    return { operands: [first, ...middle2, sent] };
  });
}
function operand(sign, name, value, turned) {
  return { sign, name, value: value && turned ? transposed(value) : value };
}
function transposed(value) {
  if (value.shape.length !== 2 || value.corner) return value;
  const [rows2, columns] = value.shape;
  const data = Array.from(
    { length: rows2 * columns },
    (_, i) => value.data[i % rows2 * columns + Math.floor(i / rows2)]
  );
  return { ...value, shape: [columns, rows2], data };
}
function arrival(story, step, words) {
  const { to, links: links2 } = story.steps[step];
  const box = (
    /** @type {number} */
    to
  );
  const of = (ref) => ref == null ? null : story.values[ref];
  const pass = story.stretch(step).pass;
  const sums = story.sums(box, step).filter(([k]) => k >= pass);
  const grad = story.gradient(box, step);
  if (!sums.length) {
    const value = of(grad.value);
    const from = links2?.length ? story.boxes[story.links[links2[0]].to].title : words.seed;
    return { operands: [operand("", tell(words.sentBy, { name: from }), value)] };
  }
  const name = (link) => link == null ? words.seed : story.boxes[story.links[link].to].title;
  const arrived = sums.map(
    ([, link, value], i) => operand(i ? "+" : "", tell(words.sentBy, { name: name(link) }), of(value))
  );
  const missing = grad.state === "pending" ? (grad.expected ?? 0) - (grad.arrived ?? 0) : 0;
  const open = story.awaited(box, step);
  const names = open.length === missing ? open : Array.from({ length: missing }, () => "");
  const awaited = names.map((text) => ({
    ...operand("+", text ? tell(words.awaitedFrom, { name: text }) : words.awaited, null),
    awaited: true
  }));
  const sum = operand("=", missing ? words.sumSoFar : words.sum, of(sums[sums.length - 1][4]));
  return { operands: [...arrived, ...awaited, sum] };
}
function accumulation(story, step, words) {
  const { box } = story.steps[step];
  if (box == null) return [];
  const entries = (story.tracks[box].grad ?? []).filter(([k]) => k <= step);
  const [now, came] = [entries[entries.length - 1], entries[entries.length - 2]];
  if (now?.[1] !== "kept" || now[3] == null || came?.[3] == null) return [];
  const before = entries.slice(0, -1).reverse().find(([, state]) => state === "kept" || state === "none");
  const of = (ref) => story.values[ref];
  const old = before?.[1] === "kept" && before[3] != null ? [operand("", words.gradBefore, of(before[3]))] : [];
  return [
    {
      operands: [
        ...old,
        operand(old.length ? "+" : "", words.arrives, of(came[3])),
        operand("=", `${story.boxes[box].title}.grad`, of(now[3]))
      ]
    }
  ];
}
function writtenOut(operands, index) {
  const result = operands[operands.length - 1];
  if (result.sign !== "=" || !result.value || operands.some(({ awaited }) => awaited)) return "";
  const cell2 = at(result.value, index);
  if (!cell2) return "";
  const product = operands.length === 3 && matmul(operands, index);
  const parts = product || elementwise(operands.slice(0, -1), index);
  if (!parts || Math.abs(parts.number - cell2.number) > CLOSE * Math.max(1e-30, Math.abs(cell2.number)))
    return "";
  return `${parts.text} = ${cell2.text}`;
}
function elementwise(operands, index) {
  let number2 = NaN;
  const texts = [];
  for (const { sign, name, value } of operands) {
    const plain = Number(name);
    const cell2 = value ? at(value, index) : name === "" || Number.isNaN(plain) ? null : { text: name, number: plain };
    if (sign === "-" && !cell2 && Number.isFinite(number2)) {
      number2 = -number2;
      texts.unshift("\u2212");
    } else if (!cell2) return null;
    else {
      if (!texts.length && sign === "") number2 = cell2.number;
      else if (sign === "*") number2 *= cell2.number;
      else if (sign === "/") number2 /= cell2.number;
      else if (sign === "+") number2 += cell2.number;
      else if (sign === "-") number2 = texts.length ? number2 - cell2.number : -cell2.number;
      else if (sign === "**") number2 **= cell2.number;
      else return null;
      texts.push(sign ? `${signOf(sign)} ${cell2.text}` : cell2.text);
    }
  }
  return texts.length ? { text: texts.join(" "), number: number2 } : null;
}
function matmul([first, second], index) {
  const [left, right] = second.sign === "@<" ? [second.value, first.value] : [first.value, second.value];
  if (!second.sign.startsWith("@") || !left || !right || left.corner || right.corner) return null;
  const deep = left.shape[left.shape.length - 1];
  if (left.shape.length > 2 || right.shape.length > 2 || deep > MOST_TERMS) return null;
  const row = left.shape.length === 2 ? [index[0]] : [];
  const column = right.shape.length === 2 ? [index[index.length - 1]] : [];
  const terms = Array.from({ length: deep }, (_, k) => [at(left, [...row, k]), at(right, [k, ...column])]);
  if (terms.some(([a, b]) => !a || !b)) return null;
  const pairs = (
    /** @type {Cell[][]} */
    terms
  );
  return {
    text: pairs.map(([a, b]) => `${a.text}\xB7${b.text}`).join(" + "),
    number: pairs.reduce((sum, [a, b]) => sum + a.number * b.number, 0)
  };
}
function at(value, index) {
  const { shape, data, dtype } = value;
  if (value.corner || shape.length > index.length) return null;
  let flat = 0;
  for (let axis = 0; axis < shape.length; axis++) {
    const place = index[index.length - shape.length + axis];
    if (shape[axis] !== 1 && place >= shape[axis]) return null;
    flat = flat * shape[axis] + (shape[axis] === 1 ? 0 : place);
  }
  const item = data[flat];
  const number2 = Number(item);
  const text = Number.isFinite(number2) ? String(Number(number2.toPrecision(6))) : full(item, dtype);
  return { text: text.replace("-", "\u2212"), number: number2 };
}
function signOf(sign) {
  return SIGNS2[
    /** @type {keyof typeof SIGNS} */
    sign
  ] ?? (sign === "@<" ? "@" : sign);
}

// player/card.js
var OFTEN = 120;
var Card = class {
  constructor(element2, words) {
    this.words = words;
    this.heading = html("div.top");
    this.tables = html("div.operands");
    this.formulas = html("div.formulas");
    this.written = html("p.written");
    element2.replaceChildren(this.heading, this.tables, this.formulas);
    this.toTop = toTop(element2);
    this.tables.addEventListener("pointerover", ({ target: target2 }) => this.point(target2.closest("td[data-index]")));
  }
  open(story) {
    this.story = story;
    clearTimeout(this.waiting);
    this.waiting = 0;
  }
  /** Show a step, at once or, where steps follow fast, now and then. */
  go(step, calm) {
    this.step = step;
    if (calm) this.draw();
    else this.waiting ||= setTimeout(() => this.draw(), OFTEN);
  }
  draw() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const { box, to, kind, formula } = this.story.steps[this.step];
    this.groups = groups(this.story, this.step, this.words);
    const { title, fn } = this.story.boxes[kind === "arrive" ? to : box] ?? { title: "" };
    this.heading.replaceChildren(
      html("h2", title),
      kind === "run" && fn ? html("span", fn) : "",
      this.written
    );
    this.tables.replaceChildren(...this.groups.map(({ operands }, i) => this.group(operands, i)));
    this.formulas.replaceChildren(...(formula ?? []).map(equation));
    this.toTop();
    write(this.written, "");
    this.point(this.tables.querySelector("tr:last-child td[data-index], figure:last-child td[data-index]"));
  }
  /** Operands one below the other where they are rows of numbers, else one beside the other. */
  group(operands, at2) {
    const flat = operands.every(({ value }) => !value || value.shape.length < 2);
    return flat ? this.rows(operands, at2) : this.line(operands, at2);
  }
  rows(operands, at2) {
    const columns = Math.max(
      1,
      ...operands.map(({ value }) => value ? (corner(value).rows[0] ?? []).length : 0)
    );
    const row = ({ sign, name, value, awaited }) => html(
      "tr",
      html("th", { scope: "row" }, html("i", signOf(sign)), " ", name),
      ...value ? this.cells(value) : [
        html(
          "td",
          { colspan: columns, class: awaited ? "awaited" : "text" },
          awaited ? "?" : Number.isNaN(Number(name)) || !name ? "" : name
        )
      ],
      html("td.rest", value && corner(value).part ? rest(value) : "")
    );
    return html("table.factors", { "data-group": at2 }, html("tbody", ...operands.map(row)));
  }
  cells(value) {
    const most = largest(value);
    return (corner(value).rows[0] ?? []).map((cell2) => square(cell2, most));
  }
  line(operands, at2) {
    return html("div.line-of", { "data-group": at2 }, ...operands.flatMap((operand2) => this.block(operand2)));
  }
  block({ sign, name, value, awaited }) {
    const most = value ? largest(value) : 0;
    const table = value ? html(
      "table",
      html(
        "tbody",
        ...corner(value).rows.map((row) => html("tr", ...row.map((cell2) => square(cell2, most))))
      )
    ) : html("span", { class: awaited ? "awaited" : "text" }, awaited ? "?" : "");
    return [
      sign ? html("i", signOf(sign)) : "",
      html(
        "figure",
        html("figcaption", name),
        table,
        value && corner(value).part ? html("small", rest(value)) : ""
      )
    ];
  }
  /** Write out the cell that the pointer is on. */
  point(cell2) {
    const group = this.groups?.[cell2?.closest("[data-group]")?.dataset.group];
    if (!group) return;
    const text = writtenOut(group.operands, cell2.dataset.index.split(", ").filter(Boolean).map(Number));
    write(this.written, text && `[${cell2.dataset.index}]: ${text}`);
    const around2 = cell2.closest("[data-group]");
    for (const other of this.tables.querySelectorAll("td[data-index]")) {
      other.classList.toggle("same", around2.contains(other) && other.dataset.index === cell2.dataset.index);
    }
  }
};
function rest(value) {
  const { min, max, mean } = value.stats ?? {};
  const range = mean === void 0 ? "" : ` ${number(min)} \u2026 ${number(max)}, \xF8 ${number(mean)}`;
  return `\u2026 ${tuple(value.shape)}${range}`;
}
function number(item) {
  return brief({ dtype: "float32", shape: [], data: [item] });
}

// player/clock.js
var ASLEEP = 1e3;
var Clock = class {
  /** @param {(count: number) => void} advance */
  constructor(advance, {
    now = () => performance.now(),
    request = (f) => requestAnimationFrame(f),
    cancel = (id) => cancelAnimationFrame(id)
  } = {}) {
    this.advance = advance;
    this.now = now;
    this.request = request;
    this.cancel = cancel;
    this.running = false;
    this.rate = this.began = this.done = this.frame = 0;
  }
  /** @param {number} perSecond */
  start(perSecond) {
    this.stop();
    this.running = true;
    this.rate = perSecond;
    this.began = this.now();
    this.done = 0;
    this.tick();
  }
  tick() {
    const before = this.now();
    this.frame = this.request(() => {
      const gap = this.now() - before;
      if (gap > ASLEEP) this.began += gap;
      const due = Math.floor((this.now() - this.began) * this.rate / 1e3) - this.done;
      if (due > 0) {
        this.done += due;
        this.advance(due);
      }
      if (this.running) this.tick();
    });
  }
  stop() {
    this.running = false;
    this.cancel(this.frame);
  }
};

// player/finder.js
var Finder = class {
  constructor(form, { show, signal }) {
    this.form = form;
    this.field = form.querySelector("input");
    this.count = form.querySelector(".hits");
    this.show = show;
    this.field.addEventListener("input", () => this.go(0), { signal });
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        this.go(this.at + 1);
      },
      { signal }
    );
  }
  open(story) {
    this.story = story;
    this.hide();
  }
  get shown() {
    return !this.form.hidden;
  }
  begin() {
    this.form.hidden = false;
    this.field.focus();
  }
  hide() {
    this.form.hidden = true;
    this.field.value = "";
  }
  /** Show what is found, and of it the box number `at`, counted around. */
  go(at2) {
    const found = this.story.search(this.field.value);
    this.at = found.length ? at2 % found.length : 0;
    write(this.count, this.field.value && `${found.length ? this.at + 1 : 0} / ${found.length}`);
    this.show(found, found[this.at]);
  }
};

// player/keys.js
var COMMANDS = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  Home: "first",
  End: "last",
  " ": "play",
  f: "forward",
  b: "backward",
  "[": "previousTurn",
  "]": "nextTurn",
  "+": "in",
  "=": "in",
  "-": "out",
  F: "fit",
  0: "fit",
  Escape: "escape",
  "/": "find",
  "?": "help",
  p: "present",
  t: "turn"
};
function command({ key, ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey ? void 0 : COMMANDS[key];
}
var TEXT = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=''], [contenteditable=true]";
var ARROWS = "[role=slider], [role=tab], [role=radio], [role=option], [role=combobox], [role=menuitem], [role=gridcell], [role=textbox], [type=radio], [type=range]";
var PRESSED = "button, a[href], summary, [role=button], [role=checkbox], [role=switch], [type=checkbox]";
function isFree(target2, wanted) {
  if (!target2?.closest) return true;
  if (target2.closest(TEXT) || target2.closest(ARROWS) || target2.closest("[role=dialog], [role=menu]"))
    return false;
  return !(wanted === "play" && target2.closest(PRESSED));
}
var LEGEND = [
  ["\u2192 \u2190", "keySteps"],
  ["Home End", "keyEnds"],
  ["Space", "keyPlay"],
  ["f b", "keyPhases"],
  ["[ ]", "keyTurns"],
  ["+ \u2212", "keyZoom"],
  ["Shift F", "keyFit"],
  ["t", "turn"],
  ["p", "keyPresent"],
  ["/", "keyFind"],
  ["\u2191 \u2193 Enter", "keyNodes"],
  ["Esc", "keyEscape"]
];

// player/help.js
var KINDS = ["leaf", "constant", "op", "function", "output", "seed"].map((kind) => [
  `kind-${kind}`,
  `kind_${kind}`
]);
var MARKS = [
  ["current", "box_current"],
  ["target", "box_target"],
  ["at-ready", "box_ready"],
  ["read", "box_read"]
];
var LINKS = ["idle", "forward", "backward", "dotted"];
var STATES = ["pending", "complete", "kept", "passed", "undefined"];
function fillHelp(element2, words, close) {
  const button = html("button.unpin", { type: "button", "aria-label": words.close }, "\xD7");
  button.addEventListener("click", close);
  element2.replaceChildren(
    html("div.heading", html("h3", words.help), button),
    html(
      "div.columns",
      html("dl", ...keys(words), ...links(words)),
      html("dl", ...boxes(words, [...KINDS, ...MARKS]), ...gradients(words))
    )
  );
}
function keys(words) {
  return LEGEND.flatMap(([names, word3]) => entry(html("kbd", names), words[word3]));
}
function links(words) {
  return LINKS.flatMap((state) => entry(html("span", { class: `stroke ${state}` }), words[`link_${state}`]));
}
function boxes(words, looks) {
  const sample = (look) => html("div", { class: `box near sample ${look}` }, html("div.title", html("b", "x")));
  return looks.flatMap(([look, word3]) => entry(sample(look), words[word3]));
}
function gradients(words) {
  const row = (state) => html("div", { class: `grad is-${state}` }, state === "undefined" ? "None" : "[0.3]");
  const sample = (state) => html("div", { class: "box near sample" }, row(state));
  const what = (state) => tell(words.states[state], { arrived: 1, expected: 2 });
  return STATES.flatMap((state) => entry(sample(state), `${words.gradientHeading}: ${what(state)}`));
}
function entry(sign, text) {
  return [html("dt", sign), html("dd", text)];
}

// player/inspector.js
var Inspector = class {
  constructor(element2, words, { jump, choose }) {
    this.words = words;
    this.body = html("div.facts");
    const readout = html("p.readout");
    element2.replaceChildren(this.body, readout);
    pairGrids(this.body, readout);
    this.body.addEventListener("click", ({ target: target2 }) => {
      const { step, box } = target2.closest("button")?.dataset ?? {};
      if (step) jump(Number(step));
      else if (target2.closest("button")) choose(box ? { box: Number(box) } : null);
    });
  }
  open(story) {
    this.story = story;
    this.drawn = null;
  }
  /** Show {box} or {link} at a step, or what it says without either; nothing is touched if it looks as it did. */
  show(chosen, step, pinned) {
    const facts = this.facts(chosen, step);
    const now = JSON.stringify([chosen, pinned, facts]);
    if (now === this.drawn) return;
    this.drawn = now;
    const parts = !chosen ? [html("p.note", this.words.pickOne)] : chosen.box != null ? this.aboutBox(chosen.box, facts, pinned) : this.aboutLink(chosen.link, facts, pinned);
    this.body.replaceChildren(...parts.filter(Boolean));
  }
  /** What can change from step to step. */
  facts(chosen, step) {
    if (chosen?.box != null) {
      const box = this.story.originals[chosen.box];
      return {
        ...this.story.at(box, step),
        saved: this.story.saved(box, step),
        sums: this.story.sums(box, step)
      };
    }
    return chosen?.link != null ? this.story.travelled(chosen.link, step) : null;
  }
  aboutBox(i, { value, text, grad, saved, sums }, pinned) {
    const box = this.story.boxes[i];
    return [
      this.heading(box.title, pinned),
      html("p.summary", ...this.summary(box)),
      html(
        "div.pair",
        this.tensor(this.words.valueHeading, value, text ? null : this.words.not_yet),
        grad.state ? this.tensor(this.words.gradientHeading, grad.value, tell(this.words.states[grad.state], grad)) : null
      ),
      sums.length ? this.sums(sums) : null,
      saved.length ? this.saved(saved) : null,
      this.neighbours(i)
    ];
  }
  aboutLink(i, sent, pinned) {
    const { from, to, label } = this.story.links[i];
    return [
      this.heading(`${this.story.boxes[from].title} \u2192 ${this.story.boxes[to].title}`, pinned),
      label ? html("p.summary", tell(this.words.operand, { label })) : null,
      sent ? this.tensor(this.words.travelled, sent.value, sent.value == null ? sent.text : null) : html("p.note", this.words.nothingTravelled),
      html("p.neighbours", this.button(from), this.button(to))
    ];
  }
  heading(text, pinned) {
    return html(
      "div.heading",
      html("h3", text),
      pinned ? html(
        "button",
        {
          type: "button",
          class: "unpin",
          "aria-label": this.words.unpin,
          title: `${this.words.unpin} (Esc)`
        },
        "\xD7"
      ) : null
    );
  }
  summary({ kind, title, expr, fn, line }) {
    const parts = [
      this.words.kinds[kind],
      expr && expr !== title && html("code", expr),
      fn && html("b", fn),
      line && tell(this.words.line, { line })
    ];
    return parts.filter(Boolean).flatMap((part, i) => i ? [" \xB7 ", part] : [part]);
  }
  tensor(title, ref, state) {
    const value = this.story.values[ref];
    return html(
      "section",
      html("h4", title, value ? html("span", ` ${value.dtype} ${tuple(value.shape)}`) : null),
      state ? html("p.state", state) : null,
      value ? grid(value, this.words) : null
    );
  }
  sums(entries) {
    const row = ([step, link, value, before, after]) => html(
      "tr",
      html(
        "td",
        html(
          "button",
          { type: "button", "data-step": step, title: tell(this.words.goTo, { step: step + 1 }) },
          String(step + 1)
        )
      ),
      html(
        "td",
        html("div", link == null ? this.words.seed : this.story.boxes[this.story.links[link].to].title),
        this.sum(before, value, after)
      )
    );
    return html(
      "section",
      html("h4", this.words.sums),
      html("table.sums", html("tbody", ...entries.map(row)))
    );
  }
  /** A sum as a line of text where that is short, otherwise the grid of what was added. */
  sum(before, added, after) {
    const [old, plus, now] = [before, added, after].map(
      (ref) => ref == null ? "None" : brief(this.story.values[ref])
    );
    if ([old, plus, now].includes(null)) return grid(this.story.values[added], this.words);
    return html("div", before == null ? plus : `${old} + ${plus} = ${now}`);
  }
  saved(entries) {
    const row = ([name, text, box, then, now, freed]) => html(
      "tr",
      { class: freed ? "freed" : now !== then ? "stale" : null },
      html("td", html("code", name)),
      html("td", freed ? this.words.freed : box == null ? text : this.button(box)),
      html(
        "td",
        then == null ? "" : tell(now === then ? this.words.version : this.words.versions, { saved: then, now })
      )
    );
    return html(
      "section",
      html("h4", this.words.savedFor),
      html("table.saved", html("tbody", ...entries.map(row)))
    );
  }
  neighbours(i) {
    const { inputs, outputs } = this.story.neighbours[i];
    const list = (title, links2, end) => links2.length ? html(
      "p.neighbours",
      `${title} `,
      ...links2.map(
        (link) => this.button(this.story.links[link][end], end === "from" ? this.story.links[link].label : "")
      )
    ) : null;
    return html("section", list(this.words.inputs, inputs, "from"), list(this.words.outputs, outputs, "to"));
  }
  button(box, label) {
    const { title } = this.story.boxes[box];
    return html("button", { type: "button", "data-box": box }, label ? `${label}: ${title}` : title);
  }
};

// player/memory.js
var PREFIX = "autograd-player-";
function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
function remember(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
  }
}

// player/narration.js
var Narration = class {
  constructor(element2, words) {
    this.words = words;
    this.toTop = toTop(element2);
    this.status = element2.querySelector(".status");
  }
  open(story) {
    this.story = story;
  }
  /** Tell a step; `aloud` is false where steps follow too fast to be read out. */
  go(step, aloud) {
    this.status.setAttribute("aria-live", aloud ? "polite" : "off");
    const { phase, kind, say } = this.story.steps[step];
    const [look, name] = kind === "error" ? ["error", this.words.error] : [phase, this.words[phase]];
    this.status.replaceChildren(
      html("span", { class: `phase ${look}` }, name),
      " ",
      html("span.unseen", `${this.place(step)}. `),
      html("span", say)
    );
    this.toTop();
  }
  place(step) {
    return tell(this.words.stepOf, { step: step + 1, count: this.story.steps.length });
  }
};

// player/parcel.js
function head(bytes) {
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(10))));
}
async function payload(bytes) {
  const body = new Blob([bytes.subarray(bytes.indexOf(10) + 1)]);
  return new Response(body.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// player/printed.js
var Printed = class {
  constructor(element2, words) {
    this.element = element2;
    this.words = words;
  }
  /** Take what the run printed as a whole: what a run without steps printed, and what it wrote beside its output. */
  take({ stdout, stderr }) {
    Object.assign(this, { stdout, stderr, shown: null });
    if (!this.story) this.show([html("span", stdout)]);
  }
  open(story) {
    this.story = story;
    this.shown = null;
  }
  /** Show no run's output, but what `take` was given. */
  close() {
    this.story = null;
    this.show([html("span", this.stdout)]);
  }
  go(step) {
    const pieces = this.story.printed(step);
    const now = `${pieces.length} ${pieces.findIndex(({ when }) => when === "later")} ${pieces.some(({ when }) => when === "now")}`;
    if (now === this.shown) return;
    this.shown = now;
    this.show(pieces.map(({ text, when }) => html("span", { class: when }, text)));
    const last = this.element.querySelector(".now");
    if (last) this.element.scrollTop = last.offsetTop + last.offsetHeight - this.element.clientHeight;
  }
  show(parts) {
    const beside = this.stderr ? [html("span.beside", this.stderr)] : [];
    this.element.replaceChildren(...parts, ...beside);
    if (!this.element.textContent) this.element.append(html("span.note", this.words.noOutput));
  }
};

// player/pace.js
var UNITS = (
  /** @type {const} */
  ["step", "node", "pass", "iteration"]
);
function target(chapters, unit, step, by) {
  const { steps, starts } = chapters.whole;
  if (unit === "iteration") return chapters.beside(step, by);
  if (unit === "pass") {
    const found = by > 0 ? starts.find(([from]) => from > step) : starts.findLast(([from]) => from < step);
    return found?.[0] ?? (by > 0 ? steps.length - 1 : 0);
  }
  let to = step + by;
  if (unit === "node") {
    while (steps[to] && steps[to].box === steps[to - by].box) to += by;
    while (by < 0 && steps[to - 1] && steps[to - 1].box === steps[to].box) to -= 1;
  }
  return to;
}

// editor/draft.js
var PREFIX2 = "autograd-draft-";
var Draft = class {
  constructor(label) {
    this.name = `${PREFIX2}${location.pathname} ${label}`;
  }
  /** Keep a text that is written over the one that the server has given. */
  keep(text, given) {
    this.try(() => {
      if (text === given) sessionStorage.removeItem(this.name);
      else sessionStorage.setItem(this.name, JSON.stringify({ text, given }));
    });
  }
  /** What was written over a text that the server gives, null if nothing was. */
  of(given) {
    const kept = this.try(() => JSON.parse(sessionStorage.getItem(this.name)));
    return kept?.given === given ? kept.text : null;
  }
  try(what) {
    try {
      return what();
    } catch {
      return null;
    }
  }
};

// editor/writing.js
var AROUND = 3;
var REST = 2e3;
var codemirror = new Promise((arrived) => {
  const promised = window.autogradStudioCodeMirror ??= {};
  if (promised.parts) arrived(promised.parts);
  else {
    const others = promised.arrived;
    promised.arrived = (parts) => {
      others?.(parts);
      arrived(parts);
    };
  }
});
var Writing = class {
  constructor(place, { opened = nothing, changed = nothing, asked = nothing, extensions = () => [] } = {}) {
    this.place = place;
    this.calls = { opened, changed, asked, extensions };
    this.leave = (event) => event.composedPath().includes(place) || this.send();
    document.addEventListener("pointerdown", this.leave, true);
  }
  /** Take what the page gives. The text is taken over only if the page has replaced it since: else ours is newer. */
  take(data, setStateValue) {
    const before = this.data;
    Object.assign(this, { data, setStateValue });
    if (!this.view) this.open();
    else {
      if (data.revision !== before.revision) this.replace(data.text);
      this.draft.keep(this.text, data.given);
      if (JSON.stringify(data.marks) !== JSON.stringify(before.marks)) this.mark();
    }
  }
  async open() {
    this.opening ??= codemirror;
    const cm = this.cm = await this.opening;
    if (this.view || this.closed) return;
    this.draft = new Draft(this.data.label);
    const kept = this.data.locked ? null : this.draft.of(this.data.given);
    this.view = new cm.EditorView({ parent: this.place, state: this.fresh(kept ?? this.data.text) });
    this.mark();
    this.calls.opened(cm);
    if (kept !== null) this.note();
  }
  fresh(doc) {
    const { cm } = this;
    return cm.EditorState.create({
      doc,
      extensions: [
        ...this.calls.extensions(cm),
        cm.lintGutter(),
        cm.indentOnInput(),
        cm.bracketMatching(),
        cm.history({ joinToEvent: (_, adjacent) => adjacent && !this.replacing }),
        cm.highlightActiveLine(),
        cm.indentUnit.of("    "),
        cm.EditorState.tabSize.of(4),
        cm.EditorState.readOnly.of(Boolean(this.data.locked)),
        cm.pythonLanguage,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.EditorView.lineWrapping,
        cm.EditorView.theme(theme),
        cm.EditorView.contentAttributes.of({
          tabindex: "0",
          // it can be reached anyway, but checkers of accessibility do not see that
          "aria-label": this.data.label,
          "aria-description": this.data.keys,
          "aria-readonly": String(Boolean(this.data.locked))
        }),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => this.ask() },
          ...cm.defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...cm.historyKeymap,
          this.tab()
        ]),
        cm.EditorView.updateListener.of((update) => update.docChanged && this.note()),
        cm.EditorView.domEventHandlers({
          blur: () => this.send(),
          focus: () => {
            this.used = this.pressed;
          },
          pointerdown: () => {
            this.used = this.pressed = true;
            setTimeout(() => {
              this.pressed = false;
            });
          },
          keydown: ({ key }) => {
            this.used ||= !PASSING.has(key);
          },
          beforeinput: (event) => this.type(event)
        })
      ]
    });
  }
  /** Tab indents, but leads on from a text that it only came to. Escape and then Tab leaves always: CodeMirror sees to that. */
  tab() {
    const { indentWithTab } = this.cm;
    const ifUsed = (indent) => (view) => Boolean(this.used) && !this.data.locked && indent(view);
    return { key: "Tab", run: ifUsed(indentWithTab.run), shift: ifUsed(indentWithTab.shift) };
  }
  get text() {
    return this.view.state.doc.toString();
  }
  /** Write what is typed ourselves: of each edit of its own a browser keeps an undo step, with the nodes it replaced. */
  type({ inputType, data, isComposing }) {
    if (inputType !== "insertText" || !data || isComposing || this.data.locked) return false;
    this.view.dispatch(this.view.state.replaceSelection(data), {
      userEvent: "input.type",
      scrollIntoView: true
    });
    return true;
  }
  /** Show another text. It can be undone, back to what was written before. */
  replace(text) {
    if (text === this.text) return;
    this.replacing = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 }
    });
    this.replacing = false;
    clearTimeout(this.resting);
    this.unsent = false;
  }
  // To the server
  /** Take note of another text. */
  note() {
    this.unsent = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send(), REST);
    this.draft.keep(this.text, this.data.given);
    this.calls.changed();
  }
  /** Ask for a run of what is written. */
  ask() {
    if (this.data.locked) return false;
    this.send(Date.now());
    this.calls.asked();
    return true;
  }
  /** Tell the server what is written; `asked` names the moment it was asked to run that, if it was. */
  send(asked = null) {
    clearTimeout(this.resting);
    if (!this.view || !this.unsent && asked === null) return;
    this.unsent = false;
    this.setStateValue("sent", { revision: this.data.revision, text: this.text, asked });
  }
  // Marks
  /** Mark the lines that have a message. */
  mark() {
    const { doc } = this.view.state;
    const found = this.data.marks.filter(({ line }) => line >= 1 && line <= doc.lines);
    const diagnostics = found.map((mark) => {
      const line = doc.line(mark.line);
      const indent = line.text.length - line.text.trimStart().length;
      return {
        from: Math.min(line.from + indent, line.to),
        to: line.to,
        severity: mark.severity,
        message: mark.message
      };
    });
    this.view.dispatch(this.cm.setDiagnostics(this.view.state, diagnostics));
    const fault = found.find(({ severity }) => severity === "error");
    if (fault) this.reveal([fault.line]);
  }
  /** Scroll so that these lines and those around are in view, the last for certain, and leave the page where it is. */
  reveal(lines) {
    const { state, scrollDOM } = this.view;
    for (const number2 of lines) {
      if (!(number2 >= 1 && number2 <= state.doc.lines)) continue;
      const { top, bottom } = this.view.lineBlockAt(state.doc.line(number2).from);
      const { scrollTop, clientHeight } = scrollDOM;
      const around2 = Math.min(AROUND * this.view.defaultLineHeight, (clientHeight - bottom + top) / 2);
      if (top - around2 < scrollTop || bottom + around2 > scrollTop + clientHeight)
        scrollDOM.scrollTop = Math.max(0, (top + bottom - clientHeight) / 2);
    }
  }
  goTo(number2) {
    const line = this.view.state.doc.line(Math.min(number2, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
    this.view.focus();
  }
  close() {
    this.closed = true;
    document.removeEventListener("pointerdown", this.leave, true);
    clearTimeout(this.resting);
    this.view?.destroy();
  }
};
function nothing() {
}
var PASSING = /* @__PURE__ */ new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]);
var theme = {
  "&": {
    height: "100%",
    fontSize: "0.8125rem",
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-code-background-color)"
  },
  "&.cm-focused": { outline: "2px solid var(--st-text-color)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--st-code-font)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--st-text-color)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
  ".cm-gutters": { color: "var(--st-gray-text-color)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": {
    backgroundColor: "color-mix(in srgb, var(--st-text-color) 5%, transparent)"
  },
  ".cm-tooltip": {
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-background-color)",
    border: "1px solid var(--st-border-color)",
    maxWidth: "40rem",
    whiteSpace: "pre-wrap"
  }
};

// player/bindings.js
var ROW = 1.6;
var LETTER = 12.5;
var AROUND2 = 6;
var Bindings = class {
  constructor(words, { hover, choose }) {
    this.words = words;
    this.hover = hover;
    this.choose = choose;
    this.rows = [];
  }
  open(story) {
    this.story = story;
    this.rows = [];
    this.hinted = null;
    this.byLine = /* @__PURE__ */ new Map();
    for (const [line, name, entries] of story.bindings) {
      if (!this.byLine.has(line)) this.byLine.set(line, []);
      this.byLine.get(line).push({ name, entries, widths: this.widths(name, entries) });
    }
  }
  /** The lines that bind names, in order. */
  get lines() {
    return [...this.byLine.keys()];
  }
  /** How many columns name and value, and the gradient, ever need. */
  widths(name, entries) {
    const widest = (row, text) => Math.max(
      0,
      ...entries.flatMap(
        ([, box]) => (this.story.tracks[box][row] ?? []).map((entry2) => text(entry2).length)
      )
    );
    const grad = widest(
      "grad",
      ([, state, text, , , expected]) => state === "pending" ? `${text} ${expected}/${expected}` : text
    );
    const hasGrad = entries.some(([, box]) => this.story.tracks[box].grad);
    return [
      name.length + widest("value", ([, text]) => text) + AROUND2,
      hasGrad ? Math.max(grad, 1) + AROUND2 : 0
    ];
  }
  /** The element with the rows of a line, as high as they will ever be in so many columns. */
  element(line, columns) {
    const bound = this.byLine.get(line);
    this.rows = this.rows.filter((row) => row.line !== line);
    let height = 0;
    const parts = bound.map(({ name, entries, widths: [value, grad] }) => {
      const lines = grad && value + grad > columns ? 2 : 1;
      height += lines * ROW;
      const row = {
        line,
        name,
        entries,
        element: html("div.bound", { style: `height:${lines * ROW}em` }),
        value: html("b"),
        grad: html("span.grad"),
        shown: ""
      };
      row.element.append(html("span.holds", `${name} = `, row.value), lines > 1 ? html("br") : " ", row.grad);
      row.element.addEventListener("pointerenter", () => row.box != null && this.hover({ box: row.box }));
      row.element.addEventListener("pointerleave", () => this.hover(null));
      row.element.addEventListener("click", () => row.box != null && this.choose({ box: row.box }));
      this.rows.push(row);
      return row.element;
    });
    return html("div.rows", { style: `height:${height}em`, "data-height": height * LETTER }, ...parts);
  }
  go(step) {
    for (const row of this.rows) this.paint(row, step);
  }
  paint(row, step) {
    const [, box] = latest(row.entries, step) ?? [];
    row.box = box;
    const { text, grad } = box === void 0 ? { text: "", grad: { state: "" } } : this.story.at(box, step);
    const count = grad.state === "pending" ? ` ${grad.arrived}/${grad.expected}` : "";
    const shown = `${box} ${text} ${grad.state} ${grad.text}${count}`;
    if (shown === row.shown) return;
    row.shown = shown;
    assign(row.element, "class", box === void 0 ? "bound unbound" : "bound");
    write(row.value, text);
    row.grad.hidden = !grad.state;
    assign(row.grad, "class", `grad is-${grad.state}`);
    write(row.grad, grad.state ? `\u2207 ${grad.state === "none" ? "\u2013" : grad.text}${count}` : "");
    row.grad.title = grad.state ? gradientInWords(grad, this.words) : "";
  }
  /** Mark the rows that show a box. */
  hint(box) {
    for (const row of this.rows)
      row.element.classList.toggle("hinted", box != null && row.box === this.story.originals[box]);
  }
};

// player/program.js
var LINES = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
var Program = class {
  constructor(element2, words, { pick, look, hover, choose, ran, signal }) {
    this.element = element2;
    this.words = words;
    this.calls = { pick, look, ran };
    this.changed = element2.querySelector(".changed");
    this.fault = element2.querySelector(".fault");
    this.bindings = new Bindings(words, { hover, choose });
    this.writing = new Writing(element2.querySelector(".text"), {
      extensions: (cm) => this.extensions(cm),
      opened: () => this.prepare(),
      changed: () => {
        this.fault.hidden = true;
        this.age();
      },
      asked: () => ran(this.isStale)
    });
    this.changed.addEventListener("click", () => this.writing.ask());
    this.fault.addEventListener("click", () => this.message?.line && this.writing.goTo(this.message.line));
    this.observer = new ResizeObserver(() => this.reserve());
    this.observer.observe(element2);
    signal.addEventListener("abort", () => {
      this.observer.disconnect();
      this.writing.close();
    });
  }
  /** Take what the page says of the editor, and its message, {text, line, mild}, if it has one instead of a run. */
  take(data, message, setStateValue) {
    this.given = data;
    this.setStateValue = setStateValue;
    this.message = message;
    this.fault.hidden = !message;
    if (message) {
      this.fault.textContent = message.line ? `${tell(this.words.atLine, message)} ${message.text}` : message.text;
      this.fault.classList.toggle("mild", Boolean(message.mild));
    }
    this.flag();
    this.age();
  }
  open(story) {
    this.story = story;
    this.step = void 0;
    this.bindings.open(story);
    this.flag();
    this.prepare();
  }
  /** Mark the line where the program failed: of what the page says, or of the run. */
  flag() {
    const { line, text, mild } = this.message ?? {};
    const { error } = this.story ?? {};
    const failed = this.message ? !mild && line && { line, message: text } : error?.line && { line: error.line, message: error.message };
    const marks = failed ? [{ ...failed, severity: "error" }] : [];
    this.writing.take({ ...this.given, marks }, this.setStateValue);
  }
  /** Put the rows and marks of a run into the text, as soon as there are both. */
  prepare() {
    if (!this.writing.view || !this.story) return;
    this.age();
    this.reserve(true);
    this.shown = null;
    if (this.step !== void 0) this.go(this.step);
  }
  /** See whether the text is the one that was run, and the one that is to be run. */
  age() {
    const { view, data } = this.writing;
    if (!view) return;
    const written = bare(this.writing.text.split(LINES));
    const lines = this.story?.source.map((tokens) => tokens.map(([, text]) => text).join(""));
    this.isStale = !data.locked && !(lines && bare(lines) === written);
    this.element.classList.toggle("stale", this.isStale);
    this.changed.hidden = data.locked || !this.fault.hidden || bare(data.given.split(LINES)) === written;
  }
  // What is drawn into the text
  extensions(cm) {
    const field = (effect) => cm.StateField.define({
      create: () => cm.Decoration.none,
      update: (now, { changes: changes2, effects }) => effects.find((given) => given.is(effect))?.value ?? now.map(changes2),
      provide: (given) => cm.EditorView.decorations.from(given)
    });
    this.effects = { rows: cm.StateEffect.define(), marks: cm.StateEffect.define() };
    const line = (view, block) => view.state.doc.lineAt(block.from).number;
    return [
      field(this.effects.rows),
      field(this.effects.marks),
      cm.lineNumbers({
        domEventHandlers: {
          click: (view, block) => {
            if (!this.isStale) this.calls.pick(line(view, block));
            return true;
          }
        }
      }),
      cm.EditorView.updateListener.of(({ selectionSet, docChanged, state, view }) => {
        if (!selectionSet || docChanged || this.isStale || !view.hasFocus) return;
        this.calls.look(state.doc.lineAt(state.selection.main.head).number);
      })
    ];
  }
  /** Leave the room that the rows below the lines will ever need, at the pane's present width. */
  reserve(anew = false) {
    const { view, cm } = this.writing;
    if (!view || !this.story || this.isStale) return;
    const columns = Math.floor(view.contentDOM.clientWidth / view.defaultCharacterWidth) - 2;
    if (columns <= 0 || !anew && columns === this.columns) return;
    this.columns = columns;
    const { doc } = view.state;
    const rows2 = this.bindings.lines.filter((line) => line <= doc.lines).map((line) => {
      const element2 = this.bindings.element(line, columns);
      return cm.Decoration.widget({ widget: rowsOf(cm, element2), side: 1, block: true }).range(
        doc.line(line).to
      );
    });
    view.dispatch({ effects: this.effects.rows.of(cm.Decoration.set(rows2)) });
    if (this.step !== void 0) this.bindings.go(this.step);
  }
  /** See anew how large everything is. */
  measure() {
    this.writing.view?.requestMeasure();
    this.reserve(true);
  }
  // Stepping
  go(step) {
    this.step = step;
    const { view } = this.writing;
    if (!view) return;
    this.bindings.go(step);
    const { line: now, forward_line: made, phase, box } = this.story.steps[step];
    const shown = `${now} ${made} ${phase} ${box}`;
    if (shown === this.shown || this.isStale) return;
    this.shown = shown;
    this.writing.reveal([made, now]);
    view.dispatch({ effects: this.effects.marks.of(this.marks({ now, made, phase, box })) });
  }
  marks({ now, made, phase, box }) {
    const { cm, view } = this.writing;
    const { doc } = view.state;
    const lines = /* @__PURE__ */ new Map();
    const mark = (number2, name) => {
      if (number2 >= 1 && number2 <= doc.lines) lines.set(number2, [...lines.get(number2) ?? [], name]);
    };
    mark(made, "made");
    mark(now, `now ${phase}`);
    const found = [...lines].map(
      ([number2, names]) => cm.Decoration.line({
        class: names.join(" "),
        attributes: number2 === now ? { "aria-current": "step" } : { "data-made": "" }
      }).range(doc.line(number2).from)
    );
    const part = this.part(doc, box);
    if (part) found.push(cm.Decoration.mark({ class: "part" }).range(part.from, part.to));
    return cm.Decoration.set(found, true);
  }
  /** The piece of a line that made a box, where there is no doubt which one it is. */
  part(doc, i) {
    const { line, expr, title } = this.story.boxes[i] ?? {};
    if (!line || line > doc.lines) return null;
    const { text, from } = doc.line(line);
    const piece = expr ?? title;
    const at2 = text.indexOf(piece);
    if (at2 < 0 || text.indexOf(piece, at2 + 1) >= 0) return null;
    return { from: from + at2, to: from + at2 + piece.length };
  }
  /** Mark what a box holds in the program, and the line that it comes from, while a pointer is on it. */
  hint(box) {
    this.bindings.hint(box);
    const line = this.story?.boxes[box]?.line;
    for (const element2 of this.element.querySelectorAll(".cm-line.hinted"))
      element2.classList.remove("hinted");
    const { view } = this.writing;
    if (!view || !line || line > view.state.doc.lines || this.isStale) return;
    const { node } = view.domAtPos(view.state.doc.line(line).from);
    (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest?.(".cm-line")?.classList.add("hinted");
  }
};
function bare(lines) {
  return lines.join("\n").trimEnd();
}
function rowsOf(cm, element2) {
  return new class extends cm.WidgetType {
    toDOM() {
      return element2;
    }
    get estimatedHeight() {
      return parseFloat(element2.dataset.height);
    }
    ignoreEvent() {
      return true;
    }
  }();
}

// player/camera.js
var Camera = class _Camera {
  static MIN = 2e-3;
  static MAX = 6;
  constructor() {
    this.left = 0;
    this.top = 0;
    this.zoom = 1;
    this.width = 0;
    this.height = 0;
  }
  /** The part of the picture in view, with `extra` times its size added on every side. */
  view(extra = 0) {
    const w = this.width / this.zoom, h = this.height / this.zoom;
    return {
      x: -this.left / this.zoom - w * extra,
      y: -this.top / this.zoom - h * extra,
      w: w * (1 + 2 * extra),
      h: h * (1 + 2 * extra)
    };
  }
  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
  }
  /**
   * Zoom by a factor and leave the point (px, py) of the screen where it is.
   * @param {number} factor
   */
  zoomAt(factor, px = this.width / 2, py = this.height / 2) {
    const zoom = Math.max(_Camera.MIN, Math.min(_Camera.MAX, this.zoom * factor));
    const real = zoom / this.zoom;
    this.left = px - (px - this.left) * real;
    this.top = py - (py - this.top) * real;
    this.zoom = zoom;
  }
  /**
   * Show a whole picture of the size [w, h], centred, no larger than `most`.
   * @param {[number, number]} size
   */
  fit([w, h], most = 1, margin = 16) {
    const zoom = Math.min((this.width - 2 * margin) / w, (this.height - 2 * margin) / h, most);
    this.zoom = Math.max(_Camera.MIN, zoom);
    this.left = (this.width - w * this.zoom) / 2;
    this.top = (this.height - h * this.zoom) / 2;
  }
  /**
   * Put the middle of a rectangle into the middle of the screen.
   * @param {Rectangle} rectangle
   */
  centre({ x, y, w, h }) {
    this.left = this.width / 2 - (x + w / 2) * this.zoom;
    this.top = this.height / 2 - (y + h / 2) * this.zoom;
  }
  /**
   * Bring a rectangle into view if it is not; return whether anything moved. Along each axis it stays where it is, or
   * goes to the middle, but no farther than to where a picture of the size [w, h] ends.
   * @param {Rectangle} rectangle
   * @param {[number, number]} size
   */
  reveal({ x, y, w, h }, [width, height], { side = 24, above = 24, below = 24 } = {}) {
    const dx = shift(
      x * this.zoom + this.left,
      w * this.zoom,
      this.left,
      width * this.zoom,
      this.width,
      side,
      side
    );
    const dy = shift(
      y * this.zoom + this.top,
      h * this.zoom,
      this.top,
      height * this.zoom,
      this.height,
      above,
      below
    );
    this.pan(dx, dy);
    return dx !== 0 || dy !== 0;
  }
};
function shift(start, length, origin, whole2, space, before, after) {
  if (origin >= 0 && origin + whole2 <= space) return 0;
  if (start >= before && start + length <= space - after) return 0;
  const middle2 = origin + (space - length) / 2 - start;
  const [least, most] = [space - after - whole2, before];
  return (least > most ? middle2 : Math.max(least, Math.min(most, middle2))) - origin;
}
function around(rectangles) {
  const x = Math.min(...rectangles.map((r) => r.x)), y = Math.min(...rectangles.map((r) => r.y));
  return {
    x,
    y,
    w: Math.max(...rectangles.map((r) => r.x + r.w)) - x,
    h: Math.max(...rectangles.map((r) => r.y + r.h)) - y
  };
}

// player/curve.js
function points(path) {
  return (path.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
}
function bounds(flat) {
  const xs = flat.filter((_, i) => i % 2 === 0), ys = flat.filter((_, i) => i % 2 === 1);
  const x = Math.min(...xs), y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
function along(flat, t) {
  const curves = (flat.length - 2) / 6;
  const place = Math.min(Math.max(t, 0), 1) * curves;
  const curve = Math.min(Math.floor(place), curves - 1), u = place - curve;
  const at2 = (axis) => {
    const [a, b, c, d] = [0, 2, 4, 6].map((i) => flat[curve * 6 + i + axis]);
    return (1 - u) ** 3 * a + 3 * (1 - u) ** 2 * u * b + 3 * (1 - u) * u ** 2 * c + u ** 3 * d;
  };
  return [at2(0), at2(1)];
}

// player/far.js
var Far = class {
  constructor(story) {
    this.story = story;
    this.curves = story.links.map(({ path }) => points(path));
  }
  /** Draw what a camera sees, without links if there is no room for them. `colours` are the theme's. */
  draw(canvas, camera, step, current, colours, wires = true) {
    const context = clear(canvas, camera);
    const pixel = 1 / camera.zoom;
    const view = camera.view();
    if (wires) this.wires(context, step, colours, pixel);
    this.story.boxes.forEach((box2, i) => {
      if (box2.x > view.x + view.w || box2.y > view.y + view.h || box2.x + box2.w < view.x || box2.y + box2.h < view.y)
        return;
      this.box(context, i, step, colours, pixel);
    });
    const box = this.story.boxes[current];
    if (box) signpost(context, box, colours, pixel);
  }
  wires(context, step, colours, pixel) {
    const paths = { idle: new Path2D(), forward: new Path2D(), backward: new Path2D() };
    this.curves.forEach((flat, i) => {
      const path = paths[this.story.crossed(i, step)];
      path.moveTo(flat[0], flat[1]);
      for (let at2 = 2; at2 + 5 < flat.length; at2 += 6) path.bezierCurveTo(...flat.slice(at2, at2 + 6));
    });
    for (const [state, path] of Object.entries(paths)) {
      context.lineWidth = (state === "backward" ? 2 : 1) * pixel;
      context.strokeStyle = colours[state] ?? colours.edge;
      context.stroke(path);
    }
  }
  /** A box not computed yet is hollow, one whose gradient is there has a bar, so that colour is not needed. */
  box(context, i, step, colours, pixel) {
    const box = this.story.boxes[i];
    const w = Math.max(box.w, 2 * pixel), h = Math.max(box.h, 2 * pixel);
    if (!this.story.entry(i, "status", step)) return outline(context, { ...box, w, h }, colours.edge, pixel);
    const { state } = this.story.gradient(i, step);
    const tiny = h < 6 * pixel;
    context.fillStyle = tiny ? colours.forward : colours.forwardSoft;
    context.fillRect(box.x, box.y, w, h);
    if (state && state !== "none") {
      context.fillStyle = colours.backward;
      context.fillRect(box.x, box.y + h * 0.6, w, h * 0.4);
    }
    return tiny ? void 0 : outline(context, { ...box, w, h }, colours.forward, pixel);
  }
  /** Draw the whole picture small, with a frame around the part that `camera` sees. */
  map(canvas, lens, camera, step, current, colours) {
    this.draw(canvas, lens, step, current, colours, false);
    outline(canvas.getContext("2d"), camera.view(), colours.ink, 1.5 / lens.zoom);
  }
};
function signpost(context, box, colours, pixel) {
  const w = Math.max(box.w, 9 * pixel), h = Math.max(box.h, 9 * pixel);
  const place = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
  outline(context, place, colours.paper, 6 * pixel);
  outline(context, place, colours.accent, 3 * pixel);
}
function clear(canvas, { width, height, left, top, zoom }) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  for (const [side, length] of [
    ["width", width],
    ["height", height]
  ]) {
    if (canvas[side] !== Math.round(length * ratio)) canvas[side] = Math.round(length * ratio);
    canvas.style[side] = `${length}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom * ratio, 0, 0, zoom * ratio, left * ratio, top * ratio);
  return context;
}
function outline(context, { x, y, w, h }, colour, thickness) {
  context.strokeStyle = colour;
  context.lineWidth = thickness;
  context.strokeRect(x, y, w, h);
}

// player/flow.js
var TRAVEL = 400;
var HEIGHT2 = 20;
var CLEAR = 2;
var PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
var Flow = class {
  constructor(layer, story) {
    this.layer = layer;
    this.story = story;
  }
  /** Show a step's flow; `lively` lets the pill travel from the link's beginning. */
  go(step, lively) {
    cancelAnimationFrame(this.frame);
    const { links: links2 = [], flow, pill } = this.story.steps[step];
    this.taken = [];
    const drawn = flow ? links2.map((id) => this.draw(this.story.links[id], flow, pill)) : [];
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
  draw(link, flow, text) {
    const flat = points(link.path);
    const element2 = svg(
      "g",
      { class: flow },
      svg("path", { d: link.path, class: "halo" }),
      svg("path", { d: link.path, class: "line" })
    );
    if (!text) return { element: element2, place: () => {
    } };
    const width = 7.2 * text.length + 16;
    const [x1, y1, isFree2] = this.rest(flat, width);
    const pill = isFree2 ? svg(
      "g.pill",
      svg("rect", { x: -width / 2, y: -HEIGHT2 / 2, width, height: HEIGHT2, rx: HEIGHT2 / 2 }),
      svg("text", { y: 4, textLength: width - 16, lengthAdjust: "spacingAndGlyphs" }, text)
    ) : svg("g.pill", svg("circle", { r: 5 }), svg("title", text));
    element2.append(pill);
    const [x0, y0] = along(flat, flow === "backward" ? 1 : 0);
    const place = (part) => {
      const [x, y] = [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
      pill.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    };
    return { element: element2, place };
  }
  /**
   * Where a pill comes to rest: on its link or right beside it, where it covers no box and no other pill. [x, y, true],
   * or the middle of the link and false if there is no such place.
   */
  rest(flat, width) {
    const beside = [
      [0, 0],
      [0, -HEIGHT2 * 0.7],
      [0, HEIGHT2 * 0.7],
      [-width / 2 - 8, 0],
      [width / 2 + 8, 0],
      [0, -HEIGHT2 * 1.4],
      [0, HEIGHT2 * 1.4]
    ];
    for (const [dx, dy] of beside) {
      for (const part of PLACES) {
        const [x, y] = along(flat, part);
        const place = { x: x + dx - width / 2, y: y + dy - HEIGHT2 / 2, w: width, h: HEIGHT2 };
        if (this.isCovered(place)) continue;
        this.taken.push(place);
        return [x + dx, y + dy, true];
      }
    }
    return [...along(flat, 0.5), false];
  }
  isCovered({ x, y, w, h }) {
    const meets = (other) => x < other.x + other.w + CLEAR && other.x < x + w + CLEAR && y < other.y + other.h + CLEAR && other.y < y + h + CLEAR;
    return this.story.boxes.some(meets) || this.taken.some(meets);
  }
};

// player/gestures.js
function gestures(element2, ignored, { pan, zoom, tap, hover }, signal) {
  const on = (type, handler, options) => element2.addEventListener(type, handler, { signal, ...options });
  const pointers = /* @__PURE__ */ new Map();
  let moved = 0, spread = 0, pressed = null;
  const place = ({ clientX, clientY }) => {
    const { left, top } = element2.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  on(
    "wheel",
    (event) => {
      if (event.target.closest(ignored)) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 15e-4)), ...place(event));
    },
    { passive: false }
  );
  on("pointerdown", (event) => {
    if (event.button || event.target.closest(ignored)) return;
    pointers.set(event.pointerId, place(event));
    [moved, spread, pressed] = [0, distance(pointers), event.target];
  });
  on("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return hover(event.target);
    const now = place(event);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    moved += Math.hypot(dx, dy);
    if (moved < 4) return void 0;
    element2.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, now);
    pan(dx / pointers.size, dy / pointers.size);
    const wide = distance(pointers);
    if (spread && wide) zoom(wide / spread, ...middle(pointers));
    spread = wide;
    return void 0;
  });
  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    spread = 0;
    if (moved < 4 && event.type === "pointerup") tap(pressed);
  };
  on("pointerup", end);
  on("pointercancel", end);
}
function middle(pointers) {
  const places = [...pointers.values()];
  return [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
}
function distance(pointers) {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

// player/roving.js
var Roving = class {
  constructor(container, take, signal) {
    this.container = container;
    this.take = take;
    container.addEventListener("keydown", (event) => this.key(event), { signal });
  }
  /** Take over the items, elements in the order in which they are to be gone through. */
  open(items) {
    this.items = items;
    this.current = null;
    this.stop(items[0]);
  }
  /** Let Tab lead to an item, unless the reader is among the items already. */
  stop(item) {
    if (!item || this.items.includes(this.container.getRootNode().activeElement)) return;
    this.current?.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.current = item;
  }
  key(event) {
    const at2 = this.items.indexOf(event.target);
    const item = this.items[at2 + { ArrowUp: -1, ArrowDown: 1 }[event.key]];
    if (at2 < 0 || !(event.key === "Enter" || item)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") {
      this.take(event.target);
      return;
    }
    event.target.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.current = item;
    item.focus({ preventScroll: true });
  }
};

// player/tiles.js
var SIDE = 400;
var Tiles = class {
  constructor() {
    this.tiles = /* @__PURE__ */ new Map();
  }
  /** @param {number} item @param {Rectangle} rectangle */
  add(item, rectangle) {
    for (const key of keys2(rectangle)) {
      const items = this.tiles.get(key);
      if (items) items.push(item);
      else this.tiles.set(key, [item]);
    }
  }
  /**
   * The items whose tiles the rectangle touches.
   * @param {Rectangle} rectangle
   * @returns {Set<number>}
   */
  in(rectangle) {
    const found = /* @__PURE__ */ new Set();
    for (const key of keys2(rectangle)) for (const item of this.tiles.get(key) ?? []) found.add(item);
    return found;
  }
};
function* keys2({ x, y, w, h }) {
  for (let column = Math.floor(x / SIDE); column <= (x + w) / SIDE; column++) {
    for (let row = Math.floor(y / SIDE); row <= (y + h) / SIDE; row++) yield `${column},${row}`;
  }
}

// player/scene.js
var Scene = class {
  constructor({ wires, boxes: boxes2 }, story, words) {
    this.story = story;
    this.words = words;
    this.step = 0;
    this.marked = { box: null, to: null, reads: [], pinned: null, found: /* @__PURE__ */ new Set() };
    this.shown = { boxes: /* @__PURE__ */ new Set(), links: /* @__PURE__ */ new Map() };
    this.tiles = { boxes: new Tiles(), links: new Tiles() };
    this.elements = story.boxes.map(frame);
    story.boxes.forEach((box, i) => this.tiles.boxes.add(i, box));
    story.links.forEach(({ path }, i) => this.tiles.links.add(i, bounds(points(path))));
    this.paths = svg("g");
    wires.replaceChildren(arrows(), ...story.clusters.map(cluster), this.paths);
    boxes2.replaceChildren(...this.elements);
    this.elements.forEach((_, i) => {
      this.name(i);
      this.paint(i);
    });
  }
  /** Fill what lies in a rectangle and empty what does not; null empties everything. */
  look(rectangle) {
    const near = rectangle ? this.tiles.boxes.in(rectangle) : /* @__PURE__ */ new Set();
    const before = this.shown.boxes;
    this.shown.boxes = near;
    for (const i of near) if (!before.has(i)) this.elements[i].replaceChildren(...rows(this.story.boxes[i]));
    for (const i of before) if (!near.has(i)) this.elements[i].replaceChildren();
    for (const i of [...before, ...near]) if (before.has(i) !== near.has(i)) this.paint(i);
    const links2 = rectangle ? this.tiles.links.in(rectangle) : /* @__PURE__ */ new Set();
    for (const [i, path] of this.shown.links) if (!links2.has(i)) path.remove();
    this.shown.links = new Map([...links2].map((i) => [i, this.shown.links.get(i) ?? this.draw(i)]));
  }
  draw(i) {
    const { path } = this.story.links[i];
    const drawn = svg(
      "g",
      { "data-link": i },
      svg("path", { d: path, class: "hit" }),
      svg("path", { d: path, class: "line" })
    );
    this.paths.append(drawn);
    this.trace(i, drawn);
    return drawn;
  }
  /** Show another step, at which `box` is at work, `to` receives something, and the boxes `reads` are looked up. */
  go(step, { box, to, reads }) {
    const { boxes: boxes2, links: links2 } = this.story.touched(this.step, step);
    const marked = [this.marked.box, this.marked.to, ...this.marked.reads, box, to, ...reads];
    for (const i of marked) for (const same of this.all(i)) boxes2.add(same);
    Object.assign(this.marked, { box, to, reads });
    this.step = step;
    for (const i of boxes2) this.name(i);
    for (const i of boxes2) this.paint(i);
    const stretch = this.story.stretch(step);
    for (const i of stretch === this.stretch ? links2 : this.shown.links.keys())
      this.trace(i, this.shown.links.get(i));
    this.stretch = stretch;
  }
  /** Mark a chosen box or link, {box} or {link} or null, and the boxes that a search found. */
  mark(pinned, found = this.marked.found) {
    const boxes2 = [this.marked.pinned?.box, pinned?.box, ...this.marked.found, ...found].flatMap(
      (i) => this.all(i)
    );
    const links2 = [this.marked.pinned?.link, pinned?.link];
    Object.assign(this.marked, { pinned, found: new Set(found) });
    for (const i of new Set(boxes2)) {
      this.name(i);
      this.paint(i);
    }
    for (const i of links2) this.trace(i, this.shown.links.get(i));
  }
  /** Mark the box that something elsewhere is about, which a pointer is on. */
  point(i) {
    for (const same of this.all(this.pointed)) this.elements[same].classList.remove("pointed");
    this.pointed = i == null ? null : this.story.originals[i];
    for (const same of this.all(this.pointed)) this.elements[same].classList.add("pointed");
  }
  /** A box and its copies. */
  all(i) {
    return i == null ? [] : [i, ...this.story.copies[i]];
  }
  /** The boxes' elements from top to bottom, and from left to right where they stand side by side. */
  inReadingOrder() {
    const places = this.story.boxes.map(({ x, y, h }, i) => ({ x, y: y + h / 2, element: this.elements[i] }));
    return places.sort((a, b) => a.y - b.y || a.x - b.x).map(({ element: element2 }) => element2);
  }
  name(i) {
    assign(this.elements[i], "aria-label", this.story.label(i, this.step, this.words));
    assign(this.elements[i], "aria-selected", String(this.marked.pinned?.box === this.story.originals[i]));
  }
  paint(i) {
    const element2 = this.elements[i];
    const box = this.story.boxes[i];
    const { status, text, grad } = this.story.at(i, this.step);
    const { box: current, to, reads, pinned, found } = this.marked;
    const original = this.story.originals[i];
    const near = this.shown.boxes.has(i);
    const classes = [
      "box",
      near && "near",
      `kind-${box.kind}`,
      `at-${status}`,
      current === original && "current",
      to === original && "target",
      reads.includes(original) && "read",
      pinned?.box === original && "pinned",
      found.has(original) && "found",
      this.pointed === original && "pointed",
      box.copy_of != null && "copy",
      !box.recorded && "unrecorded"
    ];
    assign(element2, "class", classes.filter(Boolean).join(" "));
    if (!near) return;
    const texts = { value: text, grad: gradient(grad), wait: this.waiting(grad) };
    for (const row of element2.children) {
      const name = row.dataset.row;
      if (name in texts) write(row, texts[name]);
      if (name === "grad") assign(row, "class", `grad is-${grad.state}`);
    }
  }
  waiting({ state, arrived, expected }) {
    return state === "pending" ? tell(this.words.waiting, { count: expected - arrived }) : "";
  }
  trace(i, drawn) {
    if (!drawn) return;
    const classes = [
      "link",
      this.story.crossed(i, this.step),
      `as-${this.story.links[i].kind}`,
      this.marked.pinned?.link === i && "pinned"
    ];
    assign(drawn, "class", classes.filter(Boolean).join(" "));
  }
};
function gradient({ state, text }) {
  return state && (state === "none" ? "\u2207 \u2013" : `\u2207 ${text}`);
}
function frame({ x, y, w, h }, i) {
  return html("div", {
    "data-box": i,
    role: "option",
    tabindex: -1,
    style: `left:${x}px;top:${y}px;width:${w}px;height:${h}px`
  });
}
function rows(box) {
  const texts = { expr: box.expr, fn: box.fn };
  return box.rows.map(
    (name) => name === "title" ? html(
      "div",
      { "data-row": name, class: name },
      html("b", box.title),
      box.shape && box.copy_of == null ? html("span", box.shape) : null
    ) : html("div", { "data-row": name, class: name }, texts[name] ?? "")
  );
}
function arrows() {
  const arrow = (state) => svg(
    "marker",
    {
      id: `arrow-${state}`,
      class: state,
      viewBox: "0 0 8 8",
      refX: 7.5,
      refY: 4,
      markerWidth: 8,
      markerHeight: 8,
      markerUnits: "userSpaceOnUse",
      orient: "auto-start-reverse"
    },
    svg("path", { d: "M0 .8 8 4 0 7.2z" })
  );
  return svg("defs", ...["idle", "forward", "backward"].map(arrow));
}
function cluster({ x, y, w, h, title }) {
  return svg(
    "g.cluster",
    svg("rect", { x, y, width: w, height: h, rx: 8 }),
    svg("text", { x: x + 5, y: y + 10 }, title)
  );
}

// player/stage.js
var SMALLEST = 12;
var MOST = 1.2;
var NAMES = 0.5;
var FAR = 0.22;
var MARGINS = { side: 24, above: 16, below: 16 };
var MARGIN = 7;
var GLIDE = 220;
var MAP = { across: { width: 190, height: 110 }, down: { width: 280, height: 200 } };
var CARD = { across: [0, 176], down: [320, 0] };
var Stage = class {
  constructor(work, words, { hover, choose, signal }) {
    const part = (name) => work.querySelector(`.${name}`);
    const element2 = part("stage");
    this.work = work;
    this.element = element2;
    this.words = words;
    this.parts = {
      world: part("world"),
      wires: part("wires"),
      boxes: part("boxes"),
      flow: part("flow"),
      far: part("far"),
      map: part("map")
    };
    this.camera = new Camera();
    this.lens = new Camera();
    this.hover = hover;
    this.choose = choose;
    this.following = true;
    this.scale = 1;
    this.roving = new Roving(this.parts.boxes, ({ dataset }) => choose({ box: Number(dataset.box) }), signal);
    this.listen(signal);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element2);
    signal.addEventListener("abort", () => this.close());
  }
  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.drawing);
    cancelAnimationFrame(this.gliding);
  }
  /** Take another story and show the whole of it, or its beginning if it is large. */
  open(story) {
    this.story = story;
    this.fitted = false;
    this.measure(story.metrics);
    this.arrange(this.wanted ?? this.better());
  }
  /** Draw the picture in one of its directions. */
  arrange(direction) {
    const { story } = this;
    const told = story.turn(direction);
    this.work.dataset.direction = told;
    this.scene = new Scene(this.parts, story, this.words);
    this.far = new Far(story);
    this.flow = new Flow(this.parts.flow, story);
    this.roving.open(this.scene.inReadingOrder());
    this.focus = null;
    this.fitted = false;
    const [w, h] = story.size.map((length) => Math.max(1, length));
    const room = MAP[told];
    const zoom = Math.min(room.width / w, room.height / h);
    Object.assign(this.lens, { width: Math.max(12, w * zoom), height: Math.max(12, h * zoom), zoom });
    this.resize();
  }
  /** The direction in which more of the picture can be read: across if all of it can, else down, else what is wider. */
  better() {
    const { clientWidth, clientHeight } = this.work;
    const zoom = (direction) => {
      const [w, h] = this.story.sizes[direction] ?? [Infinity, Infinity];
      const [beside, below] = CARD[direction];
      return Math.min((clientWidth - beside - 2 * MARGIN) / w, (clientHeight - below - 2 * MARGIN) / h);
    };
    const least = this.least;
    return zoom("across") >= least || zoom("down") < least && clientWidth > clientHeight ? "across" : "down";
  }
  /** Draw the picture in the other direction, and the next ones too. */
  turn() {
    this.wanted = this.work.dataset.direction === "across" ? "down" : "across";
    this.arrange(this.wanted);
    this.scene.go(this.step, this.marks(this.step));
    this.go(this.step, false);
  }
  /** The zoom at which the smallest text of a box is as large as it must be. */
  get least() {
    return this.scale * SMALLEST / this.story.metrics.font;
  }
  /** Take over the sizes that the boxes were made for. */
  measure({ font, line, pad: [side, rise] }) {
    this.font = font;
    const sizes = {
      "--font": `${font}px/${line}px`,
      "--row": `${line}px`,
      "--side": `${side}px`,
      "--pad": `${rise}px ${side}px`
    };
    for (const [name, size] of Object.entries(sizes)) this.parts.world.style.setProperty(name, size);
  }
  resize() {
    const { clientWidth, clientHeight } = this.element;
    Object.assign(this.camera, { width: clientWidth, height: clientHeight });
    if (!this.story || !clientWidth) return;
    if (!this.fitted) this.begin();
    this.look(true);
  }
  begin() {
    this.fitted = true;
    const { size, boxes: boxes2 } = this.story;
    this.camera.fit(size, MOST * this.scale, MARGIN);
    if (this.camera.zoom >= this.least || !boxes2.length) return;
    this.camera.zoom = Math.max(this.least, this.scale);
    this.camera.centre({ x: 0, y: 0, w: size[0], h: size[1] });
    this.camera.reveal(this.focus ?? boxes2[0], size, MARGINS);
  }
  fit() {
    this.camera.fit(this.story.size, MOST * this.scale, MARGIN);
    this.look(true);
  }
  /** Show everything larger by a factor, for a room. */
  enlarge(scale) {
    this.scale = scale;
    this.fitted = false;
    if (this.story) this.arrange(this.wanted ?? this.better());
    if (this.step !== void 0) this.go(this.step, false);
  }
  pan(dx, dy) {
    cancelAnimationFrame(this.gliding);
    this.camera.pan(dx, dy);
    this.look();
  }
  zoom(factor, px, py) {
    cancelAnimationFrame(this.gliding);
    this.camera.zoomAt(factor, px, py);
    this.look();
  }
  /** Show another step. `lively` allows movement. */
  go(step, lively) {
    const { box = null, to = null, links: links2 = [], flow } = this.story.steps[step];
    this.step = step;
    this.current = box;
    this.scene.go(step, this.marks(step));
    this.flow.go(step, lively);
    this.roving.stop(this.scene.elements[box]);
    const ends = flow === "backward" && links2.length ? [this.story.links[links2[0]].to, this.story.links[links2[0]].from] : [box, to];
    const boxes2 = ends.map((i) => this.story.boxes[i]).filter(Boolean);
    this.focus = boxes2[0];
    if (this.following && this.fitted && boxes2.length) this.follow(boxes2, lively);
    this.redraw();
  }
  marks(step) {
    const { box = null, to = null, reads = [] } = this.story.steps[step];
    return { box, to, reads };
  }
  follow(boxes2, lively) {
    const whole2 = around(boxes2);
    const room = this.camera.view();
    const target2 = whole2.w < room.w * 0.9 && whole2.h < room.h * 0.9 ? whole2 : around(boxes2.slice(0, 1));
    this.travel((camera) => camera.reveal(target2, this.story.size, MARGINS), lively);
  }
  /** Bring a box into view. */
  reveal(i) {
    this.travel((camera) => camera.reveal(this.story.boxes[i], this.story.size, MARGINS), false);
  }
  travel(move, lively) {
    cancelAnimationFrame(this.gliding);
    const goal = Object.assign(new Camera(), this.camera);
    if (!move(goal)) return;
    const from = { left: this.camera.left, top: this.camera.top };
    const began = performance.now();
    const frame2 = (now) => {
      const part = lively ? Math.min(1, Math.max(0, now - began) / GLIDE) : 1;
      const eased = 1 - (1 - part) ** 3;
      for (const side of ["left", "top"]) this.camera[side] = from[side] + (goal[side] - from[side]) * eased;
      this.look();
      if (part < 1) this.gliding = requestAnimationFrame(frame2);
    };
    frame2(began);
  }
  /** Bring the document up to date with the camera; what is filled in is twice as large as what is seen. */
  look(anew = false) {
    const { left, top, zoom } = this.camera;
    const far = zoom < FAR;
    this.detail(zoom);
    this.parts.world.style.transform = `translate(${left}px,${top}px) scale(${zoom})`;
    this.element.classList.toggle("is-far", far);
    const view = this.camera.view();
    if (anew || far !== this.isFar || !far && !within(view, this.filled)) {
      this.filled = far ? null : this.camera.view(0.5);
      this.scene.look(this.filled);
    }
    this.isFar = far;
    this.redraw();
  }
  /** Show of the boxes what there is room for, in letters that can be read. */
  detail(zoom) {
    const level = zoom * this.font >= SMALLEST - 0.01 ? "rows" : zoom >= NAMES ? "brief" : "name";
    const { world } = this.parts;
    if (world.dataset.detail !== level) world.dataset.detail = level;
    const size = level === "rows" ? "" : `${(SMALLEST / zoom).toFixed(1)}px`;
    if (this.letters !== size) world.style.setProperty("--letters", size);
    this.letters = size;
  }
  redraw() {
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0;
      if (this.isFar) this.far.draw(this.parts.far, this.camera, this.step, this.current, this.colours);
      this.parts.map.hidden = !this.wantsMap;
      if (this.wantsMap)
        this.far.map(this.parts.map, this.lens, this.camera, this.step, this.current, this.colours);
    });
  }
  get wantsMap() {
    const [w, h] = this.story.size;
    const view = this.camera.view();
    return view.w < w || view.h < h;
  }
  /** Read the theme's colours anew, for the canvases. */
  repaint(style) {
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colours = {
      ink: colour("ink"),
      paper: colour("paper"),
      edge: colour("edge"),
      accent: colour("accent"),
      forward: colour("forward"),
      forwardSoft: colour("forward-soft"),
      backward: colour("backward")
    };
    if (this.story) this.redraw();
  }
  listen(signal) {
    const on = (element2, type, handler) => element2.addEventListener(type, handler, { signal });
    gestures(
      this.element,
      ".find",
      {
        pan: (dx, dy) => this.pan(dx, dy),
        zoom: (factor, x, y) => this.zoom(factor, x, y),
        tap: (element2) => this.choose(meant(element2)),
        hover: (element2) => this.hover(meant(element2))
      },
      signal
    );
    on(this.element, "pointerleave", () => this.hover(null));
    on(this.parts.boxes, "focusin", ({ target: target2 }) => {
      if (!target2.matches(":focus-visible")) return;
      this.reveal(meant(target2).box);
      this.hover(meant(target2));
    });
    on(this.parts.boxes, "focusout", () => this.hover(null));
    on(this.parts.map, "pointerdown", (event) => {
      this.parts.map.setPointerCapture(event.pointerId);
      this.jump(event);
    });
    on(this.parts.map, "pointermove", (event) => event.buttons && this.jump(event));
  }
  /** Go to the place of the small map that a pointer is on. */
  jump({ clientX, clientY }) {
    const { left, top } = this.parts.map.getBoundingClientRect();
    this.camera.centre({
      x: (clientX - left) / this.lens.zoom,
      y: (clientY - top) / this.lens.zoom,
      w: 0,
      h: 0
    });
    this.look();
  }
};
function meant(element2) {
  const found = element2.closest("[data-box], [data-link]");
  if (!found) return null;
  return found.dataset.box ? { box: Number(found.dataset.box) } : { link: Number(found.dataset.link) };
}
function within(inner, outer) {
  return outer && inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w && inner.y + inner.h <= outer.y + outer.h;
}

// player/track.js
var Track = class {
  /**
   * @param {HTMLElement} element
   * @param {typeof import("./words.js").WORDS} words
   * @param {{ go: (step: number) => void, signal: AbortSignal }} options
   */
  constructor(element2, words, { go, signal }) {
    this.element = element2;
    this.from = this.to = -1;
    this.story = null;
    this.words = words;
    const part = (name) => (
      /** @type {HTMLElement} */
      element2.querySelector(name)
    );
    this.names = part(".names");
    this.rail = part(".rail");
    this.marks = part(".marks");
    this.thumb = part(".thumb");
    const drag = (event) => go(this.at(event.clientX));
    element2.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button) return;
        element2.setPointerCapture(event.pointerId);
        element2.focus({ preventScroll: true });
        drag(event);
      },
      { signal }
    );
    element2.addEventListener(
      "pointermove",
      (event) => element2.hasPointerCapture(event.pointerId) && drag(event),
      { signal }
    );
  }
  /** @param {Story} story @param {[from: number, to: number]} range */
  open(story, range) {
    this.story = story;
    this.from = this.to = -1;
    assign(this.element, "aria-valuemax", String(story.steps.length));
    this.zoom(range);
  }
  /**
   * Let the rail hold the steps of one chapter, `from` to `to`. The slider's numbers are those of the whole run.
   * @param {[from: number, to: number]} range
   */
  zoom([from, to]) {
    if (!this.story || from === this.from && to === this.to) return;
    this.from = from;
    this.to = to;
    const shown = this.story.stretches.filter((s) => s.from >= from && s.to <= to);
    const several = shown.filter((s) => s.phase === "backward").length > 1;
    const name = ({ phase, number: number2 }) => phase === "backward" && several ? tell(this.words.backwardNumber, { number: number2 }) : this.words[phase];
    const part = (stretch, text) => html(
      "span",
      { class: stretch.phase, style: `flex-grow:${stretch.to - stretch.from + 1}` },
      html("b", text)
    );
    this.names.replaceChildren(...shown.map((s) => part(s, name(s))));
    this.rail.classList.toggle("many", shown.length > 60);
    this.rail.replaceChildren(...shown.map((s) => part(s, "")));
    this.marks.replaceChildren(
      ...this.story.errors.filter((k) => k >= from && k <= to).map((k) => html("span", { style: `left:${this.percent(k)}%` }, "\u25B2"))
    );
  }
  /** @param {number} step @param {string} text */
  show(step, text) {
    assign(this.element, "aria-valuenow", String(step + 1));
    assign(this.element, "aria-valuetext", text);
    this.thumb.style.left = `${this.percent(step)}%`;
  }
  /**
   * The place of a step along the rail: the middle of its share.
   * @param {number} step
   */
  percent(step) {
    return 100 * (step - this.from + 0.5) / (this.to - this.from + 1);
  }
  /** @param {number} clientX */
  at(clientX) {
    const { left, width } = this.rail.getBoundingClientRect();
    const step = this.from + Math.floor((clientX - left) / width * (this.to - this.from + 1));
    return Math.max(this.from, Math.min(this.to, step));
  }
};

// player/player.js
var SPEEDS = [0.5, 1, 2, 5, 10, 30];
var CALM = 2;
var LARGE = 20 / 12;
var INSPECT_EVERY = 120;
var NOTE_AFTER = 300;
var players = /* @__PURE__ */ new WeakMap();
var active = null;
var Player = class {
  constructor(root) {
    this.element = root.querySelector(".player");
    this.part = (name) => this.element.querySelector(name);
    this.words = { ...WORDS };
    this.stepping = new Clock((count) => this.advance(count));
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.program = new Program(this.part(".code"), this.words, {
      pick: (line) => this.goToLine(line),
      look: (line) => this.lookAtLine(line),
      hover: (what) => this.hover(this.here(what)),
      choose: (what) => this.pin(this.here(what)),
      ran: (isNews) => this.expect(isNews),
      signal
    });
    this.chapters = new Chapters(this.part(".bar"), this.words, { go: (by) => this.turn(by), signal });
    this.card = new Card(this.part(".card"), this.words);
    this.narration = new Narration(this.part(".telling"), this.words);
    this.printed = new Printed(this.part(".output pre"), this.words);
    this.track = new Track(this.part(".track"), this.words, { go: (step) => this.seek(step), signal });
    this.inspector = new Inspector(this.part(".inspector"), this.words, {
      jump: (step) => this.seek(step),
      choose: (what) => this.pin(what)
    });
    this.stage = new Stage(this.part(".work"), this.words, {
      hover: (what) => this.hover(what),
      choose: (what) => this.pin(what),
      signal
    });
    this.finder = new Finder(this.part(".find"), { show: (boxes2, box) => this.found(boxes2, box), signal });
    this.listen(signal);
    this.present(recall("present") === "true");
  }
  close() {
    this.stepping.stop();
    clearTimeout(this.noting);
    clearTimeout(this.inspecting);
    this.ending.abort();
    if (active === this) active = null;
  }
  /** Take what the page gives. A new payload starts anew; a known one leaves everything where it is. */
  async take(bytes, setStateValue) {
    const { id, step, height, link, code, message, lesson, printed } = head(bytes);
    active ??= this;
    this.link = link;
    this.element.style.setProperty("--height", height);
    this.program.take(code, message, setStateValue);
    if (printed) this.printed.take(printed);
    this.tellLesson(lesson);
    this.wanted = id;
    if (id && id !== this.shown) {
      const fresh = await payload(bytes);
      if (this.wanted !== id || this.ending.signal.aborted) return;
      this.shown = id;
      this.open(fresh, step);
    } else if (id && step !== this.asked) this.go(step - 1);
    else if (!id && !this.story) this.blank();
    else if (message) this.printed.close();
    this.asked = step;
    this.stage.repaint(getComputedStyle(this.element));
  }
  /** Show the words, and nothing else, where there was no run yet that could be shown. */
  blank() {
    this.label();
    this.printed.close();
    this.element.classList.remove("blank");
  }
  /** Say what to look at; code in it stands between backquotes. */
  tellLesson(text) {
    const element2 = this.part(".lesson");
    element2.hidden = !text;
    const parts = (text ?? "").split("`").map((part, i) => i % 2 ? html("code", part) : part);
    element2.replaceChildren(...parts);
  }
  /** Let the keys step as soon as the run is there that was asked for; at once if it is there. */
  expect(isNews) {
    this.expecting = isNews;
    if (!isNews) this.part(".track").focus({ preventScroll: true });
  }
  open(payload2, step) {
    this.pause();
    Object.assign(this.words, WORDS, payload2.strings);
    const steps = payload2.steps.length ? payload2.steps : [{ kind: "end", phase: "forward", say: this.words.nothing }];
    this.chapters.open({ ...payload2, steps });
    this.label();
    this.program.open(this.chapters.whole);
    this.openGraph(Math.max(0, Math.min(step, steps.length) - 1));
    this.part(".output").hidden = !this.story.stdout.length && !this.story.error;
    this.show(this.clamp(step - 1));
    this.element.classList.remove("blank");
    for (const part of [".bar", ".work"]) this.part(part).inert = false;
    if (this.expecting && !this.program.isStale) this.part(".track").focus({ preventScroll: true });
    this.expecting = false;
  }
  /** Show the graph that a step is told on. */
  openGraph(step) {
    this.graph = this.chapters.graph(step);
    this.story = this.chapters.story(this.graph);
    this.pinned = this.hovered = null;
    const views = [this.card, this.narration, this.printed, this.inspector, this.stage, this.finder];
    this.track.open(this.story, this.chapters.range(step));
    for (const view of views) view.open(this.story);
  }
  /** Write the words into the skeleton. */
  label() {
    for (const element2 of [this.element, ...this.element.querySelectorAll("[data-label], [data-text]")]) {
      const { label, text, hint = label, key } = element2.dataset;
      if (label) assign(element2, "aria-label", this.words[label]);
      if (text) write(element2, this.words[text]);
      if (element2.matches("button") && hint)
        element2.title = key ? `${this.words[hint]} (${key})` : this.words[hint];
    }
    const speed = this.speed || 1;
    const option = (rate) => html("option", { value: rate, selected: rate === speed }, tell(this.words.perSecond, { count: rate }));
    this.part(".speed").replaceChildren(...SPEEDS.map(option));
    this.labelUnits();
    fillHelp(this.part(".help"), this.words, () => this.help(false));
  }
  labelUnits() {
    const units = UNITS.filter((unit) => unit !== "iteration" || this.chapters.areSeveral);
    const option = (unit) => html("option", { value: unit, selected: unit === this.unit }, this.words.units[unit]);
    this.part(".unit").replaceChildren(...units.map(option));
  }
  // Stepping
  clamp(step) {
    return Math.max(0, Math.min(this.story.last, step));
  }
  /** Go to a step because the user asked for it. */
  seek(step) {
    this.pause();
    this.go(step);
  }
  go(step) {
    const to = this.clamp(step);
    if (to === this.step) return;
    this.show(to);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.note(), NOTE_AFTER);
  }
  show(step) {
    this.step = step;
    if (this.chapters.graph(step) !== this.graph) this.openGraph(step);
    const calm = !this.stepping.running || this.speed <= CALM;
    const lively = calm && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.program.go(step);
    this.stage.go(step, lively);
    this.card.go(step, calm);
    this.narration.go(step, calm);
    this.printed.go(step);
    this.chapters.show(step);
    this.track.zoom(this.chapters.range(step));
    this.track.show(step, `${this.narration.place(step)}, ${this.words[this.story.steps[step].phase]}`);
    write(this.part(".count"), `${step + 1} / ${this.story.steps.length}`);
    this.inspect(calm);
  }
  /** Go on or back by what one goes by. */
  move(by) {
    this.seek(target(this.chapters, this.unit, this.step, by));
  }
  /** Go to the same step of another chapter. */
  turn(by) {
    this.seek(this.chapters.beside(this.step, by));
  }
  goToLine(line) {
    const step = this.story.stepOfLine(line, this.step);
    if (step != null) this.seek(step);
  }
  /** Mark what a line made, and bring it into view. */
  lookAtLine(line) {
    const boxes2 = this.story.ofLine.get(line) ?? [];
    this.stage.scene.mark(this.pinned, boxes2);
    if (boxes2.length) this.stage.reveal(boxes2.at(-1));
  }
  goToPhase(phase) {
    const step = this.story.next(phase, this.step);
    if (step != null) this.seek(step);
  }
  /** Let the address name the step, so that reloading or copying it comes back here. No server is asked. */
  note() {
    history.replaceState(history.state, "", this.address(location.href));
  }
  address(base) {
    const url = new URL(base, location.href);
    url.searchParams.set("step", this.step + 1);
    return url.href;
  }
  // Playing
  get unit() {
    return this.part(".unit").value;
  }
  get speed() {
    return Number(this.part(".speed").value);
  }
  play() {
    if (this.step === this.story.last) this.go(0);
    this.stepping.start(this.speed);
    this.showPlaying();
  }
  pause() {
    this.stepping.stop();
    this.showPlaying();
  }
  advance(count) {
    let to = this.step;
    for (let i = 0; i < count; i++) to = target(this.chapters, this.unit, to, 1);
    if (to === this.step || to >= this.story.last) this.pause();
    this.go(to);
  }
  showPlaying() {
    const button = this.part("[data-do=play]");
    const name = this.stepping.running ? this.words.pause : this.words.play;
    button.classList.toggle("playing", this.stepping.running);
    assign(button, "aria-label", name);
    button.title = `${name} (Space)`;
  }
  // Choosing
  hover(what) {
    if (what?.box === this.hovered?.box && what?.link === this.hovered?.link) return;
    this.hovered = what;
    this.program.hint(this.chapters.everywhere(this.graph, what?.box));
    this.stage.scene.point(what?.box);
    this.inspect(true);
  }
  /** What the program shows, {box}, in the graph that is shown; null if it is in another one. */
  here(what) {
    const box = this.chapters.inGraph(this.graph, what?.box);
    return box == null ? null : { box };
  }
  /** Open the drawer on a box or link, or close it. */
  pin(what) {
    this.pinned = what;
    this.hovered = null;
    this.stage.scene.mark(what, []);
    this.element.classList.toggle("drawn", Boolean(what));
    this.inspect(true);
  }
  inspect(atOnce) {
    const look = () => {
      this.inspecting = 0;
      const { box } = this.story.steps[this.step];
      this.inspector.show(
        this.hovered ?? this.pinned ?? (box == null ? null : { box }),
        this.step,
        Boolean(this.pinned)
      );
    };
    if (atOnce) {
      clearTimeout(this.inspecting);
      look();
    } else this.inspecting ||= setTimeout(look, INSPECT_EVERY);
  }
  // Commands
  act(name, button) {
    ({
      first: () => this.seek(0),
      previous: () => this.move(-1),
      next: () => this.move(1),
      last: () => this.seek(this.story.last),
      play: () => this.stepping.running ? this.pause() : this.play(),
      forward: () => this.goToPhase("forward"),
      backward: () => this.goToPhase("backward"),
      previousTurn: () => this.turn(-1),
      nextTurn: () => this.turn(1),
      in: () => this.stage.zoom(1.25),
      out: () => this.stage.zoom(1 / 1.25),
      fit: () => this.stage.fit(),
      follow: () => this.follow(!this.stage.following),
      find: () => this.finder.begin(),
      turn: () => this.stage.turn(),
      present: () => {
        this.present(!this.element.classList.contains("presenting"));
        remember("present", this.element.classList.contains("presenting"));
      },
      link: () => this.copyLink(button),
      help: () => this.help(this.part(".help").hidden),
      show: () => this.choosePane(button.dataset.pane),
      escape: () => this.escape()
    })[name]?.();
  }
  escape() {
    if (!this.part(".help").hidden) this.help(false);
    else if (this.finder.shown) this.endFinding();
    else this.pin(null);
  }
  follow(on) {
    this.stage.following = on;
    assign(this.part("[data-do=follow]"), "aria-pressed", String(on));
    if (on) this.stage.go(this.step, true);
  }
  /** Show it to a room: the step, large, and less around it. */
  present(on) {
    this.element.classList.toggle("presenting", on);
    assign(this.part("[data-do=present]"), "aria-pressed", String(on));
    this.stage.enlarge(on ? LARGE : 1);
    this.program.measure();
  }
  help(open) {
    this.part(".help").hidden = !open;
    assign(this.part("[data-do=help]"), "aria-expanded", String(open));
    (open ? this.part(".help button") : this.part("[data-do=help]")).focus();
  }
  choosePane(name) {
    this.part(".panes").dataset.shown = name;
    for (const button of this.element.querySelectorAll("[data-pane]")) {
      assign(button, "aria-pressed", String(button.dataset.pane === name));
    }
  }
  async copyLink(button = this.part("[data-do=link]")) {
    const address = this.address(this.link ?? location.href);
    await copy(address, this.element);
    button.classList.add("copied");
    assign(button, "aria-label", this.words.copied);
    setTimeout(() => {
      button.classList.remove("copied");
      assign(button, "aria-label", this.words.link);
    }, 1500);
  }
  /** Mark the boxes that a search found, and go to one of them. */
  found(boxes2, box) {
    this.pinned = box == null ? null : { box };
    this.stage.scene.mark(this.pinned, boxes2);
    if (this.pinned) this.stage.reveal(box);
    this.inspect(true);
  }
  endFinding() {
    this.finder.hide();
    this.stage.scene.mark(this.pinned, []);
    this.part(".boxes [tabindex='0']").focus({ preventScroll: true });
  }
  // Events
  listen(signal) {
    const on = (target2, type, handler) => target2.addEventListener(type, handler, { signal });
    on(this.element, "click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.act(button.dataset.do, button);
    });
    on(this.element, "keydown", (event) => this.key(event));
    on(this.element, "pointerdown", () => {
      active = this;
    });
    on(this.element, "focusin", () => {
      active = this;
    });
    on(document, "keydown", (event) => this.keyElsewhere(event));
    on(this.part(".speed"), "change", () => this.stepping.running && this.play());
  }
  key(event) {
    if (event.target.closest(".cm-editor")) {
      event.stopPropagation();
      return;
    }
    if (event.target.matches(".bar select, .find input")) {
      if (event.key === "Escape") this.escape();
      event.stopPropagation();
      return;
    }
    const wanted = command(event);
    if (!wanted || wanted === "play" && event.target.matches("button")) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(wanted);
  }
  keyElsewhere(event) {
    const wanted = command(event);
    if (!this.story || !wanted || wanted === "escape" || event.defaultPrevented || active !== this) return;
    const path = event.composedPath();
    if (path.includes(this.element) || !isFree(path[0], wanted) || !this.element.checkVisibility()) return;
    event.preventDefault();
    this.act(wanted);
  }
};
function mount({ data, parentElement, setStateValue }) {
  let player = players.get(parentElement);
  if (!player?.element.isConnected) {
    player?.close();
    player = new Player(parentElement);
    players.set(parentElement, player);
  }
  player.take(data, setStateValue);
  return () => {
    player.close();
    players.delete(parentElement);
  };
}
export {
  mount as default
};
