import { assign, html } from "./dom.js";
import { tell } from "./words.js";

/** The slider "Step": a rail with the phases of the run as stretches, and marks where it failed. */
export class Track {
  constructor(element, words, { go, signal }) {
    this.element = element;
    this.words = words;
    this.names = element.querySelector(".names");
    this.rail = element.querySelector(".rail");
    this.marks = element.querySelector(".marks");
    this.thumb = element.querySelector(".thumb");
    const drag = (event) => go(this.at(event.clientX));
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

  open(story) {
    this.story = story;
    const several = story.stretches.filter((s) => s.phase === "backward").length > 1;
    const name = ({ phase, number }) =>
      phase === "backward" && several ? tell(this.words.backwardNumber, { number }) : this.words[phase];
    const part = (stretch, text) =>
      html(
        "span",
        { class: stretch.phase, style: `flex-grow:${stretch.to - stretch.from + 1}` },
        html("b", text),
      );
    this.names.replaceChildren(...story.stretches.map((s) => part(s, name(s))));
    this.rail.replaceChildren(...story.stretches.map((s) => part(s, "")));
    this.marks.replaceChildren(
      ...story.errors.map((k) => html("span", { style: `left:${this.percent(k)}%` }, "▲")),
    );
    assign(this.element, "aria-valuemax", String(story.steps.length));
  }

  show(step, text) {
    assign(this.element, "aria-valuenow", String(step + 1));
    assign(this.element, "aria-valuetext", text);
    this.thumb.style.left = `${this.percent(step)}%`;
  }

  /** The place of a step along the rail: the middle of its share. */
  percent(step) {
    return (100 * (step + 0.5)) / this.story.steps.length;
  }

  at(clientX) {
    const { left, width } = this.rail.getBoundingClientRect();
    const step = Math.floor(((clientX - left) / width) * this.story.steps.length);
    return Math.max(0, Math.min(this.story.last, step));
  }
}
