import { html, write } from "../base/dom.js";
import { expression } from "../panes/card/formula.js";
import { Mini } from "./mini.js";
import { elementText, told } from "./equations.js";

/** @import { Story } from "../model/story.js" */
/** @import { Line, Term, Words } from "./equations.js" */

const TRIES = 4; // letters that are set in smaller type do not become narrower in proportion: their labels stay

/** Shows a step to a hall, in the whole window: one node, its equation, one sentence, and below where in the graph that is. */
export class Presentation {
  /**
   * `closed()` hears when the visitor ends it, `next()` when they press on it.
   * @param {HTMLElement} player @param {Words} words
   * @param {{ closed: () => void, next: () => void, signal: AbortSignal }} calls
   */
  constructor(player, words, { closed, next, signal }) {
    this.words = words;
    this.mini = new Mini();
    this.name = html("b");
    this.fn = html("code");
    this.big = /** @type {HTMLElement} */ (html("div.big"));
    this.caption = html("p.says", { role: "status" });
    const close = html("button.icon", { type: "button", "aria-label": words.endPresenting }, "×");
    const dialog = html(
      "dialog.presentation",
      { "aria-label": words.present },
      html("p.who", this.name, this.fn),
      this.big,
      this.caption,
      this.mini.element,
      close,
    );
    this.dialog = /** @type {HTMLDialogElement} */ (dialog);
    player.append(dialog);
    const on = (
      /** @type {Element} */ target,
      /** @type {string} */ kind,
      /** @type {(event: Event) => void} */ heard,
    ) => target.addEventListener(kind, heard, { signal });
    on(close, "click", () => this.dialog.close());
    on(dialog, "close", closed);
    on(dialog, "click", ({ target }) => target !== close && next());
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(dialog);
    signal.addEventListener("abort", () => resized.disconnect());
  }

  get isOn() {
    return this.dialog.open;
  }

  /** Begin at a step. @param {Story} story @param {number} step */
  open(story, step) {
    this.dialog.showModal();
    this.dialog.focus();
    this.go(story, step);
  }

  close() {
    this.dialog.close();
  }

  /** Show a step, if one presents. @param {Story} story @param {number} step */
  go(story, step) {
    if (!this.isOn) return;
    if (this.mini.story !== story) this.mini.open(story);
    const { title, fn, phase, lines, caption, error, box } = told(story, step, this.words);
    this.dialog.dataset.phase = phase;
    write(this.name, title);
    write(this.fn, fn);
    this.big.replaceChildren(...(error ? [html("p.failed", error)] : lines.map((one) => this.line(one))));
    write(this.caption, caption);
    this.mini.go(step, box);
    this.fit();
  }

  /** @param {Line} line */
  line(line) {
    const element = elementText(line, this.words);
    const kind = line.terms.length === 1 && !line.left ? "line alone" : "line";
    return html(
      "div.equation",
      html(
        "div",
        { class: kind },
        ...(line.left ? [expression(line.left), html("i", "=")] : []),
        ...line.terms.flatMap(term),
      ),
      element ? html("small", element) : "",
    );
  }

  /** Set what is shown as large as the room allows. */
  fit() {
    const { big } = this;
    let scale = 1;
    for (let i = 0; i < TRIES; i++) {
      big.style.setProperty("--scale", String(scale));
      const fits = Math.min(1, big.clientWidth / big.scrollWidth, big.clientHeight / big.scrollHeight);
      if (fits === 1) return;
      scale *= fits;
    }
  }
}

/** @param {Term} term */
function term({ sign, label, cells, role }) {
  return [
    sign ? html("i", sign) : "",
    html(
      "span",
      { class: `term ${role}` },
      html("span.cells", ...cells.map((text) => html("span", text))),
      html("small", label),
    ),
  ];
}
