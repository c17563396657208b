import { batch, computed, signal } from "@preact/signals";

import { formOf, PROGRAMS } from "../forms/reading.js";
import { foreign, own } from "../runner/content.js";
import { BrokenLink, textOf, tokenOf } from "../shell/links.js";
import { say } from "../words/words.js";
import { Rows } from "./rows.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Led } from "../player/player.d.ts" */
/** @import { Comparison, Engine, Programs, Run, Side, Uncompared } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */

export const SIDES = /** @type {const} */ (["left", "right"]);

const NOTE_AFTER = 300; // ms of rest after which the address names the row

/** Two programs, their runs, and the row of steps in which both are shown. */
export class Comparing {
  /** What is compared: what is written may be newer. @type {Signal<Programs>} */
  form = signal({ left: "", right: "", on_torch: false });

  /** @type {Signal<Record<Side, Run | null>>} */
  runs = signal({ left: null, right: null });

  /** @type {Signal<Comparison | null>} */
  found = signal(null);

  /** Where in the queue a run waits, counted from 0; null without one. @type {Signal<number | null>} */
  waiting = signal(null);

  /** Whether the visitor is asked before anything is run. */
  asks = signal(false);

  message = signal("");
  row = signal(0);
  locked = signal(true);
  rows = computed(() => this.found.value && new Rows(this.found.value.rows));

  /** @type {Record<Side, string>} */
  written = { left: "", right: "" };
  isForeign = false;
  /** What the address has of the form; undefined before there is one. @type {string | null | undefined} */
  token;
  /** @type {AbortController | undefined} */
  running;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  noting;

  /** @param {Visit} visit */
  constructor(visit) {
    this.visit = visit;
  }

  /** Follow the address, which names two programs; at first, where it names none, begin with the first pair that is `ready`. @param {Programs[]} ready */
  async follow(ready) {
    const { form: token, step } = this.visit.address.here.value.said;
    const handed = this.visit.pair.peek();
    if (handed) {
      this.visit.pair.value = null;
      const { isForeign, ...form } = handed;
      this.begin(form, isForeign);
      return;
    }
    if (!token) {
      if (this.token === undefined) this.begin(ready[0]);
      else this.note();
      return;
    }
    if (token === this.token) return;
    this.token = token;
    try {
      const form = formOf(PROGRAMS, await textOf(token));
      if (token === this.token)
        this.open(form, !ready.some((one) => isSame(one, form)), (Number(step) || 0) - 1);
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      this.begin(ready[0]);
      this.message.value = say("compare.instead", { fault: error.message });
    }
  }

  /** Compare two programs that no address names. @param {Programs} form @param {boolean} [isForeign] */
  begin(form, isForeign = false) {
    this.token = null; // until it has one
    this.open(form, isForeign);
    this.name();
  }

  /** Compare what is written, because the visitor asks for it, which makes it their own. */
  run() {
    const { on_torch } = this.form.value;
    const { left, right } = this.written;
    this.begin({ left, right: on_torch ? left : right, on_torch });
  }

  /** @param {Programs} form @param {boolean} isForeign @param {number} [row] where to begin; without it where they differ */
  open(form, isForeign, row = -1) {
    const isOffered = this.visit.config.value.engines.some(({ id }) => id === "torch");
    this.message.value = form.on_torch && !isOffered ? say("compare.no_torch") : "";
    this.form.value = { ...form, on_torch: form.on_torch && isOffered };
    this.written = { left: form.left, right: form.right };
    this.isForeign = isForeign;
    this.asks.value = false;
    this.request(row);
  }

  /** Ask for the runs and how they differ. @param {number} row */
  async request(row) {
    this.running?.abort();
    const running = (this.running = new AbortController());
    this.waiting.value = 0;
    const runs = { ...this.runs.peek() }; // both are shown at once, at the row where they differ
    const answer = await this.visit.runner
      .compare(this.form.value, {
        isForeign: this.isForeign,
        signal: running.signal,
        told: (told) => {
          if (told.kind === "run" && told.side) runs[told.side] = told;
          else if (told.kind === "waiting" && this.running === running) this.waiting.value = told.position;
        },
      })
      .catch((error) => {
        if (!running.signal.aborted) throw error;
        return null;
      });
    if (this.running !== running) return;
    batch(() => {
      this.waiting.value = null;
      if (!answer) this.message.value = say("compare.cancelled");
      else if (answer.kind === "unlocked") this.asks.value = true;
      else if (answer.kind === "failed") this.message.value = answer.message;
      else this.show(runs, answer, row);
    });
  }

