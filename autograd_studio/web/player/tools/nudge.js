import { ask, Channel } from "./channel.js";
import { short } from "../model/cells.js";
import { html } from "../base/dom.js";
import { Handles, isWhole } from "./handles.js";
import { compared, element, numbers, outcome, passOf, place, surprise } from "./promise.js";
import { MARK } from "../model/story.js";
import { tell } from "../base/words.js";

const MOST = 24; // elements that a gradient check looks at
const SECONDS = 10; // that it may take
const COARSE = 1 / 256; // of a number's size, how far a check nudges it
const FINE = 1 / 4096; // how far where that differs: the slope may be steep there
const GAP = 14; // between the ghost and what is around it
const GRID = 16; // on which a place is looked for
const REST = 150; // ms without another number, after which the chapters that are not shown are told too
const PARTS = ["tracks", "steps", "values", "curves", "stdout", "error", "functions"];

/**
 * Handles on the numbers of leaves, inputs and seeds: the program is run again with one of them replaced, and the picture
 * shows that run. A ghost under the root says how far L moved, and what the gradient promised.
 */
export class Nudge {
  /**
   * `view()` is what is shown now, {chapters, graph, story, step, stage}; `renumber(parts, changed, chapter)`
   * shows other numbers on the same picture, of one chapter or of all.
   */
  constructor(player, words, { view, renumber, checked, signal }) {
    this.words = words;
    this.player = player;
    this.view = view;
    this.renumber = renumber;
    this.onChecked = checked;
    this.ghost = html("div.ghost", { role: "status", hidden: true });
    this.hint = html("p");
    this.found = html("div.checked");
    this.panel = html("div.nudging", { hidden: true }, this.hint, this.found);
    this.world = player.querySelector(".world");
    this.drawer = player.querySelector(".inspector");
    this.handles = new Handles({
      world: this.world,
      drawer: this.drawer,
      value: (about) => this.valueOf(about),
      number: (about) => this.number(about),
      isHeld: (about) => this.holds(about),
      nudge: (about, value) => this.nudge(about, value),
      release: () => this.release(true),
      reveal: ({ box }) => this.view().stage.reveal(box),
      signal,
    });
    this.world.append(this.ghost);
    player.querySelector(".stage").after(this.panel);
    signal.addEventListener("abort", () => this.channel?.close());
  }

  /** Take where the server is asked; null where nothing can be nudged. */
  allow(way) {
    this.way = way;
  }

  /** Take the numbers of another run, of which nothing is nudged. */
  open() {
    this.close();
    this.base = this.checked = null;
  }

  /**
   * Check every gradient of the last pass begun at a step, as soon as the numbers of the run are there. `done` is called once
   * there is nothing more to read of it beside what the card says.
   */
  checkAt(step, done = this.done) {
    this.wanted = step;
    this.done = done;
    if (this.base && step != null) this.check(this.begun(step));
  }

  /** Follow to another step. */
  go() {
    if (!this.isOn || !this.base) return;
    if (this.now && ![undefined, this.chapter()].includes(this.now.chapter)) this.tellAll();
    if (this.now) {
      this.view().stage.renew(this.here(this.changed(this.own, this.now)));
      this.tell();
    }
    this.place();
  }

  /** Boxes of the whole run as the graph that is shown counts them. */
  here(boxes) {
    const { chapters, graph } = this.view();
    return new Set([...boxes].map((box) => chapters.inGraph(graph, box)).filter((box) => box != null));
  }

  get isOn() {
    return Boolean(this.channel);
  }

  toggle() {
    if (this.isOn) this.close();
    else if (this.way) this.begin();
    return this.isOn;
  }

  begin() {
    const { payload } = this.view().chapters;
    this.own = Object.fromEntries(PARTS.map((name) => [name, payload[name]]));
    this.held = null;
    this.panel.hidden = false;
    this.player.classList.add("nudged");
    this.channel = new Channel(
      (wanted) => ask(this.way, wanted),
      (wanted, answer) => this.answered(wanted, answer),
    );
    this.instruct(this.words.nudgeStarts);
    if (this.base) this.ready();
    else this.channel.want({ nudge: null });
  }

