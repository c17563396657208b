import { html, write } from "../base/dom.js";
import { answer, judged, question, told } from "./questions.js";

/** @import { Story } from "../model/story.js" */
/** @import { Over } from "../model/view.d.ts" */
/** @import { Question, Words } from "./questions.js" */
/**
 * @typedef {{ chapters: { whole: Story, inGraph(graph: number, box: number | null | undefined): number | null },
 *   graph: number, story: Story }} Shown
 * @typedef {{ step: number, next: number, whole: Story, asked: Question }} Asked
 */

/** Asks what a step will do before anything of it is there, at the node that does it. The address may name the steps: `ask=7,12`. */
export class Predict {
  /** The steps that are asked about, if they are named. @type {Set<number> | null} */
  steps = null;
  /** @type {Asked | null} */
  asked = null;
  /** @type {Set<number>} */
  answered = new Set();
  isOn = false;

  /**
   * @param {HTMLElement} element @param {Words} words
   * @param {{ view: () => Shown, over: Over, asks: (text: string | null, box: number | null) => void, flow: () => void, signal: AbortSignal }} options
   *   `view` is what is shown now; `asks` hears the question and of which box it is, null once it is over;
   *   `flow` lets what was asked about happen
   */
  constructor(element, words, { view, over, asks, flow, signal }) {
    this.element = element;
    this.words = words;
    this.view = view;
    this.over = over;
    this.asks = asks;
    this.flow = flow;
    this.said = html("p", { role: "status" });
    this.buttons = html("div.buttons");
    this.panel = /** @type {HTMLFormElement} */ (element.querySelector(".quiz"));
    this.panel.addEventListener("submit", (event) => this.submit(event), { signal });
    this.panel.addEventListener("click", (event) => this.click(event), { signal });
    over.add(this.panel, () => this.at);
    this.turn(false);
  }

  /** Ask about the steps that an address names, "7,12". @param {string} named */
  name(named) {
    const steps = named.match(/\d+/g);
    this.steps = steps && new Set(steps.map((step) => Number(step) - 1));
    this.turn(Boolean(steps));
  }

  /** The steps that are asked about, as the address has them; null for all. */
  get address() {
    return this.isOn && this.steps ? [...this.steps].map((step) => step + 1).join(",") : null;
  }

  /** @param {boolean} on */
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
    if (!this.asked) return;
    this.asked = null;
    this.panel.hidden = true;
    this.element.classList.remove("asking");
    this.asks(null, null);
  }

  /**
   * Where to stop on the way from one step to another, and the step that is asked about there, if there is one.
   * @param {number | undefined} from @param {number} to
   * @returns {{ to: number, asked?: number }}
   */
  stop(from, to) {
    for (let step = Number(from) + 1; this.isOn && step <= to; step++) {
      const asked = told(this.view().chapters.whole, step).find((one) => this.isAsked(one));
      if (asked !== undefined) return { to: step - 1, asked };
    }
    return { to };
  }

  /** @param {number} step */
  isAsked(step) {
    return !this.answered.has(step) && (!this.steps || this.steps.has(step)) && this.question(step) !== null;
  }

  /** @param {number} step */
  question(step) {
    return question(this.view().chapters.whole, step, this.words, Boolean(this.steps));
  }

  /** Ask about a step; `next` is where to go after that. @param {number} step @param {number} next */
  ask(step, next) {
    const asked = this.asked?.step === step ? null : this.question(step);
    if (!asked) return;
    this.asked = { step, next, whole: this.view().chapters.whole, asked };
    write(this.said, "");
    this.said.removeAttribute("class");
    this.buttons.replaceChildren(
      html("button", { type: "submit" }, this.words.check),
      html("button", { type: "button", "data-then": "show" }, this.words.showIt),
    );
    const field = asked.kind === "run" ? choices(asked) : this.line(asked);
    this.panel.replaceChildren(field, this.said, this.buttons);
    this.panel.hidden = false;
    this.element.classList.add("asking");
    this.asks(asked.text, this.at);
    this.over.place(this.panel);
    this.panel.querySelector("input")?.focus({ preventScroll: true });
  }

  /** The box of the picture that does what is asked about; null where its place would tell the answer. */
  get at() {
    if (!this.asked) return null;
    const { whole, step, asked } = this.asked;
    const { chapters, graph } = this.view();
    return ["run", "printed"].includes(asked.kind) ? null : chapters.inGraph(graph, whole.steps[step].box);
  }

  /** @param {Question} asked */
  line({ text, kind }) {
    const hint = ["printed", "shape"].includes(kind) ? "" : this.words.tolerance;
    const input = html("input", { type: "text", name: "answer", autocomplete: "off", spellcheck: "false" });
    return html("label", html("b", text), input, html("small", hint));
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (!this.asked || this.answered.has(this.asked.step)) return;
    const { step, whole, asked } = this.asked;
    const given = String(new FormData(this.panel).get("answer") ?? "");
    if (!given.trim()) return;
    const { right, said } = judged(whole, step, asked, given, this.words);
    if (right) this.said.setAttribute("class", "right");
    if (right) this.settled(`${said} ${answer(whole, step, asked, this.words)}`);
    else write(this.said, said);
    this.over.place(this.panel);
  }

  /** Tell what happens in the step; it is asked no more. @param {string} text */
  settled(text) {
    this.answered.add(/** @type {Asked} */ (this.asked).step);
    write(this.said, text);
    const button = html("button", { type: "button", "data-then": "go" }, this.words.goOn);
    this.buttons.replaceChildren(button);
    /** @type {HTMLElement} */ (button).focus({ preventScroll: true });
  }

  /** @param {Event} event */
  click({ target }) {
    const button = /** @type {Element} */ (target).closest("[data-then]");
    if (!button || !this.asked) return;
    const { step, whole, asked } = this.asked;
    if (button.getAttribute("data-then") === "show") {
      this.settled(answer(whole, step, asked, this.words));
      this.over.place(this.panel);
      return;
    }
    this.hide();
    this.flow();
    if (!this.asked)
      /** @type {HTMLElement} */ (this.element.querySelector(".track")).focus({ preventScroll: true });
  }
}

/** The nodes to choose from, of which none is chosen. @param {Extract<Question, { kind: "run" }>} asked */
function choices({ text, choices: all }) {
  const option = (/** @type {{ box: number, name: string }} */ { box, name }) =>
    html("label", html("input", { type: "radio", name: "answer", value: box }), ` ${name}`);
  return html("fieldset", html("legend", text), ...all.map(option));
}
