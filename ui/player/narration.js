import { html } from "./dom.js";
import { equation } from "./formula.js";
import { tell } from "./words.js";

/** The step in words and in mathematics, above the picture. Its height is that of the longest step. */
export class Narration {
  constructor(element, words) {
    this.words = words;
    this.status = element.querySelector(".status");
    this.longest = element.querySelector(".longest");
    this.area = element.querySelector(".formulas");
    this.formulas = this.area.firstElementChild;
  }

  open(story) {
    this.story = story;
    const longest = story.steps.reduce((most, { say }) => (say.length > most.length ? say : most), "");
    this.longest.replaceChildren(...this.parts(story.last, longest));
    this.area.hidden = !story.steps.some((step) => step.formula);
  }

  /** Tell a step; `aloud` is false where steps follow too fast to be read out. */
  go(step, aloud) {
    const { say, formula } = this.story.steps[step];
    this.status.setAttribute("aria-live", aloud ? "polite" : "off");
    this.status.replaceChildren(...this.parts(step, say));
    this.formulas.replaceChildren(...(formula ?? []).map(equation));
  }

  parts(step, say) {
    const { phase, kind } = this.story.steps[step];
    const name = kind === "error" ? this.words.error : this.words[phase];
    return [
      html("span", { class: `phase ${kind === "error" ? "error" : phase}` }, name),
      " ",
      html("span.unseen", `${this.place(step)}. `),
      html("span", say),
    ];
  }

  place(step) {
    return tell(this.words.stepOf, { step: step + 1, count: this.story.steps.length });
  }
}
