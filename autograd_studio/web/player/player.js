import markup from "./player.html";
import { adopt } from "./style.js";
import { Banner, tagsOf } from "./panes/banner.js";
import { Chapters } from "./panes/chapters.js";
import { copy } from "./base/clipboard.js";
import { Card } from "./panes/card/card.js";
import { assign, html, write } from "./base/dom.js";
import { Finder } from "./stage/find_field.js";
import { fillHelp } from "./panes/help.js";
import { Inspector } from "./panes/inspector.js";
import { command, commandOfHall, isFree } from "./base/keys.js";
import { beat, upTo } from "./motion/beats.js";
import { Holding } from "./stage/memory_overlay.js";
import { Magnitudes } from "./stage/magnitudes.js";
import { Motion } from "./motion/motion.js";
import { Pace } from "./motion/pace.js";
import { Reader } from "./motion/reader.js";
import { recall, remember } from "./base/storage.js";
import { Over } from "./stage/over.js";
import { Narration } from "./panes/narration.js";
import { Panel } from "./panes/panel.js";
import { Nudge } from "./tools/nudge.js";
import { Printed } from "./panes/printed.js";
import { layersOf, moreOf } from "./menus.js";
import { Menu } from "./panes/menu.js";
import { Toolbar } from "./panes/toolbar.js";
import { Pair } from "./tools/pair.js";
import { asFile, asPixels } from "./stage/svg_export.js";
import { Predict } from "./tools/predict.js";
import { Presentation } from "./present/presentation.js";
import { Program } from "./panes/program.js";
import { Prompt } from "./tools/prompt.js";
import { diagnosis } from "./tools/questions.js";
import { Stage } from "./stage/stage.js";
import { Track } from "./panes/track.js";
import { Ways } from "./stage/cuts.js";
import { offered, uncut, wayOf } from "./model/reasons.js";
import { tell, WORDS } from "./base/phrases.js";

const INSPECT_EVERY = 120; // ms between two looks of the inspector when steps follow faster than that
const FIGURE = { wide: 700, high: 184 }; // px of the stage, and beside the height of the picture, that a figure takes
const NOTE_AFTER = 300; // ms of rest after which the address names the step

let active = null; // the player that keys pressed elsewhere on the page go to: the one last used

