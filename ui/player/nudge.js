import { ask, Channel } from "./channel.js";
import { short } from "./cells.js";
import { html } from "./dom.js";
import { compared, element, numbers, outcome, passOf, place, rounded, unit } from "./promise.js";
import { tell } from "./words.js";

const COARSE = 10; // keys are this much coarser than pixels, and once more with Shift
const PIXELS = 12; // to the next integer
const MOST = 24; // elements that a gradient check looks at
const SECONDS = 10; // that it may take
const PART = 1 / 256; // of a number's size, how far a check nudges it
const GAP = 14; // between the ghost and what is around it
const GRID = 16; // on which a place is looked for
const PARTS = ["tracks", "steps", "values", "curves", "stdout", "error"];

/**
 * Handles on the numbers of leaves, inputs and seeds: the program is run again with one of them replaced, and the picture
 * shows that run. A ghost under the root says how far L moved, and what the gradient promised.
 */
export class Nudge {
  /**
   * `view()` is what is shown now, {chapters, graph, story, step, stage}; `renumber(parts, changed)` shows other numbers on
   * the same picture.
   */
  constructor(player, words, { view, renumber, signal }) {
    this.words = words;
    this.view = view;
    this.renumber = renumber;
    this.layer = html("div.handles");
    this.ghost = html("div.ghost", { role: "status", hidden: true });
    this.hint = html("p");
    this.found = html("div.checked");
    this.panel = html("div.nudging", { hidden: true }, this.hint, this.found);
    player.querySelector(".world").append(this.layer, this.ghost);
    player.querySelector(".stage").append(this.panel);
    this.elements = new Map();
    this.listen(signal);
    signal.addEventListener("abort", () => this.channel?.close());
  }

  /** Take where the server is asked; null where nothing can be nudged. */
  allow(way) {
    this.way = way;
  }

  /** Take the numbers of another run, of which nothing is nudged. */
  open() {
    this.close();
    this.base = null;
  }