  /** What the check of the pass that ends at a step has found; nothing if there was none. */
  checksAt(step) {
    const { begun, rows } = this.checked ?? {};
    return begun === undefined || begun !== this.begun(step)
      ? null
      : rows.filter(({ pass }) => pass === begun - 1);
  }

  close() {
    this.wanted = this.done = null;
    if (!this.isOn) return;
    this.channel.close();
    this.channel = null;
    this.player.classList.remove("nudged");
    this.panel.hidden = this.ghost.hidden = true;
    this.found.replaceChildren();
    this.release(false);
    this.place();
  }

  ready() {
    const check = html("button", { type: "button" }, this.words.checkAll);
    check.addEventListener("click", () => this.check(this.begun(this.view().step)));
    this.hint.replaceChildren(this.words.nudgeHint, " ", check);
    this.place();
    if (this.wanted != null) setTimeout(() => this.checkAt(this.wanted)); // the channel is busy until this returns
  }

  instruct(text) {
    this.hint.replaceChildren(text);
  }

  // Handles

  /** Put a handle on every number that can be nudged, of those that are shown at this step. */
  place() {
    const found = this.nudgeable();
    this.handles.place([...found].flatMap(([box, one]) => this.written(box, one)));
    this.mark(found);
    this.settle();
  }

  /** Make handles of the numbers in the drawer, if they can be nudged. */
  mark(found = this.nudgeable()) {
    const { story, inspector } = this.view();
    const box = story?.originals[inspector.box ?? -1];
    const one = found.get(box);
    this.handles.mark(one ? inspector.cells("value") : [], (place_) => {
      const index = place_.reduce((sum, i, axis) => sum * one.own.shape[axis] + i, 0);
      return { key: `${one.at} ${index}`, at: one.at, index, box, title: story.boxes[box].title };
    });
  }

  /** The boxes of this graph that hold numbers to nudge at this step: which of the run's handles, and their tensor. */
  nudgeable() {
    const found = new Map();
    if (!this.isOn || !this.base) return found;
    const { chapters, graph, story, step } = this.view();
    const latest = new Map();
    this.base.handles.forEach(({ box, step: from }, at) => {
      if (from <= step) latest.set(box, at); // a later one is what the box shows by now
    });
    const told = this.now ?? this.base;
    for (const [whole, at] of latest) {
      const box = chapters.inGraph(graph, whole);
      if (box == null) continue;
      const { value } = story.at(box, step);
      const own = told.values[told.handles[at].value];
      if (value != null && same(story.values[value], own)) found.set(box, { at, own }); // else it holds another by now
    }
    return found;
  }

  /** The numbers that a box of the picture writes out, and where. */
  written(box, { at, own }) {
    const { story, step } = this.view();
    const { line, column, pad } = story.metrics;
    const row = story.boxes[box].rows.indexOf("value");
    const places = numbers(story.at(box, step).text ?? "");
    if (
      !story.isSeen(box) ||
      story.isHidden(box) ||
      row < 0 ||
      own.corner ||
      places.length !== own.data.length
    )
      return [];
    const { x, y, title } = story.boxes[box];
    return places.map(([from, length], index) => ({
      key: `${at} ${index} ${box}`,
      at,
      index,
      box,
      title,
      left: x + pad[0] + from * column,
      top: y + pad[1] + row * line,
      width: length * column,
      height: line,
    }));
  }

  /** How many passes have begun at a step. */
  begun(step) {
    return this.own.steps.reduce((count, { kind }, k) => count + Number(kind === "backward" && k <= step), 0);
  }

  valueOf({ at }) {
    return this.base.values[this.base.handles[at].value];
  }

