import { html } from "./dom.js";

/** What the program has printed so far; what this step printed is marked. */
export class Printed {
  constructor(element, words) {
    this.element = element;
    this.words = words;
  }

  open(story) {
    this.story = story;
    this.shown = null;
  }

  go(step) {
    const pieces = this.story.printed(step);
    const { error } = this.story;
    const failed = error && step >= (this.story.errors.at(-1) ?? this.story.last);
    const now = `${pieces.length} ${pieces.at(-1)?.fresh} ${failed}`;
    if (now === this.shown) return;
    this.shown = now;
    this.element.replaceChildren(
      ...pieces.map(({ text, fresh }) => html("span", { class: fresh ? "fresh" : null }, text)),
      ...(failed ? [html("span.failure", `${error.type}: ${error.message}\n`)] : []),
    );
    if (!this.element.firstChild) this.element.append(html("span.note", this.words.noOutput));
    this.element.scrollTop = this.element.scrollHeight;
  }
}
