import { batch, computed, signal } from "@preact/signals";

import { own } from "../runner/content.js";
import { BrokenLink, programOf, tokenOf } from "../shell/links.js";
import { say } from "../words/words.js";
import { confirm, isConfirmed } from "./confirmed.js";
import { mayShow } from "./showing.js";

/** @import { Answers, Part } from "../learn/points_at.js" */
/** @import { Content } from "../runner/content.js" */
/** @import { Engine, Run, Wanted } from "../runner/types.d.ts" */
/** @import { Said } from "../shell/address.js" */
/** @import { Lesson, Visit } from "../shell/visit.js" */

const FIRST = 8; // the step of the first program where something is to be seen
const PATIENCE = 300; // ms after which a run is said to take long
export const NOTED = 300; // characters of a note at most

/** What is said of an address beside its program. @typedef {{ step: number | null, ask: string | null, note: string }} Wish */

/**
 * A program, where it comes from, and its runs. What an address brought stays foreign, whatever is changed in it, until the
 * visitor asks to run it.
 */
export class Bench {
  /** What was put into the editor last. */
  text = signal("");

  /** What is written. */
  written = signal("");

  /** The program whose run is wanted. @type {import("@preact/signals").Signal<Content>} */
  given = signal(own(""));

  /** @type {import("@preact/signals").Signal<Lesson | null>} the one that was opened */
  lesson = signal(null);

  /** @type {import("@preact/signals").Signal<Engine>} */
  engine = signal("built-in");

  /** The last run that there was, of `wanted`. @type {import("@preact/signals").Signal<Run | null>} */
  run = signal(null);

  /** @type {import("@preact/signals").Signal<Wanted | null>} */
  wanted = signal(null);

  /** Where a run that takes long stands: since when, and behind how many. @type {import("@preact/signals").Signal<{ since: number, position: number } | null>} */
  waiting = signal(null);

  /** Why there is no run of what is given, or no program of what the address named. */
  failure = signal("");

  /** Why the address could not be followed. */
  broken = signal("");

  /** Whether the visitor is asked before a foreign program is run. */
  asks = signal(false);

  /** The step that is shown, counted from 1. */
  step = signal(1);

  /** Whether the last step of a lesson is shown. */
  hasEnded = computed(() => {
    const { program = "", is_whole: isWhole = false, payload = null } = this.run.value ?? {};
    const isShown = isWhole && this.isLesson.value && program === this.given.value.text;
    return isShown && this.step.value >= (payload?.steps.length ?? Infinity);
  });

  /** @type {import("@preact/signals").Signal<Wish>} where to be in the next run */
  wish = signal({ step: null, ask: null, note: "" });

  /** Whether the program is too long for a link. */
  isLong = signal(false);

  /** Whether a part of a long run's middle is on its way. */
  awaitsMiddle = signal(false);

  /** Counts what was opened: the editor takes its text then, whatever is written. */
  opened = signal(0);

  /** Whether what is written is not what was run. */
  isChanged = computed(() => this.written.value.trimEnd() !== this.given.value.text.trimEnd());

  /** Whether there is something to run: another text, or one whose run came to nothing. */
  mayRun = computed(() => this.isChanged.value || (this.failure.value !== "" && !this.waiting.value));

  /** Whether the lesson's own program is shown. */
  isLesson = computed(() => this.lesson.value?.program === this.given.value.text);

  /** The lesson that is told beside its program: not where it has ended, and none on the first screen. */
  told = computed(() =>
    this.isLesson.value && !this.hasEnded.value && this.lesson.value?.id ? this.lesson.value : null,
  );

  /** What the lesson tells and asks at its steps, as soon as it is there. @type {import("@preact/signals").Signal<Part[]>} */
  parts = signal([]);

  /** What of it was answered. @type {import("@preact/signals").Signal<Answers>} */
  answers = signal(new Map());

  /** Where it is shown. @type {HTMLElement | null} */
  host = null;

  /** Whether the run is told by itself, which is no step of the visitor's. */
  isShowing = false;

  /** @type {AbortController | null} */
  #running = null;

  /** What the address says by our doing, or has been followed. */
  #said = "";
  /** Counts what was wanted: what is opened late must not replace what came in between. */
  #turn = 0;

  /** @param {Visit} visit @param {import("../shell/address.js").Place} place @param {import("./form_way.js").FormWay | null} [form] that writes the program */
  constructor(visit, place, form = null) {
    this.visit = visit;
    this.place = place;
    this.form = form;
  }

