import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { Player } from "../player/player.js";
import { Channel } from "../player/tools/channel.js";
import { own } from "../runner/content.js";
import { say } from "../words/words.js";
import { captionOf, Dots, showPart } from "./lesson_parts.jsx";
import { useLoaded } from "./loaded.js";
import { waits, Way } from "./tour_progress.js";

/** @typedef {import("../shell/visit.js").Visit} Visit */
/** @typedef {import("../shell/visit.js").Lessons} Lessons */
/** @typedef {import("./tour_progress.js").TourData} TourData */
/** @typedef {import("../runner/types.d.ts").Run & { payload: {} }} Run */

const AFTER_A_GUESS = 1200; // ms in which its reply is read

/**
 * The tour over everything else, until the visitor leaves.
 * @param {{ visit: Visit }} props
 */
export function Tour({ visit }) {
  const lessons = useLoaded(() => visit.lessons);
  const leave = () => (visit.tour.value = false);
  const isMissing = lessons === null || (lessons !== undefined && !lessons.tour);
  useEffect(() => {
    if (isMissing) leave();
  }, [isMissing]);
  return lessons?.tour ? <Told visit={visit} lessons={lessons} tour={lessons.tour} leave={leave} /> : null;
}

/** @param {{ visit: Visit, lessons: Lessons, tour: TourData, leave: () => void }} props */
function Told({ visit, lessons, tour, leave }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const telling = new Telling(visit, tour, /** @type {HTMLDivElement} */ (host.current), (again) => (
      <Onward visit={visit} lessons={lessons} leave={leave} again={again} />
    ));
    return () => telling.close();
  }, []);
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    leave();
  };
  return (
    <dialog
      ref={dialog}
      class="tour"
      aria-label={say("learn.tour.label")}
      onKeyDownCapture={key}
      onKeyDown={(event) => event.stopPropagation()} // the player below is not stepped
      onClose={leave}
    >
      <header>
        <h1>{tour.title}</h1>
        <button type="button" class="button" onClick={leave}>
          {say("learn.tour.leave")} <kbd>{say("learn.tour.escape")}</kbd>
        </button>
      </header>
      <div class="tour-player" ref={host} />
    </dialog>
  );
}

/** What comes after the tour. @param {{ visit: Visit, lessons: Lessons, leave: () => void, again: () => void }} props */
function Onward({ visit, lessons, leave, again }) {
  const [first] = lessons.lessons;
  return (
    <div class="tour-onward">
      {first && (
        <a class="button primary" href={visit.address.href("program", { lesson: first.id })} onClick={leave}>
          {say("learn.end.next", { title: first.title })}
        </a>
      )}
      <button type="button" class="button raised" onClick={again}>
        {say("learn.end.again")}
      </button>
    </div>
  );
}

/** Tells the parts of a tour in a player of its own, whose buttons and keys go by part. */
class Telling {
  /** @type {Run | null} */
  run = null;
  /** The number that the reader dragged last. @type {number | undefined} */
  dragged;
  /** @type {() => void} takes away what the last part showed */
  clear = () => {};
  #ending = new AbortController();
  /** What follows a right answer. */
  #on = 0;

  /**
   * @param {Visit} visit @param {TourData} tour @param {HTMLDivElement} host
   * @param {(again: () => void) => import("preact").ComponentChildren} ways lead on at the end
   */
  constructor(visit, tour, host, ways) {
    const { program, parts } = tour;
    this.visit = visit;
    this.wanted = { program: own(program), engine: /** @type {const} */ ("built-in") };
    this.way = new Way(parts);
    this.ways = () => ways(() => this.go(0));
    this.player = new Player(host, {
      runner: visit.runner,
      calls: {
        beat: () => this.next(),
        moves: (by) => {
          this.go(this.way.at.peek() + by);
          return true;
        },
        moved: (step) => this.way.moved(step),
      },
    });
    this.channel = new Channel(
      (about) => visit.runner.nudge(this.wanted, about),
      (_, answer) => {
        if (answer.status === 200 && this.way.part.curve?.kind === "drag") this.renumber(answer);
      },
    );
    this.show();
    this.forget = this.way.at.subscribe(() => this.enter());
    this.ask();
  }

  close() {
    this.#ending.abort();
    clearTimeout(this.#on);
    this.forget();
    this.clear();
    this.channel.close();
    render(null, this.player.places.bar);
    this.player.close();
  }

  async ask() {
    const { signal } = this.#ending;
    const run = await this.visit.runner.run(this.wanted, { signal }).catch(() => null);
    if (signal.aborted || run?.kind !== "run" || !run.payload) return;
    const strings = { previous: say("learn.tour.previous"), next: say("learn.tour.next") };
    this.run = { ...run, payload: { ...run.payload, strings: { ...run.payload.strings, ...strings } } };
    this.show();
    this.go(0);
  }

  show() {
    const { text } = this.wanted.program;
    const code = { text, given: text, label: say("learn.tour.program"), locked: true };
    this.player.show({ run: this.run, code, step: 1 });
    this.player.focus();
  }

  /** Go to a part, and tell it. @param {number} to */
  go(to) {
    if (!this.run) return;
    clearTimeout(this.#on);
    const before = this.way.at.peek();
    const step = this.way.go(to);
    if (before === this.way.at.peek()) this.enter();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.player.seek(isStill ? this.way.spans[this.way.at.peek()].to - 1 : step);
    this.player.say(captionOf(this.way.part));
    if (!waits(this.way.part)) this.player.play();
  }

  /** Show the numbers of another run, under the words of the part. @param {object} run */
  renumber(run) {
    this.player.renumber(run, new Set());
    this.player.say(captionOf(this.way.part));
  }

  /** What the player tells next. */
  next() {
    const before = this.way.at.peek();
    const beat = this.way.next(this.player.at - 1);
    if (beat || before !== this.way.at.peek()) this.player.say(captionOf(this.way.part));
    return beat;
  }

  /** Show what the part asks, or lets do. */
  enter() {
    this.clear();
    const { parts, at, part } = this.way;
    render(<Dots parts={parts} at={at.value} />, this.player.places.bar);
    if (!this.run) return;
    const { payload } = this.run;
    const gone = showPart(this.player, part, {
      start: this.dragged,
      nudge: (value) => {
        this.dragged = value;
        this.channel.want({ nudge: { value, index: 0, creation: part.curve?.creation } });
      },
      solved: () => {
        const on = () => this.go(at.peek() + 1);
        if (part.curve) on();
        else this.#on = window.setTimeout(on, AFTER_A_GUESS);
      },
      ways: this.ways(),
    });
    this.clear = () => {
      this.clear = () => {};
      gone();
      if (part.curve?.kind === "drag") this.renumber(payload);
      this.player.focus();
    };
  }
}
