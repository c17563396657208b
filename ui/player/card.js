import { equation } from "./formula.js";

/** The card of a step: what is computed, docked beside the picture. */
export class Card {
  constructor(element, words) {
    this.element = element;
    this.words = words;
    this.formulas = element.querySelector(".formulas");
  }

  open(story) {
    this.story = story;
  }

  go(step) {
    const { formula } = this.story.steps[step];
    this.formulas.replaceChildren(...(formula ?? []).map(equation));
  }
}
