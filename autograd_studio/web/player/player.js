import { Chapters } from "./panes/chapters.js";
import { copy } from "./base/clipboard.js";
import { Card } from "./panes/card.js";
import { Clock } from "./base/clock.js";
import { assign, html, write } from "./base/dom.js";
import { Finder } from "./stage/find_field.js";
import { fillHelp } from "./panes/help.js";
import { Inspector } from "./panes/inspector.js";
import { command, isFree } from "./base/keys.js";
import { Holding } from "./stage/memory_overlay.js";
import { Magnitudes } from "./stage/magnitudes.js";
import { recall, remember } from "./base/storage.js";
import { Narration } from "./panes/narration.js";
import { head, payload as unpack } from "./base/parcel.js";
import { Nudge } from "./tools/nudge.js";
import { Printed } from "./panes/printed.js";
import { onward, UNITS } from "./tools/pace.js";
import { Pair } from "./tools/pair.js";
import { asFile, asPixels } from "./stage/svg_export.js";
import { Predict } from "./tools/predict.js";
import { Program } from "./panes/program.js";
import { Prompt } from "./tools/prompt.js";
import { Stage } from "./stage/stage.js";
import { Track } from "./panes/track.js";
import { Ways } from "./stage/cuts.js";
import { list } from "./panes/why.js";
import { offered, uncut } from "./model/reasons.js";
import { tell, WORDS } from "./base/words.js";

const SPEEDS = [0.5, 1, 2, 5, 10, 30];
const CALM = 2; // steps per second up to which things move and are read out
const LARGE = 20 / 12; // how much larger the smallest letters are for a room
const INSPECT_EVERY = 120; // ms between two looks of the inspector when steps follow faster than that
const NOTE_AFTER = 300; // ms of rest after which the address names the step

const players = new WeakMap();
let active = null; // the player that keys pressed elsewhere on the page go to: the one last used

/** Walks through one run. It owns the step; everything else shows what it is told. */
class Player {
  constructor(root) {
    this.element = root.querySelector(".player");
    this.part = (name) => this.element.querySelector(name);
    this.words = { ...WORDS };
    this.beginning = null; // the program of which only the beginning is shown
    this.stepping = new Clock((count) => this.advance(count));
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.program = new Program(this.part(".code"), this.words, {
      pick: (line) => this.goToLine(line),
      look: (line) => this.lookAtLine(line),
      hover: (what) => this.hover(this.here(what)),
      choose: (what) => this.pin(this.here(what)),
      ran: (isNews) => this.expect(isNews),
      signal,
    });
    this.chapters = new Chapters(this.part(".bar"), this.words, {
      go: (by) => this.turn(by),
      bring: (passes) => this.setStateValue("middle", { given: this.given, passes, asked: Date.now() }),
      signal,
    });
    this.card = new Card(this.part(".card"), this.words, {
      jump: (step) => this.seek(step),
      choose: (box) => this.pin({ box }),
      checks: (step) => (this.nudge.way ? (this.nudge.checksAt(step) ?? []) : null),
      memories: () => this.overlays.memory.shown(),
      signal,
    });
    this.narration = new Narration(this.part(".telling"), this.words);
    this.printed = new Printed(this.part(".output pre"), this.words);
    this.track = new Track(this.part(".track"), this.words, { go: (step) => this.seek(step), signal });
    this.inspector = new Inspector(this.part(".inspector"), this.words, {
      jump: (step) => this.seek(step),
      choose: (what) => this.pin(what),
      look: (line) => this.goToLine(line),
      explain: (reason) => this.ways.draw(reason),
      link: () => this.link,
    });
    this.prompt = new Prompt(this.part(".inspector"), this.words, { view: () => this, signal });
    this.ways = new Ways(this.part(".world"), { choose: (what) => this.pin(what), signal });
    this.stage = new Stage(this.part(".work"), this.words, {
      hover: (what) => this.hover(what),
      choose: (what) => this.pin(what),
      folded: () => this.narration.go(this.step, true),
      arranged: (story) => {
        this.ways.open(story);
        for (const overlay of Object.values(this.overlays)) overlay.draw();
        if (this.step !== undefined) this.nudge.place();
      },
      signal,
    });
    this.nudge = new Nudge(this.element, this.words, {
      view: () => this,
      renumber: (...told) => this.renumber(...told),
      checked: () => this.card.draw(),
      signal,
    });
    this.overlays = {
      magnitudes: new Magnitudes(this.element, this.words, {
        view: () => this,
        choose: (what) => this.pin(what),
        signal,
      }),
      memory: new Holding(this.element, this.words, {
        view: () => this,
        asked: () => this.step !== undefined && this.card.draw(),
        signal,
      }),
    };
    this.finder = new Finder(this.part(".find"), {
      show: (boxes, box) => this.found(boxes, box),
      uncover: (box) => this.stage.uncover(box),
      signal,
    });
    this.predict = new Predict(this.element, this.words, {
      view: () => this,
      go: (step) => this.go(step),
      signal,
    });
    assign(this.part("[data-do=predict]"), "aria-pressed", String(this.predict.isOn));
    this.pair = new Pair(this.element, { go: (step) => this.story && this.seek(step), signal });
    this.listen(signal);
    this.present(recall("present") === "true");
    this.leaveOut(new Set(recall("hides")?.split(" ").filter(Boolean)));
  }