  holds({ at, index }) {
    return this.held?.at === at && this.held.index === index;
  }

  /** The number that an element has now. */
  number(about) {
    if (this.holds(about)) return this.held.value;
    return element(this.valueOf(about), about.index);
  }

  // Nudging

  /** Run the program with an element replaced. */
  nudge(about, value) {
    if (!Number.isFinite(value) || (this.holds(about) && this.held.value === value)) return;
    const { at, index } = about;
    if (!this.holds(about)) this.held = { at, index };
    this.held.value = value;
    this.held.name = this.handles.name(about) ?? this.held.name;
    clearTimeout(this.resting);
    this.channel.want(this.request(at, index, value, this.alone()));
  }

  request(at, index, value, chapter) {
    const { creation, operation, write, seed } = this.base.handles[at];
    return { nudge: { value, index, creation, operation, write, seed }, chapter };
  }

  /** The number of the chapter that is told alone; undefined where there is but one. */
  alone() {
    return this.view().chapters.areSeveral ? this.chapter() : undefined;
  }

  /** The number of the chapter that is shown. */
  chapter() {
    const { chapters, step } = this.view();
    return chapters.at(step);
  }

  /** Have all chapters told with the number that is held; until then those that have not been show the program's own. */
  tellAll() {
    if (this.now.chapter !== this.chapter()) this.ownNumbers(this.words.nudgeStarts);
    const { at, index, value } = this.held;
    this.channel.want(this.request(at, index, value));
  }

  /** Show the program's own numbers again. */
  release(isKept) {
    clearTimeout(this.resting);
    this.held = this.now = null;
    this.ghost.hidden = true;
    if (this.channel) this.channel.queue = [];
    if (this.own) this.show(this.own, new Set());
    if (isKept) this.place();
  }

  /** Show a run's numbers; those of some boxes are other than the program's own. */
  show(told, changed) {
    const parts = Object.fromEntries(PARTS.map((name) => [name, told[name]]));
    // The pictures are those of the program's own run.
    if (told !== this.own) {
      parts.stdout = told.stdout.map(([step, text]) => [step, text.replaceAll(MARK, this.words.otherFigure)]);
      parts.functions = told.functions.map((call) => ({ ...call, reasons: this.reasons(call) }));
    }
    this.renumber(parts, this.here(changed), told.chapter);
  }

  /** The mistakes of a Function that the program's own run has shown in a call. */
  reasons({ title, from, to }) {
    const own = this.own.functions?.find((one) => one.title === title && one.from === from && one.to === to);
    return own?.reasons ?? [];
  }

  answered(wanted, answer) {
    if (!this.isOn) return;
    if (answer.status !== 200) this.refused(wanted, answer);
    else if (!wanted.nudge) this.start(answer);
    else if (this.held) this.arrived(answer, wanted);
  }

  /** Begin, with the program run as it is: if its run is not the one that is shown, nothing can be compared. */
  start(answer) {
    const fits =
      answer.tracks.length === this.own.tracks.length && answer.steps.length === this.own.steps.length;
    if (!fits) {
      this.instruct(this.words.notTheSame);
      return;
    }
    this.base = answer;
    this.ready();
  }

  refused(wanted, { status, message }) {
    const text = message ?? (status ? this.words.notNudged : this.words.unreachable);
    if (wanted.nudge && this.held && status !== 429) this.ownNumbers(text);
    else if (status !== 429 || !this.base) this.instruct(text);
  }