  /** Follow the address, unless it says what is shown already. @param {Said} said */
  async follow(said) {
    const now = key(said);
    if (this.opened.peek() && (now === this.#said || now === "")) {
      if (now === "" && this.#said !== "") this.#name();
      return;
    }
    this.#said = now;
    if (said.lesson) this.visit.start();
    const step = stepOf(said.step) ?? (said.lesson ? 1 : null); // a lesson begins at its beginning
    this.wish.value = { step, ask: said.ask ?? null, note: noteOf(said.note) };
    this.step.value = step ?? 1; // the last one of what was shown may be beyond the end of what comes
    this.engine.value = this.#engineOf(said.engine);
    const isElsewhere = said.engine === "torch" && this.engine.value !== "torch";
    this.broken.value = isElsewhere ? say("play.lines.no_torch") : "";
    try {
      if (this.form) await this.form.open(this, said);
      else await this.#open(said);
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      this.wish.value = { step: null, ask: null, note: "" };
      if (this.form) await this.form.open(this, {});
      else await this.#open({});
      this.broken.value = say("play.lines.broken", { fault: error.message });
    }
  }

  /** @param {string | undefined} named @returns {Engine} */
  #engineOf(named) {
    const { engines } = this.visit.config.peek();
    return engines.find(({ id }) => id === named)?.id ?? "built-in";
  }

  /** @param {Said} said */
  async #open(said) {
    const turn = ++this.#turn;
    const all = await this.visit.lessons;
    const { lessons } = all;
    const brought = said.program === undefined ? null : await programOf(this.visit, said.program);
    if (turn !== this.#turn) return;
    if (brought) {
      const { text } = brought;
      const lesson = this.visit.opened.get(text) ?? lessons.find(({ program }) => program === text) ?? null;
      this.show(isConfirmed(text) ? own(text) : brought, lesson);
      return;
    }
    const lesson = said.lesson === undefined ? first(all) : lessons.find(({ id }) => id === said.lesson);
    if (!lesson) throw new BrokenLink(say("play.lines.no_lesson"));
    const { step, ...wish } = this.wish.peek();
    this.wish.value = { ...wish, step: step ?? lesson.step ?? 1 };
    this.show(own(lesson.program), lesson);
  }

  /** Put a program into the editor, and run it. @param {Content} program @param {Lesson | null} [lesson] */
  show(program, lesson = null) {
    batch(() => {
      this.lesson.value = lesson;
      this.text.value = this.written.value = program.text;
      this.opened.value++;
      this.start(program);
    });
    this.tell(lesson);
  }

  /** Have what a lesson tells and asks. @param {Lesson | null} lesson */
  async tell(lesson) {
    this.parts.value = lesson?.parts ?? [];
    this.answers.value = new Map();
    const all = lesson?.id && !lesson.parts ? await this.visit.points.catch(() => null) : null;
    if (lesson && all && lesson === this.lesson.peek()) this.parts.value = all[lesson.id] ?? [];
  }

  /** Take note that a question was answered: wrongly, or with what is replied to the right answer. @param {Part} part @param {string} reply */
  answer(part, reply) {
    const wrong = (this.answers.peek().get(part)?.wrong ?? 0) + (reply ? 0 : 1);
    this.answers.value = new Map(this.answers.peek()).set(part, { wrong, reply });
  }

  /** Take a program from another place. @param {import("../shell/visit.js").Handed} handed */
  take({ program, runs, lesson }) {
    this.#turn++;
    this.broken.value = "";
    this.wish.value = { step: null, ask: null, note: "" };
    this.#said = "";
    if (runs) {
      if (!program.isForeign) confirm(program.text);
      if (lesson) this.wish.value = { step: 1, ask: null, note: "" };
      this.show(program, lesson);
    } else {
      this.stop();
      this.asks.value = false;
      this.lesson.value = null;
      this.text.value = this.written.value = program.text;
      this.opened.value++;
    }
    this.#name();
  }

  /**
   * Run a text because the visitor asks for it, which makes it their own. From a lesson's own program it is a step on, and Back
   * leads there.
   * @param {string} text
   */
  ask(text) {
    const leaves = this.isLesson.peek() && text !== this.given.peek().text && this.lesson.peek()?.id !== "";
    this.visit.start();
    this.wish.value = { ...this.wish.peek(), step: null, ask: null };
    this.#own(text, leaves);
  }

  /** Run what the visitor was asked about, as it reads by now, at the step that its link names. */
  confirm() {
    this.form?.confirm();
    this.#own(this.written.peek());
  }

  /** @param {string} text @param {boolean} [leaves] */
  #own(text, leaves = false) {
    this.broken.value = "";
    this.visit.start(); // who has run something needs no start any more
    confirm(text);
    this.start(own(text));
    this.#name(leaves);
  }

  /** Run on another engine. @param {Engine} engine */
  on(engine) {
    this.engine.value = engine;
    this.start(this.given.peek());
    this.#name();
  }