/** Walks through one run. It owns the step; everything else shows what it is told. See player.d.ts for what it offers. */
export class Player {
  constructor(host, { runner, calls = {} }) {
    host.innerHTML = markup;
    adopt(host.getRootNode());
    this.runner = runner;
    this.calls = calls;
    this.element = host.querySelector(".player");
    this.part = (name) => this.element.querySelector(name);
    this.words = { ...WORDS };
    this.beginning = null; // the program of which only the beginning is shown
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.program = new Program(this.part(".code"), this.words, {
      pick: (line) => this.goToLine(line),
      look: (line) => this.lookAtLine(line),
      hover: (what) => this.hover(this.here(what)),
      choose: (what) => this.pin(this.here(what)),
      wrote: (text) => this.calls.wrote?.(text),
      ran: (text, isNews) => {
        this.expect(isNews);
        this.calls.ran?.(text);
      },
      signal,
    });
    this.chapters = new Chapters(this.part(".telling"), this.words, {
      go: (by) => this.turn(by),
      bring: (passes) => this.calls.brings?.(passes),
      signal,
    });
    this.card = new Card(this.part(".card"), this.words, {
      choose: (box) => this.pin({ box }),
      checks: (step) => (this.nudge.way ? (this.nudge.checksAt(step) ?? []) : null),
      memories: () => this.overlays.memory.shown(),
      view: () => this.stage.camera,
      sink: (height) => this.stage.sink(height),
      signal,
    });
    this.narration = new Narration(this.part(".telling"), this.words);
    this.panel = new Panel(
      this.part(".panel"),
      [...this.element.querySelectorAll("[data-panel]")],
      this.words,
      {
        jump: (step) => this.seek(step),
        choose: (box) => this.pin({ box }),
        changed: () => this.step !== undefined && this.card.settle(),
        isTold: (step) => this.banner.isOpen && this.story.steps[step].kind === "error",
        signal,
      },
    );
    this.printed = new Printed(this.part(".output"), this.words);
    this.track = new Track(this.part(".track"), this.words, { go: (step) => this.seek(step), signal });
    this.inspector = new Inspector(this.part(".inspector"), this.words, {
      jump: (step) => this.seek(step),
      choose: (what) => this.pin(what),
      look: (line) => this.goToLine(line),
      explain: (reason) => {
        this.explained = reason;
        this.drawWay();
      },
      lesson: () => this.lesson,
      teach: (lesson) => this.calls.teaches?.(lesson),
      jacobian: this.calls.differentiates && ((pair) => this.calls.differentiates(pair)),
    });
    this.banner = new Banner(this.part(".banner"), this.words, {
      show: (index) => this.showWay(index),
      why: (index) => this.explain(index),
      mend: (text) => this.mend(text),
      opened: (isOpen) => {
        assign(this.part(".found"), "aria-expanded", String(isOpen));
        if (this.step !== undefined) this.panel.go(this.step);
      },
    });
    this.prompt = new Prompt(this.part(".inspector"), this.words, { view: () => this, signal });
    this.ways = new Ways(this.part(".world"), { choose: (what) => this.pin(what), signal });
    this.stage = new Stage(this.part(".work"), this.words, {
      hover: (what) => this.hover(what),
      choose: (what) => this.pin(what),
      folded: () => this.narration.go(this.step, true),
      moved: () => {
        this.card.settle();
        this.over.settle();
      },
      homed: () => this.card.reset(),
      arranged: (story) => {
        this.chapters.stand(this.hasRoom(story) ? this.part(".figures") : null);
        this.ways.open(story);
        this.motion.open(story);
        for (const overlay of Object.values(this.overlays)) overlay.draw();
        if (this.step !== undefined) this.nudge.place();
      },
      signal,
    });
    this.motion = new Motion(this.part(".work"), this.words, {
      zoom: () => this.stage.camera.zoom,
      slotAt: (name) => this.card.slotAt(name),
      chips: (box) => this.program.bindings.of(this.chapters.everywhere(this.graph, box)),
      signal,
    });
    this.reader = new Reader({
      next: () => this.nextBeat(),
      show: (step, one) => this.tell(step, one),
      changed: () => this.showPlaying(),
      isStill,
    });
    this.pace = new Pace(this.part(".pace"), this.words, { set: (pace) => this.goAt(pace), signal });
    this.over = new Over(this.part(".work"), {
      story: () => this.story,
      view: () => this.stage.goal ?? this.stage.camera,
      signal,
    });
    this.nudge = new Nudge(this.element, this.words, {
      view: () => this,
      over: this.over,
      renumber: (...told) => this.renumber(...told),
      checked: () => this.card.draw(),
      signal,
    });
    this.overlays = {
      magnitudes: new Magnitudes(this.element, this.words, {
        view: () => this,
        over: this.over,
        choose: (what) => this.pin(what),
        signal,
      }),
      memory: new Holding(this.element, this.words, {
        view: () => this,
        over: this.over,
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
      over: this.over,
      asks: (text, box) => this.asks(text, box),
      flow: () => this.reader.play(true),
      signal,
    });
    this.presentation = new Presentation(this.element, this.words, {
      closed: () => this.part(".more").focus(),
      next: () => this.act("next"),
      signal,
    });
    this.pair = new Pair(this.element);
    this.menus = [
      new Menu(this.part(".layers"), () => layersOf(this), signal),
      new Menu(this.part(".more"), () => moreOf(this), signal, this.part(".pace")),
    ];
    this.toolbar = new Toolbar(this.part(".buttons"), signal);
    this.listen(signal);
    this.label();
    this.leaveOut(new Set(recall("hides")?.split(" ").filter(Boolean)));
  }

  close() {
    this.reader.stop();
    clearTimeout(this.noting);
    clearTimeout(this.inspecting);
    this.ending.abort();
    if (active === this) active = null;
  }

  /** Show a run beside its program; see player.d.ts. What is shown already stays as it is. */
  show({ run, wanted = null, code, step = null, ...more }) {
    const { lesson = null, side = null, byHand = null, middle = null, offer = null, ask = null } = more;
    active ??= this;
    const isNew = run !== this.run;
    if ((!isNew && middle !== "awaited") || code.given !== this.given) this.chapters.forgo();
    const isQuiet = lesson !== null || side !== null || more.showsCode === false;
    Object.assign(this, { run, lesson, given: code.given, isQuiet });
    const isWhole = run?.is_whole !== false;
    this.chapters.mayBring = Boolean(middle) && isWhole;
    this.pair.take(side, code.label);
    this.element.classList.toggle("codeless", more.showsCode === false);
    this.program.take(code, run?.message ?? null);
    this.stage.grade(code.marks ?? []);
    if (run?.printed) this.printed.take(run.printed);
    this.allow(run?.payload && isWhole && wanted ? this.asking(wanted) : null);
    if (isNew && run?.payload) this.take(run, { step, byHand, offer, ask });
    else if (!isNew && this.story && step !== null && step !== this.asked) this.go(step - 1);
    else if (!run?.payload && !this.story) this.blank();
    else if (isNew && run?.message) this.printed.close();
    this.asked = step;
    this.stage.repaint(getComputedStyle(this.element));
  }

  /** Open a run that has a picture: where one is, if it goes on from what is shown, or is the same up to there. */
  take({ payload, program, is_whole: isWhole, step: first, error }, { step, byHand, offer, ask }) {
    const brought = this.chapters.brought(payload);
    const goesOn = (this.beginning !== null && this.beginning === program) || brought !== null;
    this.beginning = isWhole ? null : program;
    if (ask !== null) this.predict.name(ask);
    const told = offer ? offered(payload, tell(this.words.offered, { offer })) : payload;
    const kept =
      !error && this.story && isSame(this.chapters.payload, payload, this.step) ? this.step + 1 : null;
    this.open(byHand ? uncut(told, byHand) : told, step ?? kept ?? first, goesOn, brought);
  }

  /** How the server is asked about the program that is shown. */
  asking(wanted) {
    return {
      nudge: (about) => this.runner.nudge(wanted, about),
      ask: (about) => this.runner.ask(wanted, about),
    };
  }

  /** Take how the server is asked; null where nothing more can be asked. */
  allow(way) {
    this.nudge.allow(way);
    this.prompt.allow(way);
  }

  /** All that the menus offer, for the search. */
  get commands() {
    if (!this.story) return [];
    return [...layersOf(this), ...moreOf(this)].flatMap(({ title: group, commands }) =>
      commands.map((one) => ({ group, ...one })),
    );
  }

  /** The step that is shown, counted from 1; 0 where there is none. */
  get at() {
    return this.step === undefined ? 0 : this.step + 1;
  }

  /** Where a place puts what is its own: above and below the program, over the picture, between it and the bar, and in the bar. */
  get places() {
    return {
      head: this.part(".head"),
      foot: this.part(".foot"),
      front: this.part(".front"),
      under: this.part(".under"),
      bar: this.part(".own"),
    };
  }

  /** Say something else than the step does, until the next one. */
  say(text) {
    this.narration.go(this.step, true, text);
  }

  /** Let the keys step. */
  focus() {
    this.part(".track").focus({ preventScroll: true });
  }

  /** What is wrong with an answer about a step, counted from 0, where it is a usual mistake; else null. */
  diagnosis(step, answer, given) {
    return diagnosis(this.chapters.whole, step, answer, given, this.words);
  }

  /** Show an element at a box in place of the card; null: the card again. */
  hold(element, box = null) {
    this.card.hold(element, box);
  }

  /** Be at the step where the other of two players is, or go one's own way: null. */
  lead(led) {
    this.pair.lead(led);
    if (led && this.story) this.seek(led.step);
  }

  /** Write another text for the visitor. It can be undone. */
  write(text) {
    this.program.writing.write(text);
  }

  /** What is written. */
  get text() {
    return this.program.text;
  }

  /** Show the program, and nothing else, where there was no run yet that could be shown. */
  blank() {
    this.element.classList.add("unrun");
  }

  /** Let the keys step as soon as the run is there that was asked for; at once if it is there. */
  expect(isNews) {
    this.expecting = isNews;
    if (!isNews) this.giveKeys();
  }

  /** Let the keys step; a ring around the timeline would look like a fault until one is pressed. */
  giveKeys() {
    const track = this.part(".track");
    track.classList.add("given");
    for (const type of ["keydown", "blur"])
      track.addEventListener(type, () => track.classList.remove("given"), { once: true });
    track.focus({ preventScroll: true });
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
    this.walked = this.explained = null;
    this.step = undefined; // of the run before, which may have had more of them
    this.chapters.open({ ...payload, steps }, { isBeginning: this.beginning !== null, goesOn });
    this.element.classList.toggle("looped", payload.chapters.length > 1);
    this.label();
    write(this.part(".plain"), payload.plain ?? "");
    this.part(".plain").hidden = !payload.plain;
    this.predict.open();
    const wanted = Math.max(0, Math.min(at, steps.length) - 1);
    const { to: first, asked } = goesOn ? { to: wanted } : this.predict.stop(0, wanted);
    this.program.open(this.chapters.whole, first);
    this.opened = first;
    this.findings(payload); // first: the picture leaves them their room
    this.openGraph(first);
    this.showStep(first);
    if (place) this.stage.place = place;
    if (asked !== undefined) this.predict.ask(asked, first + 1);
    this.element.classList.remove("blank");
    for (const part of [".player > .bar", ".work"]) this.part(part).inert = false;
    if (this.expecting && !this.program.isStale) this.giveKeys();
    this.expecting = false;
  }

  /** Say what is wrong with the gradients; the rest of a beginning may mend it. */
  findings(payload) {
    const told = this.beginning === null ? payload : { ...payload, findings: [] };
    this.banner.open(told, {
      isCalm: this.lesson !== null,
      opens: !this.isQuiet,
      fixed: this.fixed(payload),
    });
    const found = this.part(".found");
    const count = this.banner.groups.length;
    found.hidden = !count || this.banner.isAlone;
    found.classList.toggle("fails", Boolean(payload.error) && this.lesson === null);
    write(found.lastElementChild, tell(count === 1 ? this.words.oneFinding : this.words.findings, { count }));
    this.part(".output").hidden = !payload.stdout.length && !payload.error && !this.printed.holds;
  }

  /** Write the text that mends a finding, and run it. */
  mend(text) {
    this.mending = { before: this.program.text, after: text };
    this.program.write(text);
  }

  /** What the run has that was mended, with a way back; null for any other run. */
  fixed({ source }) {
    const { before, after } = this.mending ?? {};
    this.mending = null;
    const lines = source.map((tokens) => tokens.map(([, text]) => text).join(""));
    if (after === undefined || lines.join("\n").trimEnd() !== after.trimEnd()) return null;
    const olds = before.split("\n");
    const at = lines.findIndex((line, i) => line !== olds[i]);
    const undo = () => this.program.write(before);
    return { line: at + 1, text: lines[at].trim(), undo };
  }

  /** Draw the way of a finding, where all of it can be seen, and mark its lines; null draws none. */
  showWay(index) {
    this.walked = index;
    if (index !== null) {
      const { step, what } = this.story.reasons[index];
      const from = what === "error" ? this.story.last : (step ?? this.step);
      if (this.step < from || this.chapters.graph(from) !== this.graph) this.seek(from);
      const [box] = [wayOf(this.story.reasons[index], this.story)[0]?.[0], this.story.reasons[index].box];
      if (box != null) this.stage.reveal(box);
    }
    this.drawWay();
  }

  /** Draw the way that the banner shows, or else the one that the drawer explains, with what is said at their lines. */
  drawWay() {
    const reason = this.walked == null ? this.explained : this.story.reasons[this.walked];
    this.ways.draw(reason && { ...reason, way: wayOf(reason, this.story) });
    this.tag();
  }

  /** Say at the lines what happens there: of the way that is drawn, or where the program fails. */
  tag() {
    if (this.step === undefined) return;
    const { reasons, error, steps } = this.story;
    const fails = steps[this.step].kind === "error" && reasons.find(({ what }) => what === "error");
    const reason = this.walked == null ? fails : reasons[this.walked];
    this.program.tag(reason ? tagsOf(reason, error, this.words.here) : new Map());
  }

  /** Open the drawer on a reason, at the step that it is about. */
  explain(index) {
    const { step } = this.story.reasons[index];
    if (step != null) this.seek(step);
    const { box, way = [] } = this.story.reasons[index]; // of the step's graph
    this.pin({ reason: index, box });
    const looked = way.length ? way.flatMap(([from, to]) => [from, to]) : [this.story.steps[this.step].box];
    this.stage.aside([...new Set(looked)], this.covered);
  }

  /** Show the graph that a step is told on. */
  openGraph(step) {
    this.graph = this.chapters.graph(step);
    this.story = this.chapters.story(this.graph);
    this.pinned = this.hovered = null;
    const views = [this.card, this.narration, this.printed, this.inspector, this.stage, this.finder];
    this.track.open(this.story, this.chapters.range(step), this.chapters.labels); // first: what is above the picture takes of its room
    for (const view of views) view.open(this.story);
    this.panel.take(this.story);
  }

  /** Whether there is room below the picture, and those of the other iterations, for the card and a figure: it stays where it is. */
  hasRoom({ size }) {
    const { clientWidth, clientHeight } = this.part(".stage");
    const room = clientHeight + this.chapters.height - Math.max(size[1], this.chapters.highest);
    return clientWidth > FIGURE.wide && room > FIGURE.high;
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
    fillHelp(this.part(".help"), this.words, () => this.help(false));
  }

  /** Save the picture at this step. */
  async save(kind, made) {
    const step = this.step + 1;
    const file = await made(this.stage.picture(this.story.steps[this.step].say));
    const address = URL.createObjectURL(file);
    html("a", { href: address, download: `step-${step}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(address));
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

  /** Go to a step, or while one predicts up to the next question on the way there; a beat may tell it. */
  go(step, told = null) {
    const wanted = this.clamp(step);
    const { to, asked } = this.predict.stop(this.step, wanted);
    if (asked === undefined) this.predict.hide();
    else this.pause();
    this.motion.end();
    if (to !== this.step) this.arrive(to, told);
    if (asked !== undefined) this.predict.ask(asked, to + 1);
  }

  /** Be at another step, and tell it. */
  arrive(step, told) {
    this.showStep(step, told);
    this.calls.moved?.(step);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.note(), NOTE_AFTER);
  }

  /** Say what is asked instead of what happened, and where; null once that is over. */
  asks(text, box) {
    this.stage.scene.point(box);
    if (text === null) this.narration.go(this.step, false);
    else this.narration.tell(text);
    if (box !== null) this.stage.reveal(box);
    if (this.presentation.isOn) this.presentation.close(); // the question is in the picture
  }

  showStep(step, told = null) {
    const graph = this.chapters.graph(step);
    const moves =
      !told?.isSwept && graph === this.graph && this.motion.prepare(this.step, step, Boolean(told));
    this.step = step;
    if (graph !== this.graph) this.openGraph(step);
    const calm = !told?.isSwept;
    this.program.go(step);
    this.tag();
    this.stage.go(step, calm && !isStill());
    this.narration.go(step, told ? step === told.from : true, told?.say); // a beat is read out once
    this.card.go(step, calm); // below it there is less room where the caption is long
    this.panel.go(step);
    if (moves) this.moved = this.motion.perform(step, this.reader.pace * (told?.rate ?? 1));
    this.printed.go(step);
    this.chapters.show(step);
    this.track.zoom(this.chapters.range(step));
    this.track.show(step, `${this.narration.place(step)}, ${this.words[this.story.steps[step].phase]}`);
    const more = this.beginning === null ? "" : "…";
    write(this.part(".steering .count"), `${step + 1} / ${this.story.steps.length}${more}`);
    if (this.isInspected) this.inspect(calm);
    for (const overlay of Object.values(this.overlays)) overlay.go();
    this.nudge.go();
    this.showPlaying();
    this.presentation.go(this.story, step);
  }

  /** Show other numbers on the same picture, of which those of the boxes `changed` are new. */
  renumber(parts, changed, chapter) {
    const { step } = this;
    this.motion.end();
    this.chapters.renumber(parts, chapter);
    this.stage.renew(changed);
    this.program.bindings.go(step);
    this.narration.go(step, false);
    this.card.go(step, false);
    this.panel.go(step);
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
    this.showModes();
  }

  /** Go on or back. */
  move(by) {
    if (!this.calls.moves?.(by)) this.seek(this.step + by);
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

  /** Tell at which step one is, so that the address names it. */
  note() {
    this.calls.stepped?.(this.step + 1, this.predict.address);
  }

  // Playing

  /** Tell at another pace from now on. */
  goAt(pace) {
    this.motion.hurry(pace / this.reader.pace);
    this.reader.pace = pace;
  }

  play() {
    if (this.step === this.story.last) this.go(0);
    this.reader.play();
  }

  /** Stop right at the step that is shown. */
  pause() {
    this.reader.stop();
  }

  /** What is told next: a sentence and its steps, or an iteration at once; null at the end. */
  nextBeat() {
    const { whole, payload } = this.chapters;
    if (this.calls.beat) return this.calls.beat();
    if (this.step >= whole.last) return null;
    const stop = this.calls.stops?.(this.step + 1) ?? Infinity;
    const one = upTo(beat(whole, payload.chapters, this.step + 1), stop - 1);
    return one.isSwept ? { ...one, say: one.say ?? this.chapters.summary(one.to) } : one;
  }

  /** Show a step of a beat, until all of it is there. */
  async tell(step, one) {
    this.moved = null;
    this.go(step, one);
    await this.moved;
  }

  showPlaying() {
    const button = this.part("[data-do=play]");
    const { isPlaying } = this.reader;
    const { words } = this;
    const name = isPlaying ? words.pause : words.play;
    const isOver = !isPlaying && this.story && this.step === this.story.last;
    button.classList.toggle("playing", isPlaying);
    button.classList.toggle("ended", Boolean(isOver));
    assign(button, "aria-label", name);
    button.title = `${isOver ? words.again : name} (Space)`;
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
    this.card.settle();
    this.inspect(true);
  }

  /** How much of the right of the picture the drawer covers. */
  get covered() {
    const [drawer, stage] = [".inspector", ".stage"].map((part) => this.part(part).getBoundingClientRect());
    const right = stage.left + this.stage.camera.width;
    return drawer.top < stage.bottom && drawer.left > stage.left ? Math.max(0, right - drawer.left) : 0;
  }

  /** Whether the inspector can be seen: what nobody sees is not made anew at each step. */
  get isInspected() {
    return this.element.classList.contains("drawn");
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
    this.motion.end();
    ({
      first: () => this.seek(0),
      previous: () => this.move(-1),
      next: () => this.move(1),
      last: () => this.seek(this.story.last),
      play: () => (this.reader.isPlaying ? this.pause() : this.play()),
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
      nudge: () => this.nudge.toggle(),
      predict: () => this.predict.toggle(),
      found: () => this.banner.toggle(),
      code: () => this.showCode(!this.element.classList.contains("coded")),
      check: () => this.check(),
      mend: () => this.mend(button.dataset.text),
      prompt: () => this.openPrompt(),
      magnitudes: () => this.overlay("magnitudes"),
      memory: () => this.overlay("memory"),
      into: () => this.stage.enter(false),
      outOf: () => this.stage.enter(true),
      over: () => this.seek(this.story.over(this.step, 1)),
      overBack: () => this.seek(this.story.over(this.step, -1)),
      present: () => this.present(),
      link: () => this.copyLink(),
      svg: () => this.save("svg", asFile),
      png: () => this.save("png", asPixels),
      help: () => this.help(this.part(".help").hidden),
      escape: () => this.escape(),
    })[name]?.();
    this.showModes();
  }

  /** Show what is turned on, each with a button that turns it off. */
  showModes() {
    const { nudge, predict, words } = this;
    const modes = [
      ["nudge", nudge.isOn, words.nudge],
      ["predict", predict.isOn, words.predict],
      ...Object.entries(this.overlays).map(([name, { isOn }]) => [name, isOn, words[name]]),
    ].filter(([, isOn]) => isOn);
    const now = modes.map(([id]) => id).join(" ");
    const place = this.part(".modes");
    if (place.dataset.on === now) return;
    place.dataset.on = now;
    place.replaceChildren(
      ...modes.map(([id, , title]) =>
        html(
          "button",
          { type: "button", "data-do": id, "aria-label": tell(words.turnOff, { name: title }) },
          title,
        ),
      ),
    );
  }

  /** On a phone: show the program over the picture, or the picture. */
  showCode(on) {
    this.element.classList.toggle("coded", on);
    assign(this.part(".codes"), "aria-expanded", String(on));
    if (on) this.program.measure();
  }

  /** Show something else on the picture, or stop it; one thing at a time. */
  overlay(wanted) {
    for (const [name, overlay] of Object.entries(this.overlays)) {
      if (name === wanted || overlay.isOn) overlay.toggle();
    }
  }

  /** Open the drawer, on the step if on nothing else, and write into its prompt. */
  openPrompt() {
    if (!this.prompt.way) return;
    this.element.classList.add("drawn");
    this.inspect(true);
    this.prompt.input.focus();
  }

  escape() {
    if (this.presentation.isOn) this.presentation.close();
    else if (!this.part(".help").hidden) this.help(false);
    else if (this.finder.shown) this.endFinding();
    else if (this.panel.kind) this.panel.close();
    else if (this.element.classList.contains("drawn")) this.pin(null);
    else this.pin(null);
  }

  follow(on) {
    this.stage.following = on;
    if (on) this.stage.go(this.step, true);
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
  }

  /** Show the step to a hall, or no more. */
  present() {
    if (this.presentation.isOn) this.presentation.close();
    else this.presentation.open(this.story, this.step);
  }

  help(open) {
    this.part(".help").hidden = !open;
    (open ? this.part(".help button") : this.part(".more")).focus();
  }

  async copyLink() {
    await copy(await this.calls.link(this.step + 1), this.element);
    this.narration.tell(this.words.copied);
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
    for (const part of [".panel", ".inspector"])
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
    on(document, "visibilitychange", () => document.hidden && this.pause());
    const under = this.part(".under"); // of which the picture leaves the height, also on a phone
    const sized = new ResizeObserver(() =>
      this.element.style.setProperty("--under", `${under.offsetHeight}px`),
    );
    sized.observe(under);
    on(signal, "abort", () => sized.disconnect());
  }

  key(event) {
    this.motion.end();
    if (event.target.closest(".cm-editor") && !event.target.matches(".bound")) {
      event.stopPropagation();
      return;
    }
    if (event.target.matches("select, input, .typed")) {
      if (event.key === "Escape") this.escape();
      event.stopPropagation(); // the page must not take what is typed for its own shortcuts
      return;
    }
    const wanted = this.presentation.isOn ? commandOfHall(event) : command(event);
    const isPressed = wanted === "play" || event.key === "Enter"; // a button has its own use for these keys
    if (!this.story || !wanted || (isPressed && event.target.matches("button"))) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(wanted);
  }

  keyElsewhere(event) {
    if (active === this) this.motion.end();
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

/** Whether nothing may move. */
function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether two runs are the same up to a step: of the same kinds, lines and boxes. */
function isSame(before, after, step) {
  const what = ({ kind, line, box }) => `${kind} ${line} ${box}`;
  return (
    after.steps.length > step &&
    before.steps.slice(0, step + 1).every((one, k) => what(one) === what(after.steps[k]))
  );
}