  /** @param {Record<Side, Run | null>} runs @param {Comparison | Uncompared} answer @param {number} row */
  show(runs, answer, row) {
    const found = answer.kind === "comparison" ? answer : null;
    this.runs.value = runs;
    this.found.value = found;
    this.locked.value = true;
    if (found) this.row.value = new Rows(found.rows).clamp(row < 0 ? beginning(found) : row);
    else if (answer.kind === "uncompared" && answer.message)
      this.message.value = say("compare.uncompared", { why: answer.message });
  }

  cancel() {
    this.running?.abort();
  }

  /** Go to a row, with both sides. @param {number} row */
  go(row) {
    if (!this.rows.value) return;
    this.row.value = this.rows.value.clamp(row);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.note(), NOTE_AFTER);
  }

  /** Lead both sides by the rows, or let each go its own way. @param {boolean} isLocked */
  lock(isLocked) {
    this.locked.value = isLocked;
  }

  /** Go to where a difference shows, with both. @param {number | null} row */
  goTo(row) {
    this.locked.value = true;
    this.go(row ?? this.row.value);
  }

  /** Follow a side that was moved by its own means. @param {Side} side @param {number} step counted from 0 */
  moved(side, step) {
    const rows = this.rows.value;
    if (!rows || !this.locked.value || rows.at(place(side), this.row.value).step === step) return;
    this.go(rows.of(place(side), step));
  }

  /** Make a step of both of one that a side is to make; return whether it was. @param {number} by */
  moves(by) {
    if (!this.rows.value || !this.locked.value) return false;
    this.go(this.row.value + by);
    return true;
  }

  /** Where a side is led; null where it goes its own way. @param {Side} side @returns {Led | null} */
  led(side) {
    const at = this.locked.value && this.rows.value?.at(place(side), this.row.value);
    return at ? { step: at.step, waits: at.idle ? this.say("idle") : null } : null;
  }

  /** What is said of the rows: of two programs, or of one on both engines. @param {"same" | "only_left" | "only_right" | "idle"} name */
  say(name) {
    return say(`compare.found.${this.form.value.on_torch ? /** @type {const} */ ("engines.") : ""}${name}`);
  }

  /** @param {Side} side @returns {Engine} */
  engine(side) {
    return side === "right" && this.form.value.on_torch ? "torch" : "built-in";
  }

  /** What a side is called. @param {Side} side */
  title(side) {
    if (!this.form.value.on_torch) return say(`compare.${side}`);
    const engine = this.engine(side);
    return this.visit.config.value.engines.find(({ id }) => id === engine)?.name ?? engine;
  }

  /** A side's program, and whose it is. @param {Side} side */
  program(side) {
    const text = this.form.value[side];
    return this.isForeign ? foreign(text) : own(text);
  }

  /** All that would be run. */
  get texts() {
    const { left, right } = this.form.value;
    return `${left}\n${right}`;
  }

  /** Let the address name the programs. */
  async name() {
    const form = this.form.value;
    const token = await tokenOf(JSON.stringify(form));
    if (form !== this.form.value) return;
    this.token = token;
    this.note();
  }

  /** Let the address name the row, too. */
  note() {
    const { address } = this.visit;
    if (address.here.value.place === "compare") address.say(this.said());
  }

  /** What the address says. */
  said() {
    /** @type {Record<string, string>} */
    const said = {};
    if (this.token) said.form = this.token;
    if (this.token && this.found.value) said.step = String(this.row.value + 1);
    return said;
  }
}

/** Where a row has a side. @param {Side} side */
export function place(side) {
  return side === "left" ? 0 : 1;
}

/** The row in which a comparison is opened: that of the first step that differs. @param {Comparison} found */
function beginning({ differences }) {
  const rows = differences.flatMap(({ kind, row }) => (kind === "program" || row === null ? [] : [row]));
  return rows.length ? Math.min(...rows) : 0;
}

/** @param {Programs} one @param {Programs} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
