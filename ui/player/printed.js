import { html } from "./dom.js";

/** What the program prints: what it has printed so far, and fainter what is yet to come. What this step printed is marked. */
export class Printed {
  constructor(element, words) {
    this.element = element;
    this.words = words;
  }

  /** Take what the run printed as a whole: what a run without steps printed, and what it wrote beside its output. */
  take({ stdout, stderr }) {
    Object.assign(this, { stdout, stderr, shown: null });
    if (!this.story) this.show([html("span", stdout)]);
  }

  open(story) {
    this.story = story;
    this.shown = null;
  }

  /** Show no run's output, but what `take` was given. */
  close() {
    this.story = null;
    this.show([html("span", this.stdout)]);
  }

  go(step) {
    const pieces = this.story.printed(step);
    const now = `${pieces.length} ${pieces.findIndex(({ when }) => when === "later")} ${pieces.some(({ when }) => when === "now")}`;
    if (now === this.shown) return;
    this.shown = now;
    this.show(pieces.map(({ text, when }) => html("span", { class: when }, text)));
    const last = this.element.querySelector(".now");
    if (last) this.element.scrollTop = last.offsetTop + last.offsetHeight - this.element.clientHeight;
  }

  show(parts) {
    const beside = this.stderr ? [html("span.beside", this.stderr)] : [];
    this.element.replaceChildren(...parts, ...beside);
    if (!this.element.textContent) this.element.append(html("span.note", this.words.noOutput));
  }
}