  /** Show a nudged run, if its picture is the program's. */
  arrived(answer, { nudge: { value, index }, chapter }) {
    const said = { name: this.held.name, value: short(this.held.value, "float32") };
    if (answer.shape !== this.base.shape) {
      const { error } = answer;
      const isNew = error && !this.own.error;
      const failure = [error?.type, error?.message].filter(Boolean).join(": ");
      this.ownNumbers(
        isNew
          ? tell(this.words.nudgedError, { ...said, error: failure, line: error.line ?? "?" })
          : tell(this.words.otherBranch, said),
      );
      return;
    }
    const now = this.placed(answer, chapter);
    if (!holds(now.values[now.handles[this.held.at].value], index, value)) {
      this.ownNumbers(this.words.notNudged);
      return;
    }
    this.now = now;
    if (chapter === undefined || chapter === this.chapter()) {
      this.show(now, this.changed(this.own, now));
      this.tell();
      this.place();
      clearTimeout(this.resting);
      if (chapter !== undefined) this.resting = setTimeout(() => this.held && this.tellAll(), REST);
    } else this.tellAll();
  }

  /** A run of which one chapter is told, with what it has in common with the program's own. */
  placed(answer, chapter) {
    if (chapter === undefined) return answer;
    const known = new Map(answer.handles.map((handle) => [which(handle), handle]));
    const handles = this.base.handles.map((handle) => ({ ...handle, ...known.get(which(handle)) }));
    return { ...answer, handles, chapter };
  }

  /** Say why a nudged run is not shown, over the program's own numbers. */
  ownNumbers(text) {
    clearTimeout(this.resting);
    this.now = null;
    this.show(this.own, new Set());
    this.say(html("p", text));
    this.place();
  }

  /** The boxes, as the whole run counts them, that show other numbers than the program's own at this step. */
  changed(own, now) {
    const { step, chapters, graph } = this.view();
    const found = new Set();
    const first = now.chapter === undefined ? 0 : chapters.everywhere(graph, 0);
    now.tracks.forEach((rows, i) => {
      const box = first + i;
      for (const [name, place_] of [
        ["value", 2],
        ["grad", 3],
      ]) {
        const [before, after] = [own.tracks[box], rows].map((tracks) => last(tracks[name], step)?.[place_]);
        if (!same(own.values[before], now.values[after])) found.add(box);
      }
    });
    return found;
  }

  // The ghost

  /** Say how far L moved, and what the gradient promised. */
  tell() {
    const { at, index, name } = this.held;
    const { words, base, now } = this;
    const pass = passOf(base, base.handles[at], this.begun(this.view().step));
    if (pass === null) {
      this.say(html("p", words.noPass));
      return;
    }
    const { dtype } = this.valueOf({ at });
    const found = outcome(base, now, at, pass, index);
    const text = (x) => short(x, "float32");
    const root = base.passes[pass].name || "y";
    const lines = [
      found.total !== null &&
        html("p", html("b", "L"), ` = Σ seed · ${root} = `, html("b", text(found.total))),
      found.moved === null
        ? html("p", words.tooLarge)
        : html(
            "p.moved",
            tell(found.promised === null ? words.moved : words.movedPromised, {
              moved: text(found.moved),
              promised: found.promised === null ? "" : text(found.promised),
            }),
          ),
      found.promised === null
        ? html(
            "p",
            tell(this.unpromised(base.handles[at], dtype, found), { dtype, name, slope: text(found.from) }),
          )
        : html("p.slope", tell(words.promiseIs, { name, slope: text(found.from), delta: text(found.delta) })),
      found.verdict && found.promised !== null
        ? html(
            "p",
            { class: `verdict ${found.verdict}` },
            tell(words.verdicts[found.verdict], { from: text(found.from), to: text(found.to) }),
            found.verdict === "jumps" ? ` ${this.surprise(at, pass)}` : "",
          )
        : null,
    ];
    this.say(...lines.filter(Boolean), this.back());
    this.pass = pass;
  }

  /** Why L did not move as it was promised. */
  surprise(at, pass) {
    const { cause, line } = surprise(this.view().chapters.payload, this.base.handles[at].box, pass);
    return tell(this.words.surprises[cause], { line: line ?? "?" });
  }

  /** Why a gradient promised nothing. */
  unpromised({ box }, dtype, { from }) {
    const { words } = this;
    if (from !== null) return words.notFinite;
    if (isWhole(dtype)) return words.noGradientType;
    const { kind } = this.view().chapters.payload.boxes[box];
    return kind === "constant" ? words.notRequired : words.noPromise;
  }

