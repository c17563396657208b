import { Channel } from "./channel.js";
import { short } from "../model/cells.js";
import { html } from "../base/dom.js";
import { checkGradients, table } from "./gradient_check.js";
import { Handles } from "./handles.js";
import { element, passOf } from "./promise.js";
import { promised } from "./promised.js";
import { MARK } from "../model/story.js";
import { tell } from "../base/phrases.js";

/** @import { FunctionCall, Handle, Nudged, Payload, Step, Tracks, Value } from "../model/types.d.ts" */
/** @import { Over, View } from "../model/view.d.ts" */
/** @import { Answer, Wanted } from "./channel.js" */
/** @import { Row } from "./gradient_check.js" */
/** @import { About, Placed } from "./handles.js" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ nudge: (wanted: Wanted) => Promise<any> }} Way how the server is asked */
/** @typedef {Pick<Payload, "tracks" | "steps" | "values" | "curves" | "stdout" | "error" | "functions">} Parts of a run that another one has, too */
/** @typedef {Nudged & { chapter?: number }} Told a run, or a chapter of it */
/** @typedef {{ at: number, index: number, value: number, name: string }} Held the number that is replaced */
/** @typedef {{ at: number, own: Value }} Own which handle a box shows, and its tensor */

const REST = 150; // ms without another number, after which the chapters that are not shown are told too
const PARTS = /** @type {const} */ (["tracks", "steps", "values", "curves", "stdout", "error", "functions"]);

/**
 * Handles on the numbers of leaves, inputs and seeds: the program is run again with one of them replaced, and the picture
 * shows that run. A ghost under the root says how far L moved, and what the gradient promised.
 */
export class Nudge {
  /** @type {Way | null} */
  way = null;
  /** @type {Channel | null} */
  channel = null;
  /** The program's own numbers. @type {Parts | null} */
  own = null;
  /** The program run again as it is, and with the number that is held. @type {Told | null} */
  base = null;
  /** @type {Told | null} */
  now = null;
  /** @type {Held | null} */
  held = null;
  /** The number with which all chapters have been asked for. @type {Held | null} */
  asked = null;
  /** The pass that is told of. @type {number | null} */
  pass = null;
  /** What a check has found, and the step that is to be checked. @type {{ begun: number, rows: Row[] } | null} */
  checked = null;
  /** @type {number | null} */
  wanted = null;
  /** @type {(() => void) | null} */
  done = null;

  /**
   * @param {HTMLElement} player @param {Words} words
   * @param {{ view: () => View, over: Over, renumber: (parts: Parts, changed: Set<number>, chapter?: number) => void,
   *   checked: () => void, signal: AbortSignal }} options `view` is what is shown now; `renumber` shows other numbers on the
   *   same picture, of one chapter or of all
   */
  constructor(player, words, { view, over, renumber, checked, signal }) {
    this.words = words;
    this.player = player;
    this.view = view;
    this.over = over;
    this.renumber = renumber;
    this.onChecked = checked;
    this.ghost = /** @type {HTMLElement} */ (html("div.ghost", { role: "status", hidden: true }));
    this.hint = html("p");
    this.found = html("div.checked");
    const panel = html("div.nudging", { hidden: true }, this.hint, this.found);
    this.panel = /** @type {HTMLElement} */ (panel);
    this.world = /** @type {HTMLElement} */ (player.querySelector(".world"));
    this.drawer = /** @type {HTMLElement} */ (player.querySelector(".inspector"));
    this.handles = new Handles(
      this.world,
      this.drawer,
      {
        value: (about) => this.valueOf(about),
        number: (about) => this.number(about),
        isHeld: (about) => this.holds(about),
        nudge: (about, value) => this.nudge(about, value),
        release: () => this.release(true),
        reveal: ({ box }) => this.view().stage.reveal(box),
      },
      signal,
    );
    over.add(this.ghost, () => this.root);
    over.add(this.panel, () => "corner");
    signal.addEventListener("abort", () => this.channel?.close());
  }

