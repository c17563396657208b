import { html, toTop } from "../base/dom.js";
import { details, why } from "./details.js";

/** @import { Story, Words } from "../model/story.js" */
/** @typedef {"why" | "details"} Kind */

const CONTENTS = { why, details };

/** The panel above the bar, opened by one of two quiet buttons: "Why?" and "Details". */
export class Panel {
  /** @type {Story} */
  story;
  /** @type {number} */
  step;
  /** Which of the two it shows. @type {Kind | null} */
  kind = null;

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement[]} buttons with `data-panel`
   * @param {Words} words
   * @param {{
   *   jump: (step: number) => void, choose: (box: number) => void, changed: () => void, isTold: (step: number) => boolean,
   *   signal: AbortSignal,
   * }} options `isTold`: whether it is offered elsewhere to say why
   */
  constructor(element, buttons, words, { jump, choose, changed, isTold, signal }) {
    this.element = element;
    this.buttons = buttons;
    this.words = words;
    this.changed = changed;
    this.isTold = isTold;
    this.body = html("div.behind");
    this.toTop = toTop(element);
    const close = html("button.unpin", { type: "button", "aria-label": words.close }, "×");
    close.addEventListener("click", () => this.close());
    element.replaceChildren(close, this.body);
    for (const button of buttons) {
      const kind = /** @type {Kind} */ (button.dataset.panel);
      button.addEventListener("click", () => (this.kind === kind ? this.close() : this.open(kind)), {
        signal,
      });
    }
    this.body.addEventListener("click", ({ target }) => {
      const { step, box } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
      if (step) jump(Number(step));
      else if (box) choose(Number(box));
    });
  }

  /** Tell the steps of a run from now on. @param {Story} story */
  take(story) {
    this.story = story;
  }

  /** Show another step: a reason is offered where there is one. @param {number} step */
  go(step) {
    this.step = step;
    for (const button of this.buttons)
      if (button.dataset.panel === "why") button.hidden = !this.parts("why").length;
    if (this.kind) this.fill();
  }

  /** @param {Kind} kind */
  parts(kind) {
    const isTold = kind === "why" && this.isTold(this.step);
    return isTold ? [] : CONTENTS[kind](this.story, this.step, this.words);
  }

  /** @param {Kind} kind */
  open(kind) {
    this.kind = kind;
    this.fill();
    this.mark();
  }

  close() {
    const button = this.buttons.find(({ dataset }) => dataset.panel === this.kind);
    const held = this.element.contains(/** @type {Document} */ (this.element.getRootNode()).activeElement);
    this.kind = null;
    this.mark();
    if (held) button?.focus({ preventScroll: true });
  }

  fill() {
    const parts = this.parts(/** @type {Kind} */ (this.kind));
    const focused = /** @type {HTMLElement | null} */ (this.body.querySelector(":focus"))?.dataset;
    this.body.replaceChildren(...parts);
    const now = this.body.querySelector(".inside .now");
    if (now) now.scrollIntoView({ block: "nearest" });
    else this.toTop();
    if (focused?.step)
      /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-step="${focused.step}"]`))?.focus({
        preventScroll: true,
      });
    this.element.hidden = !parts.length;
  }

  mark() {
    this.element.hidden = !this.kind;
    for (const button of this.buttons)
      button.setAttribute("aria-expanded", String(button.dataset.panel === this.kind));
    if (this.kind)
      this.element.setAttribute("aria-label", this.words[this.kind === "why" ? "whyThis" : "details"]);
    this.changed();
  }
}
