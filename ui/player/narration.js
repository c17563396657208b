import { html, toTop } from "./dom.js";
import { tell } from "./words.js";

/** The step in words, below the picture. */
export class Narration {
  constructor(element, words) {
    this.words = words;
    this.toTop = toTop(element);
    this.status = element.querySelector(".status");
  }

  open(story) {
    this.story = story;
  }

  /** Tell a step; `aloud` is false where steps follow too fast to be read out. */
  go(step, aloud) {
    this.status.setAttribute("aria-live", aloud ? "polite" : "off");
    const { phase, kind, say } = this.story.steps[step];
    const [look, name] = kind === "error" ? ["error", this.words.error] : [phase, this.words[phase]];
    this.status.replaceChildren(
      html("span", { class: `phase ${look}` }, name),
      " ",
      html("span.unseen", `${this.place(step)}. `),
      html("span", say),
    );
    this.toTop();
  }

  place(step) {
    return tell(this.words.stepOf, { step: step + 1, count: this.story.steps.length });
  }
}