  close() {
    this.stepping.stop();
    clearTimeout(this.noting);
    clearTimeout(this.inspecting);
    this.ending.abort();
    if (active === this) active = null;
  }

  /**
   * Take what the page gives. A new payload starts anew; a known one, or the whole run whose beginning is shown, leaves
   * everything where it is.
   */
  async take(bytes, setStateValue) {
    const {
      id,
      step,
      height,
      link,
      code,
      message,
      lesson,
      note,
      printed,
      nudge,
      side,
      by_hand,
      is_whole,
      middle,
      offer,
    } = head(bytes);
    active ??= this;
    this.link = link;
    if ((id === this.shown && middle !== "awaited") || code.given !== this.given) this.chapters.forgo();
    Object.assign(this, { setStateValue, given: code.given });
    this.chapters.mayBring = Boolean(middle) && is_whole !== false;
    this.pair.take(side, code.label);
    this.element.style.setProperty("--height", height);
    this.program.take(code, message, setStateValue);
    this.stage.grade(code.marks);
    if (printed) this.printed.take(printed);
    this.tellLesson(note ?? lesson, note != null);
    this.nudge.allow(nudge);
    this.prompt.allow(nudge);
    this.part("[data-do=nudge]").hidden = !nudge && is_whole !== false;
    this.part("[data-do=nudge]").disabled = !nudge;
    this.part("[data-do=predict]").hidden = Boolean(side);
    this.wanted = id;
    if (id && id !== this.shown) {
      const fresh = await unpack(bytes);
      if (this.wanted !== id || this.ending.signal.aborted) return;
      const brought = this.chapters.brought(fresh);
      const goesOn = (this.beginning !== null && this.beginning === code.given) || brought !== null;
      this.shown = id;
      this.beginning = is_whole === false ? code.given : null;
      const told = offer ? offered(fresh, tell(this.words.offered, { offer })) : fresh;
      this.open(by_hand ? uncut(told, by_hand) : told, step, goesOn, brought);
    } else if (id && step !== this.asked) this.go(step - 1);
    else if (!id && !this.story) this.blank();
    else if (message) this.printed.close();
    this.asked = step;
    this.stage.repaint(getComputedStyle(this.element));
  }

  /** Show the program, and nothing else, where there was no run yet that could be shown. */
  blank() {
    this.label();
    this.element.classList.add("unrun");
  }

  /** Say what to look at; code in it stands between backquotes. A note of the link's is shown while predicting, too. */
  tellLesson(text, isNote) {
    const element = this.part(".lesson");
    element.hidden = !text;
    element.classList.toggle("note", isNote);
    const parts = (text ?? "").split("`").map((part, i) => (i % 2 ? html("code", part) : part));
    element.replaceChildren(...parts);
  }

  /** Let the keys step as soon as the run is there that was asked for; at once if it is there. */
  expect(isNews) {
    this.expecting = isNews;
    if (!isNews) this.part(".track").focus({ preventScroll: true });
  }