  back() {
    const { at, index } = this.held;
    const own = element(this.valueOf({ at }), index);
    const button = html(
      "button",
      { type: "button" },
      tell(this.words.backTo, { value: short(own, this.valueOf({ at }).dtype) }),
    );
    button.addEventListener("click", () => this.release(true));
    return button;
  }

  /** Write into the ghost, whose place is found when the handles have theirs: to measure it makes the browser lay out the page. */
  say(...parts) {
    this.ghost.hidden = false;
    const back = parts.some((part) => part.matches("button")) ? [] : [this.back()];
    this.ghost.replaceChildren(...parts, ...back);
  }

  /** Put the ghost near its root where there is room in view, if possible under it; else into the panel. */
  settle() {
    if (this.ghost.hidden) return;
    const { chapters, graph, story, stage } = this.view();
    const begins = this.own.steps.filter(({ kind }) => kind === "backward")[this.pass ?? 0];
    const box = begins && chapters.inGraph(graph, begins.to ?? begins.box);
    const root = story.boxes[story.shown[box ?? -1]] ?? story.boxes.at(-1);
    if (!root) return;
    const [w, h] = [this.ghost.offsetWidth, this.ghost.offsetHeight];
    const seen = story.boxes.filter((one, i) => story.isSeen(i) && !story.isTab[i]);
    const isFree = (spot) => !seen.some((one) => overlap(spot, one));
    const view = stage.camera.view();
    view.w -= this.covered() / stage.camera.zoom;
    const spot = spots(root, w, h, view).find(isFree);
    const home = spot ? this.world : this.panel;
    if (this.ghost.parentElement !== home) home.append(this.ghost);
    if (spot) Object.assign(this.ghost.style, { left: `${spot.x}px`, top: `${spot.y}px` });
  }

  /** How much of the picture the drawer lies over, px. */
  covered() {
    return getComputedStyle(this.drawer).position === "absolute" ? this.drawer.offsetWidth : 0;
  }

  // The gradient check

  /** Compare the gradient of each leaf with what a central difference finds, element by element. */
  async check(begun) {
    this.wanted = null;
    this.release(true);
    const { channel, base, words } = this;
    const rows = [];
    const since = channel.wants;
    const until = performance.now() + SECONDS * 1000;
    const wanted = this.leaves(begun);
    for (const one of wanted.slice(0, MOST)) {
      this.results(rows, tell(words.checking, { count: rows.length, total: wanted.length }));
      const found = performance.now() < until ? await this.compare(channel, base, one, since) : null;
      if (this.channel !== channel) return;
      if (!found) break;
      rows.push({ ...one, ...found });
    }
    const left = wanted.length - rows.length;
    this.results(rows, left ? tell(words.notChecked, { count: left }) : "");
    this.settle();
    this.checked = { begun, rows };
    this.onChecked();
    if (!left && rows.every(({ verdict }) => verdict === "agree")) this.done?.();
  }

  /** The elements of leaves that a pass has brought a gradient to. */
  leaves(begun) {
    const known = new Set();
    return this.base.handles.flatMap((handle, at) => {
      const pass = passOf(this.base, handle, begun);
      const gain = handle.passes.find(([one]) => one === pass)?.[1];
      const made = handle.creation ?? `by ${handle.operation}`;
      if (gain == null || known.has(made)) return [];
      known.add(made);
      const { shape, data, corner } = this.base.values[handle.value];
      const name = this.view().chapters.payload.boxes[handle.box].title;
      if (corner) return [];
      return data.map((item, index) => ({
        at,
        pass,
        index,
        leaf: name,
        name: name + place(index, shape),
        own: Number(item),
      }));
    });
  }

