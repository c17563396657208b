import { assign, html } from "../base/dom.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Stretch } from "../model/shown.d.ts" */

/** @typedef {{ step: number, text: string, short: string }} Label what stands above a step, in full and in short */

const SEVERAL = 8; // stretches, from which on there is less between them
const MANY = 60; // from which on gaps would leave nothing of them
const LETTER = 6.6; // px that a letter takes

/** The slider "Step": a rail with the phases of the run as stretches, and marks where it failed. */
export class Track {
  /**
   * @param {HTMLElement} element
   * @param {typeof import("../base/phrases.js").WORDS} words
   * @param {{ go: (step: number) => void, signal: AbortSignal }} options
   */
  constructor(element, words, { go, signal }) {
    this.element = element;
    this.from = this.to = -1; // the steps that the rail holds
    /** @type {Story | null} */
    this.story = null;
    this.words = words;
    /** @type {Label[] | null} */
    this.labels = null;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (element.querySelector(name));
    this.names = part(".names");
    this.rail = part(".rail");
    this.marks = part(".marks");
    this.thumb = part(".thumb");
    const drag = (/** @type {PointerEvent} */ event) => go(this.at(event.clientX));
    element.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button) return;
        element.setPointerCapture(event.pointerId);
        element.focus({ preventScroll: true });
        drag(event);
      },
      { signal },
    );
    element.addEventListener(
      "pointermove",
      (event) => element.hasPointerCapture(event.pointerId) && drag(event),
      { signal },
    );
  }

  /**
   * @param {Story} story @param {[from: number, to: number]} range
   * @param {Label[] | null} labels the iterations, where all of them are on the rail
   */
  open(story, range, labels) {
    this.story = story;
    this.labels = labels;
    this.from = this.to = -1;
    assign(this.element, "aria-valuemax", String(story.steps.length));
    this.zoom(range);
  }

  /**
   * Let the rail hold the steps of one chapter, `from` to `to`, or of all. The slider's numbers are those of the whole run.
   * @param {[from: number, to: number]} range
   */
  zoom([from, to]) {
    if (!this.story || (from === this.from && to === this.to)) return;
    this.from = from;
    this.to = to;
    const shown = this.story.stretches.filter((s) => s.from >= from && s.to <= to);
    this.rail.className = `rail${shown.length > MANY ? " many" : shown.length > SEVERAL ? " several" : ""}`;
    this.rail.replaceChildren(
      ...shown.map(({ phase, from: first, to: last }) =>
        html("span", { class: phase, style: `flex-grow:${last - first + 1}` }),
      ),
    );
    this.name(this.labels ?? this.phases(shown));
    this.marks.replaceChildren(
      ...this.story.errors
        .filter((k) => k >= from && k <= to)
        .map((k) => html("span", { style: `left:${this.percent(k)}%` })),
    );
  }

  /** The names of phases; passes are counted where there are several. @param {Stretch[]} shown @returns {Label[]} */
  phases(shown) {
    const several = shown.filter((s) => s.phase === "backward").length > 1;
    return shown.map(({ phase, number, from }) =>
      phase === "backward" && several
        ? { step: from, text: tell(this.words.backwardNumber, { number }), short: String(number) }
        : { step: from, text: this.words[phase], short: "" },
    );
  }

  /** Write as many names as there is room for, each where it begins. @param {Label[]} labels */
  name(labels) {
    const width = this.rail.clientWidth;
    const place = (/** @type {number} */ step) => (width * (step - this.from)) / (this.to - this.from + 1);
    let free = 0;
    const shown = labels.flatMap(({ step, text, short }, i) => {
      const [left, end] = [place(step), i + 1 < labels.length ? place(labels[i + 1].step) : width];
      const said = [text, short].find(
        (one) => one && left + LETTER * one.length <= Math.max(end, left + LETTER * 2),
      );
      if (said === undefined || left < free) return [];
      free = left + LETTER * said.length + 6;
      return [
        html("span", { style: `left:${((100 * left) / (width || 1)).toFixed(2)}%`, "data-step": step }, said),
      ];
    });
    this.names.replaceChildren(...shown);
  }

  /** @param {number} step @param {string} text */
  show(step, text) {
    assign(this.element, "aria-valuenow", String(step + 1));
    assign(this.element, "aria-valuetext", text);
    this.thumb.style.left = `${this.percent(step)}%`;
    const { stretches } = /** @type {Story} */ (this.story);
    const shown = stretches.filter((s) => s.from >= this.from && s.to <= this.to);
    const passed = (this.percent(step) / 100) * (this.to - this.from + 1);
    const isFailed = this.story?.errors.includes(step);
    shown.forEach(({ from, to, phase }, i) => {
      const done = Math.max(0, Math.min(1, (passed - (from - this.from)) / (to - from + 1)));
      /** @type {HTMLElement} */ (this.rail.children[i]).style.setProperty("--done", done.toFixed(4));
      if (step >= from && step <= to) this.thumb.dataset.phase = isFailed ? "error" : phase;
    });
  }

  /**
   * The place of a step along the rail, whose ends are the first and the last one.
   * @param {number} step
   */
  percent(step) {
    return this.to > this.from ? (100 * (step - this.from)) / (this.to - this.from) : 100;
  }

  /** @param {number} clientX */
  at(clientX) {
    const { left, width } = this.rail.getBoundingClientRect();
    const step = this.from + Math.round(((clientX - left) / width) * (this.to - this.from));
    return Math.max(this.from, Math.min(this.to, step));
  }
}
