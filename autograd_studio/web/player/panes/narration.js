import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";

/** @import { Story, Words } from "../model/story.js" */

const LONG = 110; // letters that do not fit into a line of the usual size

/**
 * A sentence in which no line ends behind a sign: an operator stays with what it is applied to.
 * @param {string} text
 */
export const joined = (text) => text.replace(/ ([-−+×·÷=→]) (?=\S)/gu, " $1\u00a0");

/** The caption: the step in one sentence, with the phase that it is in. */
export class Narration {
  /** @type {Story} */
  story;

  /** @param {HTMLElement} element @param {Words} words */
  constructor(element, words) {
    this.words = words;
    this.status = /** @type {Element} */ (element.querySelector(".status"));
  }

  /** Tell the steps of a run from now on. @param {Story} story */
  open(story) {
    this.story = story;
  }

  /**
   * Tell a step; `aloud` is false where steps follow too fast to be read out.
   * @param {number} step @param {boolean} aloud @param {string} [text] what is said instead of the step's caption
   */
  go(step, aloud, text = this.story.steps[step].caption ?? this.story.steps[step].say ?? "") {
    this.status.setAttribute("aria-live", aloud ? "polite" : "off");
    const { phase, kind } = this.story.steps[step];
    const [look, name] = ["error", "refuse"].includes(kind)
      ? ["error", this.words.error]
      : [phase, this.words[phase]];
    this.status.replaceChildren(
      html("span", { class: `phase ${look}` }, name),
      " ",
      html("span.unseen", `${this.place(step)}. `),
      html("span", joined(text)),
      this.inside(step),
    );
    this.status.classList.toggle("long", text.length > LONG);
  }

  /** How far what a closed box holds has come. @param {number} step */
  inside(step) {
    const at = this.story.inside(this.story.steps[step].box, step);
    if (!at) return "";
    const name = at.note ? `${at.title} (${at.note})` : at.title;
    return html("small", tell(this.words.inside, { ...at, name }));
  }

  /** Say something of the page's until the next step. @param {string} text */
  tell(text) {
    this.status.replaceChildren(text);
  }

  /** Which step it is, of how many. @param {number} step */
  place(step) {
    return tell(this.words.stepOf, { step: step + 1, count: this.story.steps.length });
  }
}
