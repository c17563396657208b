import { html, write } from "../base/dom.js";
import { answer, judged, question, told } from "./questions.js";

/** Asks what a step will do before it shows it. The address may name the steps: `ask=7,12`. */
export class Predict {
  /** `view()` is what is shown now, {chapters, step}; `go` goes to a step. */
  constructor(element, words, { view, go, signal }) {
    this.element = element;
    this.words = words;
    this.view = view;
    this.go = go;
    this.panel = element.querySelector(".quiz");
    this.panel.addEventListener("submit", (event) => this.submit(event), { signal });
    this.panel.addEventListener("click", ({ target }) => this.click(target.closest("[data-then]")), {
      signal,
    });
    const named = new URLSearchParams(location.search).get("ask")?.match(/\d+/g);
    this.steps = named && new Set(named.map((step) => step - 1));
    this.answered = new Set();
    this.turn(Boolean(named));
  }

  /** The steps that are asked about, as the address has them; null for all. */
  get address() {
    return this.isOn && this.steps ? [...this.steps].map((step) => step + 1).join(",") : null;
  }

  turn(on) {
    this.isOn = on;
    this.element.classList.toggle("predicting", on);
    this.hide();
  }

  toggle() {
    this.turn(!this.isOn);
    if (!this.isOn) this.steps = null;
    return this.isOn;
  }

  /** Forget what was answered about another run. */
  open() {
    this.answered.clear();
    this.hide();
  }

  hide() {
    this.asked = null;
    this.panel.hidden = true;
  }

  /** Where to stop on the way from one step to another, and the step that is asked about there, if there is one. */
  stop(from, to) {
    for (let step = from + 1; this.isOn && step <= to; step++) {
      const asked = told(this.view().chapters.whole, step).find((one) => this.isAsked(one));
      if (asked !== undefined) return { to: step - 1, asked };
    }
    return { to };
  }

  isAsked(step) {
    return !this.answered.has(step) && (!this.steps || this.steps.has(step)) && this.question(step) !== null;
  }

  question(step) {
    return question(this.view().chapters.whole, step, this.words, Boolean(this.steps));
  }

  /** Ask about a step; `next` is where to go after that. */
  ask(step, next) {
    if (this.asked?.step === step) return;
    const { whole } = this.view().chapters;
    const asked = this.question(step);
    this.asked = { step, next, whole, asked };
    this.field = asked.choices ? this.choices(asked) : this.line(asked);
    this.said = html("p", { role: "status" });
    this.buttons = html(
      "div.buttons",
      html("button", { type: "submit" }, this.words.check),
      html("button", { type: "button", "data-then": "show" }, this.words.showIt),
    );
    this.panel.replaceChildren(this.field, this.buttons, this.said);
    this.panel.hidden = false;
    this.panel.querySelector("input").focus({ preventScroll: true });
  }

  line({ text, kind }) {
    const hint = ["printed", "shape"].includes(kind) ? "" : this.words.tolerance;
    const input = html("input", { type: "text", name: "answer", autocomplete: "off", spellcheck: "false" });
    return html("label", html("b", text), html("small", hint), input);
  }

  choices({ text, choices }) {
    const option = ({ box, name }, i) =>
      html(
        "label",
        html("input", { type: "radio", name: "answer", value: box, checked: i === 0 }),
        ` ${name}`,
      );
    return html("fieldset", html("legend", text), ...choices.map(option));
  }

  submit(event) {
    event.preventDefault();
    if (!this.asked || this.answered.has(this.asked.step)) return;
    const { step, whole, asked } = this.asked;
    const given = new FormData(this.panel).get("answer") ?? "";
    if (!given.trim()) return;
    const { right, said } = judged(whole, step, asked, given, this.words);
    if (right) this.settle(`${said} ${answer(whole, step, asked, this.words)}`);
    else write(this.said, said);
  }

  /** Tell what happens in the step; it is asked no more. */
  settle(text) {
    this.answered.add(this.asked.step);
    write(this.said, text);
    const button = html("button", { type: "button", "data-then": "go" }, this.words.goOn);
    this.buttons.replaceChildren(button);
    button.focus({ preventScroll: true });
  }

  click(button) {
    if (!button || !this.asked) return;
    const { step, next, whole, asked } = this.asked;
    if (button.dataset.then === "show") this.settle(answer(whole, step, asked, this.words));
    else {
      this.hide();
      this.go(next);
      if (this.panel.hidden) this.element.querySelector(".track").focus({ preventScroll: true });
    }
  }
}