  /** Take how the server is asked; null where nothing can be nudged. @param {Way | null} way */
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
   * @param {number | null} step @param {(() => void) | null} [done]
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
      this.view().stage.renew(this.here(this.changed(this.now)));
      this.tell();
    }
    this.place();
  }

  /** Boxes of the whole run as the graph that is shown counts them. @param {Iterable<number>} boxes */
  here(boxes) {
    const { chapters, graph } = this.view();
    return new Set([...boxes].flatMap((box) => chapters.inGraph(graph, box) ?? []));
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
    const { way } = this;
    this.own = parts(payload);
    this.held = null;
    this.panel.hidden = false;
    this.player.classList.add("nudged");
    this.channel = new Channel(
      (wanted) => /** @type {Way} */ (way).nudge(wanted),
      (wanted, answer) => this.answered(wanted, answer),
    );
    this.instruct(this.words.nudgeStarts);
    if (this.base) this.ready();
    else this.channel.want({ nudge: null });
  }

  /** What the check of the pass that ends at a step has found; nothing if there was none. @param {number} step */
  checksAt(step) {
    const { begun, rows } = this.checked ?? { begun: -1, rows: [] };
    return begun !== this.begun(step) ? null : rows.filter(({ pass }) => pass === begun - 1);
  }

  close() {
    this.wanted = this.done = null;
    if (!this.channel) return;
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

  /** @param {string} text */
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
    const own = found.get(box);
    const about = (/** @type {number[]} */ place) => {
      const { at, own: tensor } = /** @type {Own} */ (own);
      const index = place.reduce((sum, i, axis) => sum * tensor.shape[axis] + i, 0);
      return { key: `${at} ${index}`, at, index, box, title: story.boxes[box].title };
    };
    this.handles.mark(own ? inspector.cells("value") : [], about);
  }

  /** The boxes of this graph that hold numbers to nudge at this step: which of the run's handles, and their tensor. */
  nudgeable() {
    /** @type {Map<number, Own>} */
    const found = new Map();
    if (!this.isOn || !this.base) return found;
    const { chapters, graph, story, step } = this.view();
    /** @type {Map<number, number>} */
    const latest = new Map();
    this.base.handles.forEach(({ box, step: from }, at) => {
      if (box !== undefined && from !== undefined && from <= step) latest.set(box, at); // a later one is what the box shows by now
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

  /** The cells in which a box of the picture shows the numbers of a tensor, and where they are. @param {number} box @param {Own} own_ @returns {Placed[]} */
  written(box, { at, own }) {
    const { story } = this.view();
    const { x, y, w, title, cells: [rows, columns] = [0, 0] } = story.boxes[box];
    const isWhole = !own.corner && rows * columns === own.data.length;
    if (!story.isSeen(box) || story.isHidden(box) || !isWhole) return [];
    const { pad, name, gap, cell, apart } = story.metrics;
    const width = (w - 2 * pad[0] - (columns - 1) * apart) / columns;
    return own.data.map((_, index) => ({
      key: `${at} ${index} ${box}`,
      at,
      index,
      box,
      title,
      left: x + pad[0] + (index % columns) * (width + apart),
      top: y + pad[1] + name + gap + Math.floor(index / columns) * (cell + apart),
      width,
      height: cell,
    }));
  }

  /** How many passes have begun at a step. @param {number} step */
  begun(step) {
    const steps = this.own?.steps ?? [];
    return steps.reduce((count, { kind }, k) => count + Number(kind === "backward" && k <= step), 0);
  }

  /** The tensor of a handle, as the program has it. @param {{ at: number }} about */
  valueOf({ at }) {
    const { values, handles } = /** @type {Told} */ (this.base);
    return values[handles[at].value];
  }

  /** @param {{ at: number, index: number }} about */
  holds({ at, index }) {
    return this.held?.at === at && this.held.index === index;
  }

  /** The number that an element has now. @param {{ at: number, index: number }} about @returns {number} */
  number(about) {
    if (this.held && this.holds(about)) return this.held.value;
    return element(this.valueOf(about), about.index) ?? NaN;
  }

  // Nudging

  /** Run the program with an element replaced. @param {About} about @param {number} value */
  nudge(about, value) {
    const { at, index } = about;
    const known = this.held && this.holds(about) ? this.held : null;
    if (!Number.isFinite(value) || known?.value === value) return;
    const name = this.handles.name(about) ?? known?.name ?? about.title;
    this.held = { at, index, value, name };
    clearTimeout(this.resting);
    this.channel?.want(this.request(at, index, value, this.alone()));
  }

  /** @param {number} at @param {number} index @param {number} value @param {number} [chapter] @returns {Wanted} */
  request(at, index, value, chapter) {
    const { creation, operation, write, seed } = /** @type {Told} */ (this.base).handles[at];
    return { nudge: { value, index, creation, operation, write, seed }, chapter };
  }

  /** The number of the chapter that is told alone; undefined where there is but one. */
  alone() {
    return this.view().chapters.payload.chapters.length > 1 ? this.chapter() : undefined;
  }

  /** The number of the chapter that is shown. */
  chapter() {
    const { chapters, step } = this.view();
    return chapters.at(step);
  }

  /** Have all chapters told with the number that is held; until then those that have not been show the program's own. */
  tellAll() {
    if (!this.held) return;
    const { at, index, value } = this.held;
    if (this.now?.chapter !== this.chapter()) this.ownNumbers(this.words.nudgeStarts);
    if (this.asked === this.held) return;
    this.asked = this.held;
    this.channel?.want(this.request(at, index, value));
  }

  /** Show the program's own numbers again. @param {boolean} isKept whether handles stay */
  release(isKept) {
    clearTimeout(this.resting);
    this.held = this.now = null;
    this.ghost.hidden = true;
    if (this.channel) this.channel.queue = [];
    if (this.own) this.show(this.own, new Set());
    if (isKept) this.place();
  }

  /** Show a run's numbers; those of some boxes are other than the program's own. @param {Told | Parts} told @param {Iterable<number>} changed */
  show(told, changed) {
    const shown = parts(told);
    // The pictures are those of the program's own run.
    if (told !== this.own) {
      shown.stdout = told.stdout.map(([step, text]) => [step, text.replaceAll(MARK, this.words.otherFigure)]);
      shown.functions = told.functions?.map((call) => ({ ...call, reasons: this.reasons(call) }));
    }
    this.renumber(shown, this.here(changed), "chapter" in told ? told.chapter : undefined);
  }

  /** The mistakes of a Function that the program's own run has shown in a call. @param {FunctionCall} call */
  reasons({ title, from, to }) {
    const own = this.own?.functions?.find((one) => one.title === title && one.from === from && one.to === to);
    return own?.reasons ?? [];
  }

  /** @param {Wanted} wanted @param {any} answer a run, or why there is none */
  answered(wanted, answer) {
    if (!this.isOn) return;
    if (answer.status !== 200) this.refused(wanted, answer);
    else if (!wanted.nudge) this.start(answer);
    else if (this.held) this.arrived(answer, wanted);
  }

  /** Begin, with the program run as it is: if its run is not the one that is shown, nothing can be compared. @param {Told} answer */
  start(answer) {
    const { tracks, steps } = /** @type {Parts} */ (this.own);
    const fits = answer.tracks.length === tracks.length && answer.steps.length === steps.length;
    if (!fits) {
      this.instruct(this.words.notTheSame);
      return;
    }
    this.base = answer;
    this.ready();
  }

  /** @param {Wanted} wanted @param {Answer} answer */
  refused(wanted, { status, message }) {
    const text = message ?? (status ? this.words.notNudged : this.words.unreachable);
    if (wanted.nudge && this.held && status !== 429) this.ownNumbers(text);
    else if (status !== 429 || !this.base) this.instruct(text);
  }

  /** Show a nudged run, if its picture is the program's. @param {Told} answer @param {Wanted} wanted */
  arrived(answer, { nudge, chapter }) {
    const held = /** @type {Held} */ (this.held);
    if (answer.shape !== this.base?.shape) {
      this.ownNumbers(this.elsewhere(answer, held));
      return;
    }
    const now = this.placed(answer, chapter);
    if (!nudge || !holds(now.values[now.handles[held.at].value], nudge.index, nudge.value)) {
      this.ownNumbers(this.words.notNudged);
      return;
    }
    this.now = now;
    if (chapter === undefined || chapter === this.chapter()) {
      this.show(now, this.changed(now));
      this.tell();
      this.place();
      clearTimeout(this.resting);
      if (chapter !== undefined) this.resting = window.setTimeout(() => this.tellAll(), REST);
    } else this.tellAll();
  }

  /** What is said of a run that goes another way than the program's own. @param {Told} answer @param {Held} held */
  elsewhere({ error }, { name, value }) {
    const said = { name, value: short(value, "float32") };
    if (!error || this.own?.error) return tell(this.words.otherBranch, said);
    const failure = [error.type, error.message].filter(Boolean).join(": ");
    return tell(this.words.nudgedError, { ...said, error: failure, line: error.line ?? "?" });
  }

  /**
   * A run of which one chapter is told, with what it has in common with the program's own.
   * @template {Told} T @param {T} answer @param {number} [chapter] @returns {T}
   */
  placed(answer, chapter) {
    if (chapter === undefined || !this.base) return answer;
    const known = new Map(answer.handles.map((handle) => [which(handle), handle]));
    const handles = this.base.handles.map((handle) => ({ ...handle, ...known.get(which(handle)) }));
    return { ...answer, handles, chapter };
  }

  /** Say why a nudged run is not shown, over the program's own numbers. @param {string} text */
  ownNumbers(text) {
    clearTimeout(this.resting);
    this.now = null;
    if (this.own) this.show(this.own, new Set());
    this.say(html("p", text));
    this.place();
  }

  /** The boxes, as the whole run counts them, that show other numbers than the program's own at this step. @param {Told} now */
  changed(now) {
    const own = /** @type {Parts} */ (this.own);
    const { step, chapters, graph } = this.view();
    const first = now.chapter === undefined ? 0 : chapters.everywhere(graph, 0);
    const isOther = (/** @type {number | null} */ before, /** @type {number | null} */ after) =>
      !same(own.values[before ?? -1], now.values[after ?? -1]);
    return new Set(
      now.tracks.flatMap((rows, i) => {
        const [before, after] = [own.tracks[first + i], rows].map((tracks) => shownAt(tracks, step));
        return isOther(before.value, after.value) || isOther(before.grad, after.grad) ? [first + i] : [];
      }),
    );
  }

  // What is told of it

  /** Say how far L moved, and what the gradient promised. */
  tell() {
    const { words, base, now, held } = this;
    if (!base || !now || !held) return;
    const { payload } = this.view().chapters;
    const pass = passOf(base, base.handles[held.at], this.begun(this.view().step));
    if (pass === null) this.say(html("p", words.noPass));
    else
      this.say(
        ...promised({ base, now, at: held.at, index: held.index, name: held.name, pass, payload, words }),
      );
    this.pass = pass;
  }

  /** @param {Held} held */
  back(held) {
    const { dtype } = this.valueOf(held);
    const value = short(element(this.valueOf(held), held.index) ?? NaN, dtype);
    const button = html("button", { type: "button" }, tell(this.words.backTo, { value }));
    button.addEventListener("click", () => this.release(true));
    return button;
  }

  /** Say something of the number that is held, with the way back; its place is found when the handles have theirs. @param {Element[]} lines */
  say(...lines) {
    this.ghost.hidden = false;
    this.ghost.replaceChildren(...lines, ...(this.held ? [this.back(this.held)] : []));
  }

  /** The box whose movement is told. */
  get root() {
    const { chapters, graph, story } = this.view();
    const begins = this.own?.steps.filter(({ kind }) => kind === "backward")[this.pass ?? 0];
    const box = begins ? chapters.inGraph(graph, begins.to ?? begins.box) : null;
    return story.shown[box ?? -1] ?? story.boxes.length - 1;
  }

  /** Put what is told where there is room. */
  settle() {
    this.over.place(this.panel);
    this.over.place(this.ghost);
  }

  // The gradient check

  /** Compare the gradient of each leaf with what a central difference finds. @param {number} begun how many passes have begun */
  async check(begun) {
    const { channel, base } = this;
    if (!channel || !base) return;
    this.wanted = null;
    this.release(true);
    const since = channel.wants;
    const chapter = this.alone();
    const run = async (
      /** @type {number} */ at,
      /** @type {number} */ index,
      /** @type {number} */ value,
    ) => {
      const answer = await channel.once(this.request(at, index, value, chapter), since);
      return answer?.status === 200 ? this.placed(answer, chapter) : answer;
    };
    const { payload } = this.view().chapters;
    const { rows, left } = await checkGradients(base, payload, begun, run, (some, total) =>
      this.results(some, tell(this.words.checking, { count: some.length, total })),
    );
    if (this.channel !== channel) return;
    this.results(rows, left ? tell(this.words.notChecked, { count: left }) : "");
    this.checked = { begun, rows };
    this.onChecked();
    if (!left && rows.every(({ verdict }) => verdict === "agree")) this.done?.();
  }

  /** @param {Row[]} rows @param {string} note */
  results(rows, note) {
    const { words } = this;
    const agree = rows.filter(({ verdict }) => verdict === "agree").length;
    const close = html("button", { type: "button", "aria-label": words.close }, "×");
    close.addEventListener("click", () => {
      this.found.replaceChildren();
      this.done?.();
      this.settle();
    });
    const said = note || tell(words.agreeing, { count: agree, total: rows.length });
    this.found.replaceChildren(html("p", { role: "status" }, said, " ", close), table(rows, words));
    this.settle();
  }
}

/** Of a run, what another one has, too. @param {Parts | Told} run @returns {Parts} */
function parts(run) {
  return /** @type {Parts} */ (Object.fromEntries(PARTS.map((name) => [name, run[name]])));
}

/** What a handle has as its name in every run. @param {Handle} handle */
function which({ creation, operation, write, seed }) {
  return JSON.stringify([creation, operation, write, seed]);
}

/** Whether an element is a number, as far as its type can tell. @param {Value} value @param {number} index @param {number} wanted */
function holds(value, index, wanted) {
  const found = element(value, index);
  if (value.dtype === "bool") return found === Number(Boolean(wanted));
  return found !== undefined && Math.abs(found - wanted) <= 0.01 * Math.abs(wanted);
}

/** Whether two values show the same; of large ones it is what is known of them. @param {Value} [a] @param {Value} [b] */
function same(a, b) {
  if (!a || !b) return a === b;
  return a === b || JSON.stringify([a.data, a.shape, a.stats]) === JSON.stringify([b.data, b.shape, b.stats]);
}

/** The values that a box shows at a step, of itself and of its gradient. @param {Tracks | undefined} rows @param {number} step */
function shownAt(rows, step) {
  const last = (/** @type {[number, ...unknown[]][]} */ entries, /** @type {number} */ place) =>
    /** @type {number | null} */ (entries.findLast(([k]) => k <= step)?.[place] ?? null);
  return { value: last(rows?.value ?? [], 2), grad: last(rows?.grad ?? [], 3) };
}
