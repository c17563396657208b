import { History, isFinished } from "./asking.js";
import { html, write } from "../base/dom.js";
import { tell } from "../base/phrases.js";

/** @import { View } from "../model/view.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/**
 * @typedef {{ ask: (about: { expression: string, step: number, finished: boolean }) =>
 *   Promise<{ text?: string, is_error?: boolean, message?: string }> }} Way
 */

const MOST = 50; // answers that are kept

/** A prompt in the drawer: the program runs again up to the step, where an expression is evaluated over its names. */
export class Prompt {
  /**
   * @param {HTMLElement} drawer @param {Words} words
   * @param {{ view: () => View, signal: AbortSignal }} options `view` is what is shown now
   */
  constructor(drawer, words, { view, signal }) {
    this.words = words;
    this.view = view;
    this.history = new History();
    /** @type {Way | null} */
    this.way = null;
    this.log = html("div.said", { role: "log" });
    const off = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    this.input = /** @type {HTMLInputElement} */ (html("input", { type: "text", ...off }));
    const sign = html("span", { "aria-hidden": "true" }, ">>>");
    this.form = /** @type {HTMLElement} */ (html("form.ask", { hidden: true }, sign, this.input));
    drawer.append(this.log, this.form);
    this.form.addEventListener("submit", (event) => this.submit(event), { signal });
    this.input.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** Take how the server is asked; null where nothing can be asked. @param {Way | null} way */
  allow(way) {
    this.way = way;
    this.form.hidden = !way;
    this.input.setAttribute("aria-label", this.words.prompt);
    this.input.placeholder = this.words.promptHint;
    this.log.setAttribute("aria-label", this.words.answers);
  }

  /** Forget what another program said. */
  open() {
    this.log.replaceChildren();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    this.input.value = this.history.go(this.input.value, event.key === "ArrowUp" ? -1 : 1);
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const expression = this.input.value.trim();
    if (!expression || !this.way) return;
    this.history.add(expression);
    this.input.value = "";
    const { chapters, step } = this.view();
    const answer = html("pre", "…");
    const at = tell(this.words.atStep, { step: step + 1 });
    const entry = html("div", html("code", `>>> ${expression}`), html("small", at), answer);
    this.log.append(entry);
    if (this.log.children.length > MOST) this.log.firstElementChild?.remove();
    entry.scrollIntoView({ block: "nearest" });
    const finished = isFinished(chapters.whole, step);
    const { text, is_error: failed, message } = await this.way.ask({ expression, step, finished });
    write(answer, text ?? message ?? this.words.unreachable);
    answer.classList.toggle("failed", Boolean(failed) || text === undefined);
    answer.scrollIntoView({ block: "nearest" });
  }
}