  /**
   * Open a run at a step, counted from 1; one that `goesOn` from what is shown, where the visitor is, or at the step `brought`,
   * counted from 0.
   */
  open(payload, step, goesOn, brought = null) {
    const stays = goesOn && this.step !== this.opened;
    const at = brought !== null ? brought + 1 : stays ? this.step + 1 : step;
    const place = goesOn && (stays || brought !== null) ? this.stage.place : null;
    this.pause();
    if (this.story && !goesOn) this.pin(null); // it is of the run before
    Object.assign(this.words, WORDS, payload.strings);
    const steps = payload.steps.length
      ? payload.steps
      : [{ kind: "end", phase: "forward", say: this.words.nothing }];
    this.nudgeOff();
    this.prompt.open();
    this.step = undefined; // of the run before, which may have had more of them
    this.chapters.open({ ...payload, steps }, { isBeginning: this.beginning !== null, goesOn });
    this.label();
    write(this.part(".plain"), payload.plain ?? "");
    this.part(".plain").hidden = !payload.plain;
    this.program.open(this.chapters.whole);
    this.predict.open();
    const wanted = Math.max(0, Math.min(at, steps.length) - 1);
    const { to: first, asked } = goesOn ? { to: wanted } : this.predict.stop(0, wanted);
    this.opened = first;
    this.openGraph(first);
    this.findings(payload);
    this.show(first);
    if (place) this.stage.place = place;
    if (asked !== undefined) this.predict.ask(asked, first + 1);
    this.pair.opened();
    this.element.classList.remove("blank");
    for (const part of [".bar", ".work"]) this.part(part).inert = false;
    if (this.expecting && !this.program.isStale) this.part(".track").focus({ preventScroll: true });
    this.expecting = false;
  }

  /** Show what the program printed, and below it what is wrong with its gradients, if there is either. */
  findings(payload) {
    const found = this.beginning === null ? list(payload, this.words) : null; // the rest may mend it
    this.part(".found").replaceChildren(found ?? "");
    this.part(".output").hidden = !payload.stdout.length && !payload.error && !found;
  }

  /** Open the drawer on a reason, at the step that it is about. */
  explain(index) {
    const { step } = this.story.reasons[index];
    if (step != null) this.seek(step);
    const { box, way = [] } = this.story.reasons[index]; // of the step's graph
    this.pin({ reason: index, box });
    this.choosePane("inspector");
    const looked = way.length ? way.flatMap(([from, to]) => [from, to]) : [this.story.steps[this.step].box];
    this.stage.aside([...new Set(looked)], this.covered);
  }

  /** Show the graph that a step is told on. */
  openGraph(step) {
    this.graph = this.chapters.graph(step);
    this.story = this.chapters.story(this.graph);
    this.pinned = this.hovered = null;
    const views = [this.card, this.narration, this.printed, this.inspector, this.stage, this.finder];
    this.track.open(this.story, this.chapters.range(step)); // first: what is above the picture takes of its room
    for (const view of views) view.open(this.story);
  }

  /** Write the words into the skeleton. */
  label() {
    for (const element of [this.element, ...this.element.querySelectorAll("[data-label], [data-text]")]) {
      const { label, text, hint = label, key } = element.dataset;
      if (label) assign(element, "aria-label", this.pair.name(element, this.words[label]));
      if (text) write(element, this.words[text]);
      if (element.matches("button, summary") && hint)
        element.title = key ? `${this.words[hint]} (${key})` : this.words[hint];
    }
    const speed = this.speed || 1;
    const option = (rate) =>
      html("option", { value: rate, selected: rate === speed }, tell(this.words.perSecond, { count: rate }));
    this.part(".speed").replaceChildren(...SPEEDS.map(option));
    this.labelUnits();
    fillHelp(this.part(".help"), this.words, () => this.help(false));
  }

