import { assign, html, write } from "../base/dom.js";
import { MARK } from "../model/story.js";

/** @import { Story } from "../model/story.js" */
/** @import { Printed as Whole } from "../../runner/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ text: string, isNow: boolean }} Piece */

/** What the program has printed by a step, and no more: what comes would give the answers away. What this step printed is marked. */
export class Printed {
  /** @type {Story | null} */
  story = null;
  /** @type {Partial<Whole>} what the run printed as a whole, if that was told */
  whole = {};
  step = 0;
  #shown = "";

  /** @param {HTMLElement} pane @param {Words} words */
  constructor(pane, words) {
    this.element = /** @type {HTMLElement} */ (pane.querySelector("pre"));
    this.ended = /** @type {HTMLElement} */ (pane.querySelector(".ended"));
    this.words = words;
    this.enlarged = /** @type {HTMLDialogElement} */ (
      html("dialog.picture", { role: "dialog", "aria-label": words.figure })
    );
    this.enlarged.addEventListener("click", () => this.enlarged.close());
    this.enlarged.addEventListener("keydown", (event) => event.stopPropagation()); // Escape closes it, and nothing else
    pane.append(this.enlarged);
  }

  /** Take what a run without steps printed, and of any run what it wrote beside its output, and its pictures. @param {Whole} whole */
  take(whole) {
    this.whole = whole;
    this.#shown = "";
    if (this.story) this.go(this.step);
    else this.close();
  }

  /** Whether there is something beside what the steps printed. */
  get holds() {
    return Boolean(this.whole.stderr || this.whole.pictures?.length);
  }

  /** @param {Story} story */
  open(story) {
    this.story = story;
    this.#shown = "";
  }

  /** Show no run's output, but what `take` was given. */
  close() {
    this.story = null;
    this.#show([{ text: this.whole.stdout ?? "", isNow: false }], true);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    if (!this.story) return;
    const pieces = this.story.printed(step);
    const hasEnded = step === this.story.last;
    const shown = `${pieces.length} ${pieces.some(({ isNow }) => isNow)} ${hasEnded}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#show(pieces, hasEnded);
    const last = /** @type {HTMLElement | null} */ (this.element.querySelector(".now"));
    if (last) this.element.scrollTop = last.offsetTop + last.offsetHeight - this.element.clientHeight;
  }

  /** @param {Piece[]} pieces @param {boolean} hasEnded */
  #show(pieces, hasEnded) {
    const { stderr, pictures = [] } = this.whole;
    const left = pictures.values();
    const parts = pieces.map(({ text, isNow }) => {
      const [first, ...others] = text.split(MARK);
      return html(
        "span",
        { class: isNow ? "now" : "before" },
        first,
        ...others.flatMap((rest) => [this.#picture(left.next().value), rest]),
      );
    });
    const { error } = this.story ?? {};
    if (error && hasEnded) parts.push(html("span.failed", `${error.type}: ${error.message}\n`));
    if (stderr && hasEnded) parts.push(html("span.beside", stderr));
    this.element.replaceChildren(...parts);
    this.#sum(pieces, hasEnded);
    if (!this.element.textContent)
      this.element.append(html("span.note", hasEnded ? this.words.noOutput : this.words.noOutputYet));
  }

  /** Show the last line where the output is folded, or what the program failed with. @param {Piece[]} pieces @param {boolean} hasEnded */
  #sum(pieces, hasEnded) {
    const { error } = this.story ?? {};
    const failed = hasEnded && error;
    const printed = pieces.map(({ text }) => text).join("");
    write(this.ended, failed ? failed.type : printed.trimEnd().split("\n").at(-1) || "–");
    this.ended.classList.toggle("failed", Boolean(failed));
    const isMore = printed.trimEnd().includes("\n"); // a single line need not be unfolded
    const summary = /** @type {HTMLElement} */ (this.ended.parentElement);
    assign(summary, "tabindex", isMore || failed || this.holds ? "0" : "-1");
  }

  /** A picture, which a click enlarges; the mark itself where there is none for it. @param {Whole["pictures"][number]} [shown] */
  #picture(shown) {
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