  /** Compare the gradient of one element; null where a number is nudged meanwhile. */
  async compare(channel, base, one, since) {
    const found = await this.difference(channel, base, one, COARSE, since);
    if (found?.verdict !== "differ") return found;
    const finer = await this.difference(channel, base, one, FINE, since);
    return finer?.verdict === "agree" && finer.isSharp ? finer : found;
  }

  /** Compare a gradient with a central difference over a share of the number's size; null where a number is nudged meanwhile. */
  async difference(channel, base, { at, pass, index, own }, share, since) {
    const step = share * Math.max(Math.abs(own), 0.25);
    const runs = [];
    const chapter = this.alone();
    for (const value of [own - step, own + step]) {
      const answer = await channel.once(this.request(at, index, value, chapter), since);
      if (!answer) return null;
      if (answer.status !== 200) return { verdict: "error" };
      if (answer.shape !== base.shape) return { verdict: "branch" };
      runs.push(this.placed(answer, chapter));
    }
    return compared(base, runs[0], runs[1], at, pass, index) ?? { verdict: "unknown" };
  }

  results(rows, note) {
    const { words } = this;
    const text = (x) => (x == null ? "" : short(x, "float32"));
    const row = ({ name, gradient, nudged, verdict, sides }) =>
      html(
        "tr",
        { class: verdict },
        html("td", name),
        html("td", text(gradient)),
        html("td", text(nudged)),
        html("td", tell(words.checks[verdict], { left: text(sides?.[0]), right: text(sides?.[1]) })),
      );
    const head = ["", ".grad", words.nudged, ""].map((title) => html("th", { scope: "col" }, title));
    const agree = rows.filter(({ verdict }) => verdict === "agree").length;
    const close = html("button", { type: "button", "aria-label": words.close }, "×");
    close.addEventListener("click", () => {
      this.found.replaceChildren();
      this.done?.();
    });
    this.found.replaceChildren(
      html(
        "p",
        { role: "status" },
        note || tell(words.agreeing, { count: agree, total: rows.length }),
        " ",
        close,
      ),
      html("table", html("thead", html("tr", ...head)), html("tbody", ...rows.map(row))),
    );
  }
}

/** What a handle has as its name in every run. */
function which({ creation, operation, write, seed }) {
  return JSON.stringify([creation, operation, write, seed]);
}

/** Whether an element is a number, as far as its type can tell. */
function holds(value, index, wanted) {
  const found = element(value, index);
  if (value.dtype === "bool") return found === Number(Boolean(wanted));
  return Math.abs(found - wanted) <= 0.01 * Math.abs(wanted);
}

/** Whether two values show the same; of large ones it is what is known of them. */
function same(a, b) {
  if (!a || !b) return a === b;
  return a === b || JSON.stringify([a.data, a.shape, a.stats]) === JSON.stringify([b.data, b.shape, b.stats]);
}

function last(entries = [], step) {
  let found;
  for (const entry of entries) if (entry[0] <= step) found = entry;
  return found;
}

function overlap(a, b) {
  return (
    a.x < b.x + b.w + GAP / 2 &&
    b.x < a.x + a.w + GAP / 2 &&
    a.y < b.y + b.h + GAP / 2 &&
    b.y < a.y + a.h + GAP / 2
  );
}

/** Where something of a size could be in a view, what is nearest to below a box first. */
function spots(root, w, h, view) {
  const [x, y] = [root.x + root.w / 2 - w / 2, root.y + root.h + GAP];
  const found = [{ x, y, w, h }];
  for (let left = view.x + GAP; left + w + GAP <= view.x + view.w; left += GRID)
    for (let top = view.y + GAP; top + h + GAP <= view.y + view.h; top += GRID)
      found.push({ x: left, y: top, w, h });
  const isIn = (spot) =>
    spot.x >= view.x && spot.y >= view.y && spot.x + w <= view.x + view.w && spot.y + h <= view.y + view.h;
  const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
  return found.filter(isIn).sort((a, b) => far(a) - far(b));
}