  /** Follow to another step. */
  go() {
    if (!this.isOn || !this.base) return;
    if (this.now) {
      this.view().stage.scene.renew(this.here(this.changed(this.own, this.now)));
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
    this.channel = new Channel(
      (wanted) => ask(this.way, wanted),
      (wanted, answer) => this.answered(wanted, answer),
    );
    this.instruct(this.words.nudgeStarts);
    if (this.base) this.ready();
    else this.channel.want(null);
  }

  close() {
    if (!this.isOn) return;
    this.channel.close();
    this.channel = null;
    this.panel.hidden = this.ghost.hidden = true;
    this.found.replaceChildren();
    this.release(false);
    this.place();
  }

  ready() {
    const check = html("button", { type: "button" }, this.words.checkAll);
    check.addEventListener("click", () => this.check());
    this.hint.replaceChildren(this.words.nudgeHint, " ", check);
    this.place();
  }

  instruct(text) {
    this.hint.replaceChildren(text);
  }

  // Handles

  /** Put a handle on every number that can be nudged, of those that are shown at this step. */
  place() {
    const wanted = this.isOn && this.base ? this.handles() : [];
    const before = this.elements;
    this.elements = new Map();
    for (const one of wanted) {
      const handle = before.get(one.key) ?? this.handle();
      Object.assign(handle, { about: one });
      this.describe(handle);
      this.elements.set(one.key, handle);
      if (!handle.isConnected) this.layer.append(handle);
    }
    for (const [key, handle] of before) if (!this.elements.has(key)) handle.remove();
    this.settle();
  }

  /** The numbers that have a handle: where, of which entry of the run's handles, and which element. */
  handles() {
    const { chapters, graph, story, step } = this.view();
    const { line, column, pad } = story.metrics;
    const found = [];
    const boxes = new Map();
    this.base.handles.forEach(({ box, step: from }, at) => {
      if (from <= step) boxes.set(box, at); // a later one is what the box shows by now
    });
    const told = this.now ?? this.base;
    for (const [whole, at] of boxes) {
      const i = chapters.inGraph(graph, whole);
      if (i == null || !story.isSeen(i)) continue;
      const { text, value } = story.at(i, step);
      const own = told.values[told.handles[at].value];
      const row = story.boxes[i].rows.indexOf("value");
      if (value == null || row < 0 || !same(story.values[value], own)) continue; // it holds something else by now
      const places = numbers(text);
      if (places.length !== own.data.length) continue;
      places.forEach(([from, length], index) => {
        const { x, y } = story.boxes[i];
        const [left, top] = [x + pad[0] + from * column, y + pad[1] + row * line];
        const [width, height] = [length * column, line];
        found.push({ key: `${at} ${index} ${i}`, at, index, box: i, left, top, width, height });
      });
    }
    return found;
  }

  /** How many passes have begun at a step. */
  begun(step) {
    return this.own.steps.reduce((count, { kind }, k) => count + Number(kind === "backward" && k <= step), 0);
  }

  handle() {
    return html("span", { class: "handle", tabindex: 0 });
  }

  describe(handle) {
    const { at, index, box, left, top, width, height } = handle.about;
    const sides = { left, top, width, height };
    for (const [side, length] of Object.entries(sides)) handle.style[side] = `${length}px`;
    const told = this.now ?? this.base;
    const value = told.values[told.handles[at].value];
    const item = value.data[index];
    const isFlag = value.dtype === "bool";
    handle.setAttribute("role", isFlag ? "switch" : "spinbutton");
    handle.setAttribute("aria-label", this.view().story.boxes[box].title + place(index, value.shape));
    if (isFlag) handle.setAttribute("aria-checked", String(Boolean(item)));
    else {
      handle.setAttribute("aria-valuenow", String(Number(item)));
      handle.setAttribute("aria-valuetext", short(item, value.dtype));
    }
    handle.classList.toggle("held", this.held?.at === at && this.held.index === index);
  }

  listen(signal) {
    const on = (type, handler) => this.layer.addEventListener(type, handler, { signal });
    const own = ({ target }) => target.closest(".handle");
    let drag = null;
    on("pointerdown", (event) => {
      const handle = own(event);
      if (!handle || event.button) return;
      event.preventDefault();
      handle.focus({ preventScroll: true });
      handle.setPointerCapture(event.pointerId);
      drag = { handle, x: event.clientX, value: this.number(handle.about), moved: false };
    });
    on("pointermove", (event) => {
      if (!drag || own(event) !== drag.handle) return;
      const { dtype } = this.valueOf(drag.handle.about);
      const step = unit(drag.value, dtype);
      const by = event.clientX - drag.x;
      drag.moved ||= Math.abs(by) > 3;
      if (!drag.moved || dtype === "bool") return;
      const whole = isWhole(dtype) ? Math.round(by / PIXELS) : by;
      this.nudge(drag.handle.about, rounded(drag.value + whole * step, step / 10));
    });
    on("pointerup", (event) => {
      const handle = own(event);
      if (handle && !drag?.moved && this.valueOf(handle.about).dtype === "bool") this.flip(handle.about);
      drag = null;
    });
    on("focusin", (event) => {
      if (event.target.matches(".handle:focus-visible")) this.view().stage.reveal(own(event).about.box);
    });
    on("pointercancel", () => (drag = null));
    on("dblclick", (event) => own(event) && this.type(own(event)));
    on("keydown", (event) => own(event) && this.key(event, own(event)));
  }

  key(event, handle) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const { about } = handle;
    const { dtype } = this.valueOf(about);
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: COARSE, PageDown: -COARSE }[
      key
    ];
    if (by && dtype === "bool") this.flip(about);
    else if (by) {
      const now = this.number(about);
      const step = unit(now, dtype) * (isWhole(dtype) ? 1 : COARSE) * (shiftKey ? COARSE : 1);
      this.nudge(about, rounded(now + by * step, unit(now, dtype) / 10));
    } else if (["Backspace", "Delete", "Escape"].includes(key)) this.release(true);
    else if (key === " " && dtype === "bool") this.flip(about);
    else if (key === "Enter" || /^[-\d.]$/.test(key)) this.type(handle, key === "Enter" ? null : key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  flip(about) {
    this.nudge(about, this.number(about) ? 0 : 1);
  }

  /** Let a number be typed. */
  type(handle, begun) {
    const { about } = handle;
    const { dtype, data } = this.valueOf(about);
    if (dtype === "bool") return;
    const input = html("input", {
      class: "typed",
      inputmode: "decimal",
      "aria-label": handle.getAttribute("aria-label"),
      style: `left:${about.left - 6}px;top:${about.top - 4}px`,
    });
    input.value = begun ?? String(this.held && this.holds(about) ? this.held.value : data[about.index]);
    let isOver = false;
    const end = (isWanted) => {
      if (isOver) return;
      isOver = true;
      const typed = Number(input.value.trim().replace("−", "-"));
      input.remove();
      handle.focus({ preventScroll: true });
      const whole = isWhole(dtype) ? Math.round(typed) : typed;
      if (isWanted && input.value.trim() && Number.isFinite(typed)) this.nudge(about, whole);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
    });
    input.addEventListener("blur", () => end(true));
    this.layer.append(input);
    input.focus();
    if (begun == null) input.select();
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
    this.held.name = this.elements.get(about.key)?.getAttribute("aria-label") ?? this.held.name;
    this.channel.want(this.request(at, index, value));
  }

  request(at, index, value) {
    const { creation, write, seed } = this.base.handles[at];
    return { value, index, creation, write, seed };
  }

  /** Show the program's own numbers again. */
  release(isKept) {
    this.held = this.now = null;
    this.ghost.hidden = true;
    if (this.channel) this.channel.queue = [];
    if (this.own) this.show(this.own, new Set());
    if (isKept) this.place();
  }

  /** Show a run's numbers; those of some boxes are other than the program's own. */
  show(told, changed) {
    this.renumber(Object.fromEntries(PARTS.map((name) => [name, told[name]])), this.here(changed));
  }

