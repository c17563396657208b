import { History, isFinished } from "./asking.js";
import { post } from "./channel.js";
import { html, write } from "../base/dom.js";
import { tell } from "../base/words.js";

const MOST = 50; // answers that are kept

/** A prompt in the drawer: the program runs again up to the step, where an expression is evaluated over its names. */
export class Prompt {
  /** `view()` is what is shown now, {chapters, step}. */
  constructor(drawer, words, { view, signal }) {
    this.words = words;
    this.view = view;
    this.history = new History();
    this.log = html("div.said", { role: "log" });
    this.input = html("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    this.form = html(
      "form.ask",
      { hidden: true },
      html("span", { "aria-hidden": "true" }, ">>>"),
      this.input,
    );
    drawer.append(this.log, this.form);
    this.form.addEventListener("submit", (event) => this.submit(event), { signal });
    this.input.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** Take where the server is asked; null where nothing can be asked. */
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

  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.input.value = this.history.go(this.input.value, by);
  }

  async submit(event) {
    event.preventDefault();
    const expression = this.input.value.trim();
    if (!expression) return;
    this.history.add(expression);
    this.input.value = "";
    const { chapters, step } = this.view();
    const answer = html("pre", "…");
    const at = tell(this.words.atStep, { step: step + 1 });
    this.log.append(html("div", html("code", `>>> ${expression}`), html("small", at), answer));
    if (this.log.children.length > MOST) this.log.firstChild.remove();
    this.log.lastChild.scrollIntoView({ block: "nearest" });
    const { sent, prompt } = this.way;
    const finished = isFinished(chapters.whole, step);
    const { text, is_error: failed, message } = await post(prompt, { ...sent, expression, step, finished });
    write(answer, text ?? message ?? this.words.unreachable);
    answer.classList.toggle("failed", Boolean(failed) || text === undefined);
    answer.scrollIntoView({ block: "nearest" });
  }
}