  /** Save the picture at this step. */
  async save(kind, made) {
    const step = this.step + 1;
    this.part(".saving").open = false;
    const file = await made(this.stage.picture(this.story.steps[this.step].say));
    const address = URL.createObjectURL(file);
    html("a", { href: address, download: `step-${step}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(address));
  }

  labelUnits() {
    const units = UNITS.filter((unit) => unit !== "iteration" || this.chapters.areSeveral);
    const option = (unit) =>
      html("option", { value: unit, selected: unit === this.unit }, this.words.units[unit]);
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

  /** Go to a step, or while one predicts up to the next question on the way there. */
  go(step) {
    const wanted = this.clamp(step);
    const { to, asked } = this.predict.stop(this.step, wanted);
    if (asked !== undefined) {
      this.pause();
      this.predict.ask(asked, to + 1);
    } else this.predict.hide();
    if (to === this.step) return;
    this.show(to);
    this.pair.show(to);
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
    const more = this.beginning === null ? "" : "…";
    write(this.part(".count"), `${step + 1} / ${this.story.steps.length}${more}`);
    if (this.isInspected) this.inspect(calm);
    for (const overlay of Object.values(this.overlays)) overlay.go();
    this.nudge.go();
  }

  /** Show other numbers on the same picture, of which those of the boxes `changed` are new. */
  renumber(parts, changed, chapter) {
    const { step } = this;
    this.chapters.renumber(parts, chapter);
    this.stage.renew(changed);
    this.program.bindings.go(step);
    this.card.go(step, false);
    this.narration.go(step, false);
    this.printed.open(this.story);
    this.printed.go(step);
    for (const overlay of Object.values(this.overlays)) overlay.draw();
    if (this.isInspected) this.inspect(false);
  }

  /** Check the gradients of the pass that has ended. */
  check() {
    const isAlone = !this.nudge.isOn;
    const end = () => this.nudge.isOn && this.act("nudge");
    if (isAlone) this.act("nudge");
    this.nudge.checkAt(this.step, isAlone ? end : null);
  }

  nudgeOff() {
    this.nudge.open();
    assign(this.part("[data-do=nudge]"), "aria-pressed", "false");
  }

  /** Go on or back by what one goes by. */
  move(by) {
    if (this.unit === "step" && this.pair.move(by)) return;
    this.seek(onward(this.chapters, this.unit, this.step, by));
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
    const boxes = this.story.ofLine.get(line) ?? [];
    this.stage.scene.mark(this.pinned, boxes);
    if (boxes.length) this.stage.reveal(boxes.at(-1));
  }

  goToPhase(phase) {
    const step = this.story.next(phase, this.step);
    if (step != null) this.seek(step);
  }

  /** Let the address name the step, so that reloading or copying it comes back here. No server is asked. */
  note() {
    if (this.pair.side) return; // it is the row that the address names
    history.replaceState(history.state, "", this.address(location.href));
  }

  address(base) {
    const url = new URL(base, location.href);
    url.searchParams.set("step", (this.pair.row ?? this.step) + 1);
    const { address: asked } = this.predict;
    if (asked) url.searchParams.set("ask", asked);
    else url.searchParams.delete("ask");
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
    for (let i = 0; i < count; i++) to = onward(this.chapters, this.unit, to, 1);
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
    if (this.isInspected) this.inspect(true);
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
    if (!what) this.stage.back();
    else this.stage.aside(what.box == null ? [] : [what.box], this.covered);
    this.inspect(true);
  }

  /** How much of the right of the picture the drawer covers. */
  get covered() {
    const [drawer, stage] = [".inspector", ".stage"].map((part) => this.part(part).getBoundingClientRect());
    return drawer.top < stage.bottom && drawer.left > stage.left ? Math.max(0, stage.right - drawer.left) : 0;
  }

  /** Whether the inspector can be seen: what nobody sees is not made anew at each step. */
  get isInspected() {
    return this.element.classList.contains("drawn") || this.part(".panes").dataset.shown === "inspector";
  }

  inspect(atOnce) {
    const look = () => {
      this.inspecting = 0;
      const { box } = this.story.steps[this.step];
      this.inspector.show(
        this.hovered ?? this.pinned ?? (box == null ? null : { box }),
        this.step,
        Boolean(this.pinned),
      );
      this.nudge.mark();
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
      play: () => (this.stepping.running ? this.pause() : this.play()),
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
      hiding: () => this.offerHiding(this.part(".hiding").hidden),
      hide: () => this.hide(button.dataset.what),
      nudge: () => assign(this.part("[data-do=nudge]"), "aria-pressed", String(this.nudge.toggle())),
      predict: () => assign(this.part("[data-do=predict]"), "aria-pressed", String(this.predict.toggle())),
      check: () => this.check(),
      mend: () => this.program.write(button.dataset.text),
      prompt: () => this.openPrompt(),
      magnitudes: () => this.overlay("magnitudes"),
      memory: () => this.overlay("memory"),
      into: () => this.stage.enter(false),
      outOf: () => this.stage.enter(true),
      over: () => this.seek(this.story.over(this.step, 1)),
      overBack: () => this.seek(this.story.over(this.step, -1)),
      present: () => {
        this.present(!this.element.classList.contains("presenting"));
        remember("present", this.element.classList.contains("presenting"));
      },
      link: () => this.copyLink(button),
      svg: () => this.save("svg", asFile),
      png: () => this.save("png", asPixels),
      help: () => this.help(this.part(".help").hidden),
      show: () => this.choosePane(button.dataset.pane),
      escape: () => this.escape(),
    })[name]?.();
  }

  /** Show something else on the picture, or stop it; one thing at a time. */
  overlay(wanted) {
    for (const [name, overlay] of Object.entries(this.overlays)) {
      if (name === wanted || overlay.isOn) overlay.toggle();
      assign(this.part(`[data-do=${name}]`), "aria-pressed", String(overlay.isOn));
    }
  }

  /** Open the drawer, on the step if on nothing else, and write into its prompt. */
  openPrompt() {
    if (!this.prompt.way) return;
    this.element.classList.add("drawn");
    this.choosePane("inspector");
    this.prompt.input.focus();
  }

  escape() {
    if (!this.part(".help").hidden) this.help(false);
    else if (!this.part(".hiding").hidden) this.offerHiding(false);
    else if (this.part(".saving").open) this.part(".saving").open = false;
    else if (this.finder.shown) this.endFinding();
    else this.pin(null);
  }

  follow(on) {
    this.stage.following = on;
    assign(this.part("[data-do=follow]"), "aria-pressed", String(on));
    if (on) this.stage.go(this.step, true);
  }

  /** Show or hide the choice of what to leave out of the picture. */
  offerHiding(open) {
    this.part(".hiding").hidden = !open;
    assign(this.part("[data-do=hiding]"), "aria-expanded", String(open));
  }

  /** Leave something out of the picture, or no more. */
  hide(what) {
    const hides = new Set(this.stage.hides);
    if (!hides.delete(what)) hides.add(what);
    this.leaveOut(hides);
    remember("hides", [...hides].join(" "));
  }

  leaveOut(hides) {
    this.stage.leaveOut(hides);
    for (const button of this.element.querySelectorAll("[data-what]"))
      assign(button, "aria-pressed", String(hides.has(button.dataset.what)));
    assign(this.part("[data-do=hiding]"), "aria-pressed", String(hides.size > 0));
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
    this.inspect(true);
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
  found(boxes, box) {
    this.pinned = box == null ? null : { box };
    this.stage.scene.mark(this.pinned, boxes);
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
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(this.element, "click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.act(button.dataset.do, button);
    });
    for (const part of [".found", ".card", ".inspector"])
      on(this.part(part), "click", ({ target }) => {
        const button = target.closest("[data-reason]");
        if (button) this.explain(Number(button.dataset.reason));
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
    if (event.target.closest(".cm-editor") && !event.target.matches(".bound")) {
      event.stopPropagation();
      return;
    }
    if (event.target.matches("select, .find input, .ask input, .quiz input, .typed")) {
      if (event.key === "Escape") this.escape();
      event.stopPropagation(); // the page must not take what is typed for its own shortcuts
      return;
    }
    const wanted = command(event);
    const isPressed = wanted === "play" || event.key === "Enter"; // a button has its own use for these keys
    if (!this.story || !wanted || (isPressed && event.target.matches("button"))) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(wanted);
  }

  keyElsewhere(event) {
    const wanted = command(event);
    if (
      !this.story ||
      !wanted ||
      ["escape", "outOf"].includes(wanted) ||
      event.defaultPrevented ||
      active !== this
    )
      return;
    const path = event.composedPath(); // also tells what is inside another component
    if (wanted === "into" && this.stage.current === this.story.steps[this.step].box) return; // nothing to open
    if (path.includes(this.element) || !isFree(path[0], wanted) || !this.element.checkVisibility()) return;
    event.preventDefault();
    this.act(wanted);
  }
}

/** Called by Streamlit on mounting, and again with the same element whenever data or theme change. */
export default function mount({ data, parentElement, setStateValue }) {
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