  answered(wanted, answer) {
    if (!this.isOn) return;
    if (answer.status !== 200) this.refused(wanted, answer);
    else if (!wanted) this.start(answer);
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
    if (wanted && this.held && status !== 429) this.ownNumbers(text);
    else if (status !== 429 || !this.base) this.instruct(text);
  }

  /** Show a nudged run, if its picture is the program's. */
  arrived(answer, { value, index }) {
    const said = { name: this.held.name, value: short(this.held.value, "float32") };
    if (answer.shape !== this.base.shape) {
      const { error } = answer;
      const isNew = error && !this.own.error;
      this.ownNumbers(
        isNew
          ? tell(this.words.nudgedError, { ...said, ...error, line: error.line ?? "?" })
          : tell(this.words.otherBranch, said),
      );
      return;
    }
    const found = answer.values[answer.handles[this.held.at].value];
    if (!holds(found, index, value)) {
      this.ownNumbers(this.words.notNudged);
      return;
    }
    this.now = answer;
    this.show(answer, this.changed(this.own, answer));
    this.tell();
    this.place();
  }

  /** Say why a nudged run is not shown, over the program's own numbers. */
  ownNumbers(text) {
    this.now = null;
    this.show(this.own, new Set());
    this.say(html("p", text));
    this.place();
  }

  /** The boxes, as the whole run counts them, that show other numbers than the program's own at this step. */
  changed(own, now) {
    const { step } = this.view();
    const found = new Set();
    now.tracks.forEach((rows, box) => {
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
    const pass = passOf(base.handles[at], this.begun(this.view().step));
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
        ? html("p", isWhole(dtype) ? tell(words.noGradientType, { dtype }) : tell(words.noPromise, { name }))
        : html("p.slope", tell(words.promiseIs, { name, slope: text(found.from), delta: text(found.delta) })),
      found.verdict && found.promised !== null
        ? html(
            "p",
            { class: `verdict ${found.verdict}` },
            tell(words.verdicts[found.verdict], { from: text(found.from), to: text(found.to) }),
          )
        : null,
    ];
    this.say(...lines.filter(Boolean), this.back());
    this.pass = pass;
  }

  back() {
    const { at, index } = this.held;
    const own = this.valueOf({ at }).data[index];
    const button = html(
      "button",
      { type: "button" },
      tell(this.words.backTo, { value: short(own, this.valueOf({ at }).dtype) }),
    );
    button.addEventListener("click", () => this.release(true));
    return button;
  }

  say(...parts) {
    this.ghost.hidden = false;
    const back = parts.some((part) => part.matches("button")) ? [] : [this.back()];
    this.ghost.replaceChildren(...parts, ...back);
    this.settle();
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
    const docked = this.ghost.parentElement === this.panel ? h : 0;
    view.h -= (this.panel.offsetHeight - docked + GAP) / stage.camera.zoom;
    const spot = spots(root, w, h, view).find(isFree);
    const home = spot ? this.layer.parentElement : this.panel;
    if (this.ghost.parentElement !== home) home.append(this.ghost);
    if (spot) Object.assign(this.ghost.style, { left: `${spot.x}px`, top: `${spot.y}px` });
  }

  // The gradient check

  /** Compare the gradient of each leaf with what a central difference finds, element by element. */
  async check() {
    this.release(true);
    const { channel, base, words } = this;
    const rows = [];
    const until = performance.now() + SECONDS * 1000;
    const wanted = this.leaves();
    for (const one of wanted.slice(0, MOST)) {
      this.results(rows, tell(words.checking, { count: rows.length, total: wanted.length }));
      const found = performance.now() < until ? await this.compare(channel, base, one) : null;
      if (this.channel !== channel || found === "stopped") return;
      if (!found) break;
      rows.push({ ...one, ...found });
    }
    const left = wanted.length - rows.length;
    this.results(rows, left ? tell(words.notChecked, { count: left }) : "");
    this.settle();
  }

  /** The elements of leaves that a pass has brought a gradient to. */
  leaves() {
    const creations = new Set();
    return this.base.handles.flatMap((handle, at) => {
      const pass = passOf(handle, 0);
      const gain = handle.passes.find(([one]) => one === pass)?.[1];
      if (gain == null || creations.has(handle.creation)) return [];
      creations.add(handle.creation);
      const { shape, data, corner } = this.base.values[handle.value];
      const name = this.view().chapters.payload.boxes[handle.box].title;
      if (corner) return [];
      return data.map((item, index) => ({
        at,
        pass,
        index,
        name: name + place(index, shape),
        own: Number(item),
      }));
    });
  }

  async compare(channel, base, { at, pass, index, own }) {
    const step = PART * Math.max(Math.abs(own), 0.25);
    const runs = [];
    for (const value of [own - step, own + step]) {
      const answer = await channel.once(this.request(at, index, value));
      if (!answer) return "stopped";
      if (answer.status !== 200) return { verdict: "error" };
      if (answer.shape !== base.shape) return { verdict: "branch" };
      runs.push(answer);
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
    close.addEventListener("click", () => this.found.replaceChildren());
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

function isWhole(dtype) {
  return !dtype.startsWith("float") && !dtype.startsWith("bfloat");
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
