import { write } from "../base/dom.js";

/** @import { Story } from "../model/story.js" */
/** @import { Box } from "../model/types.d.ts" */

/**
 * The boxes whose title or expression contains a text, or a word of whose grad_fn begins with it.
 * @param {Box[]} boxes @param {string} text
 */
export function matches(boxes, text) {
  const wanted = text.trim().toLowerCase();
  const isHit = (/** @type {Box} */ { title, expr, fn }) =>
    [title, expr].some((part) => part?.toLowerCase().includes(wanted)) ||
    fn?.split(/(?=[A-Z])/).some((_, i, all) => all.slice(i).join("").toLowerCase().startsWith(wanted));
  return wanted ? boxes.flatMap((box, i) => (isHit(box) ? [i] : [])) : [];
}

/** The field that finds boxes: Enter opens what the one that is found is closed in, or goes on to the next one. */
export class Finder {
  /**
   * @param {HTMLElement} form
   * @param {{ show: (found: number[], box: number | undefined) => void, uncover: (box: number) => boolean, signal: AbortSignal }} page
   *   what shows boxes, and what opens the cluster that hides one and returns whether there was any
   */
  constructor(form, { show, uncover, signal }) {
    this.form = form;
    this.field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    this.count = /** @type {HTMLElement} */ (form.querySelector(".hits"));
    this.show = show;
    /** @type {Story | undefined} */
    this.story = undefined;
    this.at = 0;
    /** @type {number[]} */
    this.found = [];
    this.field.addEventListener("input", () => this.go(0), { signal });
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        const box = this.found[this.at];
        this.go(box !== undefined && uncover(box) ? this.at : this.at + 1);
      },
      { signal },
    );
  }

  /** @param {Story} story */
  open(story) {
    this.story = story;
    this.hide();
  }

  get shown() {
    return !this.form.hidden;
  }

  begin() {
    this.form.hidden = false;
    this.field.focus();
  }

  hide() {
    this.form.hidden = true;
    this.field.value = "";
  }

  /**
   * Show what is found, and of it the box number `at`, counted around.
   * @param {number} at
   */
  go(at) {
    const found = (this.found = matches(this.story?.boxes ?? [], this.field.value));
    this.at = found.length ? at % found.length : 0;
    write(this.count, this.field.value && `${found.length ? this.at + 1 : 0} / ${found.length}`);
    this.show(found, found[this.at]);
  }
}
