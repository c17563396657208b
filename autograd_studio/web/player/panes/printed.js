import { html } from "../base/dom.js";
import { MARK } from "../model/story.js";

/** What the program prints: what it has printed so far, and fainter what is yet to come. What this step printed is marked. */
export class Printed {
  constructor(element, words) {
    this.element = element;
    this.words = words;
    this.enlarged = html("dialog.picture", { role: "dialog", "aria-label": words.figure });
    this.enlarged.addEventListener("click", () => this.enlarged.close());
    this.enlarged.addEventListener("keydown", (event) => event.stopPropagation()); // Escape closes it, and nothing else
    element.parentElement.append(this.enlarged);
  }

  /** Take what the run printed as a whole: what a run without steps printed, what it wrote beside its output, its pictures. */
  take({ stdout, stderr, pictures }) {
    Object.assign(this, { stdout, stderr, pictures, shown: null });
    if (this.story) this.go(this.step);
    else this.show([{ text: stdout }]);
  }

  open(story) {
    this.story = story;
    this.shown = null;
  }

  /** Show no run's output, but what `take` was given. */
  close() {
    this.story = null;
    this.show([{ text: this.stdout }]);
  }

  go(step) {
    this.step = step;
    const pieces = this.story.printed(step);
    const now = `${pieces.length} ${pieces.findIndex(({ when }) => when === "later")} ${pieces.some(({ when }) => when === "now")}`;
    if (now === this.shown) return;
    this.shown = now;
    this.show(pieces);
    const last = this.element.querySelector(".now");
    if (last) this.element.scrollTop = last.offsetTop + last.offsetHeight - this.element.clientHeight;
  }

  show(pieces) {
    const pictures = this.pictures?.values();
    const parts = pieces.map(({ text, when }) => {
      const [first, ...others] = text.split(MARK);
      return html(
        "span",
        { class: when },
        first,
        ...others.flatMap((rest) => [this.picture(pictures?.next().value), rest]),
      );
    });
    const beside = this.stderr ? [html("span.beside", this.stderr)] : [];
    this.element.replaceChildren(...parts, ...beside);
    if (!this.element.textContent) this.element.append(html("span.note", this.words.noOutput));
  }

  /** A picture, which a click enlarges; the mark itself where there is none for it. */
  picture(shown) {
    if (!shown) return MARK;
    const { png, text, width, height } = shown;
    const image = () => html("img", { src: `data:image/png;base64,${png}`, alt: text, width, height });
    const button = html("button.picture", { type: "button", title: this.words.enlarge }, image());
    button.addEventListener("click", () => {
      this.enlarged.replaceChildren(image());
      this.enlarged.showModal();
    });
    return button;
  }
}
