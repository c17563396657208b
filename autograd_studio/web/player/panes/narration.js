import { html, toTop } from "../base/dom.js";
import { tell } from "../base/words.js";

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
    const { phase, kind, say, box } = this.story.steps[step];
    const [look, name] = ["error", "refuse"].includes(kind)
      ? ["error", this.words.error]
      : [phase, this.words[phase]];
    this.status.replaceChildren(
      html("span", { class: `phase ${look}` }, name),
      " ",
      html("span.unseen", `${this.place(step)}. `),
      this.inside(box, step),
      html("span", say),
    );
    this.toTop();
  }

  /** How far what a closed box holds has come. */
  inside(box, step) {
    const at = this.story.inside(box, step);
    if (!at) return "";
    const name = at.note ? `${at.title} (${at.note})` : at.title;
    return html("b", tell(this.words.inside, { ...at, name }), " ");
  }

  place(step) {
    return tell(this.words.stepOf, { step: step + 1, count: this.story.steps.length });
  }
}
