import { assign, html } from "../base/dom.js";
import { tell } from "../base/words.js";

/** @import { Story } from "../model/story.js" */
/** @import { Stretch } from "../model/shown.d.ts" */

/** The slider "Step": a rail with the phases of the run as stretches, and marks where it failed. */
export class Track {
  /**
   * @param {HTMLElement} element
   * @param {typeof import("../base/words.js").WORDS} words
   * @param {{ go: (step: number) => void, signal: AbortSignal }} options
   */
  constructor(element, words, { go, signal }) {
    this.element = element;
    this.from = this.to = -1; // the steps that the rail holds
    /** @type {Story | null} */
    this.story = null;
    this.words = words;
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
    if (!this.story || (from === this.from && to === this.to)) return;
    this.from = from;
    this.to = to;
    const shown = this.story.stretches.filter((s) => s.from >= from && s.to <= to);
    const several = shown.filter((s) => s.phase === "backward").length > 1;
    const name = (/** @type {Stretch} */ { phase, number }) =>
      phase === "backward" && several ? tell(this.words.backwardNumber, { number }) : this.words[phase];
    const part = (/** @type {Stretch} */ stretch, /** @type {string[]} */ ...texts) =>
      html(
        "span",
        { class: stretch.phase, style: `flex-grow:${stretch.to - stretch.from + 1}` },
        ...texts.map((text) => html("b", text)),
      );
    const short = (/** @type {Stretch} */ { phase, number }) =>
      phase === "backward" && several ? [String(number)] : [];
    this.names.replaceChildren(...shown.map((s) => part(s, name(s), ...short(s))));
    this.rail.classList.toggle("many", shown.length > 60); // gaps would leave nothing of them
    this.rail.replaceChildren(...shown.map((s) => part(s)));
    this.marks.replaceChildren(
      ...this.story.errors
        .filter((k) => k >= from && k <= to)
        .map((k) => html("span", { style: `left:${this.percent(k)}%` }, "▲")),
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
    return (100 * (step - this.from + 0.5)) / (this.to - this.from + 1);
  }

  /** @param {number} clientX */
  at(clientX) {
    const { left, width } = this.rail.getBoundingClientRect();
    const step = this.from + Math.floor(((clientX - left) / width) * (this.to - this.from + 1));
    return Math.max(this.from, Math.min(this.to, step));
  }
}