  /** Have another part of the middle of the run. @param {number} middle */
  bring(middle) {
    this.awaitsMiddle.value = true;
    this.start(this.given.peek(), middle);
  }

  /** Be told that another step is shown. @param {number} step @param {string | null} ask */
  at(step, ask) {
    this.step.value = step;
    this.wish.value = { ...this.wish.peek(), ask };
    this.#name();
  }

  /** Let the link bring a note along. @param {string} note */
  remark(note) {
    this.wish.value = { ...this.wish.peek(), note };
    this.#name();
  }

  /** Cancel the run. */
  cancel() {
    this.stop();
    this.failure.value = say("play.state.cancelled");
  }

  /** Say why something could not be done. @param {string} message */
  fail(message) {
    this.failure.value = message;
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
    this.waiting.value = null;
    this.awaitsMiddle.value = false;
  }

  /** Run a program. What is shown stays until there is something else. @param {Content} program @param {number | null} [middle] */
  async start(program, middle = null) {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const since = Date.now();
    const wanted = { program, engine: this.engine.peek(), middle };
    this.given.value = program;
    this.visit.program.value = program;
    this.asks.value = false;
    this.failure.value = "";
    let position = 0;
    const tell = () => {
      if (running === this.#running) this.waiting.value = { since, position };
    };
    const late = setTimeout(tell, PATIENCE);
    const take = (/** @type {Run} */ run) => {
      if (running !== this.#running) return;
      this.wanted.value = wanted;
      this.run.value = run;
    };
    try {
      const answer = await this.visit.runner.run(wanted, {
        signal: running.signal,
        told: (event) => {
          if (event.kind === "run") take(event);
          else {
            ({ position } = event);
            if (Date.now() - since > PATIENCE) tell();
          }
        },
      });
      if (running !== this.#running) return;
      if (answer.kind === "run") take(answer);
      else if (answer.kind === "unlocked") this.asks.value = true;
      else this.failure.value = answer.message;
    } catch (error) {
      if (!running.signal.aborted) throw error;
    } finally {
      clearTimeout(late);
      if (running === this.#running) this.stop();
    }
  }

  /** What an address says that leads here, at a step; null where the program is too long for one. @param {number} step @returns {Promise<Said | null>} */
  async said(step) {
    const { note, ask } = this.wish.peek();
    const named = this.form ? await this.form.said() : await this.#named();
    if (!named) return null;
    return {
      ...named,
      ...(step > 1 || named.lesson || key(named) === "" ? { step: String(step) } : {}),
      ...(this.engine.peek() === "torch" ? { engine: "torch" } : {}),
      ...(ask ? { ask } : {}),
      ...(note ? { note } : {}),
    };
  }

  /** @returns {Promise<Said | null>} */
  async #named() {
    const lesson = this.lesson.peek();
    if (lesson && !lesson.parts && this.isLesson.peek()) return lesson.id ? { lesson: lesson.id } : {};
    const program = await tokenOf(this.given.peek().text);
    return program === null ? null : { program };
  }

  /** The address to copy. @param {number} step */
  async link(step) {
    const said = await this.said(step);
    return new URL(this.visit.address.href(this.place, said ?? {}), location.href).href;
  }

  /** Let the address name what is shown, in place of what it named; or beside that, where the visitor `leaves` it. */
  async #name(leaves = false) {
    const program = this.given.peek();
    const said = await this.said(this.step.peek());
    if (program !== this.given.peek()) return;
    this.isLong.value = said === null;
    if (this.visit.address.here.peek().place !== this.place) return;
    this.#said = key(said ?? {});
    if (leaves) this.visit.address.go(this.place, said ?? {});
    else this.visit.address.say(said ?? {});
  }
}

/** What is shown to who comes without an address: the program of the tour. @param {import("../shell/visit.js").Lessons} lessons */
function first({ lessons, tour }) {
  const { program } = /** @type {{ program?: string }} */ (tour ?? {});
  if (program === undefined) return lessons[0];
  return {
    ...lessons[0],
    id: "",
    title: say("play.first.title"),
    note: "", // the hero and the story say it
    program,
    step: mayShow() ? 1 : FIRST,
  };
}

/** What of an address this is about. @param {Said} said */
function key(said) {
  const names = ["lesson", "program", "form", "step", "engine", "ask", "note"].filter((name) => name in said);
  return names.length ? JSON.stringify(names.map((name) => [name, said[name]])) : "";
}

/** The step that an address names, null if it names none. @param {string} [text] */
function stepOf(text = "") {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/** A note of an address as one line of plain text. @param {string} [note] */
export function noteOf(note = "") {
  return note
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, NOTED);
}
